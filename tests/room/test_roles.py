"""Every order by every wrong role is refused with its clause (POKER-roles)."""

from typing import Any

import msgspec
import pytest

from croupier.engine import commands as say
from croupier.refused import Refused
from croupier.room.house import decide as house
from croupier.room.house.people import ROLES, Actor, NotYours, Role
from croupier.room.logbook import Order, check_order, check_signed
from croupier.room.table import decide as life
from croupier.room.table.rounds import Play
from tests.clause import clause
from tests.room.tables import NOON, Scene

COMMANDS: list[Any] = [*life.COMMANDS, *house.COMMANDS]
OWN = "A-"  # readings of ours: the documents name nobody

P, D, F = {"player"}, {"dealer"}, {"floorperson"}
PS, SS, CS = {"poker_supervisor"}, {"poker_shift_supervisor"}, {"casino_supervisor"}
ABOVE_FLOOR = F | PS | SS | CS  # "the floorperson or supervisor thereof"
ABOVE_SHIFT = SS | CS  # "the poker shift supervisor or supervisor thereof"
ABOVE_POKER = PS | SS | CS  # "a poker supervisor", and superiors
STAFF = D | ABOVE_FLOOR
ACCOUNTS, CASHIER, GUARD = {"accounting"}, {"cage_cashier"}, {"security"}
LICENSEE = ABOVE_SHIFT | ACCOUNTS  # "a gaming licensee shall submit"

# Typed from the documents: the clause whose words name the people, and who they are.
PEOPLE: dict[str, tuple[str, set[str]]] = {
    "DistributeDecks": ("POKER 2(c)", ABOVE_SHIFT),
    "SortDeck": ("POKER 2(b)", D | ABOVE_FLOOR),
    "PutInPlay": ("POKER 2(b)", D),
    "RemoveDeck": ("POKER 2(b)", STAFF),
    "ReceiveDecks": ("POKER 4(a)", STAFF),
    "InspectDeck": ("POKER 4(a)", D),
    "VerifyDeck": ("POKER 4(a)", ABOVE_FLOOR),
    "OpenTable": ("POKER 4(a)", ABOVE_FLOOR),
    "CloseTable": ("POKER 4(a)", ABOVE_FLOOR),
    "SpreadDeck": ("POKER 4(b)", D),
    "OfferInspection": ("POKER 4(b)", D),
    "LookAtDecks": ("POKER 4(b)", P),
    "WashDeck": ("POKER 4(c)", D),
    "StoreDeck": ("POKER 4(c)(1)", D),
    "ShuffleDeck": ("POKER 5(a)", D),
    "LoadShuffler": ("POKER 5(a)", D),
    "FinishShuffle": ("POKER 5(a)", D),
    "SealDeck": ("POKER 5(a)", D),
    "CutDeck": ("POKER 5(b)", D),
    "NameCut": ("POKER 5(b)", P),
    "Recut": ("POKER 5(c)", ABOVE_POKER),
    "GoIdle": ("POKER 5(d)", D),
    "TurnUpDecks": ("POKER 5(d)", D),
    "DealRound": ("POKER 6(e)", D),
    "PauseHand": ("POKER 6(e)(1)", STAFF),
    "ResumeHand": ("POKER 6(e)(1)", STAFF),
    "AskOpening": ("POKER 6(e)(2)", ABOVE_SHIFT | {"ieb_agent"}),
    "AnswerOpening": ("POKER 6(e)(2)", ABOVE_SHIFT | {"ieb_agent", "surveillance"}),
    "CountDeck": ("POKER 6(e)(5)", D),
    "CountStub": ("POKER 6(e)(5)", D),
    "CountReturned": ("POKER 6(e)(8)", D),
    "RackStub": ("THB 7(e)", D),
    "PlaceButton": ("POKER 10(c)(2)", D),
    "Play": ("POKER 7(a)", P | STAFF),
    "CallOff": ("POKER 1 round of play", STAFF),
    "Sit": ("POKER 7(a)", P),
    "Leave": ("POKER 7(a)", P),
    "SitOut": ("POKER 7(a)", P),
    "SitIn": ("POKER 7(a)", P),
    "Buy": ("POKER 7(c)(1)", P),
    "StepAway": ("POKER 7(c)(5)", P),
    "HoldStake": ("POKER 7(c)(5)", ABOVE_SHIFT),
    "RestoreStake": ("POKER 7(c)(5)", ABOVE_SHIFT),
    "FreeSeat": ("POKER 7(c)(5)", STAFF),
    "AssessTime": ("POKER 14(b)(3)(iv)", D),
    "CollectTime": ("POKER 14(b)(3)(iv)", D),
    "VerifyTime": ("POKER 14(b)(3)(v)", ABOVE_FLOOR),
    "ExcuseTime": ("POKER 15(b)", ABOVE_SHIFT),
    "RuleDispute": ("POKER 15(b)", ABOVE_FLOOR),
    "CallFloor": ("POKER 15(b)", P),
    "AnswerCall": ("POKER 15(b)", ABOVE_FLOOR),
    "ChooseShowing": ("POKER 15(d)", P),
    "TurnUp": ("POKER 15(d)", D),
    "ReportJam": ("POKER 15(p)", STAFF),
    "ClearShuffler": ("POKER 15(p)", STAFF),
    "RemoveShuffler": ("POKER 15(q)", ABOVE_FLOOR),
    "InstallShuffler": ("POKER 15(q)", ABOVE_FLOOR),
    "SubmitRakeRules": ("POKER 14(a)", LICENSEE),
    "RecordRakeApproval": ("POKER 14(a)", LICENSEE),
    "SubmitRules": ("POKER 14(a)", LICENSEE),
    "RecordApproval": ("POKER 14(a)", LICENSEE),
    "SubmitSupplement": ("POKER 15(r)", LICENSEE),
    "RecordSupplementApproval": ("POKER 15(r)", LICENSEE),
    "NotifyOfRemoval": ("POKER 16(b)", ABOVE_FLOOR),
    "FlagCollusion": ("POKER 16(a)", STAFF | {"surveillance"}),
    "RemovePlayer": ("POKER 16(b)", ABOVE_FLOOR),
    "SettleRemoved": ("POKER 16(b)", STAFF),
    "ExcludePlayer": ("POKER 16(b)", ABOVE_FLOOR),
    "LiftExclusion": ("POKER 16(b)", ABOVE_SHIFT),
    "PostSign": ("POKER 17", ABOVE_FLOOR),
    "ProposeLimits": ("POKER 17", ABOVE_FLOOR),
    "AnswerLimits": ("POKER 17", P),
    "KeepTemplate": ("POKER 17", ABOVE_SHIFT),
    "DropTemplate": ("POKER 17", ABOVE_SHIFT),
    "AnnounceSeats": ("POKER 18", STAFF),
    "OfferBadBeat": ("POKER 19(a)", ABOVE_SHIFT),
    "PostFund": ("POKER 19(b)", ABOVE_SHIFT),
    "ReturnReserve": ("POKER 19(b)(2)", ACCOUNTS),
    "WithdrawBadBeat": ("POKER 19(c)", ABOVE_SHIFT),
    "DesignateTable": ("POKER 19(c)", ABOVE_SHIFT),
    "ReleaseTable": ("POKER 19(c)", ABOVE_SHIFT),
    "StopFund": ("POKER 19(c)", ABOVE_SHIFT),
    "CountBox": ("POKER 19(d)(1)", D),
    "SendBox": ("POKER 19(d)(2)", ABOVE_POKER),
    "ReceiveBoxes": ("POKER 19(e)", CASHIER),
    "CloseIncident": ("POKER 19(e)", ACCOUNTS),
    "VerifyBadBeat": ("POKER 19(f)", SS),
    "DenyBadBeat": ("POKER 19(f)", SS),
    "AwardBadBeat": ("POKER 19(f)", SS),
    "PreparePayout": ("POKER 19(g)", ACCOUNTS),
    "HandOver": ("POKER 19(g)", ACCOUNTS | CASHIER | GUARD),
    "AdjustDisplays": ("POKER 19(h)(1)", ACCOUNTS),
    "SubmitFund": ("POKER 19(i)", LICENSEE),
    "RecordFundApproval": ("POKER 19(i)", LICENSEE),
    "TransferFund": ("POKER 19(i)", ACCOUNTS),
    "DistributeFund": ("POKER 19(i)", ACCOUNTS),
    "CloseFund": ("POKER 19(i)", ACCOUNTS),
    "WishStraddle": ("POKER 20(d)", P),
    "ProposeBombPot": ("BBC bomb1", P),
    "AnswerBombPot": ("BBC bomb1", P),
    "JoinList": ("BBC wait1", P | ABOVE_FLOOR),
    "LeaveList": ("BBC wait1", P | ABOVE_FLOOR),
    "CallNext": ("BBC wait2", STAFF),
    "ReleaseSeat": ("BBC wait2", P | STAFF),
}
BESIDE: dict[str, dict[str, set[str]]] = {  # who signs too, where a document says so
    "CountBox": {"supervisor": ABOVE_POKER, "security": GUARD},  # 19(d)(1)
    "SendBox": {"security": GUARD},  # 19(d)(2)
    "AdjustDisplays": {"supervisor": ABOVE_POKER},  # 19(h)(1)
    "TransferFund": {"supervisor": ABOVE_POKER},
    "DistributeFund": {"supervisor": ABOVE_POKER},
}


@clause("POKER-roles")
def test_every_order_under_a_document_is_in_the_table() -> None:
    cited = {command.__name__ for command in COMMANDS if not command.clause.startswith(OWN)}
    assert cited == PEOPLE.keys()


@clause("POKER-roles")
@pytest.mark.parametrize("name", PEOPLE)
@pytest.mark.parametrize("role", ROLES)
def test_only_the_roles_that_the_document_names_may_give_an_order(name: str, role: Role) -> None:
    command = next(command for command in COMMANDS if command.__name__ == name)
    cited, people = PEOPLE[name]
    order = Order(NOON, Actor("Someone", role), command)  # the kind alone decides
    if role in people:
        check_order(order)
        return
    with pytest.raises(Refused) as refusal:
        check_order(order)
    assert refusal.value.clause == cited


IN_A_ROUND: list[tuple[say.Command, str, set[str]]] = [
    (say.Report("face_up_card"), "POKER 15(b)", STAFF),
    (say.Demand(1), "POKER 15(d)", STAFF),  # "the gaming licensee may require the disclosure"
    (say.NoMoreBets(), "POKER 6(e)", D),
    (say.Announce(()), "POKER 6(e)", D),
    (say.Reshuffle(()), "POKER 6(e)", D),
    (say.Fold(1), "POKER 7(a)", P),
]


@clause("POKER-roles")
@pytest.mark.parametrize(
    ("command", "cited", "people"), IN_A_ROUND, ids=lambda one: type(one).__name__
)
@pytest.mark.parametrize("role", sorted(P | STAFF))
def test_in_a_round_each_speaks_for_what_is_theirs(
    command: say.Command, cited: str, people: set[str], role: Role
) -> None:
    scene = Scene().open().seat(Ada=100_00, Bob=100_00)
    scene.deal()
    not_theirs = ""
    try:
        scene.do(Actor("Ada", role), Play(command=command))
    except NotYours as refusal:
        not_theirs = refusal.clause
    except Refused:
        pass  # the moment is wrong, not the speaker
    assert not_theirs == ("" if role in people else cited)


@clause("POKER-roles")
@pytest.mark.parametrize("name", BESIDE)
def test_the_people_whom_the_document_names_sign_too(name: str) -> None:
    command = next(command for command in COMMANDS if command.__name__ == name)
    assert {field: set(roles) for field, roles in command.second.items()} == BESIDE[name]


@clause("POKER-roles")
@pytest.mark.parametrize(
    "command", [one for one in COMMANDS if one.clause.startswith(OWN)], ids=lambda one: one.__name__
)
@pytest.mark.parametrize("role", ROLES)
def test_an_order_of_the_house_is_refused_to_every_other_role(command: Any, role: Role) -> None:
    order = Order(NOON, Actor("Someone", role), command)
    if role in command.roles:
        check_order(order)
        return
    with pytest.raises(Refused) as refusal:
        check_order(order)
    assert refusal.value.clause == command.clause


@clause("POKER-roles")
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.__name__)
def test_a_person_named_by_a_record_signs_it_too(command: Any) -> None:
    named = {field.name for field in msgspec.structs.fields(command) if field.type is Actor}
    assert named - {"notified"} == set(command.second)  # a notified person has signed nothing


SIGNED: list[Any] = [command for command in COMMANDS if command.second]


@clause("POKER-roles")
@pytest.mark.parametrize("command", SIGNED, ids=lambda command: command.__name__)
def test_who_signs_beside_has_the_role_for_it_and_is_somebody_else(command: Any) -> None:
    right = {field: Actor(f"the {field}", min(roles)) for field, roles in command.second.items()}
    given = dict.fromkeys((one.name for one in msgspec.structs.fields(command)), None)
    order = Order(NOON, Actor("Someone", min(command.roles)), command(**given | right))
    check_signed(order)
    for field, roles in command.second.items():
        wrong = [Actor("Other", role) for role in ROLES if role not in roles]
        for signer in (*wrong, Actor("Someone", min(roles)), Actor("", min(roles))):
            says = command(**given | right | {field: signer})
            with pytest.raises(Refused) as refusal:
                check_signed(Order(NOON, order.by, says))
            assert refusal.value.clause == command.clause
