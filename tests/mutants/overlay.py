"""Runs tests against a broken copy of the package, and judges whether they noticed.

The copy goes first on the path. A source install answers imports before the path is looked at, so
the copy brings a `sitecustomize` that takes such finders away; and each run begins by checking
where the package really came from (`imported.py`).
"""

import os
import shutil
import subprocess
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal
from xml.etree import ElementTree

from tests.checklist import ROOT
from tests.mutants import SOURCE, Mutant

PATIENCE_S = 300  # for the tests of one item
FINDERS_AWAY = """\
import sys

sys.meta_path[:] = [find for find in sys.meta_path if "editable" not in type(find).__module__]
"""
# A break that ends in one of these is a slip of the mutant, not a rule that a test defends.
SLIPS = ("ImportError", "IndentationError", "ModuleNotFoundError", "NameError", "SyntaxError")


@dataclass(frozen=True)
class Verdict:
    """What a run showed: a test failed, all passed, or neither can be said."""

    outcome: Literal["noticed", "survived", "unclear"]
    words: str


def judge(mutant: Mutant, select: list[str]) -> Verdict:
    """Break a copy of the package, run the selected tests on it, and expect one to fail."""
    try:
        file, broken = mutant.mutated()
    except (OSError, SyntaxError, ValueError) as error:
        return Verdict("unclear", f"cannot be applied: {error}")
    with TemporaryDirectory() as folder:
        copy = Path(folder)
        lay(copy)
        (copy / "croupier" / file).write_text(broken, encoding="utf-8")
        return run(copy, select)


def lay(copy: Path) -> None:
    """Copy the package, with its compiled core, to a folder that can stand first on the path."""
    left_out = shutil.ignore_patterns("__pycache__", "*.so")
    shutil.copytree(SOURCE, copy / "croupier", ignore=left_out)
    installed = Path(sysconfig.get_path("platlib"))
    for built in [*SOURCE.rglob("*.so"), *(installed / "croupier").rglob("*.so")]:
        home = SOURCE.parent if built.is_relative_to(SOURCE) else installed
        link = copy / built.relative_to(home)
        if not link.exists():
            link.symlink_to(built)
    (copy / "sitecustomize.py").write_text(FINDERS_AWAY, encoding="utf-8")


def run(copy: Path, select: list[str], patience_s: int = PATIENCE_S) -> Verdict:
    """Let pytest say what it thinks of the copy."""
    report = copy / "report.xml"
    command = [sys.executable, "-m", "pytest", "-c", str(ROOT / "pyproject.toml"), "-qx"]
    command += ["-o", "addopts=", "--import-mode=importlib", "--strict-markers", "-m", "not soak"]
    command += ["-p", "no:cacheprovider", "-p", "tests.mutants.imported"]
    command += [f"--rootdir={ROOT}", f"--junitxml={report}", *select]
    here = {
        "CROUPIER_TEST_COPY": str(copy),
        "HYPOTHESIS_STORAGE_DIRECTORY": str(copy / "hypothesis"),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONPATH": str(copy),
    }
    try:
        done = subprocess.run(
            command,
            cwd=ROOT,
            env=os.environ | here,
            capture_output=True,
            text=True,
            timeout=patience_s,
        )
    except subprocess.TimeoutExpired:
        return Verdict("unclear", f"still running after {patience_s} s")
    if not report.exists():
        return Verdict("unclear", f"pytest ended with {done.returncode}: {last(done)}")
    return read(report)


def read(report: Path) -> Verdict:
    """Judge by the report of a run: a failed test is a break noticed, an error is not."""
    cases = list(ElementTree.parse(report).iter("testcase"))
    for case in cases:
        where = f"{case.get('classname', '')}::{case.get('name', '')}".rpartition(".")[2]
        for fault in [*case.iter("error"), *case.iter("failure")]:
            words = (fault.get("message") or "").splitlines() or [""]
            slip = fault.tag == "error" or words[0].startswith(SLIPS)
            return Verdict("unclear" if slip else "noticed", f"{where}: {words[0]}")
    ran = sum(case.find("skipped") is None for case in cases)
    return Verdict("survived" if ran else "unclear", f"{ran} tests passed")


def last(done: subprocess.CompletedProcess[str]) -> str:
    """The last line that a run said."""
    return ((done.stdout + done.stderr).strip().splitlines() or ["nothing said"])[-1]
