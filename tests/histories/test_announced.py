"""Announced decks: cards that the dealer names one by one, or leaves open until they are shown."""

from typing import Any

import pytest
from msgspec.structs import replace

from croupier.cards import UNKNOWN, Card, parse_cards
from croupier.chips import Chips
from croupier.engine import commands as say
from croupier.engine.commands import Command
from croupier.engine.events import AnyEvent, Due
from croupier.engine.play import ANNOUNCED, play, start
from croupier.engine.round import Round
from croupier.engine.turns import DEALER
from croupier.games import game_of
from croupier.refused import Refused
from croupier.room.table.progress import open_table
from croupier.rules.sign import TableSign, amend
from croupier.rules.sign_check import faults

LIBRARY = TableSign(
    unit=Chips(1), raise_cap=3, odd_chip="left_of_button", as_recorded=True, authorised=False
)


class Announced:
    """A round on an announced deck, with short words for the dealer and the seats."""

    def __init__(self, key: str, seats: int = 2, sign: TableSign = LIBRARY, **posted: Any) -> None:
        stacks = dict.fromkeys(range(1, seats + 1), 200_00)
        owed: tuple[Due, ...] | None = posted.pop("owed", None)
        stacks |= posted.pop("stacks", {})
        game, sign = game_of(key), replace(sign, **posted)
        self.log: list[AnyEvent]
        self.state: Round
        self.state, self.log = start(game, sign, stacks, order=ANNOUNCED, button=seats, owed=owed)

    def say(self, *commands: Command) -> "Announced":
        for command in commands:
            self.state, found = play(self.state, command)
            self.log += found
        return self

    def deal(self, *words: str) -> "Announced":
        for word in words:
            while self.burns:
                self.say(say.Announce((UNKNOWN,)))
            self.say(say.Announce(parse_cards(word)))
        return self

    @property
    def burns(self) -> bool:
        turn = self.state.turn(DEALER)
        return turn is not None and type(self.state.step).__name__ == "Burn"

    def check_down(self) -> "Announced":
        """Everybody checks or calls until a card is wanted, or a hand."""
        while self.state.turns and (turn := self.state.turns[0]).actor != DEALER:
            if turn.option("check"):
                self.say(say.Check(turn.actor))
            elif turn.option("call"):
                self.say(say.Call(turn.actor))
            else:
                break
        return self

    def refused(self, command: Command, clause: str) -> str:
        with pytest.raises(Refused) as caught:
            play(self.state, command)
        assert caught.value.clause == clause, str(caught.value)
        return caught.value.why


def holdem(*hands: str) -> Announced:
    """A hold'em round up to the showdown: two hands as announced, a full board."""
    deal = Announced("holdem").deal("".join(hands))
    for board in ("2c7d9h", "Ts", "4c"):
        deal.check_down().deal(board)
    return deal.check_down()


def test_the_dealer_is_asked_for_every_card() -> None:
    deal = Announced("holdem")
    (turn,) = deal.state.turns
    assert (turn.actor, turn.options[0].does, turn.options[0].most) == (DEALER, "announce", 4)
    deal.deal("AsKs", "AhKh")
    assert deal.state.hands[1].down == parse_cards("AsAh")
    assert deal.state.turns[0].actor != DEALER


def test_a_card_that_lies_on_the_table_is_not_dealt_again() -> None:
    deal = Announced("holdem").deal("AsKsAhKh").check_down()
    deal.say(say.Announce((UNKNOWN,)))
    assert "As" in deal.refused(say.Announce(parse_cards("As2c3c")), "FIELD cards")
    assert "2c" in deal.refused(say.Announce(parse_cards("2c2c3c")), "FIELD cards")


def test_an_unknown_hand_is_named_when_it_is_shown() -> None:
    deal = holdem("????", "????")
    seat = deal.state.turns[0].actor
    deal.refused(say.Show(seat), "FIELD cards")
    deal.say(say.Show(seat, parse_cards("AsAh")), say.Show(3 - seat, parse_cards("KsKh")))
    assert deal.state.done
    assert deal.state.stacks[seat] == 202_00


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ("As", "the whole hand"),
        ("AsAhAd", "the whole hand"),
        ("As??", "the whole hand"),
        ("As2c", "2c occurs twice"),
        ("AsAs", "As occurs twice"),
    ],
)
def test_a_hand_that_cannot_be_is_not_shown(cards: str, why: str) -> None:
    deal = holdem("????", "????")
    assert why in deal.refused(
        say.Show(deal.state.turns[0].actor, parse_cards(cards)), "FIELD cards"
    )


def test_known_cards_of_a_hand_must_be_among_those_shown() -> None:
    deal = holdem("QsJs", "????")
    seat = deal.state.turns[0].actor
    hand = {1: "Qs", 2: "Js"}[seat]
    why = deal.refused(say.Show(seat, parse_cards("3d3h")), "FIELD cards")
    assert f"{hand} was dealt to this hand" in why
    deal.say(say.Show(seat, parse_cards(f"3d{hand}")))
    assert deal.state.hands[seat].down == parse_cards(f"{hand}3d")


def test_the_showdown_decides_among_the_hands_shown() -> None:
    deal = holdem("As??", "Ah??")
    first = deal.state.turns[0].actor
    deal.say(say.Muck(first))
    assert deal.state.done
    assert deal.state.stacks[3 - first] == 202_00


def test_a_thrown_hand_may_be_named_when_the_round_is_over() -> None:
    deal = holdem("????", "????")
    first = deal.state.turns[0].actor
    deal.say(say.Muck(first))
    deal.refused(say.Show(first), "FIELD cards")
    deal.refused(say.Show(first, parse_cards("2c3c")), "FIELD cards")
    deal.say(say.Show(first, parse_cards("3s3c")))
    assert type(deal.log[-1]).__name__ == "Revealed"


def test_unknown_cards_may_be_thrown_and_drawn() -> None:
    deal = Announced("five-card-draw").deal("??" * 10).check_down()
    deal.say(say.Announce((UNKNOWN,)))
    deal.say(say.Discard(1, parse_cards("9c9h"))).deal("As??")
    assert deal.state.hands[1].down == (UNKNOWN, UNKNOWN, UNKNOWN, Card("As"), UNKNOWN)


def test_a_renewed_announced_deck_has_no_known_order() -> None:
    deal = Announced("badugi", 8, authorised=True, as_recorded=False, unit=Chips(1_00), odd_chip="")
    deal.deal("".join(f"{rank}{suit}" for rank in "23456789" for suit in "cdhs")).check_down()
    deal.say(say.Announce(parse_cards("Tc")))
    while (turn := deal.state.turns[0]).options[0].does != "reshuffle":
        if turn.actor == DEALER:
            deal.say(say.Announce((UNKNOWN,) * turn.options[0].most))
        else:
            deal.say(say.Discard(turn.actor, deal.state.hands[turn.actor].down))
    count = deal.state.turns[0].options[0].most
    deal.refused(say.Reshuffle((UNKNOWN,) * (count - 1)), "POKER 22(g)")
    deal.say(say.Reshuffle((UNKNOWN,) * count))
    assert deal.state.left == count
    assert deal.state.turns[0].options[0].does == "announce"


# --- what a hand history may do and a table may not ---------------------------------------------


def test_the_opener_may_complete_instead_of_bringing_in() -> None:
    def third_street() -> Announced:
        return Announced("seven-card-stud").deal("????????2cKd")

    turn = third_street().state.turns[0]
    assert (turn.actor, [option.does for option in turn.options]) == (1, ["call", "bet"])
    brought = third_street().say(say.Call(1))
    assert (brought.state.pot, brought.state.turns[0].actor) == (1_00, 2)
    full = third_street().say(say.Bet(1, Chips(2_00)))
    assert (full.state.pot, full.state.turns[0].to_call) == (2_00, 2_00)
    third_street().refused(say.Fold(1), "POKER 1 fold")
    third_street().refused(say.Bet(1, Chips(1_50)), "POKER 17")


def test_the_opener_of_a_table_is_not_asked() -> None:
    table = replace(LIBRARY, as_recorded=False)
    deal = Announced("seven-card-stud", sign=table).deal("????????2cKd")
    assert (deal.state.pot, deal.state.turns[0].actor) == (1_00, 2)


def test_an_unknown_up_card_never_opens() -> None:
    deal = Announced("seven-card-stud", 3).deal("????????????????5h")
    assert deal.state.turns[0].actor == 3


def test_a_recorded_hand_may_be_folded_unasked() -> None:
    deal = Announced("holdem").deal("AsKsAhKh").check_down().deal("2c3c4c")
    first = deal.state.turns[0].actor
    assert deal.say(say.Fold(first)).state.done


def test_no_table_can_post_what_belongs_to_hand_histories() -> None:
    holdem = game_of("holdem")
    (fault,) = faults(holdem, TableSign(as_recorded=True))
    assert fault.clause == "A-30"
    for key in ("as_recorded", "authorised"):
        with pytest.raises(Refused):
            amend(TableSign(), {key: "true"})
    with pytest.raises(Refused):
        open_table(holdem, LIBRARY)


def test_dead_antes_are_nobodys_bet() -> None:
    """Seat 1 is all-in on an ante that is not trimmed, and still contends for every ante."""
    owed = tuple(Due(seat, "dead", Chips(50), "SIGN ante") for seat in (1, 2, 3))
    owed += (
        Due(1, "blind", Chips(1_00), "SIGN blinds"),
        Due(2, "blind", Chips(2_00), "SIGN blinds"),
    )
    deal = Announced("holdem", 3, stacks={1: 50}, owed=owed).deal("AsKsQsAhKhQh")
    for board in ("2c7d9h", "Ts", "4c"):
        deal.check_down().deal(board)
    deal.check_down()
    while not deal.state.done:
        deal.say(say.Show(deal.state.turns[0].actor))
    assert deal.state.stacks == {1: 1_50, 2: 201_50, 3: 197_50}


def test_a_live_post_counts_and_keeps_its_option() -> None:
    owed = (
        Due(1, "blind", Chips(1_00), "SIGN blinds"),
        Due(2, "blind", Chips(2_00), "SIGN blinds"),
        Due(4, "post", Chips(2_00), "SIGN blinds"),
    )
    deal = Announced("holdem", 4, owed=owed).deal("??" * 8)
    assert deal.state.turns[0].actor == 3
    deal.say(say.Call(3))
    assert [option.does for option in deal.state.turns[0].options] == ["fold", "check", "raise"]
