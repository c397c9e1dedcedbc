"""The events before the first card: a round opens, the deck is cut, bets are posted."""

from collections.abc import Collection
from typing import Self

from msgspec.structs import replace

from croupier.cards import Card, veil
from croupier.chips import Chips
from croupier.engine.accounts import SEATS, Move, carry
from croupier.engine.dues import Due, Kind
from croupier.engine.event import RoundEvent
from croupier.engine.evolve import evolves, unchanged
from croupier.engine.round import Round
from croupier.rules.irregular import Accident
from croupier.rules.sign import TableSign

LIVE = ("blind", "straddle", "kill", "post")  # what counts as a bet of the first betting round


class RoundOpened(RoundEvent, frozen=True, kw_only=True):
    """A round of play begins: who plays with what, under which sign, owing which bets."""

    visibility = "public"
    ends_preview = True
    game: str
    sign: TableSign
    stacks: dict[int, Chips]
    button: int
    dues: tuple[Due, ...]
    bomb: bool = False
    killed: bool = False
    meter: Chips = Chips(0)  # the progressive meter as the round finds it


class DeckCut(RoundEvent, frozen=True, kw_only=True, omit_defaults=True):
    """The deck is ready, shuffled and cut; its order is hidden from everyone."""

    visibility = "veiled"
    ends_preview = True
    order: tuple[Card, ...]
    cut: int
    accidents: tuple[Accident, ...] = ()  # of the dealing to come, by card

    def veiled(self, own: Collection[int]) -> Self:
        """Hide the whole order, and what is going to happen to it."""
        return replace(self, order=veil(self.order), accidents=())


@evolves(DeckCut)
def _deck_cut(state: Round, event: DeckCut) -> Round:
    amiss = replace(state.amiss, accidents=event.accidents) if event.accidents else state.amiss
    return replace(state, deck=event.order, top=0, amiss=amiss)


class Posted(RoundEvent, frozen=True, kw_only=True):
    """Bets of one kind were placed before the cards; `owed` is what each should have been."""

    visibility = "public"
    kind: Kind
    seats: tuple[int, ...]
    owed: tuple[Chips, ...]
    moves: tuple[Move, ...]


@evolves(Posted)
def _posted(state: Round, event: Posted) -> Round:
    hands, betting = state.hands.copy(), state.betting
    for move in event.moves:
        seat = SEATS[move.source]
        hand = hands[seat]
        if event.kind == "dead":
            hands[seat] = replace(hand, dead=Chips(hand.dead + move.chips))
            continue
        paid = Chips(hand.paid + move.chips)
        bet = Chips(hand.bet + move.chips) if event.kind in LIVE else hand.bet
        hands[seat] = replace(hand, paid=paid, bet=bet)
    if event.kind in LIVE:
        betting = replace(betting, price=max(betting.price, *event.owed))
    accounts = carry(state.accounts, event.moves)
    return replace(state, hands=hands, betting=betting, accounts=accounts)


class CoinConverted(RoundEvent, frozen=True, kw_only=True):
    """Coin in the pot was exchanged for dollar chips (POKER 7(c)(2))."""

    visibility = "public"
    dollars: int
    coin: Chips


evolves(CoinConverted)(unchanged)
