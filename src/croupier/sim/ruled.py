"""Players who go by a rule: so good a hand is played, so much better a one is raised."""

from random import Random

from croupier.engine.commands import Agree, Call, Command, Fold, Muck, Show
from croupier.engine.round import Round
from croupier.engine.show import is_beaten
from croupier.engine.turns import Turn
from croupier.rules.banked import Wagers
from croupier.sim.answers import answer, passive, place
from croupier.sim.bank_strategies import is_worth_it
from croupier.sim.discarding import throw
from croupier.sim.standing import standing

IMAGINED = 40


class Ruled:
    """Plays and raises hands from a given place among all hands; a place is 0 to 1."""

    plays = 0.5
    raises = 0.8
    dares = 0.0  # against the bank: how many antes worse than folding a hand may be

    def __init__(self, chance: Random) -> None:
        """Take the source of imagined cards."""
        self.chance = chance

    def __call__(self, seen: Round, turn: Turn) -> Command:
        """Bet, draw, show or agree, whichever is asked."""
        seat = turn.actor
        if turn.option("discard"):
            return throw(seen, turn)
        if turn.option("show"):
            return Muck(seat) if is_beaten(seen, seat) else Show(seat)
        if turn.option("agree"):
            return Agree(seat)
        if turn.option("play_on"):
            return passive(turn, seen)
        if seen.game.banked:
            stays = isinstance(seen.step, Wagers) or is_worth_it(
                seen, seat, trials=IMAGINED, chance=self.chance, dares=self.dares
            )
            return place(seen, turn, stay=stays)
        return self.bet(seen, turn)

    def bet(self, seen: Round, turn: Turn) -> Command:
        """Raise what is raised, call what is played, and more reluctantly after every raise."""
        place_among = standing(seen, turn.actor, self.chance)
        heat = 0.05 * seen.betting.raises
        more = turn.option("raise") or turn.option("bet")
        if more and place_among > self.raises + heat:
            return answer(turn, more, more.least)
        if not turn.to_call:
            return passive(turn, seen)
        return Call(turn.actor) if place_among > self.plays + heat else Fold(turn.actor)


class Tight(Ruled):
    """Plays a third of all hands, raises the best eighth."""

    plays, raises = 0.67, 0.87


class Loose(Ruled):
    """Plays two hands of three, raises the better third, and pays to see what comes."""

    plays, raises, dares = 0.33, 0.67, 0.3
