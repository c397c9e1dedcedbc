"""A table from round to round: seats, stacks, the button and the kill button."""

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import Card
from croupier.chips import Chips
from croupier.engine.accounts import METER
from croupier.engine.dues import dues, in_order
from croupier.engine.events import AnyEvent, Due, PotAwarded
from croupier.engine.faults import Accident
from croupier.engine.play import start
from croupier.engine.round import Round
from croupier.refused import Refused
from croupier.room.shuffle import cut, random_cut, shuffle
from croupier.rules.amend import killed
from croupier.rules.game import Game
from croupier.rules.sign import TableSign
from croupier.rules.sign_check import check_sign


class Table(Struct, frozen=True, kw_only=True):
    """What a table remembers between rounds of play."""

    game: Game
    sign: TableSign
    stacks: dict[int, Chips]
    button: int = 0  # 0: not placed yet
    kill: int = 0  # the seat behind the kill button
    rounds: int = 0
    meter: Chips | None = None  # the progressive meter; None: as the sign starts it (THB 12)
    leaving: tuple[int, ...] = ()  # who goes when the round is over (THB 6(e))

    @property
    def seated(self) -> tuple[int, ...]:
        """Occupied seats, from the dealer's left."""
        return tuple(sorted(self.stacks))


def open_table(game: Game, sign: TableSign | None = None) -> Table:
    """Open a table: only an authorised game, under a sign without a fault (POKER 8(b), 17(d))."""
    sign = sign or game.sign
    if not game.authorised or not sign.authorised:
        raise Refused("POKER 8(b)", f"no table may offer {game.title} under this sign")
    check_sign(game, sign)
    return Table(game=game, sign=sign, stacks={})


def sit(table: Table, seat: int, chips: int) -> Table:
    """Seat a player with chips, between rounds."""
    most = table.sign.seats or table.game.players.most
    if not 1 <= seat <= (most if table.game.banked else 11):
        raise Refused("FIELD seat", f"there is no seat {seat}")
    if seat in table.stacks:
        raise Refused(table.game.own("POKER 7(a)"), f"seat {seat} is taken")
    if len(table.stacks) >= most:
        clause = table.game.cite(table.game.players.clause)
        raise Refused(clause, f"the table is full with {most} players")
    if chips <= 0:
        raise Refused("FIELD chips", "a player sits down with chips")
    return replace(table, stacks=dict(sorted({**table.stacks, seat: Chips(chips)}.items())))


def leave(table: Table, seat: int, during: Round | None = None) -> Table:
    """Free a seat; a kill button does not stay in front of an empty one.

    A player who is in an open round goes when it is over; the wagers stay (THB 6(e)).
    """
    if seat not in table.stacks or seat in table.leaving:
        raise Refused(table.game.own("POKER 7(a)"), f"nobody sits at seat {seat} who could leave")
    if during is not None and not during.done and seat in during.hands:
        return replace(table, leaving=(*table.leaving, seat))
    stacks = {other: chips for other, chips in table.stacks.items() if other != seat}
    return replace(table, stacks=stacks, kill=0 if table.kill == seat else table.kill)


def post_sign(table: Table, sign: TableSign, *, removed: Iterable[str] = ()) -> Table:
    """Post another sign between rounds; a machine in use is first taken off the table.

    `removed` names the machines that were: "shuffler", "shoe" (POKER 15(q), THB 13(g), FLOP 12(g),
    TCJ 12(g)).
    """
    check_sign(table.game, sign)
    shoe = table.sign.deal_method == "automated_shoe" and sign.deal_method != "automated_shoe"
    shuffler = table.sign.shuffler not in ("none", sign.shuffler)
    gone = {"shoe": shoe, "shuffler": shuffler}
    if any(moved and name not in removed for name, moved in gone.items()):
        clause = table.game.document.machine_removed
        raise Refused(clause, "the machine is removed before another method is used")
    return replace(table, sign=sign)


def place_button(table: Table, drawn: Sequence[Card] = ()) -> Table:
    """Place the first button: at the dealer's right, or by a card to each (POKER 10(c)(2))."""
    if not table.seated:
        raise Refused(table.game.own("POKER 6(b)"), "nobody sits at this table")
    if table.sign.button_start == "right_of_dealer":
        return replace(table, button=table.seated[-1])
    if len(drawn) != len(table.seated):
        raise Refused("POKER 10(c)(2)(ii)", "one card is dealt to each player for the button")
    cards = dict(zip(table.seated, drawn, strict=True))
    high = max(cards, key=lambda seat: (cards[seat].rank, cards[seat].suit))
    return replace(table, button=high)


def deal_round(
    table: Table,
    *,
    order: Sequence[Card] | None = None,
    cut_number: int | None = None,
    straddle: int = 0,
    bomb: Iterable[int] = (),
    accidents: Sequence[Accident] = (),
    late: tuple[Due, ...] = (),
) -> tuple[Round, list[AnyEvent]]:
    """Open a round of play; `bomb` names the seats that pay for a bomb pot and are dealt in.

    Without an order the deck is shuffled and cut with the operating system's entropy. What is
    `late` is owed besides the dues of the sign: blinds missed (A-88).
    """
    if table.game.button and not table.button:
        table = place_button(table)
    chips = {seat: stack for seat, stack in table.stacks.items() if stack > 0}
    payers = set(bomb)
    if payers:
        chips = {seat: stack for seat, stack in chips.items() if seat in payers}
        if len(chips) < 2:
            raise Refused("BBC bomb1", "a bomb pot needs two players who agree")
    deck, count = _deck(table.game, order, cut_number)
    kill = table.kill if table.kill in chips else 0
    owed = None
    if late and not payers:
        ring = in_order(list(chips), table.button)
        force = killed(table.sign) if kill else table.sign
        owed = (*dues(table.game, force, ring, straddle=straddle, kill=kill), *late)
    return start(
        table.game,
        table.sign,
        chips,
        order=deck,
        cut=count,
        button=table.button,
        straddle=straddle,
        kill=kill,
        bomb=bool(payers),
        owed=owed,
        meter=table.meter,
        accidents=accidents,
    )


def _deck(
    game: Game, order: Sequence[Card] | None, number: int | None
) -> tuple[tuple[Card, ...], int]:
    if order is not None and number is None:
        return tuple(order), 0
    cards = shuffle(game.cards) if order is None else tuple(order)
    count = random_cut(len(cards)) if number is None else number
    return cut(cards, count), count


def close_round(table: Table, state: Round, events: Iterable[AnyEvent]) -> Table:
    """Take stacks and meter back, move button and kill button, and let go who asked to leave.

    After a misdeal or a dead round nothing has moved: the same round is dealt again (POKER 15(e)).
    """
    assert state.done
    stacks = {**table.stacks, **state.stacks}
    if state.undone:
        return _let_go(replace(table, stacks=stacks, leaving=()), table.leaving)
    after = replace(
        table,
        stacks=stacks,
        button=next_button(table) if table.game.button else 0,
        kill=next_kill(table, state, list(events)),
        rounds=table.rounds + 1,
        meter=state.accounts[METER] if table.sign.progressive else None,
        leaving=(),
    )
    return _let_go(after, table.leaving)


def _let_go(table: Table, seats: Iterable[int]) -> Table:
    for seat in seats:
        table = leave(table, seat)
    return table


def next_button(table: Table) -> int:
    """One occupied seat clockwise (POKER 10(c)(3))."""
    return in_order(table.seated, table.button)[0]


def next_kill(table: Table, state: Round, events: Sequence[AnyEvent]) -> int:
    """Who has the kill button now: 0 when it is not in play (POKER 11(i), A-36)."""
    if table.sign.kill == "none":
        return 0
    awards = [event for event in events if isinstance(event, PotAwarded)]
    net = sum(move.chips for award in awards for move in award.moves)
    if net < qualifying_pot(table.sign, state.sign):
        return 0
    winners = {move.target for award in awards for move in award.moves}
    if len(winners) == 1:
        return int(winners.pop().removeprefix("stack:"))
    if not table.kill or table.sign.kill_ends_on == "shared":
        return 0
    return 0 if _hilo_split(awards) else table.kill


def qualifying_pot(posted: TableSign, force: TableSign) -> Chips:
    """The least pot that keeps or starts a kill: it rises with the limits in force.

    >>> from croupier.rules.amend import killed
    >>> sign = TableSign(kill="full", kill_pot=Chips(40_00))
    >>> qualifying_pot(sign, killed(sign))
    8000
    """
    return Chips(posted.kill_pot * force.lower // posted.lower)


def _hilo_split(awards: Sequence[PotAwarded]) -> bool:
    """Whether some pot went partly to a high and partly to another low winner."""
    won: dict[tuple[int, int], dict[str, set[str]]] = {}
    for award in awards:
        shares = won.setdefault((award.pot, award.board), {})
        shares.setdefault(award.share, set()).update(move.target for move in award.moves)
    return any(len(shares) > 1 and len(set.union(*shares.values())) > 1 for shares in won.values())
