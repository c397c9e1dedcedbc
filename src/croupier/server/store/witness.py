"""What somebody outside the room holds: signed statements of how far its logs had come.

Whoever can write to the database can cut the end of a log off together with its checkpoints; only
a later checkpoint that was kept elsewhere shows it. `GET /api/checkpoints` gives them to anybody.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from croupier.refused import Refused, brief
from croupier.server.store.chain import Stored, statement
from croupier.server.store.database import Checkpoint
from croupier.server.store.keys import Keys, is_signed


class Held(Struct, frozen=True):
    """A checkpoint as a witness keeps it; bytes are written in hexadecimal."""

    stream: str
    number: int
    hash: str
    signature: str


_decoder = msgspec.json.Decoder(list[Held])


def held(checkpoint: Checkpoint) -> Held:
    """A checkpoint for a witness."""
    stream, number, tip, signature = checkpoint
    return Held(stream, number, tip.hex(), signature.hex())


def read_witness(path: Path) -> list[Held]:
    """The checkpoints of a file: what the room answered, one answer a line."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
        return [one for line in lines if line.strip() for one in _decoder.decode(line)]
    except (OSError, UnicodeError, msgspec.DecodeError) as fault:
        raise Refused("FIELD witness", f"{path.name}: {brief(fault)}") from None


def contradictions(
    lines: Iterable[Stored], witness: Iterable[Held], keys: Keys | None
) -> Iterator[tuple[int, str]]:
    """Where one log is not what a witness holds of it."""
    tips: Mapping[int, str] = {line.number: line.hash.hex() for line in lines}
    for one in witness:
        if keys is not None and not _is_ours(one, keys):
            yield one.number, "the witness holds a checkpoint that this room did not sign"
        elif one.number not in tips:
            yield one.number, f"the log ends at line {max(tips, default=0)}: a witness saw this one"
        elif tips[one.number] != one.hash:
            yield one.number, "a witness saw another log up to this line"


def _is_ours(one: Held, keys: Keys) -> bool:
    try:
        tip, signature = bytes.fromhex(one.hash), bytes.fromhex(one.signature)
    except ValueError:
        return False
    return is_signed(statement(one.stream, one.number, tip), signature, keys.public)
