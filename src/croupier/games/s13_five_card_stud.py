"""Five-card stud, high only (POKER 13)."""

from croupier.rankings.picks import AnyOf
from croupier.rules.game import Game, Players
from croupier.rules.offers import Ante, ForcedBet, OpenerMustBet
from croupier.rules.openers import BestShowing, LowestUpcard
from croupier.rules.steps import Bet, Burn, Deal, Excess, Share, showdown, street

FIVE_CARD_STUD = Game(
    key="five-card-stud",
    section="POKER 13",
    title="five-card stud",
    kind="high",
    players=Players("13(b)", most=8),
    offers=(Ante("13(b)"), ForcedBet("13(d)"), OpenerMustBet("13(f)")),
    streets=(
        street(
            "second street",
            Deal("13(c)", down=1, up=1),
            Bet("13(d)", LowestUpcard(), forced=True, answers="13(e)"),
        ),
        street(
            "third street",
            Burn("13(f)"),
            Deal("13(f)", up=1),
            Bet("13(f)", BestShowing(), opener_must_bet=True),
        ),
        street(
            "fourth street",
            Burn("13(g)"),
            Deal("13(g)", up=1),
            Bet("13(g)", BestShowing(), tier="upper", opener_must_bet=True),
        ),
        street(
            "fifth street",
            Burn("13(g)"),
            Deal("13(g)", up=1),
            Bet("13(g)", BestShowing(), tier="upper", opener_must_bet=True),
        ),
    ),
    finish=(
        showdown(
            "13(h)", Share("13(h)", "high", "high-5", AnyOf(5), Excess("A-58", "highest_by_suit"))
        ),
    ),
    button=False,
)
