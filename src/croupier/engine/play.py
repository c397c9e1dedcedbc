"""The public functions of the engine: start, options, decide, play, replay."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from croupier.cards import UNKNOWN, Card, check_deck
from croupier.chips import Chips
from croupier.engine import (
    accident,
    agree,
    bet,
    commands,
    deal,
    draw,
    exchange,
    irregularity,
    misdeal,
    place,
    post,
    settle,
    show,
    spoken,
)
from croupier.engine.accounts import POT, STACKS, Accounts
from croupier.engine.commands import Command
from croupier.engine.decides import ASKED, UNASKED, decides, decides_unasked
from croupier.engine.dues import dues, in_order
from croupier.engine.events import AnyEvent, DeckCut, Due, RoundOpened
from croupier.engine.evolve import EVOLVE, evolve
from croupier.engine.faults import Accident
from croupier.engine.layout import at_stake, bank_accounts
from croupier.engine.rake import house_accounts
from croupier.engine.round import NOTHING_AMISS, Hand, Round
from croupier.engine.turns import DEALER, Option, Turn
from croupier.refused import Refused
from croupier.rules import banked, steps
from croupier.rules.amend import bombed, killed
from croupier.rules.game import Game
from croupier.rules.readings import as_logged, written_out
from croupier.rules.sign import TableSign
from croupier.rules.sign_check import check_sign
from croupier.rules.steps import AnyStep

ANNOUNCED: tuple[Card, ...] = (UNKNOWN,) * 52


def start(
    game: Game,
    sign: TableSign,
    stacks: Mapping[int, int],
    *,
    order: Sequence[Card],
    button: int = 0,
    cut: int = 0,
    straddle: int = 0,
    kill: int = 0,
    killed_limits: bool = False,
    bomb: bool = False,
    owed: tuple[Due, ...] | None = None,
    meter: int | None = None,
    accidents: Sequence[Accident] = (),
) -> tuple[Round, list[AnyEvent]]:
    """Open a round: check sign, seats and deck, collect what is owed, deal to the first choice.

    `kill` is the seat that posts the blind of a kill; `killed_limits` are in force also when the
    player behind the kill button is not dealt in (POKER 1 kill).
    `accidents` are what happens to cards of a sealed deck while they are dealt (POKER 15).
    """
    sign = _checked(game, sign)
    _check_seats(game, sign, stacks, button)
    order = tuple(order)
    if accidents:
        _check_accidents(game, order, accidents)
    if order != ANNOUNCED[:1] * game.deck:
        check_deck(order, game.cards, game.own("POKER 2(a)"))
    if killed_limits and sign.kill == "none":
        raise Refused("SIGN kill", "this table posts no kill")
    force = killed(sign) if kill or killed_limits else sign
    seats = in_order(list(stacks), button if game.button else 0)
    if game.banked:
        owed = ()
    elif owed is None:
        owed = dues(game, force, seats, straddle=straddle, kill=kill, bomb=bomb)
    opened = RoundOpened(
        clause=game.own("POKER 6(b)"),
        game=game.key,
        sign=sign,
        stacks=dict(sorted(stacks.items())),  # type: ignore[arg-type]  # from here on they are chips
        button=button if game.button else 0,
        dues=owed,
        bomb=bomb,
        killed=bool(kill) or killed_limits,
        meter=Chips(_meter(sign) if meter is None else meter),
    )
    clause, happens = game.own("POKER 5(b)"), tuple(accidents)
    ready = DeckCut(clause=clause, order=order, cut=cut, accidents=happens)
    state = evolve(opening(game, opened), ready)
    state, events = advance(state, post.collect(state))
    return state, [opened, ready, *events]


def _checked(game: Game, sign: TableSign) -> TableSign:
    """The sign with nothing left open, once it is known to have no fault."""
    full = written_out(game, sign)
    _check(game, full)
    return full


@lru_cache  # a table deals many rounds under one sign; a refusal is not kept
def _check(game: Game, sign: TableSign) -> None:
    check_sign(game, sign)


def _check_seats(game: Game, sign: TableSign, stacks: Mapping[int, int], button: int) -> None:
    most = sign.seats or game.players.most
    clause = game.cite(game.players.clause)
    if len(stacks) < game.players.least:
        clause = game.own("POKER 6(b)")
    least = game.players.least
    if not least <= len(stacks) <= most:
        why = f"{game.title} here needs {least} to {most} players, not {len(stacks)}"
        raise Refused(clause, why)
    last = most if game.banked else 11
    for seat, chips in stacks.items():
        if not 1 <= seat <= last:
            raise Refused("FIELD seat", f"there is no seat {seat}")
        if chips <= 0:
            raise Refused(game.own("POKER 7(c)(3)"), f"seat {seat} has no chips on the table")
    if game.button and not 1 <= button <= 11:
        raise Refused(game.own("POKER 10(c)"), "the button must be in front of a seat")


def _check_accidents(game: Game, order: Sequence[Card], accidents: Sequence[Accident]) -> None:
    """Check that each accident names a different card of a sealed deck."""
    if game.banked or UNKNOWN in order:
        raise Refused("FIELD accidents", "only the sealed deck of a poker game can have accidents")
    places = [accident.card for accident in accidents]
    if len(set(places)) < len(places) or not all(1 <= place <= len(order) for place in places):
        raise Refused("FIELD accidents", "each accident must name a different card, the top card 1")


def opening(game: Game, event: RoundOpened) -> Round:
    """The round as its first event leaves it: nothing posted, nothing dealt."""
    sign, script, boards, house = _in_force(game, event.sign, event.killed, event.bomb)
    order = in_order(tuple(event.stacks), event.button)
    accounts = {STACKS[seat]: chips for seat, chips in event.stacks.items()}
    return Round(
        game=game,
        sign=sign,
        script=script,
        button=event.button,
        order=order,
        dues=event.dues,
        accounts={
            POT: Chips(0),
            **accounts,
            **house,
            **bank_accounts(game, sign, order, event.meter),
        },
        brought=Chips(sum(event.stacks.values()) + event.meter),
        hands=dict.fromkeys(order, Hand()),
        live=order,
        boards=((),) * boards,
    )


@lru_cache  # as above
def _in_force(
    game: Game, sign: TableSign, kill: bool, bomb: bool
) -> tuple[TableSign, tuple[AnyStep, ...], int, Accounts]:
    """The sign and the script of a round, how many boards are dealt, the house's accounts."""
    posted = as_logged(game, sign)
    force = killed(posted) if kill else posted
    script = game.script_under(force)
    if bomb:
        script = bombed(script, force.bomb_boards)
    return force, script, _boards(script), house_accounts(force)


def _boards(script: tuple[AnyStep, ...]) -> int:
    """How many boards the script deals to: one at least."""
    dealt = [step.boards for step in script if isinstance(step, steps.Board)]
    return 1 + max([max(boards) for boards in dealt], default=0)


def _meter(sign: TableSign) -> int:
    """The meter a table starts with: the posted one, or its seed."""
    return (sign.progressive_meter or sign.progressive_seed) if sign.progressive else 0


def options(state: Round, actor: int | None = None) -> tuple[Turn, ...]:
    """The turns that are open, with everything each actor may do; or one actor's turn."""
    return tuple(turn for turn in state.turns if actor is None or turn.actor == actor)


def play(state: Round, command: Command) -> tuple[Round, list[AnyEvent]]:
    """Carry out a command and the dealer's next steps, until a player must choose."""
    return advance(state, decide(state, command))


def advance(state: Round, events: list[AnyEvent]) -> tuple[Round, list[AnyEvent]]:
    """Apply events, and let the dealer take the next steps."""
    log = events
    while True:
        for event in events:
            state = EVOLVE[type(event)](state, event)
        if state.turns or state.done:
            return state, log
        events = begin(state)
        assert events, "an open round must offer an option"
        log += events


_BEGIN: dict[type, Callable[[Round, Any], list[AnyEvent]]] = {
    steps.Burn: deal.begin,
    steps.Deal: deal.begin,
    steps.Board: deal.begin,
    steps.Draw: draw.begin,
    steps.Discard: draw.begin_discard,
    steps.Bet: bet.begin,
    steps.Agree: agree.begin,
    steps.Showdown: show.begin,
    banked.Wagers: place.begin_wagers,
    banked.Deliver: deal.begin,
    banked.Choice: place.begin_choice,
    banked.Reveal: settle.begin_reveal,
    banked.Settle: settle.begin,
}


def begin(state: Round) -> list[AnyEvent]:
    """What the dealer does next, while no player must choose."""
    if state.game.banked:
        if state.at and not state.waiting and _is_over(state):  # a player who is asked has a wager
            return settle.close(state)
    elif state.amiss is not NOTHING_AMISS and (events := _irregular(state)):
        return events
    elif len(state.live) == 1:
        return bet.uncalled(state) or show.close(state)
    step = state.script[state.at]
    return _BEGIN[type(step)](state, step)


def _irregular(state: Round) -> list[AnyEvent]:
    """Handle irregularities before the next step, and a bet that is half made."""
    amiss = state.amiss
    if amiss.undone:
        return misdeal.close(state)
    if len(state.live) == 1:
        return []
    events = accident.begin(state) if amiss.accidents else []
    if not events and exchange.due(state):
        events = deal.begin_exchange(state)
    if not events and amiss.choosing:
        events = accident.choice(state)
    return events or (spoken.begin(state) if amiss.pending else [])


def _is_over(state: Round) -> bool:
    """Whether a round against the bank has nothing more to settle or to show."""
    return state.at == len(state.script) or not (at_stake(state) or _turns(state))


def _turns(state: Round) -> bool:
    """Whether cards are due to be turned up, with chips on the layout or without."""
    step = state.step
    return isinstance(step, banked.Reveal) or (isinstance(step, banked.Settle) and step.turns_all)


def decide(state: Round, command: Command) -> list[AnyEvent]:
    """The events of a command, or a refusal; the state does not change here."""
    answer = ASKED.get(type(command))
    if answer is None:
        return UNASKED[type(command)](state, command)
    seat = command.seat
    for turn in state.turns:
        if turn.actor == seat:
            does = command.does
            for option in turn.options:
                if option.does == does:
                    return answer(state, command, option)
            raise _not_offered(state, turn, command)
    return _apart(state, command)


@decides_unasked(commands.Demand)
def _apart(state: Round, command: Command) -> list[AnyEvent]:
    """Decide a command that answers no turn, such as showing a discarded hand."""
    _check_seated(state, command.seat)
    if state.game.banked and isinstance(command, commands.Show | commands.Demand):
        raise Refused(state.game.cite("10(a)"), "only the dealer can turn up a hand at this table")
    if isinstance(command, commands.Demand):
        return show.demand(state, command)
    if not state.done:
        raise Refused(state.game.own("POKER 7(d)"), f"{_asked(state)} to act")
    if isinstance(command, commands.Show):
        return show.show_after(state, command)
    raise Refused(state.game.own("POKER 1 round of play"), "the round is over")


@decides(commands.Fold, commands.Check)
def _wave_off(
    state: Round, command: commands.Fold | commands.Check, option: Option
) -> list[AnyEvent]:
    """Fold or check: to another player's bet, or instead of a wager against the bank."""
    if (
        state.amiss.pending is not None
    ):  # a bet once begun is owed with a hand or without (15(j)(2))
        return spoken.say(state, commands.Say(command.seat, threw_hand=True))
    decided = place.otherwise if state.game.banked else bet.act
    return decided(state, command, option)


@decides(commands.Announce)
def _announce(state: Round, command: commands.Announce, option: Option) -> list[AnyEvent]:
    """The next cards of the deck, or cards on the table that are turned up."""
    if isinstance(state.step, banked.Reveal | banked.Settle):
        return settle.turn_up(state, command)
    return deal.announce(state, command, option)


@decides_unasked(commands.Protect)
def _protect(state: Round, command: commands.Protect) -> list[AnyEvent]:
    _check_seated(state, command.seat)
    return irregularity.protect(state, command)


def _check_seated(state: Round, seat: int) -> None:
    if seat != DEALER and seat not in state.hands:
        raise Refused(state.game.own("POKER 7(a)"), f"seat {seat} is not in this round")


def _asked(state: Round) -> str:
    names = ["the dealer" if turn.actor == DEALER else f"seat {turn.actor}" for turn in state.turns]
    return " and ".join(names) + (" are" if len(names) > 1 else " is")


def _not_offered(state: Round, turn: Turn, command: Command) -> Refused:
    """Explain by the rules of betting, or list what is offered."""
    betting = isinstance(state.step, steps.Bet) and state.opened
    wager = (commands.Fold, commands.Check, commands.Call, commands.Bet, commands.RaiseTo)
    if betting and isinstance(command, wager):
        return (
            bet.why_not(state, command) if state.amiss.pending is None else spoken.unfinished(state)
        )
    may = " or ".join(option.does for option in turn.options)
    return Refused(state.step.clause, f"seat {turn.actor} may {may} now, not {command.does}")


def replay(game: Game, events: Iterable[AnyEvent]) -> Round:
    """Fold a log, veiled or not, back into its round."""
    rest = iter(events)
    first = next(rest, None)
    if not isinstance(first, RoundOpened):
        raise Refused("FIELD log", "a log must begin with the opening of a round")
    state = opening(game, first)
    for event in rest:
        state = evolve(state, event)
    return state
