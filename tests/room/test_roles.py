"""Every order by every wrong role is refused with its clause (POKER-roles)."""

from typing import Any

import msgspec
import pytest

from croupier.refused import Refused
from croupier.room.house import decide as house
from croupier.room.house.people import ROLES, Actor, Role
from croupier.room.logbook import Order, check_order, check_signed
from croupier.room.table import decide as life
from tests.clause import clause
from tests.room.tables import NOON

COMMANDS: list[Any] = [*life.COMMANDS, *house.COMMANDS]


@clause("POKER-roles")
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.__name__)
@pytest.mark.parametrize("role", ROLES)
def test_only_the_roles_that_the_document_names_may_give_an_order(command: Any, role: Role) -> None:
    order = Order(NOON, Actor("Someone", role), command)  # the kind alone decides
    if role in command.roles:
        check_order(order)
        return
    with pytest.raises(Refused) as refusal:
        check_order(order)
    assert refusal.value.clause == command.clause


@clause("POKER-roles")
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.__name__)
def test_whoever_a_record_names_beside_its_speaker_signs_it(command: Any) -> None:
    named = {field.name for field in msgspec.structs.fields(command) if field.type is Actor}
    assert named - {"notified"} == set(command.second)  # a notified person has signed nothing


SIGNED: list[Any] = [command for command in COMMANDS if command.second]


@clause("POKER-roles")
@pytest.mark.parametrize("command", SIGNED, ids=lambda command: command.__name__)
def test_who_signs_beside_has_the_role_for_it_and_is_somebody_else(command: Any) -> None:
    right = {field: Actor(f"the {field}", min(roles)) for field, roles in command.second.items()}
    given = dict.fromkeys((one.name for one in msgspec.structs.fields(command)), None)
    order = Order(NOON, Actor("Someone", min(command.roles)), command(**given | right))
    check_signed(order)
    for field, roles in command.second.items():
        wrong = [Actor("Other", role) for role in ROLES if role not in roles]
        for signer in (*wrong, Actor("Someone", min(roles)), Actor("", min(roles))):
            says = command(**given | right | {field: signer})
            with pytest.raises(Refused) as refusal:
                check_signed(Order(NOON, order.by, says))
            assert refusal.value.clause == command.clause
