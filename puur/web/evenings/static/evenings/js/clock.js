/** <puur-clock data-state="running|paused|off" data-left="ms">: counts down by itself; past the end it shows how late it is. */

class PuurClock extends HTMLElement {
  connectedCallback() {
    this.began = performance.now();
    /** @type {string} */
    this.shown = "";
    this.setAttribute("role", "timer");
    this.show();
    this.timer = setInterval(() => this.show(), 500);
  }

  disconnectedCallback() {
    clearInterval(this.timer);
  }

  show() {
    const running = this.dataset.state === "running";
    const left = Number(this.dataset.left || 0) - (running ? performance.now() - (this.began || 0) : 0);
    const seconds = Math.ceil(Math.abs(left) / 1000);
    const text = `${left < 0 ? "+" : ""}${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    if (this.shown !== text) this.replaceChildren(text);
    this.shown = text;
    this.classList.toggle("late", left < 0);
    this.classList.toggle("soon", left >= 0 && left < 5 * 60_000);
  }
}

customElements.define("puur-clock", PuurClock);
