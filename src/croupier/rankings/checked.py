"""Cards as people give them, turned into a tuple of distinct cards, or refused in words."""

from collections.abc import Iterable

from croupier.cards import Card, check_distinct, parse_cards
from croupier.rankings.families import Family
from croupier.rankings.picks import Cards
from croupier.refused import Refused

AnyCards = Iterable[Card] | str | int  # a tuple or list, text, or a mask


def checked(family: Family, cards: AnyCards) -> Cards:
    """The cards as a tuple, at least a hand of them, distinct and of the family's deck.

    >>> from croupier.rankings import families
    >>> checked(families.ALL["joker-2"], "As Jk1")
    (Card('As'), Card('Jk1'))
    """
    if isinstance(cards, int):
        cards = _from_mask(cards, family.deck)
    elif isinstance(cards, str):
        cards = parse_cards(cards)
    deck = {card: card for card in family.deck}
    try:
        known = tuple([deck[card] for card in cards])
    except KeyError as fault:
        raise Refused("FIELD cards", f"{family.key} does not rank {fault.args[0]}") from None
    if len(set(known)) < len(known):
        check_distinct(known)
    if len(known) < family.size:
        raise Refused("FIELD cards", f"{family.key} needs {family.size} cards, not {len(known)}")
    return known


def _from_mask(mask: int, deck: Cards) -> Cards:
    if not 0 <= mask < 2 << deck[-1].number:
        raise Refused("FIELD cards", f"{mask} is not a mask of cards")
    return tuple([card for card in deck if mask >> card.number & 1])
