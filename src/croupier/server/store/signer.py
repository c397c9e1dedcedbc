"""Sign where logs stand: checkpoints of those that have grown, and the roll over all of them."""

import asyncio
from collections.abc import Mapping

from sqlalchemy import bindparam, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from croupier.server.store.checkpoints import (
    ROLL,
    Checkpoint,
    chained,
    next_roll,
    signed,
    to_checkpoint,
)
from croupier.server.store.head_file import HeadFile
from croupier.server.store.heads import Head, head_row, read_heads
from croupier.server.store.keys import Keys
from croupier.server.store.lines import HOUSE, PEOPLE
from croupier.server.store.pages import latest_checkpoints
from croupier.server.store.schema import checkpoints, heads

ROLLING = int.from_bytes(b"rolling", "big")  # the lock of processes that sign at the same time


class Signer:
    """Signs checkpoints, and keeps the head file."""

    def __init__(self, engine: AsyncEngine, keys: Keys, head_file: HeadFile | None) -> None:
        """Sign with these keys; without a head file an older database goes unnoticed."""
        self._engine, self._keys, self._head_file = engine, keys, head_file
        self.signed: dict[str, Checkpoint] = {}  # the latest of each log
        self._unsure = False  # whether the last checkpoints were stored

    async def learn(self, connection: AsyncConnection) -> None:
        """Read the latest checkpoint of every log."""
        self.signed = {one.stream: one for one in await latest_checkpoints(connection)}

    async def sign(
        self, known: Mapping[str, Head], note: str = "", *, shared: bool = False
    ) -> dict[str, Head]:
        """Sign the logs that have grown; the heads that say so.

        In a `shared` room these are the logs of this process; others sign theirs, one at a time.
        """
        async with self._engine.begin() as connection:
            others: dict[str, Head] = {}
            if shared:
                others = await self._after_others(connection)
            learned = await self._learned(connection)
            if shared:
                signs_people = HOUSE in known
                ours = {*known, PEOPLE} if signs_people else {*known}
                learned = {stream: head for stream, head in learned.items() if stream in ours}
            known = {**known, **learned}
            grown = [head for head in known.values() if self._has_grown(head)]
            if not grown and ROLL in self.signed and not note:
                return learned
            self._unsure = True
            fresh = [self._checkpoint(head) for head in grown]
            after = {
                head.stream: head._replace(serial=one.serial, signed=chained(one))
                for head, one in zip(grown, fresh, strict=True)
            }
            both = {**others, **known, **after}.values()
            logs = {head.stream: head.signed for head in both if head.serial}
            roll = next_roll(self.signed.get(ROLL), logs, after, note)
            fresh.append(signed(roll, self._keys))
            await connection.execute(insert(checkpoints), [one._asdict() for one in fresh])
            await self._mark(connection, after)
        self._unsure = False
        self.signed |= {one.stream: one for one in fresh}
        if self._head_file is not None:
            await asyncio.to_thread(self._head_file.write, fresh[-1])
        return {**learned, **after}

    async def _after_others(self, connection: AsyncConnection) -> dict[str, Head]:
        """Wait for processes that sign now; all heads, and the latest roll, as they left them."""
        await connection.execute(select(func.pg_advisory_xact_lock(ROLLING)))
        rolls = select(checkpoints).where(checkpoints.c.stream == ROLL)
        last = await connection.execute(rolls.order_by(checkpoints.c.serial.desc()).limit(1))
        if row := last.first():
            self.signed[ROLL] = to_checkpoint(row)
        return await read_heads(connection)

    async def _learned(self, connection: AsyncConnection) -> dict[str, Head]:
        """Heads to read again: of the log that other processes write too, or all when unsure."""
        if not self._unsure:
            return await read_heads(connection, PEOPLE)
        await self.learn(connection)
        self._unsure = False
        return await read_heads(connection)

    def _has_grown(self, head: Head) -> bool:
        last = self.signed.get(head.stream)
        if last is None or last.before is None:
            return True
        return last.number < head.number or last.snapshot != head.snapshot

    def _checkpoint(self, head: Head) -> Checkpoint:
        one = Checkpoint(
            stream=head.stream,
            serial=head.serial + 1,
            number=head.number,
            hash=head.hash,
            requests=head.requests,
            snapshot=head.snapshot,
            before=head.signed,
        )
        return signed(one, self._keys)

    async def _mark(self, connection: AsyncConnection, after: Mapping[str, Head]) -> None:
        """Note the checkpoints in the heads; a log that moved meanwhile is signed next time."""
        rows = [head_row(head, self._keys) for head in after.values()]
        if not rows:
            return
        marks = [{f"to_{name}": value for name, value in row.items()} for row in rows]
        await connection.execute(_MARK, marks)
        found = await read_heads(connection)
        if any(found[stream].signed != head.signed for stream, head in after.items()):
            raise RuntimeError("a log has moved, or another server has it")


_MARK = (
    update(heads)
    .where(
        heads.c.stream == bindparam("to_stream"),
        heads.c.epoch == bindparam("to_epoch"),
        heads.c.number == bindparam("to_number"),
    )
    .values({name: bindparam(f"to_{name}") for name in ("serial", "signed", "mac")})
)
