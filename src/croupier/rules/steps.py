"""What the dealer's hands do, step by step; the first argument of every step is its clause."""

from typing import Literal

from msgspec import Struct

from croupier.rankings.families import Family
from croupier.rankings.picks import Pick
from croupier.rules.banked import BankedStep
from croupier.rules.openers import Opener
from croupier.rules.step import Step

Tier = Literal["lower", "upper"]
Precedence = Literal["highest_by_suit", "lowest_by_suit", "left_of_button"]


class Burn(Step, frozen=True):
    """Take the top card out of play, face down; `if_spent` names the pile that renews the deck."""

    if_spent: Literal["", "burns", "discards"] = ""
    leaves: int = 0  # cards that must be left for the step after it
    street: str = ""

    @property
    def reserve(self) -> int:
        """How few cards are too few for a burn step (POKER 9(h): one or none; a draw: none)."""
        return 1 if self.if_spent == "burns" else self.leaves


class Deal(Step, frozen=True):
    """Deal to every live player, a round of cards at a time: first down, then up."""

    down: int = 0
    up: int = 0
    if_short: Literal["", "common"] = ""  # one face-up card for all when the deck cannot serve each
    street: str = ""


class Board(Step, frozen=True):
    """Deal community cards face up, to each of the named boards."""

    up: int = 1
    boards: tuple[int, ...] = (0,)
    street: str = ""


class Draw(Step, frozen=True):
    """Each live player in turn discards up to `most` cards and receives as many."""

    most: int = 5
    spared: Literal["this_draw", "whole_round"] = "this_draw"  # the drawer's own discards
    renewed: str = ""  # the clause of a reshuffle, where it is another
    street: str = ""


class Discard(Step, frozen=True):
    """Each live player in turn throws exactly `count` cards and gets none for them."""

    count: int = 1
    street: str = ""


class Bet(Step, frozen=True):
    """A betting round; `forced` begins with the forced bet of the opener (POKER 7(b)(3))."""

    opener: Opener
    tier: Tier = "lower"
    forced: bool = False
    opener_must_bet: bool = False  # where the sign may post it (POKER 13(f), A-34)
    answers: str = ""  # the clause of all who act after the opener, where it is another
    street: str = ""


class Agree(Step, frozen=True):
    """The last two players, with no betting left, may agree to run the rest twice."""

    street: str = ""


class Excess(Struct, frozen=True):
    """The rule for odd chips when winners tie; `named` if the house may name another player."""

    clause: str
    rule: Precedence
    named: bool = False


NEAREST_BUTTON = Excess("A-58", "left_of_button", named=True)  # where the section says nothing


class Share(Struct, frozen=True):
    """A part of every pot: who wins it, by which ranking, and who gets the excess of a tie."""

    clause: str
    name: str
    ranking: str | Family  # the key of a family, or one of the game's own
    pick: Pick
    excess: Excess

    @property
    def by_suit(self) -> Precedence:
        """The suit rule of this share's side of the pot."""
        return "highest_by_suit" if self.name == "high" else "lowest_by_suit"


class Showdown(Step, frozen=True):
    """Live hands are shown in order and every pot is awarded; an uneven split favors share one."""

    shares: tuple[Share, ...]
    uneven: str = ""
    asks: bool = True  # False: every hand is already face up
    street: str = ""


AnyStep = Burn | Deal | Board | Draw | Discard | Bet | Agree | Showdown | BankedStep


class Street(Struct, frozen=True):
    """A named run of steps."""

    name: str
    steps: tuple[AnyStep, ...]


def street(name: str, *steps: AnyStep) -> Street:
    """Write a street as the regulation does: its name, then what happens."""
    return Street(name, steps)


def showdown(clause: str, *shares: Share, uneven: str = "") -> Showdown:
    """A game's finish: the shares of every pot, and the clause for a pot that halves unevenly."""
    return Showdown(clause, shares, uneven)
