"""The search for finished rounds: an index in the database, and the latest rounds of the desks."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from datetime import time
from typing import Any, NamedTuple

from msgspec import Struct
from sqlalchemy import ColumnElement, Row, Select, and_, func, select

from croupier.games import GAMES, game_of
from croupier.room.house.days import day_of
from croupier.room.house.state import House
from croupier.server.monitoring.server_log import LOG
from croupier.server.store.database import Store
from croupier.server.store.finished import Kept, finished, read_round
from croupier.server.store.lines import stream_of
from croupier.server.store.schema import round_players, rounds
from croupier.server.tables.desk import Desk

NUMBER_MOST = 2**31 - 1  # that the database looks for


class Wanted(Struct, frozen=True, kw_only=True):
    """The terms of a search."""

    player: str = ""
    table: str = ""
    game: str = ""
    since: str = ""
    until: str = ""
    text: str = ""
    round: int = 0
    line: int = 0
    counts: bool = False  # only rounds between players that have a result

    @property
    def words(self) -> list[str]:
        """The words of a search, each once."""
        return sorted(set(self.text.lower().split()))

    def fits(self, kept: Kept, dawn: time) -> bool:
        """Whether a round matches; it must hold every word of the text."""
        day = day_of(dawn, kept.at)
        return (
            (not self.player or self.player in kept.seating)
            and self.table in ("", kept.table)
            and self.game in ("", kept.game)
            and self.line in (0, kept.line)
            and self.round in (0, kept.round)
            and self.since <= day
            and (not self.until or day <= self.until)
            and not (self.counts and (kept.undone or game_of(kept.game).banked))
            and all(f" {word} " in kept.words for word in self.words)
        )

    def clause(self) -> ColumnElement[bool]:
        """The search as a condition of the database."""
        c = rounds.c
        terms: list[ColumnElement[bool]] = [
            c.words.contains(f" {word} ", autoescape=True) for word in self.words
        ]
        terms += [column == value for column, value in self._same() if value]
        if self.since:
            terms.append(c.day >= self.since)
        if self.until:
            terms.append(c.day <= self.until)
        if self.counts:
            banked = [key for key, game in GAMES.items() if game.banked]
            terms += [c.undone.is_(False), c.game.not_in(banked)]
        return and_(c.line > 0, *terms)

    def _same(self) -> Sequence[tuple[ColumnElement[Any], Any]]:
        c, stream = rounds.c, self.table and stream_of(self.table)
        return (
            (c.stream, stream),
            (c.game, self.game),
            (c.line, self.line),
            (c.round, self.round),
            (round_players.c.person, self.player),
        )

    def among(self, *columns: Any) -> Select[Any]:
        """A query for the rounds that fit."""
        wanted = select(*columns).select_from(rounds)
        if self.player:
            same = and_(
                round_players.c.stream == rounds.c.stream, round_players.c.line == rounds.c.line
            )
            wanted = select(*columns).select_from(rounds.join(round_players, same))
        return wanted.where(self.clause())


class Found(NamedTuple):
    """How many rounds fit, and some of them, the latest first."""

    total: int
    rounds: list[Kept]


class HandIndex:
    """The rounds of every table."""

    def __init__(
        self, store: Store, desks: Callable[[], Mapping[str, Desk]], house: Callable[[], House]
    ) -> None:
        """Look for them in this database, and at these desks."""
        self._store, self._desks, self._house = store, desks, house
        self._searching = asyncio.Semaphore(2)  # more at once would take the tables' time

    async def find(self, wanted: Wanted, skip: int = 0, limit: int = 1) -> Found:
        """The rounds that fit: how many, and some of them."""
        if max(wanted.line, wanted.round) > NUMBER_MOST:
            return Found(0, [])
        async with self._searching:
            dawn = self._house().dawn
            fresh = [kept for kept in self._fresh(wanted) if wanted.fits(kept, dawn)]
            known = {(stream_of(kept.table), kept.line) for kept in fresh}
            count = wanted.among(func.count())
            columns = (rounds.c[name] for name in ("stream", "line", "body", "mac"))
            latest = wanted.among(*columns)
            latest = latest.order_by(rounds.c.at.desc(), rounds.c.stream, rounds.c.line)
            left_out = max(0, skip - len(fresh))  # at least as many come before those wanted
            page = latest.offset(left_out).limit(skip + limit - left_out)
            async with self._store.engine.connect() as connection:
                total = await connection.scalar(count) or 0
                rows = list(await connection.execute(page))
        stored = [row for row in rows if (row.stream, row.line) not in known]
        kept = [one for row in stored if (one := self._read(row, wanted.player)) is not None]
        total += len(fresh) - (len(rows) - len(kept))
        both = sorted([*fresh, *kept], key=lambda one: one.at, reverse=True)
        return Found(total, both[skip - left_out :][:limit])

    def _read(self, row: Row[Any], player: str) -> Kept | None:
        """A round out of the index, if the room wrote it, and this player played it."""
        kept = read_round(row, self._store.keys)
        if kept is None:
            LOG.error("%s, line %s: the room did not write this round", row.stream, row.line)
        return kept if kept is not None and player in ("", *kept.seating) else None

    def _fresh(self, wanted: Wanted) -> list[Kept]:
        """The rounds that are not in the index yet."""
        desks = self._desks()
        if wanted.table:
            desks = {name: desk for name, desk in desks.items() if name == wanted.table}
        parts = [desk.recent for desk in desks.values()]
        return [kept for part in parts for kept in finished(part.before, part.after, part.entries)]
