"""The answer to a step: a yes, a number that was counted, seats, an amount, or words."""

from collections.abc import Sequence

from msgspec.structs import replace

from croupier.assist.preparing import Said, Step
from croupier.assist.staff import ANSWERS
from croupier.assist.typed import read_money, read_number
from croupier.chips import Chips
from croupier.refused import Refused
from croupier.room.cage.charges import VerifyTime
from croupier.room.custody.counting import CountReturned, CountStub
from croupier.room.logbook import Command
from croupier.views.narration.wording import counted, seats

YES = ("y", "yes")
_KEYS = {
    "done": "Enter when it is done",
    "yes": "y when it is done",
    "count": "y if so, or the number you counted",
    "hands": "y if complete, or as in 3 1: seat 3 has one card",
    "looks": "y for all of them, or their seats, as in 1 2",
    "chips": "y if so, or the amount that was counted",
    "words": "type it",
}


def keys(steps: Sequence[Step]) -> str:
    """How to answer the first step, and what comes after it."""
    first = steps[0]
    how = _KEYS[first.ask]
    if first.fill and first.said:
        how += ", or type others, as in red bee, blue bee"
    run = in_a_row(steps)
    if run > 1:
        how += f"; then {', '.join(step.short for step in steps[1:run])}: {'y' * run} for all"
    return how


def in_a_row(steps: Sequence[Step]) -> int:
    """How many steps the dealer alone answers for, one after another."""
    run = 0
    for step in steps:
        if not step.said or any(by.role != "dealer" for by, _ in step.said):
            break
        run += 1
    return run


def read_words(text: str, asked: str) -> str:
    """A reason or a reference as it was typed: a yes or a no is neither."""
    words = text.strip()
    if words.lower() in ANSWERS:
        raise Refused("FIELD answer", f"{words} does not answer this: {asked}")
    return words


def read_answer(step: Step, text: str) -> tuple[Said, ...]:
    """What an answer records, or a refusal that says which answer is wanted."""
    words = text.lower().split()
    if words in ([word] for word in YES) and step.said:
        return step.said
    if not words and step.ask == "done":
        return step.said
    if words and words[0] not in YES and step.ask == "words" and step.fill is not None:
        return step.fill(read_words(text, step.words))
    if words and words[0].isdigit() and step.ask in _READ:
        return _READ[step.ask](step, words)
    if words and step.fill is not None and words[0] not in YES:
        return step.fill(text.strip())
    raise Refused("FIELD answer", f"first: {step.words} ({_KEYS[step.ask]})")


def _instead(step: Step, command: Command) -> tuple[Said, ...]:
    return (*step.said[:-1], (step.said[-1][0], command))


def _count(step: Step, words: Sequence[str]) -> tuple[Said, ...]:
    says = step.said[-1][1]
    changes: dict[str, object] = {"count": read_number(words[0], "count")}
    if isinstance(says, CountStub) and words[1:] == ["misdealt"]:
        changes["misdealt"] = True
    elif words[1:]:
        raise Refused("FIELD count", f"type the number of cards, not {' '.join(words)[:20]!r}")
    return _instead(step, replace(says, **changes))


def _hands(step: Step, words: Sequence[str]) -> tuple[Said, ...]:
    says = step.said[-1][1]
    assert isinstance(says, CountReturned)
    found = dict(says.hands)
    if len(words) % 2:
        raise Refused("FIELD hands", "type each seat and its number of cards, as in 3 1")
    for seat, cards in zip(words[::2], words[1::2], strict=True):
        number = read_number(seat, "seat")
        if number not in found:
            raise Refused("POKER 6(e)(8)", f"seat {number} returned no hand that must be counted")
        found[number] = read_number(cards, "cards")
    return _instead(step, CountReturned(hands=found))


def _looks(step: Step, words: Sequence[str]) -> tuple[Said, ...]:
    by_seat = dict(zip(step.seats, step.said, strict=True))
    chosen = [read_number(word.strip(","), "seat") for word in words]
    for seat in chosen:
        if seat not in by_seat:
            raise Refused("FIELD seat", f"seat {seat} is not asked: {seats([*step.seats])}")
    return tuple(by_seat[seat] for seat in dict.fromkeys(chosen))


def _chips(step: Step, words: Sequence[str]) -> tuple[Said, ...]:
    says, amount = step.said[-1][1], read_money(words[0])
    field = "counted" if isinstance(says, VerifyTime) else "chips"
    return _instead(step, replace(says, **{field: Chips(amount)}))


_READ = {"count": _count, "hands": _hands, "looks": _looks, "chips": _chips}


def short_count(step: Step, said: Sequence[Said]) -> str:
    """What to ask the dealer after a wrong count of the stub, or nothing (THB 7(f)(2))."""
    if not step.said:
        return ""
    was, now = step.said[-1][1], said[-1][1]
    if not isinstance(was, CountStub) or not isinstance(now, CountStub) or now.misdealt:
        return ""
    if was.count == now.count:
        return ""
    return f"{counted(now.count, 'card')}, not {was.count}: has a hand too many or too few cards?"
