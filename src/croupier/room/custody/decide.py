"""What the custody of its decks lets a table do: open, deal, play on; and what is due when."""

from datetime import datetime
from typing import TYPE_CHECKING

from croupier.chips import Chips
from croupier.engine import commands as spoken
from croupier.engine.accounts import METER
from croupier.refused import Refused
from croupier.room.custody.counting import count_due
from croupier.room.custody.device import check_working
from croupier.room.custody.distribution import allotted, day_began
from croupier.room.custody.facts import DeckDealt
from croupier.room.custody.preparation import check_decks
from croupier.room.custody.state import (
    UNREADY,
    Deck,
    change_by,
    clocked,
    count_by,
    count_clause,
    shuffler,
    sort_by,
    undone,
    waived,
)
from croupier.room.logbook import Procedure

if TYPE_CHECKING:
    from croupier.room.house.decide import House
    from croupier.room.table.decide import TableLife


def check_open(life: "TableLife", at: datetime, house: "House") -> None:
    """Refuse to open a table before its decks are received, inspected, verified and spread."""
    if life.game.document.distributes_decks:
        allotted(house, life.name, at)
    decks = tuple(life.custody.decks.values())
    clause = life.game.own("POKER 4(a)")
    if not decks:
        raise Refused(clause, "no deck has come to the table")
    check_decks(life, decks)
    for deck in decks:
        if deck.status in UNREADY:
            step = "spread face up" if deck.status == "verified" else "inspected and verified"
            cited = life.game.own("POKER 4(b)") if deck.status == "verified" else clause
            raise Refused(cited, f"deck {deck.name} is {deck.status}: it is not {step} yet")


def check_deal(life: "TableLife") -> DeckDealt:
    """Say from which deck the next round is dealt, or refuse: it is the one in play."""
    custody, own = life.custody, life.game.own
    check_marker(life)
    check_decks(life, tuple(custody.decks.values()))
    check_working(life)
    device = shuffler(life) != "none"
    if life.game.banked and life.sign.deal_method == "hand" and not device:
        why = "cards are dealt from the hand only with an automated shuffler"
        raise Refused(life.game.cite("8(b)(1)"), why)
    if count_due(life):
        raise Refused(count_clause(life), "the stub is counted before another round")
    if custody.alert:
        raise Refused("POKER 6(e)(8)", f"{custody.alert}: count the deck")
    _check_replaced(life)
    if not custody.live:
        spread = any(deck.status == "spread" for deck in custody.decks.values())
        clause = own("POKER 4(c)" if spread else "POKER 2(a)")
        raise Refused(clause, "no deck lies in front of the dealer, shuffled and cut")
    live = custody.decks[custody.live]
    _check_ready(life, live)
    for other in custody.others(live.name):
        _check_other(life, live, other, device=device)
    meter = life.accounts.get(METER, Chips(0))
    return DeckDealt(clause=own("POKER 2(a)"), deck=live.name, stacks=life.stacks, meter=meter)


def _check_replaced(life: "TableLife") -> None:
    """A deck with which a round was called dead is replaced (POKER 15(g))."""
    if undone(life.round) == "dead" and life.custody.dealt in life.custody.decks:
        clause = life.game.own("POKER 15(g)")
        raise Refused(clause, f"deck {life.custody.dealt} is replaced: its round was called dead")


def _check_ready(life: "TableLife", live: Deck) -> None:
    own = life.game.own
    if live.status in ("stored", "washed"):
        raise Refused(own("POKER 4(c)"), f"deck {live.name} is washed and shuffled before play")
    if live.status not in ("shuffled", "cut"):
        raise Refused(own("POKER 5(a)"), f"deck {live.name} is not shuffled")
    machine = life.game.banked and live.shuffled_by == "device"
    if live.status != "cut" and not machine:
        clause = life.game.cite("4(b)(2)") if life.game.banked else own("POKER 5(b)")
        raise Refused(clause, f"deck {live.name} is not cut")


def _check_other(life: "TableLife", live: Deck, other: Deck, *, device: bool) -> None:
    own, custody = life.game.own, life.custody
    if not device:
        if other.status in (*UNREADY, "spread", "washed"):
            why = f"deck {other.name} is made ready too before play, or stored"
            raise Refused(own("POKER 4(c)(1)"), why)
        return
    if other.status == "dealt" and life.game.banked:
        why = f"the cards of deck {other.name} are still in the discard rack"
        raise Refused(life.game.cite("2(b)(5)"), why)
    if other.status not in ("shuffling", "shuffled"):
        raise Refused(own("POKER 2(d)(2)"), f"deck {other.name} is not in the shuffler")
    again = undone(life.round) == "misdeal"  # the same deck, and it does not count as a round
    if custody.dealt in (live.name, other.name) and (live.name == custody.dealt) != again:
        why = "the decks alternate: this round is dealt from the other one"
        raise Refused(own("POKER 2(d)(3)"), why)


def check_marker(life: "TableLife") -> None:
    """Refuse to deal, or to go on with a hand, whose deck lies under a marker."""
    if life.custody.paused:
        why = f"a marker lies on the deck until the transaction is completed: {life.custody.paused}"
        raise Refused(life.game.own("POKER 6(e)(1)"), why)


def check_play(life: "TableLife", command: object) -> None:
    """Refuse to go on with a hand whose deck lies under a marker, or was taken away."""
    own = life.game.own
    if not isinstance(command, spoken.Report):  # a ruling completes what the marker lies there for
        check_marker(life)
    if _gone(life) and not isinstance(command, spoken.Report):
        why = "the deck was not complete and is removed: the round is called dead"
        raise Refused(life.game.cite("7(f)(2)") if life.game.banked else own("POKER 15(g)"), why)


def _gone(life: "TableLife") -> bool:
    custody = life.custody
    return life.playing and bool(custody.dealt) and custody.dealt not in custody.decks


def deck_rests(life: "TableLife") -> bool:
    """Whether no card may be dealt now: a marker lies on the deck, or it was taken away."""
    return bool(life.custody.paused) or _gone(life)


def due(life: "TableLife", at: datetime, house: "House") -> list[Procedure]:
    """What must be done with the decks, and by when."""
    if life.status != "open":
        return []
    found: list[Procedure] = []
    custody = life.custody
    if life.game.document.distributes_decks and not _recorded(life, at, house):
        why = "the shift supervisor has not distributed decks for this gaming day"
        found.append(Procedure("distribution", day_began(house, at), "POKER 2(c)", why))
    if custody.alerted:
        why = f"{custody.alert}: count the deck"
        found.append(Procedure("check", custody.alerted, "POKER 6(e)(8)", why))
    if clocked(life):
        found += _clocks(life)
    elif count_due(life) and custody.dealt_at:
        why = "count the stub: this was the last round without a count"
        found.append(Procedure("count", custody.dealt_at, count_clause(life), why))
    return [*found, *_idle(life, at)]


def _recorded(life: "TableLife", at: datetime, house: "House") -> bool:
    try:
        return bool(allotted(house, life.name, at))
    except Refused:
        return False


def _clocks(life: "TableLife") -> list[Procedure]:
    found: list[Procedure] = []
    for deck in life.custody.decks.values():
        if by := change_by(life, deck):
            found.append(Procedure("change", by, "POKER 2(b)", f"replace deck {deck.name}"))
    live = life.custody.decks.get(life.custody.live)
    if live is None:
        return found
    if by := sort_by(life, live):
        words = f"put deck {live.name} in suit and sequence"
        found.append(Procedure("sort", by, "POKER 2(b)", words))
    if (by := count_by(life, live)) and not waived(life):
        found.append(Procedure("count", by, "POKER 6(e)(5)", f"count deck {live.name}"))
    return found


def _idle(life: "TableLife", at: datetime) -> list[Procedure]:
    """An idle table spreads its decks; nobody waits for it, so it blocks nothing."""
    decks = life.custody.decks.values()
    enough = len(life.dealt_in()) >= life.game.players.least
    if life.playing or enough or not any(deck.status != "spread" for deck in decks):
        return []
    return [Procedure("spread", at, life.game.own("POKER 5(d)"), "spread the decks: nobody plays")]
