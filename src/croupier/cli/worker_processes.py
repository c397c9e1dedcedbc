"""The processes of `croupier serve --workers N`: started, watched over, started again, ended."""

import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from croupier.refused import Refused
from croupier.server.monitoring.server_log import LOG

if TYPE_CHECKING:
    from croupier.server.config import Config

AGAIN_S = 1.0  # before a process that ended by itself is started again
BACKLOG = 2048


class Worker(NamedTuple):
    """One process: the sockets it listens on, and where the others reach it."""

    number: int
    sockets: list[socket.socket]
    address: str


def run_workers(config: "Config", count: int, work: Callable[[Worker], None]) -> None:
    """Let workers serve until they must stop; one alone needs no other process.

    Several can share their port with those of a newer version, which are started beside them.
    """
    from croupier.server.setup.reach import listens_on, reached_at

    public = _bound(listens_on(config), config.port, beside=count > 1)
    if count == 1:
        return work(Worker(0, [public], reached_at(config)))
    workers = [_worker(config, number, public) for number in range(count)]
    return _Watch(work).run(workers)


def _worker(config: "Config", number: int, public: socket.socket) -> Worker:
    """A worker with a door of its own for the others; every machine but this needs `advertise`."""
    host, _, port = config.advertise.rpartition(":")
    if config.advertise and not port.isdigit():
        raise Refused("FIELD advertise", "write host:port; each worker adds its number to the port")
    own = _bound(host.strip("[]") or "127.0.0.1", int(port or 0) and int(port) + number)
    name, at = own.getsockname()[:2]
    return Worker(number, [public, own], f"[{name}]:{at}" if ":" in name else f"{name}:{at}")


def _bound(host: str, port: int, *, beside: bool = False) -> socket.socket:
    family, kind, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    made = socket.socket(family, kind)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if beside:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    try:
        made.bind(address)
    except OSError as fault:
        made.close()
        why = f"cannot listen on {host}:{port}: {fault.strerror}"
        raise Refused("FIELD port", why) from None
    made.listen(BACKLOG)
    made.set_inheritable(True)
    return made


class _Watch:
    """The parent of the workers."""

    def __init__(self, work: Callable[[Worker], None]) -> None:
        self._work = work
        self._running: dict[int, Worker] = {}
        self._ends = False

    def run(self, workers: list[Worker]) -> None:
        signal.signal(signal.SIGTERM, self._end)
        signal.signal(signal.SIGINT, self._end)
        for worker in workers:
            self._start(worker)
        while self._running:
            try:
                pid, status = os.wait()
            except ChildProcessError:
                return
            worker = self._running.pop(pid)
            if not self._ends:
                code = os.waitstatus_to_exitcode(status)
                how = f"by signal {-code}" if code < 0 else f"with code {code}"
                LOG.warning("process %s ended %s: it is started again", pid, how)
                time.sleep(AGAIN_S)
                self._start(worker)

    def _end(self, *_: object) -> None:
        self._ends = True
        for pid, worker in self._running.items():
            os.kill(pid, signal.SIGTERM)
            for one in worker.sockets:  # or people would wait here for those that end
                one.close()

    def _start(self, worker: Worker) -> None:
        if self._ends:
            return
        if pid := os.fork():
            self._running[pid] = worker
            return
        code = 1
        try:
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends its workers
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            self._work(worker)
            code = 0
        except Refused as refused:
            print(f"croupier: {refused}", file=sys.stderr)
        finally:
            sys.stdout.flush()
            os._exit(code)
