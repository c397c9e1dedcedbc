"""Recorded hands on the fast table: a deck in which cards may be unknown, and what was said.

`replay` plays a log of the engine again, veiled or not; `deck_of` and `commands_of` read from it
what `Single.replay` takes. A record that was never a log goes straight to `Single.replay`. What the
fast table does not play is refused by name, and the Python engine then plays it: irregularities,
spoken bets, a deck that was renewed in an order nobody wrote down.

>>> from croupier import GAMES, fast
>>> found = fast.play("holdem", policy="calling", players=3, rounds=1, seed=7)
>>> table = replay(found.log(0))
>>> table.done, [table.stacks[seat] - 200_00 for seat in (1, 2, 3)] == found.net.tolist()
(True, True)
"""

from collections.abc import Iterable, Iterator, Sequence

from croupier.cards import UNKNOWN, Card
from croupier.engine import commands as say
from croupier.engine import events as engine_events
from croupier.engine.commands import Command
from croupier.engine.events import AnyEvent, RoundOpened
from croupier.fast.single import Single
from croupier.games import game_of
from croupier.refused import Refused
from croupier.rules.game import Game


def replay(log: Sequence[AnyEvent], game: Game | None = None) -> Single:
    """Play the round of a log again, as far as it went."""
    first = log[0] if log else None
    if not isinstance(first, RoundOpened):
        raise Refused("FIELD log", "a log must begin with the opening of a round")
    game = game or game_of(first.game)
    return Single.replay(
        game,
        first.sign,
        first.stacks,
        deck=deck_of(log, game),
        button=first.button,
        dues=first.dues,
        commands=commands_of(log),
        bomb=first.bomb,
        killed=first.killed,
        meter=first.meter if game.banked else None,
    )


def deck_of(log: Iterable[AnyEvent], game: Game) -> tuple[Card, ...]:
    """The deck of a log in its order; cards that it does not name are unknown."""
    dealt: list[Card] = []
    for event in log:
        match event:
            case engine_events.DeckCut() if event.accidents:
                raise Refused(
                    "FIELD log", "the fast table has no accidents: replay this log on the engine"
                )
            case engine_events.DeckCut() if UNKNOWN not in event.order:
                return event.order
            case engine_events.Dealt() | engine_events.BoardDealt():
                dealt += event.cards
            case engine_events.Burned() | engine_events.CommonDealt():
                dealt.append(event.card)
            case engine_events.Reshuffled():
                why = "the deck was renewed: the engine replays that, the fast table does not"
                raise Refused("FIELD log", why)
            case _:
                pass
    return tuple(dealt) + (UNKNOWN,) * (game.deck - len(dealt))


def commands_of(log: Iterable[AnyEvent]) -> Iterator[Command]:
    """The commands of a log that the fast table plays again, in order."""
    placed: dict[int, Command] = {}
    asks_forced = False  # a record lets the player choose between forced bet and completion
    for event in log:
        match event:
            case RoundOpened():
                asks_forced = event.sign.as_recorded
            case engine_events.ForcedBetPlaced() if asks_forced:
                yield say.Call(event.seat)
            case engine_events.Placed():
                position = event.seat if event.owner else 0
                seat = event.owner or event.seat
                placed[event.seat] = say.Place(seat, event.spots, position, event.coupon)
            case engine_events.BetsClosed():
                yield from (placed[seat] for seat in sorted(placed))
                yield say.NoMoreBets()
            case engine_events.Chose():
                yield _chosen(event)
            case engine_events.Folded():
                yield say.Fold(event.seat)
            case engine_events.Checked():
                yield say.Check(event.seat)
            case engine_events.Called():
                yield say.Call(event.seat)
            case engine_events.Raised():
                make = say.Bet if event.kind == "bet" else say.RaiseTo
                yield make(event.seat, event.to)
            case engine_events.Discarded():
                yield say.Discard(event.seat, event.cards)
            case engine_events.Agreed():
                yield say.Agree(event.seat, event.yes)
            case engine_events.Shown() if not placed:  # against the bank the dealer turns hands up
                yield say.Show(event.seat, event.cards)
            case engine_events.Mucked():
                yield say.Muck(event.seat)
            case engine_events.RoundClosed():
                return  # a hand turned up after it changes nothing
            case _:
                pass


def _chosen(event: engine_events.Chose) -> Command:
    match event.does:
        case "place":
            return say.Place(event.seat, {event.spot: event.chips})
        case "check":
            return say.Check(event.seat)
        case "surrender":
            return say.Surrender(event.seat)
        case "fold":
            return say.Fold(event.seat)
