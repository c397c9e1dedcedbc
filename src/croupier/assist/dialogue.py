"""The dialogue with the dealer: reads typed lines and answers each in words."""

from collections.abc import Callable, Iterator, Sequence

from croupier.assist.now import Now, now
from croupier.assist.oops import at_a_real_table, read_report, reported
from croupier.assist.preparing import Said, counted
from croupier.assist.sitting import Sitting
from croupier.assist.typed import read_money, read_number
from croupier.assist.typed_actions import read_action
from croupier.cards import UNKNOWN, parse_cards
from croupier.chips import money
from croupier.engine.commands import Report
from croupier.engine.event import Event
from croupier.engine.events import AnyEvent
from croupier.engine.pots import layers
from croupier.refused import Refused
from croupier.room.house.people import HOUSE_DEALER, Actor
from croupier.room.logbook import Command
from croupier.room.seating.lineup import dealt_in
from croupier.room.seating.orders import Buy, Leave, Sit, SitIn, SitOut
from croupier.room.table.duties import due
from croupier.room.table.orders import PlaceButton
from croupier.views.narration.narrate import narrate
from croupier.views.narration.narrate_end import pot_name
from croupier.views.narration.wording import Line, listed, seats

HELP = (
    ("cards", "8c Kd 5h", "as dealt; Enter: it is done"),
    ("actions", "f  k  c  b 40  r 80  all in", "fold check call bet raise-to"),
    ("chips", "push 25 25,  say raise 80", "pushed or said: the rules decide"),
    ("hands", "3 protect", "protect the hand with a chip"),
    ("draw", "d 2,  d 0", "how many are thrown; none: pat"),
    ("showdown", "s AhKd,  m", "show what was down, or concede"),
    ("wagers", "3 ante 10 bonus 5,  go", "of a seat; go: no more bets"),
    ("choices", "p,  f,  k", "place what is asked, or not"),
    ("seats", "sit 3 Ada 200", "take a seat with these dollars"),
    ("button", "draw 8c Kd 5h", "one card each: the highest has it"),
    ("rounds", "Enter,  next straddle 3,  next bomb", "begin the next one"),
    ("counts", "count 51", "the count is wrong"),
    ("trouble", "oops,  oops 2 seat 3 Kd", "report an error, get the ruling"),
    ("mistakes", "u", "undo the last entry"),
    ("look", "w  pots  due  record", "table, pots, procedures, round"),
    ("stop", "quit", "the same command resumes"),
)


class Left(Exception):
    """The dealer quits."""


class Session:
    """One dealer at the keyboard; `news` holds the lines since the last entry."""

    def __init__(self, sitting: Sitting, guests: Sequence[Said] = ()) -> None:
        """Begin where the table stands; the guests sit down when it opens."""
        self.sitting, self.guests = sitting, tuple(guests)
        self.news: list[Line] = []
        self.said = ""  # an answer
        self.refused = ""  # why the last line changed nothing, in a sentence
        self.shows: list[Line] = []  # what was asked to be shown
        self.looks = False  # whether the whole table was asked for
        self.pending: Report | None = None  # an irregularity that waits for a yes

    @property
    def now(self) -> Now:
        """What to do now."""
        if self.pending is not None:
            return Now("is this what happened?", "yes records the ruling, Enter does nothing")
        return now(self.sitting)

    @property
    def story(self) -> list[Line]:
        """The round in hand or the last one, in words."""
        rounds = self.sitting.rounds()
        return list(narrate(rounds[-1])) if rounds else []

    def take(self, text: str) -> None:
        """Carry a line out, or refuse it in one sentence: then nothing has changed."""
        self.said = self.refused = ""
        self.shows, self.news, self.looks = [], [], False
        words = text.lower().split()
        pending, self.pending = self.pending, None
        try:
            if pending is not None:
                self._confirm(pending, words, text)
            elif words and words[0] in WORDS:
                WORDS[words[0]](self, text.split())
            else:
                self._play(text)
        except Refused as refused:
            self.refused = str(refused)

    def _enter(self, typed: str, said: Sequence[Said]) -> None:
        rounds, known = len(self.sitting.rounds()), len(self.story)
        entries = self.sitting.enter(typed, said)
        begun = len(self.sitting.rounds()) > rounds  # then the prompt has said what came before
        facts = [] if begun else list(_table_facts(entry.fact for entry in entries))
        self.news = [*self.story[0 if begun else known :], *facts]

    def _play(self, text: str) -> None:
        state = self.sitting.life.round
        if self.sitting.life.status != "open":
            self._open(text)
            return
        if state is None or (state.done and not text.strip()):
            self._next(text.split() if state is None and text.strip() else ["next"])
            return
        commands = read_action(state, text)
        self._enter(text.strip(), [self.sitting.spoken(command) for command in commands])

    def _open(self, text: str) -> None:
        if text.strip():
            raise Refused(
                self.sitting.life.game.own("POKER 4(a)"), "open the table first: press Enter"
            )
        self._enter("", [*self.sitting.opening(), *self.guests])

    # --- words of the table ------------------------------------------------------------------

    def _next(self, words: Sequence[str]) -> None:
        if words[0].lower() not in ("next", "n", "deal"):
            raise Refused(
                "FIELD entry", f"{words[0][:12]!r} has no meaning between rounds: ? for help"
            )
        rest = [word.lower() for word in words[1:]]
        straddle, bomb = 0, tuple[int, ...]()
        if rest[:1] == ["straddle"]:
            straddle = read_number("".join(rest[1:2]), "seat")
        elif rest[:1] == ["bomb"]:
            named = tuple(read_number(word.strip(","), "seat") for word in rest[1:])
            bomb = named or tuple(dealt_in(self.sitting.life))
        elif rest:
            raise Refused("FIELD entry", "type next, next straddle 3 or next bomb")
        said = self.sitting.preparing()
        dealing = self.sitting.dealing(straddle=straddle, bomb=bomb)
        self._enter(" ".join(words), [*said, dealing])

    def _no_or_next(self, words: Sequence[str]) -> None:
        """`n` answers a question, or begins a round."""
        if self.sitting.life.playing:
            self._play(" ".join(words))
        else:
            self._next(words)

    def _sit(self, words: Sequence[str]) -> None:
        self.sitting.life.check_open()
        self._enter(" ".join(words), [read_seat(words[1:])])

    def _ask(self, words: Sequence[str]) -> None:
        """A request of a seated player: `leave 3`, `buy 3 100`."""
        if len(words) < 2:
            raise Refused("FIELD seat", f"which seat? type {words[0]} 3")
        there = self.sitting.life.seats.get(read_number(words[1], "seat"))
        if there is None:
            raise Refused("FIELD seat", f"nobody sits at seat {words[1]}")
        given = {"chips": read_money(words[2])} if len(words) > 2 else {}
        try:
            command = ASKS[words[0].lower()](**given)
        except TypeError:  # an amount too many, or one too few
            raise Refused("FIELD amount", f"type {words[0]} 3, or buy 3 100") from None
        self._enter(" ".join(words), [(Actor(there.person, "player"), command)])

    def _draw(self, words: Sequence[str]) -> None:
        """The cards that place the first button, one to each player from the dealer's left."""
        drawn = parse_cards("".join(words[1:]))
        self._enter(" ".join(words), [(HOUSE_DEALER, PlaceButton(drawn=drawn))])

    def _count(self, words: Sequence[str]) -> None:
        """A count that is not the number it should be."""
        if self.sitting.life.playing:
            raise Refused("FIELD count", "a round is open: oops missing or oops additional cards")
        number = read_number("".join(words[1:2]), "count")
        self._enter(" ".join(words), counted(self.sitting.preparing(), number))

    def _undo(self, words: Sequence[str]) -> None:
        line = self.sitting.undo(" ".join(words))
        self.said = f"taken back: {line.typed or 'Enter'}"

    def _look(self, words: Sequence[str]) -> None:
        self.looks = True

    def _help(self, words: Sequence[str]) -> None:
        asks = [("people", ",  ".join(f"{word} 3" for word in ASKS), "requests of a seat")]
        known = (*HELP[:9], *asks, *HELP[9:])
        self.shows = [Line(f"{topic:<9}{typed:<36}{what}") for topic, typed, what in known]

    def _pots(self, words: Sequence[str]) -> None:
        self.shows = pots(self.sitting) or [Line("no pot yet")]

    def _due(self, words: Sequence[str]) -> None:
        at = self.sitting.clock()
        found = due(self.sitting.life, at, self.sitting.house)
        self.shows = [
            Line(f"{due.by.astimezone():%H:%M} {due.words}", due.clause) for due in found
        ] or [Line("no procedure is due")]

    def _record(self, words: Sequence[str]) -> None:
        self.shows = self.story or [Line("no round yet")]

    def _oops(self, words: Sequence[str]) -> None:
        state = self.sitting.life.round
        if state is None or state.done:
            raise Refused("FIELD entry", "no round is open: u undoes a wrong entry")
        if len(words) > 1:
            report = read_report(state, [word.lower() for word in words[1:]])
            self.shows = [reported(state, report)[1]]
            self.pending = report
            return
        self.shows = [
            Line(f"{number} {found.words}{_asks(found.seat, found.card)}", found.clause)
            for number, found in enumerate(at_a_real_table(state), 1)
        ]
        self.said = "type oops with its number; u undoes a wrong entry"

    def _confirm(self, report: Report, words: Sequence[str], text: str) -> None:
        if words[:1] not in (["yes"], ["y"]):
            self.said = "nothing was recorded"
            return
        typed = f"oops {report.kind}" + (f" seat {report.seat}" if report.seat else "")
        typed += f" {report.card}" if report.card is not UNKNOWN else ""
        state = self.sitting.life.round
        assert state is not None
        commands, _ = reported(state, report)
        self._enter(typed, [self.sitting.spoken(command) for command in commands])

    def _quit(self, words: Sequence[str]) -> None:
        raise Left


def _asks(seat: bool, card: bool) -> str:
    wants = [name for name, wanted in (("seat", seat), ("card", card)) if wanted]
    return f" (say which {listed(wants)})" if wants else ""


ASKS: dict[str, type[Command]] = {"leave": Leave, "out": SitOut, "in": SitIn, "buy": Buy}

WORDS: dict[str, Callable[[Session, Sequence[str]], None]] = {
    "next": Session._next,
    "deal": Session._next,
    "n": Session._no_or_next,
    "sit": Session._sit,
    "draw": Session._draw,
    "count": Session._count,
    "u": Session._undo,
    "undo": Session._undo,
    "w": Session._look,
    "what": Session._look,
    "table": Session._look,
    "?": Session._help,
    "h": Session._help,
    "help": Session._help,
    "pots": Session._pots,
    "pot": Session._pots,
    "due": Session._due,
    "record": Session._record,
    "log": Session._record,
    "oops": Session._oops,
    "quit": Session._quit,
    "q": Session._quit,
    "exit": Session._quit,
    **dict.fromkeys(ASKS, Session._ask),
}


def read_seat(words: Sequence[str]) -> Said:
    """`3 Ada 200`: who sits down where, and with how many dollars."""
    if len(words) < 3:
        raise Refused("FIELD seat", "who sits where, with how much? type sit 3 Ada 200")
    seat, chips = read_number(words[0], "seat"), read_money(words[-1])
    return Actor(" ".join(words[1:-1]), "player"), Sit(seat=seat, chips=chips)


def pots(sitting: Sitting) -> list[Line]:
    """Every pot with its chips and who contends for it."""
    state = sitting.life.round
    if state is None or not state.pot:
        return []
    if state.betting.price and not state.done:  # bets that are not matched yet divide nothing
        return [Line(f"pot {money(state.pot)}, {money(state.betting.price)} to stay in")]
    found = layers(state)
    return [
        Line(f"{pot_name(number, len(found))} {money(pot.chips)}: {seats(sorted(pot.seats))}")
        for number, pot in enumerate(found)
    ]


def _table_facts(facts: Iterator[Event]) -> Iterator[Line]:
    """What happened at the table outside a round: the name of the fact, who and how much."""
    for fact in facts:
        if isinstance(fact, AnyEvent):
            continue
        name = "".join(
            f" {letter.lower()}" if letter.isupper() else letter for letter in _name(fact)
        )
        seat, person = getattr(fact, "seat", 0), getattr(fact, "person", "")
        chips = sum(move.chips for move in getattr(fact, "moves", ()))
        who = " ".join(part for part in (person, f"seat {seat}" if seat else "") if part)
        parts = [who, getattr(fact, "deck", ""), money(chips) if chips else ""]
        words = ", ".join(part for part in parts if isinstance(part, str) and part)
        yield Line(f"{name.strip()}: {words}" if words else name.strip(), fact.clause)


def _name(fact: Event) -> str:
    return type(fact).__name__
