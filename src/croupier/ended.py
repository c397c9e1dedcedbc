"""How a round ended: every hand, what it made, and what its player won."""

from typing import Literal

from msgspec import Struct

from croupier.cards import UNKNOWN, Card
from croupier.engine.round import Round
from croupier.rankings import FAMILIES, Hand
from croupier.refused import Refused
from croupier.rules.steps import Showdown


class FinalHand(Struct, frozen=True):
    """A hand when the round was over: shown, folded, conceded, or never asked to show."""

    seat: int
    cards: tuple[Card, ...]
    how: Literal["shown", "folded", "conceded", "unseen"]
    made: dict[str, Hand]  # by share; on a second board and on as "high 2"


def final_hands(state: Round) -> dict[int, FinalHand]:
    """Every hand of a finished round by seat, with what it makes of the board.

    >>> from croupier import GAMES, play, stacked_deck, start
    >>> from croupier.engine.commands import Call, Check
    >>> game, hands = GAMES["holdem"], {1: "AsAh", 2: "KsKd"}
    >>> deck = stacked_deck(game, (1, 2), hands=hands, board="2c7d9hTsJc")
    >>> state, log = start(game, [200_00, 200_00], deck=deck)
    >>> while not state.done:
    ...     turn = state.turns[0]
    ...     state, events = play(state, (Call if turn.to_call else Check)(turn.actor))
    >>> final_hands(state)[1].made["high"].words
    'a pair of aces, jack-ten-nine kickers'
    """
    if not isinstance(state, Round):
        raise Refused("FIELD state", f"{type(state).__name__} is not a round")
    if not state.done:
        raise Refused("FIELD state", "the round is not over: its hands are in state.hands")
    cards = {seat: hand.down + hand.up for seat, hand in state.hands.items()}
    cards |= {pile.seat: pile.cards for pile in state.discards if pile.draw == 0 and pile.seat}
    return {
        seat: FinalHand(seat, cards[seat], _how(state, seat), _made(state, cards[seat]))
        for seat in sorted(state.order)
        if cards.get(seat)
    }


def _how(state: Round, seat: int) -> Literal["shown", "folded", "conceded", "unseen"]:
    hand = state.hands[seat]
    if hand.out == "conceded":
        return "conceded"
    if hand.out:
        return "folded"
    return "shown" if hand.strengths else "unseen"


def _made(state: Round, own: tuple[Card, ...]) -> dict[str, Hand]:
    finish = state.script[-1]
    if not isinstance(finish, Showdown) or UNKNOWN in own:
        return {}
    made: dict[str, Hand] = {}
    for number, board in enumerate(state.boards, 1):
        for share in finish.shares:
            ranking, both = FAMILIES[share.ranking], board + state.common
            if not share.pick.fits(len(own), len(both)):
                continue
            if hand := ranking.hand_of(own, both, share.pick):
                made[share.name if number == 1 else f"{share.name} {number}"] = hand
    return made
