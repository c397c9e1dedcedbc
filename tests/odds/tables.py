"""Games whose pay tables are not what the clause says: figures must follow the tables."""

from msgspec.structs import replace

from croupier.rules.banked import AgainstDealer, OnTable, Settle
from croupier.rules.game import Game
from croupier.rules.paytables import Line, PayTable


def changed(table: PayTable, place: int, odds: int) -> PayTable:
    lines = list(table.lines)
    lines[place] = Line(lines[place].hand, odds)
    return replace(table, lines=tuple(lines))


def table_of(game: Game, spot: str) -> PayTable:
    for step in game.finish:
        for contest in step.contests if isinstance(step, Settle) else ():
            match contest:
                case OnTable(spot=found):
                    if found == spot:
                        return contest.table
                case AgainstDealer():
                    for stake in contest.stakes:
                        if stake.spot == spot and stake.table is not None:
                            return stake.table
                case _:
                    pass
    raise AssertionError(spot)


def with_table(game: Game, spot: str, table: PayTable) -> Game:
    """The same game with another pay table on a spot."""
    finish = tuple(
        replace(step, contests=tuple(_with(contest, spot, table) for contest in step.contests))
        if isinstance(step, Settle)
        else step
        for step in game.finish
    )
    return replace(game, finish=finish)


def _with(contest: object, spot: str, table: PayTable) -> object:
    match contest:
        case OnTable(spot=found) if found == spot:
            return replace(contest, table=table)
        case AgainstDealer():
            stakes = tuple(
                replace(stake, table=table) if stake.spot == spot else stake
                for stake in contest.stakes
            )
            return replace(contest, stakes=stakes)
        case _:
            return contest
