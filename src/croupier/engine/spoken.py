"""What people say and push at a real table, and the action it amounts to (POKER 7, 15(j))."""

from typing import NamedTuple

from msgspec.structs import replace

from croupier.chips import Chips, money
from croupier.engine import bet, commands
from croupier.engine.commands import Say
from croupier.engine.events import AnyEvent, Folded, Ruled
from croupier.engine.round import Round
from croupier.engine.turns import Option, Turn
from croupier.refused import Refused
from croupier.rules.steps import Bet

Wager = commands.Fold | commands.Check | commands.Call | commands.Bet | commands.RaiseTo


class Ruling(NamedTuple):
    """The action a statement amounts to, the clause behind it, and what the dealer says."""

    command: Wager | None
    clause: str
    says: str
    pending: bool = False  # the bet is announced as not complete: more chips may come
    dead: bool = False  # the hand was thrown away, which does not undo the wager


def say(state: Round, command: Say) -> list[AnyEvent]:
    """Rule on a statement; an action it amounts to follows at once."""
    if state.game.banked:
        why = "wagers are chips on the layout; a spoken wager is not accepted"
        raise Refused(state.game.cite("6(a)"), why)
    if not isinstance(state.step, Bet) or command.seat not in state.hands:
        raise Refused(state.game.own("POKER 7(d)"), "nothing can be wagered now")
    said = _joined(state, command)
    ruling = bind(state, said)
    told: list[AnyEvent] = [
        Ruled(
            clause=ruling.clause,
            seat=said.seat,
            amounts_to=ruling.command.does if ruling.command else "",
            says=ruling.says,
            pending=said if ruling.pending else None,
        )
    ]
    if ruling.command is not None:
        told += _acted(state, ruling.command)
    if ruling.dead and not isinstance(ruling.command, commands.Fold):
        clause = state.game.own("POKER 15(j)(2)")
        told.append(Folded(clause=clause, seat=said.seat))
    return told


def _joined(state: Round, said: Say) -> Say:
    """Chips that follow a bet announced as not complete belong to the same bet."""
    before = state.pending
    if before is None or before.seat != said.seat:
        return said
    word, amount = said.word or before.word, said.amount or before.amount
    return replace(said, word=word, amount=amount, chips=before.chips + said.chips)


def _acted(state: Round, command: Wager) -> list[AnyEvent]:
    turn = state.turn(command.seat)
    option = turn.option(command.does) if turn else None
    assert option is not None, "a ruling only amounts to what is offered"
    if isinstance(command, commands.Bet | commands.RaiseTo):
        return bet.wager(state, command, option)
    return bet.act(state, command, option)


def bind(state: Round, said: Say) -> Ruling:
    """Decide what a statement amounts to; speech outranks chips and gestures (15(j))."""
    own, turn = state.game.own, state.turn(said.seat)
    if turn is None:
        return Ruling(None, own("POKER 7(d)"), "out of turn: not binding")
    if not said.resting and (said.incomplete or said.word == "raise"):
        clause = own("POKER 7(g)(1)") if said.incomplete else own("POKER 7(g)(3)")
        return Ruling(None, clause, "the bet is not complete", pending=True)
    spoke = said.word or said.amount
    ruling = _by_word(state, said, turn) if spoke else _by_chips(state, said, turn)
    if not said.threw_hand:
        return ruling
    if ruling.command is None:
        return _thrown(state, said, turn)
    return ruling._replace(dead=True)


def _thrown(state: Round, said: Say, turn: Turn) -> Ruling:
    if turn.option("fold"):
        clause = state.game.own("POKER 15(j)(1)")
        return Ruling(commands.Fold(said.seat), clause, "folds")
    return Ruling(None, state.game.own("POKER 15(j)(1)"), "no wager is faced: the hand is live")


# --- words -----------------------------------------------------------------------------------


def _by_word(state: Round, said: Say, turn: Turn) -> Ruling:
    clause = state.game.own("POKER 15(j)" if said.chips else "POKER 7(d)")
    seat = said.seat
    match said.word:
        case "fold" if turn.option("fold"):
            return Ruling(commands.Fold(seat), clause, "folds")
        case "check" if turn.option("check"):
            return Ruling(commands.Check(seat), clause, "checks")
        case "call" if turn.option("call"):
            return Ruling(commands.Call(seat), clause, _change("calls", said, turn.to_call))
        case "raise" | "bet" if (option := _raises(turn)) is not None:
            return _raise(state, said, turn, option)
        case "" if said.amount:
            return _amount(state, said, turn)
        case _:
            return Ruling(None, state.game.own("POKER 7(d)"), "not an action here: not binding")


def _raises(turn: Turn) -> Option | None:
    return turn.option("raise") or turn.option("bet")


def _raise(state: Round, said: Say, turn: Turn, option: Option) -> Ruling:
    """The word binds; an amount that is not legal becomes the nearest that is (A-27)."""
    bet_now = state.hands[said.seat].bet
    wanted = said.amount or (bet_now + sum(said.chips) if said.chips else option.least)
    to = nearest(option, wanted)
    if said.amount and to != said.amount:
        clause = "A-27"
    elif said.amount and said.chips and to - bet_now != sum(said.chips):
        clause = state.game.own("POKER 7(e)")
    else:
        clause = state.game.own("POKER 7(d)")
    words = f"{'raises' if option.does == 'raise' else 'bets'} to {money(to)}"
    return Ruling(_wager(said.seat, option, to), clause, _change(words, said, to - bet_now))


def _amount(state: Round, said: Say, turn: Turn) -> Ruling:
    """An announced size without a word: what the amount makes it."""
    clause = state.game.own("POKER 7(d)")
    price, option = state.betting.price, _raises(turn)
    if turn.option("call") and said.amount <= price:
        full = said.amount in (price, turn.to_call)
        if full:
            return Ruling(commands.Call(said.seat), clause, _change("calls", said, turn.to_call))
        return Ruling(None, clause, f"{money(said.amount)} is no wager here: not binding")
    if option is None or not option.admits(said.amount):
        return Ruling(None, clause, f"{money(said.amount)} is no wager here: not binding")
    return _raise(state, said, turn, option)


def nearest(option: Option, wanted: int) -> Chips:
    """The legal amount nearest to the one that was named.

    >>> nearest(Option("raise", 400, 400, 100), 5000)
    400
    """
    whole = wanted // option.unit * option.unit
    return Chips(min(max(whole, option.least), option.most))


def _wager(seat: int, option: Option, to: Chips) -> Wager:
    return commands.RaiseTo(seat, to) if option.does == "raise" else commands.Bet(seat, to)


def _change(words: str, said: Say, due: int) -> str:
    """Say what is still owed, or what comes back, when the chips differ from the wager."""
    pushed = sum(said.chips)
    if not pushed or pushed == due:
        return words
    if pushed < due:
        return f"{words}; {money(due - pushed)} more"
    return f"{words}; {money(pushed - due)} back"


# --- chips without words ---------------------------------------------------------------------


def _by_chips(state: Round, said: Say, turn: Turn) -> Ruling:
    own, pushed = state.game.own, sum(said.chips)
    if not pushed:
        return Ruling(None, own("POKER 7(d)"), "nothing was said")
    option, bet_now = _raises(turn), state.hands[said.seat].bet
    if turn.option("call"):
        return _by_chips_facing(state, said, turn, option)
    if option is None:
        return Ruling(None, own("POKER 7(f)"), "no bet is possible: the chips go back")
    to = nearest(option, bet_now + pushed)
    clause = "A-28" if len(said.chips) == 1 and to != bet_now + pushed else own("POKER 7(f)")
    return Ruling(_wager(said.seat, option, to), clause, _change(f"bets {money(to)}", said, to))


def _by_chips_facing(state: Round, said: Say, turn: Turn, option: Option | None) -> Ruling:
    own, pushed = state.game.own, sum(said.chips)
    call = commands.Call(said.seat)
    words = _change("calls", said, turn.to_call)
    if len(said.chips) == 1 and pushed > turn.to_call:
        return Ruling(call, own("POKER 7(i)"), words)
    if pushed <= turn.to_call:
        return Ruling(call, own("POKER 7(g)(2)" if pushed == turn.to_call else "POKER 7(f)"), words)
    total = state.hands[said.seat].bet + pushed
    if option is None or (total - state.betting.price) * 2 < option.least - state.betting.price:
        return Ruling(call, "A-29", words)  # less than half a raise is a call
    to = nearest(option, total)
    raised = _change(f"raises to {money(to)}", said, to - state.hands[said.seat].bet)
    clause = own("POKER 7(f)") if to == total else "A-29"
    return Ruling(_wager(said.seat, option, to), clause, raised)
