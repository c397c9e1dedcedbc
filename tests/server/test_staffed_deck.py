"""Nobody chooses the deck of a card room either, where a staff brings and verifies the decks."""

from pathlib import Path
from random import Random

import pytest

from croupier.room.custody.facts import DeckSealed
from croupier.room.house.people import ROLES, Actor
from croupier.room.table import decide as life
from croupier.server.tables import dealer
from tests.clause import clause
from tests.server.staffed import FLO, SUE, room
from tests.server.test_own_dealer import Witness, anything, check_log

REQUESTS = 160
ENDS = ("CloseTable", "PauseHand", "RemovePlayer")  # then nothing more is dealt


@clause("POKER-5a2")
def test_nobody_of_the_staff_knows_or_influences_a_deck_before_its_seal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Witness.drawn = []
    monkeypatch.setattr(dealer, "Entropy", Witness)
    chance, free = Random("staffed"), {one.__name__ for one in life.FOR_ACCOUNTS}
    with room(tmp_path) as at:
        at.set_up()
        at.sit()
        at.rounds(2)
        people = [FLO, SUE, *(Actor(f"a {role}"[:40], role) for role in ROLES)]
        answers: list[tuple[int, str]] = []
        for number in range(REQUESTS):
            desk = at.service.desk("1")
            command = anything(chance, list(desk.state.custody.decks))
            if command["type"] in ENDS:
                continue
            reply = at.try_order("/api/tables/1/orders", chance.choice(people), command)
            assert reply.status_code < 500, (command, reply.text)
            if command["type"] not in free:
                assert reply.status_code in (400, 401, 403), (command, reply.text)
            answers.append((desk.number, reply.text))
            if number % 16 == 0:
                at.sign()
        log = at.log()
    assert check_log(log, staff=(FLO, SUE)) >= 2
    for number, text in answers:
        later = [entry.fact for entry in log[number:] if isinstance(entry.fact, DeckSealed)]
        assert not any(fact.root in text for fact in later)
