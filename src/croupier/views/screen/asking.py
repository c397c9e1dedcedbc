"""What a table asks of the people of a card room, in words."""

from collections.abc import Callable
from typing import Any

from croupier.chips import money
from croupier.room.cage.charges import ExcuseTime, VerifyTime
from croupier.room.cage.fills import RequestCredit, RequestFill
from croupier.room.cage.trays import SignSlip
from croupier.room.custody.distribution import DistributeDecks
from croupier.room.custody.orders import VerifyDeck
from croupier.room.logbook import Command
from croupier.room.seating.orders import HoldStake, RestoreStake
from croupier.room.table.state import Table

WORDS: dict[type[Command], Callable[[Table, Any], str]] = {
    DistributeDecks: lambda life, says: (
        "distribute decks: " + " and ".join(f"{back.colour} {back.design}" for back in says.backs)
    ),
    VerifyDeck: lambda life, says: f"verify deck {says.deck}, which the dealer has inspected",
    HoldStake: lambda life, says: f"account for the stake of {_person(life, says.seat)}",
    RestoreStake: lambda life, says: f"give {_person(life, says.seat)} the stake back",
    ExcuseTime: lambda life, says: f"excuse seat {says.seat} from the time charge: {says.reason}",
    VerifyTime: lambda life, says: f"verify the time charge: {money(says.counted)} was counted",
    SignSlip: lambda life, says: f"sign for slip {says.number}, which the dealer has counted",
    RequestFill: lambda life, says: f"ask the cage for a fill of {money(says.chips)}",
    RequestCredit: lambda life, says: f"send {money(says.chips)} of the inventory to the cage",
}


def asking(life: Table, says: Command) -> str:
    """An order that a table waits for, in words."""
    words = WORDS.get(type(says))
    return words(life, says) if words else says.what


def _person(life: Table, seat: int) -> str:
    return life.seats[seat].person
