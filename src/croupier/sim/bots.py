"""Players that choose by themselves, seeing only what their seat may see.

A bot is any callable that gets the round as its seat knows it and the turn it is asked to answer,
and returns one command that the turn allows. Your own takes a few lines:

>>> from croupier.engine.commands import Call, Check, Fold
>>> def timid(seen, turn):
...     return Check(turn.actor) if turn.option("check") else Fold(turn.actor)
>>> from croupier import GAMES, start
>>> from croupier.sim.runner import play_out
>>> state, log = start(GAMES["holdem"], {1: 200_00, 2: 200_00, 3: 200_00}, seed=7)
>>> state, log = play_out(state, log, dict.fromkeys((1, 2, 3), timid))
>>> state.stacks
{1: 19900, 2: 20100, 3: 20000}
"""

from collections.abc import Callable
from importlib import import_module
from random import Random

from croupier.engine.commands import Agree, Call, Command, Discard, Fold, Muck, Show
from croupier.engine.round import Round
from croupier.engine.show import is_beaten
from croupier.engine.turns import Option, Turn
from croupier.refused import Refused
from croupier.rules.banked import Wagers
from croupier.sim.answers import answer, passive, place
from croupier.sim.bank_strategies import is_worth_it
from croupier.sim.discarding import throw
from croupier.sim.foresight import expected_share

Bot = Callable[[Round, Turn], Command]

TRIALS = 100
MOST_RAISES = 3  # a sensible player does not reraise forever


def bot(name: str, seed: int | str) -> Bot:
    """Make a bot by its name; the same seed makes it choose the same way again.

    Name your own as `module:name`: a function of the round and the turn, or a class that is made
    with a `random.Random` and called with them.

    >>> bot("calling", seed=1).__class__.__name__
    'Calling'
    """
    chance = Random(f"{name}/{seed}")
    if name in BOTS:
        return BOTS[name](chance)
    if ":" not in name:
        known = ", ".join(BOTS)
        raise Refused("FIELD bots", f"{name[:20]!r} is not one of {known}, nor MODULE:NAME")
    own = _own(name)
    return own(chance) if isinstance(own, type) else own


def is_own(name: str) -> bool:
    """Whether a name is that of a user's own bot, which may fail in ways that ours do not."""
    return name not in BOTS


def _own(name: str) -> Callable[..., Command]:
    module, _, attribute = name.partition(":")
    try:
        found = getattr(import_module(module), attribute)
    except Exception as fault:  # whatever a module does when it is imported
        why = f"{name[:60]!r} cannot be loaded: {type(fault).__name__}: {fault}"
        raise Refused("FIELD bots", why) from None
    if not callable(found):
        raise Refused("FIELD bots", f"{name[:60]!r} cannot be called")
    return found  # type: ignore[no-any-return]  # a callable


class Calling:
    """Checks and calls, stands pat, shows every hand, agrees to everything."""

    def __init__(self, chance: Random) -> None:
        """Leave nothing to chance."""

    def __call__(self, seen: Round, turn: Turn) -> Command:
        """Answer with what costs least and stays in."""
        if seen.game.banked:
            return place(seen, turn, stay=True)
        return passive(turn, seen)


class Whimsical:
    """Picks any option, and any amount within it: good for finding faults, bad for winning."""

    def __init__(self, chance: Random) -> None:
        """Take the source of whims."""
        self.chance = chance

    def __call__(self, seen: Round, turn: Turn) -> Command:
        """Pick an option, then an amount or cards."""
        if seen.game.banked:
            return place(seen, turn, stay=self.chance.random() < 0.5)
        option = self.chance.choice(turn.options)
        if option.does == "discard":
            hand = seen.hands[turn.actor].down
            return Discard(turn.actor, tuple(self.chance.sample(hand, self.count(option))))
        return answer(turn, option, self.amount(option))

    def count(self, option: Option) -> int:
        """How many cards to throw."""
        return self.chance.randint(option.least, option.most)

    def amount(self, option: Option) -> int:
        """An amount for a random bot: any whole one, more often small."""
        wide = (option.most - option.least) // option.unit
        return option.least + int(wide * self.chance.random() ** 4) * option.unit


class Sensible:
    """Weighs its part of the pot against the price, draws as one should, bets what is good."""

    def __init__(self, chance: Random) -> None:
        """Take the source of imagined cards and of a little variety."""
        self.chance = chance

    def __call__(self, seen: Round, turn: Turn) -> Command:
        """Bet, draw, show or agree, whichever is asked."""
        if turn.option("discard"):
            return throw(seen, turn)
        if turn.option("show"):
            return Muck(turn.actor) if is_beaten(seen, turn.actor) else Show(turn.actor)
        if turn.option("agree"):
            return Agree(turn.actor)
        if turn.option("play_on"):
            return passive(turn, seen)
        if seen.game.banked:
            return place(seen, turn, stay=self.stays(seen, turn.actor))
        return self.bet(seen, turn)

    def stays(self, seen: Round, seat: int) -> bool:
        """Whether to cover what the bank asks for next; before the cards, always."""
        if isinstance(seen.step, Wagers):
            return True
        return is_worth_it(seen, seat, trials=TRIALS, chance=self.chance)

    def bet(self, seen: Round, turn: Turn) -> Command:
        """Raise what is well above an even part, call what the price is right for."""
        share = expected_share(seen, turn.actor, trials=TRIALS, chance=self.chance)
        even = 1 / len(seen.live)
        more = turn.option("raise") or turn.option("bet")
        keen = share / even * self.chance.uniform(0.9, 1.1)
        heat = seen.betting.raises + bool(turn.to_call)  # the others hold something too
        if more and seen.betting.raises < MOST_RAISES and keen > 1.3 + heat / 4:
            return answer(turn, more, self.amount(seen, turn, more, keen))
        if not turn.to_call:
            return passive(turn, seen)
        price = turn.to_call / (seen.pot + turn.to_call)
        wanted = min(price, even * (1 + price))  # some of the others will give up too
        return Call(turn.actor) if keen * even >= wanted else Fold(turn.actor)

    def amount(self, seen: Round, turn: Turn, option: Option, keen: float) -> int:
        """Between a third of the pot and all of it, where the structure leaves a choice."""
        part = min(1.0, keen / 3)
        wanted = seen.betting.price + part * (seen.pot + turn.to_call)
        whole = int(wanted) // option.unit * option.unit
        return max(option.least, min(option.most, whole))


def _later(module: str, name: str) -> Callable[[Random], Bot]:
    """A bot of a module that takes long to import, loaded when it is first wanted."""

    def make(chance: Random) -> Bot:
        made: Bot = getattr(import_module(f"croupier.sim.{module}"), name)(chance)
        return made

    return make


BOTS: dict[str, Callable[[Random], Bot]] = {
    "sensible": Sensible,
    "calling": Calling,
    "random": Whimsical,
    "tight": _later("ruled", "Tight"),
    "loose": _later("ruled", "Loose"),
    "equity": _later("weighing", "Weighing"),
    "optimal": _later("solved", "Solved"),
}
