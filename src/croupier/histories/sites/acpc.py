"""Logs of the Annual Computer Poker Competition: one line a hand, every card known.

A log does not state the stakes. They are those of the competition: $50/$100 blinds and stacks of
20,000 in no-limit (10,000 where more than three play, as in the experiments of 2019); bets of 10
and 20 in limit, where no stack ran out.
"""

import re
from typing import Any

from croupier.histories.amounts import cents
from croupier.histories.hand import Hand
from croupier.histories.sites.draft import Draft
from croupier.histories.sites.texts import Lines, cards_in, found
from croupier.refused import Refused

NAME, SITE = "acpc", "ACPC"
starts = re.compile(r"\ufeff?STATE:\d+:").match
PLAYERS_MOST = 10
COMPETITION = 3  # players at most

_STATE = re.compile(r"STATE:(\d+):([cfr\d/]*):([^:]*):([-\d.|]*):(.*)")
_SAID = re.compile(r"[cf]|r\d*")
_PAIR = re.compile(r"..")


def read(lines: Lines, line: int) -> Hand:
    """Read one hand of a site's text."""
    number, betting, cards, gains, names = found(_STATE, lines[0], "a hand").groups()
    people = names.strip().split("|")
    hands, *board = cards.split("/")
    nets = [_signed(gain) for gain in gains.split("|")]
    if not 2 <= len(people) == len(nets) == hands.count("|") + 1 <= PLAYERS_MOST:
        raise Refused("FIELD players", "the line must have a hand and a result for each name")
    draft = Draft(line)
    draft.about = {"site": SITE, "number": number}
    fixed = not re.search(r"r\d", betting) and ("r" in betting or max(map(abs, nets)) <= 10_00)
    stack = 10_000_00 if fixed or len(people) > COMPETITION else 20_000_00
    draft.plays("holdem", *(("limit", (10_00, 20_00)) if fixed else ("no_limit", (50_00, 100_00))))
    for place, name in enumerate(people, 1):
        draft.sits(place, name, stack)
        draft.finals[place] = stack + nets[place - 1]
    draft.button = len(people)
    _play(draft, people, betting, board)
    for name, pair in zip(people, hands.split("|"), strict=True):
        if pair:
            draft.holds(name, _cards(pair))
            if draft.seats[name] not in draft.folded:
                draft.shows(name)
    for place, net in enumerate(nets, 1):
        if net + draft.put.get(place, 0) > 0 and place not in draft.folded:
            draft.won[place] = net + draft.put.get(place, 0)
    return draft.hand(number)


def _signed(text: str) -> int:
    return -cents(text[1:]) if text.startswith("-") else cents(text)


def _cards(text: str) -> tuple[Any, ...]:
    return cards_in(" ".join(_PAIR.findall(text)))


def _play(draft: Draft, people: list[str], betting: str, board: list[str]) -> None:
    small = 5_00 if draft.structure == "limit" else 50_00
    blinds = people[::-1] if len(people) == 2 else people
    draft.post(blinds[0], "small", small)
    draft.post(blinds[1], "big", 2 * small)
    for name in people:
        draft.seat(name)
    laid: tuple[Any, ...] = ()
    for street, said in enumerate(betting.split("/")):
        if street:
            draft.street()
            if street <= len(board) and board[street - 1]:
                laid += _cards(board[street - 1])
                draft.community(laid)
        first = (blinds[2:] + blinds)[0] if street == 0 else people[0]
        _street(draft, people, first, _SAID.findall(said), street)


def _street(draft: Draft, people: list[str], first: str, said: list[str], street: int) -> None:
    turn = people.index(first)
    before = {name: draft.put.get(draft.seats[name], 0) for name in people} if street else {}
    for word in said:
        for _ in people:
            seat = draft.seats[people[turn % len(people)]]
            if seat not in draft.folded and draft.put.get(seat, 0) < draft.stacks[seat]:
                break
            turn += 1
        name = people[turn % len(people)]
        price = max(draft.bets.values(), default=0)
        owed = price - draft.bets.get(draft.seats[name], 0)
        if word == "f":
            draft.folds(name)
        elif word == "c":
            left = draft.stacks[draft.seats[name]] - draft.put.get(draft.seats[name], 0)
            draft.calls(name, min(owed, left))
        elif word == "r":
            draft.bets_to(name, price + draft.stakes[0 if street < 2 else 1])
        else:
            draft.bets_to(name, int(word[1:]) * 100 - before.get(name, 0))
        turn += 1
