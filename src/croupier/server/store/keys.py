"""The room's keys, kept in a file outside the database: one seals, one signs, both make MACs.

A thief of the database alone can read no hidden card, sign no checkpoint and write no line that
passes for the room's; a thief of the key file too can do all three. See
docs/explanation/threats.md.
"""

import os
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from croupier.refused import Refused, brief

SIZE = 32
NONCE = 12
MAC = 16  # bytes


class Keys(NamedTuple):
    """What seals hidden lines and signs checkpoints."""

    sealing: bytes
    signing: bytes

    @classmethod
    def fresh(cls) -> "Keys":
        """New keys from the operating system's entropy."""
        return cls(os.urandom(SIZE), os.urandom(SIZE))

    def seal(self, body: bytes, place: bytes) -> bytes:
        """Encrypt a line so that it opens only at its own place in its own log."""
        nonce = os.urandom(NONCE)
        return nonce + ChaCha20Poly1305(self.sealing).encrypt(nonce, body, place)

    def unseal(self, body: bytes, place: bytes) -> bytes:
        """Decrypt a line, or refuse one that was altered or moved."""
        try:
            return ChaCha20Poly1305(self.sealing).decrypt(body[:NONCE], body[NONCE:], place)
        except InvalidTag:
            raise Refused(
                "FIELD keys", "a sealed line cannot be decrypted with this key file"
            ) from None

    def mac(self, purpose: bytes, *said: Any) -> bytes:
        """Authenticate what is said for one purpose; at most 16 bytes name the purpose."""
        alone = len(said) == 1 and isinstance(said[0], bytes)
        words = said[0] if alone else msgspec.msgpack.encode(said)
        return blake2b(words, digest_size=MAC, key=_mac_key(*self), person=purpose).digest()

    def sign(self, words: bytes) -> bytes:
        """Sign a checkpoint."""
        return _signer(self.signing).sign(words)

    @property
    def public(self) -> bytes:
        """What anybody needs to check a signature."""
        return _signer(self.signing).public_key().public_bytes_raw()


@lru_cache(maxsize=4)
def _signer(signing: bytes) -> Ed25519PrivateKey:
    """The key ready to sign: making it takes longer than signing."""
    return Ed25519PrivateKey.from_private_bytes(signing)


@lru_cache(maxsize=4)
def _mac_key(sealing: bytes, signing: bytes) -> bytes:
    """The key of all MACs: of both halves, so that a key file with another half is noticed."""
    return blake2b(b"croupier macs", digest_size=SIZE, key=sealing + signing).digest()


def write_secret(path: Path, secret: bytes) -> None:
    """Write a new file that only its owner may read."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(secret)
        file.flush()
        os.fsync(file.fileno())


def is_signed(words: bytes, signature: bytes, public: bytes) -> bool:
    """Whether the holder of the signing key said this."""
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, words)
    except (InvalidSignature, ValueError):
        return False
    return True


def load_keys(path: Path) -> Keys:
    """Read the key file; the first time, make it, readable by its owner only."""
    if not path.exists():
        keys = Keys.fresh()
        path.parent.mkdir(parents=True, exist_ok=True)
        write_secret(path, keys.sealing + keys.signing)
        return keys
    try:
        both = path.read_bytes()
    except OSError as fault:
        raise Refused("FIELD keys", f"{path}: {brief(fault.strerror)}") from None
    if len(both) != 2 * SIZE:
        raise Refused("FIELD keys", f"{path.name} is not a key file of a room")
    return Keys(both[:SIZE], both[SIZE:])
