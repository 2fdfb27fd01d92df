/** The frame of everything that opens over the table. */

import { linkBanner, storeBanner } from "./banners.js";
import { h } from "./dom.js";
import { say } from "./texts.js";

/** @import { Child, VNode } from "types/dom" */
/** @import { LiveTable } from "./live-table.js" */

/** Opens a dialogue once it is in the page. @param {HTMLDialogElement} element */
export const showModal = (element) => {
  if (!element.open) element.showModal();
};

/** @param {LiveTable} t @param {string} name @param {string} title @param {Child[]} children @param {string} [extra] @returns {VNode} */
export function dialog(t, name, title, children, extra = "") {
  const close = () => t.actions.close(name);
  return h(
    "dialog",
    {
      key: name,
      class: `sheet-dialog ${extra}`,
      "aria-labelledby": `dialog-${name}`,
      "aria-describedby": name === "result" ? "result-said" : undefined,
      "data-dialog": name,
      created: showModal,
      oncancel: (event) => {
        event.preventDefault();
        close();
      },
      onclose: close, // some browsers close a dialogue without asking
      onclick: (event) => {
        if (event.target === event.currentTarget) close();
      },
    },
    h(
      "div",
      { class: "dialog-body" },
      h(
        "div",
        { class: "dialog-head" },
        h("h2", { id: `dialog-${name}` }, title),
        h("button", { class: "icon", "aria-label": say("web.close"), onclick: close }, "×"),
      ),
      linkBanner(t),
      storeBanner(t),
      children,
    ),
  );
}

/** A way out of the page that keeps the table: rules, the referee, a replay. @param {string} href @param {string} text */
export const besideLink = (href, text) => h("a", { class: "button secondary", href, target: "_blank", rel: "noopener" }, text);
