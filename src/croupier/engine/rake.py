"""What leaves a pot before it is won: rake, promotional drop, contribution (POKER 14, 19(c); BBC).

The uncalled bet goes back first, then comes the rake, then what feeds promotions, then the award.
Chips of a rake wait in the rake area until the round is over: only then are they revenue.
"""

from msgspec.structs import replace

from croupier.chips import Chips
from croupier.engine.accounts import BOX, DROP, INVENTORY, POT, RAKE, Accounts, Move, carry
from croupier.engine.called import called, no_drop
from croupier.engine.events import (
    AnyEvent,
    ContributionTaken,
    PromoDropTaken,
    RakeBanked,
    RakeTaken,
)
from croupier.engine.round import Round
from croupier.rules.revenue import Percentage
from croupier.rules.sign import TableSign


def house_accounts(sign: TableSign) -> Accounts:
    """The accounts that a sign adds to the pot and the stacks."""
    accounts: Accounts = {}
    if sign.rake is not None:
        accounts |= {RAKE: Chips(0), INVENTORY: Chips(0)}
    if sign.promo_drop:
        accounts[DROP] = Chips(0)
    if sign.bad_beat is not None and sign.bad_beat.contribution is not None:
        accounts[BOX] = Chips(0)
    return accounts


def take(state: Round) -> list[AnyEvent]:
    """Rake the betting round that has just ended, main and side pots together (A-59, A-89)."""
    rake = state.sign.rake
    if rake is None or no_drop(state):
        return []
    sums, taken, unit = called(state), state.accounts[RAKE], state.sign.unit
    if isinstance(rake, Percentage):
        clause, due = "POKER 14(b)(1)(ii)", int(rake.of(sums - state.counted, unit))
    else:
        clause, due = state.game.own("POKER 14(b)(2)(ii)"), rake.of(sums, unit) - taken
    return _raked(state, clause, min(due, _most(state) - taken))


def _most(state: Round) -> Chips:
    """The round's maximum rake; each tier is for up to a number of players dealt in."""
    dealt_in = len(state.order)
    tiers = (most for players, most in state.sign.rake_tiers if dealt_in <= players)
    return next(tiers, state.sign.rake_max)


def _raked(state: Round, clause: str, due: int) -> list[AnyEvent]:
    rake, chips = state.sign.rake, _within_pot(state, due)
    assert rake is not None
    if chips <= 0:
        return []
    method = "percentage" if isinstance(rake, Percentage) else "increments"
    moves = (Move(POT, RAKE, chips),)
    return [RakeTaken(clause=clause, street=state.step.street, method=method, moves=moves)]  # type: ignore[arg-type]  # one of the two


def _within_pot(state: Round, due: int) -> Chips:
    """No more than is left of the called pot, in whole chips."""
    left = called(state) - state.taken
    return Chips(min(due, left // state.sign.unit * state.sign.unit))


def extract(state: Round) -> tuple[Round, list[AnyEvent]]:
    """Take everything due before the award, in order; return the round after it."""
    events: list[AnyEvent] = []
    if state.sign.rake is None and state.sign.bad_beat is None:
        return state, events
    for part in (take, _second_rake, _promo_drop, _contribution):
        for event in part(state):
            state = replace(state, accounts=carry(state.accounts, event.moves))  # type: ignore[attr-defined]  # all of these move chips
            events.append(event)
    return state, events


def _second_rake(state: Round) -> list[AnyEvent]:
    """Running it twice counts as two hands: rake the whole pot once more."""
    if not state.twice or state.sign.rake is None:
        return []
    return _raked(state, "BBC runtwice-rake", state.accounts[RAKE])


def _promo_drop(state: Round) -> list[AnyEvent]:
    """Take the promotional drop once a round, however many boards, from a raked pot."""
    if not state.sign.promo_drop or not state.accounts[RAKE]:
        return []
    chips = _within_pot(state, state.sign.promo_drop)
    moves = (Move(POT, DROP, chips),)
    return [PromoDropTaken(clause="SIGN promo_drop", moves=moves)] if chips > 0 else []


def _contribution(state: Round) -> list[AnyEvent]:
    """Take the contribution from a called pot of the posted size, before rake (A-90)."""
    posted = state.sign.bad_beat
    if posted is None or posted.contribution is None or no_drop(state):
        return []
    sums = called(state)
    if sums < (posted.min_pot or 0):
        return []
    due = min(posted.contribution.of(sums, state.sign.unit), posted.contribution_max)
    chips = _within_pot(state, due)
    moves = (Move(POT, BOX, chips),)
    return [ContributionTaken(clause="POKER 19(c)", moves=moves)] if chips > 0 else []


def bank(state: Round) -> list[AnyEvent]:
    """Empty the rake area into the table inventory, at once when the round is complete."""
    chips = state.accounts.get(RAKE, Chips(0))
    if not chips:
        return []
    percentage = isinstance(state.sign.rake, Percentage)
    clause = "POKER 14(b)(1)(iii)" if percentage else state.game.own("POKER 14(b)(2)(iii)")
    return [RakeBanked(clause=clause, moves=(Move(RAKE, INVENTORY, chips),))]
