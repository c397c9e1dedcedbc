"""`croupier assist`: leads a human dealer through rounds with real cards."""

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from croupier.assist.dialogue import Session
from croupier.assist.sitting import Sitting
from croupier.assist.table_record import Record
from croupier.assist.table_words import read_seat
from croupier.assist.talk import Left
from croupier.chips import money
from croupier.cli.assist_screen import Screen, screen
from croupier.cli.given import Signs, posted
from croupier.cli.own_games import GameKey, find_game
from croupier.cli.screen import print_raw
from croupier.engine.events import RoundClosed, write_event
from croupier.refused import Refused
from croupier.views.narration.wording import counted, listed

NAME = "assist"
EXAMPLES = """\b
Examples:
  croupier assist holdem
  croupier assist holdem --seats "Ada 200, Bob 200, Cyd 150" --sign blinds=200,400
  croupier assist badugi --log tonight.jsonl
  croupier assist two-card-joker --plain

\b
Some of what is typed (? lists all of it):
  8c Kd 5h          cards, in the order they are dealt; Enter alone when it is done
  f  k  c  b 40  r 80  all in
  d 2               a player draws two
  s AhKd  or  m     show, or concede
  oops              something went wrong: get the ruling
  u                 undo the last entry
"""


def run(
    game: GameKey,
    sign: Signs = None,
    seats: Annotated[
        str | None,
        typer.Option(
            "--seats",
            metavar="NAME CHIPS,...",
            help="The players from seat 1 up, with their dollars: "
            '"Ada 200, Bob 150"; a number before a name is the seat.',
        ),
    ] = None,
    log: Annotated[
        Path | None,
        typer.Option(
            "--log",
            metavar="FILE",
            help="The record; an existing one is resumed. Default: GAME-DATE.jsonl here.",
        ),
    ] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Lines only: for pipes and screen readers.")
    ] = False,
    as_json: Annotated[
        bool,
        typer.Option(
            "--json", help="Print the events of every finished round at the end, one a line."
        ),
    ] = False,
) -> None:
    """Lead a human dealer through rounds with real cards.

    Says what to deal and burn, who acts and with which options, the pots, who shows first, and
    who wins what. Type cards as they are turned up; face-down cards stay unknown until they are
    shown. Every entry is saved before the screen changes: after a crash the same command
    resumes where it stopped.
    """
    found = find_game(game)
    posting = posted(found, sign)
    path = log or Path(f"{found.key}-{datetime.now().astimezone():%Y-%m-%d}.jsonl")
    guests = [read_seat(words) for words in _given_seats(seats or "")]
    shown = screen(sys.stderr if as_json else sys.stdout, plain=plain)
    record = Record(path, found.key)
    try:
        sitting = Sitting(found, posting, record, lambda: datetime.now(UTC))
        session = Session(sitting, [] if sitting.life.status == "open" else guests)
        _welcome(session, record)
        _lead(session, shown)
        _farewell(session, shown, record)
    finally:
        record.close()
    if as_json:
        for events in session.sitting.rounds():
            if any(isinstance(event, RoundClosed) for event in events):  # none that is open
                for event in events:
                    print_raw(write_event(event))


def _welcome(session: Session, record: Record) -> None:
    session.said = f"the record is {record.path}"
    if session.sitting.resumed:
        session.said = f"resuming {record.path}: {_entries(len(record.standing))}"
    if record.torn:
        session.said += "; its last line was incomplete and is ignored"


def _entries(count: int) -> str:
    return "one entry" if count == 1 else f"{count or 'no'} entries"


def _given_seats(text: str) -> list[list[str]]:
    """Read `Ada 200, 4 Bob 150`: a seat is the next free one unless its number leads."""
    found: list[list[str]] = []
    for place, part in enumerate((part for part in text.split(",") if part.strip()), 1):
        words = part.split()
        found.append(words if words[0].isdigit() else [str(place), *words])
    for words in found:
        if sum(other[0] == words[0] for other in found) > 1:
            raise Refused("FIELD seats", f"seat {words[0]} is given twice")
    return found


def _lead(session: Session, shown: Screen) -> None:
    """One line after another, until the dealer stops or the lines end."""
    shown.draw(session)
    while (text := _read(shown)) is not None:
        try:
            session.take(text)
        except Left:
            return
        shown.draw(session)


def _read(shown: Screen) -> str | None:
    """The next line; with the keys of a line editor on a terminal, echoed from a pipe."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        import readline  # noqa: F401  # input() edits lines once this is loaded

        try:
            return input(shown.prompt)
        except EOFError:
            return None
    try:
        text = sys.stdin.readline()
    except UnicodeDecodeError:
        raise Refused("FIELD entry", "the input must be text") from None
    if not text:
        return None
    shown.write(f"{shown.prompt}{text.strip()}")
    return text


def _farewell(session: Session, shown: Screen, record: Record) -> None:
    """Say where the table stands when the dealer stops."""
    table = session.sitting.life
    shown.write(f"{counted(table.rounds, 'round')} dealt, {_entries(record.undone)} taken back")
    if table.playing:
        shown.write("a round is open: run the same command to resume it")
    if table.seats:
        chips = (f"{table.seats[seat].person} {money(has)}" for seat, has in table.stacks.items())
        shown.write(f"chips: {listed(chips)}")
    shown.write(f"the record is {record.path}")
