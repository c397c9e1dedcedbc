"""Games that no rule document has: registered once, known everywhere."""

import pytest

from croupier import GAMES, Refused, TableSign, games, options, play, register, replay, start
from croupier.cards import deck_from, parse_cards, spell
from croupier.chips import Chips
from croupier.engine.commands import Discard as Throw
from croupier.engine.events import Discarded, PotAwarded
from croupier.games import LIBRARY, game_of
from croupier.games.pineapple import CRAZY_PINEAPPLE
from croupier.games.short_deck import SHORT_DECK, SHORT_DECK_HIGH
from croupier.odds.equity import equity
from croupier.rankings import FAMILIES, OWN_FAMILIES, AnyOf, Family
from croupier.rl.poker import PokerEnv
from croupier.rl.snapshot import Snapshot, begin
from croupier.rules.game import Game, Players
from croupier.rules.offers import Blinds
from croupier.rules.openers import LeftOfBlinds, LeftOfButton
from croupier.rules.steps import (
    NEAREST_BUTTON,
    Bet,
    Board,
    Deal,
    Discard,
    Share,
    showdown,
    street,
)
from croupier.sim.bots import BOTS, bot
from croupier.sim.plan import Plan
from croupier.sim.runner import play_out
from croupier.sim.simulate import simulate
from croupier.views.narration.narrate import narrate
from croupier.views.printed.rulebook import rulebook
from croupier.views.seat import view
from tests.own_games import forgotten_after

STACKS = {1: 200_00, 2: 200_00, 3: 200_00}
ROYAL = Family(
    key="royal-high",
    clause="HOUSE",
    size=5,
    ace="high",
    wins="highest",
    categories=SHORT_DECK_HIGH.categories,
    lowest=10,
)


def royal(**changes: object) -> Game:
    """Hold'em with twenty cards on two boards: nothing of it is in the package."""
    fields: dict[str, object] = {
        "key": "royal-two-boards",
        "section": "HOUSE royal",
        "title": "royal hold'em on two boards",
        "kind": "high",
        "players": Players("players", most=3),
        "offers": (Blinds("blinds"),),
        "streets": (
            street("hole cards", Deal("deal", down=2), Bet("bet", LeftOfBlinds())),
            street("flop", Board("flop", up=3, boards=(0, 1)), Bet("bet", LeftOfButton())),
        ),
        "finish": (showdown("end", Share("high", "high", ROYAL, AnyOf(5), NEAREST_BUTTON)),),
        "cards": deck_from("T"),
        "authorised": False,
    }
    return Game(**(fields | changes))  # type: ignore[arg-type]  # faulty ones on purpose


@pytest.fixture
def own() -> Game:
    """A registered game."""
    return register(royal())


def test_short_deck_ranks_flushes_above_full_houses_and_six_to_ace() -> None:
    ranking = FAMILIES["short-deck-high"]
    flush, full, wheel = "Ks9s8s7s6s", "KsKdKh9c9d", "As6d7h8c9s"
    assert ranking.strength(flush) > ranking.strength(full)
    assert ranking.hand(wheel).words == "straight, nine high"  # type: ignore[union-attr]  # it qualifies
    assert ranking.strength(wheel) < ranking.strength("6d7h8c9sTs")
    with pytest.raises(Refused, match="short-deck-high does not rank 5s"):
        ranking.strength("5s6d7h8c9s")


@pytest.mark.parametrize("key", [*LIBRARY, "royal-two-boards"])
@pytest.mark.parametrize("name", [name for name in BOTS if name != "optimal"])
def test_every_bot_plays_and_everything_reads_the_log(own: Game, key: str, name: str) -> None:
    game = game_of(key)
    state, log = start(game, STACKS, seed=7)
    state, log = play_out(state, log, {seat: bot(name, seed=seat) for seat in STACKS})
    assert state.done
    assert sum(state.stacks.values()) == 600_00
    assert replay(log) == state
    assert [line.words for line in narrate(log)]
    assert [line.words for line in narrate(view(log, seat=2))]
    assert [line.words for line in rulebook(game)]


def test_a_board_of_two_is_dealt_and_awarded_by_halves(own: Game) -> None:
    state, log = start(own, STACKS, seed=3)
    state, log = play_out(state, log, {seat: bot("calling", seed=1) for seat in STACKS})
    assert [len(board) for board in state.boards] == [3, 3]
    assert {event.board for event in log if isinstance(event, PotAwarded)} == {0, 1}
    assert "second board" in " ".join(line.words for line in narrate(log))


def test_a_discard_gives_no_card_back_and_stays_hidden() -> None:
    state, log = start(GAMES["holdem"], STACKS, seed=7)
    state, log = start(CRAZY_PINEAPPLE, STACKS, seed=7)
    calling = {seat: bot("calling", seed=1) for seat in STACKS}
    while state.turns[0].option("discard") is None:
        turn = state.turns[0]
        state, events = play(state, calling[turn.actor](state, turn))
        log += events
    (turn,) = options(state)
    option = turn.option("discard")
    assert option is not None
    assert (option.least, option.most) == (1, 1)
    hand = state.hands[turn.actor].down
    for wrong in ((), hand[:2], parse_cards("??")[:0]):
        with pytest.raises(Refused, match="you must discard exactly 1 of your cards"):
            play(state, Throw(turn.actor, wrong))
    after, events = play(state, Throw(turn.actor, hand[:1]))
    assert after.hands[turn.actor].down == hand[1:]
    assert after.left == state.left
    other = next(seat for seat in STACKS if seat != turn.actor)
    hidden = view([*log, *events], seat=other)[len(log)]
    assert isinstance(hidden, Discarded)
    assert spell(hidden.cards) == "??"


def test_equity_deals_from_the_game_s_own_deck() -> None:
    found = equity(SHORT_DECK, ["AsAh", "KsKd"])
    assert found.method == "exact"
    assert found.trials == 201_376  # C(32, 5)
    with pytest.raises(Refused, match="2c is not in the deck of short deck hold'em"):
        equity(SHORT_DECK, ["AsAh", "Ks2c"])
    whole, short = (equity(SHORT_DECK, ["JsTs", "QQ+"], board="9s8c6h").players, 1)
    assert sum(player.equity.exact or 0 for player in whole) == short
    thrown = equity(CRAZY_PINEAPPLE, ["AsAh", "KsKd"], dead="2c3c").players[0].equity
    same = equity(GAMES["holdem"], ["AsAh", "KsKd"], dead="2c3c").players[0].equity
    assert thrown == same


@pytest.mark.parametrize("key", [*LIBRARY, "royal-two-boards"])
@pytest.mark.parametrize("workers", [1, 2])
def test_simulations_know_the_game_in_every_process(own: Game, key: str, workers: int) -> None:
    game = game_of(key)
    plan = Plan(
        game=key, sign=game.sign, way="engine", players=3, rounds=60, seed=7, bots=("calling",) * 3
    )
    assert simulate(plan, workers=workers)["rounds"] == 60


@pytest.mark.parametrize("key", ["short-deck", "crazy-pineapple", "royal-two-boards"])
def test_environments_and_snapshots_know_the_game(own: Game, key: str) -> None:
    env = PokerEnv(key, players=3, render_mode="ansi")
    env.reset(seed=7)
    while env.agents:
        mask = env.last()[0]["action_mask"]
        env.step(int(mask.argmax()) if mask.any() else None)
    assert env.render()
    snapshot = begin(game_of(key), STACKS, seed=7)
    assert Snapshot.read(snapshot.write()) == snapshot


def test_a_registered_game_is_known_by_its_key_and_its_ranking(own: Game) -> None:
    assert game_of("royal-two-boards") is own
    assert FAMILIES["royal-high"].family == ROYAL
    assert register(royal()) == own  # the same again is no other game


def test_a_game_that_a_test_registers_is_forgotten_after_it() -> None:
    with forgotten_after():
        register(royal())
        assert "royal-high" in OWN_FAMILIES
    assert "royal-two-boards" not in games.ALL
    assert "royal-high" not in OWN_FAMILIES
    assert SHORT_DECK_HIGH.key in OWN_FAMILIES  # of the library


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"key": "holdem"}, "'holdem' is already the key of another game (FIELD key)"),
        ({"key": "Royal Hold'em"}, "must be words in lower case joined by hyphens (FIELD key)"),
        ({"key": "royal-" * 7 + "x"}, "a key has at most 40 letters, not 43 (FIELD key)"),
        ({"authorised": True}, "set authorised=False in its definition (POKER 8(b))"),
        ({"streets": []}, "streets must be a tuple of streets, not list (FIELD streets)"),
        ({"finish": ()}, "must end with showdown(clause, Share(...)) (FIELD finish)"),
        ({"cards": deck_from("2")}, "royal-high does not rank 2c, which is in the deck"),
        ({"cards": ("As", "Ks")}, "'As' is not a card; 'Ks' is not a card (FIELD cards)"),
        (
            {"players": Players("players", most=9, least=8)},
            "8 players need 22 cards; the deck has 20 (FIELD cards)",
        ),
        (
            {"streets": (street("flop", Board("flop", boards=(1, 2))),)},
            "boards must be numbered from 0: (0,) or (0, 1) (FIELD flop)",
        ),
        (
            {"streets": (street("deal", Deal("d", down=1), Discard("x")),)},
            "1 of 1 cards cannot be discarded (FIELD deal)",
        ),
        ({"kind": "hi"}, "'hi' is not one of high, low, high-low, banked (FIELD kind)"),
        (
            {"players": Players("players", most=8)},
            "8 players need 22 cards; the deck has 20 (FIELD cards)",
        ),
        (
            {"streets": (street("deal", Deal("d", down="3")),)},  # type: ignore[arg-type]  # on purpose
            "Deal(down='3') must be a whole number of cards (FIELD deal)",
        ),
        ({"streets": (street("deal", Deal("d", up=-1)),)}, "Deal(up=-1) must be a whole number"),
        ({"streets": (street("deal", Deal("d")),)}, "Deal must say how many cards: down= or up="),
        (
            {"streets": (street("deal", Bet("x", LeftOfBlinds(), tier="uper")),)},  # type: ignore[arg-type]  # on purpose
            "'uper' is not a tier of bets: lower or upper (FIELD deal)",
        ),
        (
            {
                "finish": (showdown("x", Share("x", "high", "high-5", AnyOf(5), NEAREST_BUTTON)),)
                * 2
            },
            "a game must have one showdown, with a Share for each half (FIELD finish)",
        ),
        (
            {"streets": (street("deal", Deal("d", down=1)),)},
            "a player keeps 1 cards and the board has 0: fewer than the pick takes (FIELD high)",
        ),
        ({"streets": (street("deal", Bet("x", "left")),)}, "Bet needs an opener such as"),  # type: ignore[arg-type]  # on purpose
        ({"streets": (street("deal", "deal two"),)}, "'deal two' is not a step such as"),  # type: ignore[arg-type]  # on purpose
        (
            {"finish": (showdown("x", Share("x", "high", "hi-5", AnyOf(5), NEAREST_BUTTON)),)},
            "'hi-5' is not a ranking: name one of high-5",
        ),
        (
            {"finish": (showdown("x", Share("x", "high", ROYAL, AnyOf(2), NEAREST_BUTTON)),)},
            "royal-high ranks 5 cards, and the pick takes 2 (FIELD high)",
        ),
        (
            {"sign": TableSign(limits=(Chips(0), Chips(0)))},
            "limits must be positive and rising (POKER 17)",
        ),
    ],
)
def test_a_faulty_definition_is_refused_in_words(changes: dict[str, object], why: str) -> None:
    with pytest.raises(Refused) as refused:
        register(royal(**changes))
    assert why in str(refused.value)
    assert "royal-two-boards" not in games._REGISTERED


def test_all_faults_come_at_once() -> None:
    with pytest.raises(Refused) as refused:
        register(royal(finish=(), players=Players("players", most=1)))
    assert [part for part in ("FIELD finish", "FIELD players") if part in str(refused.value)]
    assert str(refused.value).count("FIELD") == 2
