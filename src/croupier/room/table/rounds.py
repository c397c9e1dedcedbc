"""Rounds at a table: the dealer opens one, and people play it."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec.structs import replace

from croupier.cards import UNKNOWN, Card
from croupier.engine import commands as say
from croupier.engine import events as told
from croupier.engine.event import Event
from croupier.engine.evolve import evolve as evolve_round
from croupier.engine.faults import Accident
from croupier.engine.play import opening, play
from croupier.engine.round import Round
from croupier.engine.turns import Turn
from croupier.refused import Refused
from croupier.room.custody.commitment import deck_to_deal, unsealed
from croupier.room.custody.decks import check_deal, check_marker, check_play, marker_off
from croupier.room.house.people import DEALER, PLAYER, TABLE_STAFF, Role, check_role
from croupier.room.logbook import Command, Entry, Order
from croupier.room.seating.lineup import next_deal, seats_after
from croupier.room.table.pace import TurnPassed, is_betting, let_go_by, player_of, waited
from croupier.room.table.state import close_round, deal_round

if TYPE_CHECKING:
    from croupier.room.house.decide import House
    from croupier.room.table.decide import TableLife


class DealRound(Command, frozen=True, kw_only=True):
    """Deal a round, from the deck as it was sealed, or from one whose cards will be announced."""

    order: tuple[Card, ...] = ()  # of a deck without a seal; all unknown when it is announced
    straddle: int = 0
    bomb: tuple[int, ...] = ()  # the seats that pay for a bomb pot
    accidents: tuple[Accident, ...] = ()  # what will befall cards of a sealed deck (POKER 15)
    roles: ClassVar[frozenset[Role]] = DEALER
    clause: ClassVar[str] = "POKER 6(e)"
    what: ClassVar[str] = "deal a round"
    by_room: ClassVar[bool] = True


class Play(Command, frozen=True, kw_only=True):
    """What is said in a round: by a player for the own seat, by the dealer, by the floor."""

    command: say.Command
    roles: ClassVar[frozenset[Role]] = PLAYER | TABLE_STAFF
    clause: ClassVar[str] = "POKER 7(a)"
    what: ClassVar[str] = "take part in a round"


class PassTurn(Command, frozen=True, kw_only=True):
    """The time of an absent player is up: check when that is free, otherwise fold (A-52)."""

    seat: int
    roles: ClassVar[frozenset[Role]] = TABLE_STAFF
    clause: ClassVar[str] = "A-52"
    what: ClassVar[str] = "act for an absent player"


class CallOff(Command, frozen=True, kw_only=True):
    """Take the cards back where nobody has wagered against the bank: nothing was played."""

    late: bool = False  # the time to wager was up: whoever was asked has let it go by
    roles: ClassVar[frozenset[Role]] = TABLE_STAFF
    clause: ClassVar[str] = "POKER 1 round of play"
    what: ClassVar[str] = "call a round off"


class RoundCalledOff(Event, frozen=True, kw_only=True):
    """Nobody had wagered: no card was dealt, and the round counts for nothing."""

    seats: tuple[int, ...]  # who could have


Fact = RoundCalledOff
OF_THE_DEALER = (say.Reshuffle, say.Announce, say.NoMoreBets)
OF_THE_FLOOR = (say.Report, say.Demand)


def _deal(life: "TableLife", order: Order, house: "House") -> list[Any]:
    says: DealRound = order.says
    life.check_open()
    life.check_between("POKER 1 round of play")
    life.check_runs(house)
    for overdue in life.overdue(order.at, house):
        raise Refused(overdue.clause, overdue.words)
    dealt, deal = check_deal(life), next_deal(life)
    cards = deck_to_deal(life, dealt.deck, says.order)
    table = replace(life.table, stacks=deal.stacks, button=deal.button)
    _, events = deal_round(
        table,
        order=cards,
        straddle=says.straddle,
        bomb=says.bomb,
        accidents=says.accidents,
        late=deal.late,
    )
    cut = life.custody.cut
    ready = (replace(e, cut=cut) if isinstance(e, told.DeckCut) else e for e in events)
    return [dealt, *ready]


def _play(life: "TableLife", order: Order, house: "House") -> list[Any]:
    if life.round is None:
        raise Refused(life.game.own("POKER 1 round of play"), "no round is open")
    command = order.says.command
    _check_speaker(life, order)
    check_play(life, command)
    if isinstance(command, say.Reshuffle):
        deck_to_deal(life, life.custody.dealt, command.order)
    _check_report(life.round, command)
    passed = let_go_by(life) if isinstance(command, say.NoMoreBets) else []
    return [*marker_off(life), *passed, *play(life.round, command)[1]]


def _check_report(state: Round, command: say.Command) -> None:
    """Refuse a card's name where the deck is sealed: it names its cards itself, when they are due.

    Otherwise whoever may report could ask for the next card by naming one after the other.
    """
    sealed = bool(state.left) and state.deck[state.top] is not UNKNOWN
    if sealed and isinstance(command, say.Report) and command.card is not UNKNOWN:
        raise Refused("FIELD card", "the deck is sealed: it names the card itself")


def _pass_turn(life: "TableLife", order: Order, house: "House") -> list[Any]:
    seat = order.says.seat
    turn = life.round.turn(seat) if life.round is not None else None
    if life.round is None or turn is None:
        raise Refused("A-52", f"seat {seat} is not asked")
    check_marker(life)
    passed = TurnPassed(clause=order.says.clause, seat=player_of(life, seat))
    return [passed, *play(life.round, least_answer(turn))[1]]


def is_unplayed(life: "TableLife") -> bool:
    """Whether a round against the bank is open, and nobody has wagered."""
    state = life.round
    if state is None or state.done or not is_betting(life):
        return False
    return not any(hand.stakes for hand in state.hands.values())


def _call_off(life: "TableLife", order: Order, house: "House") -> list[Any]:
    if life.round is None or not is_unplayed(life):
        clause = life.game.own(order.says.clause)
        raise Refused(clause, "only a round is called off that waits for the first wager")
    off = RoundCalledOff(clause=life.round.step.clause, seats=life.round.order)
    return [*(let_go_by(life) if order.says.late else ()), off]


def least_answer(turn: Turn) -> say.Command:
    """What an absent player's turn amounts to: nothing is wagered, and a live hand stays live."""
    for does, answer in _LEAST.items():
        if turn.option(does):
            return answer(turn.actor)
    raise Refused("A-52", f"seat {turn.actor} is free to wager or not: nothing is done for it")


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


def _check_speaker(life: "TableLife", order: Order) -> None:
    """A player speaks for the own seat; the dealer and the floor for what is theirs."""
    command, own = order.says.command, life.game.own
    if isinstance(command, OF_THE_DEALER):
        check_role(order.by, DEALER, own("POKER 6(e)"), "handle the cards")
    elif isinstance(command, OF_THE_FLOOR):
        check_role(order.by, TABLE_STAFF, own("POKER 15(b)"), "rule on an irregularity")
    elif isinstance(command, say.Remove):
        raise Refused(own("POKER 16(b)"), "a player is removed from the game, not from a hand")
    else:
        check_role(order.by, PLAYER, own("POKER 7(a)"), "play a hand")
        assert life.round is not None
        owner = life.round.owners.get(command.seat, command.seat)  # of a second position
        seat = life.seats.get(owner)
        if seat is None or seat.person != order.by.name:
            raise Refused(own("POKER 7(a)"), f"seat {command.seat} is somebody else's")
        if owner in life.conduct.leaving:
            raise Refused(own("POKER 16(b)"), f"{order.by.name} was removed from the game")


DECIDE: dict[type, Callable[["TableLife", Order, "House"], list[Any]]] = {
    DealRound: _deal,
    Play: _play,
    PassTurn: _pass_turn,
    CallOff: _call_off,
}


def _opened(life: "TableLife", entry: Entry) -> "TableLife":
    fact: told.RoundOpened = entry.fact
    seats = seats_after(life, fact)
    state = opening(life.game, fact)
    after = replace(life, round=state, awards=(), button=fact.button, seats=seats)
    wishes = replace(life.wishes, bomb=None)  # it was for this round, played or not
    return replace(after, pace=life.pace.asked(entry.at), wishes=wishes)


def round_told(life: "TableLife", entry: Entry) -> "TableLife":
    """Any event of the round in hand; the last of them closes it for the table too."""
    assert life.round is not None
    state, fact = evolve_round(life.round, entry.fact), entry.fact
    awards = (*life.awards, fact) if isinstance(fact, told.PotAwarded) else life.awards
    after = waited(replace(life, round=state, awards=awards), entry)
    if isinstance(fact, told.Reshuffled):
        after = unsealed(after)
    if not state.done or life.round.done:  # a hand shown afterwards closes nothing
        return after
    table = close_round(life.table, state, awards)
    return replace(after, button=table.button, kill=table.kill, rounds=table.rounds)


def _called_off(life: "TableLife", entry: Entry) -> "TableLife":
    assert life.round is not None
    return replace(life, round=replace(life.round, done=True, turns=()))


EVOLVE: dict[type, Callable[["TableLife", Entry], "TableLife"]] = {
    told.RoundOpened: _opened,
    RoundCalledOff: _called_off,
}
