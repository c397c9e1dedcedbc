"""Workers that play the shards: this process, processes of this machine, or a Dask cluster.

All of them ask for the same shards and add up the same whole numbers. A worker that dies costs the
time of the shards it had in hand: they are played again, with the same results.
"""

import asyncio
import os
import signal
from collections.abc import Generator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Any

from croupier.games import register, registered
from croupier.refused import Refused
from croupier.rules.game import Game
from croupier.sim.plan import Plan
from croupier.sim.shards import play_shard
from croupier.sim.tally import Tally

Done = tuple[int, Tally]
AHEAD = 3  # shards waiting for each worker: enough that none is idle
CONNECT_S = 10.0
MOST_WORKERS = 1024
PATIENCE = 3  # so often in a row may all workers die without one shard done


def cores() -> int:
    """How many workers of a simulation this machine can run at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def here(plan: Plan, shards: Sequence[int]) -> Generator[Done, None, None]:
    """Play in this process, one shard after the other."""
    for shard in shards:
        yield shard, play_shard(plan, shard)


def processes(plan: Plan, shards: Sequence[int], workers: int) -> Generator[Done, None, None]:
    """Play in this many processes; those that die are replaced."""
    left, deaths = dict.fromkeys(shards), 0
    while left:
        try:
            for shard, tally in _one_pool(plan, list(left), workers):
                del left[shard]
                deaths = 0
                yield shard, tally
        except BrokenProcessPool:
            deaths += 1
            if deaths == PATIENCE:
                why = f"all workers died {PATIENCE} times in a row: a bot may end its process"
                raise Refused("FIELD bots", why) from None


def _one_pool(plan: Plan, shards: Sequence[int], workers: int) -> Generator[Done, None, None]:
    pool = ProcessPoolExecutor(
        workers, get_context("spawn"), initializer=_begin, initargs=(registered(),)
    )
    waiting: dict[Future[Tally], int] = {}
    ahead = iter(shards)
    try:
        while True:
            for shard in islice(ahead, AHEAD * workers - len(waiting)):
                waiting[pool.submit(play_shard, plan, shard)] = shard
            if not waiting:
                return
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                yield waiting.pop(future), future.result()
    finally:
        if waiting:  # stopped: the workers' unfinished jobs are not awaited
            for process in (pool._processes or {}).values():
                process.terminate()
        pool.shutdown(wait=False, cancel_futures=True)


def _begin(games: tuple[Game, ...]) -> None:
    """A worker knows its parent's games, leaves Ctrl-C to it, and does not outlive it."""
    for game in games:
        register(game)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    if parent is not None:
        Thread(target=_follow, args=(parent,), daemon=True).start()


def _follow(parent: Any) -> None:
    parent.join()
    os._exit(1)


def cluster(plan: Plan, shards: Sequence[int], address: str) -> Generator[Done, None, None]:
    """Play on a Dask cluster; its scheduler gives the shards of a lost worker to another."""
    distributed = _distributed()
    try:
        _knock(distributed, address)
        client = distributed.Client(address, timeout=CONNECT_S, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as fault:
        why = f"no scheduler answers at {address[:80]!r}: {type(fault).__name__}"
        raise Refused("FIELD cluster", why) from None
    with client:
        yield from _on(client, distributed, plan, shards)


def _knock(distributed: Any, address: str) -> None:
    """Check whether the scheduler answers.

    A client that gets no answer leaves its thread behind, and whenever its finalizer runs it
    waits for a lock that the next client may hold: so none is made needlessly.
    """

    async def knock() -> None:
        wire = await distributed.comm.connect(address, timeout=CONNECT_S)
        await wire.close()

    with ThreadPoolExecutor(1) as aside:  # the caller may have a loop running, as notebooks do
        aside.submit(asyncio.run, knock()).result()


def _distributed() -> Any:
    try:
        import distributed
    except ImportError:
        why = "a cluster needs dask: install croupier with its extra `cluster`"
        raise Refused("FIELD cluster", why) from None
    return distributed


def _on(
    client: Any, distributed: Any, plan: Plan, shards: Sequence[int]
) -> Generator[Done, None, None]:
    ahead, deaths = iter(shards), 0
    finished = distributed.as_completed(loop=client.loop)
    waiting: dict[str, int] = {}
    games = registered()

    def submit(shard: int) -> None:
        future = client.submit(_elsewhere, games, plan, shard, pure=False)
        waiting[future.key] = shard
        finished.add(future)

    for shard in islice(ahead, AHEAD * max(1, sum(client.nthreads().values()))):
        submit(shard)
    for future in finished:
        shard = waiting.pop(future.key)
        try:
            tally: Tally = future.result()
        except distributed.KilledWorker:
            deaths += 1
            if deaths == PATIENCE:
                why = f"shard {shard} lost its workers {PATIENCE} times in a row"
                raise Refused("FIELD cluster", why) from None
            submit(shard)
            continue
        deaths = 0
        for more in islice(ahead, 1):
            submit(more)
        yield shard, tally


def _elsewhere(games: tuple[Game, ...], plan: Plan, shard: int) -> Tally:
    """Play a shard in a process that may not know the games of this one."""
    for game in games:
        register(game)
    return play_shard(plan, shard)


def played_by(
    plan: Plan, shards: Sequence[int], workers: int | None, address: str
) -> Generator[Done, None, None]:
    """Shards by the workers that are asked for: a cluster, else processes, or this process."""
    wanted = cores() if workers is None else workers
    if not 1 <= wanted <= MOST_WORKERS:
        why = f"the number of workers must be 1 to {MOST_WORKERS}, not {wanted}"
        raise Refused("FIELD workers", why)
    if address and shards:
        return cluster(plan, shards, address)
    useful = min(wanted, len(shards))
    return processes(plan, shards, useful) if useful > 1 else here(plan, shards)
