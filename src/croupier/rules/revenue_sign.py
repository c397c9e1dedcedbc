"""What a sign may post of rake, promotional drop and bad beat payout (POKER 14, 19; BBC)."""

from collections.abc import Iterator
from itertools import pairwise

from croupier.chips import not_whole
from croupier.rankings import FAMILIES
from croupier.refused import Refused
from croupier.rules.fault import Fault
from croupier.rules.game import Game
from croupier.rules.revenue import BadBeat, Increments, Method, Percentage
from croupier.rules.sign import TableSign
from croupier.rules.steps import Board, Share, Showdown

KEYS = ("rake", "rake_max", "no_flop_no_drop", "rake_tiers", "promo_drop", "bad_beat")
MOST_PERCENT = 10
FLOP = 3


def revenue_faults(game: Game, sign: TableSign) -> Iterator[Fault]:
    """List what is wrong with what the sign takes from a pot."""
    posted = [key for key in KEYS if getattr(sign, key)]
    if not posted:
        return
    if game.banked:
        yield from (Fault(f"SIGN {key}", f"{game.title} takes no rake") for key in posted)
        return
    if sign.rake is None:
        unused = [key for key in posted if key in ("rake_max", "rake_tiers", "promo_drop")]
        yield from (Fault(f"SIGN {key}", "no rake is posted") for key in unused)
    else:
        yield from _rake(game, sign, sign.rake)
    if sign.no_flop_no_drop and not _has_flop(game):
        yield Fault("SIGN no_flop_no_drop", f"{game.title} has no flop")
    yield from _promo_drop(game, sign)
    if sign.bad_beat is not None:
        yield from _bad_beat(game, sign, sign.bad_beat)


# --- the rake --------------------------------------------------------------------------------


def _rake(game: Game, sign: TableSign, rake: Method) -> Iterator[Fault]:
    levels = game.own("POKER 14(b)(2)(i)")
    if isinstance(rake, Increments):
        yield from _levels(levels, sign, rake, "rake")
    elif not game.document.percentage_rake:
        yield Fault(
            levels, "the rake must be taken in increments or by time, not by percentage", "rake"
        )
    else:
        yield from _percent("POKER 14(b)(1)(i)", rake, MOST_PERCENT, "rake")
    if sign.rake_max <= 0:
        clause = game.own("POKER 14(a)(3)")
        yield Fault(clause, "a rake must be posted with its maximum", "rake_max")
    yield from _whole(sign, "rake_max", sign.rake_max)
    players = [count for count, _ in sign.rake_tiers]
    most = [chips for _, chips in sign.rake_tiers]
    if not _rises([1, *players]) or not _rises([-1, *most, sign.rake_max]):
        why = "tiers must be for two players or more and rise to at most the maximum rake"
        yield Fault("SIGN rake_tiers", why)
    for chips in most:
        yield from _whole(sign, "rake_tiers", chips)


def _percent(clause: str, method: Percentage, most: int, key: str) -> Iterator[Fault]:
    percent = method.percent
    if not percent.is_finite() or not 0 < percent <= most:
        yield Fault(clause, f"the percentage must be above 0 and at most {most}", key)
    elif percent.as_tuple().exponent < -2:  # type: ignore[operator]  # finite: a whole number
        yield Fault(clause, "the percentage must have at most two decimals", key)


def _levels(clause: str, sign: TableSign, method: Increments, key: str) -> Iterator[Fault]:
    levels = [level for level, _ in method.levels]
    if not levels or not _rises([0, *levels]):
        yield Fault(clause, "the levels of a pot must be more than zero and rising", key)
    if any(amount <= 0 or amount % sign.unit for _, amount in method.levels):
        yield Fault(clause, "the amount taken at a level must be whole chips", key)
    if any(method.of(level, sign.unit) > level for level in levels):
        yield Fault(clause, "a level must not take more than the pot holds", key)


def _rises(numbers: list[int]) -> bool:
    return all(low < high for low, high in pairwise(numbers))


def _whole(sign: TableSign, key: str, chips: int) -> Iterator[Fault]:
    if chips < 0:
        yield Fault(f"SIGN {key}", "the amount must not be negative")
    elif chips % sign.unit:
        yield Fault(f"SIGN {key}", not_whole(chips, sign.unit))


def _has_flop(game: Game) -> bool:
    return any(isinstance(step, Board) and step.up == FLOP for step in game.script)


def _promo_drop(game: Game, sign: TableSign) -> Iterator[Fault]:
    yield from _whole(sign, "promo_drop", sign.promo_drop)
    if sign.promo_drop and not game.document.promo_drop:
        yield Fault(
            "POKER 1 pot", "only the rake and a bad beat contribution may leave a pot", "promo_drop"
        )


# --- the bad beat payout ---------------------------------------------------------------------


def high_share(game: Game) -> tuple[int, Share] | None:
    """The high share in a game's definition, and its place among the shares of the showdown."""
    finish = game.script[-1]
    assert isinstance(finish, Showdown)
    found = ((place, share) for place, share in enumerate(finish.shares) if share.name == "high")
    return next(found, None)


def _bad_beat(game: Game, sign: TableSign, posted: BadBeat) -> Iterator[Fault]:
    yield from _qualifying(game, posted)
    if game.document.promo_drop:
        yield from _from_drop(sign, posted)
        return
    yield from _contribution(sign, posted)
    held, kept = posted.reserve_percent, posted.jackpot_percent
    if held is None or not 0 <= held <= 100:
        yield Fault("POKER 19(b)(2)", "post what percentage is held back (reserve_percent)")
    elif held and not posted.held_returned:
        yield Fault("POKER 19(b)(2)", "post how the players get back what is held (held_returned)")
    if kept is None or (held is not None and held + kept != 100):
        why = "post the percentage that reaches the jackpot: all but what is held (jackpot_percent)"
        yield Fault("POKER 19(b)", why)
    if not posted.approval:
        why = "the procedures for ending the payout must be approved first (approval)"
        yield Fault("POKER 19(i)", why)


def _qualifying(game: Game, posted: BadBeat) -> Iterator[Fault]:
    clause, shares = "POKER 19(b)(4)", posted.shares
    if (high := high_share(game)) is None:
        yield Fault("SIGN bad_beat", f"{game.title} has no high hand that could lose")
    elif not _is_hand(posted.least, high[1]):
        size = FAMILIES[high[1].ranking].size
        yield Fault(clause, f"post the lowest hand that qualifies as {size} cards (least)")
    parts = (shares.loser, shares.winner, shares.table) if shares else ()
    if sum(parts) != 100 or min(parts) < 0:
        yield Fault(clause, "post how a payout is divided, 100 percent in all (shares)")
    if posted.hole_cards != "any" and not any(isinstance(step, Board) for step in game.script):
        yield Fault("SIGN bad_beat", f"{game.title} has no community cards beside the hole cards")


def _is_hand(text: str, share: Share) -> bool:
    family = FAMILIES[share.ranking]
    try:
        hand = family.hand(text)
    except Refused:
        return False
    return hand is not None and len(text) == 2 * family.size  # two letters a card


def _from_drop(sign: TableSign, posted: BadBeat) -> Iterator[Fault]:
    """At BBC nothing but the rake leaves a pot, its promotional part included."""
    if not sign.promo_drop:
        yield Fault("SIGN promo_drop", "a promotional drop needs a bad beat payout to feed")
    if posted.contribution is not None or posted.contribution_max or posted.min_pot is not None:
        why = "the promotional drop must feed the payout: post no contribution too"
        yield Fault("SIGN bad_beat", why)


def _contribution(sign: TableSign, posted: BadBeat) -> Iterator[Fault]:
    clause, method = "POKER 19(b)(1)", posted.contribution
    if method is None:
        yield Fault(clause, "post how a contribution is calculated (contribution)")
    elif isinstance(method, Percentage):
        yield from _percent(clause, method, MOST_PERCENT, "bad_beat")
    else:
        yield from _levels(clause, sign, method, "bad_beat")
    if posted.contribution_max <= 0 or posted.contribution_max % sign.unit:
        yield Fault(clause, "post the most one pot contributes, in whole chips (contribution_max)")
    if posted.min_pot is None or posted.min_pot < 0:
        yield Fault("POKER 19(b)(3)", "post the smallest pot that contributes (min_pot)")
