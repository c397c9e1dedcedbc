"""Irregularities at house-banked tables: voids, refunds and the wagers that survive.

THB 13, FLOP 12, TCJ 12. A game's definition says which of them it has and what each does.
"""

from croupier.cards import UNKNOWN, check_distinct
from croupier.chips import Chips
from croupier.engine.accounts import BANK, Move
from croupier.engine.commands import Report
from croupier.engine.deal import cards_due, laid_out
from croupier.engine.events import AnyEvent, CardRemoved, HandVoided, Noted, RoundVoided
from croupier.engine.layout import at_stake, on_spot, purse, spot_account
from croupier.engine.round import Round
from croupier.engine.turns import HOUSE
from croupier.refused import Refused
from croupier.rules.banked import Choice, Deliver, Irregular, Reveal
from croupier.rules.irregular import Reported


def report(state: Round, command: Report) -> list[AnyEvent]:
    """Rule on an irregularity as the document does."""
    rule = _rule(state, command.kind)
    clause = state.game.cite(rule.clause)
    _check_device(state, rule)
    _check_time(state, rule, clause)
    if rule.kind == "house_wrong_number" and command.mended:
        if not state.game.document.mends_house_hand:
            raise Refused(clause, "a wrong number cannot be corrected here: all hands are void")
        if state.boards[0]:
            raise Refused(clause, "the next cards in sequence are face up: all hands are void")
        return [Noted(clause=clause, kind=rule.kind)]
    if rule.kind == "face_up_card":
        return _remove(state, command, clause)
    if rule.voids == "hand":
        return _void_hand(state, command.seat, clause)
    if rule.voids == "round":
        return [_void_round(state, rule)]
    return [Noted(clause=clause, kind=rule.kind)]


def _rule(state: Round, kind: Reported) -> Irregular:
    for rule in state.game.irregular:
        if rule.kind == kind:
            return rule
    raise Refused("FIELD kind", f"{state.game.title} has no rule for {kind.replace('_', ' ')}")


def _void_round(state: Round, rule: Irregular) -> RoundVoided:
    saves = rule.saves if _is_dealt(state) or not rule.saves_once_dealt else ""
    clause, moves = state.game.cite(rule.clause), _refunds(state, saves)
    return RoundVoided(clause=clause, kind=rule.kind, saves=saves, moves=moves)


def _check_device(state: Round, rule: Irregular) -> None:
    """Refuse the failure of a machine that the sign does not post."""
    sign = state.sign
    if rule.kind == "shuffler_failed" and sign.shuffler == "none":
        raise Refused("SIGN shuffler", "no automated shuffler is used at this table")
    if rule.kind == "shoe_failed" and sign.deal_method != "automated_shoe":
        raise Refused("SIGN deal_method", "no automated dealing shoe is used at this table")


def _is_dealt(state: Round) -> bool:
    return not any(isinstance(step, Deliver) for step in state.script[state.at :])


def _check_time(state: Round, rule: Irregular, clause: str) -> None:
    if state.done:
        raise Refused(clause, "the round is over")
    started = state.at > 0
    if rule.until == "first card":
        if started:
            raise Refused(clause, "cards have been dealt: a shuffle can no longer fail")
        return
    if not started:
        raise Refused(clause, "no card has been dealt yet")
    if not at_stake(state):
        raise Refused(clause, "every wager is settled")
    if rule.kind.endswith("wrong_number") and not _is_dealt(state):
        raise Refused(clause, "hands can be counted only when the deal is complete")
    last = {"choices": Choice, "reveal": Reveal}.get(rule.until)
    if last and not any(isinstance(step, last) for step in state.script[state.at :]):
        raise Refused(clause, "every decision has been made: turn up the cards")


def _remove(state: Round, command: Report, clause: str) -> list[AnyEvent]:
    """Leave the card out; a second one, or one that the deal cannot spare, voids all hands."""
    if not state.left:
        raise Refused(clause, "no card is left in the deck")
    card = state.deck[state.top]
    if command.card not in (card, UNKNOWN) and card is not UNKNOWN:
        raise Refused("FIELD card", "that is not the next card of the deck")
    if card is UNKNOWN:  # an announced deck: the dealer says which
        check_distinct((*laid_out(state), command.card))
        card = command.card
    events: list[AnyEvent] = [CardRemoved(clause=clause, card=card)]
    second = any(pile.seat == HOUSE for pile in state.discards)
    if second or state.left <= cards_due(state):
        events.append(_void_round(state, _rule(state, "face_up_cards")))
    return events


def _void_hand(state: Round, seat: int, clause: str) -> list[AnyEvent]:
    if seat not in state.live:
        raise Refused("FIELD seat", f"seat {seat} has no hand in this round")
    return [HandVoided(clause=clause, seat=seat, moves=_refund(state, seat, ""))]


def _refunds(state: Round, saves: str) -> tuple[Move, ...]:
    return tuple(move for seat in state.live for move in _refund(state, seat, saves))


def _refund(state: Round, seat: int, saves: str) -> tuple[Move, ...]:
    """The seat's unsettled wagers: from its spots, or back from the bank."""
    moves: list[Move] = []
    owner = purse(state, seat)
    for spot, chips in state.hands[seat].stakes.items():
        if spot == saves:
            continue
        there = min(chips, on_spot(state, seat, spot))
        if there:
            moves.append(Move(spot_account(seat, spot), owner, Chips(there)))
        if chips > there:  # a forfeited ante is already in the bank
            moves.append(Move(BANK, owner, Chips(chips - there)))
    return tuple(moves)
