"""The library in five functions: start, options, play, replay, view.

>>> from croupier import GAMES, options, play, start
>>> round_, log = start(GAMES["holdem"], {1: 200_00, 2: 200_00, 3: 200_00}, seed=7)
>>> options(round_)[0].actor
3
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from random import Random
from typing import Any

from croupier.cards import DECK_52, UNKNOWN, Card, parse_card, parse_cards
from croupier.chips import Chips, money
from croupier.engine import play as engine
from croupier.engine.commands import Command, Muck, Reshuffle, Show, known_command
from croupier.engine.deal import renewal
from croupier.engine.dues import entry_least
from croupier.engine.event import Event
from croupier.engine.events import AnyEvent, Due, RoundOpened
from croupier.engine.faults import Accident
from croupier.engine.round import Round
from croupier.engine.show import is_beaten
from croupier.engine.turns import DEALER, HOUSE, Turn
from croupier.games import game_of
from croupier.mishaps import Mishap, placed
from croupier.refused import Refused, brief
from croupier.room.shuffle import Entropy, cut, random_cut, shuffle
from croupier.rules.definition_check import known_good
from croupier.rules.game import Game
from croupier.rules.sign import TableSign, well_typed
from croupier.views import seat as views

__all__ = ["options", "play", "replay", "seeded_deck", "start", "view"]

Played = tuple[Round, list[AnyEvent]]
ASKS = ("reshuffle", "show")


def start(
    game: Game | str,
    stacks: Mapping[int, int] | Sequence[int],
    sign: TableSign | None = None,
    *,
    button: int | None = None,
    deck: Sequence[str] | None = None,
    seed: int | None = None,
    straddle: int = 0,
    kill: int = 0,
    bomb: bool = False,
    owed: tuple[Due, ...] | None = None,
    meter: int | None = None,
    accidents: Iterable[Mishap | Accident] = (),
    asks: Collection[str] = (),
) -> Played:
    """Open a round for these stacks (seat: cents) and deal to the first decision.

    A game is a definition or its key; stacks in a list are those of seats 1 and up. Without a deck,
    one is shuffled and cut with the operating system's entropy; a seed is for tests and
    demonstrations only. Without a button, the last seat has it. `meter` is what a progressive
    table's meter shows. `accidents` befall cards while they are dealt: `exposed(seat=2, card=2)`.

    The dealer renews a spent deck and turns the hands up at the showdown; `asks` names what the
    caller decides instead: "reshuffle", "show". Give the same to `play`.
    """
    chosen = known_good(game_of(game) if isinstance(game, str) else game)
    chips = _stacks(stacks)
    _check_numbers(button=button, straddle=straddle, kill=kill, meter=meter)
    place = max(chips, default=0) if button is None else button
    order, count = _deck(chosen, deck, seed)
    _check_asks(asks)
    posted = chosen.posted(None if sign is None else well_typed(sign))
    if meter is not None and not posted.progressive:
        raise Refused("FIELD meter", "the sign posts no progressive wager, so there is no meter")
    state, events = engine.start(
        chosen,
        posted,
        chips,
        order=order,
        cut=count,
        button=place,
        straddle=straddle,
        kill=kill,
        bomb=bomb,
        owed=owed,
        meter=meter,
        accidents=placed(chosen, tuple(chips), place, accidents),
    )
    _check_entry(state, events)
    return _attended(state, events, asks)


def options(state: Round, actor: int | None = None) -> tuple[Turn, ...]:
    """The turns that are open, with everything each actor may do; or one actor's turn."""
    _check_round(state)
    return engine.options(state, actor)


def play(state: Round, command: Command, *, asks: Collection[str] = ()) -> Played:
    """Carry out a command, and everything the dealer then does until a player must choose.

    The dealer renews a spent deck, turns up the hands that may win and mucks those that are
    beaten, unless `asks` leaves that to the caller.
    """
    _check_asks(asks)
    _check_round(state)
    says = known_command(command)
    if state.done and _already(state, says):
        return state, []
    return _attended(*engine.play(state, says), asks)


def _already(state: Round, command: Command) -> bool:
    """Whether the dealer has done this for the player when the round ended."""
    hand = state.hands.get(command.seat)
    if isinstance(command, Show):
        return hand is not None and bool(hand.strengths) and not command.cards
    return isinstance(command, Muck) and hand is not None and hand.out == "conceded"


def _attended(state: Round, events: list[AnyEvent], asks: Collection[str]) -> Played:
    """Let the dealer do what no player decides."""
    while not state.done and (command := _dealers(state, asks)) is not None:
        state, more = engine.play(state, command)
        events += more
    return state, events


def _dealers(state: Round, asks: Collection[str]) -> Command | None:
    turn = state.turns[0]
    if turn.actor == DEALER:
        if turn.option("reshuffle") is None or "reshuffle" in asks:
            return None
        pile = renewal(state)
        return Reshuffle((UNKNOWN,) * len(pile) if UNKNOWN in pile else shuffle(pile))
    hand = state.hands[turn.actor]
    if turn.option("show") is None or "show" in asks or UNKNOWN in hand.down + hand.up:
        return None
    return Muck(turn.actor) if is_beaten(state, turn.actor) else Show(turn.actor)


def _check_round(state: Any) -> None:
    if not isinstance(state, Round):
        why = f"`start` gives the round, then its events; {type(state).__name__} is not a round"
        raise Refused("FIELD state", why)


def _check_asks(asks: Collection[str]) -> None:
    for name in (asks,) if isinstance(asks, str) else asks:
        if name not in ASKS or isinstance(asks, str):
            raise Refused("FIELD asks", f"asks must be a collection of {' and '.join(ASKS)}")


def _check_numbers(**given: Any) -> None:
    """Seats and amounts are whole numbers, and not negative."""
    for field, number in given.items():
        if number is not None and (type(number) is not int or number < 0):
            what = "cents" if field == "meter" else "the number of a seat"
            raise Refused(f"FIELD {field}", f"{field} must be {what}, not {str(number)[:20]!r}")


def _stacks(given: Any) -> dict[int, int]:
    """Seats and cents, all of them whole numbers."""
    if isinstance(given, Mapping):
        chips = dict(given)
    elif isinstance(given, Sequence) and not isinstance(given, str):
        chips = dict(enumerate(given, 1))
    else:
        raise Refused("FIELD stacks", "stacks must be {seat: cents} or a list of cents")
    for seat, cents in chips.items():
        if type(seat) is not int:
            raise Refused("FIELD stacks", f"{str(seat)[:20]!r} is not the number of a seat")
        if type(cents) is not int:
            why = f"seat {seat} must have whole cents, not {str(cents)[:20]}: $200.50 is 200_50"
            raise Refused("FIELD stacks", why)
    return chips


def _check_entry(state: Round, events: Iterable[AnyEvent]) -> None:
    """Refuse a player who cannot pay what is owed and one least bet (POKER 7(c)(3))."""
    game, sign = state.game, state.sign
    if game.banked or not game.authorised or not sign.authorised or sign.as_recorded:
        return
    opened = next(event for event in events if isinstance(event, RoundOpened))
    for seat, chips in opened.stacks.items():
        owed = [due.chips for due in opened.dues if due.seat == seat and due.kind != "straddle"]
        needs = Chips(sum(owed) + entry_least(game, sign))
        if chips < needs:
            why = f"seat {seat} has {money(chips)} and needs {money(needs)} to be dealt in"
            raise Refused(game.own("POKER 7(c)(3)"), why)


def _deck(
    game: Game, given: Sequence[str] | None, seed: int | None
) -> tuple[tuple[Card, ...], int]:
    """The deck in its order, and the cut that made it."""
    if given is not None:
        if isinstance(given, str):
            return parse_cards(given), 0
        return tuple([c if type(c) is Card else parse_card(str(c)) for c in given]), 0
    if seed is not None:
        return seeded_deck(seed, game.cards), 0
    order = shuffle(game.cards)
    count = random_cut(len(order))
    return cut(order, count), count


def seeded_deck(seed: int, cards: Sequence[Card] = DECK_52) -> tuple[Card, ...]:
    """A deck that can be reproduced from its seed: never for a real table."""
    source = Random(seed)
    return shuffle(cards, Entropy(source.randbytes))


def replay(events: Iterable[AnyEvent]) -> Round:
    """Fold a log back into its round, state for state."""
    log = _log(events)
    if not log or not isinstance(log[0], RoundOpened):
        raise Refused("FIELD log", "a log must begin with the opening of a round")
    return engine.replay(game_of(log[0].game), log)


def view(events: Iterable[AnyEvent], seat: int = views.NOBODY) -> list[AnyEvent]:
    """The log as one seat saw it; without a seat, as a spectator did."""
    log = _log(events)
    seats = {seat for event in log if isinstance(event, RoundOpened) for seat in event.stacks}
    if seat not in {views.NOBODY, HOUSE, *seats} and seats:
        raise Refused("FIELD seat", f"{str(seat)[:20]!r} is not a seat of this round")
    return views.view(log, seat)


def _log(events: Iterable[Any]) -> list[AnyEvent]:
    """Events and nothing else."""
    log = list(events)
    for number, event in enumerate(log, 1):
        if not isinstance(event, Event):
            why = f"a log is a list of events; its entry {number} is {brief(repr(event))}"
            raise Refused("FIELD log", why)
    return log
