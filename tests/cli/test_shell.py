"""What a shell needs: a quick answer, the tab key, and terminals that know only ASCII."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.terminal import Croupier, shell
from tests.histories.texts import WINAMAX

HEAVY = ("croupier.api", "croupier.games", "msgspec", "numpy", "rich", "typer")


def test_the_version_imports_nothing_heavy() -> None:
    code = (
        "import sys; from croupier.cli import main; main(['--version']); "
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[1] == "[]"


def test_a_command_imports_no_other_command() -> None:
    code = (
        "import sys; from croupier.cli import main; main(['games']); "
        "print('croupier.cli.serve' in sys.modules, 'numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "False False"


@pytest.mark.parametrize(
    ("words", "place", "offered"),
    [
        ("croupier ga", 1, ["games"]),
        ("croupier deal short", 2, ["short-deck"]),
        ("croupier equity crazy", 2, ["crazy-pineapple"]),
        ("croupier deal --pl", 2, ["--players"]),
    ],
)
def test_the_tab_key_completes(words: str, place: int, offered: list[str]) -> None:
    done = shell(
        "croupier", _CROUPIER_COMPLETE="complete_bash", COMP_WORDS=words, COMP_CWORD=str(place)
    )
    assert done.out.split() == offered


@pytest.mark.parametrize("name", ["bash", "zsh", "fish"])
def test_every_shell_gets_its_script(croupier: Croupier, name: str) -> None:
    assert f"_CROUPIER_COMPLETE=complete_{name}" in croupier("completion", name).out


def test_another_shell_is_refused(croupier: Croupier) -> None:
    why = croupier("completion", "fsh").refusal
    assert why == "'fsh' is not one of bash, zsh, fish; did you mean fish? (FIELD shell)"


def test_an_ascii_terminal_gets_ascii() -> None:
    line = "croupier simulate holdem --rounds 20 --seed 1 -w 1 --players 2 --bots calling"
    done = shell(line, PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert done.code == 0
    assert "+-" in done.out
    assert "\\" not in done.out


def test_what_ascii_lacks_becomes_words_or_a_question_mark(tmp_path: Path) -> None:
    (tmp_path / "hand.txt").write_text(
        WINAMAX.replace("Ann", "Ren\N{LATIN SMALL LETTER E WITH ACUTE}")
    )
    done = shell(f"croupier stats {tmp_path}", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert "-EUR 80" in done.out
    assert "Ren?" in done.out
    assert "\\" not in done.out
    assert done.out.endswith("1 hand, 0 left out\n")
