"""The button and the kill button: where they begin, and where they go (POKER 10(c), 11(i))."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from croupier.cards import Card
from croupier.engine.dues import in_order
from croupier.engine.events import AnyEvent, PotAwarded
from croupier.engine.round import Round
from croupier.refused import Refused
from croupier.room.table.state import Table
from croupier.rules.amend import qualifying_pot


def place_button(table: Table, drawn: Sequence[Card] = ()) -> Table:
    """Place the first button: at the dealer's right, or by a card to each (POKER 10(c)(2))."""
    return replace(table, button=first_button(table, table.seated, drawn))


def first_button(table: Table, seats: Sequence[int], drawn: Sequence[Card] = ()) -> int:
    """The seat among these that gets the first button."""
    if not seats:
        raise Refused(table.game.own("POKER 6(b)"), "nobody sits at this table")
    if table.sign.button_start == "right_of_dealer":
        return max(seats)
    if len(drawn) != len(seats):
        own = table.game.own("POKER 10(c)(2)(ii)")
        raise Refused(own, "one card must be dealt to each player for the button")
    cards = dict(zip(seats, drawn, strict=True))
    return max(cards, key=lambda seat: (cards[seat].rank, cards[seat].suit))


def moved_on(table: Table, state: Round, events: Iterable[AnyEvent]) -> Table:
    """The table with button and kill button where the round that is over leaves them.

    After a misdeal or a dead round nothing has moved: the same round is dealt again (POKER 15(e)).
    """
    if state.undone:
        return table
    button = next_button(table) if table.game.button else 0
    kill, killed = next_kill(table, state, list(events))
    return replace(table, button=button, kill=kill, killed=killed, rounds=table.rounds + 1)


def next_button(table: Table) -> int:
    """One occupied seat clockwise (POKER 10(c)(3))."""
    return in_order(table.seated, table.button)[0]


def next_kill(table: Table, state: Round, events: Sequence[AnyEvent]) -> tuple[int, bool]:
    """The seat behind the kill button, and whether a kill is in force (POKER 11(i), A-36).

    The limits of a kill stay in force although its winner has left: the seat is then 0.
    """
    if table.sign.kill == "none":
        return 0, False
    awards = [event for event in events if isinstance(event, PotAwarded)]
    net = sum(move.chips for award in awards for move in award.moves)
    if net < qualifying_pot(table.sign, state.sign):
        return 0, False
    winners = {move.target for award in awards for move in award.moves}
    if len(winners) == 1:
        return int(winners.pop().removeprefix("stack:")), True
    if not table.killed or table.sign.kill_ends_on == "shared" or _hilo_split(awards):
        return 0, False
    return table.kill, True


def _hilo_split(awards: Sequence[PotAwarded]) -> bool:
    """Whether some pot went partly to a high and partly to another low winner."""
    won: dict[tuple[int, int], dict[str, set[str]]] = {}
    for award in awards:
        shares = won.setdefault((award.pot, award.board), {})
        shares.setdefault(award.share, set()).update(move.target for move in award.moves)
    return any(len(shares) > 1 and len(set.union(*shares.values())) > 1 for shares in won.values())
