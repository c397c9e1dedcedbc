"""Omaha: high, and high-low split eight or better with its kill (POKER 11)."""

from croupier.rankings.picks import Exactly
from croupier.rules.game import Game, Players
from croupier.rules.offers import Ante, Blinds, Kill, OddChip
from croupier.rules.openers import LeftOfBlinds, LeftOfButton
from croupier.rules.steps import (
    NEAREST_BUTTON,
    Bet,
    Board,
    Burn,
    Deal,
    Excess,
    Share,
    showdown,
    street,
)

TWO_AND_THREE = Exactly(own=2, board=3)

STREETS = (
    street(
        "hole cards",
        Deal("11(d)", down=4),
        Bet("11(e)", LeftOfBlinds()),
    ),
    street(
        "flop",
        Burn("11(e)"),
        Board("11(e)", up=3),
        Bet("11(e)", LeftOfButton()),
    ),
    street(
        "turn",
        Burn("11(e)"),
        Board("11(e)", up=1),
        Bet("11(e)", LeftOfButton(), tier="upper"),
    ),
    street(
        "river",
        Burn("11(e)"),
        Board("11(e)", up=1),
        Bet("11(e)", LeftOfButton(), tier="upper"),
    ),
)

OMAHA = Game(
    key="omaha",
    section="POKER 11",
    title="omaha",
    kind="high",
    players=Players("11(b)", most=10),
    offers=(Ante("11(b)"), Blinds("11(e)"), OddChip("A-58")),
    streets=STREETS,
    finish=(showdown("11(f)", Share("11(f)(1)", "high", "high-5", TWO_AND_THREE, NEAREST_BUTTON)),),
)

OMAHA_HILO_8 = Game(
    key="omaha-hilo-8",
    section="POKER 11",
    title="omaha high-low split eight or better",
    short="omaha hi-lo 8",
    kind="high-low",
    players=Players("11(b)", most=10),
    offers=(Ante("11(b)"), Blinds("11(e)"), Kill("11(i)")),
    streets=STREETS,
    finish=(
        showdown(
            "11(f)",
            Share(
                "11(f)(2)",
                "high",
                "high-5",
                TWO_AND_THREE,
                Excess("11(f)(2)(ii)", "highest_by_suit"),
            ),
            Share(
                "11(g)",
                "low",
                "low-8",
                TWO_AND_THREE,
                Excess("11(f)(2)(iii)", "lowest_by_suit"),
            ),
            uneven="11(f)(2)(i)",
        ),
    ),
)
