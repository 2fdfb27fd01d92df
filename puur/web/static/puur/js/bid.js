/** Announcing: the modes with their factors, the variants of the Coiffeur, and the further questions of Slalom, Gusti, Trio and Joker. */

import { h } from "./dom.js";
import { SUITS, modeName, modeSign, suitImage } from "./cards.js";
import { say } from "./texts.js";

/** @typedef {{event: any, label: string, factor?: number}} Option */

const ORDER = ["E", "R", "S", "L", "obenabe", "undeufe", "slalom", "gusti", "trio", "joker"];
const WAY = { t: "play.block.trump", o: "play.block.oben", u: "play.block.unten" };

/** @param {string} mode */
const kindOf = (mode) => (SUITS.includes(mode) ? mode : mode.split("-")[0]);

/**
 * @param {Option[]} options all announcements that may be made
 * @param {string[]} path what was chosen so far: variant, then kind, suit
 * @param {string} faces
 * @param {{choose: (option: Option) => void, go: (path: string[]) => void, push: (() => void)|null, sheet: any[]|null, team: number}} on
 */
export function bidPanel(options, path, faces, on) {
  const coiffeur = options.some((one) => one.event.variant);
  const [variant, kind, suit] = path;
  /** @param {Option} one */
  const variantOf = (one) => one.event.variant || kindOf(one.event.mode);
  if (!variant) {
    const names = ORDER.filter((name) => options.some((one) => variantOf(one) === name));
    const plain = options.every((one) => (one.factor ?? 1) === 1);
    const all = on.sheet ? on.sheet.map((row) => row.variant) : names;
    return h(
      "div",
      { key: "bid", class: `bid ${coiffeur ? "bid-coiffeur" : ""}` },
      h("h2", null, say("web.bid.title")),
      h(
        "div",
        { class: "bid-grid", role: "group", "aria-label": say("web.bid.title") },
        all.map((name) => {
          const found = options.filter((one) => variantOf(one) === name);
          if (!found.length) {
            const row = on.sheet ? on.sheet.find((one) => one.variant === name) : null;
            const cell = row && row.cells[on.team];
            return h(
              "button",
              {
                key: name,
                class: "bid-one used",
                disabled: true,
                "aria-label": say("web.bid.used", { mode: modeName(name, faces) }),
              },
              modeSign(name, faces),
              h("span", null, modeName(name, faces)),
              h("small", null, cell ? cell.points[on.team] : "–"),
            );
          }
          const factor = found[0].factor ?? 1;
          const label = say("web.bid.one", { mode: modeName(name, faces), factor });
          const go = found.length === 1 ? () => on.choose(found[0]) : () => on.go([name]);
          return h(
            "button",
            { key: name, class: "bid-one", onclick: go, "aria-label": label, "data-mode": name },
            modeSign(name, faces),
            h("span", null, modeName(name, faces)),
            plain ? null : h("small", null, `×${factor}`),
          );
        }),
      ),
      on.push
        ? h("button", { class: "bid-push secondary", onclick: on.push, "data-act": "pushed" }, say("play.bid.push"))
        : h("p", { class: "hint" }, say("web.bid.forced")),
    );
  }
  const left = options.filter((one) => variantOf(one) === variant);
  const kinds = ORDER.filter((name) => left.some((one) => kindOf(one.event.mode) === name));
  if (variant === "joker" && !kind) {
    return step(
      say("web.bid.joker"),
      kinds.map((name) => {
        const found = left.filter((one) => kindOf(one.event.mode) === name);
        return choice(
          name,
          modeSign(name, faces),
          modeName(name, faces),
          found.length === 1 ? () => on.choose(found[0]) : () => on.go([variant, name]),
        );
      }),
      () => on.go([]),
    );
  }
  const chosen = variant === "joker" ? kind : variant;
  const ways = left.filter((one) => kindOf(one.event.mode) === chosen);
  const back = () => on.go(variant === "joker" ? [variant] : []);
  if (chosen === "trio") {
    const depth = variant === "joker" ? suit : kind;
    if (!depth) {
      const suits = SUITS.filter((name) => ways.some((one) => one.event.mode[5] === name));
      return step(
        say("web.bid.trio.suit"),
        suits.map((name) => choice(name, suitImage(name, faces), modeName(name, faces), () => on.go([...path, name]))),
        back,
      );
    }
    const orders = ways.filter((one) => one.event.mode[5] === depth);
    return step(
      say("web.bid.trio.order"),
      orders.map((one) => {
        const order = [...one.event.mode.slice(7)].map((letter) => say(WAY[/** @type {"t"} */ (letter)]));
        return choice(one.event.mode, null, order.join(" → "), () => on.choose(one));
      }),
      () => on.go(path.slice(0, -1)),
    );
  }
  return step(
    say("web.bid.way", { mode: modeName(chosen, faces) }),
    ways.map((one) => {
      const way = one.event.mode.endsWith("oben") ? "web.bid.way.oben" : "web.bid.way.unten";
      return choice(one.event.mode, null, say(way), () => on.choose(one));
    }),
    back,
  );
}

/** @param {string} key @param {any} sign @param {string} text @param {() => void} go */
const choice = (key, sign, text, go) =>
  h("button", { key, class: "bid-one", onclick: go, "data-mode": key }, sign, h("span", null, text));

/** @param {string} title @param {any[]} choices @param {() => void} back */
const step = (title, choices, back) =>
  h(
    "div",
    { key: "bid", class: "bid" },
    h("h2", null, title),
    h("div", { class: "bid-grid bid-ways", role: "group", "aria-label": title }, choices),
    h("button", { class: "bid-push secondary", onclick: back }, say("web.back")),
  );
