"""What a rule book says of irregularities: the section `referee` of a `Reglement`, and the values its fields may have.

Where two books rule an offence differently there is a field here. The referee (`puur.referee`) reads them all; the core itself
reads only what steers play after a ruling: how a dead card is led, and whether hands are checked.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from puur.core.fields import limited


class MisdealDealer(Enum):
    """Who deals again after a misdeal."""

    SAME = "same"
    NEXT = "next"


class ObjectUntil(Enum):
    """Until when a player may object to the dealing."""

    OWN_CARD = "own-card"  # until one's own first card, nobody once the first trick is turned (JR-DEAL-19, JR-DEAL-20)
    FIRST_TRICK = "first-trick"  # everybody until the first trick is turned


class Balance(Enum):
    """What happens to an error that can no longer be objected to."""

    STANDS = "stands"
    BALANCED = "balanced"  # the next deal swaps it back; where none is left, the deal is void (NWS-2-08, NWS-3-09, NWS-3-10)
    OFFICIAL = "official"


class PartnerBids(Enum):
    """What happens when the partner speaks before Vorhand has decided."""

    VORHAND_DEALS = "vorhand-deals"  # void, and Vorhand deals (JR-TRUMP-05)
    SAME_DEALER = "same-dealer"  # void, and the same dealer deals again (NWS-4-09)


class LeadBan(Enum):
    """What may not be led or played for a while after a wrong lead."""

    NOTHING = "nothing"
    SUIT = "suit"  # the party may not lead the suit (JR-ERR-01); trump is the opponents' choice (JR-ERR-02)
    CARD = "card"  # the card may not be played (NWS-4-11)


class TrickFate(Enum):
    """What becomes of the trick in which somebody was at fault."""

    NORMAL = "normal"
    BARRED = "barred"  # the offender cannot win it
    FORFEIT = "forfeit"  # it goes to the opponents, and the player after the offender leads next


class Late(Enum):
    """What may be done about an error in a trick that is turned."""

    ANNUL = "annul"  # the opponents annul the deal or let it go on (JR-ERR-11, JR-ERR-12)
    STANDS = "stands"


class Exchange(Enum):
    """Which card of the suit replaces a wrong one."""

    ANY = "any"
    HIGHEST = "highest"


class Devalued(Enum):
    """Which cards a revoke deprives of their Stechwert."""

    NOTHING = "nothing"
    WRONG_CARD = "wrong-card"
    HELD_BACK = "held-back"  # the wrong card, and the highest one of the led suit
    WRONG_SUIT = "wrong-suit"  # the highest card of the suit that was wrongly played (TAM-ES-57)
    LED_SUIT = "led-suit"  # the other reading of TAM-ES-57: the highest of the led suit, if there are several


class SeveralDead(Enum):
    """Which cards lose their Stechwert when several are put down at once."""

    LAID = "laid"
    ALL_HELD = "all-held"


class SeveralCard(Enum):
    """Which of several cards put down at once is played."""

    OPPONENTS = "opponents"  # the opponents choose among the legal ones (JR-TWO-02)
    HIGHEST = "highest"  # the highest of the led suit, otherwise the opponents choose (NWS-5-14, NWS-5-15)
    OFFENDER = "offender"


class EarlyExchange(Enum):
    """What follows when a card laid too early has to be exchanged for one of the led suit."""

    BOTH_DEAD = "both-dead"  # both lose their Stechwert (JR-VOR-03)
    REVOKE = "revoke"  # it is treated as a revoke (NWS-5-17)
    PLAIN = "plain"


class DeadLead(Enum):
    """Whose trick it is when a card without Stechwert has to be led."""

    OPPONENTS = "opponents"  # always the opponents' (JR-ERR-05)
    PARTNER_TRUMP = "partner-trump"  # the opponents', unless the partner wins it with a trump (NWS-5-23, NWS-5-24)
    NEXT_CARD = "next-card"  # the next player's card counts as led (TAM-ES-50, TAM-ES-51)


class Sanction(Enum):
    """What a breach costs."""

    NOTHING = "nothing"  # it is recorded
    ANNUL = "annul"  # the opponents may annul the deal
    FORFEIT = "forfeit"  # the trick goes to the opponents, and the player after the offender leads next
    POINTS = "points"  # the points of the cards concerned go to the opponents
    LOSS = "loss"  # the deal is lost, as its game counts that
    PENALTY = "penalty"  # penalty points for the player, from the list of the book
    OFFICIAL = "official"  # the official decides


class FalseClaim(Enum):
    """What a wrong claim of the remaining tricks costs."""

    REST = "rest"  # all of them go to the opponents
    BETRAYAL = "betrayal"  # the claim is a remark that betrays the game, right or wrong (TAM-CP-42)


@dataclass(frozen=True, slots=True)
class Penalty:
    """What an act of the book's list costs: points for the person, unless a circumstance excuses it."""

    points: int = limited(0, 10_000, default=0)
    unless: str = ""


# Which of them mean something for an offence; the loader refuses the others, which would change nothing.
_OF_TALK = tuple(sanction for sanction in Sanction if sanction not in (Sanction.POINTS, Sanction.LOSS))
_OF_LOOKING = (Sanction.NOTHING, Sanction.POINTS, Sanction.PENALTY, Sanction.OFFICIAL)
_OF_WEIS = (Sanction.NOTHING, Sanction.ANNUL, Sanction.OFFICIAL)


@dataclass(frozen=True, slots=True, kw_only=True)
class RefereeRules:
    """Irregularities and what follows from them; a book that is silent has what the general rules say."""

    check_hands: bool = True  # hands of the wrong size stop the deal before the announcement
    misdeal_dealer: MisdealDealer = MisdealDealer.SAME
    exposed_card: bool = True  # a card seen while dealing means a new deal
    objection: ObjectUntil = ObjectUntil.OWN_CARD
    wrong_dealer_late: Balance = limited(default=Balance.STANDS, among=(Balance.STANDS, Balance.BALANCED))
    short_pack: bool = True  # deals played with a wrong pack stand once their first trick was turned
    partner_bids: PartnerBids = PartnerBids.VORHAND_DEALS
    wrong_party: Balance = Balance.OFFICIAL  # the other party announced
    # the cards are taken up before Vorhand has decided
    pick_up: Sanction = limited(default=Sanction.NOTHING, among=(Sanction.NOTHING, Sanction.PENALTY, Sanction.OFFICIAL))
    devalue: bool = True  # whether cards lose their Stechwert at all: not in games where that would help the offender (JR-ERR-09)
    lead_trick: TrickFate = TrickFate.NORMAL
    lead_dead: bool = True  # a card led by the wrong player loses its Stechwert
    lead_ban: LeadBan = LeadBan.SUIT
    lead_late: Late = Late.ANNUL
    revoke_trick: TrickFate = TrickFate.BARRED
    revoke_card: Exchange = Exchange.ANY
    revoke_dead: Devalued = Devalued.HELD_BACK
    revoke_trumps: bool = True  # trump led and not followed: all own trumps but the Puur lose their Stechwert
    revoke_late: Late = Late.ANNUL
    revoke_change: bool = True  # opponents who played after a wrong card may change theirs, the partner may not
    early_exchange: EarlyExchange = EarlyExchange.BOTH_DEAD
    several_dead: SeveralDead = SeveralDead.LAID
    several_card: SeveralCard = SeveralCard.OPPONENTS
    several_trick: TrickFate = limited(default=TrickFate.NORMAL, among=(TrickFate.NORMAL, TrickFate.BARRED))
    dead_lead: DeadLead = DeadLead.OPPONENTS
    # the next card is held ready too early
    ready_card: Sanction = limited(default=Sanction.NOTHING, among=(Sanction.NOTHING, Sanction.OFFICIAL))
    remark: Sanction = limited(default=Sanction.ANNUL, among=_OF_TALK)
    card_talk: Sanction = limited(default=Sanction.ANNUL, among=_OF_TALK)  # speaking about the content of cards
    looking: Sanction = limited(default=Sanction.POINTS, among=_OF_LOOKING)
    left_tricks: bool = True  # tricks left lying go to the winner of the next one
    false_claim: FalseClaim = FalseClaim.REST
    missing_card: Sanction = limited(default=Sanction.ANNUL, among=(Sanction.ANNUL, Sanction.OFFICIAL))
    weis_vorhand: Sanction = limited(default=Sanction.ANNUL, among=_OF_WEIS)  # "Vorhand" said to an equal Weis
    weis_unneeded: Sanction = limited(default=Sanction.ANNUL, among=_OF_WEIS)  # a Weis announced that can never count
    # a Weis described wrongly and not corrected
    weis_wrong: Sanction = limited(default=Sanction.ANNUL, among=(Sanction.ANNUL, Sanction.PENALTY, Sanction.LOSS))
    weis_reply: bool = True  # after a false highest Weis the opponents may announce a smaller one
    seat_change: bool = False  # whether seats may be changed during a game
    authority: str | None = None  # the rules that the book names for what it does not say itself
    officials: tuple[str, ...] = ()  # who decides, the first one first
    self_settled: bool = True  # whether the players may settle a dispute among themselves
    appeal: bool = False  # whether the next official may replace a ruling
    warning_first: bool = False  # whether an exclusion needs a warning before it
    substitute: str | None = None  # who plays on for an excluded player
    disqualify: bool = False  # whether the official may disqualify whoever breaks the rules
    accept_rules: bool = False  # whether taking part needs the rules to be accepted
    confirm_result: bool = False  # whether a player has to confirm having played by the rules
    protest_days: int = limited(0, 365, default=0)  # how long a written protest may be filed; 0: there is none
    protest_to: str | None = None  # where it is sent
