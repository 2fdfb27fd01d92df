/** The payment form of the treasurer: the amount follows the ticked debts until somebody types another one. */

const amount = /** @type {HTMLInputElement|null} */ (document.querySelector("#pay-amount"));
const boxes = /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll(".debts input[data-open]")]);

if (amount && boxes.length) {
  let typed = false;
  amount.addEventListener("input", () => {
    typed = true;
  });
  const follow = () => {
    if (typed) return;
    const cents = boxes.filter((box) => box.checked).reduce((sum, box) => sum + Math.round(Number(box.dataset.open) * 100), 0);
    amount.value = (cents / 100).toFixed(2);
  };
  for (const box of boxes) box.addEventListener("change", follow);
}
