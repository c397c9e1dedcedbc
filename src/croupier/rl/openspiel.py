"""OpenSpiel's algorithms on our games: rounds of the fast table as a game of `pyspiel`.

`openspiel_game` makes a game whose one chance node picks an opening, each as likely; after it the
players answer, and hands are shown by themselves. Given every opening, as in Leduc poker, the tree
is the whole game; given some of a large game it is a sample, and what is learned holds for that.

It needs `open_spiel` (`pip install open_spiel`); nothing else of croupier does.
"""

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.fast.checks import whole
from croupier.fast.compile import compile  # noqa: A004  # of games
from croupier.fast.house import stacks_of
from croupier.fast.single import Single
from croupier.fast.vector_layout import Layout
from croupier.fast.verbs import DRAWS, SHOW, SHOWS
from croupier.games import game_of
from croupier.refused import Refused
from croupier.rl.actions import Actions
from croupier.rl.mccfr import Known, everything
from croupier.rules.game import Game
from croupier.rules.sign import TableSign

MOST_OPENINGS = 1 << 20


def seeded_openings(
    game: str | Game,
    sign: TableSign | None = None,
    *,
    players: int = 2,
    stack: int = 200_00,
    count: int,
    seed: int = 0,
) -> list[Single]:
    """So many shuffled decks of a game, the button at the last seat."""
    found = game_of(game) if isinstance(game, str) else game
    if found.banked:
        raise Refused("FIELD game", f"{found.title} is played against the bank, not by players")
    whole("count", count, 1, MOST_OPENINGS)
    program = compile(found, sign)
    stacks = dict(enumerate(stacks_of(found, program.sign, players, stack), 1))
    return [
        Single(program, stacks, button=players, seed=seed * MOST_OPENINGS + number)
        for number in range(count)
    ]


def openspiel_game(
    openings: Sequence[Single],
    actions: Actions | None = None,
    *,
    known: Known = everything,
    name: str = "",
) -> Any:
    """A `pyspiel.Game` of these openings; `known` says what a player tells situations apart by.

    Returns are in the smallest chip of the sign, and what a player sees is the observation of
    `croupier.fast.vector_layout`.
    """
    if not openings:
        raise Refused("FIELD openings", "a game must have at least one opening")
    if any(opening.done or opening.program != openings[0].program for opening in openings):
        raise Refused("FIELD openings", "all openings must be of one game and sign, and not over")
    program = openings[0].program
    actions = actions or Actions(program.game, program.sign, shows=False)
    return _classes()(tuple(openings), actions, known, name or program.game.key)


class Moment:
    """Where a round stands, as OpenSpiel's states ask for it; seats count from 0."""

    def __init__(self, openings: Sequence[Single], actions: Actions, known: Known) -> None:
        """Wait for chance to pick an opening."""
        self.openings, self.actions, self.known = openings, actions, known
        program, players = openings[0].program, len(openings[0].order)
        self.layout = Layout(program.game, players, program.sign)
        self.seats = sorted(openings[0].order)
        self.table: Single | None = None
        self.before: dict[int, int] = {}

    def __deepcopy__(self, memo: object) -> "Moment":
        """The same moment, to be played on by itself."""
        twin = Moment.__new__(Moment)
        twin.__dict__.update(self.__dict__)
        twin.table = None if self.table is None else self.table.copy()
        return twin

    def open(self, number: int) -> None:
        """Chance picks an opening."""
        self.before = self._brought(self.openings[number])
        self.table = self.openings[number].copy()
        self._show()

    @staticmethod
    def _brought(opening: Single) -> dict[int, int]:
        """What each seat had before its dues."""
        hands = opening.state["hands"]
        return {seat: hands[place][2] + hands[place][4] for place, seat in enumerate(opening.order)}

    @property
    def actor(self) -> int:
        """The player who is asked; -1 while chance is, -4 when the round is over."""
        if self.table is None:
            return -1
        return self.seats.index(self.table.actor) if self.table.actor else -4

    def legal(self) -> dict[int, tuple[int, int]]:
        """Every answer by its number, as verb and amount."""
        assert self.table is not None
        asked = self.table.asked
        held = self.table.held(self.table.actor) if asked.kind == DRAWS else 0
        return self.actions.answers(asked, self.table.unit, held)

    def answer(self, number: int) -> None:
        """Give an answer by its number."""
        assert self.table is not None
        legal = self.legal()
        if number not in legal:
            raise Refused("FIELD action", f"{number} is not one of {sorted(legal)}")
        self.table.answer(*legal[number])
        self._show()

    def _show(self) -> None:
        assert self.table is not None
        while self.table.actor and self.table.asked.kind == SHOWS:
            self.table.answer(SHOW)

    def returns(self) -> list[float]:
        """What each player has won, in the smallest chips; nothing before the end."""
        if self.table is None or not self.table.done:
            return [0.0] * len(self.seats)
        after = self.table.stacks
        return [(after[seat] - self.before[seat]) / self.table.unit for seat in self.seats]

    def vector(self, player: int) -> NDArray[np.float32]:
        """What a player sees."""
        if self.table is None or self.table.done:
            return np.zeros(self.layout.size, dtype=np.float32)
        return self.table.observe(self.layout, self.seats[player])


@cache
def _classes() -> Callable[..., Any]:
    """The classes that OpenSpiel wants; they exist only where it is installed."""
    try:
        pyspiel = import_module("pyspiel")
    except ImportError:
        why = "OpenSpiel is not installed: pip install open_spiel"
        raise Refused("FIELD openspiel", why) from None

    class Observer:
        """What a player sees, as a vector and as words."""

        def __init__(self, moment: Moment) -> None:
            self.tensor = np.zeros(moment.layout.size, dtype=np.float32)
            self.dict = {"observation": self.tensor}
            self.known = moment.known

        def set_from(self, state: Any, player: int) -> None:
            self.tensor[:] = state.moment.vector(player)

        def string_from(self, state: Any, player: int) -> str:
            return f"{player} {self.known(state.moment.vector(player)).hex()}"

    class State(pyspiel.State):  # type: ignore[misc, name-defined]  # its base has no types
        """A round in progress."""

        def __init__(self, game: Any) -> None:
            super().__init__(game)
            self.moment = Moment(game.openings, game.actions, game.known)

        def current_player(self) -> int:
            return self.moment.actor

        def _legal_actions(self, player: int) -> list[int]:
            return sorted(self.moment.legal())

        def chance_outcomes(self) -> list[tuple[int, float]]:
            count = len(self.moment.openings)
            return [(number, 1 / count) for number in range(count)]

        def _apply_action(self, action: int) -> None:
            move = self.moment.open if self.moment.table is None else self.moment.answer
            move(action)

        def _action_to_string(self, player: int, action: int) -> str:
            return f"opening {action}" if player < 0 else self.moment.actions.names[action]

        def is_terminal(self) -> bool:
            return self.moment.actor == -4

        def returns(self) -> list[float]:
            return self.moment.returns()

        def __str__(self) -> str:
            return " ".join(str(action) for action in self.history())

    class Poker(pyspiel.Game):  # type: ignore[misc, name-defined]  # as above
        """A game of openings that are as likely as each other."""

        def __init__(
            self, openings: tuple[Single, ...], actions: Actions, known: Known, name: str
        ) -> None:
            self.openings, self.actions, self.known = openings, actions, known
            moment = Moment(openings, actions, known)
            self.first = moment
            unit, sign = openings[0].unit, openings[0].program.sign
            most = max(sum(moment._brought(opening).values()) for opening in openings) / unit
            takes = sign.rake is not None or sign.bad_beat is not None
            utility = pyspiel.GameType.Utility
            kind = pyspiel.GameType(
                short_name=f"croupier_{name.replace('-', '_')}",
                long_name=openings[0].program.game.title,
                dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
                chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
                information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
                utility=utility.GENERAL_SUM if takes else utility.ZERO_SUM,
                reward_model=pyspiel.GameType.RewardModel.TERMINAL,
                max_num_players=len(moment.seats),
                min_num_players=len(moment.seats),
                provides_information_state_string=True,
                provides_information_state_tensor=True,
                provides_observation_string=True,
                provides_observation_tensor=True,
                parameter_specification={},
            )
            about = pyspiel.GameInfo(
                num_distinct_actions=len(actions),
                max_chance_outcomes=len(openings),
                num_players=len(moment.seats),
                min_utility=-most,
                max_utility=most,
                utility_sum=None if takes else 0.0,
                max_game_length=1000,
            )
            super().__init__(kind, about, {})

        def new_initial_state(self) -> Any:
            return State(self)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
            return Observer(self.first)

    return Poker
