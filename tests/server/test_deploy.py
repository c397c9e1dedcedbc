"""What `deploy/` ships: units that systemd accepts, a proxy that works, copies that restore."""

import asyncio
import json
import os
import re
import shutil
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from websockets.asyncio.client import connect

from croupier.server.auth.users import Accounts
from croupier.server.store.database import make_engine
from croupier.server.store.keys import load_keys
from croupier.server.store.migrate import migrate
from croupier.server.tables.steady_clock import wall_clock
from tests.server.clients import tokens_for
from tests.server.processes import PATIENCE_S, ROOT, Launcher, Server, free_port
from tests.server.rooms import SUE, run

DEPLOY = ROOT / "deploy"
CROUPIER = Path(sys.executable).with_name("croupier")
UNITS = ("croupier.service", "croupier-backup.service", "croupier-backup.timer")


def tool(name: str) -> str:
    """A program of the system; without it a test is left out, but not in CI."""
    found = shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin:/sbin")
    if found is None:
        if os.environ.get("CI") == "true":
            raise AssertionError(f"{name} is not installed")
        pytest.skip(f"{name} is not installed")
    return found


def test_systemd_takes_the_units_and_finds_little_exposed(tmp_path: Path) -> None:
    analyze = tool("systemd-analyze")
    for name in UNITS:
        unit = (DEPLOY / name).read_text()
        (tmp_path / name).write_text(re.sub(r"(?m)^ExecStart=\S+", "ExecStart=/bin/true", unit))
    paths = [str(tmp_path / name) for name in UNITS]
    checked = subprocess.run(
        [analyze, "verify", "--man=no", *paths], capture_output=True, text=True
    )
    assert (checked.returncode, checked.stderr) == (0, "")
    for path in paths[:2]:
        words = [analyze, "security", "--offline=true", "--threshold=25", path]
        judged = subprocess.run(words, capture_output=True, text=True)
        assert judged.returncode == 0, judged.stdout[-300:] + judged.stderr


def test_the_files_name_each_other(tmp_path: Path) -> None:
    compose = (DEPLOY / "compose.yaml").read_text()
    assert "deploy/Containerfile" in compose
    assert "./nginx.conf:" in compose
    proxy = re.search(r"CROUPIER_TRUSTED_PROXY: (\S+)", compose)
    assert proxy is not None
    assert f"ipv4_address: {proxy[1]}" in compose
    assert "/opt/croupier/deploy/backup" in (DEPLOY / "croupier-backup.service").read_text()
    image = (DEPLOY / "Containerfile").read_text()
    mounted = re.search(r"volumes: \[(keys:.*)\]", compose)
    assert mounted is not None
    for volume in mounted[1].split(", "):  # which is root's, where the image has no such folder
        folder = re.escape(volume.split(":")[1])
        made = rf"(--owner croupier --mode 0700|--home-dir) {folder}\b.*"
        assert re.search(made, image), f"the room cannot write to {volume}"
    page = (ROOT / "docs" / "how-to" / "deployment.md").read_text()
    assert not [path.name for path in DEPLOY.iterdir() if path.name not in page]


# --- a copy is restored every night ----------------------------------------------------------


@pytest.fixture
def launcher() -> Iterator[Launcher]:
    one = Launcher()
    yield one
    one.close()


def test_a_nightly_copy_of_an_open_room_is_restored_and_verified(
    tmp_path: Path, launcher: Launcher
) -> None:
    server = Server(launcher, f"sqlite:///{tmp_path}/room.db", tmp_path)
    tokens = run(lambda: tokens_for(server.db, load_keys(server.keys), [SUE]))
    server.start()
    headers = {"Authorization": f"Bearer {tokens['Sue']}"}
    body = {"name": "1", "game": "holdem"}
    assert httpx.post(f"{server.address}/api/tables", json=body, headers=headers).is_success
    config, folder = tmp_path / "room.toml", tmp_path / "copies"
    config.write_text(f'db = "{server.db}"\nkeys = "{server.keys}"\n')
    folder.mkdir()
    for day in range(1, 4):
        (folder / f"room-2026010{day}T000000Z.backup").touch()
    words = [str(DEPLOY / "backup"), str(config), str(folder), "2"]
    env = {**os.environ, "CROUPIER": str(CROUPIER)}
    done = subprocess.run(words, env=env, capture_output=True, text=True)
    server.end()
    assert done.returncode == 0, done.stdout + done.stderr
    left = sorted(path.name for path in folder.iterdir())
    assert len(left) == 2
    assert left[0] == "room-20260103T000000Z.backup"
    bring_back(tmp_path, folder / left[1])
    server.start()  # and the room goes on where the copy was made
    assert httpx.get(f"{server.address}/ready").status_code == 200
    assert [one["name"] for one in httpx.get(f"{server.address}/api/tables").json()] == ["1"]
    server.end()


def bring_back(folder: Path, copy: Path) -> None:
    """Lose the database, and do what the page says, word for word."""
    for lost in folder.glob("room.db*"):
        lost.rename(folder / f"lost.{lost.name}")
    page = (ROOT / "docs" / "how-to" / "deployment.md").read_text()
    given = re.findall(r"(?m)^croupier (restore|verify-log) (.*)$", page)
    assert [name for name, _ in given] == ["restore", "verify-log"]
    for name, rest in given:
        rest = rest.replace("FILE", str(copy)).replace("/etc/croupier", str(folder))
        words = [str(CROUPIER), name, *rest.split()]
        done = subprocess.run(words, cwd=folder, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr


# --- nginx in front of the room --------------------------------------------------------------


def certificate(folder: Path) -> ssl.SSLContext:
    """A certificate of this machine, for an hour, and a client that believes it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "room")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(hours=1))
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False
        )
        .sign(key, hashes.SHA256())
    )
    plain = serialization.NoEncryption()
    pem, pkcs8 = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    (folder / "room.pem").write_bytes(made.public_bytes(pem))
    (folder / "room.key").write_bytes(key.private_bytes(pem, pkcs8, plain))
    return ssl.create_default_context(cafile=str(folder / "room.pem"))


@contextmanager
def nginx(folder: Path, server: Server) -> Iterator[int]:
    """The proxy as it is shipped, but for its ports and the place of its files."""
    port, plain = free_port(), free_port()
    words = (DEPLOY / "nginx.conf").read_text()
    for ours, here in {
        "server room:8000": f"server 127.0.0.1:{server.port}",
        "listen 443 ssl": f"listen 127.0.0.1:{port} ssl",
        "listen 80": f"listen 127.0.0.1:{plain}",
        "/etc/ssl/room": str(folder),
        "include mime.types;": "",
    }.items():
        assert ours in words
        words = words.replace(ours, here)
    path = folder / "nginx.conf"
    path.write_text(f"pid {folder}/pid; daemon off; error_log {folder}/error.log;\n{words}")
    process = subprocess.Popen([tool("nginx"), "-p", str(folder), "-c", str(path)])
    try:
        ends = time.monotonic() + PATIENCE_S
        while time.monotonic() < ends:
            assert process.poll() is None, "nginx did not start"
            try:
                httpx.get(f"http://127.0.0.1:{plain}/")
                break
            except httpx.TransportError:
                time.sleep(0.05)
        yield port
    finally:
        process.terminate()
        process.wait(PATIENCE_S)


@pytest.mark.soak
def test_nginx_with_tls_carries_requests_sockets_and_addresses(
    tmp_path: Path, launcher: Launcher
) -> None:
    server = Server(launcher, f"sqlite:///{tmp_path}/room.db", tmp_path, trusted_proxy="127.0.0.1")
    password = "correct horse battery"

    async def enter() -> None:
        engine = make_engine(server.db)
        await migrate(engine)
        await Accounts(engine, load_keys(server.keys)).add("Sue", password, SUE.role, wall_clock())
        await engine.dispose()

    run(enter)
    client = certificate(tmp_path)
    server.start()
    with nginx(tmp_path, server) as port, httpx.Client(verify=client) as browser:
        room = f"https://127.0.0.1:{port}"
        assert browser.get(f"{room}/ready").json()["ready"]
        assert browser.get(f"{room}/metrics").status_code == 404
        spoofed = {"x-forwarded-for": "10.1.2.3"}
        wrong = {"name": "Sue", "password": "wrong"}
        assert browser.post(f"{room}/api/session", json=wrong, headers=spoofed).is_error
        assert "10.1.2.3" not in server.log.read_text()
        assert '"address":"127.0.0.1"' in server.log.read_text()
        signed = browser.post(f"{room}/api/session", json={"name": "Sue", "password": password})
        cookie = signed.headers["set-cookie"]
        assert cookie.startswith("__Host-croupier=")
        assert "secure" in cookie.lower()
        csrf = {"x-csrf-token": signed.json()["csrf"]}
        body = {"name": "1", "game": "holdem"}
        assert browser.post(f"{room}/api/tables", json=body, headers=csrf).is_success

        async def follow() -> None:
            headers = {"cookie": cookie.partition(";")[0]}
            address = f"wss://127.0.0.1:{port}/api/tables/1/socket?client=c"
            async with connect(
                address,
                ssl=client,
                additional_headers=headers,
                origin=room,  # type: ignore[arg-type]  # text
            ) as wire:
                async with asyncio.timeout(PATIENCE_S):
                    assert json.loads(await wire.recv())["kind"] == "update"
                    await wire.send(json.dumps({"do": {"type": "OpenTable"}, "sequence": 1}))
                    while json.loads(await wire.recv()).get("kind") not in ("done", "refused"):
                        pass

        run(follow)
    server.end()


# --- alert rules and dashboard ---------------------------------------------------------------


def promtool(*words: object, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Debian's checker, which `scripts/promtool` fetches into build/."""
    path = ROOT / "build" / "promtool" / "usr" / "bin" / "promtool"
    found = str(path) if path.exists() else tool("promtool")
    return subprocess.run(
        [found, *map(str, words)], input=typed, capture_output=True, text=True, check=False
    )


def expressions() -> list[str]:
    """What the alert rules and the dashboard ask for."""
    alerts = re.findall(r"(?m)^ +expr: (.+)$", (DEPLOY / "alerts.yaml").read_text())
    board = json.loads((DEPLOY / "grafana.json").read_text())
    return [*alerts, *(at["expr"] for panel in board["panels"] for at in panel["targets"])]


@pytest.mark.soak
def test_promtool_accepts_rules_dashboard_and_metrics(tmp_path: Path, launcher: Launcher) -> None:
    done = promtool("check", "rules", DEPLOY / "alerts.yaml")
    assert done.returncode == 0, done.stdout + done.stderr
    rules = [{"record": f"asked:{n}", "expr": expr} for n, expr in enumerate(expressions())]
    file = tmp_path / "board.yaml"  # JSON is YAML too
    file.write_text(json.dumps({"groups": [{"name": "board", "rules": rules}]}))
    done = promtool("check", "rules", file)
    assert done.returncode == 0, done.stdout + done.stderr
    done = promtool("test", "rules", ROOT / "tests" / "server" / "alerts.test.yaml")
    assert done.returncode == 0, done.stdout + done.stderr
    done = promtool("check", "metrics", typed=metrics_of(tmp_path, launcher))
    assert done.returncode == 0, done.stdout + done.stderr


def metrics_of(folder: Path, launcher: Launcher) -> str:
    """What a room that has just been opened shows to Prometheus."""
    server = Server(launcher, f"sqlite:///{folder}/room.db", folder, metrics_token="token")
    run(lambda: tokens_for(server.db, load_keys(server.keys), [SUE]))
    server.start()
    headers = {"Authorization": "Bearer token"}
    text = httpx.get(f"{server.address}/metrics", headers=headers).text
    server.end()
    return text


def test_rules_and_dashboard_ask_for_metrics_that_there_are(
    tmp_path: Path, launcher: Launcher
) -> None:
    there = set(re.findall(r"(?m)^(croupier_\w+)", metrics_of(tmp_path, launcher)))
    asked = {name for expr in expressions() for name in re.findall(r"croupier_\w+", expr)}
    assert len(asked) > 10
    assert asked <= there


def test_every_alert_says_what_is_wrong_and_how_urgent_it_is() -> None:
    rules = (DEPLOY / "alerts.yaml").read_text()
    alerts = rules.split("- alert:")[1:]
    assert len(alerts) > 3
    assert all("summary:" in one and "severity:" in one and "expr:" in one for one in alerts)
    board = json.loads((DEPLOY / "grafana.json").read_text())
    assert all(target["expr"] for panel in board["panels"] for target in panel["targets"])
