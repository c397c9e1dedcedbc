"""The workbench for chances: equities of hands and ranges, and what wagers against the bank cost.

Separate processes compute the answers, a few at a time, and only for as long as a person likes to
wait: questions that would take longer are estimated from sampled deals. Every answer has the
command that gives the same figures.
"""

import asyncio
import json
from functools import lru_cache
from shlex import join
from typing import Any

from litestar import get, post
from litestar.params import JSONBody
from msgspec import Struct

from croupier.games import BANKED, GAMES, game_of, outside, registered
from croupier.odds.deals import layout_of
from croupier.odds.equity import equity
from croupier.odds.house_edge import STRATEGIES, Edge, house_edge, record
from croupier.odds.sessions import session
from croupier.odds.sheet import command as edge_command
from croupier.refused import Refused
from croupier.rules.banked_sign import below_floor
from croupier.rules.game import Game
from croupier.rules.paytables import BONUS, FLOP, PAIR_UP
from croupier.rules.sign import TableSign, amend
from croupier.rules.sign_check import faults
from croupier.server.desks.computing import ComputeProcess, Work

WORK_MOST = 2e6  # hands rated for an answer that is counted: some tens of milliseconds
TRIALS = 40_000
AT_ONCE = 2  # computations side by side
WAITING_MOST = 20
HANDS_MOST = 10
TEXT_MOST = 500
ROUNDS_MOST = 500


class PokerGame(Struct):
    """A game that players play against each other, as the workbench asks about it."""

    key: str
    title: str
    own: int
    board: int
    most: int
    deck: list[str]
    notation: str  # "range", "stud" or "draw"


class Slider(Struct):
    """A number of the sign that may be moved: a line of a pay table, or the meter."""

    key: str
    place: int  # in a list of odds; -1 where the key is one number
    words: str
    least: int
    most: int
    usual: int
    floor: int  # what the regulation asks for at least
    choices: list[str] = []


class BankedGame(Struct):
    """A game against the bank: how it may be played and what its sign may post."""

    key: str
    title: str
    strategies: list[str]
    sliders: list[Slider]


class Games(Struct):
    """What the workbench can be asked about."""

    poker: list[PokerGame]
    banked: list[BankedGame]


class EquityQuestion(Struct):
    """Hands and ranges, the board and the dead cards, as the command line takes them."""

    game: str
    hands: list[str]
    board: str = ""
    dead: str = ""


class EdgeQuestion(Struct):
    """A sign, a strategy, and how long the evening is."""

    game: str
    sign: dict[str, Any] = {}
    strategy: str = "optimal"
    rounds: int = 0
    bankroll: int = 0


class Workers:
    """A few processes for computing, and a short queue before them."""

    def __init__(self) -> None:
        self._free: asyncio.LifoQueue[ComputeProcess] = asyncio.LifoQueue()
        for _ in range(AT_ONCE):
            self._free.put_nowait(ComputeProcess())
        self._waiting = 0

    async def run(self, work: Work, *given: Any) -> dict[str, Any]:
        """Compute for the workbench without holding up the room; refuse when too many wait."""
        if self._waiting >= WAITING_MOST:
            raise Refused("FIELD odds", "too many questions at once: ask again in a moment")
        self._waiting += 1
        try:
            process = await self._free.get()
            try:
                return await asyncio.to_thread(process.answer, work, *given)
            finally:
                self._free.put_nowait(process)
        finally:
            self._waiting -= 1


@lru_cache(maxsize=1)
def workers() -> Workers:
    """The processes of the workbench."""
    return Workers()


def games() -> Games:
    """The games that the workbench asks about, those outside the documents too."""
    every = [game for game in GAMES.values() if game.key not in BANKED]
    return Games(
        [_poker(game) for game in (*every, *filter(_is_counted, outside()))],
        [_banked(game) for game in GAMES.values() if game.key in STRATEGIES],
    )


def _is_counted(game: Game) -> bool:
    """Whether `equity` has an answer: not for two boards, nor against the house."""
    try:
        return bool(layout_of(game))
    except Refused:
        return False


def _poker(game: Game) -> PokerGame:
    layout = layout_of(game)
    notation = "draw" if layout.draws else "stud" if layout.up else "range"
    deck = [card.value for card in game.cards]
    return PokerGame(
        game.key, game.title, layout.own, layout.board_most, game.players.most, deck, notation
    )


def _banked(game: Game) -> BankedGame:
    sliders: list[Slider] = []
    if game.key == "texas-holdem-bonus":
        elected = ["straight", "flush"]
        sliders.append(Slider("ante_threshold", -1, "ante paid from", 0, 1, 0, 0, elected))
        sliders += _lines("bonus_odds", BONUS.lines)
        sliders.append(Slider("progressive_meter", -1, "meter", 0, 500_000_00, 0, 0))
    elif game.key == "flop-poker":
        sliders += _lines("flop_odds", FLOP.lines)
    else:
        tables = [table.name for table in PAIR_UP]
        sliders.append(Slider("pair_up_table", -1, "pair up", 1, len(tables), 1, 1, tables))
    return BankedGame(game.key, game.title, [*STRATEGIES[game.key]], sliders)


def _lines(key: str, lines: Any) -> list[Slider]:
    return [
        Slider(key, place, line.hand, 0, max(4 * line.odds, 10), line.odds, line.odds)
        for place, line in enumerate(lines)
    ]


def answer_equity(question: EquityQuestion) -> dict[str, Any]:
    """Equities, counted where that is quick, and the command that gives them again."""
    texts = [*question.hands, question.board, question.dead]
    if len(question.hands) > HANDS_MOST or any(len(text) > TEXT_MOST for text in texts):
        raise Refused(
            "FIELD hands",
            f"a question can have at most {HANDS_MOST} hands of {TEXT_MOST} characters",
        )
    game = game_of(question.game)
    found = equity(
        game,
        question.hands,
        question.board,
        question.dead,
        work=WORK_MOST,
        sampled=TRIALS,
        threads=1,
    )
    theirs = ["--games", "FILE.py"] if game in registered() else []
    words = ["croupier", *theirs, "equity", game.key, *question.hands]
    words += ["--board", question.board] if question.board else []
    words += ["--dead", question.dead] if question.dead else []
    words += ["--exact"] if found.method == "exact" else ["--trials", str(TRIALS)]
    return found.as_json() | {"command": join(words)}


def answer_edge(question: EdgeQuestion) -> dict[str, Any]:
    """Every wager as the sign has it, and the command that gives the figures again."""
    game = game_of(question.game)
    if question.rounds > ROUNDS_MOST:
        raise Refused("FIELD rounds", f"the workbench can compute up to {ROUNDS_MOST} rounds")
    sign = _posted(game, question.sign)
    edge = _measured(game, sign, question.strategy)
    answer = record(edge)
    del answer["sign"]
    words = edge_command(edge).removesuffix(" --report .")
    if question.rounds:
        answer["sessions"] = {
            name: session(wager, question.rounds, question.bankroll).as_json()
            for name, wager in edge.wagers.items()
        }
        words += f" --rounds {question.rounds}"
        words += f" --bankroll {question.bankroll}" if question.bankroll else ""
    return answer | {"command": words}


def _posted(game: Game, given: dict[str, Any]) -> TableSign:
    sign = amend(game.sign, {key: json.dumps(value) for key, value in given.items()})
    low = [*below_floor(game, sign)]
    for fault in faults(game, sign):
        if fault not in low:
            raise Refused(fault.clause, fault.why)
    return sign


@lru_cache(maxsize=64)
def _measured(game: Game, sign: TableSign, strategy: str) -> Edge:
    return house_edge(game, sign, strategy)


@get("/api/odds/games")
async def odds_games() -> Games:
    """The games of the workbench."""
    return games()


@post("/api/odds/equity", status_code=200)
async def odds_equity(data: JSONBody[EquityQuestion]) -> dict[str, Any]:
    """What part of the pot each hand can expect."""
    return await workers().run(answer_equity, data)


@post("/api/odds/edge", status_code=200)
async def odds_edge(data: JSONBody[EdgeQuestion]) -> dict[str, Any]:
    """The workbench: what every wager against the bank costs."""
    return await workers().run(answer_edge, data)


ROUTES = (odds_games, odds_equity, odds_edge)
