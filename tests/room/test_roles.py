"""Every order by every wrong role is refused with its clause (POKER-roles)."""

from typing import Any

import pytest

from croupier.refused import Refused
from croupier.room import house, life
from croupier.room.orders import Order, check_order
from croupier.room.people import ROLES, Actor, Role
from tests.clause import clause
from tests.room.tables import NOON

COMMANDS = [*life.COMMANDS, *house.COMMANDS]


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
