"""The figures of a player's rounds in a room: the same as of hand histories."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from croupier.engine.events import AnyEvent
from croupier.figures.facts import facts_of
from croupier.figures.sums import Figures
from croupier.histories.about import About
from croupier.histories.history import history
from croupier.histories.results import Played


class RoomRound(NamedTuple):
    """A finished round between players, as one of them may see it."""

    log: Sequence[AnyEvent]
    people: Mapping[int, str]  # by seat


def figures_of_rounds(rounds: Iterable[RoomRound], player: str) -> Figures:
    """Add up what a player won, paid and did in rounds of a room, the oldest first.

    >>> figures_of_rounds([], "Ada").players
    {}
    """
    figures = Figures()
    for one in rounds:
        record = history(one.log)
        if record.finish is None:
            continue
        about = About(people=one.people)
        played = Played(about, record, list(one.log), record.finish, checked=True)
        figures.add(fact for fact in facts_of(played) if fact.player == player)
    return figures
