"""Straddles and bomb pots that players wish for between rounds."""

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from croupier.chips import Chips
from croupier.engine.events import RoundOpened
from croupier.games import game_of
from croupier.games.bbc_omaha_hi import STAKES
from croupier.refused import Refused
from croupier.room.seating.orders import Leave, Sit, SitOut
from croupier.room.seating.wishes import (
    AnswerBombPot,
    ProposeBombPot,
    WishStraddle,
    bombers,
    straddler,
    undecided,
)
from croupier.room.table import evolve as life
from tests.clause import clause
from tests.room.tables import Scene, player, seat_players


def five_card(count: int = 4) -> Scene:
    sign = replace(game_of("five-card-omaha").sign, straddle=Chips(4_00))
    scene = Scene("five-card-omaha", sign).open()
    seat_players(scene, count)
    return scene


def bbc(count: int = 4) -> Scene:
    sign = replace(STAKES["$1/$2 pot limit"], bomb_pot=Chips(5_00), straddle=Chips(4_00))
    scene = Scene("bbc-omaha", sign).open()
    seat_players(scene, count)
    return scene


def deal(scene: Scene) -> RoundOpened:
    """Deal as the automated dealer does: by what the players wish."""
    scene.prepare()
    bomb = bombers(scene.life)
    events = scene.deal(bomb=bomb, straddle=0 if bomb else straddler(scene.life))
    return next(fact for fact in events if isinstance(fact, RoundOpened))


def kinds(opened: RoundOpened, kind: str) -> dict[int, Chips]:
    return {due.seat: due.chips for due in opened.dues if due.kind == kind}


@clause("POKER-20d", "POKER-21d", "POKER-22d")
def test_a_player_who_wishes_it_straddles_when_left_of_the_last_blind() -> None:
    scene = five_card()
    names = {held.person: seat for seat, held in scene.life.seats.items()}
    for person in names:
        scene.do(player(person), WishStraddle())
    opened = deal(scene)
    assert len(kinds(opened, "straddle")) == 1  # one a hand, though all wish it
    [(seat, chips)] = kinds(opened, "straddle").items()
    assert chips == Chips(4_00)
    assert seat not in kinds(opened, "blind")
    scene.play_out()
    again = deal(scene)
    assert next(iter(kinds(again, "straddle"))) != seat  # the place went round


@clause("POKER-20d")
def test_who_does_not_wish_it_any_more_does_not_straddle() -> None:
    scene = five_card()
    person = scene.life.seats[next(iter(scene.life.seats))].person
    for held in scene.life.seats.values():
        scene.do(player(held.person), WishStraddle())
    for held in scene.life.seats.values():
        scene.do(player(held.person), WishStraddle(on=False))
    assert straddler(scene.life) == 0
    scene.refused(player(person), WishStraddle(on=False), "POKER 20(d)")
    scene.do(player(person), WishStraddle())
    scene.refused(player(person), WishStraddle(), "POKER 20(d)")
    scene.refused(player("nobody"), WishStraddle(), "POKER 7(a)")


@clause("POKER-straddle-scope")
def test_a_table_that_posts_none_takes_no_wish() -> None:
    scene = Scene().open()
    seat_players(scene, 3)
    person = player(scene.life.seats[1].person)
    scene.refused(person, WishStraddle(), "SIGN straddle")
    scene.refused(person, ProposeBombPot(), "SIGN bomb_pot")


@clause("POKER-20d")
def test_a_wish_goes_with_its_person_and_not_with_the_seat() -> None:
    scene = five_card()
    opened = deal(scene)
    scene.play_out()
    for seat, held in list(scene.life.seats.items()):
        scene.do(player(held.person), WishStraddle())
        assert opened.stacks[seat]
    seat = straddler(scene.life)
    gone = scene.life.seats[seat].person
    scene.do(player(gone), Leave())
    scene.do(player("Zoe"), Sit(seat=seat, chips=Chips(200_00)))
    assert straddler(scene.life) != seat


@clause("BBC-bomb1")
def test_a_bomb_pot_of_five_dollars_with_six_seated_and_one_who_declines() -> None:
    scene = bbc(6)
    people = [player(held.person) for held in scene.life.seats.values()]
    scene.do(people[0], ProposeBombPot())
    assert len(undecided(scene.life)) == 5
    for person in people[1:5]:
        scene.do(person, AnswerBombPot())
    scene.do(people[5], AnswerBombPot(yes=False))
    assert undecided(scene.life) == ()
    opened = deal(scene)
    assert opened.bomb
    assert sum(kinds(opened, "bomb").values()) == Chips(25_00)
    assert 6 not in opened.stacks
    assert scene.life.wishes.bomb is None  # it was for one round
    scene.play_out()
    assert not deal(scene).bomb


@clause("BBC-bomb1")
def test_who_cannot_pay_the_whole_amount_is_dealt_out_of_a_bomb_pot() -> None:
    scene = bbc(3)
    scene.do(player("Zoe"), Sit(seat=4, chips=Chips(4_00)))
    for seat, held in scene.life.seats.items():
        scene.do(player(held.person), ProposeBombPot() if seat == 1 else AnswerBombPot())
    assert kinds(deal(scene), "bomb") == {1: 5_00, 2: 5_00, 3: 5_00}


@clause("BBC-bomb1")
def test_a_bomb_pot_that_nobody_else_wants_is_an_ordinary_round() -> None:
    scene = bbc(3)
    ann, ben, cal = (player(held.person) for held in scene.life.seats.values())
    scene.refused(ben, AnswerBombPot(), "BBC bomb1")
    scene.do(ann, ProposeBombPot())
    scene.refused(ben, ProposeBombPot(), "BBC bomb1")
    scene.refused(ann, AnswerBombPot(), "BBC bomb1")
    scene.do(ben, AnswerBombPot(yes=False))
    assert undecided(scene.life) == (3,)
    assert bombers(scene.life) == ()
    scene.do(cal, SitOut())
    assert undecided(scene.life) == ()  # players who sit out are not asked
    opened = deal(scene)
    assert not opened.bomb
    assert kinds(opened, "blind")


@clause("BBC-straddle1")
def test_a_straddle_before_any_card_and_not_in_a_bomb_pot() -> None:
    scene = bbc(4)
    for held in scene.life.seats.values():
        scene.do(player(held.person), WishStraddle())
    assert kinds(deal(scene), "straddle")
    scene.play_out()
    people = [player(held.person) for held in scene.life.seats.values()]
    scene.do(people[0], ProposeBombPot())
    scene.do(people[1], AnswerBombPot())
    assert not kinds(deal(scene), "straddle")


@settings(deadline=None, max_examples=25)
@given(st.lists(st.tuples(st.integers(1, 4), st.sampled_from("sSbynl")), max_size=14))
def test_whatever_is_wished_the_deal_is_never_refused_and_the_log_replays(
    wishes: list[tuple[int, str]],
) -> None:
    scene = bbc(4)
    orders = {
        "s": WishStraddle(),
        "S": WishStraddle(on=False),
        "b": ProposeBombPot(),
        "y": AnswerBombPot(),
        "n": AnswerBombPot(yes=False),
        "l": SitOut(),
    }
    agreed, proposed = set[int](), False
    for seat, wish in wishes:
        try:
            scene.do(player(scene.life.seats[seat].person), orders[wish])
        except Refused:
            continue
        proposed = proposed or wish == "b"
        agreed |= {seat} if wish in "by" else set()
    there = {seat for seat, held in scene.life.seats.items() if not held.out}
    if len(there) < 2:
        return
    opened = deal(scene)
    expected = (agreed & there) if proposed and len(agreed & there) > 1 else set()
    assert set(kinds(opened, "bomb")) == expected
    assert life.replay(scene.log, game_of) == scene.life
