"""Triple draw: 2-7, ace-5, badeucey, badacey (POKER 21)."""

from croupier.rankings.picks import AnyOf
from croupier.rules.game import Game, Players
from croupier.rules.offers import Ante, Blinds, Kill, OddChip, OwnDiscards, Straddle
from croupier.rules.openers import LeftOfBlinds, LeftOfButton
from croupier.rules.steps import Bet, Burn, Deal, Draw, Excess, Share, showdown, street

PLAYERS = Players("21(a)", most=7)
OFFERS = (
    Ante("21(a)"),
    Blinds("21(c)"),
    Straddle("21(d)"),
    Kill("21(a)"),
    OddChip("21(j)(2)"),
    OwnDiscards("21(g)"),
)
STREETS = (
    street(
        "first round",
        Deal("21(e)", down=5),
        Bet("21(f)", LeftOfBlinds()),
    ),
    street(
        "first draw",
        Burn("21(g)", if_spent="discards"),
        Draw("21(g)", most=5),
        Bet("21(g)", LeftOfButton()),
    ),
    street(
        "second draw",
        Burn("21(h)", if_spent="discards"),
        Draw("21(h)", most=5),
        Bet("21(h)", LeftOfButton(), tier="upper"),
    ),
    street(
        "third draw",
        Burn("21(i)", if_spent="discards"),
        Draw("21(i)", most=5),
        Bet("21(i)", LeftOfButton(), tier="upper"),
    ),
)


def lowball(clause: str, ranking: str) -> Share:
    """The share of a pot for the best low hand of five, as the game's file lists it."""
    return Share(clause, "low", ranking, AnyOf(5), Excess("21(j)(2)", "left_of_button", named=True))


def badugi_half(clause: str, ranking: str) -> Share:
    """The share of a pot for the best badugi among the five cards, as the game's file lists it."""
    return Share(
        clause, "badugi", ranking, AnyOf(4), Excess("21(j)(2)", "left_of_button", named=True)
    )


TRIPLE_DRAW_2_7 = Game(
    key="triple-draw-2-7",
    section="POKER 21",
    title="2-7 triple draw",
    kind="low",
    players=PLAYERS,
    offers=OFFERS,
    streets=STREETS,
    finish=(
        showdown(
            "21(j)",
            lowball("21(j)(3)", "low-27"),
        ),
    ),
)

TRIPLE_DRAW_A_5 = Game(
    key="triple-draw-a-5",
    section="POKER 21",
    title="ace-5 triple draw",
    kind="low",
    players=PLAYERS,
    offers=OFFERS,
    streets=STREETS,
    finish=(
        showdown(
            "21(j)",
            lowball("21(j)(4)", "low-a5"),
        ),
    ),
)

BADEUCEY = Game(
    key="badeucey",
    section="POKER 21",
    title="badeucey",
    kind="low",
    players=PLAYERS,
    offers=OFFERS,
    streets=STREETS,
    finish=(
        showdown(
            "21(k)(1)",
            lowball("21(k)(1)(i)", "low-27"),
            badugi_half("21(k)(1)(i)", "badugi-27"),
            uneven="21(k)(1)(ii)",
        ),
    ),
)

BADACEY = Game(
    key="badacey",
    section="POKER 21",
    title="badacey",
    kind="low",
    players=PLAYERS,
    offers=OFFERS,
    streets=STREETS,
    finish=(
        showdown(
            "21(k)(2)",
            lowball("21(k)(2)(i)", "low-a5"),
            badugi_half("21(k)(2)(i)", "badugi"),
            uneven="21(k)(2)(ii)",
        ),
    ),
)
