"""Rulings on irregularities: one command, and what the document says of it (POKER 15).

`rules/irregular.py` lists the irregularities and what follows from each; those
of the house-banked games are in their definitions.
"""

from croupier.cards import UNKNOWN, Card, check_distinct
from croupier.engine import accident, irregular_banked
from croupier.engine.commands import Protect, Remove, Report
from croupier.engine.deal import laid_out
from croupier.engine.decides import decides_unasked
from croupier.engine.events import AnyEvent, Noted
from croupier.engine.faults import HandDead, HandRefunded, Protected
from croupier.engine.misdeal import called_dead, misdealt, refund
from croupier.engine.round import Round
from croupier.refused import Refused
from croupier.rules.irregular import RULES, Rule, exposure, supplemented
from croupier.rules.steps import Deal


@decides_unasked(Report)
def report(state: Round, command: Report) -> list[AnyEvent]:
    """Rule on an irregularity as the document does."""
    if state.game.banked:
        return irregular_banked.report(state, command)
    rule = RULES.get(command.kind)
    if rule is None:
        words = command.kind.replace("_", " ")
        raise Refused("FIELD kind", f"{state.game.title} has no rule for {words}")
    _check_time(state, rule)
    match rule.follows:
        case "misdeal":
            return [misdealt(state, rule.kind, _cited(state, rule))]
        case "dead round":
            return [called_dead(state, rule.kind, _cited(state, rule))]
        case "card" | "exposure":
            return _card(state, command, rule)
        case _:
            _check_hand(state, command.seat)
            return _hand(state, command, rule)


def _cited(state: Round, rule: Rule) -> str:
    exposed = rule.follows == "exposure"  # in stud under (k), (l) or (m)
    return state.game.own(exposure(state.game).clause if exposed else rule.clause)


def _check_time(state: Round, rule: Rule) -> None:
    clause = _cited(state, rule)
    if state.done:
        raise Refused(clause, "the round is over")
    if rule.until == "two wagers" and len(state.wagered) > 1:
        raise Refused(clause, "two players have already wagered voluntarily: the deal stands")
    if rule.until == "the first card":
        if state.sign.shuffler == "none":
            raise Refused("SIGN shuffler", "no automated shuffler is used at this table")
        if state.top or state.at:
            raise Refused(clause, "cards have been dealt: a shuffle can no longer fail")


def _check_hand(state: Round, seat: int) -> None:
    if seat not in state.live:
        raise Refused("FIELD seat", f"seat {seat} has no live hand in this round")


# --- a hand ----------------------------------------------------------------------------------


def _hand(state: Round, command: Report, rule: Rule) -> list[AnyEvent]:
    match rule.follows:
        case "refund":
            return [_refunded(state, command, _cited(state, rule))]
        case "leaving":
            return [_left(state, command, rule)]
        case _:
            return [_fouled(state, command, rule)]


def is_protected(state: Round, seat: int) -> bool:
    """Whether a hand counts as protected: by its player, as a stud hand, or by supplement."""
    stud = any(isinstance(step, Deal) and step.up for step in state.game.script)
    return stud or state.hands[seat].protected or supplemented(state.sign, "hands_protected")


def _fouled(state: Round, command: Report, rule: Rule) -> AnyEvent:
    """Protected: put right, or refunded to a player without a part in the error; else dead."""
    own, seat = state.game.own, command.seat
    if not is_protected(state, seat):
        return HandDead(clause=_cited(state, rule), seat=seat, kind=rule.kind)
    hand = state.hands[seat]
    known = UNKNOWN not in hand.down + hand.up  # the record of the deal restores the hand
    if rule.kind != "wrong_number" and (command.mended or known):
        return Noted(clause=own("POKER 15(i)(2)"), kind=rule.kind, seat=seat)
    clause = own("POKER 15(i)(3)")
    if command.contributed:
        return HandDead(clause=clause, seat=seat, kind=rule.kind)
    return _refunded(state, command, clause)


def _refunded(state: Round, command: Report, clause: str) -> HandRefunded:
    moves = refund(state, {command.seat: state.hands[command.seat].put_in})
    return HandRefunded(clause=clause, seat=command.seat, kind=command.kind, moves=moves)


def _left(state: Round, command: Report, rule: Rule) -> AnyEvent:
    """A player who leaves a hand unprotected loses it; a lost connection does not count."""
    lost = rule.kind == "disconnected" and not supplemented(state.sign, "disconnect_leaves")
    if lost or is_protected(state, command.seat):
        clause = "A-52" if lost else _cited(state, rule)
        return Noted(clause=clause, kind=rule.kind, seat=command.seat)
    return HandDead(clause=_cited(state, rule), seat=command.seat, kind=rule.kind)


@decides_unasked(Remove)
def remove(state: Round, command: Remove) -> list[AnyEvent]:
    """Take a removed player out of the round: the hand is dead and its bets stay in the pot.

    Wagers against the bank, once placed, are still settled (THB 6(e)).
    """
    if state.done or state.game.banked or command.seat not in state.live:
        raise Refused(command.clause, f"seat {command.seat} has no hand to collect")
    return [HandDead(clause=command.clause, seat=command.seat, kind="removed")]


def protect(state: Round, command: Protect) -> list[AnyEvent]:
    """Protect the player's hand, at any time while it is live."""
    clause = state.game.own("POKER 1 protected hand")
    if state.game.banked:
        raise Refused("FIELD command", "hands can be protected only in games between players")
    if state.done or command.seat not in state.live:
        raise Refused(clause, f"seat {command.seat} has no live hand to protect")
    return [Protected(clause=clause, seat=command.seat)]


# --- a card ----------------------------------------------------------------------------------


def _card(state: Round, command: Report, rule: Rule) -> list[AnyEvent]:
    if rule.kind == "face_up_card":
        return accident.found_face_up(state, _top_card(state, command, _cited(state, rule)))
    clause = _cited(state, rule)
    if not _announcing(state):
        raise Refused(clause, "report a card only while it is being dealt")
    card = _top_card(state, command, clause)
    if rule.kind == "off_table":
        return accident.off_table(state, card)
    events = accident.expose(state, card)
    if not events:
        clause = state.game.own(exposure(state.game).clause)
        raise Refused(clause, "the rule on exposed cards does not apply to the next card")
    meant = getattr(events[0], "seat", command.seat)
    if command.seat not in (0, meant):
        raise Refused("FIELD seat", f"the next card is for seat {meant}")
    return events


def _announcing(state: Round) -> bool:
    return any(turn.option("announce") for turn in state.turns)


def _top_card(state: Round, command: Report, clause: str) -> Card:
    """The next card: of a sealed deck it is known, of an announced one the dealer names it."""
    if not state.left:
        raise Refused(clause, "no card is left in the deck")
    card = state.deck[state.top]
    if card is not UNKNOWN:
        if command.card not in (card, UNKNOWN):
            raise Refused("FIELD card", "that is not the next card of the deck")
        return card
    if command.card is UNKNOWN and command.kind != "off_table":
        raise Refused("FIELD card", "a face-up card must be named")
    if command.card is not UNKNOWN and command.card not in state.game.cards:
        own = state.game.own("POKER 2(a)")
        raise Refused(own, f"{command.card.value} is not in this game's deck")
    check_distinct((*laid_out(state), command.card))
    return command.card
