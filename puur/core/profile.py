"""Profiles of the games that the general rules only name: Bieter, Pandur, Differenzler, Kreuzjass and so on.

Puur plays Schieber and Coiffeur; the general rules say single things of other games too, and those are kept here as data and small
functions, so that a later form starts from them. A profile is not a form: it does not say how such a game is bid or scored as a
whole. (JR entries with `variants`; facts from public descriptions of the games)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from puur.core.cards import CARDS, Card, CardSet, Rank, Suit
from puur.core.dealing import PACKETS
from puur.core.errors import RuleViolation
from puur.core.mode import Order
from puur.core.trick import Undertrump, Verdict, judge


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """What the general rules say of one game."""

    name: str
    players: int = 4
    cards: int = 9  # in each hand
    deck: tuple[Card, ...] = CARDS
    match_bonus: int = 0
    last_trick: int = 5
    schneider: bool = False
    puur_exempt: bool = True
    undertrump: Undertrump = Undertrump.ONLY_TRUMPS
    bodentrumpf: bool = False  # the bottom card shows trump
    first_lead_is_trump: bool = False  # in contracts with trump
    weis_at_once: bool = True  # Weis and Stöck are written when they are shown, not with the result
    stock: int = 0
    early_show: bool = False  # a soloist may show the cards to cut the play short


_NINE_UP = tuple(card for card in CARDS if card.rank.index >= Rank.NINE.index)
_NO_SIX = tuple(card for card in CARDS if card.rank is not Rank.SIX)

PROFILES: Mapping[str, Profile] = {
    profile.name: profile
    for profile in (
        Profile(name="schieber", match_bonus=100, schneider=True),
        Profile(name="kreuzjass", match_bonus=100, schneider=True, bodentrumpf=True),
        Profile(name="bieter", players=3, cards=12, match_bonus=100, schneider=True, bodentrumpf=True),
        Profile(name="sidi-barrani", schneider=True),
        Profile(name="differenzler", undertrump=Undertrump.VOID, bodentrumpf=True),
        Profile(name="misere", undertrump=Undertrump.VOID, first_lead_is_trump=True),
        Profile(name="pandur", players=3, cards=8, deck=_NINE_UP, first_lead_is_trump=True, early_show=True),
        Profile(name="aucho", players=3, stock=9, early_show=True),
        Profile(name="cinq-cents", players=2, deck=_NO_SIX, match_bonus=100, last_trick=10, puur_exempt=False),
        Profile(name="zuger", players=3, cards=12, bodentrumpf=True, weis_at_once=False),
    )
}


def packets(cards: int, way: int = 0) -> tuple[int, ...]:
    """How so many cards are dealt to each player; `way` 1 is the other allowed way, where there is one. (JR-DEAL-08 to 13)"""
    ways = PACKETS.get(cards)
    if ways is None or way >= len(ways):
        raise RuleViolation("JR-DEAL-08", "no-such-deal", cards=cards, accepted=sorted(PACKETS))
    return ways[way]


def legal_in(profile: Profile, hand: CardSet, trick: Sequence[Card], order: Order) -> Verdict:
    """What the rules of this game say of each card. (JR-BAUER-02, JR-UNDER-02)"""
    return judge(hand, trick, order, undertrump=profile.undertrump, puur_exempt=profile.puur_exempt)


def check_first_lead(profile: Profile, card: Card, trump: Suit | None) -> None:
    """In Pandur and Misère with trump the soloist's first card shows trump, so it has to be one. (JR-PLAY-04)"""
    if profile.first_lead_is_trump and trump is not None and card.suit is not trump:
        raise RuleViolation("JR-PLAY-04", "first-lead-is-trump", card=str(card), trump=str(trump))


@dataclass(frozen=True, slots=True)
class Bodentrumpf:
    """The bottom card of the cut pack: it shows trump, lies open, and goes to the dealer's hand with the first lead."""

    card: Card
    dealer: int

    @property
    def trump(self) -> Suit:
        """The trump suit that it shows."""
        return self.card.suit

    def hand_shown(self, seat: int, hand: CardSet, *, led: bool) -> CardSet:
        """What a seat holds in hand: the dealer's last card stays on the table until the first lead. (JR-BOD-03)"""
        if seat == self.dealer and not led:
            return hand - CardSet((self.card,))
        return hand


def bodentrumpf(pack: Sequence[Card], dealer: int) -> Bodentrumpf:
    """The trump card of a cut pack, known to all before the last packet is dealt. (JR-BOD-01)"""
    return Bodentrumpf(pack[-1], dealer)


def declined(*, stoeck_holder_declines: bool | None) -> tuple[int, int]:
    """Bieter: the König declines; the others write the Match, and their own Stöck, never his. (JR-MATCH-04, JR-STOE-07)

    `stoeck_holder_declines` says whether the König holds the Stöck; None if nobody does. The answer is (König, Bauern).
    """
    return 0, 257 + (20 if stoeck_holder_declines is False else 0)


@dataclass(frozen=True, slots=True)
class EarlyShow:
    """A soloist shows the cards to cut the play short: one objection and the deal is played on. (JR-REST-06, JR-REST-07)"""

    hand: CardSet
    objections: frozenset[int] = frozenset()

    @property
    def played_on(self) -> bool:
        """Whether the deal has to be played; the shown cards go back to the hand and stay known."""
        return bool(self.objections)

    def object(self, seat: int) -> EarlyShow:
        """An opponent is of another opinion."""
        return EarlyShow(self.hand, self.objections | {seat})


def pandur_score(bid: int) -> int:
    """The Schreibpunkte of a point contract in Pandur: 2 from 100, then one more for each 50, at most 6."""
    if bid < 100:
        raise RuleViolation("JR-REST-06", "bid-too-low", bid=bid, least=100)
    return min(6, bid // 50)


def schneider_limit(target: int) -> int:
    """Half of a party's own target: whoever is below it at the end is in the Schneider. (JR-SCHN-02)"""
    return (target + 1) // 2
