"""Where a rule wants a person: in a card room people act, and elsewhere the record says automated.

A floorperson verifies a deck, a shift supervisor distributes the decks and holds a stake. A card
room has such people: they give these orders at a screen under their names, or the table waits.
A game among friends and a demonstration have none; there the room itself goes on, and every line
and every report names it *automated*.
"""

from croupier.room.house.state import House


def is_staffed(house: House) -> bool:
    """Whether people of the house do what the rules want of a person."""
    return house.is_set_up and house.kind == "card-room"
