"""A round in the Poker Hand History notation (PHH): its codes, its text, and what it can carry.

PHH is TOML: a handful of amounts and a list of actions. Its own codes name eleven games; the
others of ours get codes of the same make, and the house rules that PHH has no field for travel
in one field of our own, `_croupier`, which other readers leave aside.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import time
from decimal import Decimal
from typing import Any

import msgspec
from msgspec import Struct

from croupier.cards import spell
from croupier.chips import Chips
from croupier.engine import faults
from croupier.engine.dues import blind_seats
from croupier.engine.events import AnyEvent, CardRemoved, Due, PotAwarded
from croupier.games import game_of
from croupier.histories.about import About
from croupier.histories.amounts import ENDLESS
from croupier.histories.history import Action, History, history
from croupier.histories.phh_about import fields_of
from croupier.histories.phh_losses import losses
from croupier.refused import Refused
from croupier.rules.amend import killed
from croupier.rules.sign import Structure, TableSign

STRUCTURES: dict[str, Structure] = {
    "F": "limit",
    "P": "pot_limit",
    "N": "no_limit",
    "S": "spread",
}
BASES: dict[str, str] = {
    "T": "holdem",
    "S": "short-deck",
    "PA": "pineapple",
    "CPA": "crazy-pineapple",
    "O": "omaha",
    "O/8": "omaha-hilo-8",
    "O5": "five-card-omaha",
    "O5/8": "five-card-omaha-hilo-8",
    "O6": "six-card-omaha",
    "O6/8": "six-card-omaha-hilo-8",
    "C": "courchevel",
    "C/8": "courchevel-hilo-8",
    "DM": "drawmaha",
    "7S": "seven-card-stud",
    "7S/HL": "seven-card-stud-hilo",
    "7S/8": "seven-card-stud-hilo-8",
    "R": "razz",
    "R27": "2-7-razz",
    "5S": "five-card-stud",
    "MS/6": "mambo-stud-hilo-6",
    "5D": "five-card-draw",
    "A5SD": "five-card-draw-low",
    "2L1D": "2-7-single-draw",
    "2L3D": "triple-draw-2-7",
    "A5TD": "triple-draw-a-5",
    "BDE": "badeucey",
    "BDA": "badacey",
    "B": "badugi",
}
_SET_RIGHT = (
    CardRemoved
    | faults.Exposed
    | faults.HandDead
    | faults.HandRefunded
    | faults.Misdealt
    | faults.CalledDead
)
STANDARD = ("FT", "NT", "NS", "PO", "FO/8", "F7S", "F7S/8", "FR", "N2L1D", "F2L3D", "FB")


class House(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What PHH has no field for: the content of `_croupier`."""

    game: str
    sign: TableSign
    button: int
    dues: tuple[Due, ...]
    scale: int  # cents (or chips) to one of the file's amounts
    bomb: bool = False
    killed: bool = False
    agreed: tuple[tuple[int, bool], ...] = ()
    afterward: tuple[Action, ...] = ()


def code_of(game: str, structure: Structure) -> str:
    """The PHH code of a game under a betting structure.

    >>> code_of("omaha", "pot_limit"), code_of("bbc-omaha", "limit"), code_of("badugi", "limit")
    ('PO', 'FO', 'FB')
    """
    prefix = next(letter for letter, name in STRUCTURES.items() if name == structure)
    key = "omaha" if game == "bbc-omaha" else game
    for base, other in BASES.items():
        if other == key:
            return prefix + base
    raise Refused("FIELD variant", f"{game} has no PHH code: it is not a game between players")


def decoded(code: str) -> tuple[str, Structure]:
    """The game and the betting structure that a code names.

    >>> decoded("N2L1D")
    ('2-7-single-draw', 'no_limit')
    """
    structure, game = STRUCTURES.get(code[:1]), BASES.get(code[1:])
    if structure is None or game is None:
        raise Refused("FIELD variant", f"unknown variant code {code[:20]!r}")
    return game, structure


# --- amounts ---------------------------------------------------------------------------------


def forced(record: History) -> tuple[list[int], list[int], bool]:
    """Antes, blinds and whether antes are trimmed, as PHH lists them: reversed heads-up."""
    seats = list(record.order)
    if len(seats) == 2:
        seats.reverse()
    antes, blinds = dict.fromkeys(seats, 0), dict.fromkeys(seats, 0)
    last = _last_blind(record)
    for due in record.dues:
        if due.kind in ("ante", "dead", "bomb"):
            antes[due.seat] += due.chips
        else:
            live = due.kind in ("post", "kill") and due.seat != last
            blinds[due.seat] += -due.chips if live else due.chips
    trimmed = not any(due.kind == "dead" for due in record.dues)
    return list(antes.values()), list(blinds.values()), trimmed and any(antes.values())


def _last_blind(record: History) -> int:
    """The seat that others count from: a player who posts there is a blind in PHH."""
    posts = blind_seats(record.sign, record.order)
    return posts[-1] if posts else 0


# --- writing ---------------------------------------------------------------------------------


def write_phh(
    events: Iterable[AnyEvent],
    about: About | None = None,
    *,
    lossy: bool = False,
    bare: bool = False,
) -> str:
    """Write a finished round as PHH; what other readers would get wrong is refused.

    With `lossy` it is written all the same (our own reader still gets it right, from
    `_croupier`); `bare` leaves our own field out. `about` says where and by whom it was played.
    """
    log = list(events)
    record = history(log)
    code_of(record.game, record.sign.structure)
    if record.finish is None:
        raise Refused("FIELD log", "a round can be written only when it is over")
    if any(isinstance(event, _SET_RIGHT) for event in log):
        raise Refused("FIELD log", "PHH has no action that voids a hand or takes a card away")
    lost = losses(log)
    if lost and not lossy:
        why = "; ".join(f"{loss.what}: {loss.why}" for loss in lost)
        raise Refused("FIELD lossy", f"PHH cannot express this whole round ({why})")
    entries = document(record, about or About(), won(log))
    if bare:
        del entries["_croupier"]
    return "".join(f"{key} = {_toml(value)}\n" for key, value in entries.items())


def write_phhs(hands: Iterable[str]) -> str:
    """Several hands, each already written, as one file of numbered tables."""
    return "\n".join(f"[{number}]\n{hand}" for number, hand in enumerate(hands, 1))


def document(record: History, about: About, won: Mapping[int, int]) -> dict[str, Any]:
    """The entries of a PHH file, in the order of its specification."""
    game = game_of(record.game)
    sign = killed(record.sign) if record.killed else record.sign
    amount = _amounts(about.scale, parts=_is_parted(record, about.scale))
    antes, blinds, trimmed = forced(record)
    entries: dict[str, Any] = {
        "variant": code_of(record.game, sign.structure),
        "ante_trimming_status": trimmed,
        "antes": [amount(ante) for ante in antes],
    }
    if game.button:
        entries["blinds_or_straddles"] = [amount(blind) for blind in blinds]
    else:
        entries["bring_in"] = amount(sign.forced_bet)
    if len(sign.limits) == 2:
        entries |= dict(zip(("small_bet", "big_bet"), map(amount, sign.limits), strict=True))
    else:
        entries["min_bet"] = amount(sign.limits[0])
    entries["starting_stacks"] = [amount(record.stacks[seat]) for seat in record.order]
    entries["actions"] = _actions(record, amount)
    entries["seats"] = list(record.order)
    if record.finish is not None:
        endless = {seat for seat, chips in record.stacks.items() if chips == ENDLESS}
        finish = {**_raked(record.finish, about, won), **dict.fromkeys(endless, Chips(ENDLESS))}
        entries["finishing_stacks"] = [amount(finish[seat]) for seat in record.order]
    entries["winnings"] = [amount((about.won or won).get(seat, 0)) for seat in record.order]
    entries |= fields_of(about, record.order)
    entries["_croupier"] = msgspec.json.encode(_house(record, about.scale)).decode()
    return entries


def _raked(finish: Mapping[int, Chips], about: About, won: Mapping[int, int]) -> dict[int, int]:
    """Stacks after the rake that a source tells of, which our rules did not take."""
    if not about.won or not (about.rake or about.jackpot or about.added):
        return dict(finish)
    least = -about.added  # a winner may have got more than the players put in
    return {
        seat: chips - max(least, won.get(seat, 0) - about.won.get(seat, 0))
        for seat, chips in finish.items()
    }


def _is_parted(record: History, scale: int) -> bool:
    """Whether parts of the file's unit were paid out of whole ones."""
    whole = not any(due.chips % scale for due in record.dues)
    return whole and any(chips % scale for chips in (record.finish or {}).values())


def _amounts(scale: int, *, parts: bool) -> Callable[[int], Decimal]:
    """Exact decimals of a file's unit; a stack nobody knows is infinite.

    Where a pot was paid in `parts` of the unit, every amount has a point: readers take amounts
    without one for whole chips, and would give the odd one to a single winner.
    """
    least = Decimal("0.1" if parts else 1)

    def amount(chips: int) -> Decimal:
        if chips == ENDLESS:
            return Decimal("Infinity")
        value = (Decimal(chips) / scale).normalize()
        return value if value % least else value.quantize(least)

    return amount


def won(log: Iterable[AnyEvent]) -> dict[int, int]:
    """What each seat collected from the pots."""
    collected: dict[int, int] = {}
    for event in log:
        if isinstance(event, PotAwarded):
            for move in event.moves:
                seat = int(move.target.removeprefix("stack:"))
                collected[seat] = collected.get(seat, 0) + move.chips
    return collected


def _house(record: History, scale: int) -> House:
    actions = record.actions
    return House(
        game=record.game,
        sign=record.sign,
        button=record.button,
        dues=record.dues,
        scale=scale,
        bomb=record.bomb,
        killed=record.killed,
        agreed=tuple((action.seat, action.yes) for action in actions if action.does == "agree"),
        afterward=tuple(action for action in actions if action.does in ("reveal", "demand")),
    )


_WORDS = {"bring_in": "pb", "fold": "f", "call": "cc", "raise": "cbr", "discard": "sd"}
_WORDS |= {"show": "sm", "muck": "sm"}
_ENDS = ("fold", "show", "muck")


def _actions(record: History, amount_of: Callable[[int], Decimal]) -> list[str]:
    player = {seat: f"p{place}" for place, seat in enumerate(record.order, 1)}
    lines: list[str] = []
    for action in _discards_first(record.actions):
        if action.does in _WORDS:
            said = f"{amount_of(action.to):f}" if action.does == "raise" else spell(action.cards)
            lines.append(f"{player[action.seat]} {_WORDS[action.does]} {said}".rstrip())
        elif action.does == "hole":
            lines.append(f"d dh {player[action.seat]} {spell(action.cards)}")
        elif action.does in ("board", "common"):
            lines.append(f"d db {spell(action.cards)}")
    if winner := _unseen_winner(record):
        lines.append(f"{player[winner]} sm -")
    return lines


def _unseen_winner(record: History) -> int:
    """The player left when the others had mucked: readers want that hand called too."""
    ends = {action.seat: action.does for action in record.actions if action.does in _ENDS}
    left = set(record.order) - ends.keys()
    return left.pop() if "muck" in ends.values() and len(left) == 1 else 0


def _discards_first(actions: Iterable[Action]) -> list[Action]:
    """PHH has everybody discard before anybody gets a card; ours draw one after the other."""
    ordered: list[Action] = []
    drawn: list[Action] = []
    drawers: set[int] = set()  # in the draw in progress
    for action in actions:
        if drawers and action.does == "hole":
            drawn.append(action)
            continue
        if action.does != "discard" or action.seat in drawers:  # the draw is over
            ordered += drawn
            drawn, drawers = [], set()
        if action.does == "discard":
            drawers.add(action.seat)
        ordered.append(action)
    return ordered + drawn


def _toml(value: Any) -> str:
    """One TOML value; the few kinds that a hand history needs."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return repr(value)
    if isinstance(value, Decimal):
        return f"{value:f}" if value.is_finite() else "inf"
    if isinstance(value, time):
        return f"{value:%H:%M:%S}"
    if isinstance(value, list):
        return f"[{', '.join(_toml(item) for item in value)}]"
    return _string(str(value))


def _string(text: str) -> str:
    if "'" not in text and text.isprintable():
        return f"'{text}'"
    # JSON's escapes are TOML's, but for the slash, which neither must escape, and DEL.
    return msgspec.json.encode(text).decode().replace("\x7f", "\\u007f")
