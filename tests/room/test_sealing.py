"""A deck is sealed before the first card, dealt as it was sealed, and cut by whom the sign says."""

import secrets
from typing import Any

import pytest

from croupier.cards import DECK_52, DECK_54, UNKNOWN
from croupier.engine import commands as said
from croupier.engine import events as engine_events
from croupier.engine.deal import renewal
from croupier.games import GAMES, game_of
from croupier.refused import Refused
from croupier.room.custody import counting as decks_counting
from croupier.room.custody import orders as decks
from croupier.room.custody.chores import check_automated
from croupier.room.custody.commitment import NameCut, SealDeck, cutter, seal_due
from croupier.room.custody.facts import CutNamed, DeckSealed
from croupier.room.house.people import HOUSE_DEALER, NotYours
from croupier.room.logbook import Order
from croupier.room.sealed import apart, root_of
from croupier.room.shuffle import Entropy, cut, shuffle
from croupier.room.table import decide as life
from croupier.room.table.rounds import DealRound, Play
from croupier.rules.sign import amend
from tests.clause import clause
from tests.room.tables import STAFF, Scene, player, seat_players


def ready(key: str = "holdem", players: int = 3, **posted: str) -> Scene:
    """A table whose deck lies shuffled before the dealer, and is not cut yet."""
    at = Scene(key, amend(game_of(key).sign, posted))
    seat_players(at.open(), players)
    return at.uncut()


@clause("POKER-5a2")
@pytest.mark.parametrize("key", GAMES)
def test_the_root_is_announced_before_the_first_card_of_every_game(key: str) -> None:
    at = ready(key)
    before = len(at.log)
    at.deal_sealed()
    facts = [entry.fact for entry in at.log[before:]]
    [seal] = [fact for fact in facts if isinstance(fact, DeckSealed)]
    whole = DECK_54 if GAMES[key].deck == 54 else DECK_52
    assert seal.size == len(whole) == len(set(seal.order))
    assert seal.root == root_of(seal.order, apart(seal.salts)).hex()
    [dealt] = [fact for fact in facts if isinstance(fact, engine_events.DeckCut)]
    assert dealt.order == (cut(seal.order, dealt.cut) if dealt.cut else seal.order)
    assert facts.index(seal) < facts.index(dealt)
    at.check()


@clause("POKER-5a2")
def test_only_the_deck_that_was_sealed_is_dealt() -> None:
    at = ready()
    order = shuffle()
    at.seal(order)
    at.do("dealer", decks.CutDeck(count=20))
    altered = list(cut(order, 20))
    altered[0], altered[1] = altered[1], altered[0]
    for other in (tuple(altered), order, cut(order, 21), shuffle()):
        assert "sealed" in at.refused("dealer", DealRound(order=other), "POKER 5(a)")
    at.do("dealer", DealRound())
    assert at.life.round is not None
    assert at.life.round.deck == cut(order, 20)


def test_a_seal_is_made_once_and_by_chance() -> None:
    at = ready()
    assert "own dealer" in at.refused("dealer", SealDeck(), "POKER 5(a)")
    at.rigged(Entropy, SealDeck())
    assert "already" in at.refused("dealer", SealDeck(), "POKER 5(a)")
    assert not seal_due(at.life)


def test_an_order_is_drawn_when_the_deck_is_sealed_and_never_comes_with_a_command() -> None:
    at, drawn = ready(), list[bytes]()

    def source(count: int) -> bytes:
        drawn.append(secrets.token_bytes(count))
        return drawn[-1]

    order = Order(at.now, STAFF["dealer"], SealDeck(), lambda: Entropy(source))
    assert not drawn
    assert SealDeck.__struct_fields__ == ()
    [fact] = life.decide(at.life, order, at.house)
    again = iter(drawn)
    assert isinstance(fact, DeckSealed)
    assert fact.order == shuffle(DECK_52, Entropy(lambda _: next(again)))
    assert fact.salts == b"".join(again)


def test_at_an_automated_table_only_the_rooms_own_dealer_touches_the_cards() -> None:
    at = ready()
    closed = [kind for kind in life.COMMANDS if kind not in life.FOR_ACCOUNTS]
    assert {SealDeck, DealRound, decks.ShuffleDeck, decks.CutDeck, decks.PutInPlay} <= {*closed}
    says: list[Any] = [SealDeck(), DealRound(), decks.CutDeck(count=20), decks.GoIdle()]
    says += [Play(command=said.Reshuffle(DECK_52)), Play(command=said.NoMoreBets())]
    for command in says:
        with pytest.raises(NotYours, match="only the room's own dealer may"):
            check_automated(at.life, Order(at.now, HOUSE_DEALER, command))
        check_automated(at.life, Order(at.now, HOUSE_DEALER, command, Entropy))
    sue = STAFF["poker_shift_supervisor"]
    check_automated(at.life, Order(at.now, sue, decks.Recut(reason="x")))
    with pytest.raises(Refused, match="the room draws the number"):
        check_automated(at.life, Order(at.now, sue, decks.Recut(reason="x", count=20)))


@clause("POKER-5c")
def test_the_room_draws_the_number_of_a_recut() -> None:
    at = ready()
    at.seal()
    at.do("dealer", decks.CutDeck(count=20))
    recut = decks.Recut(reason="a card was seen")
    numbers = {at.do("poker_supervisor", recut)[0].count for _ in range(12)}
    assert len(numbers) > 3
    assert all(10 <= number <= 42 for number in numbers)


def test_an_unsealed_deck_is_dealt_only_as_the_dealer_says_it_lies() -> None:
    at = ready()
    at.do("dealer", decks.CutDeck(count=20))
    assert "must be sealed" in at.refused("dealer", DealRound(), "POKER 5(a)")
    at.do("dealer", DealRound(order=(UNKNOWN,) * 52))


def test_a_deck_is_sealed_between_its_shuffle_and_its_cut() -> None:
    again = SealDeck()
    unopened = Scene()
    unopened.refused("dealer", again, "POKER 5(a)")
    at = ready()
    at.do("dealer", decks.CutDeck(count=20))
    at.refused("dealer", again, "POKER 5(a)")
    at.do("dealer", DealRound(order=shuffle()))  # a deck of real cards has no seal
    at.refused("dealer", again, "POKER 5(a)")


def test_whatever_mixes_the_cards_breaks_the_seal() -> None:
    at = ready()
    live = at.life.custody.live
    at.seal()
    at.do("dealer", decks.ShuffleDeck(deck=live))
    assert at.life.custody.decks[live].seal is None
    at.seal()
    [other] = [deck.name for deck in at.life.custody.others(live)]
    at.do("dealer", decks.PutInPlay(deck=other))
    assert at.life.custody.decks[live].seal is None
    at.do("dealer", decks.PutInPlay(deck=live))
    at.seal()
    at.do("dealer", decks_counting.CountDeck(deck=live, count=52))
    assert at.life.custody.decks[live].seal is None
    at.check()


def throw_all(at: Scene) -> None:
    """Everybody checks or calls, and throws five cards, until the deck must be renewed."""
    while at.life.round is not None and not at.life.round.turn(0):
        turn = at.life.round.turns[0]
        held = at.life.round.hands[turn.actor]
        if turn.option("discard"):
            at.say(said.Discard(turn.actor, held.down))
        else:
            at.say(said.Check(turn.actor) if turn.option("check") else said.Call(turn.actor))


@clause("POKER-5a2")
def test_a_reshuffle_inside_a_round_is_sealed_before_its_first_card() -> None:
    at = ready("triple-draw-2-7", 6)
    at.deal_sealed()
    numbers = []
    for _ in range(2):
        throw_all(at)
        assert at.life.round is not None
        pile = renewal(at.life.round)
        assert seal_due(at.life) == pile
        seal = at.seal()
        other = tuple(reversed(seal.order))
        assert "sealed" in at.refused("dealer", Play(command=said.Reshuffle(other)), "POKER 5(a)")
        facts = at.do("dealer", Play(command=said.Reshuffle(seal.order)))
        assert isinstance(facts[0], engine_events.Reshuffled)
        assert facts[0].order == seal.order
        numbers += [e.fact.shuffle for e in at.log if isinstance(e.fact, DeckSealed)][-1:]
    assert numbers == [1, 2]
    at.check()


# --- who names the number of the cut ---------------------------------------------------------


@clause("POKER-5b2")
def test_where_posted_the_last_to_be_dealt_in_names_the_number() -> None:
    at = ready(cut_number="player")
    assert cutter(at.life) == 0
    ada, bob, cyd = map(player, ("Ada", "Bob", "Cyd"))
    early = at.refused(cyd, NameCut(count=20), "A-03")
    assert "sealed" in early
    at.seal()
    assert cutter(at.life) == 3  # the first button lies at the dealer's right
    for other in (ada, bob):
        assert "seat 3" in at.refused(other, NameCut(count=20), "A-03")
    for wrong in (9, 43, 0, -1, 10**9):
        at.refused(cyd, NameCut(count=wrong), "POKER 5(b)(2)")
    named, made = at.do(cyd, NameCut(count=42))
    assert isinstance(named, CutNamed)
    assert (named.seat, named.person, named.count) == (3, "Cyd", 42)
    assert made.count == 42
    assert [line.by for line in at.log[-2:]] == [cyd, HOUSE_DEALER]  # the dealer cuts
    assert at.life.custody.cut == 42
    at.refused(cyd, NameCut(count=20), "A-03")
    at.check()


@clause("POKER-5b2")
def test_where_it_is_not_posted_no_player_names_the_number() -> None:
    at = ready()
    at.seal()
    assert cutter(at.life) == 0
    at.refused(player("Cyd"), NameCut(count=20), "SIGN cut_number")


def test_the_number_goes_round_with_the_button() -> None:
    at = ready(cut_number="player")
    named = []
    for _ in range(3):
        at.uncut().seal()
        seat = cutter(at.life)
        named.append(seat)
        at.do(player(at.life.seats[seat].person), NameCut(count=20))
        at.do("dealer", DealRound())
        at.play_out()
    assert named == [3, 1, 2]


@clause("THB-4b1")
def test_no_number_is_named_after_a_machine_shuffle_at_a_banked_table() -> None:
    at = ready("texas-holdem-bonus", cut_number="player", shuffler="plain")
    at.seal()
    assert cutter(at.life) == 0
    at.refused(player("Cyd"), NameCut(count=20), "A-03")
    by_hand = ready("texas-holdem-bonus", cut_number="player")
    by_hand.seal()
    assert cutter(by_hand.life) == 3
