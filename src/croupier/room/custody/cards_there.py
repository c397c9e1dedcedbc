"""The cards that are there: what a count finds, and what players see of a spread deck.

A new deck is as it left the maker. A shuffled deck is what was shuffled, and a gathered deck is
what the round left on the table: a card that is missing, doubled or foreign stays so until a count
or an inspection finds it, and the deck is removed.
"""

from collections import Counter
from collections.abc import Iterable

from msgspec.structs import replace

from croupier.cards import UNKNOWN, Card
from croupier.engine.round import Round
from croupier.room.custody.state import Deck, with_deck
from croupier.room.table.state import Table
from croupier.rules.game import Game


def gathered(state: Round) -> tuple[Card, ...]:
    """Every card of a round: the stub, the hands, the boards, the burned and the discarded."""
    hands = [card for hand in state.hands.values() for card in hand.down + hand.up]
    first, *others = state.boards
    boards = [*first]  # another board run from the same cards shares them
    for board in others:
        boards += [card for place, card in enumerate(board) if first[place : place + 1] != (card,)]
    piles = [card for pile in state.discards for card in pile.cards]
    stub = state.deck[state.top :]
    return (*stub, *hands, *boards, *piles, *state.burns, *state.common, *state.house)


def cards_of(table: Table, deck: Deck) -> tuple[Card, ...]:
    """The cards of a deck at this table now, in no order."""
    state = table.round
    if deck.name == table.custody.dealt and deck.status == "dealt" and state is not None:
        return gathered(state)
    if deck.seal is not None:
        return deck.seal.order
    return deck.cards or table.game.cards


def left_on_table(table: Table, state: Round) -> Table:
    """The table after a round, whose deck is what the round has left of it."""
    custody, cards = table.custody, gathered(state)
    if custody.dealt not in custody.decks or not amiss(table.game, cards):
        return table
    return replace(table, custody=with_deck(custody, custody.dealt, cards=cards))


def amiss(game: Game, cards: Iterable[Card]) -> str:
    """What is wrong with the cards of a deck, in words; "": nothing.

    >>> from croupier.games import GAMES
    >>> game = GAMES["holdem"]
    >>> amiss(game, (*game.cards[1:], game.cards[5]))
    '2c is missing; 3d is there twice'
    """
    there, whole = Counter(cards), Counter(game.cards)
    if UNKNOWN in there:  # real cards, which nobody has named
        return ""
    found = [f"{card.value} is missing" for card in whole if not there[card]]
    found += [f"{card.value} is there twice" for card in whole if there[card] > 1]
    found += [f"{card.value} is no card of this deck" for card in there if not whole[card]]
    return "; ".join(found)


def in_sequence(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Cards by suit, and in sequence within the suit; jokers at the end."""
    return tuple(sorted(cards, key=lambda card: (card.rank < 0, card.suit, card.rank)))


def spread_view(table: Table) -> dict[str, tuple[Card, ...]]:
    """What players see of the decks: those that are spread face up, in order."""
    up = (deck for deck in table.custody.decks.values() if deck.status == "spread")
    return {deck.name: in_sequence(cards_of(table, deck)) for deck in up if deck.face == "up"}
