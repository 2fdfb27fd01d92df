// Plays at a table as a person would, by the buttons that are there; one step a call. Returns what it did, or "" where it had to wait.
(given) => {
  const choice = given || {};
  const one = (selector) => document.querySelector(selector);
  const click = (element, what) => {
    element.click();
    return what;
  };
  const dialog = one("dialog[open]");
  if (dialog) {
    if (dialog.querySelector("[data-act=again], [data-act=confirm]")) return "over";
    const next = dialog.querySelector("[data-act=ready], [data-act=weis-and-play]");
    return next ? click(next, next.dataset.act) : "";
  }
  if (one(".banner.warn [data-act]")) return "";
  const cut = one("[data-act=cut]");
  if (cut) return click(cut, "cut");
  const offer = one(".offer [data-act]:not([data-act^=no-])");
  if (offer) return click(offer, offer.dataset.act);
  const amount = one("[data-act=amount]");
  if (amount) {
    const modes = [...document.querySelectorAll(".amount-modes .bid-one")];
    if (!one("[data-act=amount-say]").disabled) return click(one("[data-act=amount-say]"), "amount");
    if (modes.length && !modes.some((mode) => mode.classList.contains("chosen"))) modes[0].click();
    else one(".amount-row button:last-child").click();
    return "";
  }
  const bids = [...document.querySelectorAll(".bid-one:not([disabled])")];
  if (bids.length) {
    const wanted = bids.find((bid) => bid.dataset.mode === choice.mode);
    if (wanted) return click(wanted, "bid");
    const push = one("[data-act=pushed]");
    if (push && choice.push !== false) return click(push, "pushed");
    return click(bids[Math.min(bids.length - 1, choice.bid || 0)], "bid");
  }
  const word = one(".bid .bid-push");
  if (word) return click(word, word.dataset.act);
  // At a free table every card goes; the player means no harm.
  const legal = one("puur-table, puur-solo")?.view?.legal || [];
  const cards = [...document.querySelectorAll(".hand-card.yes")];
  const card = cards.find((each) => legal.includes(each.dataset.card)) || null;
  if (card && !one(".hand-card.sent")) return click(card, "card");
  return "";
}
