"""The measurement of growth runs, and tells what it promises to tell."""

import json

import pytest

from benchmarks import growth


def test_rooms_of_two_sizes_are_measured(capsys: pytest.CaptureFixture[str]) -> None:
    growth.main(["100", "200", "--tables", "2"])
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["lines"] >= size for one, size in zip(found, (100, 200), strict=True)] == [True] * 2
    wanted = {"lines", "start_s", "start_cpu_s", "books_s", "memory_mb", "bytes_per_line"}
    assert all(wanted <= one.keys() for one in found)
