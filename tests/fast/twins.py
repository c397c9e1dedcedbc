"""The same round on both tables, side by side: every question, every chip, every card compared."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from msgspec import structs

from croupier.cards import Card
from croupier.chips import Chips
from croupier.engine import commands as say
from croupier.engine.accounts import BOX, DROP, POT, RAKE
from croupier.engine.commands import Command
from croupier.engine.deal import renewal
from croupier.engine.dues import in_order
from croupier.engine.events import AnyEvent
from croupier.engine.events_revenue import BadBeatFound
from croupier.engine.play import play
from croupier.engine.round import Round
from croupier.engine.turns import DEALER, Turn
from croupier.fast.chance import RESHUFFLE, Stream, reshuffled
from croupier.fast.compile import compile, owed  # noqa: A004  # of games
from croupier.rankings import kernels
from tests.strategies import Chance, Setting, one_of, rarely, some_of

FOLD, CHECK, CALL, BET, RAISE, DRAW, SHOW, PLACE, MUCK, AGREE, DECLINE, SURRENDER = range(12)
KINDS = ("nothing", "bet", "draw", "show", "agree")
OUT = ("", "folded", "conceded")
ACCOUNTS = {32: "pot", 33: "rake", 34: "inventory", 35: "drop", 36: "box"}


class Differ(AssertionError):
    """The tables disagree."""


def mask(cards: Iterable[Card]) -> int:
    return sum(1 << card.number for card in cards)


class Twins:
    """A round that both play, from one setting; a reshuffle comes from one seed."""

    def __init__(self, setting: Setting, seed: int) -> None:
        # The fast table turns up no hand before the showdown: nothing that counts depends on it.
        setting = replace(setting, sign=structs.replace(setting.sign, show_all_in=False))
        self.setting = setting
        self.state, self.log = setting.start()
        self.order = in_order(list(setting.stacks), setting.button if setting.game.button else 0)
        program = compile(setting.game, setting.sign, kill=bool(setting.kill), bomb=setting.bomb)
        self.chance = Stream(seed, 0, 0, RESHUFFLE)
        self.fast = kernels.core.FastRound(
            program.core,
            [setting.stacks[seat] for seat in self.order],
            owed(program, self.order, straddle=setting.straddle, kill=setting.kill),
            [card.number for card in setting.deck],
            seed,
            0,
            0,
        )
        button = self.setting.button - 1 if setting.game.button else -1
        self.fast.open([seat - 1 for seat in self.order], button, 0)
        self.decisions = 0
        self._renew()

    def _renew(self) -> None:
        """The dealer's part of the Python engine: a spent deck is renewed as the twin did it."""
        while not self.state.done and self.state.turns[0].actor == DEALER:
            self._play(say.Reshuffle(reshuffled(renewal(self.state), self.chance)))

    def _play(self, command: Command) -> None:
        self.state, more = play(self.state, command)
        self.log += more

    def answer(self, command: Command) -> None:
        """Say the same at both tables."""
        verb, amount = coded(command, self.state)
        if not self.fast.answer(verb, amount):
            raise Differ(f"the fast table refuses {command}\n{self.setting}")
        self._play(command)
        self._renew()
        self.decisions += 1

    def compare(self) -> None:
        """What is asked, and the whole state; a difference names itself."""
        self._same("question", asked(self.fast.asked, self.order), question(self.state))
        state = self.fast.state
        for name, theirs in state_of(self.state, self.order).items():
            self._same(name, state[name], theirs)

    def compare_end(self) -> None:
        """Every move of chips in its order, every bad beat, every account."""
        self._same("state", self.fast.state["done"], self.state.done)
        moved = [(self._name(a), self._name(b), chips) for a, b, chips in self.fast.moves]
        expected = [
            (m.source, m.target, m.chips) for e in self.log for m in getattr(e, "moves", ())
        ]
        self._same("moves", moved, expected)
        self._same("bad beats", self.beats(), beats_of(self.log))
        end = self.fast.state
        stacks = {seat: end["hands"][place][2] for place, seat in enumerate(self.order)}
        self._same("stacks", dict(sorted(stacks.items())), dict(self.state.stacks))

    def beats(self) -> list[tuple[int, tuple[int, ...]]]:
        return [
            (
                self.order[loser],
                tuple(seat for place, seat in enumerate(self.order) if winners >> place & 1),
            )
            for loser, winners in self.fast.beats
        ]

    def _name(self, account: int) -> str:
        return ACCOUNTS[account] if account in ACCOUNTS else f"stack:{self.order[account]}"

    def _same(self, what: str, fast: Any, slow: Any) -> None:
        if fast != slow:
            raise Differ(
                f"{what} after {self.decisions} answers: fast {fast}, engine {slow}\n{self.setting}"
            )


def beats_of(log: Iterable[AnyEvent]) -> list[tuple[int, tuple[int, ...]]]:
    return [(event.seat, event.by) for event in log if isinstance(event, BadBeatFound)]


def asked(ask: tuple[Any, ...], order: tuple[int, ...]) -> tuple[Any, ...]:
    kind, place, can_fold, can_check, to_call, least, most, draws, *_ = ask
    if not kind:
        return ("nothing",)
    return KINDS[kind], order[place], can_fold, can_check, to_call, least, most, draws


def question(state: Round) -> tuple[Any, ...]:
    """The first turn of the Python engine in the words of the fast table."""
    if state.done:
        return ("nothing",)
    turn = state.turns[0]
    kinds = {"discard": "draw", "show": "show", "agree": "agree"}
    kind = kinds.get(turn.options[0].does, "bet")
    wager = turn.option("bet") or turn.option("raise")
    drawn = turn.option("discard")
    return (
        kind,
        turn.actor,
        turn.option("fold") is not None,
        turn.option("check") is not None,
        turn.to_call,
        wager.least if wager else drawn.least if drawn else 0,
        wager.most if wager else 0,
        drawn.most if drawn else 0,
    )


def state_of(state: Round, order: tuple[int, ...]) -> dict[str, Any]:
    """What the fast table tells of itself, read from the Python engine."""
    betting, accounts = state.betting, state.accounts
    if state.done:  # the hands have been collected, and the piles put together
        return {"pot": accounts[POT], "left": state.left, "burns": mask(state.burns)}
    return {
        "hands": [
            (
                mask(hand.down),
                mask(hand.up),
                state.stacks[seat],
                hand.bet,
                hand.paid,
                OUT.index(hand.out),
                hand.answered,
                hand.checked,
            )
            for seat, hand in ((seat, state.hands[seat]) for seat in order)
        ],
        "done": state.done,
        "live": sum(1 << order.index(seat) for seat in state.live),
        "waiting": [order.index(seat) for seat in state.waiting],
        "betting": (betting.price, betting.level, betting.size, betting.raises),
        "pot": accounts[POT],
        "taken": tuple(accounts.get(name, 0) for name in (RAKE, DROP, BOX)),
        "left": state.left,
        "burns": mask(state.burns),
        "common": mask(state.common),
        "boards": [mask(board) for board in state.boards],
        "discards": mask(card for pile in state.discards for card in pile.cards),
    }


def coded(command: Command, state: Round) -> tuple[int, int]:
    """A command as verb and amount."""
    match command:
        case say.Fold():
            return FOLD, 0
        case say.Check():
            return CHECK, 0
        case say.Call():
            return CALL, 0
        case say.Bet():
            return BET, command.to
        case say.RaiseTo():
            return RAISE, command.to
        case say.Show():
            return SHOW, 0
        case say.Muck():
            return MUCK, 0
        case say.Agree():
            return (AGREE if command.yes else DECLINE), 0
        case say.Discard():
            hand = sorted(state.hands[command.seat].down, key=lambda card: card.number)
            return DRAW, sum(1 << hand.index(card) for card in command.cards)
        case _:
            raise AssertionError(command)


# --- manners ---------------------------------------------------------------------------------

Manner = Callable[[Round, Turn, Chance], Command]


def whimsical(state: Round, turn: Turn, chance: Chance) -> Command:
    """Any option, and any amount within it."""
    option = one_of(chance, turn.options)
    if option.does == "fold" and chance.below(3):
        option = turn.options[-1]
    if option.does in ("bet", "raise"):
        if state.betting.raises > 5 and len(turn.options) > 1:
            return _plain(state, turn.options[0 if turn.to_call == 0 else 1].does, turn, chance)
        inner = option.least + (option.most - option.least) * chance.below(100) // 100
        inner = max(option.least, inner // option.unit * option.unit)
        to = Chips(one_of(chance, (option.least, inner, option.most)))
        return say.Bet(turn.actor, to) if option.does == "bet" else say.RaiseTo(turn.actor, to)
    return _plain(state, option.does, turn, chance)


def calling(state: Round, turn: Turn, chance: Chance) -> Command:
    """Stay in at the least cost, and see every card."""
    for does in ("check", "call", "discard", "show", "agree", "bet"):
        if option := turn.option(does):
            if does == "bet":
                return say.Bet(turn.actor, Chips(option.least))
            return _plain(state, does, turn, chance)
    raise AssertionError(turn)


def all_in(state: Round, turn: Turn, chance: Chance) -> Command:
    """Bet the most there is, one time in two."""
    option = turn.option("bet") or turn.option("raise")
    if option is None or rarely(chance, 2):
        return calling(state, turn, chance)
    to = Chips(option.most)
    return say.Bet(turn.actor, to) if option.does == "bet" else say.RaiseTo(turn.actor, to)


def folding(state: Round, turn: Turn, chance: Chance) -> Command:
    """Fold to most bets."""
    if turn.option("fold") and chance.below(4):
        return say.Fold(turn.actor)
    return whimsical(state, turn, chance)


def _plain(state: Round, does: str, turn: Turn, chance: Chance) -> Command:
    seat = turn.actor
    if does == "discard":
        hand, option = state.hands[seat].down, turn.options[0]
        count = option.least + chance.below(option.most - option.least + 1)
        return say.Discard(seat, some_of(chance, hand, count))
    if does == "agree":
        return say.Agree(seat, yes=not rarely(chance, 4))
    words: dict[str, Callable[[int], Command]] = {
        "fold": say.Fold,
        "check": say.Check,
        "call": say.Call,
        "show": say.Show,
        "muck": say.Muck,
    }
    return words[does](seat)


MANNERS: tuple[Manner, ...] = (whimsical, calling, all_in, folding)


def play_both(setting: Setting, chance: Chance, seed: int, *, every: bool = True) -> Twins:
    """Play a round at both tables, each seat in its own manner, and compare on the way."""
    twins = Twins(setting, seed)
    same = one_of(chance, MANNERS)  # one table in two plays in one manner: callers see all cards
    mixed = rarely(chance, 2)
    manners = {seat: one_of(chance, MANNERS) if mixed else same for seat in setting.stacks}
    while not twins.state.done:
        if every:
            twins.compare()
        turn = twins.state.turns[0]
        twins.answer(manners[turn.actor](twins.state, turn, chance))
    twins.compare()
    twins.compare_end()
    return twins
