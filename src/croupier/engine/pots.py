"""Main and side pots, and their division (POKER 7(c)(4), 9(i)(2))."""

from collections.abc import Sequence
from typing import NamedTuple

from croupier.cards import Card
from croupier.chips import Chips, divide
from croupier.engine.accounts import POT, Move, stack
from croupier.engine.events import AnyEvent, PotAwarded
from croupier.engine.round import Round
from croupier.rankings import FAMILIES
from croupier.rules.steps import Precedence, Share


class Pot(NamedTuple):
    """Chips, and the seats that contend for them."""

    chips: Chips
    seats: tuple[int, ...]


def layers(state: Round) -> list[Pot]:
    """The center pot first, then each side pot, as the all-in amounts cut them."""
    paid = [hand.paid for hand in state.hands.values()]
    claims = {seat: hand.paid for seat, hand in state.hands.items() if not hand.forfeited}
    levels = sorted({*claims.values()} - {0})
    pots: list[Pot] = []
    below = counted = 0
    for level in levels:
        chips = sum([most if most < level else level for most in paid])
        seats = tuple([seat for seat in state.order if claims.get(seat, 0) >= level])
        pots.append(Pot(Chips(chips - counted), seats))
        below, counted = level, chips
    if not pots:  # an uncalled forced bet has been returned
        return _net(state, [Pot(state.gross, state.live)]) if state.pot else []
    if over := Chips(sum(paid) - counted):
        pots[-1:] = _unmatched(state, pots[-1], below, over)
    first = pots[0]
    dead = Chips(state.gross - sum(paid))
    if dead and not all(claims[seat] for seat in state.live):  # all-in on an ante that is not a bet
        return _net(state, [Pot(dead, state.live), *pots])
    return _net(state, [Pot(Chips(first.chips + dead), first.seats), *pots[1:]])


def _net(state: Round, pots: list[Pot]) -> list[Pot]:
    """The pots less what was taken from them (POKER 14(b), 19(c), A-89)."""
    if not state.taken:
        return pots
    bears = _main_first if state.sign.rake_from == "main_first" else _each_its_part
    parts = bears([pot.chips for pot in pots], state.taken, state.sign.unit)
    return [Pot(Chips(pot.chips - part), pot.seats) for pot, part in zip(pots, parts, strict=True)]


def _main_first(pots: Sequence[int], taken: int, unit: int) -> list[int]:
    """What each pot pays when the center pot pays first, then the side pots in order."""
    parts: list[int] = []
    for chips in pots:
        parts.append(min(taken - sum(parts), chips))
    return parts


def _each_its_part(pots: Sequence[int], taken: int, unit: int) -> list[int]:
    """What each pot pays by its size; a chip that cannot be divided comes from the larger part.

    >>> _each_its_part([3_00, 38_00], 4_00, unit=1_00), _each_its_part([20_00] * 2, 4_00, unit=1_00)
    ([0, 400], [200, 200])
    """
    whole = sum(pots) * unit
    parts = [taken * chips // whole * unit for chips in pots]
    nearest = sorted(range(len(pots)), key=lambda place: (-(taken * pots[place] % whole), -place))
    while left := taken - sum(parts):
        for place in nearest:
            piece = min(unit, left, pots[place] - parts[place])
            parts[place] += piece
            left -= piece
    return parts


def _unmatched(state: Round, last: Pot, below: int, over: Chips) -> list[Pot]:
    """What hands thrown away have paid above all others (POKER 15(j)(2)).

    Players who can still call it may win it; one who is all-in (7(c)(4)) or has stopped wagering
    (15(k)(1)) cannot. If none can, it stays with the last of those who put it in.
    """
    if state.able:
        return [Pot(Chips(last.chips + over), last.seats)]
    payers = tuple(seat for seat in state.order if state.hands[seat].paid > below)
    return [last, Pot(over, payers)]


def award(state: Round) -> list[AnyEvent]:
    """Push every pot, the last side pot first (POKER 6(e)(7))."""
    events: list[AnyEvent] = []
    pots = layers(state)
    for number in range(len(pots) - 1, -1, -1):
        events += _award_pot(state, number, pots[number])
    return events


def contenders(state: Round, pot: Pot) -> tuple[int, ...]:
    """The seats still in for a pot; if all threw their hands away, the last to do so."""
    live = tuple([seat for seat in pot.seats if not state.hands[seat].out])
    return live or (max(pot.seats, key=lambda seat: state.hands[seat].gone),)


def _award_pot(state: Round, number: int, pot: Pot) -> list[AnyEvent]:
    seats, step = contenders(state, pot), state.showdown
    if not pot.chips:  # the rake took all of it
        return []
    if len(seats) == 1:
        clause = state.game.own("POKER 6(e)(6)") if step.asks else step.clause
        moves = (Move(POT, stack(seats[0]), pot.chips),)
        return [PotAwarded(clause=clause, pot=number, board=0, share="", moves=moves)]
    events: list[AnyEvent] = []
    boards = len(state.boards)
    part, pieces = divide(pot.chips, boards, unit=state.sign.unit)
    for board in range(boards):
        chips = Chips(part + sum(pieces[board : board + 1]))  # an odd chip to the first board
        won = {index: _winners(state, seats, board, index) for index in range(len(step.shares))}
        won = {index: winners for index, winners in won.items() if winners}
        half, odd = divide(chips, len(won), unit=state.sign.unit)
        for place, (index, winners) in enumerate(won.items()):
            amount = Chips(half + sum(odd[place : place + 1]))  # an odd chip to the first share
            uneven = step.uneven if odd and len(won) > 1 and not place else ""
            events += _push(state, number, board, step.shares[index], amount, winners, uneven)
    return events


def _winners(state: Round, seats: Sequence[int], board: int, index: int) -> list[int]:
    strengths = {seat: state.hands[seat].strengths[board][index] for seat in seats}
    best = max(strengths.values())
    return [seat for seat in seats if strengths[seat] == best] if best else []


def _push(
    state: Round,
    pot: int,
    board: int,
    share: Share,
    chips: Chips,
    winners: list[int],
    clause: str,
) -> list[AnyEvent]:
    if not chips:
        return []
    part, pieces = divide(chips, len(winners), unit=state.sign.unit)
    if pieces and len(winners) > 1:
        rule, clause = _excess_rule(state, share)
        winners = precedence(state, board, share, rule, winners)
    moves = tuple(
        Move(POT, stack(seat), Chips(part + sum(pieces[place : place + 1])))
        for place, seat in enumerate(winners)
        if part or place < len(pieces)
    )
    return [
        PotAwarded(
            clause=share.clause, pot=pot, board=board, share=share.name, moves=moves, excess=clause
        )
    ]


def _excess_rule(state: Round, share: Share) -> tuple[Precedence, str]:
    posted = state.sign.odd_chip
    if not posted or (state.sign.authorised and not share.excess.named):
        return share.excess.rule, share.excess.clause
    return (share.by_suit if posted == "suit" else "left_of_button"), "SIGN odd_chip"


def precedence(
    state: Round, board: int, share: Share, rule: Precedence, winners: list[int]
) -> list[int]:
    """Tied winners of a pot in the order in which odd chips are given out."""
    if rule == "left_of_button":
        return [seat for seat in state.order if seat in winners]
    ranking = FAMILIES[share.ranking]
    cards = (*state.boards[board], *state.common)

    def standing(seat: int) -> tuple[tuple[int, int], ...]:
        hand = state.hands[seat]
        plays = ranking.best_selections(hand.down + hand.up, cards, share.pick)
        if rule == "highest_by_suit":
            return max(_downwards(play) for play in plays)
        return min(_upwards(play) for play in plays)

    return sorted(winners, key=standing, reverse=rule == "highest_by_suit")


def _downwards(cards: Sequence[Card]) -> tuple[tuple[int, int], ...]:
    """Cards from the highest down, ace high: the first that differs decides by suit (A-55)."""
    return tuple(sorted(((card.rank, card.suit) for card in cards), reverse=True))


def _upwards(cards: Sequence[Card]) -> tuple[tuple[int, int], ...]:
    """Cards from the lowest up, ace low: the lowest suit comes first (A-56)."""
    return tuple(sorted(((card.rank + 1) % 13, card.suit) for card in cards))
