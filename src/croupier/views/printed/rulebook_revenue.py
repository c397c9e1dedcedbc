"""What the house takes from a pot, in words, as the table posts it (POKER 14(c), 19(b))."""

from collections.abc import Iterator

from croupier.cards import parse_cards
from croupier.chips import Chips, money
from croupier.room.house.state import RakeRules
from croupier.rules.game import Game
from croupier.rules.revenue import BadBeat, Method, Percentage
from croupier.rules.sign import TableSign
from croupier.rules.time_charge import TimeCharge
from croupier.views.narration.wording import Line, counted, drawn, listed

EACH_ROUND = " of the sums bet in each betting round"


def revenue(game: Game, sign: TableSign) -> Iterator[Line]:
    """The type and amounts of everything that leaves a pot, as posted.

    >>> from croupier.games import GAMES
    >>> from croupier.rules.sign import amend
    >>> posted = {"rake": '{"method": "percentage", "percent": 5}', "rake_max": "400"}
    >>> for line in revenue(GAMES["holdem"], amend(TableSign(), posted)):
    ...     print(line.words)
    rake: 5 % of the sums bet in each betting round, at most $4 a round of play
    what is taken where there are side pots: each pot pays its part by its size
    """
    own = game.own
    if sign.rake is not None:
        basis = EACH_ROUND if _is_percentage(sign.rake) else ""
        words = f"rake: {_method(sign.rake)}{basis}, at most {money(sign.rake_max)} a round of play"
        tiers = tuple(
            f"at most {money(most)} with {counted(players, 'player')} or fewer"
            for players, most in sign.rake_tiers
        )
        yield Line(words, own("POKER 14(c)"), items=tiers)
    if sign.rake is not None or sign.bad_beat is not None:
        first = sign.rake_from == "main_first"
        pays = "the main pot pays it first" if first else "each pot pays its part by its size"
        yield Line(f"what is taken where there are side pots: {pays}", "SIGN rake_from")
    if sign.time_charge is not None:
        yield Line(_time_charge(sign, sign.time_charge), own("POKER 14(c)"))
    if sign.no_flop_no_drop:
        yield Line("no flop, no drop: nothing is taken before the flop", "SIGN no_flop_no_drop")
    if sign.promo_drop:
        words = f"promotional drop: {money(sign.promo_drop)} once a round of play that is raked"
        yield Line(words, "SIGN promo_drop")
    if sign.bad_beat is not None:
        yield from _bad_beat(sign.bad_beat)


def rake_words(rules: RakeRules) -> str:
    """Submitted rake rules, printed in words: each way to calculate, and the most (POKER 14(a)).

    >>> from decimal import Decimal
    >>> five = Percentage(Decimal(5))
    >>> rake_words(RakeRules(types=("percentage",), methods=(five,), maximum=Chips(4_00)))
    '5 % of the sums bet in each betting round; at most $4 a round of play'
    """
    parts = [_method(one) + (EACH_ROUND if _is_percentage(one) else "") for one in rules.methods]
    parts += [f"at most {money(rules.maximum)} a round of play"] if rules.methods else []
    for charge in rules.time_charges:
        whom = "each player seated" if charge.basis == "player" else "the table"
        fees = listed(f"{money(row.fee)} an hour at {_limits(row.limits)}" for row in charge.hourly)
        parts.append(f"time charge: {fees}, taken every {charge.minutes} minutes from {whom}")
    return "; ".join(parts)


def _limits(limits: tuple[Chips, ...]) -> str:
    return "/".join(money(limit) for limit in limits)


def _is_percentage(method: Method) -> bool:
    return isinstance(method, Percentage)


def _method(method: Method) -> str:
    if isinstance(method, Percentage):
        return f"{method.percent.normalize():f} %"
    return listed(f"{money(amount)} when the pot is {money(at)}" for at, amount in method.levels)


def _time_charge(sign: TableSign, posted: TimeCharge) -> str:
    hourly, fee = posted.hourly_fee(sign.limits), money(posted.fee(sign.limits))
    whom = "each player seated" if posted.basis == "player" else "the table"
    taken = f"{fee} every {posted.minutes} minutes from {whom}"
    if hourly is not None:
        return f"time charge: {money(hourly)} an hour, {taken}"
    part = "a part of a period counts as a whole one" if posted.charge_partial else "whole periods"
    return f"time charge: {taken}; {part}"


def _bad_beat(posted: BadBeat) -> Iterator[Line]:
    shares = posted.shares
    assert shares is not None
    own = {"any": "", "loser": ", all own cards playing", "both": ", all own cards of both playing"}
    yield Line(
        f"bad beat: {drawn(parse_cards(posted.least))} or better, shown and beaten"
        + own[posted.hole_cards],
        "POKER 19(b)(4)",
        items=(
            f"{shares.loser} % of the payout to the loser",
            f"{shares.winner} % to the winner",
            f"{shares.table} % to the others who were dealt in",
        ),
    )
    if posted.contribution is None:
        return
    basis = " of the pot" if _is_percentage(posted.contribution) else ""
    words = f"contribution: {_method(posted.contribution)}{basis}"
    yield Line(f"{words}, at most {money(posted.contribution_max)} a pot", "POKER 19(b)(1)")
    held = f"{posted.reserve_percent} % of the daily drop is held"
    back = f", and returned: {posted.held_returned}" if posted.held_returned else ""
    yield Line(held + back, "POKER 19(b)(2)")
    yield Line(f"no contribution from a pot below {money(posted.min_pot or 0)}", "POKER 19(b)(3)")
    yield Line(f"{posted.jackpot_percent} % of what is collected is paid in", "POKER 19(b)")
