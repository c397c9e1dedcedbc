"""Words for the tests of custody: decks that come, players that sit, rounds that are dealt."""

from typing import Any

from msgspec.structs import replace

from croupier.chips import Chips
from croupier.engine import commands as spoken
from croupier.games import game_of
from croupier.room.custody import device as say_device
from croupier.room.custody import orders as say
from croupier.room.custody import state as say_state
from croupier.room.custody.distribution import DistributeDecks
from croupier.room.custody.state import Back, Procedures
from croupier.room.house.people import Actor
from croupier.room.seating.orders import Sit
from croupier.room.table.orders import OpenTable
from croupier.room.table.rounds import DealRound, Play
from tests.room.tables import Scene

THB, FLOP, TCJ = "texas-holdem-bonus", "flop-poker", "two-card-joker"
RED, BLUE = say_state.NewDeck("A", "scroll", "red"), say_state.NewDeck("B", "scroll", "blue")
ANTES = {THB: {"ante": 10_00}, FLOP: {"ante": 10_00, "pot": 5_00}, TCJ: {"ante": 10_00}}

ANSWERS: dict[str, Any] = {  # the cheapest that goes on to the showdown
    "check": spoken.Check,
    "call": spoken.Call,
    "discard": lambda seat: spoken.Discard(seat, ()),
    "show": spoken.Show,
}


def scene(key: str = "holdem", procedures: dict[str, Any] | None = None, **posted: Any) -> Scene:
    """A closed table without a deck; further keywords amend the usual sign."""
    sign = replace(game_of(key).sign, **posted)
    return Scene(key, sign, Procedures(**{"shoe_approval": "file 12", **(procedures or {})}))


def distribute(at: Scene, *backs: tuple[str, str]) -> Scene:
    given = backs or (("scroll", "red"), ("scroll", "blue"))
    record = DistributeDecks(
        table=at.life.name,
        backs=tuple(Back(*back) for back in given),
        limits="$2/$4",
        location="room 1, row 2",
        game=at.life.game.title,
    )
    at.ask_house("poker_shift_supervisor", record)
    return at


def receive(at: Scene, *decks: say_state.NewDeck) -> Scene:
    if at.life.game.document.name == "POKER":
        distribute(at)
    at.do("dealer", say.ReceiveDecks(decks=decks or (RED, BLUE)))
    return at


def inspect(at: Scene, *names: str) -> Scene:
    """Dealer's inspection, floorperson's verification, spread."""
    for name in names or ("A", "B"):
        at.do("dealer", say.InspectDeck(deck=name, count=at.life.game.deck))
        if at.life.game.document.name != "BBC":
            at.do("floorperson", say.VerifyDeck(deck=name))
        at.do("dealer", say.SpreadDeck(deck=name))
    return at


def opened(key: str = "holdem", players: int = 3, decks: int = 2, **more: Any) -> Scene:
    """An open table: the decks lie spread, and so many players sit."""
    at = scene(key, **more)
    own = (RED, BLUE)[:decks]
    inspect(receive(at, *own), *(deck.name for deck in own))
    at.do("floorperson", OpenTable())
    return sit(at, *range(1, players + 1))


def sit(at: Scene, *seats: int) -> Scene:
    for seat in seats:
        chips = Chips(150_00 if at.life.game.document.name == "BBC" else 1_000_00)
        at.do(player(seat), Sit(seat=seat, chips=chips))
    return at


def player(seat: int) -> Actor:
    return Actor(f"P{seat}", "player")


def look(at: Scene, *seats: int) -> Scene:
    for seat in seats:
        at.do(player(seat), say.LookAtDecks())
    return at


def dealer(at: Scene, *commands: Any) -> list[Any]:
    return at.do("dealer", *commands)


def wash(at: Scene, *names: str) -> Scene:
    at.do("dealer", *(say.WashDeck(deck=name) for name in names or at.life.custody.decks))
    return at


def ready(key: str = "holdem", players: int = 3, **more: Any) -> Scene:
    """Deck A is in play, shuffled by hand and cut; deck B is shuffled and stored."""
    at = look(opened(key, players, **more), *range(1, min(players, 2) + 1))
    wash(at)
    for name in at.life.custody.decks:
        dealer(at, say.ShuffleDeck(deck=name))
    dealer(at, say.PutInPlay(deck="A"), say.CutDeck(count=20))
    return at


def machine_ready(key: str = "holdem", players: int = 3, **more: Any) -> Scene:
    """Deck A comes from the shuffler and is in play, deck B is in the shuffler."""
    posted = {"shuffler": "plain", **more}
    at = wash(look(opened(key, players, **posted), *range(1, min(players, 2) + 1)))
    dealer(at, say_device.LoadShuffler(deck="A"), finish(at, "A"), say.PutInPlay(deck="A"))
    if not at.life.game.banked:
        dealer(at, say.CutDeck(count=20))
    if "B" in at.life.custody.decks:
        dealer(at, say_device.LoadShuffler(deck="B"))
    return at


def finish(at: Scene, name: str) -> say_device.FinishShuffle:
    counting = at.life.sign.shuffler == "counting"
    return say_device.FinishShuffle(deck=name, count=at.life.game.deck if counting else -1)


def deal(at: Scene) -> list[Any]:
    """Deal without any preparation."""
    return at.do("dealer", deals(at))


def deals(at: Scene) -> DealRound:
    return DealRound(order=at.shuffled())


def bank(at: Scene, seats: int, *, end: bool = True) -> Scene:
    """A round against the bank: everybody wagers; to the end everybody goes on."""
    deal(at)
    return bank_on(at, seats, end=end)


def bank_on(at: Scene, seats: int, *, end: bool = True) -> Scene:
    """The round that is open: everybody wagers, and goes on."""
    for seat in range(1, seats + 1):
        antes = ANTES[at.life.game.key].items()
        spots = {name: Chips(chips) for name, chips in antes if name != "pot" or seats > 1}
        at.do(player(seat), Play(command=spoken.Place(seat, spots)))
    at.do("dealer", Play(command=spoken.NoMoreBets()))
    while end and at.life.playing:
        assert at.life.round is not None
        turn = at.life.round.turns[0]
        option = next(one for one in turn.options if one.does == "place")
        command = spoken.Place(turn.actor, {option.spot: Chips(option.most)})
        at.do(player(turn.actor), Play(command=command))
    return at
