"""`croupier evidence` as a laboratory reads it."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from croupier.clauses import coverage
from croupier.cli import evidence_parts as parts
from croupier.cli import evidence_record
from croupier.cli.evidence_index import digest
from croupier.games import GAMES
from croupier.server.store.checkpoints import ROLL
from croupier.server.store.schema import balances, checkpoints, events, heads
from tests.server.rooms import KEYS
from tests.server.spoiling import rows, spoil
from tests.server.test_tamper import croupier

SMALL = ("--streams", "1", "--decks", "2000")
PARTS = [
    "Sources",
    "Shuffle of 52 cards",
    "Shuffle of 54 cards",
    "Return of Texas Hold 'Em Bonus Poker",
    "Return of Flop Poker",
    "Return of Two Card Joker Poker",
    "Rules",
    "Threat model",
    "Record of the room",
]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder without a room."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_one_folder_has_everything_and_an_index_of_it(here: Path) -> None:
    done = croupier("evidence", "out", *SMALL, "--json")
    assert done.returncode in (0, 1)  # one shuffle in a thousand is a false alarm
    found = json.loads(done.stdout)
    assert [part["title"] for part in found["parts"]] == PARTS
    assert found["parts"][-1]["ok"] is None
    assert "no room was named" in found["parts"][-1]["says"]
    assert all(part["repeat"] for part in found["parts"])
    folder = here / "out"
    assert json.loads((folder / "evidence.json").read_bytes()) == found
    index = (folder / "index.html").read_text()
    written = {str(one.relative_to(folder)) for one in folder.rglob("*") if one.is_file()}
    assert written == {*found["sha256"], "index.html", "evidence.json", "evidence.sha256"}
    for part in found["parts"]:
        assert all(f'href="{name}"' in index for name in part["files"])
    checked = ["sha256sum", "--check", "--quiet", "evidence.sha256"]
    assert subprocess.run(checked, cwd=folder).returncode == 0
    assert "http" not in index  # nothing is loaded from elsewhere
    _check_parts(folder)


def _check_parts(folder: Path) -> None:
    """The files say what the program is and does."""
    sources = json.loads((folder / "sources.json").read_bytes())
    assert sources["packages"].keys() >= {"msgspec", "numpy", "litestar"}
    lines = (folder / "sources.sha256").read_text().splitlines()
    assert len(lines) == sources["files"]
    assert sum("_kernels" in line and ".so" in line for line in lines) == 1
    known = {line.split("  ")[1]: line.split("  ")[0] for line in lines}
    assert known["cards.py"] == digest(parts.PACKAGE / "cards.py")
    page = (folder / "returns" / "two-card-joker.html").read_text()
    assert "563/17901" in page.replace("<wbr>", "")  # where a line may break
    assert len(list((folder / "returns").glob("*.json"))) == 7  # one for each election
    rules = json.loads((folder / "rules.json").read_bytes())
    assert (rules["total"], rules["proven"]) == (coverage().total, coverage().proven)
    threats = (folder / "threats.html").read_text()
    assert "test_own_dealer" in threats
    assert "](" not in threats


def test_every_game_against_the_bank_is_priced() -> None:
    assert set(parts.ELECTIONS) == {key for key, game in GAMES.items() if game.banked}


def test_the_record_of_a_room_is_verified_and_a_fault_fails(
    room: str, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts, "ELECTIONS", {})
    (here / "keys").write_bytes(KEYS.sealing + KEYS.signing)
    where = ("--db", room, "--keys", str(here / "keys"), *SMALL)
    sound = json.loads(croupier("evidence", "sound", *where, "--json").stdout)
    assert sound["parts"][-1]["ok"] is True
    _check_record(json.loads((here / "sound" / "verify-log.json").read_bytes()), room)
    repeat = sound["parts"][-1]["repeat"]
    assert repeat.startswith("croupier verify-log --db ")
    assert repeat.endswith(f" --keys {here}/keys")
    assert "no older copy would be noticed" in sound["parts"][-1]["says"]  # there is no head file
    stack = balances.c.account == "stack:1"
    spoil(room, update(balances).where(stack).values(balance=balances.c.balance + 1))
    done = croupier("evidence", "broken", *where)
    assert done.returncode == 1
    assert "stack:1 is not the sum of the journal" in done.stdout
    assert "stack:1" in (here / "broken" / "index.html").read_text()


def _check_record(found: dict[str, Any], room: str) -> None:
    """The folder says which record was checked, so that another one can be told from it."""
    assert (found["ok"], found["keys"], found["head_file"]) == (True, True, False)
    assert found["public_key"] == KEYS.public.hex()
    tips = {str(row["stream"]): row["hash"] for row in rows(room, heads)}
    assert {one["log"]: bytes.fromhex(one["tip"]) for one in found["logs"]} == tips
    assert found["lines"] == len(rows(room, events))
    signed = [row for row in rows(room, checkpoints) if row["stream"] == ROLL]
    assert found["roll"] == len(signed)
    assert found["rounds"] == sum(row["kind"] == "RoundClosed" for row in rows(room, events)) > 2
    assert found["sealed_decks"] >= found["rounds"]


def test_a_password_of_the_database_is_in_no_evidence() -> None:
    given = ("postgresql://room:secret@db/room", None, None)
    assert "secret" not in evidence_record._repeat(given)


def test_what_cannot_be_done_is_refused_before_anything_is_written(here: Path) -> None:
    (here / "full").mkdir()
    (here / "full" / "file").touch()
    for words, why in (
        (("full",), "not empty"),
        (("full/file",), "is a file"),
        (("out", "--db", "sqlite:///none.db"), "there is no room"),
        (("out", "--decks", "5"), "at least 2000 decks"),
        (("out", "--streams", "0"), "at least one stream"),
        (("out", "--config", "none.toml"), "none.toml"),
    ):
        done = croupier("evidence", *words)
        assert (done.returncode, done.stdout) == (2, "")
        assert why in done.stderr
        assert not (here / "out").exists()
