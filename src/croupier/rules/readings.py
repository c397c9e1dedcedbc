"""Readings of the documents that a sign leaves open: today's, and those of version 0.1.

A sign in memory that leaves such a key open means today's reading. Whatever is recorded has the key
written out, so a log that leaves it open is one of version 0.1 and is read as it was dealt.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from croupier.rules.game import Game
from croupier.rules.offers import OpenerMustBet
from croupier.rules.sign import TableSign


class Reading(Struct, frozen=True):
    """A key that may be left open, where it matters, and what it then means."""

    key: str
    matters: Callable[[Game, TableSign], bool]
    now: Any
    before: Any  # in a log of version 0.1


def _takes(game: Game, sign: TableSign) -> bool:
    return sign.rake is not None or sign.bad_beat is not None


def _kills(game: Game, sign: TableSign) -> bool:
    return sign.kill != "none"


def _has_opener(game: Game, sign: TableSign) -> bool:
    return any(isinstance(offer, OpenerMustBet) for offer in game.offers)


def _limits_purchases(game: Game, sign: TableSign) -> bool:
    return game.document.purchase_most > 0


def _takes_coin(game: Game, sign: TableSign) -> bool:
    return sign.unit > 0 and sign.ante % sign.unit != 0


READINGS = (
    Reading("rake_from", _takes, now="each_pot", before="main_first"),
    Reading("kill_threshold", _kills, now="amount", before="multiple"),
    Reading("five_stud_opener_must_bet", _has_opener, now=True, before=False),
    Reading("whole_raises", _takes_coin, now=True, before=False),
)
OF_SEATS = (Reading("purchase_limit", _limits_purchases, now="in_all", before="each"),)


def written_out(game: Game, sign: TableSign) -> TableSign:
    """The sign with today's reading of every key of a round that it leaves open.

    >>> from croupier.games import GAMES
    >>> written_out(GAMES["five-card-stud"], TableSign()).five_stud_opener_must_bet
    True
    """
    return _filled(game, sign, READINGS, lambda reading: reading.now)


def posted_in_full(game: Game, sign: TableSign) -> TableSign:
    """The sign as a table posts it: nothing that concerns its rounds or its seats is left open.

    >>> from croupier.games import GAMES
    >>> posted_in_full(GAMES["bbc-omaha"], GAMES["bbc-omaha"].sign).purchase_limit
    'in_all'
    """
    return _filled(game, sign, READINGS + OF_SEATS, lambda reading: reading.now)


def as_logged(game: Game, sign: TableSign) -> TableSign:
    """The sign of a log, with what version 0.1 meant by the keys that it leaves open.

    >>> from croupier.games import GAMES
    >>> as_logged(GAMES["five-card-stud"], TableSign()).five_stud_opener_must_bet
    False
    """
    return _filled(game, sign, READINGS + OF_SEATS, lambda reading: reading.before)


def _filled(
    game: Game,
    sign: TableSign,
    readings: tuple[Reading, ...],
    value: Callable[[Reading], Any],
) -> TableSign:
    left_open = _left_open(game, sign, readings)
    return replace(sign, **{one.key: value(one) for one in left_open}) if left_open else sign


@lru_cache  # a table deals many rounds under one sign
def _left_open(game: Game, sign: TableSign, readings: tuple[Reading, ...]) -> tuple[Reading, ...]:
    """The readings of keys that a sign leaves open.

    Equal signs share this and no more: one may have written 5% where another wrote 5.0%.
    """
    return tuple(one for one in readings if not _is_posted(sign, one) and one.matters(game, sign))


def _is_posted(sign: TableSign, reading: Reading) -> bool:
    return getattr(sign, reading.key) not in ("", None)
