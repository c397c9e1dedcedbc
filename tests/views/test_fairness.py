"""A player's fairness file proves every card that the player saw, and no other."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from croupier.cards import DECK_52, DECK_54, Card
from croupier.engine import commands as said
from croupier.engine import events as engine_events
from croupier.engine.play import replay
from croupier.games import GAMES, game_of
from croupier.room.custody.commitment import SealDeck, seal_due
from croupier.room.custody.orders import CutDeck
from croupier.room.logbook import Entry
from croupier.room.sealed import leaf
from croupier.room.shuffle import shuffle
from croupier.room.table.rounds import DealRound, Play
from croupier.views.fairness.fairness_check import check_against, check_file, check_sealed_file
from croupier.views.fairness.fairness_file import (
    FairnessFile,
    SealedFile,
    fairness_file,
    of_one_round,
    places,
    sealed_file,
)
from tests.clause import clause
from tests.room.rigged import into
from tests.room.test_sealing import ready, throw_all
from tests.server import worlds

SEEDS = range(3)
SEATS = (1, 2, 3)


def entries(steps: list[worlds.Step]) -> list[Entry]:
    return [entry for step in steps for entry in step.entries]


def a_file(key: str = "holdem", seed: int = 1, seat: int = 1) -> FairnessFile:
    _, steps = worlds.a_round(key, seed)
    return fairness_file("1", 1, seat, entries(steps))


def a_sealed_file(key: str = "holdem", seed: int = 1) -> SealedFile:
    _, steps = worlds.a_round(key, seed)
    return sealed_file("1", 1, entries(steps))


@clause("POKER-5a2")
@pytest.mark.parametrize("key", GAMES)
def test_every_card_that_was_seen_is_proven_and_no_other_is_opened(key: str) -> None:
    for seed in SEEDS:
        _, steps = worlds.a_round(key, seed)
        whole = sealed_file("1", 1, entries(steps))
        assert check_sealed_file(whole) == []
        for seat in SEATS:
            file = fairness_file("1", 1, seat, entries(steps))
            assert check_file(file) == []
            assert check_against(file, whole) == []
            assert {proof.card for proof in file.cards} == worlds.seen_cards(seat, steps)
            again = msgspec.json.decode(msgspec.json.encode(file), type=FairnessFile)
            assert again == file


@pytest.mark.parametrize("key", GAMES)
def test_files_of_two_worlds_that_differ_in_unseen_cards_are_the_same_bytes(key: str) -> None:
    for seed in SEEDS:
        _, steps = worlds.a_round(key, seed)
        for seat in SEATS:
            other = worlds.another_world(key, steps, worlds.seen_cards(seat, steps), seed + seat)
            texts = [
                worlds.without_public(msgspec.json.encode(fairness_file("1", 1, seat, one)))
                for one in (entries(steps), entries(other))
            ]
            assert texts[0] == texts[1]


@pytest.mark.parametrize("key", GAMES)
def test_cards_leave_the_deck_in_the_order_in_which_the_engine_deals_them(key: str) -> None:
    """The simple count of `places` against the engine's own."""
    _, steps = worlds.a_round(key, 2)
    _, log = of_one_round(entries(steps))
    left = list(places(log))
    for number, event in enumerate(log):
        if isinstance(event, engine_events.RoundOpened | engine_events.DeckCut):
            continue
        state = replay(game_of(key), log[: number + 1])
        shuffled = [i for i in range(number + 1) if isinstance(log[i], engine_events.Reshuffled)]
        since = shuffled[-1] if shuffled else 0
        assert state.top == sum(len(found) for found in left[since : number + 1])


def test_a_renewed_deck_has_its_own_root_and_its_cards_their_own_place() -> None:
    at = ready("triple-draw-2-7", 6)
    before = len(at.log)
    at.deal_sealed()
    for _ in range(2):
        throw_all(at)
        at.do("dealer", Play(command=said.Reshuffle(at.seal().order)))
    throw_all(at)
    file = fairness_file("1", 1, 4, at.log[before:])
    assert [root.shuffle for root in file.roots] == [0, 1, 2]
    assert check_file(file) == []
    files = [fairness_file("1", 1, seat, at.log[before:]) for seat in range(1, 7)]
    assert {proof.shuffle for one in files for proof in one.cards} == {0, 1, 2}
    for root in range(3):
        other = file.roots[root - 1].root
        wrong = replace(file.roots[root], root=other)
        roots = (*file.roots[:root], wrong, *file.roots[root + 1 :])
        assert any(check_file(replace(one, roots=roots)) for one in files)


# --- what was changed is found ---------------------------------------------------------------


def _card(number: int, **changes: Any) -> Callable[[FairnessFile], FairnessFile]:
    def change(file: FairnessFile) -> FairnessFile:
        cards = list(file.cards)
        cards[number] = replace(cards[number], **changes)
        return replace(file, cards=tuple(cards))

    return change


def _swapped(file: FairnessFile) -> FairnessFile:
    """Two own cards, each proven where the other lay."""
    one, two, *others = file.cards
    return replace(file, cards=(replace(one, card=two.card), replace(two, card=one.card), *others))


def _other_hand(file: FairnessFile) -> FairnessFile:
    """The log says that another card was dealt than the one that is proven."""
    log = list(file.log)
    [place] = [i for i, event in enumerate(log) if isinstance(event, engine_events.BoardDealt)][:1]
    event = log[place]
    assert isinstance(event, engine_events.BoardDealt)
    unseen = next(card for card in DECK_52 if card not in {one.card for one in file.cards})
    log[place] = replace(event, cards=(unseen, *event.cards[1:]))
    return replace(file, log=tuple(log))


def _other_cut(file: FairnessFile) -> FairnessFile:
    log = [
        replace(event, cut=event.cut + 1) if isinstance(event, engine_events.DeckCut) else event
        for event in file.log
    ]
    return replace(file, log=tuple(log))


def _no_cut(file: FairnessFile) -> FairnessFile:
    log = [replace(e, cut=0) if isinstance(e, engine_events.DeckCut) else e for e in file.log]
    return replace(file, log=tuple(log))


TAMPERED: dict[str, Callable[[FairnessFile], FairnessFile]] = {
    "a card": _card(0, card=Card("2c")),
    "two cards": _swapped,
    "a salt": _card(0, salt="00" * 16),
    "a short salt": _card(0, salt="00"),
    "no salt": _card(0, salt=""),
    "no hexadecimal": _card(0, salt="x" * 32),
    "a path": _card(0, path=("00" * 32,) * 6),
    "a position": _card(0, position=0),
    "a position outside": _card(0, position=52),
    "a shuffle": _card(0, shuffle=1),
    "the root": lambda file: replace(file, roots=(replace(file.roots[0], root="00" * 32),)),
    "no root": lambda file: replace(file, roots=()),
    "the size": lambda file: replace(file, roots=(replace(file.roots[0], size=51),)),
    "a missing card": lambda file: replace(file, cards=file.cards[1:]),
    "a card twice": lambda file: replace(file, cards=(*file.cards, file.cards[0])),
    "the log": _other_hand,
    "the cut": _other_cut,
    "no cut": _no_cut,
}


@clause("POKER-5a2")
@pytest.mark.parametrize("what", TAMPERED)
def test_whatever_is_changed_in_a_players_file_is_found(what: str) -> None:
    file = a_file()
    assert any(isinstance(event, engine_events.BoardDealt) for event in file.log)
    assert check_file(file) == []
    assert check_file(TAMPERED[what](file)) != []


def test_a_card_that_turned_up_elsewhere_than_it_was_dealt_is_found() -> None:
    at = ready()
    before = len(at.log)
    at.deal_sealed()
    at.play_out()
    file = fairness_file("1", 1, 1, at.log[before:])
    assert check_file(file) == []
    [shown, *_] = [e for e in file.log if isinstance(e, engine_events.Shown) and e.seat != 1]
    log = (replace(e, seat=5 - shown.seat) if e is shown else e for e in file.log)
    assert any("turned up" in fault for fault in check_file(replace(file, log=tuple(log))))


@clause("POKER-5a2")
def test_a_deck_that_was_altered_after_its_root_was_announced_is_found() -> None:
    file = a_sealed_file()
    [whole] = file.shuffles
    order = list(whole.order)
    order[3], order[40] = order[40], order[3]
    for altered in (
        replace(whole, order=tuple(order)),
        replace(whole, salts=bytes(16) + whole.salts[16:]),
        replace(whole, salts=whole.salts[16:]),
        replace(whole, order=whole.order[1:], salts=whole.salts[16:]),
        replace(whole, order=(*whole.order[1:], whole.order[1])),
        replace(whole, root=replace(whole.root, root="00" * 32)),
    ):
        assert check_sealed_file(replace(file, shuffles=(altered,))) != []
    assert check_sealed_file(file) == []


@clause("POKER-5a2")
@pytest.mark.parametrize("salts", [bytes(16 * 52), bytes(range(16)) * 52, b"\x00" * 15 + b"\x01"])
def test_a_proof_with_salts_that_can_be_guessed_or_repeat_is_none(salts: bytes) -> None:
    """Everything else about these files is right: the root was made from these salts."""
    at, source = ready(), iter(salts * 52)
    before, due = len(at.log), seal_due(at.life)
    plain = into(due, shuffle(due), lambda count: bytes(next(source) for _ in range(count)))
    at.rigged(plain, SealDeck())
    at.do("dealer", CutDeck(count=20), DealRound())
    at.play_out()
    file, whole = fairness_file("1", 1, 1, at.log[before:]), sealed_file("1", 1, at.log[before:])
    wanted = ["shuffle 0: its salts were not drawn at random"]
    assert check_file(file) == check_sealed_file(whole) == wanted


def test_a_dealer_who_deals_another_card_is_found_by_the_whole_deck() -> None:
    file = a_sealed_file()
    log = [
        replace(e, card=file.shuffles[0].order[0]) if isinstance(e, engine_events.Burned) else e
        for e in file.log
    ]
    faults = check_sealed_file(replace(file, log=tuple(log)))
    assert any("was dealt (burn) from position" in fault for fault in faults)


def test_a_players_file_that_was_forged_whole_is_found_by_the_sealed_one() -> None:
    """Another deck with another root proves itself, and not against the regulator's file."""
    forged = a_file(seed=2)
    assert check_file(forged) == []
    assert check_against(forged, a_sealed_file(seed=1)) != []
    assert "round 7" in check_against(a_file(), replace(a_sealed_file(), round=7))[0]


def test_a_round_without_a_root_is_not_sealed() -> None:
    at = ready()
    before = len(at.log)
    at.deal()
    lines_so_far = at.log[before:]
    assert check_file(fairness_file("1", 1, 1, lines_so_far))[0].startswith("not sealed")
    assert check_sealed_file(sealed_file("1", 1, lines_so_far))[0].startswith("not sealed")


def test_without_its_salt_no_card_of_an_unopened_leaf_can_be_confirmed() -> None:
    """Everything a player has, tried on every position that stays sealed: nothing fits."""
    file = a_file()
    opened = {proof.position for proof in file.cards}
    hashes = {bytes.fromhex(step) for proof in file.cards for step in proof.path}
    salts = {bytes.fromhex(proof.salt) for proof in file.cards} | {bytes(16)}
    neighbors = {position ^ 1 for position in opened} - opened
    assert neighbors  # their leaves are among the hashes, for anybody to guess at
    true = a_sealed_file().shuffles[0]
    for position in neighbors:
        salt = true.salts[16 * position : 16 * position + 16]
        assert leaf(position, true.order[position], salt) in hashes
        assert salt not in salts
        assert not any(leaf(position, card, salt) in hashes for card in DECK_54 for salt in salts)
