"""Mambo stud, high-low split six or better (POKER 13a)."""

from croupier.rankings.picks import AnyOf
from croupier.rules.game import Game, Players
from croupier.rules.offers import Ante, ForcedBet
from croupier.rules.openers import HighestUpcard, LowestUpcard, PairedUpcard
from croupier.rules.steps import Bet, Board, Burn, Deal, Excess, Share, showdown, street

MAMBO_STUD = Game(
    key="mambo-stud-hilo-6",
    section="POKER 13a",
    title="mambo stud high-low split six or better",
    short="mambo stud hi-lo 6",
    kind="high-low",
    players=Players("13a(b)", most=11),
    offers=(Ante("13a(b)"), ForcedBet("13a(d)")),
    streets=(
        street(
            "second card",
            Deal("13a(c)", down=1, up=1),
            Bet("13a(d)", LowestUpcard(), forced=True, answers="13a(e)"),
        ),
        street(
            "third card",
            Burn("13a(f)"),
            Deal("13a(f)", down=1),
            Bet("13a(f)", HighestUpcard(), tier="upper", answers="13a(g)"),
        ),
        street(
            "community card",
            Burn("13a(h)"),
            Board("13a(h)", up=1),
            Bet("13a(h)", PairedUpcard(), tier="upper", answers="13a(i)"),
        ),
    ),
    finish=(
        showdown(
            "13a(j)",
            Share("13a(j)", "high", "high-3", AnyOf(3), Excess("13a(j)(2)", "highest_by_suit")),
            Share("13a(k)", "low", "low-6", AnyOf(3), Excess("13a(j)(3)", "lowest_by_suit")),
            uneven="13a(j)(1)",
        ),
    ),
    button=False,
)
