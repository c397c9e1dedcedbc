"""Whole hands: six players, the same random policy on both sides, every event kept.

The policy: facing a bet, fold one time in six; raise one time in six to the least amount; else
check or call. At a draw, throw a random number of cards. Both sides draw from the same generator
in the same order of questions, and the mean number of decisions shows that they play alike.
"""

from collections.abc import Callable, Iterable, Sequence
from math import prod
from random import Random
from time import process_time
from typing import Any, NamedTuple

import pokerkit
from msgspec.structs import replace
from pokerkit import Automation, State
from rich.table import Table

from croupier.cards import DECK_52, Card
from croupier.chips import Chips
from croupier.engine import commands
from croupier.engine.deal import renewal
from croupier.engine.play import play, start
from croupier.engine.turns import Turn
from croupier.games import GAMES
from croupier.rules.sign import TableSign

PLAYERS, STACK = 6, 200_00
AUTOMATIONS = tuple(Automation)
TRIMMED = True  # a short ante contests that much of each ante


class Contest(NamedTuple):
    """One game on both sides."""

    name: str
    game: str
    sign: TableSign
    peer: Callable[[], State]


def _fixed(key: str) -> TableSign:
    return replace(GAMES[key].sign, raise_cap=3)


def _flop(peer: Any, *bets: int) -> Callable[[], State]:
    def create() -> State:
        state: State = peer.create_state(
            AUTOMATIONS, TRIMMED, 0, (100, 200), *bets, STACK, PLAYERS, mode=pokerkit.Mode.CASH_GAME
        )
        return state

    return create


def _stud() -> State:
    state: State = pokerkit.FixedLimitSevenCardStud.create_state(
        AUTOMATIONS, TRIMMED, 100, 100, 200, 400, STACK, PLAYERS, mode=pokerkit.Mode.CASH_GAME
    )
    return state


def _big(structure: str) -> dict[str, Any]:
    return {"structure": structure, "limits": (Chips(200),)}


CONTESTS = (
    Contest(
        "no-limit hold'em",
        "holdem",
        replace(GAMES["holdem"].sign, **_big("no_limit")),
        _flop(pokerkit.NoLimitTexasHoldem, 200),
    ),
    Contest(
        "pot-limit omaha",
        "omaha",
        replace(GAMES["omaha"].sign, **_big("pot_limit")),
        _flop(pokerkit.PotLimitOmahaHoldem, 200),
    ),
    Contest(
        "omaha hi-lo",
        "omaha-hilo-8",
        _fixed("omaha-hilo-8"),
        _flop(pokerkit.FixedLimitOmahaHoldemHighLowSplitEightOrBetter, 200, 400),
    ),
    Contest(
        "seven-card stud",
        "seven-card-stud",
        replace(_fixed("seven-card-stud"), ante=Chips(100)),
        _stud,
    ),
    Contest(
        "2-7 triple draw",
        "triple-draw-2-7",
        _fixed("triple-draw-2-7"),
        _flop(pokerkit.FixedLimitDeuceToSevenLowballTripleDraw, 200, 400),
    ),
    Contest("badugi", "badugi", _fixed("badugi"), _flop(pokerkit.FixedLimitBadugi, 200, 400)),
)


def deal_ours(contest: Contest, chance: Random) -> tuple[int, int]:
    """Deal one hand; the decisions taken and the events kept."""
    order = shuffled(DECK_52, chance)
    stacks = dict.fromkeys(range(1, PLAYERS + 1), STACK)
    state, log = start(GAMES[contest.game], contest.sign, stacks, order=order, button=PLAYERS)
    decisions = 0
    while not state.done:
        turn = state.turns[0]
        seat, first = turn.actor, turn.options[0].does
        command: commands.Command
        if first in ("fold", "check"):
            command = _wager(turn, chance)
            decisions += 1
        elif first == "discard":
            hand = state.hands[seat].down
            command = commands.Discard(seat, hand[: _number(hand, chance)])
            decisions += 1
        elif first == "show":
            command = commands.Show(seat)
        else:
            command = commands.Reshuffle(shuffled(renewal(state), chance))
        state, answer = play(state, command)
        log += answer
    return decisions, len(log)


def shuffled(cards: tuple[Card, ...], chance: Random) -> tuple[Card, ...]:
    """Cards in the order of a random number for each."""
    return tuple(sorted(cards, key=lambda _: chance.random()))


def _number(hand: Sequence[object], chance: Random) -> int:
    """How many cards to throw: none to all, each as likely."""
    return int(chance.random() * (len(hand) + 1))


def _wager(turn: Turn, chance: Random) -> commands.Command:
    seat, last = turn.actor, turn.options[-1]
    dice = chance.random()
    if turn.to_call and dice < 1 / 6:
        return commands.Fold(seat)
    if dice > 5 / 6 and last.does == "raise":
        return commands.RaiseTo(seat, Chips(last.least))
    if dice > 5 / 6 and last.does == "bet":
        return commands.Bet(seat, Chips(last.least))
    return commands.Call(seat) if turn.to_call else commands.Check(seat)


def deal_theirs(contest: Contest, chance: Random) -> tuple[int, int]:
    """The same hand in PokerKit, which shuffles by itself."""
    state = contest.peer()
    decisions = 0
    while state.status:
        if state.can_post_bring_in():
            state.post_bring_in()
        elif state.stand_patter_or_discarder_index is not None:
            hand = state.hole_cards[state.stand_patter_or_discarder_index]
            state.stand_pat_or_discard(hand[: _number(hand, chance)])
            decisions += 1
        else:
            owed = state.checking_or_calling_amount
            dice = chance.random()
            if owed and dice < 1 / 6:
                state.fold()
            elif dice > 5 / 6 and state.can_complete_bet_or_raise_to():
                state.complete_bet_or_raise_to()
            else:
                state.check_or_call()
            decisions += 1
    return decisions, len(state.operations)


class Score(NamedTuple):
    """What one side did in one turn of the clock."""

    hands_a_second: float
    decisions: float
    events: float


def measure(deal: Callable[[Contest, Random], tuple[int, int]], contest: Contest, n: int) -> Score:
    """Deal hands for the clock."""
    chance = Random(2026)
    decisions = events = 0
    begun = process_time()
    for _ in range(n):
        more, kept = deal(contest, chance)
        decisions += more
        events += kept
    return Score(n / (process_time() - begun), decisions / n, events / n)


def compare(contest: Contest, *, rounds: int = 15, hands: int = 60) -> tuple[Score, Score]:
    """Interleave both sides by the processor's clock, and keep the best turn of each."""
    ours: list[Score] = []
    theirs: list[Score] = []
    for _ in range(rounds):
        ours.append(measure(deal_ours, contest, hands * 4))
        theirs.append(measure(deal_theirs, contest, hands))
    return max(ours), max(theirs)


def tables() -> Iterable[Table]:
    """Whole hands against PokerKit."""
    table = Table(title="hands a second, six players, random policy, every event kept")
    for column in ("game", "croupier", "pokerkit", "ratio", "decisions a hand", "events a hand"):
        table.add_column(column, justify="left" if column == "game" else "right")
    ratios = []
    for contest in CONTESTS:
        ours, theirs = compare(contest)
        ratio = ours.hands_a_second / theirs.hands_a_second
        ratios.append(ratio)
        table.add_row(
            contest.name,
            f"{ours.hands_a_second:,.0f}",
            f"{theirs.hands_a_second:,.0f}",
            f"{ratio:.1f}x",
            f"{ours.decisions:.2f} / {theirs.decisions:.2f}",
            f"{ours.events:.0f} / {theirs.events:.0f}",
        )
    mean = prod(ratios) ** (1 / len(ratios))
    table.add_row("geometric mean", "", "", f"{mean:.1f}x", "", "")
    yield table
