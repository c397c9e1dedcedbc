"""When something goes wrong: what the dealer types about it, and what the ruling would be.

`views.troubles` lists what can have gone wrong; the ruling is the engine's, and
is shown before anything is done.
"""

from collections.abc import Sequence

from croupier.assist.dealing import up_to
from croupier.assist.typed import looks_like_cards, read_cards, read_number
from croupier.cards import UNKNOWN
from croupier.chips import money
from croupier.engine.commands import Command, Report
from croupier.engine.round import Round
from croupier.refused import Refused
from croupier.views.narration.wording import Line
from croupier.views.screen.preview import ruling
from croupier.views.screen.troubles import FLAGS, Trouble, troubles

VIRTUAL = {"disconnected"}  # no real hand loses its connection


def at_a_real_table(state: Round | None) -> list[Trouble]:
    """What can have gone wrong where people hold the cards."""
    return [found for found in troubles(state) if found.kind not in VIRTUAL]


def read_report(state: Round, words: Sequence[str]) -> Report:
    """Read `2`, `2 seat 3 Kd`, `exposed 3 Kd`: a number of the list or a name, then the rest."""
    listed = at_a_real_table(state)
    found = _chosen(listed, words[0])
    seat, card, flags = 0, UNKNOWN, dict[str, bool]()
    for word in words[1:]:
        if word == "seat":
            continue
        if word in FLAGS:
            flags[word] = True
        elif looks_like_cards(word):
            (card,) = read_cards(word)[:1]
        else:
            seat = read_number(word, "seat")
    if found.seat and not seat:
        raise Refused("FIELD seat", f"{found.words} at which seat? type oops {words[0]} seat 3")
    if found.card and card is UNKNOWN and found.kind != "off_table":
        raise Refused("FIELD card", f"{found.words}: which card? type oops {words[0]} ... Kd")
    return Report(found.kind, seat=seat, card=card, **flags)  # type: ignore[arg-type]  # of KINDS


def _chosen(listed: Sequence[Trouble], word: str) -> Trouble:
    if word.isdigit() and 1 <= int(word) <= len(listed):
        return listed[int(word) - 1]
    fits = [found for found in listed if found.kind.startswith(word.replace("-", "_"))]
    if not fits:
        raise Refused(
            "FIELD kind", f"{word[:20]!r} cannot have gone wrong now: oops lists what can"
        )
    return fits[0]


def reported(state: Round, report: Report) -> tuple[list[Command], Line]:
    """The orders of a report, and its ruling in words; earlier cards count as dealt."""
    before: tuple[Command, ...] = ()
    if report.card is not UNKNOWN and report.seat:  # on its way to a hand: of an unfinished deal
        before, state = up_to(state, report.seat)
    seen = ruling(state, report)
    back = (f"{move.target.replace('stack:', 'seat ')} {money(move.chips)}" for move in seen.moves)
    return [*before, report], Line(seen.words, seen.clause, items=tuple(back))
