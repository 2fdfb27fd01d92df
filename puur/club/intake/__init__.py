"""Taking events in: one function per kind, which checks everything and then changes the state."""

import puur.club.intake.calendar
import puur.club.intake.finances
import puur.club.intake.meetings
import puur.club.intake.people
import puur.club.intake.play
import puur.club.intake.seats  # noqa: F401
