"""`croupier rng-report` as a user types it."""

import json
from pathlib import Path

from tests.cli.terminal import Croupier


def test_the_command_prints_a_verdict_and_refuses_what_it_cannot_do(
    croupier: Croupier, tmp_path: Path
) -> None:
    done = croupier("rng-report", "--streams", "1", "--decks", "2000", "--out", str(tmp_path))
    assert done.code in (0, 1)  # one in a thousand is a false alarm
    assert "2,000 decks" in done.out
    assert (tmp_path / "rng-report.html").exists()
    output = json.loads(croupier("rng-report", "--streams", "1", "--decks", "2000", "--json").out)
    assert output["battery"]["deck"] == 52
    assert "52 or 54" in croupier("rng-report", "--deck", "53").refusal
    assert "2000 decks" in croupier("rng-report", "--decks", "5").refusal
