"""The fields of a form in which a sign is written: which keys a game has, and how they read.

The words come from the keys themselves; which of them a table may post follows from the game: its
offers, its steps and its document. Values are text as people write it: `1/2`, `$0.50`, `5%`.
"""

from collections.abc import Iterable, Iterator
from types import UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from croupier.chips import Chips, money
from croupier.rules.banked import AgainstDealer, Settle, Wagers
from croupier.rules.banked_sign import pay_tables
from croupier.rules.game import Game
from croupier.rules.offers import (
    Ante,
    BombPot,
    ForcedBet,
    Kill,
    OddChip,
    OpenerMustBet,
    OwnDiscards,
    RunTwice,
    Straddle,
)
from croupier.rules.paytables import BONUS, FLOP, PAIR_UP
from croupier.rules.revenue import Increments, Method, Percentage
from croupier.rules.sign import TableSign
from croupier.rules.steps import Board
from croupier.rules.time_charge import TimeCharge

UNITS = (1_00, 50, 25, 10, 5, 1)  # cents: chips that a table may have as its smallest
Group = Literal["stakes", "seats", "options", "house", "pay", "rules"]
Kind = Literal["amount", "amounts", "number", "choice", "text"]

ELSEWHERE = {
    "bad_beat": "the terms of a fund are posted with the fund (POKER 19)",
    "supplements": "a supplement is posted once its approval is recorded (POKER 15(r))",
    "button_rule": "the documents allow one rule only",
}

_GROUPS: dict[Group, str] = {
    "stakes": "structure limits blinds ante forced_bet wager_min wager_max pot_wager unit",
    "seats": "seats min_purchase max_purchase turn_seconds bank_seconds",
    "options": "straddle straddle_seat kill kill_pot kill_threshold kill_ends_on bomb_pot "
    "bomb_boards run_twice progressive progressive_seed progressive_share progressive_meter "
    "progressive_prizes progressive_after_fold match_play multi_position",
    "house": "rake rake_max rake_tiers rake_from no_flop_no_drop promo_drop time_charge",
    "pay": "ante_threshold bonus_odds aces_v_aces flop_odds pair_up_table lowest_flush",
    "rules": "raise_cap check_raise heads_up_button_small_blind limit_tiers button_start odd_chip "
    "missed_blinds exposed_card show_mucked show_all_in reshuffle_own_discards "
    "five_stud_opener_must_bet max_stack_after_purchase max_total_purchase purchase_limit "
    "reentry_minutes absence announce "
    "deal_method shuffler cut_number",
}
_POKER = (
    "structure limits raise_cap check_raise rake rake_from rake_max rake_tiers time_charge "
    "show_mucked absence announce reentry_minutes min_purchase max_purchase "
    "max_stack_after_purchase max_total_purchase limit_tiers seats unit shuffler cut_number "
    "turn_seconds bank_seconds"
)
_BUTTON = "blinds heads_up_button_small_blind button_start missed_blinds exposed_card"
_BANKED = (
    "wager_min wager_max seats unit deal_method shuffler cut_number match_play multi_position "
    "min_purchase max_purchase turn_seconds bank_seconds"
)
_OFFERED = {
    Ante: "ante",
    ForcedBet: "forced_bet",
    Straddle: "straddle straddle_seat",
    Kill: "kill kill_pot kill_threshold kill_ends_on",
    BombPot: "bomb_pot bomb_boards",
    RunTwice: "run_twice",
    OddChip: "odd_chip",
    OwnDiscards: "reshuffle_own_discards",
    OpenerMustBet: "five_stud_opener_must_bet",
}
_PROGRESSIVE = (
    "progressive progressive_seed progressive_share progressive_meter progressive_prizes "
    "progressive_after_fold"
)
_LIKE = {
    "limits": "2/4",
    "unit": "as the stakes need",
    "blinds": "1/2",
    "rake": "5%, or $1 at $10, $1 at $20",
    "rake_tiers": "2 players $1, 4 players $2",
    "time_charge": "$12 an hour, every 30 minutes",
    "limit_tiers": "lower, lower, upper, upper",
    "raise_cap": "no cap",
    "reentry_minutes": "60",
    "turn_seconds": "as the room has it",
    "bank_seconds": "as the room has it",
    "aces_v_aces": "not offered",
}
_NEEDS: dict[str, tuple[str, tuple[str, ...]]] = {
    "limit_tiers": ("structure", ("limit",)),
    "kill": ("structure", ("limit",)),
    **dict.fromkeys(("kill_pot", "kill_threshold", "kill_ends_on"), ("kill", ("half", "full"))),
    **dict.fromkeys(_PROGRESSIVE.split()[1:], ("progressive", ("yes",))),
}
_WORDS = {
    "": "As the rules say",
    "announce any": "Every free seat",
    "announce waiting": "Seats that players wait for",
    "absence cover": "Covered, on the table",
    "absence record": "Recorded, and given back",
    "button_start high_card": "By the highest card",
    "button_start right_of_dealer": "At the dealer's right",
    "cut_number player": "By a player",
    "cut_number random": "By chance",
    "exposed_card burn": "It is the next burn card",
    "exposed_card discard": "It is discarded",
    "heads_up_button_small_blind no": "Big on the button",
    "heads_up_button_small_blind yes": "Small on the button",
    "kill full": "Doubles the limits",
    "kill half": "Raises the limits by half",
    "kill_ends_on shared": "Any pot that is shared",
    "kill_threshold amount": "The same amount always",
    "kill_threshold multiple": "Rises with the limits",
    "missed_blinds none": "Need not be posted",
    "missed_blinds post": "Must be posted",
    "odd_chip left_of_button": "First left of the button",
    "odd_chip suit": "By suit",
    "rake_from each_pot": "Each pot pays its part",
    "rake_from main_first": "The main pot pays first",
    "show_mucked hidden": "Stay hidden",
    "show_mucked always": "Are always shown",
    "straddle_seat any": "Any seat without a blind",
    "straddle_seat left_of_blinds": "Left of the last blind",
    "yes": "Yes",
    "no": "No",
    "limit": "Fixed limit",
    "spread": "Spread limit",
    "pot_limit": "Pot limit",
    "no_limit": "No limit",
    "in_all": "For all purchases together",
    "each": "For each purchase",
    "hilo_split": "A pot split between high and low",
}


class Field(Struct, frozen=True, kw_only=True):
    """One field of the form: its words, what it takes, and what it says now."""

    name: str  # the key of the sign; a line of a pay table has its number: `bonus_odds.3`
    title: str
    does: str
    clause: str
    group: Group
    kind: Kind
    value: str
    choices: tuple[tuple[str, str], ...] = ()
    like: str = ""  # what an empty field means, or an example
    needs: tuple[str, tuple[str, ...]] | None = None  # asked only where another field says this


def fields(game: Game, sign: TableSign) -> list[Field]:
    """The form of a game, filled in with a sign.

    >>> from croupier.games import GAMES
    >>> found = {field.name: field.value for field in fields(GAMES["holdem"], TableSign())}
    >>> found["structure"], found["limits"], "bonus_odds.0" in found
    ('limit', '2/4', False)
    """
    hints = get_type_hints(TableSign, include_extras=True)
    had = keys_of(game)
    return [
        field
        for group, names in _GROUPS.items()
        for name in names.split()
        if name in had
        for field in _fields(game, sign, name, group, hints[name])
    ]


def keys_of(game: Game) -> set[str]:
    """The keys that a table of this game can post in a form."""
    found = set((_BANKED if game.banked else _POKER).split())
    if game.banked:
        found |= set(_banked(game))
        return found - ({"multi_position"} if game.document.one_position else set())
    if game.button:
        found |= set(_BUTTON.split())
    for offer in game.offers:
        found |= set(_OFFERED.get(type(offer), "").split())
    if any(isinstance(step, Board) and step.up == 3 for step in game.script):
        found.add("no_flop_no_drop")
    if game.has_board:
        found.add("show_all_in")
    if game.document.promo_drop:
        found.add("promo_drop")
    if game.document.purchase_most:
        found.add("purchase_limit")
    return found


def _banked(game: Game) -> Iterator[str]:
    tables, first = pay_tables(game), game.script[0]
    settles = [step for step in game.script if isinstance(step, Settle)]
    if BONUS in tables:
        yield from ("bonus_odds", "aces_v_aces")
    if FLOP in tables:
        yield from ("flop_odds", "pot_wager")
    if any(table in tables for table in PAIR_UP):
        yield from ("pair_up_table", "lowest_flush")
    if isinstance(first, Wagers) and any(spot.if_posted == "progressive" for spot in first.spots):
        yield from _PROGRESSIVE.split()
    for step in settles:
        for contest in step.contests:
            if isinstance(contest, AgainstDealer) and any(one.threshold for one in contest.stakes):
                yield "ante_threshold"


def _fields(game: Game, sign: TableSign, name: str, group: Group, hint: Any) -> Iterator[Field]:
    kind, meta = get_args(hint)
    table = {BONUS.key: BONUS, FLOP.key: FLOP}.get(name)
    if table is not None:
        for place, line in enumerate(table.lines):
            posted: tuple[int, ...] = getattr(sign, name)
            yield Field(
                name=f"{name}.{place}",
                title=line.hand[:1].upper() + line.hand[1:],
                does=f"So much to 1 on the {table.name} wager, at least {line.odds}.",
                clause=game.cite(table.clause),
                group=group,
                kind="number",
                value=str(posted[place] if posted else line.odds),
            )
        return
    choices = _choices(name, kind)
    needs = _NEEDS.get(name)
    if name == "limits" and game.button:
        needs = "structure", ("limit", "spread")
    yield Field(
        name=name,
        title=meta.title or name,
        does=meta.description or "",
        clause=meta.extra["clause"],
        group=group,
        kind="choice" if choices else _kind(kind),
        value=written(game, sign, name),
        choices=choices,
        like=_like(game, name),
        needs=needs,
    )


def _like(game: Game, name: str) -> str:
    if name == "blinds":
        return "/".join(_plain(chips) for chips in game.sign.blinds)
    if name == "seats":
        return str(game.players.most)
    if name == "time_charge" and game.document.period_charge:
        return "$5 every 30 minutes"
    if name == "rake" and not game.document.percentage_rake:
        return "$1 at $10, $1 at $20"
    return _LIKE.get(name, "")


def _choices(name: str, kind: Any) -> tuple[tuple[str, str], ...]:
    values: tuple[Any, ...] = ()
    if kind is bool:
        values = "no", "yes"
    elif isinstance(kind, UnionType) and bool in get_args(kind):
        values = "", "yes", "no"
    elif get_origin(kind) is Literal:
        values = get_args(kind)
    return tuple((str(value), words_of(name, str(value))) for value in values)


def words_of(name: str, value: str) -> str:
    """A choice of a key as people read it.

    >>> words_of("structure", "no_limit"), words_of("odd_chip", "suit"), words_of("kill", "none")
    ('No limit', 'By suit', 'None')
    """
    said = _WORDS.get(f"{name} {value}") or _WORDS.get(value)
    return said or value.replace("_", " ").capitalize()


def _kind(kind: Any) -> Kind:
    if kind is Chips:
        return "amount"
    if kind is int or (isinstance(kind, UnionType) and int in get_args(kind)):
        return "number"
    if get_origin(kind) is tuple and get_args(kind)[0] is Chips:
        return "amounts"
    return "text"


# --- a sign as people write it ---------------------------------------------------------------


def written(game: Game, sign: TableSign, name: str) -> str:
    """What a sign says under a key, as people write it.

    >>> from croupier.games import GAMES
    >>> written(GAMES["holdem"], TableSign(blinds=(Chips(50), Chips(1_00))), "blinds")
    '0.50/1'
    """
    value = getattr(sign, name)
    if name == "blinds" and value == usual_blinds(game, sign.structure, sign.limits):
        return ""
    if name == "unit" and value == UNITS[0]:
        return ""
    if name in ("seats", "turn_seconds", "aces_v_aces"):
        return str(value) if value else ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Percentage | Increments):
        return _method(value)
    if isinstance(value, TimeCharge):
        return _time(value, sign)
    kind = get_args(get_type_hints(TableSign, include_extras=True)[name])[0]
    if kind is Chips:
        return _plain(value) if value else ""
    if name == "rake_tiers":
        return ", ".join(f"{count} players {money(chips)}" for count, chips in value)
    if isinstance(value, tuple):
        return (", " if name == "limit_tiers" else "/").join(
            one if isinstance(one, str) else _plain(one) for one in value
        )
    return "" if value is None else str(msgspec.to_builtins(value))


def usual_blinds(game: Game, structure: str, limits: tuple[Chips, ...]) -> tuple[Chips, ...]:
    """The blinds where none are written: half and all of the lower limit, else the game's own."""
    if structure in ("limit", "spread") and limits:
        return Chips(limits[0] // 2), limits[0]
    return game.sign.blinds


def usual_unit(amounts: Iterable[int]) -> Chips:
    """The smallest chip where none is written: the largest of which every amount is a whole number.

    >>> usual_unit((25, 50)), usual_unit((200, 400)), usual_unit((2,))
    (25, 100, 1)
    """
    posted = [*amounts]
    return Chips(next(unit for unit in UNITS if all(chips % unit == 0 for chips in posted)))


def _plain(chips: int) -> str:
    return money(chips).removeprefix("$")


def _method(rake: Method) -> str:
    if isinstance(rake, Percentage):
        return f"{rake.percent}%"
    return ", ".join(f"{money(amount)} at {money(level)}" for level, amount in rake.levels)


def _time(posted: TimeCharge, sign: TableSign) -> str:
    hourly = posted.hourly_fee(sign.limits)
    every = f"every {posted.minutes} minutes"
    if hourly is None:
        return f"{money(posted.each)} {every}"
    whose = ", from the table" if posted.basis == "table" else ""
    return f"{money(hourly)} an hour, {every}{whose}"
