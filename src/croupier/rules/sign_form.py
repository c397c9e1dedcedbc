"""Read a form that a sign was written in: every fault at once, each beside its field."""

import re
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from typing import Any, get_args

from msgspec import Struct
from msgspec.structs import replace

from croupier.chips import Chips, read_money
from croupier.refused import Refused, meant
from croupier.rules.game import Game
from croupier.rules.proportions import disproportions
from croupier.rules.revenue import Increments, Method, Percentage
from croupier.rules.sign import TableSign
from croupier.rules.sign_check import faults
from croupier.rules.sign_fields import Field, fields, usual_blinds, usual_unit
from croupier.rules.steps import Tier
from croupier.rules.time_charge import Hourly, TimeCharge

_AMOUNT = r"\$?[\d.,]+"
_LEVEL = re.compile(rf"({_AMOUNT})\s+at\s+({_AMOUNT})")
_TIER = re.compile(rf"(\d+)\s*(?:players?)?\s*:?\s*({_AMOUNT})")
_PERCENT = re.compile(r"(\d{1,3}(?:\.\d{1,2})?)\s*(?:%|percent)")
_TIME = re.compile(
    rf"({_AMOUNT})\s*(an hour)?,?\s*(?:every\s+(\d+)\s*(?:minutes|min))?,?\s*(from the table)?"
)
_IN_CHIPS = (
    *("forced_bet", "straddle", "bomb_pot", "wager_min", "wager_max", "pot_wager", "rake_max"),
    *("min_purchase", "max_purchase", "max_stack_after_purchase", "max_total_purchase"),
)
_DIGITS = 9  # of a plain number


class FieldFault(Struct, frozen=True):
    """What is wrong with one field, or with the whole form (no field), and the rule it breaks."""

    field: str
    clause: str
    why: str


class Written(Struct, frozen=True):
    """The sign that a form amounts to, and everything that is wrong with it."""

    sign: TableSign
    faults: tuple[FieldFault, ...]

    def check(self) -> TableSign:
        """The sign, or a refusal that names every fault."""
        if not self.faults:
            return self.sign
        first, *others = self.faults
        rest = "".join(f"; {fault.why} ({fault.clause})" for fault in others)
        raise Refused(first.clause, first.why + rest)


def read_form(game: Game, base: TableSign, texts: Mapping[str, str]) -> Written:
    """The sign that these texts write, over a sign that says the rest.

    >>> from croupier.games import GAMES
    >>> said = {"structure": "no_limit", "blinds": "1/2"}
    >>> found = read_form(GAMES["holdem"], TableSign(), said)
    >>> found.sign.structure, found.sign.limits, found.faults
    ('no_limit', (200,), ())
    """
    asked = {field.name: field for field in fields(game, base)}
    wrong = [
        FieldFault("", "FIELD sign", f"this sign has no field {name[:40]!r}{meant(name, asked)}")
        for name in texts
        if name not in asked
    ]
    values: dict[str, Any] = {}
    for name, field in asked.items():
        if not _is_asked(field, asked, texts):
            if texts.get(name, "").strip():
                why = f"{field.title.lower()} cannot be posted here"
                wrong.append(FieldFault(name, field.clause, why))
            values[name] = None
            continue
        try:
            values[name] = _READERS[field.kind](field, texts.get(name, field.value).strip())
        except Refused as refused:
            wrong.append(FieldFault(name, refused.clause, refused.why))
    sign = _posted(game, base, asked, values)
    known = {fault.field for fault in wrong}
    for fault in (*faults(game, sign), *disproportions(game, sign)):
        place = fault.field if fault.field in asked else ""
        if not place or place not in known:
            wrong.append(FieldFault(place, fault.clause, fault.why))
    return Written(sign, tuple(dict.fromkeys(wrong)))


def _is_asked(field: Field, asked: Mapping[str, Field], texts: Mapping[str, str]) -> bool:
    if field.needs is None:
        return True
    name, wanted = field.needs
    other = asked.get(name)
    if other is None or not _is_asked(other, asked, texts):
        return False
    return texts.get(name, other.value) in wanted


# --- the values of a sign --------------------------------------------------------------------


def _posted(
    game: Game,
    base: TableSign,
    asked: Mapping[str, Field],
    values: dict[str, Any],
) -> TableSign:
    usual, found = TableSign(), dict[str, Any]()
    for name, value in values.items():
        key, _, place = name.partition(".")
        if place:
            row = found.setdefault(key, {})
            row[int(place)] = value
        else:
            found[name] = getattr(usual, name) if value is None else value
    for key in [key for key, row in found.items() if isinstance(row, dict)]:
        lines = [name for name in asked if name.startswith(f"{key}.")]
        row = found.pop(key)
        odds = tuple(row.get(n, int(asked[f"{key}.{n}"].value)) or 0 for n in range(len(lines)))
        least = tuple(int(asked[name].value) for name in lines)
        found[key] = odds if getattr(base, key) or odds != least else ()
    structure = found.get("structure", base.structure)
    if "limits" in asked and values.get("limits", base.limits) is None:
        found["limits"] = (Chips(0),)
    if "blinds" in asked and values.get("blinds", ()) is None:
        limits = found.get("limits", base.limits)
        found["blinds"] = usual_blinds(game, structure, limits)
    if game.button and structure in ("pot_limit", "no_limit"):
        blinds = found.get("blinds", base.blinds)
        found["limits"] = (max(blinds, default=Chips(0)),)
    if "unit" in asked and values.get("unit", base.unit) is None:
        found["unit"] = usual_unit(_amounts_of(replace(base, **found | {"time_charge": None})))
    if isinstance(charge := found.get("time_charge"), tuple):
        found["time_charge"] = _charge(game, found.get("limits", base.limits), *charge)
    return replace(base, **found)


def _amounts_of(sign: TableSign) -> Iterator[Chips]:
    """What must be a whole number of the smallest chip; an ante may be coin (POKER 7(c))."""
    yield from (*sign.blinds, *sign.limits)
    for key in _IN_CHIPS:
        yield getattr(sign, key)


def _charge(
    game: Game, limits: tuple[Chips, ...], fee: Chips, hourly: bool, minutes: int, basis: str
) -> TimeCharge:
    rows = (Hourly(limits, fee),) if hourly else ()
    each = Chips(0) if hourly else fee
    return TimeCharge(
        basis="table" if basis == "table" else "player", minutes=minutes, hourly=rows, each=each
    )


# --- what was written ------------------------------------------------------------------------


def _fault(field: Field, text: str, like: str) -> Refused:
    return Refused(f"SIGN {field.name}", f"{text[:40]!r} is not understood: write {like}")


def _amount(field: Field, text: str) -> Any:
    return read_money(text, field.name) if text else None


def _amounts(field: Field, text: str) -> Any:
    if not text:
        return None
    parts = re.split(r"\s*[/\-\u2013]\s*|\s+and\s+|,\s+", text)
    try:
        amounts = tuple(read_money(part, field.name) for part in parts)
    except Refused:
        raise _fault(field, text, f"amounts like {field.like or '1/2'}") from None
    if field.name == "blinds" and sorted(amounts) != [*amounts]:
        raise Refused(f"SIGN {field.name}", "write the smallest blind first, like 1/2")
    return amounts


def _number(field: Field, text: str) -> Any:
    if not text:
        return None
    if not text.isdecimal() or len(text) > _DIGITS:
        raise _fault(field, text, "a whole number")
    return int(text)


def _choice(field: Field, text: str) -> Any:
    found = {value: value for value, _ in field.choices}
    found |= {words.lower(): value for value, words in field.choices}
    if text.lower() not in found:
        raise _fault(field, text, "one of " + ", ".join(words for _, words in field.choices))
    value = found[text.lower()]
    if value in ("yes", "no"):
        return value == "yes"
    if field.name in ("bomb_boards", "pair_up_table"):
        return int(value)
    return None if value == "" and field.name == "five_stud_opener_must_bet" else value


def _text(field: Field, text: str) -> Any:
    return _TEXTS[field.name](field, text) if text and text.lower() != "none" else None


def _rake(field: Field, text: str) -> Method:
    return read_rake(text, field.name, field.like)


def read_rake(text: str, field: str, like: str) -> Method:
    """A way to take a part of a pot: a percentage, or amounts as the pot reaches levels.

    >>> read_rake("$1 at $10, $1 at $20", "rake", "5%")
    Increments(levels=((1000, 100), (2000, 100)))
    """
    if found := _PERCENT.fullmatch(text.lower()):
        return Percentage(Decimal(found[1]))
    levels = [_LEVEL.fullmatch(part.strip()) for part in re.split(r",\s+|;| and ", text)]
    if not all(levels):
        raise Refused(f"FIELD {field}", f"{text[:40]!r} is not understood: write it like {like}")
    rows = [(read_money(one[2], field), read_money(one[1], field)) for one in levels if one]
    return Increments(tuple(sorted(rows)))


def _tiers(field: Field, text: str) -> tuple[tuple[int, Chips], ...]:
    tiers = [_TIER.fullmatch(part.strip()) for part in re.split(r",\s+|;| and ", text)]
    if not all(tiers):
        raise _fault(field, text, f"them like {field.like}")
    return tuple((int(one[1]), read_money(one[2], field.name)) for one in tiers if one)


def _limit_tiers(field: Field, text: str) -> tuple[Any, ...]:
    tiers = tuple(part for part in re.split(r"[,\s]+", text.lower()) if part)
    if not set(tiers) <= set(get_args(Tier)):
        raise _fault(field, text, f"{' or '.join(get_args(Tier))} for each betting round")
    return tiers


def _time(field: Field, text: str) -> tuple[Chips, bool, int, str]:
    found = _TIME.fullmatch(text.lower())
    if found is None:
        raise _fault(field, text, f"it like {field.like}")
    fee = read_money(found[1], field.name)
    return fee, bool(found[2]), int(found[3] or 30), "table" if found[4] else "player"


_READERS: dict[str, Callable[[Field, str], Any]] = {
    "amount": _amount,
    "amounts": _amounts,
    "number": _number,
    "choice": _choice,
    "text": _text,
}
_TEXTS: dict[str, Callable[[Field, str], Any]] = {
    "rake": _rake,
    "rake_tiers": _tiers,
    "limit_tiers": _limit_tiers,
    "time_charge": _time,
}
