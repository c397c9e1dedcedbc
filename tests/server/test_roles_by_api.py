"""Every order by every wrong role, over HTTP: refused with its clause, and nothing is written."""

from collections.abc import Iterator
from typing import Any, get_args

import pytest
from msgspec import inspect

from croupier.room.house.people import ROLES, Actor, NotYours
from croupier.server.desks import table_orders as tables
from tests.clause import clause
from tests.server.api_scene import ApiScene, building


@pytest.fixture(scope="module", autouse=True)
def in_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    folder = tmp_path_factory.mktemp("roles")
    with pytest.MonkeyPatch.context() as patch, building(folder, patch):
        yield


def sample(kind: inspect.Type) -> Any:
    """The plainest JSON that a type admits."""
    match kind:
        case inspect.StructType(array_like=True, fields=fields):
            return [sample(field.type) for field in fields]
        case inspect.StructType(fields=fields, tag_field=tag_field, tag=tag):
            known = {field.encode_name: sample(field.type) for field in fields if field.required}
            return known | ({tag_field: tag} if tag_field else {})
        case inspect.UnionType(types=types):
            return None if any(isinstance(t, inspect.NoneType) for t in types) else sample(types[0])
        case inspect.LiteralType(values=values):
            return values[0]
        case inspect.IntType() | inspect.FloatType():
            return 1
        case inspect.BoolType():
            return True
        case inspect.BytesType():
            return ""
        case inspect.DateTimeType():
            return "2026-06-01T12:00:00Z"
        case inspect.DateType():
            return "2026-06-01"
        case inspect.DictType():
            return {}
        case inspect.VarTupleType() | inspect.ListType():
            return []
        case inspect.TupleType(item_types=types):
            return [sample(one) for one in types]
        case inspect.CustomType():
            return "As"  # a card
        case inspect.EnumType(cls=cls):
            return next(iter(cls)).value
        case _:
            return "x"


@clause("POKER-roles")
def test_every_command_of_every_wrong_role_is_refused_and_nothing_is_written() -> None:
    scene = ApiScene().open()
    service, refusals = scene.service, 0
    before = service.desk("1").number, service.house.number
    game = service.desk("1").state.game
    orders: dict[tuple[str, str], tuple[Any, ...]] = {  # what a second person signs has a door
        ("/api/tables/1/orders", "/api/cage/tables/orders"): get_args(tables.TableCommand),
        ("/api/house/orders", "/api/cage/orders"): get_args(tables.HouseCommand),
    }
    for paths, commands in orders.items():
        for command in commands:
            path = paths[bool(command.second)]
            body = {"client": "t", "sequence": 1, "command": sample(inspect.type_info(command))}
            body |= {"table": "1"} if path == "/api/cage/tables/orders" else {}
            for role in sorted(set(ROLES) - command.roles):
                with pytest.raises(NotYours) as refusal:
                    scene.request("POST", path, Actor(f"Mr {role}"[:40], role), body)
                of_house = command in get_args(tables.HouseCommand)
                cites = command.clause if of_house else game.own(command.clause)
                assert refusal.value.clause == cites, (command, role)
                assert refusal.value.why.endswith(f" can {command.what}")
                refusals += 1
    assert refusals > 400
    assert (service.desk("1").number, service.house.number) == before
