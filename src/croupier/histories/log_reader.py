"""Our own log, read into hands: rounds of events, each with a line that describes it or none."""

import re
from collections.abc import Iterable, Iterator

import msgspec

from croupier.engine.events import AnyEvent, read_event
from croupier.engine.verify import verify_log
from croupier.games import game_of
from croupier.histories.about import About, is_about, read_about
from croupier.refused import Refused

NAME = "log"
starts = re.compile(r'\ufeff?\s*\{\s*"type"\s*:\s*"[A-Z]').match
_OPENS = re.compile(r'\s*\{\s*"type"\s*:\s*"RoundOpened"').match

Numbered = tuple[int, str]


class _Head(msgspec.Struct):
    """The start of a line of a log."""

    type: str = ""
    game: str = ""


def rounds_in(lines: Iterable[str]) -> Iterator[list[Numbered]]:
    """Cut a log file into rounds: the lines of each with their numbers."""
    found: list[Numbered] = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        opens = _OPENS(line) is not None and not (len(found) == 1 and is_about(found[0][1]))
        if found and (opens or is_about(line)):
            yield found
            found = []
        found.append((number, line))
    if found:
        yield found


def game_named(lines: list[Numbered]) -> str:
    """The game that the opening of a round names, as far as it can be read."""
    for _, line in lines[:2]:
        try:
            head = msgspec.json.decode(line, type=_Head)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            return ""
        if head.game:
            return head.game
    return ""


def read_round(lines: list[Numbered]) -> tuple[About, list[AnyEvent]]:
    """Check the log of a round by playing it again; a fault names the line of the file."""
    about = About()
    if is_about(lines[0][1]):
        try:
            about = read_about(lines[0][1])
        except Refused as fault:
            raise Refused(fault.clause, f"line {lines[0][0]}: {fault.why}") from None
        lines = lines[1:]
    try:
        verify_log([line for _, line in lines], game_of)
    except Refused as fault:
        raise Refused(fault.clause, _in_file(fault.why, lines)) from None
    return about, [read_event(line) for _, line in lines]


def _in_file(why: str, lines: list[Numbered]) -> str:
    """A fault of the n-th line of a round, by the line of the file."""

    def placed(found: re.Match[str]) -> str:
        place = min(int(found[1]), len(lines)) - 1
        return f"line {lines[place][0] if lines else 1}"

    return re.sub(r"^line (\d+)", placed, why)
