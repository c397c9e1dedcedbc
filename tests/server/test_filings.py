"""What a card room files with the Commission, and what its tables may post of it."""

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.chips import Chips
from croupier.engine import commands as say
from croupier.games import game_of
from croupier.room.custody.device import ClearShuffler, ReportJam
from croupier.room.house.filings import THINGS, RecordApproval, SubmitRules
from croupier.room.house.orders import RecordRakeApproval, SubmitRakeRules
from croupier.room.house.people import AUTOMATED, Actor
from croupier.room.house.state import RakeRules
from croupier.room.seating.limits import AnswerLimits, ProposeLimits
from croupier.room.table.facts import TableOpened
from croupier.room.table.orders import OpenTable, PostSign
from croupier.room.table.rounds import Play
from croupier.rules.revenue import Percentage
from croupier.rules.sign import TableSign
from tests.clause import clause
from tests.server.staffed import ACE, FLO, PLAYERS, SUE, Room, room

ORDERS = "/api/tables/1/orders"


def refused(reply: Any) -> str:
    assert reply.status_code == 422, reply.text
    return str(reply.json()["clause"])


def closed_table(here: Room, key: str, sign: TableSign | None = None) -> Any:
    """Set a table up, with its decks ready, and try to open it."""
    here.approve_things()
    here.set_up_closed(key, sign)
    return here.try_order(ORDERS, SUE, OpenTable())


@clause("POKER-20c-filed")
@clause("POKER-21c-filed")
@clause("POKER-22c-filed")
@pytest.mark.parametrize(
    ("key", "changes", "cited"),
    [
        ("five-card-omaha", {"straddle": Chips(4_00)}, "POKER 20(d)"),
        ("five-card-omaha", {"odd_chip": "suit"}, "POKER 20(j)"),
        ("triple-draw-2-7", {"ante": Chips(1_00)}, "POKER 21(a)"),
        ("badugi", {"blinds": (Chips(2_00), Chips(2_00))}, "POKER 22(c)"),
    ],
)
def test_a_table_posts_only_what_is_approved(
    tmp_path: Path, key: str, changes: dict[str, Any], cited: str
) -> None:
    usual = game_of(key).sign
    with room(tmp_path) as here:
        assert refused(closed_table(here, key)) == cited[: cited.index("(")]
        here.to_house(ACE, SubmitRules(subject=key, sign=usual))
        assert refused(here.try_order(ORDERS, SUE, OpenTable())) == cited[: cited.index("(")]
        here.approve(key, sign=usual)
        here.at(SUE, OpenTable())
        other = replace(usual, **changes)
        assert refused(here.try_order(ORDERS, SUE, PostSign(sign=other))) == cited
        here.approve(key, sign=other)
        here.at(SUE, PostSign(sign=other))
        here.at(SUE, PostSign(sign=usual))  # an earlier version stays approved
        (posted,) = [e.fact for e in here.log() if isinstance(e.fact, TableOpened)]
        sign = here.get("/api/tables/1/rules", FLO).text
    assert [(one.number, one.reference) for one in posted.approvals if one.subject == key] == [
        (2, "MGC 2")
    ]
    assert f"{key} version 2, approved" in sign


@clause("POKER-22c-filed")
def test_patrons_agree_only_to_what_is_approved(tmp_path: Path) -> None:
    """A vote does not replace the submission; what it raises is posted with its version."""
    usual = game_of("badugi").sign
    higher = replace(usual, limits=(Chips(4_00), Chips(8_00)), blinds=(Chips(2_00), Chips(4_00)))
    with room(tmp_path) as here:
        here.set_up("badugi")
        here.sit(count=2)
        asks = ProposeLimits(sign=higher)
        assert refused(here.try_order(ORDERS, FLO, asks)) == "POKER 22(c)"
        here.approve("badugi", sign=higher)
        here.at(FLO, asks)
        for name in PLAYERS[:2]:
            here.at(Actor(name, "player"), AnswerLimits(agree=True))
        desk = here.service.desk("1")
        here.until(lambda: desk.state.sign.blinds == higher.blinds)
        posted = {one.subject: one.number for one in desk.state.approvals}
        assert posted["badugi"] == 2
        assert posted.keys() > {"badugi", "automated dealer"}
        here.until(lambda: desk.state.round is not None and desk.state.round.sign == higher)


@clause("POKER-14a3")
def test_floor_and_players_see_why_an_open_table_deals_no_more(tmp_path: Path) -> None:
    """A lower maximum is approved while a table posts the higher one."""
    five = Percentage(Decimal(5))
    sign = replace(game_of("holdem").sign, rake=five, rake_max=Chips(4_00))
    rules = RakeRules(types=("percentage",), methods=(five,), maximum=Chips(4_00))

    def watched(here: Room) -> str:
        return str(here.get("/api/floor", FLO).json()["tables"][0]["stopped"])

    with room(tmp_path) as here:
        here.to_house(ACE, SubmitRakeRules(rules=rules))
        here.to_house(ACE, RecordRakeApproval(number=1, reference="MGC 1"))
        here.set_up("holdem", sign)
        assert watched(here) == ""
        lower = replace(rules, maximum=Chips(3_00))
        here.to_house(ACE, SubmitRakeRules(rules=lower))
        here.to_house(ACE, RecordRakeApproval(number=2, reference="MGC 2"))
        assert "a rake of up to $4 is above the $3" in watched(here)
        headers = {"Authorization": f"Bearer {here.token(Actor('Ada', 'player'))}"}
        socket = "/api/tables/1/socket?client=s"
        with here.client.websocket_connect(socket, headers=headers) as wire:
            frames = [wire.receive_json() for _ in range(2)]
        (seen,) = (frame for frame in frames if frame["kind"] == "room")
        assert seen["stopped"] == watched(here)  # the players read it too


@clause("POKER-15g")
def test_players_read_what_their_table_waits_for(tmp_path: Path) -> None:
    """The deck of a dead round is replaced, and a person must verify the new one."""
    with room(tmp_path) as here:
        here.set_up()
        here.sit()
        desk = here.service.desk("1")
        here.until(lambda: desk.state.round is not None and bool(desk.state.round.turns))
        headers = {"Authorization": f"Bearer {here.token(Actor('Ada', 'player'))}"}
        socket = "/api/tables/1/socket?client=s"
        with here.client.websocket_connect(socket, headers=headers) as wire:

            def told(stopped: str) -> None:
                for _ in range(300):
                    frame = wire.receive_json()
                    if frame["kind"] == "room" and frame["stopped"] == stopped:
                        return
                raise AssertionError(f"the players were not told: {stopped!r}")

            here.at(FLO, Play(command=say.Report("missing_cards")))
            told("the staff must verify a deck")
            here.sign()
            told("")


@clause("POKER-21k-filed")
@pytest.mark.parametrize("key", ["badeucey", "badacey"])
def test_badeucey_and_badacey_need_the_submission(tmp_path: Path, key: str) -> None:
    with room(tmp_path) as here:
        assert refused(closed_table(here, key)) == "POKER 21"
        here.approve(key, sign=game_of(key).sign)
        here.at(SUE, OpenTable())


@clause("POKER-2a-filed")
@clause("POKER-6a-filed")
@clause("POKER-6e5-filed")
def test_a_table_opens_under_the_approvals_of_the_commission(tmp_path: Path) -> None:
    sign = replace(game_of("holdem").sign, shuffler="counting")
    with room(tmp_path) as here:
        here.set_up_closed("holdem", sign)
        for subject in ("automated dealer", "cover card", "poker area", "counting shuffler"):
            assert refused(here.try_order(ORDERS, SUE, OpenTable())) == THINGS[subject]
            here.approve(subject, words="as shown")
        here.at(SUE, OpenTable())


@clause("POKER-15p-filed")
def test_a_failed_shuffler_is_cleared_by_an_approved_procedure_only(tmp_path: Path) -> None:
    with room(tmp_path) as here:
        for key, cited in (("holdem", "POKER 15(p)"), ("two-card-joker", "TCJ 12(e)")):
            here.set_up(key, replace(game_of(key).sign, shuffler="plain"), key)
            here.at(FLO, ReportJam(reason="dust"), key)
            door = f"/api/tables/{key}/orders"
            cleared = here.try_order(door, FLO, ClearShuffler(procedure="as always"))
            assert refused(cleared) == cited
            here.at(FLO, ClearShuffler(procedure="MGC 1"), key)


@clause("POKER-6b-automated")
@pytest.mark.parametrize("key", ["holdem", "flop-poker"])
def test_the_automated_dealer_cites_the_approval_it_works_under(tmp_path: Path, key: str) -> None:
    with room(tmp_path) as here:
        here.set_up(key)
        here.sit()
        here.until(lambda: any(entry.by.role == "dealer" for entry in here.log()))
        log = here.log()
    (opened,) = [entry.fact for entry in log if isinstance(entry.fact, TableOpened)]
    assert "automated dealer" in [one.subject for one in opened.approvals]
    dealers = {entry.by.name for entry in log if entry.by.role == "dealer"}
    assert dealers == {AUTOMATED}


def test_an_approval_has_a_reference_and_no_date_to_come(tmp_path: Path) -> None:
    with room(tmp_path) as here:
        here.to_house(ACE, SubmitRules(subject="cover card", words="yellow"))
        today = here.service.clock().date()
        good = RecordApproval(subject="cover card", number=1, reference="MGC 1", on=today)
        for wrong in (
            replace(good, reference=" "),
            replace(good, on=today.replace(year=today.year + 1)),
            replace(good, number=2),
            replace(good, subject="tea"),
        ):
            refused(here.try_order("/api/house/orders", ACE, wrong))
        assert here.try_order("/api/house/orders", FLO, good).status_code == 403
        here.to_house(ACE, good)
        refused(here.try_order("/api/house/orders", ACE, good))
        badugi = game_of("badugi").sign
        for filed, cited in (
            (SubmitRules(subject="tea", words="two lumps"), "FIELD subject"),
            (SubmitRules(subject="tea", sign=badugi), "FIELD subject"),
            (SubmitRules(subject="badugi", sign=replace(badugi, run_twice=True)), "POKER 22"),
        ):
            assert refused(here.try_order("/api/house/orders", ACE, filed)) == cited


@pytest.mark.parametrize("kind", ["friends", "demonstration"])
def test_a_room_without_a_commission_says_so(tmp_path: Path, kind: Any) -> None:
    with room(tmp_path, kind) as here:
        if kind == "friends":
            here.set_up("badeucey")
            sign = here.get("/api/tables/1/rules", FLO).text
            assert "Unlicensed, private game" in sign
        else:
            sign = here.get("/api/tables/badeucey/rules", FLO).text
            assert "approvals are fictitious" in sign
