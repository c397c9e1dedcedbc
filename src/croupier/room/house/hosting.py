"""Private games: a player hosts a table among friends, and says who comes in.

The host stands in for the staff of that one table. A game that has ended can be resumed another
evening by the same host.
"""

from croupier.engine.event import Event
from croupier.refused import Refused
from croupier.room.house.facts import (
    GameEnded,
    GameHosted,
    GamePlanned,
    GameResumed,
    GuestAdmitted,
    GuestSentAway,
    HostChanged,
    LedgerSettled,
    PlanClosed,
)
from croupier.room.house.notices import check_words
from croupier.room.house.people import AUTOMATED, PLAYER, SHIFT, Actor, Role
from croupier.room.house.state import House, HouseDeciders, PrivateGame
from croupier.room.logbook import Command, Order, given_by
from croupier.rules.sign import TableSign

HOSTS: frozenset[Role] = PLAYER | SHIFT
CLAUSE = "A-96"
GAMES_MOST = 20  # that one person hosts at a time


@given_by(HOSTS, CLAUSE, "host a game")
class HostGame(Command, frozen=True, kw_only=True):
    """Make a table a private game, reached by its link."""

    table: str
    code: str  # of the link
    secret: str = ""  # of the password, as it is kept; empty for none


@given_by(HOSTS, CLAUSE, "let a guest in")
class AdmitGuest(Command, frozen=True, kw_only=True):
    """Let a person into a private game."""

    table: str
    person: str
    by_name: bool = False  # a guest without a password, whom the host knows


@given_by(HOSTS, CLAUSE, "send a guest away")
class SendAway(Command, frozen=True, kw_only=True):
    """Let a person no longer into a private game."""

    table: str
    person: str


@given_by(HOSTS, CLAUSE, "hand a game over")
class ChangeHost(Command, frozen=True, kw_only=True):
    """Let another guest host the game from now on."""

    table: str
    person: str


@given_by(HOSTS, CLAUSE, "have a game end or its stakes change after the round")
class PlanGame(Command, frozen=True, kw_only=True):
    """Have the room end a private game, or change its stakes, as soon as no round is on."""

    table: str
    sign: TableSign | None = None  # the stakes change to this; None: the game ends


@given_by(HOSTS, CLAUSE, "take back what a game was to do after the round")
class ClosePlan(Command, frozen=True, kw_only=True):
    """Take a plan back; the room says so itself when it has carried one out, or cannot."""

    table: str
    why: str = ""  # the reason of the room


@given_by(HOSTS, CLAUSE, "end a game")
class EndGame(Command, frozen=True, kw_only=True):
    """End a private game for now, when its table is closed and chips are back."""

    table: str


@given_by(HOSTS, CLAUSE, "resume a game")
class ResumeGame(Command, frozen=True, kw_only=True):
    """Go on with a private game that had ended."""

    table: str


@given_by(HOSTS, CLAUSE, "settle the ledger")
class SettleLedger(Command, frozen=True, kw_only=True):
    """Say that everybody has paid: the ledger starts over."""


def game_at(house: House, table: str, host: str = "") -> PrivateGame:
    """The private game at a table, or a refusal; for its host alone, if one is named."""
    game = house.games.get(table)
    if game is None or (host and host not in game.guests):
        raise Refused("FIELD table", f"there is no private game at table {table[:40]!r}")
    if host and game.host != host:
        raise Refused(CLAUSE, f"{game.host} hosts this game: only the host can do that")
    return game


def as_staff(host: Actor) -> Actor:
    """The host of a private game, in the place of a shift supervisor."""
    return Actor(host.name, "poker_shift_supervisor")


def may_watch(house: House, table: str, person: str) -> bool:
    """Whether a person can see a table: a private game is shown to its guests alone."""
    game = house.games.get(table)
    return game is None or person in game.guests


def check_guest(house: House, table: str, person: str) -> None:
    """Refuse a seat at a private game to those whom its host has not let in."""
    game = house.games.get(table)
    if game is None:
        return
    if game.ended:
        raise Refused(CLAUSE, f"this game has ended: {game.host} can resume it")
    if person not in game.guests:
        raise Refused(CLAUSE, f"{game.host} has not let {person} into this game")


def _host(house: House, order: Order[HostGame]) -> list[Event]:
    says = order.says
    if house.kind != "friends":
        raise Refused(says.clause, "this room has no private games: the floor opens tables")
    if says.table in house.games:
        raise Refused("FIELD table", f"table {says.table!r} is already hosted")
    check_words("FIELD code", code=says.code)
    name = order.by.name
    if sum(one.host == name and not one.ended for one in house.games.values()) >= GAMES_MOST:
        raise Refused(says.clause, f"you host {GAMES_MOST} games: end one first")
    hosted = GameHosted(
        clause=says.clause, table=says.table, host=name, code=says.code, secret=says.secret
    )
    return [hosted]


def _admit(house: House, order: Order[AdmitGuest]) -> list[Event]:
    says = order.says
    game = game_at(house, says.table, order.by.name)
    if says.person in game.guests:
        raise Refused("FIELD person", f"{says.person} is already a guest of this game")
    check_words("FIELD person", person=says.person)
    return [
        GuestAdmitted(
            clause=says.clause, table=says.table, person=says.person, by_name=says.by_name
        )
    ]


def _send_away(house: House, order: Order[SendAway]) -> list[Event]:
    says = order.says
    game = game_at(house, says.table, order.by.name)
    if says.person not in game.guests or says.person == game.host:
        raise Refused("FIELD person", f"{says.person[:40]} is not a guest of this game")
    return [GuestSentAway(clause=says.clause, table=says.table, person=says.person)]


def _change(house: House, order: Order[ChangeHost]) -> list[Event]:
    says = order.says
    game = game_at(house, says.table, order.by.name)
    if says.person not in game.guests or says.person == game.host:
        raise Refused("FIELD person", f"{says.person[:40]} is not a guest of this game")
    return [HostChanged(clause=says.clause, table=says.table, host=says.person)]


def _plan(house: House, order: Order[PlanGame]) -> list[Event]:
    says = order.says
    if game_at(house, says.table, order.by.name).ended:
        raise Refused(says.clause, "the game has already ended")
    return [GamePlanned(clause=says.clause, table=says.table, sign=says.sign)]


def _close_plan(house: House, order: Order[ClosePlan]) -> list[Event]:
    says, by_room = order.says, order.by.name == AUTOMATED
    if says.why and not by_room:
        raise Refused("FIELD why", "only the room says why a plan was not carried out")
    if game_at(house, says.table, "" if by_room else order.by.name).plan is None:
        raise Refused(says.clause, "nothing waits for the end of the round")
    return [PlanClosed(clause=says.clause, table=says.table, why=says.why)]


def _end(house: House, order: Order[EndGame]) -> list[Event]:
    says = order.says
    if game_at(house, says.table, order.by.name).ended:
        raise Refused(says.clause, "the game has already ended")
    return [GameEnded(clause=says.clause, table=says.table)]


def _resume(house: House, order: Order[ResumeGame]) -> list[Event]:
    says = order.says
    if not game_at(house, says.table, order.by.name).ended:
        raise Refused(says.clause, "the game is still running")
    return [GameResumed(clause=says.clause, table=says.table)]


def _hosted_all(house: House, person: str) -> bool:
    """Whether a person hosted every game that people in the ledger were guests of.

    And gave all chips in it: others may have been given theirs for a table that is nobody's game.
    """
    if any(one.chips > 0 and one.by != person for one in house.cage.given):
        return False
    owing = house.cage.ledger.keys()
    played = [game for game in house.games.values() if owing & {*game.guests} - {game.host}]
    mine = [game for game in house.games.values() if game.host == person]
    return bool(owing & {name for game in mine for name in game.guests}) and all(
        game.host == person for game in played
    )


def _settle(house: House, order: Order[SettleLedger]) -> list[Event]:
    says = order.says
    if order.by.role not in SHIFT and not _hosted_all(house, order.by.name):
        why = "only the host of all games played, or a supervisor, can say that all have paid"
        raise Refused(says.clause, why)
    out = ("purse:", "table:")
    if any(account.startswith(out) and chips for account, chips in house.accounts.items()):
        raise Refused(says.clause, "chips are still out: end the game first")
    if not all(game.ended for game in house.games.values()):
        raise Refused(says.clause, "a game is still running: end it first")
    if not house.cage.ledger:
        raise Refused(says.clause, "the ledger is empty")
    return [LedgerSettled(clause=says.clause)]


DECIDE: HouseDeciders = {
    HostGame: _host,
    AdmitGuest: _admit,
    SendAway: _send_away,
    ChangeHost: _change,
    PlanGame: _plan,
    ClosePlan: _close_plan,
    EndGame: _end,
    ResumeGame: _resume,
    SettleLedger: _settle,
}
