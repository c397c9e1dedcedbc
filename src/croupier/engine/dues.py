"""Dues before the first card: antes, blinds, straddle, kill blind, bomb pot."""

from bisect import bisect
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from croupier.chips import Chips, money
from croupier.refused import Refused
from croupier.rules.game import Game
from croupier.rules.offers import Ante, Blinds, BombPot, ForcedBet, Kill, Offer, Straddle
from croupier.rules.sign import TableSign
from croupier.rules.steps import Deal

Kind = Literal["ante", "blind", "straddle", "kill", "post", "bomb", "dead"]

_KEYS: dict[type[Offer], str] = {
    Ante: "ante",
    Blinds: "blinds",
    BombPot: "bomb_pot",
    Kill: "kill",
    Straddle: "straddle",
}


class Due(Struct, frozen=True, array_like=True, gc=False):
    """What a seat owes before the first card."""

    seat: int
    kind: Kind
    chips: Chips
    clause: str


@lru_cache
def clause_of(game: Game, kind: type[Offer]) -> str:
    """The clause under which the game offers a due; a library sign cites its own key."""
    for offer in game.offers:
        if isinstance(offer, kind):
            return game.cite(offer.clause)
    return f"SIGN {_KEYS[kind]}"


def entry_least(game: Game, sign: TableSign) -> int:
    """What a round asks each player to have on top of dues: a minimum bet, perhaps a forced bet.

    BBC asks for the required bets alone: an ante is paid in order to participate.
    """
    if not game.document.checks_entry:
        return 0
    forced = any(isinstance(offer, ForcedBet) for offer in game.offers)
    return sign.lower + (sign.forced_bet if forced else 0)


def forced_most(game: Game) -> int:
    """The most that one player's antes, blinds and other forced bets may come to; 0: no ceiling."""
    offers = (offer.most_per_player for offer in game.offers if isinstance(offer, Blinds))
    return next(offers, 0)


def in_order(seats: Sequence[int], button: int) -> tuple[int, ...]:
    """Seats clockwise from the button's left; button 0 begins at the dealer's left.

    >>> in_order([1, 3, 6], 3)
    (6, 1, 3)
    """
    ring = sorted(seats)
    place = bisect(ring, button)
    return tuple(ring[place:] + ring[:place])


def blind_seats(sign: TableSign, order: Sequence[int]) -> tuple[int, ...]:
    """The seats of the blinds, first blind first (POKER 10(e), A-24)."""
    if len(order) == 2 and sign.heads_up_button_small_blind:
        return tuple(reversed(order))[: len(sign.blinds)]
    return tuple(order[: len(sign.blinds)])


def last_blind(sign: TableSign, order: Sequence[int]) -> int:
    """The seat whose left opens the first betting round; the button if there are no blinds."""
    return (*order[-1:], *blind_seats(sign, order))[-1]


@lru_cache  # a table deals many rounds under one sign; a refusal is not kept
def dues(
    game: Game,
    sign: TableSign,
    order: tuple[int, ...],
    *,
    straddle: int = 0,
    kill: int = 0,
    bomb: bool = False,
) -> tuple[Due, ...]:
    """List what each seat owes, in the order in which it is placed."""
    if bomb:
        return _bomb(game, sign, order)
    owed: list[Due] = []
    if sign.ante:
        ante = clause_of(game, Ante)
        owed += [Due(seat, "ante", sign.ante, ante) for seat in order]
    if game.button:
        clause = clause_of(game, Blinds)
        posts = zip(blind_seats(sign, order), sign.blinds, strict=False)
        owed += [Due(seat, "blind", blind, clause) for seat, blind in posts if seat != kill]
    if kill:  # one blind only, also of a player in a blind's seat (POKER 11(i))
        owed.append(_kill(game, sign, order, kill))
    if straddle:
        owed.append(_straddle(game, sign, order, straddle, kill))
    return tuple(owed)


def _kill(game: Game, sign: TableSign, order: Sequence[int], seat: int) -> Due:
    if sign.kill == "none":
        raise Refused("SIGN kill", "this table has no kill")
    if seat not in order:
        raise Refused(game.own("POKER 7(a)"), f"seat {seat} is not in this round")
    return Due(seat, "kill", sign.lower, clause_of(game, Kill))


def _bomb(game: Game, sign: TableSign, order: Sequence[int]) -> tuple[Due, ...]:
    clause = clause_of(game, BombPot)
    if not sign.bomb_pot:
        raise Refused("SIGN bomb_pot", "this table has no bomb pots")
    need = len(order) * _dealt_first(game) + 5 * sign.bomb_boards + 3
    if need > game.deck:
        raise Refused("BBC bomb3", f"two boards for {len(order)} players need {need} cards")
    return tuple(Due(seat, "bomb", sign.bomb_pot, clause) for seat in order)


def _dealt_first(game: Game) -> int:
    """How many cards each player gets before the first betting round."""
    return sum(step.down + step.up for step in game.streets[0].steps if isinstance(step, Deal))


def _straddle(game: Game, sign: TableSign, order: Sequence[int], seat: int, kill: int) -> Due:
    clause = clause_of(game, Straddle)
    blinds = blind_seats(sign, order)
    if not sign.straddle:
        raise Refused("SIGN straddle", "this table allows no straddle")
    free = [other for other in order if other not in blinds and other != kill]
    entitled = free if sign.straddle_seat == "any" else free[:1]
    if seat not in entitled or (sign.straddle_seat != "any" and seat != _next(order, blinds)):
        raise Refused(clause, "only the seat left of the last blind may straddle")
    if kill and sign.straddle <= sign.lower:
        least = money(Chips(sign.lower))
        raise Refused(clause, f"a straddle must be more than the kill blind of {least}")
    return Due(seat, "straddle", sign.straddle, clause)


def _next(order: Sequence[int], blinds: Sequence[int]) -> int:
    place = order.index(blinds[-1]) + 1
    return order[place % len(order)]
