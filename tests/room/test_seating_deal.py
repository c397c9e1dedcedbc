"""Being dealt in: the entry test, the button, missed blinds."""

from typing import Any

import pytest
from msgspec.structs import replace

from croupier.cards import Card, parse_cards
from croupier.chips import Chips
from croupier.engine.commands import Report
from croupier.engine.events import Posted, RoundOpened
from croupier.games import game_of
from croupier.refused import Refused
from croupier.room.seating.lineup import dealt_in, next_deal
from croupier.room.seating.orders import Buy, Leave, SitIn, SitOut
from croupier.room.table.orders import CloseTable, PlaceButton
from croupier.room.table.rounds import Play
from croupier.rules.irregular import Reported
from croupier.rules.sign import TableSign
from croupier.rules.sign_check import faults
from tests.clause import clause
from tests.room.tables import Scene, player

NAMES = ("Ada", "Bob", "Cyd", "Dot", "Eve", "Fay")


def table(*chips: int, key: str = "holdem", button: int = 0, **posted: Any) -> Scene:
    """People with these chips from seat 1 on; the button where it is said, else at the last."""
    scene = Scene(key, replace(game_of(key).sign, **posted)).open()
    scene.seat(**dict(zip(NAMES, chips, strict=False)))
    if button:
        scene.life = replace(scene.life, button=button)
    return scene


def opened(scene: Scene) -> RoundOpened:
    return [entry.fact for entry in scene.log if isinstance(entry.fact, RoundOpened)][-1]


def no_deal(scene: Scene, clause: str) -> None:
    with pytest.raises(Refused) as refused:
        scene.deal()
    assert refused.value.clause == clause


def posts(scene: Scene) -> list[tuple[str, int, int]]:
    """Kind, seat and chips of everything placed before the cards of the last round."""
    last = scene.log.index(next(e for e in reversed(scene.log) if e.fact is opened(scene)))
    events = [entry.fact for entry in scene.log[last:] if isinstance(entry.fact, Posted)]
    return [
        (fact.kind, seat, move.chips)
        for fact in events
        for seat, move in zip(fact.seats, fact.moves, strict=True)
    ]


# --- the entry test --------------------------------------------------------------------------


@clause("POKER-7c3")
@pytest.mark.parametrize(
    ("stacks", "dealt"),  # of seats 1 to 3; seat 5 has the button, so 1 and 2 have the blinds
    [
        ((3_00, 4_00, 2_00), {1, 2, 3}),
        ((2_00, 4_00, 4_00), {2, 3}),
        ((3_00, 3_00, 4_00), {1, 3}),
        ((3_00, 4_00, 1_00), {1, 2}),
        ((2_00, 4_00, 2_00), {2}),  # the big blind falls on seat 3 now, who would need $4
        ((3_00, 3_00, 2_00), {1}),
        ((2_00, 3_00, 4_00), {2, 3}),  # seat 2 is the small blind now, and $3 will do
    ],
)
def test_at_2_4_the_big_blind_needs_4_the_small_3_and_others_2(
    stacks: tuple[int, ...], dealt: set[int]
) -> None:
    scene = table(*stacks, 200_00, 200_00, button=5)
    assert set(dealt_in(scene.life)) == dealt | {4, 5}
    scene.deal()
    assert set(opened(scene).stacks) == dealt | {4, 5}


@clause("POKER-7c3")
def test_who_owes_no_blind_needs_one_minimum_bet() -> None:
    assert set(dealt_in(table(200_00, 200_00, 2_00, 200_00).life)) == {1, 2, 3, 4}
    assert set(dealt_in(table(200_00, 200_00, 1_00, 200_00).life)) == {1, 2, 4}


@clause("POKER-7c3")
@pytest.mark.parametrize("key", ["seven-card-stud", "five-card-stud", "mambo-stud-hilo-6"])
def test_in_stud_everybody_needs_ante_forced_bet_and_minimum(key: str) -> None:
    scene = table(3_00, 200_00, 200_00, key=key, ante=Chips(50), forced_bet=Chips(1_00))
    assert set(dealt_in(scene.life)) == {2, 3}
    scene.do(player("Ada"), Buy(chips=Chips(25), form="coin"))
    assert set(dealt_in(scene.life)) == {2, 3}
    scene.do(player("Ada"), Buy(chips=Chips(25), form="coin"))
    assert set(dealt_in(scene.life)) == {1, 2, 3}
    scene.deal()
    assert set(opened(scene).stacks) == {1, 2, 3}


@clause("POKER-7c3")
def test_an_ante_counts_too() -> None:
    assert set(dealt_in(table(4_00, 5_00, 3_00, 200_00, ante=Chips(1_00)).life)) == {1, 2, 3, 4}
    assert set(dealt_in(table(200_00, 200_00, 2_00, 200_00, ante=Chips(1_00)).life)) == {1, 2, 4}


@clause("POKER-7c3")
def test_who_has_the_kill_button_needs_the_raised_blind() -> None:
    posted: dict[str, Any] = {"kill": "full", "kill_pot": Chips(20_00)}
    scene = table(200_00, 200_00, 5_00, 200_00, key="omaha-hilo-8", button=4, **posted)
    assert 3 in dealt_in(scene.life)
    scene.life = replace(scene.life, kill=3, killed=True)
    assert 3 not in dealt_in(scene.life)
    scene.life = replace(scene.life, kill=1)
    assert 3 in dealt_in(scene.life)


@clause("POKER-7c3")
def test_the_round_goes_on_without_who_is_short() -> None:
    scene = table(200_00, 3_00, 200_00, 200_00)
    scene.deal()
    assert set(opened(scene).stacks) == {1, 3, 4}
    assert [post[:2] for post in posts(scene)] == [("blind", 1), ("blind", 3)]
    scene.play_out().check()
    broke = table(1_00, 200_00)
    assert set(dealt_in(broke.life)) == {2}
    no_deal(broke, "POKER 4(c)")  # nobody is there to play with: the cards stay spread


@clause("BBC-entry")
def test_the_bbc_document_asks_for_the_required_bets_alone() -> None:
    scene = table(1_00, 2_00, 1_00, key="bbc-omaha", button=3)
    scene.deal()
    assert set(opened(scene).stacks) == {1, 2, 3}
    assert set(dealt_in(table(1_00, 1_00, 150_00, 150_00, key="bbc-omaha").life)) == {1, 3, 4}


@clause("BBC-entry")
def test_a_player_who_cannot_pay_the_ante_is_not_dealt_in() -> None:
    ante = {"ante": Chips(5_00)}
    scene = table(2_00, 150_00, 150_00, key="bbc-omaha", **ante)
    scene.deal()
    assert set(opened(scene).stacks) == {2, 3}
    scene.play_out().check()


# --- the button ------------------------------------------------------------------------------


def test_the_button_passes_over_empty_seats_and_those_who_sit_out() -> None:
    scene = table(*[200_00] * 5, button=1)
    scene.do(player("Bob"), SitOut())
    scene.do(player("Cyd"), Leave())
    seen = []
    for _ in range(4):
        scene.deal()
        seen.append(opened(scene).button)
        scene.play_out()
    assert seen == [1, 4, 5, 1]


def test_a_button_whose_owner_goes_moves_on() -> None:
    scene = table(*[200_00] * 4)
    scene.deal()
    scene.play_out()
    assert scene.life.button == 1
    scene.do(player("Ada"), Leave())
    scene.deal()
    assert opened(scene).button == 2
    scene.play_out().check()


def test_the_first_button_is_drawn_for_where_the_sign_says_so() -> None:
    scene = table(200_00, 200_00, 200_00, button_start="high_card")
    no_deal(scene, "POKER 10(c)(2)(ii)")
    scene.refused("dealer", PlaceButton(), "POKER 10(c)(2)(ii)")
    twice = (Card("Kd"), Card("Kd"), Card("2c"))
    scene.refused("dealer", PlaceButton(drawn=twice), "FIELD drawn")
    events = scene.do("dealer", PlaceButton(drawn=parse_cards("KdAc2s")))
    assert events[0].drawn == dict(enumerate(parse_cards("KdAc2s"), 1))
    scene.refused("dealer", PlaceButton(drawn=parse_cards("KdAc2s")), "POKER 10(c)(3)")
    scene.deal()
    assert opened(scene).button == 2
    scene.play_out().check()
    scene.do("floorperson", CloseTable())
    assert scene.life.button == 0


def test_a_button_is_placed_only_where_one_is_used() -> None:
    table(200_00, 200_00, key="seven-card-stud").refused("dealer", PlaceButton(), "POKER 9(b)")
    scene = table(200_00, 200_00)
    scene.do("dealer", PlaceButton())
    assert scene.life.button == 2
    Scene().open().refused("dealer", PlaceButton(), "POKER 6(b)")


# --- blinds that were missed -----------------------------------------------------------------


def missing(who: str, rounds: int, **posted: Any) -> Scene:
    """Six players; one sits out for some rounds and comes back. The first button is seat 6's."""
    scene = table(*[150_00] * 6, **posted)
    scene.do(player(who), SitOut())
    for _ in range(rounds):
        scene.deal()
        scene.play_out()
    scene.do(player(who), SitIn())
    return scene


def test_missed_blinds_are_owed_only_where_the_sign_says_so() -> None:
    scene = missing("Ada", 2)
    scene.deal()
    assert [post[0] for post in posts(scene)] == ["blind", "blind"]


def test_the_big_blind_is_posted_live_and_the_small_one_dead() -> None:
    scene = missing("Bob", 2, missed_blinds="post")
    assert sum(scene.life.seats[2].missed) == 1  # both of them: 0 and 1
    scene.deal()  # the button has come to Bob: blinds at 3 and 4
    blinds, late = posts(scene)[:2], posts(scene)[2:]
    assert blinds == [("blind", 3, 1_00), ("blind", 4, 2_00)]
    assert late == [("dead", 2, 1_00), ("post", 2, 2_00)]
    assert not scene.life.seats[2].missed
    assert scene.life.round.hands[2].bet == 2_00  # type: ignore[union-attr]  # one is open
    scene.play_out().check()
    scene.deal()
    assert [post[0] for post in posts(scene)] == ["blind", "blind"]


def test_who_comes_back_as_the_small_blind_owes_the_missed_ones_dead() -> None:
    """Live is what the seat owes anyway: nobody has two live blinds in one round."""
    scene = missing("Bob", 2, missed_blinds="post")
    scene.do(player("Bob"), SitOut())
    while next_deal(scene.life).button != 1:
        scene.deal()
        scene.play_out()
    scene.do(player("Bob"), SitIn())
    scene.deal()
    assert posts(scene)[:2] == [("blind", 2, 1_00), ("blind", 3, 2_00)]
    assert posts(scene)[2:] == [("dead", 2, 1_00), ("dead", 2, 2_00)]


@clause("POKER-15e", "BBC-irr-misdeal")
@pytest.mark.parametrize("key", ["holdem", "bbc-omaha"])
@pytest.mark.parametrize("kind", ["not_shuffled", "missing_cards"])
def test_late_blinds_of_a_round_without_a_result_are_owed_again(key: str, kind: Reported) -> None:
    scene = table(*[150_00] * 6, key=key, missed_blinds="post")
    scene.do(player("Bob"), SitOut())
    for _ in range(2):
        scene.deal()
        scene.play_out()
    scene.do(player("Bob"), SitIn())
    for _ in range(2):
        scene.deal()
        assert posts(scene)[-2:] == [("dead", 2, 1_00), ("post", 2, 2_00)]
        scene.do("floorperson", Play(command=Report(kind)))
        assert scene.stacks["Bob"] == 150_00
    scene.deal()
    scene.play_out()
    scene.deal()
    assert {kind for kind, _, _ in posts(scene)} == {"blind"}, "paid once"


def test_a_bomb_pot_does_not_pay_for_missed_blinds() -> None:
    scene = missing("Bob", 2, key="bbc-omaha", missed_blinds="post", bomb_pot=Chips(2_00))
    scene.deal(bomb=(1, 2, 3))
    scene.play_out()
    scene.deal()
    assert ("post", 2, 2_00) in posts(scene)


def test_who_missed_only_the_small_blind_owes_it_dead() -> None:
    scene = table(*[200_00] * 6, missed_blinds="post")
    scene.deal()  # Bob has the big blind
    scene.play_out().do(player("Bob"), SitOut())
    scene.deal()
    scene.play_out().do(player("Bob"), SitIn())
    assert scene.life.seats[2].missed == (0,)
    scene.deal()
    assert ("dead", 2, 1_00) in posts(scene)
    assert "post" not in {post[0] for post in posts(scene)}
    scene.play_out().check()


def test_who_comes_back_as_the_big_blind_owes_nothing_else() -> None:
    scene = missing("Bob", 2, missed_blinds="post")
    scene.do(player("Bob"), SitOut())
    while next_deal(scene.life).button != 5:
        scene.deal()
        scene.play_out()
    scene.do(player("Bob"), SitIn())
    scene.do(player("Fay"), SitOut())  # so that Bob's seat has the last blind
    scene.deal()
    assert posts(scene) == [("blind", 1, 1_00), ("blind", 2, 2_00)]
    assert scene.life.seats[2].missed == ()


def test_a_late_blind_counts_in_the_entry_test() -> None:
    scene = table(200_00, 4_00, *[200_00] * 4, missed_blinds="post")
    scene.do(player("Bob"), SitOut())
    for _ in range(2):
        scene.deal()
        scene.play_out()
    scene.do(player("Bob"), SitIn())
    assert 2 not in dealt_in(scene.life)  # $1 dead, $2 live and a bet of $2 are $5


def test_a_game_without_blinds_posts_no_rule_about_them() -> None:
    sign = TableSign(missed_blinds="post", forced_bet=Chips(1_00))
    found = [fault.clause for fault in faults(game_of("seven-card-stud"), sign)]
    assert found == ["SIGN missed_blinds"]
