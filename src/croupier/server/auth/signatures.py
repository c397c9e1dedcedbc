"""Second signatures: an order that needs several people comes with the passwords of the others.

A command names them and their roles (`second`). Two routes take such orders; everywhere else they
are refused, on sockets too.
"""

from typing import Annotated, Any

from msgspec import Meta

from croupier.refused import Refused
from croupier.room.house.people import Actor, automated, check_role
from croupier.server.service import Service

Password = Annotated[str, Meta(max_length=200)]
Passwords = Password | dict[str, Password]  # by the field that names whose it is, where several are


def check_alone(command: Any, door: str) -> None:
    """Refuse an order that a second person must sign with their password."""
    if command.second:
        why = f"a second person must sign this with their password: POST {door}"
        raise Refused(command.clause, why)


async def check_signatures(
    service: Service, actor: Actor, command: Any, passwords: Passwords
) -> None:
    """Refuse an order unless everyone it names has signed: name, role and password must match.

    The refusal names the person, and the field of the password, or of the person in another role.
    In a demonstration room the room itself signs beside a visitor, and the record says so.
    """
    if not command.second:
        raise Refused(command.clause, "this order needs no second signature: send it without one")
    check_role(actor, command.roles, command.clause, command.what)
    for field in command.second:
        signer: Actor = getattr(command, field)
        if service.is_demonstration and signer == automated(signer.role):
            continue
        if isinstance(passwords, str):
            password, asked = passwords, "password"
        else:
            password, asked = passwords.get(field, ""), f"password.{field}"
        if await service.door.countersign(actor, signer.name, password, asked) != signer:
            why = f"{signer.name} lacks the role {signer.role.replace('_', ' ')}"
            raise Refused(f"FIELD {field}", why)
