"""`croupier verify`: check that a round was dealt from the deck sealed before it."""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import msgspec
import typer
from msgspec import Struct

from croupier.cli.given import AsJson, read_lines
from croupier.cli.screen import print_json, print_words
from croupier.engine.events import read_event
from croupier.refused import Refused, brief
from croupier.room.house.people import HOUSE_DEALER
from croupier.room.logbook import Entry
from croupier.room.table import evolve as life
from croupier.views.fairness.fairness_check import check_against, check_file, check_sealed_file
from croupier.views.fairness.fairness_file import (
    NOT_SEALED,
    FairnessFile,
    SealedFile,
    sealed_rounds,
)
from croupier.views.narration.wording import counted

NAME = "verify"
EXAMPLES = (
    "\b\nExamples:\n  croupier verify hand-12.json"
    "\n  croupier verify hand-12.json --sealed hand-12.sealed --key hand-12.sealed.key"
    "\n  croupier verify table-1.jsonl --json"
)
FAILED = 1
MAGIC = b"croupier sealed file 1\n"


class Verdict(Struct, frozen=True, kw_only=True):
    """The verdict on one round."""

    file: str
    kind: str  # player, sealed or log
    table: str
    round: int
    seat: int = 0
    sealed: bool
    cards: int  # that are proven
    ok: bool
    faults: tuple[str, ...]


class Given(NamedTuple):
    """Rounds that were given to check, and the file they come from."""

    name: str
    kind: str
    rounds: Sequence[FairnessFile | SealedFile]


def run(
    files: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[FILES]",
            help="Fairness files of players, or logs of tables; `-` is standard input.",
        ),
    ] = None,
    sealed: Annotated[
        str, typer.Option(metavar="FILE", help="The regulator's sealed file of the same round.")
    ] = "",
    key: Annotated[str, typer.Option(metavar="FILE", help="Its key; default FILE.key.")] = "",
    as_json: AsJson = False,
) -> int:
    """Check that a deck was fixed before its first card.

    A player's file is checked by itself: each card, its salt and its path lead to the root, and its
    position follows from the cut and the order of dealing. With the sealed file the whole deck is
    checked too. The exit code is 1 if anything is wrong. A round of an earlier version, or of
    announced cards, counts as wrong: it is reported as unsealed, since nothing proves its deck.
    """
    if not files and not sealed:
        raise Refused("FIELD files", "which files? croupier verify hand-12.json")
    whole = read_sealed(sealed, key) if sealed else None
    verdicts = [_judged(sealed, "sealed", whole, None)] if whole else []
    for given in map(_read, files or ()):
        verdicts += [_judged(given.name, given.kind, one, whole) for one in given.rounds]
    if as_json:
        print_json(verdicts)
    else:
        for verdict in verdicts:
            _tell(verdict)
    return 0 if all(verdict.ok for verdict in verdicts) else FAILED


def _read(name: str) -> Given:
    lines = read_lines(name, "files")
    text = "\n".join(lines)
    try:
        head = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        head = None  # of several lines
    if isinstance(head, dict) and "kind" in head:
        if head["kind"] == "croupier sealed file":
            return Given(name, "sealed", [_decoded(name, text, SealedFile)])
        return Given(name, "player", [_decoded(name, text, FairnessFile)])
    rounds = list(sealed_rounds(*_log(name, lines)))
    if not rounds:
        raise Refused("FIELD files", f"{name} holds no round of play")
    return Given(name, "log", rounds)


def _decoded(name: str, text: str | bytes, shape: Any) -> Any:
    try:
        return msgspec.json.decode(text, type=shape)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as fault:
        raise Refused("FIELD files", f"{name}: {brief(fault)}") from None


def _log(name: str, lines: Sequence[str]) -> tuple[str, list[Entry]]:
    """Read the log of a table, one entry per line, or of rounds, one event per line."""
    written = [line for line in lines if line.strip()]
    if not written:
        raise Refused("FIELD files", f"{name} is empty")
    try:
        entries = [life.read_entry(line) for line in written]
        return getattr(entries[0].fact, "name", ""), entries
    except Refused:
        pass
    entries = []
    for number, line in enumerate(written, 1):
        try:
            entries.append(Entry(datetime.min.replace(tzinfo=UTC), HOUSE_DEALER, read_event(line)))
        except Refused as refused:
            why = f"{name} line {number}: {refused.why}"
            raise Refused("FIELD files", why) from None
    return "", entries


def read_sealed(name: str, key: str) -> SealedFile:
    """A sealed file, opened with its key."""
    from croupier.server.store.keys import SIZE, Keys

    body = secret = b""
    try:
        body = Path(name).read_bytes()
        if not body.startswith(MAGIC):
            return _decoded(name, body, SealedFile)  # type: ignore[no-any-return]  # of this shape
        secret = bytes.fromhex(Path(key or f"{name}.key").read_text().strip())
    except OSError as fault:
        raise Refused("FIELD sealed", f"{fault.filename}: {fault.strerror}") from None
    except ValueError:
        pass  # no hexadecimal, or no text
    if len(secret) != SIZE:
        raise Refused("FIELD key", f"{key or name + '.key'} is not the key of a sealed file")
    opened = Keys(secret, b"").unseal(body.removeprefix(MAGIC), MAGIC)
    return _decoded(name, opened, SealedFile)  # type: ignore[no-any-return]  # as above


def _judged(
    name: str, kind: str, one: FairnessFile | SealedFile, whole: SealedFile | None
) -> Verdict:
    try:
        if isinstance(one, FairnessFile):
            faults = check_file(one) + (check_against(one, whole) if whole else [])
            seat, cards, sealed = one.seat, len(one.cards), bool(one.roots)
        else:
            faults, seat, sealed = check_sealed_file(one), 0, bool(one.shuffles)
            cards = sum(len(shuffle.order) for shuffle in one.shuffles)
    except Refused as refused:
        faults, seat, cards, sealed = [refused.why], 0, 0, True
    return Verdict(
        file=name,
        kind=kind,
        table=one.table,
        round=one.round,
        seat=seat,
        sealed=sealed,
        cards=cards,
        ok=not faults,
        faults=tuple(faults),
    )


def _tell(verdict: Verdict) -> None:
    where = f"round {verdict.round}" + (f" of table {verdict.table}" if verdict.table else "")
    whose = f", seat {verdict.seat}" if verdict.seat else ""
    if verdict.ok:
        what = counted(verdict.cards, "card")
        shown = "proven" if verdict.kind == "player" else "in the order that was sealed"
        print_words(f"✓ {where}{whose}: {what} {shown}  ({verdict.file})")
        return
    if not verdict.sealed and verdict.faults == (NOT_SEALED,):
        said = "it plays again as written, but no root was published before its first card"
        print_words(f"○ {where}{whose}: unsealed: {said}  ({verdict.file})")
        return
    print_words(f"✗ {where}{whose}: {counted(len(verdict.faults), 'fault')}  ({verdict.file})")
    for fault in verdict.faults:
        print_words(f"    {fault}")
