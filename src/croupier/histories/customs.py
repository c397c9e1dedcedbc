"""Customs of other rooms that our rulings do not share, and that a record may follow.

A record says what a room did. Where that room bet double on an open pair, or counted a short
all-in otherwise, the hand is replayed as it was recorded, with a note.
"""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from croupier.engine.events import AnyEvent, Called, Checked, Folded, Raised, RoundOpened
from croupier.games import game_of
from croupier.histories.history import History
from croupier.rules.game import Game
from croupier.rules.steps import Deal, Tier

FOURTH_STREET = 1  # the betting rounds before it
DOUBLED = "fourth street is bet at the upper limit, as rooms do on an open pair (POKER 9(g))"
COMPLETED = "a short all-in that counts as a whole bet here is completed (POKER 7(c)(4))"

UNANSWERED = "a raise that nobody was left to answer is a call here (POKER 7(c)(4))"
OUT_OF_TURN = "a fold out of turn counts when its turn comes"
_ANSWERS = (Folded, Checked, Called, Raised)


def with_customs(record: History) -> History:
    """A stud record whose fourth street opens with the upper bet, under a sign that has it so."""
    game = game_of(record.game)
    seven_cards = not game.button and _cards_before_a_bet(game) == FOURTH_STREET + 2
    if not seven_cards or record.sign.structure != "limit" or not record.sign.as_recorded:
        return record
    first = _first_wager(record)
    if first != record.sign.limits[1]:
        return record
    tiers: list[Tier] = [bet.tier for bet in game.bets]
    tiers[FOURTH_STREET] = "upper"
    return replace(record, sign=replace(record.sign, limit_tiers=tuple(tiers)))


def _cards_before_a_bet(game: Game) -> int:
    """How many cards a player has on the first street: three in seven-card stud."""
    deals = (step for step in game.streets[0].steps if isinstance(step, Deal))
    return sum(deal.down + deal.up for deal in deals)


def _first_wager(record: History) -> int:
    """What the first bet of fourth street made it; 0 where nobody bet."""
    dealt = dict.fromkeys(record.stacks, 0)
    for action in record.actions:
        if action.does == "hole":
            dealt[action.seat] += len(action.cards)
        elif action.does == "raise" and max(dealt.values()) == 4:
            return action.to
    return 0


def notes_of(record: History, log: Sequence[AnyEvent]) -> list[str]:
    """The customs that a recorded hand followed, each in one sentence; its end alone tells none."""
    if not record.sign.as_recorded or not isinstance(log[0], RoundOpened):
        return []
    raises = [event for event in log if isinstance(event, Raised)]
    said = iter([one.seat for one in record.actions if one.does in ("fold", "call", "raise")])
    fixed = record.sign.structure == "limit"
    followed = {
        DOUBLED: fixed and bool(record.sign.limit_tiers),
        COMPLETED: fixed and _completed(raises),
        UNANSWERED: len(raises) < sum(one.does == "raise" for one in record.actions),
        OUT_OF_TURN: not all(one.seat in said for one in log if isinstance(one, _ANSWERS)),
    }
    return [note for note, does in followed.items() if does]


def _completed(raises: Iterable[Raised]) -> bool:
    """Whether an all-in for less than a bet was made a whole one."""
    level = 0
    completed = False
    for event in raises:
        completed |= not event.full and event.to == event.level == level
        level = event.level
    return completed
