"""A game's definition in words."""

import pytest
from msgspec.structs import replace

from croupier.clauses import is_citation
from croupier.games import BANKED, LIBRARY, PLAYER_BANKED
from croupier.rankings import FAMILIES, OWN_FAMILIES
from croupier.rules.irregular import POKER_15, exposure
from croupier.rules.offers import Offer
from croupier.views.printed.rulebook import rulebook

EVERY = {**PLAYER_BANKED, **LIBRARY}


def text(key: str, **posted: object) -> str:
    game = {**EVERY, **BANKED}[key]
    return "\n".join(line.words for line in rulebook(game, replace(game.sign, **posted)))


@pytest.mark.parametrize("key", EVERY)
def test_every_clause_of_a_definition_is_printed(key: str) -> None:
    game = EVERY[key]
    lines = [line for line in rulebook(game) if line.kind == "fact"]
    cited = {line.clause for line in lines}
    assert all(is_citation(clause) for clause in cited)
    assert {game.cite(offer.clause) for offer in game.offers} <= cited
    steps = [step for step in game.script if type(step).__name__ not in ("Agree", "Showdown")]
    assert {step.clause for step in steps} <= cited
    for share in game.script[-1].shares:  # type: ignore[union-attr]  # a showdown ends every script
        assert {share.clause, share.excess.clause} <= cited


@pytest.mark.parametrize("key", EVERY)
def test_streets_stand_in_the_order_of_the_deal(key: str) -> None:
    headings = [line.words for line in rulebook(EVERY[key]) if line.kind == "heading"]
    assert headings[3:] == [
        "acting and wagering",
        *(street.name for street in EVERY[key].streets),
        "showdown",
        "irregularities",
    ]


def test_every_offer_and_ranking_has_its_words() -> None:
    offers = {type(offer) for game in EVERY.values() for offer in game.offers}
    assert offers == set(Offer.__subclasses__())
    used = {share.ranking for game in EVERY.values() for share in game.script[-1].shares}  # type: ignore[union-attr]  # as above
    keys = {ranking if isinstance(ranking, str) else ranking.key for ranking in used}
    assert keys <= {*FAMILIES, *OWN_FAMILIES}


def test_what_the_sign_elects_is_printed() -> None:
    assert "an ante from every player: not posted" in text("holdem")
    assert "an ante from every player: $0.75" in text("holdem", ante=75)
    assert "one straddle before the cards: $4, left of the last blind" in text(
        "badugi", straddle=4_00
    )
    assert "a half kill" in text("badugi", kill="half", kill_pot=40_00)
    assert "$10 from each player, two boards" in text("bbc-omaha", bomb_pot=10_00, bomb_boards=2)
    assert "by suit" in text("holdem", odd_chip="suit")
    assert "may not raise" in text("holdem", check_raise=False)
    assert "at most one raise in a betting round" in text("holdem", raise_cap=1)


def test_limits_follow_the_tiers_of_the_sign() -> None:
    usual = text("five-card-draw")
    assert usual.count("betting by $2") == usual.count("betting by $4") == 1
    flat = text("five-card-draw", limit_tiers=("lower", "lower"))
    assert flat.count("betting by $2") == 2


@pytest.mark.parametrize(
    ("structure", "limits", "said"),
    [
        ("limit", (2_00, 4_00), "fixed limit: bets and raises of $2 and $4"),
        ("spread", (2_00, 10_00), "spread limit: bets and raises from $2 to $10"),
        ("pot_limit", (2_00,), "pot limit: bets from $2 up to the pot after a call"),
        ("no_limit", (2_00,), "no limit: bets from $2 up to all a player has on the table"),
    ],
)
def test_the_structure_is_printed(structure: str, limits: tuple[int, ...], said: str) -> None:
    assert said in text("holdem", structure=structure, limits=limits)


def test_running_twice_is_printed_only_where_it_is_posted() -> None:
    assert "may run the rest twice" in text("bbc-omaha")
    assert "may run the rest twice" not in text("bbc-omaha", run_twice=False)


@pytest.mark.parametrize("key", BANKED)
def test_a_game_against_the_bank_is_printed(key: str) -> None:
    game = BANKED[key]
    lines = list(rulebook(game))
    assert all(is_citation(line.clause) for line in lines if line.kind == "fact")
    headings = [line.words for line in lines if line.kind == "heading"]
    for street in game.streets:
        assert street.name in headings
    assert headings[-1] == "irregularities"
    assert not any("progressive" in line.words for line in lines)


def test_what_a_dealer_needs_and_what_a_tie_does_is_printed() -> None:
    joker = text("two-card-joker")
    assert "if the dealer's hand is not queen or higher, ante is paid 1 to 1" in joker
    assert "if the dealer's hand is not queen or higher, call comes back" in joker
    assert "equal hands: ante and call come back" in joker
    assert "equal hands: ante, flop, turn and river come back" in text("texas-holdem-bonus")


def test_irregularities_against_the_bank_are_printed_with_what_follows() -> None:
    flop, bonus = text("flop-poker"), text("texas-holdem-bonus")
    assert "to each player and to the community cards" in flop
    assert (
        "a community card was turned up (until every player has decided): "
        "the other wagers go back, and the pot is awarded"
    ) in flop
    assert "wagers go back, but once all are dealt the pot is awarded" in flop
    assert "wrong number of community cards" in flop
    assert "unless the right number can still be dealt in sequence" in bonus
    assert "unless" not in text("two-card-joker").rpartition("irregularities")[2]
    for words in (flop, bonus, text("two-card-joker")):
        assert "a card lay face up in the deck: that card is not used" in words
        assert "a card was drawn in error: it is used as the next card" in words
        assert "the cards are shuffled again by the approved procedure" in words


@pytest.mark.parametrize("key", EVERY)
def test_every_irregularity_of_the_table_is_printed(key: str) -> None:
    game = EVERY[key]
    with_device = replace(game.sign, shuffler="counting")
    cited = {line.clause for line in rulebook(game, with_device)}
    reported = {
        "A-52" if rule.kind == "disconnected" else game.own(rule.clause) for rule in POKER_15
    }
    assert reported - {game.own("POKER 15(o)")} | {game.own(exposure(game).clause)} <= cited


def test_an_exposed_card_is_explained_as_each_game_has_it() -> None:
    assert "both hole cards are exposed" in text("seven-card-stud")
    assert "a later hole card" in text("mambo-stud-hilo-6")
    assert "a later hole card" not in text("five-card-stud")
    assert "and goes to the discards" in text("holdem", exposed_card="discard")
    assert "the shuffler failed" not in text("holdem")
