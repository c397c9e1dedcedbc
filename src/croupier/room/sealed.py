"""A deck sealed before the first card: its root is public, its cards are opened one by one.

Each position of the shuffled deck is a leaf, the hash of position, card and 128 bits of salt; a
tree of hashes joins them to one root. The root is published before a card is dealt. A card
that a viewer may see comes with its salt and its path to the root, so it can be checked that it lay
there all along. Without its salt no card of an unopened leaf can be confirmed: there are only 54
to try, but 2 to the 128 salts.
"""

from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256
from itertools import combinations

from msgspec import Struct

from croupier.cards import Card
from croupier.refused import Refused
from croupier.room.shuffle import Entropy

SALT = 16
LEAST_DIFFERENCE = 16  # bits
_LEAF, _NODE = b"\x00", b"\x01"  # a leaf can never be taken for an inner node


class Opened(Struct, frozen=True, array_like=True):
    """One position of a sealed deck, opened: what lies there, its salt, and its path."""

    position: int  # in the shuffled deck, before the cut
    card: Card
    salt: bytes
    path: tuple[bytes, ...]  # the neighbors' hashes, from the leaf up


class Seal(Struct, frozen=True):
    """A deck behind its root: the order it was shuffled into, and a salt for every position."""

    order: tuple[Card, ...]
    salts: bytes  # one after the other
    root: str
    at: datetime


def fresh_salts(count: int, entropy: Entropy | None = None) -> tuple[bytes, ...]:
    """A salt for each position, from the operating system's entropy."""
    entropy = entropy or Entropy()
    return tuple(entropy.token(SALT) for _ in range(count))


def are_weak(salts: Sequence[bytes]) -> bool:
    """Whether the salts of a sealed deck are too alike, or too plain, to be random.

    Two random salts differ in about 64 of their 128 bits; that any two of a deck differ in fewer
    than 16, or that one has fewer than 16 ones or zeros, happens once in 10^15 decks.

    >>> are_weak(fresh_salts(54)), are_weak([bytes(16)]), are_weak([b"0123456789abcdef"] * 2)
    (False, True, True)
    """
    numbers = [0, (1 << 8 * SALT) - 1, *(int.from_bytes(salt) for salt in salts)]
    pairs = combinations(numbers, 2)
    return any((one ^ other).bit_count() < LEAST_DIFFERENCE for one, other in pairs)


def apart(salts: bytes) -> tuple[bytes, ...]:
    """The salts of a deck, each for itself.

    >>> apart(b"a" * 16 + b"b" * 16)[1]
    b'bbbbbbbbbbbbbbbb'
    """
    return tuple(salts[start : start + SALT] for start in range(0, len(salts), SALT))


def leaf(position: int, card: Card, salt: bytes) -> bytes:
    """The hash of one position."""
    assert len(salt) == SALT
    return sha256(_LEAF + position.to_bytes(2, "big") + card.encode() + salt).digest()


def _levels(order: Sequence[Card], salts: Sequence[bytes]) -> list[list[bytes]]:
    """Every level of the tree, leaves first; an odd one out goes up as it is."""
    leaves = [leaf(at, card, salts[at]) for at, card in enumerate(order)]
    levels = [leaves]
    while len(levels[-1]) > 1:
        below = levels[-1]
        pairs = zip(below[::2], below[1::2], strict=False)
        above = [sha256(_NODE + left + right).digest() for left, right in pairs]
        levels.append(above + below[len(below) & ~1 :])
    return levels


def root_of(order: Sequence[Card], salts: Sequence[bytes]) -> bytes:
    """The root of the sealed deck that is published before the first card."""
    if len(order) != len(salts):
        raise Refused("FIELD salts", f"`salts` must hold one salt for each of {len(order)} cards")
    return _levels(order, salts)[-1][0]


def open_leaves(
    order: Sequence[Card], salts: Sequence[bytes], positions: Sequence[int]
) -> tuple[Opened, ...]:
    """Open these positions of a sealed deck, each with its path."""
    levels = _levels(order, salts)
    return tuple(
        Opened(position, order[position], salts[position], _path(levels, position))
        for position in positions
    )


def _path(levels: list[list[bytes]], position: int) -> tuple[bytes, ...]:
    path: list[bytes] = []
    for level in levels[:-1]:
        neighbor = position ^ 1
        if neighbor < len(level):
            path.append(level[neighbor])
        position //= 2
    return tuple(path)


def is_sealed(opened: Opened, root: bytes, size: int) -> bool:
    """Whether this card lay at this position of the deck behind the root."""
    if not 0 <= opened.position < size or len(opened.salt) != SALT:
        return False
    tip, at, width, path = leaf(opened.position, opened.card, opened.salt), opened.position, size, 0
    while width > 1:
        if at ^ 1 < width:
            if path == len(opened.path):
                return False
            other = opened.path[path]
            both = tip + other if at % 2 == 0 else other + tip
            tip, path = sha256(_NODE + both).digest(), path + 1
        at, width = at // 2, (width + 1) // 2
    return tip == root and path == len(opened.path)


def position_dealt(place: int, cut: int, size: int) -> int:
    """Where the card that is dealt in this place (0 for the first) lay before the cut.

    >>> position_dealt(0, 10, 52), position_dealt(42, 10, 52)
    (10, 0)
    """
    return (place + cut) % size
