"""Badugi (POKER 22)."""

from croupier.rankings.picks import AnyOf
from croupier.rules.game import Game, Players
from croupier.rules.offers import Ante, Blinds, Kill, OddChip, Straddle
from croupier.rules.openers import LeftOfBlinds, LeftOfButton
from croupier.rules.steps import Bet, Burn, Deal, Draw, Excess, Share, showdown, street

BADUGI = Game(
    key="badugi",
    section="POKER 22",
    title="badugi",
    kind="low",
    players=Players("22(a)", most=9),
    offers=(
        Ante("22(a)"),
        Blinds("22(c)"),
        Straddle("22(d)"),
        Kill("22(a)"),
        OddChip("22(j)(5)"),
    ),
    streets=(
        street(
            "first round",
            Deal("22(e)", down=4),
            Bet("22(f)", LeftOfBlinds()),
        ),
        street(
            "first draw",
            Burn("22(g)", if_spent="discards"),
            Draw("22(g)", most=4, spared="whole_round"),
            Bet("22(g)", LeftOfButton()),
        ),
        street(
            "second draw",
            Burn("22(h)", if_spent="discards"),
            Draw("22(h)", most=4, spared="whole_round"),
            Bet("22(h)", LeftOfButton(), tier="upper"),
        ),
        street(
            "third draw",
            Burn("22(i)", if_spent="discards"),
            Draw("22(i)", most=4, spared="whole_round"),
            Bet("22(i)", LeftOfButton(), tier="upper"),
        ),
    ),
    finish=(
        showdown(
            "22(j)",
            Share(
                "22(j)",
                "badugi",
                "badugi",
                AnyOf(4),
                Excess("22(j)(5)", "left_of_button", named=True),
            ),
        ),
    ),
)
