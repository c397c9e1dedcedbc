"""Accounts in the browser: who may make and change them, two signatures, links and invitations."""

from pathlib import Path
from typing import Any

import pytest

from croupier.room.house.people import ROLES
from croupier.room.house.setting_up import SetUpHouse
from croupier.room.logbook import Order
from croupier.server.auth.permissions import signatories
from croupier.server.auth.role_guide import role_guide
from tests.server.rooms import SUE
from tests.server.test_people import GOOD, NEW, SHIFT, House, house

Headers = dict[str, str]


def desk(at: House) -> Headers:
    at.enter("Sue", SHIFT)
    return at.token("Sue")


def answered(reply: Any, status: int = 422) -> Any:
    assert reply.status_code == status, reply.text
    return reply.json() if reply.content else None


def register(at: House, name: str, **more: str) -> Any:
    reply = at.client.post("/api/registrations", json={"name": name, "password": GOOD} | more)
    at.client.cookies.clear()
    return reply


def policy(at: House, registration: Any) -> None:
    says = SetUpHouse(kind="card-room", name="A room", registration=registration)
    at.call(at.service.house.ask, Order(at.service.clock(), SUE, says))


def test_a_supervisor_makes_accounts_and_sees_them(tmp_path: Path) -> None:
    with house(tmp_path) as at:
        sue = desk(at)
        given = {"name": "Carl", "role": "cage_cashier", "password": GOOD}
        assert answered(at.client.post("/api/people", json=given, headers=sue), 201) is None
        again = answered(at.client.post("/api/people", json=given, headers=sue))
        assert again["clause"] == "FIELD name"
        link = answered(at.client.post("/api/people", json={"name": "Bob"}, headers=sue), 201)
        token = link["path"].split("reset=")[1]
        assert at.client.post(f"/api/resets/{token}", json={"password": NEW}).status_code == 204
        assert at.token("Bob", NEW)
        seen = answered(at.client.get("/api/people", headers=sue), 200)
        assert {(one["name"], one["role"]) for one in seen["people"]} == {
            ("Ada", "player"),
            ("Bob", "player"),
            ("Carl", "cage_cashier"),
            ("Sue", SHIFT),
        }
        assert [one["sessions"] for one in seen["people"]] == [0, 1, 0, 1]
        assert {one["role"] for one in seen["roles"]} == set(ROLES)


def test_a_card_room_lists_the_roles_that_its_orders_name_and_nobody_has(tmp_path: Path) -> None:
    with house(tmp_path) as at:
        sue = desk(at)
        staff = {"Carl": "cage_cashier", "Sam": "security", "Ivy": "ieb_agent"}
        for name, role in staff.items():
            given = {"name": name, "role": role, "password": GOOD}
            answered(at.client.post("/api/people", json=given, headers=sue), 201)
        at.client.post("/api/people/Ivy", json={"disabled": True}, headers=sue)
        seen = answered(at.client.get("/api/people", headers=sue), 200)
        assert [one["role"] for one in seen["lacking"]] == ["accounting", "ieb_agent"]


def test_the_staff_sees_who_works_here_and_a_player_does_not(tmp_path: Path) -> None:
    with house(tmp_path) as at:
        sue = desk(at)
        given = {"name": "Carl", "role": "cage_cashier", "password": GOOD}
        answered(at.client.post("/api/people", json=given, headers=sue), 201)
        seen = answered(at.client.get("/api/staff", headers=at.token("Carl")), 200)
        assert {(one["name"], one["role"]) for one in seen} == {
            ("Sue", SHIFT),
            ("Carl", "cage_cashier"),
        }
        answered(at.client.get("/api/staff", headers=at.token("Ada")), 403)


def test_every_role_is_explained_in_words() -> None:
    assert [one.role for one in role_guide()] == list(ROLES)
    assert all(len(one.words) > 20 and one.words.endswith(".") for one in role_guide())


@pytest.mark.parametrize(
    "role", [role for role in ROLES if role not in (SHIFT, "casino_supervisor")]
)
def test_no_other_role_looks_after_accounts(tmp_path: Path, role: Any) -> None:
    with house(tmp_path) as at:
        at.enter("Eve", role)
        eve = at.token("Eve")
        assert at.client.get("/api/people", headers=eve).status_code == 403
        for path, body in (
            ("/api/people", {"name": "Bob"}),
            ("/api/people/Ada", {"disabled": True}),
            ("/api/people/Ada/reset", {}),
            ("/api/invitations", {}),
        ):
            assert at.client.post(path, json=body, headers=eve).status_code == 403


def test_two_people_give_and_take_a_weighty_role(tmp_path: Path) -> None:
    with house(tmp_path) as at:
        sue = desk(at)
        path = "/api/people/Ada"
        at.client.post("/api/people", json={"name": "Wim", "role": "surveillance"}, headers=sue)
        at.enter("Wes", "surveillance")  # the room has a second person from here on
        alone = answered(at.client.post(path, json={"role": "accounting"}, headers=sue))
        assert alone["clause"] == "FIELD witness"
        for name, password, field in (
            ("Wes", "wrong", "witness_password"),
            ("Sue", GOOD, "witness"),
            ("Ada", GOOD, "witness"),
        ):
            body = {"role": "accounting", "witness": {"name": name, "password": password}}
            refused = answered(at.client.post(path, json=body, headers=sue))
            assert refused["clause"] == f"FIELD {field}", name
        signed = {"role": "accounting", "witness": {"name": "Wes", "password": GOOD}}
        assert at.client.post(path, json=signed, headers=sue).status_code == 204
        reset = answered(at.client.post(f"{path}/reset", json={}, headers=sue))
        assert reset["clause"] == "FIELD witness", "a link would let one person be two"
        plain = answered(at.client.post(path, json={"disabled": True}, headers=sue))
        assert plain["clause"] == "FIELD witness"
        for role in {role for signers in signatories().values() for role in signers}:
            made = at.client.post("/api/people", json={"name": "Two", "role": role}, headers=sue)
            assert answered(made)["clause"] == "FIELD witness", f"Sue would sign as {role} too"
        made = at.client.post("/api/people", json={"name": "Flo", "role": "dealer"}, headers=sue)
        assert made.status_code == 201, "a dealer needs one signature"


def test_nobody_locks_themselves_out(tmp_path: Path) -> None:
    with house(tmp_path) as at:
        sue = desk(at)
        for body in ({"disabled": True}, {"role": "player"}):
            assert (
                "your own"
                in answered(at.client.post("/api/people/Sue", json=body, headers=sue))["why"]
            )
        assert (
            answered(at.client.post("/api/people/Nobody", json={}, headers=sue))["clause"]
            == "FIELD name"
        )


def test_a_changed_account_signs_in_again_and_a_disabled_one_does_not(tmp_path: Path) -> None:
    with house(tmp_path) as at:
        sue, ada = desk(at), at.token("Ada")
        change = at.client.post("/api/people/Ada", json={"role": "dealer"}, headers=sue)
        assert change.status_code == 204
        assert at.client.get("/api/session", headers=ada).status_code == 401
        assert at.client.post("/api/people/Ada", json={"disabled": True}, headers=sue).is_success
        assert at.sign_in("Ada").status_code == 422
        assert at.client.post("/api/people/Ada", json={"disabled": False}, headers=sue).is_success
        assert at.sign_in("Ada").json()["role"] == "dealer"


@pytest.mark.parametrize("kind", ["staff", "invitation", "open"])
def test_accounts_are_made_by_the_policy_of_the_room(tmp_path: Path, kind: str) -> None:
    with house(tmp_path) as at:
        policy(at, kind)
        reply = register(at, "Eve")
        assert reply.is_success == (kind == "open"), reply.text
        if kind == "open":
            assert reply.json()["role"] == "player"
        assert answered(register(at, "Ada", invitation="guessed"))["clause"] in (
            "FIELD name",
            "FIELD invitation",
        )


def test_an_invitation_makes_one_account(tmp_path: Path) -> None:
    with house(tmp_path) as at:
        policy(at, "invitation")
        sue = desk(at)
        link = answered(at.client.post("/api/invitations", json={}, headers=sue), 201)
        token = link["path"].split("invitation=")[1]
        assert answered(register(at, "the house", invitation=token))["clause"] == "FIELD name"
        assert register(at, "Eve", invitation=token).is_success
        assert answered(register(at, "Eva", invitation=token))["clause"] == "FIELD invitation"
        reset = at.client.post(f"/api/resets/{token}", json={"password": NEW})
        assert reset.status_code == 422


def test_an_invitation_is_no_key_to_an_account(tmp_path: Path) -> None:
    with house(tmp_path) as at:
        policy(at, "invitation")
        link = answered(at.client.post("/api/invitations", json={}, headers=desk(at)), 201)
        token = link["path"].split("invitation=")[1]
        reply = answered(at.client.post(f"/api/resets/{token}", json={"password": NEW}))
        assert reply["clause"] == "FIELD token"
        assert register(at, "Eve", invitation=token).is_success


def test_visitors_of_a_demonstration_change_no_account(tmp_path: Path) -> None:
    with house(tmp_path) as at:
        says = SetUpHouse(kind="demonstration", name="A room")
        at.call(at.service.house.ask, Order(at.service.clock(), SUE, says))
        at.service.accounts.demonstration = True
        guest = {"name": "Eve", "role": SHIFT}
        token = answered(at.client.post("/api/guests", json=guest), 201)["token"]
        eve = {"Authorization": f"Bearer {token}"}
        assert answered(at.client.get("/api/people", headers=eve), 200)["people"]
        for path, body in (("/api/people", {"name": "Bob"}), ("/api/people/Ada/reset", {})):
            assert "visitors" in answered(at.client.post(path, json=body, headers=eve))["why"]
        assert at.client.get("/api/people/Ada/sessions", headers=eve).status_code == 422


def test_a_qr_code_carries_an_address_of_this_room_alone(tmp_path: Path) -> None:
    with house(tmp_path, url="https://poker.example.org") as at:
        reply = at.client.get("/api/qr", params={"path": "/account"})
        assert reply.headers["content-type"].startswith("image/svg+xml")
        assert "<svg" in reply.text
        for path in (
            "https://elsewhere.org",
            "//elsewhere.org",
            "x",
            "/" + "x" * 400,
            "/\U0001f600",
        ):
            assert at.client.get("/api/qr", params={"path": path}).status_code == 422


def test_nobody_keeps_the_room_busy_with_qr_codes(tmp_path: Path) -> None:
    with house(tmp_path, sign_ins=3) as at:
        codes = [at.client.get("/api/qr?path=/account").status_code for _ in range(5)]
        assert codes == [200, 200, 200, 429, 429]
