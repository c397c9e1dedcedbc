"""What keeps a room shut is refused in one sentence, before the room prints its address."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from croupier.cli import main
from croupier.cli import serve as command
from croupier.server.store.keys import Keys
from tests.server.processes import free_port
from tests.server.rooms import KEYS, PATIENCE, opened, run, seated, served, until

Serve = Callable[..., tuple[int, str, str]]


@pytest.fixture
def serve(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Serve:
    """`croupier serve` in a separate folder, up to the moment when it would listen."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(command, "_serve", lambda app, settings, tell: tell())

    def started(**given: Any) -> tuple[int, str, str]:
        words = [f"--{name}={value}" for name, value in ({"port": free_port()} | given).items()]
        code = main(["serve", *words])
        return code, *capsys.readouterr()

    return started


def refused(answer: tuple[int, str, str]) -> str:
    code, said, why = answer
    assert code == 2
    assert not said, "a room that does not open must not print its address"
    assert why.startswith("croupier: ")
    assert why.count("\n") == 1
    return why


def test_a_new_room_makes_its_keys_and_opens(serve: Serve, tmp_path: Path) -> None:
    code, said, _ = serve()
    assert code == 0
    assert "croupier is at http://127.0.0.1:" in said
    assert (tmp_path / "croupier.keys").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("content", [b"", b"hello", bytes(63)])
def test_a_file_that_holds_no_keys_is_refused(serve: Serve, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "croupier.keys").write_bytes(content)
    assert "not a key file of a room (FIELD keys)" in refused(serve())
    assert (tmp_path / "croupier.keys").read_bytes() == content


def test_a_folder_is_no_key_file(serve: Serve, tmp_path: Path) -> None:
    (tmp_path / "croupier.keys").mkdir()
    assert "(FIELD keys)" in refused(serve())


def test_a_file_that_is_no_database_is_refused(serve: Serve, tmp_path: Path) -> None:
    (tmp_path / "croupier.db").write_text("hello, and more than a page of a database" * 200)
    assert "not a database (FIELD db)" in refused(serve())


def test_a_room_opens_only_with_the_keys_that_sealed_its_cards(
    serve: Serve, tmp_path: Path
) -> None:
    run(lambda: dealt(tmp_path))
    keys = tmp_path / "croupier.keys"
    assert "is missing" in refused(serve())
    assert not keys.exists(), "new keys would not open what is sealed"
    keys.write_bytes(os.urandom(64))
    assert "cannot be decrypted with this key file (FIELD keys)" in refused(serve())
    keys.write_bytes(KEYS.sealing + KEYS.signing)
    assert serve()[0] == 0


async def dealt(folder: Path) -> None:
    """A room in which cards lie on a table, and whose end was an orderly one."""
    async with served(f"sqlite:///{folder}/croupier.db") as service:
        desk = await opened(service)
        await seated(service)
        await until(desk, lambda one: one.state.round is not None)


@pytest.mark.parametrize(
    ("half", "why"),
    [
        (KEYS._replace(sealing=bytes(32)), "cannot be decrypted with this key file (FIELD keys)"),
        (KEYS._replace(signing=bytes(32)), "is not the key file that signed this room"),
    ],
    ids=["sealing", "signing"],
)
def test_a_key_file_with_one_half_changed_is_refused(
    serve: Serve, tmp_path: Path, half: Keys, why: str
) -> None:
    run(lambda: dealt(tmp_path))
    (tmp_path / "croupier.keys").write_bytes(half.sealing + half.signing)
    assert why in refused(serve())
    db = ("--db", f"sqlite:///{tmp_path}/croupier.db")
    assert main(["verify-log", *db, "--keys", str(tmp_path / "croupier.keys")]) != 0


def test_a_port_of_another_program_is_refused(serve: Serve) -> None:
    with closing(socket.socket()) as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        why = refused(serve(port=port))
    assert f"cannot listen on 127.0.0.1:{port}: Address already in use (FIELD port)" in why


@pytest.mark.parametrize("host", ["203.0.113.1", "no.such.host.invalid"])
def test_an_address_of_another_machine_is_refused(serve: Serve, host: str) -> None:
    assert "(FIELD host)" in refused(serve(host=host))


def test_no_address_is_printed_before_it_answers(tmp_path: Path) -> None:
    port = free_port()
    words = (sys.executable, "-m", "croupier", "serve", "--demo", "--port", str(port))
    with subprocess.Popen(words, cwd=tmp_path, stdout=subprocess.PIPE, text=True) as room:
        try:
            assert room.stdout is not None
            answer = room.stdout.readline()
            socket.create_connection(("127.0.0.1", port)).close()
            room.send_signal(signal.SIGINT)
            assert room.wait(PATIENCE) == 0
        finally:
            room.kill()
    assert answer == f"croupier is at http://127.0.0.1:{port}\n"
