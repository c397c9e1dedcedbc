"""Hand histories converted: any format that is read, into one of those that are written."""

from collections.abc import Callable, Iterable
from typing import Literal, NamedTuple

from msgspec.structs import replace

from croupier.engine.events import write_event
from croupier.histories.about import CENTS, About, write_about
from croupier.histories.formats import Piece
from croupier.histories.ohh import write_ohh, write_ohhs
from croupier.histories.phh import won, write_phh, write_phhs
from croupier.histories.results import Played, pieces_of_text, play_piece, settled
from croupier.histories.stars_text import write_text, write_texts
from croupier.refused import Refused

Target = Literal["log", "phh", "ohh", "pokerstars"]
TARGETS: tuple[Target, ...] = ("log", "phh", "ohh", "pokerstars")


class Left(NamedTuple):
    """A hand that was not converted, and why."""

    file: str
    line: int
    name: str
    why: str


def write_hand(played: Played, to: Target, *, lossy: bool = False) -> str:
    """Write one hand; one without a number gets its name in the file, where one is needed."""
    about = played.about
    if about.won == won(played.log) and replace(about, won={}, decimals=CENTS) == About():
        about = replace(about, won={})  # the log tells it already, and there is nothing else
    if not about.number and to in ("ohh", "pokerstars"):
        about = replace(about, number=played.name)
    match to:
        case "log":
            head = write_about(about)
            lines = [head] * bool(head) + [write_event(event) for event in played.log]
            return "".join(f"{line}\n" for line in lines)
        case "phh":
            return write_phh(played.log, about, lossy=lossy)
        case "ohh":
            if about.added:
                raise Refused("FIELD pot", "OHH has no field for chips that the house adds")
            return write_ohh(played.log, about, lossy=lossy)
        case "pokerstars":
            return write_text(played.log, about)


def joined(hands: list[str], to: Target) -> str:
    """Hands that are written, as one file."""
    if to == "phh":
        return hands[0] if len(hands) == 1 else write_phhs(hands)
    join: dict[Target, Callable[[Iterable[str]], str]] = {
        "log": "".join,
        "ohh": write_ohhs,
        "pokerstars": write_texts,
    }
    return join[to](hands)


def convert_piece(piece: Piece, to: Target, *, lossy: bool) -> str | Left:
    """Convert one hand, or say why it was left out."""
    try:
        played = play_piece(piece)
        _, faults = settled(played)
        if faults:
            raise Refused("FIELD finishing_stacks", f"hand {played.name[:40]}: {faults[0]}")
        return write_hand(played, to, lossy=lossy)
    except Refused as fault:
        return Left(piece.file, piece.line, piece.name, str(fault))


def convert(text: str, to: Target | Literal[""] = "", *, lossy: bool = False) -> str:
    """Convert a text of any format; a hand that cannot be converted is refused.

    Without `to`, our log becomes PHH and everything else our log. What other readers of PHH or OHH
    would get wrong is refused unless `lossy` asks for it.
    """
    found = list(pieces_of_text(text))
    target = to or default_target(found[0].format if found else "")
    made = [convert_piece(piece, target, lossy=lossy) for piece in found]
    left = [hand for hand in made if isinstance(hand, Left)]
    if left:
        why, _, clause = left[0].why.rpartition(" (")
        raise Refused(clause.rstrip(")"), why)
    if not made:
        raise Refused("FIELD files", "the file contains no hand")
    return joined([hand for hand in made if isinstance(hand, str)], target)


def default_target(form: str) -> Target:
    """The format that hands of a format are converted to by default."""
    return "phh" if form == "log" else "log"
