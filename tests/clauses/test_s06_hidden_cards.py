"""POKER 6(e)(2): what lies face down is its owner's to see, and nobody else's, until tabled.

The strongest form of it: put other cards wherever a viewer cannot look, play the same round, and
the viewer must get the same view, byte for byte.
"""

import re
from collections.abc import Iterable, Sequence

import pytest

from croupier.cards import DECK_52, UNKNOWN, Card
from croupier.engine.commands import Command, Demand, Discard, Muck, Show
from croupier.engine.events import AnyEvent, write_event
from croupier.engine.play import play, replay
from croupier.games import PLAYER_BANKED
from croupier.refused import Refused
from croupier.room.shuffle import Entropy, shuffle
from croupier.views.seat import NOBODY, hide, view
from tests.clause import clause
from tests.dealing import Deal

VIEWERS = (NOBODY, 1, 2, 3, 4)
CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")


def mixed() -> tuple[Card, ...]:
    return shuffle(DECK_52, Entropy(lambda size: bytes(range(7, 7 + size))))


def played(key: str, deck: Sequence[Card]) -> Deal:
    """A round in which one player folds, all draw two cards, one bets, and hands are conceded."""
    deal = Deal(key, 4, deck=deck).fold()
    while not deal.state.done:
        if deal.may("discard"):
            deal.throw(2)
        elif deal.may("muck"):
            deal.muck()
        else:
            deal.passive()
    return deal


def shown_cards(events: Iterable[AnyEvent]) -> set[Card]:
    """Every known card that the events name."""
    named: set[Card] = set()
    for event in events:
        named |= {*getattr(event, "cards", ()), *getattr(event, "order", ())}
        named |= {getattr(event, "card", UNKNOWN)}
    return named - {UNKNOWN}


def entitled(deal: Deal, seat: int) -> set[Card]:
    """The cards that a viewer may know: its own, those dealt face up, and the board."""
    cards = {card for event in deal.events_of("BoardDealt") for card in event.cards}
    for event in deal.events_of("Dealt"):
        for owner, card, face in zip(event.seats, event.cards, event.faces, strict=True):
            if face == "U" or owner == seat:
                cards.add(card)
    return cards


def elsewhere(deck: Sequence[Card], known: set[Card]) -> list[Card]:
    """The same deck with every card that is not known in another place."""
    hidden = [card for card in deck if card not in known]
    moved = iter(hidden[1:] + hidden[:1])
    return [card if card in known else next(moved) for card in deck]


def text(events: Iterable[AnyEvent], seat: int) -> str:
    return "\n".join(write_event(event) for event in view(events, seat))


@pytest.mark.parametrize(
    "key",
    [
        pytest.param("seven-card-stud-hilo-8", marks=clause("POKER-6e2")),
        pytest.param("bbc-omaha", marks=clause("POKER-6e2")),
        pytest.param("seven-card-stud-hilo", marks=clause("POKER-1hole")),
        pytest.param("seven-card-stud", marks=clause("POKER-9c2")),
        pytest.param("holdem", marks=clause("POKER-10d")),
        pytest.param("omaha", marks=clause("POKER-11d2")),
        pytest.param("five-card-draw", marks=clause("POKER-12d2")),
        pytest.param("five-card-stud", marks=clause("POKER-13c2")),
        pytest.param("mambo-stud-hilo-6", marks=clause("POKER-13a-c2")),
        pytest.param("five-card-omaha", marks=clause("POKER-20e2")),
        pytest.param("triple-draw-2-7", marks=clause("POKER-21e2")),
        pytest.param("badugi", marks=clause("POKER-22e2")),
    ],
)
@pytest.mark.parametrize("seat", VIEWERS)
def test_nothing_shown_depends_on_a_card_that_the_viewer_may_not_see(key: str, seat: int) -> None:
    deal = played(key, mixed())
    other = played(key, elsewhere(mixed(), entitled(deal, seat)))
    assert text(other.log, seat) == text(deal.log, seat)
    assert other.events_of("Dealt") != deal.events_of("Dealt")


@clause("POKER-6e2")
@pytest.mark.parametrize("key", PLAYER_BANKED)
@pytest.mark.parametrize("seat", VIEWERS)
def test_a_viewer_sees_just_its_own_cards_and_those_face_up(key: str, seat: int) -> None:
    deal = played(key, mixed())
    assert shown_cards(view(deal.log, seat)) == entitled(deal, seat)


@clause("POKER-6e2")
@pytest.mark.parametrize("key", PLAYER_BANKED)
@pytest.mark.parametrize("seat", VIEWERS)
def test_the_state_that_a_viewer_holds_is_what_the_viewer_saw(key: str, seat: int) -> None:
    deal = played(key, mixed())
    for end in range(len(deal.log), 1, -len(deal.log) // 5):
        part = deal.log[:end]
        assert replay(deal.game, view(part, seat)) == hide(replay(deal.game, part), seat)


@clause("POKER-1hole")
def test_a_card_is_down_or_up_as_it_was_dealt() -> None:
    deal = Deal("seven-card-stud", 3).to_street("seventh street")
    faces = "".join(event.faces for event in deal.events_of("Dealt"))
    assert faces == "DDDDDDUUU" + "UUU" * 3 + "DDD"
    for owner in (1, 2, 3):
        for seat in (NOBODY, 1, 2, 3):
            down = hide(deal.state, seat).hands[owner].down
            assert down == (deal.state.hands[owner].down if owner == seat else (UNKNOWN,) * 3)


@clause("POKER-6e2")
def test_a_hand_that_is_tabled_is_seen_by_all() -> None:
    deal = Deal("holdem", 3, hands={1: "AsAh", 2: "KsKh", 3: "QsQh"}).to_street("showdown")
    assert not shown_cards(view(deal.log)) & set(deal.state.hands[1].down)
    deal.show().muck()
    assert {Card("As"), Card("Ah")} <= shown_cards(view(deal.log))
    assert not {Card("Ks"), Card("Kh"), Card("Qs"), Card("Qh")} & shown_cards(view(deal.log))
    assert {Card("Ks"), Card("Kh")} <= shown_cards(view(deal.log, 2))


@clause("POKER-6e2")
@pytest.mark.parametrize("key", ["holdem", "five-card-stud", "bbc-omaha"])
def test_a_hand_that_won_unseen_stays_unseen(key: str) -> None:
    deal = Deal(key, 3).fold().fold()
    assert deal.state.done
    up = {
        card
        for event in deal.events_of("Dealt")
        for card, face in zip(event.cards, event.faces, strict=True)
        if face == "U"
    }
    assert shown_cards(view(deal.log)) == up


@clause("POKER-6e2")
def test_burns_and_the_order_of_the_deck_are_shown_to_nobody() -> None:
    deal = Deal("five-card-draw", 8).to_street("draw")
    while not deal.state.done:
        if deal.may("discard"):
            deal.throw(5)
        else:
            deal.passive()
    assert deal.events_of("Reshuffled")
    for seat in (NOBODY, *range(1, 9)):
        for event in view(deal.log, seat):
            assert set(getattr(event, "order", ())) <= {UNKNOWN}
            assert getattr(event, "card", UNKNOWN) == UNKNOWN


@clause("POKER-6e2")
def test_a_refusal_names_no_card_and_tells_nothing_apart() -> None:
    deal = Deal("five-card-draw", 3).run("c c c")
    mine, others = deal.state.hands[1].down, deal.state.hands[2].down
    stub = deal.state.deck[deal.state.top :]
    asked: list[list[Command]] = [
        [Discard(1, others[:1]), Discard(1, stub[:1]), Discard(1, (mine[0], mine[0]))],
        [Show(2), Muck(2), Discard(2, others[:2])],
        [Demand(1), Demand(2)],
    ]
    for commands in asked:
        words = []
        for command in commands:
            with pytest.raises(Refused) as refused:
                play(deal.state, command)
            words.append(str(refused.value))
        assert len(set(words)) == 1
        assert not CARD.search(words[0])
