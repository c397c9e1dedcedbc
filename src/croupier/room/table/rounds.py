"""Orders for rounds: the dealer opens one, and people play it."""

from collections.abc import Callable

from msgspec.structs import replace

from croupier.cards import UNKNOWN, Card
from croupier.chips import Chips
from croupier.engine import commands as say
from croupier.engine.event import Event
from croupier.engine.events import Collected, Dealt, DeckCut, Revealed
from croupier.engine.faults import Accident
from croupier.engine.play import decide
from croupier.engine.round import Round
from croupier.engine.turns import Turn
from croupier.refused import Refused
from croupier.room.conduct.facts import IrregularityExplained
from croupier.room.custody.commitment import deck_to_deal
from croupier.room.custody.counting import marker_off
from croupier.room.custody.decide import check_marker
from croupier.room.custody.readiness import check_deal, check_play
from croupier.room.house.people import DEALER, PLAYER, TABLE_STAFF, check_role
from croupier.room.house.state import House
from croupier.room.logbook import ByDealer, Command, Order, given_by
from croupier.room.seating.lineup import next_deal
from croupier.room.table.duties import check_runs, overdue
from croupier.room.table.facts import RoundCalledOff, TurnPassed
from croupier.room.table.pace import is_betting, let_go_by, player_of
from croupier.room.table.progress import deal_round
from croupier.room.table.state import Decided, Table, TableDeciders


@given_by(DEALER, "POKER 6(e)", "deal a round", by_room=True)
class DealRound(Command, frozen=True, kw_only=True):
    """Deal a round, from the deck as it was sealed, or from one whose cards will be announced."""

    order: tuple[Card, ...] = ()  # of a deck without a seal; all unknown when it is announced
    straddle: int = 0
    bomb: tuple[int, ...] = ()  # the seats that pay for a bomb pot
    accidents: tuple[Accident, ...] = ()  # what will befall cards of a sealed deck (POKER 15)


@given_by(PLAYER | TABLE_STAFF, "POKER 7(a)", "take part in a round")
class Play(Command, frozen=True, kw_only=True):
    """A command in a round: by a player for their own seat, by the dealer, or by the floor."""

    command: say.Command


@given_by(TABLE_STAFF, "A-52", "act for an absent player")
class PassTurn(Command, frozen=True, kw_only=True):
    """Act for a player whose time is up: check if that is free, otherwise fold (A-52)."""

    seat: int


@given_by(TABLE_STAFF, "POKER 1 round of play", "call a round off")
class CallOff(Command, frozen=True, kw_only=True):
    """Take the cards back before any wager against the bank: nothing was played."""

    late: bool = False  # the time to wager was up: the players asked have passed their turn


OF_THE_DEALER = (say.Reshuffle, say.Announce, say.NoMoreBets)
OF_THE_FLOOR = (say.Report, say.Demand)
_LEAST: dict[str, Callable[[int], say.Command]] = {
    "check": say.Check,
    "fold": say.Fold,
    "discard": say.Discard,
    "show": say.Show,
    "agree": lambda seat: say.Agree(seat, yes=False),
    "surrender": say.Surrender,
    "stop": say.Stop,  # the hand contends for the pot as it stands
    "call": say.Call,  # where a forced bet is owed and nothing else is offered
}


def _deal(table: Table, order: Order[DealRound], house: House) -> list[Event]:
    says = order.says
    table.check_open()
    table.check_between("POKER 1 round of play")
    check_runs(table, house)
    for late in overdue(table, order.at, house):
        raise Refused(late.clause, late.words)
    dealt = check_deal(table)
    cards = deck_to_deal(table, dealt.deck, says.order)
    _, events = deal_round(
        table,
        next_deal(table),
        order=cards,
        straddle=says.straddle,
        bomb=says.bomb,
        accidents=says.accidents,
    )
    cut = table.custody.cut
    ready = (replace(e, cut=cut) if isinstance(e, DeckCut) else e for e in events)
    return [dealt, *ready]


def _play(table: Table, order: Order[Play], house: House) -> Decided:
    if table.round is None:
        raise Refused(table.game.own("POKER 1 round of play"), "no round is open")
    command = order.says.command
    _check_speaker(table, order)
    check_play(table, command)
    if isinstance(command, say.Reshuffle):
        deck_to_deal(table, table.custody.dealt, command.order)
    _check_report(table.round, command)
    passed = let_go_by(table) if isinstance(command, say.NoMoreBets) else []
    demands = isinstance(command, say.Demand)
    played = (event if demands else _signed(event) for event in decide(table.round, command))
    return [*map(ByDealer, marker_off(table)), *_explained(table, command), *passed, *played]


def _explained(table: Table, command: say.Command) -> list[Event]:
    """What was seen, where a report gives it."""
    if not isinstance(command, say.Report) or not command.reason.strip():
        return []
    clause = table.game.own("POKER 15(b)")
    return [IrregularityExplained(clause=clause, reason=command.reason.strip())]


def _signed(event: Event) -> Event | ByDealer:
    """What a player does, or what the dealer does at once with the cards that were thrown."""
    turned_up = isinstance(event, Revealed) and event.demanded
    replaced_or_collected = isinstance(event, Dealt | Collected)
    return ByDealer(event) if turned_up or replaced_or_collected else event


def _check_report(state: Round, command: say.Command) -> None:
    """Refuse the name of a card of a sealed deck.

    Otherwise a reporter could learn the next card by naming one after the other.
    """
    sealed = bool(state.left) and state.deck[state.top] is not UNKNOWN
    if sealed and isinstance(command, say.Report) and command.card is not UNKNOWN:
        raise Refused("FIELD card", "the deck is sealed and names its own cards: leave `card` out")


def _pass_turn(table: Table, order: Order[PassTurn], house: House) -> Decided:
    seat = order.says.seat
    turn = table.round.turn(seat) if table.round is not None else None
    if table.round is None or turn is None:
        raise Refused("A-52", f"it is not the turn of seat {seat}")
    check_marker(table)
    passed = TurnPassed(clause=order.says.clause, seat=player_of(table, seat))
    return [passed, *map(_signed, decide(table.round, least_answer(turn)))]


def is_unplayed(table: Table) -> bool:
    """Whether a round against the bank is open without a wager."""
    state = table.round
    if state is None or state.done or not is_betting(table):
        return False
    return not any(hand.stakes for hand in state.hands.values())


def _call_off(table: Table, order: Order[CallOff], house: House) -> list[Event]:
    if table.round is None or not is_unplayed(table):
        clause = table.game.own(order.says.clause)
        raise Refused(clause, "a round can be called off only before the first wager")
    off = RoundCalledOff(clause=table.round.step.clause, seats=table.round.order)
    return [*(let_go_by(table) if order.says.late else ()), off]


def least_answer(turn: Turn) -> say.Command:
    """The answer for an absent player: only what is owed is wagered, and a hand kept if it can."""
    for does, answer in _LEAST.items():
        if turn.option(does):
            return answer(turn.actor)
    if must := turn.option("bet"):  # an opener who may not check: the least bet is owed
        return say.Bet(turn.actor, Chips(must.least))
    raise Refused("A-52", f"seat {turn.actor} need not wager: the dealer cannot act for it")


def _check_speaker(table: Table, order: Order[Play]) -> None:
    """Refuse a command for another player's seat, or in a role that cannot give it."""
    command, own = order.says.command, table.game.own
    if isinstance(command, OF_THE_DEALER):
        check_role(order.by, DEALER, own("POKER 6(e)"), "handle the cards")
    elif isinstance(command, say.Report):
        check_role(order.by, TABLE_STAFF, own("POKER 15(b)"), "rule on an irregularity")
    elif isinstance(command, say.Demand):
        check_role(order.by, TABLE_STAFF, own("POKER 15(d)"), "require a hand to be disclosed")
    elif isinstance(command, say.Remove):
        raise Refused(
            own("POKER 16(b)"), "a player can be removed only from the game, not from a hand"
        )
    elif table.dealt_by_person and order.by.role == "dealer":
        return  # they enter what a player at the table did or said
    else:
        check_role(order.by, PLAYER, own("POKER 7(a)"), "play a hand")
        assert table.round is not None
        owner = table.round.owners.get(command.seat, command.seat)  # of a second position
        seat = table.seats.get(owner)
        if seat is None or seat.person != order.by.name:
            raise Refused(own("POKER 7(a)"), f"seat {command.seat} belongs to another player")
        if owner in table.conduct.leaving:
            raise Refused(own("POKER 16(b)"), f"{order.by.name} was removed from the game")


DECIDE: TableDeciders = {
    DealRound: _deal,
    Play: _play,
    PassTurn: _pass_turn,
    CallOff: _call_off,
}
