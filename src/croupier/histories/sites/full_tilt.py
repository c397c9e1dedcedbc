"""Full Tilt Poker: cash games, tournaments and mixed tables."""

import re
from typing import Any

from croupier.histories.about import Tournament
from croupier.histories.amounts import cents
from croupier.histories.hand import Hand
from croupier.histories.sites.draft import Draft
from croupier.histories.sites.headings import currency_in, game_in, stakes_in, structure_in, when
from croupier.histories.sites.pokerstars import (
    amount,
    dealt,
    paid_in_summary,
    post_kind,
    street,
    summed,
)
from croupier.histories.sites.texts import Lines, cards_in, found, spoken
from croupier.refused import Refused

NAME, SITE = "full-tilt", "Full Tilt Poker"
starts = re.compile(r"\ufeff?Full ?Tilt ?Poker Game #").match

_HEAD = re.compile(r"#(?P<number>\d+): (?P<place>.*?) - (?P<rest>.*)")
_TOURNAMENT = re.compile(r"^(?P<name>.*?) ?\((?P<number>\d+)\), (?:Table|Match) (?P<table>\S+)")
_TABLE = re.compile(r"^Table (?P<table>.*?)(?: \((?:(?P<size>\d+) max|[^)]*)\))?$")
_SEAT = re.compile(r"Seat (\d+): (.+) \(([^()]*\d)\)(.*)")
_BUTTON = re.compile(r"The button is in seat #(\d+)")
_BACK = re.compile(r"Uncalled bet of (\S+) returned to (.+)")
_VERBS = re.compile(
    r" (folds|checks|calls|bets|raises to|completes it to|antes|posts|brings in for|mucks|shows"
    r"|discards|stands pat|wins|ties for)\b ?"
)
_TWICE = re.compile(r"^\*\*\* (FLOP|TURN|RIVER) ([12]) \*\*\*")
_PAID = re.compile(r"\(([^()]*\d)\)")
_BRACKET = re.compile(r"\[([^\]]*)\]")


def read(lines: Lines, line: int) -> Hand:
    """Read one hand of a site's text."""
    draft = Draft(line)
    number = _heading(draft, lines[0])
    summary = False
    for draft.line, raw in enumerate(lines[1:], line + 1):
        text = raw.strip()
        if summary:
            summed(draft, text)
        elif text.startswith("*** SUMMARY"):
            summary = True
        elif text:
            _line(draft, text)
    if not draft.won:
        paid_in_summary(draft, lines)
    return draft.hand(number)


def _heading(draft: Draft, text: str) -> str:
    head = found(_HEAD, text, "the number and the game")
    rest = head["rest"]
    words = [part for part in rest.split(" - ") if re.search(r"[A-Za-z]{3}", part.split("Ante")[0])]
    stakes = stakes_in(rest)
    if not words or stakes is None:
        raise Refused("FIELD heading", "the first line does not state the game and its stakes")
    draft.plays(game_in(words[0]), structure_in(words[0]), (stakes.low, stakes.high))
    about: dict[str, Any] = {"site": SITE, "number": head["number"], "at": when(rest)}
    if event := _TOURNAMENT.match(head["place"]):
        name = event["name"]
        about["tournament"] = Tournament(number=event["number"], name=name)
        about |= {"table": event["table"], "decimals": 0}
    elif table := _TABLE.match(head["place"]):
        about |= {"table": table["table"], "size": int(table["size"] or 0)}
        about["currency"] = currency_in(rest)
        about["decimals"] = 2 if about["currency"] else 0
    draft.about = about
    return head["number"]


def _line(draft: Draft, text: str) -> None:
    if text.startswith("***"):
        street(draft, _TWICE.sub(_run, text))
    elif text.startswith("Dealt to "):
        dealt(draft, text)
    elif (seat := _SEAT.match(text)) and not draft.streets:
        draft.sits(int(seat[1]), seat[2], cents(seat[3]))
    elif button := _BUTTON.match(text):
        draft.button = int(button[1])
    elif back := _BACK.match(text):
        draft.returns(back[2], cents(back[1]))
    elif said := spoken(text, _VERBS, draft.seats):
        _action(draft, *said)


def _run(heading: re.Match[str]) -> str:
    """The heading of a street that is run twice, as PokerStars writes it."""
    return f"*** {'FIRST' if heading[2] == '1' else 'SECOND'} {heading[1]} ***"


def _action(draft: Draft, name: str, verb: str, rest: str) -> None:
    match verb:
        case "folds":
            draft.folds(name)
        case "checks":
            draft.checks(name)
        case "calls":
            draft.calls(name, amount(rest))
        case "bets" | "raises to" | "completes it to":
            draft.bets_to(name, amount(rest))
        case "antes":
            draft.post(name, "ante", amount(rest))
        case "posts":
            draft.post(name, post_kind(rest), amount(rest))
        case "brings in for":
            draft.brings_in(name, amount(rest))
        case "wins" | "ties for":
            draft.collects(name, cents(found(_PAID, rest, "what is won")[1]))
        case _:
            _cards(draft, name, verb, rest)


def _cards(draft: Draft, name: str, verb: str, rest: str) -> None:
    bracket = _BRACKET.search(rest)
    cards = cards_in(bracket[1]) if bracket else ()
    match verb:
        case "mucks":
            draft.mucks(name)
        case "shows":
            draft.shows(name, cards)
        case "discards":
            draft.discards(name, int(found(re.compile(r"\d+"), rest, "a number")[0]), cards)
        case "stands pat":
            draft.discards(name, 0)
        case _:
            pass
