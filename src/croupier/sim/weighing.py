"""A player who knows the chances: equity against unknown hands, drawn by the compiled kernels."""

from collections.abc import Sequence

from croupier.cards import DECK_52, UNKNOWN, Card
from croupier.engine.commands import Call, Command, Fold
from croupier.engine.round import Round
from croupier.engine.turns import Turn
from croupier.rankings import FAMILIES, kernels
from croupier.rules.steps import Board, Deal, Discard, Draw
from croupier.sim.answers import answer, passive
from croupier.sim.foresight import expected_share
from croupier.sim.ruled import Ruled

TRIALS = 500
IMAGINED = 60  # where the cards to come depend on choices, and are imagined one by one


class Weighing(Ruled):
    """Calls when its part of the pot is worth the price, and raises what is ahead of its share."""

    def bet(self, seen: Round, turn: Turn) -> Command:
        """Weigh the expected part of the pot against what staying costs."""
        share = self.share(seen, turn.actor)
        more = turn.option("raise") or turn.option("bet")
        even = 1 / len(seen.live)
        if more and share > even * (1.35 + 0.2 * seen.betting.raises):
            return answer(turn, more, more.least)
        if not turn.to_call:
            return passive(turn, seen)
        price = turn.to_call / (seen.pot + turn.to_call)
        return Call(turn.actor) if share >= price else Fold(turn.actor)

    def share(self, seen: Round, seat: int) -> float:
        """The share of the pot this seat can expect if no player folds."""
        if not only_cards_to_come(seen):
            return expected_share(seen, seat, trials=IMAGINED, chance=self.chance)
        return drawn_share(seen, seat, self.chance.getrandbits(64))


def only_cards_to_come(seen: Round) -> bool:
    """Whether the rest is dealt without a choice, to one board, from a deck that has enough."""
    ahead = sum(step.down + step.up for step in seen.script[seen.at :] if isinstance(step, Deal))
    held = sum(len(seen.hands[seat].down + seen.hands[seat].up) for seat in seen.live)
    enough = held + ahead * len(seen.live) <= seen.game.deck
    draws = any(isinstance(step, Draw) for step in seen.script)
    draws = draws or any(isinstance(step, Discard) for step in seen.script[seen.at :])
    return enough and not draws and len(seen.boards) == 1 and not seen.common


def drawn_share(seen: Round, seat: int, seed: int) -> float:
    """The same by the kernels, where nothing but cards is to come."""
    ahead = seen.script[seen.at + 1 :]
    more = sum(step.down + step.up for step in ahead if isinstance(step, Deal))
    boards = sum(step.up for step in ahead if isinstance(step, Board))
    seats = [_held(seen, other, more) for other in seen.live]
    gone = [card for pile in seen.discards for card in pile.cards if card is not UNKNOWN]
    gone += [card for card in DECK_52 if card not in seen.game.cards]
    shares = [
        (kernels.kernel(FAMILIES[share.ranking].family), share.pick)
        for share in seen.showdown.shares
    ]
    contest = kernels.core.Contest(shares, seats, _mask(seen.boards[0]), boards, _mask(gone))
    _, pot, accounts = contest.sample(TRIALS, seed, 1)
    units: int = accounts[seen.live.index(seat)]["units"]
    return units / (pot * TRIALS)


def _held(seen: Round, seat: int, more: int) -> tuple[list[int], int]:
    hand = seen.hands[seat]
    known = [card for card in hand.down + hand.up if card is not UNKNOWN]
    return [_mask(known)], len(hand.down) + len(hand.up) - len(known) + more


def _mask(cards: Sequence[Card]) -> int:
    return sum(1 << card.number for card in cards)
