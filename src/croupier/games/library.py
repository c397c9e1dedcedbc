"""Games known to hand histories that no section authorizes: only friends may play them."""

from msgspec.structs import replace

from croupier.games.s09_seven_card_stud import LATER_STREETS, third_street
from croupier.games.s12_five_card_draw import STREETS
from croupier.rankings.picks import AnyOf
from croupier.rules.game import Game, Players
from croupier.rules.offers import Ante, Blinds, ForcedBet
from croupier.rules.openers import BestShowing, HighestUpcard
from croupier.rules.steps import NEAREST_BUTTON, AnyStep, Bet, Excess, Share, Street, showdown


def _lowest_opens(part: Street, *, ace_high: bool = False) -> Street:
    def turned(step: AnyStep) -> AnyStep:
        opener = BestShowing(low=True, ace_high=ace_high)
        return replace(step, opener=opener) if isinstance(step, Bet) else step

    return replace(part, steps=tuple(turned(step) for step in part.steps))


RAZZ = Game(
    key="razz",
    section="POKER 9",
    title="razz",
    kind="low",
    players=Players("9(b)", most=9),
    offers=(Ante("9(b)"), ForcedBet("9(e)")),
    streets=(
        third_street("9(d)", HighestUpcard(ace_low=True)),
        *(_lowest_opens(part) for part in LATER_STREETS),
    ),
    finish=(
        showdown(
            "9(i)", Share("3(f)", "low", "low-a5", AnyOf(5), Excess("A-58", "lowest_by_suit"))
        ),
    ),
    button=False,
    authorised=False,
)

RAZZ_2_7 = Game(
    key="2-7-razz",
    section="POKER 9",
    title="2-7 razz",
    kind="low",
    players=RAZZ.players,
    offers=RAZZ.offers,
    streets=(
        third_street("9(d)", HighestUpcard()),
        *(_lowest_opens(part, ace_high=True) for part in LATER_STREETS),
    ),
    finish=(
        showdown(
            "9(i)", Share("21(j)(3)", "low", "low-27", AnyOf(5), Excess("A-58", "lowest_by_suit"))
        ),
    ),
    button=False,
    authorised=False,
)

SINGLE_DRAW_2_7 = Game(
    key="2-7-single-draw",
    section="POKER 12",
    title="2-7 single draw",
    kind="low",
    players=Players("12(b)", most=8),
    offers=(Ante("12(b)"), Blinds("12(e)")),
    streets=STREETS,
    finish=(showdown("12(h)", Share("21(j)(3)", "low", "low-27", AnyOf(5), NEAREST_BUTTON)),),
    authorised=False,
)
