"""GGPoker: the grammar of PokerStars, with jackpots and cash-outs."""

import re
from typing import Any

from croupier.histories.about import Tournament
from croupier.histories.amounts import cents
from croupier.histories.hand import Hand
from croupier.histories.sites.draft import Draft
from croupier.histories.sites.headings import currency_in, game_in, stakes_in, structure_in, when
from croupier.histories.sites.pokerstars import amount, line_of, paid_in_summary, summed
from croupier.histories.sites.texts import Lines, found
from croupier.refused import Refused

NAME, SITE = "ggpoker", "GGPoker"
starts = re.compile(r"\ufeff?Poker Hand #[A-Z]{0,3}\d").match

_HEAD = re.compile(
    r"#(?P<number>\w+): (?:Tournament #(?P<tournament>\d+), (?P<name>.*?) ?)?"
    r"(?P<game>(?:[\w+'/-]+ )*?(?:(?i:hold'?em|omaha|plo-?\d?|short ?deck)\S*)(?: Hi/Lo| Hi-Lo)?"
    r"(?: (?:No|Pot|Fixed) Limit| Limit| \(NL postflop\))?)"
    r"(?:\s+- Level ?(?P<level>\w+) ?)?\s*\((?P<stakes>(?:[^()]|\([^()]*\))*)\)"
)
_TAKEN = re.compile(r"\| (\w+) ([$€£₹¥]?[\d.,]+)")
_SIDE = re.compile(r"^(.+): (Pays|Receives) [\w ]*\(([^)]*)\)")


def read(lines: Lines, line: int) -> Hand:
    """Read one hand of a site's text."""
    draft = Draft(line)
    number = _heading(draft, lines[0])
    summary = False
    for draft.line, raw in enumerate(lines[1:], line + 1):
        text = raw.strip()
        if summary:
            _summed(draft, text)
        elif text.startswith("*** SUMMARY"):
            summary = True
        elif (side := _SIDE.match(text)) and side[1] in draft.seats:
            sides = draft.about.setdefault("side", {})
            seat = draft.seats[side[1]]
            chips = cents(side[3])
            sides[seat] = sides.get(seat, 0) + (chips if side[2] == "Receives" else -chips)
        else:
            line_of(draft, text)
    if not draft.won:
        paid_in_summary(draft, lines)
    return draft.hand(number)


def _heading(draft: Draft, text: str) -> str:
    head = found(_HEAD, text, "the number, the game and its stakes")
    game, stakes = game_in(head["game"]), stakes_in(head["stakes"])
    if stakes is None and game != "short-deck":  # which has one blind, at the button
        raise Refused("FIELD stakes", "the first line does not state the stakes")
    pair = (stakes.low, stakes.high) if stakes else (0, amount(head["stakes"]))
    draft.plays(game, structure_in(head["game"]), pair)
    about: dict[str, Any] = {"site": SITE, "number": head["number"], "at": when(text)}
    if head["tournament"]:
        about["tournament"] = Tournament(
            number=head["tournament"], name=head["name"] or "", level=head["level"] or ""
        )
        about["decimals"] = 0
    else:
        about["currency"] = currency_in(head["stakes"])
        about["decimals"] = 2 if about["currency"] else 0
    draft.about = about
    return head["number"]


def _summed(draft: Draft, text: str) -> None:
    if not text.startswith("Total pot"):
        summed(draft, text)
        return
    for what, chips in _TAKEN.findall(text):
        key = "rake" if what == "Rake" else "jackpot"
        draft.about[key] = draft.about.get(key, 0) + cents(chips)
