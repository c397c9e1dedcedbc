"""Irregularities in words: what went wrong, what was ruled, and where the chips went."""

from collections.abc import Callable
from typing import Any

from croupier.chips import Chips, money
from croupier.engine import events as engine_events
from croupier.engine import faults
from croupier.engine.accounts import Move
from croupier.engine.round import Round
from croupier.views.narration.sentences import Said, by, faces, hand_of, said, to, when
from croupier.views.narration.wording import Line

CAUSES = {
    "not_shuffled": "the deck was not shuffled and cut",
    "wrong_start": "the deal began at the wrong position",
    "face_up_card": "a card lay face up in the deck",
    "off_table": "a card fell off the table",
    "face_up_cards": "more than one card lay face up in the deck",
    "skipped_player": "an eligible player was not dealt in",
    "ineligible": "not entitled to be dealt in",
    "missing_cards": "cards are missing",
    "additional_cards": "there are cards too many",
    "fouled": "touched by discards",
    "collected": "taken in by the dealer",
    "wrong_number": "a wrong number of cards",
    "left_table": "left on the table without a word",
    "disconnected": "the connection is lost",
    "exposed": "both hole cards were exposed",
    "drawn_in_error": "a card was drawn in error",
    "dealer_card_exposed": "a card of the dealer was turned up",
    "community_card_exposed": "a community card was turned up",
    "player_wrong_number": "a player has a wrong number of cards",
    "house_wrong_number": "the house has a wrong number of cards",
    "shuffler_failed": "the shuffler failed",
    "shoe_failed": "the dealing shoe failed",
    "removed": "its player was removed from the game",
    "deck_spent": "too few cards are left to deal",
}


def cause(kind: str) -> str:
    """An irregularity in words."""
    return CAUSES.get(kind, kind.replace("_", " "))


def _noted(state: Round, event: engine_events.Noted) -> Said:
    if not event.seat:
        return f"on the record: {cause(event.kind)}"
    restored = event.kind in ("fouled", "collected")
    what = "is restored, and play continues" if restored else "stays live"
    return said(hand_of(event.seat), f" ({cause(event.kind)}) {what}")


def _card_removed(state: Round, event: engine_events.CardRemoved) -> Said:
    if event.kind == "off_table":
        return "a card fell off the table and is not used"
    if event.kind == "exposed":
        return said(faces((event.card,)), " was exposed too and is discarded")
    return said(faces((event.card,)), " lay face up in the deck and is not used")


_THEN = {
    "up_card": "it is the up-card, and the next comes face down",
    "dead": "both hole cards are open",
    "choice": "the player may stop wagering",
    "exchange": "it is exchanged when the deal is complete",
}


def _exposed(state: Round, event: faults.Exposed) -> Said:
    card = faces((event.card,))
    return said(card, " for ", to(event.seat), f" is exposed: {_THEN[event.then]}")


def _exchanged(state: Round, event: faults.Exchanged) -> Said:
    where = "is the burn, face up" if event.to == "burn" else "goes to the discards"
    gets = by(event.seat, "gets the next card; ", "get the next card; ")
    return said(gets, faces((event.exposed,)), f" {where}")


def _elected(state: Round, event: faults.Elected) -> Said:
    seat = event.seat
    if event.stops:
        contends = when(seat, " wagering and contends", " wagering and contend")
        return said(by(seat, "stops", "stop"), contends, f" for the pot of {money(state.pot)}")
    return said(by(seat, "plays on", "play on"), " for the entire pot")


def _protected(state: Round, event: faults.Protected) -> Said:
    return said(by(event.seat, "protects the hand", "protect your hand"))


def _hand_dead(state: Round, event: faults.HandDead) -> Said:
    return said(hand_of(event.seat), f" is dead ({cause(event.kind)}): its chips stay in")


def _hand_refunded(state: Round, event: faults.HandRefunded) -> Said:
    back = money(Chips(sum(move.chips for move in event.moves)))
    end = f", and {back} goes back" if event.moves else ""
    return said(hand_of(event.seat), f" is out ({cause(event.kind)}){end}")


def _misdealt(state: Round, event: faults.Misdealt) -> Line:
    words = f"misdeal, {cause(event.kind)}: all bets go back, and the deck is shuffled again"
    return Line(words, event.clause, items=_back(event.moves))


def _called_dead(state: Round, event: faults.CalledDead) -> Line:
    words = f"the round is dead, {cause(event.kind)}: all bets go back, and the deck is replaced"
    return Line(words, event.clause, items=_back(event.moves))


def _back(moves: tuple[Move, ...]) -> tuple[str, ...]:
    chips: dict[str, int] = {}
    for move in moves:
        chips[move.target] = chips.get(move.target, 0) + move.chips
    back = ((place.replace("stack:", "seat "), Chips(total)) for place, total in chips.items())
    return tuple(f"{place} {money(total)}" for place, total in back)


SAY: dict[type, Callable[[Round, Any], Said]] = {
    engine_events.Noted: _noted,
    engine_events.CardRemoved: _card_removed,
    faults.Exposed: _exposed,
    faults.Exchanged: _exchanged,
    faults.Elected: _elected,
    faults.Protected: _protected,
    faults.HandDead: _hand_dead,
    faults.HandRefunded: _hand_refunded,
    faults.Misdealt: _misdealt,
    faults.CalledDead: _called_dead,
}
