"""A full table in a draw game where everybody throws everything: the hardest use of the discards.

deal, renewals = storm("badugi", seed=3)
renewals[0].before.burns         # how things lay when the deck was spent
renewals[0].event.order           # the cards that renewed it
"""

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from croupier.api import seeded_deck
from croupier.cards import DECK_52, Card
from croupier.engine.commands import Reshuffle
from croupier.engine.deal import renewal
from croupier.engine.events import Dealt, Discarded, Reshuffled
from croupier.engine.round import Round
from croupier.games import game_of
from tests.dealing import Deal


class Renewal(NamedTuple):
    """A reshuffle, and the round as it stood before."""

    before: Round
    event: Reshuffled

    @property
    def drawer(self) -> int:
        """Whose draw ran short; 0 when it was the burn."""
        return self.before.waiting[0] if self.before.waiting else 0

    @property
    def held(self) -> set[Card]:
        """The cards in all hands."""
        return {card for hand in self.before.hands.values() for card in hand.down}

    def thrown(self, seat: int) -> set[Card]:
        """The cards that a seat has among the discards."""
        return {card for pile in self.before.discards if pile.seat == seat for card in pile.cards}


def storm(key: str, seed: int, **posted: Any) -> tuple[Deal, list[Renewal]]:
    """Play a round at the ceiling of players, all cards thrown at every draw; none may be lost."""
    chance, renewals = Random(seed), list[Renewal]()
    deal = Deal(key, game_of(key).players.most, deck=seeded_deck(seed), **posted)
    while not deal.state.done:
        if deal.may("reshuffle"):
            before = deal.state
            order = list(renewal(before))
            chance.shuffle(order)
            deal.say(Reshuffle(tuple(order)))
            renewals.append(Renewal(before, deal.events_of("Reshuffled")[-1]))
        elif deal.may("discard"):
            deal.throw()
        else:
            deal.passive()
        assert deal.everywhere == sorted(DECK_52)
    return deal, renewals


def exchanges(deal: Deal) -> Iterator[tuple[int, tuple[Card, ...], tuple[Card, ...]]]:
    """Each draw that the log tells: the seat, what it threw, and what it received for it."""
    for place, event in enumerate(deal.log):
        if not isinstance(event, Discarded):
            continue
        received: list[Card] = []
        for later in deal.log[place + 1 :]:
            if len(received) == len(event.cards):
                break
            if isinstance(later, Dealt):
                assert set(later.seats) == {event.seat}
                received += later.cards
        yield event.seat, event.cards, tuple(received)
