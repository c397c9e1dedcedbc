"""Breaks of Two Card Joker Poker."""

from tests.mutants import Mutant

MUTANTS = [
    Mutant(
        "TCJ-5b",
        "rankings.JOKER_2_CATEGORIES",
        old=('"straight",\n"pair",\n"flush"'),
        new=('"flush",\n"straight",\n"pair"'),
    ),
    Mutant(
        "TCJ-5b",
        "rankings.JOKER_2_CATEGORIES",
        old=('"straight",\n"pair",\n"flush"'),
        new=('"straight",\n"flush",\n"pair"'),
    ),
    Mutant(
        "TCJ-5a2 · TCJ-5b3 · TCJ-5b4",
        "rankings._FAMILIES",
        old='Family("joker-2", "TCJ 5", 2, "either"',
        new='Family("joker-2", "TCJ 5", 2, "high"',
    ),
    Mutant(
        "TCJ-6c2",
        "games.TWO_CARD_JOKER",
        old='Spot("6(c)(1)", "ante")',
        new='Spot("6(c)(1)", "ante", required=True)',
    ),
    Mutant(
        "TCJ-6c2",
        "games.TWO_CARD_JOKER",
        old='Spot("6(c)(2)", "super flush")',
        new='Spot("6(c)(2)", "super flush", needs="ante")',
    ),
    Mutant(
        "TCJ-10c1",
        "games.TWO_CARD_JOKER",
        old='OnTable("11(d)", "pair up", PAIR_UP[0])',
        new='OnTable("11(d)", "pair up", PAIR_UP[0], forfeited=True)',
    ),
    Mutant(
        "TCJ-10c1",
        "games.TWO_CARD_JOKER",
        old=("finish=(\n    Settle("),
        new=('finish=(\n    Reveal("10(d)"),\n    Settle('),
    ),
    Mutant(
        "TCJ-10d1 · TCJ-11b1",
        "games.TWO_CARD_JOKER",
        old='Stake("ante", "11(b)", unqualified="wins")',
        new='Stake("ante", "11(b)", unqualified="pushes")',
    ),
    Mutant(
        "TCJ-10d1 · TCJ-11b1",
        "games.TWO_CARD_JOKER",
        old='table=CALL, unqualified="pushes"',
        new='table=CALL, unqualified="wins"',
    ),
    Mutant(
        "TCJ-10d1 · TCJ-11b1",
        "engine._turns_up",
        old=("if not contest.qualifies:\n    return True"),
        new=("if contest.qualifies:\n    return True"),
    ),
    Mutant(
        "TCJ-10d1 · TCJ-11b1",
        "engine._apart",
        old="if state.game.banked and isinstance(command, commands.Show | commands.Demand):",
        new="if state.amiss.pending and isinstance(command, commands.Show | commands.Demand):",
    ),
    Mutant("TCJ-qual", "rankings.QUEEN_OR_HIGHER", old='weakest="Qc2d"', new='weakest="Kc2d"'),
    Mutant("TCJ-qual", "rankings.QUEEN_OR_HIGHER", old='weakest="Qc2d"', new='weakest="Jc2d"'),
    Mutant(
        "TCJ-10b",
        "games.TWO_CARD_JOKER",
        old='place="call", times=1',
        new='place="call", times=2',
    ),
    Mutant(
        "TCJ-10c2",
        "games.TWO_CARD_JOKER",
        old='collects_folded="10(c)(2)"',
        new='collects_folded=""',
    ),
    Mutant(
        "TCJ-11f",
        "engine._contest",
        old=('if mine == house:\n    return "pushes", 0'),
        new=('if mine == house:\n    return "loses", 0'),
    ),
    Mutant("TCJ-11c", "rules.CALL", old='Line("two jokers", 8)', new='Line("two jokers", 5)'),
    Mutant(
        "TCJ-11d",
        "rules.PAIR_UP",
        old="_pair_up(2, 50, 25, 4, 3, 1), _pair_up(3, 40, 30, 4, 3, 1)",
        new="_pair_up(2, 50, 25, 5, 3, 1), _pair_up(3, 40, 30, 4, 3, 1)",
    ),
    Mutant(
        "TCJ-11d",
        "engine.posted",
        old="PAIR_UP[sign.pair_up_table - 1] if table in PAIR_UP",
        new="PAIR_UP[0] if table in PAIR_UP",
    ),
    Mutant(
        "TCJ-11e",
        "rules._super_flush",
        old='return "pair" if category == "two jokers" else category',
        new="return category",
    ),
    Mutant(
        "TCJ-11e",
        "rules.SUPER_FLUSH",
        old='Line("straight", None)',
        new='Line("straight", 1)',
    ),
    Mutant(
        "TCJ-11e",
        "rules._super_flush",
        old='11: "king high flush"',
        new='10: "king high flush"',
    ),
    Mutant(
        "TCJ-10e",
        "engine.close",
        old="seats = (*seats, HOUSE)",
        new="seats = (*seats,)",
    ),
    Mutant(
        "TCJ-12c",
        "games.TWO_CARD_JOKER",
        old='"player_wrong_number", voids="round"',
        new='"player_wrong_number", voids="hand"',
    ),
    Mutant(
        "TCJ-12c",
        "games.TWO_CARD_JOKER",
        old='"house_wrong_number", voids="round"',
        new='"house_wrong_number"',
    ),
    Mutant(
        "TCJ-12d",
        "engine._settled",
        old="if spot not in done}",
        new="if spot or done}",
    ),
]
