"""How good a hand is: the part of the pot it wins when the rest of the round is imagined."""

from random import Random

from croupier.cards import UNKNOWN, Card
from croupier.engine.round import Round
from croupier.odds.drawing import Keep, keeper
from croupier.rankings import FAMILIES
from croupier.rules.steps import Board, Deal, Discard, Draw
from croupier.sim.discarding import keep_best

Cards = tuple[Card, ...]


def expected_share(seen: Round, seat: int, *, trials: int, chance: Random) -> float:
    """The share of the pot that a bot expects if no player folds; `seen` is the seat's own view."""
    known = _known(seen)
    unseen = [card for card in seen.game.cards if card not in known]
    keep = keeper(seen.showdown.shares)
    total = 0.0
    for _ in range(trials):
        chance.shuffle(unseen)
        total += _part(seat, _Imagined(seen, seat, list(unseen), keep))
    return total / trials


def _known(seen: Round) -> set[Card]:
    """Every card this view shows, wherever it lies."""
    lying = [*seen.common, *(card for board in seen.boards for card in board)]
    for hand in seen.hands.values():
        lying += hand.down + hand.up
    for pile in seen.discards:
        lying += pile.cards
    return set(lying) - {UNKNOWN}


class _Imagined:
    """One way the round may continue, card by card."""

    def __init__(self, seen: Round, seat: int, pool: list[Card], keep: Keep) -> None:
        self.seen = seen
        self.pool = pool
        self.thrown: list[Card] = []
        self.boards = list(seen.boards)
        self.hands = {
            other: tuple(
                self.take(1)[0] if card is UNKNOWN else card for card in hand.down + hand.up
            )
            for other, hand in seen.hands.items()
            if not hand.out
        }
        drawn = any(isinstance(step, Draw) for step in seen.script)
        for other in sorted(self.hands.keys() - {seat}):
            for number in range(seen.draws if drawn else 0):  # the others drew sensibly before
                self.draw(other, keep, 3 - number)
        self.finish(keep)

    def take(self, count: int) -> Cards:
        """Cards from the pool, which the thrown ones renew; fewer when all are gone."""
        if len(self.pool) < count:
            self.pool = self.thrown + self.pool
            self.thrown = []
        taken = tuple(self.pool[len(self.pool) - count :] if count else ())
        del self.pool[len(self.pool) - len(taken) :]
        return taken

    def draw(self, seat: int, keep: Keep, draws: int) -> None:
        """Exchange the cards that are not worth keeping."""
        hand = self.hands[seat]
        kept = keep(hand, draws)
        new = self.take(len(hand) - len(kept))
        self.thrown += [card for card in hand if card not in kept]
        self.hands[seat] = kept + new

    def throw(self, seat: int, count: int) -> None:
        """Throw this many cards, and get none for them."""
        hand, shares = self.hands[seat], self.seen.showdown.shares
        self.hands[seat] = keep_best(shares, hand, self.boards[0], len(hand) - count)

    def finish(self, keep: Keep) -> None:
        """Deal the steps that are left of the script."""
        seen = self.seen
        rest = seen.script[seen.at :]
        draws = sum(isinstance(step, Draw) for step in rest)
        for place, step in enumerate(rest):
            match step:
                case Deal() if place or not seen.dealt:
                    for other in self.hands:
                        self.hands[other] += self.take(step.down + step.up)
                case Board():
                    for board in step.boards:
                        self.boards[board] += self.take(step.up)
                case Discard():
                    waiting = seen.waiting if not place and seen.opened else tuple(self.hands)
                    for other in waiting:
                        self.throw(other, step.count)
                case Draw():
                    waiting = seen.waiting if not place and seen.opened else tuple(self.hands)
                    for other in waiting:
                        self.draw(other, keep, draws)
                    draws -= 1
                case _:
                    pass


def _part(seat: int, imagined: _Imagined) -> float:
    """What a seat wins of the pot, each board and share an equal part of it."""
    shares = imagined.seen.showdown.shares
    total = 0.0
    for board in imagined.boards:
        parts = []
        for share in shares:
            ranking = FAMILIES[share.ranking]
            common = board + imagined.seen.common
            rated = {
                other: ranking.strength_of(cards, common, share.pick)
                for other, cards in imagined.hands.items()
            }
            best = max(rated.values())
            winners = sum(strength == best for strength in rated.values())
            if best:
                parts.append(1 / winners if rated[seat] == best else 0.0)
        total += sum(parts) / len(parts)
    return total / len(imagined.boards)
