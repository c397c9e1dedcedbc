"""How fast does a program learn poker? External-sampling regrets on Leduc, judged by a perfect foe.

After each stretch of rounds the average strategy is measured against its best answer: what a
perfect opponent would win from it, in thousandths of an ante a round. The curve falls about as one
over the root of the rounds. The same game is then solved on its whole tree, for comparison.
"""

from croupier.rl import leduc
from croupier.rl.regret import grow, judged

ANTE = 100  # cents
STRETCHES = (100, 300, 1200, 3400)

tree, _ = grow(leduc.deals(), leduc.choices, leduc.known)
learner = leduc.trainer(seed=1)
print("rounds   first player wins   a perfect opponent gains")
lost = []
for stretch in STRETCHES:
    learner.train(stretch)
    value, exploitable = judged(tree, learner.strategy())
    lost.append(exploitable)
    bar = "#" * round(exploitable / 4)
    print(f"{learner.rounds:6}   {10 * value:+10.1f}          {10 * exploitable:8.1f}  {bar}")
assert lost[-1] < lost[0] / 4

solution = leduc.solved(rounds=200)
print(f"solved   {10 * solution.value:+10.1f}          {10 * solution.exploitability:8.1f}")
assert abs(solution.value / ANTE - -0.0856) < 0.001
