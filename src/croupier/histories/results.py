"""Hand histories replayed: what became of every hand, held against what its source says."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple

from msgspec import Struct

from croupier.engine.events import AnyEvent, PotAwarded, RakeTaken, Returned
from croupier.engine.round import Round
from croupier.histories.about import About
from croupier.histories.amounts import ENDLESS, written
from croupier.histories.choices import choices_of
from croupier.histories.customs import notes_of
from croupier.histories.formats import Piece, format_of, known_formats, pieces, read_piece
from croupier.histories.hand import Hand
from croupier.histories.history import History, history
from croupier.histories.log_reader import game_named, read_round
from croupier.histories.phh_tables import decimals_in
from croupier.histories.quick import won_without_showdown
from croupier.histories.replayer import play_history
from croupier.refused import Refused

RAKE_MOST = 4  # a source that keeps more than a quarter of a pot contradicts itself


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

    Amounts are the source's own times `scale`: cents of money, whole chips of a tournament. The
    stack of a player whose stack the source does not know is null.
    """

    file: str
    id: str
    game: str = ""
    ok: bool
    seats: list[int] = []
    stacks: list[int | None] = []
    pots: list[Pot] = []
    rake: int = 0
    faults: list[str] = []
    notes: list[str] = []  # customs of another room that the hand follows
    scale: int = 0  # 0: cents
    format: str = ""
    site: str = ""
    currency: str = ""
    line: int = 0


class Played(NamedTuple):
    """A hand with the log of its round."""

    about: About
    record: History
    log: list[AnyEvent]
    stacks: Mapping[int, int]
    name: str = ""
    checked: bool = False  # by itself, as a log of ours is


# --- playing ---------------------------------------------------------------------------------


Kept = Literal["whole", "choices", "end"]  # the log of a hand: all of it, or what is asked for
QUICK = {"choices": choices_of, "end": won_without_showdown}


def play_piece(piece: Piece, *, log: Kept = "whole") -> Played:
    """Read a hand and play it to its end, or refuse it where it does not hold.

    For its end alone, or for what everybody chose, the fast table plays it where it can.
    """
    if piece.format == "log":
        about, events = read_round([(piece.line + at, line) for at, line in enumerate(piece.lines)])
        record = history(events)
        assert record.finish is not None
        name = about.number or piece.name
        return Played(about, record, events, record.finish, name, checked=True)
    hand = read_piece(piece)
    name = hand.name or piece.name
    if log in QUICK and (quick := QUICK[log](hand.record)):
        stacks, events = quick
        played = Played(hand.about, hand.record, events, stacks, name)
        if not settled(played)[1]:  # of a fault the engine tells
            return played
    state, events = replayed(hand)
    return Played(hand.about, hand.record, events, state.stacks, name)


def replayed(hand: Hand) -> tuple[Round, list[AnyEvent]]:
    """Play a hand to its end, with amounts in the source's own terms where it is refused."""
    try:
        return play_history(hand.record, hand.places)
    except Refused as fault:
        why = _DOLLARS.sub(lambda found: _plain(found, hand.about.scale), fault.why)
        raise Refused(fault.clause, f"hand {hand.name[:40]}: {why}") from None


_DOLLARS = re.compile(r"\$([0-9,]+)(?:\.([0-9]{2}))?")


def _plain(found: re.Match[str], scale: int) -> str:
    return written(int(found[1].replace(",", "")) * 100 + int(found[2] or 0), scale)


def judged(piece: Piece, *, log: bool = True) -> tuple[HandResult, Played | None]:
    """Play one hand of a file and say what became of it; it never raises a refusal.

    Without its `log` a hand that ends before the showdown is played on the fast table.
    """
    try:
        played = play_piece(piece, log="whole" if log else "end")
    except Refused as fault:
        return _failed(piece, str(fault)), None
    about, order = played.about, played.record.order
    rake, faults = settled(played)
    unit = 1 if piece.format == "log" else about.unit
    result = HandResult(
        file=piece.file,
        id=piece.name or played.name,
        game=played.record.game,
        ok=not faults,
        seats=list(order),
        stacks=[_shown(played, seat, unit) for seat in order],
        pots=[
            Pot(pot.amount // unit, [Winner(w.seat, w.amount // unit) for w in pot.winners])
            for pot in pots(played.log)
        ],
        rake=(rake + rake_of(played.log)) // unit,
        faults=[f"hand {(piece.name or played.name)[:40]}: {fault}" for fault in faults],
        notes=notes_of(played.record, played.log),
        scale=0 if piece.format == "log" else about.scale // unit,
        format=piece.format,
        site=about.site,
        currency=about.currency,
        line=piece.line,
    )
    return result, played


def _failed(piece: Piece, why: str) -> HandResult:
    game = ""
    if piece.format == "log":
        game = game_named(list(enumerate(piece.lines)))
    return HandResult(
        file=piece.file,
        id=piece.name or _number(piece),
        game=game,
        ok=False,
        faults=[why],
        format=piece.format,
        line=piece.line,
    )


_NUMBER = re.compile(
    r"#([\w-]+)|Game (\w+) \*|gamecode=\"(\w+)|STATE:(\d+)|\"game_number\": ?\"([^\"]*)"
)


def _number(piece: Piece) -> str:
    """The number of a hand that could not be read, as far as its first lines tell one."""
    found = _NUMBER.search("\n".join(piece.lines[:2])[:2000])
    return next((group for group in found.groups() if group), "") if found else f"line {piece.line}"


def _shown(played: Played, seat: int, unit: int) -> int | None:
    if played.record.stacks[seat] == ENDLESS:
        return None
    return int(played.stacks[seat]) // unit


# --- checking --------------------------------------------------------------------------------


def settled(played: Played) -> tuple[int, list[str]]:
    """Compare a hand's end with its source: the rake that explains the difference, or faults."""
    recorded = played.record.finish
    if played.checked:
        return played.about.rake or 0, []
    if recorded is None:
        return 0, _against_winnings(played)
    over = {
        seat: played.stacks[seat] - chips
        for seat, chips in recorded.items()
        if played.record.stacks[seat] != ENDLESS
    }
    winners = collected(played.log) if any(over.values()) else {}
    about = played.about
    if not all(
        more == 0 or (more >= -about.added and seat in winners) for seat, more in over.items()
    ):
        return 0, _stacks_differ(played, over)
    taken = sum(over.values()) + about.added
    if about.rake is not None and taken != about.rake + about.jackpot:
        scale = about.scale
        return taken, [
            f"the winners have {written(taken, scale)} less than the pots, the rake is "
            f"{written(about.rake + about.jackpot, scale)}"
        ]
    return taken, [] if about.rake is not None else _against_winnings(played)


def _stacks_differ(played: Played, over: Mapping[int, int]) -> list[str]:
    places = {seat: place for place, seat in enumerate(played.record.order, 1)}
    scale, recorded = played.about.scale, played.record.finish or {}
    return [
        f"p{places[seat]} ends with {written(played.stacks[seat], scale)}, "
        f"the file has {written(recorded[seat], scale)}"
        for seat, more in over.items()
        if more
    ]


def _against_winnings(played: Played) -> list[str]:
    """Faults where the source pays other players, or other amounts than a rake explains.

    Some sources count an uncalled bet among the winnings, some do not; some take the rake off.
    """
    stated = {seat: chips for seat, chips in played.about.won.items() if chips}
    if not stated:
        return []
    ours, back = collected(played.log), _returned(played.log)
    places = {seat: place for place, seat in enumerate(played.record.order, 1)}
    faults = []
    for seat in sorted(stated.keys() | ours.keys()):
        most = ours.get(seat, 0) + back.get(seat, 0)
        chips = stated.get(seat, 0)
        if not ours.get(seat, 0) - ours.get(seat, 0) // RAKE_MOST <= chips <= most:
            scale = played.about.scale
            faults.append(
                f"p{places[seat]} wins {written(ours.get(seat, 0), scale)}, "
                f"the file has {written(chips, scale)}"
            )
    return faults


def collected(log: Iterable[AnyEvent]) -> dict[int, int]:
    """What each seat got from the pots."""
    won: dict[int, int] = {}
    for pot in pots(log):
        for winner in pot.winners:
            won[winner.seat] = won.get(winner.seat, 0) + winner.amount
    return won


def _returned(log: Iterable[AnyEvent]) -> dict[int, int]:
    back: dict[int, int] = {}
    for event in log:
        if isinstance(event, Returned):
            for move in event.moves:
                seat = int(move.target.removeprefix("stack:"))
                back[seat] = back.get(seat, 0) + move.chips
    return back


def pots(log: Iterable[AnyEvent]) -> list[Pot]:
    """Every pot of a hand for its file, the main one first, with what each winner got."""
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
    """The rake of a hand, for its file."""
    takes = (event for event in log if isinstance(event, RakeTaken))
    return sum(move.chips for take in takes for move in take.moves)


# --- texts -----------------------------------------------------------------------------------


def pieces_of_text(text: str, name: str = "-") -> Iterator[Piece]:
    """Cut a text of any format into hands; a text of none is refused with the list of them."""
    lines = text.splitlines()
    form = format_of(lines, name)
    if not form:
        raise Refused(
            "FIELD files",
            f"{name} is not a hand history that can be read. Formats: {known_formats()}",
        )
    decimals = decimals_in(lines) if form == "phh" else 0
    return pieces(lines, form, name, decimals)


def replay_hands(text: str, name: str = "-") -> list[tuple[HandResult, list[AnyEvent]]]:
    """Play every hand of a text again, each with its log; a hand that fails has its fault."""
    found = [judged(piece) for piece in pieces_of_text(text, name)]
    return [(result, played.log if played else []) for result, played in found]
