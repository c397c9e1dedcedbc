"""A round of badugi, played by bots and put in words: as everybody's, then as seat 2's."""

from croupier import GAMES, replay, start, view
from croupier.sim.bots import bot
from croupier.sim.runner import play_out
from croupier.views.narration.narrate import narrate

stacks = {1: 200_00, 2: 200_00, 3: 200_00}  # seat: cents
state, log = start(GAMES["badugi"], stacks)  # shuffled with the operating system's entropy
bots = {seat: bot("sensible", seed=seat) for seat in stacks}
state, log = play_out(state, log, bots)

for line in narrate(log):
    print(f"{line.words:70}{line.clause}")

print("\nWhat seat 2 saw of the deal:")
for line in narrate(view(log, seat=2)):
    if line.items:
        print("  ".join(line.items))

assert replay(log) == state
assert sum(state.stacks.values()) == sum(stacks.values())
