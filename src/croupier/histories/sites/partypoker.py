"""partypoker, and the grammar it shares with 888poker: amounts in brackets."""

import re
from typing import Any

from msgspec.structs import replace

from croupier.engine.dues import in_order
from croupier.histories.about import Tournament
from croupier.histories.amounts import cents
from croupier.histories.hand import Hand
from croupier.histories.sites.draft import Draft
from croupier.histories.sites.forced import PostKind
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
_SEAT = re.compile(r"[Ss]eat ?(\d+): (.+?) \(\s*([^()]*\d[^()]*?)\s*\)")
_BLINDS = re.compile(r"Blinds(?:-Antes)?\((\d[^/()]*)/(\d[^()]*?)(?:\s*-\s*\d[^()]*)?\)")
_PLAYERS = re.compile(r"Total number of players : \d+/(\d+)")
_CODE = re.compile(r" [A-Z]{3}$")
_DEALT = re.compile(r"Dealt to (.+?) \[([^\]]*)\]")
_STREET = re.compile(
    r"^\*\* Dealing ?(?:the )?(\w+)(?: cards?| street)? \*\*\s*:?\s*(?:\[([^\]]*)\])?",
    re.IGNORECASE,
)
_EVENT = re.compile(r"(?:Trny: ?|Tournament ?#)(\d+)")
_EVENT_LINE = re.compile(
    r"(?:Tournament #|Trny: ?)(?P<number>\d+)(?: Level: ?(?P<level>\S+)"
    r"| (?P<buy_in>.*?)(?: - Table #(?P<table>\S+))?(?: (?P<size>\d+) Max)? \()?"
)
_BUY_IN = re.compile(
    r"Buy-?in:? ?([$€£]?\d[^()]*\d)|([$€£]\S+(?: [A-Z]{3})?) Buy-in", re.IGNORECASE
)
_BRACKET = re.compile(r"\[([^\]]*)\]")
_PARENS = re.compile(r"\(([^()]*)\)")
_VERBS = re.compile(
    r" (folds|checks|calls|bets|double bets|raises|completes|bring-ins|posts|is all-In"
    r"|goes all-in|wins|collected|shows"
    r"|does not show|doesn't show|did not show|mucks|stands pat|draws|discards)\b\.? ?"
)
_BLIND_POSTED = re.compile(r" posts (?:small|big) blind")
_GLUED = re.compile(r"^.+ is sitting out(?=\S)")  # a line that has lost its end
_BALANCE = re.compile(
    r"^(?P<name>.+?) (?P<cashed>Cashed out +)?balance (?P<chips>[^,\s]*\d[\d.,]*), "
    r"(?:bet \S+, collected (?P<won>\S+), net|lost|didn't bet)[^\[(]*(?:\[(?P<cards>[^\]]*)\])?"
)
_JOINED = re.compile(r"^(.+) has joined the table\.?$")
_RAKE = re.compile(r"Rake:? ?\(?([$€£]? ?[\d.,]+)")


def read(lines: Lines, line: int) -> Hand:
    """Read one hand of a site's text."""
    return read_bracketed(lines, line, SITE)


def read_bracketed(lines: Lines, line: int, site: str) -> Hand:
    """Read one hand of a site that writes like this one."""
    draft = Draft(line)
    number = found(_NUMBER, " ".join(lines[:2]), "the number")[1]
    draft.about = {"site": site, "number": number}
    unposted = any(map(_BLINDS.match, lines)) and not any(map(_BLIND_POSTED.search, lines))
    for draft.line, raw in enumerate(lines[1:], line + 1):
        text = _GLUED.sub("", raw.strip())
        if text:
            _line(draft, text)
        if unposted and draft.streets:  # a tournament, after the deal
            _post_unposted(draft, lines)
            unposted = False
    return draft.hand(number)


def _line(draft: Draft, text: str) -> None:
    if draft.named is None and (stakes_in(text) or dated(text)):
        _heading(draft, text)
    elif text.startswith("**"):
        _street(draft, text)
    elif blinds := _BLINDS.match(text):
        draft.stakes = draft.named_stakes = cents(blinds[1]), cents(blinds[2])
    elif event := _EVENT_LINE.match(text):
        _tournament(draft, event)
    elif text.startswith("Table ") and "table" not in draft.about:
        _table(draft, text)
    elif (seat := _SEAT.match(text)) and not draft.streets:
        draft.sits(int(seat[1]), seat[2], cents(_CODE.sub("", seat[3])))
        if "tournament" not in draft.about and not draft.about.get("currency"):
            draft.about["currency"] = currency_in(seat[3])  # where the heading has bare numbers
    elif size := _PLAYERS.match(text):
        draft.about["size"] = draft.about.get("size") or int(size[1])
    elif button := _BUTTON.search(text):
        draft.button = int(button[1])
    elif (dealt := _DEALT.match(text)) and dealt[1] in draft.seats:
        _dealt(draft, dealt[1], dealt[2])
    elif (rake := _RAKE.search(text)) and " " in text and not draft.about.get("rake"):
        draft.about["rake"] = cents(rake[1].replace(" ", ""))
    elif (balance := _BALANCE.match(text)) and balance["name"] in draft.seats:
        _balance(draft, balance)
    elif joined := _JOINED.match(text):
        draft.joined.add(joined[1])
    elif said := spoken(text, _VERBS, {**draft.seats, **dict.fromkeys(draft.joined, 0)}):
        _action(draft, *said)


def _balance(draft: Draft, said: re.Match[str]) -> None:
    """A line of the newer summary: what a player has at the end, collected and showed."""
    seat = draft.seats[said["name"]]
    if said["cashed"]:
        draft.about.setdefault("side", {})[seat] = cents(said["won"].rstrip(","))
    else:
        draft.finals[seat] = cents(said["chips"].rstrip(","))
        if said["won"]:
            draft.collects(said["name"], cents(said["won"].rstrip(",")))
    if said["cards"] and seat not in draft.folded:
        draft.shows(said["name"], cards_in(said["cards"]))


def _heading(draft: Draft, text: str) -> None:
    rest = text.partition(" - ")[0]
    stakes = stakes_in(rest)  # some tables name the largest buy-in instead
    pair = (stakes.low, stakes.high) if stakes else (0, 0)
    named = re.search(r"(?i)limit|\b[NPF]L", rest)  # a game without such a word has fixed limits
    draft.plays(game_in(rest), structure_in(rest) if named else "limit", pair)
    about: dict[str, Any] = {"at": dated(text), "currency": currency_in(rest.split("Buy")[0])}
    event, buy_in = _EVENT.search(text), _BUY_IN.search(text)
    if event or buy_in:
        about["tournament"] = Tournament(
            number=event[1] if event else "",
            buy_in=(buy_in[1] or buy_in[2]).strip() if buy_in else "",
        )
        about |= {"currency": "", "decimals": 0}
    draft.about |= {key: value for key, value in about.items() if value is not None}


def _tournament(draft: Draft, said: re.Match[str]) -> None:
    """A line of its own that names the tournament, below the heading or the seats."""
    event = draft.about.get("tournament", Tournament())
    buy_in = said["buy_in"] or event.buy_in
    draft.about["tournament"] = replace(
        event, number=said["number"], level=said["level"] or "", buy_in=buy_in
    )
    draft.about |= {"currency": "", "decimals": 0}
    if said["table"]:
        draft.about |= {"table": said["table"], "size": int(said["size"] or 0)}


def _table(draft: Draft, text: str) -> None:
    if table := _TABLE.match(text):
        draft.about |= {"table": table["table"].strip(), "size": int(table["size"] or 0)}
        if "play" in table["money"].lower():
            draft.about |= {"currency": "", "decimals": 0}
    if button := _BUTTON.search(text):
        draft.button = int(button[1])


def _street(draft: Draft, text: str) -> None:
    street = _STREET.match(text)
    if street is None:
        return
    if street[1].lower() == "down":
        draft.deals()
        return
    draft.street()
    cards = cards_in(street[2]) if street[2] else ()
    if not draft.game.button:
        draft.deals()
    elif cards:
        have = tuple(card for action in draft.actions if action[0] == "board" for card in action[2])
        draft.community(cards if cards[: len(have)] == have and have else have + cards)


def _dealt(draft: Draft, name: str, words: str) -> None:
    cards = cards_in(words)
    if not draft.streets:
        draft.deals()
    place = 0 if draft.game.button else draft.shape.places[draft.streets - 1][1] - len(cards)
    draft.holds(name, cards, place)
    draft.about["viewer"] = draft.seats[name]


def _sum(rest: str) -> int:
    """The amount of an action: between brackets, or between parentheses."""
    inside = _BRACKET.search(rest) or _PARENS.search(rest)
    return amount(inside[1] if inside else rest)


def _action(draft: Draft, name: str, verb: str, rest: str) -> None:
    match verb:
        case "folds" if not draft.streets and draft.seats[name] not in draft.put:
            pass  # who will not post is not dealt in
        case "folds":
            draft.folds(name)
        case "checks":
            draft.checks(name)
        case "calls":
            draft.calls(name, _sum(rest))
        case "bets" | "double bets" | "completes":
            draft.bets_more(name, _sum(rest))
        case "bring-ins":
            draft.brings_in(name, _sum(rest))
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


def _post_unposted(draft: Draft, lines: Lines) -> None:
    """Post the blinds that a text names without saying who posts them: the first who play."""
    said = (spoken(text.strip(), _VERBS, draft.seats) for text in lines)
    names = {draft.seats[each[0]]: each[0] for each in said if each and each[1] != "posts"}
    order = in_order(list(names), draft.button)
    order = order[::-1] if len(order) == 2 else order  # heads-up the button has the small blind
    kinds: tuple[PostKind, ...] = ("small", "big")
    for seat, kind, chips in zip(order, kinds, draft.stakes, strict=False):
        left = draft.stacks[seat] - draft.put.get(seat, 0)
        if left > 0:
            draft.post(names[seat], kind, min(chips, left))


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
