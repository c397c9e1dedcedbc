"""The answers of the fast table as numbers, and as commands of the engine and back."""

from collections.abc import Callable

from croupier.chips import Chips
from croupier.engine import commands as say
from croupier.engine.commands import Command
from croupier.engine.round import Round
from croupier.rules.banked import Choice

FOLD, CHECK, CALL, BET, RAISE, DRAW, SHOW, PLACE, MUCK, AGREE, DECLINE = range(11)
NAMES = (
    "fold",
    "check",
    "call",
    "bet",
    "raise",
    "draw",
    "show",
    "place",
    "muck",
    "agree",
    "decline",
)
NOTHING, BETS, DRAWS, SHOWS, AGREES, PLACES, CHOICE = range(7)  # what a player is asked
KINDS = ("nothing", "bet", "draw", "show", "agree", "place", "choice")

_PLAIN: dict[int, Callable[[int], Command]] = {
    FOLD: say.Fold,
    CHECK: say.Check,
    CALL: say.Call,
    SHOW: say.Show,
    MUCK: say.Muck,
    AGREE: say.Agree,
}


def command_of(state: Round, seat: int, verb: int, amount: int) -> Command:
    """What an answer of the fast table is to the engine, in the state that it answers."""
    if verb in (BET, RAISE):
        make = say.RaiseTo if state.betting.price else say.Bet
        return make(seat, Chips(amount))
    if verb == DRAW:
        hand = sorted(state.hands[seat].down, key=lambda card: card.number)
        cards = tuple(card for place, card in enumerate(hand) if amount >> place & 1)
        return say.Discard(seat, cards)
    if verb == DECLINE:
        return say.Agree(seat, yes=False)
    step = state.script[state.at]
    if isinstance(step, Choice) and verb != CHECK:
        if verb == PLACE:
            return say.Place(seat, {step.place: Chips(amount)})
        return say.Surrender(seat) if step.otherwise == "surrender" else say.Fold(seat)
    return _PLAIN[verb](seat)
