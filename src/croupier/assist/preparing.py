"""Before a round: the decks are counted, shown, washed, shuffled and cut (POKER 2, 4-6).

The room knows what its staff do next; here it is put into words, and one line confirms it.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime

from msgspec.structs import replace

from croupier.refused import Refused
from croupier.room.custody import counting as deck
from croupier.room.custody import device as deck_device
from croupier.room.custody import orders as deck_orders
from croupier.room.custody.chores import chores
from croupier.room.custody.distribution import DistributeDecks
from croupier.room.house import decide as rooms
from croupier.room.house.people import Actor
from croupier.room.house.state import House
from croupier.room.logbook import Command, Order
from croupier.room.seating.lineup import dealt_in
from croupier.room.table import decide as tables
from croupier.room.table.orders import OpenTable
from croupier.room.table.state import Table
from croupier.views.narration.wording import listed

Said = tuple[Actor, Command]
COUNTS = (deck.CountStub, deck.CountDeck, deck_orders.InspectDeck)


def preparation(life: Table, at: datetime, house: House, cut: int = 26) -> list[Said]:
    """Everything that is done with the decks before the next round, in order."""
    done: list[Said] = []
    while True:
        orders = [(order.by, order.says) for order in chores(life, at, house, cut)]
        orders += _looks(life) if not orders else []
        if not orders:
            return done
        for by, says in orders:
            life, house = obeyed(life, Order(at, by, says), house)
        done += orders


def obeyed(life: Table, order: Order, house: House) -> tuple[Table, House]:
    """The table and the house after an order to either."""
    if isinstance(order.says, rooms.COMMANDS):
        return life, rooms.obey(house, order)[0]
    return tables.obey(life, order, house)[0], house


def _looks(life: Table) -> list[Said]:
    """Players who have not looked at the decks that lie spread before them."""
    custody = life.custody
    if len(dealt_in(life)) < life.game.players.least:
        return []
    if not any(one.status == "spread" for one in custody.decks.values()):
        return []
    people = {seat.person for seat in life.seats.values()} - {*custody.looked}
    return [(Actor(name, "player"), deck_orders.LookAtDecks()) for name in sorted(people)]


def in_words(said: Sequence[Said]) -> Iterator[str]:
    """Each thing to do, once: what is done to two decks together, what players do together."""
    tasks: dict[str, list[str]] = {}
    for _, command in said:
        names = [command.deck] if isinstance(command, deck.OfDeck) else []
        tasks.setdefault(_what(command), []).extend(names)
    for what, names in tasks.items():
        if what:
            decks = ("decks " if len(names) > 1 else "deck ") + listed(names) if names else ""
            yield what.replace("a deck", decks)


def _what(command: Command) -> str:
    """What an order asks of hands and eyes; nothing for what is only written down."""
    match command:
        case (
            DistributeDecks() | deck_orders.PutInPlay() | deck_device.FinishShuffle() | OpenTable()
        ):
            return ""
        case deck_orders.ReceiveDecks():
            return f"receive {'two decks' if len(command.decks) > 1 else 'one deck'}"
        case deck_orders.LookAtDecks():
            return "let the players look at them"
        case deck.CountReturned():
            return f"count the hands that came back ({sum(command.hands.values())} cards)"
        case deck_orders.InspectDeck() | deck.CountDeck() | deck.CountStub():
            return f"{command.what} ({command.count} cards)"
        case _:
            return command.what


def counted(said: Sequence[Said], count: int) -> list[Said]:
    """The same up to the first count, with what was really counted."""
    for place, (by, command) in enumerate(said):
        if isinstance(command, COUNTS):
            return [*said[:place], (by, replace(command, count=count))]
    raise Refused("FIELD count", "no count is due now")
