"""The automated dealer of a virtual table: what the people and machines of the house do next.

`next_chore` looks at a table and names one order, so that nothing is ever overdue; `chores` is all
of them in a row, until a player or the clock must move. Nothing is done here: the caller gives
the orders, and the log shows by whom. Chance is data: `cut` is how many cards the
dealer's cut takes.
"""

from contextlib import suppress
from datetime import datetime, timedelta

from croupier.cards import UNKNOWN
from croupier.refused import Refused
from croupier.room.custody.cards_there import amiss, cards_of, spread_view
from croupier.room.custody.commitment import SealDeck
from croupier.room.custody.counting import CountDeck, CountReturned, CountStub, RackStub, RemoveDeck
from croupier.room.custody.decide import (
    all_dealt,
    change_by,
    clocked,
    count_by,
    count_due,
    counts_stub,
    had_opportunity,
    inspectors,
    present,
    shuffler,
    sort_by,
    uncounted_hands,
    undone,
    waived,
)
from croupier.room.custody.device import ClearShuffler, FinishShuffle, LoadShuffler
from croupier.room.custody.distribution import DistributeDecks, allotted
from croupier.room.custody.orders import (
    CutDeck,
    GoIdle,
    InspectDeck,
    OfferInspection,
    PutInPlay,
    ReceiveDecks,
    Recut,
    ShuffleDeck,
    SortDeck,
    SpreadDeck,
    StoreDeck,
    TurnUpDecks,
    VerifyDeck,
    WashDeck,
)
from croupier.room.custody.returned import misdealt, returned_hands
from croupier.room.custody.state import Back, Deck, NewDeck
from croupier.room.house.decide import obey as obey_house
from croupier.room.house.people import HOUSE_DEALER, NotYours, automated
from croupier.room.house.staffing import is_staffed
from croupier.room.house.state import House
from croupier.room.logbook import Command, Entry, Order
from croupier.room.seating.lineup import dealt_in
from croupier.room.table.decide import obey
from croupier.room.table.rounds import OF_THE_DEALER, DealRound, Play
from croupier.room.table.state import Table

HOUSE_FLOOR = automated("floorperson")  # where the room has no such people
HOUSE_SHIFT = automated("poker_shift_supervisor")
BACKS = (Back("scroll", "red"), Back("scroll", "blue"))
AHEAD = timedelta(minutes=5)  # the house is early, because a round of play takes its time
MOST = 100  # orders in a row: more would be a circle


def check_automated(table: Table, order: Order) -> None:
    """Refuse orders that touch the cards of an automated table, unless its dealer gives them.

    Real cards have no seal: their dealer names those that lie face up, and no others.
    """
    says = order.says
    if table.dealt_by_person:
        named = says.order if isinstance(says, DealRound) else ()
        if isinstance(says, SealDeck) or any(card is not UNKNOWN for card in named):
            why = "the cards of this table are real: nobody knows their order"
            raise Refused(table.game.own("POKER 5(a)"), why)
        return
    if order.chance is not None:
        return
    dealing = isinstance(says, Play) and isinstance(says.command, OF_THE_DEALER)
    if says.by_room or dealing:
        what = "handle the cards" if dealing else says.what
        raise NotYours(table.game.own(says.clause), f"only the room's own dealer may {what}")
    if isinstance(says, Recut) and says.count:
        raise Refused("FIELD count", "the room draws the number of a recut: leave it out")


def chores(table: Table, at: datetime, house: House, cut: int = 26) -> list[Order]:
    """Everything the house does now, in order; an order to the house is a `DistributeDecks`."""
    orders: list[Order] = []
    while (order := next_chore(table, at, house, cut)) is not None:
        if isinstance(order.says, DistributeDecks):
            house, _ = obey_house(house, order)
        else:
            table, _ = obey(table, order, house)
        orders.append(order)
        assert len(orders) < MOST, f"the dealer goes in a circle: {orders[-3:]}"
    return orders


def next_chore(table: Table, at: datetime, house: House, cut: int = 26) -> Order | None:
    """The next order by the people of the house, or none while a player or the clock must move."""
    if table.game.document.distributes_decks and not _distributed(table, at, house):
        return Order(at, HOUSE_SHIFT, _distribution(table))
    if count := returned_count(table, at):
        return count
    if table.playing:
        return None
    if gone := _to_remove(table, at):
        return Order(at, HOUSE_DEALER, gone)
    if steps := _brought(table):
        return Order(at, HOUSE_FLOOR if isinstance(steps, VerifyDeck) else HOUSE_DEALER, steps)
    if table.status != "open":
        return None
    says = _gathered(table, at) or _shown(table, at) or _prepared(table, at, cut)
    if isinstance(says, ClearShuffler) and is_staffed(house):
        return None  # a person clears it, by the approved procedure
    return Order(at, HOUSE_DEALER, says) if says else None


def _distributed(table: Table, at: datetime, house: House) -> bool:
    try:
        return bool(allotted(house, table.name, at))
    except Refused:
        return False


def _distribution(table: Table) -> DistributeDecks:
    limits = " / ".join(str(chips) for chips in table.sign.limits)
    return DistributeDecks(
        table=table.name,
        backs=BACKS,
        limits=f"{table.sign.structure} {limits}",
        location="virtual poker room",
        game=table.game.title,
    )


def _soon(by: datetime | None, at: datetime, minutes: int) -> bool:
    """Whether the time is near; short intervals are kept mostly whole."""
    return by is not None and by <= at + min(AHEAD, timedelta(minutes=minutes) / 3)


def _to_count(table: Table, deck: Deck, at: datetime) -> bool:
    if table.custody.alert and deck.name == table.custody.dealt:
        return True
    minutes = table.custody.procedures.count_minutes
    return clocked(table) and not waived(table) and _soon(count_by(table, deck), at, minutes)


def _to_sort(table: Table, deck: Deck, at: datetime) -> bool:
    minutes = table.custody.procedures.sort_minutes
    return clocked(table) and _soon(sort_by(table, deck), at, minutes)


def _to_change(table: Table, deck: Deck, at: datetime) -> bool:
    minutes = table.custody.procedures.change_minutes
    return clocked(table) and _soon(change_by(table, deck), at, minutes)


def _to_remove(table: Table, at: datetime) -> RemoveDeck | None:
    custody = table.custody
    if undone(table.round) == "dead" and custody.dealt in custody.decks:
        return RemoveDeck(deck=custody.dealt, reason="its round was called dead")
    for deck in custody.decks.values():
        if _to_change(table, deck, at):
            return RemoveDeck(deck=deck.name, reason="its time at the table is over")
    if table.game.banked and len(custody.decks) == 2 and shuffler(table) == "none":
        stored = next(custody.others(custody.live))
        return RemoveDeck(deck=stored.name, reason="no shuffler is used")
    return None


def _brought(table: Table) -> Command | None:
    """The steps of a deck from its arrival to the spread on the table."""
    decks = table.custody.decks
    wanted = 1 if table.game.banked and shuffler(table) == "none" else 2
    if len(decks) < wanted:
        return _new_decks(table, wanted - len(decks))
    for deck in decks.values():
        if deck.status == "received" and not deck.pre_shuffled:
            return InspectDeck(deck=deck.name, count=len(cards_of(table, deck)))
        if deck.status == "received" or (
            deck.status == "inspected" and table.game.document.verifies_decks
        ):
            return VerifyDeck(deck=deck.name)
        if deck.status in ("inspected", "verified"):
            return SpreadDeck(deck=deck.name)
    return None


def _new_decks(table: Table, count: int) -> ReceiveDecks:
    there = {deck.colour for deck in table.custody.decks.values()}
    backs = [back for back in BACKS if back.colour not in there][:count]
    first = len(table.custody.known) + 1
    return ReceiveDecks(
        decks=tuple(
            NewDeck(f"{table.name}-{number}", back.design, back.colour)
            for number, back in enumerate(backs, first)
        )
    )


def returned_count(table: Table, at: datetime) -> Order | None:
    """The count of hands that came back and were not counted yet, by the cards that are there."""
    if table.round is None or not (due := uncounted_hands(table)):
        return None
    piles = returned_hands(table.round)
    hands = {pile.seat: len(pile.cards) for pile in piles if pile.seat in due}
    return Order(at, HOUSE_DEALER, CountReturned(hands=hands))


def with_count(
    table: Table, entries: list[Entry], at: datetime, house: House
) -> tuple[Table, list[Entry]]:
    """The facts of an order, with the dealer's count of the hands that it returned."""
    ready = table.status == "open" and not (table.dealt_by_person or table.custody.paused)
    if not ready or not (count := returned_count(table, at)):
        return table, entries
    with suppress(Refused):  # the dealer asks again
        table, more = obey(table, count, house)
        entries = [*entries, *more]
    return table, entries


def _gathered(table: Table, at: datetime) -> Command | None:
    """The stub is counted where a count is near, and put away."""
    custody, played = table.custody, table.round
    dealt = custody.decks.get(custody.dealt)
    if dealt is None or played is None or dealt.status != "dealt" or not all_dealt(played):
        return None
    if (
        (count_due(table) or _to_count(table, dealt, at))
        and counts_stub(table.game)
        and not custody.racked
    ):
        return CountStub(count=played.left, misdealt=table.game.banked and misdealt(played) != 0)
    if table.game.banked and not custody.racked:
        return RackStub()
    return None


def _shown(table: Table, at: datetime) -> Command | None:
    """Decks are spread while players are missing, then turned up, offered and washed."""
    decks = table.custody.decks.values()
    wanted = inspectors(table)
    if len(dealt_in(table)) < table.game.players.least:
        laid = all(deck.status == "spread" for deck in decks)
        shuffling = [deck for deck in decks if deck.status == "shuffling"]
        if shuffling:
            return _finish(table, shuffling[0])
        return None if laid else GoIdle()
    if not any(deck.status == "spread" for deck in decks):
        return None
    if any(deck.status == "spread" and deck.face == "down" for deck in decks):
        return TurnUpDecks() if len(present(table)) >= max(1, wanted) else None
    if had_opportunity(table, at) < wanted:
        fresh = set(present(table)) - table.custody.offered.keys()
        return OfferInspection() if fresh and spread_view(table) else None
    spread = [deck.name for deck in decks if deck.status == "spread"]
    alone = shuffler(table) == "none" and not table.custody.procedures.prepare_both_decks
    if alone and (table.custody.live or len(spread) < len(decks)) and not table.game.banked:
        return StoreDeck(deck=spread[0])
    return WashDeck(deck=spread[0])


def _prepared(table: Table, at: datetime, cut: int) -> Command | None:
    custody = table.custody
    if any(deck.status == "spread" for deck in custody.decks.values()):
        return None  # players are looking
    if len(dealt_in(table)) < table.game.players.least:
        return None
    if custody.device == "jammed" and shuffler(table) != "none":
        return ClearShuffler(procedure="restarted by itself")
    if custody.alert:
        return _count(table, custody.decks[custody.dealt])
    target = _next_deck(table)
    if custody.live != target.name:
        return PutInPlay(deck=target.name)
    if target.status == "stored":
        return WashDeck(deck=target.name)
    for deck in custody.decks.values():
        if deck.status == "shuffling":
            return _finish(table, deck)
    if _to_count(table, target, at):
        return _count(table, target)
    if _to_sort(table, target, at) or amiss(table.game, cards_of(table, target)):
        return SortDeck(deck=target.name)
    for deck in (target, *custody.others(target.name)):
        if says := _shuffle(table, deck):
            return says
    machine = table.game.banked and target.shuffled_by == "device"
    return CutDeck(count=cut) if target.status == "shuffled" and not machine else None


def _count(table: Table, deck: Deck) -> CountDeck:
    return CountDeck(deck=deck.name, count=len(cards_of(table, deck)))


def _next_deck(table: Table) -> Deck:
    """The deck of the next round: with a shuffler the decks alternate."""
    custody = table.custody
    decks = list(custody.decks.values())
    if shuffler(table) != "none" and custody.dealt and undone(table.round) != "misdeal":
        return next((deck for deck in decks if deck.name != custody.dealt), decks[0])
    return custody.decks.get(custody.live, decks[0])


def _shuffle(table: Table, deck: Deck) -> Command | None:
    if deck.status not in ("washed", "loose", "dealt"):
        return None
    if shuffler(table) == "none":
        return ShuffleDeck(deck=deck.name)
    return LoadShuffler(deck=deck.name)


def _finish(table: Table, deck: Deck) -> FinishShuffle:
    count = len(cards_of(table, deck)) if shuffler(table) == "counting" else -1
    return FinishShuffle(deck=deck.name, count=count)
