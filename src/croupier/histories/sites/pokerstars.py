"""PokerStars: cash games, tournaments, home games and mixed games, in English."""

import re
from functools import partial
from typing import Any

from msgspec.structs import replace

from croupier.cards import Card
from croupier.histories.about import Tournament
from croupier.histories.amounts import cents
from croupier.histories.hand import Hand
from croupier.histories.sites.draft import Draft
from croupier.histories.sites.forced import PostKind
from croupier.histories.sites.headings import currency_in, game_in, stakes_in, structure_in, when
from croupier.histories.sites.texts import Lines, cards_in, found
from croupier.refused import Refused

NAME, SITE = "pokerstars", "PokerStars"
START = re.compile(r"\ufeff?\**\s?PokerStars (?:Zoom |Home )?(?:Game |Hand )+#", re.IGNORECASE)
starts = START.match

_HEAD = re.compile(
    r"#(?P<number>[\w-]+):\s+(?:\{(?P<club>[^}]*)\}\s*)?"
    r"(?:(?:Zoom )?(?i:tournament) #(?P<tournament>\d+),\s*"
    r"(?P<buy_in>[^A-Z]*?(?: ?(?:[A-Z]{3}\b|\d*FPP|Freeroll))?)\s+)?"
    r"(?P<game>(?:\D|\d(?=\+ |-[A-Z]| [Cc]ard)).*?(?=\s-\s|\()(?:\([^)]*\))?)"
    r"(?:\s+-\s+(?i:match round [IVXLC]+, )?(?i:level) (?P<level>\S+) \((?P<stakes>[^)]*)\))?"
)
_MIXED = re.compile(r"^(.*?)\s*\(([^()]*?(?:Limit|LIMIT)[^()]*)\)")
_ADDED = re.compile(r"(?:Cash Drop to Pot|Splash(?:ed)?[ \w]*?|STP added)\s?: (?:total )?(\S*\d)")
_TABLE = re.compile(
    r"Table (?:ID )?'(?P<table>.*)'(?: (?P<size>\d+)-[Mm]ax)?(?:.*Seat #(?P<button>\d+))?"
)
_SEAT = re.compile(r"Seat (\d+): (.+) \(([^()]*\d[^()\d]*) in chips[^)]*\)(.*)")
_DEALT = re.compile(r"Dealt to (.+?)(?: \[([^\]]*)\])?(?: \[([^\]]*)\])?\s*$")
_BRACKET = re.compile(r"\[([^\]]*)\]")
_AMOUNT = re.compile(r"[$€£₹¥₽฿]?\d(?:[\d.,]|[ \u00a0\u202f](?=\d{3}(?!\d)))*")
_WON = re.compile(r"^(.+) collected ([^()]+?) from ")
_BACK = re.compile(r"Uncalled bet \(([^()]+)\) returned to (.+?)\s*$")
_TOTAL = re.compile(r"Total pot (.+?)\| Rake ([^|(]+)(?:.*\| Jackpot(?: Fee)? ([^|(]+))?")
_ENDED = re.compile(
    r"Seat \d+: (.+?)(?: \((?:button|small blind|big blind|button blind)\))* "
    r"(showed|mucked) \[([^\]]*)\]"
)
_COLLECTED = re.compile(r"Seat \d+: (.+?)(?: \([a-z ]+\))* (?:collected|showed .* won|won) \(")
_AWARDED = re.compile(r"(?:collected|won) \(([^()]*\d)\)")
_BOARD = re.compile(r"Board:? \[([^\]]*)\]")
_CASHED = re.compile(r"^(.+) (cashed out the hand|paid) for (?:the cash-out )?(\S+?)(?: \||$)")
_TOURNAMENT_ENTRY = re.compile(r"Tournament (number|name|buy-in|level): ?(.*)")  # lines of our own
_SAYS = re.compile(
    r"folds|checks|calls|bets|raises|posts|straddle|brings|completes|shows?|mucks|discards|stands"
)
_STREETS = re.compile(r"^\*\*\* (FIRST |SECOND |THIRD )?([A-Z0-9][\w .-]*?) \*\*\*(.*)")
_FIRST_STREET = ("HOLE CARDS", "DEALING HANDS", "PRE-FLOP", "PREFLOP", "PRE FLOP")
_BOARDS = {"SECOND ": 1, "THIRD ": 2}
_SHARED = {"TURN": 3, "RIVER": 4}  # cards of the first board that a further one begins with


def read(lines: Lines, line: int, *, site: str = SITE) -> Hand:
    """Read one hand of a site's text."""
    draft = Draft(line)
    if "(Rs." in lines[0]:
        lines = [text.replace("Rs. ", "₹").replace("Rs.", "₹") for text in lines]
    number = _heading(draft, lines[0], site)
    body = partial(line_of, draft)
    summary = False
    for draft.line, text in enumerate(_whole_turn(lines)[1:], line + 1):
        text = text.strip()
        if summary:
            summed(draft, text)
        elif text.startswith("*** SUMMARY"):
            summary = True
        else:
            body(text)
    if not draft.won:
        paid_in_summary(draft, lines)
    return draft.hand(number)


def _whole_turn(lines: Lines) -> Lines:
    """Name the turn from the board of the summary, where its street has empty brackets."""
    if not any(text.startswith("*** TURN") and "[]" in text for text in lines):
        return lines
    board = next((found[1].split() for text in lines if (found := _BOARD.match(text))), [])
    whole = {}
    for street, count in (("*** TURN ***", 4), ("*** RIVER ***", 5)):
        whole[street] = (
            f"{street} [{' '.join(board[: count - 1])}] [{' '.join(board[count - 1 :][:1])}]"
        )
    return [
        next((whole[street] for street in whole if text.startswith(street)), text) for text in lines
    ]


def _heading(draft: Draft, text: str, site: str) -> str:
    head = found(_HEAD, text, "the number and the game")
    game = head["game"]
    session = head["club"] or ""
    if mixed := _MIXED.match(game):
        session, game = f"{session} {mixed[1]}".strip(), mixed[2]
    stakes = None
    if "Button" not in text:  # short deck has no pair of blinds
        stakes = stakes_in(head["stakes"] or game or "") or stakes_in(text[head.end("number") :])
    low, high = (stakes.low, stakes.high) if stakes else _button_blind(text)
    draft.plays(game_in(game), structure_in(game), (low, high))
    about: dict[str, Any] = {
        "site": site,
        "number": head["number"],
        "at": when(text),
        "session": session,
    }
    if head["tournament"]:
        buy_in = (head["buy_in"] or "").strip()
        about["tournament"] = Tournament(
            number=head["tournament"], buy_in=buy_in, level=head["level"] or ""
        )
        about["decimals"] = 0
    else:
        about["currency"] = currency_in(text[head.end("number") :])
        about["decimals"] = 2 if about["currency"] or "." in text.partition(" - ")[0] else 0
    draft.about = {key: value for key, value in about.items() if value is not None}
    return head["number"]


def _button_blind(text: str) -> tuple[int, int]:
    """Short deck has one blind, at the button."""
    blind = re.search(r"Button\s+Blind\s+(\S+)", text)
    if blind is None:
        raise Refused("FIELD stakes", "the first line does not state the stakes")
    return 0, cents(blind[1])


# --- the lines of a hand ---------------------------------------------------------------------


def line_of(draft: Draft, text: str) -> None:
    """Read one line of a site's text between heading and summary."""
    name, colon, rest = text.partition(": ")
    if text.startswith("Seat ") and not draft.posts and (seat := _SEAT.match(text)):
        draft.sits(int(seat[1]), seat[2], cents(seat[3]))
    elif colon and name in draft.seats and _SAYS.match(rest) and ": " not in rest:
        _action(draft, name, rest)
    elif text.startswith("***"):
        street(draft, text)
    elif " collected " in text and (won := _WON.match(text)) and won[1] in draft.seats:
        draft.collects(won[1], cents(won[2]))
    elif text.startswith("Dealt to "):
        dealt(draft, text)
    elif text.startswith(("Table '", "Table ID '")):
        table = found(_TABLE, text, "the table")
        draft.about["table"], draft.about["size"] = table["table"], int(table["size"] or 0)
        draft.button = int(table["button"] or 0)
    elif text.startswith(("Cash Drop", "Splash", "STP added")):
        if added := _ADDED.match(text):
            draft.about["added"] = draft.about.get("added", 0) + cents(added[1])
    elif text.startswith("Hand cancelled"):
        raise Refused("FIELD hand", "the site canceled this hand, so there is nothing to play")
    elif text.startswith("Converted from "):
        draft.about["site"] = text.removeprefix("Converted from ")
    elif text.startswith("Uncalled bet"):
        if back := _BACK.match(text):
            draft.returns(back[2], cents(back[1]))
    elif text.startswith("Tournament ") and (entry := _TOURNAMENT_ENTRY.match(text)):
        event = draft.about.get("tournament", Tournament())
        draft.about["tournament"] = replace(event, **{entry[1].replace("-", "_"): entry[2]})
    elif colon:
        _named_with_a_colon(draft, text)
    elif " cash" in text and (cashed := _CASHED.match(text)) and cashed[1] in draft.seats:
        sign = -1 if cashed[2] == "paid" else 1
        draft.about.setdefault("side", {})[draft.seats[cashed[1]]] = sign * cents(cashed[3])


def _named_with_a_colon(draft: Draft, text: str) -> None:
    """A player's name may hold `: ` itself: the longest name that fits is meant."""
    for name in sorted(draft.seats, key=len, reverse=True):
        if text.startswith(f"{name}: "):
            _action(draft, name, text[len(name) + 2 :])
            return


def paid_in_summary(draft: Draft, lines: Lines) -> None:
    """Find in a site's summary who collected, where no line before it says so."""
    for text in lines:
        _awarded(draft, text)


def _awarded(draft: Draft, text: str, *, cashed_out: bool = False) -> None:
    """What a line of the summary says that a player won; the house has it after a cash-out."""
    won = _COLLECTED.match(text)
    if won is None or won[1] not in draft.seats:
        return
    for chips in map(cents, _AWARDED.findall(text)):
        draft.collects(won[1], chips)
        if cashed_out:
            sides, seat = draft.about.setdefault("side", {}), draft.seats[won[1]]
            sides[seat] = sides.get(seat, 0) - chips


def amount(text: str) -> int:
    """The first amount in a site's text."""
    first = _AMOUNT.search(text)
    if first is None:
        raise Refused("FIELD amount", f"an amount is missing in {text[:40]!r}")
    return cents(first[0].rstrip(".,"))


def _action(draft: Draft, name: str, rest: str) -> None:
    verb, _, more = rest.partition(" ")
    if rest.endswith(" cap"):  # and has reached the $400 cap
        draft.capped.add(draft.seat(name))
    match verb:
        case "folds":
            draft.folds(name)
        case "checks":
            draft.checks(name)
        case "calls":
            draft.calls(name, amount(more))
        case "bets":
            draft.bets_to(name, amount(more))
        case "raises":
            draft.bets_to(name, amount(more.partition(" to ")[2]))
        case "posts" | "straddle":
            draft.post(name, post_kind(rest), amount(more))
        case "brings":
            draft.brings_in(name, amount(more))
        case "completes":
            draft.bets_to(name, amount(more))
        case _:
            _cards(draft, name, verb, more)


def _cards(draft: Draft, name: str, verb: str, more: str) -> None:
    bracket = _BRACKET.search(more)
    cards = cards_in(bracket[1]) if bracket else ()
    match verb:
        case "shows" | "show":
            draft.shows(name, cards)
        case "mucks":
            draft.mucks(name, cards)
        case "discards":
            draft.discards(name, int(found(re.compile(r"\d+"), more, "a number")[0]), cards)
        case "stands":
            draft.discards(name, 0)
        case _:
            pass


def post_kind(words: str) -> PostKind:
    """What a site's line says that a player posts, in the words after *posts*."""
    if "ante" in words:
        return "ante"
    if "&" in words:
        return "both"
    if "missed" in words:
        return "missed"
    if "dead" in words or ("small blind" in words and "out of position" in words):
        return "dead"
    if "straddle" in words:
        return "straddle"
    if "button blind" in words:
        return "button"
    return "small" if "small blind" in words else "big" if "big blind" in words else "post"


def street(draft: Draft, text: str) -> None:
    """Read a line of stars in a site's text: the next betting round, with its cards."""
    head = _STREETS.match(text)
    if head is None or "SHOW" in head[2]:
        return
    board = _BOARDS.get(head[1] or "", 0)
    brackets = _BRACKET.findall(head[3])
    if head[2] in _FIRST_STREET:
        if brackets and draft.shape.early:
            draft.community(cards_in(brackets[0])[: draft.shape.early])
        return
    draft.street()
    if not draft.game.button:
        if not head[2].upper().startswith(("3RD", "THIRD")):
            draft.deals()
    elif brackets:
        cards = tuple(dict.fromkeys(cards_in(" ".join(brackets))))  # a card may be named twice
        early = _SHARED.get(head[2], draft.shape.early)
        draft.community(cards, board, shared=early)


def dealt(draft: Draft, text: str) -> None:
    """Cards that the file's player sees: a hand, a street of stud, or a draw."""
    seen = _DEALT.match(text)
    if seen is None or seen[1] not in draft.seats:
        return
    name, first, second = seen[1], seen[2], seen[3]
    if first is None:
        draft.seat(name)
    elif draft.game.button:
        _dealt_hand(draft, name, cards_in(first), second)
    else:
        cards = cards_in(first) + (cards_in(second) if second else ())
        if not draft.streets:
            draft.deals()
        new = cards[-1:] if draft.streets > 1 else cards
        draft.holds(name, new, draft.shape.places[draft.streets - 1][1] - len(new))
        if len(new) > 2:
            open_hand(draft, name)


def open_hand(draft: Draft, name: str) -> None:
    """The one player whose hand is dealt open is whose file it is."""
    others = "viewer" in draft.about and draft.about["viewer"] != draft.seats[name]
    draft.about["viewer"] = 0 if others else draft.seats[name]


def _dealt_hand(draft: Draft, name: str, first: tuple[Card, ...], second: str | None) -> None:
    if second is not None:
        draft.draws(name, cards_in(second))
    elif draft.seat(name) in draft.drawn:
        draft.draws(name, first)
    else:
        draft.holds(name, first)
        open_hand(draft, name)


def summed(draft: Draft, text: str) -> None:
    """A line of the summary: what the house took, and hands that were shown or mucked."""
    if text.startswith("Total pot"):
        if total := _TOTAL.match(text):
            draft.about["rake"] = cents(total[2])
            if total[3]:
                draft.about["jackpot"] = cents(total[3])
        return
    if "pot not awarded" in text:
        _awarded(draft, text, cashed_out=True)
    if "ed [" in text and (ended := _ENDED.match(text)) and ended[1] in draft.seats:
        name, cards = ended[1], cards_in(ended[3])
        if ended[2] == "mucked":
            draft.mucks(name, cards)
        elif not draft.ends.get(draft.seats[name], ("", ()))[1]:
            draft.shows(name, cards)
