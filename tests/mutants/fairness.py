"""Breaks of the seal on a deck, of the proof of a card, and of the shuffle behind both."""

from tests.mutants import Mutant

SEALING = ("tests/room/test_sealing.py",)
FILES = ("tests/views/test_fairness.py",)
LEAKS = ("tests/server/test_nothing_leaks.py",)
BATTERY = ("tests/sim/test_chance.py",)

MUTANTS = [
    Mutant(  # another deck than the sealed one is dealt
        "POKER-5a2",
        "room/rounds.py",
        old="    check_sealed(life, dealt.deck, says.order)\n",
        new="",
        tests=SEALING,
    ),
    Mutant(  # a deck that is mixed again keeps its old seal
        "POKER-5a2",
        "room/custody_state.py",
        old='changes = {"seal": None, **changes}',
        new="pass",
        tests=SEALING,
    ),
    Mutant(  # anybody names the number
        "POKER-5b2",
        "room/sealing.py",
        old="if life.seats[seat].person != order.by.name:",
        new="if False:",
        tests=SEALING,
    ),
    Mutant(  # the order of the deck goes to everybody with its root
        "POKER-6e2",
        "views/entry.py",
        old="fact=fact.veiled()",
        new="fact=fact",
        tests=LEAKS,
    ),
    Mutant(  # cards that were not seen are opened too
        "POKER-6e2",
        "views/fairness.py",
        old="(*_leave(veiled), *turned_up(veiled))",
        new="((p.to, p.card) for p in left)",
        tests=FILES,
    ),
    Mutant(  # a path to another root will do
        "POKER-5a2",
        "room/sealed.py",
        old="return tip == root and",
        new="return",
        tests=FILES,
    ),
    Mutant(  # a card may be proven at any place
        "POKER-5a2",
        "views/fairness_check.py",
        old="place.card not in (UNKNOWN, proof.card)",
        new="False",
        tests=FILES,
    ),
    Mutant(  # modulo bias: what falls outside is folded back instead of rejected
        "POKER-5a1",
        "room/shuffle.py",
        old="            if number < bound:\n                return number",
        new="            return number % bound",
        tests=BATTERY,
    ),
    Mutant(  # swap with any card instead of one below
        "POKER-5a1",
        "room/shuffle.py",
        old="other = entropy.below(last + 1)",
        new="other = entropy.below(len(order))",
        tests=BATTERY,
    ),
    Mutant(  # a seed from the clock
        "POKER-5a1",
        "room/shuffle.py",
        old="self._bits = int.from_bytes(source(ENTROPY_BITS // 8))\n        self._left",
        new=(
            "import random, time\n"
            "        source = random.Random(time.time_ns() // 1_000_000).randbytes\n"
            "        self._source = source\n"
            "        self._bits = int.from_bytes(source(ENTROPY_BITS // 8))\n        self._left"
        ),
        tests=BATTERY,
    ),
]
