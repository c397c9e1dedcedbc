"""A table from round to round, without a log: sit, deal, close, leave.

For simulations and examples; a table in service is given orders (`table/decide.py`), which use the
same checks and the same deal.
"""

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from croupier.cards import UNKNOWN, Card
from croupier.chips import Chips
from croupier.engine.accounts import METER, stack
from croupier.engine.dues import dues, in_order
from croupier.engine.events import AnyEvent
from croupier.engine.faults import Accident
from croupier.engine.play import start
from croupier.engine.round import Round
from croupier.refused import Refused
from croupier.room.seating.state import NextDeal, Seat
from croupier.room.shuffle import cut, random_cut, shuffle
from croupier.room.table.button import first_button, moved_on
from croupier.room.table.state import Table
from croupier.rules.amend import killed
from croupier.rules.game import Game
from croupier.rules.readings import posted_in_full
from croupier.rules.sign import TableSign
from croupier.rules.sign_check import check_sign


def open_table(game: Game, sign: TableSign | None = None, *, unlicensed: bool = False) -> Table:
    """Open a table: only an authorized game, under a sign without a fault (POKER 8(b), 17(d)).

    An unlicensed table, among friends, may also offer a game that no document has.
    """
    sign = posted_in_full(game, sign or game.sign)
    check_offered(game, sign, unlicensed=unlicensed)
    check_sign(game, sign)
    return Table(game=game, sign=sign)


def check_offered(game: Game, sign: TableSign, *, unlicensed: bool) -> None:
    """Refuse a game that no document has, unless friends play it under a sign that says so.

    Its sign is judged like any other: only the game is outside the documents.
    """
    outside = unlicensed and not game.authorised
    if sign.authorised != game.authorised or not (game.authorised or outside):
        raise Refused("POKER 8(b)", f"no table can offer {game.title} under this sign")
    if outside:
        check_sign(replace(game, authorised=True), replace(sign, authorised=True))


def with_stacks(table: Table, stacks: Mapping[int, int]) -> Table:
    """The table with exactly these seats taken, and these chips in front of them."""
    seats = {seat: table.seats.get(seat) or Seat(f"seat {seat}") for seat in sorted(stacks)}
    kept = {account: chips for account, chips in table.accounts.items() if account == METER}
    chips = {stack(seat): Chips(stacks[seat]) for seat in seats}
    return replace(table, seats=seats, accounts=kept | chips)


def check_free(table: Table, seat: int, chips: int) -> None:
    """Refuse a seat that does not exist or is taken, a full table, and a player without chips."""
    most = table.sign.seats or table.game.players.most
    if not 1 <= seat <= (most if table.game.banked else 11):
        raise Refused("FIELD seat", f"there is no seat {seat}")
    if seat in table.seats:
        raise Refused(table.game.own("POKER 7(a)"), f"seat {seat} is taken")
    if len(table.seats) >= most:
        clause = table.game.cite(table.game.players.clause)
        raise Refused(clause, f"the table is full with {most} players")
    if chips <= 0:
        raise Refused("FIELD chips", "a player must sit down with chips")


def sit(table: Table, seat: int, chips: int) -> Table:
    """Seat a player with chips, between rounds."""
    check_free(table, seat, chips)
    return with_stacks(table, {**table.stacks, seat: chips})


def leave(table: Table, seat: int, during: Round | None = None) -> Table:
    """Free a seat of the table; the kill button leaves with the player, its limits stay (POKER 1).

    A player who is in an open round leaves when it is over; the wagers stay (THB 6(e)).
    """
    if seat not in table.seats or table.seats[seat].leaving:
        why = f"nobody sits at seat {seat}, or the player is leaving already"
        raise Refused(table.game.own("POKER 7(a)"), why)
    if during is not None and not during.done and seat in during.hands:
        return replace(table, seats=table.seats | {seat: replace(table.seats[seat], leaving=True)})
    stacks = {other: chips for other, chips in table.stacks.items() if other != seat}
    return replace(with_stacks(table, stacks), kill=0 if table.kill == seat else table.kill)


def check_machines(table: Table, sign: TableSign, removed: Iterable[str]) -> None:
    """Refuse to post a sign that uses another machine while the old one stands on the table.

    `removed` names the machines that were taken off: "shuffler", "shoe" (POKER 15(q), THB 13(g),
    FLOP 12(g), TCJ 12(g)).
    """
    check_sign(table.game, sign)
    shoe = table.sign.deal_method == "automated_shoe" and sign.deal_method != "automated_shoe"
    shuffler = table.sign.shuffler not in ("none", sign.shuffler)
    gone = {"shoe": shoe, "shuffler": shuffler}
    if any(moved and name not in removed for name, moved in gone.items()):
        clause = table.game.document.machine_removed
        raise Refused(clause, "the machine must be removed before another method is used")


def post_sign(table: Table, sign: TableSign, *, removed: Iterable[str] = ()) -> Table:
    """Post another sign between rounds; a machine in use must first be taken off the table."""
    check_machines(table, sign, removed)
    return replace(table, sign=posted_in_full(table.game, sign))


def deal_round(
    table: Table,
    deal: NextDeal | None = None,
    *,
    order: Sequence[Card] | None = None,
    cut_number: int | None = None,
    straddle: int = 0,
    bomb: Iterable[int] = (),
    accidents: Sequence[Accident] = (),
) -> tuple[Round, list[AnyEvent]]:
    """Open a round of play; `bomb` names the seats that pay for a bomb pot and are dealt in.

    Without a `deal` every player with chips plays. Without an `order` the deck is shuffled and cut
    with the operating system's entropy.
    """
    seats = sorted(deal.stacks) if deal else table.seated
    if deal is None:
        chips = {seat: chips for seat, chips in table.stacks.items() if chips > 0}
        deal = NextDeal(chips, table.button)
    if table.game.button and not deal.button:
        deal = replace(deal, button=first_button(table, seats))
    payers = set(bomb)
    if payers:
        deal = replace(deal, stacks={s: chips for s, chips in deal.stacks.items() if s in payers})
        if len(deal.stacks) < 2:
            raise Refused("BBC bomb1", "a bomb pot needs two players who agree")
    deck, count = _deck(table.game, order, cut_number)
    kill = table.kill if table.kill in deal.stacks else 0
    owed = None
    if deal.late and not payers:
        ring = in_order(list(deal.stacks), deal.button)
        force = killed(table.sign) if table.killed else table.sign
        owed = (*dues(table.game, force, ring, straddle=straddle, kill=kill), *deal.late)
    return start(
        table.game,
        table.sign,
        deal.stacks,
        order=deck,
        cut=count,
        button=deal.button,
        straddle=straddle,
        kill=kill,
        killed_limits=table.killed,
        bomb=bool(payers),
        owed=owed,
        meter=table.meter,
        accidents=accidents,
    )


def _deck(
    game: Game, order: Sequence[Card] | None, number: int | None
) -> tuple[tuple[Card, ...], int]:
    known = len(order) - order.count(UNKNOWN) if order else 0
    if order and 0 < known < len(order):
        raise Refused(
            "POKER 2(a)", "a table's deck must be known whole, or be announced card by card"
        )
    if order is not None and number is None:
        return tuple(order), 0
    cards = shuffle(game.cards) if order is None else tuple(order)
    count = random_cut(len(cards)) if number is None else number
    return cut(cards, count), count


def close_round(table: Table, state: Round, events: Iterable[AnyEvent]) -> Table:
    """Take stacks and meter back, move button and kill button, free the seats of leaving players.

    After a misdeal or a dead round nothing has moved: the same round is dealt again (POKER 15(e)).
    """
    assert state.done
    leaving = [seat for seat, held in table.seats.items() if held.leaving]
    after = moved_on(table, state, events)
    after = with_stacks(after, {**table.stacks, **state.stacks})
    if table.sign.progressive and not state.undone:
        after = replace(after, accounts=after.accounts | {METER: state.accounts[METER]})
    for seat in leaving:
        seats = after.seats | {seat: replace(after.seats[seat], leaving=False)}
        after = leave(replace(after, seats=seats), seat)
    return after
