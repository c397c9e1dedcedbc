"""The keys of a sign that concern poker between players: bets, pots, and what the house takes.

Every key carries its words as data: a title, what it does, and the clause that allows it. The
pages of the documentation and the forms of the server are made from them (`sign_keys.py`).
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from croupier.chips import Chips
from croupier.rules.revenue import BadBeat, Method

Structure = Literal["limit", "spread", "pot_limit", "no_limit"]


def key(title: str, does: str, clause: str) -> Meta:
    """The words of a sign key, and the clause under which a table posts it."""
    return Meta(title=title, description=does, extra={"clause": clause})


class PokerSign(
    Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    cache_hash=True,
):
    """What a poker table posts (POKER 17(d))."""

    seats: Annotated[
        int,
        key(
            "Seats",
            "How many players can sit at the table; 0 for as many as the section allows.",
            "POKER 6(b)",
        ),
    ] = 0
    unit: Annotated[
        Chips,
        key(
            "Smallest chip",
            "The smallest chip in play; every amount at the table is a whole number of these.",
            "SIGN unit",
        ),
    ] = Chips(1_00)
    ante: Annotated[
        Chips,
        key("Ante", "What each player puts in before the cards; 0 for none.", "POKER 7(b)(1)"),
    ] = Chips(0)
    blinds: Annotated[
        tuple[Chips, ...],
        key("Blinds", "The blinds in order, from the button's left.", "POKER 7(b)(2)"),
    ] = (Chips(1_00), Chips(2_00))
    forced_bet: Annotated[
        Chips,
        key("Forced bet", "The opening bet that an up-card forces in stud games.", "POKER 7(b)(3)"),
    ] = Chips(1_00)
    structure: Annotated[
        Structure,
        key(
            "Betting structure",
            "How much a player may bet: fixed limits, a spread, the pot, or the whole stack.",
            "POKER 17",
        ),
    ] = "limit"
    limits: Annotated[
        tuple[Chips, ...],
        key(
            "Limits",
            "The fixed bets, the least and most of a spread, or the least bet.",
            "POKER 17",
        ),
    ] = (Chips(2_00), Chips(4_00))
    raise_cap: Annotated[
        int | None,
        key("Raise cap", "How many raises a betting round allows; null for no cap.", "POKER 17"),
    ] = None
    check_raise: Annotated[
        bool,
        key(
            "Check-raise",
            "Whether a player who checked may raise later in the same betting round.",
            "POKER 7(j)",
        ),
    ] = True
    straddle: Annotated[
        Chips,
        key("Straddle", "The amount of a straddle before the cards; 0 for none.", "POKER 20(d)"),
    ] = Chips(0)
    straddle_seat: Annotated[
        Literal["left_of_blinds", "any"],
        key(
            "Straddle seat",
            "Who may straddle: the seat left of the last blind, or any seat that posts no blind.",
            "BBC straddle1",
        ),
    ] = "left_of_blinds"
    kill: Annotated[
        Literal["none", "half", "full"],
        key(
            "Kill",
            "Whether the winner of a large pot raises the next limits, by half or to double.",
            "POKER 11(i)",
        ),
    ] = "none"
    kill_pot: Annotated[
        Chips,
        key(
            "Kill pot",
            "The smallest pot that qualifies for a kill at the posted limits.",
            "POKER 11(i)",
        ),
    ] = Chips(0)
    kill_threshold: Annotated[
        Literal["", "amount", "multiple"],
        key(
            "Kill threshold",
            "Whether the kill pot is the same amount in every hand, or a multiple of the least "
            "wager that rises with the limits; empty for the amount.",
            "POKER 11(i)",
        ),
    ] = ""
    kill_ends_on: Annotated[
        Literal["hilo_split", "shared"],
        key(
            "Kill ends on",
            "What ends a kill: a pot split between high and low, or any shared pot.",
            "POKER 11(i)",
        ),
    ] = "hilo_split"
    bomb_pot: Annotated[
        Chips, key("Bomb pot", "What each player puts into a bomb pot; 0 for none.", "BBC bomb1")
    ] = Chips(0)
    bomb_boards: Annotated[
        Literal[1, 2],
        key("Bomb pot boards", "How many boards a bomb pot is dealt on.", "BBC bomb1"),
    ] = 1
    run_twice: Annotated[
        bool,
        key(
            "Run it twice",
            "Whether the last two players, once all-in, may have the board dealt twice.",
            "BBC runtwice1",
        ),
    ] = False
    button_start: Annotated[
        Literal["right_of_dealer", "high_card"],
        key(
            "First button",
            "Where the button starts: at the dealer's right, or by the highest card.",
            "POKER 10(c)(2)",
        ),
    ] = "right_of_dealer"
    button_rule: Annotated[
        Literal["forward"],
        key(
            "Button rule",
            "How the button moves after each round: forward to the next player.",
            "POKER 10(c)(3)",
        ),
    ] = "forward"
    heads_up_button_small_blind: Annotated[
        bool,
        key(
            "Heads-up blinds",
            "Whether the button posts the small blind when two players are dealt in.",
            "POKER 10(e)",
        ),
    ] = False
    odd_chip: Annotated[
        Literal["", "suit", "left_of_button"],
        key(
            "Odd chip",
            "Who gets the odd chip of a tie; empty for the rule of the section.",
            "POKER 20(j)(2)(ii)",
        ),
    ] = ""
    reshuffle_own_discards: Annotated[
        bool,
        key(
            "Own discards",
            "Whether a reshuffle during a draw may return a player's own discards to that player.",
            "POKER 12(f)(2)",
        ),
    ] = False
    exposed_card: Annotated[
        Literal["discard", "burn"],
        key(
            "Exposed card",
            "What becomes of an exposed hole card: a discard, or the next burn card.",
            "POKER 15(o)",
        ),
    ] = "burn"
    show_mucked: Annotated[
        Literal["hidden", "on_request", "always"],
        key(
            "Mucked hands",
            "Whether a hand that was mucked at the showdown stays hidden.",
            "POKER 15(d)",
        ),
    ] = "hidden"
    show_all_in: Annotated[
        bool,
        key(
            "All-in hands",
            "Whether hands are turned up before the rest of the board once nobody can bet.",
            "POKER 15(r)",
        ),
    ] = False
    absence: Annotated[
        Literal["record", "cover"],
        key(
            "Absence",
            "How an absent player's stake is kept: recorded and returned, or covered.",
            "POKER 7(c)(5)",
        ),
    ] = "record"
    five_stud_opener_must_bet: Annotated[
        bool | None,
        key(
            "Opener must bet",
            "Whether the opener of a later betting round must bet in five-card stud, or may check; "
            "null for the rule of the section: the opener must bet.",
            "POKER 13(f)",
        ),
    ] = None
    rake: Annotated[
        Method | None,
        key(
            "Rake",
            "The percentage or increments taken from each pot; null for none.",
            "POKER 14(b)",
        ),
    ] = None
    rake_from: Annotated[
        Literal["", "each_pot", "main_first"],
        key(
            "Rake from",
            "Which pot pays what the house takes: each its part, or the main pot first; empty for "
            "each its part.",
            "POKER 14(b)",
        ),
    ] = ""
    rake_max: Annotated[
        Chips,
        key(
            "Maximum rake",
            "The most taken from one round of play, all pots together.",
            "POKER 14(a)(3)",
        ),
    ] = Chips(0)
    rake_tiers: Annotated[
        tuple[tuple[int, Chips], ...],
        key(
            "Rake tiers",
            "Lower maximums for short tables, as pairs of a number of players and an amount.",
            "POKER 14(a)(3)",
        ),
    ] = ()
    no_flop_no_drop: Annotated[
        bool,
        key(
            "No flop, no drop",
            "Whether nothing is taken from a pot that ends before the flop.",
            "SIGN no_flop_no_drop",
        ),
    ] = False
    promo_drop: Annotated[
        Chips,
        key(
            "Promotional drop",
            "What is taken once a round from a pot that is raked, for promotions.",
            "BBC rev-sign",
        ),
    ] = Chips(0)
    bad_beat: Annotated[
        BadBeat | None,
        key(
            "Bad beat payout",
            "The qualifying hands, contributions and shares of a bad beat payout; null for none.",
            "POKER 19(b)",
        ),
    ] = None

    @property
    def lower(self) -> Chips:
        """The lower limit, or the least bet where bets are not fixed."""
        return self.limits[0]
