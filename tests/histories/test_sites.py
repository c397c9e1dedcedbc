"""The text of every site: read, played, and held against what it says itself."""

import gzip
import re
import tarfile
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

from croupier.cards import Card
from croupier.histories.amounts import cents
from croupier.histories.batches import Unknown, pieces_of
from croupier.histories.formats import SITES, Piece, format_of, known_formats
from croupier.histories.results import HandResult, judged, replay_hands
from croupier.refused import Refused
from tests.histories.hands import only
from tests.histories.texts import (
    BOVADA,
    BY_FORMAT,
    FULL_TILT,
    GGPOKER,
    POKERSTARS,
    RUN_TWICE,
    WINAMAX,
)

# Stacks in cents as each text tells them, the first to be dealt to first, and what the house took.
ENDS: dict[str, tuple[list[int], int]] = {
    "pokerstars": ([49_50, 58_25, 31_75], 1_50),
    "full-tilt": ([31_10, 27_20], 10),
    "ggpoker": ([0, 19_90, 19_55], 1_00),
    "bovada": ([16_20, 17_10, 20_00], 80),
    "kings-club": ([402_50, 509_00], 1_00),
    "888": ([1_020_25, 109_50, 77_50], 1_00),
    "partypoker": ([44_30, 57_00], 0),
    "winamax": ([0, 198_00, 232_50], 4_00),
    "ipoker": ([67_25, 105_50], 50),
    "like-pokerstars": ([65_20, 51_30, 186_20], 30),
    "acpc": ([20_300_00, 19_700_00], 0),
}


def result(text: str) -> HandResult:
    ((found, _),) = replay_hands(text)
    return found


@pytest.mark.parametrize("form", BY_FORMAT)
def test_a_hand_ends_as_its_text_says(form: str) -> None:
    text = BY_FORMAT[form]
    hand, facts = only(text), result(text)
    stacks, taken = ENDS[form]
    assert (facts.ok, facts.faults, facts.format) == (True, [], form)
    assert hand.record.finish is not None
    assert [hand.record.finish[seat] for seat in hand.record.order] == stacks
    assert sum(chips or 0 for chips in facts.stacks) - sum(stacks) == facts.rake == taken


@pytest.mark.parametrize("form", BY_FORMAT)
def test_a_text_that_pays_another_amount_is_a_fault(form: str) -> None:
    """A chip too much in the pot that was collected, or in the result of a computer's log."""
    changes = {
        "pokerstars": ("collected $37.75", "collected $38.75"),
        "full-tilt": ("pot ($2.30)", "pot ($2.60)"),
        "ggpoker": ("collected $18.9", "collected $19.9"),
        "bovada": ("result $16.20", "result $17.20"),
        "kings-club": ("Ann (509)", "Ann (511)"),
        "888": ("collected [ $19.50 ]", "collected [ $34.50 ]"),
        "partypoker": ("wins $10 USD", "wins $11 USD"),
        "winamax": ("collected 158€", "collected 159€"),
        "ipoker": ('win="11,50€"', 'win="12,50€"'),
        "like-pokerstars": ("collected ¥4.20", "collected ¥5.20"),
        "acpc": (":300|-300:", ":400|-300:"),
    }
    old, new = changes[form]
    assert old in BY_FORMAT[form]
    assert not result(BY_FORMAT[form].replace(old, new)).ok


def test_every_site_has_a_sample() -> None:
    assert {site.name for site in SITES} - {"ohh"} == set(BY_FORMAT)


def test_what_a_text_tells_beside_the_actions_is_kept() -> None:
    about = only(POKERSTARS).about
    assert (about.site, about.number, about.table, about.size) == (
        "PokerStars",
        "70001",
        "Elm II",
        6,
    )
    assert about.at == datetime(2024, 3, 2, 20, 4, 5, tzinfo=UTC)
    assert (about.currency, about.rake, about.won) == ("USD", 1_50, {1: 37_75})
    assert about.people == {1: "Ann", 3: "Bob: the Second", 6: "Dee"}
    assert about.viewer == 1
    assert only(GGPOKER).about.jackpot == 30
    assert only(WINAMAX).about.currency == "EUR"
    assert only(FULL_TILT).about.people == {1: "Ann", 2: "Bob"}  # Cy sits out


def test_cards_are_known_where_they_were_dealt() -> None:
    holes = [action.cards for action in only(POKERSTARS).record.actions if action.does == "hole"]
    assert holes == [
        (Card("??"), Card("??")),
        (Card("Qs"), Card("Qd")),
        (Card("Jh"), Card("Tc")),  # mucked, and named in the summary
    ]
    razz = [action.cards for action in only(FULL_TILT).record.actions if action.does == "hole"]
    assert razz[0] == (Card("4c"), Card("6d"), Card("8s"))
    assert razz[1] == (Card("??"), Card("??"), Card("Kh"))


def test_a_second_big_blind_is_a_live_post_and_both_blinds_are_half_dead() -> None:
    seated = POKERSTARS.replace(" is sitting out", "")
    for line, kinds in (
        ("Cy: posts big blind $0.50", [("post", 50)]),
        ("Cy: posts small & big blinds $0.75", [("dead", 25), ("post", 50)]),
        ("Cy: posts small blind $0.25", [("dead", 25)]),
    ):
        text = seated.replace("*** HOLE", f"{line}\n*** HOLE", 1)
        dues = [(due.kind, due.chips) for due in only(text).record.dues if due.seat == 4]
        assert dues == kinds


def test_a_straddle_raises_the_price() -> None:
    text = POKERSTARS.replace("*** HOLE", "Bob: the Second: posts straddle $1\n*** HOLE", 1)
    dues = only(text).record.dues
    assert [(due.seat, due.kind) for due in dues] == [(6, "blind"), (1, "blind"), (3, "straddle")]


def test_a_blind_all_in_for_less_owes_all_of_it() -> None:
    text = BOVADA.replace("Big Blind ($25.60", "Big Blind ($0.20").replace(
        "Big blind $0.25", "All-in $0.20"
    )
    dues = [(due.kind, due.chips) for due in only(text).record.dues]
    assert dues == [("blind", 10), ("blind", 20)]  # no line tells the stakes of this table


def test_positions_of_a_tournament_go_by_the_list() -> None:
    text = BOVADA.replace("Seat 1:", "Seat 812:").replace("Seat 4:", "Seat 17:")
    assert only(text).about.people == {1: "Dealer", 2: "Small Blind", 3: "Big Blind"}


def test_three_hands_are_run_twice() -> None:
    facts = result(RUN_TWICE)
    assert (facts.ok, facts.faults, facts.rake) == (True, [], 2_00)
    assert facts.stacks == [75_00, 0, 75_00]
    late = RUN_TWICE.replace("FIRST FLOP", "FLOP").replace("FIRST TURN", "TURN")
    late = re.sub(r"\*\*\* SECOND (FLOP|TURN).*\n", "", late)
    late = late.replace(
        "SECOND RIVER *** [Kd 7c 9d 4s] [5d]", "SECOND RIVER *** [2h 7h 9c 3s] [Kd]"
    )
    assert result(late).stacks == [75_00, 0, 75_00]


# --- files -----------------------------------------------------------------------------------


def found(path: Path) -> list[Piece | Unknown]:
    return list(pieces_of([str(path)]))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252"])
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_encodings_and_ends_of_lines(tmp_path: Path, encoding: str, ends: str) -> None:
    text = (POKERSTARS + "\n\n" + POKERSTARS.replace("$", "€").replace("USD", "EUR")).replace(
        "Elm", "Élme"
    )
    path = tmp_path / "hands.txt"
    path.write_bytes(text.replace("\n", ends).encode(encoding))
    hands = [judged(piece)[1] for piece in found(path) if isinstance(piece, Piece)]
    assert [hand and hand.about.currency for hand in hands] == ["USD", "EUR"]
    assert {hand and hand.about.table for hand in hands} == {"Élme II"}


def test_a_truncated_last_hand_is_one_fault(tmp_path: Path) -> None:
    path = tmp_path / "hands.txt"
    path.write_text(f"{POKERSTARS}\n\n{POKERSTARS.partition('*** TURN')[0]}")
    results = [judged(piece)[0] for piece in found(path) if isinstance(piece, Piece)]
    assert [event.ok for event in results] == [True, False]
    assert "the hand is cut off" in results[1].faults[0]
    assert results[1].line == 37


def test_folders_and_archives_hold_several_formats(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    (folder / "deep").mkdir(parents=True)
    for form, text in BY_FORMAT.items():
        (folder / "deep" / f"{form}.txt").write_text(text, encoding="utf-8")
    (folder / "notes.txt").write_text("nothing of interest\n")
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        archive.write(folder / "deep" / "888.txt", "x/888.txt")
        archive.write(folder / "notes.txt", "notes.txt")
    with tarfile.open(tmp_path / "all.tar.gz", "w:gz") as tar:
        tar.add(folder / "deep" / "acpc.txt", "acpc.txt")
    (tmp_path / "one.txt.gz").write_bytes(gzip.compress(WINAMAX.encode()))
    there = found(folder)
    forms = {piece.format for piece in there if isinstance(piece, Piece)}
    assert forms == set(BY_FORMAT)
    assert [one.alone for one in there if isinstance(one, Unknown)] == [False]
    packed = [piece for piece in found(tmp_path / "all.zip") if isinstance(piece, Piece)]
    assert [(piece.format, piece.file) for piece in packed] == [
        ("888", f"{tmp_path / 'all.zip'}/x/888.txt")
    ]
    (tarred,), (zipped,) = found(tmp_path / "all.tar.gz"), found(tmp_path / "one.txt.gz")
    assert isinstance(tarred, Piece)
    assert isinstance(zipped, Piece)
    assert (tarred.format, zipped.format) == ("acpc", "winamax")


def test_an_archive_that_is_none_is_a_fault_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "bad.zip").write_text("no archive")
    (fault,) = found(tmp_path / "bad.zip")
    assert isinstance(fault, Unknown)
    assert "is not the archive its name says" in fault.why


@pytest.mark.parametrize("form", BY_FORMAT)
def test_a_format_is_found_below_other_lines(form: str) -> None:
    assert format_of(["", "some words", *BY_FORMAT[form].splitlines()]) == form
    assert format_of(["some words"]) == ""


def test_experimental_formats_are_named_so() -> None:
    marked = [site.title for site in SITES if f"{site.title} (experimental)" in known_formats()]
    others = "others in PokerStars' words"
    assert marked == ["888poker", "partypoker", "Winamax", "iPoker (XML)", others]


# --- amounts ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("$1,234.50", 1_234_50),
        ("1.234,50 €", 1_234_50),
        ("1 234,5€", 1_234_50),
        ("12\u00a0000", 12_000_00),
        ("0.05", 5),
        ("$.50", 50),
        ("1,000,000", 1_000_000_00),
        ("10.000", 10_000_00),
        ("7", 7_00),
    ],
)
def test_amounts_are_read_in_every_locale(text: str, amount: int) -> None:
    assert cents(text) == amount


@pytest.mark.parametrize("text", ["", "$", "0.005", "1,23,4", "٣", "1" * 40, "1.2.3", "--1"])
def test_what_is_no_amount_in_cents_is_refused(text: str) -> None:
    with pytest.raises(Refused):
        cents(text)
