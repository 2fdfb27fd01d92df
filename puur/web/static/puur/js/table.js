/** <puur-table>: the element of a table that is played at. It reads what its page says; the rest is `live-table.js`. */

import { tableKey } from "./keys.js";
import { LiveTable } from "./live-table.js";
import { loadTexts } from "./texts.js";

const HERE = 60_000; // milliseconds: so often the server hears that somebody with an account is here, for their friends

class PuurTable extends HTMLElement {
  async connectedCallback() {
    const {
      code = "",
      url = location.href,
      ws = `/ws/t/${code}/`,
      qr = "",
      record = "",
      name = "",
      guest,
      then = "",
      waiting,
    } = this.dataset;
    const levels = (this.dataset.levels || "simple").split(" ");
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const address = ws.startsWith("ws") ? ws : `${scheme}//${location.host}${ws}`;
    const book = JSON.parse(document.getElementById("table-book")?.textContent || "null");
    await loadTexts();
    const page = { code, url, ws: address, qr, record, name, guest: guest !== "false", levels, then };
    const live = new LiveTable(this, page, book);
    this.live = live;
    live.line.connect();
    document.addEventListener("keydown", (event) => tableKey(live, event));
    setInterval(() => {
      if (live.line.state === "waiting" || live.state.facts.table?.deadline) live.draw();
    }, 1000);
    if (waiting) setInterval(() => document.hidden || fetch(waiting).catch(() => null), HERE);
  }

  /** What the table was told last. */
  get view() {
    return this.live?.state.facts.view ?? null;
  }

  get table() {
    return this.live?.state.facts.table ?? null;
  }

  get line() {
    return this.live?.line;
  }
}

customElements.define("puur-table", PuurTable);
