"""Words for the table's inventory: fills, credits, counts and the drop, each signed by two."""

from collections.abc import Callable, Sequence

from croupier.assist.staff import read_person
from croupier.assist.talk import Talk
from croupier.assist.typed import read_money
from croupier.chips import Chips, money
from croupier.refused import Refused
from croupier.room.cage.fills import PrepareFill, RequestCredit, RequestFill
from croupier.room.cage.orders import IssueChips
from croupier.room.cage.trays import CountInventory, RemoveDrop, SendCredit, TakeFill
from croupier.room.house.people import Actor

READING = "A-96"
OFFICER = "security officer"
Word = Callable[[Talk, Sequence[str]], None]


def _asked(talk: Talk, questions: Sequence[str], then: Callable[[Sequence[str]], None]) -> None:
    """Ask one question after another, and continue with all answers."""
    given: list[str] = []

    def answered(text: str) -> None:
        given.append(text)
        if len(given) == len(questions):
            then(given)
        else:
            talk.ask(questions[len(given)], "type it", answered, READING)

    talk.ask(questions[0], "type it", answered, READING)


def _amount(words: Sequence[str]) -> Chips:
    if len(words) != 2:
        raise Refused("FIELD amount", f"how much? type {words[0]} 500")
    return read_money(words[1])


def chips_issued(talk: Talk, words: Sequence[str]) -> None:
    """`float 5000`: the chips that the cage of this record begins with."""
    chips = _amount(words)

    witness = talk.sitting.staff.actor("supervisor")

    def issued(names: Sequence[str]) -> None:
        name = read_person(names[0], "accounting", "person of accounting")
        says = IssueChips(chips=chips, witness=witness)
        talk.enter(f"{' '.join(words)}; {name}", [(Actor(name, "accounting"), says)])

    _asked(talk, [f"{witness.name} is witness: who of accounting issues them?"], issued)


def fill(talk: Talk, words: Sequence[str]) -> None:
    """`fill 500`: chips from the cage, counted by the dealer, signed at both ends."""
    chips, staff = _amount(words), talk.sitting.staff
    number = len(talk.sitting.house.cage.slips) + 1

    def taken(given: Sequence[str]) -> None:
        cashier = read_person(given[0], "cashier", "cashier")
        guard, counted = read_person(given[1], "security", OFFICER), given[2]
        said = [
            (staff.actor("floor"), RequestFill(table=talk.sitting.life.name, chips=chips)),
            (
                Actor(cashier, "cage_cashier"),
                PrepareFill(number=number, witness=Actor(guard, "security")),
            ),
            (
                staff.actor("dealer"),
                TakeFill(
                    number=number, counted=read_money(counted), supervisor=staff.actor("floor")
                ),
            ),
        ]
        talk.enter(f"{' '.join(words)}; {'; '.join(given)}", said)

    counts = f"{staff.name('floor')} signs: how much did {staff.name('dealer')} count?"
    _asked(
        talk, ["which cashier prepared it?", "which security officer brought it?", counts], taken
    )


def credit(talk: Talk, words: Sequence[str]) -> None:
    """`credit 500`: chips to the cage, signed by the floor."""
    chips, staff = _amount(words), talk.sitting.staff
    number = len(talk.sitting.house.cage.slips) + 1

    def sent(given: Sequence[str]) -> None:
        if read_money(given[0]) != chips:
            raise Refused(READING, f"the credit is {money(chips)}: the two must agree")
        said = [
            (staff.actor("floor"), RequestCredit(table=talk.sitting.life.name, chips=chips)),
            (staff.actor("dealer"), SendCredit(number=number, supervisor=staff.actor("floor"))),
        ]
        talk.enter(f"{' '.join(words)}; {given[0]}", said)

    counts = f"{staff.name('floor')} signs: how much did {staff.name('dealer')} count out?"
    _asked(talk, [counts], sent)


def tray(talk: Talk, words: Sequence[str]) -> None:
    """`tray 4800`: the inventory as the dealer and the floor count it."""
    staff = talk.sitting.staff
    when = "opening" if not talk.sitting.life.rounds else "shift"
    says = CountInventory(when=when, counted=_amount(words), supervisor=staff.actor("floor"))  # type: ignore[arg-type]  # one of When
    talk.enter(" ".join(words), [(staff.actor("dealer"), says)])


def drop(talk: Talk, words: Sequence[str]) -> None:
    """`drop`: the floor gives the drop box to security."""

    def removed(given: Sequence[str]) -> None:
        guard = read_person(given[0], "security", OFFICER)
        says = RemoveDrop(security=Actor(guard, "security"))
        talk.enter(f"drop; {guard}", [(talk.sitting.staff.actor("floor"), says)])

    _asked(talk, ["which security officer takes the drop box?"], removed)


TRAY_WORDS: dict[str, Word] = {
    "float": chips_issued,
    "fill": fill,
    "credit": credit,
    "tray": tray,
    "drop": drop,
}
