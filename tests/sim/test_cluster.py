"""A real Dask cluster: a scheduler and two worker processes, started here."""

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest
from msgspec.structs import replace

from croupier import Refused
from croupier.sim.plan import SHARD
from croupier.sim.simulate import simulate
from croupier.sim.tally import digest
from tests.cli.terminal import shell
from tests.sim.plans import bank, engine, played

ROOT = Path(__file__).parents[2]
PATIENCE_S = 30


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def dask(*words: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "dask", *words],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


class Cluster:
    """The address of a scheduler, and its two workers."""

    def __init__(self) -> None:
        port = free_port()
        self.address = f"tcp://127.0.0.1:{port}"
        here = ("--host", "127.0.0.1", "--no-dashboard")
        self.scheduler = dask("scheduler", *here, "--port", str(port))
        until = monotonic() + PATIENCE_S
        while not answers(port):
            assert monotonic() < until, "no scheduler"
            sleep(0.1)
        plain = ("--nthreads", "1", "--no-nanny", "--no-dashboard")
        self.workers = [dask("worker", self.address, *plain) for _ in range(2)]

    def close(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.terminate()
        for process in (*self.workers, self.scheduler):
            try:
                process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    started = Cluster()
    yield started
    started.close()


@pytest.mark.filterwarnings("ignore::DeprecationWarning:distributed")
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_a_cluster_comes_to_the_same_results_even_when_a_worker_is_killed(cluster: Cluster) -> None:
    for plan in (engine(rounds=120), bank("two-card-joker", rounds=2 * SHARD["bank"] + 1)):
        assert played(plan, cluster=cluster.address) == played(plan)

    plan, events = engine("holdem", "calling", "calling", rounds=700), []

    def kill_one(done: int) -> None:
        events.append(done)
        if len(events) == 3:  # some shards are done, and others in hand
            os.kill(cluster.workers[0].pid, signal.SIGKILL)

    tally = simulate(plan, cluster=cluster.address, tell=kill_one)
    assert cluster.workers[0].wait(timeout=60) == -signal.SIGKILL
    assert digest(plan, tally) == played(plan)

    line = "croupier simulate holdem --rounds 150 --players 3 --bots calling --seed 5 --json"
    there = shell(f"{line} --cluster {cluster.address}")
    assert there.code == 0, there.err
    assert there.out == shell(f"{line} --workers 1").out


@pytest.mark.filterwarnings("ignore::DeprecationWarning:distributed")
@pytest.mark.parametrize("address", ["nonsense", "tcp://127.0.0.1:1", "udp://x:1"])
def test_an_address_that_nobody_answers_is_refused(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.sim.workers.CONNECT_S", 0.5)
    before = set(threading.enumerate())
    with pytest.raises(Refused, match="FIELD cluster"):
        simulate(replace(engine(), rounds=60), cluster=address)
    assert set(threading.enumerate()) <= before


def test_without_dask_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(Refused, match="extra `cluster`"):
        simulate(replace(engine(), rounds=60), cluster="tcp://127.0.0.1:1")
