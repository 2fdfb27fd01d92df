// Pages of a club: the open tab is in sight on a narrow screen, and beside the points of a Jassrunde stand the names of their team.
// Without script everything works as well.

/** @param {HTMLSelectElement} teams */
function nameTeams(teams) {
  const shown = teams.selectedOptions[0]?.value ? teams.selectedOptions[0].text.split(" : ") : ["", ""];
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-team]")))
    place.textContent = shown[Number(place.dataset.team)] ?? "";
}

const teams = document.querySelector("#round-teams");
if (teams instanceof HTMLSelectElement) {
  teams.addEventListener("change", () => nameTeams(teams));
  nameTeams(teams);
}

const tab = document.querySelector(".tabs [aria-current]");
if (tab instanceof HTMLElement && tab.parentElement)
  tab.parentElement.scrollLeft = tab.offsetLeft - tab.parentElement.offsetLeft - 40;
