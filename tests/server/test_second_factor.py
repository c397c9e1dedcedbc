"""Second factors: a code as well as the password, who must have one, and what the record keeps."""

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pyotp

from croupier.room.house.setting_up import SetUpHouse
from croupier.room.logbook import Order
from croupier.server.store.faults import Fault
from croupier.server.store.lines import HOUSE
from tests.server.rooms import SUE
from tests.server.test_people import GOOD, SHIFT, House, house
from tests.server.test_people_desk import answered


def required(at: House) -> None:
    says = SetUpHouse(kind="card-room", name="A room", second_factor="staff")
    at.call(at.service.house.ask, Order(at.service.clock(), SUE, says))


def still(at: House) -> datetime:
    """Let no half minute pass while a test runs."""
    moment = at.service.clock()
    at.service.factors._clock = lambda: moment
    return moment


def add_app(at: House, headers: dict[str, str]) -> pyotp.TOTP:
    """Add an authenticator app to the account of these headers."""
    moment = still(at)
    begun = answered(at.client.post("/api/factors/code", headers=headers), 201)
    assert "<svg" in begun["drawing"]
    app = pyotp.TOTP(begun["secret"])
    now = app.at(moment)
    wrong = "000000" if now != "000000" else "111111"
    path = "/api/factors/code/confirm"
    refused = answered(at.client.post(path, json={"code": wrong}, headers=headers))
    assert refused["clause"] == "FIELD code"
    assert at.client.post(path, json={"code": now}, headers=headers).status_code == 204
    return app


def enter(at: House, name: str, **more: Any) -> Any:
    reply = at.client.post("/api/session", json={"name": name, "password": GOOD} | more)
    at.client.cookies.clear()
    return reply


def test_signing_in_asks_for_the_code_and_a_code_counts_once(tmp_path: Path) -> None:
    with house(tmp_path) as at:
        app = add_app(at, at.token("Ada"))
        now = at.service.factors._clock()
        asked = answered(enter(at, "Ada"))
        assert asked["clause"] == "FIELD code"
        assert answered(enter(at, "Ada", code=app.at(now)))["clause"] == "FIELD code", (
            "already used"
        )
        later = now + timedelta(seconds=30)
        assert enter(at, "Ada", code=f" {app.at(later)[:3]} {app.at(later)[3:]}").is_success
        assert answered(enter(at, "Ada", code=app.at(later)))["clause"] == "FIELD code"
        wrong = answered(
            at.client.post("/api/session", json={"name": "Ada", "password": "x", "code": ""})
        )
        assert wrong["clause"] == "FIELD password", "nothing is asked before the password is right"


def test_a_code_counts_once_through_a_restart(tmp_path: Path) -> None:
    """A code read over a shoulder is worth nothing while its minute lasts."""
    with house(tmp_path) as at:
        app = add_app(at, at.token("Ada"))
        added = at.service.factors._clock()
        later = added + timedelta(seconds=30)
    with house(tmp_path) as at:
        at.service.factors._clock = lambda: added
        assert answered(enter(at, "Ada", code=app.at(added)))["clause"] == "FIELD code"
        assert enter(at, "Ada", code=app.at(later)).is_success
    with house(tmp_path) as at:
        at.service.factors._clock = lambda: added
        assert answered(enter(at, "Ada", code=app.at(later)))["clause"] == "FIELD code"
        at.service.factors._clock = lambda: later
        assert enter(at, "Ada", code=app.at(later + timedelta(seconds=30))).is_success


def test_the_staff_signs_in_with_a_code_while_nothing_can_be_recorded(tmp_path: Path) -> None:
    with house(tmp_path) as at:
        app = add_app(at, at.token("Ada"))
        now = at.service.factors._clock()
        later = now + timedelta(seconds=30)
        at.service.store.fail(Fault("table/1", 1, "this is not the line that was written here"))
        for _ in range(2):
            assert answered(enter(at, "Ada", code=app.at(now)))["clause"] == "FIELD code"
        assert enter(at, "Ada", code=app.at(later)).is_success
        assert answered(enter(at, "Ada", code=app.at(later)))["clause"] == "FIELD code"


def test_guesses_at_a_code_wait_longer_and_longer(tmp_path: Path) -> None:
    with house(tmp_path) as at:
        app = add_app(at, at.token("Ada"))
        soon = {
            app.at(at.service.factors._clock() + timedelta(seconds=30 * n)) for n in range(-3, 4)
        }
        wrong = next(f"{n:06}" for n in range(100) if f"{n:06}" not in soon)
        replies = [enter(at, "Ada", code=wrong).status_code for _ in range(8)]
        assert replies[:5] == [422] * 5
        assert 429 in replies[5:]


def test_a_room_may_require_it_of_its_staff(tmp_path: Path) -> None:
    with house(tmp_path) as at:
        required(at)
        at.enter("Sue", SHIFT)
        sue, ada = at.token("Sue"), at.token("Ada")
        assert answered(at.client.get("/api/people", headers=sue), 403)["why"].startswith(
            "this room"
        )
        assert answered(at.client.get("/api/room", headers=sue), 200)["lacks_factor"]
        assert at.client.get("/api/sessions", headers=sue).status_code == 200
        with at.wire(sue) as wire:  # a spectator: no order is taken
            wire.send_json({"do": {"type": "CloseTable"}, "sequence": 1})
            while (frame := wire.receive_json(timeout=60))["kind"] in ("update", "room"):
                pass
            assert frame["kind"] == "refused"
        add_app(at, sue)
        assert at.client.get("/api/people", headers=sue).status_code == 200
        assert not answered(at.client.get("/api/room", headers=sue), 200)["lacks_factor"]
        assert at.client.get("/api/lists", headers=ada).status_code == 200, "players need none"


def test_a_person_removes_it_with_the_password_and_the_shift_for_another(tmp_path: Path) -> None:
    with house(tmp_path) as at:
        ada = at.token("Ada")
        add_app(at, ada)
        [mine] = answered(at.client.get("/api/factors", headers=ada), 200)
        path = f"/api/factors/{mine['id']}/drop"
        assert (
            answered(at.client.post(path, json={"password": "no"}, headers=ada))["clause"]
            == "FIELD password"
        )
        assert at.client.post(path, json={"password": GOOD}, headers=ada).status_code == 204
        assert enter(at, "Ada").is_success
        add_app(at, ada)
        at.enter("Sue", SHIFT)
        lost = at.client.post("/api/people/Ada/factors/drop", json={}, headers=at.token("Sue"))
        assert lost.status_code == 204
        assert enter(at, "Ada").is_success


def test_the_record_keeps_no_secret_and_nobody_orders_a_factor_past_the_room(
    tmp_path: Path,
) -> None:
    with house(tmp_path) as at:
        ada = at.token("Ada")
        begun = add_app(at, ada)

        async def lines() -> list[bytes]:
            return [line async for _, line in at.service.store.replay(HOUSE)]

        log = b"".join(bytes(line) for line in at.call(lines))
        assert b"FactorKept" in log
        assert begun.secret.encode() not in log
        command = {"type": "KeepFactor", "id": "x", "kind": "totp", "label": "x", "secret": ""}
        body = {"client": "c", "sequence": 1, "command": command}
        assert at.client.post("/api/house/orders", json=body, headers=ada).status_code == 400


def test_a_faulty_answer_of_a_passkey_is_refused(tmp_path: Path) -> None:
    with house(tmp_path) as at:
        ada = at.token("Ada")
        path = "/api/factors/passkey"
        options = answered(at.client.post(path, headers=ada), 201)
        assert options["user"]["name"] == "Ada"
        faulty: list[dict[str, Any]] = [{}, {"id": "x", "rawId": "x", "response": {}, "type": "?"}]
        for made in faulty:
            body: dict[str, Any] = {"credential": made}
            reply = answered(at.client.post(f"{path}/confirm", json=body, headers=ada))
            assert reply["clause"] == "FIELD passkey"
        body = {"name": "Ada", "password": GOOD}
        assert answered(at.client.post("/api/session/passkey", json=body))["clause"] == "FIELD code"
