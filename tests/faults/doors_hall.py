"""An evening of eight with a web table at table 1, made in the database that the environment names; says its secrets as JSON."""

from __future__ import annotations

import json

from tests.web import environment

if __name__ == "__main__":
    from puur.web.doors import evening as door
    from puur.web.doors.models import SeatPass
    from tests.web.doors.support import SHORT
    from tests.web.evenings.entry_help import hall

    made = hall("kurz", players=8, text=SHORT)
    door.open_round(made.fresh(), 1, {1}, "guided", "de")
    seats = list(SeatPass.objects.filter(hosted__evening=made.row).order_by("seat").values_list("secret", flat=True))
    links = [made.link(player) for player in made.engine().table(1, 2).players()]
    print(json.dumps({"code": made.code, "seats": seats, "paper": made.secret(2), "links": links, "data": environment.FOLDER}))
