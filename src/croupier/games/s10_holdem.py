"""Hold'em, high only (POKER 10)."""

from croupier.rankings.picks import AnyOf
from croupier.rules.game import Game, Players
from croupier.rules.offers import Ante, Blinds, OddChip
from croupier.rules.openers import LeftOfBlinds, LeftOfButton
from croupier.rules.steps import NEAREST_BUTTON, Bet, Board, Burn, Deal, Share, showdown, street

HOLDEM = Game(
    key="holdem",
    section="POKER 10",
    title="hold'em",
    kind="high",
    players=Players("10(b)", most=11),
    offers=(Ante("10(b)"), Blinds("10(e)"), OddChip("A-58")),
    streets=(
        street(
            "hole cards",
            Deal("10(f)", down=2),
            Bet("10(g)", LeftOfBlinds()),
        ),
        street(
            "flop",
            Burn("10(h)"),
            Board("10(h)", up=3),
            Bet("10(h)", LeftOfButton()),
        ),
        street(
            "turn",
            Burn("10(i)"),
            Board("10(i)", up=1),
            Bet("10(i)", LeftOfButton(), tier="upper"),
        ),
        street(
            "river",
            Burn("10(j)"),
            Board("10(j)", up=1),
            Bet("10(j)", LeftOfButton(), tier="upper"),
        ),
    ),
    finish=(showdown("10(k)", Share("10(k)", "high", "high-5", AnyOf(5), NEAREST_BUTTON)),),
)
