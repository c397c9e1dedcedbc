"""For learners at practice tables: what a hand can expect, and what the best choice would be.

Only in a demonstration room, and only from what the caller may see.
"""

import asyncio
from functools import cache
from random import Random

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath
from msgspec import Struct

from croupier.cards import UNKNOWN, spell
from croupier.engine.round import Round
from croupier.odds.equity import equity
from croupier.odds.house_edge import house_edge
from croupier.refused import Refused
from croupier.room.house.people import Actor
from croupier.rules.banked import Choice
from croupier.rules.steps import Draw
from croupier.server.service import Service
from croupier.server.tables.hints import hints
from croupier.sim.bank_strategies import is_worth_it
from croupier.views.seat import hide

TRIALS = 40_000
CHOICES = 4_000  # imagined ends of a round against the bank


class Advice(Struct):
    """Advice for a learner."""

    words: str
    equity: float = -1.0  # the expected share of the pot; -1 if it is not computed
    win: float = -1.0
    tie: float = -1.0
    error: float = 0.0
    against: int = 0
    best: str = ""  # against the bank: the better choice
    hints: tuple[str, ...] = ()  # in words


@get("/api/tables/{name:str}/advice")
async def advise(
    name: FromPath[str], actor: NamedDependency[Actor], service: NamedDependency[Service]
) -> Advice:
    """The chances of the player's hand against unknown hands."""
    if not service.is_demonstration:
        raise Refused("FIELD room", "only practice tables give advice")
    desk = service.desk(name)
    seat, state = desk.seat_of(actor.name), desk.state.round
    if state is None or state.done or seat not in state.hands or state.hands[seat].out:
        return Advice("Advice appears when you hold cards.")
    return await asyncio.to_thread(_advice, hide(state, seat), seat)


def _advice(seen: Round, seat: int) -> Advice:
    if seen.game.banked:
        return _against_bank(seen, seat)
    hand = seen.hands[seat]
    if not hand.down:
        return Advice("Advice appears when you hold cards.")
    if any(isinstance(step, Draw) for step in seen.script[seen.at :]):
        return Advice("Chances are counted once the last draw is over.", hints=hints(seen, seat))
    others = [other for other in seen.live if other != seat]
    if not others or len([board for board in seen.boards if board]) > 1 or seen.common:
        return Advice("Chances are not counted here.", hints=hints(seen, seat))
    hands = [_hand(seen, seat), *(_hand(seen, other) for other in others)]
    try:
        found = equity(seen.game, hands, spell(seen.boards[0]), trials=TRIALS, threads=1)
    except Refused as refusal:
        return Advice(refusal.why)
    me = found.players[0]
    return Advice(
        f"Against {len(others)} hand{'s' if len(others) > 1 else ''} not seen",
        me.equity.value,
        me.win.value,
        me.tie.value,
        me.equity.error,
        len(others),
        hints=hints(seen, seat, me.equity.value),
    )


def _hand(seen: Round, seat: int) -> str:
    hand = seen.hands[seat]
    if not hand.up:
        return spell(hand.down) if UNKNOWN not in hand.down else "??" * len(hand.down)
    down = "".join("??" if card is UNKNOWN else card.value for card in hand.down)
    return f"{down}/{spell(hand.up)}"


def _against_bank(seen: Round, seat: int) -> Advice:
    step = seen.step if seen.at < len(seen.script) else None
    if isinstance(step, Choice) and seen.hands[seat].down:
        worth = is_worth_it(seen, seat, trials=CHOICES, chance=Random(1))
        other = {"fold": "fold", "check": "check", "surrender": "surrender"}[step.otherwise]
        best = f"wager on {step.place}" if worth else other
        return Advice(f"The better answer, over {CHOICES:,} imagined deals", best=best)
    return Advice(_edge(seen.game.key))


@cache
def _edge(key: str) -> str:
    """What the game costs under best play; solved once, where that takes moments."""
    from croupier.games import game_of

    game = game_of(key)
    if key == "texas-holdem-bonus":
        return "The best choices are shown when you are asked."
    wagers = house_edge(game, game.sign).wagers
    parts = [f"{name} {float(wager.house_edge):.2%}" for name, wager in wagers.items()]
    return "The house's edge under best play: " + ", ".join(parts)
