"""The events of a club: everything that ever happened to it, each as one value that reads and writes as JSON.

What an event does is decided by the fold (`puur.season.state`), never here. Times are the club's local time, money is `Decimal`,
people, days (`2027-3`) and series (`A`) are named by their keys. An event is never changed once it is in the list: what was
wrong is mended by a further one.
"""

from puur.season.events.base import Event as Event
from puur.season.events.calendar import *  # noqa: F403  (every event is a name of this package; a list of them would be a second one)
from puur.season.events.codec import from_json as from_json
from puur.season.events.codec import kinds as kinds
from puur.season.events.codec import to_json as to_json
from puur.season.events.money import *  # noqa: F403
from puur.season.events.people import *  # noqa: F403
from puur.season.events.play import *  # noqa: F403
