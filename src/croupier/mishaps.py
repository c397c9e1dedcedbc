"""What goes wrong with a card while it is dealt, named by person: "seat 2, second card".

>>> from croupier import GAMES, exposed, start
>>> happens = [exposed(seat=2, card=2)]
>>> state, log = start(GAMES["holdem"], [200_00, 200_00], seed=7, accidents=happens)
>>> [event.seat for event in log if type(event).__name__ == "Exposed"]
[2]
"""

from collections.abc import Iterable, Sequence
from typing import Literal, get_args

from msgspec import Struct

from croupier.decks import places
from croupier.engine.dues import in_order
from croupier.engine.faults import Accident
from croupier.refused import Refused, meant
from croupier.rules.game import Game

Kind = Literal["exposed", "off_table", "face_up_card"]


class Mishap(Struct, frozen=True):
    """What happens to a card, and whose card it is: of a seat, of a board, or a burned one."""

    kind: Kind
    where: Literal["hand", "board", "burn"]
    number: int  # the seat, or the board from 0
    card: int  # the first is 1


def exposed(*, seat: int, card: int) -> Mishap:
    """The mishap of a card to be dealt face down that is turned up in the dealing (POKER 15(o))."""
    return Mishap("exposed", "hand", seat, card)


def off_table(*, seat: int = 0, board: int | None = None, burn: bool = False, card: int) -> Mishap:
    """A card falls off the table while it is dealt (POKER 15(n))."""
    return _at("off_table", seat, board, card, burn=burn)


def face_up(*, seat: int = 0, board: int | None = None, burn: bool = False, card: int) -> Mishap:
    """A card is found face up in the deck (POKER 15(h))."""
    return _at("face_up_card", seat, board, card, burn=burn)


def _at(kind: Kind, seat: int, board: int | None, card: int, *, burn: bool) -> Mishap:
    if (seat > 0) + (board is not None) + burn != 1:
        raise Refused("FIELD accidents", "name one place: seat=2, board=0 or burn=True")
    if burn:
        return Mishap(kind, "burn", 0, card)
    return Mishap(kind, "hand", seat, card) if seat else Mishap(kind, "board", board or 0, card)


def placed(
    game: Game, seats: Sequence[int], button: int, given: Iterable[object]
) -> tuple[Accident, ...]:
    """Mishaps as accidents by place in the deck, for the engine; anything else is refused."""
    order = in_order(list(seats), button if game.button else 0)
    given = (given,) if isinstance(given, Mishap | Accident) else given
    return tuple(_placed(game, order, one) for one in given)


def _placed(game: Game, order: Sequence[int], given: object) -> Accident:
    if isinstance(given, Accident):
        if given.kind not in get_args(Kind):
            near = meant(str(given.kind), get_args(Kind))
            why = f"{str(given.kind)[:40]!r} is not one of {', '.join(get_args(Kind))}{near}"
            raise Refused("FIELD accidents", why)
        return given
    if not isinstance(given, Mishap):
        why = f"write exposed(seat=2, card=2), off_table(...) or face_up(...), not {given!r:.40}"
        raise Refused("FIELD accidents", why)
    wanted, count = (given.where, given.number), 0
    for place, pile in enumerate(places(game, order, 1), 1):
        count += pile == wanted
        if pile == wanted and count == given.card:
            return Accident(given.kind, place)
    whose = {"hand": f"seat {given.number}", "board": "the board", "burn": "the burns"}[given.where]
    raise Refused("FIELD accidents", f"{whose} gets no card {given.card} before a draw")
