"""What all tables of a run or a batch have in common, checked before anything is dealt."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, NamedTuple

from croupier.engine.dues import blind_seats, in_order
from croupier.fast.bank_program import (
    MOST_CHIPS,
    check_stacks,
    least_stack,
    opening_meter,
    wagers_of,
)
from croupier.fast.checks import of_kind, whole
from croupier.fast.compile import MOST_PLACES, Program, compile, owed  # noqa: A004  # of games
from croupier.games import game_of
from croupier.rankings import kernels
from croupier.refused import Refused
from croupier.rules.amend import killed as force_of
from croupier.rules.amend import qualifying_pot
from croupier.rules.definition_check import known_good
from croupier.rules.game import Game
from croupier.rules.sign import TableSign, well_typed
from croupier.rules.steps import Draw, Share

Stacks = int | Mapping[int, int] | Sequence[int]
KEEPS = ("high", "low", "badugi", "both")
NO_DRAW = -1


class House(NamedTuple):
    """A game under a sign with its players, ready for the compiled core."""

    program: Program
    stacks: tuple[int, ...]  # by seat, from seat 1
    straddle: bool
    seed: int
    core: "kernels.core.FastHouse"

    @property
    def players(self) -> int:
        """How many seats are taken."""
        return len(self.stacks)

    def straddler(self, order: Sequence[int], kill: int = 0) -> int:
        """The seat that straddles at a table of these seats in dealing order; 0 for none."""
        return _straddler(self.program, tuple(order), kill) if self.straddle else 0


def game_named(game: str | Game) -> Game:
    """The game to compile: itself, or the one of that name."""
    return game_of(game) if isinstance(game, str) else known_good(game)


def house_of(
    game: str | Game,
    sign: TableSign | None,
    *,
    players: int,
    stack: Stacks,
    seed: int,
    straddle: bool = False,
    bomb: bool = False,
    hands: int = 1,
    ask_show: bool = False,
    thinks: bool = False,
    policies: Sequence[int] = (),
    wagers: Mapping[str, int] | None = None,
    ask_wagers: bool = True,
    solved: bool = False,
) -> House:
    """Check everything that a table is set up with, and compile it."""
    found = game_named(game)
    program = compile(found, None if sign is None else well_typed(sign), bomb=bomb)
    of_kind("stack", stack, int | Mapping | Sequence, "is whole cents, for all or one a seat")
    stacks = stacks_of(found, program.sign, players, stack)
    if ask_show and program.sign.show_all_in:
        why = "the fast table cannot ask who shows where all-in hands are turned up first"
        raise Refused("FIELD ask_show", f"{why}: post show_all_in=False, or do not ask")
    whole("seed", seed, 0, (1 << 64) - 1)
    whole("hands", hands, 1, 1 << 31)
    kills = program.sign.kill != "none" and not bomb
    killed = compile(found, program.sign, kill=True) if kills else None
    keeps, ace_is_low = _keeps(program)
    of_kind("wagers", wagers, Mapping | None, "are cents by spot")
    if wagers and not found.banked:
        raise Refused("FIELD wagers", f"{found.title} is not played against the bank")
    given = {
        "plain": program.core,
        "killed": killed.core if killed else None,
        "stacks": stacks,
        "button": found.button,
        "dues": [
            _dues(program, killed, count, straddle=straddle) for count in range(len(stacks) + 1)
        ],
        "kill_pot": program.sign.kill_pot,
        "kill_pot_killed": _kill_pot(program, killed),
        "kill_ends_shared": program.sign.kill_ends_on == "shared",
        "episode": hands,
        "asks_show": ask_show,
        "seed": seed,
        "keeps": keeps,
        "ace_is_low": ace_is_low,
        "thinks": thinks and not found.banked,
        "policies": list(policies),
        "asks_wagers": ask_wagers,
        **_against_bank(found, program.sign, stacks, wagers or {}),
        "best": best(found, program.sign) if solved else None,
    }
    return House(program, stacks, straddle, seed, kernels.core.FastHouse(given))


def stacks_of(game: Game, sign: TableSign, players: int, stack: Stacks) -> tuple[int, ...]:
    """The stacks of a batch: one for all, or one a seat."""
    least, most = game.players.least, sign.seats or game.players.most
    if not least <= whole("players", players, 1, MOST_PLACES) <= most:
        why = f"{game.title} here needs {least} to {most} players, not {players}"
        raise Refused("FIELD players", why)
    if isinstance(stack, Mapping):
        if sorted(stack) != list(range(1, players + 1)):
            raise Refused("FIELD stack", f"stacks must name each of the seats 1 to {players}")
        stack = [stack[seat] for seat in range(1, players + 1)]
    stacks = tuple(stack) if isinstance(stack, Sequence) else (stack,) * players
    if len(stacks) != players:
        raise Refused("FIELD stack", f"{len(stacks)} stacks for {players} players")
    for chips in stacks:
        whole("stack", chips, 1, MOST_CHIPS - 1)
    if sum(stacks) >= MOST_CHIPS:
        raise Refused("FIELD stack", "all stacks together must stay below ten million dollars")
    return stacks


def _against_bank(
    game: Game, sign: TableSign, stacks: Sequence[int], wagers: Mapping[str, int]
) -> dict[str, Any]:
    """The meter of the first round, what policies wager, and with how few chips nobody can."""
    if not game.banked:
        return {"meter": 0, "least_stack": 1, "wagers": []}
    check_stacks(game, sign, stacks)
    least = least_stack(game, sign, len(stacks))
    placed = wagers_of(game, sign, len(stacks), stacks, wagers)
    return {"meter": opening_meter(sign), "least_stack": least, "wagers": placed}


def best(game: Game, sign: TableSign) -> dict[str, Any]:
    """The solver's strategy as tables; it belongs to a later layer, and is loaded when wanted."""
    if not game.banked:
        why = f"the optimal policy plays against the bank only, and {game.key} has none"
        raise Refused("FIELD policy", why)
    found: dict[str, Any] = import_module("croupier.odds.strategies").tables(game, sign)
    return found


def _kill_pot(program: Program, killed: Program | None) -> int:
    sign = program.sign
    return qualifying_pot(sign, killed.force) if killed else 0


def _dues(
    program: Program, killed: Program | None, count: int, *, straddle: bool
) -> list[list[tuple[int, int, int]]]:
    """What is owed at a table of this many players: without a kill, and with one at each place."""
    if count < 2 or program.game.banked:
        return [[]]
    order = in_order(range(1, count + 1), count)

    def straddler(kill: int = 0) -> int:
        return _straddler(program, order, kill) if straddle else 0

    found = [owed(program, order, straddle=straddler())]
    if killed is not None:
        found += [owed(killed, order, kill=seat, straddle=straddler(seat)) for seat in order]
    return found


def _straddler(program: Program, order: tuple[int, ...], kill: int) -> int:
    """The seat left of the last blind, where that is free and its straddle raises a kill blind."""
    sign = program.sign
    if not sign.straddle:
        raise Refused("SIGN straddle", "this table allows no straddle")
    blinds = blind_seats(sign, order)
    free = [seat for seat in order if seat not in blinds]
    seat = free[0] if free else 0
    enough = not kill or (seat != kill and sign.straddle > force_of(sign).lower)
    return seat if enough else 0


def _keeps(program: Program) -> tuple[int, bool]:
    """How cards are kept at a draw, by what the pot is divided by: the rules of odds/drawing.py."""
    script = program.game.script
    if not any(isinstance(step, Draw) for step in script):
        return NO_DRAW, True
    shares: tuple[Share, ...] = getattr(script[-1], "shares", ())
    rankings = {share.ranking for share in shares}
    if "high-5" in rankings:
        return KEEPS.index("high"), True
    ace_is_low = not rankings & {"low-27", "badugi-27"}
    lowball = rankings & {"low-27", "low-a5"}
    badugi = rankings & {"badugi", "badugi-27"}
    name = "both" if lowball and badugi else "badugi" if badugi else "low"
    return KEEPS.index(name), ace_is_low
