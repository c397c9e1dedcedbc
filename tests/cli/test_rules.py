"""`croupier rules`."""

import json

import pytest

from croupier.games import GAMES
from tests.cli.terminal import Croupier


@pytest.mark.parametrize("key", GAMES)
def test_every_game_is_explained(croupier: Croupier, key: str) -> None:
    done = croupier("rules", key)
    assert done.code == 0
    for street in GAMES[key].streets:
        assert street.name.upper() in done.out
    assert "SHOWDOWN" in done.out


def test_the_sign_in_force_is_printed(croupier: Croupier) -> None:
    done = croupier("rules", "holdem", "--sign", "ante=50", "--sign", "limits=400,800")
    assert "an ante from every player: $0.50" in done.out
    assert "betting by $4" in done.out
    assert "betting by $8" in done.out
    assert "$4/$8 limit" in done.out


def test_a_kill_is_explained(croupier: Croupier) -> None:
    done = croupier("rules", "omaha-hilo-8", "--sign", "kill=full", "--sign", "kill_pot=4000")
    words = " ".join(done.out.split())
    assert "alone wins a pot of $40 or more" in words
    assert "doubles the limits" in words


def test_json_has_sign_and_clauses(croupier: Croupier) -> None:
    output = json.loads(croupier("rules", "badugi", "--sign", "raise_cap=3", "--json").out)
    assert (output["game"], output["section"], output["kind"]) == ("badugi", "POKER 22", "low")
    assert output["sign"]["raise_cap"] == 3
    assert output["sign"]["blinds"] == [100, 200]
    rules = {(rule["part"], rule["clause"]): rule["words"] for rule in output["rules"]}
    assert rules["first round", "POKER 22(e)"] == "four cards face down to each player"


def test_a_game_that_no_table_may_offer_may_be_read(croupier: Croupier) -> None:
    done = croupier("rules", "razz")
    assert done.code == 0
    assert "a game outside the rule documents, which only friends may play" in done.out


def test_an_unknown_game_is_refused(croupier: Croupier) -> None:
    refusal = croupier("rules", "faro").refusal
    assert refusal == "'faro' is not an authorized game (POKER 8(b))"


@pytest.mark.parametrize(
    ("sign", "said"),
    [
        ("colour=red", "this is not a key of the table sign (SIGN colour)"),
        ("ante", "'ante' is not KEY=VALUE (FIELD sign)"),
        ("ante=red", "(SIGN ante)"),
        ("ante=7", "(POKER 7(c))"),
        ("structure=wild", "(SIGN structure)"),
        ("blinds=1,x", "(SIGN blinds)"),
        ("authorised=false", "this is not a key of the table sign (SIGN authorised)"),
        ("seats=99", "(POKER 10(b))"),
        ("kill=full", "hold'em offers no kill (POKER 10)"),
    ],
)
def test_a_sign_that_will_not_do_is_refused(croupier: Croupier, sign: str, said: str) -> None:
    assert said in croupier("rules", "holdem", "--sign", sign).refusal


def test_all_faults_of_a_sign_are_named_at_once(croupier: Croupier) -> None:
    signs = ("colour=red", "ante=33", "kill=full", "raise_cap=0", "limits=5", "run_twice=true")
    given = [word for sign in signs for word in ("--sign", sign)]
    refusal = croupier("rules", "holdem", *given).refusal
    for clause in ("(SIGN colour)", "(POKER 7(c))", "offers no kill", "run it twice", "(POKER 17)"):
        assert clause in refusal


def test_a_key_given_twice_is_refused(croupier: Croupier) -> None:
    done = croupier("rules", "holdem", "--sign", "ante=50", "--sign", "ante=75")
    assert done.refusal == "ante is given twice (FIELD sign)"
