"""Every format that is read: how a file of it is known, cut into hands, and each hand read.

A `Piece` is one hand as its file has it, small enough to be handed to another process.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from croupier.histories import log_reader, ohh_reader, phh_tables
from croupier.histories.hand import Hand
from croupier.histories.phh_reader import read_hand
from croupier.histories.sites import (
    acpc,
    bovada,
    full_tilt,
    ggpoker,
    ipoker,
    kings_club,
    pacific,
    partypoker,
    pokerstars,
    skins,
    winamax,
)
from croupier.histories.sites.texts import LINES_MOST, Lines, hands_in
from croupier.refused import Refused, brief

LOOK_AT = 400  # lines of a file that tell its format
SUFFIXES = (".phh", ".phhs")


class Format(NamedTuple):
    """A format, and whether we have real hands of it to check its reader with."""

    name: str
    title: str
    starts: Callable[[str], object]
    read: Callable[[Lines, int], Hand]
    experimental: bool = False


SITES: tuple[Format, ...] = (
    Format(pokerstars.NAME, "PokerStars", pokerstars.starts, pokerstars.read),
    Format(full_tilt.NAME, "Full Tilt Poker", full_tilt.starts, full_tilt.read),
    Format(ggpoker.NAME, "GGPoker", ggpoker.starts, ggpoker.read),
    Format(bovada.NAME, "Bovada, Bodog, Ignition", bovada.starts, bovada.read),
    Format(kings_club.NAME, "King's Club", kings_club.starts, kings_club.read),
    Format(pacific.NAME, "888poker", pacific.starts, pacific.read, experimental=True),
    Format(partypoker.NAME, "partypoker", partypoker.starts, partypoker.read, experimental=True),
    Format(winamax.NAME, "Winamax", winamax.starts, winamax.read, experimental=True),
    Format(ipoker.NAME, "iPoker (XML)", ipoker.starts, ipoker.read, experimental=True),
    Format(skins.NAME, "others in PokerStars' words", skins.starts, skins.read, experimental=True),
    Format(acpc.NAME, "ACPC dealer logs", acpc.starts, acpc.read),
    Format(ohh_reader.NAME, "Open Hand History", ohh_reader.starts, ohh_reader.read),
)
TITLES = {site.name: site.title for site in SITES} | {
    "phh": "Poker Hand History (PHH)",
    "log": "croupier's log",
}
_TEXTS = [site for site in SITES if site.name not in (ohh_reader.NAME, ipoker.NAME)]
_NUMBERED = {site.name for site in SITES} - {ohh_reader.NAME, acpc.NAME}  # in the first line
_BEGINS = re.compile(  # what no other line of any text begins with, or hardly any
    r"\ufeff?(?:\**\s?PokerStars |Poker Hand #|Full ?Tilt|\*{5}\s?\S|Winamax Poker|STATE:|#\d"
    r"|Bovada|Ignition|Bodog|[a-z]\w+(?: \w+){0,3} (?:Hand|Game) #)",
    re.IGNORECASE,
)
_UNNUMBERED = ("*****", "STATE:", "\ufeff")
_READERS = {site.name: site.read for site in SITES}


class Piece(NamedTuple):
    """One hand as its file has it."""

    file: str
    format: str
    line: int  # where it begins
    lines: Lines
    name: str = ""  # its key in the file
    decimals: int = 0  # PHH: of the amounts of the whole file
    session: dict[str, str] | None = None  # iPoker: what the file tells of all its hands


def known_formats() -> str:
    """All formats in one sentence, those without real samples marked."""
    sites = [site.title + (" (experimental)" if site.experimental else "") for site in SITES]
    return ", ".join(["PHH", "croupier's log", *sites])


def format_of(lines: Iterable[str], name: str = "") -> str:
    """The format of a file, by its first lines; nothing where it is unknown."""
    looked = list(islice(lines, LOOK_AT))
    for line in looked:
        if phh_tables.starts(line):
            return phh_tables.NAME
        if log_reader.starts(line):
            return log_reader.NAME
        for site in SITES:
            if site.starts(line) and (site.name != ohh_reader.NAME or '"ohh"' in "".join(looked)):
                return site.name
    return phh_tables.NAME if name.lower().endswith(SUFFIXES) else ""


def pieces(lines: Iterable[str], form: str, file: str = "-", decimals: int = 0) -> Iterator[Piece]:
    """Cut a file into hands."""
    if form == phh_tables.NAME:
        for name, begins, hand in phh_tables.hands_of(lines):
            yield Piece(file, form, begins, hand, name, decimals)
    elif form == log_reader.NAME:
        for count, found in enumerate(log_reader.rounds_in(lines), 1):
            numbers = [number for number, _ in found]
            yield Piece(file, form, numbers[0], [line for _, line in found], str(count))
    elif form == ohh_reader.NAME:
        yield from _objects(lines, file)
    elif form == ipoker.NAME:
        yield from _sessions(lines, file)
    else:
        for begins, hand in hands_in(lines, _text_site):
            site = _text_site(hand[0])
            yield Piece(file, site.name if site else form, begins, hand)


def _text_site(line: str) -> Format | None:
    """The site whose hand begins with a line: a file may hold hands of several."""
    if "#" not in line and not line.startswith(_UNNUMBERED):  # sooner known than by a pattern
        return None
    if not _BEGINS.match(line):
        return None
    return next((site for site in _TEXTS if site.starts(line)), None)


def _objects(lines: Iterable[str], file: str) -> Iterator[Piece]:
    """OHH has a blank line between two hands; some files have none."""
    hand: Lines = []
    begins, depth = 1, 0
    for number, line in enumerate(lines, 1):
        if not line.strip() and depth <= 0:
            continue
        if not hand:
            begins, depth = number, 0
        hand.append(line)
        bare = _STRINGS.sub("", line)
        depth += bare.count("{") - bare.count("}")
        if depth <= 0 or len(hand) > 4 * LINES_MOST:
            yield Piece(file, ohh_reader.NAME, begins, hand)
            hand = []
    if hand:
        yield Piece(file, ohh_reader.NAME, begins, hand)


_STRINGS = re.compile(r'"(?:[^"\\]|\\.)*"')


def _sessions(lines: Iterable[str], file: str) -> Iterator[Piece]:
    """Hands of iPoker, each with the tags of its session."""
    session: dict[str, str] = {}
    hand: Lines = []
    begins = 0
    parts = ((at, part) for at, line in enumerate(lines, 1) for part in ipoker.GAMES.split(line))
    for number, line in parts:
        if ipoker.starts(line):
            if hand:
                yield Piece(file, ipoker.NAME, begins, hand, session=dict(session))
            hand, begins = [], number
        elif ipoker.PREAMBLE(line):
            session = {}
        if begins and (hand or ipoker.starts(line)):
            hand.append(line)
            if "</game>" in line or len(hand) > LINES_MOST:
                yield Piece(file, ipoker.NAME, begins, hand, session=dict(session))
                hand = []
        else:
            session |= dict(ipoker.HEAD.findall(line))
    if hand:
        yield Piece(file, ipoker.NAME, begins, hand, session=dict(session))


def heading_of(piece: Piece) -> str:
    """What tells a site's hand from all others, wherever it is found; "" where nothing does."""
    return piece.lines[0].strip("\ufeff \t") if piece.format in _NUMBERED else ""


def read_piece(piece: Piece) -> Hand:
    """Read one hand, or refuse it."""
    if piece.format == phh_tables.NAME:
        hand = read_hand(piece.name, phh_tables.entries_of(piece.lines), piece.decimals)
        return hand._replace(line=piece.line)
    if piece.format not in _READERS:
        raise Refused("FIELD format", f"{piece.format!r} is not a known format: {known_formats()}")
    try:
        if piece.format == ipoker.NAME:
            return ipoker.read(piece.lines, piece.line, piece.session)
        return _READERS[piece.format](piece.lines, piece.line)
    except (ArithmeticError, LookupError, ValueError) as fault:
        why = f"a line is not as {TITLES[piece.format]} writes it: {brief(fault)}"
        raise Refused("FIELD text", why) from None
