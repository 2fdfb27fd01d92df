"""Reading `.jass` text: strict, one line at a time, in one pass. The first mistake ends it, with its line and column.

Comments are dropped, spelling is forgiven (case, umlauts, English words), contents are not. What the lines say is checked
here as far as one line can tell; whether it was legal is for the replay.
"""

from __future__ import annotations

from typing import Any

from puur.core.cards import CARDS, CardSet
from puur.core.events import CardPlayed, Event, HandsRecorded
from puur.core.seats import PAIRS, SEAT_NAMES, side_names
from puur.core.setup import Setup
from puur.log.errors import Expected, Unfit
from puur.log.values import CARD, COUNT, NAME, NUMBER, SEAT, SOURCE, TEAM, TEXT
from puur.notation import forms
from puur.notation.cursor import Cursor, number_of, value_of
from puur.notation.game_events import sides_of
from puur.notation.layout import Layout
from puur.notation.record import KNOWN_TAGS, MAX_BYTES, MAX_DEALS, MAX_EVENTS, MAX_TAGS, VERSION, Record, RecordError, Score, is_tag
from puur.notation.statements import deal_statement, remark, statement
from puur.notation.tokens import fold, head_value, tokens

MAX_LINE = 30_000
_PLAYER_WORDS, _TAG_WORDS = (tuple(fold(word) for word in words) for words in (forms.PLAYER, forms.TAG))
_HEAD_KINDS = {"first_dealer": SEAT, "lost_before": TEAM, "number": COUNT}


def parse_jass(text: str) -> Record:
    """The record in `text`; RecordError for the first thing that is wrong."""
    return read_jass(text)[0]


def read_jass(text: str) -> tuple[Record, tuple[int, ...]]:
    """The record in `text`, and for each event the line that it stands on."""
    if len(text) > MAX_BYTES:
        raise RecordError(1, 1, "", Expected.SIZE, high=MAX_BYTES)
    reader = _Reader()
    number = 0
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        if line:
            reader.line(line.removesuffix("\r"), number)
    return reader.record(number), tuple(reader.lines)


class _Head:
    """The lines before the first event: `key: value`."""

    def __init__(self) -> None:
        self.book = ""
        self.setup: dict[str, Any] = {}
        self.names = list(SEAT_NAMES)
        self.sides = PAIRS
        self.tags: dict[str, str] = {}
        self.keys: set[str] = set()

    def line(self, key: str, text: str, number: int, *, over: bool) -> bool:
        """Read a head line; False if it is something else."""
        name = self._name(key, number)
        if not name:
            return False
        column = len(key) - len(key.lstrip()) + 1
        if over or name in self.keys:
            raise RecordError(number, column, key.strip(), Expected.HEAD_BEFORE if over else Expected.KEY_ONCE)
        self.keys.add(name)
        value = head_value(text, len(key) + 1, number)
        try:
            self._set(name, value)
        except Unfit as problem:
            rest = text[len(key) + 1 :]
            column = len(text) - len(rest.lstrip(" \t")) + 1
            raise RecordError(number, column, value, problem.expected, **problem.facts) from None
        return True

    @staticmethod
    def _name(key: str, number: int) -> str:
        heard = fold(key).split() if len(key) <= 60 else []
        if len(heard) != 2 or heard[0] not in (*_PLAYER_WORDS, *_TAG_WORDS):
            return forms.HEAD_OF.get(" ".join(heard), "")
        last = key.split()[1]
        is_player = heard[0] in _PLAYER_WORDS
        if is_player and (last not in SEAT_NAMES or len(last) != 1):
            raise RecordError(number, key.rindex(last) + 1, last, Expected.SEAT)
        if not is_player and (not is_tag(last) or last in KNOWN_TAGS):
            raise RecordError(number, key.rindex(last) + 1, last, Expected.TAG)
        return f"{'player' if is_player else 'tag'} {last}"

    def _set(self, name: str, value: str) -> None:
        if name == "puur":
            if number_of(value) != VERSION:
                raise Unfit(value, Expected.VERSION, version=VERSION)
        elif name == "book":
            if not value:
                raise Unfit(value, Expected.VALUE)
            self.book = NAME.read(value)
        elif name in forms.CHOICES:
            heard = " ".join(fold(value).split())
            for choice, words in forms.CHOICES[name].items():
                if heard in (fold(word) for word in words):
                    self.setup[name] = choice
                    return
            accepted = ", ".join(words[0] for words in forms.CHOICES[name].values())
            raise Unfit(value, Expected.ONE_OF, accepted=accepted)
        elif name in _HEAD_KINDS:
            self.setup[name] = value_of(_HEAD_KINDS[name], value, self.sides)
        elif name == "sides":
            if any(key in _HEAD_KINDS or key.startswith("player ") for key in self.keys):  # they name seats
                raise Unfit(value, Expected.SIDES)
            self.sides = sides_of(value.split())
        elif name.startswith("player "):
            self.names[value_of(SEAT, name[-1], self.sides)] = TEXT.read(value)
        else:
            if len(self.tags) == MAX_TAGS:
                raise Unfit(value, Expected.FEWER, most=MAX_TAGS)
            self.tags[name.removeprefix("tag ")] = TEXT.read(value)


class _Reader:
    """What was read so far."""

    def __init__(self) -> None:
        self.head = _Head()
        self.events: list[Event] = []
        self.lines: list[int] = []
        self.scores: list[Score] = []
        self.layout = Layout()
        self.hands: dict[int, CardSet] = {}
        self.hands_open = False  # hand lines may follow
        self.started = False  # the head is over

    def line(self, text: str, number: int) -> None:
        """Read one line."""
        if len(text) > MAX_LINE:
            raise RecordError(number, MAX_LINE + 1, "", Expected.LINE_LENGTH, high=MAX_LINE)
        if not text.isprintable():
            for place, sign in enumerate(text):
                if (sign < " " and sign != "\t") or "\x7f" <= sign < "\xa0" or "\ud800" <= sign <= "\udfff":
                    raise RecordError(number, place + 1, sign, Expected.CHARACTER)
        key, colon, _ = text.partition(":")
        if colon and self.head.line(key, text, number, over=self.started):
            return
        line = tokens(text, number)
        if not line:
            return
        if not self.started:
            self.started, self.layout = True, Layout(len(self.head.sides))
        words = Cursor(line, number, len(text.rstrip()), self.head.sides)
        if self._hand(words):
            return
        self._close_hands(number)
        if words.is_sign("="):
            self._score(words)
        elif words.lead(forms.DEAL):
            self._heading(words)
        elif not self._trick(words):
            self._add(statement(words), words)
        words.end()

    def record(self, last: int) -> Record:
        """The record, once the last line was read."""
        self._close_hands(last)
        if not self.head.book:
            raise RecordError(last, 1, "", Expected.REQUIRED, field=forms.HEAD["book"][0])
        return Record(
            book=self.head.book,
            setup=Setup(names=tuple(self.head.names[: len(self.head.sides)]), **self.head.setup),
            events=tuple(self.events),
            tags=self.head.tags,
            scores=tuple(self.scores),
            sides=self.head.sides,
        )

    def _add(self, event: Event, words: Cursor) -> None:
        if len(self.events) >= MAX_EVENTS:
            raise RecordError(words.line, 1, "", Expected.FEWER, most=MAX_EVENTS)
        self.events.append(event)
        self.lines.append(words.line)
        self.layout.pass_by(event)
        self.hands_open = isinstance(event, HandsRecorded)

    def _heading(self, words: Cursor) -> None:
        """`Spiel 3`, alone or with the first statement of the deal."""
        token = words.peek()
        number = words.value(COUNT)
        if number != self.layout.next_deal:
            words.fail(Expected.DEAL_NUMBER, token, number=self.layout.next_deal)
        if number > MAX_DEALS:
            words.fail(Expected.FEWER, token, most=MAX_DEALS)
        self.layout.head()
        if words.peek() is not None:
            words.sign(":", Expected.COLON)
            self._add(deal_statement(words), words)

    def _hand(self, words: Cursor) -> bool:
        """`Hand A: …` after the dealer."""
        first = words.word()
        if first is None or forms.lead_of(first.text) != forms.HAND:
            return False
        if not self.hands_open:
            words.fail(Expected.DEALER_BEFORE, first)
        words.skip()
        token = words.peek()
        seat = words.value(SEAT)
        if seat in self.hands:
            words.fail(Expected.KEY_ONCE, token)
        words.sign(":", Expected.COLON)
        seen = CardSet(card for hand in self.hands.values() for card in hand)
        hand = CardSet()
        token = words.word()
        if token is not None and token.text == forms.NOTHING:
            words.skip()
        elif token is None:
            words.fail(Expected.CARD)
        while (token := words.word()) is not None and token.text != forms.NOTHING:
            card = words.value(CARD)
            if card in hand or card in seen:
                words.fail(Expected.CARD_ONCE, token)
            if len(hand) == (most := len(CARDS) // max(2, len(self.head.sides) - 1)):  # one may sit out
                words.fail(Expected.FEWER, token, most=most)
            hand |= CardSet((card,))
        words.end()
        self.hands[seat] = hand
        return True

    def _close_hands(self, number: int) -> None:
        """All hands were given, or none."""
        if not self.hands:
            return
        seats = range(len(self.head.sides))
        if len(self.hands) < len(seats):
            missing = ", ".join(SEAT_NAMES[seat] for seat in seats if seat not in self.hands)
            raise RecordError(number, 1, "", Expected.ALL_HANDS, missing=missing)
        recorded = self.events[-1]
        assert isinstance(recorded, HandsRecorded)
        self.events[-1] = HandsRecorded(recorded.dealer, tuple(self.hands[seat] for seat in seats))
        self.hands = {}
        self.hands_open = False

    def _score(self, words: Cursor) -> None:
        """`= A+C 95 B+D 62`, with `Total` or a source before it."""
        words.skip()
        self.hands_open = False
        of = "deal"
        token = words.word()
        if words.lead("Total"):
            of = "total"
        elif token is not None and fold(token.text) in forms.SOURCE_OF:
            of = words.value(SOURCE).value
        points = []
        for name in side_names(self.head.sides):
            token = words.word()
            if token is not None and token.text == name:
                words.skip()
            points.append(words.value(NUMBER))
        if len(self.scores) >= MAX_EVENTS:
            raise RecordError(words.line, 1, "", Expected.FEWER, most=MAX_EVENTS)
        self.scores.append(Score(len(self.events), of, tuple(points), words.line))

    def _trick(self, words: Cursor) -> bool:
        """`3. A: E9 {B: Stöck} EK EU E6`."""
        token = words.word()
        if token is None or not token.text.endswith(".") or not token.text[:-1].isdigit():
            return False
        number = number_of(token.text[:-1])
        if number is None or not self.layout.open_trick(number):
            words.fail(Expected.TRICK_NUMBER, number=self.layout.trick + 1)
        words.skip()
        seat = player = words.value(SEAT)
        words.sign(":", Expected.COLON)
        if words.peek() is None:
            words.fail(Expected.CARD)
        while words.peek() is not None:
            if words.is_sign("{"):
                words.skip()
                self._add(remark(words, player), words)
                words.sign("}", Expected.BRACE)
                continue
            if self.layout.cards == self.layout.players:
                words.fail(Expected.TRICK_FULL)
            if words.is_sign(forms.NOTHING):  # a seat without a part in this deal
                words.skip()
                seat = (seat + 1) % self.layout.players
                continue
            self._add(CardPlayed(seat, words.value(CARD)), words)
            self.layout.cards += 1
            player, seat = seat, (seat + 1) % self.layout.players
        return True
