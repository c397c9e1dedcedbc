"""Check what a house-banked table posts: limits, odds, dealing methods."""

from collections.abc import Iterator

from croupier.chips import not_whole
from croupier.rules.banked import OnTable, Settle, Wagers
from croupier.rules.fault import Fault
from croupier.rules.game import Game
from croupier.rules.paytables import BONUS, FLOP, PAIR_UP, PayTable
from croupier.rules.sign import TableSign

LEAST_ACES_V_ACES = 1000


def banked_faults(game: Game, sign: TableSign) -> Iterator[Fault]:
    """List what is wrong with the banked part of a sign."""
    yield from _limits(sign)
    yield from _odds(game, sign)
    yield from _progressive(game, sign)
    if sign.deal_method == "hand" and sign.shuffler == "none":
        why = "cards can be dealt from the hand only with an automated shuffler"
        yield Fault(game.cite("8(b)(1)"), why, "deal_method")
    if sign.multi_position and game.document.one_position:
        yield Fault(
            game.document.one_position, "players can only wager on one position", "multi_position"
        )


def _limits(sign: TableSign) -> Iterator[Fault]:
    for key in ("wager_min", "wager_max", "pot_wager"):
        chips = getattr(sign, key)
        if key == "pot_wager" and not chips:
            continue
        if chips <= 0:
            yield Fault(f"SIGN {key}", "the amount must be more than zero")
        elif chips % sign.unit:
            yield Fault(f"SIGN {key}", not_whole(chips, sign.unit))
    if sign.wager_max < sign.wager_min:
        yield Fault("SIGN wager_max", "the maximum must not be below the minimum")


def _odds(game: Game, sign: TableSign) -> Iterator[Fault]:
    for table in (BONUS, FLOP):
        posted: tuple[int, ...] = getattr(sign, table.key)
        if not posted:
            continue
        if table not in pay_tables(game):
            yield Fault(f"SIGN {table.key}", f"{game.title} has no {table.name} wager")
        elif len(posted) != len(table.lines):
            yield Fault(f"SIGN {table.key}", f"this pay table must have {len(table.lines)} lines")
    yield from below_floor(game, sign)
    if sign.aces_v_aces and BONUS not in pay_tables(game):
        yield Fault("SIGN aces_v_aces", f"{game.title} has no bonus wager")
    if not 1 <= sign.pair_up_table <= len(PAIR_UP):
        yield Fault("TCJ 11(d)", f"the pair up table must be 1 to {len(PAIR_UP)}", "pair_up_table")


def below_floor(game: Game, sign: TableSign) -> Iterator[Fault]:
    """List the odds of a sign that are below the least its clauses allow."""
    for table in (BONUS, FLOP):
        posted: tuple[int, ...] = getattr(sign, table.key)
        if table in pay_tables(game) and len(posted) == len(table.lines):
            yield from _floors(game, table, posted)
    aces = BONUS in pay_tables(game) and sign.aces_v_aces
    if aces and sign.aces_v_aces < LEAST_ACES_V_ACES:
        yield Fault(
            game.cite("11(d)"),
            f"aces v. aces must pay at least {LEAST_ACES_V_ACES} to 1",
            "aces_v_aces",
        )


def _floors(game: Game, table: PayTable, posted: tuple[int, ...]) -> Iterator[Fault]:
    for place, (line, odds) in enumerate(zip(table.lines, posted, strict=True)):
        if line.odds is not None and odds < line.odds:
            why = f"{line.hand} must pay at least {line.odds} to 1, not {odds}"
            yield Fault(game.cite(table.clause), why, f"{table.key}.{place}")


def pay_tables(game: Game) -> list[PayTable]:
    """The pay tables that settle wagers of a game."""
    return [
        contest.table
        for step in game.script
        if isinstance(step, Settle)
        for contest in step.contests
        if isinstance(contest, OnTable)
    ]


def _progressive(game: Game, sign: TableSign) -> Iterator[Fault]:
    first = game.script[0]
    assert isinstance(first, Wagers)
    offered = any(spot.name == "progressive" for spot in first.spots)
    if sign.progressive and not offered:
        yield Fault("SIGN progressive", f"{game.title} has no progressive wager")
    if sign.progressive and 100 % sign.unit:
        yield Fault("SIGN unit", "a progressive wager must be one dollar in whole chips")
    if not 0 <= sign.progressive_share <= 100:
        yield Fault("SIGN progressive_share", "the meter must take 0 to 100 cents of a dollar")
    for key in ("progressive_seed", "progressive_meter"):
        if getattr(sign, key) < 0:
            yield Fault(f"SIGN {key}", "the amount must not be negative")
