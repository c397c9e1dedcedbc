"""Rules of the house in a card room in service: dealer and bookkeeper at work, people at screens.

One room serves the whole file: every person has an account, and everything goes over HTTP.
"""

from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.chips import Chips
from croupier.engine.commands import Call, Check, Command, Discard, Fold
from croupier.games import game_of
from croupier.games.bbc_omaha_hi import STAKES
from croupier.room.conduct.facts import CollusionFlagged
from croupier.room.conduct.orders import FlagCollusion
from croupier.room.house.orders import RecordRakeApproval, SubmitRakeRules
from croupier.room.house.people import Actor
from croupier.room.house.submissions import rake_rules
from croupier.room.seating.facts import SeatsAnnounced
from croupier.room.seating.limits import AnswerLimits, ProposeLimits
from croupier.room.seating.orders import Leave, Sit
from croupier.room.seating.state import Kind
from croupier.room.seating.waiting import AnnounceSeats, JoinList
from croupier.room.table.rounds import Play
from croupier.rules.revenue import Increments
from croupier.rules.sign import TableSign
from tests.clause import clause
from tests.server.staffed import ACE, FLO, IRA, PLAYERS, Room, room

BOTH = ("holdem", "bbc-omaha")
CLUB = "bbc-omaha"
NAMES = count(1)
LEVELS = Increments(((Chips(10_00), Chips(1_00)), (Chips(20_00), Chips(2_00))))


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    with room(tmp_path_factory.mktemp("rules"), turn=600.0, absent=600.0) as here:
        yield here


def player(name: str) -> Actor:
    return Actor(name, "player")


def opened(house: Room, key: str = "holdem", sign: TableSign | None = None) -> str:
    """A table of this game, open, with nobody seated."""
    name = f"t{next(NAMES)}"
    house.set_up(key, sign, name)
    return name


def taken(house: Room, table: str, people: tuple[str, ...] = PLAYERS, first: int = 1) -> None:
    for seat, person in enumerate(people, first):
        house.at(player(person), Sit(seat=seat, chips=Chips(100_00)), table)


def playing(house: Room, table: str) -> None:
    """Wait until a round is dealt and a player is asked."""

    def asked() -> bool:
        state = house.service.desk(table).state
        return state.playing and state.round is not None and state.round.turns[:1] != ()

    house.until(asked)
    now = house.service.desk(table).state
    if now.round is not None and len(now.round.hands) < len(now.seats):  # dealt while they sat down
        seat, who = turn(house, table)
        house.at(who, Play(command=Fold(seat)), table)
        house.until(lambda: house.service.desk(table).state.round is not now.round and asked())
        playing(house, table)


def turn(house: Room, table: str) -> tuple[int, Actor]:
    state = house.service.desk(table).state
    assert state.round is not None
    seat = state.round.turns[0].actor
    return seat, player(state.seats[seat].person)


def refusal(reply: Any) -> tuple[str, str]:
    assert reply.status_code in (403, 422), reply.text
    body = reply.json()
    return body["clause"], body["why"]


# --- what everybody sees -------------------------------------------------------------------


@clause("POKER-15c", "BBC-irr-view")
@pytest.mark.parametrize(("key", "cards"), [("holdem", 2), (CLUB, 4)])
def test_every_hand_lies_in_view_and_only_its_player_reads_it(
    house: Room, key: str, cards: int
) -> None:
    table = opened(house, key)
    people = tuple(f"{name} {table}" for name in PLAYERS)
    taken(house, table, people)
    playing(house, table)
    seat, folds = turn(house, table)
    house.at(folds, Play(command=Fold(seat)), table)
    for viewer in (FLO, IRA, *map(player, people)):
        seen = house.get(f"/api/tables/{table}", viewer).json()["seats"]
        live = [one for one in seen if one["person"] != folds.name]
        assert [len(one.get("down", ())) for one in live] == [cards, cards], seen
        for one in live:
            assert ("??" in one["down"]) == (one["person"] != viewer.name)


@clause("POKER-14c", "BBC-rev-sign")
@pytest.mark.parametrize("key", BOTH)
def test_the_sign_at_the_table_tells_type_and_amount_of_the_rake(house: Room, key: str) -> None:
    sign = replace(game_of(key).sign, rake=LEVELS, rake_max=Chips(3_00))
    rules = rake_rules(sign)
    assert rules is not None
    house.to_house(ACE, SubmitRakeRules(rules=rules))
    number = len(house.service.house.state.submissions.rake)
    house.to_house(ACE, RecordRakeApproval(number=number, reference="MGC 9"))
    table = opened(house, key, sign)
    lines = house.get(f"/api/tables/{table}/rules", player("Ada")).json()
    rake = "rake: $1 when the pot is $10 and $2 when the pot is $20, at most $3 a round of play"
    own = "BBC rev-sign" if key == CLUB else "POKER 14(c)"
    assert (rake, own) in [(line["words"], line["clause"]) for line in lines]
    plain = opened(house, key)
    bare = house.get(f"/api/tables/{plain}/rules", player("Ada")).json()
    assert "$1 when the pot is $10" not in str(bare)


# --- conduct -------------------------------------------------------------------------------


def says(house: Room, table: str, by: Actor, words: str) -> dict[str, Any]:
    """What the room answers to a message typed at the table."""
    return answered(house, table, by, {"say": words})


def answered(house: Room, table: str, by: Actor | None, frame: dict[str, Any]) -> dict[str, Any]:
    """What the room answers to a frame over the wire."""
    path, number = f"/api/tables/{table}/socket?client=c", next(house.numbers)
    headers = {"Authorization": f"Bearer {house.token(by)}"} if by is not None else {}
    with house.client.websocket_connect(path, headers=headers) as wire:
        wire.send_json({**frame, "sequence": number})
        while (answer := wire.receive_json()).get("sequence") != number:
            pass
    found: dict[str, Any] = answer
    return found


@pytest.mark.parametrize(
    ("key", "seated", "talk"),
    [
        ("holdem", "POKER 7(a)", "POKER 16(a)"),
        (CLUB, "BBC wag-seated", "BBC con-solo"),
        ("flop-poker", "FLOP 6(e)", "A-88"),
    ],
)
def test_the_wire_refuses_under_the_document_of_its_table(
    house: Room, key: str, seated: str, talk: str
) -> None:
    table = opened(house, key)
    stranger = answered(house, table, None, {"do": {"type": "Leave"}})
    assert (stranger["kind"], stranger["clause"]) == ("refused", seated)
    hushed = answered(house, table, player(f"Ada {table}"), {"hush": 1})
    assert (hushed["kind"], hushed["clause"]) == ("refused", talk)


@clause("POKER-16a", "BBC-con-solo")
@pytest.mark.parametrize(("key", "cited"), [("holdem", "POKER 16(a)"), (CLUB, "BBC con-solo")])
def test_players_play_for_themselves_and_tell_nobody_about_the_hand(
    house: Room, key: str, cited: str
) -> None:
    table = opened(house, key)
    people = tuple(f"{name} {table}" for name in PLAYERS)
    taken(house, table, people)
    playing(house, table)
    seat, folds = turn(house, table)
    answer = says(house, table, folds, "I have two kings")
    assert (answer["kind"], answer["clause"]) == ("refused", cited)
    house.at(folds, Play(command=Fold(seat)), table)
    assert says(house, table, folds, "I threw two kings")["kind"] != "refused"
    read = f"/api/tables/{table}/chat"
    assert "two kings" not in house.get(read, FLO).text, "it waits for the end of the round"
    flag = FlagCollusion(players=people[:2], grounds="soft play")
    assert refusal(house.try_order(f"/api/tables/{table}/orders", folds, flag))[0] == cited
    house.at(FLO, flag, table)
    (fact,) = [one.fact for one in house.log(table) if isinstance(one.fact, CollusionFlagged)]
    assert (fact.players, fact.grounds, fact.clause) == (people[:2], "soft play", cited)
    seat, last = turn(house, table)
    house.at(last, Play(command=Fold(seat)), table)
    house.until(lambda: "I threw two kings" in house.get(read, FLO).text)


# --- wagers that all patrons agree to ----------------------------------------------------------


@clause("POKER-17c")
def test_the_minimum_rises_only_when_every_patron_agrees(house: Room) -> None:
    table = opened(house)
    people = tuple(f"{name} {table}" for name in PLAYERS)
    taken(house, table, people)
    playing(house, table)
    four = TableSign(limits=(Chips(4_00), Chips(8_00)), blinds=(Chips(2_00), Chips(4_00)))
    yes, no = AnswerLimits(agree=True), AnswerLimits(agree=False)
    path = f"/api/tables/{table}"

    def posted() -> str:
        return str(house.get(f"{path}/rules", FLO).json()[0]["words"])

    house.at(FLO, ProposeLimits(sign=four), table)
    house.at(player(people[0]), yes, table)
    for _ in range(2):
        seat, who = turn(house, table)
        house.at(who, Play(command=Fold(seat)), table)
    house.until(lambda: house.service.desk(table).state.rounds >= 1)
    playing(house, table)
    assert posted() == "hold'em, $2/$4 limit", "one of three is not all"
    house.at(player(people[1]), no, table)
    assert refusal(house.try_order(f"{path}/orders", player(people[2]), yes))[0] == "POKER 17"
    assert posted() == "hold'em, $2/$4 limit", "one refusal blocks it"
    lower = TableSign(limits=(Chips(1_00), Chips(2_00)), blinds=(Chips(1_00), Chips(1_00)))
    assert refusal(house.try_order(f"{path}/orders", FLO, ProposeLimits(sign=lower)))[0] == (
        "POKER 17"
    ), "never a decrease"
    house.at(FLO, ProposeLimits(sign=four), table)
    for person in people:
        house.at(player(person), yes, table)
    assert posted() == "hold'em, $2/$4 limit", "not in the middle of a round"
    for _ in range(2):
        seat, who = turn(house, table)
        house.at(who, Play(command=Fold(seat)), table)
    house.until(lambda: posted() == "hold'em, $4/$8 limit")
    house.until(lambda: house.service.desk(table).state.rounds >= 2)
    playing(house, table)
    state = house.service.desk(table).state.round
    assert state is not None
    assert state.sign.limits == (4_00, 8_00), "from the next round on"


# --- announcements and waiting lists -----------------------------------------------------------


@clause("POKER-18")
def test_games_limits_and_vacant_seats_may_be_announced(house: Room) -> None:
    table = opened(house, sign=replace(game_of("holdem").sign, seats=4))
    taken(house, table, tuple(f"{name} {table}" for name in PLAYERS))
    house.at(FLO, AnnounceSeats(), table)
    (fact,) = [one.fact for one in house.log(table) if isinstance(one.fact, SeatsAnnounced)]
    assert (fact.kind, fact.seats, fact.clause) == (Kind("holdem", "$2/$4 limit"), 1, "POKER 18")
    house.at(player(f"Dov {table}"), Sit(seat=4, chips=Chips(100_00)), table)
    path = f"/api/tables/{table}/orders"
    assert refusal(house.try_order(path, FLO, AnnounceSeats()))[0] == "POKER 18"
    assert refusal(house.try_order(path, player(f"Ada {table}"), AnnounceSeats()))[0]


@clause("BBC-wait1")
def test_a_list_is_kept_for_each_game_and_stake(house: Room) -> None:
    small, large = Kind(CLUB, "$1/$1 pot limit"), Kind(CLUB, "$5/$10 pot limit")
    people = [player(f"waits {number}") for number in (1, 2, 3)]
    for who, kind in zip(people, (small, large, small), strict=True):
        house.to_house(who, JoinList(kind=kind))
    found = [house.get("/api/lists", who).json()["waits"] for who in people]
    assert [(one["stakes"], one["place"], one["length"]) for (one,) in found] == [
        ("$1/$1 pot limit", 1, 2),
        ("$5/$10 pot limit", 1, 1),
        ("$1/$1 pot limit", 2, 2),
    ]
    again = house.try_order("/api/house/orders", people[0], JoinList(kind=small))
    assert refusal(again)[0] == "BBC wait1"


@clause("BBC-wait3")
def test_only_vacancies_that_a_player_waits_for_are_announced(house: Room) -> None:
    stakes = "$2/$2 pot limit"
    table = opened(house, CLUB, replace(STAKES[stakes], seats=4))
    taken(house, table, tuple(f"{name} {table}" for name in PLAYERS))
    path = f"/api/tables/{table}/orders"
    assert refusal(house.try_order(path, FLO, AnnounceSeats()))[0] == "BBC wait3"
    house.to_house(player(f"Eve {table}"), JoinList(kind=Kind(CLUB, "$2/$5 pot limit")))
    assert refusal(house.try_order(path, FLO, AnnounceSeats()))[0] == "BBC wait3"
    house.to_house(player(f"Fay {table}"), JoinList(kind=Kind(CLUB, stakes)))
    house.at(player(f"Ada {table}"), Leave(), table)
    house.at(FLO, AnnounceSeats(), table)
    (fact,) = [one.fact for one in house.log(table) if isinstance(one.fact, SeatsAnnounced)]
    assert (fact.seats, fact.clause) == (1, "BBC wait3")


# --- face-down cards -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "key",
    [
        pytest.param("badugi", marks=clause("POKER-22e2")),
        pytest.param("triple-draw-2-7", marks=clause("POKER-21e2")),
    ],
)
def test_cards_that_were_dealt_and_drawn_are_read_by_their_player_alone(
    house: Room, key: str
) -> None:
    table = opened(house, key)
    people = tuple(f"{name} {table}" for name in PLAYERS)
    taken(house, table, people)
    playing(house, table)
    draws = 0
    while (now := house.service.desk(table).state.round) is not None and not now.done:
        if now.turns[0].option("show"):
            break
        thrown = {card.value for pile in now.discards for card in pile.cards}
        for viewer in (FLO, IRA, *map(player, people)):
            text = house.get(f"/api/tables/{table}", viewer).text
            for seat, hand in now.hands.items():
                own = people[seat - 1] == viewer.name
                assert all((f'"{card.value}"' in text) == own for card in hand.down), viewer
                assert own or not any(f'"{card}"' in text for card in thrown - set(hand.down))
        seat, who = turn(house, table)
        does = next(one.does for one in now.turns[0].options if one.does != "fold")
        draws += does == "discard"
        answers: dict[str, Command] = {
            "check": Check(seat),
            "call": Call(seat),
            "discard": Discard(seat, now.hands[seat].down[:1]),
        }
        house.at(who, Play(command=answers[does]), table)
        house.until(lambda: house.service.desk(table).state.round is not now)
    assert draws == 9, "three players drew three times"
