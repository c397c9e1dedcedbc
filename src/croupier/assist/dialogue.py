"""The dialogue with the dealer, with every word that can be typed."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from croupier.assist.now import Press
from croupier.assist.oops import at_a_real_table, read_report, reported
from croupier.assist.sitting import Sitting
from croupier.assist.table_words import TABLE_WORDS, begin
from croupier.assist.talk import Left, Talk
from croupier.assist.tray_words import TRAY_WORDS
from croupier.cards import UNKNOWN
from croupier.chips import money
from croupier.engine.commands import Report
from croupier.engine.pots import layers
from croupier.refused import Refused
from croupier.room.table.duties import due
from croupier.views.narration.narrate_end import pot_name
from croupier.views.narration.wording import Line, listed, seats

HELP = (
    ("steps", "Enter (done)", "y (yes)", "51 (what was counted)", "yyy (three steps)"),
    ("cards", "8c Kd 5h (as dealt)", "Enter (dealt)", "d 2", "d 0 (stand pat)"),
    ("actions", "f k c b 40 r 80 all in", "push 25 25", "say raise 80", "3 protect"),
    ("chips", "push 25 more (not complete)", "say raise push 25 more", "toss (hand)"),
    ("showdown", "s AhKd (show)", "m (concede)", "demand 3 AhKd (the floor asks)"),
    ("wagers", "3 ante 10 bonus 5", "go (no more bets)", "p f k y n (choices)"),
    ("seats", "sit 3 Ada 200", "buy 3 100 currency", "leave 3", "out 3", "in 3"),
    ("absence", "away 3", "back 3", "free 3", "pass 3 (act for the absent)"),
    ("rounds", "Enter", "next straddle 3", "next bomb", "draw 8c Kd 5h (button)"),
    ("deck", "recut", "replace red", "pause", "resume", "count 51"),
    ("machine", "shuffler jam", "shuffler off", "shuffler on"),
    ("trouble", "oops", "oops 2 seat 3 Kd", "u (undo the last entry)"),
    ("disputes", "rule", "rule final (shift supervisor)", "flag 2 3", "remove 3"),
    ("tray", "fill 500", "credit 500", "tray 4800", "drop", "float 5000"),
    ("shift", "dealer Dana", "floor Flo", "supervisor Sid", "hand", "close"),
    ("look", "w (table)", "pots", "due", "record", "?", "quit"),
)


def _no_or_next(talk: Talk, words: Sequence[str]) -> None:
    """`n` answers a question, or begins a round."""
    if talk.sitting.life.playing:
        talk.play(" ".join(words))
    else:
        begin(talk, words)


def _count(talk: Talk, words: Sequence[str]) -> None:
    """A count that is due: `count 51`."""
    if talk.sitting.life.playing:
        raise Refused("FIELD count", "a round is open: oops missing or oops additional cards")
    if not talk.steps or talk.steps[0].ask != "count" or not words[1:]:
        raise Refused("FIELD count", "no count is due now")
    talk.between(" ".join(words[1:]))


def _undo(talk: Talk, words: Sequence[str]) -> None:
    line = talk.sitting.undo(" ".join(words))
    talk.said = f"taken back: {line.typed or 'Enter'}"


def _look(talk: Talk, words: Sequence[str]) -> None:
    talk.looks = True


def _help(talk: Talk, words: Sequence[str]) -> None:
    talk.shows = [Line(f"{topic:<9} {'   '.join(typed)}") for topic, *typed in HELP]


def _pots(talk: Talk, words: Sequence[str]) -> None:
    talk.shows = pots(talk.sitting) or [Line("no pot yet")]


def _due(talk: Talk, words: Sequence[str]) -> None:
    at = talk.sitting.clock()
    found = due(talk.sitting.life, at, talk.sitting.house)
    talk.shows = [
        Line(f"{due.by.astimezone():%H:%M} {due.words}", due.clause) for due in found
    ] or [Line("no procedure is due")]


def _record(talk: Talk, words: Sequence[str]) -> None:
    talk.shows = talk.story or [Line("no round yet")]


def _oops(talk: Talk, words: Sequence[str]) -> None:
    state = talk.sitting.life.round
    if state is None or state.done:
        raise Refused("FIELD entry", "no round is open: u undoes a wrong entry")
    if len(words) > 1:
        report = read_report(state, [word.lower() for word in words[1:]])
        talk.shows = [reported(state, report)[1]]
        talk.ask(
            "is this what happened?",
            "yes records the ruling, Enter does nothing",
            lambda answer: _ruled(talk, report, answer),
            presses=(Press("Yes, record it", "yes"), Press("No", "")),
        )
        return
    talk.shows = [
        Line(f"{number} {found.words}{_wanted(found.seat, found.card)}", found.clause)
        for number, found in enumerate(at_a_real_table(state), 1)
    ]
    talk.said = "type oops with its number; u undoes a wrong entry"


def _ruled(talk: Talk, report: Report, answer: str) -> None:
    if answer.lower() not in ("yes", "y"):
        talk.said = "nothing was recorded"
        return
    typed = f"oops {report.kind}" + (f" seat {report.seat}" if report.seat else "")
    typed += f" {report.card}" if report.card is not UNKNOWN else ""
    state = talk.sitting.life.round
    assert state is not None
    commands, _ = reported(state, report)
    talk.enter(typed, [talk.sitting.spoken(command) for command in commands])


def _quit(talk: Talk, words: Sequence[str]) -> None:
    raise Left


def _wanted(seat: bool, card: bool) -> str:
    wants = [name for name, wanted in (("seat", seat), ("card", card)) if wanted]
    return f" (say which {listed(wants)})" if wants else ""


WORDS: Mapping[str, Callable[[Any, Sequence[str]], None]] = {
    **TABLE_WORDS,
    **TRAY_WORDS,
    "n": _no_or_next,
    "count": _count,
    **dict.fromkeys(("u", "undo"), _undo),
    **dict.fromkeys(("w", "what", "table"), _look),
    **dict.fromkeys(("?", "h", "help"), _help),
    **dict.fromkeys(("pots", "pot"), _pots),
    "due": _due,
    **dict.fromkeys(("record", "log"), _record),
    "oops": _oops,
    **dict.fromkeys(("quit", "q", "exit"), _quit),
}


class Session(Talk):
    """One dealer at the keyboard, who can type every word of a live table."""

    words = WORDS


def pots(sitting: Sitting) -> list[Line]:
    """What `pots` prints: every pot with its chips and who contends for it."""
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
