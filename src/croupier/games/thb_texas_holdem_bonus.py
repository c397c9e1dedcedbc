"""Texas Hold 'Em Bonus Poker, against the bank (THB)."""

from croupier.rankings.picks import AnyOf
from croupier.rules.banked import (
    AgainstDealer,
    Choice,
    Deliver,
    Irregular,
    OnMeter,
    OnTable,
    Reveal,
    Settle,
    Spot,
    Stake,
    Wagers,
)
from croupier.rules.game import Game, Players
from croupier.rules.paytables import BONUS
from croupier.rules.sign import TableSign
from croupier.rules.steps import Board, Burn, street

TEXAS_HOLDEM_BONUS = Game(
    key="texas-holdem-bonus",
    section="THB 10",
    title="Texas Hold 'Em Bonus Poker",
    short="Texas Hold 'em Bonus",
    kind="banked",
    players=Players("6(e)", most=21, least=1),
    offers=(),
    streets=(
        street(
            "wagers",
            Wagers(
                "6(b)",
                spots=(
                    Spot("6(c)", "ante", required=True),
                    Spot("6(c)", "bonus", needs="ante", amount="side"),
                    Spot(
                        "12(a)",
                        "progressive",
                        needs="ante",
                        amount="dollar",
                        if_posted="progressive",
                    ),
                ),
                closing="7(b)",
                by_hand="8(b)(3)",
                by_shoe="9(b)(2)",
            ),
        ),
        street(
            "hole cards",
            Deliver("7(d)", by_hand="8(c)", by_shoe="9(c)", each=2),
            Choice(
                "10(a)",
                asks="ante",
                place="flop",
                times=2,
                otherwise="fold",
                forfeits="ante",
                collects="10(a)(2)(ii)",
            ),
        ),
        street(
            "flop",
            Burn("10(b)"),
            Board("10(b)", up=3),
            Choice("10(c)", asks="flop", place="turn", times=1, otherwise="check"),
        ),
        street(
            "turn",
            Burn("10(d)"),
            Board("10(d)", up=1),
            Choice("10(e)", asks="flop", place="river", times=1, otherwise="check"),
        ),
        street(
            "river",
            Burn("10(f)"),
            Board("10(f)", up=1),
        ),
    ),
    finish=(
        Reveal("10(g)"),
        Settle(
            "10(h)",
            contests=(
                AgainstDealer(
                    "10(h)",
                    "high-5",
                    AnyOf(5),
                    stakes=(
                        Stake("ante", "10(h)(2)", threshold=True),
                        Stake("flop", "11(b)"),
                        Stake("turn", "11(b)"),
                        Stake("river", "11(b)"),
                    ),
                    lower="10(h)(1)",
                    equal="10(h)(3)",
                ),
                OnTable("10(h)(4)", "bonus", BONUS),
            ),
            limited="11(e)",
        ),
        Settle("12(b)", contests=(OnMeter("12(b)", "progressive"),)),
    ),
    irregular=(
        Irregular("13(a)", "dealer_card_exposed", voids="round", saves="bonus", until="choices"),
        Irregular("13(b)", "face_up_card"),
        Irregular("13(b)", "face_up_cards", voids="round", saves="bonus", saves_once_dealt=True),
        Irregular("13(c)", "drawn_in_error"),
        Irregular("13(d)", "player_wrong_number", voids="hand"),
        Irregular("13(d)", "house_wrong_number", voids="round"),
        Irregular("13(e)", "shuffler_failed", until="first card"),
        Irregular("13(f)", "shoe_failed", voids="round"),
    ),
    button=False,
    sign=TableSign(seats=6),
)
