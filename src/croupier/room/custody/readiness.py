"""What the custody of its decks lets a table do: open, deal, play on; and what is due when."""

from datetime import datetime

from croupier.chips import Chips
from croupier.engine import commands as spoken
from croupier.engine.accounts import METER
from croupier.refused import Refused
from croupier.room.custody.decide import (
    change_by,
    check_decks,
    check_marker,
    check_working,
    clocked,
    count_by,
    count_clause,
    count_due,
    shuffler,
    sort_by,
    undone,
    waived,
)
from croupier.room.custody.distribution import allotted, day_began
from croupier.room.custody.facts import DeckDealt
from croupier.room.custody.state import UNREADY, Deck
from croupier.room.house.state import House
from croupier.room.logbook import Procedure
from croupier.room.seating.lineup import dealt_in
from croupier.room.table.state import Table


def check_open(table: Table, at: datetime, house: House) -> None:
    """Refuse to open a table before its decks are received, inspected, verified and spread."""
    if table.game.document.distributes_decks:
        allotted(house, table.name, at)
    decks = tuple(table.custody.decks.values())
    clause = table.game.own("POKER 4(a)")
    if not decks:
        raise Refused(clause, "the table must receive its decks first")
    check_decks(table, decks)
    for deck in decks:
        if deck.status in UNREADY:
            step = {"received": "inspected and verified", "inspected": "verified"}.get(
                deck.status, "spread face up"
            )
            cited = table.game.own("POKER 4(b)") if deck.status == "verified" else clause
            raise Refused(cited, f"deck {deck.name} is {deck.status}, but not {step} yet")


def check_deal(table: Table) -> DeckDealt:
    """The fact that the next round is dealt from the deck in play, or a refusal."""
    custody, own = table.custody, table.game.own
    check_marker(table)
    check_decks(table, tuple(custody.decks.values()))
    check_working(table)
    device = shuffler(table) != "none"
    if table.game.banked and table.sign.deal_method == "hand" and not device:
        why = "cards can be dealt from the hand only with an automated shuffler"
        raise Refused(table.game.cite("8(b)(1)"), why)
    if count_due(table):
        raise Refused(count_clause(table), "the stub must be counted before another round")
    if custody.alert:
        raise Refused("POKER 6(e)(8)", f"{custody.alert}: count the deck")
    _check_replaced(table)
    if not custody.live:
        spread = any(deck.status == "spread" for deck in custody.decks.values())
        clause = own("POKER 4(c)" if spread else "POKER 2(a)")
        raise Refused(clause, "a deck must be put in play, shuffled and cut first")
    live = custody.decks[custody.live]
    _check_ready(table, live)
    for other in custody.others(live.name):
        _check_other(table, live, other, device=device)
    meter = table.accounts.get(METER, Chips(0))
    return DeckDealt(clause=own("POKER 2(a)"), deck=live.name, stacks=table.stacks, meter=meter)


def _check_replaced(table: Table) -> None:
    """Refuse a deck whose round was called dead: it must be replaced (POKER 15(g))."""
    if undone(table.round) == "dead" and table.custody.dealt in table.custody.decks:
        clause = table.game.own("POKER 15(g)")
        raise Refused(
            clause, f"deck {table.custody.dealt} must be replaced: its round was called dead"
        )


def _check_ready(table: Table, live: Deck) -> None:
    own = table.game.own
    if live.status in ("stored", "washed"):
        raise Refused(
            own("POKER 4(c)"), f"deck {live.name} must be washed and shuffled before play"
        )
    if live.status not in ("shuffled", "cut"):
        raise Refused(own("POKER 5(a)"), f"deck {live.name} is not shuffled")
    machine = table.game.banked and live.shuffled_by == "device"
    if live.status != "cut" and not machine:
        clause = table.game.cite("4(b)(2)") if table.game.banked else own("POKER 5(b)")
        raise Refused(clause, f"deck {live.name} is not cut")


def _check_other(table: Table, live: Deck, other: Deck, *, device: bool) -> None:
    own, custody = table.game.own, table.custody
    if not device:
        if other.status in (*UNREADY, "spread", "washed"):
            why = f"deck {other.name} must be made ready or stored before play"
            raise Refused(own("POKER 4(c)(1)"), why)
        return
    if other.status == "dealt" and table.game.banked:
        why = f"the cards of deck {other.name} are still in the discard rack"
        raise Refused(table.game.cite("2(b)(5)"), why)
    if other.status not in ("shuffling", "shuffled"):
        raise Refused(own("POKER 2(d)(2)"), f"deck {other.name} is not in the shuffler")
    again = undone(table.round) == "misdeal"  # the same deck, and it does not count as a round
    if custody.dealt in (live.name, other.name) and (live.name == custody.dealt) != again:
        why = "the decks alternate: this round must be dealt from the other one"
        raise Refused(own("POKER 2(d)(3)"), why)


def check_play(table: Table, command: object) -> None:
    """Refuse to continue a hand whose deck is under a marker, or was taken away."""
    own = table.game.own
    if not isinstance(command, spoken.Report):  # a ruling completes what the marker lies there for
        check_marker(table)
    if _gone(table) and not isinstance(command, spoken.Report):
        why = "the deck was removed because it was not complete: the round must be called dead"
        raise Refused(table.game.cite("7(f)(2)") if table.game.banked else own("POKER 15(g)"), why)


def _gone(table: Table) -> bool:
    custody = table.custody
    return table.playing and bool(custody.dealt) and custody.dealt not in custody.decks


def deck_rests(table: Table) -> bool:
    """Whether no card can be dealt now: a marker is on the deck, or it was taken away."""
    return bool(table.custody.paused) or _gone(table)


def due(table: Table, at: datetime, house: House) -> list[Procedure]:
    """What must be done with the decks, and by when."""
    if table.status != "open":
        return []
    found: list[Procedure] = []
    custody, own = table.custody, table.game.own
    if table.game.document.distributes_decks and not _recorded(table, at, house):
        why = "the shift supervisor has not distributed decks for this gaming day"
        found.append(Procedure("distribution", day_began(house, at), "POKER 2(c)", why))
    if custody.alerted:
        why = f"{custody.alert}: count the deck"
        found.append(Procedure("check", custody.alerted, own("POKER 6(e)(8)"), why))
    if clocked(table):
        found += _clocks(table)
    elif count_due(table) and custody.dealt_at:
        why = "count the stub: this was the last round without a count"
        found.append(Procedure("count", custody.dealt_at, count_clause(table), why))
    return [*found, *_idle(table, at)]


def _recorded(table: Table, at: datetime, house: House) -> bool:
    try:
        return bool(allotted(house, table.name, at))
    except Refused:
        return False


def _clocks(table: Table) -> list[Procedure]:
    found: list[Procedure] = []
    own = table.game.own
    for deck in table.custody.decks.values():
        if by := change_by(table, deck):
            found.append(Procedure("change", by, own("POKER 2(b)"), f"replace deck {deck.name}"))
    live = table.custody.decks.get(table.custody.live)
    if live is None:
        return found
    if by := sort_by(table, live):
        words = f"put deck {live.name} in suit and sequence"
        found.append(Procedure("sort", by, own("POKER 2(b)"), words))
    if (by := count_by(table, live)) and not waived(table):
        found.append(Procedure("count", by, own("POKER 6(e)(5)"), f"count deck {live.name}"))
    return found


def _idle(table: Table, at: datetime) -> list[Procedure]:
    """An idle table must spread its decks; that is never overdue, so it blocks nothing."""
    decks = table.custody.decks.values()
    enough = len(dealt_in(table)) >= table.game.players.least
    if table.playing or enough or not any(deck.status != "spread" for deck in decks):
        return []
    return [
        Procedure("spread", at, table.game.own("POKER 5(d)"), "spread the decks: nobody is playing")
    ]
