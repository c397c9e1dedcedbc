"""A table's life and the house in words: one sentence for each fact, with its clause.

What happens in a round has its own words (`narrate`); this tells everything around it.
"""

from collections.abc import Callable
from typing import Any

from croupier.chips import money
from croupier.games import ALL
from croupier.room.cage import facts as cage
from croupier.room.conduct import facts as conduct
from croupier.room.funds import facts as funds
from croupier.room.house import facts as house
from croupier.room.logbook import HouseFact, TableFact
from croupier.room.seating import facts as seating
from croupier.room.table import facts as table
from croupier.room.table.pace import READING
from croupier.views.narration import narrate_cage, narrate_decks, narrate_funds
from croupier.views.narration.sentences import Sentence, Slot, Spoken, by, hand_of, plain, said
from croupier.views.narration.wording import Line, counted, drawn, listed
from croupier.views.printed.rulebook_revenue import rake_words

Words = Callable[[Any], str | Sentence]
_SHOWING = {
    "ask": "decides at every showdown",
    "muck": "has beaten hands mucked",
    "show": "has every hand shown",
}
_ROOMS = {"card-room": "card room", "friends": "friends' game", "demonstration": "demonstration"}
_REGISTERS = {
    "open": "anybody can make an account",
    "invitation": "people make an account by invitation",
    "staff": "only the staff makes accounts",
}
_FACTORS = {
    "off": "a password is enough to sign in",
    "staff": "the staff needs a second factor to sign in",
}


def narrate_room(fact: Any) -> Line:
    """One fact of a table or of the house in a sentence; the player it is about reads "you"."""
    words = SAY.get(type(fact), _documented)(fact)
    if isinstance(words, str):
        return Line(words, fact.clause)
    return Spoken(plain(words), fact.clause, sentence=words)


def is_public(fact: Any) -> bool:
    """Whether a fact is announced to the whole room."""
    return isinstance(fact, (TableFact, HouseFact)) and fact.visibility == "public"


def _documented(fact: TableFact | HouseFact) -> str:
    """The words of a fact that has none of its own: what its class says it is."""
    first = (type(fact).__doc__ or "").partition(".")[0]
    return first[:1].lower() + first[1:]


def moved(fact: Any) -> str:
    """The sum of the chips that a fact moved, in words."""
    return money(sum(move.chips for move in fact.moves))


def _person(name: str, seat: int, does: str, you: str) -> Slot:
    """A player who does something, under the name they had then: the seat may be another's now."""
    return Slot(seat, f"you {you}", (f"{name} {does}",))


def _bought(fact: seating.Bought) -> Sentence:
    form = {"chips": "chips", "currency": "currency", "coin": "coin"}[fact.form]
    back = f", of which {money(fact.carried)} was there before" if fact.carried else ""
    brings = f" {moved(fact)} in {form} to seat {fact.seat}{back}"
    return said(_person(fact.person, fact.seat, "brings", "bring"), brings)


def _held(fact: seating.StakeHeld) -> str:
    how = "recorded and given back" if fact.method == "record" else "covered at the table"
    return f"{fact.person} leaves seat {fact.seat} for a while; {money(fact.stake)} is {how}"


def _answered(fact: seating.LimitsAnswered) -> str:
    return f"{fact.person} {'agrees' if fact.agree else 'does not agree'} to a higher minimum"


def _charged(fact: cage.TimeCharged) -> str:
    span = f"{fact.since:%H:%M} to {fact.until:%H:%M}"
    owed, seats = money(sum(fact.owed.values())), " and ".join(map(str, fact.later))
    back = f"; the player of seat {seats} is charged when back" if fact.later else ""
    return f"the time from {span} costs {owed}, and {moved(fact)} goes to the rake area{back}"


def _verified(fact: funds.BadBeatVerified) -> str:
    slip = fact.slip
    return (
        f"the bad beat of round {slip.round} is verified: {slip.loser} lost with "
        f"{drawn(slip.cards)} to {listed(slip.winners)}"
    )


def _box_counted(fact: funds.BoxCounted) -> str:
    slip = fact.slip
    found = money(slip.counted or 0)
    return f"the bad beat box is counted: {found} where {money(slip.total)} should lie"


def _ruled(fact: conduct.DisputeRuled) -> str:
    end = ", and that is final" if fact.final else ""
    return f"on {fact.dispute!r} it is ruled: {fact.ruling}, because {fact.reason}{end}"


def _removed(fact: conduct.PlayerRemoved) -> str:
    notice = f"; {fact.slip.notice.agent} of the IEB is notified" if fact.slip.notice else ""
    return f"{fact.slip.person} at seat {fact.seat} must leave ({fact.slip.cause}){notice}"


def _called(fact: seating.NextCalled) -> str:
    return f"{fact.person} is called to seat {fact.seat} of table {fact.table}"


def _announced(fact: seating.SeatsAnnounced) -> str:
    return f"{counted(fact.seats, 'seat')} free at {fact.kind.game}, {fact.kind.stakes}"


def _placed(fact: table.ButtonPlaced) -> str:
    if not fact.drawn:
        return f"the button lies at seat {fact.seat}"
    cards = ", ".join(f"seat {seat} {drawn((card,))}" for seat, card in fact.drawn.items())
    return f"cards are drawn for the button ({cards}): seat {fact.seat} has it"


def _titled(key: str) -> str:
    """A game as people call it; what is no game's key stays."""
    return ALL[key].title if key in ALL else key


def _rake_rules(fact: house.RakeRulesSubmitted) -> str:
    return f"version {fact.number} of the rake rules is submitted: {rake_words(fact.rules)}"


def _allowed(fact: table.TimeAllowed) -> Sentence:
    grounds = {
        "reserve": "of its own reserve",
        "connection": "because its connection is lost",
        "floor": "by the staff",
    }
    more = f" {fact.seconds:g} seconds more {grounds[fact.why]}"
    return said(by(fact.seat, "gets", "get"), more)


SAY: dict[type, Words] = {
    **narrate_decks.SAY,
    **narrate_funds.SAY,
    **narrate_cage.SAY,
    table.TableSetUp: lambda fact: f"table {fact.name} is set up for {_titled(fact.game)}",
    table.TableOpened: lambda fact: "the table opens",
    table.TableClosed: lambda fact: "the table closes, and every stake goes with its owner",
    table.SignPosted: lambda fact: "another sign is posted",
    seating.Seated: lambda fact: said(
        _person(fact.person, fact.seat, "takes", "take"), f" seat {fact.seat}"
    ),
    seating.LeaveAsked: lambda fact: said(
        by(fact.seat, "leaves", "leave"), " when the round is over"
    ),
    seating.SeatLeft: lambda fact: f"{fact.person} leaves seat {fact.seat}, {money(fact.stake)}",
    seating.SatOut: lambda fact: (
        said(by(fact.seat, "let turns go by and sits", "let turns go by and sit"), " out")
        if fact.clause == READING
        else said(by(fact.seat, "sits", "sit"), " out")
    ),
    seating.SatIn: lambda fact: said(by(fact.seat, "is", "are"), " dealt in again"),
    seating.ReturnAsked: lambda fact: said(
        by(fact.seat, "is back and asks for its stake", "are back and ask for your stake")
    ),
    seating.Bought: _bought,
    seating.PurchaseQueued: lambda fact: said(
        by(fact.seat, "gets", "get"), f" {money(fact.asks.chips)} when the round is over"
    ),
    seating.PurchaseDropped: lambda fact: said(
        by(fact.seat, "does not get", "do not get"), f" {money(fact.asks.chips)}: {fact.why}"
    ),
    seating.CurrencyConverted: lambda fact: (
        f"{money(fact.chips)} of seat {fact.seat} is exchanged for chips"
    ),
    seating.AbsenceAsked: lambda fact: said(
        by(fact.seat, "wants to be kept for a while", "want your seat to be kept for a while")
    ),
    seating.StakeHeld: _held,
    seating.StakeRestored: lambda fact: said(
        _person(fact.person, fact.seat, "is back at", "are back at"),
        f" seat {fact.seat} with {money(fact.stake)}",
    ),
    table.TimeAllowed: _allowed,
    table.ClockStopped: lambda fact: "the clock is stopped",
    table.ClockStarted: lambda fact: "the clock runs",
    table.ShowingFollowed: lambda fact: said("the dealer turns to ", hand_of(fact.seat)),
    table.TurnPassed: lambda fact: said(
        Slot(fact.seat, "your time", ("the time of ", "")), " is up"
    ),
    table.RoundCalledOff: lambda fact: "nobody wagers: the round is called off",
    table.ButtonPlaced: _placed,
    seating.LimitsProposed: lambda fact: "a higher minimum is proposed to everybody at the table",
    seating.LimitsAnswered: _answered,
    seating.LimitsRaised: lambda fact: f"the minimum rises: {listed(fact.agreed)} agreed",
    seating.SeatsAnnounced: _announced,
    cage.TimeCharged: _charged,
    cage.TimeCollected: lambda fact: said(
        by(fact.seat, f"pays {moved(fact)} that it still owed", f"pay {moved(fact)} that you owed")
    ),
    cage.TimeExcused: lambda fact: said(
        by(
            fact.seat,
            f"need not pay {money(fact.chips)} of its time",
            f"need not pay {money(fact.chips)} of your time",
        ),
        f" ({fact.reason})",
    ),
    cage.TimeVerified: lambda fact: (
        f"the time charge is verified, and {moved(fact)} goes to the table inventory"
    ),
    funds.BadBeatOffered: lambda fact: f"this table takes part in {fact.fund} ({fact.notice})",
    funds.BadBeatWithdrawn: lambda fact: f"this table leaves {fact.fund} ({fact.reason})",
    funds.BoxCounted: _box_counted,
    funds.BoxSent: lambda fact: f"the bad beat box goes to the cage under {fact.slip.container}",
    funds.BadBeatVerified: _verified,
    funds.BadBeatDenied: lambda fact: (
        f"the bad beat of round {fact.round} is denied ({fact.reason})"
    ),
    conduct.DisputeRuled: _ruled,
    conduct.IrregularityExplained: lambda fact: f"reported by the floor: {fact.reason}",
    conduct.FloorCalled: lambda fact: said(
        Slot(fact.seat, "you call", (f"{fact.person} at seat {fact.seat} calls",)),
        f" the floor: {fact.about}",
    ),
    conduct.FloorAnswered: lambda fact: f"the floor answers {fact.person}: {fact.answer}",
    conduct.CollusionFlagged: lambda fact: (
        f"{listed(fact.players)} flagged for playing together ({fact.grounds})"
    ),
    conduct.PlayerRemoved: _removed,
    conduct.RemovalNotified: lambda fact: (
        f"{fact.notice.agent} of the IEB is notified of the removal of {fact.person}"
    ),
    conduct.RemovedPlayerLeft: lambda fact: (
        f"{fact.person} has left seat {fact.seat}, {moved(fact)} in hand"
    ),
    seating.ListJoined: lambda fact: f"{fact.person} waits for {fact.kind.game}",
    seating.ListLeft: lambda fact: f"{fact.person} waits no more for {fact.kind.game}",
    seating.NextCalled: _called,
    seating.CallReleased: lambda fact: (
        f"seat {fact.seat} of table {fact.table} is kept no longer for {fact.person}"
    ),
    seating.StraddleWished: lambda fact: said(
        by(fact.seat, "straddles whenever it may", "straddle whenever you may")
        if fact.on
        else by(fact.seat, "straddles no longer", "no longer straddle")
    ),
    seating.ShowingChosen: lambda fact: f"{fact.person} {_SHOWING[fact.how]}",
    seating.BombPotProposed: lambda fact: said(by(fact.seat, "proposes", "propose"), " a bomb pot"),
    seating.BombPotAnswered: lambda fact: said(
        by(fact.seat, "agrees to", "agree to")
        if fact.yes
        else by(fact.seat, "sits out", "sit out"),
        " the bomb pot",
    ),
    house.HouseSetUp: lambda fact: f"{fact.name} is set up as a {_ROOMS[fact.kind]}",
    house.TemplateKept: lambda fact: f"the house keeps a sign of {fact.game}: {fact.name}",
    house.TemplateDropped: lambda fact: f"the house keeps the sign {fact.name} no longer",
    house.GameHosted: lambda fact: f"{fact.host} hosts a game at table {fact.table}",
    house.GuestAdmitted: lambda fact: f"{fact.person} is let into the game at table {fact.table}",
    house.GuestSentAway: lambda fact: f"{fact.person} is sent away from table {fact.table}",
    house.HostChanged: lambda fact: f"{fact.host} hosts the game at table {fact.table} from now on",
    house.GamePlanned: lambda fact: (
        f"{'the stakes change' if fact.sign else 'the game ends'} at table {fact.table} "
        "as soon as no round is on"
    ),
    house.PlanClosed: lambda fact: (
        f"the plan for table {fact.table} is "
        + (f"not carried out: {fact.why}" if fact.why else "carried out or taken back")
    ),
    house.GameEnded: lambda fact: f"the game at table {fact.table} ends",
    house.GameResumed: lambda fact: f"the game at table {fact.table} resumes",
    house.LedgerSettled: lambda fact: "everybody has paid: the ledger starts over",
    house.PolicyChanged: lambda fact: (
        f"{_REGISTERS[fact.registration]}; {_FACTORS[fact.second_factor]}"
    ),
    house.RetentionPosted: lambda fact: (
        f"{counted(fact.days, 'closed day')} stay in the database; "
        f"{f'files are retired after {fact.files} days' if fact.files else 'files are kept'}"
    ),
    house.FactorKept: lambda fact: f"{fact.person} adds a second factor ({fact.label})",
    house.CodeUsed: lambda fact: f"{fact.person} signs in with a code",
    house.FactorDropped: lambda fact: f"a second factor of {fact.person} is removed",
    house.RakeRulesSubmitted: _rake_rules,
    house.RakeRulesApproved: lambda fact: (
        f"version {fact.number} of the rake rules is approved ({fact.reference})"
    ),
    house.RulesSubmitted: lambda fact: (
        f"version {fact.filing.number} of {_titled(fact.filing.subject)} is submitted"
    ),
    house.RulesApproved: lambda fact: (
        f"version {fact.number} of {_titled(fact.subject)} is approved"
        f" ({fact.reference}, {fact.on})"
    ),
    house.SupplementSubmitted: lambda fact: f"the rule {fact.name!r} is submitted",
    house.SupplementApproved: lambda fact: f"the rule {fact.name!r} is approved ({fact.reference})",
    house.PlayerExcluded: lambda fact: (
        f"{fact.slip.person} may not play in this room ({fact.slip.cause})"
    ),
    house.ExclusionLifted: lambda fact: f"{fact.person} may play again ({fact.reason})",
    house.OpeningAsked: lambda fact: (
        f"the hidden cards of round {fact.round} at table {fact.table} are asked for "
        f"({fact.reason})"
    ),
    house.OpeningGranted: lambda fact: (
        f"the hidden cards of round {fact.round} at table {fact.table} are opened, "
        f"as {fact.asked_by.name} asked"
    ),
    house.OpeningDenied: lambda fact: (
        f"the hidden cards of round {fact.round} at table {fact.table} stay hidden"
    ),
}
