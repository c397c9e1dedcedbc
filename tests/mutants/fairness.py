"""Breaks of the seal on a deck, of the proof of a card, and of the shuffle behind both."""

from tests.mutants import Mutant

SEALING = ("test_sealing.py",)
FILES = ("views/test_fairness.py",)
DEAL = ("test_own_dealer.py::test_the_dealer_obeys_the_clock_that_the_player_sees",)
LEAKS = ("test_nothing_leaks.py",)
BATTERY = ("test_chance.py",)

MUTANTS = [
    Mutant(  # another deck than the sealed one is dealt
        "POKER-5a2",
        "room.deck_to_deal",
        old="if said and tuple(said) != cards:",
        new="if said:\n    return tuple(said)\nif False:",
        tests=SEALING,
    ),
    Mutant(  # a round is dealt although no deck was sealed
        "POKER-5a2",
        "room.deck_to_deal",
        old="if not said:",
        new="if False:",
        tests=SEALING,
    ),
    Mutant(  # an account may handle the cards of an automated table
        "POKER-5a2",
        "room.check_automated",
        old="if says.by_room or dealing:",
        new="if False:",
        tests=SEALING,
    ),
    Mutant(  # a supervisor chooses the number of a recut
        "POKER-5c",
        "room.check_automated",
        old="if isinstance(says, Recut) and says.count:",
        new="if False:",
        tests=SEALING,
    ),
    Mutant(  # accounts are offered the dealer's commands
        "POKER-5a2",
        "room.FOR_ACCOUNTS",
        old="if not kind.by_room",
        new="",
        tests=SEALING,
    ),
    Mutant(  # a turn is passed while its time runs
        "POKER-15i4",
        "server.TurnClock.check",
        old="if left > 0:",
        new="if False:",
        tests=DEAL,
    ),
    Mutant(  # salts that can be guessed prove a card
        "POKER-5a2",
        "room.are_weak",
        old="< LEAST_DIFFERENCE",
        new="< 0",
        tests=FILES,
    ),
    Mutant(  # a deck that is mixed again keeps its old seal
        "POKER-5a2",
        "room.with_deck",
        old='changes = {"seal": None, **changes}',
        new="pass",
        tests=SEALING,
    ),
    Mutant(  # anybody names the number
        "POKER-5b2",
        "room._name_cut",
        old="if table.seats[seat].person != order.by.name:",
        new="if False:",
        tests=SEALING,
    ),
    Mutant(  # the order of the deck goes to everybody with its root
        "POKER-6e2",
        "room.DeckSealed.veiled",
        old='return replace(self, order=(), salts=b"")',
        new="return self",
        tests=LEAKS,
    ),
    Mutant(  # cards that were not seen are opened too
        "POKER-6e2",
        "views._entitled",
        old="(*_leave(veiled), *turned_up(veiled))",
        new="((p.to, p.card) for p in left)",
        tests=FILES,
    ),
    Mutant(  # a path to another root will do
        "POKER-5a2",
        "room.is_sealed",
        old="return tip == root and",
        new="return",
        tests=FILES,
    ),
    Mutant(  # a card may be proven at any place
        "POKER-5a2",
        "views._proof",
        old="place.card not in (UNKNOWN, proof.card)",
        new="False",
        tests=FILES,
    ),
    Mutant(  # modulo bias: what falls outside is folded back instead of rejected
        "POKER-5a1",
        "room.Entropy.below",
        old=("if number < bound:\n    return number"),
        new="return number % bound",
        tests=BATTERY,
    ),
    Mutant(  # swap with any card instead of one below
        "POKER-5a1",
        "room.shuffle",
        old="other = entropy.below(last + 1)",
        new="other = entropy.below(len(order))",
        tests=BATTERY,
    ),
    Mutant(  # a seed from the clock
        "POKER-5a1",
        "room.Entropy.__init__",
        old=("self._bits = int.from_bytes(source(ENTROPY_BITS // 8))\nself._left"),
        new=(
            "import random, time\n"
            "source = random.Random(time.time_ns() // 1_000_000).randbytes\n"
            "self._source = source\n"
            "self._bits = int.from_bytes(source(ENTROPY_BITS // 8))\n"
            "self._left"
        ),
        tests=BATTERY,
    ),
]
