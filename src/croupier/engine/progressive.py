"""The progressive wager of Texas Hold 'Em Bonus: prizes, meter and reset (THB 12)."""

from collections.abc import Sequence

from croupier.cards import Card
from croupier.chips import Chips
from croupier.engine.accounts import BANK, METER, Move
from croupier.engine.events import AnyEvent, MeterReset, Outcome, Settled
from croupier.engine.round import Round
from croupier.rankings import FAMILIES
from croupier.rankings.picks import AnyOf
from croupier.rules.banked import OnMeter
from croupier.rules.paytables import category_of_five

FIXED = {
    "straight flush": Chips(250_00),
    "four-of-a-kind": Chips(100_00),
    "full house": Chips(10_00),
}
COMMUNITY_ROYAL = Chips(3_000_00)
METER_PERCENT = {"royal after 5": 100, "royal after 6": 25, "royal after 7": 5}


def prize(state: Round, contest: OnMeter, seat: int, chips: Chips) -> Outcome:
    """What a player's dollar wins, on the meter as it was when the round began."""
    clause = state.game.cite(contest.clause)
    hand = state.hands[seat]
    if hand.out and not state.sign.progressive_after_fold:
        return Outcome(contest.spot, "loses", chips, Chips(0), "SIGN progressive_after_fold")
    line = outcome_line(hand.down, state.boards[0])
    if line in METER_PERCENT:
        won = Chips(state.accounts[METER] * METER_PERCENT[line] // 100)
        return Outcome(contest.spot, "wins", chips, won, "THB 12(c)", line)
    won = COMMUNITY_ROYAL if line == "community royal" else FIXED.get(line, Chips(0))
    return Outcome(contest.spot, "wins" if won else "loses", chips, won, clause, line)


def outcome_line(own: tuple[Card, ...], board: tuple[Card, ...]) -> str:
    """The line of Table 1 that the best five of seven are on.

    >>> from croupier.cards import parse_cards
    >>> outcome_line(parse_cards("AsKs"), parse_cards("QsJs2d2hTs"))
    'royal after 7'
    """
    strength = FAMILIES["high-5"].strength_of(own, board, AnyOf(5))
    category = category_of_five(strength)
    if category != "royal flush":
        return category
    if _royal(board):
        return "community royal"
    return next(f"royal after {n}" for n in (5, 6, 7) if _royal((*own, *board[: n - 2])))


def _royal(cards: Sequence[Card]) -> bool:
    tens_up = [card for card in cards if card.rank >= 8]
    return any(sum(card.suit == suit for card in tens_up) == 5 for suit in range(4))


def reset(state: Round, events: Sequence[AnyEvent]) -> list[AnyEvent]:
    """Restart the progressive meter of a round from the posted seed after it was won whole."""
    if not state.sign.progressive_seed:
        return []
    settled = (event for event in events if isinstance(event, Settled))
    if not any(o.line == "royal after 5" for event in settled for o in event.outcomes):
        return []
    moves = (Move(BANK, METER, state.sign.progressive_seed),)
    return [MeterReset(clause="SIGN progressive_seed", moves=moves)]
