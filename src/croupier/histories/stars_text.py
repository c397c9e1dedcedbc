"""A round as text in the style of PokerStars, which nearly every tracker and replayer reads."""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC

from croupier.cards import UNKNOWN, Card
from croupier.engine import events as engine_events
from croupier.engine.accounts import SEATS, Move
from croupier.engine.dues import blind_seats, in_order
from croupier.engine.events import AnyEvent, RoundOpened
from croupier.engine.evolve import evolve
from croupier.engine.play import opening
from croupier.engine.round import Round
from croupier.games import game_of
from croupier.histories.about import SIGNS, About, Tournament
from croupier.histories.amounts import ENDLESS, written
from croupier.histories.ohh_losses import SET_RIGHT, sign_of
from croupier.histories.phh import won
from croupier.histories.sites.shapes import shape_of
from croupier.refused import Refused
from croupier.rules.sign import TableSign

GAME_WORDS = {
    "holdem": "Hold'em",
    "omaha": "Omaha",
    "bbc-omaha": "Omaha",
    "omaha-hilo-8": "Omaha Hi/Lo",
    "five-card-omaha": "5 Card Omaha",
    "five-card-omaha-hilo-8": "5 Card Omaha Hi/Lo",
    "six-card-omaha": "6 Card Omaha",
    "six-card-omaha-hilo-8": "6 Card Omaha Hi/Lo",
    "courchevel": "Courchevel",
    "courchevel-hilo-8": "Courchevel Hi/Lo",
    "short-deck": "6+ Hold'em",
    "seven-card-stud": "7 Card Stud",
    "seven-card-stud-hilo-8": "7 Card Stud Hi/Lo",
    "razz": "Razz",
    "2-7-razz": "2-7 Razz",
    "five-card-draw": "5 Card Draw",
    "five-card-draw-low": "Single Draw A-5 Lowball",
    "triple-draw-2-7": "Triple Draw 2-7 Lowball",
    "triple-draw-a-5": "Triple Draw A-5 Lowball",
    "2-7-single-draw": "Single Draw 2-7 Lowball",
    "badugi": "Badugi",
}
_FEE = re.compile(r"\s*\+\s*")
_PLAIN_FEE = re.compile(r"Freeroll|[$€£]?[\d.,]+(?:\+[$€£]?[\d.,]+)*(?: ?(?:[A-Z]{3}|FPP))?")
_LIMITS = {"no_limit": "No Limit", "pot_limit": "Pot Limit", "limit": "Limit"}
_POSTS = {
    "ante": "the ante",
    "dead": "a dead blind of",
    "straddle": "straddle",
    "post": "big blind",
}
_BOARD = {3: "FLOP", 4: "TURN", 5: "RIVER"}
_ORDINALS = ("FIRST", "SECOND", "THIRD")
_STREETS = ("3rd STREET", "4th STREET", "5th STREET", "6th STREET", "RIVER")


def write_text(events: Iterable[AnyEvent], about: About | None = None) -> str:
    """Write a finished round as PokerStars would; what its text has no words for is refused."""
    log = list(events)
    _check(log)
    return "\n".join(_Text(log, about or About()).lines()) + "\n"


def write_texts(hands: Iterable[str]) -> str:
    """Several hands, each already written, as one file: two blank lines between them."""
    return "\n\n".join(hands)


def _check(log: Sequence[AnyEvent]) -> None:
    first = log[0] if log else None
    over = any(isinstance(event, engine_events.RoundClosed) for event in log)
    if not isinstance(first, RoundOpened) or not over:
        raise Refused("FIELD log", "a round can be written only when it is over")
    if first.game not in GAME_WORDS:
        raise Refused("FIELD game", f"PokerStars' text has no words for {first.game}")
    if first.sign.structure not in _LIMITS or first.bomb or first.killed:
        raise Refused("FIELD game", "PokerStars' text has no spread limit, bomb pot or kill")
    if any(isinstance(event, SET_RIGHT | engine_events.CommonDealt) for event in log):
        raise Refused("FIELD log", "PokerStars' text cannot express a corrected round")
    if ENDLESS in first.stacks.values():
        raise Refused("FIELD starting_stacks", "PokerStars' text cannot express an unlimited stack")


class _Text:
    """The lines of one hand."""

    def __init__(self, log: Sequence[AnyEvent], about: About) -> None:
        first = log[0]
        assert isinstance(first, RoundOpened)
        self.log, self.about, self.first = log, about, first
        self.sign = sign_of(log)
        self.game = game_of(first.game)
        self.order = in_order(list(first.stacks), first.button)
        self.board: list[list[Card]] = [[]]
        self.laid: list[tuple[int, Card]] = []
        self.draws = self.streets = 0
        self.early = shape_of(self.game).early
        shown = engine_events.Shown | engine_events.Revealed
        self.shown = {event.seat for event in log if isinstance(event, shown)}
        self.hands: dict[int, list[Card]] = {seat: [] for seat in self.order}
        thrown = {event.seat for event in log if isinstance(event, engine_events.Mucked)}
        at_end = self.game.button and not shape_of(self.game).draws
        self.mucked = thrown - {self.about.viewer} if at_end else set()  # the summary names them

    def name(self, seat: int) -> str:
        return self.about.people.get(seat) or f"Player{seat}"

    def money(self, chips: int) -> str:
        about = self.about
        whole, rest = divmod(chips, about.scale)
        symbol = SIGNS.get(about.currency, "" if about.site or not about.decimals else "$")
        if not rest:
            return f"{symbol}{whole}"
        if about.scale == 100:
            return f"{symbol}{whole}.{rest:02}"
        return f"{symbol}{written(chips, about.scale)}"

    def lines(self) -> Iterator[str]:
        yield from self.heading()
        state = opening(self.game, self.first)
        dealt = False
        for event in self.log[1:]:
            if isinstance(event, engine_events.BoardDealt):
                self.laid += [(event.board, card) for card in event.cards]
            elif self.laid and not isinstance(
                event, engine_events.Burned | engine_events.TurnGiven
            ):
                yield from self.community()
            if isinstance(event, engine_events.Dealt) and not dealt:
                dealt = True
                yield from self.dealing()
            yield from self.said(state, event)
            state = evolve(state, event)
        yield from self.summary(state)

    # --- the table --------------------------------------------------------------------------

    def heading(self) -> Iterator[str]:
        about, event = self.about, self.about.tournament
        words = f"{GAME_WORDS[self.game.key]} {_LIMITS[self.sign.structure]}"
        stakes = "/".join(self.money(chips) for chips in self.stakes())
        at = about.at.astimezone(UTC) if about.at and about.at.tzinfo else about.at
        zone = " UTC" if at and at.tzinfo else ""
        when = f" - {at:%Y/%m/%d %H:%M:%S}{zone}" if at else ""
        if event is not None:
            words = f"{about.session} ({words})" if about.session else words
            place = f"Tournament #{event.number or 0}, {_FEE.sub('+', event.buy_in) or 'Freeroll'} "
            stakes = f" - Level {event.level or 'I'} ({stakes})"
        else:
            code = f" {about.currency}" if about.currency else ""
            place = " "
            stakes = f"{stakes}{code}"
            words, stakes = (
                (f"{about.session} ({words}, {stakes})", "")
                if about.session
                else (words, f" ({stakes})")
            )
        yield f"PokerStars Hand #{about.number or 0}: {place}{words}{stakes}{when}"
        size = about.size or max(10, *self.first.stacks)
        button = f" Seat #{self.first.button} is the button" if self.game.button else ""
        yield f"Table '{about.table}' {size}-max{button}"
        if about.added:
            yield f"Cash Drop to Pot : total {self.money(about.added)}"
        if about.site and about.site != "PokerStars":
            yield f"Converted from {about.site}"
        if event is not None:
            yield from _unlike_a_heading(event)
        for seat, chips in sorted(self.first.stacks.items()):
            yield f"Seat {seat}: {self.name(seat)} ({self.money(chips)} in chips)"

    def stakes(self) -> tuple[int, int]:
        limits, blinds = self.sign.limits, self.sign.blinds
        if self.sign.structure == "limit":
            return limits[0], limits[1]
        big = max(limits[0], 0)
        small = blinds[0] if len(blinds) > 1 and blinds[0] < big else big // 2
        return small, big

    def dealing(self) -> Iterator[str]:
        if self.game.button:
            draws = any(isinstance(event, engine_events.DrawOpened) for event in self.log)
            yield "*** DEALING HANDS ***" if draws else "*** HOLE CARDS ***"

    def community(self) -> Iterator[str]:
        """Headings for the cards dealt to the boards, street by street."""
        twice = any(isinstance(event, engine_events.Agreed) and event.twice for event in self.log)
        for board, card in self.laid:
            while len(self.board) <= board:
                self.board.append(list(self.shared))
            there = self.board[board]
            there.append(card)
            if len(there) == self.early:
                yield f"*** PRE-FLOP *** [{card}]"
            elif len(there) >= 3:
                old, new = there[: self.early], there[self.early :]
                if len(there) > 3:
                    old, new = there[:-1], there[-1:]
                word = f"{_ORDINALS[board]} " if twice and self.split else ""
                before = f" [{' '.join(old)}]" if old else ""
                yield f"*** {word}{_BOARD[len(there)]} ***{before} [{' '.join(new)}]"
        self.laid = []

    @property
    def shared(self) -> list[Card]:
        """What lay there when the board was split."""
        return self.board[0][: self.before]

    before = 0
    split = False

    # --- the round --------------------------------------------------------------------------

    def said(self, state: Round, event: AnyEvent) -> Iterator[str]:
        match event:
            case engine_events.Posted():
                yield from self.posted(state, event)
            case engine_events.Dealt():
                yield from self.dealt(state, event)
            case engine_events.Agreed() if event.twice:
                self.split, self.before = True, len(self.board[0])
            case engine_events.DrawOpened():
                self.draws += 1
                many = (
                    sum(1 for other in self.log if isinstance(other, engine_events.DrawOpened)) > 1
                )
                if many or self.draws > 1:
                    yield f"*** {_ORDINALS[self.draws - 1]} DRAW ***"
            case engine_events.Discarded():
                yield self.discarded(event)
            case engine_events.ShowdownOpened():
                yield "*** SHOW DOWN ***"
            case engine_events.Shown() | engine_events.Revealed():
                yield f"{self.name(event.seat)}: shows [{' '.join(event.cards)}]"
            case engine_events.Mucked():
                yield f"{self.name(event.seat)}: mucks hand"
            case engine_events.Returned():
                chips = sum(move.chips for move in event.moves)
                yield f"Uncalled bet ({self.money(chips)}) returned to {self.name(event.seat)}"
            case _:
                yield from self.wagered(state, event)

    def wagered(self, state: Round, event: AnyEvent) -> Iterator[str]:
        match event:
            case engine_events.Folded():
                yield f"{self.name(event.seat)}: folds"
            case engine_events.Checked():
                yield f"{self.name(event.seat)}: checks"
            case engine_events.ForcedBetPlaced():
                chips, rest = self.put(state, event.moves)
                yield f"{self.name(event.seat)}: brings in for {chips}{rest}"
            case engine_events.Called():
                chips, rest = self.put(state, event.moves)
                yield f"{self.name(event.seat)}: calls {chips}{rest}"
            case engine_events.Raised():
                _, rest = self.put(state, event.moves)
                price = max((hand.bet for hand in state.hands.values()), default=0)
                to = self.money(event.to)
                if price:
                    by = self.money(event.to - price)
                    yield f"{self.name(event.seat)}: raises {by} to {to}{rest}"
                else:
                    yield f"{self.name(event.seat)}: bets {to}{rest}"
            case _:
                pass

    def put(self, state: Round, moves: Sequence[Move]) -> tuple[str, str]:
        chips = sum(move.chips for move in moves)
        all_in = state.accounts[moves[0].source] == chips
        return self.money(chips), " and is all-in" if all_in else ""

    def posted(self, state: Round, event: engine_events.Posted) -> Iterator[str]:
        seats = blind_seats(self.sign, self.order)
        for move in event.moves:
            seat = SEATS.get(move.source)
            if seat is None:
                continue
            chips, rest = self.put(state, [move])
            words = _POSTS.get(event.kind) or _blind(self.sign, seats, seat, self.first.button)
            yield f"{self.name(seat)}: posts {words} {chips}{rest}"

    def dealt(self, state: Round, event: engine_events.Dealt) -> Iterator[str]:
        new: dict[int, list[Card]] = {}
        for seat, card in zip(event.seats, event.cards, strict=True):
            new.setdefault(seat, []).append(card)
        stud = not self.game.button
        if stud:
            yield f"*** {_STREETS[self.streets]} ***"
            self.streets += 1
        for seat, cards in new.items():
            known = [card for card in cards if card is not UNKNOWN]
            if seat in self.mucked or (
                seat in self.shown and seat != self.about.viewer and not stud
            ):  # its cards became known at the end only
                self.hands[seat] += known
                continue
            before = [card for card in self.hands[seat] if card is not UNKNOWN]
            if self.hands[seat] and known:
                yield f"Dealt to {self.name(seat)} [{' '.join(before)}] [{' '.join(known)}]"
            elif known and (stud or len(known) == len(cards)):
                yield f"Dealt to {self.name(seat)} [{' '.join(known)}]"
            self.hands[seat] += cards

    def discarded(self, event: engine_events.Discarded) -> str:
        if not event.cards:
            return f"{self.name(event.seat)}: stands pat"
        count = f"{len(event.cards)} card{'s' * (len(event.cards) > 1)}"
        for card in event.cards:
            if card in self.hands[event.seat]:
                self.hands[event.seat].remove(card)
        known = f" [{' '.join(event.cards)}]" if UNKNOWN not in event.cards else ""
        return f"{self.name(event.seat)}: discards {count}{known}"

    def summary(self, state: Round) -> Iterator[str]:
        about, paid = self.about, won(self.log)
        for seat, chips in sorted((about.won or paid).items()):
            if chips:
                yield f"{self.name(seat)} collected {self.money(chips)} from pot"
        for seat, chips in sorted(about.side.items()):
            what = "cashed out the hand for" if chips > 0 else "paid for the cash-out"
            yield f"{self.name(seat)} {what} {self.money(abs(chips))}"
        yield "*** SUMMARY ***"
        rake = about.rake or 0
        total = sum(paid.values())
        jackpot = f" | Jackpot {self.money(about.jackpot)}" if about.jackpot else ""
        yield f"Total pot {self.money(total)} | Rake {self.money(rake)}{jackpot}"
        for number, board in enumerate(state.boards):
            if board:
                word = f"{_ORDINALS[number]} " if len(state.boards) > 1 else ""
                yield f"{word}Board [{' '.join(board)}]"
        for seat in sorted(self.mucked):
            if self.hands[seat]:
                yield f"Seat {seat}: {self.name(seat)} mucked [{' '.join(self.hands[seat])}]"


def _unlike_a_heading(event: Tournament) -> Iterator[str]:
    """What the heading of a tournament cannot say as it is, in lines of ours."""
    plain = _PLAIN_FEE.fullmatch(event.buy_in)
    for word, said, fits in (
        ("number", event.number, event.number.isdecimal()),
        ("name", event.name, not event.name),
        ("buy-in", event.buy_in, plain is not None),
        ("level", event.level, bool(event.level) and " " not in event.level),
    ):
        if not fits:
            yield f"Tournament {word}: {said}"


def _blind(sign: TableSign, seats: Sequence[int], seat: int, button: int) -> str:
    """Which blind a seat posts; the only one, at the button, is short deck's."""
    place = seats.index(seat) if seat in seats else len(seats)
    if seat == button and sum(1 for blind in sign.blinds if blind) == 1:
        return "button blind"
    last = place == len(seats) - 1 or place >= 1
    return "big blind" if last else "small blind"
