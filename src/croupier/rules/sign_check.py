"""Check a sign against its game: everything the section does not allow, all at once."""

from collections.abc import Iterator
from functools import lru_cache

from croupier.chips import MOST_AT_ONCE, money, not_whole
from croupier.rules.banked_sign import banked_faults
from croupier.rules.fault import Fault, refuse
from croupier.rules.game import Game
from croupier.rules.offers import (
    Ante,
    Blinds,
    BombPot,
    ForcedBet,
    Kill,
    OddChip,
    Offer,
    OpenerMustBet,
    OwnDiscards,
    RunTwice,
    Straddle,
)
from croupier.rules.revenue_sign import revenue_faults
from croupier.rules.seating_sign import seating_faults
from croupier.rules.sign import TableSign
from croupier.rules.time_sign import time_faults

_ELECTED: tuple[tuple[str, type[Offer], str], ...] = (
    ("ante", Ante, "an ante"),
    ("straddle", Straddle, "a straddle"),
    ("bomb_pot", BombPot, "a bomb pot"),
    ("run_twice", RunTwice, "run it twice"),
    ("odd_chip", OddChip, "another odd-chip rule"),
    ("reshuffle_own_discards", OwnDiscards, "own discards in a reshuffle"),
    ("five_stud_opener_must_bet", OpenerMustBet, "an opener who must bet"),
)


def faults(game: Game, sign: TableSign) -> list[Fault]:
    """List everything wrong with posting this sign for this game, all at once."""
    found = [*_amounts(game, sign), *_elections(game, sign), *_limits(game, sign)]
    if sign.unit > 0:
        found += revenue_faults(game, sign)
    if game.banked and sign.unit > 0:
        found += banked_faults(game, sign)
    if sign.unit > 0:
        found += time_faults(game, sign)
    return found


@lru_cache  # a table deals many rounds under one sign; a refusal is not kept
def check_sign(game: Game, sign: TableSign) -> None:
    """Refuse a sign with any fault, naming all of them in one sentence."""
    refuse(faults(game, sign))


def _offer(game: Game, kind: type[Offer]) -> Offer | None:
    return next((offer for offer in game.offers if isinstance(offer, kind)), None)


def _elections(game: Game, sign: TableSign) -> Iterator[Fault]:
    closed = game.section
    for key, kind, words in _ELECTED:
        if getattr(sign, key) and _offer(game, kind) is None and sign.authorised:
            yield Fault(closed, f"{game.title} offers no {words.removeprefix('a ')}", key)
    if sign.kill != "none":
        yield from _kill(game, sign, closed)
    if sign.straddle_seat == "any":
        offer = _offer(game, Straddle)
        if not (isinstance(offer, Straddle) and offer.any_seat) and sign.authorised:
            yield Fault(
                "A-37", "only the seat left of the last blind may straddle", "straddle_seat"
            )
    if sign.show_all_in and not game.has_board:
        yield Fault("SIGN show_all_in", f"{game.title} has no board to wait for", "show_all_in")
    if sign.as_recorded and sign.authorised:
        yield Fault("A-30", "only a hand history may be played as recorded")
    if not game.authorised and sign.authorised:
        yield Fault("POKER 8(b)", f"{game.title} is not an authorized game")
    yield from seating_faults(game, sign)


def _kill(game: Game, sign: TableSign, closed: str) -> Iterator[Fault]:
    offer = _offer(game, Kill)
    if offer is None:
        yield Fault(closed, f"{game.title} offers no kill", "kill")
        return
    if sign.structure != "limit":
        yield Fault("POKER 1 kill", "a kill needs fixed limits, and this sign has none", "kill")
    if sign.kill_pot <= 0:
        yield Fault(game.cite(offer.clause), "a kill needs a posted qualifying pot", "kill_pot")
    unit = max(1, sign.unit)
    if sign.kill == "half" and any(limit * 3 % (2 * unit) for limit in sign.limits):
        yield Fault(
            "POKER 1 half-kill", "one and a half times each limit must be whole chips", "kill"
        )


def _amounts(game: Game, sign: TableSign) -> Iterator[Fault]:
    if not 0 < sign.unit <= 1_00 and sign.authorised:
        yield Fault("SIGN unit", "the smallest chip must be between one cent and one dollar")
    if sign.unit <= 0:
        yield Fault("SIGN unit", "the smallest chip must be worth more than zero")
        return
    if sign.seats and not game.players.least <= sign.seats <= game.players.most:
        clause = game.cite(game.players.clause)
        yield Fault(
            clause, f"{game.title} seats 2 to {game.players.most}, not {sign.seats}", "seats"
        )
    yield from _too_high(sign)
    yield from _ante(sign)
    for key in ("straddle", "bomb_pot", "kill_pot"):
        yield from _whole(sign, key, getattr(sign, key))
    if game.button:
        yield from _blinds(game, sign)
    else:
        yield from _forced_bet(game, sign)


def _too_high(sign: TableSign) -> Iterator[Fault]:
    """Amounts beyond what any house posts; a hand history has its own stakes."""
    for key in sign.__struct_fields__ if sign.authorised else ():
        posted = getattr(sign, key)
        amounts = posted if isinstance(posted, tuple) else (posted,)
        if any(isinstance(amount, int) and amount > MOST_AT_ONCE for amount in amounts):
            yield Fault(f"SIGN {key}", f"the most that can be posted is {money(MOST_AT_ONCE)}")


def _forced_bet(game: Game, sign: TableSign) -> Iterator[Fault]:
    yield from _whole(sign, "forced_bet", sign.forced_bet)
    offer = _offer(game, ForcedBet)
    if offer is not None and sign.limits and not 0 < sign.forced_bet <= sign.lower:
        why = f"a forced bet must be more than zero and at most {money(sign.lower)}"
        yield Fault(game.cite(offer.clause), why, "forced_bet")


def _ante(sign: TableSign) -> Iterator[Fault]:
    if sign.ante < 0:
        yield Fault("SIGN ante", "the amount must not be negative")
    elif sign.ante % sign.unit and sign.ante not in (25, 50, 75) and sign.authorised:
        yield Fault(
            "POKER 7(c)", "an ante must be 25, 50 or 75 cents in coin, or whole chips", "ante"
        )


def _whole(sign: TableSign, key: str, chips: int) -> Iterator[Fault]:
    if chips < 0:
        yield Fault(f"SIGN {key}", "the amount must not be negative")
    elif sign.unit > 0 and chips % sign.unit:
        yield Fault(f"SIGN {key}", not_whole(chips, sign.unit))


def _blinds(game: Game, sign: TableSign) -> Iterator[Fault]:
    offer = _offer(game, Blinds)
    if not isinstance(offer, Blinds):
        return
    if (not sign.blinds or min(sign.blinds) <= 0) and sign.authorised:
        yield Fault(
            game.cite(offer.clause), "the player left of the button must post a blind", "blinds"
        )
    if len(sign.blinds) > (sign.seats or game.players.most):
        yield Fault(game.cite(offer.clause), "there are more blinds than seats", "blinds")
    for blind in sign.blinds:
        yield from _whole(sign, "blinds", blind)
    forced = max(sign.blinds, default=0) + sign.ante
    if sign.authorised and 0 < offer.most_per_player < forced:
        most = money(offer.most_per_player)
        yield Fault(
            "BBC forced10", f"one player's forced bets are {money(forced)}, above {most}", "blinds"
        )


def _limits(game: Game, sign: TableSign) -> Iterator[Fault]:
    wanted = {"limit": 2, "spread": 2, "pot_limit": 1, "no_limit": 1}[sign.structure]
    if len(sign.limits) != wanted:
        yield Fault(
            game.own("POKER 17"), f"{sign.structure} must have {wanted} limit amounts", "limits"
        )
        return
    if sign.limits[0] <= 0 or sorted(sign.limits) != list(sign.limits):
        yield Fault(game.own("POKER 17"), "limits must be positive and rising", "limits")
    for limit in sign.limits:
        yield from _whole(sign, "limits", limit)
    if sign.raise_cap is not None and sign.raise_cap < 1:
        yield Fault(game.own("POKER 17"), "the raise cap must be at least one", "raise_cap")
    if sign.limit_tiers and len(sign.limit_tiers) != len(game.bets):
        yield Fault("SIGN limit_tiers", f"each of {len(game.bets)} betting rounds needs a tier")
    yield from _optional_bets(game, sign)


def _optional_bets(game: Game, sign: TableSign) -> Iterator[Fault]:
    most = sign.limits[-1] if sign.structure in ("limit", "spread") else None
    capped = game.document.caps_optional_bets
    if sign.straddle and game.button and sign.straddle <= max(sign.blinds, default=0):
        yield Fault("A-37", "a straddle must be more than the last blind", "straddle")
    if capped and most is not None and sign.straddle > most:
        yield Fault(
            "BBC straddle3",
            f"a straddle must be at most the maximum bet, {money(most)}",
            "straddle",
        )
    if capped and most is not None and sign.bomb_pot > most:
        yield Fault(
            "BBC bomb4", f"a bomb pot must be at most the maximum bet, {money(most)}", "bomb_pot"
        )
