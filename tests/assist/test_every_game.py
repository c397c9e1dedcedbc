"""Every game is dealt with real cards: typed at a session, it ends as the sealed round does."""

import pytest
from msgspec.structs import replace

from croupier.assist.dialogue import Session
from croupier.chips import Chips
from croupier.engine.events import write_event
from croupier.engine.verify import verify_log
from croupier.games import GAMES, game_of
from croupier.room.seating.lineup import dealt_in
from tests.assist.typist import Open, Typist


def proven(session: Session, table: Open) -> None:
    """Every round verifies, the record resumes to the same table, and no chip came or went."""
    for log in session.sitting.rounds():
        verify_log([write_event(event) for event in log], game_of)
    life = session.sitting.life
    assert table(life.game.key).sitting.life == life
    assert sum(life.accounts.values()) == 0


@pytest.mark.parametrize("bots", ["random", "calling"])
@pytest.mark.parametrize("key", GAMES)
def test_real_cards_and_a_sealed_deck_end_alike(key: str, bots: str, table: Open) -> None:
    session = table(key)
    typist = Typist(session, {1: 150_00, 2: 140_00, 4: 60_00, 5: 150_00}, 7, bots)
    for _ in range(3):
        typist.deal()
    proven(session, table)


@pytest.mark.parametrize("key", ["seven-card-stud", "five-card-draw", "triple-draw-2-7", "badugi"])
def test_a_full_table_runs_out_of_cards(key: str, table: Open) -> None:
    """Reshuffles and a common card come with the most players a game takes."""
    session = table(key)
    most = GAMES[key].players.most
    typist = Typist(session, dict.fromkeys(range(1, most + 1), 200_00), 3, "calling")
    for _ in range(2):
        typist.deal()
    proven(session, table)


def test_the_rest_is_run_twice(table: Open) -> None:
    sign = replace(GAMES["bbc-omaha"].sign, run_twice=True, unit=Chips(1_00))
    session = table("bbc-omaha", sign)
    typist = Typist(session, {1: 20_00, 2: 20_00}, 5, "random")
    for _ in range(4):
        if len(dealt_in(session.sitting.life)) < 2:
            break
        typist.deal()
    proven(session, table)
