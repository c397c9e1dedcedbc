"""The games behind the interfaces of research: snapshots, PettingZoo, Gymnasium, regrets.

`croupier.rl.poker.PokerEnv` and `croupier.rl.bank.BankEnv` need the extra `rl`; snapshots and
counterfactual regrets need nothing.
"""
