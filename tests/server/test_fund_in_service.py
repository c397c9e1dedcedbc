"""A bad beat fund in a room in service, from its submission to its end (POKER 19).

One room, one story: the fund of table P1 takes $1 of every pot of $30 or more and holds back a
tenth. Each test looks at one rule in what the room wrote down, showed and refused.
"""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from croupier.chips import Chips
from croupier.engine.accounts import BOX
from croupier.refused import Refused
from croupier.room.funds.box import CountBox, OfferBadBeat, SendBox, VerifyBadBeat, WithdrawBadBeat
from croupier.room.funds.intake import CloseIncident, ReceiveBoxes
from croupier.room.funds.orders import (
    CloseFund,
    DesignateTable,
    DistributeFund,
    PostFund,
    RecordFundApproval,
    ReleaseTable,
    ReturnReserve,
    StopFund,
    SubmitFund,
)
from croupier.room.funds.payouts import AdjustDisplays, HandOver, PreparePayout
from croupier.room.house.notices import Notice
from croupier.room.house.orders import RecordRakeApproval, SubmitRakeRules
from croupier.room.house.people import Actor
from croupier.room.house.state import RakeRules
from croupier.room.logbook import Order
from croupier.room.table.orders import CloseTable
from croupier.rules.revenue import BadBeat, Increments, Shares
from croupier.server.tables import dealer
from tests.clause import clause
from tests.room.jackpots import DISPLAYS, ENDING
from tests.server.banked import CUT
from tests.server.carded import PLAYS, Carded, calling
from tests.server.names import check_names
from tests.server.staffed import ACE, FLO, IRA, KIM, PAM, SAL, SUE, Room, room

DEE = Actor("Dee", "dealer")
RAKE = Increments(tuple((Chips(at), Chips(1_00)) for at in (10_00, 20_00, 40_00, 60_00)))
RULES = BadBeat(
    least="6c6d6h6s2c",
    shares=Shares(loser=50, winner=25, table=25),
    contribution=Increments(((Chips(30_00), Chips(1_00)),)),
    contribution_max=Chips(1_00),
    min_pot=Chips(30_00),
    reserve_percent=10,
    held_returned="it joins the next payout",
    jackpot_percent=90,
)
TAME: dict[str, Any] = {"hands": {1: "AcAd", 2: "KcQd", 3: "9c8d"}, "board": "2c5d7hJs3c"}
BEAT: dict[str, Any] = {"hands": {1: "7c7d", 2: "8c8d", 3: "AcKd"}, "board": "8h8s7h7s2c"}
NO_LIMIT: dict[str, Any] = {
    "structure": "no_limit",
    "limits": (Chips(2_00),),
    "reentry_minutes": 0,
    "rake": RAKE,
    "rake_max": Chips(4_00),
}


class Story:
    """What happened, in the order in which it did."""

    def __init__(self, here: Room) -> None:
        self.here = here
        self.seen: dict[str, Any] = {}
        for actor in (DEE,):
            here.token(actor)

    def house(self, by: Actor, *commands: Any) -> None:
        for command in commands:
            self.here.to_house(by, command)

    def signed(self, by: Actor, command: Any) -> list[Any]:
        """An order to the house that another person signs too."""
        before = len(self.here.house_log())
        order = Order(self.here.service.clock(), by, command)
        self.here.call(self.here.service.house.ask, order)
        self.here.acted |= {by.name, command.supervisor.name}
        return [entry.fact for entry in self.here.house_log()[before:]]

    def no(self, by: Actor, command: Any) -> str:
        """The clause under which the house refuses an order."""
        reply = self.here.try_order("/api/house/orders", by, command)
        assert reply.status_code in (422, 403), reply.text
        return str(reply.json()["clause"])

    @property
    def accounts(self) -> dict[str, int]:
        found = self.here.service.house.state.accounts
        return {name: int(chips) for name, chips in found.items() if ":main" in name and chips}

    def shown(self, table: str) -> Any:
        """What the lobby shows of a table's fund."""
        listed = self.here.get("/api/tables", Actor("Ada", "player")).json()
        return next(one for one in listed if one["name"] == table)["jackpot"]

    # --- the chapters -----------------------------------------------------------------------

    def rules(self) -> None:
        """A fund is submitted, approved and posted, and a table offers it."""
        here = self.here
        rake = RakeRules(types=("increments",), methods=(RAKE,), maximum=Chips(4_00))
        self.house(ACE, SubmitRakeRules(rules=rake), RecordRakeApproval(number=1, reference="R 1"))
        self.one, self.two = Carded(here, **NO_LIMIT), Carded(here, **NO_LIMIT)
        offer = OfferBadBeat(fund="main", notice="quads beaten win")
        self.house(ACE, SubmitFund(name="main", rules=RULES, ending=ENDING))
        self.seen["unapproved"] = self.no(
            SUE, PostFund(name="main", place="desk", percent=90, displays=DISPLAYS)
        )
        self.house(ACE, RecordFundApproval(name="main", reference="MGC 26-7"))
        self.seen["not posted"] = self.offers(self.one, offer)
        self.seen["wrong percent"] = self.no(
            SUE, PostFund(name="main", place="desk", percent=100, displays=DISPLAYS)
        )
        self.house(SUE, PostFund(name="main", place="desk", percent=90, displays=DISPLAYS))
        self.house(SUE, DesignateTable(name="main", table=self.one.name))
        self.seen["no notice"] = self.offers(self.one, replace(offer, notice=" "))
        self.one.at(SUE, offer)
        self.one.open()
        self.two.open()

    def offers(self, table: Carded, offer: OfferBadBeat) -> str:
        reply = self.here.try_order(table.door, SUE, offer)
        assert reply.status_code == 422, reply.text
        return str(reply.json()["clause"])

    def pots(self) -> None:
        """A pot of $60, one of $27, and one of $60 at the table without the fund."""
        one = self.one
        one.wanted = [TAME, TAME]
        one.sit()
        one.deal(calling(raise_to=20_00))
        self.seen["after 60"] = dict(one.desk.state.stacks)
        one.deal(calling(raise_to=9_00))
        self.seen["boxes"] = int(one.desk.state.accounts[BOX])
        one.clear()
        self.two.wanted = [BEAT]
        self.two.sit()
        self.two.deal(calling(raise_to=20_00))
        self.two.clear()

    def counted(self) -> None:
        """The dealer counts at a closed table; the cashier finds 40 cents too few."""
        here, one = self.here, self.one
        here.set_up_closed(table="closet")
        if here.service.desk("closet").state.status == "open":  # its decks came at once
            here.try_order("/api/tables/closet/orders", FLO, CloseTable())
        notice = Notice(IRA.name, here.service.clock())
        says = CountBox(
            table="closet",
            counted=Chips(1_00),
            supervisor=PAM,
            surveillance="camera 4",
            container="lock 77",
            security=SAL,
            notice=notice,
        )
        self.seen["short counts"] = [
            self.not_counted(by, replace(says, **wrong))
            for by, wrong in (
                (DEE, {"supervisor": FLO}),
                (DEE, {"surveillance": ""}),
                (DEE, {"container": " "}),
                (DEE, {"security": DEE}),
                (PAM, {}),
            )
        ]
        one.signed(DEE, says)
        (slip,) = here.service.house.pending_slips.boxes()
        wrong = ReceiveBoxes(slips=(slip,), counts=(Chips(60),))
        self.seen["not cashiers"] = [self.no(by, wrong) for by in (ACE, SAL, PAM)]
        self.house(KIM, wrong)
        self.seen["after the count"] = self.accounts
        self.seen["incident"] = here.service.house.state.funds.incidents[0]
        self.seen["no finding"] = self.no(KIM, CloseIncident(number=1, finding="miscounted"))
        self.house(ACE, CloseIncident(number=1, finding="miscounted"))

    def not_counted(self, by: Actor, says: CountBox) -> str:
        try:
            self.one.signed(by, says)
        except Refused as refused:
            return refused.clause
        return "counted"

    def displays(self, chips: int) -> list[Any]:
        readings = dict.fromkeys(DISPLAYS, Chips(chips))
        return self.signed(ACE, AdjustDisplays(name="main", readings=readings, supervisor=PAM))

    def beat(self) -> None:
        """Quads lose to quads: verified, prepared, handed over, and the displays adjusted."""
        one, here = self.one, self.here
        self.seen["adjusted"] = self.displays(80), self.displays(90)
        self.seen["shown"] = self.shown(one.name)
        one.wanted = [BEAT]
        one.sit()
        one.deal(calling(raise_to=20_00))
        one.clear()
        number = one.desk.state.box.found[0].round
        self.seen["before"] = [
            self.no(ACE, PreparePayout(number=1, form="cash")),
            self.no(SAL, HandOver(number=1, person="Ada")),
        ]
        for key, by, notified in (
            ("not the dealer", FLO, SAL),
            ("wrong messenger", SUE, KIM),
        ):
            says = VerifyBadBeat(round=number, notified=notified)
            reply = here.try_order(one.door, by, says)
            self.seen[key] = reply.json()["clause"]
        one.at(SUE, VerifyBadBeat(round=number, notified=SAL))
        here.until(lambda: bool(here.service.house.state.funds.payouts))
        self.seen["pending"] = self.shown(one.name)["pending"]
        (won,) = here.service.house.state.funds.payouts
        self.seen["shares"] = {who: int(chips) for who, chips in won.shares.items()}
        self.seen["unprepared"] = self.no(SAL, HandOver(number=won.number, person="Ada"))
        self.seen["not accounting"] = self.no(KIM, PreparePayout(number=won.number, form="chips"))
        self.house(ACE, PreparePayout(number=won.number, form="chips"))
        self.seen["not the cashier"] = self.no(KIM, HandOver(number=won.number, person="Ada"))
        for person in won.shares:
            self.house(SAL, HandOver(number=won.number, person=person))
        self.seen["twice"] = self.no(SAL, HandOver(number=won.number, person="Ada"))
        self.seen["paid"] = self.accounts
        self.seen["after the beat"] = self.displays(0)
        self.seen["pending at last"] = self.shown(one.name)["pending"]

    def unbeaten(self) -> None:
        """The same cards, but the loser folds; then the rules end, and the box goes to the cage."""
        one, here = self.one, self.here
        one.wanted = [BEAT]
        one.sit()
        one.deal(calling(raise_to=20_00, fold=1))
        one.clear()
        self.seen["folded"] = one.desk.state.box.found
        one.at(SUE, WithdrawBadBeat(reason="the season ends"))
        before = int(one.desk.state.accounts[BOX])
        one.wanted = [BEAT]
        one.sit()
        one.deal(calling(raise_to=20_00))
        one.clear()
        self.seen["withdrawn"] = before, int(one.desk.state.accounts[BOX]), one.desk.state.box.found
        notice = Notice(IRA.name, here.service.clock())
        sent = SendBox(place="cage", container="lock 77", security=SAL, notice=notice)
        self.seen["not sent"] = []
        for by, wrong in ((DEE, {}), (PAM, {"security": KIM}), (PAM, {"container": ""})):
            try:
                one.signed(by, replace(sent, **wrong))
            except Refused as refused:
                self.seen["not sent"].append(refused.clause)
        one.signed(PAM, sent)
        (slip,) = here.service.house.pending_slips.boxes()
        self.seen["sent"] = slip
        self.house(KIM, ReceiveBoxes(slips=(slip,), counts=(slip.total,)))

    def pays(self, name: str, chips: int) -> str:
        """The field that is wrong in a distribution to one person, without a second password."""
        says = DistributeFund(name="main", payments={name: Chips(chips)}, supervisor=PAM)
        body = {"client": "t", "sequence": next(self.here.numbers), "password": "not Pam's"}
        command = msgspec.to_builtins(says)
        return str(
            self.here.post("/api/cage/orders", ACE, body | {"command": command}).json()["clause"]
        )

    def ended(self) -> None:
        """What is left goes to patrons; only then does the fund end."""
        self.house(SUE, StopFund(name="main", reason="the season ends"))
        self.seen["not yet"] = self.no(ACE, CloseFund(name="main"))
        held = self.accounts["reserve:main"]
        self.house(ACE, ReturnReserve(name="main", chips=Chips(held)))
        left = self.accounts["fund:main"]
        self.signed(ACE, DistributeFund(name="main", payments={"Cyd": Chips(left)}, supervisor=PAM))
        self.seen["unexplained"] = self.no(ACE, CloseFund(name="main"))
        for found in self.here.service.house.state.funds.incidents:
            if found.open:
                self.house(ACE, CloseIncident(number=found.number, finding="set by hand"))
        self.house(ACE, CloseFund(name="main"))
        self.seen["left"] = left


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Story]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dealer, "random_cut", lambda cards: CUT)
        with room(tmp_path_factory.mktemp("fund"), **PLAYS) as here:
            here.approve_things()
            story = Story(here)
            story.rules()
            story.pots()
            story.counted()
            story.beat()
            story.unbeaten()
            story.ended()
            yield story


def rows(story: Story, name: str, by: Actor = ACE, **asked: str) -> list[dict[str, Any]]:
    """The rows of a report, as a person of the room reads it."""
    query = "&".join(f"{key}={value}" for key, value in asked.items())
    found = story.here.get(f"/api/reports/{name}?{query}", by).json()["rows"]
    return list(found)


@clause("POKER-19a")
def test_a_beaten_hand_is_paid_from_what_pots_gave(story: Story) -> None:
    assert sum(story.seen["shares"].values()) == 90, "nine tenths of the dollar of one pot"
    assert story.two.desk.state.accounts.get(BOX, 0) == 0, "a table that offers nothing takes none"
    assert story.two.desk.state.box.found == ()


@clause("POKER-19a2")
def test_the_fund_is_apart_from_rake_and_inventory(story: Story) -> None:
    assert story.seen["after the count"] == {"fund:main": 90, "reserve:main": 10}
    assert story.accounts == {}, "it ends when every cent is paid"
    moves = [
        (move.source, move.target)
        for entry in story.here.house_log()
        for move in getattr(entry.fact, "moves", ())
        if ":main" in move.source
    ]
    assert {target.partition(":")[0] for _, target in moves} <= {"payable", "fund", "purse", "cage"}


@clause("POKER-19b")
def test_the_rules_are_posted_with_the_actual_percentage_and_a_notice(story: Story) -> None:
    seen = story.seen
    assert [seen[key] for key in ("not posted", "wrong percent", "no notice")] == [
        "POKER 19(b)"
    ] * 3
    assert seen["shown"]["chips"] == 90
    (offered,) = story.one.facts("BadBeatOffered")
    assert offered.notice == "quads beaten win"


MISSING = [
    ("POKER 19(b)(1)", {"contribution": None}),
    ("POKER 19(b)(1)", {"contribution_max": Chips(0)}),
    ("POKER 19(b)(2)", {"reserve_percent": None}),
    ("POKER 19(b)(2)", {"held_returned": ""}),
    ("POKER 19(b)(3)", {"min_pot": None}),
    ("POKER 19(b)(4)", {"least": ""}),
    ("POKER 19(b)(4)", {"shares": None}),
]


@clause("POKER-19b1", "POKER-19b2", "POKER-19b3", "POKER-19b4")
def test_no_table_offers_a_fund_whose_rules_lack_a_field(story: Story) -> None:
    refused = []
    for number, (_, missing) in enumerate(MISSING):
        name, rules = f"fund {number}", replace(RULES, **missing)  # type: ignore[arg-type]  # a field each
        story.house(ACE, SubmitFund(name=name, rules=rules, ending=ENDING))
        story.house(ACE, RecordFundApproval(name=name, reference="MGC 26-8"))
        story.house(SUE, PostFund(name=name, place="desk", percent=90, displays=DISPLAYS))
        story.house(SUE, DesignateTable(name=name, table=story.two.name))
        refused.append(story.offers(story.two, OfferBadBeat(fund=name, notice="quads")))
        story.house(SUE, ReleaseTable(name=name, table=story.two.name, reason="not whole"))
    assert refused == [cited for cited, _ in MISSING]


@clause("POKER-19c1")
def test_rake_comes_first_then_the_contribution_then_the_winner(story: Story) -> None:
    """A pot of $60: $4 of rake, $1 for the fund, and $55 for the aces."""
    assert story.seen["after 60"] == {1: 200_00 - 20_00 + 55_00, 2: 180_00, 3: 180_00}
    kinds = [type(fact).__name__ for fact in story.one.facts(*ORDER)]
    assert kinds[:3] == list(ORDER)


ORDER = ("RakeTaken", "ContributionTaken", "PotAwarded")


@clause("POKER-19c2")
def test_a_small_pot_gives_nothing_and_a_large_one_no_more_than_posted(story: Story) -> None:
    assert story.seen["boxes"] == 1_00, "of a pot of $60 and one of $27"


@clause("POKER-6e10")
def test_the_dealer_takes_it_in_every_eligible_hand_and_logs_it(story: Story) -> None:
    taken = [
        (entry.by.role, sum(move.chips for move in entry.fact.moves), entry.fact.clause)
        for entry in story.here.log(story.one.name)
        if type(entry.fact).__name__ == "ContributionTaken"
    ]
    assert len(taken) == 3, "of four pots of $30 or more, three while it was offered"
    assert {(chips, clause) for _, chips, clause in taken} == {(1_00, "POKER 19(c)")}


@clause("POKER-19c3")
def test_it_is_stopped_at_any_time_and_the_box_is_counted_once_more(story: Story) -> None:
    assert story.seen["withdrawn"] == (2_00, 2_00, ())
    assert (story.seen["sent"].final, int(story.seen["sent"].total)) == (True, 2_00)


@clause("POKER-19d1")
def test_a_count_at_a_closed_table_has_all_its_people(story: Story) -> None:
    assert story.seen["short counts"] == ["POKER 19(d)(1)"] * 5
    (counted,) = story.one.facts("BoxCounted")
    slip = counted.slip
    assert (slip.dealer, slip.supervisor, slip.security) == ("Dee", "Pam", "Sal")
    assert (slip.surveillance, slip.container, slip.notice.agent) == ("camera 4", "lock 77", "Ira")


@clause("POKER-19d2")
def test_a_supervisor_sends_a_box_that_security_carries_and_cashiers_count(story: Story) -> None:
    assert story.seen["not sent"] == ["POKER 19(d)(2)"] * 3
    slip = story.seen["sent"]
    assert (slip.supervisor, slip.security, slip.dealer, slip.counted) == ("Pam", "Sal", "", None)


@clause("POKER-19e")
def test_a_cashier_counts_and_a_difference_is_the_houses_incident(story: Story) -> None:
    assert story.seen["not cashiers"] == ["POKER 19(e)"] * 3
    found = story.seen["incident"]
    assert (int(found.expected), int(found.found), found.borne) == (1_00, 60, "house")
    assert story.seen["no finding"] == "POKER 19(e)", "accounting alone explains it"


@clause("POKER-19f1")
def test_a_verified_beat_posts_that_the_display_is_pending(story: Story) -> None:
    assert story.seen["shown"]["pending"] is False
    assert (story.seen["pending"], story.seen["pending at last"]) == (True, False)


@clause("POKER-19f2")
def test_verification_calls_security_or_accounting_with_the_money(story: Story) -> None:
    assert story.seen["before"] == ["POKER 19(f)", "POKER 19(f)"]
    assert (story.seen["not the dealer"], story.seen["wrong messenger"]) == (
        "POKER 19(f)",
        "POKER 19(f)(2)",
    )
    (verified,) = story.one.facts("BadBeatVerified")
    assert verified.slip.notified == SAL


@clause("POKER-19g")
def test_accounting_prepares_what_is_won_and_it_is_handed_over_once(story: Story) -> None:
    seen = story.seen
    assert (seen["unprepared"], seen["not accounting"], seen["twice"]) == ("POKER 19(g)",) * 3
    assert seen["not the cashier"] == "POKER 19(f)(2)", "security or accounting brings it"
    assert seen["shares"] == {"Ada": 46, "Bob": 22, "Cyd": 22}
    assert seen["paid"] == {"reserve:main": 10}


@clause("POKER-19h1")
def test_accounting_sets_every_display_with_a_supervisor_present(story: Story) -> None:
    _, right = story.seen["adjusted"]
    assert [type(fact).__name__ for fact in right] == ["DisplaysAdjusted"]
    assert (right[0].supervisor.name, right[0].readings) == ("Pam", {"wall": 90, "desk": 90})
    (after,) = story.seen["after the beat"]
    assert after.reason == "bad beat"


@clause("POKER-19h2")
def test_a_display_that_differs_from_the_ledger_is_an_incident(story: Story) -> None:
    wrong, _ = story.seen["adjusted"]
    found = [fact for fact in wrong if type(fact).__name__ == "DifferenceFound"]
    assert [(one.clause, int(one.expected), int(one.found)) for one in found] == [
        ("POKER 19(h)(2)", 90, 80)
    ] * len(DISPLAYS)


@clause("POKER-19-eligible")
def test_a_folded_hand_does_not_qualify(story: Story) -> None:
    assert story.seen["folded"] == ()


def test_nobody_is_named_who_did_nothing(story: Story) -> None:
    """People of the boxes and payouts sign or are notified; others have accounts, and stay away."""
    here = story.here
    assert "Idle Ian" not in here.acted
    check_names(here, [story.one.name, story.two.name], here.acted | {IRA.name})


# --- reports ---------------------------------------------------------------------------------


@clause("POKER-19e-report")
def test_the_boxes_report_has_log_counts_difference_and_signatures(story: Story) -> None:
    cells = ("by the log", "table count", "cage count", "difference", "dealer", "supervisor")
    found = [
        tuple(row[cell] for cell in (*cells, "security", "cashier")) for row in rows(story, "boxes")
    ]
    assert found == [
        (1_00, 1_00, 60, -40, "Dee", "Pam", "Sal", "Kim"),
        (2_00, None, 2_00, 0, "", "Pam", "Sal", "Kim"),
    ]


@clause("POKER-19h-report")
def test_the_displays_report_has_every_adjustment_with_both_people(story: Story) -> None:
    cells = ("display", "old", "new", "accounting", "supervisor", "reason")
    found = [tuple(row[cell] for cell in cells) for row in rows(story, "displays")]
    assert found[::2] == [
        ("wall", 0, 80, "Ace", "Pam", "daily"),
        ("wall", 80, 90, "Ace", "Pam", "daily"),
        ("wall", 90, 0, "Ace", "Pam", "bad beat"),
    ]


@clause("POKER-19j")
@pytest.mark.parametrize("span", ["week", "month", "year"])
def test_the_agent_reads_what_was_collected_paid_and_held(story: Story, span: str) -> None:
    """Three pots gave $3: 90 cents were won, the rest was distributed."""
    (line,) = [row for row in rows(story, "funds", IRA, span=span) if row["fund"] == "main"]
    sums = [line[cell] for cell in ("collected", "paid", "transferred", "held", "balance")]
    assert sums == [3_00, 3_00, 0, 0, 0]
    assert (story.seen["not yet"], story.seen["unexplained"]) == ("POKER 19(i)",) * 2
    assert story.seen["left"] == 2_10


@clause("POKER-19-payout-report")
def test_the_payouts_report_names_hand_verifier_and_receivers(story: Story) -> None:
    cells = ("lost by", "verified by", "form", "place", "brought by")
    found = rows(story, "payouts")
    assert {tuple(row[cell] for cell in cells) for row in found} == {
        ("Ada", "Sue", "chips", "table", "Sal")
    }
    assert {row["receiver"]: row["amount"] for row in found} == {"Ada": 46, "Bob": 22, "Cyd": 22}


@clause("POKER-14-report")
def test_the_rake_of_hands_sums_to_the_day(story: Story) -> None:
    hands = [row for row in rows(story, "rake") if row["table"] == story.one.name]
    taken = [row["taken"] for row in hands if row["taken"]]
    assert taken == [4_00, 2_00, 4_00, 4_00, 4_00]
    (day,) = [
        row for row in rows(story, "rake", span="day,table") if row["table"] == story.one.name
    ]
    assert (day["taken"], day["to inventory"], day["method"]) == (18_00, 18_00, "increments")


@clause("POKER-19i")
def test_only_patrons_are_paid_and_only_people_of_the_room_are_called(story: Story) -> None:
    paid = [story.pays(name, 1_00) for name in ("Ghost", KIM.name, "Cyd")]
    assert paid == ["FIELD payments", "FIELD payments", "FIELD password"]
    calls = VerifyBadBeat(round=99, notified=Actor("Ghost", "security"))
    asked = [calls, replace(calls, notified=SAL)]
    replies = [story.here.try_order(story.one.door, SUE, says) for says in asked]
    assert [reply.json()["clause"] for reply in replies] == ["FIELD notified", "POKER 19(f)"]


@clause("POKER-19i")
def test_a_fund_loses_no_table_before_its_last_box_is_taken_in(story: Story) -> None:
    here, two = story.here, story.two
    story.house(ACE, SubmitFund(name="second", rules=RULES, ending=ENDING))
    story.house(ACE, RecordFundApproval(name="second", reference="MGC 26-9"))
    story.house(SUE, PostFund(name="second", place="desk", percent=90, displays=DISPLAYS))
    story.house(SUE, DesignateTable(name="second", table=two.name))
    two.at(SUE, OfferBadBeat(fund="second", notice="quads beaten win"))
    release = ReleaseTable(name="second", table=two.name, reason="a new game")
    assert story.no(SUE, release) == "POKER 19(c)", "its box stands there"
    two.at(SUE, WithdrawBadBeat(reason="a new game"))
    notice = Notice(IRA.name, here.service.clock())
    two.signed(PAM, SendBox(place="cage", container="lock 9", security=SAL, notice=notice))
    assert story.no(SUE, release) == "POKER 19(c)", "its box is on its way"
    (slip,) = here.service.house.pending_slips.boxes()
    story.house(KIM, ReceiveBoxes(slips=(slip,), counts=(slip.total,)))
    assert two.name not in here.service.house.state.funds.named["second"].tables
