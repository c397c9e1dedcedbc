"""`croupier simulate`."""

import csv
import json
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from tests.cli.terminal import ROOT, Croupier, shell

QUICK = ("--players", "3", "--bots", "calling", "--rounds", "60", "--seed", "1", "-w", "1")


def record(croupier: Croupier, *arguments: str) -> dict[str, Any]:
    done = croupier("simulate", *arguments, "--json")
    assert done.code == 0, done.err
    output: dict[str, Any] = json.loads(done.out)
    return output


def test_words_tell_every_seat_and_the_house(croupier: Croupier) -> None:
    done = croupier("simulate", "holdem", *QUICK)
    assert done.code == 0
    assert "60 rounds by bots on the fast table, seed 1" in done.out
    assert [line.split()[:2] for line in done.out.splitlines() if " ± " in line][:3] == [
        ["1", "calling"],
        ["2", "calling"],
        ["3", "calling"],
    ]
    assert "an hour of 30 rounds" in done.out.lower()
    assert "the house takes nothing under this sign" in done.out
    assert "\nsha256 " in done.out


def test_json_keeps_its_contract(croupier: Croupier) -> None:
    output = record(croupier, "holdem", *QUICK, "--pace", "40")
    assert (output["game"], output["rounds"], output["seed"], output["players"]) == (
        "holdem",
        60,
        1,
        3,
    )
    assert [seat["bot"] for seat in output["seats"]] == ["calling"] * 3
    for account in (*output["seats"], output["house"]):
        assert account["net"].keys() == {"value", "error", "trials"}
        assert account["net"]["trials"] == 60
        assert account["hour"]["value"] == pytest.approx(40 * account["net"]["value"])
        assert isinstance(account["total"], int)
    assert sum(seat["total"] for seat in output["seats"]) == -output["house"]["total"] == 0
    assert output["faults"] == []
    assert len(output["sha256"]) == 64


def test_a_strategy_against_the_bank_has_edges_and_holds(croupier: Croupier) -> None:
    output = record(croupier, "two-card-joker", "--rounds", "200000", "--seed", "1")
    assert output["strategy"] == "optimal"
    ante = output["wagers"]["ante"]
    off = abs(ante["house_edge"]["value"] - 563 / 17901)
    assert off < 3 * ante["house_edge"]["error"]
    assert ante["house_edge"]["trials"] == 200_000
    assert output["spots"].keys() == {"ante", "call", "pair up", "super flush"}
    assert output["house"]["total"] == sum(spot["house"] for spot in output["spots"].values())


@pytest.mark.parametrize(("bots", "way"), [("calling", "fast"), ("sensible", "engine")])
def test_bots_play_against_the_bank(croupier: Croupier, bots: str, way: str) -> None:
    output = record(croupier, "flop-poker", *QUICK, "--bots", bots)
    assert output["way"] == way
    assert output["house"]["accounts"]["bank"]["in"] > 0
    net = output["house"]["accounts"]["bank"]["total"]
    assert (
        net == output["house"]["total"] == sum(spot["house"] for spot in output["spots"].values())
    )


def test_bots_place_the_wagers_that_are_asked_for(croupier: Croupier) -> None:
    signs = ("--sign", "progressive=true", "--sign", "progressive_share=20")
    wagers = ("--wager", "progressive=100", "--wager", "bonus=300")
    output = record(croupier, "texas-holdem-bonus", *QUICK, *signs, *wagers)
    assert output["spots"]["progressive"]["wagered"] == 3 * 60 * 100
    assert output["spots"]["bonus"]["wagered"] == 3 * 60 * 300
    assert output["spots"]["ante"]["wagered"] == 3 * 60 * 500
    assert output["house"]["accounts"]["meter"]["in"] == 3 * 60 * 20


def test_cards_only(croupier: Croupier) -> None:
    output = record(croupier, "holdem", "--cards-only", "--rounds", "5000", "--seed", "1")
    assert sum(kind["value"] for kind in output["made"]["high"].values()) == pytest.approx(1)
    words = croupier("simulate", "holdem", "--cards-only", "--rounds", "5000", "--seed", "1").out
    assert "best at the table" in words


def test_csv_has_a_line_for_every_number(croupier: Croupier) -> None:
    done = croupier("simulate", "holdem", *QUICK, "--csv")
    rows = list(csv.DictReader(done.out.splitlines()))
    output = record(croupier, "holdem", *QUICK)
    (net,) = [row for row in rows if (row["section"], row["figure"]) == ("house", "net")]
    assert float(net["value"]) == output["house"]["net"]["value"]
    names = [row["name"] for row in rows if row["section"] == "seat" and row["figure"] == "net"]
    assert names == ["1 calling", "2 calling", "3 calling"]


def test_a_report_has_plots_tables_and_a_csv(croupier: Croupier, tmp_path: Path) -> None:
    into = tmp_path / "new"
    done = croupier("simulate", "holdem", *QUICK, "--report", str(into))
    assert done.out.rstrip().endswith("holdem-simulated.html")
    page = (into / "holdem-simulated.html").read_text()
    assert page.count("<svg") == 2  # seats, and the results of the one kind of bot
    assert "Hold&#x27;em, $2/$4 limit" in page
    assert (into / "holdem-simulated.csv").read_text().startswith("section,name,figure")


def test_a_sign_is_honoured(croupier: Croupier) -> None:
    usual = record(croupier, "holdem", *QUICK)
    higher = record(croupier, "holdem", *QUICK, "--sign", "limits=400,800", "--sign", "ante=100")
    assert higher["sign"]["ante"] == 100
    assert higher["pot"]["value"] > usual["pot"]["value"]


def test_faults_of_a_bot_are_reported(croupier: Croupier) -> None:
    bots = ("--bots", "tests.sim.faulty:illegal,calling", "--rounds", "50", "--seed", "1")
    done = croupier("simulate", "holdem", "--players", "3", *bots, "-w", "1")
    assert done.code == 0
    assert "BOTS AT FAULT" in done.out
    assert "answers against the rules" in done.out
    output = record(croupier, "holdem", "--players", "3", *bots, "-w", "1")
    (fault,) = output["faults"]
    assert (fault["seat"], fault["kind"]) == (1, "illegal")


def test_a_failing_bot_is_heard(croupier: Croupier, tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("def bot(seen, turn):\n    return 1 // 0\n")
    run = ("simulate", "holdem", "--players", "2", "--rounds", "20", "--seed", "1", "-w", "1")
    words = [sys.executable, "-m", "croupier", *run, "--bots", "broken:bot,calling"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "seat 1: ZeroDivisionError: integer division or modulo by zero (" in done.stdout


def test_a_bot_of_ones_own_lies_in_the_working_directory(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "from croupier.sim.answers import passive\n\ndef calls(seen, turn):\n"
        "    return passive(turn)\n"
    )
    line = "croupier simulate holdem --players 2 --rounds 120 --seed 1 --json -w 2"
    done = shell(f"cd {tmp_path} && {line} --bots mine:calls")
    assert done.code == 0, done.err
    mine, ours = (
        json.loads(done.out),
        json.loads(shell(f"{line} --bots croupier.sim.bots:Calling").out),
    )
    assert mine["faults"] == []
    assert [seat["net"] for seat in mine["seats"]] == [seat["net"] for seat in ours["seats"]]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("chess",), "is not an authorized game"),
        (("holdem", "--bots", "shark"), "'shark' is not one of"),
        (("holdem", "--bots", "optimal"), "plays against the bank only"),
        (("holdem", "--strategy", "optimal"), "is played by bots"),
        (
            ("holdem", "--cards-only", "--bots", "calling"),
            "only one of --bots, --strategy and --cards-only",
        ),
        (("flop-poker", "--cards-only"), "is played against the house"),
        (("holdem", "--wager", "ante=500"), "is not played against the bank here"),
        (("two-card-joker", "--wager", "ante"), "is not SPOT=CENTS"),
        (("two-card-joker", "--wager", "ante=7"), "the ante wager must be 500 to 10000 cents"),
        (("two-card-joker", "--strategy", "luck"), "'luck' is not one of"),
        (("holdem", "--rounds", "1"), "the number of rounds must be"),
        (("holdem", "--players", "40"), "hold'em here needs 2 to 11 players, not 40"),
        (("holdem", "--pace", "0"), "--pace must be at least 1, not 0"),
        (("holdem", "--workers", "0", "--rounds", "200"), "the number of workers must be"),
        (("holdem", "--csv", "--json"), "--csv or --json, not both"),
        (("holdem", "--sign", "limits=1"), "POKER"),
        (("holdem", "--seed", "-3"), "the seed must be from 0"),
    ],
)
def test_what_cannot_be_simulated_is_refused_in_one_sentence(
    croupier: Croupier, arguments: tuple[str, ...], why: str
) -> None:
    assert why in croupier("simulate", *arguments).refusal


def test_a_run_that_is_stopped_goes_on_with_the_same_command(tmp_path: Path) -> None:
    kept = tmp_path / "run.json"
    arguments = ["simulate", "holdem", "--bots", "tests.sim.faulty:slow", "--seed", "3"]
    arguments += ["--players", "2", "--rounds", "300", "--json", "--resume", str(kept)]
    run = subprocess.Popen(
        [sys.executable, "-m", "croupier", *arguments],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"CROUPIER_TEST_SLOW_S": "0.01"},
    )
    until = monotonic() + 30
    while not kept.exists() and monotonic() < until:
        sleep(0.05)
    sleep(1)
    run.send_signal(signal.SIGTERM)
    out, err = run.communicate(timeout=60)
    assert (run.returncode, out) == (130, "")
    assert f"saved in {kept}" in err
    done = json.loads(kept.read_bytes())["tally"].get("rounds", 0)
    assert done < 300
    line = f"croupier {' '.join(arguments)}"
    whole = shell(line.replace(f" --resume {kept}", ""))
    assert shell(line).out == whole.out


def test_a_terminal_is_shown_rate_and_time_left() -> None:
    ours, theirs = pty.openpty()
    arguments = ["simulate", "holdem", *QUICK[:-4], "--seed", "1", "-w", "1"]
    run = subprocess.Popen(
        [sys.executable, "-m", "croupier", *arguments],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=theirs,
        env=os.environ | {"TERM": "xterm", "COLUMNS": "100"},
    )
    os.close(theirs)
    shown, until = b"", monotonic() + 30
    while monotonic() < until:
        try:
            shown += os.read(ours, 4096)
        except OSError:  # the other end is closed
            break
    os.close(ours)
    assert run.wait(timeout=60) == 0
    assert b"60 rounds" in shown
    assert b"a second" in shown
