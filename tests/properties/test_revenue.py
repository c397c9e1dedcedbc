"""What the house takes, counted a second time from the log alone: chips in, chips back, cards."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards import Card
from croupier.engine import events as engine_events
from croupier.engine.accounts import BOX, DROP, INVENTORY, POT, RAKE
from croupier.engine.events import AnyEvent
from croupier.rankings import FAMILIES, AnyOf
from croupier.rules.game import Game
from croupier.rules.revenue import Method, Percentage
from croupier.rules.revenue_sign import high_share
from croupier.rules.sign import TableSign
from tests.strategies import ALL_GAMES, Played, examples, rounds_of


@dataclass
class Book:
    """One round as a person with pencil and paper would follow it."""

    sign: TableSign
    players: int
    put: Counter[str] = field(default_factory=Counter)
    dead: int = 0
    before: int = 0  # called sums when the last betting round was over
    raked: int = 0
    board: int = 0
    twice: bool = False

    @property
    def called(self) -> int:
        """What at least two players have put in, each as far as another did."""
        second = sorted([0, 0, *self.put.values()])[-2]
        return self.dead + sum(min(chips, second) for chips in self.put.values())

    @property
    def most(self) -> int:
        found = [most for players, most in self.sign.rake_tiers if players >= self.players]
        return min([int(self.sign.rake_max), *found])

    @property
    def dry(self) -> bool:
        return self.sign.no_flop_no_drop and not self.board

    def due(self) -> int:
        """What the betting round that is over bears."""
        if self.sign.rake is None or self.dry:
            return 0
        sums = self.called
        if isinstance(self.sign.rake, Percentage):
            due = bears(self.sign.rake, sums - self.before, self.sign.unit)
        else:
            due = bears(self.sign.rake, sums, self.sign.unit) - self.raked
        return max(0, min(due, self.most - self.raked, self.left(self.raked)))

    def left(self, taken: int) -> int:
        return (self.called - taken) // self.sign.unit * self.sign.unit

    def follow(self, event: AnyEvent) -> None:
        for move in getattr(event, "moves", ()):
            if isinstance(event, engine_events.Posted) and event.kind == "dead":
                self.dead += move.chips
            elif move.target == POT:
                self.put[move.source] += move.chips
            elif isinstance(event, engine_events.Returned):
                self.put[move.target] -= move.chips
        if isinstance(event, engine_events.BoardDealt):
            self.board += len(event.cards)
        if isinstance(event, engine_events.Agreed):
            self.twice = event.twice
        if isinstance(event, engine_events.BettingClosed) and not self.dry:
            self.before = self.called

    def ends(self) -> Iterator[tuple[str, int]]:
        """What is taken between the last betting round and the award."""
        second = min(self.raked, self.left(self.raked)) if self.twice else 0
        yield RAKE, second
        taken = self.raked + second
        drop = min(self.sign.promo_drop, self.left(taken)) if self.raked else 0
        yield DROP, drop
        posted = self.sign.bad_beat
        if posted and posted.contribution and not self.dry and self.called >= (posted.min_pot or 0):
            due = bears(posted.contribution, self.called, self.sign.unit)
            yield BOX, min(due, posted.contribution_max, self.left(taken + drop))


def bears(method: Method, sums: int, unit: int) -> int:
    if isinstance(method, Percentage):
        return int(Fraction(method.percent) * sums / 100 / unit) * unit
    return sum(amount for level, amount in method.levels if level <= sums)


def the_house_takes_what_is_posted(played: Played) -> None:
    """Follow the log with the book, and compare at every place where chips may leave the pot."""
    opened = played.log[0]
    assert isinstance(opened, engine_events.RoundOpened)
    book = Book(opened.sign, len(opened.stacks))
    took: list[tuple[str, int]] = []  # since the last betting round was over
    over = False
    for event in played.log:
        if isinstance(
            event,
            engine_events.RakeTaken
            | engine_events.PromoDropTaken
            | engine_events.ContributionTaken,
        ):
            assert not over, "nothing is taken after the award"
            took += [(move.target, int(move.chips)) for move in event.moves]
        elif (
            isinstance(
                event,
                engine_events.BettingClosed | engine_events.PotAwarded | engine_events.RoundClosed,
            )
            and not over
        ):
            over = not isinstance(event, engine_events.BettingClosed)
            due = [(str(RAKE), book.due())]
            book.raked += book.due()
            due += book.ends() if over else ()
            assert took == [(area, chips) for area, chips in due if chips > 0]
            took = []
        book.follow(event)
    _all_chips_are_accounted_for(played, book)
    assert list(_bad_beats(played)) == [
        (event.seat, event.by)
        for event in played.log
        if isinstance(event, engine_events.BadBeatFound)
    ]


def _all_chips_are_accounted_for(played: Played, book: Book) -> None:
    accounts = played.end.accounts
    awards = (event for event in played.log if isinstance(event, engine_events.PotAwarded))
    won = sum(move.chips for award in awards for move in award.moves)
    house = {area: accounts.get(area, 0) for area in (INVENTORY, DROP, BOX)}
    assert won + sum(house.values()) == book.put.total() + book.dead
    assert accounts.get(RAKE, 0) == 0
    takes = (event for event in played.log if isinstance(event, engine_events.RakeTaken))
    assert house[INVENTORY] == sum(move.chips for take in takes for move in take.moves)
    assert house[INVENTORY] <= book.most * (2 if book.twice else 1)
    banked = [event for event in played.log if isinstance(event, engine_events.RakeBanked)]
    assert len(banked) == bool(house[INVENTORY])


def _bad_beats(played: Played) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The seats that lost, and their hands, read from the hands that were shown."""
    high, posted = high_share(played.setting.game), played.setting.sign.bad_beat
    if high is None or posted is None:
        return
    share, end = high[1], played.end
    family, board = FAMILIES[share.ranking], end.boards[0] + end.common
    at_showdown = played.log[: _closed_at(played)]
    hands = {
        event.seat: event.cards for event in at_showdown if isinstance(event, engine_events.Shown)
    }
    read = {seat: family.hand_of(cards, board, share.pick) for seat, cards in hands.items()}
    best, least = max(read.values(), default=None), family.hand(posted.least)  # type: ignore[type-var]  # a high hand always reads
    winners = [seat for seat in played.end.order if read.get(seat) == best and seat in read]

    def own_play(seat: int) -> bool:
        own = hands[seat]
        any_play = family.best_selections(own, board, share.pick)
        return not isinstance(share.pick, AnyOf) or any(_inside(own, play) for play in any_play)

    if posted.hole_cards == "both":
        winners = [seat for seat in winners if own_play(seat)]
    lost = [seat for seat in end.order if seat in read and least <= read[seat] < best]  # type: ignore[operator]  # as above
    if posted.hole_cards in ("loser", "both"):
        lost = [seat for seat in lost if own_play(seat)]
    for seat in sorted(lost, key=lambda seat: read[seat], reverse=True):  # type: ignore[arg-type,return-value]  # as above
        if winners:
            yield seat, tuple(winners)


def _closed_at(played: Played) -> int:
    return next(
        place
        for place, event in enumerate(played.log)
        if isinstance(event, engine_events.RoundClosed)
    )


def _inside(own: tuple[Card, ...], play: tuple[Card, ...]) -> bool:
    return all(card in play for card in own)


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.key)
@examples(40)
@given(data=st.data())
def test_the_house_takes_what_is_posted_and_no_more(game: Game, data: st.DataObject) -> None:
    the_house_takes_what_is_posted(data.draw(rounds_of(game)))
