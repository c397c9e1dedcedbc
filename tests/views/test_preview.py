"""What an order would do: as it then happens, and with no card that nobody has seen."""

from collections.abc import Iterator
from functools import reduce
from typing import Any

import pytest

from croupier.cards import Card
from croupier.engine import commands as said
from croupier.engine.accounts import Move
from croupier.games import GAMES, game_of
from croupier.refused import Refused
from croupier.room.conduct.orders import RemovePlayer
from croupier.room.custody import counting as decks
from croupier.room.house.notices import Notice
from croupier.room.logbook import Entry, Order
from croupier.room.seating.state import Kind
from croupier.room.seating.waiting import JoinList
from croupier.room.table import decide as lives
from croupier.room.table import evolve as lives_log
from croupier.room.table.evolve import founded as set_up
from croupier.room.table.orders import CloseTable
from croupier.room.table.rounds import PassTurn, Play
from croupier.room.table.state import Table
from croupier.views.screen.preview import Preview, preview, preview_house
from croupier.views.screen.troubles import KINDS, troubles
from croupier.views.seat import NOBODY
from tests.room.tables import NOON, STAFF, Scene
from tests.server import worlds

FLOOR = STAFF["poker_shift_supervisor"]
NOTICE = Notice("Ian", NOON)


def orders(life: Table) -> Iterator[Any]:
    """Everything the floor might ask about in a round."""
    for kind in KINDS:
        for seat in (0, 1, 2):
            yield Play(command=said.Report(kind, seat=seat))  # type: ignore[arg-type]  # of KINDS
    for seat in (1, 2, 3):
        yield PassTurn(seat=seat)
        yield Play(command=said.Demand(seat))
        yield RemovePlayer(seat=seat, cause="abuse", notice=NOTICE)
    yield Play(command=said.Report("face_up_card", card=Card("As")))
    yield from (decks.PauseHand(reason="a dispute"), CloseTable())


def asked(life: Table, says: Any, scene: Scene) -> Preview | tuple[str, str]:
    try:
        return preview(life, Order(scene.now, FLOOR, says), scene.house)
    except Refused as refusal:
        return refusal.clause, refusal.why


def lives_of(before: list[Entry], steps: list[worlds.Step]) -> Iterator[Table]:
    """The table after every step of a round."""
    life = reduce(lives_log.evolve, before[1:], set_up(before[0], game_of))
    for step in steps:
        life = reduce(lives_log.evolve, step.entries, life)
        yield life


@pytest.mark.parametrize("key", list(GAMES))
def test_nobody_learns_a_card_by_asking_what_would_happen(key: str) -> None:
    scene = Scene(key)
    before, steps = worlds.a_round(key, 5)
    seen = worlds.seen_cards(NOBODY, steps)
    other = worlds.another_world(key, steps, seen, 11)
    so_far, heard = set[Card](), 0
    for at, (here, there) in enumerate(
        zip(lives_of(before, steps), lives_of(before, other), strict=True)
    ):
        so_far |= worlds.seen_cards(NOBODY, steps[at : at + 1])
        assert troubles(here.round) == troubles(there.round)
        for says in orders(here):
            lines = asked(here, says, scene)
            assert lines == asked(there, says, scene), says
            assert worlds.named_cards(str(lines)) <= so_far | {Card("As")}, says
            heard += isinstance(lines, Preview)
    assert heard > len(steps)


@pytest.mark.parametrize("key", ["holdem", "seven-card-stud", "badugi", "texas-holdem-bonus"])
def test_a_preview_is_what_then_happens(key: str) -> None:
    scene = Scene(key)
    before, steps = worlds.a_round(key, 5)
    whole = 0
    for life in lives_of(before, steps):
        for says in orders(life):
            lines = asked(life, says, scene)
            if isinstance(lines, tuple):
                with pytest.raises(Refused):
                    lives.decide(life, Order(scene.now, FLOOR, says), scene.house)
                continue
            after, entries = lives.obey(life, Order(scene.now, FLOOR, says), scene.house)
            moves = tuple(move for entry in entries for move in getattr(entry.fact, "moves", ()))
            assert moves[: len(lines.moves)] == lines.moves
            assert sum(one.after - one.now for one in lines.chips) == 0
            if not lines.goes_on:
                whole += 1
                assert moves == lines.moves
                assert all(after.accounts.get(one.account, 0) == one.after for one in lines.chips)
            assert lines.words
            assert lines.clause
    assert whole


def test_what_is_listed_can_be_ruled_on_and_what_is_not_cannot() -> None:
    scene = Scene("holdem")
    before, steps = worlds.a_round("holdem", 5)
    for life in lives_of(before, steps):
        listed = {one.kind: one for one in troubles(life.round)}
        for kind in KINDS:
            one = listed.get(kind)
            seat = one.seats[0] if one and one.seats else 0
            lines = asked(life, Play(command=said.Report(kind, seat=seat)), scene)  # type: ignore[arg-type]  # of KINDS
            assert isinstance(lines, Preview) is (kind in listed), (kind, lines)
            if one and isinstance(lines, Preview):
                assert lines.clause == one.clause


def test_the_house_shows_what_an_order_would_do_to_it() -> None:
    scene = Scene("bbc-omaha")
    says = JoinList(kind=Kind("holdem", "$1/$2"), person="Ada")
    lines = preview_house(scene.house, Order(scene.now, FLOOR, says))
    assert (lines.words, lines.clause, lines.moves) == ("Ada waits for holdem", "BBC wait1", ())
    assert not scene.house.waiting.line


def test_chips_are_shown_before_and_after() -> None:
    scene = Scene("holdem").open()
    scene.seat(Ada=200_00, Bob=200_00)
    lines = preview(scene.life, Order(scene.now, FLOOR, CloseTable()), scene.house)
    assert lines.moves == (
        Move(lines.chips[0].account, lines.chips[1].account, 200_00),  # type: ignore[arg-type]  # chips
        Move(lines.chips[2].account, lines.chips[1].account, 200_00),  # type: ignore[arg-type]  # as above
    )
    assert [(one.account, one.now, one.after) for one in lines.chips] == [
        ("stack:1", 200_00, 0),
        ("cage", -400_00, 0),
        ("stack:2", 200_00, 0),
    ]
