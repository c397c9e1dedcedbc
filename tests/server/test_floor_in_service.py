"""Piles, prepared decks, the club's run it twice, and the floor's reports, in a room in service."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.chips import Chips
from croupier.engine import commands as say
from croupier.engine.commands import Report
from croupier.room.conduct.orders import RemovePlayer, RuleDispute
from croupier.room.house.notices import Notice
from croupier.room.house.orders import RecordRakeApproval, SubmitRakeRules
from croupier.room.house.people import AUTOMATED, Actor
from croupier.room.house.state import RakeRules
from croupier.room.seating.orders import SitIn, SitOut, StepAway
from croupier.room.table.rounds import Play
from croupier.rules.revenue import Increments
from croupier.rules.time_charge import Hourly, TimeCharge
from croupier.server.tables import dealer
from tests.clause import clause
from tests.server.banked import CUT, Served, player
from tests.server.carded import PLAYS, Carded, calling
from tests.server.names import check_names
from tests.server.staffed import ACE, FLO, IRA, KIM, SUE, Room, room

CLOCK = TimeCharge(hourly=(Hourly((Chips(2_00), Chips(4_00)), Chips(12_00)),))
LEVELS = Increments(tuple((Chips(level), Chips(1_00)) for level in (10_00, 20_00, 40_00, 60_00)))


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dealer, "random_cut", lambda cards: CUT)
        with room(tmp_path_factory.mktemp("floor"), **PLAYS, settled=0.0) as found:
            found.approve_things()
            rules = RakeRules(types=("time",), time_charges=(CLOCK,))
            found.to_house(ACE, SubmitRakeRules(rules=rules))
            found.to_house(ACE, RecordRakeApproval(number=1, reference="R 1"))
            yield found


def rows(here: Room, name: str, table: str, *cells: str, by: Actor = ACE) -> list[tuple[Any, ...]]:
    """Some cells of a report, for one table."""
    found = here.get(f"/api/reports/{name}?table={table}", by).json()["rows"]
    return [tuple(row[cell] for cell in cells) for row in found]


# --- burned cards and discards ---------------------------------------------------------------


def throwing(state: Any, turn: Any) -> Any:
    """Players who call, and throw every card away."""
    if turn.option("discard"):
        return say.Discard(turn.actor, state.hands[turn.actor].down)
    return say.Call(turn.actor) if turn.option("call") else say.Check(turn.actor)


@clause("POKER-6e4")
def test_discards_that_are_dealt_again_bring_no_burned_card_back(here: Room) -> None:
    table = Carded(here, "five-card-draw").open()
    table.sit(players=6)
    table.deal(throwing)
    renewed = table.facts("Reshuffled")
    assert renewed
    facts = table.facts("Burned", "Reshuffled")
    burned: set[str] = set()
    for fact in facts:
        if type(fact).__name__ == "Burned":
            burned.add(fact.card)
        else:
            assert fact.pile == "discards"
            assert burned
            assert not burned & set(fact.order)


def folding_late(state: Any, turn: Any) -> Any:
    """Players who bet on sixth street, where the first one folds to it."""
    if any(len(hand.up) == 4 for hand in state.hands.values()) and not state.discards:
        if turn.option("bet"):
            return say.Bet(turn.actor, Chips(turn.option("bet").least))
        if turn.option("fold") and turn.option("call"):
            return say.Fold(turn.actor)
    return say.Call(turn.actor) if turn.option("call") else say.Check(turn.actor)


@clause("POKER-6e4")
def test_burned_cards_that_are_dealt_again_bring_no_discard_back(here: Room) -> None:
    table = Carded(here, "seven-card-stud").open()
    table.sit(players=8)
    table.deal(folding_late)
    (renewed,) = table.facts("Reshuffled")
    burned = {fact.card for fact in table.facts("Burned")}
    (folded,) = {fact.seat for fact in table.facts("Folded")}
    thrown = {
        card
        for fact in table.facts("Dealt")
        for card, seat in zip(fact.cards, fact.seats, strict=True)
        if seat == folded
    }
    assert renewed.pile == "burns"
    assert len(thrown) == 6
    assert not thrown & set(renewed.order)
    assert burned & set(renewed.order)


@clause("BBC-gen-burns")
def test_the_clubs_burns_and_discards_never_come_back(here: Room) -> None:
    table = Carded(here, "bbc-omaha").open()
    table.sit({1: 100_00, 2: 100_00, 3: 100_00})

    def answer(state: Any, turn: Any) -> Any:
        if not state.discards and turn.option("fold") and turn.option("call"):
            return say.Fold(turn.actor)
        return calling()(state, turn)

    table.deal(answer)
    burned = [fact.card for fact in table.facts("Burned")][:3]
    board = [card for fact in table.facts("BoardDealt") for card in fact.cards][:5]
    dealt = [card for fact in table.facts("Dealt")[:1] for card in fact.cards]
    assert len(set(burned) | set(board) | set(dealt)) == 3 + 5 + 12
    assert not table.facts("Reshuffled")


# --- decks made ready ------------------------------------------------------------------------


@clause("POKER-4c1")
@pytest.mark.parametrize(("both", "other"), [(True, "DeckShuffled"), (False, "DeckStored")])
def test_both_decks_are_prepared_or_one_is_stored_for_later(
    here: Room, both: bool, other: str
) -> None:
    table = Carded(here, prepare_both_decks=both).open()
    table.sit(players=2)
    table.deal(calling())
    steps = ("DeckWashed", "DeckStored", "DeckShuffled", "CutMade", "DeckDealt")
    done = [(fact.deck, type(fact).__name__) for fact in table.facts(*steps)]
    first = done[: [step for _, step in done].index("DeckDealt") + 1]
    live, cut = first[-1][0], [deck for deck, step in first if step == "CutMade"]
    assert cut == [live], "one of the decks is cut"
    (last,) = {step for deck, step in first if deck != live} - ({"DeckWashed"} if both else set())
    assert last == other


# --- blinds that were missed -----------------------------------------------------------------


def late(table: Carded) -> list[tuple[str, int, int]]:
    """Kind, seat and chips of what was posted late in the last round, from the disk."""
    facts = table.facts("RoundOpened", "Posted")
    first = max(at for at, fact in enumerate(facts) if type(fact).__name__ == "RoundOpened")
    return [
        (fact.kind, seat, move.chips)
        for fact in facts[first + 1 :]
        for seat, move in zip(fact.seats, fact.moves, strict=True)
        if fact.kind in ("post", "dead")
    ]


def back_after_the_blinds(here: Room, key: str, **posts: Any) -> Carded:
    """Four players; the second lets both blinds go by, and is dealt in again."""
    table = Carded(here, key, missed_blinds="post", **posts).open()
    table.sit(150_00, players=4)
    table.at(player(2), SitOut())
    while table.desk.state.seats[2].missed != (0, 1):
        table.deal(folding)
    table.at(player(2), SitIn())
    here.until(lambda: bool(table.desk.state.playing))
    if 2 not in table.desk.state.round.stacks:  # it was dealt before the player came back
        table.deal(folding)
        here.until(lambda: bool(table.desk.state.playing))
    return table


def folding(state: Any, turn: Any) -> Any:
    """Players who fold to the big blind."""
    return say.Fold(turn.actor) if turn.option("fold") else say.Check(turn.actor)


@clause("POKER-15e", "BBC-irr-misdeal")
@pytest.mark.parametrize(
    ("key", "cited"), [("holdem", "POKER 15(e)(1)"), ("bbc-omaha", "BBC irr-misdeal")]
)
def test_late_blinds_are_posted_once_and_owed_again_after_a_misdeal(
    here: Room, key: str, cited: str
) -> None:
    table = back_after_the_blinds(here, key)
    owed = [("dead", 2, 1_00), ("post", 2, 2_00)]
    assert late(table) == owed
    assert {fact.clause for fact in table.facts("Posted") if fact.kind in ("post", "dead")} == {
        "SIGN missed_blinds"
    }
    table.at(FLO, Play(command=Report("not_shuffled")))
    misdealt = table.facts("Misdealt")[-1]  # the next round may be on by now
    assert misdealt.clause == cited
    back = sum(move.chips for move in misdealt.moves if move.target == "stack:2")
    assert back == 3_00, "all of it goes back"
    here.until(lambda: bool(table.desk.state.playing))
    assert late(table) == owed
    table.deal(folding)
    here.until(lambda: bool(table.desk.state.playing))
    assert late(table) == [], "paid once"


@clause("BBC-forced10")
def test_late_blinds_of_the_club_stop_at_ten_dollars(here: Room) -> None:
    posted = {"blinds": (Chips(5_00), Chips(10_00)), "limits": (Chips(10_00),)}
    table = back_after_the_blinds(here, "bbc-omaha", **posted)
    assert late(table) == [("post", 2, 10_00)], "five dollars dead beside ten live are too many"
    assert table.desk.state.round.stacks[2] == 140_00


# --- reports ---------------------------------------------------------------------------------


@clause("POKER-14b3-report")
def test_the_time_sheet_has_seats_amounts_and_the_verifier(here: Room) -> None:
    table = Carded(here, time_charge=CLOCK).open()
    table.sit(players=2)
    table.deal(calling())
    here.until(lambda: bool(table.desk.state.playing))
    here.later += timedelta(minutes=31)
    table.deal(calling())
    here.until(lambda: bool(table.facts("TimeCharged")))
    here.until(lambda: "VerifyTime" in here.sign(table.name))
    cells = ("seats", "charged", "owed", "expected", "collected", "dealer", "verified by")
    assert rows(here, "time-charge", table.name, *cells) == [
        ("1, 2", 2, 12_00, 12_00, 12_00, AUTOMATED, "Flo")
    ]


@clause("POKER-14b3i")
def test_the_staff_excuses_nobody_who_is_away_with_a_stake(here: Room) -> None:
    table = Carded(here, time_charge=CLOCK).open()
    table.sit({1: 200_00, 2: 200_00, 4: 310_00})
    table.deal(calling())
    here.later += timedelta(minutes=20)
    table.at(player(4), StepAway())
    here.until(lambda: bool(table.desk.state.playing))
    table.deal(calling())
    here.until(lambda: "HoldStake" in here.sign(table.name))
    here.later += timedelta(minutes=11)
    here.until(lambda: bool(table.facts("TimeCharged")))
    (charge,) = table.facts("TimeCharged")
    assert (charge.owed, charge.later) == ({1: 6_00, 2: 6_00}, {4: 6_00})
    here.until(lambda: "VerifyTime" in here.sign(table.name))
    assert not table.facts("TimeExcused")
    cells = ("seats", "owed", "excused", "collected")
    assert rows(here, "time-charge", table.name, *cells) == [("1, 2; 4 when back", 12_00, 0, 12_00)]


@clause("POKER-16b-report")
def test_the_removals_report_has_cause_person_and_notice(here: Room) -> None:
    table = Carded(here).open()
    table.sit({5: 200_00})
    notice = Notice(IRA.name, here.service.clock())
    says = RemovePlayer(seat=5, cause="showed a hand to a friend", notice=notice)
    here.token(Actor("Ina", "ieb_agent"))
    here.call(here.service.accounts.disable, "Ina")
    for wrong in (
        Notice("Ina", notice.at),  # who works here no more
        Notice("Ghost", notice.at),
        Notice(KIM.name, notice.at),
        Notice(IRA.name, notice.at + timedelta(hours=1)),
        Notice(IRA.name, notice.at - timedelta(days=2)),
    ):
        reply = here.try_order(table.door, FLO, replace(says, notice=wrong))
        assert reply.json()["clause"] == "FIELD notice", wrong
    table.at(FLO, says)
    cells = ("person", "cause", "removed by", "IEB agent", "let in again")
    found = rows(here, "removals", table.name, *cells, by=IRA)
    assert found == [("Eva", "showed a hand to a friend", "Flo", "Ira", None)]


@clause("POKER-7c5-report")
def test_the_absences_report_has_what_went_out_and_came_in(here: Room) -> None:
    table = Carded(here).open()
    table.sit({4: 310_00})
    table.at(player(4), StepAway())
    here.until(lambda: "HoldStake" in here.sign(table.name))
    table.at(player(4), SitIn())
    here.until(lambda: "RestoreStake" in here.sign(table.name))
    cells = ("person", "out", "in", "difference", "state", "held by", "returned by")
    assert rows(here, "absences", table.name, *cells) == [
        ("Dan", 310_00, 310_00, 0, "back", "Sue", "Sue")
    ]


@clause("POKER-15-report")
def test_the_irregularity_log_has_ruling_clause_and_money(here: Room) -> None:
    table = Carded(here).open()
    table.sit()
    here.until(lambda: bool(table.desk.state.playing))
    table.at(FLO, Play(command=Report("missing_cards")))
    ruled = RuleDispute(dispute="the last bet", ruling="the bet stands", reason="it was heard")
    table.at(SUE, ruled)
    cells = ("type", "clause", "to players", "by")
    found = rows(here, "irregularities", table.name, *cells)
    assert found == [
        ("missing cards", "POKER 15(g)", 3_00, "Flo"),  # both blinds
        ("dispute", "POKER 15(b)", 0, "Sue"),
    ]


@clause("THB-12-report")
def test_the_meter_report_has_seed_contributions_and_hits(here: Room) -> None:
    posted = {"progressive": True, "progressive_seed": Chips(5_000_00), "progressive_share": 70}
    dollar = {"ante": 5_00, "progressive": 1_00}
    hands = {1: "AsKs", 2: "7h7d"}
    bank = Served(
        here,
        "texas-holdem-bonus",
        2,
        hands=hands,
        board="QsJs7cTs7s",
        wagers=dict.fromkeys(hands, dollar),
        **posted,  # type: ignore[arg-type]  # keys of a sign
    )
    bank.run("p p").to_end()
    cells = ("what", "percent", "contributed", "seed", "from the meter", "fixed")
    found = rows(here, "progressive", bank.name, *cells)
    assert found[0] == ("seed", None, 0, 5_000_00, 0, 0)
    assert ("royal after 6", 25, 70, 0, 1_250_00, 0) in found
    assert ("four-of-a-kind", None, 70, 0, 0, 100_00) in found


@pytest.fixture(scope="module")
def twice(here: Room) -> Carded:
    """The club's table: $100 each all-in before the flop, and the rest run twice."""
    table = Carded(
        here,
        "bbc-omaha",
        run_twice=True,
        rake=LEVELS,
        rake_max=Chips(4_00),
        promo_drop=Chips(1_00),
    ).open()
    table.sit({1: 100_00, 2: 100_00})

    def answer(state: Any, turn: Any) -> Any:
        if option := turn.option("raise"):
            return say.RaiseTo(turn.actor, Chips(option.most))
        if option := turn.option("bet"):
            return say.Bet(turn.actor, Chips(option.most))
        return calling()(state, turn)

    table.deal(answer)
    return table


@clause("BBC-runtwice-promo")
def test_a_hand_run_twice_bears_one_promotional_drop(twice: Carded) -> None:
    drops = [move for fact in twice.facts("PromoDropTaken") for move in fact.moves]
    assert [int(move.chips) for move in drops] == [1_00]
    (closed,) = twice.facts("RoundClosed")[:1]
    assert sum(closed.stacks.values()) == 200_00 - 8_00 - 1_00


@clause("BBC-report")
def test_the_clubs_report_has_rake_twice_and_the_drop_once(twice: Carded) -> None:
    cells = ("boards", "rake", "promotional drop")
    assert rows(twice.here, "club", twice.name, *cells)[0] == (2, 8_00, 1_00)
    bought = rows(twice.here, "purchases", twice.name, "person", "bought", "allowed", "within")
    assert bought == [("Ada", 100_00, 150_00, "yes"), ("Bob", 100_00, 150_00, "yes")]


def test_nobody_is_named_who_did_nothing(here: Room, twice: Carded) -> None:
    check_names(here, [*here.service.desks], here.acted | {IRA.name})
