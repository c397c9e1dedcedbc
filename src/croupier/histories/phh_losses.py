"""What PHH can carry of a round, and what its other readers would get wrong.

PHH has fields for forced bets, limits, cards and actions, and none for the rules of a house. A
round whose course or result hung on such a rule is *lossy*: a reader who knows only PHH refuses
an action of it, or pays other chips.
"""

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from croupier.engine import events as engine_events
from croupier.engine.accounts import stack
from croupier.engine.dues import blind_seats
from croupier.engine.events import AnyEvent, RoundOpened
from croupier.engine.evolve import evolve
from croupier.engine.play import opening
from croupier.engine.round import Round
from croupier.games import game_of
from croupier.histories.history import History, history
from croupier.rules.amend import killed
from croupier.rules.steps import Bet

Level = Literal["lossless", "lossy", "impossible"]
CAP = 3


class Capability(NamedTuple):
    """One thing that may happen in a round, whether PHH can say it, and why."""

    what: str
    level: Level
    why: str


CAPABILITIES: tuple[Capability, ...] = (
    Capability("the codes of PHH", "lossless", "all eleven games are ours"),
    Capability("our other games", "lossless", "codes of the same make, for readers that know them"),
    Capability("hidden cards", "lossless", "written ?? until they are shown"),
    Capability("burns, stub, reshuffles", "lossless", "nobody's to know, so nothing is lost"),
    Capability("draws", "lossless", "written discards first, read back one player at a time"),
    Capability("dead antes", "lossless", "antes that are not trimmed"),
    Capability("posts and kill blinds", "lossless", "blinds below zero: live, but nobody's left"),
    Capability("what was said", "lossless", "the action it amounted to is written"),
    Capability("a straddle left of the blinds", "lossless", "a third blind"),
    Capability("odd chips", "lossy", "readers give all to the first winner left of the button"),
    Capability("coin", "lossy", "readers count a pot to the last cent, a table in whole chips"),
    Capability("a conceded side pot", "lossy", "readers find nobody to pay it to"),
    Capability("a fourth raise", "lossy", "readers stop fixed limit at a bet and three raises"),
    Capability("a bet over a short all-in", "lossy", "readers know no half bet and no completion"),
    Capability(
        "a short blind", "lossy", "readers let others call what was posted, not what was due"
    ),
    Capability("a completed blind", "lossy", "readers raise from the blind by a whole bet"),
    Capability("a raise nobody can call", "lossy", "readers refuse it"),
    Capability("a full forced bet", "lossy", "a bring-in is less than the small bet"),
    Capability("posted tiers", "lossy", "each code fixes which rounds have the big bet"),
    Capability("a straddle elsewhere", "lossy", "readers open left of it"),
    Capability("blinds that fall", "lossy", "readers open left of the highest, or disagree"),
    Capability("a bomb pot", "lossy", "readers expect the first betting round"),
    Capability("two boards", "lossy", "a hand has one board"),
    Capability("antes both dead and live", "lossy", "one flag trims all of them or none"),
    Capability("what the house took", "lossy", "readers push the whole pot"),
    Capability("hands shown afterward", "lossy", "only a showdown shows hands"),
    Capability("a hand thrown after its bet", "lossy", "readers refuse a fold out of turn"),
    Capability("a round set right", "impossible", "no action voids a hand or takes a card away"),
    Capability("an unfinished round", "impossible", "a hand is written when it is over"),
    Capability("games against the house", "impossible", "PHH knows players only"),
)
_BY_NAME = {capability.what: capability for capability in CAPABILITIES}


class _Seen(NamedTuple):
    """A log with the round as it stood before each event."""

    record: History
    steps: list[tuple[Round, AnyEvent]]


def losses(log: Sequence[AnyEvent]) -> list[Capability]:
    """Everything of this round that other readers of PHH would get wrong."""
    first = log[0]
    assert isinstance(first, RoundOpened)
    steps: list[tuple[Round, AnyEvent]] = []
    state = opening(game_of(first.game), first)
    for event in log[1:]:
        steps.append((state, event))
        state = evolve(state, event)
    seen = _Seen(history(log), steps)
    return [_BY_NAME[what] for what, happened in _CHECKS.items() if happened(seen)]


def in_coin(record: History) -> bool:
    """Whether a hand's file has an amount that is no whole number of chips."""
    unit = int(record.sign.unit)
    amounts = [*record.stacks.values(), *(due.chips for due in record.dues)]
    amounts += [action.to for action in record.actions]
    amounts += killed(record.sign).limits if record.killed else record.sign.limits
    amounts += [record.sign.forced_bet]
    return any(amount % unit for amount in amounts)


# --- forced bets -----------------------------------------------------------------------------


def _full_forced_bet(seen: _Seen) -> bool:
    sign, step = seen.record.sign, seen.steps[0][0].game.bets[0]
    return step.forced and sign.forced_bet >= sign.lower


def _short_blind(seen: _Seen) -> bool:
    """The price of the first betting round was more than anybody had put in."""
    for state, event in seen.steps:
        if isinstance(event, engine_events.BettingOpened) and event.price:
            return max(hand.bet for hand in state.hands.values()) < event.price
        if isinstance(event, engine_events.ForcedBetPlaced):
            return event.moves[0].chips < event.owed
    return False


def _completed_blind(seen: _Seen) -> bool:
    return any(
        isinstance(event, engine_events.Raised)
        and event.kind == "completion"
        and not _bet(state).forced
        for state, event in seen.steps
    )


def _bet(state: Round) -> Bet:
    step = state.step
    assert isinstance(step, Bet)
    return step


def _blinds_that_fall(seen: _Seen) -> bool:
    blinds, two = list(seen.record.sign.blinds), len(seen.record.order) == 2
    equal = two and len(set(blinds)) < len(blinds)
    return seen.steps[0][0].game.button and (equal or blinds != sorted(blinds))


def _straddle_elsewhere(seen: _Seen) -> bool:
    order, blinds = seen.record.order, blind_seats(seen.record.sign, seen.record.order)
    straddles = [due.seat for due in seen.record.dues if due.kind == "straddle"]
    return any(seat != order[len(blinds) % len(order)] for seat in straddles)


def _mixed_antes(seen: _Seen) -> bool:
    return {"ante", "dead"} <= {due.kind for due in seen.record.dues}


# --- betting ---------------------------------------------------------------------------------


def _fourth_raise(seen: _Seen) -> bool:
    fixed = seen.record.sign.structure == "limit"
    return fixed and any(
        isinstance(event, engine_events.Raised)
        and event.kind == "raise"
        and state.betting.raises >= CAP
        for state, event in seen.steps
    )


def _over_a_short_one(seen: _Seen) -> bool:
    """A wager in a betting round in which an earlier one was less than a full bet or raise."""
    short = False
    for state, event in seen.steps:
        if isinstance(event, engine_events.BettingOpened):
            short = False
        if isinstance(event, engine_events.Raised):
            if short:
                return True
            due = state.betting.price + state.betting.size
            if state.sign.structure == "limit":
                due = state.betting.level + state.betting.size
            short = event.to < due
    return False


def _uncallable_raise(seen: _Seen) -> bool:
    return any(
        isinstance(event, engine_events.Raised) and not _callers(state, event.seat)
        for state, event in seen.steps
    )


def _callers(state: Round, seat: int) -> list[int]:
    """The players who could put in more than the price before a raise."""
    price = state.betting.price
    return [
        other
        for other in state.live
        if other != seat and state.accounts[stack(other)] + state.hands[other].bet > price
    ]


def _posted_tiers(seen: _Seen) -> bool:
    sign, game = seen.record.sign, seen.steps[0][0].game
    own = tuple(bet.tier for bet in game.bets)
    return sign.structure == "limit" and bool(sign.limit_tiers) and sign.limit_tiers != own


# --- the end ---------------------------------------------------------------------------------


def _odd_chips(seen: _Seen) -> bool:
    """Odd chips went elsewhere than all to the first winner left of the button, or twice."""
    awards = [event for _, event in seen.steps if isinstance(event, engine_events.PotAwarded)]
    for award in awards:
        seats = [int(move.target.removeprefix("stack:")) for move in award.moves]
        most, least = award.moves[0].chips, award.moves[-1].chips
        several = sum(move.chips - least for move in award.moves) > most - least
        if award.excess and (several or seats != sorted(seats, key=seen.record.order.index)):
            return True
    shares: dict[int, set[int]] = {}
    for award in awards:
        chips = sum(move.chips for move in award.moves)
        shares[award.pot] = shares.get(award.pot, set()) | {chips}
    uneven = any(len(sizes) > 1 for sizes in shares.values())
    return len(shares) > 1 and (uneven or any(award.excess for award in awards))


def _coin(seen: _Seen) -> bool:
    """A pot was divided or bet in whole chips, though the file has to count in cents."""
    awards = [event for _, event in seen.steps if isinstance(event, engine_events.PotAwarded)]
    pots = [award.pot for award in awards]
    divided = any(pots.count(award.pot) > 1 or len(award.moves) > 1 for award in awards)
    raised = any(action.does == "raise" for action in seen.record.actions)
    by_pot = seen.record.sign.structure == "pot_limit" and raised
    if seen.record.sign.unit % 100 and any(award.excess for award in awards):
        return True  # readers divide decimals to the last fraction
    return (divided or by_pot) and in_coin(seen.record)


def _conceded_side_pot(seen: _Seen) -> bool:
    """A player who alone contended for a pot threw the hand away all the same."""
    thrown = {event.seat for _, event in seen.steps if isinstance(event, engine_events.Mucked)}
    return any(
        isinstance(event, engine_events.PotAwarded)
        and int(event.moves[0].target.removeprefix("stack:")) in thrown
        for _, event in seen.steps
    )


def _taken(seen: _Seen) -> bool:
    took = engine_events.RakeTaken | engine_events.PromoDropTaken | engine_events.ContributionTaken
    return any(isinstance(event, took) for _, event in seen.steps)


def _two_boards(seen: _Seen) -> bool:
    return any(len(state.boards) > 1 for state, _ in seen.steps)


def _shown_afterwards(seen: _Seen) -> bool:
    return any(action.does in ("reveal", "demand") for action in seen.record.actions)


def _thrown_after_its_bet(seen: _Seen) -> bool:
    """A wager was owed although its hand was thrown away (POKER 15(j)(2))."""
    return any(
        isinstance(event, engine_events.Folded) and event.seat not in state.waiting[:1]
        for state, event in seen.steps
    )


_CHECKS: dict[str, Callable[[_Seen], bool]] = {
    "odd chips": _odd_chips,
    "coin": _coin,
    "a conceded side pot": _conceded_side_pot,
    "a fourth raise": _fourth_raise,
    "a bet over a short all-in": _over_a_short_one,
    "a short blind": _short_blind,
    "a completed blind": _completed_blind,
    "a raise nobody can call": _uncallable_raise,
    "a full forced bet": _full_forced_bet,
    "posted tiers": _posted_tiers,
    "a straddle elsewhere": _straddle_elsewhere,
    "blinds that fall": _blinds_that_fall,
    "a bomb pot": lambda seen: seen.record.bomb,
    "two boards": _two_boards,
    "what the house took": _taken,
    "antes both dead and live": _mixed_antes,
    "hands shown afterward": _shown_afterwards,
    "a hand thrown after its bet": _thrown_after_its_bet,
}
