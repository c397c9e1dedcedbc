"""Omaha high at the Boston Billiard Club, with its stakes and options (BBC)."""

from croupier.chips import Chips
from croupier.games.s11_omaha import TWO_AND_THREE
from croupier.rules.game import Game, Players
from croupier.rules.offers import Ante, Blinds, BombPot, OddChip, RunTwice, Straddle
from croupier.rules.openers import LeftOfBlinds, LeftOfButton
from croupier.rules.sign import TableSign
from croupier.rules.steps import (
    NEAREST_BUTTON,
    Agree,
    Bet,
    Board,
    Burn,
    Deal,
    Share,
    showdown,
    street,
)


def pot_limit(small: int, big: int) -> TableSign:
    """A pot-limit row of the game's stakes table, in dollars."""
    return TableSign(
        structure="pot_limit",
        blinds=(Chips(small * 100), Chips(big * 100)),
        limits=(Chips(big * 100),),
        heads_up_button_small_blind=True,
        run_twice=True,
    )


def fixed_limit(small: int, lower: int, upper: int) -> TableSign:
    """A limit row of the game's stakes table, in dollars: the big blind is the lower limit."""
    return TableSign(
        structure="limit",
        blinds=(Chips(small * 100), Chips(lower * 100)),
        limits=(Chips(lower * 100), Chips(upper * 100)),
        heads_up_button_small_blind=True,
        run_twice=True,
    )


STAKES: dict[str, TableSign] = {
    "$1/$1 pot limit": pot_limit(1, 1),
    "$1/$2 pot limit": pot_limit(1, 2),
    "$2/$2 pot limit": pot_limit(2, 2),
    "$2/$5 pot limit": pot_limit(2, 5),
    "$5/$10 pot limit": pot_limit(5, 10),
    "$2/$4 limit": fixed_limit(1, 2, 4),
    "$3/$6 limit": fixed_limit(1, 3, 6),
    "$4/$8 limit": fixed_limit(2, 4, 8),
    "$8/$16 limit": fixed_limit(4, 8, 16),
    "$10/$20 limit": fixed_limit(5, 10, 20),
}

BBC_OMAHA = Game(
    key="bbc-omaha",
    section="BBC oma-hi",
    title="Boston Billiard Club omaha",
    kind="high",
    players=Players("oma-max", most=10),
    offers=(
        Ante("wag-ante"),
        Blinds("wag-blind", most_per_player=10_00),
        Straddle("straddle1", any_seat=True),
        BombPot("bomb1"),
        RunTwice("runtwice1"),
        OddChip("A-58"),
    ),
    streets=(
        street(
            "hole cards",
            Deal("oma-deal", down=4),
            Bet("oma-rounds", LeftOfBlinds()),
        ),
        street(
            "flop",
            Agree("runtwice1"),
            Burn("oma-rounds"),
            Board("oma-rounds", up=3),
            Bet("oma-rounds", LeftOfButton()),
        ),
        street(
            "turn",
            Agree("runtwice1"),
            Burn("oma-rounds"),
            Board("oma-rounds", up=1),
            Bet("oma-rounds", LeftOfButton(), tier="upper"),
        ),
        street(
            "river",
            Agree("runtwice1"),
            Burn("oma-rounds"),
            Board("oma-rounds", up=1),
            Bet("oma-rounds", LeftOfButton(), tier="upper"),
        ),
    ),
    finish=(
        showdown(
            "oma-win",
            Share("oma-win", "high", "high-5", TWO_AND_THREE, NEAREST_BUTTON),
            uneven="bomb3",
        ),
    ),
    sign=STAKES["$1/$2 pot limit"],
)
