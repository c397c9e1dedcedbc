"""What to simulate: everything that the results depend on, and nothing else.

How many workers there are is no part of it. The rounds fall into shards of a size that only the
way of playing decides, and every shard has its own seed, spawned from the plan's. A seed is
for simulations: no real table is ever dealt from one.
"""

from typing import Literal

import numpy as np
from msgspec import Struct

from croupier.chips import Chips
from croupier.games import game_of
from croupier.refused import Refused
from croupier.rules.game import Game
from croupier.rules.sign import TableSign
from croupier.rules.sign_check import check_sign
from croupier.sim.bots import bot

Way = Literal["engine", "fast", "bank", "cards"]
SHARD: dict[Way, int] = {"engine": 50, "fast": 10_000, "bank": 1 << 20, "cards": 1 << 16}
SHARDS_MOST = 10**7
USUAL_STACK = 200_00


class Plan(Struct, frozen=True, kw_only=True):
    """One simulation; equal plans have equal results, to the last digit.

    `way` is how rounds are played: by bots on the real engine or on the fast table, by a strategy
    against the bank on the compiled kernels, or dealt without any decision.
    """

    game: str
    sign: TableSign
    way: Way
    players: int
    rounds: int
    seed: int
    bots: tuple[str, ...] = ()  # one a seat
    stack: Chips = Chips(USUAL_STACK)  # everybody's, at the beginning of every round
    answer_s: float = 1.0  # how long a user's own bot may think
    strategy: str = ""
    wagers: dict[str, Chips] = {}  # what everybody places before the cards; bots: {} is their own

    @property
    def definition(self) -> Game:
        """The game itself."""
        return game_of(self.game)

    @property
    def shards(self) -> int:
        """How many pieces the rounds fall into."""
        return -(-self.rounds // SHARD[self.way])

    def rounds_of(self, shard: int) -> int:
        """How many rounds a shard has: all the same, but the last may have fewer."""
        size = SHARD[self.way]
        return min(size, self.rounds - shard * size)

    def seed_of(self, shard: int) -> int:
        """The seed of a shard, 256 bits: as if all had been spawned one by one.

        >>> spawned = np.random.SeedSequence(7).spawn(3)[2].generate_state(8).tobytes()
        >>> sign = game_of("holdem").sign
        >>> plan = Plan(game="holdem", sign=sign, way="engine", players=2, rounds=9, seed=7)
        >>> plan.seed_of(2) == int.from_bytes(spawned, "little")
        True
        """
        spawned = np.random.SeedSequence(self.seed, spawn_key=(shard,))
        return int.from_bytes(spawned.generate_state(8).astype("<u4").tobytes(), "little")


def check(plan: Plan) -> Plan:
    """Refuse a plan that cannot be played, in one sentence, before any work starts."""
    game = plan.definition
    check_sign(game, plan.sign)
    least, most = game.players.least, plan.sign.seats or game.players.most
    if not least <= plan.players <= most:
        why = f"{game.title} here needs {least} to {most} players, not {plan.players}"
        raise Refused("FIELD players", why)
    if plan.rounds < 2 or plan.shards > SHARDS_MOST:
        rounds = SHARDS_MOST * SHARD[plan.way]
        why = f"the number of rounds must be 2 to {rounds}, not {plan.rounds}"
        raise Refused("FIELD rounds", why)
    if not 0 <= plan.seed < 1 << 64:
        raise Refused("FIELD seed", f"the seed must be from 0 to 2**64 - 1, not {plan.seed}")
    if plan.way in ("engine", "fast"):
        _check_bots(plan, game)
    return plan


def _check_bots(plan: Plan, game: Game) -> None:
    if plan.stack <= 0 or plan.stack % plan.sign.unit:
        raise Refused("FIELD stack", f"{plan.stack} cents are not a whole number of chips")
    if not 0 < plan.answer_s <= 3600:
        raise Refused("FIELD answer_s", "the answer time must be above zero and at most 3600 s")
    if len(plan.bots) != plan.players:
        why = f"{len(plan.bots)} bots for {plan.players} players"
        raise Refused("FIELD bots", why)
    for name in sorted(set(plan.bots)):
        if name == "optimal" and not game.banked:
            why = f"the optimal bot plays against the bank only, and {game.key} has none"
            raise Refused("FIELD bots", why)
        bot(name, seed=0)
