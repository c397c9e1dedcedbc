"""How often will our bad beat hit? And what may it show on the board, if it is to pay for itself?

We post: aces full of tens or better must lose, both own cards of both hands must play, and a
dollar of every pot goes to the fund.
"""

from croupier.odds.promotions import BadBeat, bad_beat_chance, budget

ROUNDS_AN_HOUR, HOURS_A_WEEK = 30, 60
POSTED = {
    "aces full of tens": "AcAdAhTsTc",
    "any four-of-a-kind": "2c2d2h2s3c",
}

for words, weakest in POSTED.items():
    print(f"{words} or better must lose")
    for players in (6, 9):
        beat = BadBeat("holdem", beaten=weakest)
        chance = bad_beat_chance(beat, players, trials=5_000_000, seed=1)
        weeks = 1 / chance.value / ROUNDS_AN_HOUR / HOURS_A_WEEK
        fund = budget(chance, contribution=1_00, display=50_000_00)
        print(
            f"  {players} players, all to the showdown: "
            f"one round in {1 / chance.value:,.0f} (± {chance.error / chance.value:.0%}), "
            f"every {weeks:,.1f} weeks; it breaks even at ${fund.break_even / 100:,.0f}"
        )
    assert 0 < chance.error < chance.value

# Hands that are folded cannot lose at a showdown, so a real table hits less often: these are the
# chances at their highest. That is what a fund must be able to bear.
