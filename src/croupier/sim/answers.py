"""Commands that answer a turn: what costs least, what an option amounts to, what is beaten."""

from collections.abc import Callable

from croupier.chips import Chips
from croupier.engine.commands import (
    Agree,
    Bet,
    Call,
    Check,
    Command,
    Discard,
    Fold,
    Muck,
    PlayOn,
    RaiseTo,
    Show,
    Stop,
)
from croupier.engine.round import Round
from croupier.engine.turns import Option, Turn
from croupier.rules.banked import Wagers
from croupier.sim.bank_strategies import answer_choice, first_wagers
from croupier.sim.discarding import throw


def place(seen: Round, turn: Turn, *, stay: bool) -> Command:
    """Wager against the bank: the least before the cards, then what is asked for or not."""
    if isinstance(seen.step, Wagers):
        return first_wagers(seen, turn)
    return answer_choice(seen, turn, stay=stay)


def passive(turn: Turn, seen: Round | None = None) -> Command:
    """The answer of a bot that costs least: check, call, stand pat, show, agree, else fold.

    Where a card must be thrown, `seen` says which hand it comes from.
    """
    must = turn.option("discard")
    if seen is not None and must and must.least:
        return throw(seen, turn)
    order = ("check", "call", "discard", "show", "agree", "play_on", "bet", "fold")
    option = next(option for does in order if (option := turn.option(does)))
    return answer(turn, option, option.least)


def answer(turn: Turn, option: Option, amount: int) -> Command:
    """The command with which a bot takes an option; the amount is that of a bet or raise."""
    seat = turn.actor
    match option.does:
        case "bet":
            return Bet(seat, Chips(amount))
        case "raise":
            return RaiseTo(seat, Chips(amount))
        case "discard":
            return Discard(seat)
        case "agree":
            return Agree(seat)
        case "fold" | "check" | "call" | "show" | "muck" | "stop" | "play_on":
            return _PLAIN[option.does](seat)
        case _:
            raise AssertionError(f"{option.does} is the dealer's to do")


_PLAIN: dict[str, Callable[[int], Command]] = {
    "fold": Fold,
    "check": Check,
    "call": Call,
    "show": Show,
    "muck": Muck,
    "stop": Stop,
    "play_on": PlayOn,
}
