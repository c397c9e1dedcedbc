"""The head file, beside the key file: the latest roll, so that an older database is noticed.

It is outside the database. A database that is behind it is an older copy; a room that has a head
file and no roll had one once.
"""

import os
from pathlib import Path
from typing import NamedTuple

import msgspec

from croupier.refused import Refused, brief
from croupier.server.store.checkpoints import Checkpoint, chained
from croupier.server.store.keys import Keys


class Kept(NamedTuple):
    """The roll that a head file names."""

    roll: int  # its serial
    hash: bytes  # the roll, chained


class _Written(msgspec.Struct):
    roll: int
    hash: str
    mac: str


class HeadFile:
    """The head file of a room."""

    def __init__(self, keys: Keys, path: Path) -> None:
        """Keep it at this path, with a MAC under these keys."""
        self._keys, self.path = keys, path

    @classmethod
    def beside(cls, keys: Keys, key_file: Path) -> "HeadFile":
        """The head file that belongs to a key file."""
        return cls(keys, key_file.with_name(f"{key_file.name}.head"))

    def read(self) -> Kept | None:
        """The roll it names, None when there is no file; refuse one of other keys."""
        try:
            found = msgspec.json.decode(self.path.read_bytes(), type=_Written)
            kept = Kept(found.roll, bytes.fromhex(found.hash))
            mac = bytes.fromhex(found.mac)
        except FileNotFoundError:
            return None
        except (OSError, ValueError, msgspec.DecodeError) as fault:
            raise Refused("FIELD keys", f"{self.path.name}: {brief(fault)}") from None
        if mac != self._keys.mac(b"head file", *kept):
            raise Refused(
                "FIELD keys",
                f"{self.path.name} was not written with this key file: bring the two files that"
                " belong together",
            )
        return kept

    def write(self, roll: Checkpoint) -> None:
        """Name a roll: the file is replaced as a whole, or stays as it was."""
        kept = Kept(roll.serial, chained(roll))
        mac = self._keys.mac(b"head file", *kept)
        fresh = self.path.with_name(f"{self.path.name}.new{os.getpid()}")
        body = msgspec.json.encode(_Written(kept.roll, kept.hash.hex(), mac.hex()))
        handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(body + b"\n")
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(self.path)
