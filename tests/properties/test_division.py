"""The pots are divided as a second, plain computation says, and nobody wins what was not risked."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards import Card
from croupier.engine import events as engine_events
from croupier.engine import faults
from croupier.engine.accounts import POT
from croupier.rankings import FAMILIES, reference
from croupier.rules.game import Game
from croupier.rules.sign import TableSign
from croupier.rules.steps import Share, Showdown
from tests.strategies import ALL_GAMES, Played, examples, rounds_of

Cards = tuple[Card, ...]


class Table:
    """What a person at the table would have written down: chips, hands and who gave up."""

    def __init__(self, played: Played) -> None:
        self.sign: TableSign = played.end.sign
        finish = played.setting.game.script[-1]
        assert isinstance(finish, Showdown)
        self.shares = finish.shares
        seats, button = sorted(played.setting.stacks), played.setting.button
        after = [seat for seat in seats if seat > button] if played.setting.game.button else seats
        self.order = after + [seat for seat in seats if seat not in after]
        self.chips = played.setting.stacks
        self.paid: Counter[int] = Counter(dict.fromkeys(seats, 0))
        self.folded: list[int] = []
        self.taken = 0
        self.conceded: list[int] = []
        self.shown: dict[int, Cards] = {}
        self.held: dict[int, list[Card]] = {seat: [] for seat in seats}
        self.boards: dict[int, Cards] = {0: ()}
        self.common: Cards = ()
        self._plays: dict[tuple[str, int, int], tuple[reference.Rating, list[Cards]]] = {}
        for event in played.log:
            self._note(event)

    def _note(self, event: Any) -> None:
        if isinstance(
            event,
            engine_events.RakeTaken
            | engine_events.PromoDropTaken
            | engine_events.ContributionTaken,
        ):
            self.taken += sum(move.chips for move in event.moves)
        elif not isinstance(event, engine_events.PotAwarded | engine_events.RakeBanked):
            for move in getattr(event, "moves", ()):
                paying = move.target == POT
                seat = int((move.source if paying else move.target)[len("stack:") :])
                self.paid[seat] += move.chips if paying else -move.chips
                if not paying and move.source != POT:  # a refund out of what was taken
                    self.taken -= move.chips
        match event:
            case engine_events.Dealt():
                for seat, card in zip(event.seats, event.cards, strict=True):
                    self.held[seat].append(card)
            case engine_events.Discarded():
                for card in event.cards:
                    self.held[event.seat].remove(card)
            case engine_events.BoardDealt():
                self.boards[event.board] = self.boards.get(event.board, ()) + event.cards
            case engine_events.CommonDealt():
                self.common += (event.card,)
            case engine_events.Agreed(twice=True):
                self.boards[1] = self.boards[0]
            case engine_events.Folded() | faults.HandDead() | faults.HandRefunded():
                self.folded.append(event.seat)
            case faults.Exchanged():
                self.held[event.seat].remove(event.exposed)
                self.held[event.seat].append(event.card)
            case engine_events.Mucked():
                self.conceded.append(event.seat)
            case engine_events.Shown():
                assert sorted(event.cards) == sorted(self.held[event.seat])
                self.shown[event.seat] = event.cards
            case _:
                pass

    # --- who contends for what ---------------------------------------------------------------

    def pots(self) -> list[tuple[int, list[int]]]:
        """Peel the smallest stake of a hand still in from everybody, again and again."""
        left, pots = dict(self.paid), []
        while contenders := [s for s in self.order if left[s] and s not in self.folded]:
            peel = min(left[seat] for seat in contenders)
            pots.append((sum(min(peel, chips) for chips in left.values()), contenders))
            left = {seat: chips - min(peel, chips) for seat, chips in left.items()}
        over = sum(left.values())  # paid by folded hands above all others
        if not pots:  # everybody but one folded, and that one has the uncalled bet back
            pots = [(over, [s for s in self.order if s not in self.folded])]
        elif over and any(self.chips[s] > self.paid[s] for s in self.order if self.is_in(s)):
            pots[-1] = (pots[-1][0] + over, pots[-1][1])
        elif over:
            pots.append((over, [seat for seat in self.order if left[seat]]))
        return self._after_the_house(pots)

    def _after_the_house(self, pots: list[tuple[int, list[int]]]) -> list[tuple[int, list[int]]]:
        """What the house took comes from the centre on outward, if the sign says so.

        Otherwise each pot bears its share; whole chips, the nearest to it first.
        """
        if self.sign.rake_from == "main_first":
            owed, net = self.taken, []
            for chips, seats in pots:
                net.append((max(0, chips - owed), seats))
                owed = max(0, owed - chips)
            return net
        whole, unit = sum(chips for chips, _ in pots), self.sign.unit
        exact = [Fraction(self.taken * chips, max(1, whole)) for chips, _ in pots]
        borne = [int(part / unit) * unit for part in exact]
        lacks = sorted(range(len(pots)), key=lambda at: (borne[at] - exact[at], -at))
        while sum(borne) < self.taken:
            for at in lacks:
                open_now = min(pots[at][0] - borne[at], self.taken - sum(borne))
                borne[at] += min(unit, open_now)
        return [(chips - part, seats) for (chips, seats), part in zip(pots, borne, strict=True)]

    def is_in(self, seat: int) -> bool:
        return seat not in self.folded and seat not in self.conceded

    def winnings(self) -> Counter[int]:
        won: Counter[int] = Counter()
        for chips, contenders in self.pots():
            in_it = [seat for seat in contenders if self.is_in(seat)]
            if not in_it:  # the last to give up keeps it
                in_it = [[seat for seat in self.folded + self.conceded if seat in contenders][-1]]
            if len(in_it) == 1:
                won[in_it[0]] += chips
            else:
                self._share_out(won, chips, in_it)
        return won

    def _share_out(self, won: Counter[int], chips: int, seats: list[int]) -> None:
        for board, part in zip(self.boards, dole(chips, len(self.boards), self.sign), strict=True):
            best = [(share, self.winners(share, board, seats)) for share in self.shares]
            best = [(share, winners) for share, winners in best if winners]
            for (share, winners), half in zip(best, dole(part, len(best), self.sign), strict=True):
                line = self.in_line(share, board, winners)
                for seat, piece in zip(line, dole(half, len(line), self.sign), strict=True):
                    won[seat] += piece

    def winners(self, share: Share, board: int, seats: list[int]) -> list[int]:
        rated = {seat: self.plays(share, board, seat)[0] for seat in seats}
        best = max((rating for rating in rated.values() if rating), default=None)
        return [seat for seat in seats if best and rated[seat] == best]

    def plays(self, share: Share, board: int, seat: int) -> tuple[reference.Rating, list[Cards]]:
        """The best rating of a hand, and every selection of cards that has it; counted once."""
        if (share.name, board, seat) not in self._plays:
            self._plays[share.name, board, seat] = self._best(share, board, seat)
        return self._plays[share.name, board, seat]

    def _best(self, share: Share, board: int, seat: int) -> tuple[reference.Rating, list[Cards]]:
        family, shared = FAMILIES[share.ranking].family, self.boards[board] + self.common
        best: reference.Rating = ()
        chosen: list[Cards] = []
        for cards in reference.hands(family, self.shown[seat], shared, share.pick):
            rating = reference.rate(family, cards) or ()
            if rating > best:
                best, chosen = rating, []
            if rating and rating == best:
                chosen.append(cards)
        return best, chosen

    def in_line(self, share: Share, board: int, winners: list[int]) -> list[int]:
        """Tied winners in the order of the odd chips."""
        named = self.sign.odd_chip if share.excess.named or not self.sign.authorised else ""
        rule = share.excess.rule
        if named:
            by_suit = "highest_by_suit" if share.name == "high" else "lowest_by_suit"
            rule = by_suit if named == "suit" else "left_of_button"  # type: ignore[assignment]  # both are precedences
        if rule == "left_of_button" or len(winners) == 1:
            return winners
        high = rule == "highest_by_suit"
        keys = {}
        for seat in winners:
            selections = self.plays(share, board, seat)[1]
            keys[seat] = min(_standing(cards, high=high) for cards in selections)
        return sorted(winners, key=keys.__getitem__)


def _standing(cards: Cards, *, high: bool) -> list[tuple[int, int]]:
    """Best first: from the ace and the spade down, or from the ace (as one) and the club up."""
    if high:
        return sorted((-card.rank, -card.suit) for card in cards)
    return sorted(((card.rank + 1) % 13, card.suit) for card in cards)


def dole(chips: int, ways: int, sign: TableSign) -> list[int]:
    """Hand chips out one unit at a time, around and around; coin that is left goes on in turn."""
    parts = [0] * ways
    rounds = chips // (sign.unit * ways)
    parts = [rounds * sign.unit] * ways
    chips -= sum(parts)
    place = 0
    while chips:
        piece = min(int(sign.unit), chips)
        parts[place] += piece
        chips, place = chips - piece, place + 1
    return parts


# --- the laws --------------------------------------------------------------------------------


def the_pots_go_where_a_plain_count_says(played: Played) -> None:
    table = Table(played)
    won = table.winnings()
    stacks = played.setting.stacks
    expected = {seat: stacks[seat] - table.paid[seat] + won[seat] for seat in stacks}
    assert expected == played.end.stacks


def nobody_wins_what_was_not_risked(played: Played) -> None:
    table, before, after = Table(played), played.setting.stacks, played.end.stacks
    for seat, stake in table.paid.items():
        assert stake >= 0
        others = [chips for other, chips in table.paid.items() if other != seat]
        assert after[seat] - before[seat] <= sum(min(stake, chips) for chips in others)
        if seat in table.folded:  # only what no hand still in could match may come back
            top = max(table.paid[other] for other in table.paid if other not in table.folded)
            over = sum(max(0, chips - top) for chips in table.paid.values())
            assert after[seat] - before[seat] + stake in (0, over if stake > top else 0)
    assert sum(after.values()) == sum(before.values()) - table.taken


def side_pots_come_first(played: Played) -> None:
    """The last side pot is pushed first, the center pot last (POKER 6(e)(7))."""
    pots = [event.pot for event in played.log if isinstance(event, engine_events.PotAwarded)]
    assert pots == sorted(pots, reverse=True)


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.key)
@examples(25)
@given(data=st.data())
def test_the_pots_go_where_a_plain_count_says(game: Game, data: st.DataObject) -> None:
    played = data.draw(rounds_of(game))
    the_pots_go_where_a_plain_count_says(played)
    nobody_wins_what_was_not_risked(played)
    side_pots_come_first(played)


@pytest.mark.parametrize(
    ("chips", "ways", "unit", "parts"),
    [
        (32_00, 3, 1_00, [11_00, 11_00, 10_00]),
        (8, 3, 1, [3, 3, 2]),
        (63_00, 2, 1_00, [32_00, 31_00]),
        (3_75, 2, 1_00, [2_00, 1_75]),
    ],
)
def test_the_plain_count_knows_the_worked_examples(
    chips: int, ways: int, unit: int, parts: Sequence[int]
) -> None:
    assert dole(chips, ways, TableSign(unit=unit)) == parts  # type: ignore[arg-type]  # cents
