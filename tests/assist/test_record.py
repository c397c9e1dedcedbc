"""The record: nothing acknowledged is lost, a correction stays visible, one writer at a time."""

from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from croupier.assist.dialogue import Session
from croupier.assist.sitting import Sitting
from croupier.assist.table_record import Record
from croupier.games import GAMES
from croupier.refused import Refused
from tests.assist.typist import Clock, Open, opened

READY = ["", "y", "y", "y", "y"]  # the cards are offered, looked at, washed, shuffled and cut
ROUND = ["next", "", "c", "k", "8c Kd 5h", "k", "b", "r", "c"]
LINES = ["sit 1 Ada 200", "sit 2 Bob 150", *READY, *ROUND]
TO_DEAL = LINES[: -len(ROUND)]


def typed(session: Session, lines: list[str]) -> Session:
    for line in lines:
        session.take(line)
        assert not session.refused, (line, session.refused)
    return session


def path_of(session: Session) -> Path:
    return session.sitting.record.path


def test_a_file_cut_anywhere_resumes_after_its_last_whole_line(table: Open, tmp_path: Path) -> None:
    session = table("holdem")
    lives = [session.sitting.life]
    before = path_of(session).read_bytes()  # head to opening
    for line in LINES:
        typed(session, [line])
        lives.append(session.sitting.life)
    data, first, whole = path_of(session).read_bytes(), len(before), before.count(b"\n")
    for cut in range(first, len(data) + 1, 41):
        path = tmp_path / "cut.jsonl"
        path.write_bytes(data[:cut])
        again = opened(path, "holdem")
        again.sitting.record.close()
        assert again.sitting.life == lives[data[:cut].count(b"\n") - whole]
        assert again.sitting.record.torn == (data[cut - 1 : cut] != b"\n")
        assert path.read_bytes().endswith(b"\n"), "what was not finished is gone"


def test_a_torn_line_is_no_part_of_what_follows(table: Open, tmp_path: Path) -> None:
    session = typed(table("holdem"), LINES)
    path = path_of(session)
    path.write_bytes(path.read_bytes()[:-9])
    again = typed(table("holdem"), ["f"])
    assert table("holdem").sitting.life == again.sitting.life


def test_what_is_taken_back_stays_in_the_record(table: Open) -> None:
    session = typed(table("holdem"), [*TO_DEAL, *ROUND[:3]])
    before = session.sitting.life
    session.take("k")
    session.take("u")
    assert session.said == "taken back: k"
    assert session.sitting.life == before
    *_, entry, correction = (
        msgspec.json.decode(line) for line in path_of(session).read_bytes().splitlines()
    )
    assert (entry["typed"], correction["typed"]) == ("k", "u")
    assert correction["undoes"] == entry["n"]
    assert session.sitting.record.undone == 1
    assert table("holdem").sitting.life == before


def test_every_entry_can_be_taken_back_to_the_founding(table: Open) -> None:
    session = table("holdem")
    lives = []
    for line in LINES:
        lives.append(session.sitting.life)
        typed(session, [line])
    for life in reversed(lives):
        session.take("u")
        assert session.sitting.life == life
    session.take("u")
    assert session.sitting.life.status == "closed", "the opening was an entry too"
    while not session.refused:
        session.take("u")
    assert "nothing to take back" in session.refused
    assert not session.sitting.staff.name("dealer"), "the dealer was named in an entry too"
    assert session.sitting.record.undone == len(session.sitting.record.lines) // 2


def test_a_refused_line_is_not_recorded(table: Open) -> None:
    session = typed(table("holdem"), [*TO_DEAL, *ROUND[:4]])
    data, life = path_of(session).read_bytes(), session.sitting.life
    for line in (
        "8c Kd 8c",
        "8x",
        "8c Kd",
        "",
        "r 80",
        "s AhKd",
        "oops 99",
        "sit 1 Eve 5",
        "xyzzy",
    ):
        if line == "8c Kd":
            continue  # two of three cards are a beginning
        session.take(line)
        assert session.refused.count("(") >= 1, line
    assert (path_of(session).read_bytes(), session.sitting.life) == (data, life)


def test_two_processes_do_not_write_one_record(table: Open, tmp_path: Path) -> None:
    table("holdem")
    with pytest.raises(Refused, match="in use"):
        Record(tmp_path / "table.jsonl", "holdem")


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (lambda data: b"hello\n", "not the record"),
        (lambda data: data.replace(b'"version":1', b'"version":9'), "this version"),
        (lambda data: data.replace(b'"game":"holdem"', b'"game":"omaha"', 1), "of omaha"),
        (lambda data: data.replace(b'"n":3', b'"n":4'), "missing"),
        (
            lambda data: b"".join(
                data.splitlines(keepends=True)[:1] + data.splitlines(keepends=True)[3:]
            ),
            "missing",
        ),
        (lambda data: data.replace(b'"type":"Seated"', b'"type":"Sated"', 1), "not an entry"),
        (lambda data: data.replace(b"20000", b"20", 1), "does not describe a possible table"),
    ],
)
def test_a_spoilt_record_is_refused_in_a_sentence(
    table: Open, tmp_path: Path, spoil: object, why: str
) -> None:
    session = typed(table("holdem"), LINES)
    session.sitting.record.close()
    path = path_of(session)
    assert callable(spoil)
    path.write_bytes(spoil(path.read_bytes()))
    with pytest.raises(Refused, match=why), closing(Record(path, "holdem")) as record:
        Sitting(GAMES["holdem"], GAMES["holdem"].sign, record, Clock())


def test_an_entry_is_on_the_disk_before_it_is_believed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What `fsync` has not confirmed is not shown: a full disk ends the session, not the record."""
    session = typed(opened(tmp_path / "table.jsonl", "holdem"), [*TO_DEAL, *ROUND[:2]])
    before = session.sitting.life
    synced: list[bytes] = []

    def sync(handle: int) -> None:
        synced.append(path_of(session).read_bytes())
        assert session.sitting.life == before
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", sync)
    with pytest.raises(OSError, match="No space"):
        session.take("c")
    session.sitting.record.close()
    assert session.sitting.life == before
    assert b'"typed":"c"' in synced[0]
