"""What a terminal shows: lines of words with their clauses at the right margin, and JSON."""

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap
from typing import Any, Literal, NoReturn

import msgspec
from rich.console import Console
from rich.control import strip_control_codes
from rich.table import Table
from rich.text import Text

from croupier.histories.about import SYMBOLS
from croupier.views.narration.wording import Line

PIPED_WIDTH = 100
WIDEST = 110
GAP = 2
NARROW = 46  # with less room than this for words, clauses go below them
RED_CARD = re.compile(r"[2-9TJQKA][♦♥]")
PLAIN = str.maketrans(
    {"♣": "c", "♦": "d", "♥": "h", "♠": "s", "─": "-", "✓": "+", "✗": "x", "⚠": "!", "±": "+-"}
    | {symbol: f"{code} " for symbol, code in SYMBOLS.items() if not symbol.isascii()}
)


class ReaderLeft(Exception):
    """The reader of the output has closed it, as `head` does."""


class _Terminal(Console):
    def on_broken_pipe(self) -> NoReturn:
        raise ReaderLeft


def _console() -> Console:
    """Color only on a terminal; the width of the terminal, of $COLUMNS, or a page's."""
    piped = not sys.stdout.isatty()
    console = _Terminal(highlight=False, emoji=False, markup=False)
    if piped and "COLUMNS" not in console._environ:
        console.width = PIPED_WIDTH
    return console


def print_json(value: Any) -> None:
    """Print a value as one line of JSON."""
    print_raw(msgspec.json.encode(value).decode())


def print_raw(line: str) -> None:
    """Print a line as it is, neither folded nor colored."""
    try:
        print(line)
    except BrokenPipeError:
        raise ReaderLeft from None


def print_lines(lines: Iterable[Line]) -> None:
    """Print titles, headings and facts."""
    console = _console()
    width = min(console.width, WIDEST)
    for line in lines:
        for text in laid_out(line, width):
            _put(console, text)


def print_table(
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    right: str | Sequence[str],
    spare: Sequence[str],
) -> None:
    """Print columns on the terminal, those in `right` aligned there; a pipe gets whole rows.

    Where a terminal is too narrow, spare columns are left out one by one, then others are folded.
    """
    console = _console()
    columns = list(zip(heads, *rows, strict=True))
    numbers = right.split() if isinstance(right, str) else right
    if not sys.stdout.isatty():
        console.width = max(console.width, _width(columns))
    for head in spare:
        if _width(columns) > console.width:
            columns = [column for column in columns if column[0] != head]
    table = Table(box=None, pad_edge=False, padding=(0, GAP, 0, 0), header_style="bold")
    for place, (head, *_) in enumerate(columns):
        aligned: Literal["left", "right"] = "right" if head in numbers else "left"
        table.add_column(legible(head), justify=aligned, no_wrap=not place)
    for row in zip(*(cells for _, *cells in columns), strict=True):
        table.add_row(*(styled(legible(cell)) for cell in row))
    with console.capture() as captured:
        console.print(table)
    for printed in captured.get().splitlines():
        _put(console, Text.from_ansi(printed.rstrip()))


def _width(columns: Sequence[Sequence[str]]) -> int:
    return sum(max(map(len, column)) + GAP for column in columns)


def print_words(words: str = "", style: str = "") -> None:
    """Print one line of words; without colors they need no work, and files of hands have many."""
    console = _console()
    if console.color_system:
        _put(console, styled(legible(words), style))
    else:
        print_raw(strip_control_codes(legible(words)))


def _put(console: Console, text: Text) -> None:
    console.print(text, soft_wrap=True)


def legible(words: str) -> str:
    """Words with suits drawn, or as letters where the output cannot carry them."""
    encoding = sys.stdout.encoding or "ascii"
    if encoding.lower().startswith("utf"):
        return words
    plain = words.translate(PLAIN)
    return plain.encode(encoding, "replace").decode(encoding)


def styled(words: str, style: str = "") -> Text:
    """Words with their red cards red."""
    text = Text(words, style=style)
    text.highlight_regex(RED_CARD, style="red")
    return text


def laid_out(line: Line, width: int) -> Iterator[Text]:
    """A line as a terminal of this width shows it."""
    match line.kind:
        case "title":
            yield from _row(line.words[:1].upper() + line.words[1:], line.clause, width, "bold")
            yield Text(legible("─" * width), style="dim")
        case "heading":
            yield Text()
            aside = f"  {', '.join(line.items)}" if line.items else ""
            yield Text.assemble((line.words.upper(), "bold cyan"), (aside, "dim"))
        case "fact":
            yield from _row(line.words, line.clause, width, "", indent=2)
            yield from _grid(line.items, width)


def _row(words: str, clause: str, width: int, style: str, indent: int = 0) -> Iterator[Text]:
    """Words at the left, folded before they reach the clause at the right."""
    room = width - indent - len(clause) - 2
    beside = room >= NARROW or len(words) <= room
    folded = wrap(
        words,
        max(room if beside else width - indent, 10),
        break_on_hyphens=False,
        break_long_words=False,
    )
    for place, part in enumerate(folded or [""]):
        text = Text(" " * (indent + 2 * bool(place))) + styled(legible(part), style)
        if clause and beside and not place:
            text += Text(clause.rjust(width - text.cell_len), style="dim")
        yield text
    if clause and not beside:
        yield Text(clause.rjust(width), style="dim")


def _grid(items: Sequence[str], width: int, indent: int = 4) -> Iterator[Text]:
    """Short items side by side, in columns."""
    if not items:
        return
    column = max(map(len, items)) + 3
    count = max(1, (width - indent + 3) // column)
    for first in range(0, len(items), count):
        row = "".join(item.ljust(column) for item in items[first : first + count])
        yield Text(" " * indent) + styled(legible(row.rstrip()))
