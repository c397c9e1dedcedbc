"""What is true of the decks at a table, and what the house has elected for them."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Literal

from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import Card
from croupier.chips import Chips
from croupier.engine.round import Round
from croupier.refused import Refused
from croupier.room.sealed import Seal
from croupier.rules.game import Game
from croupier.rules.sign import TableSign

if TYPE_CHECKING:
    from croupier.room.table.decide import TableLife

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
STUB_COUNTED = ("POKER 10", "POKER 11", "POKER 20")  # hold'em and omaha, with five cards too


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


class Deck(Struct, frozen=True):
    """One deck: what its back looks like, where it has got to, and its clocks."""

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


class Custody(Struct, frozen=True, kw_only=True):
    """The decks of a table."""

    procedures: Procedures = Procedures()
    decks: dict[str, Deck] = {}
    known: tuple[str, ...] = ()  # every deck that ever came to this table
    live: str = ""  # the deck in front of the dealer
    dealt: str = ""  # the deck of the last round
    dealt_at: datetime | None = None
    cut: int = 0  # how many cards the last cut took
    offered: dict[str, datetime] = {}  # who was invited to inspect the spread decks, and when
    looked: tuple[str, ...] = ()  # who said that they had
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


def shuffler(life: "TableLife") -> Literal["none", "plain", "counting"]:
    """The shuffler in use: the posted one, until it is removed from the table."""
    return "none" if life.custody.device == "removed" else life.sign.shuffler


def least_inspectors(game: Game) -> int:
    """How many players see the cards before play, by the document."""
    return game.document.inspectors


def inspectors(life: "TableLife") -> int:
    """How many players see the cards before play at this table."""
    asked = life.custody.procedures.inspectors
    return least_inspectors(life.game) if asked < 0 else asked


def clocked(life: "TableLife") -> bool:
    """Whether the intervals of POKER 2(b) and 6(e)(5) bind this table."""
    clock = life.game.document.deck_clock
    return clock == "always" or (clock == "posted" and life.custody.procedures.poker_clocks)


def by_method(life: "TableLife", manual: str, hand: str, shoe: str) -> str:
    """The clause of a house-banked document for the way this table deals (Sections 7 to 9)."""
    ways = {"manual_shoe": manual, "hand": hand, "automated_shoe": shoe}
    return life.game.cite(ways[life.sign.deal_method])


def count_clause(life: "TableLife") -> str:
    """The clause that has the cards counted here."""
    return by_method(life, "7(f)", "8(e)", "9(e)") if life.game.banked else "POKER 6(e)(5)"


def machine_clause(game: Game, poker: str, banked: str) -> str:
    """A clause on shufflers: of POKER 15, of THB 13, or of FLOP or TCJ 12."""
    return game.document.machines + (banked if game.banked else poker)


def waived(life: "TableLife") -> bool:
    """Whether a shuffler that counts replaces the dealer's count (A-08)."""
    if shuffler(life) != "counting":
        return False
    if life.game.document.counting_shoe_only:
        return life.sign.deal_method == "automated_shoe"
    return True


def counts_stub(game: Game) -> bool:
    """Whether the stub may be counted instead of the deck (A-06)."""
    return game.document.counts_stub or game.section in STUB_COUNTED


def undone(played: Round | None) -> str:
    """How a round ended that had no result: "misdeal", "dead", or "" (POKER 15(e), (g))."""
    return getattr(played, "undone", "")


def place(life: "TableLife", deck: Deck) -> str:
    """Where a deck is: live, stored, in the shuffler, or spread on the table (POKER 2(a))."""
    if deck.status == "shuffling":
        return "shuffling"
    if deck.name == life.custody.live:
        return "live"
    if deck.status == "spread":
        return "spread"
    if deck.status == "shuffled" and shuffler(life) != "none":
        return "ready"
    return "stored"


def rack(life: "TableLife") -> list[str]:
    """The decks with cards in the discard rack of a house-banked table."""
    dealt = (deck for deck in life.custody.decks.values() if deck.status == "dealt")
    return [deck.name for deck in dealt if life.game.banked]


def in_sequence(game: Game) -> tuple[Card, ...]:
    """A whole deck by suit, and in sequence within the suit; jokers at the end."""
    return tuple(sorted(game.cards, key=lambda card: (card.rank < 0, card.suit, card.rank)))


def spread_view(life: "TableLife") -> dict[str, tuple[Card, ...]]:
    """What everybody at the table sees of the decks: those that lie face up, in order."""
    up = (deck for deck in life.custody.decks.values() if deck.status == "spread")
    return {deck.name: in_sequence(life.game) for deck in up if deck.face == "up"}


def sort_by(life: "TableLife", deck: Deck) -> datetime | None:
    """When a deck that is in use must be put in suit and sequence again (A-05)."""
    if deck.used is None:
        return None
    since = max(deck.used, deck.sorted or deck.used)
    return since + timedelta(minutes=life.custody.procedures.sort_minutes)


def change_by(life: "TableLife", deck: Deck) -> datetime | None:
    """When an opened deck must have left the table."""
    minutes = life.custody.procedures.change_minutes
    return deck.opened and deck.opened + timedelta(minutes=minutes)


def count_by(life: "TableLife", deck: Deck) -> datetime | None:
    """When a deck that is in use must be counted again."""
    if deck.used is None:
        return None
    since = max(deck.used, deck.counted or deck.used)
    return since + timedelta(minutes=life.custody.procedures.count_minutes)


def check_procedures(game: Game, sign: TableSign, chosen: Procedures) -> None:
    """Refuse an interval longer than the document's, and a choice that it does not leave."""
    most = {
        "sort_minutes": (180, "POKER 2(b)"),
        "change_minutes": (360, "POKER 2(b)"),
        "count_minutes": (15, "POKER 6(e)(5)"),
        "count_rounds": (5, game.cite("7(f)") if game.banked else "FIELD count_rounds"),
    }
    for key, (limit, clause) in most.items():
        if not 1 <= getattr(chosen, key) <= limit:
            raise Refused(clause, f"{key} is 1 to {limit}, not {getattr(chosen, key)}")
    if not 1 <= chosen.inspection_seconds <= 3600:
        raise Refused("FIELD inspection_seconds", "a player has a second to an hour to look")
    least = least_inspectors(game)
    if chosen.inspectors != -1 and not least <= chosen.inspectors <= 11:
        why = f"{least} to 11 players inspect the cards, not {chosen.inspectors}"
        raise Refused(game.own("POKER 4(c)"), why)
    if game.banked and sign.deal_method == "automated_shoe" and not chosen.shoe_approval.strip():
        raise Refused(game.cite("9(a)"), "an automated dealing shoe needs the approval named")


def put_away(custody: Custody) -> Custody:
    """The custody of a table that closed: its decks have left it."""
    return Custody(procedures=custody.procedures, known=custody.known, device=custody.device)


def with_deck(custody: Custody, name: str, **changes: object) -> Custody:
    """The custody after one deck has changed; whatever mixes its cards breaks its seal."""
    if changes.get("status", "cut") != "cut":
        changes = {"seal": None, **changes}
    deck = replace(custody.decks[name], **changes)
    return replace(custody, decks=custody.decks | {name: deck})
