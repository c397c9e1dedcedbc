"""A table as one viewer sees it now: what a screen shows, and nothing that it may not.

It is built from the round with this viewer's veil already over it, so no hidden card can slip
through a field that somebody adds later.
"""

from typing import Any

from msgspec import Struct

from croupier.cards import Card
from croupier.chips import Chips
from croupier.engine.layout import posted_spots, span, spot_account
from croupier.engine.pots import layers
from croupier.engine.round import Hand, Round
from croupier.engine.turns import Turn
from croupier.room.life import TableLife
from croupier.rules.banked import Wagers
from croupier.rules.stakes import stakes
from croupier.views.seat import NOBODY, hide


class SeatSeen(Struct, frozen=True, omit_defaults=True):
    """One place at the table."""

    seat: int
    person: str
    chips: Chips
    state: str = ""  # "": not in the round; in, folded, conceded, void, all-in
    bet: Chips = Chips(0)
    down: tuple[Card, ...] = ()
    up: tuple[Card, ...] = ()
    spots: dict[str, Chips] = {}
    away: bool = False


class PotSeen(Struct, frozen=True):
    """A pot and who contends for it."""

    name: str
    chips: Chips
    seats: tuple[int, ...]


class SpotSeen(Struct, frozen=True):
    """A place for wagers at a house-banked table."""

    name: str
    least: Chips
    most: Chips


class TableSeen(Struct, frozen=True, omit_defaults=True):
    """Everything a screen needs."""

    table: str
    game: str
    title: str
    stakes: str
    number: int  # the last line of the log that this shows
    status: str
    places: int
    seats: tuple[SeatSeen, ...]
    mine: int = 0  # the viewer's own seat
    playing: bool = False
    street: str = ""
    button: int = 0
    kill: int = 0
    pots: tuple[PotSeen, ...] = ()
    boards: tuple[tuple[Card, ...], ...] = ()
    common: tuple[Card, ...] = ()
    house: tuple[Card, ...] = ()
    turns: tuple[Turn, ...] = ()
    layout: tuple[SpotSeen, ...] = ()
    meter: Chips = Chips(0)
    left: int = 0  # cards in the stub
    round: int = 0


def screen(life: TableLife, number: int, seat: int = NOBODY) -> TableSeen:
    """What the viewer at a seat sees; without a seat, a spectator."""
    state = hide(life.round, seat) if life.round is not None else None
    game, sign = life.game, life.sign
    return TableSeen(
        table=life.name,
        game=game.key,
        title=game.title,
        stakes=stakes(game, sign),
        number=number,
        status=life.status,
        places=sign.seats or game.players.most,
        seats=tuple(_seat(life, state, place) for place in sorted(life.seats)),
        mine=max(seat, 0),
        button=life.button,
        kill=life.kill,
        layout=_layout(life),
        meter=Chips(life.accounts.get("meter", 0)) if sign.progressive else Chips(0),  # type: ignore[call-overload]  # an account by its name
        **_in_play(life, state),
    )


def _in_play(life: TableLife, state: Round | None) -> dict[str, Any]:
    if state is None:
        return {}
    pots = [] if life.game.banked or state.done else layers(state)
    names = ("main pot",) if len(pots) < 2 else ("main pot", *map(_side, range(1, len(pots))))
    return {
        "playing": life.playing,
        "street": "" if state.done else state.step.street,
        "pots": tuple(PotSeen(n, p.chips, p.seats) for n, p in zip(names, pots, strict=False)),
        "boards": tuple(board for board in state.boards if board),
        "common": state.common,
        "house": state.house,
        "turns": state.turns,
        "left": state.left,
        "round": life.rounds + life.playing,
    }


def _side(number: int) -> str:
    return f"side pot {number}"


def _seat(life: TableLife, state: Round | None, place: int) -> SeatSeen:
    taken, chips = life.seats[place], life.stacks[place]
    hand = state.hands.get(place) if state is not None else None
    if state is None or hand is None:
        return SeatSeen(place, taken.person, chips, away=taken.away is not None)
    spots = {
        spot.name: Chips(state.accounts.get(spot_account(place, spot.name), 0))
        for spot in _posted(life)
        if spot.name != "pot"
    }
    return SeatSeen(
        seat=place,
        person=taken.person,
        chips=chips,
        state=_standing(life, hand, chips),
        bet=hand.bet,
        down=hand.down,
        up=hand.up,
        spots={name: amount for name, amount in spots.items() if amount},
        away=taken.away is not None,
    )


def _standing(life: TableLife, hand: Hand, chips: Chips) -> str:
    if hand.out or not life.playing:
        return hand.out
    return "all-in" if not chips and not life.game.banked else "in"


def _posted(life: TableLife) -> tuple[Any, ...]:
    first = life.game.script[0]
    return posted_spots(first, life.sign) if isinstance(first, Wagers) else ()


def _layout(life: TableLife) -> tuple[SpotSeen, ...]:
    return tuple(SpotSeen(spot.name, *span(spot, life.sign)) for spot in _posted(life))
