"""Winamax: cash games and tournaments."""

import re
from typing import Any

from msgspec.structs import replace

from croupier.histories.about import Tournament
from croupier.histories.amounts import cents
from croupier.histories.hand import Hand
from croupier.histories.sites.draft import Draft
from croupier.histories.sites.headings import MONEY, currency_in, game_in, structure_in, when
from croupier.histories.sites.pokerstars import amount, dealt, post_kind, street
from croupier.histories.sites.texts import Lines, cards_in, found, spoken

NAME, SITE = "winamax", "Winamax"
starts = re.compile(r"\ufeff?Winamax Poker - ").match

_HEAD = re.compile(
    r"Winamax Poker - (?P<kind>CashGame|Go Fast|HOLD-UP|(?i:escape)|Tournament)(?P<name>.*?)"
    r" - HandId: #(?P<number>[\w-]+) - (?P<game>[^(]*?) ?\((?P<stakes>[^)]*)\)"
)
_EVENT = re.compile(r'"(?P<name>[^"]*)" buyIn: (?P<buy_in>.*?) level: (?P<level>\d+)')
_TABLE = re.compile(r"Table:? '(.*)' (\d+)-max.*Seat #(\d+) is the button")
_TOURNAMENT = re.compile(r"\((\d+)\)#")
_SEAT = re.compile(r"Seat (\d+): (.+?) \(([^(),]*\d[^(),]*(?:,\d+[^(),]*)?)(?:, [^()]*)?\)\s*$")
_STAKE = re.compile(MONEY)
_VERBS = re.compile(
    r" (folds|checks|calls|bets|raises|posts|denies|collected|shows|mucks|brings in|bring-in"
    r"|discards?|stands pat)\b ?"
)
_NO_STREET = re.compile(r"BLINDS|PRE-FLOP|-BET|-DRAW")  # what is bet or drawn there begins it
_TOTAL = re.compile(r"Total pot (\S+)(?: \| Rake (\S+)| \| No rake)")
_ADDED = re.compile(r"(?:Hold-up|Escape) to Pot: total (.+)")
_BRACKET = re.compile(r"\[([^\]]*)\]")


def read(lines: Lines, line: int) -> Hand:
    """Read one hand of a site's text."""
    draft = Draft(line)
    number = _heading(draft, lines[0])
    summary = False
    for draft.line, raw in enumerate(lines[1:], line + 1):
        text = raw.strip()
        if text.startswith("*** SUMMARY"):
            summary = True
        elif summary:
            if total := _TOTAL.match(text):
                draft.about["rake"] = cents(total[2]) if total[2] else 0
        else:
            _line(draft, text)
    return draft.hand(number)


def _heading(draft: Draft, text: str) -> str:
    head = found(_HEAD, text, "the number, the game and its stakes")
    stakes = [cents(part) for part in _STAKE.findall(head["stakes"])][-2:]
    draft.plays(game_in(head["game"]), structure_in(head["game"]), (stakes[0], stakes[-1]))
    about: dict[str, Any] = {"site": SITE, "number": head["number"], "at": when(text)}
    if head["kind"] == "Tournament":
        event = _EVENT.search(head["name"])
        about["tournament"] = Tournament(
            name=event["name"] if event else "",
            buy_in=event["buy_in"] if event else "",
            level=event["level"] if event else "",
        )
        about["decimals"] = 0
    else:
        about["currency"] = currency_in(head["stakes"]) or "EUR"
    draft.about = {key: value for key, value in about.items() if value is not None}
    return head["number"]


def _line(draft: Draft, text: str) -> None:
    if text.startswith("***"):
        if not _NO_STREET.search(text):
            street(draft, text)
    elif text.startswith("Dealt to "):
        dealt(draft, text)
    elif (seat := _SEAT.match(text)) and not draft.streets:
        draft.sits(int(seat[1]), seat[2], cents(seat[3]))
    elif table := _TABLE.match(text):
        draft.about |= {"table": table[1], "size": int(table[2])}
        if "tournament" in draft.about and (number := _TOURNAMENT.search(table[1])):
            event = draft.about["tournament"]
            draft.about["tournament"] = replace(event, number=number[1])
        draft.button = int(table[3])
    elif added := _ADDED.match(text):
        draft.about["added"] = cents(added[1])
    elif said := spoken(text, _VERBS, draft.seats):
        _action(draft, *said)


def _action(draft: Draft, name: str, verb: str, rest: str) -> None:
    match verb:
        case "folds":
            draft.folds(name)
        case "checks":
            draft.checks(name)
        case "calls":
            draft.calls(name, amount(rest))
        case "bets":
            draft.bets_to(name, amount(rest))
        case "raises":
            to = amount(rest.partition(" to ")[2])
            if rest.startswith("-"):  # an all-in that does not reach the price: what is put in
                draft.goes_all_in(name, to)
            else:
                draft.bets_to(name, to)
        case "posts":
            draft.post(name, post_kind(rest), amount(rest))
        case "collected":
            draft.collects(name, amount(rest))
        case "shows":
            cards = _BRACKET.search(rest)
            draft.shows(name, cards_in(cards[1]) if cards else ())
        case "mucks":
            draft.mucks(name)
        case "brings in" | "bring-in":
            draft.brings_in(name, amount(rest))
        case "stands pat":
            draft.discards(name, 0)
        case "discard" | "discards":
            cards = _BRACKET.search(rest)
            number = int(found(re.compile(r"\d+"), rest, "a number")[0])
            draft.discards(name, number, cards_in(cards[1]) if cards else ())
        case _:
            pass
