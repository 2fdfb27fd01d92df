"""Where the headings of deals and the trick lines fall: one account that reader and writer both keep.

A heading (`Spiel 3`) is no event. It is written where a deal begins, and its number is checked when read, so that a
missing or doubled block is found. After an annulled deal the next heading has the same number again.
"""

from __future__ import annotations

from puur.core import events as ev
from puur.core.effects import CardTakenBack, DealVoid

OWN_LINE = (ev.HandsRecorded, ev.ResultEntered, ev.Shuffled, ev.DealAnnulled, ev.RulingWithdrawn)  # never inside a trick line


def own_line(event: ev.Event) -> bool:
    """Whether an event stands on a line of its own: it ends a trick line, or takes cards out of it."""
    moves = isinstance(event, ev.RulingMade) and any(isinstance(effect, CardTakenBack | DealVoid) for effect in event.effects)
    return moves or isinstance(event, OWN_LINE)


class Layout:
    """The number of the deal, of the trick, and the cards in it."""

    def __init__(self, players: int = 4) -> None:
        self.players = players
        self.deal = 0
        self.trick = 0
        self.cards = 0  # in the trick that is not complete
        self.laid: set[int] = set()  # by whom; somebody may sit out, so that a trick is complete with fewer cards
        self._again = False  # the last deal was annulled
        self._fresh = False  # only shuffling and cutting since the heading
        # where the last ruling found us, should it be withdrawn
        self._before: tuple[bool, int, int, set[int]] = (False, 0, 0, set())

    @property
    def next_deal(self) -> int:
        """The number that the next heading must have."""
        return self.deal if self._again else self.deal + 1

    def head(self) -> None:
        """A heading stands here."""
        self.deal = self.next_deal
        self._again, self._fresh = False, True
        self.trick = self.cards = 0
        self.laid = set()

    def wants_heading(self, event: ev.Event) -> bool:
        """Whether a deal begins with this event; a second shuffle belongs to the same deal."""
        return isinstance(event, ev.HandsRecorded | ev.ResultEntered) or (isinstance(event, ev.Shuffled) and not self._fresh)

    def pass_by(self, event: ev.Event) -> None:
        """An event has happened."""
        if not isinstance(event, ev.Shuffled | ev.ShuffleRefused | ev.Cut):
            self._fresh = False
        if isinstance(event, ev.DealAnnulled):
            self._annul()
        elif isinstance(event, ev.RulingMade):
            self._before = (self._again, self.trick, self.cards, self.laid.copy())
            for effect in event.effects:
                if isinstance(effect, DealVoid):
                    self._annul()
                elif isinstance(effect, CardTakenBack) and self.cards:
                    self.cards -= 1
                    self.laid.discard(effect.seat)
                    if not self.cards:
                        self.trick -= 1
        elif isinstance(event, ev.RulingWithdrawn):
            self._again, self.trick, self.cards, self.laid = self._before

    def _annul(self) -> None:
        self._again = self.deal > 0
        self.trick = self.cards = 0
        self.laid = set()

    def open_trick(self, number: int | None = None) -> bool:
        """Begin or continue the trick with this number (None: a new one); False if that number cannot stand here."""
        if number is not None and number == self.trick and 0 < self.cards < self.players:
            return True
        if number is not None and number != self.trick + 1:
            return False
        self.trick += 1
        self.cards = 0
        self.laid = set()
        return True
