"""What scripts rely on: results that depend on nothing but what was asked for, and refusals."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from croupier import fast
from croupier.chips import Chips
from croupier.engine.events import RoundClosed, RoundOpened
from croupier.fast.batch import Batch, Packed
from croupier.games import GAMES, PLAYER_BANKED
from croupier.refused import Refused
from croupier.rules.sign import TableSign, amend

NO_LIMIT = amend(GAMES["holdem"].sign, {"structure": "no_limit", "limits": "[200]"})
TURNED_UP = amend(GAMES["holdem"].sign, {"show_all_in": "true"})
RAKED = amend(
    GAMES["holdem"].sign, {"rake": '{"method": "percentage", "percent": "5"}', "rake_max": "400"}
)


def whims(batch: Batch, dice: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """An answer at every table from one number a table: fold, raise by any amount, or stay."""
    asked = batch.options()
    verbs = np.where(asked.can_check, fast.CHECK, fast.CALL).astype(np.uint8)
    verbs[(dice % 8 == 0) & asked.can_fold] = fast.FOLD
    raises = (dice % 8 > 5) & (asked.most > 0)
    verbs[raises] = fast.RAISE
    amounts = np.where(raises, np.where(dice % 16 > 8, asked.most, asked.least), 0).astype(np.int64)
    drawing = asked.kind == 2
    verbs[drawing] = fast.DRAW
    amounts[drawing] = dice[drawing] % 2  # the lowest card, or none
    return verbs, amounts


def first_hands(key: str, tables: int, threads: int, **given: Any) -> list[list[list[int]]]:
    """What the first three hands of the first five tables brought, by table."""
    batch = Batch(key, tables=tables, seed=11, threads=threads, players=4, **given)
    counts = np.zeros(tables, dtype=np.int64)  # how often a table was asked: its source of chance
    found: list[list[list[int]]] = [[] for _ in range(tables)]
    while any(len(hands) < 3 for hands in found[:5]):
        dice = (np.arange(tables) * 7919 + counts * 104729) % 1009
        batch.step(*whims(batch, dice))
        counts += 1
        for table in np.flatnonzero(batch.done).tolist():
            found[table].append(batch.rewards[table].tolist())
    return [hands[:3] for hands in found[:5]]


@pytest.mark.parametrize("key", ["holdem", "triple-draw-2-7", "seven-card-stud", "bbc-omaha"])
def test_a_table_is_dealt_the_same_among_any_number_of_tables_and_threads(key: str) -> None:
    given = {"sign": amend(GAMES[key].sign, {"run_twice": "false"})}
    expected = first_hands(key, 5, 1, **given)
    assert first_hands(key, 37, 1, **given) == expected
    assert first_hands(key, 300, 2, **given) == expected


@pytest.mark.parametrize("key", PLAYER_BANKED)
def test_the_log_of_a_round_is_written_by_the_engine(key: str) -> None:
    found = fast.play(key, policy="random", players=4, rounds=60, seed=5)
    for number in (0, 13, 59):
        log = found.log(number)
        assert isinstance(log[0], RoundOpened)
        assert isinstance(log[-1], RoundClosed)


def test_the_logs_of_all_rounds_add_up_to_the_result() -> None:
    policies = ("random", "loose", "calling")
    found = fast.play("holdem", RAKED, policy=policies, players=3, rounds=120, seed=5)
    net = np.zeros(3, dtype=np.int64)
    rake = 0
    for number in range(120):
        log = found.log(number)
        assert isinstance(log[0], RoundOpened)
        assert isinstance(log[-1], RoundClosed)
        change = [log[-1].stacks[seat] - log[0].stacks[seat] for seat in (1, 2, 3)]
        net += change
        rake -= sum(change)
    assert found.net.tolist() == net.tolist()
    assert found.house == {"rake": rake, "drop": 0, "box": 0}
    assert rake > 0


def test_a_kill_goes_on_from_round_to_round_as_the_room_has_it() -> None:
    sign = amend(GAMES["omaha-hilo-8"].sign, {"kill": "full", "kill_pot": "2000"})
    found = fast.play("omaha-hilo-8", sign, policy="loose", rounds=50, seed=2)
    logs = [found.log(number) for number in range(50)]
    killed = [log[0].killed for log in logs if isinstance(log[0], RoundOpened)]
    assert 3 < sum(killed) < 47


def test_threads_and_repetition_change_nothing() -> None:
    one, two, again = (
        fast.play("badugi", policy="loose", rounds=3000, seed=9, threads=threads).sums
        for threads in (1, 2, 1)
    )
    assert one == two == again
    assert fast.play("badugi", policy="loose", rounds=3000, seed=10).sums != one


def test_a_policy_may_be_a_function_of_a_batch_or_of_one_question() -> None:
    def caller(batch: Batch) -> tuple[NDArray[Any], NDArray[Any]]:
        asked = batch.options()
        verbs = np.where(asked.can_check, fast.CHECK, fast.CALL)
        return verbs, np.zeros(batch.tables, dtype=np.int64)

    def calls(asked: dict[str, int]) -> tuple[int, int]:
        return (fast.CHECK if asked["can_check"] else fast.CALL), 0

    built_in = fast.play("holdem", RAKED, policy="calling", rounds=130, seed=3)
    for policy in (caller, fast.each(calls)):
        found = fast.play("holdem", RAKED, policy=policy, rounds=130, seed=3)
        assert found.net.tolist() == built_in.net.tolist()
        assert (found.decisions, found.house) == (built_in.decisions, built_in.house)
        assert found.log(129) == built_in.log(129)


def test_stacks_may_differ_and_be_carried_on() -> None:
    batch = Batch("holdem", NO_LIMIT, tables=2, players=3, stack={1: 50_00, 2: 1_00, 3: 80_00})
    assert brought(batch).tolist() == [50_00, 1_00, 80_00]
    batch = Batch("holdem", tables=1, players=2, stack=30_00, hands=3, seed=1)
    before = np.array([30_00, 30_00])
    for carried in (True, True, False):
        while not batch.done[0]:
            stays = np.where(batch.options().can_check, fast.CHECK, fast.CALL)
            batch.step(stays, np.zeros(1, dtype=np.int64))
        rewards = batch.rewards[0]
        now = before + rewards if carried else np.array([30_00, 30_00])
        assert brought(batch).tolist() == now.tolist()
        before, batch.done[0] = brought(batch), False


def brought(batch: Batch) -> NDArray[Any]:
    """What the seats of the first table had before its hand."""
    packed = batch.observe(packed=True)
    assert isinstance(packed, Packed)
    chips = packed.numbers[0][: 8 * batch.players].reshape(-1, 8)
    return np.roll(chips[:, 0] + chips[:, 2], batch.options().actor[0] - 1)


def test_showing_is_asked_only_on_request() -> None:
    for ask_show in (False, True):
        batch = Batch("holdem", tables=8, players=2, seed=1, ask_show=ask_show)
        kinds = set()
        for _ in range(40):
            asked = batch.options()
            kinds |= {*asked.kind.tolist()}
            stays = np.where(asked.can_check, fast.CHECK, fast.CALL)
            batch.step(np.where(asked.kind == 3, fast.MUCK, stays), np.zeros(8, dtype=np.int64))
        assert kinds == ({1, 3} if ask_show else {1})


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"tables": 0}, "FIELD tables"),
        ({"tables": 2.0}, "FIELD tables"),
        ({"players": 12}, "FIELD players"),
        ({"players": "6"}, "FIELD players"),
        ({"stack": 200.5}, "FIELD stack"),
        ({"stack": {1: 100}}, "FIELD stack"),
        ({"stack": 1 << 40}, "FIELD stack"),
        ({"seed": -1}, "FIELD seed"),
        ({"threads": 0}, "FIELD threads"),
        ({"sign": TableSign(straddle=Chips(600))}, "POKER 10"),
        ({"straddle": True}, "SIGN straddle"),
        ({"bomb": True}, "BBC|SIGN bomb_pot|POKER"),
        ({"sign": TURNED_UP, "ask_show": True}, "FIELD ask_show"),
    ],
)
def test_a_batch_that_cannot_be_dealt_is_refused_by_name(given: dict[str, Any], words: str) -> None:
    with pytest.raises(Refused, match=words):
        Batch("holdem", **({"tables": 4} | given))


@pytest.mark.parametrize(
    ("verbs", "amounts", "words"),
    [
        ([2, 2, 2], [0, 0, 0], "FIELD verbs"),
        ([2, 2, 2, 2], [0, 0], "FIELD amounts"),
        ([[2], [2, 2], [2], [2]], [0, 0, 0, 0], "FIELD verbs"),
        ([2.0, 2.0, 2.0, 2.0], [0, 0, 0, 0], "FIELD verbs"),
        ([2, 2, 2, 2], [0.5, 0, 0, 0], "FIELD amounts"),
        ([2, 2, 1, 2], [0, 0, 0, 0], "table 2: check"),
        ([2, 2, 2, 77], [0, 0, 0, 0], "table 3: verb 77"),
        ([2, -1, 2, 2], [0, 0, 0, 0], "table 1: there is no verb -1"),
        ([2, 4, 2, 2], [0, 399, 0, 0], "table 1: raise 399"),
        ([2, 4, 2, 2], [0, 1 << 40, 0, 0], "table 1: raise"),
        ([2, 2, 2, 2], [0, 0, -1, 0], "table 2: call -1 is not possible"),
        ([0, 0, 0, 0], [0, 0, 0, -400], "table 3: fold -400"),
        ([5, 2, 2, 2], [0, 0, 0, 0], "table 0: draw"),
    ],
)
def test_answers_outside_the_options_move_nothing(
    verbs: list[Any], amounts: list[Any], words: str
) -> None:
    batch = Batch("holdem", tables=4, players=3, seed=7)
    before = [column.copy() for column in batch.options()]
    with pytest.raises(Refused, match=words):
        batch.step(_array(verbs), np.array(amounts))
    for column, was in zip(batch.options(), before, strict=True):
        assert (column == was).all()
    batch.step(np.full(4, fast.CALL), np.zeros(4, dtype=np.int64))


def test_answers_are_read_from_arrays_of_any_layout() -> None:
    calls, none = np.full(4, fast.CALL), np.zeros(8, dtype=np.int64)
    given = [
        (calls.astype(np.uint8), none[:4]),
        (calls.astype(">i4"), none[:4].astype(">i8")),
        (np.repeat(calls, 2)[::2], none[::2]),
        (calls[::-1], none[3::-1]),
    ]
    seen = []
    for verbs, amounts in given:
        batch = Batch("holdem", tables=4, players=3, seed=7)
        batch.step(verbs, amounts)
        seen.append([column.tolist() for column in batch.options()])
    assert seen == [seen[0]] * 4
    batch = Batch("holdem", tables=4, players=3, seed=7)
    far = np.array([0, (1 << 64) - 1, 0, 0], dtype=np.uint64)
    with pytest.raises(Refused, match="table 1: nobody has 18446744073709551615 cents"):
        batch.step(calls, far)


def _array(rows: list[Any]) -> NDArray[Any]:
    return rows if isinstance(rows[0], list) else np.array(rows)  # type: ignore[return-value]  # that is the point


def test_an_observation_goes_only_where_it_fits() -> None:
    batch = Batch("holdem", tables=4, seed=7)
    size = batch.layout.size
    for out in (np.zeros((4, size)), np.zeros((3, size), np.float32), [[0.0]]):
        with pytest.raises(Refused, match="FIELD out"):
            batch.observe(out=out)  # type: ignore[arg-type]  # that is the point
    with pytest.raises(Refused, match="FIELD out"):
        batch.observe(out=np.zeros((4, size), np.float32), packed=True)
    good = np.full((4, size), 7, np.float32)
    assert batch.observe(out=good) is good
    assert good.max() <= 1


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"game": None}, "FIELD game"),
        ({"sign": {"limits": [200]}}, "FIELD sign"),
        ({"sign": TableSign(structure="no-limit")}, "SIGN structure"),  # type: ignore[arg-type]  # that is the point
        ({"players": 2.5}, "FIELD players"),
        ({"stack": "200"}, "FIELD stack"),
        ({"wagers": [500]}, "FIELD wagers"),
        ({"policy": None}, "FIELD policy"),
        ({"policy": {"a": 1}}, "FIELD policy"),
        ({"policy": lambda batch: 3}, "a policy gives verbs and amounts"),
        ({"policy": fast.each(lambda asked: None)}, "an answer is verb and amount"),  # type: ignore[arg-type, return-value]  # that is the point
        ({"policy": fast.each(lambda asked: (fast.RAISE, 10**30))}, "FIELD amounts"),
    ],
)
def test_things_of_another_kind_are_refused_by_name(given: dict[str, Any], words: str) -> None:
    asked: dict[str, Any] = {"game": "holdem", "rounds": 5, "seed": 1} | given
    with pytest.raises(Refused, match=words):
        fast.play(**asked)


def test_play_refuses_what_it_cannot_play() -> None:
    for given, words in (
        ({"policy": "clever"}, "FIELD policy"),
        ({"policy": ["random"]}, "1 policies for 6 players"),
        ({"rounds": 0}, "FIELD rounds"),
    ):
        with pytest.raises(Refused, match=words):
            fast.play("holdem", **({"rounds": 5, "seed": 1} | given))
    for number in (5, -1, 1.5, "1"):
        with pytest.raises(Refused, match="0 to 4, not "):
            fast.play("holdem", rounds=5, seed=1).log(number)  # type: ignore[arg-type]  # that is the point


def test_four_thousand_tables_take_little_memory() -> None:
    assert Batch("holdem", tables=4096).bytes < 25_000_000
