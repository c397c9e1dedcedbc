"""What is shipped works by itself: the wheel in an empty environment, far from the repository."""

import json
import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PIP = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")

pytestmark = pytest.mark.soak


def run(*command: str | Path, cwd: Path) -> str:
    clean = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    done = subprocess.run(command, cwd=cwd, env=clean, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command} ended with {done.returncode}: {done.stderr[-2000:]}"
    return done.stdout


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A source archive of the tree, and the wheel that it builds."""
    made = tmp_path_factory.mktemp("dist")
    build = f"from scikit_build_core.build import build_sdist; build_sdist({str(made)!r})"
    run(sys.executable, "-c", build, cwd=ROOT)
    (archive,) = made.glob("*.tar.gz")
    wheel = ("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", made, archive)
    run(*PIP, *wheel, cwd=made)
    return made


@pytest.fixture(scope="module")
def croupier(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command, installed from the wheel alone."""
    home = tmp_path_factory.mktemp("empty")
    run(sys.executable, "-m", "venv", "--without-pip", home / "venv", cwd=home)
    (wheel,) = dist.glob("*.whl")
    constraint = ("--constraint", ROOT / "constraints.txt")
    python = home / "venv" / "bin" / "python"
    run(*PIP, "--python", python, "install", *constraint, wheel, cwd=home)
    return home / "venv" / "bin" / "croupier"


def test_the_archive_has_sources_and_no_leavings(dist: Path) -> None:
    (archive,) = dist.glob("*.tar.gz")
    with tarfile.open(archive) as opened:
        names = [name.partition("/")[2] for name in opened.getnames()]
    assert "src/kernels/module.cpp" in names
    assert "src/croupier/coverage.json" not in names  # it is made with the wheel
    assert "src/croupier/paraphrases.json" in names
    assert "src/croupier/server/static/table/table.html" in names
    assert [name for name in names if name.endswith((".so", ".pyc")) or name.startswith(".")] == [
        name for name in names if name == ".gitignore"
    ]


@pytest.mark.parametrize(
    "line",
    [
        "deal holdem --seed 7 --json",
        "rank high-5 AsKsQsJsTs2c3d --json",
        "clauses --json",
        "equity holdem AsAh KsKd --json",
        "edge two-card-joker --json",
    ],
)
def test_a_command_works_without_the_repository(croupier: Path, line: str, tmp_path: Path) -> None:
    out = run(croupier, *line.split(), cwd=tmp_path)
    for event in out.splitlines():
        json.loads(event)
    assert out


def test_the_installed_core_is_the_compiled_one(croupier: Path, tmp_path: Path) -> None:
    code = "import croupier._kernels as core, croupier; print(core.__file__, croupier.__file__)"
    out = run(croupier.with_name("python"), "-c", code, cwd=tmp_path)
    assert str(ROOT) not in out
    assert str(croupier.parents[1]) in out


def test_the_wheel_has_the_web_table(dist: Path) -> None:
    (wheel,) = dist.glob("*.whl")
    with zipfile.ZipFile(wheel) as opened:
        shipped = set(opened.namelist())
    static = ROOT / "src" / "croupier" / "server" / "static"
    files = (path.relative_to(static) for path in static.rglob("*") if path.is_file())
    assert {f"croupier/server/static/{path.as_posix()}" for path in files} <= shipped
