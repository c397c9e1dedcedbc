"""Irregularities of poker, read beside Section 15: what may be reported, and what follows."""

from typing import Literal

from msgspec import Struct

from croupier.rules.banked import Irregularity
from croupier.rules.game import Game
from croupier.rules.sign import TableSign

PokerIrregularity = Literal[
    "not_shuffled",
    "wrong_start",
    "face_up_cards",
    "skipped_player",
    "ineligible",
    "missing_cards",
    "additional_cards",
    "face_up_card",
    "fouled",
    "collected",
    "wrong_number",
    "left_table",
    "disconnected",
    "exposed",
    "off_table",
    "shuffler_failed",
]
Reported = Literal[Irregularity, PokerIrregularity]
Follows = Literal["misdeal", "dead round", "refund", "protection", "leaving", "card", "exposure"]


class Accident(Struct, frozen=True, array_like=True):
    """An accident that befalls a card of a sealed deck when it is reached."""

    kind: Literal["face_up_card", "off_table", "exposed"]
    card: int  # its place in the deck, the top card 1


class Rule(Struct, frozen=True):
    """Section 15's rule on one irregularity, and until when it applies."""

    clause: str
    kind: PokerIrregularity
    follows: Follows
    until: Literal["the award", "two wagers", "the first card"] = "the award"


POKER_15: tuple[Rule, ...] = (
    Rule("POKER 15(e)(1)", "not_shuffled", "misdeal"),
    Rule("POKER 15(e)(2)", "wrong_start", "misdeal", until="two wagers"),
    Rule("POKER 15(e)(3)", "face_up_cards", "misdeal"),
    Rule("POKER 15(e)(4)", "skipped_player", "misdeal", until="two wagers"),
    Rule("POKER 15(f)", "ineligible", "refund"),
    Rule("POKER 15(g)", "missing_cards", "dead round"),
    Rule("POKER 15(g)", "additional_cards", "dead round"),
    Rule("POKER 15(h)", "face_up_card", "card"),
    Rule("POKER 15(i)", "fouled", "protection"),
    Rule("POKER 15(i)", "collected", "protection"),
    Rule("POKER 15(i)", "wrong_number", "protection"),
    Rule("POKER 15(i)(4)", "left_table", "leaving"),
    Rule("POKER 15(i)(4)", "disconnected", "leaving"),
    Rule("POKER 15(n)", "off_table", "card"),
    Rule("POKER 15(o)", "exposed", "exposure"),  # in stud (k), (l) or (m): see EXPOSURES
    Rule("POKER 15(p)", "shuffler_failed", "misdeal", until="the first card"),
)
RULES: dict[str, Rule] = {rule.kind: rule for rule in POKER_15}


class Exposure(Struct, frozen=True):
    """What a game does with a down-card that is turned up while it is dealt."""

    clause: str
    first: Literal["up_card", "exchange"]  # of the first deal
    both: Literal["", "dead"] = ""  # two of them
    later: Literal["", "choice"] = ""  # of a later street


EXPOSURES: dict[str, Exposure] = {
    "POKER 9": Exposure("POKER 15(k)", first="up_card", both="dead", later="choice"),
    "POKER 13": Exposure("POKER 15(l)", first="up_card"),
    "POKER 13a": Exposure("POKER 15(m)", first="up_card", later="choice"),
}
EXCHANGED = Exposure("POKER 15(o)", first="exchange")  # every other game


def exposure(game: Game) -> Exposure:
    """The rule on exposed cards that a game is dealt under.

    >>> from croupier.games import GAMES
    >>> exposure(GAMES["seven-card-stud"]).clause
    'POKER 15(k)'
    """
    return EXPOSURES.get(game.section, EXCHANGED)


def supplemented(sign: TableSign, kind: str) -> bool:
    """Whether a sign posts an approved supplement of the house (POKER 15(r)).

    >>> from croupier.rules.sign import Supplement
    >>> sign = TableSign(supplements=(Supplement("hands_protected", "all hands are on screens"),))
    >>> supplemented(sign, "hands_protected")
    False
    """
    return any(one.kind == kind and one.approval for one in sign.supplements)
