"""People whom an order names, other than its giver: they must have an account here, in that role.

Chips are sold to patrons, a fund is paid out to patrons, an agent of the IEB is notified, and
security is called. A name that nobody here has would enter the records, and money would go to it.
"""

from collections.abc import Iterator
from typing import Any

from croupier.refused import Refused
from croupier.room.cage.orders import SellChips
from croupier.room.cage.requests import ApproveBuyIn
from croupier.room.funds.box import BRINGS_MONEY, VerifyBadBeat
from croupier.room.funds.orders import DistributeFund
from croupier.room.house.notices import Notice
from croupier.room.house.people import Actor, Role
from croupier.server.service import Service

Named = tuple[str, str, Role]  # the field, the name and the role
WORDS: dict[Role, str] = {"player": "a patron", "ieb_agent": "an agent of the IEB"}
ELSE = "look at the spelling, or have the account made at the People desk"


def people_named(command: Any) -> Iterator[Named]:
    """Everybody a command names who does not sign it."""
    notice = getattr(command, "notice", None)
    if isinstance(notice, Notice):
        yield "notice", notice.agent, "ieb_agent"
    if isinstance(command, VerifyBadBeat) and command.notified.role in BRINGS_MONEY:
        yield "notified", command.notified.name, command.notified.role
    if isinstance(command, DistributeFund):
        yield from (("payments", name, "player") for name in command.payments)


async def check_known(service: Service, by: Actor, command: Any) -> None:
    """Refuse an order that names a person without an account, or in another role.

    An order by a person in the wrong role is not looked at: it is refused for that.
    """
    if by.role not in command.roles:
        return
    sold = isinstance(command, SellChips | ApproveBuyIn) and not service.play_chips
    if sold and not await service.accounts.knows(command.person):
        why = f"nobody here is called {command.person[:40]!r}: {ELSE}"
        raise Refused("FIELD person", why)
    named = list(people_named(command))
    if not named:
        return
    roles = {one.name: one.role for one in await service.accounts.people() if not one.disabled}
    for field, name, role in named:
        if service.is_demonstration and role != "player":
            continue  # its staff is fictitious, and it says so
        if name.strip() and roles.get(name) != role:
            what = WORDS.get(role, f"a person of {role.replace('_', ' ')}")
            why = f"{what} called {name[:40]!r} has no account here"
            raise Refused(f"FIELD {field}", f"{why}: {ELSE}")
