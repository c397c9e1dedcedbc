"""Five-card omaha: high, and high-low split eight or better with its kill (POKER 20)."""

from croupier.games.s11_omaha import TWO_AND_THREE
from croupier.rules.game import Game, Players
from croupier.rules.offers import Ante, Blinds, Kill, OddChip, Straddle
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

PLAYERS = Players("20(a)", most=8)
STREETS = (
    street(
        "hole cards",
        Deal("20(e)", down=5),
        Bet("20(f)", LeftOfBlinds()),
    ),
    street(
        "flop",
        Burn("20(g)"),
        Board("20(g)", up=3),
        Bet("20(g)", LeftOfButton()),
    ),
    street(
        "turn",
        Burn("20(h)"),
        Board("20(h)", up=1),
        Bet("20(h)", LeftOfButton(), tier="upper"),
    ),
    street(
        "river",
        Burn("20(i)"),
        Board("20(i)", up=1),
        Bet("20(i)", LeftOfButton(), tier="upper"),
    ),
)

FIVE_CARD_OMAHA = Game(
    key="five-card-omaha",
    section="POKER 20",
    title="five-card omaha",
    kind="high",
    players=PLAYERS,
    offers=(Ante("20(a)"), Blinds("20(c)"), Straddle("20(d)"), OddChip("A-58")),
    streets=STREETS,
    finish=(showdown("20(j)", Share("20(j)(1)", "high", "high-5", TWO_AND_THREE, NEAREST_BUTTON)),),
)

FIVE_CARD_OMAHA_HILO_8 = Game(
    key="five-card-omaha-hilo-8",
    section="POKER 20",
    title="five-card omaha high-low split eight or better",
    short="five-card omaha hi-lo 8",
    kind="high-low",
    players=PLAYERS,
    offers=(
        Ante("20(a)"),
        Blinds("20(c)"),
        Straddle("20(d)"),
        OddChip("20(j)(2)(ii)"),
        Kill("20(k)(3)"),
    ),
    streets=STREETS,
    finish=(
        showdown(
            "20(j)",
            Share(
                "20(j)(2)(i)",
                "high",
                "high-5",
                TWO_AND_THREE,
                Excess("20(j)(2)(ii)", "highest_by_suit", named=True),
            ),
            Share(
                "20(k)(1)",
                "low",
                "low-8",
                TWO_AND_THREE,
                Excess("20(j)(2)(iii)", "lowest_by_suit", named=True),
            ),
            uneven="20(j)(2)(i)",
        ),
    ),
)
