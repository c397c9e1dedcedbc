"""What a ruling would do, before it is confirmed: words, clause and chips.

>>> from croupier import GAMES, start
>>> from croupier.engine.commands import Report
>>> state, log = start(GAMES["holdem"], {1: 200_00, 2: 200_00, 3: 200_00}, seed=7)
>>> seen = ruling(state, Report("skipped_player"))
>>> seen.clause, [move.chips for move in seen.moves]
('POKER 15(e)(4)', [100, 200])
>>> seen.words
'misdeal, an eligible player was not dealt in: all bets go back, and the deck is shuffled again'
"""

from typing import NamedTuple

from croupier.engine.accounts import Move
from croupier.engine.commands import Report
from croupier.engine.evolve import evolve
from croupier.engine.play import decide
from croupier.engine.round import Round
from croupier.views.narrate import say


class Preview(NamedTuple):
    """What the floor reads before it confirms."""

    clause: str
    words: str
    moves: tuple[Move, ...]


def ruling(state: Round, report: Report) -> Preview:
    """Show a ruling without carrying it out; what would be refused is refused here too."""
    events = decide(state, report)
    words: list[str] = []
    for event in events:
        line = say(state, event)
        words += [line.words] if line else []
        state = evolve(state, event)
    moves = tuple(move for event in events for move in getattr(event, "moves", ()))
    return Preview(events[0].clause, "; ".join(words), moves)
