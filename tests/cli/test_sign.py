"""`croupier sign` lists what a table can post, and tells of one key."""

import json

from croupier.rules.sign_keys import sign_keys
from tests.cli.terminal import Croupier


def test_every_key_is_listed(croupier: Croupier) -> None:
    done = croupier("sign", "--json")
    assert [one["name"] for one in json.loads(done.out)] == [key.name for key in sign_keys()]


def test_a_key_is_explained_with_its_values_default_and_clause(croupier: Croupier) -> None:
    printed = croupier("sign", "raise_cap").out
    assert "How many raises a betting round allows" in printed
    assert "POKER 17" in printed
    assert "default: null" in printed


def test_an_unknown_key_is_refused_with_the_nearest(croupier: Croupier) -> None:
    done = croupier("sign", "raise_cop")
    assert (done.code, done.out) == (2, "")
    assert "did you mean raise_cap?" in done.err
