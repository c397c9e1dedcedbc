"""Seven-card stud: high, high-low split, high-low split eight or better (POKER 9)."""

from croupier.rankings.picks import AnyOf
from croupier.rules.game import Game, Players
from croupier.rules.offers import Ante, ForcedBet
from croupier.rules.openers import BestShowing, HighestUpcard, LowestUpcard, Opener
from croupier.rules.steps import Bet, Burn, Deal, Excess, Share, Street, showdown, street

OFFERS = (Ante("9(b)"), ForcedBet("9(e)"))


def third_street(clause: str, opener: Opener) -> Street:
    """The third street of stud: two down, one up and the forced bet, by the opener of the game."""
    return street(
        "third street",
        Deal("9(c)", down=2, up=1),
        Bet(clause, opener, forced=True, answers="9(e)"),
    )


LATER_STREETS = (
    street(
        "fourth street",
        Burn("9(f)"),
        Deal("9(f)", up=1),
        Bet("9(f)", BestShowing(), answers="9(g)"),
    ),
    street(
        "fifth street",
        Burn("9(h)"),
        Deal("9(h)", up=1),
        Bet("9(h)", BestShowing(), tier="upper"),
    ),
    street(
        "sixth street",
        Burn("9(h)", if_spent="burns"),
        Deal("9(h)", up=1, if_short="common"),
        Bet("9(h)", BestShowing(), tier="upper"),
    ),
    street(
        "seventh street",
        Burn("9(h)", if_spent="burns"),
        Deal("9(h)", down=1, if_short="common"),
        Bet("9(h)", BestShowing(), tier="upper"),
    ),
)

HIGH = Share("9(i)(2)", "high", "high-5", AnyOf(5), Excess("9(i)(2)(ii)", "highest_by_suit"))

SEVEN_CARD_STUD = Game(
    key="seven-card-stud",
    section="POKER 9",
    title="seven-card stud",
    kind="high",
    players=Players("9(b)", most=9),
    offers=OFFERS,
    streets=(third_street("9(d)(1)", LowestUpcard()), *LATER_STREETS),
    finish=(
        showdown(
            "9(i)", Share("9(i)(1)", "high", "high-5", AnyOf(5), Excess("A-58", "highest_by_suit"))
        ),
    ),
    button=False,
)

SEVEN_CARD_STUD_HILO = Game(
    key="seven-card-stud-hilo",
    section="POKER 9",
    title="seven-card stud high-low split",
    short="seven-card stud hi-lo",
    kind="high-low",
    players=Players("9(b)", most=9),
    offers=OFFERS,
    streets=(third_street("9(d)(2)", HighestUpcard(ace_low=True)), *LATER_STREETS),
    finish=(
        showdown(
            "9(i)",
            HIGH,
            Share("9(i)(2)", "low", "low-a5", AnyOf(5), Excess("9(i)(2)(iii)", "lowest_by_suit")),
            uneven="9(i)(2)(i)",
        ),
    ),
    button=False,
)

SEVEN_CARD_STUD_HILO_8 = Game(
    key="seven-card-stud-hilo-8",
    section="POKER 9",
    title="seven-card stud high-low split eight or better",
    short="seven-card stud hi-lo 8",
    kind="high-low",
    players=Players("9(b)", most=9),
    offers=OFFERS,
    streets=(third_street("9(d)(3)", LowestUpcard()), *LATER_STREETS),
    finish=(
        showdown(
            "9(i)",
            HIGH,
            Share("9(j)", "low", "low-8", AnyOf(5), Excess("9(i)(2)(iii)", "lowest_by_suit")),
            uneven="9(i)(2)(i)",
        ),
    ),
    button=False,
)
