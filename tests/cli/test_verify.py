"""`croupier verify` and `croupier sealed-file` as users type them."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from croupier.room.table import evolve as life
from croupier.views.fairness.fairness_file import fairness_file, sealed_file
from tests.cli.terminal import ROOT, Croupier
from tests.room.tables import Scene
from tests.room.test_sealing import ready
from tests.server.rooms import KEYS, opened, run, seated, served, until
from tests.server.test_fairness import QUICK


@pytest.fixture(scope="module")
def played() -> Scene:
    at = ready()
    at.deal_sealed()
    return at.play_out()


@pytest.fixture
def files(played: Scene, tmp_path: Path) -> Path:
    """A player's file, the whole deck, and the table's log."""
    start = next(n for n, e in enumerate(played.log) if type(e.fact).__name__ == "DeckSealed")
    output = played.log[start:]
    own, whole = fairness_file("1", 1, 1, output), sealed_file("1", 1, output)
    (tmp_path / "own.json").write_bytes(msgspec.json.encode(own))
    (tmp_path / "whole.json").write_bytes(msgspec.json.encode(whole))
    log = "\n".join(life.write_entry(entry) for entry in played.log)
    (tmp_path / "table.jsonl").write_text(log)
    return tmp_path


def test_a_players_file_is_checked_alone_and_with_the_whole_deck(
    croupier: Croupier, files: Path
) -> None:
    own, whole = str(files / "own.json"), str(files / "whole.json")
    done = croupier("verify", own)
    assert done.code == 0
    assert "round 1 of table 1, seat 1" in done.out
    assert "proven" in done.out
    both = croupier("verify", own, "--sealed", whole, "--json")
    assert both.code == 0
    output = json.loads(both.out)
    assert [one["kind"] for one in output] == ["sealed", "player"]
    assert all(one["ok"] and one["sealed"] and not one["faults"] for one in output)
    assert croupier("verify", "--sealed", whole).code == 0
    assert croupier("verify", "-", stdin=(files / "own.json").read_text()).code == 0


def test_a_log_is_checked_round_by_round(croupier: Croupier, files: Path, played: Scene) -> None:
    done = croupier("verify", str(files / "table.jsonl"), "--json")
    assert done.code == 0
    [output] = json.loads(done.out)
    assert (output["kind"], output["cards"], output["sealed"]) == ("log", 52, True)


def test_an_old_log_is_not_sealed_and_still_replays(croupier: Croupier) -> None:
    old = str(ROOT / "tests" / "golden" / "holdem.jsonl")
    done = croupier("verify", old)
    assert done.code == 1
    assert "unsealed" in done.out
    assert croupier("replay", old).code == 0


SPOILED: dict[str, Any] = {
    "a card": lambda proof: proof["cards"][0].update(card=proof["cards"][1]["card"]),
    "a salt": lambda proof: proof["cards"][0].update(salt="ab" * 16),
    "a path": lambda proof: proof["cards"][0]["path"].reverse(),
    "a position": lambda proof: proof["cards"][0].update(position=51),
    "the root": lambda proof: proof["roots"][0].update(root="cd" * 32),
    "an unproven card": lambda proof: proof["cards"].pop(),
    "a strange size": lambda proof: proof["roots"][0].update(size=0),
}


@pytest.mark.parametrize("what", SPOILED)
def test_whatever_was_changed_ends_with_1(croupier: Croupier, files: Path, what: str) -> None:
    output = json.loads((files / "own.json").read_text())
    SPOILED[what](output)
    spoiled = files / "spoiled.json"
    spoiled.write_text(json.dumps(output))
    done = croupier("verify", str(spoiled))
    assert done.code == 1, done
    assert "✗" in done.out


def test_a_deck_altered_after_its_root_was_announced_ends_with_1(
    croupier: Croupier, files: Path
) -> None:
    whole = json.loads((files / "whole.json").read_text())
    order = whole["shuffles"][0]["order"]
    order[0], order[51] = order[51], order[0]
    spoiled = files / "spoiled.json"
    spoiled.write_text(json.dumps(whole))
    done = croupier("verify", str(files / "own.json"), "--sealed", str(spoiled))
    assert done.code == 1
    assert "do not lead to the published root" in done.out


def test_what_is_no_fairness_file_is_refused_in_one_sentence(
    croupier: Croupier, files: Path
) -> None:
    strange = files / "strange.json"
    for text in ("", "[]", "{}", '{"kind": "x"}', "no json", '{"kind": "croupier fairness file"}'):
        strange.write_text(text)
        assert croupier("verify", str(strange)).refusal
    strange.write_bytes(bytes(range(256)))
    assert croupier("verify", str(strange)).refusal
    assert croupier("verify", "--sealed", str(strange)).refusal
    assert croupier("verify", str(files / "none.json")).refusal
    assert croupier("verify").refusal
    nested = '{"kind": ' + "[" * 100_000
    strange.write_text(nested)
    assert croupier("verify", str(strange)).refusal


def test_a_file_of_another_game_is_refused(croupier: Croupier, files: Path) -> None:
    output = json.loads((files / "own.json").read_text())
    output["game"] = "snap"
    (files / "snap.json").write_text(json.dumps(output))
    assert croupier("verify", str(files / "snap.json")).code in (1, 2)
    early = next(event for event in output["log"] if event["type"] == "Dealt")
    output["game"], output["log"] = "holdem", [early, *output["log"]]  # before there is a deck
    (files / "early.json").write_text(json.dumps(output))
    assert croupier("verify", str(files / "early.json")).code == 1


# --- the regulator's file out of a room's database -------------------------------------------


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A room in which a round is over, and one in play."""
    folder = tmp_path_factory.mktemp("room")

    async def work() -> None:
        async with served(f"sqlite:///{folder}/room.db", QUICK) as service:
            desk = await opened(service)
            await seated(service)
            await until(desk, lambda desk: desk.state.rounds >= 1 and desk.state.playing)

    run(work)
    (folder / "room.keys").write_bytes(KEYS.sealing + KEYS.signing)
    return folder


def test_the_sealed_file_opens_with_its_key_only(
    croupier: Croupier, room: Path, tmp_path: Path
) -> None:
    at = ("--db", f"sqlite:///{room}/room.db", "--keys", str(room / "room.keys"))
    file = tmp_path / "one.sealed"
    done = croupier("sealed-file", "1", "1", str(file), *at, "--json")
    assert done.code == 0, done
    assert json.loads(done.out)["key"].endswith("one.sealed.key")
    assert (file.stat().st_mode & 0o777, (tmp_path / "one.sealed.key").stat().st_mode & 0o777) == (
        0o600,
        0o600,
    )
    assert b"DeckCut" not in file.read_bytes()
    assert croupier("verify", "--sealed", str(file)).code == 0
    wrong = tmp_path / "wrong.key"
    wrong.write_text("00" * 32)
    assert "key" in croupier("verify", "--sealed", str(file), "--key", str(wrong)).refusal
    wrong.write_text("no key")
    assert "key" in croupier("verify", "--sealed", str(file), "--key", str(wrong)).refusal
    assert "already exists" in croupier("sealed-file", "1", "1", str(file), *at).refusal


def test_no_sealed_file_of_a_round_in_play_or_of_nothing(
    croupier: Croupier, room: Path, tmp_path: Path
) -> None:
    at = ("--db", f"sqlite:///{room}/room.db", "--keys", str(room / "room.keys"))
    file = str(tmp_path / "a.sealed")
    assert "in play" in croupier("sealed-file", "1", _newest(room), file, *at).refusal
    assert "no round" in croupier("sealed-file", "1", "999", file, *at).refusal
    assert "no table" in croupier("sealed-file", "9", "1", file, *at).refusal
    assert "key file" in croupier("sealed-file", "1", "1", file, *at[:2], "--keys", "x").refusal
    assert not list(tmp_path.iterdir())


def _newest(room: Path) -> str:
    found: list[int] = []

    async def work() -> None:
        async with served(f"sqlite:///{room}/room.db", replace(QUICK, turn=30.0)) as service:
            found.append(service.desk("1").rounds[-1].round)

    run(work)
    return str(found[0])
