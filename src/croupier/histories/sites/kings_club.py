"""King's Club: cash games, in plain text with the stacks at the end."""

import re

from croupier.histories.amounts import cents
from croupier.histories.hand import Hand
from croupier.histories.sites.draft import Draft
from croupier.histories.sites.headings import game_in, stakes_in, structure_in, when
from croupier.histories.sites.pokerstars import amount, post_kind, street
from croupier.histories.sites.texts import Lines, cards_in, found, spoken
from croupier.refused import Refused

NAME, SITE = "kings-club", "King's Club"
starts = re.compile(r"\ufeff?#\d+: .+ - [\d.,]+/[\d.,]+\s*$").match

_HEAD = re.compile(r"#(\d+): (.+) - ([\d.,]+/[\d.,]+)")
_TABLE = re.compile(r"Table '(.*)'(?: Seat (\d+) is the button)?")
_SEAT = re.compile(r"Seat (\d+): (.+) \(([\d.,]+)\)(?: [+-][\d.,]+)?\s*$")
_DEALT = re.compile(r"Dealt to (.+?): (.*)")
_BRACKET = re.compile(r"\[([^\]]*)\]")
_RAKE = re.compile(r"Rake ([\d.,]+)")
_VERBS = re.compile(
    r":? (folds|checks|calls|bets|raises to|completes to|posts|brings in|mucks|shows|discards"
    r"|draws|stands pat|wins|splits)\b ?"
)
_PAID = re.compile(r"\(([\d.,]+)\)")


def read(lines: Lines, line: int) -> Hand:
    """Read one hand of a site's text."""
    draft = Draft(line)
    head = found(_HEAD, lines[0], "the number, the game and its stakes")
    stakes = stakes_in(head[3])
    if stakes is None:
        raise Refused("FIELD stakes", "the first line does not state the stakes")
    draft.plays(game_in(head[2]), structure_in(head[2]), (stakes.low, stakes.high))
    draft.about = {"site": SITE, "number": head[1]}
    for draft.line, raw in enumerate(lines[1:], line + 1):
        _line(draft, raw.strip())
    return draft.hand(head[1])


def _line(draft: Draft, text: str) -> None:
    if text.startswith("***"):
        street(draft, _numbered(text))
    elif (dealt := _DEALT.match(text)) and dealt[1] in draft.seats:
        _dealt(draft, dealt[1], dealt[2])
    elif seat := _SEAT.match(text):
        if draft.streets:
            draft.finals[int(seat[1])] = cents(seat[3])
        else:
            draft.sits(int(seat[1]), seat[2], cents(seat[3]))
    elif table := _TABLE.match(text):
        draft.about["table"] = table[1]
        draft.button = int(table[2] or 0)
    elif rake := _RAKE.match(text):
        draft.about["rake"] = cents(rake[1])
    elif at := when(text):
        draft.about["at"] = at
    elif text.startswith(("Run 1:", "Run 2:")):
        raise Refused(
            "FIELD draw", "the draw was run twice; only boards that were run twice can be replayed"
        )
    elif said := spoken(text, _VERBS, draft.seats):
        _action(draft, *said)


def _numbered(text: str) -> str:
    """`1ST BETTING ROUND` is the deal; the street of a draw is its own heading."""
    return "*** HOLE CARDS ***" if "BETTING ROUND" in text else text


def _dealt(draft: Draft, name: str, words: str) -> None:
    cards = tuple(card for part in _BRACKET.findall(words) for card in cards_in(part))
    if draft.game.button:
        draft.holds(name, cards)
        if cards and "X" not in words:
            draft.about["viewer"] = draft.seats[name]
    else:
        if not draft.streets:
            draft.deals()
        new = cards[-1:] if draft.streets > 1 else cards
        draft.holds(name, new, draft.shape.places[draft.streets - 1][1] - len(new))


def _action(draft: Draft, name: str, verb: str, rest: str) -> None:
    match verb:
        case "folds":
            draft.folds(name)
        case "checks":
            draft.checks(name)
        case "calls":  # the whole of the bet, not what is added
            seat = draft.seat(name)
            draft.calls(name, amount(rest) - draft.bets.get(seat, 0))
        case "bets" | "raises to" | "completes to":
            draft.bets_to(name, amount(rest))
        case "posts":
            draft.post(name, post_kind(rest), amount(rest))
        case "brings in":
            draft.brings_in(name, amount(rest))
        case "wins" | "splits":
            draft.collects(name, cents(found(_PAID, rest, "what is won")[1]))
        case _:
            _cards(draft, name, verb, rest)


def _cards(draft: Draft, name: str, verb: str, rest: str) -> None:
    brackets = [cards_in(part) for part in _BRACKET.findall(rest)]
    match verb:
        case "shows":
            draft.shows(name, brackets[0] if brackets else ())
        case "mucks":
            draft.mucks(name)
        case "stands pat":
            draft.discards(name, 0)
        case "discards" if brackets:
            draft.discards(name, len(brackets[0]), brackets[0])
            if len(brackets) > 1:
                draft.draws(name, brackets[1])
        case "draws":
            draft.discards(name, int(found(re.compile(r"\d+"), rest, "a number")[0]))
        case _:
            pass
