"""partypoker, and the grammar it shares with 888poker: amounts in brackets."""

import re
from typing import Any

from croupier.histories.about import Tournament
from croupier.histories.amounts import cents
from croupier.histories.hand import Hand
from croupier.histories.sites.draft import Draft
from croupier.histories.sites.headings import (
    currency_in,
    dated,
    game_in,
    stakes_in,
    structure_in,
)
from croupier.histories.sites.pokerstars import amount, post_kind
from croupier.histories.sites.texts import Lines, cards_in, found, spoken
from croupier.refused import Refused

NAME, SITE = "partypoker", "partypoker"
starts = re.compile(r"\ufeff?\*{5}\s*Hand History [Ff]or Game \w+ \*{5}").match

_NUMBER = re.compile(r"Game (\w+) \*{5}")
_TABLE = re.compile(r"^Table (?P<table>.*?)(?: (?P<size>\d+) Max)? \((?P<money>[^()]*)\)")
_BUTTON = re.compile(r"Seat (\d+) is the button")
_SEAT = re.compile(r"Seat (\d+): (.+?) \(\s*([^()]*\d[^()]*?)\s*\)")
_PLAYERS = re.compile(r"Total number of players : \d+/(\d+)")
_CODE = re.compile(r" [A-Z]{3}$")
_DEALT = re.compile(r"Dealt to (.+?) \[([^\]]*)\]")
_STREET = re.compile(
    r"^\*\* Dealing ?(?:the )?(\w+)(?: cards?| card)? \*\*\s*:?\s*(?:\[([^\]]*)\])?", re.IGNORECASE
)
_EVENT = re.compile(r"(?:Trny: ?|Tournament ?#)(\d+)")
_BUY_IN = re.compile(r"Buy-?in:? ?([^()-]*\d)", re.IGNORECASE)
_BRACKET = re.compile(r"\[([^\]]*)\]")
_PARENS = re.compile(r"\(([^()]*)\)")
_VERBS = re.compile(
    r" (folds|checks|calls|bets|raises|posts|is all-In|goes all-in|wins|collected|shows"
    r"|does not show|doesn't show|did not show|mucks|stands pat|draws|discards)\b\.? ?"
)
_RAKE = re.compile(r"Rake:? ?\(?([$€£]? ?[\d.,]+)")


def read(lines: Lines, line: int) -> Hand:
    """Read one hand of a site's text."""
    return read_bracketed(lines, line, SITE)


def read_bracketed(lines: Lines, line: int, site: str) -> Hand:
    """Read one hand of a site that writes like this one."""
    draft = Draft(line)
    number = found(_NUMBER, " ".join(lines[:2]), "the number")[1]
    draft.about = {"site": site, "number": number}
    for draft.line, raw in enumerate(lines[1:], line + 1):
        text = raw.strip()
        if text:
            _line(draft, text)
    return draft.hand(number)


def _line(draft: Draft, text: str) -> None:
    if draft.named is None and (stakes_in(text) or dated(text)):
        _heading(draft, text)
    elif text.startswith("**"):
        _street(draft, text)
    elif text.startswith("Table ") and "table" not in draft.about:
        _table(draft, text)
    elif (seat := _SEAT.match(text)) and not draft.streets:
        draft.sits(int(seat[1]), seat[2], cents(_CODE.sub("", seat[3])))
    elif size := _PLAYERS.match(text):
        draft.about["size"] = draft.about.get("size") or int(size[1])
    elif button := _BUTTON.search(text):
        draft.button = int(button[1])
    elif (dealt := _DEALT.match(text)) and dealt[1] in draft.seats:
        _dealt(draft, dealt[1], dealt[2])
    elif (rake := _RAKE.search(text)) and " " in text and not draft.about.get("rake"):
        draft.about["rake"] = cents(rake[1].replace(" ", ""))
    elif said := spoken(text, _VERBS, draft.seats):
        _action(draft, *said)


def _heading(draft: Draft, text: str) -> None:
    rest = text.partition(" - ")[0]
    stakes = stakes_in(rest)  # some tables name the largest buy-in instead
    pair = (stakes.low, stakes.high) if stakes else (0, 0)
    draft.plays(game_in(rest), structure_in(rest), pair)
    about: dict[str, Any] = {"at": dated(text), "currency": currency_in(rest.split("Buy")[0])}
    if event := _EVENT.search(text):
        buy_in = _BUY_IN.search(text)
        about["tournament"] = Tournament(
            number=event[1], buy_in=buy_in[1].strip() if buy_in else ""
        )
        about |= {"currency": "", "decimals": 0}
    draft.about |= {key: value for key, value in about.items() if value is not None}


def _table(draft: Draft, text: str) -> None:
    if table := _TABLE.match(text):
        draft.about |= {"table": table["table"].strip(), "size": int(table["size"] or 0)}
        if "play" in table["money"].lower():
            draft.about |= {"currency": "", "decimals": 0}
    if button := _BUTTON.search(text):
        draft.button = int(button[1])


def _street(draft: Draft, text: str) -> None:
    street = _STREET.match(text)
    if street is None or street[1].lower() in ("down", "summary"):
        return
    draft.street()
    cards = cards_in(street[2]) if street[2] else ()
    if not draft.game.button:
        draft.deals()
    elif cards:
        have = tuple(card for action in draft.actions if action[0] == "board" for card in action[2])
        draft.community(cards if cards[: len(have)] == have and have else have + cards)


def _dealt(draft: Draft, name: str, words: str) -> None:
    draft.holds(name, cards_in(words))
    draft.about["viewer"] = draft.seats[name]


def _sum(rest: str) -> int:
    """The amount of an action: between brackets, or between parentheses."""
    inside = _BRACKET.search(rest) or _PARENS.search(rest)
    return amount(inside[1] if inside else rest)


def _action(draft: Draft, name: str, verb: str, rest: str) -> None:
    match verb:
        case "folds":
            draft.folds(name)
        case "checks":
            draft.checks(name)
        case "calls":
            draft.calls(name, _sum(rest))
        case "bets":
            draft.bets_more(name, _sum(rest))
        case "raises":
            to = rest.partition(" to ")[2]
            if to:
                draft.bets_to(name, amount(to))
            else:
                draft.bets_more(name, _sum(rest))
        case "is all-In" | "goes all-in":
            if re.search(r"\d", rest):
                draft.goes_all_in(name, _sum(rest))
        case "posts":
            _posts(draft, name, rest)
        case "wins" | "collected":
            draft.collects(name, _sum(rest))
        case _:
            _cards(draft, name, verb, rest)


def _posts(draft: Draft, name: str, rest: str) -> None:
    bracket = _BRACKET.search(rest)
    parts = bracket[1].split("+") if bracket else []
    if "dead" in rest and len(parts) == 2:  # posts dead blind [$0.05 + $0.10]
        draft.post(name, "dead", amount(parts[0]))
        draft.post(name, "post", amount(parts[1]))
    elif "dead" in rest and len(parts) == 1 and "+" not in rest:
        draft.post(name, "both", _sum(rest))
    else:
        draft.post(name, "both" if "big blind +" in rest else post_kind(rest), _sum(rest))
    if draft.stakes_unnamed:
        draft.learn_stakes()


def _cards(draft: Draft, name: str, verb: str, rest: str) -> None:
    bracket = _BRACKET.search(rest)
    cards = cards_in(bracket[1]) if bracket and re.search(r"[2-9TJQKA][cdhs]", bracket[1]) else ()
    match verb:
        case "shows":
            draft.shows(name, cards)
        case "mucks" | "does not show" | "doesn't show" | "did not show":
            draft.mucks(name, cards)
        case "stands pat":
            draft.discards(name, 0)
        case "draws" | "discards":
            number = re.search(r"\d+", rest)
            if number is None and not cards:
                raise Refused("FIELD actions", f"{name[:30]!r} draws an unknown number of cards")
            draft.discards(name, int(number[0]) if number else len(cards), cards)
        case _:
            pass
