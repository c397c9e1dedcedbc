"""Ask bots for their answers, and play for those without a legal one.

A bot that answers illegally, raises, ends or takes too long is checked where that is free and
folded where it is not; it stands pat, shows its hand, and agrees to nothing. Each such answer is
counted. A bot that took too long is not asked again before the next session.
"""

import ctypes
from collections import Counter
from collections.abc import Mapping
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Literal

from msgspec.structs import replace

from croupier.cards import Card
from croupier.chips import Chips
from croupier.engine.commands import (
    Agree,
    Bet,
    Check,
    Command,
    Discard,
    Fold,
    Show,
    Stop,
    Surrender,
)
from croupier.engine.events import AnyEvent
from croupier.engine.play import play
from croupier.engine.round import Round
from croupier.engine.turns import Turn
from croupier.refused import Refused
from croupier.sim.bots import Bot
from croupier.views.seat import hide

Kind = Literal["illegal", "failed", "late", "absent"]
Outcome = tuple[Round, list[AnyEvent]]
MESSAGE_MOST, MESSAGES_MOST = 120, 3  # characters of a message, and messages of a bot


class Referee:
    """Bots by seat, what went wrong with them, and who is not asked any more."""

    def __init__(
        self, bots: Mapping[int, Bot], limits_s: Mapping[int, float] | None = None
    ) -> None:
        """Take the bots, and how many seconds some of them may think."""
        self.bots = bots
        self.limits_s = limits_s or {}
        self.faults: Counter[tuple[int, Kind]] = Counter()
        self.messages: Counter[tuple[int, str]] = Counter()
        self.away: set[int] = set()

    def answer(self, state: Round, turn: Turn) -> Outcome | None:
        """What the round is after the seat's answer; None when it wagers nothing."""
        command = self._asked(state, turn)
        if command is not None:
            try:
                if command.seat != turn.actor or turn.option(command.does) is None:
                    raise Refused("FIELD command", "not an answer to this turn")
                return play(state, command)
            except Exception as fault:  # a command may be built of anything
                self.faults[turn.actor, "illegal"] += 1
                self._hear(turn.actor, fault)
        safe = by_rule(turn, state.hands[turn.actor].down)
        return None if safe is None else play(state, safe)

    def _asked(self, state: Round, turn: Turn) -> Command | None:
        seat = turn.actor
        if seat in self.away:
            self.faults[seat, "absent"] += 1
            return None
        seen = hide(state, seat)
        seen = replace(seen, accounts=dict(seen.accounts))  # to look at, not to write in
        limit_s = self.limits_s.get(seat)
        try:
            bot = self.bots[seat]
            return bot(seen, turn) if limit_s is None else _within(limit_s, bot, seen, turn)
        except TimeoutError:
            self.faults[seat, "late"] += 1
            self.away.add(seat)
        except (Exception, SystemExit) as fault:
            self.faults[seat, "failed"] += 1
            self._hear(seat, fault.__cause__ or fault)
        return None

    def _hear(self, seat: int, fault: BaseException) -> None:
        """Keep what a failure says, in one line; of many different ones only the first few."""
        kind = "" if isinstance(fault, Refused) else f"{type(fault).__name__}: "
        words = " ".join(f"{kind}{fault}".split())[:MESSAGE_MOST]
        known = [message for at, message in self.messages if at == seat]
        if words in known or len(known) < MESSAGES_MOST:
            self.messages[seat, words] += 1


def by_rule(turn: Turn, hand: tuple[Card, ...] = ()) -> Command | None:
    """What is done for a player who does nothing; nothing at all before the cards at a bank.

    >>> from croupier.engine.turns import Option
    >>> by_rule(Turn(3, (Option("fold"), Option("call", 200, 200)), to_call=Chips(200)))
    Fold(seat=3)
    """
    seat = turn.actor
    if turn.option("check"):
        return Check(seat)
    if turn.option("fold"):
        return Fold(seat)
    if turn.option("surrender"):
        return Surrender(seat)
    if must := turn.option("discard"):
        return Discard(seat, hand[: must.least])
    if turn.option("show"):
        return Show(seat)
    if turn.option("agree"):
        return Agree(seat, yes=False)
    if turn.option("stop"):
        return Stop(seat)
    forced = turn.option("bet")
    return Bet(seat, Chips(forced.least)) if forced else None


class _TooLate(BaseException):
    """Raised inside a bot that is given up."""


def _within(limit_s: float, bot: Bot, seen: Round, turn: Turn) -> Command:
    """Ask in a separate thread, which is abandoned when time is up."""
    answers: SimpleQueue[tuple[Command | None, BaseException | None]] = SimpleQueue()

    def ask() -> None:
        try:
            answers.put((bot(seen, turn), None))
        except _TooLate:
            pass
        except BaseException as fault:  # passed on to the caller
            answers.put((None, fault))

    asked = Thread(target=ask, daemon=True)
    asked.start()
    try:
        command, fault = answers.get(timeout=limit_s)
    except Empty:
        _give_up(asked)
        raise TimeoutError from None
    if fault is not None:
        raise RuntimeError("a bot failed") from fault
    assert command is not None
    return command


def _give_up(thread: Thread) -> None:
    """Interrupt a bot's own Python code; what it waits for outside runs on without it."""
    assert thread.ident is not None
    ctypes.pythonapi.PyThreadState_SetAsyncExc(
        ctypes.c_ulong(thread.ident), ctypes.py_object(_TooLate)
    )
