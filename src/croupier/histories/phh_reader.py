"""Hand histories in PHH, read into records; every fault is refused where it stands."""

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from croupier.chips import Chips
from croupier.engine.dues import in_order
from croupier.engine.events import Due
from croupier.games import game_of
from croupier.histories.about import CENTS
from croupier.histories.amounts import ENDLESS
from croupier.histories.customs import with_customs
from croupier.histories.hand import Hand
from croupier.histories.history import Action, History
from croupier.histories.phh import House, code_of, decoded, forced
from croupier.histories.phh_about import about_of
from croupier.histories.phh_actions import Whole, one_by_one, parsed
from croupier.histories.sites.forced import sign_of
from croupier.refused import Refused
from croupier.rules.game import Game
from croupier.rules.sign import Structure, TableSign

FILE_MOST = 64 * 1024 * 1024
LINE_MOST = 1024 * 1024
DOTS_MOST = 100_000_000  # the parser's work on dotted keys grows with the square of their length
PLAYERS_MOST = 11
AMOUNT_MOST = 10**12
DECIMALS_MOST = 6
ACTIONS_MOST = 2_000
INFINITE = Decimal("Infinity")
_BET = re.compile(r" cbr \d+\.(\d*[1-9])")


# --- files -----------------------------------------------------------------------------------


def read_phh(text: str) -> list[Hand]:
    """Read a .phh (one hand) or a .phhs (a table for each hand), all of it or nothing."""
    hands = tables(text)
    decimals = decimals_of(entries for _, entries in hands)
    return [read_hand(name, entries, decimals) for name, entries in hands]


def decimals_of(hands: Iterable[Mapping[str, Any]]) -> int:
    """How many decimals the amounts of a whole file have: one scale for all of its hands."""
    return max((_most_decimals(entries) for entries in hands), default=0)


def _most_decimals(entries: Mapping[str, Any]) -> int:
    most = 0
    for value in entries.values():
        for item in value if isinstance(value, list) else (value,):
            if isinstance(item, Decimal) and item.is_finite():
                most = max(most, min(_decimals(item), DECIMALS_MOST))
            elif isinstance(item, str) and (bet := _BET.search(item)):
                most = max(most, min(len(bet[1]), DECIMALS_MOST))
    return max(CENTS, most) if most else 0


def tables(text: str) -> Sequence[tuple[str, Mapping[str, Any]]]:
    """The hands of a file as plain entries, each with its name; nothing is judged yet."""
    _check_size(text)
    try:
        entries = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as fault:
        raise Refused("FIELD phh", f"not TOML: {_line(str(fault))}") from None
    except (RecursionError, ValueError, ArithmeticError):
        raise Refused("FIELD phh", "not TOML: too deeply nested, or a number too long") from None
    if "variant" in entries or not entries:
        return [("1", entries)]
    hands = [(name, hand) for name, hand in entries.items() if isinstance(hand, dict)]
    if len(hands) != len(entries):
        stray = next(name for name, hand in entries.items() if not isinstance(hand, dict))
        raise Refused("FIELD phh", f"{stray[:40]!r} is neither a hand nor part of one")
    return hands


def _check_size(text: str) -> None:
    if len(text) > FILE_MOST:
        raise Refused("FIELD phh", f"the file is longer than {FILE_MOST:,} characters")
    work = 0
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LINE_MOST:
            raise Refused("FIELD phh", f"line {number} is longer than {LINE_MOST:,} characters")
        work += line.count(".") ** 2
        if work > DOTS_MOST:
            raise Refused("FIELD phh", f"line {number} has too many dots for a hand history")


def _line(words: str) -> str:
    return re.sub(r"\s+", " ", words)[:200]


def read_hand(name: str, entries: Mapping[str, Any], decimals: int | None = None) -> Hand:
    """Read one hand, or refuse it by its name; `decimals` are those of its file."""
    try:
        return _hand(name, entries, decimals_of([entries]) if decimals is None else decimals)
    except Refused as fault:
        raise Refused(fault.clause, f"hand {name[:40]}: {fault.why}") from None


# --- entries ---------------------------------------------------------------------------------


class _Entries:
    """The entries of one hand, each asked for with the kind it must be of."""

    def __init__(self, entries: Mapping[str, Any]) -> None:
        self.entries = entries

    def text(self, key: str) -> str:
        value = self.entries.get(key)
        if not isinstance(value, str):
            raise Refused(f"FIELD {key}", f"{key} must be a string")
        return value

    def amount(self, key: str) -> Decimal:
        return _amount(key, self.entries.get(key))

    def amounts(self, key: str, count: int | None = None) -> list[Decimal]:
        value = self.entries.get(key)
        if not isinstance(value, list) or len(value) > PLAYERS_MOST:
            raise Refused(f"FIELD {key}", f"{key} must be a list of at most {PLAYERS_MOST} amounts")
        if count is not None and len(value) > count:
            raise Refused(f"FIELD {key}", f"{key} has {len(value)} amounts for {count} players")
        amounts = [_amount(key, item) for item in value]
        return amounts + [Decimal(0)] * ((count or 0) - len(amounts))

    def flag(self, key: str) -> bool:
        value = self.entries.get(key, False)
        if not isinstance(value, bool):
            raise Refused(f"FIELD {key}", f"{key} must be true or false")
        return value

    def lines(self, key: str) -> list[str]:
        value = self.entries.get(key)
        if not isinstance(value, list) or not all(isinstance(line, str) for line in value):
            raise Refused(f"FIELD {key}", f"{key} must be a list of strings")
        if len(value) > ACTIONS_MOST:
            raise Refused(f"FIELD {key}", f"there are more than {ACTIONS_MOST:,} actions")
        return value


def _amount(key: str, value: Any) -> Decimal:
    if value == INFINITE and key in ("starting_stacks", "finishing_stacks"):
        return INFINITE
    if isinstance(value, float):
        value = Decimal(str(value))
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        raise Refused(f"FIELD {key}", f"{key} must be a number")
    number = Decimal(value) if isinstance(value, Decimal) or abs(value) <= AMOUNT_MOST else None
    if number is None or _decimals(number) > DECIMALS_MOST or abs(number) > AMOUNT_MOST:
        raise Refused(f"FIELD {key}", f"an amount of {key} is out of bounds")
    return number


def _decimals(number: Decimal) -> int:
    """How many decimals an amount has; too many where it is no amount at all."""
    exponent = number.as_tuple().exponent
    if not isinstance(exponent, int) or not -30 < exponent < 30:
        return DECIMALS_MOST + 1
    return max(0, -int(number.normalize().as_tuple().exponent))


# --- one hand --------------------------------------------------------------------------------


def _hand(name: str, entries: Mapping[str, Any], decimals: int) -> Hand:
    fields = _Entries(entries)
    key, structure = decoded(fields.text("variant"))
    game, house = game_of(key), _house(entries)
    stacks = fields.amounts("starting_stacks")
    said = [parsed(number, line) for number, line in enumerate(fields.lines("actions"), 1)]
    written = _forced(fields, game, structure, len(stacks))
    seats = _seats(entries.get("seats"), len(stacks), game)
    about = about_of(entries, seats, CENTS if house else decimals)  # our tables count in cents
    whole = _whole(house.scale if house else about.scale)
    record = History(
        game=game.key,
        sign=_sign(game, structure, written, whole, about.unit),
        stacks={seat: whole(chips) for seat, chips in zip(seats, stacks, strict=True)},
        button=seats[-1] if game.button else 0,
        dues=_dues(written, seats, whole),
        actions=(),
        finish=_finish(fields, seats, whole),
    )
    if house:
        record = _housed(record, house, fields.text("variant"))
        if forced(record)[:2] != ([whole(a) for a in written.antes], _signed(written, whole)):
            raise Refused("FIELD _croupier", "it contradicts the antes and blinds of the hand")
    lines = [line for line in said if line is not None]
    actions = one_by_one([line.action(seats, whole) for line in lines])
    if house:
        actions += [(Action("agree", seat, yes=yes), "_croupier") for seat, yes in house.agreed]
        actions += [(action, "_croupier") for action in house.afterward]
    record = with_customs(replace(record, actions=tuple(action for action, _ in actions)))
    won = _won(fields, seats, whole)
    about = replace(about, won=won) if won else about
    return Hand(name, record, about, tuple(place for _, place in actions))


def _whole(scale: int) -> Whole:
    def whole(amount: Decimal) -> Chips:
        if amount == INFINITE:
            return Chips(ENDLESS)
        scaled = amount * scale
        if scaled != int(scaled):
            raise Refused("FIELD _croupier", f"{amount} is not whole at the scale given")
        return Chips(int(scaled))

    return whole


def _won(fields: "_Entries", seats: tuple[int, ...], whole: Whole) -> dict[int, int]:
    """What each player collected, as the file tells it; nothing where all of it is nought."""
    if "winnings" not in fields.entries:
        return {}
    amounts = fields.amounts("winnings")
    if len(amounts) != len(seats):
        raise Refused("FIELD winnings", f"{len(amounts)} winnings for {len(seats)} players")
    return {seat: whole(chips) for seat, chips in zip(seats, amounts, strict=True) if chips}


def _seats(given: Any, count: int, game: Game) -> tuple[int, ...]:
    """The seat numbers of the file where they go clockwise, else 1 to the number of players."""
    plain = tuple(range(1, count + 1))
    if not 2 <= count <= PLAYERS_MOST:
        raise Refused(
            "FIELD starting_stacks", f"a hand must have 2 to {PLAYERS_MOST} players, not {count}"
        )
    if not isinstance(given, list) or len(given) != count:
        return plain
    if not all(type(seat) is int and 1 <= seat <= PLAYERS_MOST for seat in given):
        return plain
    clockwise = in_order(given, given[-1] if game.button else 0)
    return clockwise if len(set(given)) == count and clockwise == tuple(given) else plain


def _finish(fields: "_Entries", seats: tuple[int, ...], whole: Whole) -> dict[int, Chips] | None:
    """Stacks at the end; a player who began with an endless one is left out."""
    if "finishing_stacks" not in fields.entries:
        return None
    finish = fields.amounts("finishing_stacks")
    if len(finish) != len(seats):
        raise Refused("FIELD finishing_stacks", f"{len(finish)} stacks for {len(seats)} players")
    known = zip(seats, finish, strict=True)
    return {seat: whole(chips) for seat, chips in known if chips != INFINITE}


# --- antes, blinds, limits -------------------------------------------------------------------


class _Forced(NamedTuple):
    """The forced bets and limits as written: heads-up the lists are reversed."""

    antes: list[Decimal]
    trimmed: bool
    blinds: list[Decimal]
    bring_in: Decimal
    limits: list[Decimal]


def _forced(fields: _Entries, game: Game, structure: Structure, count: int) -> _Forced:
    fixed = structure in ("limit", "spread")
    keys = ("small_bet", "big_bet") if fixed else ("min_bet",)
    antes = fields.amounts("antes", count)
    if any(ante < 0 for ante in antes):
        raise Refused("FIELD antes", "an ante must not be negative")
    return _Forced(
        antes=antes,
        trimmed=fields.flag("ante_trimming_status"),
        blinds=fields.amounts("blinds_or_straddles", count) if game.button else [],
        bring_in=Decimal(0) if game.button else fields.amount("bring_in"),
        limits=[fields.amount(key) for key in keys],
    )


def _sign(game: Game, structure: Structure, written: _Forced, whole: Whole, unit: int) -> TableSign:
    """The rules that hand histories follow; no table may post them."""
    antes = {whole(ante) for ante in written.antes}
    blinds = tuple(whole(max(blind, Decimal(0))) for blind in written.blinds)
    return sign_of(
        structure,
        tuple(whole(limit) for limit in written.limits),
        blinds=blinds[: _last(blinds) + 1] if game.button else None,
        forced_bet=0 if game.button else whole(written.bring_in),
        ante=antes.pop() if len(antes) == 1 else 0,
        unit=unit,
    )


def _last(blinds: Sequence[int]) -> int:
    """The place of the highest blind, whose left opens; -1 without any."""
    if not any(blinds):
        return -1
    return max(range(len(blinds)), key=lambda place: (blinds[place], place))


def _dues(written: _Forced, seats: tuple[int, ...], whole: Whole) -> tuple[Due, ...]:
    """What each seat owes; a blind below zero is a live post outside the blinds."""
    posters = seats if len(seats) > 2 else tuple(reversed(seats))
    kind = "ante" if written.trimmed else "dead"
    antes = [
        Due(seat, kind, whole(ante), "SIGN ante")  # type: ignore[arg-type]  # two of Kind
        for seat, ante in zip(posters, written.antes, strict=True)
        if ante
    ]
    last = _last([max(0, int(whole(blind))) for blind in written.blinds])
    posts, positive = [], 0
    for place, blind in enumerate(written.blinds):
        positive += blind > 0
        what = "blind" if positive <= 2 else "straddle"
        if blind < 0 or place > last:
            what = "post"
        if blind:
            clause = "SIGN straddle" if what == "straddle" else "SIGN blinds"
            posts.append(Due(posters[place], what, whole(abs(blind)), clause))  # type: ignore[arg-type]  # three of Kind
    order = {"blind": 0, "straddle": 1, "post": 2}
    return (*antes, *sorted(posts, key=lambda due: order[due.kind]))


def _signed(written: _Forced, whole: Whole) -> list[int]:
    return [whole(blind) for blind in written.blinds] or [0] * len(written.antes)


# --- our own field ---------------------------------------------------------------------------


def _house(entries: Mapping[str, Any]) -> House | None:
    text = entries.get("_croupier")
    if text is None:
        return None
    try:
        house = msgspec.json.decode(text if isinstance(text, str) else b"", type=House)
    except (msgspec.DecodeError, RecursionError) as fault:
        raise Refused(
            "FIELD _croupier", f"this field was not written by croupier: {_line(str(fault))}"
        ) from None
    if not 1 <= house.scale <= 10**DECIMALS_MOST:
        raise Refused("FIELD _croupier", "its scale is out of bounds")
    return house


def _housed(record: History, house: House, code: str) -> History:
    """The record under the rules of the house it was played in."""
    if code_of(game_of(house.game).key, house.sign.structure) != code:
        raise Refused(
            "FIELD _croupier", f"the field is for {house.game}, but the variant is {code}"
        )
    seats = set(record.stacks)
    if any(due.seat not in seats or not 0 < due.chips <= AMOUNT_MOST for due in house.dues):
        raise Refused("FIELD _croupier", "its dues are not those of the seats")
    housed = replace(
        record,
        game=house.game,
        sign=house.sign,
        button=house.button,
        dues=house.dues,
        bomb=house.bomb,
        killed=house.killed,
    )
    if housed.order != record.order:
        raise Refused("FIELD _croupier", "its button does not deal in the order of the seats")
    return housed
