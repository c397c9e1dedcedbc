"""A question of chances, read and checked: who may hold what, what is known, how the pot is shared.

A question whose cards are all out is answered sooner than it is read, so its players are prepared
once (`lineup`) and asked about many boards. What cannot be, or is written in an unusual way, is
read in full, and that says what is wrong.
"""

from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import chain
from math import comb, lcm, prod
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import DECK_52, Card, parse_cards, spell, worded
from croupier.games import game_of
from croupier.odds.deals import Layout, layout_of
from croupier.odds.notation import refused
from croupier.odds.ranges import Range, count, mask_of, read_known
from croupier.rankings import FAMILIES, kernels
from croupier.refused import Refused
from croupier.rules.game import Game

WAYS_MOST = 100_000  # to hold the cards, for a quick answer: a millisecond, on no other thread


class Question(Struct, frozen=True, dict=True):
    """What is asked, read and checked."""

    game: Game
    layout: Layout
    seats: tuple[Range, ...]
    masks: tuple[list[int], ...]  # the hands of each seat that known cards leave possible
    weights: tuple[list[int], ...]  # and their weights; none where they are equally likely
    board: tuple[Card, ...]
    board_missing: int
    dead: tuple[Card, ...]

    @property
    def gone(self) -> tuple[Card, ...]:
        """Cards that no hand of the question can get: dead ones, and those not in the deck."""
        return self.dead + _absent(self.game)

    @cached_property
    def players(self) -> tuple[Any, Any]:
        """The shares of the pot and the seats, as the compiled core reads them."""
        kinds = [FAMILIES[share.ranking].family for share in self.layout.shares]
        picks = [share.pick for share in self.layout.shares]
        missing = [seat.missing for seat in self.seats]
        shares = zip(map(kernels.kernel, kinds), picks, strict=True)
        return list(shares), list(zip(self.masks, missing, strict=True))

    def contest(self) -> "kernels.core.Contest":
        """The same as the compiled core asks it."""
        board, dead = mask_of(self.board), mask_of(self.gone)
        missing, weights = self.board_missing, self.weights
        try:
            return kernels.core.Contest(*self.players, board, missing, dead, weights)
        except ValueError as fault:
            raise Refused("FIELD hands", f"the hands cannot all be held at once: {fault}") from None

    @cached_property
    def spelled(self) -> tuple[str, str]:
        """The board and the dead cards of an equity question in letters."""
        return spell(self.board), spell(self.dead)


def _absent(game: Game) -> tuple[Card, ...]:
    """The cards of a whole deck that are not in this game's."""
    if game.cards == DECK_52:
        return ()
    return tuple(card for card in DECK_52 if card not in game.cards)


@lru_cache(maxsize=256)
def read_question(
    game: Game, layout: Layout, hands: tuple[str, ...], board: str, dead: str
) -> Question:
    """Read what everybody holds and which cards are known; refuse what cannot be."""
    most = game.players.most
    if not 2 <= len(hands) <= most:
        are = "hand is" if len(hands) == 1 else "hands are"
        why = f"{len(hands)} {are} given; 2 to {most} may play"
        raise Refused("FIELD hands", why)
    laid, shown = _named("board", board, layout.board_most)
    _, out = _named("dead", dead, 52)
    layout = layout.with_board(laid)
    seats = [layout.read(text) for text in hands]
    _check_once(shown, out, seats)
    _check_deck(game, shown, out, seats)
    missing = layout.board - len(shown)
    needed = layout.board + len(out) + layout.own * len(seats)
    if needed > game.deck:
        why = f"the hands, the board and the dead cards are {needed} cards, more than a deck"
        raise Refused("FIELD hands", why)
    gone = mask_of([*shown, *out, *_absent(game), *chain(*(seat.cards for seat in seats))])
    masks, weights = zip(*[_possible(seat, gone) for seat in seats], strict=True)
    return Question(game, layout, tuple(seats), masks, weights, shown, missing, out)


@lru_cache(maxsize=256)
def _named(field: str, text: str, most: int) -> tuple[int, tuple[Card, ...]]:
    """How many cards are named, and those that are known."""
    try:
        named = parse_cards(text)
        if len(named) > most:
            what = "this game has no board" if not most else f"there are {most} at most"
            raise Refused("", f"{text[:40]!r} is {count(named)}; {what}")
        return len(named), read_known(text, most)
    except Refused as fault:
        raise Refused(f"FIELD {field}", fault.why) from None


def _check_once(board: Sequence[Card], dead: Sequence[Card], seats: Sequence[Range]) -> None:
    """Refuse a card that is in two places, naming the field where it turns up again."""
    seen: set[Card] = set()
    fields = [("board", board), ("dead", dead), *(("hands", seat.cards) for seat in seats)]
    for field, cards in fields:
        for card in cards:
            if card in seen:
                raise Refused(f"FIELD {field}", f"{card.value} occurs twice")
            seen.add(card)


def _check_deck(
    game: Game, board: Sequence[Card], dead: Sequence[Card], seats: Sequence[Range]
) -> None:
    """Refuse a card that this game plays without."""
    fields = [("board", board), ("dead", dead), *(("hands", seat.cards) for seat in seats)]
    for field, cards in fields:
        for card in cards:
            if card not in game.cards:
                why = f"{card.value} is not in the deck of {game.title}"
                raise Refused(f"FIELD {field}", why)


def _possible(seat: Range, gone: int) -> tuple[list[int], list[int]]:
    """The hands of a range that the known cards leave possible, and their weights."""
    if len(seat.masks) == 1:
        return list(seat.masks), []
    masks = [mask for mask in seat.masks if not mask & gone]
    if not masks:
        raise refused(seat.text, "has no hand left: the known cards rule out all of them")
    if not seat.weights:
        return masks, []
    both = zip(seat.masks, seat.weights, strict=True)
    return masks, [weight for mask, weight in both if not mask & gone]


def too_fine(question: Question) -> bool:
    """Whether weights are so fine that exact sums would outgrow the numbers they are kept in."""
    if not any(question.weights):
        return False
    ways = comb(52, question.board_missing) * len(question.layout.shares)
    for seat, masks, weights in zip(question.seats, question.masks, question.weights, strict=True):
        ways *= (sum(weights) or len(masks)) * comb(52, seat.missing)
    return ways * lcm(*range(1, len(question.seats) + 1)) >= 1 << 63


def texts_of(hands: Any) -> tuple[str, ...]:
    """The hands as text, whatever they were given as."""
    if not isinstance(hands, list | tuple):
        why = f"hands must be a list such as ['AsAh', 'KK+'], not {str(hands)[:40]!r}"
        raise Refused("FIELD hands", why)
    return tuple(
        [hand.text if isinstance(hand, Range) else worded(hand, "hands") for hand in hands]
    )


class Lineup(Struct, frozen=True, eq=False):
    """Players who hold all their own cards: prepared once, and asked about many boards."""

    core: "kernels.core.Lineup"
    key: str
    seats: tuple[str, ...]
    shares: tuple[str, ...]


@lru_cache(maxsize=256)
def lineup(game: Game | str, hands: tuple[Any, ...]) -> Lineup | None:
    """Prepare the players; nothing where cards are to come or something is wrong with them."""
    try:
        game, texts = game_of(game), texts_of(hands)
        question = replace(read_question(game, layout_of(game), texts, "", ""), board_missing=0)
    except Refused:
        return None
    layout, weights = question.layout, question.weights
    known = not any(seat.missing for seat in question.seats)
    if not known or too_fine(question) or prod(map(len, question.masks)) > WAYS_MOST:
        return None
    try:
        core = kernels.core.Lineup(*question.players, layout.board, layout.deck, weights)
    except ValueError:  # the ranges conflict
        return None
    return Lineup(core, game.key, texts, tuple(share.name for share in layout.shares))
