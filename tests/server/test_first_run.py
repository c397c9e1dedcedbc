"""The first run: an empty room answers nothing but its set-up, and is set up once."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from croupier.cli import main
from croupier.cli import serve as command
from croupier.refused import Refused
from croupier.server.app import create_app
from croupier.server.config import Config
from croupier.server.demonstration import demo
from croupier.server.setup.first_run import is_empty, kind_recorded, read_setup
from croupier.server.setup.reach import address, listens_on
from croupier.server.setup.unopened import FirstRun, RoomWanted
from tests.server.processes import free_port

GOOD = "correct horse battery"
WANTED = {"kind": "friends", "name": "The Back Room", "zone": "Europe/Paris", "person": "Sue"}
FILE = "\n".join(f'{key} = "{value}"' for key, value in (WANTED | {"password": GOOD}).items())


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the log of other tests alone."""
    monkeypatch.setattr("croupier.server.monitoring.server_log.start_logging", lambda level: None)


def settings(tmp_path: Path, **more: Any) -> Config:
    return Config(db=f"sqlite:///{tmp_path}/room.db", keys=str(tmp_path / "room.keys"), **more)


@contextmanager
def waiting(tmp_path: Path, wanted: RoomWanted | None = None) -> Iterator[tuple[Any, str]]:
    """A room that waits to be set up, and its token."""
    first = FirstRun(wanted)
    with TestClient(create_app(settings(tmp_path), first=first)) as client:
        yield client, first.token


def asked(client: Any, token: str, **more: Any) -> Any:
    return client.post("/api/setup", json=WANTED | {"password": GOOD, "token": token} | more)


def test_a_room_that_waits_answers_nothing_but_its_set_up(tmp_path: Path) -> None:
    with waiting(tmp_path) as (client, token):
        for path in ("/api/room", "/api/tables", "/api/checkpoints"):
            assert client.get(path).status_code == 503
        assert client.post("/api/session", json={"name": "a", "password": "b"}).status_code == 503
        for page in ("/", "/floor", "/rounds"):
            reply = client.get(page, follow_redirects=False)
            assert (reply.status_code, reply.headers["location"]) == (303, "/setup")
        assert client.get("/health").status_code == 200
        assert "Set up your room" in client.get("/setup").text
        assert client.get("/api/setup", params={"token": "guessed"}).status_code == 422
        answer = client.get("/api/setup", params={"token": token}).json()
        assert answer["keys"] == str(tmp_path / "room.keys")


def test_set_up_makes_the_room_and_signs_its_supervisor_in(tmp_path: Path) -> None:
    with waiting(tmp_path) as (client, token):
        assert asked(client, "guessed").json()["clause"] == "FIELD token"
        me = asked(client, token).json()
        assert (me["name"], me["role"]) == ("Sue", "poker_shift_supervisor")
        seen = client.get("/api/room").json()
        assert (seen["kind"], seen["name"], seen["zone"]) == (
            "friends",
            *list(WANTED.values())[1:3],
        )
        assert (seen["registration"], seen["notice"]) == ("invitation", "Unlicensed, private game")
        assert seen["me"]["name"] == "Sue"
        again = asked(client, token, person="Eve")
        assert again.status_code == 422
        assert "already set up" in again.json()["why"]
        assert client.get("/setup", follow_redirects=False).headers["location"] == "/"
        guest = client.post("/api/guests", json={"name": "Ada"})
        assert guest.json()["role"] == "player"
        desk = client.post("/api/guests", json={"name": "Bob", "role": "accounting"})
        assert desk.json()["clause"] == "FIELD role"


@pytest.mark.parametrize(
    ("field", "wrong"),
    [
        ("name", {"name": " "}),
        ("zone", {"zone": "Mars/Olympus"}),
        ("day_starts", {"day_starts": "06:00:30"}),
        ("person", {"person": "the house"}),
        ("password", {"password": "password123"}),
    ],
)
def test_bad_input_is_answered_at_its_field_and_nothing_is_done(
    tmp_path: Path, field: str, wrong: dict[str, str]
) -> None:
    with waiting(tmp_path) as (client, token):
        reply = asked(client, token, **wrong)
        assert (reply.status_code, reply.json()["clause"]) == (422, f"FIELD {field}")
        service = client.app.state.service
        assert not service.house.state.is_set_up
        assert client.blocking_portal.call(is_empty, service.store.engine)
        assert asked(client, token).status_code == 201


def test_a_card_room_has_no_guests(tmp_path: Path) -> None:
    with waiting(tmp_path) as (client, token):
        assert asked(client, token, kind="card-room", second_factor="staff").status_code == 201
        assert client.post("/api/guests", json={"name": "Ada"}).status_code == 422
        engine = client.app.state.service.store.engine
        assert client.blocking_portal.call(kind_recorded, engine) == "card-room"


def test_a_demonstration_gets_its_tables_once_it_is_set_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    furnished: list[Any] = []

    async def furnish(service: Any) -> list[Any]:
        furnished.append(service)
        return []

    monkeypatch.setattr(demo, "furnish", furnish)
    with waiting(tmp_path) as (client, token):
        assert not furnished
        assert asked(client, token, kind="demonstration").status_code == 201
        assert client.get("/api/room").json()["demonstration"]
        desk = client.post("/api/guests", json={"name": "Bob", "role": "accounting"})
        assert desk.json()["token"]
        assert furnished == [client.app.state.service]


def test_an_account_made_at_a_terminal_opens_the_room_too(tmp_path: Path) -> None:
    with waiting(tmp_path) as (client, _):
        service = client.app.state.service

        async def added() -> None:
            role = "poker_shift_supervisor"
            await service.accounts.add("Sue", GOOD, role, service.clock())

        client.blocking_portal.call(added)
        assert client.get("/api/room").json()["kind"] == "card-room"
        assert service.first_run is None


# --- automation ------------------------------------------------------------------------------


def test_a_file_sets_the_room_up_without_anybody_at_a_screen(tmp_path: Path) -> None:
    path = tmp_path / "setup.toml"
    path.write_text(FILE)
    with waiting(tmp_path, read_setup(path)) as (client, _):
        assert client.get("/api/room").json()["name"] == "The Back Room"
        assert client.post("/api/session", json={"name": "Sue", "password": GOOD}).is_success


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("kind = 'casino'", "Invalid enum value 'casino'"),
        (FILE + "\nstakes = 3", "unknown field"),
        (FILE.replace("Paris", "Pairs"), "'Europe/Pairs' is not a time zone"),
        (FILE.replace(GOOD, "short"), "10 to 200 characters"),
        ("kind", "Expected '='"),
    ],
)
def test_a_faulty_file_is_refused_before_the_room_opens(
    tmp_path: Path, text: str, why: str
) -> None:
    path = tmp_path / "setup.toml"
    path.write_text(text)
    with pytest.raises(Refused, match=r"setup\.toml: ") as refusal:
        read_setup(path)
    assert why in refusal.value.why


def test_serve_prints_the_one_address_and_a_set_up_room_prints_it_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    answer: list[Any] = []

    def serve(app: Any, settings: Config, tell: Callable[[], None]) -> None:
        answer.append(app)
        tell()

    monkeypatch.setattr(command, "_serve", serve)
    words = ["serve", "--db", f"sqlite:///{tmp_path}/room.db", "--port", str(free_port())]
    words += ["--keys", str(tmp_path / "room.keys")]
    assert main(words) == 0
    said = capsys.readouterr().out
    assert said.count("\n") == 1
    token = said.split("/setup?token=")[1].strip()
    assert len(token) >= 40
    with TestClient(answer[0]) as client:
        assert asked(client, token).status_code == 201
    assert main(words) == 0
    assert "setup" not in capsys.readouterr().out
    assert main([*words, "--demo"]) == 2
    assert "set up as a friends" in capsys.readouterr().err


# --- where people find the room --------------------------------------------------------------


def test_links_carry_an_address_that_a_phone_can_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.server.setup.reach.own_address", lambda: "192.168.1.7")
    assert (listens_on(Config()), address(Config())) == ("127.0.0.1", "http://127.0.0.1:8000")
    lan = Config(lan=True, port=8080)
    assert (listens_on(lan), address(lan)) == ("0.0.0.0", "http://192.168.1.7:8080")
    assert address(Config(lan=True, url="https://poker.example.org")) == "https://poker.example.org"
    assert address(Config(host="::1")) == "http://[::1]:8000"


@pytest.mark.parametrize("url", ["poker.example.org", "ftp://x.org", "https://x.org/rooms/1"])
def test_an_address_that_no_browser_opens_is_refused(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["serve", "--db", f"sqlite:///{tmp_path}/room.db", "--url", url]
    assert main([*words, "--port", str(free_port())]) == 2
    assert "(FIELD url)" in capsys.readouterr().err
