// Pages of a club: beside the points of a Jassrunde stand the names of the team they belong to. Without script the form works as well.

/** @param {HTMLSelectElement} teams */
function nameTeams(teams) {
  const shown = teams.selectedOptions[0]?.value ? teams.selectedOptions[0].text.split(" : ") : ["", ""];
  for (const place of document.querySelectorAll("[data-team]")) place.textContent = shown[Number(place.dataset.team)] ?? "";
}

const teams = document.querySelector("#round-teams");
if (teams instanceof HTMLSelectElement) {
  teams.addEventListener("change", () => nameTeams(teams));
  nameTeams(teams);
}
