"""Hand histories replayed and converted: what `croupier replay` and `croupier convert` do."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct

from croupier.engine.events import AnyEvent, PotAwarded, RakeTaken, read_event, write_event
from croupier.engine.verify import verify_log
from croupier.games import game_of
from croupier.histories.ohh import About, write_ohh, write_ohhs
from croupier.histories.phh import write_phh, write_phhs
from croupier.histories.phh_reader import FILE_MOST, Hand, read_hand, tables
from croupier.histories.replayer import Imported, play_history
from croupier.refused import Refused

SUFFIXES = (".phh", ".phhs")


class Winner(Struct, frozen=True):
    """A seat, and what it got of a pot."""

    seat: int
    amount: int


class Pot(Struct, frozen=True):
    """A pot, the main one first, and who won it."""

    amount: int
    winners: list[Winner]


class HandResult(Struct, frozen=True, kw_only=True):
    """What became of one hand of a file: stacks with the first to be dealt to first.

    Amounts are cents; those of a hand history are the file's own times `scale`.
    """

    file: str
    id: str
    game: str = ""
    ok: bool
    seats: list[int] = []
    stacks: list[int] = []
    pots: list[Pot] = []
    rake: int = 0
    faults: list[str] = []
    scale: int = 0  # 0: cents


# --- replay ----------------------------------------------------------------------------------


def replay_file(path: str | Path) -> list[HandResult]:
    """Play every hand of a .phh or .phhs again; a hand that cannot be played has its fault."""
    return [result for result, _ in replay_hands(read_text(path), name=str(path))]


def read_text(path: str | Path) -> str:
    """The text of a file, or one sentence of why there is none."""
    try:
        data = Path(path).read_bytes()
        if len(data) > 4 * FILE_MOST:
            raise Refused("FIELD files", f"{path} is too long for a hand history")
        return data.decode()
    except OSError as fault:
        raise Refused("FIELD files", f"{path}: {fault.strerror}") from None
    except ValueError:  # not UTF-8, or a NUL in the name
        raise Refused("FIELD files", f"{path} is not a text file") from None


def replay_hands(text: str, name: str = "-") -> list[tuple[HandResult, list[AnyEvent]]]:
    """Play every hand of a PHH text again, each with its log; what is no PHH is refused."""
    try:
        hands = tables(text)
    except Refused as fault:
        raise Refused(fault.clause, f"{name}: {fault.why}") from None
    return [_result(name, key, entries) for key, entries in hands]


def _result(name: str, key: str, entries: Mapping[str, Any]) -> tuple[HandResult, list[AnyEvent]]:
    try:
        hand = read_hand(key, entries)
        end = replayed(hand)
    except Refused as fault:
        return HandResult(file=name, id=key, ok=False, faults=[str(fault)]), []
    rake, faults = settled(hand, end)
    order = hand.record.order
    result = HandResult(
        file=name,
        id=key,
        game=hand.record.game,
        ok=not faults,
        seats=list(order),
        stacks=[int(end.state.stacks[seat]) for seat in order],
        pots=pots(end.log),
        rake=rake + rake_of(end.log),
        faults=[f"hand {key}: {fault}" for fault in faults],
        scale=hand.scale,
    )
    return result, end.log


def replayed(hand: Hand) -> Imported:
    """Play a hand to its end, with amounts in the file's own terms where it is refused."""
    try:
        return play_history(hand.record, hand.places)
    except Refused as fault:
        why = _DOLLARS.sub(lambda found: _plain(found, hand.scale), fault.why)
        raise Refused(fault.clause, f"hand {hand.name[:40]}: {why}") from None


_DOLLARS = re.compile(r"\$([0-9,]+)(?:\.([0-9]{2}))?")


def _plain(found: re.Match[str], scale: int) -> str:
    return amount(int(found[1].replace(",", "")) * 100 + int(found[2] or 0), scale)


def settled(hand: Hand, end: Imported) -> tuple[int, list[str]]:
    """Hold the stacks against those the file records: the rake that explains them, or faults."""
    recorded = hand.record.finish
    if recorded is None:
        return 0, []
    over = {seat: end.state.stacks[seat] - chips for seat, chips in recorded.items()}
    winners = {winner.seat for pot in pots(end.log) for winner in pot.winners}
    if all(more == 0 or (more > 0 and seat in winners) for seat, more in over.items()):
        return sum(over.values()), []
    places = {seat: place for place, seat in enumerate(hand.record.order, 1)}
    return 0, [
        f"p{places[seat]} ends with {amount(end.state.stacks[seat], hand.scale)}, "
        f"the file has {amount(recorded[seat], hand.scale)}"
        for seat, more in over.items()
        if more
    ]


def amount(chips: int, scale: int) -> str:
    """Chips in the terms of the file.

    >>> amount(12_50, 100), amount(400, 1)
    ('12.5', '400')
    """
    whole, rest = divmod(chips, scale)
    return f"{whole}.{str(rest).zfill(len(str(scale)) - 1).rstrip('0')}" if rest else str(whole)


def pots(log: Iterable[AnyEvent]) -> list[Pot]:
    """Every pot of a round, the main one first, with what each winner got of it."""
    won: dict[int, dict[int, int]] = {}
    for event in log:
        if isinstance(event, PotAwarded):
            pot = won.setdefault(event.pot, {})
            for move in event.moves:
                seat = int(move.target.removeprefix("stack:"))
                pot[seat] = pot.get(seat, 0) + move.chips
    return [
        Pot(sum(pot.values()), [Winner(seat, chips) for seat, chips in sorted(pot.items())])
        for _, pot in sorted(won.items())
    ]


def rake_of(log: Iterable[AnyEvent]) -> int:
    """The rake that a round was charged."""
    takes = (event for event in log if isinstance(event, RakeTaken))
    return sum(move.chips for take in takes for move in take.moves)


# --- convert ---------------------------------------------------------------------------------


Format = Literal["", "log", "phh", "ohh"]


def convert(text: str, to: Format = "", *, lossy: bool = False) -> str:
    """Turn PHH into our log, or our log into PHH or OHH; all of it or nothing.

    Without `to`, our log into PHH and PHH into our log. Several hands make one file. What other
    readers would get wrong is refused unless `lossy` asks for it.
    """
    ours = text.lstrip()[:1] == "{"
    if to == "ohh" and not ours:
        raise Refused("FIELD to", "into OHH goes only our log: convert the PHH first")
    if to == ("log" if ours else "phh"):
        raise Refused("FIELD to", f"this is {'our log' if ours else 'PHH'} already")
    if not ours:
        return _to_log(text)
    return _to_ohh(text, lossy=lossy) if to == "ohh" else _to_phh(text, lossy=lossy)


def _to_log(text: str) -> str:
    ends = [replayed(read_hand(key, entries)) for key, entries in tables(text)]
    return "".join(f"{write_event(event)}\n" for end in ends for event in end.log)


def _to_phh(text: str, *, lossy: bool) -> str:
    hands = _written(text, lambda log, n: write_phh(log, lossy=lossy, fields={"hand": n}))
    return hands[0] if len(hands) == 1 else write_phhs(hands)


def _to_ohh(text: str, *, lossy: bool) -> str:
    return write_ohhs(
        _written(text, lambda log, n: write_ohh(log, About(number=str(n)), lossy=lossy))
    )


def _written(text: str, write: Callable[[list[AnyEvent], int], str]) -> list[str]:
    """Every round of a log, checked and written."""
    hands: list[str] = []
    for number, lines in enumerate(_rounds(text.split("\n")), 1):
        try:
            verify_log([line for _, line in lines], game_of)
            log = [read_event(line) for _, line in lines if line.strip()]
            hands.append(write(log, number))
        except Refused as fault:
            raise Refused(fault.clause, f"round {number}: {fault.why}") from None
    if not hands:
        raise Refused("FIELD log", "there is no round in it")
    return hands


def _rounds(lines: Sequence[str]) -> Iterator[list[tuple[int, str]]]:
    """The lines of each round with their numbers; a round begins where one is opened."""
    found: list[list[tuple[int, str]]] = []
    for number, line in enumerate(lines, 1):
        if line.strip():
            if not found or '"type":"RoundOpened"' in line.replace(" ", "")[:40]:
                found.append([])
            found[-1].append((number, line))
    yield from found
