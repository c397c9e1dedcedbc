"""Short deck: hold'em with 36 cards, in which a flush beats a full house.

Everything the game adds is in this file: its deck, its ranking and its rules. Every player antes
and the button posts one blind more; A-6-7-8-9 is the lowest straight.
"""

from croupier.cards import deck_from
from croupier.chips import Chips
from croupier.rankings.families import Family
from croupier.rankings.picks import AnyOf
from croupier.rules.game import Game, Players
from croupier.rules.offers import Ante, Blinds
from croupier.rules.openers import LeftOfBlinds, LeftOfButton
from croupier.rules.sign import TableSign
from croupier.rules.steps import NEAREST_BUTTON, Bet, Board, Burn, Deal, Share, showdown, street

SHORT_DECK_HIGH = Family(
    key="short-deck-high",
    clause="POKER 3(b)",
    size=5,
    ace="either",
    wins="highest",
    categories=(
        "royal flush",
        "straight flush",
        "four-of-a-kind",
        "flush",
        "full house",
        "straight",
        "three-of-a-kind",
        "two pairs",
        "one pair",
        "high card",
    ),
    lowest=6,
)

SHORT_DECK = Game(
    key="short-deck",
    section="POKER 10",
    title="short deck hold'em",
    kind="high",
    players=Players("10(b)", most=10),
    offers=(Ante("10(b)"), Blinds("10(e)")),
    streets=(
        street("hole cards", Deal("10(f)", down=2), Bet("10(g)", LeftOfBlinds())),
        street("flop", Burn("10(h)"), Board("10(h)", up=3), Bet("10(h)", LeftOfButton())),
        street("turn", Burn("10(i)"), Board("10(i)"), Bet("10(i)", LeftOfButton(), tier="upper")),
        street("river", Burn("10(j)"), Board("10(j)"), Bet("10(j)", LeftOfButton(), tier="upper")),
    ),
    finish=(showdown("10(k)", Share("10(k)", "high", SHORT_DECK_HIGH, AnyOf(5), NEAREST_BUTTON)),),
    sign=TableSign(structure="no_limit", ante=Chips(1_00), limits=(Chips(2_00),)),
    cards=deck_from("6"),
    authorised=False,
)
