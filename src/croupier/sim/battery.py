"""A battery of tests on dealt decks, stream by stream, and its verdict.

The decks come out of the real deal path: shuffle, then cut, with the operating system's entropy.
Every test of every stream gives a p-value; the smallest of all of them is compared with the rate
of false alarms divided by how many there are (Bonferroni), so that a fair dealer fails the whole
battery no more often than that rate.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from msgspec import Struct

from croupier.cards import DECK_52, DECK_54, Card
from croupier.refused import Refused
from croupier.room.shuffle import LEAST_CUT, cut, random_cut, shuffle
from croupier.sim import chance_tests as tests
from croupier.sim.chance_tests import Counts, Decks, Measured

FALSE_ALARMS = 0.001  # how often a fair dealer fails
STREAMS, DECKS = 10, 10_000
LEAST_DECKS = 2_000  # below it the counts of a table are too few for their distribution
LEVEL = 5  # this many streams are enough to ask whether p-values are spread evenly

Shuffle = Callable[[Sequence[Card]], tuple[Card, ...]]


class Tested(Struct, frozen=True):
    """One test of one stream, or of all of them (stream 0), and whether it holds."""

    stream: int
    measured: Measured
    holds: bool


class Battery(Struct, frozen=True, kw_only=True):
    """What a battery found."""

    deck: int
    streams: int
    decks: int  # of each stream
    false_alarms: float
    limit: float  # a p-value below it fails
    duplicates: int
    ok: bool
    tests: tuple[Tested, ...]


class Stream(NamedTuple):
    """Decks as card numbers, a deck a row: as they were shuffled, cut, and how many were cut."""

    shuffled: Decks  # as a house-banked table deals them after a machine's shuffle
    dealt: Decks
    taken: Counts


def deal_stream(whole: Sequence[Card], count: int, shuffled: Shuffle = shuffle) -> Stream:
    """Shuffle and cut so many decks by the real deal path, or by another shuffle."""
    before, after, taken = bytearray(), bytearray(), list[int]()
    for _ in range(count):
        order, number = shuffled(whole), random_cut(len(whole))
        before += bytes(card.number for card in order)
        after += bytes(card.number for card in cut(order, number))
        taken.append(number)
    one, two = (np.frombuffer(rows, np.uint8).reshape(count, -1) for rows in (before, after))
    return Stream(one, two, np.array(taken, np.int64))


def check_size(streams: int, decks: int) -> None:
    """Refuse a battery that is too small to show anything."""
    if streams < 1:
        raise Refused("FIELD streams", "at least one stream must be dealt")
    if decks < LEAST_DECKS:
        raise Refused(
            "FIELD decks", f"a stream must have at least {LEAST_DECKS} decks, not {decks}"
        )


def run_battery(
    deck: int = 52,
    streams: int = STREAMS,
    decks: int = DECKS,
    shuffled: Shuffle = shuffle,
    false_alarms: float = FALSE_ALARMS,
    progress: Callable[[int], None] = lambda done: None,
) -> Battery:
    """Deal streams of decks and test them."""
    check_size(streams, decks)
    whole = DECK_54 if deck == 54 else DECK_52
    found: list[tuple[int, Measured]] = []
    prints: list[Counts] = []
    before: Decks | None = None
    for stream in range(1, streams + 1):
        made = deal_stream(whole, decks, shuffled)
        after = tests.followers(made.dealt)
        found += [(stream, one) for one in _of_stream(made, after)]
        if before is not None:
            name = "interplay between streams"
            found.append((stream, tests.same_followers(before, after, name)))
        ring, before = tests.rings(after), after
        found.append((stream, tests.near_duplicates(ring)))
        prints.append(_prints(ring))
        progress(stream)
    if streams >= LEVEL:
        found += _over_all(found)
    return _judged(found, _duplicates(prints), deck, streams, decks, false_alarms)


def _of_stream(made: Stream, after: Decks) -> Iterator[Measured]:
    table = made.dealt
    yield tests.positions(made.shuffled, "positions, before the cut")
    yield tests.positions(table, "positions")
    yield tests.adjacent(after)
    yield tests.runs(table)
    yield tests.serial(table)
    yield tests.coupons(table)
    yield tests.cuts(made.taken, table.shape[1], LEAST_CUT)
    yield tests.same_places(table[1:], table[:-1], "interplay, same places")
    yield tests.same_followers(after[1:], after[:-1], "interplay, same neighbors")


def _over_all(found: Sequence[tuple[int, Measured]]) -> list[tuple[int, Measured]]:
    """For each test, whether its p-values over all streams are spread evenly."""
    names = dict.fromkeys(one.test for _, one in found)
    values = {name: [one.p for _, one in found if one.test == name] for name in names}
    return [
        (0, tests.uniform(f"{name}, over all streams", of_it))
        for name, of_it in values.items()
        if len(of_it) >= LEVEL and name != "near duplicates"  # whose p-values are steps
    ]


def _prints(ring: Decks) -> Counts:
    """A number for each ring: two that differ are as good as never the same."""
    words = np.zeros((len(ring), 8 * -(-ring.shape[1] // 8)), np.uint8)
    words[:, : ring.shape[1]] = ring
    odd = np.array([6364136223846793005, 1442695040888963407, 3935559000370003845], np.uint64)
    mixed = np.zeros(len(ring), np.uint64)
    for column in words.view(np.uint64).T:
        mixed = (mixed ^ column) * odd[0] + odd[1]
        mixed ^= mixed >> np.uint64(29)
    found: Counts = (mixed * odd[2]).view(np.int64)
    return found


def _duplicates(prints: Sequence[Counts]) -> int:
    """How many decks of all streams have been there before."""
    every = np.concatenate(prints)
    return len(every) - len(np.unique(every))


def _judged(
    found: Sequence[tuple[int, Measured]],
    duplicates: int,
    deck: int,
    streams: int,
    decks: int,
    false_alarms: float,
) -> Battery:
    limit = false_alarms / len(found)
    judged = tuple(Tested(stream, one, one.p >= limit) for stream, one in found)
    return Battery(
        deck=deck,
        streams=streams,
        decks=decks,
        false_alarms=false_alarms,
        limit=limit,
        duplicates=duplicates,
        ok=not duplicates and all(one.holds for one in judged),
        tests=judged,
    )
