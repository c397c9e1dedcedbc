"""The table sign: what this table posts, and nothing that is not posted is enforced."""

from functools import lru_cache
from typing import Any, Literal, get_args, get_origin

import msgspec
from msgspec import Struct

from croupier.chips import Chips
from croupier.refused import Refused, meant
from croupier.rules.fault import Fault, refuse
from croupier.rules.revenue import BadBeat, Method
from croupier.rules.steps import Tier
from croupier.rules.time_charge import TimeCharge

NOT_POSTED = {"as_recorded", "authorised"}  # for hand histories, never for a table
Structure = Literal["limit", "spread", "pot_limit", "no_limit"]


class Supplement(Struct, frozen=True, forbid_unknown_fields=True):
    """What a house adds to the irregularities; without an approval it does nothing (15(r))."""

    kind: Literal["hands_protected", "disconnect_leaves"]
    text: str  # as submitted
    approval: str = ""  # the reference of the approval


class TableSign(
    Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    cache_hash=True,
):
    """What a table has posted (POKER 17(d)); amounts are whole cents.

    >>> TableSign(limits=(Chips(4_00), Chips(8_00))).limits
    (400, 800)
    """

    seats: int = 0  # 0: the game's own ceiling
    unit: Chips = Chips(1_00)
    ante: Chips = Chips(0)
    blinds: tuple[Chips, ...] = (Chips(1_00), Chips(2_00))
    forced_bet: Chips = Chips(1_00)
    structure: Structure = "limit"
    limits: tuple[Chips, ...] = (Chips(2_00), Chips(4_00))
    raise_cap: int | None = None
    check_raise: bool = True
    straddle: Chips = Chips(0)
    straddle_seat: Literal["left_of_blinds", "any"] = "left_of_blinds"
    kill: Literal["none", "half", "full"] = "none"
    kill_pot: Chips = Chips(0)  # the least qualifying pot at the posted limits; scales with a kill
    kill_ends_on: Literal["hilo_split", "shared"] = "hilo_split"
    bomb_pot: Chips = Chips(0)
    bomb_boards: Literal[1, 2] = 1
    run_twice: bool = False
    button_start: Literal["right_of_dealer", "high_card"] = "right_of_dealer"
    button_rule: Literal["forward"] = "forward"
    heads_up_button_small_blind: bool = False
    odd_chip: Literal["", "suit", "left_of_button"] = ""  # "": the section's own rule
    reshuffle_own_discards: bool = False
    exposed_card: Literal["discard", "burn"] = "burn"
    show_mucked: Literal["hidden", "on_request", "always"] = "hidden"
    absence: Literal["record", "cover"] = "record"
    five_stud_opener_must_bet: bool = False
    rake: Method | None = None
    rake_max: Chips = Chips(0)  # of one round of play, all pots together
    rake_tiers: tuple[tuple[int, Chips], ...] = ()  # lower maxima for so many players or fewer
    no_flop_no_drop: bool = False
    promo_drop: Chips = Chips(0)  # BBC: once a round, from a pot that is raked
    bad_beat: BadBeat | None = None
    wager_min: Chips = Chips(5_00)  # house-banked tables from here on
    wager_max: Chips = Chips(100_00)
    ante_threshold: Literal["straight", "flush"] = "straight"
    bonus_odds: tuple[int, ...] = ()  # (): the least the clause allows
    aces_v_aces: int = 0  # 0: not offered
    progressive: bool = False
    progressive_seed: Chips = Chips(0)
    progressive_share: int = 0  # how many cents of each dollar feed the meter
    progressive_meter: Chips = Chips(0)
    progressive_prizes: Literal["for", "to"] = "for"
    progressive_after_fold: bool = True
    flop_odds: tuple[int, ...] = ()
    pot_wager: Chips = Chips(0)  # 0: the table minimum
    pair_up_table: Literal[1, 2, 3] = 1
    deal_method: Literal["manual_shoe", "hand", "automated_shoe"] = "manual_shoe"
    shuffler: Literal["none", "plain", "counting"] = "none"
    cut_number: Literal["random", "player"] = "random"  # who says how many cards it takes
    match_play: bool = False
    multi_position: bool = False
    supplements: tuple[Supplement, ...] = ()  # to the irregularities (POKER 15(r))
    limit_tiers: tuple[Tier, ...] = ()  # (): the game's own, a tier for each betting round
    announce: Literal["", "any", "waiting"] = ""  # "": as the document has it (POKER 18, A-62)
    max_purchase: Chips = Chips(0)  # 0: as the document has it; BBC $150
    max_stack_after_purchase: Chips = Chips(0)  # 0: as the document has it; BBC $1,000
    max_total_purchase: Chips = Chips(0)  # 0: as often as one likes
    reentry_minutes: int = 0  # who comes back within them brings the stake back; 0: no such rule
    missed_blinds: Literal["none", "post"] = "none"
    time_charge: TimeCharge | None = None
    as_recorded: bool = False  # hand histories: an opener may complete at once, anybody may fold
    authorised: bool = True  # False: a library sign, which no table may offer

    @property
    def lower(self) -> Chips:
        """The lower limit, or the least bet where bets are not fixed."""
        return self.limits[0]


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
        raise Refused("FIELD sign", f"a sign is a TableSign, not {type(sign).__name__}")
    found, fields = list[Fault](), dict[str, Any]()
    for field in msgspec.structs.fields(TableSign):
        value = getattr(sign, field.name)
        try:
            fields[field.name] = msgspec.convert(msgspec.to_builtins(value), field.type)
        except (msgspec.ValidationError, TypeError) as fault:
            reason = str(fault).split(" - at")[0]
            choices = ", ".join(map(repr, get_args(field.type)))
            if get_origin(field.type) is Literal:
                reason = f"it must be one of {choices}"
            found.append(Fault(f"SIGN {field.name}", f"{str(value)[:40]!r} will not do: {reason}"))
    refuse(found)
    return TableSign(**fields)


def amend(sign: TableSign, changes: dict[str, str]) -> TableSign:
    """Apply `KEY=VALUE` texts to a sign; values are read as JSON, or as they stand.

    >>> amend(TableSign(), {"ante": "50", "structure": "no_limit"}).structure
    'no_limit'
    """
    fields: dict[str, Any] = msgspec.to_builtins(sign)
    known = {field.name for field in msgspec.structs.fields(TableSign)} - NOT_POSTED
    for key, text in changes.items():
        if key not in known:
            raise Refused(f"SIGN {key}", f"no such key on a table sign{meant(key, known)}")
        try:
            fields[key] = msgspec.json.decode(text)
        except msgspec.DecodeError:
            fields[key] = text
    for key in changes:
        try:
            msgspec.convert({key: fields[key]}, TableSign)
        except msgspec.ValidationError as fault:
            reason = str(fault).split(" - at")[0].lower()
            raise Refused(f"SIGN {key}", f"{changes[key]!r} will not do: {reason}") from None
    return msgspec.convert(fields, TableSign)
