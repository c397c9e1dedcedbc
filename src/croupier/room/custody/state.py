"""The decks of a table, and what the house has elected for them."""

from collections.abc import Iterator
from datetime import datetime
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import Card
from croupier.chips import Chips
from croupier.refused import Refused
from croupier.room.sealed import Seal

Status = Literal[
    "received",  # at the table, not looked at
    "inspected",  # sorted and inspected by the dealer
    "verified",  # by the floorperson
    "spread",  # on the table, face up in order or face down
    "stored",  # put away after the inspection, to be washed when it is rotated in
    "washed",  # face down, mixed and stacked
    "loose",  # gathered, sorted or counted: to be shuffled
    "shuffling",  # in the automated shuffler
    "shuffled",  # one stack
    "cut",  # the cover card under it: ready to be dealt
    "dealt",  # in a round of play, or not gathered since
]
UNREADY = ("received", "inspected", "verified")  # to be spread for the players


class Procedures(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the house elects where the documents leave it a choice or a shorter interval."""

    sort_minutes: int = 180
    change_minutes: int = 360
    count_minutes: int = 15
    count_rounds: int = 5  # house-banked tables
    prepare_both_decks: bool = True
    idle_spread: Literal["up", "down"] = "up"
    inspection_seconds: int = 60  # when a player who says nothing has had the opportunity
    inspectors: int = -1  # -1: as many as the document asks for; at the club none
    cover: Literal["yellow", "green"] = "yellow"
    poker_clocks: bool = False  # the club keeps the intervals of POKER 2(b) and 6(e)(5) too
    shoe_approval: str = ""  # the Commission's approval of an automated dealing shoe
    dealer: Literal["automated", "person"] = "automated"  # a person deals real cards


class Deck(Struct, frozen=True):
    """One deck: its back, its status, and its clocks."""

    name: str
    design: str
    colour: str
    pre_shuffled: bool = False
    status: Status = "received"
    face: Literal["up", "down"] = "up"  # while it is spread
    shuffled_by: Literal["", "hand", "device", "house"] = ""  # "house": it came pre-shuffled
    opened: datetime | None = None
    used: datetime | None = None  # first
    sorted: datetime | None = None  # last
    counted: datetime | None = None  # last, and complete
    seal: Seal | None = None  # until it is dealt, or mixed again
    shuffle: int = 0  # of the round: 0 before the deal, then one for every reshuffle
    cards: tuple[Card, ...] = ()  # what is there after a round, if it is not the whole deck


class Custody(Struct, frozen=True, kw_only=True):
    """The decks of a table."""

    procedures: Procedures = Procedures()
    decks: dict[str, Deck] = {}
    known: tuple[str, ...] = ()  # every deck that was ever at this table
    live: str = ""  # the deck in front of the dealer
    dealt: str = ""  # the deck of the last round
    dealt_at: datetime | None = None
    cut: int = 0  # how many cards the last cut took
    offered: dict[str, datetime] = {}  # players invited to inspect the spread decks, and when
    looked: tuple[str, ...] = ()  # players who said that they have
    uncounted: int = 0  # rounds since the stub was counted
    before: dict[int, Chips] = {}  # the stacks with which the last round began
    meter_before: Chips = Chips(0)
    racked: bool = False  # the stub of the last round lies in the discard rack
    returned: tuple[int, ...] = ()  # seats whose returned hand was counted in this round
    alert: str = ""  # a returned hand was not complete: the deck is counted before it is used
    alerted: datetime | None = None
    paused: str = ""  # why a marker lies on the deck
    paused_at: datetime | None = None  # since when
    device: Literal["ok", "jammed", "removed"] = "ok"  # the shuffler that the sign posts

    def deck(self, name: str) -> Deck:
        """A deck at the table, or a refusal."""
        if name not in self.decks:
            raise Refused("FIELD deck", f"there is no deck {name!r} at this table")
        return self.decks[name]

    def others(self, name: str) -> Iterator[Deck]:
        """Every deck at the table but this one."""
        return (deck for deck in self.decks.values() if deck.name != name)


class NewDeck(Struct, frozen=True):
    """A deck that a table receives: its name, and the look of its back."""

    name: str
    design: str
    colour: str
    pre_shuffled: bool = False  # pre-inspected and pre-shuffled


class Back(Struct, frozen=True, array_like=True):
    """What the back of a deck looks like."""

    design: str
    colour: str


class Allotment(Struct, frozen=True, kw_only=True):
    """The decks of one table on one gaming day, and what decided which."""

    day: str
    backs: tuple[tuple[str, str], ...]  # design and colour
    limits: str
    location: str
    game: str


def put_away(custody: Custody) -> Custody:
    """The custody of a closed table: its decks are gone."""
    return Custody(procedures=custody.procedures, known=custody.known, device=custody.device)


def with_deck(custody: Custody, name: str, **changes: object) -> Custody:
    """The custody with one deck changed; mixing its cards breaks its seal."""
    if changes.get("status", "cut") != "cut":
        changes = {"seal": None, **changes}
    deck = replace(custody.decks[name], **changes)
    return replace(custody, decks=custody.decks | {name: deck})
