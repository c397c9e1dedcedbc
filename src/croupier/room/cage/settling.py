"""Settling up among friends: everybody's line in the ledger, and the fewest payments."""

from collections.abc import Iterable, Mapping
from functools import cache

from msgspec import Struct

from croupier.chips import Chips
from croupier.room.cage.ledger import CAGE
from croupier.room.cage.state import Given, OnAccount, purse
from croupier.room.house.state import House, balance_of
from croupier.room.table.state import Table

EXACT = 12  # people among whom the fewest payments are searched for; above, they are only few


class LedgerLine(Struct, frozen=True):
    """One player: chips bought, given back, still out, and the balance."""

    person: str
    bought: Chips
    returned: Chips
    out: Chips  # on hand, and in front of the player
    net: Chips


class Payment(Struct, frozen=True):
    """A payment between two players."""

    payer: str
    payee: str
    chips: Chips


class Ledger(Struct, frozen=True):
    """Everybody's line, the chips that lie in pots just now, and how to settle up."""

    lines: tuple[LedgerLine, ...]
    in_pots: Chips  # no player's yet: with them the nets sum to zero
    payments: tuple[Payment, ...]
    given: tuple[Given, ...] = ()  # each buy-in and return, with the person who approved it


def ledger(house: House, tables: Iterable[Table]) -> Ledger:
    """The ledger of friends as it stands."""
    stacks, inside = dict[str, int](), 0
    for table in tables:
        for seat, chips in table.stacks.items():
            person = table.seats[seat].person
            stacks[person] = stacks.get(person, 0) + chips
        inside += -table.accounts.get(CAGE, 0) - sum(table.stacks.values())
    lines = tuple(
        _line(house, person, known, stacks.get(person, 0))
        for person, known in sorted(house.cage.ledger.items())
    )
    nets = {line.person: line.net for line in lines}
    payments = () if inside else tuple(fewest(nets))
    return Ledger(lines, Chips(inside), payments, house.cage.given)


def circle(house: House, person: str) -> frozenset[str]:
    """The people in whose games a person plays, and who play in theirs, and so on."""
    found, before = {person}, 0
    while len(found) > before:
        before = len(found)
        for game in house.games.values():
            if found & game.guests:
                found |= game.guests
    return frozenset(found)


def among(whole: Ledger, people: frozenset[str]) -> Ledger:
    """The part of a ledger that is these people's business, and no word of anybody else's."""
    lines = tuple(line for line in whole.lines if line.person in people)
    out = -sum(line.net for line in lines)
    if out:  # in pots, or at a table where others play too
        touching = (one for one in whole.payments if {one.payer, one.payee} & people)
        payments = tuple(touching)
    else:
        payments = tuple(fewest({line.person: line.net for line in lines}))
    given = tuple(one for one in whole.given if one.person in people)
    return Ledger(lines, Chips(min(whole.in_pots, max(out, 0))), payments, given)


def _line(house: House, person: str, known: OnAccount, stack: int) -> LedgerLine:
    out = balance_of(house, purse(person)) + stack
    net = known.returned + out - known.bought
    return LedgerLine(person, known.bought, known.returned, Chips(out), Chips(net))


def fewest(nets: Mapping[str, int]) -> list[Payment]:
    """The fewest payments that settle a friends' ledger.

    Among n people n - 1 payments always do; every group that is even by itself saves one.

    >>> [(p.payer, p.payee, p.chips) for p in fewest({"Ada": 500, "Bob": -300, "Cyd": -200})]
    [('Bob', 'Ada', 300), ('Cyd', 'Ada', 200)]
    """
    assert sum(nets.values()) == 0
    owed = [(person, net) for person, net in sorted(nets.items()) if net]
    if len(owed) > EXACT:
        return _chain(owed)
    groups = _even_groups(tuple(net for _, net in owed))
    return [
        payment
        for group in groups
        for payment in _chain([one for n, one in enumerate(owed) if group >> n & 1])
    ]


def _even_groups(nets: tuple[int, ...]) -> tuple[int, ...]:
    """The most groups, as sets of bits, that are each even by themselves."""
    sums = [0] * (1 << len(nets))
    for group in range(1, len(sums)):
        low = group & -group
        sums[group] = sums[group ^ low] + nets[low.bit_length() - 1]

    @cache
    def best(left: int) -> tuple[int, ...]:
        if not left:
            return ()
        low, part = left & -left, left
        found: tuple[int, ...] = (left,)
        while part:
            if part & low and not sums[part]:
                tried = (part, *best(left ^ part))
                found = max(found, tried, key=len)
            part = (part - 1) & left
        return found

    return best(len(sums) - 1)


def _chain(group: list[tuple[str, int]]) -> list[Payment]:
    """One payment fewer than people: the largest debt goes to the largest claim."""
    nets, payments = dict(group), list[Payment]()
    while any(nets.values()):
        payer = min(nets, key=lambda one: (nets[one], one))
        payee = max(nets, key=lambda one: (nets[one], one))
        chips = min(-nets[payer], nets[payee])
        payments.append(Payment(payer, payee, Chips(chips)))
        nets[payer] += chips
        nets[payee] -= chips
    return payments
