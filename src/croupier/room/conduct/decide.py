"""Questions of conduct: who cannot sit down, who has to leave, who can talk to whom."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from msgspec.structs import replace

from croupier.refused import Refused
from croupier.room.house.state import House
from croupier.room.house.submissions import check_posted
from croupier.room.logbook import Procedure
from croupier.room.table.state import Table

PROMPT = timedelta(minutes=15)  # for a notice that is given as expeditiously as possible


def in_hand(table: Table) -> frozenset[str]:
    """The players who must not chat: they hold a live hand of the round in play."""
    if table.round is None or not table.playing:
        return frozenset()
    live = (seat for seat, hand in table.round.hands.items() if not hand.out)
    owners = {table.round.owners.get(seat, seat) for seat in live}
    return frozenset(table.seats[seat].person for seat in owners if seat in table.seats)


def check_message(table: Table, sender: str) -> None:
    """Refuse a message of a player who holds a live hand."""
    if sender in in_hand(table):
        why = "you hold a live hand: messages can be sent when you have folded or the round is over"
        raise Refused(table.game.own("POKER 16(a)"), why)


def owes_notice(table: Table, house: House) -> bool:
    """Whether the house must notify an agent of the IEB of a removal for conduct at this table."""
    return table.game.document.notifies_of_removals and house.kind != "friends"


def _notices(table: Table, house: House) -> list[Procedure]:
    """Removals that followed from another table, of which the IEB has not been notified."""
    if not owes_notice(table, house):
        return []
    return [
        Procedure(
            "notice",
            removal.at + PROMPT,
            table.game.own("POKER 16(b)"),
            f"notify an agent of the IEB of the removal of {person}",
        )
        for person, removal in table.conduct.removed.items()
        if removal.notice is None
    ]


def due(table: Table, at: datetime, house: House) -> list[Procedure]:
    """No round is dealt before a removed player has left; the IEB is notified soon."""
    clause = table.game.own("POKER 16(b)")
    return [
        *_notices(table, house),
        *_leaving(table, clause),
    ]


def _leaving(table: Table, clause: str) -> list[Procedure]:
    return [
        Procedure(
            "removal",
            removal.at - timedelta.resolution,
            clause,
            f"the removed player at seat {seat} must leave first",
        )
        for seat, removal in table.conduct.leaving.items()
    ]


def check_runs(table: Table, house: House) -> None:
    """Refuse to run a table on a supplement that the house has no approval for (POKER 15(r))."""
    check_posted(table.sign, house)


def check_seat(table: Table, person: str, house: House) -> None:
    """Refuse a seat to a player excluded by the house, or removed here and not readmitted.

    A host's removal concerns one private game: whether the person comes in again is the host's.
    """
    kept, removal = house.exclusions, table.conduct.removed.get(person)
    lifted = kept.lifted.get(person)
    if removal is not None and lifted is not None and lifted > removal.at:
        removal = None
    slip = kept.out.get(person) or removal
    if slip is not None and slip.table not in house.games:
        clause = table.game.own("POKER 16(b)")
        raise Refused(clause, f"{person} was removed at table {slip.table}: {slip.cause}")


def abreast(house: House, tables: Iterable[Table]) -> House:
    """The house as its tables stand at this moment: removals that are on their way, closed tables.

    A removal binds every table of the room from the moment it is recorded at one of them.
    """
    lives = tuple(tables)
    kept = house.exclusions
    removed = {
        person: slip
        for life in lives
        if life.name not in house.games
        for person, slip in life.conduct.removed.items()
        if person not in kept.lifted or kept.lifted[person] <= slip.at
    }
    closed = frozenset(life.name for life in lives if life.status == "closed")
    exclusions = replace(kept, out={**removed, **kept.out})
    return replace(house, exclusions=exclusions, closed=closed)
