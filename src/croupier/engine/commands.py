"""Commands: what a player, the dealer or the floor may ask for."""

from typing import Any, ClassVar, Literal, get_args

import msgspec
from msgspec import Struct

from croupier.cards import UNKNOWN, Card
from croupier.chips import Chips
from croupier.refused import Refused, brief
from croupier.rules.irregular import Reported


class Fold(Struct, frozen=True, tag=True):
    """Discard the hand rather than match a wager (POKER 1)."""

    seat: int
    does: ClassVar[str] = "fold"


class Check(Struct, frozen=True, tag=True):
    """Waive the right to open, or the blind's option to raise (POKER 1)."""

    seat: int
    does: ClassVar[str] = "check"


class Call(Struct, frozen=True, tag=True):
    """Match what is owed, or go all-in for less (POKER 1)."""

    seat: int
    does: ClassVar[str] = "call"


class Bet(Struct, frozen=True, tag=True):
    """Open the betting of a round (POKER 1)."""

    seat: int
    to: Chips
    does: ClassVar[str] = "bet"


class RaiseTo(Struct, frozen=True, tag=True):
    """Raise, or complete a forced bet, to a total for this betting round (POKER 1)."""

    seat: int
    to: Chips
    does: ClassVar[str] = "raise"


class Discard(Struct, frozen=True, tag=True):
    """Throw cards for as many new ones; none to stand pat (POKER 12(f))."""

    seat: int
    cards: tuple[Card, ...] = ()
    does: ClassVar[str] = "discard"


class Show(Struct, frozen=True, tag=True):
    """Table the hand: at the showdown, or voluntarily when the round is over.

    Where some of its cards are not known, because the deck was announced, `cards` names them all.
    """

    seat: int
    cards: tuple[Card, ...] = ()
    does: ClassVar[str] = "show"


class Muck(Struct, frozen=True, tag=True):
    """Concede at the showdown without showing (POKER 15(d))."""

    seat: int
    does: ClassVar[str] = "muck"


class Agree(Struct, frozen=True, tag=True):
    """Answer whether to run the rest twice (BBC runtwice1)."""

    seat: int
    yes: bool = True
    does: ClassVar[str] = "agree"


class Reshuffle(Struct, frozen=True, tag=True):
    """The dealer's new order of the cards that renew the deck (POKER 9(h), 12(f)(2))."""

    order: tuple[Card, ...]
    does: ClassVar[str] = "reshuffle"
    seat: ClassVar[int] = 0


class Announce(Struct, frozen=True, tag=True):
    """The dealer's word for the next cards of a deck that was not sealed beforehand."""

    cards: tuple[Card, ...]
    does: ClassVar[str] = "announce"
    seat: ClassVar[int] = 0


class Place(Struct, frozen=True, tag=True):
    """Set the player's wagers before the cards, or place the wager of a choice."""

    seat: int
    wagers: dict[str, Chips]
    position: int = 0  # a second position, where the sign allows it
    coupon: Chips = Chips(0)  # a match play coupon beside the ante, where the sign allows it
    does: ClassVar[str] = "place"


class NoMoreBets(Struct, frozen=True, tag=True):
    """The dealer ends the betting before the first card (THB 7(b), FLOP 7(b), TCJ 7(b))."""

    does: ClassVar[str] = "no_more_bets"
    seat: ClassVar[int] = 0


class Surrender(Struct, frozen=True, tag=True):
    """Give the ante up and play on for the pot (FLOP 10(a)(2))."""

    seat: int
    does: ClassVar[str] = "surrender"


class Report(Struct, frozen=True, tag=True):
    """The dealer or the floor names an irregularity; the document says what follows."""

    kind: Reported
    seat: int = 0  # whose hand it concerns
    card: Card = UNKNOWN  # the card found face up, exposed or off the table
    mended: bool = False  # it could be corrected: THB 13(d), POKER 15(i)(2)
    contributed: bool = False  # the player contributed to the error (POKER 15(i)(3))
    reason: str = ""  # what was seen, for the incident log
    does: ClassVar[str] = "report"


class Protect(Struct, frozen=True, tag=True):
    """Protect the hand with a chip, or by holding it, from now on (POKER 1)."""

    seat: int
    does: ClassVar[str] = "protect"


class Stop(Struct, frozen=True, tag=True):
    """Stop wagering and contend for the pot as it stands (POKER 15(k)(1), (m)(1))."""

    seat: int
    does: ClassVar[str] = "stop"


class PlayOn(Struct, frozen=True, tag=True):
    """Go on contending for the entire pot (POKER 15(k)(2), (m)(2))."""

    seat: int
    does: ClassVar[str] = "play_on"


class Remove(Struct, frozen=True, tag=True):
    """The house removes a player from the game under its conduct rules (POKER 16)."""

    seat: int
    clause: str
    does: ClassVar[str] = "remove"


class Say(Struct, frozen=True, tag=True):
    """What a player says and pushes at a real table: words, chips, a hand thrown away."""

    seat: int
    word: Literal["", "fold", "check", "call", "bet", "raise"] = ""
    amount: Chips = Chips(0)  # the total announced for this betting round
    chips: tuple[Chips, ...] = ()  # each chip pushed forward or released
    incomplete: bool = False  # "the bet is not complete" was said with these chips (7(g)(1))
    resting: bool = True  # both hands rest: no more chips follow an announced raise (7(g)(3))
    threw_hand: bool = False
    does: ClassVar[str] = "say"


class Demand(Struct, frozen=True, tag=True):
    """The house requires that a discarded hand be shown (POKER 15(d))."""

    seat: int
    cards: tuple[Card, ...] = ()  # of a real deck: what the hand turned out to be
    does: ClassVar[str] = "demand"


Command = (
    Fold
    | Check
    | Call
    | Bet
    | RaiseTo
    | Discard
    | Show
    | Muck
    | Agree
    | Reshuffle
    | Announce
    | Demand
    | Place
    | NoMoreBets
    | Surrender
    | Report
    | Say
    | Protect
    | Stop
    | PlayOn
    | Remove
)

_decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Command)


def parse_command(line: str | bytes) -> Command:
    """Read one command from its JSON line.

    >>> parse_command('{"type": "Call", "seat": 3}')
    Call(seat=3)
    """
    try:
        return _decoder.decode(line)  # type: ignore[no-any-return]  # the decoder knows Command
    except (msgspec.DecodeError, UnicodeError, RecursionError) as fault:
        raise Refused("FIELD command", f"not a command: {brief(fault)}") from None


def known_command(command: Any) -> Command:
    """The command with every value of its type, cards read; anything else is refused.

    >>> known_command(Discard(3, ["As"])).cards
    (Card('As'),)
    """
    kind = type(command)
    if kind not in _KINDS:
        given = f"{command.__name__} itself" if command in _KINDS else brief(repr(command))
        raise Refused("FIELD command", f"a command must be one such as Call(seat=3), not {given}")
    try:
        return msgspec.convert(msgspec.to_builtins(command), kind)  # type: ignore[no-any-return]  # one of them
    except (msgspec.ValidationError, TypeError) as fault:
        raise Refused("FIELD command", f"{brief(repr(command))}: {brief(fault)}") from None


_KINDS = frozenset(get_args(Command))
