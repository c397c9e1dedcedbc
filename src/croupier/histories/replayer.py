"""A record played again: the engine deals an announced deck and asks, the record answers."""

from collections.abc import Sequence
from typing import NamedTuple

from croupier.cards import UNKNOWN, Card
from croupier.engine import commands
from croupier.engine.commands import Command
from croupier.engine.events import AnyEvent, ForcedBetPlaced
from croupier.engine.play import ANNOUNCED, play, start
from croupier.engine.round import Round
from croupier.engine.turns import DEALER, Turn
from croupier.games import game_of
from croupier.histories.history import Action, History
from croupier.refused import Refused
from croupier.rules.steps import Agree, Bet, Board, Burn, Deal, Discard, Draw, Showdown

SHOWDOWN = ("show", "muck")
AFTERWARDS = ("reveal", "demand")


class Imported(NamedTuple):
    """A round that a record led to its end."""

    state: Round
    log: list[AnyEvent]


def play_history(record: History, places: Sequence[str | int] = ()) -> Imported:
    """Play a record to its end, or refuse it at the first action the rules do not admit.

    `places` says where each action stands in its source, for the words of a refusal.
    """
    script = _Script(record, places)
    kill = next((due.seat for due in record.dues if due.kind == "kill"), 0)
    state, log = start(
        game_of(record.game),
        record.sign,
        record.stacks,
        order=ANNOUNCED[:1] * game_of(record.game).deck,
        button=record.button,
        kill=kill if record.killed else 0,
        bomb=record.bomb,
        owed=record.dues,
    )
    script.heard(log)
    while not state.done:
        state, events = script.say(state, script.answer(state))
        script.heard(events)
        log += events
    for command in script.afterward(state):
        state, events = script.say(state, command)
        log += events
    return Imported(state, log)


class _Script:
    """The actions of a record, taken one by one as the engine asks for them."""

    def __init__(self, record: History, places: Sequence[str | int]) -> None:
        said = list(zip(record.actions, places or _numbers(record), strict=True))
        self.agreed = _agreements(record)
        rest = [(action, place) for action, place in said if action.does != "agree"]
        self.actions = [action for action, _ in rest]
        self.places = [place for _, place in rest]
        self.itself = not record.sign.as_recorded  # the engine places a forced bet unasked
        self.at = 0
        self.spoken = 0  # the action that the last command came from
        self.drawn: tuple[Card, ...] = ()  # of a draw that the deck could not serve at once
        self.shows: dict[int, Action] = {}
        self.early: set[int] = set()  # seats that folded before their turn

    # --- reading ----------------------------------------------------------------------------

    def fault(self, why: str, at: int | None = None, clause: str = "FIELD actions") -> Refused:
        at = self.at if at is None else at
        place = self.places[at] if at < len(self.places) else "the end"
        return Refused(clause, f"{place if isinstance(place, str) else f'line {place}'}: {why}")

    def next(self) -> Action | None:
        return self.actions[self.at] if self.at < len(self.actions) else None

    def take(self) -> Action:
        self.spoken = self.at
        self.at += 1
        return self.actions[self.spoken]

    def set_shows_aside(self) -> None:
        """All-in players turn up their hands before the last cards: keep that for the showdown."""
        while (action := self.next()) and action.does in SHOWDOWN:
            self.shows[action.seat] = self.take()

    def set_folds_aside(self, state: Round, actors: Sequence[int]) -> None:
        """A fold out of turn counts when its turn comes."""
        while (action := self.next()) and action.does == "fold" and action.seat not in actors:
            if action.seat not in state.live or action.seat in self.early:
                break
            self.early.add(self.take().seat)

    # --- answering --------------------------------------------------------------------------

    def say(self, state: Round, command: Command) -> tuple[Round, list[AnyEvent]]:
        try:
            return play(state, command)
        except Refused as refused:
            raise self.fault(refused.why, self.spoken, refused.clause) from None

    def heard(self, events: list[AnyEvent]) -> None:
        """A forced bet that the engine placed stands in the record too."""
        for event in events:
            if isinstance(event, ForcedBetPlaced) and self.itself:
                action = self.next()
                if action is None or (action.does, action.seat) != ("bring_in", event.seat):
                    raise self.fault(f"seat {event.seat} places the forced bet")
                self.take()

    def answer(self, state: Round) -> Command:
        turn = state.turns[0]
        if turn.actor != DEALER:
            if isinstance(state.step, Showdown):
                return self.show_or_muck(state, turn.actor)
            return self.said(state)
        option = turn.options[0]
        if option.does == "reshuffle":
            return commands.Reshuffle((UNKNOWN,) * option.least)
        return commands.Announce(self.cards(state, option.most))

    def skip_checks(self, state: Round) -> None:
        """Some sources have the last player check though nobody is left to bet with."""
        while (action := self.next()) and action.does == "call" and action.seat in state.live:
            self.take()

    def cards(self, state: Round, most: int) -> tuple[Card, ...]:
        """The next cards of the announced deck."""
        step = state.step
        if isinstance(step, Burn):
            return (UNKNOWN,)
        if not isinstance(step, Draw):
            self.skip_checks(state)
        self.set_shows_aside()
        match step:
            case Board():
                return self.community("a board", most)
            case Deal() if most == 1 and not state.dealt:
                return self.community("a common card", most)
            case Deal():
                return self.deal(state, step)
            case _:
                return self.replacements(state, most)

    def community(self, what: str, most: int) -> tuple[Card, ...]:
        action = self.next()
        if action is None or action.does not in ("board", "common"):
            raise self.fault(f"{what} comes next")
        if not 0 < len(action.cards) <= most:
            due = "1 card is" if most == 1 else f"{most} cards are"
            raise self.fault(f"{due} due, not {len(action.cards)}")
        return self.take().cards

    def deal(self, state: Round, step: Deal) -> tuple[Card, ...]:
        """A whole dealing step: every live hand's cards, put back into the order of dealing."""
        each = step.down + step.up
        hands: dict[int, tuple[Card, ...]] = dict.fromkeys(state.live, ())
        while any(len(hand) < each for hand in hands.values()):
            seat, cards = self.hole(each)
            if seat not in hands:
                raise self.fault(f"seat {seat} is not dealt to", self.spoken)
            hands[seat] += cards
            if len(hands[seat]) > each:
                raise self.fault(f"seat {seat} gets {each} cards here", self.spoken)
        if step.up and all(UNKNOWN in hand[step.down :] for hand in hands.values()):
            raise self.fault("no up-card is known, so nobody can say who opens", self.spoken)
        return tuple(hands[seat][place] for place in range(each) for seat in state.live)

    def hole(self, wanted: int) -> tuple[int, tuple[Card, ...]]:
        action = self.next()
        if action is None or action.does != "hole" or not action.cards:
            raise self.fault(f"{wanted} cards to a hand come next")
        return action.seat, self.take().cards

    def replacements(self, state: Round, most: int) -> tuple[Card, ...]:
        if not self.drawn:
            seat, self.drawn = self.hole(state.due_cards)
            if seat != state.waiting[0] or len(self.drawn) > state.due_cards:
                why = f"seat {state.waiting[0]} draws {state.due_cards} cards"
                raise self.fault(why, self.spoken)
        now, self.drawn = self.drawn[:most], self.drawn[most:]
        return now

    def said(self, state: Round) -> Command:
        if isinstance(state.step, Agree):
            return self.agreement(state)
        actors, at = [turn.actor for turn in state.turns], self.at
        self.set_folds_aside(state, actors)
        if actors[0] in self.early:
            return commands.Fold(actors[0])
        action = self.next()
        if action is None or action.seat not in actors or action.does in SHOWDOWN:
            raise self.fault(f"seat {actors[0]} is to act", at)
        turn = state.turn(self.take().seat)
        assert turn is not None
        command = _command(state, turn, action)
        if command is None:
            may = " or ".join(option.does for option in turn.options)
            may = "bring in or complete" if _opening(state) else may
            raise self.fault(f"seat {turn.actor} may {may}, not {action.does}", self.spoken)
        return command

    def agreement(self, state: Round) -> Command:
        """Whether the rest is run twice; a record that does not say so ran it once."""
        asked = [turn.actor for turn in state.turns]
        later = self.agreed and self.agreed[0][1] not in (None, len(state.boards[0]))
        if not self.agreed or later or self.agreed[0][0].seat not in asked:
            return commands.Agree(asked[0], yes=False)
        action, _ = self.agreed.pop(0)
        return commands.Agree(action.seat, action.yes)

    def show_or_muck(self, state: Round, seat: int) -> Command:
        if not self.shows:
            self.skip_checks(state)
        self.set_shows_aside()
        if not any(state.hands[other].strengths for other in state.live):
            self.check_decidable(state)
        action = self.shows.pop(seat, None)
        if action is not None and action.does == "muck":
            return commands.Muck(seat)
        cards = action.cards if action else ()
        if self.shown(state, seat, action) is None:
            return commands.Muck(seat)
        return commands.Show(seat, cards)

    def shown(self, state: Round, seat: int, action: Action | None) -> tuple[Card, ...] | None:
        """The hand that a seat can table: named when shown, or known since the deal."""
        hand = state.hands[seat].down + state.hands[seat].up
        cards = action.cards if action and action.cards else hand
        return None if UNKNOWN in cards or len(cards) != len(hand) else cards

    def whole(self, state: Round, action: Action) -> bool:
        """Whether a hand turned up after the round is known to its last card."""
        piles = [pile for pile in state.discards if pile.seat == action.seat and not pile.draw]
        dealt = sum(len(pile.cards) for pile in piles)
        return bool(action.cards) and UNKNOWN not in action.cards and len(action.cards) == dealt

    def check_decidable(self, state: Round) -> None:
        """Of several hands that nobody mucked, at least one must be known."""
        open_ = [
            seat
            for seat in state.waiting
            if (action := self.shows.get(seat)) is None or action.does != "muck"
        ]
        if len(open_) > 1 and all(
            self.shown(state, seat, self.shows.get(seat)) is None for seat in open_
        ):
            raise self.fault("no hand was shown, so nobody can say who won")

    # --- after the round --------------------------------------------------------------------

    def afterward(self, state: Round) -> list[Command]:
        """Hands turned up when it was over; nothing else may be left."""
        said: list[Command] = []
        while (action := self.next()) is not None:
            if action.does in SHOWDOWN:
                self.set_shows_aside()
            elif action.does in AFTERWARDS:
                seat = self.take().seat
                said.append(
                    commands.Demand(seat)
                    if action.does == "demand"
                    else commands.Show(seat, action.cards)
                )
            else:
                raise self.fault("the round is over")
        late = [
            commands.Show(seat, action.cards)
            for seat, action in self.shows.items()
            if action.does == "show" and self.whole(state, action)
        ]
        return [*late, *said]


def _agreements(record: History) -> list[tuple[Action, int | None]]:
    """The agreements to run the rest twice, with how many cards lay there if the record says."""
    found: list[tuple[Action, int | None]] = []
    laid, total = 0, sum(len(action.cards) for action in record.actions if action.does == "board")
    for action in record.actions:
        if action.does == "board":
            laid += len(action.cards)
        elif action.does == "agree":
            found.append((action, laid if laid < total else None))
    return found


def _numbers(record: History) -> list[str]:
    return [f"action {number}" for number in range(1, len(record.actions) + 1)]


def _nobody_answers(state: Round, seat: int) -> bool:
    """Whether everybody else is all-in: what is raised then comes back, so a call is all it is."""
    return bool(state.betting.price) and not any(
        state.stacks[other] for other in state.live if other != seat
    )


def _opening(state: Round) -> bool:
    """Whether a forced bet is due, and its owner asked."""
    step = state.step
    return isinstance(step, Bet) and step.forced and not state.betting.price


def _command(state: Round, turn: Turn, action: Action) -> Command | None:
    """What an action amounts to where the engine stands now; nothing when it has no place."""
    seat, step, opening = turn.actor, state.step, _opening(state)
    match action.does:
        case "discard":
            return (
                commands.Discard(seat, action.cards) if isinstance(step, Draw | Discard) else None
            )
        case "fold":
            return commands.Fold(seat)
        case "bring_in":
            return commands.Call(seat) if opening else None
        case "call" if not opening:
            return commands.Check(seat) if turn.option("check") else commands.Call(seat)
        case "raise" if state.sign.as_recorded and _nobody_answers(state, seat):
            return commands.Call(seat)
        case "raise":
            opens = turn.option("bet") or not state.betting.price
            return commands.Bet(seat, action.to) if opens else commands.RaiseTo(seat, action.to)
        case _:
            return None
