"""Hints for learners in words: what a call costs, which cards help, and what beats the hand now.

They are made from what the player may see, and from nothing else.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, islice
from random import Random

from croupier.cards import UNKNOWN, Card
from croupier.chips import money
from croupier.engine.round import Round
from croupier.rankings import FAMILIES
from croupier.rankings.read_hand import Hand
from croupier.rules.steps import Board, Deal, Draw
from croupier.views.narration.wording import listed

HOLDINGS = 600  # hands of an opponent that are looked at
NAMED = 3  # kinds of hands that a hint names


def hints(seen: Round, seat: int, share: float = -1.0) -> tuple[str, ...]:
    """Sentences for the player at a seat; `share` is the part of the pot that they can expect."""
    return (*_price(seen, seat, share), *_helping(seen, seat), *_beaten(seen, seat))


def _price(seen: Round, seat: int, share: float) -> Iterator[str]:
    """What a call costs, and how often it must win to pay."""
    turn = seen.turn(seat)
    owed = min(turn.to_call, seen.stacks[seat]) if turn is not None else 0
    if not owed:
        return
    needs = owed / (seen.pot + owed)
    words = (
        f"Calling {money(owed)} for a pot of {money(seen.pot)} pays if you win {needs:.0%} of it"
    )
    yield f"{words}; you can expect {share:.0%}." if share >= 0 else f"{words}."


def _helping(seen: Round, seat: int) -> Iterator[str]:
    """The cards of the next street that make a better kind of hand."""
    to_board = next((isinstance(s, Board) for s in seen.script[seen.at :] if _brings(s)), None)
    now = _made(seen, seat)
    if to_board is None or now is None:
        return
    unseen = _unseen(seen, seat)
    better: Counter[str] = Counter()
    for card in unseen:
        then = _made(seen, seat, () if to_board else (card,), (card,) if to_board else ())
        if then is not None and _kind(seen, then) < _kind(seen, now):
            better[_plain(then)] += 1
    if not better:
        yield f"None of {len(unseen)} unseen cards makes a better kind of hand on the next street."
        return
    kinds = [f"{number} make {name}" for name, number in better.most_common(NAMED)]
    yield f"Outs: {better.total()} of {len(unseen)} unseen cards help; {listed(kinds)}."


def _beaten(seen: Round, seat: int) -> Iterator[str]:
    """What an opponent can hold that is better now."""
    board, now = seen.boards[0], _made(seen, seat)
    if len(board) < 3 or now is None:
        return
    unseen, size = _unseen(seen, seat), len(seen.hands[seat].down)
    every = islice(combinations(unseen, size), 2 * HOLDINGS) if size == 2 else ()
    chance = Random(1)
    drawn = every if size == 2 else (chance.sample(unseen, size) for _ in range(HOLDINGS))
    held = [hand for cards in drawn if (hand := _read(seen, tuple(cards), board)) is not None]
    ahead = [hand for hand in held if hand > now]
    if not ahead:
        yield "No hand beats yours now."
        return
    kinds = [name for name, _ in Counter(_plain(hand) for hand in ahead).most_common(NAMED)]
    part = f"{len(ahead) / len(held):.0%}"
    yield f"{part} of opposing hands beat yours now, most often {listed(kinds)}."


def _brings(step: object) -> bool:
    return isinstance(step, Board | Deal | Draw)


def _made(
    seen: Round, seat: int, more: tuple[Card, ...] = (), board: tuple[Card, ...] = ()
) -> Hand | None:
    hand = seen.hands[seat]
    return _read(seen, hand.down + hand.up + more, seen.boards[0] + board)


def _read(seen: Round, own: tuple[Card, ...], board: tuple[Card, ...]) -> Hand | None:
    """The hand for the first share; none while it is not whole."""
    share = seen.showdown.shares[0]
    ranking, needs = FAMILIES[share.ranking], getattr(share.pick, "board", 0)
    if len(own) + len(board) < ranking.size or len(board) < needs:
        return None
    return ranking.hand_of(own, board + seen.common, share.pick)


def _kind(seen: Round, hand: Hand) -> int:
    return FAMILIES[seen.showdown.shares[0].ranking].family.categories.index(hand.category)


def _plain(hand: Hand) -> str:
    """A kind of hand as it follows "make" or "most often"."""
    name = "a pair" if hand.category == "one pair" else hand.name.category
    article = {"flush": "a flush", "straight": "a straight", "full house": "a full house"}
    return article.get(name, name.replace("-", " "))


def _unseen(seen: Round, seat: int) -> list[Card]:
    known = {card for hand in seen.hands.values() for card in hand.up}
    known |= {*seen.hands[seat].down, *seen.common}
    known |= {card for board in seen.boards for card in board}
    return [card for card in seen.game.cards if card not in known and card is not UNKNOWN]
