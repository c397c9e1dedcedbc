"""What a bad beat payout costs: how often it is hit, what it takes in, what it gives back.

The house posts which hand must lose, which must beat it, and whether both own cards must play
(POKER 19(b)(4), A-61). All players dealt in are taken to stay to the showdown, so the chances are
the highest that a table of this many can have. Two hands are counted through exactly; for more,
deals are drawn from a seed, with a standard error.

>>> quads = BadBeat("holdem", beaten="2c2d2h2s3c")
>>> bad_beat_chance(quads, players=2).exact
Fraction(79, 222297075)
"""

from collections.abc import Callable
from fractions import Fraction
from math import comb

from msgspec import Struct

from croupier.cards import parse_cards
from croupier.games import game_of
from croupier.odds.deals import layout_of
from croupier.odds.equity import Figure, check_way, figure
from croupier.odds.kernel import threads as all_threads
from croupier.rankings import FAMILIES, HIGH_5, Exactly, kernels
from croupier.refused import Refused

TRIALS = 20_000_000
BOARDS = comb(52, 5)


class BadBeat(Struct, frozen=True):
    """What qualifies: the weakest hand that must lose, and the weakest that must beat it.

    Hands are five cards, such as `AcAdAhTsTc` for aces full of tens or better. In hold'em both own
    cards of both hands must play, unless the house says otherwise; in omaha two always do.
    """

    game: str
    beaten: str
    winner: str = ""
    both_play: bool = True


class Budget(Struct, frozen=True):
    """What a bad beat payout takes in and gives back, in cents a round, and how often it is hit."""

    contribution: Fraction  # into the fund, what is held included
    held: Fraction  # of it put aside for the next fund (POKER 19(b)(2), A-60)
    rounds_between: float  # from one bad beat to the next
    payout: float  # paid out a round at the amount on display
    payout_rate: float  # of what is taken in
    break_even: float  # the amount on display at which a round pays out what it takes in


def bad_beat_chance(
    beat: BadBeat,
    players: int,
    *,
    trials: int | None = None,
    seed: int = 1,
    threads: int | None = None,
    progress: Callable[[float], None] | None = None,
) -> Figure:
    """The chance that a round has a bad beat, when this many players stay to the showdown.

    Two players are counted exactly, in omaha where four of a kind or better must lose; all else,
    and whatever `trials` are given for, is drawn.
    """
    check_way(exact=False, trials=trials, seed=seed, threads=threads)
    own = _own_cards(beat, players)
    beaten = _least("beaten", beat.beaten)
    winner = _least("winner", beat.winner) if beat.winner else 0
    workers = all_threads() if threads is None else threads
    kernel = kernels.kernel(FAMILIES["high-5"].family)
    if players == 2 and trials is None:
        found = kernels.core.bad_beats(
            kernel, own, beaten, winner, beat.both_play, workers, progress
        )
        if found >= 0:
            deals = BOARDS * comb(47, own) * comb(47 - own, own)
            return figure(found, found, 1, deals, drawn=False)
    count = TRIALS if trials is None else trials
    found = kernels.core.sample_bad_beats(
        kernel, own, beaten, winner, beat.both_play, players, count, seed, workers, progress
    )
    return figure(found, found, 1, count, drawn=True)


def _own_cards(beat: BadBeat, players: int) -> int:
    game = game_of(beat.game)
    layout = layout_of(game)
    share = layout.shares[0]
    takes = layout.board == 5 and share.ranking == "high-5"
    if not takes or (layout.own != 2 and share.pick != Exactly(own=2, board=3)):
        why = f"bad beats can be priced only for hold'em and omaha, not for {game.key}"
        raise Refused("FIELD game", why)
    if not 2 <= players <= game.players.most:
        why = f"{players} players are dealt in; 2 to {game.players.most} may play"
        raise Refused("FIELD players", why)
    return layout.own


def _least(field: str, hand: str) -> int:
    try:
        cards = parse_cards(hand)
        if len(cards) != 5:
            raise Refused("", f"{hand[:40]!r} is {len(cards)} cards; a hand is named by five")
        return HIGH_5.strength(cards)
    except Refused as fault:
        raise Refused(f"FIELD {field}", fault.why) from None


def budget(
    chance: Figure,
    *,
    contribution: int,
    contributing: Fraction = Fraction(1),
    held: Fraction = Fraction(0),
    display: int,
) -> Budget:
    """Weigh a bad beat payout: cents from each pot, from which part of the rounds, and the display.

    `contributing` is the part of all rounds whose pot is large enough (POKER 19(b)(3)), `held` the
    part of the drop that the house puts aside, and `display` what the fund pays today.
    """
    if contribution <= 0 or display < 0:
        raise Refused(
            "FIELD contribution",
            "a pot must contribute at least 1 cent, and the fund must not be negative",
        )
    for field, part in (("contributing", contributing), ("held", held)):
        if not 0 <= part <= 1:
            raise Refused(f"FIELD {field}", f"the part must be from 0 to 1, not {part}")
    taken = contribution * contributing
    if not taken or not chance.value:
        raise Refused(
            "FIELD contributing", "the contribution and the chance of a payout must be above zero"
        )
    into = taken * (1 - held)
    payout = chance.value * display
    return Budget(
        contribution=Fraction(taken),
        held=Fraction(taken * held),
        rounds_between=1 / chance.value,
        payout=payout,
        payout_rate=payout / float(taken),
        break_even=float(into) / chance.value,
    )
