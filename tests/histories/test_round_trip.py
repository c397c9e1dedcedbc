"""What we write as PHH we read back: the same round, for every game."""

import tomllib
from collections.abc import Iterator

import pytest

from croupier.chips import Chips
from croupier.engine.commands import Say
from croupier.engine.events import AnyEvent
from croupier.engine.round import Round
from croupier.games import GAMES as TABLES
from croupier.games import LIBRARY, game_of
from croupier.histories.about import About
from croupier.histories.history import history
from croupier.histories.phh import (
    BASES,
    STANDARD,
    STRUCTURES,
    code_of,
    decoded,
    write_phh,
    write_phhs,
)
from croupier.histories.phh_losses import CAPABILITIES, losses
from croupier.histories.phh_reader import read_phh
from croupier.histories.replayer import play_history
from croupier.refused import Refused
from croupier.views.seat import view
from tests.dealing import Deal
from tests.histories.hands import GAMES, rounds, without_reveals
from tests.strategies import Played, seeded_round

ROUNDS = 25
SOAK = range(1_000, 1_300)


def read_back(
    log: list[AnyEvent], *, lossy: bool = False, bare: bool = False
) -> tuple[Round, list[AnyEvent]]:
    (hand,) = read_phh(write_phh(log, lossy=lossy, bare=bare))
    return play_history(hand.record, hand.places)


def assert_identical(played: Played) -> None:
    state, log = read_back(played.log, lossy=True)
    assert history(log) == history(played.log), played
    ours, theirs = played.end, state
    assert (theirs.stacks, theirs.boards, theirs.common) == (ours.stacks, ours.boards, ours.common)
    assert theirs.hands == ours.hands


def assert_written_without_our_field(played: Played) -> None:
    """What is not lossy, PHH says by itself: also who reads nothing else pays the same."""
    log = without_reveals(played.log)
    if losses(log):
        return
    state, _ = read_back(log, bare=True)
    record = history(log)
    assert record.finish is not None
    before = [chips / sum(record.stacks.values()) for chips in record.finish.values()]
    after = [chips / sum(state.stacks.values()) for chips in state.stacks.values()]
    assert sorted(before) == pytest.approx(sorted(after), abs=1e-12), played


def test_every_game_between_players_has_a_code() -> None:
    between = {
        key for key, game in (TABLES | LIBRARY).items() if game.document.name in ("POKER", "BBC")
    }
    assert set(GAMES) == between


def test_codes_and_games_name_each_other() -> None:
    for letter, structure in STRUCTURES.items():
        for base, key in BASES.items():
            assert decoded(letter + base) == (key, structure)
            assert code_of(key, structure) == letter + base
    assert set(STANDARD) <= {letter + base for letter in STRUCTURES for base in BASES}
    assert code_of("bbc-omaha", "pot_limit") == "PO"


@pytest.mark.parametrize("key", GAMES)
def test_export_then_import_gives_the_identical_round(key: str) -> None:
    for played in rounds(key, ROUNDS):
        assert_identical(played)


@pytest.mark.parametrize("key", GAMES)
def test_a_lossless_export_needs_no_field_of_ours(key: str) -> None:
    for played in rounds(key, ROUNDS):
        assert_written_without_our_field(played)


def test_a_full_bet_on_four_cards_of_five_is_no_open_pair() -> None:
    assert_written_without_our_field(seeded_round(game_of("five-card-stud"), 1_039))


@pytest.mark.soak
@pytest.mark.parametrize("key", GAMES)
def test_thousands_of_rounds_come_back(key: str) -> None:
    for seed in SOAK:
        played = seeded_round(game_of(key), seed)
        assert_identical(played)
        assert_written_without_our_field(played)


def everything() -> Iterator[Played]:
    for key in GAMES:
        yield from rounds(key, ROUNDS)


def test_every_loss_is_met_and_refused_unless_asked_for() -> None:
    met: set[str] = set()
    for played in everything():
        lost = losses(played.log)
        met |= {loss.what for loss in lost}
        if lost:
            with pytest.raises(Refused, match=lost[0].why) as caught:
                write_phh(played.log)
            assert caught.value.clause == "FIELD lossy"
        else:
            assert write_phh(played.log)
    known = {loss.what for loss in CAPABILITIES if loss.level == "lossy"}
    assert met == known - {
        "antes both dead and live",  # no sign of a table asks for both
        "a hand thrown after its bet",  # below: no player of these rounds speaks
    }


def test_a_hand_thrown_after_its_bet_is_lossy() -> None:
    deal = Deal("holdem", 3)
    deal.say(Say(3, word="raise", amount=Chips(4_00), threw_hand=True)).to_showdown()
    assert [loss.what for loss in losses(deal.log)] == ["a hand thrown after its bet"]
    with pytest.raises(Refused, match="fold out of turn"):
        write_phh(deal.log)


def test_a_seat_exports_what_it_saw() -> None:
    """A player's view becomes a hand history with that player's cards and those that were shown."""
    (played,) = rounds("omaha", 1)
    seat = played.end.order[0]
    (hand,) = read_phh(write_phh(view(played.log, seat), lossy=True))
    known = [action for action in hand.record.actions if action.does == "hole"]
    assert all(("?" in "".join(action.cards)) == (action.seat != seat) for action in known)
    state, _ = play_history(hand.record, hand.places)
    assert state.stacks == played.end.stacks


def test_several_hands_make_one_file() -> None:
    texts = [write_phh(played.log, lossy=True) for played in rounds("badugi", 3)]
    hands = read_phh(write_phhs(texts))
    assert [hand.name for hand in hands] == ["1", "2", "3"]
    ends = [play_history(hand.record, hand.places).state.stacks for hand in hands]
    assert ends == [played.end.stacks for played in rounds("badugi", 3)]


def test_an_unfinished_round_is_not_written() -> None:
    (played,) = rounds("holdem", 1)
    with pytest.raises(Refused, match="when it is over"):
        write_phh(played.events[0])


def test_a_game_against_the_house_has_no_code() -> None:
    with pytest.raises(Refused, match="not a game between players"):
        code_of("texas-holdem-bonus", "limit")


def test_further_fields_are_written_as_toml() -> None:
    (played,) = rounds("holdem", 1)
    people = dict.fromkeys(history(played.log).order, "O'Brien")
    about = About(session='Tuesday\'s "game"\n\t\x7f', people=people, size=9, number="7")
    entries = tomllib.loads(write_phh(played.log, about, lossy=True))
    assert entries["event"] == 'Tuesday\'s "game"\n\t\x7f'
    assert (entries["players"], entries["seat_count"]) == (["O'Brien"] * len(people), 9)
    assert entries["hand"] == 7
