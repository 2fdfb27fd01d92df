// Runs before the page is painted: theme and card size as this device prefers them. A file of its own, for the policy allows no inline script.
(function () {
  try {
    var prefs = JSON.parse(localStorage.getItem("puur.prefs") || "{}");
    document.documentElement.dataset.theme = prefs.theme || "auto";
    document.documentElement.dataset.large = String(!!prefs.large);
  } catch (e) {
    document.documentElement.dataset.theme = "auto";
  }
})();
