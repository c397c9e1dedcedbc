"""Logs that lie, break off or are no logs at all: one sentence each, naming the line."""

import random
import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from croupier.cards import DECK_52
from croupier.chips import Chips
from croupier.clauses import is_citation
from croupier.engine import commands as say
from croupier.engine.commands import parse_command
from croupier.engine.events import DeckCut, Due, read_event, write_event
from croupier.engine.faults import Accident
from croupier.engine.play import play, start
from croupier.engine.verify import verify_log
from croupier.games import game_of
from croupier.refused import Refused
from croupier.rules.game import Game
from croupier.rules.revenue import Percentage
from croupier.rules.sign import TableSign
from croupier.views.seat import NOBODY, view
from tests.dealing import Deal
from tests.strategies import ALL_GAMES, seeded_round

Json = Any
SENTENCE = re.compile(r"line \d+: \S.{0,220}")


def verified(lines: list[str]) -> Any:
    return verify_log(lines, game_of)


def refusal(lines: list[str]) -> str:
    """The one sentence that a log is refused with."""
    with pytest.raises(Refused) as caught:
        verified(lines)
    assert caught.value.clause == "FIELD log"
    assert SENTENCE.fullmatch(caught.value.why), caught.value.why
    return caught.value.why


def a_log(game: Game, number: int = 0) -> list[str]:
    return [write_event(event) for event in seeded_round(game, number, announced=False).log]


def before_the_close(lines: list[str]) -> list[str]:
    """The round itself, without the hands that players chose to show afterward."""
    closed = next(at for at, line in enumerate(lines) if '"RoundClosed"' in line)
    return lines[: closed + 1]


# --- honest logs -----------------------------------------------------------------------------


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.key)
def test_an_honest_log_is_verified_and_gives_its_end(game: Game) -> None:
    for number in range(20):
        played = seeded_round(game, number)
        lines = [write_event(event) for event in played.log]
        assert verified(lines) == played.end


def test_white_space_and_empty_lines_change_nothing() -> None:
    deal = heads_up()
    lines = [write_event(event).replace(",", " , ") for event in deal.log]
    assert verified(["", *lines, "\n", "  "]) == deal.state
    assert verify_log((line.encode() for line in lines), game_of) == deal.state


def test_what_has_its_usual_value_may_be_left_out() -> None:
    deal = heads_up()
    lines = [write_event(event).replace(',"bomb":false', "") for event in deal.log]
    assert "bomb" not in lines[0]
    assert verified(lines) == deal.state


def test_what_has_its_usual_value_may_be_written_out() -> None:
    """Values that were typed or read equal the usual ones, and are others in memory."""
    for game in map(game_of, ("holdem", "bbc-omaha", "five-card-stud")):
        first, *rest = a_log(game)
        opened = msgspec.json.decode(first)
        fields = [(field.name, field.default) for field in msgspec.structs.fields(TableSign)]
        usual = {name: value for name, value in fields if value not in ("", None)}  # left open
        opened["sign"] = msgspec.to_builtins(usual) | opened["sign"]
        lines = [msgspec.json.encode(opened).decode(), *rest]
        assert verified(lines) == verified([first, *rest])


# --- broken logs, of every game --------------------------------------------------------------


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.key)
def test_a_log_cut_short_anywhere_is_refused(game: Game) -> None:
    lines = a_log(game)
    for length in range(len(before_the_close(lines))):
        refusal(lines[:length])


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.key)
def test_a_line_left_out_twice_or_too_early_is_refused(game: Game) -> None:
    lines = a_log(game)
    places = range(len(before_the_close(lines)))
    for at in random.Random(game.key).sample(places, 12):
        refusal(lines[:at] + lines[at + 1 :])
        refusal(lines[: at + 1] + lines[at:])
        if lines[at] not in lines[at + 1 : at + 2] and "Closed" not in lines[at]:
            refusal([*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]])


WRONG: tuple[Json, ...] = (
    None,
    True,
    -1,
    0,
    1.5,
    2**63,
    2**64,
    10**30,
    "",
    "??",
    "As",
    "Jk1",
    "nobody",
    [],
    {},
    [[]],
)


def scalars(value: Json, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every plain value in a line."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from scalars(inner, (*path, key))
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield from scalars(inner, (*path, at))
    else:
        yield path


def changed(line: str, path: tuple[Any, ...], to: Json) -> str:
    whole = msgspec.json.decode(line)
    inner = whole
    for key in path[:-1]:
        inner = inner[key]
    if type(inner[path[-1]]) is type(to) and inner[path[-1]] == to:
        return line
    inner[path[-1]] = to
    return msgspec.json.encode(whole).decode()


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.key)
def test_a_value_changed_anywhere_is_refused(game: Game) -> None:
    """Only what decides nothing may differ: the sign's manners, and how deep the deck was cut."""
    source = random.Random(game.key)
    lines = a_log(game, 1)
    places = range(2, len(before_the_close(lines)))
    for at in (0, 1, *source.sample(places, min(15, len(places)))):
        line = lines[at]
        paths = list(scalars(msgspec.json.decode(line)))
        for path in source.sample(paths, min(3 if at > 1 else 12, len(paths))):
            value = msgspec.json.decode(line)
            for key in path:
                value = value[key]
            near = (value + source.choice((1, -1)),) if isinstance(value, int) else ()
            for to in (*source.sample(WRONG, 2), *near):
                wrong = changed(line, path, to)
                if wrong == line:
                    continue
                broken = [*lines[:at], wrong, *lines[at + 1 :]]
                if at > 1:
                    refusal(broken)
                else:
                    refused_or_harmless(broken)


def refused_or_harmless(lines: list[str]) -> None:
    fault: Refused | None = None
    try:
        assert verified(lines).done
    except Refused as refused:
        fault = refused
    assert fault is None or (fault.clause == "FIELD log" and SENTENCE.fullmatch(fault.why))


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.key)
def test_a_veiled_log_cannot_be_verified(game: Game) -> None:
    played = seeded_round(game, 2, announced=False)
    for viewer in (NOBODY, *played.setting.stacks):
        refusal([write_event(event) for event in view(played.log, viewer)])


# --- no logs at all --------------------------------------------------------------------------

DEEP = 100_000
GARBAGE = [
    "",
    "x",
    "{",
    "[]",
    "null",
    "7",
    '"RoundOpened"',
    "{}",
    '{"type": "Nonsense"}',
    '{"type": 7}',
    '{"type": "Nonsense\\nline 9: all is well"}',
    '{"type": "' + "N" * 100_000 + '"}',
    '{"type": "RoundOpened"}',
    '{"type": "RoundOpened", "clause": "POKER 6(b)", "game": "faro"}',
    '{"type": "Folded", "clause": "POKER 7(d)", "seat": ' + "9" * 10_000 + "}",
    '{"type": "Folded", "clause": "POKER 7(d)", "seat": 1e999}',
    '{"type": "Folded", "clause": "POKER 7(d)", "seat": NaN}',
    '{"type": "Folded", "clause": "\ud800", "seat": 1}',
    "[" * DEEP,
    "[" * DEEP + "]" * DEEP,
    '{"a":' * DEEP + "1" + "}" * DEEP,
    '{"type": "Folded", "clause": "", "seat": 1, "x": ' + "[" * DEEP + "]" * DEEP + "}",
    "\0",
    "\ufeff{}",
]


@pytest.mark.parametrize("text", GARBAGE, ids=lambda text: ascii(text[:40]))
def test_garbage_is_refused_in_one_sentence(text: str) -> None:
    lines = [write_event(event) for event in heads_up().log]
    refusal([text])
    if text:
        assert refusal([*lines[:3], text, *lines[3:]]).startswith("line 4: ")
        for read in (read_event, parse_command):
            with pytest.raises(Refused) as caught:
                read(text)
            assert is_citation(caught.value.clause)
            assert "\n" not in str(caught.value)
            assert len(str(caught.value)) < 300


@pytest.mark.parametrize("text", [b"\xff\xfe", b'{"type": "\xc3("}', b"\x80" * 40])
def test_bytes_that_are_no_text_are_refused(text: bytes) -> None:
    with pytest.raises(Refused, match="line 1: "):
        verify_log([text], game_of)
    with pytest.raises(Refused):
        read_event(text)
    with pytest.raises(Refused):
        parse_command(text)


def test_an_empty_log_is_refused() -> None:
    assert refusal([]) == "line 1: a log must begin with the opening of a round"


# --- one log of hold'em, bent by hand --------------------------------------------------------


def heads_up() -> Deal:
    """Seat 1 raises and bets, seat 2 calls down with the worse hand."""
    deal = Deal("holdem", 2, hands={1: "AsAh", 2: "KsKh"}, board="2c7d9hTsJc", button=2)
    return deal.run("r400 c b200 c c c c c x x")


def bent(old: str, new: str, *, line: int | None = None) -> list[str]:
    """The log of that round with one text replaced, in one line."""
    lines = [write_event(event) for event in heads_up().log]
    places = [at for at, text in enumerate(lines) if old in text]
    at = places[0] if line is None else line - 1
    assert at in places, f"{old} is in the lines {[place + 1 for place in places]}"
    lines[at] = lines[at].replace(old, new, 1)
    return lines


def test_the_round_that_is_bent_is_honest() -> None:
    deal = heads_up()
    assert verified([write_event(event) for event in deal.log]) == deal.state
    assert deal.stacks == {1: 206_00, 2: 194_00}


def deck_of(deal: Deal) -> str:
    """The deck as its line has it, between the brackets."""
    ready = deal.log[1]
    assert isinstance(ready, DeckCut)
    return ",".join(f'"{card}"' for card in ready.order)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        # the opening
        ('"holdem"', '"faro"', "line 1: 'faro' is not an authorized game (POKER 8(b))"),
        ('"1":20000', '"1":-20000', "line 1: seat 1 has no chips on the table (POKER 7(c)(3))"),
        ('"1":20000', '"12":20000', "line 1: there is no seat 12 (FIELD seat)"),
        (
            '"button":2',
            '"button":40',
            "line 1: the button must be in front of a seat (POKER 10(c))",
        ),
        ('"sign":{}', '"sign":{"kill":"full"}', "line 1: hold'em offers no kill (POKER 10)"),
        ('"sign":{}', '"sign":{"colour":9}', "line 1: not an event: Object contains unknown field"),
        ('[2,"blind",200', '[2,"blind",900', "line 1: the dues do not match the sign (FIELD"),
        # the deck
        ('"Ks"', '"As"', "line 2: As occurs twice (FIELD cards)"),
        ('"2c"', '"Jk1"', "line 2: Jk1 is not in this game's deck of 52 cards (POKER 2(a))"),
        (
            deck_of(heads_up()),
            '"As","Ah"',
            "line 2: a deck must be 52 distinct cards, not these 2 (POKER 2(a))",
        ),
        ('"cut":0', '"cut":3', "line 2: a cut must take 10 to 42 cards (POKER 5(b)(2))"),
    ],
)
def test_a_false_opening_is_refused(old: str, new: str, why: str) -> None:
    assert refusal(bent(old, new)).startswith(why)


@pytest.mark.parametrize(
    ("line", "old", "new", "why"),
    [
        (3, '"stack:2","pot",200', '"stack:2","pot",2', "line 3: Posted has the wrong moves"),
        (4, '"As"', '"Ad"', "line 4: Dealt has the wrong cards"),
        (
            5,
            '"street":"hole cards"',
            '"street":"flop"',
            "line 5: BettingOpened has the wrong street",
        ),
        (6, '"most":400', '"most":20000', "line 6: TurnGiven has the wrong turns"),
        (7, '"seat":1', '"seat":2', "line 7: seat 1 is to act (POKER 7(d))"),
        (7, '"seat":1', '"seat":9', "line 7: seat 9 is not in this round (POKER 7(a))"),
        (7, '"to":400', '"to":500', "line 7: you can only raise to $4 (POKER 17)"),
        (7, '"to":400', '"to":-400', "line 7: you can only raise to $4 (POKER 17)"),
        (7, '"to":400', f'"to":{2**63}', "line 7: not an event: Expected `int` <= 1000000000000"),
        (7, '"kind":"raise"', '"kind":"bet"', "line 7: a bet is open: raise (POKER 1 opening bet)"),
        (7, '"pot",300', '"pot",-300', "line 7: Raised has the wrong moves"),
        (7, "POKER 10(g)", "POKER 10(h)", "line 7: Raised has the wrong clause"),
        (
            7,
            '"full":true',
            '"full":true,"tip":500',
            "line 7: Raised has extra fields or values of another type",
        ),
        (
            8,
            '"actor":2',
            '"actor":2,"card":"Kh"',
            "line 8: TurnGiven has extra fields or values of another type",
        ),
        (9, "Called", "Checked", "line 9: $2 is owed: call, raise or fold (POKER 1 check)"),
        (10, "BettingClosed", "DrawOpened", "line 10: not an event: Object missing required field"),
        (11, '"2d"', '"3d"', "line 11: Burned has the wrong card"),
        (12, '"board":0', '"board":1', "line 12: BoardDealt has the wrong board"),
        (12, '"9h"', '"9d"', "line 12: BoardDealt has the wrong cards"),
        (
            23,
            "Checked",
            "Folded",
            "line 23: there is no wager to fold to: check or bet (POKER 1 fo",
        ),
        (37, '"As"', '"Kd"', "line 37: "),
        (
            37,
            '"strengths":[[4037]]',
            '"strengths":[[7462]]',
            "line 37: Shown has the wrong strengths",
        ),
        (
            39,
            "Shown",
            "Revealed",
            "line 39: not an event: Object missing required field `demanded`",
        ),
        (40, '"seats":[2]', '"seats":[1]', "line 40: Collected has the wrong seats"),
        (41, '"stack:1"', '"stack:2"', "line 41: PotAwarded has the wrong moves"),
        (43, '"1":20600', '"1":20700', "line 43: RoundClosed has the wrong stacks"),
    ],
)
def test_an_impossible_move_is_refused_by_its_line(line: int, old: str, new: str, why: str) -> None:
    assert refusal(bent(old, new, line=line)).startswith(why)


def test_a_log_that_goes_on_after_the_end_is_refused() -> None:
    lines = [write_event(event) for event in heads_up().log]
    check = '{"type":"Checked","clause":"POKER 10(j)","seat":1}'
    assert refusal([*lines, check]) == "line 44: the round is over (POKER 1 round of play)"
    assert refusal([*lines, lines[5]]).startswith("line 44: no command begins with")
    assert refusal([*lines, *lines]).startswith("line 44: no command begins with")


def test_a_hand_shown_after_the_round_must_be_the_hand_that_was_held() -> None:
    deal = Deal("holdem", 2, hands={1: "AsAh", 2: "KsKh"}, button=2).fold()
    deal.say(say.Show(2))
    lines = [write_event(event) for event in deal.log]
    assert verified(lines) == deal.state
    assert '"Ks","Kh"' in lines[-1]
    assert refusal([*lines[:-1], lines[-1].replace("Ks", "As")]).startswith(f"line {len(lines)}: ")


def test_a_due_that_the_sign_does_not_have_is_refused_but_a_late_post_is_not() -> None:
    late = Due(3, "post", Chips(2_00), "POKER 7(a)")
    stacks = dict.fromkeys((1, 2, 3, 4), 200_00)
    usual = Deal("holdem", stacks, button=4).state.dues
    state, log = start(
        game_of("holdem"), TableSign(), stacks, order=DECK_52, button=4, owed=(*usual, late)
    )
    while not state.done:
        turn = state.turns[0]
        does: Any = {"fold": say.Fold, "check": say.Check, "show": say.Show}[turn.options[0].does]
        state, events = play(state, does(turn.actor))
        log += events
    lines = [write_event(event) for event in log]
    assert verified(lines) == state
    for old, new in (
        ('[3,"post"', '[9,"post"'),
        ('[3,"post"', '[3,"ante"'),
        (',200,"POKER 7', ',0,"POKER 7'),
    ):
        assert old in lines[0]
        assert refusal([lines[0].replace(old, new), *lines[1:]]).startswith("line 1: ")


# --- logs of rounds in which something went wrong --------------------------------------------


def troubled(accidents: tuple[Accident, ...] = (Accident("exposed", 5),)) -> Deal:
    """An exposed card, a protected hand, a dead one, an ineligible seat, a card face up."""
    deal = Deal("holdem", 6, accidents=accidents)
    deal.say(say.Protect(1)).say(say.Report("fouled", 1)).call()
    deal.say(say.Report("fouled", 3)).say(say.Report("ineligible", 4))
    return deal.say(say.Report("face_up_card")).to_showdown()


def test_an_honest_log_of_a_troubled_round_is_verified() -> None:
    deal = troubled()
    assert verified([write_event(event) for event in deal.log]) == deal.state


@pytest.mark.parametrize(
    ("kind", "old", "new"),
    [
        ("DeckCut", '"accidents":[["exposed",5]]', '"accidents":[["exposed",6]]'),
        ("DeckCut", ',"accidents":[["exposed",5]]', ""),
        ("DeckCut", '["exposed",5]', '["off_table",5]'),
        ("DeckCut", '["exposed",5]', '["exposed",0]'),
        ("DeckCut", '["exposed",5]', '["eaten",5]'),
        ("Exposed", '"seat":5', '"seat":1'),
        ("Exposed", '"then":"exchange"', '"then":"choice"'),
        ("Exchanged", '"to":"burn"', '"to":"discards"'),
        ("Protected", '"seat":1', '"seat":2'),
        ("Noted", '"seat":1', '"seat":2'),
        ("Noted", '"fouled"', '"eaten"'),
        ("HandDead", '"seat":3', '"seat":1'),
        ("HandDead", '"kind":"fouled"', '"kind":"left_table"'),
        ("HandRefunded", '"seat":4', '"seat":5'),
        ("HandRefunded", '"kind":"ineligible"', '"kind":"fouled"'),
        ("HandRefunded", '"moves":[]', '"moves":[["pot","stack:4",100]]'),
        ("CardRemoved", '"kind":"face_up_card"', '"kind":"off_table"'),
    ],
)
def test_a_troubled_log_bent_anywhere_is_refused(kind: str, old: str, new: str) -> None:
    lines = [write_event(event) for event in troubled().log]
    at = next(at for at, line in enumerate(lines) if f'"type":"{kind}"' in line)
    assert old in lines[at], lines[at]
    refusal([*lines[:at], lines[at].replace(old, new), *lines[at + 1 :]])


@pytest.mark.parametrize("kind", ["Misdealt", "CalledDead"])
def test_nobody_ends_a_round_by_a_line_that_nobody_said(kind: str) -> None:
    deal = Deal("holdem", 3).say(
        say.Report("not_shuffled" if kind == "Misdealt" else "missing_cards")
    )
    lines = [write_event(event) for event in deal.log]
    assert verified(lines) == deal.state
    at = next(at for at, line in enumerate(lines) if f'"type":"{kind}"' in line)
    refusal([*lines[:at], lines[at].replace('"kind":"', '"kind":"deck_'), *lines[at + 1 :]])
    refusal([*lines[:at], lines[at].replace('"pot","stack:1",100', '"pot","stack:1",200')])
    refusal([*lines[:at], *lines[at + 1 :]])
    spent = lines[at].replace("not_shuffled", "deck_spent").replace("missing_cards", "deck_spent")
    refusal([*lines[:at], spent, *lines[at + 1 :]])


def test_logs_of_equal_signs_that_are_written_differently_hold_side_by_side() -> None:
    holdem, logs = game_of("holdem"), list[list[str]]()
    for percent in ("5", "5.0"):
        sign = replace(holdem.sign, rake=Percentage(Decimal(percent)), rake_max=Chips(4_00))
        state, events = start(holdem, sign, {1: 200_00, 2: 200_00}, order=DECK_52, button=1)
        events += play(state, say.Fold(state.turns[0].actor))[1]
        assert f'"{percent}"' in write_event(events[0])
        logs.append([write_event(event) for event in events])
    for lines in (*logs, *reversed(logs)):
        assert verified(lines).done
