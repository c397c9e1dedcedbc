"""The automated dealer of a virtual table: what the house's own people and machines do next.

`next_chore` looks at a table and names one order, so that nothing is ever overdue; `chores` is all
of them in a row, until a player or the clock must move. Nothing is done here: whoever runs the
table gives the orders, and the log shows who did what. Chance is data: `cut` is how many cards the
dealer's cut takes.
"""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from croupier.refused import Refused
from croupier.room.custody import orders as say
from croupier.room.custody.counting import all_dealt, count_due, uncounted_hands
from croupier.room.custody.distribution import Back, DistributeDecks, allotted
from croupier.room.custody.preparation import had_opportunity, present
from croupier.room.custody.state import (
    Deck,
    change_by,
    clocked,
    count_by,
    counts_stub,
    inspectors,
    shuffler,
    sort_by,
    spread_view,
    undone,
    waived,
)
from croupier.room.house.people import HOUSE_DEALER, Actor, NotYours
from croupier.room.logbook import Order
from croupier.room.table.rounds import OF_THE_DEALER, Play

if TYPE_CHECKING:
    from croupier.room.house.decide import House
    from croupier.room.table.decide import TableLife

HOUSE_FLOOR = Actor("floor", "floorperson")
HOUSE_SHIFT = Actor("shift", "poker_shift_supervisor")
BACKS = (Back("scroll", "red"), Back("scroll", "blue"))
AHEAD = timedelta(minutes=5)  # the house is early, because a round of play takes its time
MOST = 100  # orders in a row: more would be a circle


def check_automated(life: "TableLife", order: Order) -> None:
    """Refuse to let anybody but the room's own dealer touch the cards of an automated table."""
    says = order.says
    if order.chance is not None:
        return
    dealing = isinstance(says, Play) and isinstance(says.command, OF_THE_DEALER)
    if says.by_room or dealing:
        what = "handle the cards" if dealing else says.what
        raise NotYours(life.game.own(says.clause), f"only the room's own dealer may {what}")
    if isinstance(says, say.Recut) and says.count:
        raise Refused("FIELD count", "the room draws the number of a recut: leave it out")


def chores(life: "TableLife", at: datetime, house: "House", cut: int = 26) -> list[Order]:
    """Everything the house does now, in order; an order to the house is a `DistributeDecks`."""
    from croupier.room.house.decide import obey as obey_house
    from croupier.room.table.decide import obey  # the whole is made of its parts

    orders: list[Order] = []
    while (order := next_chore(life, at, house, cut)) is not None:
        if isinstance(order.says, DistributeDecks):
            house, _ = obey_house(house, order)
        else:
            life, _ = obey(life, order, house)
        orders.append(order)
        assert len(orders) < MOST, f"the dealer goes in a circle: {orders[-3:]}"
    return orders


def next_chore(life: "TableLife", at: datetime, house: "House", cut: int = 26) -> Order | None:
    """The next order of the house's own people, or none while others must move."""
    if life.game.document.distributes_decks and not _distributed(life, at, house):
        return Order(at, HOUSE_SHIFT, _distribution(life))
    if hands := uncounted_hands(life):
        return Order(at, HOUSE_DEALER, say.CountReturned(hands=hands))
    if life.playing:
        return None
    if gone := _to_remove(life, at):
        return Order(at, HOUSE_FLOOR, gone)
    if steps := _brought(life):
        return Order(at, HOUSE_FLOOR if isinstance(steps, say.VerifyDeck) else HOUSE_DEALER, steps)
    if life.status != "open":
        return None
    says = _gathered(life, at) or _shown(life, at) or _prepared(life, at, cut)
    return Order(at, HOUSE_DEALER, says) if says else None


def _distributed(life: "TableLife", at: datetime, house: "House") -> bool:
    try:
        return bool(allotted(house, life.name, at))
    except Refused:
        return False


def _distribution(life: "TableLife") -> DistributeDecks:
    limits = " / ".join(str(chips) for chips in life.sign.limits)
    return DistributeDecks(
        table=life.name,
        backs=BACKS,
        limits=f"{life.sign.structure} {limits}",
        location="virtual poker room",
        game=life.game.title,
    )


def _soon(by: datetime | None, at: datetime, minutes: int) -> bool:
    """Whether the time is near; a short interval is not cut into nothing."""
    return by is not None and by <= at + min(AHEAD, timedelta(minutes=minutes) / 3)


def _to_count(life: "TableLife", deck: Deck, at: datetime) -> bool:
    if life.custody.alert and deck.name == life.custody.dealt:
        return True
    minutes = life.custody.procedures.count_minutes
    return clocked(life) and not waived(life) and _soon(count_by(life, deck), at, minutes)


def _to_sort(life: "TableLife", deck: Deck, at: datetime) -> bool:
    minutes = life.custody.procedures.sort_minutes
    return clocked(life) and _soon(sort_by(life, deck), at, minutes)


def _to_change(life: "TableLife", deck: Deck, at: datetime) -> bool:
    minutes = life.custody.procedures.change_minutes
    return clocked(life) and _soon(change_by(life, deck), at, minutes)


# --- decks that go and come ------------------------------------------------------------------


def _to_remove(life: "TableLife", at: datetime) -> say.RemoveDeck | None:
    custody = life.custody
    if undone(life.round) == "dead" and custody.dealt in custody.decks:
        return say.RemoveDeck(deck=custody.dealt, reason="its round was called dead")
    for deck in custody.decks.values():
        if _to_change(life, deck, at):
            return say.RemoveDeck(deck=deck.name, reason="its time at the table is over")
    if life.game.banked and len(custody.decks) == 2 and shuffler(life) == "none":
        stored = next(custody.others(custody.live))
        return say.RemoveDeck(deck=stored.name, reason="no shuffler is used")
    return None


def _brought(life: "TableLife") -> Any:
    """The steps of a deck from its arrival to the spread on the table."""
    decks = life.custody.decks
    wanted = 1 if life.game.banked and shuffler(life) == "none" else 2
    if len(decks) < wanted:
        return _new_decks(life, wanted - len(decks))
    for deck in decks.values():
        if deck.status == "received" and not deck.pre_shuffled:
            return say.InspectDeck(deck=deck.name, count=life.game.deck)
        if deck.status == "received" or (
            deck.status == "inspected" and life.game.document.verifies_decks
        ):
            return say.VerifyDeck(deck=deck.name)
        if deck.status in ("inspected", "verified"):
            return say.SpreadDeck(deck=deck.name)
    return None


def _new_decks(life: "TableLife", count: int) -> say.ReceiveDecks:
    there = {deck.colour for deck in life.custody.decks.values()}
    backs = [back for back in BACKS if back.colour not in there][:count]
    first = len(life.custody.known) + 1
    return say.ReceiveDecks(
        decks=tuple(
            say.NewDeck(f"{life.name}-{number}", back.design, back.colour)
            for number, back in enumerate(backs, first)
        )
    )


# --- after a round ---------------------------------------------------------------------------


def _gathered(life: "TableLife", at: datetime) -> Any:
    """The stub is counted where a count is near, and put away."""
    custody, played = life.custody, life.round
    dealt = custody.decks.get(custody.dealt)
    if dealt is None or played is None or dealt.status != "dealt" or not all_dealt(played):
        return None
    if (
        (count_due(life) or _to_count(life, dealt, at))
        and counts_stub(life.game)
        and not custody.racked
    ):
        return say.CountStub(count=played.left)
    if life.game.banked and not custody.racked:
        return say.RackStub()
    return None


# --- players look at the cards ---------------------------------------------------------------


def _shown(life: "TableLife", at: datetime) -> Any:
    """Spread for players who are to come, turned up and offered to those who came, washed."""
    decks = life.custody.decks.values()
    wanted = inspectors(life)
    if len(life.dealt_in()) < life.game.players.least:
        laid = all(deck.status == "spread" for deck in decks)
        shuffling = [deck for deck in decks if deck.status == "shuffling"]
        if shuffling:
            return _finish(life, shuffling[0])
        return None if laid else say.GoIdle()
    if not any(deck.status == "spread" for deck in decks):
        return None
    if any(deck.status == "spread" and deck.face == "down" for deck in decks):
        return say.TurnUpDecks() if len(present(life)) >= max(1, wanted) else None
    if had_opportunity(life, at) < wanted:
        fresh = set(present(life)) - life.custody.offered.keys()
        return say.OfferInspection() if fresh and spread_view(life) else None
    spread = [deck.name for deck in decks if deck.status == "spread"]
    alone = shuffler(life) == "none" and not life.custody.procedures.prepare_both_decks
    if alone and (life.custody.live or len(spread) < len(decks)) and not life.game.banked:
        return say.StoreDeck(deck=spread[0])
    return say.WashDeck(deck=spread[0])


# --- shuffle and cut -------------------------------------------------------------------------


def _prepared(life: "TableLife", at: datetime, cut: int) -> Any:
    custody = life.custody
    if any(deck.status == "spread" for deck in custody.decks.values()):
        return None  # players are looking
    if len(life.dealt_in()) < life.game.players.least:
        return None
    if custody.device == "jammed" and shuffler(life) != "none":
        return say.ClearShuffler(procedure="posted with the shuffler")
    if custody.alert:
        return say.CountDeck(deck=custody.dealt, count=life.game.deck)
    target = _next_deck(life)
    if custody.live != target.name:
        return say.PutInPlay(deck=target.name)
    if target.status == "stored":
        return say.WashDeck(deck=target.name)
    for deck in custody.decks.values():
        if deck.status == "shuffling":
            return _finish(life, deck)
    if _to_count(life, target, at):
        return say.CountDeck(deck=target.name, count=life.game.deck)
    if _to_sort(life, target, at):
        return say.SortDeck(deck=target.name)
    for deck in (target, *custody.others(target.name)):
        if says := _shuffle(life, deck):
            return says
    machine = life.game.banked and target.shuffled_by == "device"
    return say.CutDeck(count=cut) if target.status == "shuffled" and not machine else None


def _next_deck(life: "TableLife") -> Deck:
    """With a shuffler the decks alternate; without, the one in play stays."""
    custody = life.custody
    decks = list(custody.decks.values())
    if shuffler(life) != "none" and custody.dealt and undone(life.round) != "misdeal":
        return next((deck for deck in decks if deck.name != custody.dealt), decks[0])
    return custody.decks.get(custody.live, decks[0])


def _shuffle(life: "TableLife", deck: Deck) -> Any:
    if deck.status not in ("washed", "loose", "dealt"):
        return None
    if shuffler(life) == "none":
        return say.ShuffleDeck(deck=deck.name)
    return say.LoadShuffler(deck=deck.name)


def _finish(life: "TableLife", deck: Deck) -> say.FinishShuffle:
    count = life.game.deck if shuffler(life) == "counting" else -1
    return say.FinishShuffle(deck=deck.name, count=count)
