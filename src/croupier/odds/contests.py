"""What the settlement of a banked game pays, read from the game and the sign the table plays."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations

from croupier.cards import DECK_52, Card
from croupier.engine.settle import odds_posted, posted
from croupier.odds.wagers import Strategy, Wager, ends_of
from croupier.rankings import FAMILIES
from croupier.rankings.classes import tables
from croupier.rules.banked import AgainstDealer, Choice, Contest, OnTable, Settle
from croupier.rules.game import Game
from croupier.rules.paytables import Line, PayTable
from croupier.rules.sign import TableSign

Cards = tuple[Card, ...]
NO_CHOICE = Strategy("none", "there is nothing to decide")


def contests(game: Game) -> Iterator[Contest]:
    """Every contest of a game, in the order of the settlement."""
    for step in game.script:
        if isinstance(step, Settle):
            yield from step.contests


def against_dealer(game: Game) -> AgainstDealer:
    """The contest with the dealer's hand."""
    return next(contest for contest in contests(game) if isinstance(contest, AgainstDealer))


def on_table(game: Game, spot: str) -> OnTable:
    """The contest of a wager that a pay table decides alone, for its exact return."""
    found = (c for c in contests(game) if isinstance(c, OnTable) and c.spot == spot)
    return next(found)


def times(game: Game, spot: str) -> int:
    """How many antes a later wager is."""
    steps = (step for step in game.script if isinstance(step, Choice) and step.place == spot)
    return next(steps).times


def lines_of(contest: OnTable, sign: TableSign) -> tuple[PayTable, tuple[Line, ...]]:
    """The table in force and its lines with the odds the sign posts; even money where it is so."""
    table = posted(contest.table, sign)
    odds = odds_posted(table, sign)
    lines = [Line(line.hand, table.odds(line.hand, odds)) for line in table.lines]
    if contest.even:
        lines = [Line(line.hand, 1) for line in lines]
    return table, tuple(lines)


def deck(game: Game) -> Cards:
    """The cards of the game whose chances are asked."""
    return game.cards


def two_card_wager(game: Game, sign: TableSign, spot: str) -> Wager:
    """A wager on the player's own two cards: every hand of the deck is looked up."""
    contest = on_table(game, spot)
    table, lines = lines_of(contest, sign)
    count: dict[str, int] = {}
    for own in combinations(deck(game), 2):
        line = table.line(own, ())
        count[line] = count.get(line, 0) + 1
    total = sum(count.values())
    known = {line.hand: line.odds for line in lines}
    ends = [(line, known[line] or 0, count.pop(line, 0)) for line in known]
    ends.append(("anything else", -1, sum(count.values())))
    return Wager(name=spot, ends=ends_of(ends, total), average=Fraction(1), strategy=NO_CHOICE)


@cache
def five_card_hands() -> tuple[tuple[int, Cards], ...]:
    """One hand of five cards for every strength.

    >>> len(five_card_hands())
    7462
    """
    classes, found = tables(FAMILIES["high-5"].family), []
    for sixteens, strength in classes.mixed.items():
        found.append((strength, _of_mixed_suits(sixteens)))
    for mask, strength in enumerate(classes.suited):
        if strength and mask.bit_count() == 5:
            cards = tuple(DECK_52[4 * rank] for rank in range(13) if mask >> rank & 1)
            found.append((strength, cards))
    return tuple(sorted(found))


def _of_mixed_suits(sixteens: int) -> Cards:
    cards: list[Card] = []
    for rank in range(13):
        held = sixteens >> 4 * rank & 15
        first = 1 if not cards else 0  # the lowest card breaks the flush
        cards += [DECK_52[4 * rank + (first + place) % 4] for place in range(held)]
    return tuple(cards)
