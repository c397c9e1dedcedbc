"""What groups 7 and 9 of the checklist ask of signs, views and pots, read over the API."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.chips import Chips
from croupier.engine import commands as say
from croupier.games import GAMES, game_of
from croupier.refused import Refused
from croupier.room.house.people import Actor
from croupier.room.house.submissions import rake_rules
from croupier.room.table.orders import PostSign
from croupier.rules.revenue import Increments
from croupier.rules.sign import TableSign
from tests.clause import clause
from tests.room import jackpots
from tests.room.tables import STAFF, player
from tests.room.test_submissions import approved
from tests.server.api_scene import ApiScene, building, posted

SHIFT = STAFF["poker_shift_supervisor"]
ANTES = {
    *("seven-card-stud", "seven-card-stud-hilo", "seven-card-stud-hilo-8", "holdem", "omaha"),
    *("omaha-hilo-8", "five-card-draw", "five-card-draw-low", "five-card-stud"),
    *("mambo-stud-hilo-6", "five-card-omaha", "five-card-omaha-hilo-8", "triple-draw-2-7"),
    *("triple-draw-a-5", "badeucey", "badacey", "badugi"),
}
STUDS = {key for key in ANTES if "stud" in key or "five-card-draw" in key}
STRADDLES = {key for key in ANTES if key not in STUDS} - {"holdem", "omaha", "omaha-hilo-8"}
LEVELS = Increments(((Chips(4_00), Chips(1_00)), (Chips(20_00), Chips(1_00))))
RAKED: dict[str, Any] = {"rake": LEVELS, "rake_max": Chips(2_00)}


@pytest.fixture(scope="module", autouse=True)
def in_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    folder = tmp_path_factory.mktemp("house")
    with pytest.MonkeyPatch.context() as patch, building(folder, patch):
        patch.setattr(jackpots, "Scene", ApiScene)
        yield


@pytest.fixture(scope="module")
def scene(in_service: None) -> ApiScene:
    """A room in which any table may be set up."""
    return ApiScene(name="first")


def sign_of(scene: ApiScene, key: str, by: Actor = SHIFT, **changes: Any) -> str:
    """What a stranger reads of a table that posts this."""
    usual, name = game_of(key).sign, f"t{len(scene.service.desks)}"
    body = {"name": name, "game": key, "sign": posted(usual, replace(usual, **changes))}
    scene.request("POST", "/api/tables", by, body)
    return read(scene, name)


def read(scene: ApiScene, name: str) -> str:
    lines = scene.seen(f"/api/tables/{name}/rules")
    return "\n".join(words for line in lines for words in (line["words"], *line.get("items", ())))


def facts(scene: ApiScene) -> list[str]:
    return [type(entry.fact).__name__ for entry in scene.log]


# --- signs -----------------------------------------------------------------------------------


@clause(
    "POKER-9b-sign",
    "POKER-10b-sign",
    "POKER-11b-sign",
    "POKER-12b-sign",
    "POKER-13b-sign",
    "POKER-13a-b-sign",
    "POKER-20a-sign",
    "POKER-21a-sign",
    "POKER-22a-sign",
    "POKER-10e-sign",
    "POKER-20c-sign",
    "POKER-21c-sign",
    "POKER-22c-sign",
    "POKER-20d-sign",
    "POKER-21d-sign",
    "POKER-22d-sign",
)
def test_the_sign_of_a_table_tells_ante_blinds_and_straddle(scene: ApiScene) -> None:
    for key in sorted(ANTES):
        straddle: dict[str, Any] = {"straddle": Chips(4_00)} if key in STRADDLES else {}
        text = sign_of(scene, key, ante=Chips(75), **straddle)
        assert "an ante from every player: $0.75\n" in text, key
        if key not in STUDS:
            assert "blinds, first to the left of the button: $1 and $2\n" in text, key
        assert ("one straddle before the cards: $4" in text) == (key in STRADDLES), key


@clause("POKER-17d", "POKER-sign")
def test_what_is_posted_is_what_everybody_reads_and_nothing_else_can_be(scene: ApiScene) -> None:
    other: dict[str, Any] = {
        "raise_cap": 3,
        "check_raise": False,
        "limits": (Chips(4_00), Chips(8_00)),
    }
    text = sign_of(scene, "holdem", **other)
    assert "fixed limit: bets and raises of $4 and $8" in text
    assert "at most three raises in a betting round" in text
    assert "a player who checked may not raise" in text
    four = TableSign(limits=(Chips(4_00), Chips(8_00)), blinds=(Chips(2_00), Chips(4_00)))
    other_scene = ApiScene()
    other_scene.do("floorperson", PostSign(sign=four))
    assert "bets and raises of $4 and $8" in read(other_scene, "1")
    body = {"name": "x", "game": "holdem", "sign": {"secret_rake": "1"}}
    with pytest.raises(Refused) as refusal:
        scene.request("POST", "/api/tables", SHIFT, body)
    assert refusal.value.clause == "SIGN secret_rake"
    for role, who in STAFF.items():
        if role not in ("poker_shift_supervisor", "casino_supervisor"):
            with pytest.raises(Refused) as refusal:
                sign_of(scene, "holdem", by=who)
            assert refusal.value.clause == "POKER 6(a)"


@clause("POKER-14c", "BBC-rev-sign")
@pytest.mark.parametrize("key", ["holdem", "bbc-omaha"])
def test_the_sign_states_the_rake_and_its_amounts(scene: ApiScene, key: str) -> None:
    text = sign_of(scene, key, **RAKED)
    assert "$1 when the pot is $4" in text
    assert "at most $2" in text


@clause("THB-11a", "FLOP-11a", "TCJ-11a")
@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if game.banked])
def test_odds_are_stated_with_to(scene: ApiScene, key: str) -> None:
    text = sign_of(scene, key)
    assert " to 1" in text
    assert " for 1" not in text


# --- what everybody sees ---------------------------------------------------------------------


@clause("POKER-15c", "BBC-irr-view")
@pytest.mark.parametrize(("key", "cards"), [("holdem", 2), ("bbc-omaha", 4)])
def test_players_count_the_cards_of_every_hand_and_see_only_theirs(key: str, cards: int) -> None:
    scene = ApiScene(key).open().seat(Ada=100_00, Bob=100_00, Cyd=100_00)
    scene.deal()
    for viewer in (None, STAFF["ieb_agent"], STAFF["dealer"], player("Ada")):
        for seat in scene.seen("/api/tables/1", viewer)["seats"]:
            assert len(seat["down"]) == cards
            own = viewer is not None and seat["person"] == viewer.name
            assert ("??" in seat["down"]) == (not own)


# --- what leaves a pot, and which hand is a bad beat -------------------------------------------


def table(**changes: Any) -> ApiScene:
    """A table under a fund, raked."""
    scene = ApiScene(sign=replace(game_of("holdem").sign, **RAKED, **changes))
    rules = rake_rules(scene.life.sign)
    assert rules is not None
    approved(scene, rules)
    jackpots.found_fund(scene)
    jackpots.offer(scene)
    scene.open().seat(Ada=100_00, Bob=100_00, Cyd=100_00)
    return scene


@clause("POKER-19c1")
def test_the_rake_leaves_first_then_the_contribution_then_the_pot_is_won() -> None:
    scene = table()
    jackpots.play(scene)
    answer = [name for name in facts(scene) if name in ("RakeTaken", "ContributionTaken")]
    assert "RakeTaken" in answer
    assert answer[-1] == "ContributionTaken"
    assert facts(scene).index("ContributionTaken") < facts(scene).index("PotAwarded")
    scene.check()


@clause("POKER-6e10")
def test_the_contribution_of_every_round_is_logged() -> None:
    scene = table()
    for number in (1, 2):
        jackpots.play(scene)
        assert facts(scene).count("ContributionTaken") == number
        assert scene.life.accounts["box"] == number * 1_00  # type: ignore[index]  # by its text


@clause("POKER-19c2")
def test_a_pot_below_the_minimum_contributes_nothing() -> None:
    scene = table()
    scene.deal(jackpots.tame(scene))
    while scene.life.playing:
        assert scene.life.round is not None
        turn = scene.life.round.turns[0]
        scene.say(say.Fold(turn.actor))
    assert "ContributionTaken" not in facts(scene)
    scene.check()


@clause("POKER-19-eligible")
def test_a_hand_that_is_mucked_is_no_bad_beat() -> None:
    scene = table()
    scene.deal(jackpots.rigged(scene))
    while scene.life.playing:
        assert scene.life.round is not None
        turn = scene.life.round.turns[0]
        hand = scene.life.round.hands[turn.actor].down
        if turn.option("muck") and "7c" in hand:
            scene.say(say.Muck(turn.actor))
        elif turn.option("show"):
            scene.say(say.Show(turn.actor))
        else:
            scene.say((say.Check if turn.option("check") else say.Call)(turn.actor))
    assert "BadBeatFound" not in facts(scene)
    scene.check()


@clause("BBC-runtwice-promo")
def test_one_promotional_drop_for_two_boards() -> None:
    sign = replace(game_of("bbc-omaha").sign, **RAKED, promo_drop=Chips(1_00), run_twice=True)
    scene = ApiScene("bbc-omaha", sign).open().seat(Ada=20_00, Bob=20_00)
    scene.deal()
    while scene.life.playing:
        assert scene.life.round is not None
        turn = scene.life.round.turns[0]
        more = turn.option("raise") or turn.option("bet")
        if turn.option("agree"):
            scene.say(say.Agree(turn.actor))
        elif more:
            word = say.RaiseTo if more.does == "raise" else say.Bet
            scene.say(word(turn.actor, Chips(more.most)))
        elif turn.option("show"):
            scene.say(say.Show(turn.actor))
        else:
            scene.say((say.Check if turn.option("check") else say.Call)(turn.actor))
    answer = facts(scene)
    assert scene.life.round is not None
    assert scene.life.round.twice
    assert answer.count("PromoDropTaken") == 1
    assert scene.life.accounts["inventory"] == 4_00  # type: ignore[index]  # twice the rake
    scene.check()
