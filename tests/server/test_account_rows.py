"""Nothing that an intruder writes into the table of accounts becomes the room's own word.

The room changes an account for good reasons while a row of it is not as the room left it: a new
password, another role, a colleague who is let in again. What the intruder wrote beside that must
not come into the log, with a MAC.
"""

from collections.abc import Awaitable, Callable

import pytest
from sqlalchemy import delete, insert, select, update

from croupier.refused import Refused
from croupier.room.house.people import Actor, Role
from croupier.server.auth.users import Accounts
from croupier.server.store.database import Store
from croupier.server.store.people_log import Latest, keep_person
from croupier.server.store.schema import events, heads, people, resets, sessions
from croupier.server.tables.steady_clock import wall_clock
from tests.server.rooms import KEYS, run, stored
from tests.server.spoiling import faults

PASSWORD, OTHER = "correct horse battery", "violet lantern orbit"
WEIGHTY: Role = "poker_shift_supervisor"
Change = Callable[[Accounts, str], Awaitable[None]]


async def known(store: Store) -> Accounts:
    accounts = Accounts(store.engine, KEYS)
    await accounts.add("Eva", PASSWORD, "player", wall_clock())
    await accounts.add("Sue", PASSWORD, WEIGHTY, wall_clock())
    return accounts


async def write(store: Store, *changes: object) -> None:
    """What the intruder does, who has no keys."""
    async with store.engine.begin() as connection:
        for change in changes:
            await connection.execute(change)  # type: ignore[call-overload]  # a statement


async def a_new_password(accounts: Accounts, token: str) -> None:
    await accounts.reset(token, OTHER, wall_clock())


async def another_role(accounts: Accounts, token: str) -> None:
    await accounts.change_role("Eva", "dealer")


async def let_in_again(accounts: Accounts, token: str) -> None:
    await accounts.disable("Eva", disabled=False)


async def at_a_terminal(accounts: Accounts, token: str) -> None:
    """Another process of the room's own, which has read nothing yet."""
    await Accounts(accounts.engine, KEYS).disable("Eva", disabled=False)


CHANGES: list[Change] = [a_new_password, another_role, let_in_again, at_a_terminal]


@pytest.mark.parametrize("change", CHANGES)
def test_no_change_of_an_account_carries_along_what_others_wrote_there(
    db: str, change: Change
) -> None:
    async def work() -> None:
        async with stored(db) as store:
            accounts = await known(store)
            token = await accounts.offer_reset("Eva", wall_clock())
            mine = people.c.name == "Eva"
            await write(store, update(people).where(mine).values(role=WEIGHTY))
            with pytest.raises(Refused, match="not as the room left it: run croupier verify-log"):
                await change(accounts, token)
            for password in (PASSWORD, OTHER):
                with pytest.raises(Refused, match="the name or the password is wrong"):
                    await accounts.known("Eva", password)
            assert await accounts.known("Sue", PASSWORD) == Actor("Sue", WEIGHTY)

    run(work)
    assert [fault.what for fault in faults(db)] == ["the account Eva is not what the log says"]


def test_an_account_that_others_put_there_gets_no_password(db: str) -> None:
    """Nor by a link that the staff made for it, taking it for one of theirs."""

    async def work() -> None:
        async with stored(db) as store:
            accounts = await known(store)
            row = {"name": "Mal", "role": WEIGHTY, "secret": "x", "created": wall_clock()}
            await write(store, insert(people).values(**row, disabled=False))
            token = await accounts.offer_reset("Mal", wall_clock())
            with pytest.raises(Refused, match="not as the room left it"):
                await accounts.reset(token, OTHER, wall_clock())

    run(work)


@pytest.mark.parametrize("new", [False, True])
def test_a_log_of_accounts_that_is_gone_is_not_begun_again(db: str, new: bool) -> None:
    """An intruder deletes it, and waits for the room to write down everybody as they stand."""

    async def work() -> None:
        async with stored(db) as store:
            accounts = await known(store)
            there = events.c.stream == "people"
            await write(
                store,
                delete(events).where(there),
                delete(heads).where(heads.c.stream == "people"),
                update(people).values(role=WEIGHTY, number=None, mac=None),
            )
            here = Accounts(store.engine, KEYS) if new else accounts
            with pytest.raises(Refused, match="log of accounts"):
                await here.add("Mal", OTHER, "player", wall_clock())
            with pytest.raises(Refused, match="wrong"):
                await here.known("Eva", PASSWORD)

    run(work)


def test_a_shorter_log_of_accounts_is_not_gone_on_with(db: str) -> None:
    """Nor is one whose end was put back, with the head of that moment."""

    async def work() -> None:
        async with stored(db) as store:
            accounts = await known(store)
            async with store.engine.connect() as connection:
                there = select(heads).where(heads.c.stream == "people")
                head = dict((await connection.execute(there)).one()._mapping)
                was = select(people).where(people.c.name == "Sue")
                before = dict((await connection.execute(was)).one()._mapping)
            await accounts.change_role("Sue", "player")
            later = events.c.stream == "people", events.c.number > head["number"]
            await write(
                store,
                delete(events).where(*later),
                update(heads).where(heads.c.stream == "people").values(head),
                update(people).where(people.c.name == "Sue").values(before),
            )
            with pytest.raises(Refused, match="wrong"):
                await accounts.known("Sue", PASSWORD)  # though nobody has looked meanwhile
            with pytest.raises(Refused, match="log of accounts is not as the room left it"):
                await accounts.add("Mal", OTHER, "player", wall_clock())

    run(work)


def test_what_was_checked_is_written_and_not_what_came_in_between(db: str) -> None:
    """An intruder who changes the row while the room changes it is overwritten."""

    async def work() -> None:
        async with stored(db) as store:
            accounts = await known(store)
            latest = Latest(KEYS)
            async with store.engine.begin() as connection:
                line = await keep_person(connection, KEYS, "Eva", latest, disabled=True)
            assert line.number == 3
            async with store.engine.connect() as connection:
                found = select(people).where(people.c.name == "Eva")
                row = (await connection.execute(found)).one()
            assert (row.role, bool(row.disabled), row.number) == ("player", True, 3)
            await accounts.disable("Eva", disabled=False)
            assert await accounts.known("Eva", PASSWORD) == Actor("Eva", "player")

    run(work)
    assert faults(db) == []


def test_accounts_change_as_before_where_nobody_else_wrote(db: str) -> None:
    async def work() -> None:
        async with stored(db) as store:
            accounts = await known(store)
            token, session = await accounts.sign_in("Eva", PASSWORD, wall_clock())
            await accounts.change_password(session, OTHER)
            assert await accounts.session(token, wall_clock()) is not None
            await accounts.reset(
                await accounts.offer_reset("Eva", wall_clock()), PASSWORD, wall_clock()
            )
            assert await accounts.session(token, wall_clock()) is None
            other = Accounts(store.engine, KEYS)  # of another process
            await other.change_role("Eva", "dealer")
            await accounts.disable("Eva")
            await other.disable("Eva", disabled=False)
            assert await accounts.known("Eva", PASSWORD) == Actor("Eva", "dealer")
            async with store.engine.connect() as connection:
                assert (await connection.execute(select(sessions))).all() == []
                assert (await connection.execute(select(resets))).all() == []

    run(work)
    assert faults(db) == []


def test_tokens_of_before_the_last_change_of_an_account_are_none_when_put_back(db: str) -> None:
    """A thief who has a session, or has seen a link that was used, and writes to the database."""

    async def work() -> None:
        async with stored(db) as store:
            accounts = await known(store)
            thief, _ = await accounts.sign_in("Eva", PASSWORD, wall_clock())
            mine, session = await accounts.sign_in("Eva", PASSWORD, wall_clock())
            link = await accounts.offer_reset("Eva", wall_clock())
            async with store.engine.connect() as connection:
                kept = [
                    (table, [dict(row._mapping) for row in await connection.execute(select(table))])
                    for table in (sessions, resets)
                ]
            await accounts.reset(link, OTHER, wall_clock())
            await write(store, *(insert(table).values(rows) for table, rows in kept))
            for token in (thief, mine):
                assert await accounts.session(token, wall_clock()) is None
            with pytest.raises(Refused, match="was already used or has expired"):
                await accounts.reset(link, PASSWORD, wall_clock())
            await write(store, delete(sessions), delete(resets))
            mine, session = await accounts.sign_in("Eva", OTHER, wall_clock())
            await accounts.change_password(session, PASSWORD)
            assert await accounts.session(mine, wall_clock()) is not None  # the one who changed it

    run(work)
    assert faults(db) == []


def test_a_link_for_a_password_ends_with_the_role(db: str) -> None:
    async def work() -> None:
        async with stored(db) as store:
            accounts = await known(store)
            link = await accounts.offer_reset("Eva", wall_clock())
            await accounts.change_role("Eva", "dealer")
            with pytest.raises(Refused, match="was already used or has expired"):
                await accounts.reset(link, OTHER, wall_clock())

    run(work)
    assert faults(db) == []
