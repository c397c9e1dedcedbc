"""Flop Poker, against the bank, with a pot between the players (FLOP)."""

from croupier.rankings.picks import Exactly
from croupier.rules.banked import Choice, Deliver, Irregular, OnTable, Reveal, Settle, Spot, Wagers
from croupier.rules.game import Game, Players
from croupier.rules.paytables import FLOP
from croupier.rules.sign import TableSign
from croupier.rules.steps import Excess, Share, Showdown, street

FLOP_POKER = Game(
    key="flop-poker",
    section="FLOP 10",
    title="Flop Poker",
    kind="banked",
    players=Players("6(e)", most=16, least=1),
    offers=(),
    streets=(
        street(
            "wagers",
            Wagers(
                "6(b)",
                spots=(
                    Spot("6(c)", "ante", required=True),
                    Spot("6(c)", "pot", required=True, amount="pot_wager"),
                ),
                closing="7(b)",
                by_hand="8(b)(3)",
                by_shoe="9(b)(2)",
            ),
        ),
        street(
            "three cards",
            Deliver("7(d)", by_hand="8(c)", by_shoe="9(c)", each=3),
            Choice(
                "10(a)", asks="ante", place="flop", times=1, otherwise="surrender", forfeits="ante"
            ),
        ),
    ),
    finish=(
        Reveal("10(b)", community=True),
        Settle(
            "10(c)",
            contests=(
                OnTable("10(c)", "ante", FLOP, even=True),
                OnTable("11(c)", "flop", FLOP),
            ),
            limited="11(d)",
            turns_all=True,
        ),
        Showdown(
            "10(d)",
            (
                Share(
                    "10(d)",
                    "pot",
                    "high-5",
                    Exactly(own=3, board=2),
                    Excess("A-74", "left_of_button"),
                ),
            ),
            asks=False,
        ),
    ),
    irregular=(
        Irregular("12(a)", "community_card_exposed", voids="round", saves="pot", until="choices"),
        Irregular("12(b)", "face_up_card"),
        Irregular("12(b)", "face_up_cards", voids="round", saves="pot", saves_once_dealt=True),
        Irregular("12(c)", "drawn_in_error"),
        Irregular("12(d)", "player_wrong_number", voids="hand"),
        Irregular("7(f)(2)", "house_wrong_number", voids="round"),
        Irregular("12(e)", "shuffler_failed", until="first card"),
        Irregular("12(f)", "shoe_failed", voids="round"),
    ),
    button=False,
    sign=TableSign(seats=6),
)
