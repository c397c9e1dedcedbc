"""How facts change the private games of the house."""

from msgspec.structs import replace

from croupier.room.house.facts import (
    GameEnded,
    GameHosted,
    GamePlanned,
    GameResumed,
    GuestAdmitted,
    GuestSentAway,
    HostChanged,
    PlanClosed,
)
from croupier.room.house.state import Plan, PrivateGame
from croupier.room.logbook import Entry, Evolvers

Games = dict[str, PrivateGame]


def _hosted(games: Games, entry: Entry[GameHosted]) -> Games:
    fact = entry.fact
    game = PrivateGame(fact.host, fact.code, fact.secret, frozenset({fact.host}))
    return games | {fact.table: game}


def _changed(games: Games, entry: Entry, **fields: object) -> Games:
    table = entry.fact.table
    return games | {table: replace(games[table], **fields)}


def _admitted(games: Games, entry: Entry[GuestAdmitted]) -> Games:
    game, person = games[entry.fact.table], entry.fact.person
    known = game.by_name | {person} if entry.fact.by_name else game.by_name
    return _changed(games, entry, guests=game.guests | {person}, by_name=known)


def _sent_away(games: Games, entry: Entry[GuestSentAway]) -> Games:
    guests = games[entry.fact.table].guests - {entry.fact.person}
    return _changed(games, entry, guests=guests)


def _handed(games: Games, entry: Entry[HostChanged]) -> Games:
    before = games[entry.fact.table].hosts
    return _changed(games, entry, host=entry.fact.host, before=before, plan=None, refused="")


def _planned(games: Games, entry: Entry[GamePlanned]) -> Games:
    return _changed(games, entry, plan=Plan(entry.fact.sign), refused="")


def _plan_closed(games: Games, entry: Entry[PlanClosed]) -> Games:
    return _changed(games, entry, plan=None, refused=entry.fact.why)


def _ended(games: Games, entry: Entry[GameEnded]) -> Games:
    return _changed(games, entry, ended=True, plan=None, refused="")


def _resumed(games: Games, entry: Entry[GameResumed]) -> Games:
    return _changed(games, entry, ended=False)


GAMES: Evolvers[Games] = {
    GameHosted: _hosted,
    GuestAdmitted: _admitted,
    GuestSentAway: _sent_away,
    HostChanged: _handed,
    GamePlanned: _planned,
    PlanClosed: _plan_closed,
    GameEnded: _ended,
    GameResumed: _resumed,
}
