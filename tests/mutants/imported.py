"""A pytest plugin: stops a run that would test the package itself instead of the broken copy."""

import os
from pathlib import Path

import pytest

import croupier


def pytest_sessionstart() -> None:
    if not Path(croupier.__file__).is_relative_to(os.environ["CROUPIER_TEST_COPY"]):
        pytest.exit(f"the tests would run on {croupier.__file__}", returncode=9)
