"""The actions of a PHH file: each read by itself, then put into the order of our dealing."""

import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import NamedTuple

from croupier.cards import UNKNOWN, Card
from croupier.chips import Chips
from croupier.histories.history import Action
from croupier.refused import Refused

WORDS_MOST = 200  # characters of an action without its commentary

Whole = Callable[[Decimal], Chips]


class Line(NamedTuple):
    """One action as written."""

    place: str
    does: str
    player: int
    cards: tuple[Card, ...] = ()
    to: Decimal = Decimal(0)

    def action(self, seats: tuple[int, ...], whole: Whole) -> tuple[Action, str]:
        """The same for a seat and in whole chips, with its place."""
        if self.player > len(seats):
            raise Refused("FIELD actions", f"{self.place}: there is no p{self.player}")
        seat = seats[self.player - 1] if self.player else 0
        return Action(self.does, seat, self.cards, whole(self.to)), self.place  # type: ignore[arg-type]  # all of Done


_PLAIN = {"f": "fold", "cc": "call", "pb": "bring_in"}


def parsed(number: int, line: str) -> Line | None:
    """Read one action; a line of commentary alone is nothing."""
    text = line.partition("#")[0].strip()
    place = f"action {number}" + (f" ({text[:40]})" if text.isprintable() else "")
    if len(text) > WORDS_MOST:
        raise Refused("FIELD actions", f"action {number}: the action is too long")
    try:
        match text.split():
            case []:
                return None
            case ["d", "db", cards]:
                return Line(place, "board", 0, _cards(cards))
            case ["d", "dh", player, cards]:
                return Line(place, "hole", _player(player), _cards(cards))
            case [player, "f" | "cc" | "pb" as word]:
                return Line(place, _PLAIN[word], _player(player))
            case [player, "cbr", amount]:
                return Line(place, "raise", _player(player), to=_to(amount))
            case [player, "sd", *cards] if len(cards) < 2:
                return Line(place, "discard", _player(player), _cards("".join(cards)))
            case [player, "sm"]:
                return Line(place, "muck", _player(player))
            case [player, "sm", "-"]:
                return Line(place, "show", _player(player))
            case [player, "sm", cards]:
                return Line(place, "show", _player(player), _cards(cards))
            case _:
                raise Refused("FIELD actions", "PHH has no such action")
    except Refused as fault:
        raise Refused(fault.clause, f"{place}: {fault.why}") from None


def _player(word: str) -> int:
    if not re.fullmatch(r"p[1-9][0-9]?", word):
        raise Refused("FIELD actions", f"{word[:12]!r} is not a player")
    return int(word[1:])


def _to(word: str) -> Decimal:
    if not re.fullmatch(r"[0-9]{1,12}(\.[0-9]{1,6})?", word, re.ASCII):
        raise Refused("FIELD actions", f"{word[:20]!r} is not an amount")
    return Decimal(word)


def _cards(word: str) -> tuple[Card, ...]:
    pairs = [word[place : place + 2] for place in range(0, len(word), 2)]
    for pair in pairs:
        if not re.fullmatch(r"[2-9TJQKA][cdhs]|\?\?", pair):
            raise Refused("FIELD cards", f"{pair[:12]!r} is not a card")
    cards = tuple(Card(pair) for pair in pairs)
    known = [card for card in cards if card is not UNKNOWN]
    if len(set(known)) < len(known):
        raise Refused("FIELD cards", "a card occurs twice")
    return cards


def one_by_one(actions: list[tuple[Action, str]]) -> list[tuple[Action, str]]:
    """Put draws back into one player at a time: discard, then the cards for it."""
    ordered: list[tuple[Action, str]] = []
    rest = list(actions)
    while rest:
        if rest[0][0].does != "discard":
            ordered.append(rest.pop(0))
            continue
        discards = list(_while(rest, "discard"))
        drawn = list(_while(rest, "hole"))
        for discard in discards:
            ordered.append(discard)
            mine = [hole for hole in drawn if hole[0].seat == discard[0].seat]
            if discard[0].cards:
                ordered += mine
                drawn = [hole for hole in drawn if hole not in mine]
        ordered += drawn
    return ordered


def _while(actions: list[tuple[Action, str]], does: str) -> Iterator[tuple[Action, str]]:
    while actions and actions[0][0].does == does:
        yield actions.pop(0)
