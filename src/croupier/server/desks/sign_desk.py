"""The form of a sign over HTTP: its fields for a game, and what is wrong with it while it is typed.

The answer has the sign itself: an order that posts, proposes or keeps it takes it from there.
"""

from collections.abc import Iterator
from http import HTTPStatus

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Struct
from msgspec.structs import replace

from croupier.games import game_of
from croupier.refused import Refused
from croupier.room.house.filings import approvals
from croupier.room.house.people import Actor
from croupier.room.house.state import House, RoomKind
from croupier.room.house.submissions import check_posted, check_rake
from croupier.rules.game import Game
from croupier.rules.sign import Structure, TableSign
from croupier.rules.sign_fields import Field, fields
from croupier.rules.sign_form import FieldFault, read_form
from croupier.rules.stakes import stakes
from croupier.server.auth.names import check_table_name
from croupier.server.service import Service
from croupier.views.narration.wording import Line
from croupier.views.printed.signboard import signboard

TEXT_MOST = 200  # letters in a field
AMONG_FRIENDS: dict[str, Structure] = {"holdem": "no_limit", "omaha": "pot_limit"}


class SignForm(Struct):
    """The form of a game, filled in, and a name that is free."""

    game: str
    title: str
    fields: list[Field]
    name: str
    templates: list[str]  # kept for this game


class SignWritten(Struct):
    """What was typed into the form of a game; at a table, over the sign it posts now."""

    game: str
    texts: dict[str, str]
    name: str = ""  # of the new table
    table: str = ""  # whose sign is changed
    template: str = ""  # that the form began with


class SignSeen(Struct):
    """The sign that a form amounts to: printed if nothing is wrong with it."""

    sign: TableSign
    stakes: str
    lines: list[Line]
    faults: list[FieldFault]


@get("/api/games/{key:str}/form")
async def see_form(
    key: FromPath[str],
    actor: NamedDependency[Actor],
    service: NamedDependency[Service],
    table: FromQuery[str] = "",
    template: FromQuery[str] = "",
) -> SignForm:
    """The fields of a sign for this game, as a table or a template has them."""
    game = game_of(key)
    base = _base(service, game, table, template, actor.name)
    kept = service.house.state.templates.items()
    names = [name for name, one in kept if one.game == game.key]
    return SignForm(game.key, game.heading, fields(game, base), _free_name(service), names)


def _base(service: Service, game: Game, table: str, template: str, viewer: str) -> TableSign:
    """The sign that the form begins with."""
    if table:
        return service.shown(table, viewer).state.sign
    kept = service.house.state.templates.get(template)
    if template and (kept is None or kept.game != game.key):
        raise Refused("FIELD template", f"no sign of {game.title} is kept as {template[:40]!r}")
    return kept.sign if kept is not None else usual_sign(game, service.house.state.kind)


def usual_sign(game: Game, kind: RoomKind) -> TableSign:
    """What a table posts if nobody chooses; outside card rooms as players expect it online.

    >>> usual_sign(game_of("holdem"), "friends").heads_up_button_small_blind
    True
    >>> usual_sign(game_of("holdem"), "friends").structure
    'no_limit'
    """
    if kind == "card-room":
        return game.sign
    sign = replace(game.sign, show_all_in=game.has_board)
    if game.button:
        sign = replace(sign, heads_up_button_small_blind=True)
    if kind == "friends" and (structure := AMONG_FRIENDS.get(game.key)):
        sign = replace(sign, structure=structure, limits=sign.blinds[-1:])
    return sign


def _free_name(service: Service) -> str:
    """The first number that no table has."""
    taken = {*service.desks, *service.faulty}
    return next(str(n) for n in range(1, len(taken) + 2) if str(n) not in taken)


@post("/api/signs", status_code=HTTPStatus.OK)
async def check_form(
    data: JSONBody[SignWritten],
    actor: NamedDependency[Actor],
    service: NamedDependency[Service],
) -> SignSeen:
    """What a form amounts to, and everything wrong with it at once; nothing is recorded."""
    game = game_of(data.game)
    if any(len(text) > TEXT_MOST for text in data.texts.values()):
        raise Refused("FIELD texts", f"a field can hold at most {TEXT_MOST} characters")
    base = _base(service, game, data.table, data.template, actor.name)
    found = read_form(game, base, data.texts)
    wrong = [*found.faults]
    if not data.table:
        wrong += _name_faults(service, data.name)
    if not found.faults:
        wrong += _unapproved(game, found.sign, service.house.state)
    lines = [] if found.faults else [*signboard(game, found.sign)]
    words = "" if found.faults else stakes(game, found.sign)
    return SignSeen(found.sign, words, lines, wrong)


def _name_faults(service: Service, name: str) -> Iterator[FieldFault]:
    try:
        check_table_name(name)
    except Refused as fault:
        yield FieldFault("name", fault.clause, fault.why)
    if name in service.desks or name in service.faulty:
        yield FieldFault("name", "FIELD name", f"there is already a table {name!r}")


def _unapproved(game: Game, sign: TableSign, house: House) -> Iterator[FieldFault]:
    """What the house must have approved before a table runs on this sign."""
    try:
        check_rake(game, sign, house)
        check_posted(sign, house)
    except Refused as fault:
        field = "time_charge" if sign.rake is None else "rake"
        yield FieldFault(field, fault.clause, fault.why)
    try:
        approvals(game, sign, house)
    except Refused as fault:
        yield FieldFault("game", fault.clause, fault.why)


ROUTES = (see_form, check_form)
