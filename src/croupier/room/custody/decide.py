"""Questions about the decks of a table: which rules bind it, what is counted, who has looked."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Literal

from croupier.engine.round import Round
from croupier.refused import Refused
from croupier.room.custody.returned import proper_number, returned_hands
from croupier.room.custody.state import Deck, NewDeck, Procedures
from croupier.room.table.state import Table
from croupier.rules.banked import Deliver
from croupier.rules.game import Game
from croupier.rules.sign import TableSign
from croupier.rules.steps import Board, Burn, Deal, Draw

STUB_COUNTED = ("POKER 10", "POKER 11", "POKER 20")  # hold'em and omaha, with five cards too


def shuffler(table: Table) -> Literal["none", "plain", "counting"]:
    """The shuffler in use: the posted one, until it is removed from the table."""
    return "none" if table.custody.device == "removed" else table.sign.shuffler


def least_inspectors(game: Game) -> int:
    """How many players must see the cards before play, by the document."""
    return game.document.inspectors


def inspectors(table: Table) -> int:
    """How many players must see the cards before play at this table."""
    asked = table.custody.procedures.inspectors
    return least_inspectors(table.game) if asked < 0 else asked


def clocked(table: Table) -> bool:
    """Whether the document's intervals for decks (POKER 2(b), 6(e)(5)) bind this table."""
    clock = table.game.document.deck_clock
    return clock == "always" or (clock == "posted" and table.custody.procedures.poker_clocks)


def by_method(table: Table, manual: str, hand: str, shoe: str) -> str:
    """The clause of a house-banked document for the way this table deals (Sections 7 to 9)."""
    ways = {"manual_shoe": manual, "hand": hand, "automated_shoe": shoe}
    return table.game.cite(ways[table.sign.deal_method])


def count_clause(table: Table) -> str:
    """The clause that has the cards counted here."""
    return (
        by_method(table, "7(f)", "8(e)", "9(e)")
        if table.game.banked
        else table.game.own("POKER 6(e)(5)")
    )


def machine_clause(game: Game, poker: str, banked: str) -> str:
    """A clause on shufflers: of POKER 15, of THB 13, or of FLOP or TCJ 12."""
    return game.document.machines + (banked if game.banked else poker)


def waived(table: Table) -> bool:
    """Whether a shuffler that counts replaces the dealer's count (A-08)."""
    if shuffler(table) != "counting":
        return False
    if table.game.document.counting_shoe_only:
        return table.sign.deal_method == "automated_shoe"
    return True


def counts_stub(game: Game) -> bool:
    """Whether the stub can be counted instead of the deck (A-06)."""
    return game.document.counts_stub or game.section in STUB_COUNTED


def undone(played: Round | None) -> str:
    """What the end of a round means for its deck: "misdeal", "dead", or "" (POKER 15(e), (g))."""
    return getattr(played, "undone", "")


def place(table: Table, deck: Deck) -> str:
    """Where a deck is: live, stored, in the shuffler, or spread on the table (POKER 2(a))."""
    if deck.status == "shuffling":
        return "shuffling"
    if deck.name == table.custody.live:
        return "live"
    if deck.status == "spread":
        return "spread"
    if deck.status == "shuffled" and shuffler(table) != "none":
        return "ready"
    return "stored"


def rack(table: Table) -> list[str]:
    """The decks with cards in the discard rack of a house-banked table."""
    dealt = (deck for deck in table.custody.decks.values() if deck.status == "dealt")
    return [deck.name for deck in dealt if table.game.banked]


def sort_by(table: Table, deck: Deck) -> datetime | None:
    """When a deck that is in use must be put in suit and sequence again (A-05)."""
    if deck.used is None:
        return None
    since = max(deck.used, deck.sorted or deck.used)
    return since + timedelta(minutes=table.custody.procedures.sort_minutes)


def change_by(table: Table, deck: Deck) -> datetime | None:
    """When an opened deck must be replaced."""
    minutes = table.custody.procedures.change_minutes
    return deck.opened and deck.opened + timedelta(minutes=minutes)


def count_by(table: Table, deck: Deck) -> datetime | None:
    """When a deck that is in use must be counted again."""
    if deck.used is None:
        return None
    since = max(deck.used, deck.counted or deck.used)
    return since + timedelta(minutes=table.custody.procedures.count_minutes)


def check_procedures(game: Game, sign: TableSign, chosen: Procedures) -> None:
    """Refuse an interval longer than the document's, and a choice that it does not leave."""
    most = {
        "sort_minutes": (180, "" if game.banked else game.own("POKER 2(b)")),
        "change_minutes": (360, "" if game.banked else game.own("POKER 2(b)")),
        "count_minutes": (15, "" if game.banked else game.own("POKER 6(e)(5)")),
        "count_rounds": (5, game.cite("7(f)") if game.banked else ""),
    }
    for key, (limit, clause) in most.items():
        if not 1 <= getattr(chosen, key) <= limit:
            why = f"{key} must be 1 to {limit}, not {getattr(chosen, key)}"
            raise Refused(clause or f"FIELD {key}", why)
    if not 1 <= chosen.inspection_seconds <= 3600:
        raise Refused("FIELD inspection_seconds", "`inspection_seconds` must be 1 to 3600")
    least = least_inspectors(game)
    if chosen.inspectors != -1 and not least <= chosen.inspectors <= 11:
        why = f"`inspectors` must be {least} to 11, not {chosen.inspectors}"
        raise Refused(game.own("POKER 4(c)"), why)
    if game.banked and sign.deal_method == "automated_shoe" and not chosen.shoe_approval.strip():
        raise Refused(
            game.cite("9(a)"),
            "`shoe_approval` must name the approval of the automated dealing shoe",
        )


def check_marker(table: Table) -> None:
    """Refuse to deal while a marker is on the deck."""
    if table.custody.paused:
        why = f"a marker is on the deck until the transaction is completed: {table.custody.paused}"
        raise Refused(table.game.own("POKER 6(e)(1)"), why)


def all_dealt(state: Round) -> bool:
    """Whether the deck has no card to give this round, so that the rest is the stub (POKER 1)."""
    takes = (Deal, Board, Burn, Draw, Deliver)
    return state.done or not any(isinstance(step, takes) for step in state.script[state.at :])


def count_due(table: Table) -> bool:
    """Whether the stub of the last round of five has not been counted (THB 7(f))."""
    custody = table.custody
    return (
        table.game.banked
        and not waived(table)
        and custody.uncounted >= custody.procedures.count_rounds
    )


def uncounted_hands(table: Table) -> dict[int, int]:
    """The hands that came back and were not counted yet, with what each should hold.

    A banked table counts its stub instead.
    """
    dealt = table.custody.decks.get(table.custody.dealt)
    if table.round is None or dealt is None or dealt.status != "dealt" or table.game.banked:
        return {}
    back, counted = returned_hands(table.round), table.custody.returned
    return {
        pile.seat: proper_number(table.round, pile) for pile in back if pile.seat not in counted
    }


def check_gathered(table: Table, deck: Deck) -> None:
    """Refuse to gather a deck whose round is not over, or not counted as required."""
    if deck.status != "dealt":
        return
    table.check_between("POKER 1 round of play")
    if table.game.document.counts_returned_hands and uncounted_hands(table):
        seats = ", ".join(str(seat) for seat in uncounted_hands(table))
        raise Refused("POKER 6(e)(8)", f"the returned hands must be counted first: seat {seats}")
    if count_due(table):
        raise Refused(
            count_clause(table),
            "the stub must be counted first: this was the last round without a count",
        )
    if table.game.banked and not table.custody.racked:
        raise Refused(rack_clause(table), "the stub must go into the discard rack first")


def rack_clause(table: Table) -> str:
    """The clause that has the stub put into the discard rack here."""
    return by_method(table, "7(e)", "8(d)", "9(d)")


def check_working(table: Table) -> None:
    """Refuse to rely on a shuffler that failed."""
    if table.custody.device == "jammed" and shuffler(table) != "none":
        why = "the shuffler failed: clear it by the approved procedure, or remove it"
        raise Refused(machine_clause(table.game, "(p)", "(e)"), why)


def check_decks(table: Table, decks: Sequence[NewDeck | Deck]) -> None:
    """Refuse decks that cannot be used together at this table."""
    game, own = table.game, table.game.own
    device = shuffler(table) != "none"
    if game.banked:
        if len(decks) == 2 and not device:
            raise Refused(game.cite("2(b)"), "a second deck can be used only with a shuffler")
        if not 1 <= len(decks) <= 2:
            raise Refused(
                game.cite("2(a)"),
                f"this table must have one deck, or two with a shuffler, not {len(decks)}",
            )
    elif len(decks) != 2:
        raise Refused(own("POKER 2(a)"), f"a table must have two decks, not {len(decks)}")
    backs = {(deck.design, deck.colour) for deck in decks}
    if len({deck.name for deck in decks}) < len(decks) or len(backs) < len(decks):
        raise Refused(own("POKER 2(a)"), "the two decks must have different names and backs")
    if device and len({deck.colour for deck in decks}) < len(decks):
        raise Refused(own("POKER 2(d)(1)"), "with a shuffler the backs must have different colors")
    if table.custody.procedures.cover in {deck.colour for deck in decks}:
        raise Refused(own("POKER 2(a)"), "the cover card must differ in color from the backs")


def present(table: Table) -> list[str]:
    """The players at the table who are not away, for the inspection of decks."""
    return sorted({seat.person for seat in table.seats.values() if not seat.away})


def had_opportunity(table: Table, at: datetime) -> int:
    """How many players have looked at the spread decks, or had the time to."""
    custody = table.custody
    time = timedelta(seconds=custody.procedures.inspection_seconds)
    waited = {player for player, since in custody.offered.items() if since + time <= at}
    return len(waited | set(custody.looked))
