"""A demonstration room for what comes up too seldom in the plain one: run it as `croupier`.

An automated dealer exposes no card, so that the choices of POKER 15(k) and (m) never come up by
themselves. Every card after the first deal of stud is exposed here, and those meant face down are
seen. At five-card stud the player dealt in last names the cut, and that is the visitor; at Boston
Billiard Club omaha two visitors have the pot for themselves. Bots look at the spread decks after
the visitor: however busy the machine is, they lie there.
"""

import sys
from typing import Any

from msgspec.structs import replace

from croupier.cli import main
from croupier.engine.commands import Check, Fold, Muck, Show
from croupier.engine.faults import Accident
from croupier.engine.turns import Turn
from croupier.room.seating.state import NextDeal
from croupier.room.table import rounds
from croupier.room.table.progress import deal_round
from croupier.room.table.state import Table
from croupier.rules.sign import TableSign
from croupier.server.demonstration import demo

FIRST = {"POKER 9": 3, "POKER 13a": 2}  # cards of the first deal to each


def clumsy(table: Table, deal: NextDeal, **more: Any) -> Any:
    first = FIRST.get(table.game.section, 52) * len(deal.stacks)
    more["accidents"] = [Accident("exposed", card) for card in range(first + 1, 53)]
    return deal_round(table, deal, **more)


def posted(kind: str, plain: Any = demo.sign_of) -> TableSign:
    sign: TableSign = plain(kind)
    return replace(sign, cut_number="player") if kind == "five-card-stud" else sign


def folds(state: Any, turn: Turn) -> Any:
    ways = {"check": Check, "fold": Fold, "muck": Muck, "show": Show}
    return next(way for does, way in ways.items() if turn.option(does))(turn.actor)


class Polite(demo.Guests):
    """Bots that let the visitor look at the cards first, and some that leave the pot to others."""

    def __init__(self, *of: Any) -> None:
        super().__init__(*of)
        if self.desk.state.game.key == "bbc-omaha":
            self.bots = {seat: (actor, folds) for seat, (actor, _) in self.bots.items()}

    def _looks(self, name: str) -> bool:
        bots = {actor.name for actor, _ in self.bots.values()}
        return super()._looks(name) and not bots.issuperset(self.desk.state.custody.looked)


if __name__ == "__main__":
    vars(demo).update(Guests=Polite, sign_of=posted, SEATS=(1, 2, 3, 4))
    vars(rounds)["deal_round"] = clumsy  # the same but for the accidents
    sys.exit(main())
