"""Hostile traffic while tables play: what the players notice, and what the server needs.

    python -m benchmarks.hostile        20 tables of nine, a minute in peace, a minute under attack

Eight addresses open slow connections and sockets, guess passwords and search, each as often as it
can, from a process of their own. The room has its usual limits, and every table's players come
from an address of their own.
"""

import argparse
import asyncio
import json
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from benchmarks.load import MOST_MS, PORT, Setting, measure, raise_limits, tell

ADDRESSES = 8
EACH = {"slow": 60, "sockets": 60, "sign-ins": 6, "searches": 4}  # at once, from one address
MOST_MB = (
    300  # that an attack may take: hashes of passwords, and connections until they are dropped
)
FAULTS = (OSError, EOFError, TimeoutError, httpx.HTTPError, WebSocketException)


class Attack:
    """What one address does, again and again."""

    def __init__(self, address: str, token: str, done: Counter[str]) -> None:
        self.address, self.token, self.done = address, token, done
        way = httpx.AsyncHTTPTransport(local_address=address)
        self.client = httpx.AsyncClient(base_url=f"http://127.0.0.1:{PORT}", transport=way)

    async def slow(self) -> None:
        """Send half a request, and wait."""
        where = asyncio.open_connection("127.0.0.1", PORT, local_addr=(self.address, 0))
        reader, line = await asyncio.wait_for(where, 5)
        try:
            line.write(b"POST /api/session HTTP/1.1\r\nHost: x\r\n")
            await asyncio.wait_for(reader.read(), 15)  # until the server has enough
        finally:
            line.close()

    async def sockets(self) -> None:
        """Watch a table."""
        url = f"ws://127.0.0.1:{PORT}/api/tables/0/socket"
        async with connect(url, local_addr=(self.address, 0), open_timeout=5) as wire:
            async with asyncio.timeout(5):
                async for _ in wire:
                    pass

    async def sign_ins(self) -> None:
        """Guess a password."""
        body = {"name": "Sue", "password": "guess after guess"}
        self.done[str((await self.client.post("/api/session", json=body)).status_code)] += 1

    async def searches(self) -> None:
        """Search the hands of a whole room."""
        headers = {"Authorization": f"Bearer {self.token}"}
        found = await self.client.get("/api/hands", params={"text": "as kd"}, headers=headers)
        self.done[str(found.status_code)] += 1

    async def again(self, kind: str, act: Callable[[], Awaitable[None]]) -> None:
        """Without end."""
        while True:
            with suppress(*FAULTS):
                self.done[kind] += 1
                await act()
            await asyncio.sleep(0.01)


async def attack(token: str, kinds: list[str], seconds: float) -> None:
    """Attack from every address, and print how often."""
    done: Counter[str] = Counter()
    tasks = []
    for number in range(ADDRESSES):
        one = Attack(f"127.9.0.{number + 1}", token, done)
        acts = (one.slow, one.sockets, one.sign_ins, one.searches)
        for (kind, count), act in zip(EACH.items(), acts, strict=True):
            if kind not in kinds:
                continue
            tasks += [asyncio.create_task(one.again(kind, act)) for _ in range(count)]
    await asyncio.sleep(seconds)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    print(json.dumps(done), flush=True)


async def beside(seconds: float, kinds: list[str], token: str) -> dict[str, int]:
    """Let another process attack; how often it did what, and how it was answered."""
    words = ["-m", "benchmarks.hostile", "--attack", token, "--seconds", str(seconds), *kinds]
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        sys.executable, *words, stdout=pipe, start_new_session=True
    )
    printed, _ = await process.communicate()
    found: dict[str, int] = json.loads(printed)
    return found


def main() -> int:
    """Measure in peace and under attack, and fail when a promise is broken."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.hostile")
    parser.add_argument("kinds", nargs="*", default=[*EACH], metavar="KIND", help=", ".join(EACH))
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--attack", metavar="TOKEN", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    raise_limits()
    if asked.attack:
        asyncio.run(attack(asked.attack, asked.kinds, asked.seconds))
        return 0
    usual = Setting(settings={"PLAY_CHIPS": "true"})
    run = partial(measure, asked.tables, 0, asked.seconds, usual)
    print("in peace")
    quiet = asyncio.run(run())
    tell(quiet)
    print("under attack")
    found = asyncio.run(run(beside=partial(beside, asked.seconds, asked.kinds)))
    tell(found)
    grown = found["memory_most"] - quiet["memory_most"]
    print(f"  the most memory: {found['memory_most']:.0f} MB, {grown:+.0f} MB")
    good = found["p99"] < MOST_MS and grown < MOST_MB and not found["faults"] and not found["lost"]
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
