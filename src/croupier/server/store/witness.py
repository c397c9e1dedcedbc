"""What a witness outside the room holds: signed statements of how far its logs had come.

Anyone who can write to the database, and has kept an older copy of it and of the head file, can put
the room back to that moment; only a later checkpoint that was kept elsewhere shows it.
`GET /api/checkpoints` gives the latest ones to everyone who asks.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from croupier.refused import Refused, brief
from croupier.server.store.checkpoints import ROLL, Checkpoint, chained, is_genuine
from croupier.server.store.faults import Fault
from croupier.server.store.keys import Keys


class Held(Struct, frozen=True, omit_defaults=True):
    """A checkpoint as a witness keeps it; bytes are written in hexadecimal."""

    stream: str
    number: int
    hash: str
    signature: str
    serial: int = 0
    requests: int = 0
    snapshot: str = ""
    before: str | None = None  # None: a checkpoint of version 0.1


_decoder = msgspec.json.Decoder(list[Held])


def held(one: Checkpoint) -> Held:
    """A checkpoint for a witness."""
    return Held(
        stream=one.stream,
        number=one.number,
        hash=one.hash.hex(),
        signature=one.signature.hex(),
        serial=one.serial,
        requests=one.requests,
        snapshot=one.snapshot.hex(),
        before=None if one.before is None else one.before.hex(),
    )


def read_held(one: Held) -> Checkpoint | None:
    """A checkpoint that a witness kept; None when it cannot be read."""
    try:
        return Checkpoint(
            stream=one.stream,
            serial=one.serial,
            number=one.number,
            hash=bytes.fromhex(one.hash),
            requests=one.requests,
            snapshot=bytes.fromhex(one.snapshot),
            before=None if one.before is None else bytes.fromhex(one.before),
            signature=bytes.fromhex(one.signature),
        )
    except ValueError:
        return None


def read_answer(answer: bytes) -> list[Held]:
    """The checkpoints that a room answered with."""
    try:
        return _decoder.decode(answer)
    except msgspec.DecodeError as fault:
        raise Refused("FIELD url", f"this is not the answer of a room: {brief(fault)}") from None


def read_witness(path: Path) -> list[Held]:
    """The checkpoints of a file: what the room answered, one answer a line."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
        return [one for line in lines if line.strip() for one in _decoder.decode(line)]
    except (OSError, UnicodeError, msgspec.DecodeError) as fault:
        raise Refused("FIELD witness", f"{path.name}: {brief(fault)}") from None


def rewritten(kept: Iterable[Held], fresh: Iterable[Held]) -> Iterator[Fault]:
    """Where a room that answers now is not the one that answered before.

    A log may have grown, and never be shorter, other than it was, or gone.
    """
    now = {one.stream: one for one in fresh}
    for before in {one.stream: one for one in kept}.values():  # the latest of each log
        after = now.get(before.stream)
        if after is None:
            yield Fault(before.stream, 0, "the log is gone")
        elif after.serial < before.serial:
            what = f"checkpoint {before.serial} is kept here, and the room is at {after.serial}"
            yield Fault(before.stream, after.number, what)
        elif after.serial == before.serial and after != before:
            yield Fault(before.stream, after.number, "this is not the checkpoint that is kept here")
        elif after.serial == before.serial + 1 and not _follows(before, after):
            yield Fault(before.stream, after.number, "it does not follow the one that is kept here")


def _follows(before: Held, after: Held) -> bool:
    last = read_held(before)
    return last is not None and (last.before is None or after.before == chained(last).hex())


def contradictions(
    tips: Mapping[int, bytes], last: int, witness: Iterable[Held], keys: Keys | None
) -> Iterator[tuple[int, str]]:
    """Where one log, of which `last` is the last line, is not what a witness holds of it.

    Of the rolls each is a line.
    """
    for one in witness:
        found, at = read_held(one), one.serial if one.stream == ROLL else one.number
        if keys is not None and (found is None or not is_genuine(found, keys.public)):
            yield at, "the witness holds a checkpoint that this room did not sign"
        elif at > last:
            yield at, f"the log ends at line {last}: a witness saw this one"
        elif tips.get(at, b"").hex() != one.hash:
            yield at, "a witness saw another log up to this line"
