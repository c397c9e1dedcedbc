"""The process itself: scripted runs with an exposed card, a slip, an undo, a kill and a resume."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.assist.terminal import CROUPIER, Terminal, piped
from tests.cli.terminal import shell

SEATS = "Ada 200, Bob 200, Cyd 150"
OPENED = ["Sid", "Dana", "l", "Flo", *"yyyyyyyyyyyyyy"]  # the people, then step after step


class Dealer:
    """A dealer who types a script, and whose machine may be switched off at any time."""

    def __init__(self, game: str, cwd: Path) -> None:
        self.arguments = (game, "--seats", SEATS, "--log", "table.jsonl")
        self.cwd = cwd
        self.terminal = Terminal(*self.arguments, cwd=cwd)

    def open(self) -> None:
        """Name the people on duty, and answer every step until a round can begin."""
        for name in ("Sid", "Dana", "l", "Flo"):
            self.terminal.type(name)
        self.ready()

    def ready(self) -> None:
        """Answer every step until the next round can begin."""
        while "Enter begins round" not in self.terminal.screen:
            self.terminal.type("y")

    def run(self, *lines: tuple[str, str]) -> None:
        """Type lines; each screen must say what stands beside its line."""
        for line, says in lines:
            screen = self.terminal.type(line)
            assert says in " ".join(screen.split()), f"{line!r} shows\n{screen}"

    def crash(self) -> None:
        """Kill the process, start it again, and find the table as it was."""
        before = self.terminal.screen
        self.terminal.kill()
        self.terminal = Terminal(*self.arguments, cwd=self.cwd)
        assert "resuming table.jsonl" in self.terminal.screen
        assert panel(self.terminal.screen) == panel(before)


Deals = Callable[[str], Dealer]


@pytest.fixture
def dealer(tmp_path: Path) -> Iterator[Deals]:
    """A dealer at a game; whatever still runs at the end is stopped."""
    found: list[Dealer] = []

    def sit_down(game: str) -> Dealer:
        found.append(Dealer(game, tmp_path))
        return found[-1]

    yield sit_down
    for one in found:
        one.terminal.stop()


def panel(screen: str) -> str:
    """What to do now, and the table below it."""
    return screen.partition("\n\n")[0]


def verified(cwd: Path, game: str, rounds: int) -> list[str]:
    """The record replays: every finished round is played again and checked line by line."""
    done = shell(f"cd {cwd} && {CROUPIER} assist {game} --log table.jsonl --json < /dev/null "
                 f"2> /dev/null | tee events.jsonl | {CROUPIER} replay - --json")  # fmt: skip
    assert done.code == 0, done
    assert [found["ok"] for found in json.loads(done.out)] == [True] * rounds
    return [json.loads(line)["type"] for line in (cwd / "events.jsonl").read_text().splitlines()]


def corrections(cwd: Path) -> list[tuple[str, str]]:
    """What was typed and then taken back."""
    lines = [json.loads(line) for line in (cwd / "table.jsonl").read_text().splitlines()[1:]]
    typed = {line["n"]: line["typed"] for line in lines}
    return [(typed[line["undoes"]], line["typed"]) for line in lines if "undoes" in line]


def test_holdem(dealer: Deals, tmp_path: Path) -> None:
    table = dealer("holdem")
    table.open()
    assert "Button at seat 3; take in seat 1's" in table.terminal.screen
    table.run(
        ("", "Deal two cards face down to each player"),
        ("oops exposed 2 Kd", "K♦ for seat 2 is exposed"),
        ("yes", "Deal the other four cards, seat 3 first, then exchange K♦ of seat 2"),
        ("", "Seat 3 Cyd to act: fold, call $2 or raise to $4"),
        ("c", "Seat 1 Ada to act"),
        ("f", "Seat 2 Bob to act: check or raise to $4"),
    )
    table.crash()
    table.run(
        ("k", "Deal the flop: three cards face up on the board"),
        ("8c Kd 5h", "Kd occurs twice"),
        ("8c 9x 5h", "'9x' is not a card"),
        ("8c 9d 5h", "Seat 2 Bob to act: check or bet $2"),
        ("b", "Seat 3 Cyd to act: fold, call $2 or raise to $4"),
        ("r", "Seat 2 Bob to act"),
        ("u", "taken back: r"),
        ("c", "Burn the top card, then deal the turn"),
    )
    table.crash()
    table.run(
        ("2s", "Seat 2 Bob to act: check or bet $4"),
        ("k", "Seat 3"),
        ("k", "deal the river"),
        ("Ah", "Seat 2"),
        ("k", "Seat 3"),
        ("k", "Seat 2 Bob shows first: show or muck"),
        ("s 8d8h", "Seat 3 Cyd to act: show or muck"),
        ("s Ac9c", "seat 2 wins the pot, $9"),
    )
    assert "one round dealt, one entry taken back" in table.terminal.quit()
    assert corrections(tmp_path) == [("r", "u")]
    assert "Exposed" in verified(tmp_path, "holdem", 1)


def test_stud_hilo_8(dealer: Deals, tmp_path: Path) -> None:
    game = "seven-card-stud-hilo-8"
    table = dealer(game)
    table.open()
    table.run(
        ("", "type them for seat 1, seat 2 and seat 3"),
        ("oops exposed 3 7c", "7♣ for seat 3 is exposed: it is the up-card"),
        ("yes", "Deal the other"),
    )
    table.crash()
    table.run(
        ("2c 2c", "2c occurs twice"),
        ("2c 9d", "Seat 2 Bob to act"),
        ("c", "Seat 3 Cyd to act"),
        ("f", "Burn the top card, then deal one card face up"),
        ("u", "taken back: f"),
        ("c", "Burn the top card, then deal one card face up to each player"),
        ("3c 9h 8s", "Seat 2 Bob to act"),
        ("k", ""), ("k", ""), ("k", "one card face up"),
        ("4c Jh 6s", "to act"),
    )  # fmt: skip
    table.crash()
    table.run(
        ("k", ""), ("k", ""), ("k", "one card face up"),
        ("5c Jd 5s", "to act"),
        ("k", ""), ("k", ""), ("k", "one card face down"),
        ("", "to act"),
        ("k", ""), ("k", ""), ("k", "shows first"),
        ("s AcKdQd", "show or muck"),
    )  # fmt: skip
    screen = table.terminal.screen
    while "show or muck" in screen:
        screen = table.terminal.type("m")
    assert "seat" in screen
    table.terminal.quit()
    assert corrections(tmp_path) == [("f", "u")]
    assert "Exposed" in verified(tmp_path, game, 1)


def test_badugi(dealer: Deals, tmp_path: Path) -> None:
    table = dealer("badugi")
    table.open()
    table.run(
        ("", "Deal four cards face down to each player"),
        ("oops exposed 1 As", "A♠ for seat 1 is exposed"),
        ("y", "exchange A♠ of seat 1"),
        ("", "Seat 3 Cyd to act"),
        ("c", ""), ("c", ""), ("k", "throw up to 4 cards or stand pat"),
        ("d 5", "you can discard 0 to 4 cards"),
        ("d 2", "Deal two cards to seat 1"),
    )  # fmt: skip
    table.crash()
    table.run(
        ("d 1", "Deal one card to seat 2"),
        ("u", "Deal two cards to seat 1"),
        ("d 0", "Seat 3 Cyd to act"),
        ("d 4", "Deal four cards to seat 3"),
        ("", "check or bet"),
        ("k", ""), ("k", ""), ("k", "throw up to 4 cards"),
        ("pat", ""), ("pat", ""), ("pat", "check or bet"),
        ("k", ""), ("k", ""), ("k", "throw up to 4 cards"),
        ("pat", ""), ("pat", ""), ("pat", "check or bet"),
        ("k", ""), ("k", ""), ("k", "shows first"),
        ("s 2c3d4h", "you must show the whole hand"),
        ("s 2c3d4h5s", "show or muck"),
    )  # fmt: skip
    table.crash()
    table.run(("s 2c8dAhKs", "2c occurs twice"), ("s 2d8cAhKs", ""), ("m", "wins the pot, $6"))
    table.terminal.quit()
    assert corrections(tmp_path) == [("d 1", "u")]
    assert "Exchanged" in verified(tmp_path, "badugi", 1)


def test_two_card_joker(dealer: Deals, tmp_path: Path) -> None:
    game = "two-card-joker"
    table = dealer(game)
    table.open()
    table.run(
        ("", "Take wagers: ante $5 to $100"),
        ("1 ante 10", "seat 1 wagers $10 on ante"),
        ("2 ante 10 pair 5", "$5 on pair up"),
        ("3 ante 3", "the ante wager must be $5 to $100, not $3"),
        ("3 10", "go for no more bets"),
    )
    table.crash()
    table.run(
        ("go", "Deal two cards face down to each player and to the house"),
        ("", "Seat 1 Ada to act: wager $10 on call or fold"),
        ("p", "Seat 2 Bob"),
        ("p", "Seat 3 Cyd"),
        ("f", "Turn up the hand of seat 2"),
        ("u", "Seat 3 Cyd"),
        ("p", "Turn up the hand of seat 2"),
        ("AsAs", "As occurs twice"),
        ("AsAh", "Turn up the dealer's hand"),
    )
    table.crash()
    table.run(
        ("QcJk1", "Turn up the hand of seat 3"),
        ("Kd7c", "seat 3 loses $20"),
        ("KcKh", "seat 1 wins $20"),
    )
    table.ready()
    table.run(
        ("", "Take wagers"),
        ("1 10", ""),
        ("go", "Deal two cards face down"),
        ("", "Seat 1 Ada to act"),
        ("oops", "a card of the dealer was turned up"),
        ("oops dealer", "all hands are void"),
        ("yes", "Put the stub in the discard rack"),
    )
    words = table.terminal.quit()
    assert "two rounds dealt" in words
    assert corrections(tmp_path) == [("f", "u")]
    assert "RoundVoided" in verified(tmp_path, game, 2)


def test_a_pipe_gets_everything_line_by_line(tmp_path: Path) -> None:
    lines = [*OPENED, "", "", "c", "c", "k", "8c Kd 8c", "8c Kd 5h", "w", "quit"]
    done = piped("holdem", "--seats", SEATS, lines=lines, cwd=tmp_path)
    assert done.returncode == 0
    assert "\x1b" not in done.stdout
    assert "  ! 8c occurs twice (FIELD cards)" in done.stdout
    assert "NOW seat 1 Ada to act: check or bet $2 (POKER 10(h))" in done.stdout
    assert "flop: 8♣ K♦ 5♥" in done.stdout
    (record,) = tmp_path.glob("holdem-*.jsonl")
    assert f"the record is {record.name}" in done.stdout


def test_a_pipe_that_ends_is_gone_on_with(tmp_path: Path) -> None:
    first = piped(
        "holdem", "--seats", SEATS, "--log", "t.jsonl", lines=[*OPENED, "", ""], cwd=tmp_path
    )
    assert "a round is open: run the same command to resume it" in first.stdout
    second = piped("holdem", "--log", "t.jsonl", "--plain", lines=["f", "f"], cwd=tmp_path)
    assert "resuming t.jsonl: " in second.stdout
    assert "seat 2 wins the pot" in second.stdout


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("nonsense",), "is not an authorized game"),
        (("holdem", "--sign", "ante=x"), "SIGN ante"),
        (("holdem", "--seats", "Ada"), "type sit 3 Ada 200"),
        (("holdem", "--seats", "Ada 200, 1 Bob 200"), "seat 1 is given twice"),
        (("holdem", "--log", "no/such/place.jsonl"), "No such file"),
        (("holdem", "--log", "."), "Is a directory"),
    ],
)
def test_a_request_that_cannot_be_is_refused(
    tmp_path: Path, arguments: tuple[str, ...], why: str
) -> None:
    done = piped(*arguments, lines=[], cwd=tmp_path)
    assert done.returncode == 2
    assert why in done.stderr
    assert done.stderr.count("\n") == 1


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    done = shell(f"cd {tmp_path} && printf '\\xff\\xfe\\n' | {CROUPIER} assist holdem")
    assert done.code in (0, 2)
    assert "Traceback" not in done.err
