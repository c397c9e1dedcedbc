"""The table sign: what this table posts. Nothing else is enforced."""

from functools import lru_cache
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec
from msgspec import Struct

from croupier.chips import Chips
from croupier.refused import Refused, meant
from croupier.rules.fault import Fault, refuse
from croupier.rules.poker_sign import PokerSign, key
from croupier.rules.poker_sign import Structure as Structure
from croupier.rules.steps import Tier
from croupier.rules.time_charge import TimeCharge

NOT_POSTED = {"as_recorded", "authorised", "run_times", "whole_raises"}  # no table elects them


class Supplement(Struct, frozen=True, forbid_unknown_fields=True):
    """A house's addition to the irregularities; it has no effect until it is approved (15(r))."""

    kind: Literal["hands_protected", "disconnect_leaves", "show_all_in"]
    text: str  # as submitted
    approval: str = ""  # the reference of the approval


class TableSign(
    PokerSign,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    cache_hash=True,
    repr_omit_defaults=True,
):
    """What a table has posted (POKER 17(d)); amounts are whole cents.

    >>> TableSign(limits=(Chips(4_00), Chips(8_00))).limits
    (400, 800)
    """

    wager_min: Annotated[
        Chips, key("Minimum wager", "The minimum wager at a house-banked table.", "SIGN wager_min")
    ] = Chips(5_00)
    wager_max: Annotated[
        Chips, key("Maximum wager", "The maximum wager at a house-banked table.", "SIGN wager_max")
    ] = Chips(100_00)
    ante_threshold: Annotated[
        Literal["straight", "flush"],
        key(
            "Ante threshold",
            "The least winning hand that pays the ante in Texas Hold 'Em Bonus.",
            "THB 10(h)(2)",
        ),
    ] = "straight"
    bonus_odds: Annotated[
        tuple[int, ...],
        key(
            "Bonus odds",
            "The odds of the bonus wager, best hand first; empty for the least allowed.",
            "THB 11(c)",
        ),
    ] = ()
    aces_v_aces: Annotated[
        int,
        key(
            "Aces against aces",
            "The odds when player and dealer both hold a pair of aces; 0 where it is not offered.",
            "THB 11(d)",
        ),
    ] = 0
    progressive: Annotated[
        bool, key("Progressive", "Whether the table offers the progressive wager.", "THB 12(a)")
    ] = False
    progressive_seed: Annotated[
        Chips,
        key(
            "Progressive seed",
            "What the meter starts from, and returns to after the top prize.",
            "THB 12(b)",
        ),
    ] = Chips(0)
    progressive_share: Annotated[
        int,
        key(
            "Progressive share",
            "How many cents of each dollar wagered feed the meter.",
            "THB 12(b)",
        ),
    ] = 0
    progressive_meter: Annotated[
        Chips,
        key(
            "Progressive meter",
            "What the meter shows when the table opens; 0 for the seed.",
            "THB 12(b)",
        ),
    ] = Chips(0)
    progressive_prizes: Annotated[
        Literal["for", "to"],
        key(
            "Progressive prizes",
            "Whether prizes include the wager (for) or are paid beside it (to).",
            "THB 12(c)",
        ),
    ] = "for"
    progressive_after_fold: Annotated[
        bool,
        key(
            "Progressive after a fold",
            "Whether the progressive wager of a player who folded is still settled.",
            "THB 12(c)",
        ),
    ] = True
    flop_odds: Annotated[
        tuple[int, ...],
        key(
            "Flop odds",
            "The odds of Flop Poker's flop wager, best hand first; empty for the least allowed.",
            "FLOP 11(c)",
        ),
    ] = ()
    pot_wager: Annotated[
        Chips,
        key(
            "Pot wager", "The posted pot wager of Flop Poker; 0 for the table minimum.", "FLOP 6(c)"
        ),
    ] = Chips(0)
    pair_up_table: Annotated[
        Literal[1, 2, 3],
        key(
            "Pair-up table",
            "Which of the three pay tables the pair-up wager of Two Card Joker is paid by.",
            "TCJ 11(d)",
        ),
    ] = 1
    lowest_flush: Annotated[
        Literal["4-2", "A-3"],
        key(
            "Lowest flush",
            "The lowest flush of Two Card Joker: 4-2 with the ace always high, or A-3 as printed.",
            "TCJ 5(b)(6)",
        ),
    ] = "4-2"
    deal_method: Annotated[
        Literal["manual_shoe", "hand", "automated_shoe"],
        key(
            "Dealing method",
            "How cards are dealt at a house-banked table; dealing from the hand needs a shuffler.",
            "THB 7(a)",
        ),
    ] = "manual_shoe"
    shuffler: Annotated[
        Literal["none", "plain", "counting"],
        key(
            "Shuffler",
            "The automated shuffler at the table, and whether it counts the cards.",
            "POKER 2(d)(1)",
        ),
    ] = "none"
    cut_number: Annotated[
        Literal["random", "player"],
        key("Cut", "Who names how many cards the cut takes: chance, or a player.", "A-03"),
    ] = "random"
    match_play: Annotated[
        bool,
        key(
            "Match play",
            "Whether the table accepts match play coupons beside an ante.",
            "SIGN match_play",
        ),
    ] = False
    multi_position: Annotated[
        bool,
        key(
            "Several positions",
            "Whether a player may wager on several positions.",
            "SIGN multi_position",
        ),
    ] = False
    supplements: Annotated[
        tuple[Supplement, ...],
        key(
            "Supplements",
            "The house's additions to the irregularities, each with its approval.",
            "POKER 15(r)",
        ),
    ] = ()
    limit_tiers: Annotated[
        tuple[Tier, ...],
        key(
            "Limit tiers",
            "Which limit applies to each betting round; empty for the tiers of the game.",
            "SIGN limit_tiers",
        ),
    ] = ()
    announce: Annotated[
        Literal["", "any", "waiting"],
        key(
            "Announcements",
            "Which vacant seats are announced; empty for the rule of the document.",
            "POKER 18",
        ),
    ] = ""
    min_purchase: Annotated[
        Chips,
        key(
            "Minimum buy-in",
            "The fewest chips a player may sit down with; 0 for none.",
            "SIGN min_purchase",
        ),
    ] = Chips(0)
    max_purchase: Annotated[
        Chips,
        key(
            "Maximum purchase",
            "The most chips a player may buy at once; 0 for the document's rule.",
            "SIGN max_purchase",
        ),
    ] = Chips(0)
    max_stack_after_purchase: Annotated[
        Chips,
        key(
            "Maximum stack after a purchase",
            "The largest stack a purchase may make; 0 for the document's rule.",
            "SIGN max_stack_after_purchase",
        ),
    ] = Chips(0)
    max_total_purchase: Annotated[
        Chips,
        key(
            "Maximum purchases in all",
            "The most chips a player may buy in all; 0 for the document's rule.",
            "SIGN max_total_purchase",
        ),
    ] = Chips(0)
    purchase_limit: Annotated[
        Literal["", "in_all", "each"],
        key(
            "Purchase limit",
            "Whether the document's limit is for all purchases of a player, or for each one; "
            "empty for all of them.",
            "BBC buy",
        ),
    ] = ""
    reentry_minutes: Annotated[
        int | None,
        key(
            "Re-entry",
            "Within how many minutes a returning player must bring the same stake; 0 for none, "
            "null for 60 at a poker table.",
            "SIGN reentry_minutes",
        ),
    ] = None
    missed_blinds: Annotated[
        Literal["none", "post"],
        key(
            "Missed blinds",
            "Whether a player who missed blinds must post them before the next deal.",
            "SIGN missed_blinds",
        ),
    ] = "none"
    turn_seconds: Annotated[
        int,
        key(
            "Time to act",
            "How many seconds a player has to answer a turn; 0 for the time of the room.",
            "SIGN turn_seconds",
        ),
    ] = 0
    bank_seconds: Annotated[
        int | None,
        key(
            "Time bank",
            "How many extra seconds a player may take, in one sitting; null for those of the room.",
            "SIGN bank_seconds",
        ),
    ] = None
    time_charge: Annotated[
        TimeCharge | None,
        key(
            "Time charge",
            "A rake by the clock: its basis, amount and period; null for none.",
            "POKER 14(b)(3)",
        ),
    ] = None
    whole_raises: Annotated[
        bool | None,
        key(
            "Whole raises",
            "For logs of version 0.1: false where the least raise was not a whole number of chips.",
            "SIGN whole_raises",
        ),
    ] = None
    run_times: Annotated[
        int,
        key(
            "Times the rest is run",
            "For hand histories: how many boards an agreement to run it twice deals.",
            "SIGN run_times",
        ),
    ] = 2
    as_recorded: Annotated[
        bool,
        key(
            "As recorded",
            "For hand histories: an opener may complete at once, and any player may fold.",
            "SIGN as_recorded",
        ),
    ] = False
    authorised: Annotated[
        bool,
        key(
            "Authorized", "False for a sign of the library, which no table can offer.", "POKER 8(b)"
        ),
    ] = True


def well_typed(sign: TableSign) -> TableSign:
    """The sign with every value of its type, lists and mappings read; all others are refused.

    >>> well_typed(TableSign(limits=[200, 400])).limits
    (200, 400)
    """
    try:
        return _typed(sign)
    except TypeError:  # a list or a mapping in it has no hash, and so no place in the cache
        return _typed.__wrapped__(sign)


@lru_cache
def _typed(sign: Any) -> TableSign:
    if not isinstance(sign, TableSign):
        raise Refused("FIELD sign", f"a sign must be a TableSign, not {type(sign).__name__}")
    found, fields = list[Fault](), dict[str, Any]()
    for field in msgspec.structs.fields(TableSign):
        value = getattr(sign, field.name)
        try:
            fields[field.name] = msgspec.convert(msgspec.to_builtins(value), field.type)
        except (msgspec.ValidationError, TypeError) as fault:
            reason = str(fault).split(" - at")[0]
            kind = get_args(field.type)[0]  # the rest of the annotation is the key's words
            if get_origin(kind) is Literal:
                reason = f"it must be one of {', '.join(map(repr, get_args(kind)))}"
            found.append(Fault(f"SIGN {field.name}", f"{str(value)[:40]!r} is not valid: {reason}"))
    refuse(found)
    return TableSign(**fields)


def amend(sign: TableSign, changes: dict[str, str]) -> TableSign:
    """Apply `KEY=VALUE` texts to a sign; values are read as JSON, or as they stand.

    >>> amend(TableSign(), {"ante": "50", "structure": "no_limit"}).structure
    'no_limit'
    """
    fields: dict[str, Any] = msgspec.to_builtins(sign)
    known = {field.name for field in msgspec.structs.fields(TableSign)} - NOT_POSTED
    for name, text in changes.items():
        if name not in known:
            raise Refused(
                f"SIGN {name}", f"this is not a key of the table sign{meant(name, known)}"
            )
        try:
            fields[name] = msgspec.json.decode(text)
        except msgspec.DecodeError:
            fields[name] = text
    for name in changes:
        try:
            msgspec.convert({name: fields[name]}, TableSign)
        except msgspec.ValidationError as fault:
            reason = str(fault).split(" - at")[0].lower()
            raise Refused(f"SIGN {name}", f"{changes[name]!r} is not valid: {reason}") from None
    return msgspec.convert(fields, TableSign)
