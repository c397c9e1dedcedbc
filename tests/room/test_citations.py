"""A table refuses and records under the document of its own game, or under a reading."""

from typing import Any

import pytest
from msgspec.structs import replace

from croupier.engine import commands as say
from croupier.engine.commands import Report
from croupier.engine.events import Collected, read_event, write_event
from croupier.engine.play import play
from croupier.engine.verify import verify_log
from croupier.games import GAMES, game_of
from croupier.refused import Refused
from croupier.room.conduct.calling import CallFloor
from croupier.room.conduct.orders import FlagCollusion, RemovePlayer, RuleDispute
from croupier.room.custody.counting import CountDeck, CountStub, PauseHand, ResumeHand
from croupier.room.custody.orders import CutDeck
from croupier.room.custody.state import Procedures
from croupier.room.funds.box import OfferBadBeat
from croupier.room.house.people import Actor
from croupier.room.logbook import Order
from croupier.room.seating.limits import AnswerLimits
from croupier.room.seating.orders import HoldStake, RestoreStake, StepAway
from croupier.room.seating.waiting import AnnounceSeats
from croupier.room.table.decide import COMMANDS, decide
from croupier.room.table.rounds import DealRound, Play
from tests.dealing import Deal
from tests.room.tables import STAFF, Scene, player, seat_players

OTHERS = ("bbc-omaha", "texas-holdem-bonus", "flop-poker", "two-card-joker")
WITHOUT = ("A", "SIGN", "FIELD")  # readings, and what was posted or typed
POKER_15G = ("holdem", "seven-card-stud", "five-card-draw", "badugi", "bbc-omaha")


def cited(at: Scene, by: Actor, command: Any) -> str:
    """The document under which an order is refused; nothing, if it is carried out."""
    try:
        decide(at.life, Order(at.now, by, command), at.house)
    except Refused as refused:
        return refused.clause.replace("-", " ").split()[0]
    return ""


def scenes(key: str) -> list[Scene]:
    """A closed table, an idle one, and one in the middle of a round."""
    closed, idle, playing = Scene(key), Scene(key).open(), Scene(key).open()
    for at in (idle, playing):
        seat_players(at, 2)
    playing.deal()
    return [closed, idle, playing]


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_wrong_role_is_refused_under_the_games_own_document(key: str) -> None:
    (at, *_) = scenes(key)
    own = {*WITHOUT, at.life.game.document.name}
    for kind in COMMANDS:
        for role, by in {**STAFF, "player": player("Ada")}.items():
            if role in kind.roles:
                continue
            with pytest.raises(Refused) as refusal:
                decide(at.life, Order(at.now, by, _blank(kind)), at.house)
            assert refusal.value.clause.replace("-", " ").split()[0] in own, (kind, role)


def _blank(kind: Any) -> Any:
    """A command whose fields nobody looks at before its role."""
    return kind(**dict.fromkeys(kind.__struct_fields__))


@pytest.mark.parametrize("key", OTHERS)
def test_what_cannot_be_done_now_is_refused_under_the_games_own_document(key: str) -> None:
    own = {"", *WITHOUT, game_of(key).document.name}
    orders: list[tuple[Actor, Any]] = [
        (STAFF["floorperson"], RuleDispute(dispute="", ruling="", reason="")),
        (STAFF["floorperson"], RemovePlayer(seat=1, cause="")),
        (STAFF["floorperson"], RemovePlayer(seat=1, cause="abuse")),
        (STAFF["floorperson"], FlagCollusion(players=(), grounds="")),
        (STAFF["floorperson"], PauseHand(reason="")),
        (STAFF["floorperson"], ResumeHand()),
        (STAFF["floorperson"], AnnounceSeats()),
        (STAFF["poker_shift_supervisor"], HoldStake(seat=1)),
        (STAFF["poker_shift_supervisor"], RestoreStake(seat=1)),
        (STAFF["poker_shift_supervisor"], OfferBadBeat(fund="f", notice="n")),
        (STAFF["dealer"], CountStub(count=1)),
        (STAFF["dealer"], CutDeck(count=1)),
        (STAFF["dealer"], DealRound()),
        (STAFF["dealer"], Play(command=say.Fold(1))),
        (player("Ada"), Play(command=Report("fouled", 1))),
        (player("Ada"), Play(command=say.Remove(1, "POKER 16(b)"))),
        (player("Ada"), Play(command=say.Fold(2))),
        (player("Ada"), CallFloor(about="")),
        (player("Ada"), AnswerLimits(agree=True)),
        (player("Ada"), StepAway()),
        (player("Eve"), StepAway()),
    ]
    for number, at in enumerate(scenes(key)):
        for by, command in orders:
            assert cited(at, by, command) in own, (number, by, command)


@pytest.mark.parametrize(
    ("key", "clause"),
    [("holdem", "POKER 6(e)(5)"), ("bbc-omaha", "A-88"), ("flop-poker", "FLOP 7(f)")],
)
def test_a_count_cites_what_the_games_document_says_of_counts(key: str, clause: str) -> None:
    at = Scene(key)
    at.refused(player("Ada"), CountDeck(deck="A", count=52), clause)


@pytest.mark.parametrize(
    ("key", "clause"),
    [("holdem", "POKER 5(b)(2)"), ("bbc-omaha", "A-04"), ("flop-poker", "FLOP 4(c)(1)(ii)")],
)
def test_a_cut_of_too_few_cards_cites_the_games_own_document(key: str, clause: str) -> None:
    at = Scene(key).open()
    seat_players(at, 2)
    at.uncut().refused("dealer", CutDeck(count=9), clause)


@pytest.mark.parametrize("key", ["flop-poker", "bbc-omaha"])
def test_intervals_are_refused_under_what_rules_them(key: str) -> None:
    with pytest.raises(Refused) as refusal:
        Scene(key, procedures=Procedures(shoe_approval="file 12", sort_minutes=999))
    assert refusal.value.clause == {"flop-poker": "FIELD sort_minutes"}.get(key, "BBC decks")


# --- the cards of a round without a result ---------------------------------------------------


def _log(key: str, kind: Any) -> list[str]:
    deal = Deal(key, 4)
    deal.say(Report(kind))
    assert deal.state.done
    return [write_event(event) for event in deal.log]


@pytest.mark.parametrize("key", POKER_15G)
def test_the_cards_of_a_dead_round_are_collected_under_its_own_clause(key: str) -> None:
    log = _log(key, "missing_cards")
    (taken,) = (event for event in map(read_event, log) if isinstance(event, Collected))
    assert taken.clause == game_of(key).own("POKER 15(g)")
    assert verify_log(log, game_of).done


@pytest.mark.parametrize("key", POKER_15G)
@pytest.mark.parametrize("kind", ["missing_cards", "additional_cards"])
def test_a_log_of_an_earlier_version_still_verifies(key: str, kind: Any) -> None:
    """It collected the cards of every round without a result under 15(e)."""
    earlier = []
    for line in _log(key, kind):
        event = read_event(line)
        if isinstance(event, Collected):
            line = write_event(replace(event, clause="POKER 15(e)"))
        earlier.append(line)
    assert verify_log(earlier, game_of).done
    wrong = [line.replace('"POKER 15(e)"', '"POKER 15(d)"') for line in earlier]
    with pytest.raises(Refused, match="Collected has the wrong clause"):
        verify_log(wrong, game_of)


def test_no_other_collection_may_cite_a_misdeal() -> None:
    deal = Deal("holdem", 2).to_street("river").passive().passive()
    state, log = deal.state, [*deal.log]
    while not state.done:
        state, more = play(state, say.Show(state.turns[0].actor))
        log += more
    lines = [
        write_event(replace(event, clause="POKER 15(e)") if isinstance(event, Collected) else event)
        for event in log
    ]
    with pytest.raises(Refused, match="Collected has the wrong clause"):
        verify_log(lines, game_of)
