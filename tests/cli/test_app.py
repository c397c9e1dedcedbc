"""What every command promises: help, JSON, exit codes, one sentence, and never a traceback."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer.main

from croupier.cli import app
from tests.cli.terminal import PATIENCE_S, Croupier, shell

COMMANDS = [command.NAME for command in app.COMMANDS]
ENTRY = str(Path(sys.executable).parent / "croupier")


def parameters(name: str) -> list[Any]:
    group: Any = typer.main.get_command(app.app)
    return list(group.commands[name].params)


def test_without_a_command_the_help_is_shown(croupier: Croupier) -> None:
    done = croupier()
    assert done.code == 0
    assert all(name in done.out for name in COMMANDS)
    assert croupier("--help").out == done.out
    listed = done.out.partition("Commands:")[2]
    assert "..." not in listed, "the first sentence of a command is too long for the list"


def test_the_version_is_that_of_the_package(croupier: Croupier) -> None:
    done = croupier("--version")
    assert done.code == 0
    assert re.fullmatch(r"\d+\.\d+\.\d+\n", done.out)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself_with_examples(croupier: Croupier, name: str) -> None:
    done = croupier(name, "--help")
    assert done.code == 0
    assert "Example" in done.out
    assert f"  croupier {name}" in done.out


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_and_argument_has_its_help(name: str) -> None:
    silent = [parameter.name for parameter in parameters(name) if not parameter.help]
    assert silent == []


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_speaks_json(name: str) -> None:
    assert any("--json" in parameter.opts for parameter in parameters(name))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("nosuch", "no such command 'nosuch'"),
        ("gmes", "Did you mean 'games'"),
        ("deal holdem --nosuch", "no such option: --nosuch"),
        ("deal holdem --players many", "--players"),
        ("deal holdem --seed", "--seed"),
        ("rank", "missing argument 'FAMILY'"),
        ("rank high-5", "missing argument 'CARDS'"),
        ("replay", "missing argument 'FILES'"),
        ("games more", "unexpected extra argument"),
    ],
)
def test_words_that_are_no_command_are_refused(croupier: Croupier, line: str, said: str) -> None:
    done = croupier(*line.split())
    assert said in done.refusal
    assert "--help" in done.refusal
    assert done.out == ""


def test_a_port_that_cannot_be_is_refused(croupier: Croupier) -> None:
    why = croupier("odds", "--no-browser", "--port", "65536").refusal
    assert why == "a port must be from 0 to 65535, not 65536 (FIELD port)"


def test_a_reader_that_has_seen_enough_is_no_fault() -> None:
    done = shell("croupier clauses --open | head -1")
    assert (done.code, done.err) == (0, "")
    assert done.out.count("\n") == 1
    done = shell("croupier deal --all --json | head -c 10")
    assert (done.code, done.err) == (0, "")


def test_a_full_disk_is_reported_in_one_sentence() -> None:
    done = shell("croupier games > /dev/full")
    assert done.code == 2
    assert re.fullmatch(r"croupier: .*No space left on device\n", done.err), done.err


def test_an_interrupted_command_prints_no_traceback(tmp_path: Path) -> None:
    script = tmp_path / "script"
    os.mkfifo(script)
    running = subprocess.Popen(
        [ENTRY, "deal", "holdem", "--script", str(script)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    writing = os.open(script, os.O_WRONLY)  # goes on when the other end is opened
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=PATIENCE_S)
    os.close(writing)
    assert (running.returncode, err) == (130, "croupier: stopped\n")


def on_a_terminal(command: list[str], columns: int, **variables: str) -> str:
    """What a command writes to a terminal of that width."""
    master, slave = pty.openpty()
    environment = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
    environment |= {"COLUMNS": str(columns), "TERM": "xterm-256color", **variables}
    with subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, env=environment):
        os.close(slave)
        shown = b""
        while True:
            try:
                more = os.read(master, 65536)
            except OSError:  # the other end is closed
                break
            if not more:
                break
            shown += more
    os.close(master)
    return shown.decode()


def plain(shown: str) -> list[str]:
    return re.sub(r"\x1b\[[0-9;]*m", "", shown).replace("\r", "").splitlines()


DEAL = [ENTRY, "deal", "holdem", "--players", "3", "--seed", "6", "--bots", "calling"]


def test_colour_is_for_terminals_only() -> None:
    assert "\x1b[31m" in on_a_terminal(DEAL, 100)
    assert "\x1b[31m" not in on_a_terminal(DEAL, 100, NO_COLOR="1")
    piped = shell(" ".join(DEAL))
    assert "\x1b" not in piped.out
    assert "A♦ 5♠" in piped.out


@pytest.mark.parametrize("columns", [40, 60, 80, 200])
def test_a_round_fits_the_terminal(columns: int) -> None:
    lines = plain(on_a_terminal(DEAL, columns))
    assert max(map(len, lines)) <= columns
    assert "POKER 10(k)" in " ".join(lines)


@pytest.mark.parametrize("columns", [40, 80])
def test_the_list_of_games_fits_the_terminal_with_whole_keys(columns: int) -> None:
    lines = plain(on_a_terminal([ENTRY, "games"], columns))
    assert max(map(len, lines)) <= columns
    assert any(line.startswith("five-card-omaha-hilo-8") for line in lines)


def test_an_output_without_suits_gets_letters() -> None:
    done = shell("croupier deal holdem -n 2 --seed 7", PYTHONIOENCODING="ascii")
    assert done.code == 0
    assert "seat 1 Ad 5d" in done.out
    assert shell("croupier clauses", PYTHONIOENCODING="ascii").code == 0


def test_a_module_runs_like_the_command() -> None:
    done = shell(f"{sys.executable} -m croupier games --json")
    assert len(json.loads(done.out)) == len(json.loads(shell("croupier games --json").out))
