"""A demonstration room in which cards of stud are exposed in the dealing: run it as `croupier`.

An automated dealer exposes none, so that the choices of POKER 15(k) and (m) never come up by
themselves. Every card after the first deal is exposed here, and those meant face down are seen.
"""

import sys
from typing import Any

from croupier.cli import main
from croupier.engine.faults import Accident
from croupier.room import rounds
from croupier.room.table import Table, deal_round
from croupier.server import demo


def clumsy(table: Table, **more: Any) -> Any:
    first = 3 * len(table.stacks)
    after = range(first + 1, 53) if table.game.section in ("POKER 9", "POKER 13a") else ()
    more["accidents"] = [Accident("exposed", card) for card in after]
    return deal_round(table, **more)


if __name__ == "__main__":
    demo.LOOKS = 6.0  # a busy machine shows the spread decks late
    vars(rounds)["deal_round"] = clumsy  # the same but for the accidents
    sys.exit(main())
