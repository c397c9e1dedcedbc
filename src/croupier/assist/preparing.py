"""Between rounds: what people must do with decks, stakes and charges, one step after another.

The room knows what comes next; here each step gets its words, and the kind of answer that records
it. Nothing is recorded that was not asked for and answered (POKER 2, 4-7, 14, 16).
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from croupier.assist.handling import of_cards
from croupier.assist.staff import Staff
from croupier.chips import money
from croupier.refused import Refused
from croupier.room.cage import charges
from croupier.room.cage.facts import TimeCharged
from croupier.room.conduct.orders import SettleRemoved
from croupier.room.custody import counting, device
from croupier.room.custody import orders as deck
from croupier.room.custody.chores import BACKS, next_chore
from croupier.room.custody.decide import (
    count_clause,
    inspectors,
    machine_clause,
    rack_clause,
    undone,
)
from croupier.room.custody.distribution import DistributeDecks, allotted
from croupier.room.custody.state import Back, NewDeck
from croupier.room.house import decide as rooms
from croupier.room.house.orders import (
    RecordRakeApproval,
    RecordSupplementApproval,
    SubmitRakeRules,
    SubmitSupplement,
)
from croupier.room.house.people import Actor
from croupier.room.house.state import House
from croupier.room.house.submissions import check_rake, rake_rules
from croupier.room.logbook import Command, Order
from croupier.room.seating.lineup import dealt_in
from croupier.room.seating.orders import HoldStake, RestoreStake
from croupier.room.table import decide as tables
from croupier.room.table.orders import OpenTable
from croupier.room.table.state import Table
from croupier.rules.seating_sign import absence_method
from croupier.views.narration.wording import listed, seats

Said = tuple[Actor, Command]
Ask = Literal["done", "yes", "count", "hands", "looks", "chips", "words"]
MOST = 40  # steps in a row: more would be a circle
COUNTS = (counting.CountStub, counting.CountDeck, deck.InspectDeck, device.FinishShuffle)


class Step(Struct, frozen=True, kw_only=True):
    """One thing that people do, and the answer that records it."""

    words: str  # what is done, and by whom if not by the dealer
    short: str  # the same in a word or two, for a list
    ask: Ask  # how it is answered
    said: tuple[Said, ...] = ()  # what a yes records
    clause: str = ""
    fill: Callable[[str], tuple[Said, ...]] | None = None  # what words typed instead record
    seats: tuple[int, ...] = ()  # whose answers they are, one order each
    hint: str = ""  # how hands do it
    hint_clause: str = ""


def plan(table: Table, at: datetime, house: House, staff: Staff) -> list[Step]:
    """Every step before the next round; those after an open question are not known yet."""
    steps: list[Step] = []
    while not table.playing and len(steps) < MOST:
        step = _next(table, at, house, staff)
        if step is None:
            break
        steps.append(step)
        if not step.said:
            break
        try:
            for by, says in step.said:
                table, house = obeyed(table, Order(at, by, says), house)
        except Refused:  # the answer will say why
            break
    return steps


def obeyed(life: Table, order: Order, house: House) -> tuple[Table, House]:
    """The assisted table and the house after an order to either."""
    if isinstance(order.says, rooms.COMMANDS):
        return life, rooms.obey(house, order)[0]
    return tables.obey(life, order, house)[0], house


def _next(table: Table, at: datetime, house: House, staff: Staff) -> Step | None:
    found = _removed(table, staff) or _charged(table, at, house, staff) or _absent(table, staff)
    return found or _decks(table, at, house, staff) or _looks(table) or _opens(table, house, staff)


def _step(staff: Staff, command: Command, words: str, ask: Ask, short: str = "") -> Step:
    """A step that one order records; another person's deed is confirmed with a yes."""
    by = staff.giver(command)
    asked = "yes" if ask == "done" and by.role != "dealer" else ask
    clause = command.clause
    return Step(words=words, short=short or words, ask=asked, said=((by, command),), clause=clause)


# --- people and their stakes -----------------------------------------------------------------


def _removed(table: Table, staff: Staff) -> Step | None:
    for seat in table.conduct.leaving:
        who, chips = table.seats[seat].person, money(table.stacks[seat])
        words = f"give {who} the {chips} of seat {seat}, and free the seat"
        return _step(staff, SettleRemoved(seat=seat), words, "done")
    return None


def _absent(table: Table, staff: Staff) -> Step | None:
    who = staff.name("supervisor")
    for seat, held in table.seats.items():
        stake, away = money(table.stacks[seat]), held.away
        if away is not None and not away.method:
            record = absence_method(table.game, table.sign) == "record"
            does = f"records the {stake} that" if record else f"covers the {stake} of"
            words = f"{who} {does} {held.person}" + (" takes along" if record else "")
            return _step(staff, HoldStake(seat=seat), words, "yes", f"stake of seat {seat}")
        if away is not None and away.back and away.method == "cover":
            words = f"{who} takes the cover off the stake of {held.person}"
            return _step(staff, RestoreStake(seat=seat), words, "yes", f"stake of seat {seat}")
        if away is not None and away.back:
            words = f"{who} counts what {held.person} brings back: {money(away.chips)}"
            says = RestoreStake(seat=seat, chips=away.chips)
            return _step(staff, says, words, "chips", f"stake of seat {seat}")
    return None


def _charged(table: Table, at: datetime, house: House, staff: Staff) -> Step | None:
    """A period of a time charge that is over: taken, completed, verified."""
    if table.sign.time_charge is None or table.status != "open":
        return None
    waiting = table.charges.waiting
    if waiting is None:
        if not any(one.by <= at for one in charges.due(table, at, house)):
            return None
        return _charge(table, at, house, staff)
    for seat, owes in waiting.owed.items():
        missing = owes - waiting.paid.get(seat, 0)
        if missing and table.stacks.get(seat, 0) >= missing:
            words = f"take the other {money(missing)} of the time charge from seat {seat}"
            return _step(staff, charges.CollectTime(seat=seat), words, "done", "time charge")
        if missing:
            return _excuse(staff, seat, money(missing))
    words = f"{staff.name('floor')} counts the rake area: {money(waiting.expected)} of time charges"
    says = charges.VerifyTime(counted=waiting.expected)
    return _step(staff, says, words, "chips", "time charge verified")


def _charge(table: Table, at: datetime, house: House, staff: Staff) -> Step:
    says = charges.AssessTime()
    facts = tables.decide(table, Order(at, staff.giver(says), says), house)
    charged = next(fact for fact in facts if isinstance(fact, TimeCharged))
    each = [f"{money(chips)} from seat {seat}" for seat, chips in charged.owed.items()]
    each += [f"seat {seat} pays when back" for seat in charged.later]
    words = f"take the time charge into the rake area: {listed(each) if each else 'nobody owes it'}"
    return _step(staff, says, words, "done", "time charge")


def _excuse(staff: Staff, seat: int, missing: str) -> Step:
    def excused(reason: str) -> tuple[Said, ...]:
        says = charges.ExcuseTime(seat=seat, reason=reason)
        return ((staff.giver(says), says),)

    words = f"seat {seat} cannot pay {missing}: it buys chips, or {staff.name('supervisor')} says"
    clause = charges.ExcuseTime.clause
    return Step(
        words=f"{words} why it is excused", short="time", ask="words", clause=clause, fill=excused
    )


# --- decks -----------------------------------------------------------------------------------


def _decks(table: Table, at: datetime, house: House, staff: Staff) -> Step | None:
    """The next order about the cards; what is done to both decks is one step."""
    order = next_chore(table, at, house, 0)
    if order is None:
        return None
    says: Command = order.says
    if isinstance(says, DistributeDecks):
        return _distribution(table, says, staff)
    if isinstance(says, device.ClearShuffler):
        return _cleared(table, staff)
    if isinstance(says, deck.ReceiveDecks):
        says = _received(table, says, at, house)
    orders = [says, *_alike(table, Order(at, staff.giver(says), says), house)]
    last = orders[-1]
    words, short = of_cards(table, orders, staff)
    ask: Ask = "done" if staff.giver(last).role == "dealer" else "yes"
    if isinstance(last, counting.CountReturned):
        ask = "hands"
    elif isinstance(last, COUNTS) and last.count >= 0:
        ask = "count"
    said = tuple((staff.giver(one), one) for one in orders)
    step = Step(words=words, short=short, ask=ask, said=said, clause=_clause(table, last))
    if isinstance(last, counting.CountReturned) and not undone(table.round):
        award = "losing hands first, then the pots, side pots before the main one"
        clause = table.game.own("POKER 6(e)(6)")
        step = replace(step, hint=f"{award}, then the winner's hand", hint_clause=clause)
    return step


def _clause(table: Table, says: Command) -> str:
    """The clause of a step with cards, as this table's document has it."""
    if isinstance(says, counting.RackStub):
        return rack_clause(table)
    if isinstance(says, counting.CountStub | counting.CountDeck):
        return count_clause(table)
    return table.game.own(says.clause)


def _alike(table: Table, order: Order, house: House) -> Iterator[Command]:
    """The same for the other deck; a deck that is put in play is washed or cut at once."""
    kind = type(order.says)
    if not issubclass(kind, counting.OfDeck) or issubclass(kind, COUNTS):
        return
    while True:
        try:
            table, house = obeyed(table, order, house)
        except Refused:
            return
        following = next_chore(table, order.at, house, 0)
        if following is None or isinstance(following.says, COUNTS):
            return
        if kind is deck.PutInPlay:
            kind = type(following.says)
        if type(following.says) is not kind:
            return
        yield following.says
        order = replace(order, says=following.says)


def _distribution(table: Table, says: DistributeDecks, staff: Staff) -> Step:
    says = replace(says, location=f"the poker room, table {table.name}")
    by = staff.giver(says)

    def allotted_backs(text: str) -> tuple[Said, ...]:
        pairs = [part.split() for part in text.lower().split(",")]
        if len(pairs) != 2 or any(len(pair) != 2 for pair in pairs):
            raise Refused("POKER 2(c)", "type both backs, as in red scroll, blue scroll")
        return ((by, replace(says, backs=tuple(Back(pair[1], pair[0]) for pair in pairs))),)

    backs = listed(f"{back.colour} {back.design}" for back in BACKS)
    words = f"{by.name} allots decks to this table for the day: {backs} backs"
    return Step(
        words=words,
        short="decks allotted",
        ask="yes",
        said=((by, says),),
        clause=says.clause,
        fill=allotted_backs,
    )


def _received(table: Table, says: deck.ReceiveDecks, at: datetime, house: House) -> Command:
    """Decks with the backs that were allotted to this table."""
    if not table.game.document.distributes_decks:
        return says
    there = {(one.design, one.colour) for one in table.custody.decks.values()}
    free = [back for back in allotted(house, table.name, at).backs if back not in there]
    named = zip(says.decks, free, strict=False)
    return deck.ReceiveDecks(
        decks=tuple(NewDeck(one.name, back[0], back[1]) for one, back in named)
    )


def _cleared(table: Table, staff: Staff) -> Step:
    def cleared(procedure: str) -> tuple[Said, ...]:
        says = device.ClearShuffler(procedure=procedure)
        return ((staff.giver(says), says),)

    words = "clear the shuffler by its approved procedure, and type which: or remove it"
    clause = machine_clause(table.game, "(p)", "(e)")
    return Step(words=words, short="shuffler", ask="words", clause=clause, fill=cleared)


def _looks(table: Table) -> Step | None:
    """Players who have not looked at the decks that lie spread before them."""
    custody = table.custody
    if len(dealt_in(table)) < table.game.players.least or not inspectors(table):
        return None
    if table.status != "open" or not any(d.status == "spread" for d in custody.decks.values()):
        return None
    there = {seat: held.person for seat, held in sorted(table.seats.items())}
    fresh = {seat: who for seat, who in there.items() if who not in custody.looked}
    said = tuple((Actor(who, "player"), deck.LookAtDecks()) for who in fresh.values())
    if not said:
        return None
    words = f"who has looked at the decks? {seats([*fresh])}: {listed(fresh.values())}"
    clause = table.game.own("POKER 4(b)")
    return Step(
        words=words, short="players look", ask="looks", said=said, clause=clause, seats=(*fresh,)
    )


# --- the opening -----------------------------------------------------------------------------


def _opens(table: Table, house: House, staff: Staff) -> Step | None:
    if table.status == "open":
        return None
    try:
        check_rake(table.game, table.sign, house)
    except Refused as refused:
        return _approval(table, house, staff, refused)
    if (asked := _supplement(table, house, staff)) is not None:
        return asked
    clause = table.game.own("POKER 4(a)")
    words = f"{staff.name('floor')} opens the table"
    return replace(_step(staff, OpenTable(), words, "yes", "open"), clause=clause)


def _approval(table: Table, house: House, staff: Staff, refused: Refused) -> Step:
    """A rake that needs the Commission's approval: its reference is typed, never made up."""
    number, rules = len(house.submissions.rake) + 1, rake_rules(table.sign)

    def recorded(reference: str) -> tuple[Said, ...]:
        assert rules is not None
        papers: Sequence[Command] = (
            SubmitRakeRules(rules=rules),
            RecordRakeApproval(number=number, reference=reference),
        )
        return tuple((staff.giver(one), one) for one in papers)

    words = f"which approval of the Commission covers this rake? {staff.name('supervisor')} types"
    return Step(
        words=f"{words} its reference",
        short="approval",
        ask="words",
        clause=refused.clause,
        fill=recorded,
    )


def _supplement(table: Table, house: House, staff: Staff) -> Step | None:
    """A posted supplement to the irregularities whose approval is not on record yet."""
    known = {one.approval for one in house.submissions.supplements.values()}
    lacks = [one for one in table.sign.supplements if one.approval and one.approval not in known]
    if not lacks:
        return None
    posted = lacks[0]

    def recorded(reference: str) -> tuple[Said, ...]:
        if reference != posted.approval:
            why = f"the sign posts the approval {posted.approval!r}: type it, or post another sign"
            raise Refused("POKER 15(r)", why)
        papers: Sequence[Command] = (
            SubmitSupplement(name=posted.kind, words=posted.text),
            RecordSupplementApproval(name=posted.kind, reference=reference),
        )
        return tuple((staff.giver(one), one) for one in papers)

    who = staff.name("supervisor")
    words = f"which approval covers the supplement {posted.text!r}? {who} types its reference"
    return Step(words=words, short="approval", ask="words", clause="POKER 15(r)", fill=recorded)
