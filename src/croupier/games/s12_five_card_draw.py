"""Five-card draw: high and low (POKER 12)."""

from croupier.rankings.picks import AnyOf
from croupier.rules.game import Game, Players
from croupier.rules.offers import Ante, Blinds, OddChip, OwnDiscards
from croupier.rules.openers import LeftOfBlinds, LeftOfButton
from croupier.rules.steps import NEAREST_BUTTON, Bet, Burn, Deal, Draw, Share, showdown, street

PLAYERS = Players("12(b)", most=8)
OFFERS = (Ante("12(b)"), Blinds("12(e)"), OddChip("A-58"), OwnDiscards("12(f)(2)"))
STREETS = (
    street(
        "first round",
        Deal("12(d)", down=5),
        Bet("12(e)", LeftOfBlinds()),
    ),
    street(
        "draw",
        Burn("12(f)(1)", if_spent="discards"),
        Draw("12(f)", most=5, renewed="12(f)(2)"),
        Bet("12(g)", LeftOfButton(), tier="upper"),
    ),
)

FIVE_CARD_DRAW = Game(
    key="five-card-draw",
    section="POKER 12",
    title="five-card draw",
    kind="high",
    players=PLAYERS,
    offers=OFFERS,
    streets=STREETS,
    finish=(showdown("12(h)", Share("12(h)(1)", "high", "high-5", AnyOf(5), NEAREST_BUTTON)),),
)

FIVE_CARD_DRAW_LOW = Game(
    key="five-card-draw-low",
    section="POKER 12",
    title="five-card draw low",
    kind="low",
    players=PLAYERS,
    offers=OFFERS,
    streets=STREETS,
    finish=(showdown("12(h)", Share("12(h)(2)", "low", "low-a5", AnyOf(5), NEAREST_BUTTON)),),
)
