"""`croupier deal`."""

import json
from pathlib import Path
from typing import Any

import pytest

from croupier.cards import DECK_52, spell
from croupier.games import GAMES, PLAYER_BANKED
from croupier.sim.bots import BOTS
from tests.cli.terminal import Croupier, Done

CALL_RAISE_FOLD = """\
{"type": "Call", "seat": 3}

{"type": "RaiseTo", "seat": 1, "to": 400}
{"type": "Fold", "seat": 2}
"""
SCRIPTED = ("deal", "holdem", "-n", "3", "--seed", "7", "--script")


def events(done: Done) -> list[dict[str, Any]]:
    return [json.loads(line) for line in done.out.splitlines()]


@pytest.mark.parametrize("key", GAMES)
def test_a_round_of_every_game_is_printed_to_its_end(croupier: Croupier, key: str) -> None:
    done = croupier("deal", key, "--seed", "1")
    assert (done.code, done.err) == (0, "")
    title = done.out.splitlines()[0]
    assert GAMES[key].title.lower() in title.lower()
    assert title.endswith(GAMES[key].section)
    assert "the round is over" in done.out


@pytest.mark.parametrize("key", GAMES)
def test_the_log_of_every_game_is_read_back(croupier: Croupier, key: str) -> None:
    log = croupier("deal", key, "--seed", "2", "--json").out
    assert all({"type", "clause"} <= set(json.loads(line)) for line in log.splitlines())
    back = croupier("replay", "-", "--json", stdin=log)
    assert back.code == 0
    verdict = json.loads(back.out)[0]
    assert (verdict["ok"], verdict["game"]) == (True, key)
    if key in PLAYER_BANKED:  # the bank's chips are not among the stacks
        assert sum(verdict["stacks"]) == 6 * 200_00


def test_every_game_at_once(croupier: Croupier) -> None:
    done = croupier("deal", "--all", "--bots", "calling")
    assert done.code == 0
    lines = done.out.lower().splitlines()
    for game in GAMES.values():
        assert any(line.startswith(f"{game.title.lower()},") for line in lines), game.key


def test_every_game_at_once_as_one_log(croupier: Croupier) -> None:
    log = croupier("deal", "--all", "--bots", "calling", "-n", "11", "--json").out
    verdicts = json.loads(croupier("replay", "-", "--json", stdin=log).out)
    assert [verdict["game"] for verdict in verdicts] == list(GAMES)
    assert all(verdict["ok"] for verdict in verdicts)


def test_a_seed_deals_the_same_round_again(croupier: Croupier) -> None:
    first, again, other = (croupier("deal", "badugi", "--seed", seed).out for seed in "112")
    assert first == again
    assert first != other


def test_without_a_seed_chance_decides(croupier: Croupier) -> None:
    deck = "deal", "holdem", "--json", "--bots", "calling"
    assert events(croupier(*deck))[1]["order"] != events(croupier(*deck))[1]["order"]
    assert 10 <= events(croupier(*deck))[1]["cut"] <= 42


def test_players_stacks_and_sign_are_as_asked(croupier: Croupier) -> None:
    done = croupier(
        "deal", "holdem", "--stacks", "5000,10000", "--sign", "blinds=200,400",
        "--sign", "limits=400,800", "--json",
    )  # fmt: skip
    opened = events(done)[0]
    assert opened["stacks"] == {"1": 5000, "2": 10000}
    assert [due[2] for due in opened["dues"]] == [200, 400]


def test_options_of_the_table_are_played(croupier: Croupier) -> None:
    bomb = ("--sign", "bomb_pot=1000", "--sign", "bomb_boards=2", "--bomb")
    done = croupier("deal", "bbc-omaha", *bomb, "--seed", "3", "--bots", "calling")
    assert "each player puts $10 into the bomb pot" in done.out
    assert "second board" in done.out
    kill = ("--sign", "kill=full", "--sign", "kill_pot=4000", "--kill", "3")
    assert "seat 3 posts the kill blind of $4" in croupier("deal", "badugi", *kill).out
    straddle = ("--sign", "straddle=400", "--straddle", "3", "-n", "4", "--button", "4")
    assert "seat 3 straddles for $4" in croupier("deal", "badugi", *straddle).out


PERCENT = '{"method": "percentage", "percent": 5}'


def test_a_posted_rake_is_taken_and_printed(croupier: Croupier) -> None:
    posted = ("--sign", f"rake={PERCENT}", "--sign", "rake_max=400", "--sign", "blinds=1000,2000")
    limits = ("--sign", "limits=2000,4000", "--bots", "calling", "--seed", "3")
    done = croupier("deal", "holdem", *posted, *limits)
    assert "$4 rake goes to the rake area" in done.out
    assert "the rake of $4 goes to the table inventory" in done.out
    log = croupier("deal", "holdem", *posted, *limits, "--json").out
    (read,) = json.loads(croupier("replay", "-", "--json", stdin=log).out)
    assert (read["ok"], read["rake"]) == (True, 400)


def test_a_seat_sees_only_what_it_may_see(croupier: Croupier) -> None:
    deal = ("deal", "holdem", "-n", "3", "--seed", "7", "--bots", "calling")
    assert "seat 1 A♦ K♥   seat 2 T♠ J♠   seat 3 5♦ Q♣" in croupier(*deal).out
    assert "seat 1 A♦ K♥   seat 2 ?? ??   seat 3 ?? ??" in croupier(*deal, "--seat", "1").out
    assert "seat 1 ?? ??   seat 2 ?? ??   seat 3 ?? ??" in croupier(*deal, "--seat", "0").out
    assert "(FIELD seat)" in croupier(*deal, "--seat", "9").refusal
    order = events(croupier(*deal, "--seat", "1", "--json"))[1]["order"]
    assert set(order) == {"??"}


@pytest.mark.parametrize("name", BOTS)
def test_every_bot_plays_a_round(croupier: Croupier, name: str) -> None:
    game = "flop-poker" if name == "optimal" else "omaha-hilo-8"  # that one needs a bank
    done = croupier("deal", game, "--seed", "5", "--bots", f"{name},sensible")
    assert "the round is over" in done.out


# --- scripts ---------------------------------------------------------------------------------


def test_a_script_is_played_and_the_round_left_open(croupier: Croupier) -> None:
    done = croupier(*SCRIPTED, "-", stdin=CALL_RAISE_FOLD)
    assert done.code == 0
    assert "seat 1 raises to $4" in done.out
    last = done.out.splitlines()[-1]
    assert "seat 3 is to act: fold, call $2 or raise to $6" in last


def test_named_bots_finish_what_a_script_begins(croupier: Croupier, tmp_path: Path) -> None:
    script = tmp_path / "script.jsonl"
    script.write_text(CALL_RAISE_FOLD)
    done = croupier(*SCRIPTED, str(script), "--bots", "calling", "--json")
    kinds = [event["type"] for event in events(done)]
    assert kinds[-1] == "RoundClosed"
    assert kinds.index("Called") < kinds.index("Raised") < kinds.index("Folded")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"type": "Check", "seat": 2}', "line 4: seat 1 is to act (POKER 7(d))"),
        ('{"type": "Check", "seat": 1}', "line 4: $1 is owed: call, raise or fold (POKER 1 check)"),
        (
            '{"type": "RaiseTo", "seat": 1, "to": 500}',
            "line 4: you can only raise to $4 (POKER 17)",
        ),
        ('{"type": "Call", "seat": 9}', "line 4: seat 9 is not in this round (POKER 7(a))"),
        ('{"type": "Cheat", "seat": 1}', "line 4: not a command"),
        ('{"type": "Call"}', "line 4: not a command"),
        ("fold", "line 4: not a command"),
    ],
)
@pytest.mark.parametrize("form", [(), ("--json",)], ids=["words", "json"])
def test_an_illegal_line_is_refused_and_what_came_before_is_kept(
    croupier: Croupier, line: str, said: str, form: tuple[str, ...]
) -> None:
    legal = '\n{"type": "Call", "seat": 3}\n\n'
    good = croupier(*SCRIPTED, "-", *form, stdin=legal)
    bad = croupier(*SCRIPTED, "-", *form, stdin=f"{legal}{line}\n" + CALL_RAISE_FOLD)
    assert said in bad.refusal
    assert bad.out == good.out


def test_a_dealer_reshuffles_where_the_script_does_not(croupier: Croupier) -> None:
    deal = ("deal", "triple-draw-2-7", "-n", "7", "--seed", "4")
    lines: list[str] = []
    for _ in range(200):
        done = croupier(*deal, "--script", "-", "--json", stdin="\n".join(lines))
        output = events(done)
        if any(event["type"] == "Reshuffled" for event in output):
            break
        lines.append(answer(output))
    else:
        pytest.fail("the deck never ran out")
    assert done.code == 0


def answer(output: list[dict[str, Any]]) -> str:
    """Call everything and throw the whole hand at every draw."""
    turn = output[-1]["turns"][0]
    does = [option["does"] for option in turn["options"]]
    seat = turn["actor"]
    if "discard" not in does:
        return json.dumps({"type": "Check" if "check" in does else "Call", "seat": seat})
    hand: list[str] = []
    for event in output:
        if event["type"] == "Dealt":
            hand += [c for s, c in zip(event["seats"], event["cards"], strict=True) if s == seat]
        if event["type"] == "Discarded" and event["seat"] == seat:
            hand = [card for card in hand if card not in event["cards"]]
    return json.dumps({"type": "Discard", "seat": seat, "cards": hand})


# --- refusals --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("deal", "name one game, or use --all for every game (FIELD game)"),
        ("deal holdem --all", "(FIELD game)"),
        ("deal faro", "'faro' is not an authorized game (POKER 8(b))"),
        ("deal holdm", "'holdm' is not an authorized game; did you mean holdem? (POKER 8(b))"),
        ("deal holdem --players 12", "hold'em here needs 2 to 11 players, not 12 (POKER 10(b))"),
        ("deal holdem --players 1", "(POKER 6(b))"),
        ("deal holdem --players -3", "players, not -3"),
        ("deal badugi --players 10", "(POKER 22(a))"),
        ("deal holdem --stacks 0,5000", "seat 1 has no chips on the table (POKER 7(c)(3))"),
        ("deal holdem --stacks 50.00,x", "(FIELD stacks)"),
        ("deal holdem --stacks 5000,5000 -n 3", "2 stacks for 3 players (FIELD stacks)"),
        ("deal holdem --deck AsKs", "(POKER 2(a))"),
        ("deal holdem --deck AsXx", "'Xx' is not a card (FIELD cards)"),
        ("deal holdem --deck AsAs", "As occurs twice (FIELD cards)"),
        ("deal holdem --bots shark", "'shark' is not one of"),
        ("deal holdem --sign colour=red", "(SIGN colour)"),
        ("deal holdem --straddle 3", "(SIGN straddle)"),
        ("deal holdem --bomb", "(SIGN bomb_pot)"),
        ("deal holdem --script /nonexistent", "No such file or directory (FIELD script)"),
        ("deal holdem --script /", "(FIELD script)"),
        ("deal --all --deck AsKs", "(FIELD all)"),
    ],
)
def test_what_will_not_do_is_refused(croupier: Croupier, line: str, said: str) -> None:
    done = croupier(*line.split())
    assert said in done.refusal
    assert done.out == ""


def test_a_binary_script_is_refused(croupier: Croupier, tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_bytes(bytes(range(256)))
    assert "is not a text file (FIELD script)" in croupier(*SCRIPTED, str(script)).refusal


def test_a_given_deck_is_dealt_from_the_top(croupier: Croupier) -> None:
    done = croupier("deal", "holdem", "-n", "2", "--deck", spell(DECK_52), "--bots", "calling")
    assert "seat 1 2♣ 2♥   seat 2 2♦ 2♠" in done.out
