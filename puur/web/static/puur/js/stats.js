/** <puur-trend>: own points per game as a line, drawn as SVG from data in the page. */

import { h, patch } from "./dom.js";
import { loadTexts, say } from "./texts.js";

class PuurTrend extends HTMLElement {
  async connectedCallback() {
    await loadTexts();
    const source = document.getElementById(this.dataset.src || "");
    /** @type {Array<{when: string, points: number, against: number}>} */
    const data = JSON.parse(source?.textContent || "[]");
    if (data.length < 2) {
      patch(this, h("p", { class: "empty" }, say("web.stats.few")));
      return;
    }
    const shares = data.map((game) => (game.points + game.against ? game.points / (game.points + game.against) : 0.5));
    const mean = shares.map((_, n) => {
      const part = shares.slice(Math.max(0, n - 9), n + 1);
      return part.reduce((all, share) => all + share, 0) / part.length;
    });
    const [width, height, left] = [640, 200, 40];
    /** @param {number} n */
    const x = (n) => left + (n * (width - left - 10)) / (shares.length - 1);
    /** @param {number} share */
    const y = (share) => 10 + (1 - share) * (height - 20);
    patch(
      this,
      h(
        "svg:svg",
        {
          class: "trend",
          viewBox: `0 0 ${width} ${height}`,
          role: "img",
          "aria-label": say("web.stats.trend.label", { n: data.length, share: Math.round(100 * mean[mean.length - 1]) }),
        },
        [0.25, 0.5, 0.75].map((share) => [
          h("svg:path", {
            d: `M${left} ${y(share)}H${width - 10}`,
            stroke: "currentColor",
            "stroke-opacity": share === 0.5 ? 0.5 : 0.18,
            fill: "none",
          }),
          h(
            "svg:text",
            { x: left - 6, y: y(share) + 4, "text-anchor": "end", "font-size": 12, fill: "currentColor" },
            `${share * 100}%`,
          ),
        ]),
        shares.map((share, n) => h("svg:circle", { cx: x(n), cy: y(share), r: 2.6, fill: "currentColor", "fill-opacity": 0.45 })),
        h("svg:path", {
          d: mean.map((share, n) => `${n ? "L" : "M"}${x(n).toFixed(1)} ${y(share).toFixed(1)}`).join(""),
          fill: "none",
          stroke: "#c4453c",
          "stroke-width": 2.5,
          "stroke-linejoin": "round",
        }),
      ),
      h("p", { class: "hint" }, say("web.stats.trend.text")),
    );
  }
}

customElements.define("puur-trend", PuurTrend);
