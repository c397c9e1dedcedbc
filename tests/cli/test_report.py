"""`croupier report`: reports from files, in words, CSV and JSON."""

import csv
import io
import json
from pathlib import Path

import pytest

from croupier.room.house import evolve as house
from croupier.room.table import evolve as life
from tests.cli.terminal import Croupier
from tests.room.jackpots import count, jackpot, play, receive
from tests.room.tables import Scene


@pytest.fixture
def logs(tmp_path: Path) -> list[str]:
    """A table and its house, after two hands and a count."""
    scene = jackpot()
    play(scene)
    play(scene)
    receive(scene, count(scene))
    return write(scene, tmp_path)


def write(scene: Scene, folder: Path) -> list[str]:
    table, room = folder / f"table-{scene.life.name}.jsonl", folder / "house.jsonl"
    table.write_text("".join(life.write_entry(entry) + "\n" for entry in scene.log))
    room.write_text("".join(house.write_entry(entry) + "\n" for entry in scene.house_log))
    return [str(table), str(room)]


def test_without_a_name_the_reports_are_listed(croupier: Croupier) -> None:
    done = croupier("report")
    assert done.code == 0
    assert "POKER 19(j)" in done.out
    listed = json.loads(croupier("report", "--json").out)
    assert ("funds", "POKER 19(j)") in {(one["report"], one["clause"]) for one in listed}


def test_a_report_in_words_has_a_title_rows_and_totals(croupier: Croupier, logs: list[str]) -> None:
    done = croupier("report", "rake", *logs, "--by", "day")
    assert done.out.splitlines() == [
        "Rake of every hand, and where it went, by day (POKER 6(e)(9))",
        "",
        "day         method  hands  taken  returned  to inventory",
        "2026-06-01  none        2     $0        $0            $0",
    ]
    assert croupier("report", "hands", *logs).out.splitlines()[-1].split()[0] == "total"


def test_csv_and_json_hold_the_same(croupier: Croupier, logs: list[str]) -> None:
    output = json.loads(croupier("report", "funds", *logs, "--by", "week", "--json").out)
    assert output["rows"] == [
        {
            "week": "2026-W23",
            "fund": "main",
            "collected": 200,
            "paid": 0,
            "transferred": 0,
            "held": 20,
            "balance": 180,
        }
    ]
    [line] = csv.DictReader(
        io.StringIO(croupier("report", "funds", *logs, "--by", "week", "--csv").out)
    )
    assert (line["collected"], line["held"], line["balance"]) == ("2.00", "0.20", "1.80")


def test_nothing_to_tell_is_said_in_one_sentence(croupier: Croupier, logs: list[str]) -> None:
    done = croupier("report", "removals", *logs)
    assert (done.code, done.out.count("\n")) == (0, 1)
    assert "hold nothing for this report" in done.out
    assert json.loads(croupier("report", "removals", *logs, "--json").out)["rows"] == []
    assert croupier("report", "rake", *logs, "--from", "2026-07-01").out.startswith("These logs")


def test_a_hand_is_given_to_any_reader(croupier: Croupier, logs: list[str]) -> None:
    log = croupier("report", "hands", logs[0], "--hand", "2").out
    again = croupier("replay", "-", "--json", stdin=log)
    assert [hand["ok"] for hand in json.loads(again.out)] == [True]


def test_the_record_of_a_human_dealer_is_read_too(croupier: Croupier, tmp_path: Path) -> None:
    log = str(tmp_path / "record")
    seats = ("--seats", "Ada 200, Bob 200, Cyd 150", "--log", log)
    opened = "\n".join(["Sid", "Dana", "l", "Flo", *"yyyyyyyyyyyyyy"])
    croupier("assist", "holdem", *seats, stdin=f"{opened}\n\n\nf\nf\nquit\n")
    done = croupier("report", "hands", log)
    assert done.code == 0, done.err
    assert "holdem" in done.out
    assert "receipt" in croupier("report", "decks", log).out


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (["takings"], "there is no report 'takings'"),
        (["rake"], "which logs?"),
        (["rake", "LOG", "--by", "hour"], "'hour' is not one of table, shift"),
        (["rake", "LOG", "--from", "June"], "'June' is not a day"),
        (["rake", "LOG", "--csv", "--json"], "not both"),
        (["rake", "LOG", "LOG"], "two logs are of table 1"),
        (["rake", "HOUSE", "HOUSE"], "is the log of a second house"),
        (["rake", "nowhere"], "nowhere: No such file"),
        (["rake", "EMPTY"], "is empty"),
        (["rake", "BROKEN"], "line 1 is not an entry"),
        (["rake", "TORN"], "must begin with its opening line"),
        (["rake", "LOG", "--hand", "1"], "works only with the report"),
        (["hands", "LOG", "--hand", "9"], "has played no hand 9"),
        (["hands", "HOUSE", "--hand", "1"], "--hand needs the log of exactly one table"),
    ],
)
def test_what_cannot_be_reported_is_refused_in_one_sentence(
    croupier: Croupier, logs: list[str], tmp_path: Path, asked: list[str], why: str
) -> None:
    names = {"LOG": logs[0], "HOUSE": logs[1]}
    lines = Path(logs[0]).read_text().splitlines()
    for name, text in (("EMPTY", "\n"), ("BROKEN", "{}\n"), ("TORN", lines[1] + "\n")):
        (tmp_path / name).write_text(text)
        names[name] = str(tmp_path / name)
    assert why in croupier("report", *(names.get(word, word) for word in asked)).refusal
