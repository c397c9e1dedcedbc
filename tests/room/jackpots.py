"""A bad beat fund for tests: from its submission to a hand that wins it."""

from typing import Any

from msgspec.structs import replace

from croupier.cards import DECK_52, Card
from croupier.chips import Chips
from croupier.engine.accounts import BOX
from croupier.engine.commands import Bet, Fold
from croupier.engine.dues import in_order
from croupier.engine.round import Round
from croupier.room.funds.box import CountBox, OfferBadBeat, SendBox, VerifyBadBeat
from croupier.room.funds.intake import ReceiveBoxes
from croupier.room.funds.orders import DesignateTable, PostFund, RecordFundApproval, SubmitFund
from croupier.room.funds.payouts import AdjustDisplays, AwardBadBeat, HandOver, PreparePayout
from croupier.room.funds.state import (
    BeatSlip,
    BoxSlip,
    Ending,
    fund_account,
    payable_account,
    reserve_account,
)
from croupier.room.house.notices import Notice
from croupier.room.house.state import House
from croupier.room.seating.lineup import dealt_in
from croupier.room.table.orders import CloseTable
from croupier.rules.revenue import BadBeat, Increments, Shares
from tests.room.tables import NOON, STAFF, Scene, seat_players

ENDING = Ending(
    stopping="the sign is taken down between rounds",
    transferring="what is left joins the other payout",
    disclosing="the amount withheld is posted for a week",
)
RULES = BadBeat(
    least="6c6d6h6s2c",
    shares=Shares(loser=50, winner=25, table=25),
    contribution=Increments(((Chips(4_00), Chips(1_00)),)),
    contribution_max=Chips(1_00),
    min_pot=Chips(4_00),
    reserve_percent=10,
    held_returned="it joins the next payout",
    jackpot_percent=90,
)
NOTICE = Notice("Ian", NOON)
SUPERVISOR, SECURITY = STAFF["poker_supervisor"], STAFF["security"]
DISPLAYS = ("wall", "desk")


def found_fund(scene: Scene, name: str = "main", rules: BadBeat = RULES) -> None:
    """Submit a fund, have it approved, and post it."""
    scene.ask_house("accounting", SubmitFund(name=name, rules=rules, ending=ENDING))
    scene.ask_house("accounting", RecordFundApproval(name=name, reference="MGC 26-7"))
    posted = PostFund(name=name, place="at the desk", percent=90, displays=DISPLAYS)
    scene.ask_house("poker_shift_supervisor", posted)


def offer(scene: Scene, name: str = "main") -> None:
    """Designate the table of the scene for a fund, and offer it there."""
    designated = DesignateTable(name=name, table=scene.life.name)
    scene.ask_house("poker_shift_supervisor", designated)
    scene.do("poker_shift_supervisor", OfferBadBeat(fund=name, notice="quads beaten win"))


def jackpot(players: int = 4) -> Scene:
    """An open table under a fund, with players seated."""
    scene = Scene()
    found_fund(scene)
    offer(scene)
    scene.open()
    seat_players(scene, players)
    return scene


def rigged(scene: Scene) -> tuple[Card, ...]:
    """A deck in which quads lose to quads: the first two who get cards hold them."""
    seats = list(dealt_in(scene.life))
    first = in_order(seats, scene.life.button or max(seats))
    own = {first[0]: ["7c", "7d"], first[1]: ["8c", "8d"]}
    named = "8h8s7h 7s 2c".replace(" ", "")
    board = [Card(named[at : at + 2]) for at in range(0, len(named), 2)]
    taken = {*board, *(Card(card) for cards in own.values() for card in cards)}
    rest = [card for card in DECK_52 if card not in taken]
    order = []
    for turn in range(2):
        order += [Card(own[seat][turn]) if seat in own else rest.pop() for seat in first]
    for street in (board[:3], board[3:4], board[4:]):
        order += [rest.pop(), *street]
    return (*order, *rest)


def play(scene: Scene, *, beat: bool = False) -> None:
    """One round; with a bad beat, or with cards that nobody could qualify with."""
    scene.deal(rigged(scene) if beat else tame(scene))
    scene.play_out()


def play_to_the_flop(scene: Scene) -> None:
    """A round that feeds the box and is soon over: all call, and fold to a bet on the flop."""
    scene.deal(tame(scene))
    while not seen(scene).boards[0]:
        scene.answer()
    scene.say(Bet(seen(scene).turns[0].actor, Chips(2_00)))
    while scene.life.playing:
        scene.say(Fold(seen(scene).turns[0].actor))


def seen(scene: Scene) -> Round:
    assert scene.life.round is not None
    return scene.life.round


def tame(scene: Scene) -> tuple[Card, ...]:
    """A deck with a board that makes no quads: one card of each of five ranks."""
    board = [Card(card) for card in ("2c", "5d", "9h", "Js", "Kc")]
    rest = [card for card in DECK_52 if card not in board]
    dealt = len(dealt_in(scene.life)) * 2
    order = rest[:dealt]
    rest = rest[dealt:]
    for street in (board[:3], board[3:4], board[4:]):
        order += [rest.pop(), *street]
    return (*order, *rest)


def in_box(scene: Scene) -> Chips:
    return scene.life.accounts.get(BOX, Chips(0))


def count_order(scene: Scene, counted: int | None = None, **other: Any) -> CountBox:
    count = CountBox(
        table="9",
        counted=in_box(scene) if counted is None else Chips(counted),
        supervisor=SUPERVISOR,
        surveillance="camera 4, tape 12",
        container="lock 77",
        security=SECURITY,
        notice=NOTICE,
    )
    return replace(count, **other)


def count(scene: Scene, counted: int | None = None) -> BoxSlip:
    """The dealer counts the box at another, closed table of the room."""
    with scene.closed_tables("9"):
        [fact] = scene.do("dealer", count_order(scene, counted))
    slip: BoxSlip = fact.slip
    return slip


def send(scene: Scene) -> BoxSlip:
    """The supervisor sends the box to the cage."""
    sent = SendBox(place="cage", container="lock 77", security=SECURITY, notice=NOTICE)
    [fact] = scene.do("poker_supervisor", sent)
    slip: BoxSlip = fact.slip
    return slip


def receive(scene: Scene, slip: BoxSlip, counted: int | None = None) -> list[Any]:
    """A cashier takes the slip in and counts."""
    counts = (slip.total if counted is None else Chips(counted),)
    return scene.ask_house("cage_cashier", ReceiveBoxes(slips=(slip,), counts=counts))


def feed(scene: Scene, chips: int) -> None:
    """Play until the box holds this much, and bring it to the fund."""
    while in_box(scene) < chips:
        play_to_the_flop(scene)
    receive(scene, count(scene))


def verify(scene: Scene) -> BeatSlip:
    """The shift supervisor verifies the bad beat of the last round."""
    says = VerifyBadBeat(round=scene.life.rounds, notified=SECURITY)
    [fact] = scene.do("poker_shift_supervisor", says)
    slip: BeatSlip = fact.slip
    return slip


def pay(scene: Scene, slip: BeatSlip) -> dict[str, Chips]:
    """Award, prepare and hand over everything."""
    [fact] = scene.ask_house("poker_shift_supervisor", AwardBadBeat(slip=slip))
    number = fact.number
    scene.ask_house("accounting", PreparePayout(number=number, form="cash"))
    for person in fact.shares:
        scene.ask_house("security", HandOver(number=number, person=person))
    shares: dict[str, Chips] = fact.shares
    return shares


def adjust(scene: Scene, name: str = "main", shown: int | None = None) -> list[Any]:
    """Accounting sets every display, a supervisor present."""
    amount = holds(scene.house, name)[0] if shown is None else shown
    readings = dict.fromkeys(DISPLAYS, Chips(amount))
    says = AdjustDisplays(name=name, readings=readings, supervisor=SUPERVISOR)
    return scene.ask_house("accounting", says)


def holds(house: House, name: str = "main") -> tuple[int, int, int]:
    """What may be won, what is held, and what is won and not handed over."""
    named = (fund_account, reserve_account, payable_account)
    fund, reserve, payable = (house.accounts.get(account(name), 0) for account in named)
    return fund, reserve, payable


def close(scene: Scene) -> None:
    scene.do("floorperson", CloseTable())
