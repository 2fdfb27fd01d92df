// Runs before the page is painted: theme and card size as this device prefers them, and the line to a table. A file of its own, for the
// policy allows no inline script.
(function () {
  try {
    var prefs = JSON.parse(localStorage.getItem("puur.prefs") || "{}");
    document.documentElement.dataset.theme = prefs.theme || "auto";
    document.documentElement.dataset.large = String(!!prefs.large);
  } catch (e) {
    document.documentElement.dataset.theme = "auto";
  }
  // At a table: the line to the server is opened while the scripts are still on their way, and the own cards are fetched at once.
  var root = document.documentElement;
  if (root.dataset.ws && "WebSocket" in window) {
    var socket = new WebSocket((location.protocol === "https:" ? "wss://" : "ws://") + location.host + root.dataset.ws);
    var early = { socket: socket, heard: /** @type {string[]} */ ([]) };
    window.puurEarly = early;
    socket.onmessage = function (event) {
      early.heard.push(event.data);
      try {
        var message = JSON.parse(event.data);
        var chosen = JSON.parse(localStorage.getItem("puur.prefs") || "{}").faces;
        var faces = chosen || (root.lang === "fr" || root.lang === "it" ? "french" : message.table.faces);
        (message.view ? message.view.hand : []).forEach(function (/** @type {string} */ card) {
          var letters = faces === "french" && "UOK".indexOf(card[1]) >= 0 ? "." + root.lang : "";
          new Image().src = root.dataset.static + "cards/" + faces + "/" + card + letters + ".svg";
        });
      } catch (e) {
        // The scripts of the table will see to it.
      }
    };
  }
  // A script that did not come (a network that changed in between) would leave the page half dead: load it again, at most three times.
  var failed = false;
  addEventListener(
    "error",
    function (event) {
      var target = /** @type {HTMLElement & {rel?: string}|null} */ (event.target);
      if (failed || !target || !(target.tagName === "SCRIPT" || target.rel === "stylesheet")) return;
      failed = true;
      try {
        var tries = Number(sessionStorage.getItem("puur.again") || 0);
        if (tries >= 3) return;
        sessionStorage.setItem("puur.again", String(tries + 1));
        setTimeout(function () {
          location.reload();
        }, 700);
      } catch (e) {
        // Without a store nobody counts the tries: leave it to the person.
      }
    },
    true,
  );
  addEventListener("load", function () {
    try {
      if (!failed) sessionStorage.removeItem("puur.again");
    } catch (e) {
      // as above
    }
  });
})();
