"""Train a bot at badugi: it learns from nothing how good a hand must be to bet and to call.

The bot draws as one should and bets by eight numbers, a threshold to bet and one to call in each
of the four betting rounds. They are found by trying: a generation of bots plays the same deals
from both seats, and the best of them are the parents of the next (the cross-entropy method).
"""

from random import Random
from statistics import fmean, pstdev, stdev

from croupier.engine.commands import Call, Check, Command, Discard, Fold, Show
from croupier.engine.round import Round
from croupier.engine.turns import Turn
from croupier.games import GAMES
from croupier.odds.drawing import keep_badugi
from croupier.rankings import BADUGI
from croupier.rl.snapshot import begin
from croupier.sim.answers import answer
from croupier.sim.bots import Bot, bot

BEST = BADUGI.strength("As2d3c4h")
Thresholds = list[float]  # to bet, then to call, for each betting round


def learner(thresholds: Thresholds) -> Bot:
    """A bot by its thresholds; a hand's strength is a number from 0 to 1."""

    def choose(seen: Round, turn: Turn) -> Command:
        seat, hand = turn.actor, seen.hands[turn.actor].down
        if turn.option("discard"):
            kept = keep_badugi(hand, 3 - seen.draws)
            return Discard(seat, tuple(card for card in hand if card not in kept))
        if turn.option("show"):
            return Show(seat)
        strength = BADUGI.strength(hand) / BEST
        bets, calls = thresholds[seen.draws], thresholds[4 + seen.draws]
        more = turn.option("bet") or turn.option("raise")
        if more and strength > bets and seen.betting.raises < 2:
            return answer(turn, more, more.least)
        if not turn.to_call:
            return Check(seat)
        return Call(seat) if strength > calls else Fold(seat)

    return choose


def play(first: Bot, second: Bot, seed: int) -> float:
    """What the first bot wins in a round, in small bets; odd seeds swap the seats."""
    mine = 1 + seed % 2
    bots = {mine: first, 3 - mine: second}
    at = begin(GAMES["badugi"], {1: 100_00, 2: 100_00}, seed=seed // 2)
    while not at.done:
        turn = at.turn
        at = at.step(bots[turn.actor](at.seen(turn.actor), turn))
    return at.net(mine) / GAMES["badugi"].sign.lower


def result(thresholds: Thresholds, against: Bot, seeds: range) -> list[float]:
    return [play(learner(thresholds), against, seed) for seed in seeds]


chance = Random(7)
opponent = bot("calling", seed=1)
centre, spread = [0.5] * 8, [0.3] * 8
untrained = list(centre)
for generation in range(5):
    tried = [
        [chance.gauss(mean, width) for mean, width in zip(centre, spread, strict=True)]
        for _ in range(12)
    ]
    seeds = range(generation * 1000, generation * 1000 + 80)
    tried.sort(key=lambda one: fmean(result(one, opponent, seeds)), reverse=True)
    best = list(zip(*tried[:4], strict=True))
    centre = [fmean(values) for values in best]
    spread = [pstdev(values) + 0.02 for values in best]
    print(f"generation {generation + 1}: bets from " + ", ".join(f"{b:.2f}" for b in centre[:4]))

fresh = range(1_000_000, 1_000_600)  # deals that no generation has seen
before, after = (result(thresholds, opponent, fresh) for thresholds in (untrained, centre))
for name, won in (("untrained", before), ("trained", after)):
    error = stdev(won) / len(won) ** 0.5
    print(f"{name}: {fmean(won):+.2f} ± {error:.2f} small bets a round against a calling bot")

gain = [more - less for more, less in zip(after, before, strict=True)]
assert fmean(gain) > 2 * stdev(gain) / len(gain) ** 0.5, "training pays"
