"""Taking events in: one function per kind, which checks everything and then changes the state."""

import puur.season.intake.calendar
import puur.season.intake.conduct
import puur.season.intake.finances
import puur.season.intake.meetings
import puur.season.intake.people
import puur.season.intake.play
import puur.season.intake.seats  # noqa: F401
