"""The library in five functions: start, options, play, replay, view.

>>> from croupier import GAMES, options, play, start
>>> round_, log = start(GAMES["holdem"], {1: 200_00, 2: 200_00, 3: 200_00}, seed=7)
>>> options(round_)[0].actor
3
"""

from collections.abc import Iterable, Mapping, Sequence
from random import Random

from croupier.cards import DECK_52, Card
from croupier.engine import play as engine
from croupier.engine.events import AnyEvent, Due, RoundOpened
from croupier.engine.faults import Accident
from croupier.engine.play import options, play
from croupier.engine.round import Round
from croupier.games import game_of
from croupier.refused import Refused
from croupier.room.shuffle import Entropy, cut, random_cut, shuffle
from croupier.rules.game import Game
from croupier.rules.sign import TableSign
from croupier.views.seat import view

__all__ = ["options", "play", "replay", "seeded_deck", "start", "view"]


def start(
    game: Game,
    stacks: Mapping[int, int],
    sign: TableSign | None = None,
    *,
    button: int | None = None,
    deck: Sequence[Card] | None = None,
    seed: int | None = None,
    straddle: int = 0,
    kill: int = 0,
    bomb: bool = False,
    owed: tuple[Due, ...] | None = None,
    accidents: Sequence[Accident] = (),
) -> tuple[Round, list[AnyEvent]]:
    """Open a round for these stacks (seat: cents) and deal to the first decision.

    Without a deck, one is shuffled and cut with the operating system's entropy; a seed is for
    tests and demonstrations only. Without a button, the last seat has it. `accidents` befall cards
    of the deck while they are dealt: exposed, off the table, face up (POKER 15).
    """
    count = 0
    if deck is None and seed is not None:
        deck = seeded_deck(seed, game.cards)
    elif deck is None:
        order = shuffle(game.cards)
        count = random_cut(len(order))
        deck = cut(order, count)
    return engine.start(
        game,
        game.posted(sign),
        stacks,
        order=deck,
        cut=count,
        button=max(stacks, default=0) if button is None else button,
        straddle=straddle,
        kill=kill,
        bomb=bomb,
        owed=owed,
        accidents=accidents,
    )


def seeded_deck(seed: int, cards: Sequence[Card] = DECK_52) -> tuple[Card, ...]:
    """A deck anybody can shuffle again: never for a real table."""
    source = Random(seed)
    return shuffle(cards, Entropy(source.randbytes))


def replay(events: Iterable[AnyEvent]) -> Round:
    """Fold a log back into its round, state for state."""
    told = list(events)
    if not told or not isinstance(told[0], RoundOpened):
        raise Refused("FIELD log", "a log begins with the opening of a round")
    return engine.replay(game_of(told[0].game), told)
