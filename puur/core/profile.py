"""Profiles of the games that the general rules only name: Bieter, Pandur, Differenzler, Kreuzjass and so on.

Puur plays Schieber and Coiffeur; the general rules say single things of other games too, and those are kept here as data and small
functions, so that a later form starts from them. A profile is not a form: it does not say how such a game is bid or scored as a
whole. (JR entries with `variants`; facts from public descriptions of the games)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from puur.core.cards import CARDS, Card, CardSet, Rank, Suit
from puur.core.dealing import PACKETS, cut
from puur.core.errors import RuleViolation
from puur.core.mode import CARD_POINTS, Order
from puur.core.trick import Undertrump, Verdict, judge

MIN_CUT = 3  # JR-DEAL-04
STOECK = 20  # JR-STOE-01
BAUERN_TARGET = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """What the general rules say of one game."""

    name: str
    players: int = 4
    cards: int = 9  # in each hand
    first_cards: int = 0  # in the first deal, where it is another number
    laid_out: int = 0  # cards laid on the table between the packets of the first deal
    deck: tuple[Card, ...] = CARDS
    match_bonus: int = 0
    last_trick: int = 5
    schneider: bool = False
    puur_exempt: bool = True
    undertrump: Undertrump = Undertrump.ONLY_TRUMPS
    bodentrumpf: bool = False  # the bottom card shows trump
    taken_over: bool = False  # one player takes over the deal and leads
    first_lead_is_trump: bool = False  # in contracts with trump
    weis_at_once: bool = True  # Weis and Stöck are written when they are shown, not with the result
    stock: int = 0
    early_show: bool = False  # a soloist may show the cards to cut the play short
    contracts: tuple[tuple[int, int], ...] = ()  # what a soloist writes: from this bid on, so many Schreibpunkte


_NINE_UP = tuple(card for card in CARDS if card.rank.index >= Rank.NINE.index)
_NO_SIX = tuple(card for card in CARDS if card.rank is not Rank.SIX)

PROFILES: Mapping[str, Profile] = {
    profile.name: profile
    for profile in (
        Profile(name="schieber", match_bonus=100, schneider=True),
        Profile(name="kreuzjass", match_bonus=100, schneider=True, bodentrumpf=True),
        Profile(
            name="bieter",
            players=3,
            cards=12,
            first_cards=10,
            laid_out=6,
            match_bonus=100,
            schneider=True,
            bodentrumpf=True,
        ),
        Profile(name="sidi-barrani", schneider=True),
        Profile(name="differenzler", undertrump=Undertrump.VOID, bodentrumpf=True),
        Profile(name="misere", undertrump=Undertrump.VOID, first_lead_is_trump=True, taken_over=True),
        Profile(name="hindersi", undertrump=Undertrump.VOID, bodentrumpf=True),
        Profile(name="molotow", undertrump=Undertrump.VOID),
        Profile(
            name="pandur",
            players=3,
            cards=8,
            deck=_NINE_UP,
            first_lead_is_trump=True,
            early_show=True,
            taken_over=True,
            contracts=((100, 2), (150, 3), (200, 4), (250, 5), (300, 6)),
        ),
        Profile(name="aucho", players=3, stock=9, early_show=True, taken_over=True, contracts=((0, 2),)),
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


class Packet(NamedTuple):
    """One packet of a deal: who gets it (0 is the player after the dealer), and what lies open for everybody by then."""

    place: int
    cards: tuple[Card, ...]
    open: CardSet


def deal_out(profile: Profile, pack: Sequence[Card], lifted: int, *, way: int = 0, first: bool = False) -> Iterator[Packet]:
    """Cut and deal packet by packet, always from the top; a Bodentrumpf lies open from the start. (JR-DEAL-04 to 13, JR-BOD-01)"""
    if not MIN_CUT <= lifted < len(pack):
        raise RuleViolation("JR-DEAL-04", "cut-size", lifted=lifted, least=MIN_CUT, most=len(pack) - 1)
    after_cut = cut(pack, lifted)
    opening = first and profile.first_cards > 0
    shown = CardSet(after_cut[-1:]) if profile.bodentrumpf and not opening else CardSet()
    top = 0
    for number, size in enumerate(packets(profile.first_cards if opening else profile.cards, way)):
        if opening and number == 1:
            top += profile.laid_out
        for place in range(profile.players):
            yield Packet(place, after_cut[top : top + size], shown)
            top += size


def hands_of(dealt: Iterable[Packet], players: int) -> tuple[tuple[Card, ...], ...]:
    """What each player got, the one after the dealer first."""
    hands: list[tuple[Card, ...]] = [()] * players
    for packet in dealt:
        hands[packet.place] += packet.cards
    return tuple(hands)


def legal_in(profile: Profile, hand: CardSet, trick: Sequence[Card], order: Order) -> Verdict:
    """What the rules of this game say of each card. (JR-BAUER-02, JR-UNDER-02)"""
    return judge(hand, trick, order, undertrump=profile.undertrump, puur_exempt=profile.puur_exempt)


def first_leader(profile: Profile, vorhand: int, taker: int | None = None) -> int:
    """Vorhand leads to the first trick, or whoever has taken over the deal. (JR-PLAY-01)"""
    return taker if profile.taken_over and taker is not None else vorhand


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


def score(profile: Profile, points: Sequence[int], tricks: Sequence[int], last: int) -> tuple[int, ...]:
    """What each side writes for its card points, the last trick and all the tricks. (JR-MATCH-03, JR-LAST-01)"""
    written = list(points)
    written[last] += profile.last_trick
    for side, made in enumerate(tricks):
        if made == sum(tricks):
            written[side] += profile.match_bonus
    return tuple(written)


def declined(*, stoeck_holder_declines: bool | None, cards_played: int = 0) -> tuple[int, ...]:
    """Bieter: the König declines; the others write the Match, and their own Stöck, never his. (JR-MATCH-04, JR-STOE-07)

    `stoeck_holder_declines` says whether the König holds the Stöck; None if nobody does. The answer is (König, Bauern).
    """
    if cards_played:
        raise RuleViolation("JR-MATCH-04", "declined-too-late", cards=cards_played)
    profile = PROFILES["bieter"]
    koenig, bauern = score(profile, (0, CARD_POINTS), (0, profile.cards), last=1)
    return koenig, bauern + (STOECK if stoeck_holder_declines is False else 0)


@dataclass(frozen=True, slots=True)
class EarlyShow:
    """A soloist shows the cards to cut the play short: one objection and the deal is played on. (JR-REST-06, JR-REST-07)"""

    profile: Profile
    soloist: int
    hand: CardSet
    bid: int
    objections: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        if not self.profile.early_show:
            raise RuleViolation("JR-REST-06", "no-early-show", game=self.profile.name)

    @property
    def played_on(self) -> bool:
        """Whether the deal has to be played; the shown cards go back to the hand and stay known."""
        return bool(self.objections)

    @property
    def written(self) -> int | None:
        """What the soloist writes at once, as for a contract that was made; None where the deal is played on."""
        return None if self.played_on else contract_points(self.profile, self.bid)

    def object(self, seat: int) -> EarlyShow:
        """An opponent is of another opinion."""
        if seat == self.soloist:
            raise RuleViolation("JR-REST-07", "not-an-opponent", seat=seat)
        return replace(self, objections=self.objections | {seat})


def contract_points(profile: Profile, bid: int) -> int:
    """The Schreibpunkte of a contract that was made."""
    found = [points for least, points in profile.contracts if bid >= least]
    if not found:
        least = profile.contracts[0][0] if profile.contracts else None
        raise RuleViolation("JR-REST-06", "bid-too-low", bid=bid, least=least)
    return max(found)


def on_slate(profile: Profile, bonuses: Iterable[tuple[int, int]], tricks: int) -> int:
    """What of the Weise and Stöck (the trick in which each arose, its points) is written after so many tricks. (JR-WRITE-07)"""
    return sum(points for trick, points in bonuses if (trick if profile.weis_at_once else profile.cards) <= tricks)


def schneider_limit(target: int) -> int:
    """Half of a party's own target: whoever is below it at the end is in the Schneider. (JR-SCHN-02)"""
    return (target + 1) // 2


def bieter_targets(bid: int) -> tuple[int, int]:
    """What the König and the Bauernpartei have to reach: each its own target. (JR-SCHN-02)"""
    return bid, BAUERN_TARGET


def stake_lost(profile: Profile, stake: Fraction | int, points: int, target: int) -> Fraction:
    """What each loser pays: the stake, doubled in the Schneider where the game has one. (JR-SCHN-01, JR-SCHN-02)"""
    doubled = profile.schneider and points < schneider_limit(target)
    return Fraction(stake) * (2 if doubled else 1)
