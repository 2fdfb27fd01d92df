/** <puur-table>: the element of a table that is played at. It reads what its page says, and draws what `live-table.js` knows. */

import { board, loading, waitingRoom } from "./board.js";
import { h, patch } from "./dom.js";
import { tableKey } from "./keys.js";
import { LiveTable } from "./live-table.js";
import { loadTexts } from "./texts.js";

class PuurTable extends HTMLElement {
  async connectedCallback() {
    const { code = "", url = location.href, ws = `/ws/t/${code}/`, qr = "", record = "", name = "", guest } = this.dataset;
    const levels = (this.dataset.levels || "simple").split(" ");
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const address = ws.startsWith("ws") ? ws : `${scheme}//${location.host}${ws}`;
    const book = JSON.parse(document.getElementById("table-book")?.textContent || "null");
    await loadTexts();
    const page = { code, url, ws: address, qr, record, name, guest: guest !== "false", levels };
    const live = new LiveTable(this, page, book, () => this.draw());
    this.live = live;
    live.line.connect();
    document.addEventListener("keydown", (event) => tableKey(live, event));
    setInterval(() => {
      if (live.line.state === "waiting" || live.state.facts.table?.deadline) this.draw();
    }, 1000);
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

  draw() {
    const t = this.live;
    if (!t || !this.isConnected) return;
    const focused = this.contains(document.activeElement) ? document.activeElement : null;
    const lobby = t.state.loaded && (t.state.table.state === "lobby" || !t.state.playing);
    const screen = !t.state.loaded ? loading(t) : lobby ? waitingRoom(t) : board(t);
    patch(this, screen, h("p", { key: "live", class: "hidden", "aria-live": "polite", id: "live" }, t.voice.live));
    // Whoever plays by keyboard goes on from the hand when the card or the question is gone.
    if (focused && !focused.isConnected && !this.querySelector("dialog[open]")) t.focusHand();
  }
}

customElements.define("puur-table", PuurTable);
