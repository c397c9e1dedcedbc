"""Bovada, Bodog and Ignition: anonymous tables, where every hole card is known.

Players are named by their position. Seats of tournaments may have any number, so the order of the
list counts. Cash games tell no stakes: they follow from what is posted and bet.
"""

import re
from typing import Any

from croupier.cards import Card
from croupier.histories.about import Tournament
from croupier.histories.amounts import cents
from croupier.histories.hand import Hand
from croupier.histories.sites.draft import SEATS_MOST, Draft
from croupier.histories.sites.headings import game_in, stakes_in, structure_in, when
from croupier.histories.sites.pokerstars import amount, street
from croupier.histories.sites.texts import Lines, cards_in, found

NAME, SITE = "bovada", "Bovada"
starts = re.compile(r"\ufeff?(?:Bovada|Ignition|Bodog(?:\.\w+)?) Hand #").match

_HEAD = re.compile(
    r"^\ufeff?(?P<site>\w+)\S* Hand #(?P<number>\d+):?\s+(?:Zone Poker ID#(?P<zone>\d+)\s+)?"
    r"(?:TBL#(?P<table>\d+)\s+)?(?P<game>[A-Z0-9]\w*(?: (?:Hi/?Lo|HILO))?)"
    r"(?: Tournament #(?P<tournament>[\w-]+) TBL#(?P<room>\d+),)?\s+(?P<limit>.*?)"
    r"(?:- Level (?P<level>\d+) \((?P<stakes>[^)]*)\))? - "
)
_SEAT = re.compile(
    r"Seat ?(\+?)(\d+)(?:: (?P<label>[\w+ ]*?))? ?(?P<me>\[ME\])?:? \(?(\S+) in chips\)?"
)
_LINE = re.compile(r"^(.+?) *(\[ME\])? : (.*)$")
_BRACKET = re.compile(r"\[([^\]]*)\]")
_BUTTON = re.compile(r"Dealer : Set dealer.*\[(\d+)\]")  # an empty seat may have it
_RAKE = re.compile(r"Rake ?\(([^)]*)\)")
_TO = re.compile(r" to (\S+)")
_BOARD = re.compile(r"Board \[([^\]]*)\]")
_FLOPS = ("*** FLOP", "Card dealt to table")
_ANSWERS = ("fold", "check", "call", "bet", "raise", "all-in")


def read(lines: Lines, line: int) -> Hand:
    """Read one hand of a site's text."""
    draft = Draft(line)
    table = _Table(draft)
    number = _heading(draft, lines[0])
    if draft.game.button and not any(text.startswith(_FLOPS) for text in lines):
        table.unsaid = _Streets(draft, _board_in(lines))
    for draft.line, raw in enumerate(lines[1:], line + 1):
        text = raw.strip()
        if text.startswith("*** SUMMARY"):
            _summary(draft, lines[draft.line - line :])
            break
        table.line(text)
    table.settle_stakes()
    return draft.hand(number)


def _heading(draft: Draft, text: str) -> str:
    head = found(_HEAD, text, "the number and the game")
    stakes = stakes_in(head["stakes"]) if head["stakes"] else None
    structure = structure_in(head["limit"])
    pair = (stakes.low, stakes.high) if stakes else (0, 0)
    draft.plays(game_in(head["game"]), structure, pair)
    about: dict[str, Any] = {"site": head["site"], "number": head["number"], "at": when(text)}
    if head["tournament"]:
        about["tournament"] = Tournament(number=head["tournament"], level=head["level"] or "")
        about |= {"table": head["room"], "decimals": 0}
    else:
        about |= {"table": head["table"] or head["zone"] or "", "currency": "USD"}
    draft.about = about
    return head["number"]


def _board_in(lines: Lines) -> tuple[Card, ...]:
    """The board as the summary has it."""
    board = next((found[1] for text in lines if (found := _BOARD.match(text))), "")
    return cards_in(board)


def _summary(draft: Draft, lines: Lines) -> None:
    for text in lines:
        if text.startswith("Total Pot") and (rake := _RAKE.search(text)):
            draft.about["rake"] = cents(rake[1])


class _Streets:
    """Streets of files of 2012, which name none: each begins when a betting round is over."""

    def __init__(self, draft: Draft, board: tuple[Card, ...]) -> None:
        self.draft, self.board = draft, board
        self.answered = set[int]()  # since the last bet or raise

    def before(self) -> None:
        """Begin the next street if nobody has to answer any more."""
        draft = self.draft
        able = [
            seat
            for seat in draft.hands
            if seat not in draft.folded and draft.put.get(seat, 0) < draft.stacks[seat]
        ]
        if self.answered and self.answered.issuperset(able):
            self.answered = set()
            self.lay(max(sum(draft.laid), 2) + 1)

    def after(self, name: str) -> None:
        """Count an answer; a raise asks everybody else again."""
        if self.draft.actions[-1][0] == "raise":
            self.answered = set()
        self.answered.add(self.draft.seats[name])

    def lay(self, count: int) -> None:
        """Lay the board until so many cards lie there."""
        while sum(self.draft.laid) < min(count, len(self.board)):
            self.draft.street()
            self.draft.community(self.board[: max(sum(self.draft.laid), 2) + 1])


class _Table:
    """The lines of a hand, and what the site leaves to be concluded from them."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.dealing = False  # the line before dealt a card of stud
        self.seating: list[re.Match[str]] = []
        self.board: tuple[Card, ...] = ()
        self.opening: dict[int, int] = {}  # stud: the first full bet of each street
        self.doubled = False
        self.unsaid: _Streets | None = None

    def line(self, text: str) -> None:
        draft = self.draft
        if text.startswith("***") or " : " in text:
            self.sit_down()
        if text.startswith("***"):
            street(draft, text)
        elif said := _LINE.match(text):
            if said[1] in draft.seats:
                self.action(said[1], said[3])
            elif button := _BUTTON.match(text):
                draft.button = int(button[1])
        elif seat := _SEAT.match(text):
            self.seating.append(seat)
        elif text.startswith("Card dealt to table"):
            draft.street()
            self.board += cards_in(found(_BRACKET, text, "cards")[1])
            draft.community(self.board)

    def sit_down(self) -> None:
        """Seat everybody: by number where the numbers go round a table, else as listed."""
        numbers = [int(seat[2]) for seat in self.seating]
        if numbers != sorted(set(numbers)) or numbers[-1:] > [SEATS_MOST]:
            numbers = list(range(1, len(numbers) + 1))
        for number, seat in zip(numbers, self.seating, strict=True):
            label = seat["label"] or f"Seat+{seat[2]}"
            self.draft.sits(number, label, cents(seat[5]))
            if label == "Dealer":
                self.draft.button = number
            if seat["me"]:
                self.draft.about["viewer"] = number
        self.seating = []

    def action(self, name: str, rest: str) -> None:
        draft, low = self.draft, rest.lower()
        if low.startswith("card dealt"):
            self.card(name, rest)
            return
        self.dealing = False
        self.doubled = low.startswith("double ")  # stud, on an open pair
        low = low.removeprefix("double ")
        verb = re.split(r"[ (]", low, maxsplit=1)[0]
        answers = self.unsaid is not None and draft.hands and verb.startswith(_ANSWERS)
        if self.unsaid and answers:
            self.unsaid.before()
        self.says(name, verb, low, rest)
        if self.unsaid and answers:
            self.unsaid.after(name)

    def says(self, name: str, verb: str, low: str, rest: str) -> None:
        draft = self.draft
        match verb:
            case "folds" | "fold":
                draft.folds(name)
            case "checks" | "check":
                draft.checks(name)
            case "calls" | "call":
                draft.calls(name, amount(rest))
            case "bets" | "bet" | "raises" | "raise" | "all-in" | "all-in(raise)":
                self.wager(name, verb, rest)
            case "ante/small" | "small" | "big" | "ante" | "posts" | "big blind/bring":
                self.post(name, low)
            case "set" if not draft.button:
                draft.button = int(found(_BRACKET, rest, "the dealer")[1])
            case "return":
                draft.returns(name, amount(rest))
            case "hand":
                draft.collects(name, amount(rest))
            case "showdown":
                if self.unsaid:
                    self.unsaid.lay(len(self.unsaid.board))
                draft.shows(name)
            case "mucks":
                draft.mucks(name)
            case _:
                pass

    def card(self, name: str, rest: str) -> None:
        """Cards to a hand: in stud every run of them is a street."""
        draft = self.draft
        cards = cards_in(found(_BRACKET, rest, "cards")[1])
        if draft.game.button:
            draft.holds(name, cards)
            return
        if not self.dealing:
            draft.street()
            if draft.actions[-1][0] != "deal":
                draft.deals()
        self.dealing = True
        draft.holds(name, cards, draft.shape.places[draft.streets - 1][0])

    def wager(self, name: str, verb: str, rest: str) -> None:
        draft = self.draft
        if (
            verb.startswith("all-in")
            and not draft.streets
            and not draft.actions
            and not draft.hands
        ):
            draft.post(name, "big" if draft.game.button else "ante", amount(rest))
            return
        to = _TO.search(rest)
        if to:
            draft.bets_to(name, cents(to[1]))
        elif verb.startswith("all-in"):
            seat, chips = draft.seat(name), amount(rest)
            left = draft.stacks[seat] - draft.put.get(seat, 0)
            whole = chips == left + draft.bets.get(seat, 0)  # as the oldest files tell a raise
            draft.goes_all_in(name, left if whole else chips)
            return
        elif verb.startswith("raise"):  # in the oldest files the whole of the bet
            draft.bets_to(name, amount(rest))
        else:
            draft.bets_more(name, amount(rest))
        self.opening.setdefault(draft.streets, draft.actions[-1][3] // (1 + self.doubled))

    def post(self, name: str, words: str) -> None:
        draft, chips = self.draft, amount(words)
        if words.startswith("ante chip"):
            draft.post(name, "ante", chips)
        elif words.startswith("big blind"):
            if draft.game.button:
                draft.post(name, "big", chips)
            else:
                draft.brings_in(name, chips)
        elif words.startswith("posts dead"):
            big = max((post.chips for post in draft.posts if post.kind == "big"), default=0)
            if 0 < big < chips:  # both blinds in one sum
                draft.post(name, "post", big)
            draft.post(name, "dead", chips - big if 0 < big < chips else chips)
        elif words.startswith("posts"):
            draft.post(name, "post", chips)
        else:
            draft.post(name, "small", chips)

    def settle_stakes(self) -> None:
        """Conclude the stakes of a hand that tells none."""
        draft = self.draft
        if draft.stakes[1]:
            return
        big = max((post.chips for post in draft.posts if post.kind == "big"), default=0)
        if draft.game.button:
            small = max((post.chips for post in draft.posts if post.kind == "small"), default=0)
            draft.stakes = (big, 2 * big) if draft.structure == "limit" else (small, big)
            return
        early = [self.opening[at] for at in (1, 2) if at in self.opening]
        late = [self.opening[at] // 2 for at in (3, 4, 5) if at in self.opening]
        bet = (early + late + [2 * draft.bring_in])[0]
        draft.stakes = (bet, 2 * bet)
