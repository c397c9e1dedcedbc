"""A dialogue line by line: answers to questions, words, steps, or actions of a round."""

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, ClassVar

from msgspec import Struct

from croupier.assist.answering import in_a_row, read_answer, read_words, short_count
from croupier.assist.handling import hand_question
from croupier.assist.now import Now, Press, now
from croupier.assist.preparing import Said, Step
from croupier.assist.sitting import Sitting
from croupier.assist.staff import CALLED, Duty, read_name
from croupier.assist.typed_actions import ACTIONS, Unknown, read_action
from croupier.engine.event import is_round_event
from croupier.refused import Refused
from croupier.room.custody.counting import CountStub
from croupier.room.logbook import Entry
from croupier.views.narration.narrate import narrate
from croupier.views.narration.narrate_room import narrate_room
from croupier.views.narration.wording import Line

SIDES = (Press("Left", "l"), Press("Right", "r"))


class Left(Exception):
    """The dealer quits."""


class Question(Struct, frozen=True):
    """A question to answer first; Enter drops it, and then nothing is recorded."""

    words: str
    keys: str
    then: Callable[[str], None]  # what an answer does
    clause: str = ""
    presses: tuple[Press, ...] = ()  # the answers as buttons


class Talk:
    """One dealer at the keyboard; `news` holds the lines since the last entry."""

    words: ClassVar[Mapping[str, Callable[[Any, Sequence[str]], None]]]  # that are no actions

    def __init__(self, sitting: Sitting, guests: Sequence[Said] = ()) -> None:
        """Begin where the table stands; the guests sit down when it opens."""
        self.sitting, self.guests = sitting, tuple(guests)
        self.news: list[Line] = []
        self.said = ""  # an answer
        self.refused = ""  # why the last line changed nothing, in a sentence
        self.shows: list[Line] = []  # what was asked to be shown
        self.looks = False  # whether the whole table was asked for
        self.question: Question | None = None  # what was asked by the last line
        self.steps: list[Step] = []  # before the next round, as they were shown
        self.look_ahead()

    @property
    def now(self) -> Now:
        """What to do now."""
        asked = self.question or self._unknown()
        if asked is not None:
            return Now(asked.words, asked.keys, asked.clause, presses=asked.presses)
        return now(self.sitting, self.steps, [who.name for who, _ in self.guests])

    @property
    def story(self) -> list[Line]:
        """The round in hand or the last one, in words."""
        rounds = self.sitting.rounds()
        return list(narrate(rounds[-1])) if rounds else []

    def take(self, text: str) -> None:
        """Carry out a line that the dealer typed, or refuse it in one sentence."""
        self.said = self.refused = ""
        self.shows, self.news, self.looks = [], [], False
        question, self.question = self.question, None
        try:
            self._carry_out(question, text)
        except Refused as refused:
            self.refused = str(refused)
        self.look_ahead()

    def _carry_out(self, question: Question | None, text: str) -> None:
        word = text.lower().partition(" ")[0].strip()
        if question is not None:
            if not text.strip():
                self.said = "nothing was recorded"
                return
            question.then(text.strip())
        elif word in ALWAYS and word in self.words:
            self.words[word](self, text.split())
        elif (unknown := self._unknown()) is not None:
            if word in self.words:
                raise Refused("FIELD answer", f"first: {unknown.words}")
            unknown.then(text.strip())
        elif word in self.words:
            self.words[word](self, text.split())
        elif not self.sitting.life.playing and not self._is_showing(text):
            self.between(text)
        else:
            self.play(text)

    def enter(self, typed: str, said: Sequence[Said], **duties: str) -> None:
        """Record an entry, and tell what came of it."""
        rounds, known = len(self.sitting.rounds()), len(self.story)
        entries = self.sitting.enter(typed, said, duties)
        begun = len(self.sitting.rounds()) > rounds  # then the prompt has said what came before
        facts = [] if begun else _table_facts(entries)
        self.news = [*self.story[0 if begun else known :], *facts]

    def ask(
        self,
        words: str,
        keys: str,
        then: Callable[[str], None],
        clause: str = "",
        presses: tuple[Press, ...] = (),
    ) -> None:
        """Ask for something before anything is recorded."""
        self.question = Question(words, keys, then, clause, presses)

    def look_ahead(self) -> None:
        """Find what people must do before the next round, as it will be shown."""
        ready = self._unknown() is None and not self.sitting.life.playing
        self.steps = self.sitting.steps() if ready else []

    # --- who is on duty ----------------------------------------------------------------------

    def _unknown(self) -> Question | None:
        """What must be known of the people before anything else."""
        sitting, staff = self.sitting, self.sitting.staff
        if sitting.founded and staff.name("supervisor") and staff.name("dealer"):
            words, clause = hand_question(sitting.life)
            if words and not staff.duties.get("hand"):
                asked = f"{staff.name('dealer')}: {words}"
                return Question(asked, "l or r", self._hand, clause, SIDES)
        for duty in ("supervisor", "dealer", "floor"):
            if not staff.name(duty) or not sitting.founded:
                return self._who(duty)
        return None

    def _who(self, duty: Duty) -> Question:
        clause = {"supervisor": "POKER 6(a)", "dealer": "POKER 6(b)", "floor": "POKER 4(b)"}[duty]
        what = {"supervisor": " who sets this table up", "dealer": "", "floor": ""}[duty]
        words = f"who is the {CALLED[duty]}{what}?"
        own = self.sitting.life.game.own(clause)
        return Question(words, "type the name", lambda text: self.on_duty(duty, text), own)

    def on_duty(self, duty: Duty, text: str) -> None:
        """Put a person on a duty; a new dealer chooses a hand again."""
        name = read_name(self.sitting.life, self.sitting.staff, duty, text)
        if duty != "supervisor" or self.sitting.founded:
            fresh = {"hand": ""} if duty == "dealer" else {}
            self.enter(f"{duty} {name}", [], **{duty: name}, **fresh)
        elif self.sitting.needs_approval:
            clause = self.sitting.life.game.cite("9(a)")
            words = "which approval of the Commission covers the automated dealing shoe?"
            self.ask(
                words,
                "type its reference",
                lambda ref: self.sitting.found(name, read_words(ref, words)),
                clause,
            )
        else:
            self.sitting.found(name)

    def _hand(self, text: str) -> None:
        sides = {"l": "left", "left": "left", "r": "right", "right": "right"}
        if text.lower() not in sides:
            raise Refused("FIELD hand", "type l for left or r for right")
        self.enter(text, [], hand=sides[text.lower()])

    # --- between rounds ----------------------------------------------------------------------

    def _is_showing(self, text: str) -> bool:
        """Whether a hand is shown after its round is over, as in `3 s AhKd`."""
        words = text.lower().split()
        return self.sitting.life.round is not None and "s" in words[:2] and len(words) > 1

    def between(self, text: str) -> None:
        """The answer to a step, or to several of the dealer's steps; else the next round."""
        if not self.steps:
            if text.strip():
                raise Refused("FIELD entry", self.suggestion(text))
            self.words["next"](self, ["next"])
            return
        many = text.strip().lower().replace(" ", "")
        count = len(many) if set(many) == {"y"} else 1
        if count > 1 and count > in_a_row(self.steps):
            raise Refused("FIELD answer", f"{many!r} answers more questions than are asked: type y")
        for step in self.steps[:count]:
            self._answer(step, "y" if count > 1 else text)

    def _answer(self, step: Step, text: str) -> None:
        if text.strip() and not step.fill and self._is_word(text):
            raise Refused("FIELD entry", self.suggestion(text))
        said = read_answer(step, text)
        open_question = short_count(step, said) if self.sitting.life.game.banked else ""
        if open_question:
            both = (Press("Yes", "y"), Press("No", "n"))
            self.ask(open_question, "y or n", lambda word: self._misdealt(said, word), "", both)
            return
        guests = self.guests if step.short == "open" else ()
        self.enter(text.strip(), [*said, *guests])
        if guests:
            self.guests = ()

    def _is_word(self, text: str) -> bool:
        word = text.lower().split()[0]
        return word.isalpha() and word not in ("y", "yes")

    def _misdealt(self, said: Sequence[Said], word: str) -> None:
        """A stub that is not complete: were the cards misdealt, or is the deck wrong?"""
        if word.lower() not in ("y", "yes", "n", "no"):
            raise Refused("FIELD answer", "type y or n")
        (*before, (by, says)) = said
        assert isinstance(says, CountStub)
        wrong = CountStub(count=says.count, misdealt=word.lower().startswith("y"))
        self.enter(f"{says.count} {word}", [*before, (by, wrong)])

    def suggestion(self, text: str) -> str:
        """What a typed line may have been meant as."""
        word = text.split()[0]
        first = f"; first: {self.steps[0].words}" if self.steps else ""
        if word.lower() in ACTIONS:
            return f"{word[:12]!r} belongs to a round, and none is open" + first
        near = get_close_matches(word.lower(), [*self.words, *ACTIONS], 1, 0.6)
        if near == [word.lower()]:
            return f"{word[:12]!r} cannot be typed now: nothing is asked that it answers"
        meant = f"did you mean {near[0]}?" if near else "? lists what you can type"
        return f"{word[:12]!r} is not a word here: {meant}{first}"

    def play(self, text: str) -> None:
        """A line of a round: what the dealer has dealt by then, and what was said."""
        state = self.sitting.life.round
        assert state is not None
        try:
            commands = read_action(state, text)
        except Unknown:
            raise Refused("FIELD entry", self.suggestion(text)) from None
        self.enter(text.strip(), [self.sitting.spoken(command) for command in commands])


ALWAYS = ("?", "h", "help", "u", "undo", "quit", "q", "exit", "w", "record", "due")


def _table_facts(entries: Sequence[Entry]) -> list[Line]:
    """What happened at the table outside a round, in words."""
    return [narrate_room(entry.fact) for entry in entries if not is_round_event(entry.fact)]
