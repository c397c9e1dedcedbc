"""The deck, its shuffle and its cut, the stub and the burns (POKER 1, 2, 5, 6(e)(4); BBC)."""

import secrets
from collections import Counter
from collections.abc import Iterable, Sequence
from inspect import signature
from itertools import pairwise, permutations, product
from math import factorial, sqrt
from random import Random

import pytest

from croupier.api import seeded_deck, start
from croupier.cards import DECK_52, DECK_54, RANKS, SUITS, UNKNOWN, Card, check_deck, parse_cards
from croupier.engine.commands import Announce, Demand, Fold, Reshuffle, Show
from croupier.engine.events import (
    AnyEvent,
    BoardDealt,
    Burned,
    CommonDealt,
    Dealt,
    DeckCut,
    write_event,
)
from croupier.engine.play import ANNOUNCED, play, replay
from croupier.games import GAMES
from croupier.refused import Refused
from croupier.room.shuffle import ENTROPY_BITS, Entropy, check_cut, cut, random_cut, shuffle
from croupier.room.table.progress import close_round, deal_round, open_table, sit
from croupier.room.table.state import Table
from croupier.views.seat import hide, view
from tests.clause import clause
from tests.dealing import Deal
from tests.drawing import storm

EVERY_GAME = [key for key, game in GAMES.items() if game.document.name in ("POKER", "BBC")]
FOUR = parse_cards("2c3d4h5s")


def seated(key: str) -> Table:
    table = open_table(GAMES[key])
    for seat in (1, 2, 3):
        table = sit(table, seat, 200_00)
    return table


def cut_of(log: Iterable[AnyEvent]) -> DeckCut:
    return next(event for event in log if isinstance(event, DeckCut))


def three_rounds(table: Table) -> list[DeckCut]:
    """Play three rounds that end at once, and tell from which decks they were dealt."""
    decks: list[DeckCut] = []
    for _ in range(3):
        state, log = deal_round(table)
        decks.append(cut_of(log))
        while not state.done:
            state, events = play(state, Fold(state.turns[0].actor))
            log += events
        table = close_round(table, state, log)
    return decks


def cards_in(event: AnyEvent) -> tuple[Card, ...]:
    """The cards that an event takes off the deck."""
    match event:
        case Dealt() | BoardDealt():
            return event.cards
        case Burned() | CommonDealt():
            return (event.card,)
        case _:
            return ()


def seen(log: Iterable[AnyEvent], seat: int) -> str:
    """All that a seat, or a spectator at 0, is ever sent."""
    return "\n".join(write_event(event) for event in view(log, seat))


def names(text: str, card: Card) -> bool:
    return f'"{card}"' in text


# --- POKER 2(a): the deck ------------------------------------------------------------------------


@clause("POKER-2a1")
def test_a_poker_deck_is_thirteen_ranks_in_four_suits_and_no_joker() -> None:
    assert len(DECK_52) == 52
    assert set(DECK_52) == {Card(rank + suit) for rank in RANKS for suit in SUITS}
    check_deck(DECK_52)


@clause("POKER-2a1")
@pytest.mark.parametrize(
    ("order", "refused_by"),
    [
        (DECK_52[1:], "POKER 2(a)"),
        ((*DECK_52[1:], Card.JOKER_1), "POKER 2(a)"),
        (DECK_54, "POKER 2(a)"),
        ((*DECK_52, DECK_52[0]), "FIELD cards"),
        ((*DECK_52[1:], DECK_52[1]), "FIELD cards"),
        ((*DECK_52[1:], UNKNOWN), "POKER 2(a)"),
        ((), "POKER 2(a)"),
    ],
    ids=["51", "a joker", "54", "53", "one twice", "one unknown", "none"],
)
def test_no_round_is_dealt_from_any_other_set_of_cards(
    order: Sequence[Card], refused_by: str
) -> None:
    with pytest.raises(Refused) as caught:
        deal_round(seated("holdem"), order=order)
    assert caught.value.clause == refused_by


@clause("POKER-2a1")
def test_a_card_that_lies_somewhere_cannot_be_announced_again() -> None:
    deal = Deal("holdem", 2, deck=ANNOUNCED)
    deal.refused(Announce(parse_cards("AsAs")), "FIELD cards")
    deal.refused(Announce(parse_cards("Jk1")), "POKER 2(a)")
    deal.say(Announce(parse_cards("As2c"))).refused(Announce(parse_cards("3cAs")), "FIELD cards")
    deal.say(Announce(parse_cards("3c4c"))).call().check()
    deal.say(Announce(parse_cards("5c"))).refused(Announce(parse_cards("5c6c7c")), "FIELD cards")


@clause("POKER-2a1")
def test_a_pile_whose_cards_are_not_known_is_renewed_unseen() -> None:
    deal = Deal("five-card-draw", 8, deck=ANNOUNCED)
    deal.say(Announce((UNKNOWN,) * 40)).run("c c c c c c c c").say(Announce(parse_cards("As")))
    for _ in range(2):
        deal.throw().say(Announce((UNKNOWN,) * 5))
    deal.throw().say(Announce(parse_cards("Ks")))
    named = parse_cards("Js 2c3c4c5c6c7c8c9cTc")
    deal.refused(Reshuffle(named), "POKER 12(f)(2)")
    deal.say(Reshuffle((UNKNOWN,) * 10))
    for burned_or_held in ("As", "Ks"):
        cards = parse_cards(f"{burned_or_held} Js2c3c")
        deal.refused(Announce(cards), "FIELD cards")
    deal.say(Announce(parse_cards("Js2c3c4c")))
    assert deal.cards(3) == "KsJs2c3c4c"


# --- POKER 5(a): the shuffle ---------------------------------------------------------------------


class Script(Entropy):
    """Numbers that are written down beforehand."""

    def __init__(self, numbers: Iterable[int]) -> None:
        self.numbers = iter(numbers)

    def below(self, bound: int) -> int:
        number = next(self.numbers)
        assert 0 <= number < bound
        return number


def bits(low: int) -> Entropy:
    """256 bits of which the lowest are given."""
    return Entropy(lambda size: low.to_bytes(size))


@clause("POKER-5a1")
@pytest.mark.parametrize("size", [2, 3, 4, 5, 6])
def test_every_run_of_choices_gives_an_order_of_its_own(size: int) -> None:
    cards = DECK_52[:size]
    choices = product(*(range(bound) for bound in range(size, 1, -1)))
    orders = Counter(shuffle(cards, Script(numbers)) for numbers in choices)
    assert orders == dict.fromkeys(permutations(cards), 1)


@clause("POKER-5a1")
def test_every_order_comes_from_as_many_stretches_of_bits() -> None:
    orders: Counter[tuple[Card, ...]] = Counter()
    for stretch in range(1 << 9):  # two bits of four, three tries at two bits of three, one of two
        if stretch >> 2 & 0b111111 != 0b111111:  # three rejections leave it to later bits
            orders[shuffle(FOUR, bits(stretch))] += 1
    assert orders == dict.fromkeys(permutations(FOUR), 21)


@clause("POKER-5a1")
@pytest.mark.parametrize("bound", range(2, 55))
def test_a_number_out_of_bounds_is_rejected_and_the_next_bits_decide(bound: int) -> None:
    size = (bound - 1).bit_length()
    drawn: Counter[int] = Counter()
    for word in range(1 << size):
        first = bits((bound - 1) << size | word).below(bound)
        assert first == (word if word < bound else bound - 1)
        drawn[first] += word < bound
    assert drawn == dict.fromkeys(range(bound), 1)


@clause("POKER-5a1")
def test_a_shuffle_takes_256_bits_at_a_time_more_than_the_orders_of_a_deck() -> None:
    asked: list[int] = []

    def source(size: int) -> bytes:
        asked.append(size)
        return Random(len(asked)).randbytes(size)

    shuffle(entropy=Entropy(source))
    assert asked == [32] * len(asked)
    assert asked
    assert factorial(54) < 1 << ENTROPY_BITS == 1 << 8 * 32


@clause("POKER-5a1")
def test_the_bits_come_from_the_operating_system_anew_for_every_shuffle(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert signature(Entropy).parameters["source"].default is secrets.token_bytes
    asked: list[int] = []

    def source(size: int) -> bytes:
        asked.append(size)
        return secrets.token_bytes(size)

    monkeypatch.setattr(Entropy.__init__, "__defaults__", (source,))
    for rounds in (1, 2, 3):
        before = len(asked)
        shuffle()
        assert len(asked) > before, f"shuffle {rounds} reused what was left"


@clause("POKER-5a1")
def test_no_card_prefers_a_place() -> None:
    shuffles, source = 5_200, Entropy(Random(52).randbytes)
    places = Counter(
        (card, place) for _ in range(shuffles) for place, card in enumerate(shuffle(entropy=source))
    )
    expected = shuffles / 52
    squares = sum(
        (places[card, place] - expected) ** 2 / expected for card in DECK_52 for place in range(52)
    )
    freedom = 51 * 51
    assert abs(squares - freedom) < 4 * sqrt(2 * freedom)


@clause("POKER-5a1")
def test_no_neighbor_stays_a_neighbor_more_often_than_by_chance() -> None:
    shuffles, source = 5_200, Entropy(Random(51).randbytes)
    followed = sum(
        later.number == card.number + 1
        for order in (shuffle(entropy=source) for _ in range(shuffles))
        for card, later in pairwise(order)
    )
    expected = shuffles * 51 / 52  # each of 51 pairs stays together in one order of 52
    assert abs(followed - expected) < 4 * sqrt(expected)


@clause("POKER-5a1")
def test_the_whole_deck_is_shuffled_before_the_first_round_and_after_each() -> None:
    orders = [event.order for event in three_rounds(seated("holdem"))]
    assert all(sorted(order) == sorted(DECK_52) for order in orders)
    assert len({DECK_52, *orders}) == 4


@clause("POKER-5a1")
def test_a_test_may_bring_its_own_deck_or_a_seed() -> None:
    _, log = start(GAMES["holdem"], {1: 200_00, 2: 200_00}, deck=DECK_52)
    assert cut_of(log).order == DECK_52
    _, log = start(GAMES["holdem"], {1: 200_00, 2: 200_00}, seed=7)
    assert cut_of(log).order == seeded_deck(7) != seeded_deck(8)


@clause("POKER-5a2")
@pytest.mark.parametrize("key", EVERY_GAME)
def test_a_round_is_dealt_from_one_fixed_stack_from_the_top(key: str) -> None:
    deck = seeded_deck(5)
    deal = Deal(key, 3, deck=deck)
    while not deal.state.done:
        assert deal.state.deck == deck
        deal.passive()
    taken = sum((cards_in(event) for event in deal.log), ())
    assert taken == deck[: len(taken)]
    assert deal.state.left == 52 - len(taken)
    assert deal.kinds.count("DeckCut") == 1
    assert "Reshuffled" not in deal.kinds


@clause("POKER-5a2")
@pytest.mark.parametrize("key", ["seven-card-stud", "holdem", "five-card-draw", "badugi"])
def test_nobody_may_order_the_deck_anew_where_the_rules_do_not(key: str) -> None:
    deal = Deal(key, 3)
    deal.refused(Reshuffle(deal.state.deck), "POKER 7(d)")
    deal.refused(Reshuffle(deal.state.deck[deal.state.top :]), "POKER 7(d)")


@clause("POKER-5a2")
def test_the_stack_changes_only_with_a_reshuffle_that_the_rules_order() -> None:
    deal, renewals = storm("five-card-draw", seed=5)
    stack = [cut_of(deal.log).order, *(renewal.event.order for renewal in renewals)]
    assert len(stack) == 4
    events = iter(deal.log)
    for order in stack:
        left = list(order)
        for event in events:
            for card in cards_in(event):
                assert card == left.pop(0)
            if type(event).__name__ == "Reshuffled":
                assert not left
                break


# --- POKER 5(b): the cut -------------------------------------------------------------------------


@clause("POKER-5b2")
def test_the_remainder_goes_on_top_of_the_cards_that_were_cut() -> None:
    order = cut(DECK_52, 10)
    assert order[0] == DECK_52[11 - 1]
    assert order[-1] == DECK_52[10 - 1]
    assert order == DECK_52[10:] + DECK_52[:10]


@clause("POKER-5b2")
def test_the_first_card_dealt_lay_under_the_cut() -> None:
    state, log = deal_round(seated("holdem"), order=DECK_52, cut_number=10)
    assert cut_of(log).cut == 10
    assert cut_of(log).clause == "POKER 5(b)"
    assert state.deck == DECK_52[10:] + DECK_52[:10]
    assert state.hands[1].down == (DECK_52[10], DECK_52[13])


@clause("POKER-5b2")
@pytest.mark.parametrize(("count", "size"), [(9, 52), (0, 52), (-10, 52), (43, 52), (45, 54)])
def test_a_cut_of_fewer_than_ten_cards_in_either_part_is_refused(count: int, size: int) -> None:
    with pytest.raises(Refused) as caught:
        cut(DECK_54[:size], count)
    assert caught.value.clause == "POKER 5(b)(2)"
    if size == 52:
        with pytest.raises(Refused) as caught:
            deal_round(seated("holdem"), order=DECK_52, cut_number=count)
        assert caught.value.clause == "POKER 5(b)(2)"


@clause("POKER-5b2")
@pytest.mark.parametrize(("size", "most"), [(52, 42), (54, 44)])
def test_a_cut_by_chance_falls_anywhere_from_ten_to_ten_from_the_end(size: int, most: int) -> None:
    numbers = range(size - 19)
    cuts = [random_cut(size, Script([number])) for number in numbers]
    assert cuts == list(range(10, most + 1))
    for count in cuts:
        check_cut(count, size)


@clause("POKER-5b2")
def test_every_round_is_dealt_from_a_cut_deck() -> None:
    assert all(10 <= event.cut <= 42 for event in three_rounds(seated("holdem")))


@clause("BBC-shuffle")
def test_the_club_shuffles_the_whole_deck_for_every_round_and_cuts_it() -> None:
    decks = three_rounds(seated("bbc-omaha"))
    assert all(sorted(event.order) == sorted(DECK_52) for event in decks)
    assert len({DECK_52, *(event.order for event in decks)}) == 4
    assert all(10 <= event.cut <= 42 for event in decks)
    assert {event.clause for event in decks} == {"BBC shuffle"}


@clause("BBC-shuffle")
def test_the_club_cuts_as_poker_does() -> None:
    state, log = deal_round(seated("bbc-omaha"), order=DECK_52, cut_number=10)
    assert state.deck == cut_of(log).order == DECK_52[10:] + DECK_52[:10]
    with pytest.raises(Refused) as caught:
        deal_round(seated("bbc-omaha"), order=DECK_52, cut_number=9)
    assert caught.value.clause == "POKER 5(b)(2)"


# --- POKER 1: stub and burn card -----------------------------------------------------------------


@clause("POKER-1stub")
@pytest.mark.parametrize("key", EVERY_GAME)
def test_how_many_cards_are_left_is_known_and_never_which(key: str) -> None:
    deal = Deal(key, 3, deck=seeded_deck(9)).to_showdown()
    stub = deal.state.deck[deal.state.top :]
    assert stub
    for seat in (0, 1, 2, 3):
        known = replay(deal.game, view(deal.log, seat))
        assert known.left == hide(deal.state, seat).left == len(stub)
        assert set(known.deck) == set(hide(deal.state, seat).deck) == {UNKNOWN}
        assert not any(names(seen(deal.log, seat), card) for card in stub)


@clause("POKER-1stub")
def test_the_stub_is_what_all_hands_the_board_and_the_burns_left() -> None:
    deal = Deal("holdem", 3)
    assert deal.state.left == 52 - 6
    assert deal.to_showdown().state.left == 52 - 6 - 5 - 3


@clause("POKER-1burn")
@pytest.mark.parametrize("key", EVERY_GAME)
def test_a_burn_takes_the_top_card_out_of_play(key: str) -> None:
    deal = Deal(key, 3, deck=seeded_deck(13)).to_showdown()
    taken = 0
    burned: list[Card] = []
    for event in deal.log:
        if isinstance(event, Burned):
            assert event.card == deal.state.deck[taken]
            burned.append(event.card)
        taken += len(cards_in(event))
    assert deal.state.burns == tuple(burned)
    hands = [event.cards for event in deal.events_of("Shown")]
    assert not set(burned) & set(sum((*hands, *deal.state.boards), ()))


@clause("POKER-1burn")
@pytest.mark.parametrize("key", EVERY_GAME)
def test_nobody_ever_learns_a_burned_card(key: str) -> None:
    deal = Deal(key, 3, deck=seeded_deck(13), show_mucked="on_request")
    while not deal.state.done:
        if deal.street == "showdown" and len(deal.state.waiting) == 1:
            deal.muck()
        else:
            deal.passive()
    for seat in (1, 2, 3):
        deal.say(Show(seat)).say(Demand(seat))
    burned = deal.state.burns
    assert burned
    for seat in (0, 1, 2, 3):
        sent = seen(deal.log, seat)
        assert not any(names(sent, card) for card in burned)
        events = [event for event in view(deal.log, seat) if isinstance(event, Burned)]
        assert [event.card for event in events] == [UNKNOWN] * len(burned)
        assert set(hide(deal.state, seat).burns) == {UNKNOWN}
        assert set(replay(deal.game, view(deal.log, seat)).burns) == {UNKNOWN}


# --- POKER 6(e)(4): burns and discards -----------------------------------------------------------


@clause("POKER-6e4")
@pytest.mark.parametrize(
    "key", ["five-card-draw", "triple-draw-2-7", "triple-draw-a-5", "badeucey", "badacey", "badugi"]
)
def test_reshuffled_discards_never_bring_a_burn_back(key: str) -> None:
    deal, renewals = storm(key, seed=6)
    assert len(renewals) >= 3
    for renewal in renewals:
        assert renewal.before.burns
        assert renewal.event.pile == "discards"
        assert not set(renewal.event.order) & set(renewal.before.burns)
    assert deal.state.burns == tuple(event.card for event in deal.events_of("Burned"))


@clause("POKER-6e4")
def test_reshuffled_burns_never_bring_a_discard_back() -> None:
    deal = Deal("seven-card-stud", 8, deck=seeded_deck(4)).to_street("sixth street")
    deal.bet(4_00)
    folded = deal.state.hands[deal.actor]
    deal.fold()
    while not deal.may("reshuffle"):
        deal.passive()
    burns, leftover = deal.state.burns, deal.state.deck[deal.state.top :]
    assert len(burns) == 3
    assert len(leftover) == 1
    deal.refused(Reshuffle((*burns, folded.down[0])), "POKER 9(h)")
    deal.reshuffle()
    events = deal.events_of("Reshuffled")[0]
    assert events.pile == "burns"
    assert sorted(events.order) == sorted(burns + leftover)
    assert not set(events.order) & set(folded.down + folded.up)


@clause("BBC-gen-burns")
def test_the_clubs_burns_and_discards_are_two_piles_and_neither_comes_back() -> None:
    deal = Deal("bbc-omaha", 3, deck=seeded_deck(3))
    folded = deal.state.hands[deal.actor].down
    deal.fold().call().check()
    while not deal.state.done:
        thrown = {card for pile in deal.state.discards for card in pile.cards}
        burned = [event.card for event in deal.events_of("Burned")]
        assert set(folded) <= thrown
        assert deal.state.burns == tuple(burned)
        assert not thrown & set(burned)
        deal.passive()
    assert len(deal.state.burns) == 3
    assert "Reshuffled" not in deal.kinds
    later = [card for event in deal.log[deal.kinds.index("Folded") :] for card in cards_in(event)]
    assert len(later) == len(set(later)) == 3 + 5
    assert not set(later) & set(folded)
