"""What one hand adds to the figures of each of its players; pure, from a log and a description."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct

from croupier.engine import events as engine_events
from croupier.engine.accounts import POT, SEATS
from croupier.engine.events import AnyEvent, RoundOpened
from croupier.figures.luck import expected
from croupier.games import game_of
from croupier.histories.about import SIGNS
from croupier.histories.amounts import ENDLESS, written
from croupier.histories.results import Played, rake_of, settled

POSITIONS = ("BTN", "CO", "HJ", "MP", "MP", "UTG", "UTG", "UTG", "UTG")  # from the button back


class Fact(Struct, frozen=True, array_like=True):
    """One player in one hand; amounts in the record's units, marks counted 0 or 1."""

    player: str
    game: str
    stakes: str
    currency: str
    position: str
    unit: int  # the big blind, or the big bet of fixed limit
    net: int
    rake: int
    adjusted: Fraction | None  # the net with every all-in paid by its exact equity
    vpip: bool = False  # put chips in by choice before the second street
    raised_first: bool = False  # raised before the second street
    could_three_bet: bool = False
    three_bet: bool = False
    wagers: int = 0  # bets and raises from the second street on
    calls: int = 0
    saw_second: bool = False  # street: the flop, the first draw, fourth street
    showdown: bool = False
    won_showdown: bool = False
    won: bool = False
    all_in: bool = False  # and the cards decided
    fixed: bool = False  # limits, so that the unit is the big bet


def facts_of(played: Played) -> list[Fact]:
    """The facts of a hand, one for each player dealt in."""
    first = played.log[0]
    assert isinstance(first, RoundOpened)
    record, about = played.record, played.about
    game, sign = game_of(record.game), record.sign
    rake = settled(played)[0] + rake_of(played.log)
    put = _put(played.log)
    paid = _shares(rake, put)
    style = _Style(played.log)
    ends = _ends(played)
    luck = expected(played.log) if len(style.shown) > 1 else None
    unit = int(sign.limits[1] if sign.structure == "limit" else max(sign.limits[0], 1))
    facts = []
    for place, seat in enumerate(record.order):
        net = ends[seat] - record.stacks[seat]
        adjusted = None
        if luck is not None:
            gained = style.won.get(seat, 0)
            adjusted = Fraction(net) + (luck.get(seat, Fraction(0)) - gained) * _left(rake, put)
        facts.append(
            Fact(
                player=about.people.get(seat, f"seat {seat}"),
                game=game.key,
                stakes=_stakes(played),
                currency=about.currency or ("USD" if not about.site and about.decimals else ""),
                position=position(place, len(record.order), button=game.button),
                unit=unit,
                net=net,
                rake=paid.get(seat, 0),
                adjusted=adjusted,
                fixed=sign.structure == "limit",
                all_in=luck is not None and seat in luck,
                **style.marks(seat),
            )
        )
    return facts


def position(place: int, players: int, *, button: bool = True) -> str:
    """A player's position at the table by name, counted from the first to be dealt to.

    >>> [position(place, 6) for place in range(6)]
    ['SB', 'BB', 'UTG', 'HJ', 'CO', 'BTN']
    >>> position(0, 2), position(1, 2)
    ('BB', 'BTN')
    """
    if not button:
        return ""
    if place < 2 and players > 2:
        return ("SB", "BB")[place]
    if players == 2:
        return ("BB", "BTN")[place]
    back = players - 1 - place
    return "UTG" if place == 2 and players > 3 else POSITIONS[back]


def _ends(played: Played) -> dict[int, int]:
    """Stacks at the end: the source's own, else those of the log."""
    ends = {seat: int(chips) for seat, chips in played.stacks.items()}
    for seat, chips in (played.record.finish or {}).items():
        if played.record.stacks[seat] != ENDLESS:
            ends[seat] = int(chips)
    if played.checked and played.about.won:
        for seat, won in _won(played.log).items():
            ends[seat] -= max(0, won - played.about.won.get(seat, 0))
    return ends


def _stakes(played: Played) -> str:
    """Stakes in words: `$0.25/$0.50 no limit`, `100/200 limit, tournament`."""
    about, sign = played.about, played.record.sign
    blinds = [chips for chips in sign.blinds if chips] or [sign.forced_bet]
    pair = list(sign.limits) if sign.structure == "limit" else [blinds[0], sign.limits[0]]
    symbol = SIGNS.get(about.currency, "")
    whole = about.scale == 100  # amounts in cents, nothing finer
    words = "/".join(
        money(chips, symbol) if whole else f"{symbol}{written(chips, about.scale)}"
        for chips in map(int, pair)
    )
    kind = ", tournament" if about.tournament else ""
    return f"{words} {sign.structure.replace('_', ' ')}{kind}"


def money(chips: int, symbol: str = "") -> str:
    """An amount in a report of figures, without needless decimals.

    >>> money(-12_50, "$"), money(3_000_00)
    ('-$12.50', '3,000')
    """
    whole, rest = divmod(abs(chips), 100)
    return f"{'-' * (chips < 0)}{symbol}{whole:,}" + (f".{rest:02}" if rest else "")


def _put(log: Iterable[AnyEvent]) -> dict[int, int]:
    """What each seat put into the pots and did not get back uncalled."""
    put: dict[int, int] = {}
    for event in log:
        for move in getattr(event, "moves", ()):
            if move.source in SEATS and move.target == POT:
                seat = SEATS[move.source]
                put[seat] = put.get(seat, 0) + move.chips
            elif isinstance(event, engine_events.Returned) and move.target in SEATS:
                seat = SEATS[move.target]
                put[seat] = put.get(seat, 0) - move.chips
    return put


def _won(log: Iterable[AnyEvent]) -> dict[int, int]:
    won: dict[int, int] = {}
    for event in log:
        if isinstance(event, engine_events.PotAwarded):
            for move in event.moves:
                seat = SEATS[move.target]
                won[seat] = won.get(seat, 0) + move.chips
    return won


def _shares(rake: int, put: Mapping[int, int]) -> dict[int, int]:
    """The rake by what everybody put in, to the last cent; odd cents go to the larger parts."""
    total = sum(put.values())
    if not rake or total <= 0:
        return {}
    parts = {seat: rake * chips // total for seat, chips in put.items()}
    odd = rake - sum(parts.values())
    for seat in sorted(put, key=lambda seat: (-(rake * put[seat] % total), seat))[:odd]:
        parts[seat] += 1
    return parts


def _left(rake: int, put: Mapping[int, int]) -> Fraction:
    """The part of the pots that is left when the house has taken its own."""
    total = sum(put.values())
    return Fraction(total - rake, total) if total > 0 else Fraction(1)


class _Style:
    """What everybody did, folded from the events of a hand."""

    def __init__(self, log: Sequence[AnyEvent]) -> None:
        self.betting = 0  # rounds of betting that have begun
        self.raises = 0  # of the first one
        self.vpip: set[int] = set()
        self.raised: set[int] = set()
        self.could: set[int] = set()
        self.three: set[int] = set()
        self.wagers: dict[int, int] = {}
        self.calls: dict[int, int] = {}
        self.folded: set[int] = set()
        self.saw: set[int] = set()
        self.shown: tuple[int, ...] = ()
        self.seats: set[int] = set()
        for event in log:
            self.hear(event)
        self.won = _won(log)

    def hear(self, event: AnyEvent) -> None:
        match event:
            case RoundOpened():
                self.seats = set(event.stacks)
            case engine_events.BettingOpened():
                self.next_street()
            case engine_events.Folded():
                self.chance(event.seat)
                self.folded.add(event.seat)
            case engine_events.Called():
                self.chance(event.seat)
                self.called(event.seat)
            case engine_events.Raised():
                self.chance(event.seat)
                self.raising(event.seat)
            case engine_events.BoardDealt() | engine_events.DrawOpened():
                self.saw = self.saw or self.seats - self.folded
            case engine_events.ShowdownOpened():
                self.shown = tuple(sorted(self.seats - self.folded))
            case _:
                pass

    def next_street(self) -> None:
        self.betting += 1
        if self.betting == 2:
            self.saw = self.saw or self.seats - self.folded

    def chance(self, seat: int) -> None:
        """A player who answers the first raise could have raised it again."""
        if self.betting == 1 and self.raises == 1 and seat not in self.raised:
            self.could.add(seat)

    def called(self, seat: int) -> None:
        if self.betting == 1:
            self.vpip.add(seat)
        else:
            self.calls[seat] = self.calls.get(seat, 0) + 1

    def raising(self, seat: int) -> None:
        if self.betting > 1:
            self.wagers[seat] = self.wagers.get(seat, 0) + 1
            return
        self.raises += 1
        if self.raises == 2 and seat in self.could:
            self.three.add(seat)
        self.vpip.add(seat)
        self.raised.add(seat)

    def marks(self, seat: int) -> dict[str, Any]:
        return {
            "vpip": seat in self.vpip,
            "raised_first": seat in self.raised,
            "could_three_bet": seat in self.could,
            "three_bet": seat in self.three,
            "wagers": self.wagers.get(seat, 0),
            "calls": self.calls.get(seat, 0),
            "saw_second": seat in self.saw,
            "showdown": seat in self.shown,
            "won_showdown": seat in self.shown and seat in self.won,
            "won": seat in self.won,
        }
