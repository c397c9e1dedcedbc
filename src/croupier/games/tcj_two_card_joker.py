"""Two Card Joker Poker, against the bank, with 54 cards (TCJ)."""

from croupier.cards import DECK_54
from croupier.rankings.picks import AnyOf
from croupier.rankings.qualifiers import QUEEN_OR_HIGHER
from croupier.rules.banked import (
    AgainstDealer,
    Choice,
    Deliver,
    Irregular,
    OnTable,
    Reveal,
    Settle,
    Spot,
    Stake,
    Wagers,
)
from croupier.rules.game import Game, Players
from croupier.rules.paytables import CALL, PAIR_UP, SUPER_FLUSH
from croupier.rules.sign import TableSign
from croupier.rules.steps import street

TWO_CARD_JOKER = Game(
    key="two-card-joker",
    section="TCJ 10",
    title="Two Card Joker Poker",
    short="Two Card Joker",
    kind="banked",
    players=Players("6(e)", most=26, least=1),
    offers=(),
    streets=(
        street(
            "wagers",
            Wagers(
                "6(b)",
                spots=(
                    Spot("6(c)(1)", "ante"),
                    Spot("6(c)(2)", "pair up"),
                    Spot("6(c)(2)", "super flush"),
                ),
                closing="7(b)",
                by_hand="8(b)(3)",
                by_shoe="9(b)(2)",
            ),
        ),
        street(
            "two cards",
            Deliver("7(d)", by_hand="8(c)", by_shoe="9(c)", each=2),
            Choice("10(b)", asks="ante", place="call", times=1, otherwise="fold"),
        ),
    ),
    finish=(
        Settle(
            "10(c)",
            contests=(
                OnTable("11(d)", "pair up", PAIR_UP[0]),
                OnTable("11(e)", "super flush", SUPER_FLUSH),
            ),
            collects_folded="10(c)(2)",
        ),
        Reveal("10(d)"),
        Settle(
            "10(d)",
            contests=(
                AgainstDealer(
                    "10(d)(2)",
                    "joker-2",
                    AnyOf(2),
                    stakes=(
                        Stake("ante", "11(b)", unqualified="wins"),
                        Stake("call", "11(c)", table=CALL, unqualified="pushes"),
                    ),
                    qualifies=QUEEN_OR_HIGHER.weakest,
                    equal="11(f)",
                ),
            ),
        ),
    ),
    irregular=(
        Irregular("12(a)", "face_up_card"),
        Irregular("12(a)", "face_up_cards", voids="round"),
        Irregular("12(b)", "drawn_in_error"),
        Irregular("12(c)", "player_wrong_number", voids="round"),
        Irregular("12(c)", "house_wrong_number", voids="round"),
        Irregular("12(d)", "dealer_card_exposed", voids="round", until="reveal"),
        Irregular("12(e)", "shuffler_failed", until="first card"),
        Irregular("12(f)", "shoe_failed", voids="round"),
    ),
    button=False,
    cards=DECK_54,
    sign=TableSign(seats=6),
)
