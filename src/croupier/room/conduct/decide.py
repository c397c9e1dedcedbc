"""Questions of conduct: who cannot sit down, who has to leave, who can talk to whom."""

from datetime import datetime, timedelta

from croupier.refused import Refused
from croupier.room.house.state import House
from croupier.room.house.submissions import check_posted
from croupier.room.logbook import Procedure
from croupier.room.table.state import Table


def check_message(table: Table, sender: str, receiver: str) -> None:
    """Refuse a private message between two players at a table while a hand is in play.

    Messages to the whole table do not come here.
    """
    seated = {seat.person for seat in table.seats.values()}
    if table.playing and sender != receiver and {sender, receiver} <= seated:
        why = "players at one table cannot message each other in private while a hand is in play"
        raise Refused(table.game.own("POKER 16(a)"), why)


def due(table: Table, at: datetime, house: House) -> list[Procedure]:
    """No round is dealt before a removed player has left."""
    clause = table.game.own("POKER 16(b)")
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
    """Refuse a seat to a player excluded by the house, or removed here and not readmitted."""
    kept, removal = house.exclusions, table.conduct.removed.get(person)
    lifted = kept.lifted.get(person)
    if removal is not None and lifted is not None and lifted > removal.at:
        removal = None
    slip = kept.out.get(person) or removal
    if slip is not None:
        raise Refused(slip.clause, f"{person} was removed at table {slip.table}: {slip.cause}")
