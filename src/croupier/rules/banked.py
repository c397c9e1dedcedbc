"""The words a house-banked game adds: spots, choices, the reveal and the settlement."""

from typing import Literal

from msgspec import Struct

from croupier.rankings.picks import Pick
from croupier.rules.paytables import PayTable
from croupier.rules.step import Step

Irregularity = Literal[
    "dealer_card_exposed",
    "community_card_exposed",
    "face_up_card",
    "face_up_cards",
    "drawn_in_error",
    "player_wrong_number",
    "house_wrong_number",
    "shuffler_failed",
    "shoe_failed",
]


class Spot(Struct, frozen=True):
    """A betting area of the layout, and what may be placed on it before the cards."""

    clause: str
    name: str
    required: bool = False
    needs: str = ""  # another spot that must be covered too
    amount: Literal["limits", "side", "dollar", "pot_wager"] = "limits"
    if_posted: str = ""  # the sign key without which there is no such spot


class Wagers(Step, frozen=True, cache_hash=True):
    """Wagers are placed until the dealer says that there are no more bets."""

    spots: tuple[Spot, ...]
    closing: str  # the clause of "No more bets": from a manual shoe, the hand, an automated shoe
    by_hand: str
    by_shoe: str
    street: str = ""


class Deliver(Step, frozen=True):
    """Deal to every player and to the house's area: card by card, or in stacks from a shoe."""

    by_hand: str
    by_shoe: str
    each: int
    street: str = ""


class Choice(Step, frozen=True, cache_hash=True):
    """Each player with `asks` covered places `times` the ante on a spot, or declines."""

    asks: str
    place: str
    times: int
    otherwise: Literal["fold", "check", "surrender"]
    forfeits: str = ""  # the spot collected at once when a player declines
    collects: str = ""  # the clause that collects a folded hand without an open wager
    street: str = ""


class Reveal(Step, frozen=True):
    """The house's cards are turned up: the dealer's hand, or the community cards."""

    community: bool = False
    street: str = ""


class Stake(Struct, frozen=True):
    """One spot in the contest with the dealer's hand."""

    spot: str
    clause: str
    table: PayTable | None = None  # odds by the player's hand; even money without one
    threshold: bool = False  # paid only for the hand the sign elects (`ante_threshold`)
    unqualified: Literal["", "wins", "pushes"] = ""  # when the dealer does not qualify


class AgainstDealer(Struct, frozen=True, tag=True):
    """The higher hand wins; `qualifies` names a hand the dealer must reach."""

    clause: str
    ranking: str
    pick: Pick
    stakes: tuple[Stake, ...]
    qualifies: str = ""
    lower: str = ""  # the clause of a lower hand, and of an equal one, where the stakes have others
    equal: str = ""

    @property
    def spots(self) -> tuple[str, ...]:
        """The spots that this contest settles."""
        return tuple(stake.spot for stake in self.stakes)


class OnTable(Struct, frozen=True, tag=True):
    """A wager paid by a posted table, whatever the dealer holds."""

    clause: str
    spot: str
    table: PayTable
    even: bool = False  # the table only says who wins: the pay is even money
    forfeited: bool = False  # a player who folded has nothing here

    @property
    def spots(self) -> tuple[str, ...]:
        """The spot that this table settles."""
        return (self.spot,)


class OnMeter(Struct, frozen=True, tag=True):
    """The progressive wager: fixed prizes, and shares of the meter for a royal flush."""

    clause: str
    spot: str

    @property
    def spots(self) -> tuple[str, ...]:
        """The spot that the meter settles."""
        return (self.spot,)


Contest = AgainstDealer | OnTable | OnMeter


class Settle(Step, frozen=True, cache_hash=True):
    """From the dealer's right, counter-clockwise, one player at a time: collect, pay, return."""

    contests: tuple[Contest, ...]
    collects_folded: str = ""  # the clause under which forfeited wagers are taken in this pass
    turns_all: bool = False  # every player's cards are turned, also without a wager left
    limited: str = ""  # the clause of the aggregate payout limit
    street: str = ""


class Irregular(Struct, frozen=True):
    """A document's rule on one irregularity: what is void, and which wagers it saves."""

    clause: str
    kind: Irregularity
    voids: Literal["", "hand", "round"] = ""
    saves: str = ""  # the spot that is still settled
    saves_once_dealt: bool = False  # only when it is found after the deal
    until: Literal["", "first card", "choices", "reveal"] = ""  # when it can still happen


BankedStep = Wagers | Deliver | Choice | Reveal | Settle
