"""`croupier rank`: rank poker hands."""

from typing import Annotated

import typer
from msgspec import Struct

from croupier.cards import Card, parse_cards, spell
from croupier.cli.given import AsJson
from croupier.cli.screen import print_json, print_table
from croupier.games import GAMES
from croupier.rankings import FAMILIES
from croupier.refused import Refused
from croupier.views.narration.wording import drawn
from croupier.views.printed.hand_ranks import families_of

NAME = "rank"
EXAMPLES = (
    "\b\nExamples:\n  croupier rank high-5 AsKsQsJsTs2c3d"
    "\n  croupier rank low-8 As2d3c6h8sKdKc 2s3h4d5c7s"
    "\n  croupier rank badugi As2d3h4c --json"
)


class Ranked(Struct, frozen=True):
    """A hand and its place among those given; equal places tie."""

    cards: str
    best: str
    category: str
    words: str
    strength: int
    place: int


def run(
    family: Annotated[
        str,
        typer.Argument(
            metavar="FAMILY", help=f"One of {', '.join(FAMILIES)}, or a library game's."
        ),
    ],
    cards: Annotated[
        list[str],
        typer.Argument(metavar="CARDS", help="Each hand as one word: AsKsQsJsTs, Jk1 a joker."),
    ],
    as_json: AsJson = False,
) -> None:
    """Find the best hand in the cards, or rank several hands."""
    hands = [parse_cards(word) for word in cards]
    ranked = rank(family, hands)
    if as_json:
        print_json({"family": family, "hands": ranked})
        return
    rows = [
        (str(hand.place), drawn(own), drawn(parse_cards(hand.best)), hand.words, str(hand.strength))
        for hand, own in sorted(zip(ranked, hands, strict=True), key=lambda pair: pair[0].place)
    ]
    print_table(
        ("place", "cards", "best", "hand", "strength"),
        rows,
        right="place strength",
        spare=("strength", "cards"),
    )


def rank(family: str, hands: list[tuple[Card, ...]]) -> list[Ranked]:
    """Rank the hands of the command line, all of one family."""
    if family in GAMES and family not in FAMILIES:
        families = dict.fromkeys(one.key for _, one in families_of(GAMES[family]))
        why = f"{family} is a game; name what ranks its hands: {' or '.join(families)}"
        raise Refused("FIELD family", why)
    ranking = FAMILIES[family]
    read = [ranking.hand(cards) for cards in hands]
    strengths = [0 if hand is None else hand.strength for hand in read]
    return [
        Ranked(
            cards=spell(cards),
            best=spell(hand.cards) if hand else "",
            category=hand.category if hand else "",
            words=hand.words if hand else "nothing qualifies",
            strength=strength,
            place=1 + sum(other > strength for other in strengths),
        )
        for cards, hand, strength in zip(hands, read, strengths, strict=True)
    ]
