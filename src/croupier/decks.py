"""Decks in a chosen order: stacked so that each seat gets the cards that are named.

>>> from croupier import GAMES, spell, stacked_deck, start
>>> deck = stacked_deck(GAMES["holdem"], (1, 2), hands={1: "AsAh", 2: "KsKd"}, board="2c7d9hTsJc")
>>> state, log = start(GAMES["holdem"], {1: 200_00, 2: 200_00}, deck=deck)
>>> spell(state.hands[1].down), spell(state.hands[2].down)
('AsAh', 'KsKd')
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from croupier.cards import UNKNOWN, Card, check_distinct, parse_cards, worded
from croupier.engine.dues import in_order
from croupier.engine.turns import HOUSE
from croupier.games import game_of
from croupier.refused import Refused
from croupier.rules.banked import Deliver
from croupier.rules.game import Game
from croupier.rules.steps import Board, Burn, Deal, Draw

Pile = tuple[str, int]  # what it is, and whose or which


def unknown_deck(game: Game | str) -> tuple[Card, ...]:
    """A deck of which no card is known: the dealer names each with the command `Announce`."""
    game = game_of(game)
    return (UNKNOWN,) * game.deck


def stacked_deck(
    game: Game | str,
    seats: Sequence[int],
    *,
    hands: Mapping[int, str | Sequence[str]] | None = None,
    board: str | Sequence[str] = "",
    burns: str = "",
    stub: str = "",
    button: int | None = None,
    boards: int = 1,
    known: bool = True,
) -> tuple[Card, ...]:
    """A deck that gives these cards while all players stay in, each hand as it is dealt.

    `board` may be several, one text a board; `boards` says how many a bomb pot has. `stub` lies
    right after the last card that is dealt before a draw, or after the whole deal. Seat 0 of
    `hands` is the house. Without a button the last seat has it, as in `start`. Places without a
    name are filled with the cards left over, lowest first; with `known=False` they stay unknown,
    and the dealer is asked for them when they are due.
    """
    game = game_of(game)
    for field, given, kind, like in (
        ("seats", seats, Iterable, "the numbers of seats, such as (1, 2)"),
        ("hands", hands or {}, Mapping, "seats and their cards, such as {1: 'AsAh'}"),
    ):
        if not isinstance(given, kind):
            raise Refused(f"FIELD {field}", f"{field} must be {like}, not {str(given)[:40]!r}")
    several = [board] if isinstance(board, str) else list(board)
    place = max(seats, default=0) if button is None else button
    named = {("hand", seat): worded(cards, "hands") for seat, cards in (hands or {}).items()}
    named |= {("board", number): text for number, text in enumerate(several)}
    named |= {("burn", 0): burns, ("stub", 0): stub}
    piles = {pile: list(_read(game, text)) for pile, text in named.items()}
    check_distinct([card for cards in piles.values() for card in cards])
    taken = {card for cards in piles.values() for card in cards}
    rest = [card if known else UNKNOWN for card in game.cards if card not in taken]
    order = in_order(list(seats), place if game.button else 0)
    deck: list[Card] = []
    for pile in places(game, order, max(boards, len(several))):
        source = piles.get(pile) or rest
        if source:  # nine players of stud want more cards than there are
            deck.append(source.pop(0))
    deck += [*piles.pop(("stub", 0)), *rest]
    for (what, number), left in piles.items():
        if left:
            where = "the burns" if what == "burn" else f"{what} {number}"
            raise Refused("FIELD deck", f"{left[0].value} is one card too many for {where}")
    return tuple(deck)


def _read(game: Game, text: str) -> tuple[Card, ...]:
    cards = parse_cards(text)
    for card in cards:
        if card not in game.cards:
            raise Refused("FIELD deck", f"{card.value} is not in the deck of {game.title}")
    return cards


def places(game: Game, order: Sequence[int], boards: int) -> Iterator[Pile]:
    """Where each card from the top goes, as far as that does not depend on a draw."""
    for step in game.script:
        match step:
            case Burn():
                yield "burn", 0
            case Deal():
                for _ in range(step.down + step.up):
                    yield from (("hand", seat) for seat in order)
            case Deliver():
                for _ in range(step.each):
                    yield from (("hand", seat) for seat in (*order, HOUSE))
            case Board():
                for number in range(max(boards, len(step.boards))):
                    yield from [("board", number)] * step.up
            case Draw():
                return
            case _:
                pass
