"""Snapshots: stored, read back, and stepped from any number of times."""

import pickle
from random import Random

import pytest

from croupier import GAMES, Refused
from croupier.engine.commands import Place
from croupier.games import BANKED, PLAYER_BANKED
from croupier.rl.actions import Actions
from croupier.rl.snapshot import Snapshot, begin


def randomly(at: Snapshot, actions: Actions, chance: Random) -> Snapshot:
    while not at.done:
        turn = at.turn
        legal = actions.legal(at.seen(turn.actor), turn)
        at = at.step(chance.choice(list(legal.values())))
    return at


@pytest.mark.parametrize("key", PLAYER_BANKED)
def test_a_snapshot_is_stepped_from_any_number_of_times(key: str) -> None:
    game = GAMES[key]
    actions = Actions(game)
    root = begin(game, dict.fromkeys((1, 2, 3), 100_00), seed=5)
    before = root.write()
    ends = [randomly(root, actions, Random(number % 4)) for number in range(8)]
    assert root.write() == before
    assert ends[:4] == ends[4:]  # the same answers lead to the same end, reshuffles included
    assert len({end.write() for end in ends}) > 1
    for end in ends:
        assert sum(end.net(seat) for seat in (1, 2, 3)) == 0


@pytest.mark.parametrize("key", ["badugi", "bbc-omaha", "seven-card-stud"])
def test_a_stored_snapshot_plays_on_as_the_first_one_would(key: str) -> None:
    game, actions = GAMES[key], Actions(GAMES[key])
    at = begin(game, dict.fromkeys((1, 2, 3), 100_00), seed=9)
    for _ in range(4):
        stored = Snapshot.read(at.write())
        assert stored == at
        assert pickle.loads(pickle.dumps(at)) == at
        assert randomly(stored, actions, Random(3)) == randomly(at, actions, Random(3))
        if at.done:
            break
        at = at.step(next(iter(actions.legal(at.seen(at.turn.actor), at.turn).values())))


def test_what_a_seat_knows_is_the_same_where_it_cannot_tell() -> None:
    one = begin(GAMES["holdem"], {1: 100_00, 2: 100_00}, seed=1)
    deck = list(one.state.deck)
    hidden = next(at for at, card in enumerate(deck) if card in one.state.hands[2].down)
    deck[hidden], deck[-1] = deck[-1], deck[hidden]
    other = begin(GAMES["holdem"], {1: 100_00, 2: 100_00}, seed=1, deck=deck)
    assert other.state.hands[2] != one.state.hands[2]
    assert other.known(1) == one.known(1)
    assert other.known(2) != one.known(2)


@pytest.mark.parametrize("key", BANKED)
def test_the_dealer_ends_the_wagers_when_all_are_placed(key: str) -> None:
    game = BANKED[key]
    at = begin(game, {1: 100_00, 2: 100_00}, seed=1)
    wagers = {"ante": game.sign.wager_min}
    if key == "flop-poker":
        wagers["pot"] = game.sign.wager_min
    at = at.step(Place(1, wagers))
    assert not at.state.hands[1].down
    at = at.step(Place(2, wagers))
    assert at.state.hands[1].down


@pytest.mark.parametrize("text", [b"", b"x\n", b"7\n", b"7\n{}"])
def test_what_is_no_snapshot_is_refused(text: bytes) -> None:
    with pytest.raises(Refused):
        Snapshot.read(text)
