// Runs before the page is painted: theme and card size as this device prefers them. A file of its own, for the policy allows no inline script.
(function () {
  try {
    var prefs = JSON.parse(localStorage.getItem("puur.prefs") || "{}");
    document.documentElement.dataset.theme = prefs.theme || "auto";
    document.documentElement.dataset.large = String(!!prefs.large);
  } catch (e) {
    document.documentElement.dataset.theme = "auto";
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
