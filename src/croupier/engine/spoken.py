"""What people say and push at a real table, and the action it amounts to (POKER 7, 15(j)).

A statement counts in this order: the word, if it names what is offered now; the amount, if it is
legal here; the chips. Speech comes first (15(j)), but only speech that binds: chips released
with a word that names nothing are a bet all the same (7(f)).
"""

from typing import NamedTuple

from msgspec.structs import replace

from croupier.chips import Chips, money
from croupier.engine import bet, commands
from croupier.engine.accounts import stack
from croupier.engine.commands import Say
from croupier.engine.decides import decides_unasked
from croupier.engine.events import AnyEvent, Folded, Ruled, TurnGiven
from croupier.engine.round import Round
from croupier.engine.turns import Option, Turn
from croupier.refused import Refused
from croupier.rules.steps import Bet

Wager = commands.Fold | commands.Check | commands.Call | commands.Bet | commands.RaiseTo
PAYS = (commands.Call, commands.Bet, commands.RaiseTo)


class Ruling(NamedTuple):
    """The action a statement amounts to, the clause behind it, and what the dealer says."""

    command: Wager | None
    clause: str
    says: str
    open: bool = False  # the chips decide the amount, so that more of them could still come
    pending: bool = False  # the bet is announced as not complete: more chips may come
    dead: bool = False  # the hand was thrown away, which does not undo the wager


@decides_unasked(Say)
def say(state: Round, said: Say) -> list[AnyEvent]:
    """Rule on a statement; an action it amounts to follows at once."""
    _check(state, said)
    ruling = bind(state, said)
    command, gone = ruling.command, "fold" if ruling.dead else ""
    events: list[AnyEvent] = [
        Ruled(
            clause=ruling.clause,
            seat=said.seat,
            said=said,
            amounts_to="" if ruling.pending else command.does if command else gone,
            says=ruling.says,
            pending=_joined(state.amiss.pending, said) if ruling.pending else None,
        )
    ]
    if command is not None and not ruling.pending:
        events += _acted(state, command)
    if ruling.dead:
        events.append(Folded(clause=ruling.clause, seat=said.seat))
    return events


def _check(state: Round, said: Say) -> None:
    """Refuse a statement that is impossible at this table now."""
    own = state.game.own
    if state.game.banked:
        why = "spoken wagers are not accepted: place chips on the layout"
        raise Refused(state.game.cite("6(a)"), why)
    if said.seat not in state.hands:
        raise Refused(own("POKER 7(a)"), f"seat {said.seat} is not in this round")
    if state.done:
        raise Refused(own("POKER 1 round of play"), "the round is over")
    if not isinstance(state.step, Bet):
        raise Refused(own("POKER 7(d)"), "nothing can be wagered now")
    if said.amount < 0 or any(chip <= 0 for chip in said.chips):
        raise Refused("FIELD chips", "amounts and chips must be more than zero")
    begun = state.amiss.pending
    before = begun if begun is not None and begun.seat == said.seat else None
    lies = state.accounts[stack(said.seat)]
    if sum(_joined(before, said).chips) > lies:
        why = f"seat {said.seat} has only {money(lies)} in front of it"
        raise Refused(own("POKER 7(c)"), why)


def _acted(state: Round, command: Wager) -> list[AnyEvent]:
    option = bet.turn_of(state).option(command.does)
    assert option is not None, "a ruling only amounts to what is offered"
    if isinstance(command, commands.Bet | commands.RaiseTo):
        return bet.wager(state, command, option)
    return bet.act(state, command, option)


def bind(state: Round, said: Say) -> Ruling:
    """Decide what a statement amounts to."""
    if state.turn(said.seat) is None:
        return _out_of_turn(state, said)
    before, turn = state.amiss.pending, bet.turn_of(state)
    whole = _joined(before, said)
    ruling = _rule(state, whole, turn)
    if before is not None and _worth(state, ruling) < _worth(state, _rule(state, before, turn)):
        ruling = _rule(state, replace(whole, amount=Chips(0)), turn)
    if whole.threw_hand:
        return _thrown(state, whole, turn, ruling)
    more = said.incomplete or (not said.resting and (whole.word == "raise" or before is not None))
    if ruling.open and more:
        clause = "POKER 7(g)(1)" if whole.incomplete else "POKER 7(g)(3)"
        words = "the bet is not complete"
        return ruling._replace(clause=state.game.own(clause), says=words, pending=True)
    if ruling.open and before is not None:
        clause = "POKER 7(g)(1)" if before.incomplete else "POKER 7(g)(3)"
        return ruling._replace(clause=state.game.own(clause))
    return ruling


def _out_of_turn(state: Round, said: Say) -> Ruling:
    """Nothing binds, but a wager already made stands, with or without a hand."""
    own, hand = state.game.own, state.hands[said.seat]
    wagered = bool(hand.bet) and said.seat in state.live and said.seat not in state.waiting
    if wagered and said.threw_hand:
        says = _change("the wager stands, the hand is dead", said, 0)
        return Ruling(None, own("POKER 15(j)(2)"), says, dead=True)
    if wagered and (said.chips or said.amount or said.word in ("bet", "raise")):
        forced = isinstance(state.step, Bet) and state.step.forced and not state.betting.aggressor
        bettor = state.betting.first if forced else state.betting.aggressor
        made = said.seat == bettor
        clause, what = ("POKER 7(g)", "bet") if made else ("POKER 7(g)(2)", "call")
        words = f"the {what} stands: it cannot be increased"
        return Ruling(None, own(clause), _change(words, said, 0))
    return Ruling(None, own("POKER 7(d)"), _change("out of turn: not binding", said, 0))


# --- a bet that is not complete --------------------------------------------------------------


def _joined(before: Say | None, said: Say) -> Say:
    """Join a statement to the unfinished bet it follows; it cannot make the bet smaller."""
    if before is None:
        return said
    return replace(
        said,
        word=before.word or (said.word if said.word in ("bet", "raise") else ""),
        amount=said.amount or before.amount,
        chips=before.chips + said.chips,
        incomplete=before.incomplete or said.incomplete,
        threw_hand=said.threw_hand or said.word == "fold",
    )


def _worth(state: Round, ruling: Ruling) -> int:
    command = ruling.command
    if isinstance(command, commands.Bet | commands.RaiseTo):
        return command.to
    return state.betting.price if isinstance(command, commands.Call) else 0


def begin(state: Round) -> list[AnyEvent]:
    """Continue the betting; an unfinished bet narrows its turn."""
    assert isinstance(state.step, Bet)
    events = bet.begin(state, state.step)
    return [_narrowed(state, event) if isinstance(event, TurnGiven) else event for event in events]


def _narrowed(state: Round, event: TurnGiven) -> TurnGiven:
    assert state.amiss.pending is not None
    (turn,) = event.turns
    begun = _rule(state, state.amiss.pending, turn).command
    options: list[Option] = []
    for option in turn.options:
        if option.does in ("bet", "raise") and isinstance(begun, commands.Bet | commands.RaiseTo):
            options.append(replace(option, least=begun.to))
        elif option.does in ("fold", "bet", "raise") or (begun and option.does == begun.does):
            options.append(option)
    return replace(event, turns=(replace(turn, options=tuple(options)),))


def unfinished(state: Round) -> Refused:
    """Why a turn does not offer an action that falls short of a bet once begun."""
    assert state.amiss.pending is not None
    clause = "POKER 7(d)" if state.amiss.pending.word else "POKER 7(f)"
    return Refused(state.game.own(clause), "a bet was begun: it must be completed, not taken back")


# --- a hand thrown away ----------------------------------------------------------------------


def _thrown(state: Round, said: Say, turn: Turn, ruling: Ruling) -> Ruling:
    """A wager that is owed is paid without a hand; else it is a fold, if a wager is faced."""
    own, owed = state.game.own, ruling.command
    if isinstance(owed, commands.Fold):
        return ruling
    if not isinstance(owed, PAYS):
        if turn.option("fold"):
            return Ruling(commands.Fold(said.seat), own("POKER 15(j)(1)"), "folds")
        if turn.option("check"):
            words = "checks" if owed else "not binding"
            words += ": no wager is faced, the hand is live"
            return ruling._replace(clause=own("POKER 15(j)(1)"), says=words)
        ruling = _forced(state, said, turn)  # the opener must bet, with a hand or without
    words = f"{ruling.says}; the hand is dead"
    return ruling._replace(clause=own("POKER 15(j)(2)"), says=words, dead=True)


def _forced(state: Round, said: Say, turn: Turn) -> Ruling:
    if option := turn.option("call"):
        words = f"places the forced bet of {money(option.most)}"
        return Ruling(commands.Call(said.seat), "", words)
    option = _raises(turn)
    assert option is not None, "a player who can neither check nor call can bet"
    return _wager(state, said, option, Chips(option.least), "")


# --- words and amounts -----------------------------------------------------------------------


def _rule(state: Round, said: Say, turn: Turn) -> Ruling:
    """The word, the amount or the chips: the first of them that binds."""
    return (
        _by_word(state, said, turn) or _by_amount(state, said, turn) or _by_chips(state, said, turn)
    )


def _by_word(state: Round, said: Say, turn: Turn) -> Ruling | None:
    option = turn.option(said.word)
    if option is None:
        return None
    match said.word:
        case "fold":
            return _plain(state, said, commands.Fold(said.seat), "folds", 0)
        case "check":
            return _plain(state, said, commands.Check(said.seat), "checks", 0)
        case "call":
            words = f"calls {money(turn.to_call)}"
            return _plain(state, said, commands.Call(said.seat), words, turn.to_call)
        case _:
            return _raise(state, said, option)


def _plain(state: Round, said: Say, command: Wager, words: str, due: int) -> Ruling:
    """What was said, though the chips may say something else."""
    agree = sum(said.chips) in (0, due)
    clause = state.game.own("POKER 7(d)" if agree else "POKER 15(j)")
    return Ruling(command, clause, _change(words, said, due))


def _raise(state: Round, said: Say, option: Option) -> Ruling:
    """The word binds; an amount that is not legal becomes the nearest that is (A-27)."""
    own, bet_now = state.game.own, state.hands[said.seat].bet
    pushed = sum(said.chips)
    if not said.amount:
        to = at_most(option, bet_now + pushed)
        return _wager(state, said, option, to, own("POKER 7(d)"))._replace(open=True)
    to = nearest(option, said.amount)
    clause = own("POKER 7(e)" if pushed not in (0, to - bet_now) else "POKER 7(d)")
    return _wager(state, said, option, to, "A-27" if to != said.amount else clause)


def _by_amount(state: Round, said: Say, turn: Turn) -> Ruling | None:
    """A size of wager without a word that binds: a call or a raise, as the amount makes it."""
    bet_now, option = state.hands[said.seat].bet, _raises(turn)
    if not said.amount:
        return None
    calls = (state.betting.price, turn.to_call, bet_now + turn.to_call)
    if turn.option("call") and said.amount in calls:
        words = f"calls {money(turn.to_call)}"
        return _plain(state, said, commands.Call(said.seat), words, turn.to_call)
    if option is None or not option.admits(said.amount):
        return None
    return _raise(state, said, option)


def _raises(turn: Turn) -> Option | None:
    return turn.option("raise") or turn.option("bet")


def at_most(option: Option, wanted: int) -> Chips:
    """The largest legal amount that chips cover, or the least one that they begin.

    >>> raises = Option("raise", 400, 2050, 100)
    >>> at_most(raises, 0), at_most(raises, 770), at_most(raises, 2050), at_most(raises, 9000)
    (400, 700, 2050, 2050)
    """
    if wanted >= option.most:
        return Chips(option.most)
    return Chips(max(wanted // option.unit * option.unit, option.least))


def nearest(option: Option, wanted: int) -> Chips:
    """The legal amount nearest to the one that was named.

    >>> nearest(Option("raise", 400, 400, 100), 5000)
    400
    >>> nearest(Option("raise", 400, 2050, 100), 770)
    800
    """
    below = at_most(option, wanted)
    above = (wanted // option.unit + 1) * option.unit
    legal = [amount for amount in (below, above, option.most) if option.admits(amount)]
    return Chips(min(legal, key=lambda amount: (abs(amount - wanted), amount)))


def _wager(state: Round, said: Say, option: Option, to: Chips, clause: str) -> Ruling:
    if option.does == "bet":
        command: Wager = commands.Bet(said.seat, to)
        words = f"bets {money(to)}"
    else:
        command = commands.RaiseTo(said.seat, to)
        words = f"{'raises' if state.betting.level else 'completes'} to {money(to)}"
    return Ruling(command, clause, _change(words, said, to - state.hands[said.seat].bet))


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
        return Ruling(None, own("POKER 7(d)"), _why_not(state, said, turn))
    if turn.option("call"):
        return _by_chips_facing(state, said, turn)
    one, option = len(said.chips) == 1, _raises(turn)
    if one and state.betting.price:  # a blind's option: the preceding bet is called already
        words = _change("checks", said, 0)
        return Ruling(commands.Check(said.seat), own("POKER 7(i)"), words)
    if option is None:
        return Ruling(None, own("POKER 7(f)"), _change("no bet is possible", said, 0))
    to = at_most(option, state.hands[said.seat].bet + pushed)
    clause = "A-28" if one else own("POKER 7(f)")
    return _wager(state, said, option, to, clause)._replace(open=True)


def _by_chips_facing(state: Round, said: Say, turn: Turn) -> Ruling:
    """Chips toward an open bet: a call, unless they are at least half of a raise (A-29)."""
    own, pushed, price = state.game.own, sum(said.chips), state.betting.price
    words = _change(f"calls {money(turn.to_call)}", said, turn.to_call)
    call = Ruling(commands.Call(said.seat), own("POKER 7(f)"), words, open=True)
    if pushed == turn.to_call:
        return call._replace(clause=own("POKER 7(g)(2)"))
    if pushed < turn.to_call:
        return call
    if len(said.chips) == 1:
        return call._replace(clause=own("POKER 7(i)"))
    option, total = _raises(turn), state.hands[said.seat].bet + pushed
    if option is None or (total - price) * 2 < option.least - price:
        return call._replace(clause="A-29")
    clause = "A-29" if total < option.least else own("POKER 7(f)")
    return _wager(state, said, option, at_most(option, total), clause)._replace(open=True)


def _why_not(state: Round, said: Say, turn: Turn) -> str:
    """Why nothing that was said binds."""
    if said.amount:
        return f"{money(said.amount)} is no wager here: not binding"
    if not said.word:
        return "nothing was said"
    named: dict[str, Wager] = {
        "fold": commands.Fold(said.seat),
        "check": commands.Check(said.seat),
        "call": commands.Call(said.seat),
        "bet": commands.Bet(said.seat, Chips(0)),
        "raise": commands.RaiseTo(said.seat, Chips(0)),
    }
    return f"not binding: {bet.why_not(state, named[said.word]).why}"
