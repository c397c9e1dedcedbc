"""The Rules of the Games submission: what a game elects, and what else the Commission approves.

POKER 20 to 22 want the antes, blinds, straddle, kill and excess chip of a game in the submission;
POKER 2(a), 6(a), 6(e)(5) and 15(p) want the cover card, the area, a shuffler that counts and the
procedure for one that fails approved. All of it is filed and approved in the same way, in
numbered versions. In a card room a table runs only on what is approved, and posts the version.
"""

from datetime import date

import msgspec

from croupier.engine.event import Event
from croupier.games import GAMES, game_of
from croupier.refused import Refused
from croupier.room.house.approval import Approval
from croupier.room.house.facts import RulesApproved, RulesSubmitted
from croupier.room.house.notices import check_words
from croupier.room.house.people import OFFICE
from croupier.room.house.staffing import is_staffed
from croupier.room.house.state import Filing, House, HouseDeciders
from croupier.room.logbook import Command, Order, given_by
from croupier.rules.game import Game
from croupier.rules.sign import TableSign
from croupier.rules.sign_check import check_sign

AUTOMATED_DEALER = "automated dealer"
THINGS = {  # what the Commission approves other than games, and the clause that requires it
    AUTOMATED_DEALER: "POKER 6(b)",
    "cover card": "POKER 2(a)",
    "poker area": "POKER 6(a)",
    "counting shuffler": "POKER 6(e)(5)",
    "shuffler procedure": "POKER 15(p)",
}
FILED_GAMES = ("POKER 20", "POKER 21", "POKER 22")  # whose elections are submitted
ELECTIONS = {  # by subsection: 20(a), 21(a), 22(a) and so on
    "ante": "(a)",
    "kill": "(a)",
    "kill_pot": "(a)",
    "kill_threshold": "(a)",
    "kill_ends_on": "(a)",
    "blinds": "(c)",
    "straddle": "(d)",
    "straddle_seat": "(d)",
    "odd_chip": "(j)",
}


@given_by(OFFICE, "POKER 14(a)", "submit rules of a game")
class SubmitRules(Command, frozen=True, kw_only=True):
    """Submit what a game elects, or what else is approved: a new version, of no effect yet."""

    subject: str  # the key of a game, or one of the things to approve
    sign: TableSign | None = None  # of a game: its elections are taken from it
    words: str = ""  # of anything else: what is submitted


@given_by(OFFICE, "POKER 14(a)", "record an approval")
class RecordApproval(Command, frozen=True, kw_only=True):
    """Record that a version was approved: the reference, and the day."""

    subject: str
    number: int
    reference: str
    on: date


def elections(sign: TableSign) -> dict[str, str]:
    """What a sign elects of all that the house must submit, each value as text.

    >>> from croupier.games import GAMES
    >>> elections(GAMES["badugi"].sign)["blinds"]
    '[100,200]'
    """
    return {key: msgspec.json.encode(getattr(sign, key)).decode() for key in ELECTIONS}


def needed(game: Game, sign: TableSign, *, by_person: bool = False) -> list[str]:
    """The subjects that a poker table of a card room needs approved before it runs."""
    subjects = [] if by_person else [AUTOMATED_DEALER]
    subjects += ["cover card", "poker area"]
    subjects += ["counting shuffler"] if sign.shuffler == "counting" else []
    return subjects + ([game.key] if game.section in FILED_GAMES else [])


def approvals(
    game: Game, sign: TableSign, house: House, *, by_person: bool = False
) -> tuple[Approval, ...]:
    """The approved versions that a table posts, or a refusal; elsewhere there are none.

    The documents of games against the bank want no submission, and an automated dealer cites its
    approval there too. BBC knows no Commission: there the sign at the table is all.
    """
    if not is_staffed(house):
        return ()
    if game.banked:
        versions = [one for one in house.submissions.of(AUTOMATED_DEALER) if one.approval]
        return () if by_person else tuple(one.approved_as for one in versions[-1:])
    if not game.document.approves_rake:
        return ()
    subjects = needed(game, sign, by_person=by_person)
    return tuple(_approval(game, sign, house, subject) for subject in subjects)


def _approval(game: Game, sign: TableSign, house: House, subject: str) -> Approval:
    versions = [one for one in house.submissions.of(subject) if one.approval]
    clause = THINGS.get(subject, game.section)
    if not versions:
        what = f"the {subject}" if subject in THINGS else f"what {game.title} elects"
        raise Refused(clause, f"{what} must be submitted and approved first")
    if subject in THINGS:
        return versions[-1].approved_as
    posted = elections(sign)
    for version in reversed(versions):
        if version.elections == posted:
            return version.approved_as
    newest = versions[-1]
    key = next(key for key in ELECTIONS if newest.elections.get(key) != posted[key])
    why = f"`{key}` is {newest.elections.get(key)} in the approved version {newest.number}"
    raise Refused(clause + ELECTIONS[key], f"{why}, and the sign posts {posted[key]}")


def approval_words(granted: tuple[Approval, ...]) -> str:
    """The versions that a table posts, in words."""
    return "; ".join(
        f"{one.subject} version {one.number}, approved {one.on} ({one.reference})"
        for one in granted
    )


def _submit(house: House, order: Order[SubmitRules]) -> list[Event]:
    says = order.says
    if says.subject in THINGS:
        check_words(THINGS[says.subject], words=says.words)
    elif says.sign is None or says.subject not in GAMES:
        things = ", ".join(THINGS)
        why = f"`subject` must be a game, with its `sign`, or one of: {things}"
        raise Refused("FIELD subject", why)
    else:
        check_sign(game_of(says.subject), says.sign)
    filed = Filing(
        subject=says.subject,
        number=len(house.submissions.of(says.subject)) + 1,
        elections=elections(says.sign) if says.sign is not None else {},
        words=says.words,
    )
    return [RulesSubmitted(clause=THINGS.get(says.subject, says.clause), filing=filed)]


def _approve(house: House, order: Order[RecordApproval]) -> list[Event]:
    says = order.says
    found = [one for one in house.submissions.of(says.subject) if one.number == says.number]
    if not found:
        raise Refused("FIELD number", f"no version {says.number} of {says.subject} was submitted")
    if found[0].approval:
        raise Refused(says.clause, f"version {says.number} is already approved")
    check_words(says.clause, reference=says.reference)
    if says.on > order.at.date():
        raise Refused("FIELD on", "the date of an approval must not be in the future")
    return [
        RulesApproved(
            clause=THINGS.get(says.subject, says.clause),
            subject=says.subject,
            number=says.number,
            reference=says.reference,
            on=says.on,
        )
    ]


DECIDE: HouseDeciders = {SubmitRules: _submit, RecordApproval: _approve}
