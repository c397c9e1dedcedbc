"""Who signs beside: an order that needs several people goes through a door with their passwords.

A command names them and their roles (`second`). Everywhere else such an order is refused, whoever
gives it and over whatever connection.
"""

from typing import Annotated, Any

from msgspec import Meta

from croupier.refused import Refused
from croupier.room.house.people import Actor, Role, check_role
from croupier.server.service import Service

Password = Annotated[str, Meta(max_length=200)]
Passwords = Password | dict[str, Password]  # by the field that names whose it is, where several are


def check_alone(command: Any, door: str) -> None:
    """Refuse what a second person must sign with a password of their own."""
    if command.second:
        why = f"a second person signs this with an own password: POST {door}"
        raise Refused(command.clause, why)


async def check_signatures(
    service: Service, actor: Actor, command: Any, passwords: Passwords
) -> None:
    """Refuse an order that somebody did not sign: name, role and password belong together.

    In a demonstration room one of the house's own people signs for a visitor.
    """
    if not command.second:
        raise Refused(command.clause, "nobody else signs this: give the order by itself")
    check_role(actor, command.roles, command.clause, command.what)
    for field in command.second:
        signer: Actor = getattr(command, field)
        if service.config.demonstration and signer == colleague(signer.role):
            continue
        password = passwords if isinstance(passwords, str) else passwords.get(field, "")
        if await service.accounts.known(signer.name, password) != signer:
            raise Refused("FIELD password", f"{signer.name} is no {signer.role.replace('_', ' ')}")


def colleague(role: Role) -> Actor:
    """Who signs beside a visitor of a demonstration room."""
    return Actor(f"house {role.replace('_', ' ')}", role)
