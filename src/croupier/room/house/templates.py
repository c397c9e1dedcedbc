"""Signs that the house keeps, to open a table with: a name, a game and what is posted there."""

from croupier.engine.event import Event
from croupier.games import game_of
from croupier.refused import Refused
from croupier.room.house.facts import TemplateDropped, TemplateKept
from croupier.room.house.notices import check_words
from croupier.room.house.people import SHIFT
from croupier.room.house.state import House, HouseDeciders
from croupier.room.logbook import Command, Order, given_by
from croupier.rules.readings import posted_in_full
from croupier.rules.sign import TableSign
from croupier.rules.sign_check import check_sign

LONGEST = 40  # letters of a name


@given_by(SHIFT, "POKER 17", "keep a sign for other tables")
class KeepTemplate(Command, frozen=True, kw_only=True):
    """Keep a sign under a name; one of the same name is replaced."""

    name: str
    game: str
    sign: TableSign


@given_by(SHIFT, "POKER 17", "drop a sign that is kept")
class DropTemplate(Command, frozen=True, kw_only=True):
    """Keep a sign no longer."""

    name: str


def _keep(house: House, order: Order[KeepTemplate]) -> list[Event]:
    says = order.says
    check_words("FIELD name", name=says.name)
    if len(says.name) > LONGEST:
        raise Refused("FIELD name", f"a name can have at most {LONGEST} characters")
    game = game_of(says.game)
    check_sign(game, says.sign)
    sign = posted_in_full(game, says.sign)
    return [TemplateKept(clause=says.clause, name=says.name.strip(), game=game.key, sign=sign)]


def _drop(house: House, order: Order[DropTemplate]) -> list[Event]:
    says = order.says
    if says.name not in house.templates:
        raise Refused("FIELD name", f"no sign is kept under the name {says.name[:40]!r}")
    return [TemplateDropped(clause=says.clause, name=says.name)]


DECIDE: HouseDeciders = {KeepTemplate: _keep, DropTemplate: _drop}
