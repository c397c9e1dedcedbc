"""When something goes wrong: what the dealer types about it, and what the ruling would be.

`views.troubles` lists what can have gone wrong; the ruling is the engine's, and
is shown before anything is done.
"""

from collections.abc import Sequence

from croupier.assist.dealing import up_to
from croupier.assist.typed import looks_like_cards, read_cards, read_number
from croupier.cards import UNKNOWN
from croupier.chips import money
from croupier.engine.commands import Announce, Command, Report
from croupier.engine.play import play
from croupier.engine.round import Round
from croupier.engine.turns import DEALER
from croupier.refused import Refused
from croupier.rules.steps import Burn
from croupier.views.narration.wording import Line
from croupier.views.screen.preview import ruling
from croupier.views.screen.troubles import FLAGS, Trouble, troubles

VIRTUAL = {"disconnected"}  # no real hand loses its connection


def at_a_real_table(state: Round | None) -> list[Trouble]:
    """What can have gone wrong where people hold the cards.

    Before a deal the dealer burns a card without a word, so that what happens to the cards of
    the deal is reported while the burn is still due.
    """
    found = troubles(state)
    if state is not None and (burned := _burned(state)) is not state:
        kinds = {one.kind for one in found}
        found += [one for one in troubles(burned) if one.kind not in kinds]
    return [one for one in found if one.kind not in VIRTUAL]


def _burned(state: Round) -> Round:
    """The round after the burn that is due, if one is."""
    due = state.turn(DEALER)
    if not isinstance(state.step, Burn) or due is None or due.options[0].does != "announce":
        return state
    return play(state, Announce((UNKNOWN,)))[0]


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
        raise Refused("FIELD kind", f"{word[:20]!r} cannot be reported now: type oops for a list")
    return fits[0]


def reported(state: Round, report: Report) -> tuple[list[Command], Line]:
    """The orders of a dealer's report with `oops`, and its ruling in words."""
    before: tuple[Command, ...] = ()
    if report.card is not UNKNOWN and report.seat:  # on its way to a hand: of an unfinished deal
        before, state = up_to(state, report.seat)
    seen = ruling(state, report)
    back = (f"{move.target.replace('stack:', 'seat ')} {money(move.chips)}" for move in seen.moves)
    return [*before, report], Line(seen.words, seen.clause, items=tuple(back))
