"""Does a 5% rake with a $4 cap or a time charge cost our players more?

Six players at $4/$8 hold'em: two tight, two loose and two who call. The winner of a pot pays its
rake, so it costs the loose more than the tight; a time charge costs all the same, however
few rounds the dealer manages. The rounds are played twice from one seed, with the rake and without:
the same cards and the same choices, so that the difference is the rake and nothing else.
"""

from msgspec.structs import replace

from croupier.chips import Chips
from croupier.games import GAMES
from croupier.rules.sign import amend
from croupier.sim.plan import Plan
from croupier.sim.results import results
from croupier.sim.simulate import simulate

PACE = 30  # rounds an hour
TIME_CHARGE = 5_00  # from each player every half hour
RAKE = {"rake": '{"method": "percentage", "percent": "5"}', "rake_max": "400"}
PLAYERS = ("tight", "loose", "calling") * 2

free = amend(GAMES["holdem"].sign, {"limits": "[400, 800]", "blinds": "[200, 400]"})
plan = Plan(
    game="holdem", sign=free, way="fast", players=6, bots=PLAYERS, rounds=60_000, seed=7,
    stack=Chips(400_00),
)  # fmt: skip
without = results(plan, simulate(plan), PACE)
raked_plan = replace(plan, sign=amend(free, RAKE))
raked = results(raked_plan, simulate(raked_plan), PACE)

rake = raked.flows["rake"].account
assert raked.house is not None
assert (
    raked.house.total
    == rake.total
    == sum(a.total for a in without.seats.values()) - sum(a.total for a in raked.seats.values())
)
print(f"average pot ${raked.pot.value / 100:.2f}, {PACE} rounds an hour")
print(f"rake: ${rake.hour.value / 100:.2f} ± {rake.hour.error / 100:.2f} an hour for the house")
print(f"time: ${6 * 2 * TIME_CHARGE / 100:.2f} an hour for the house\n")

print("what an hour costs   rake    time")
paid = {}
for name in dict.fromkeys(PLAYERS):
    seats = [seat for seat, bot in enumerate(PLAYERS, 1) if bot == name]
    lost = sum(without.seats[seat].total - raked.seats[seat].total for seat in seats)
    paid[name] = float(lost) / len(seats) / raked.rounds * PACE
    print(f"a {name:8} player   ${paid[name] / 100:6.2f}  ${2 * TIME_CHARGE / 100:6.2f}")

even = 2 * TIME_CHARGE / (rake.net.value / 6)  # rounds an hour at which both cost the same
dearer = "rake" if even < PACE else "time charge"
print(f"\nat {PACE} rounds an hour the {dearer} costs them more; at {even:.0f} they are the same")
assert paid["tight"] < paid["loose"]
