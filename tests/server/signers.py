"""Whose act each line of a table's log is, written down from the rule documents.

A player does what stands in `PLAYERS`, for their own seat; only the dealer does what stands in
`DEALERS`; everything else is the staff's. The program's own notion of it is not asked.
"""

from collections.abc import Iterator

from croupier.engine.event import kinds
from croupier.games import game_of
from croupier.room.house.people import AUTOMATED, HOUSE_DEALER, Actor
from croupier.room.logbook import Entry, TableFact
from croupier.room.table.evolve import evolve, founded
from croupier.room.table.state import Table

PLAYERS = frozenset(
    (
        *("Placed", "Chose", "Ruled", "Checked", "Called", "Raised", "Folded", "ForcedBetPlaced"),
        *("Discarded", "Agreed", "Shown", "Mucked", "Revealed", "Elected", "Protected"),
        *("Seated", "Bought", "PurchaseQueued", "SatOut", "SatIn", "LeaveAsked", "SeatLeft"),
        *("AbsenceAsked", "ReturnAsked", "LimitsAnswered", "StraddleWished", "ShowingChosen"),
        *("BombPotProposed", "BombPotAnswered", "DecksLookedAt", "CutNamed", "FloorCalled"),
    )
)
DEALERS = frozenset(
    (
        *("RoundOpened", "DeckCut", "Posted", "CoinConverted", "CurrencyConverted", "Dealt"),
        *("Burned", "BoardDealt", "CommonDealt", "Reshuffled", "Exchanged", "BettingOpened"),
        *("TurnGiven", "Returned", "BettingClosed", "DrawOpened", "AgreementAsked"),
        *("ShowdownOpened", "Collected", "PotAwarded", "RoundClosed", "BadBeatFound"),
        *("RakeTaken", "PromoDropTaken", "ContributionTaken", "RakeBanked", "LimitsRaised"),
        *("BetsClosed", "ChoiceAsked", "HouseRevealed", "Settled", "SettlementClosed"),
        *("MeterReset", "PurchaseDropped", "TimeCharged", "TimeCollected", "ButtonPlaced"),
        *("DecksReceived", "DeckInspected", "DeckSpread", "InspectionOffered", "DeckStored"),
        *("DeckWashed", "ShufflerLoaded", "DeckShuffled", "DeckPutInPlay", "DeckCounted"),
        *("StubRacked", "HandsCounted", "HandsVoided", "DeckDealt", "DeckSealed"),
        *("ShowingFollowed", "TurnedUp"),
    )
)
STAFFS = frozenset(
    (
        *("TableSetUp", "TableOpened", "TableClosed", "SignPosted", "RoundCalledOff"),
        *("TimeAllowed", "TimeExcused", "TimeVerified", "ClockStopped", "ClockStarted"),
        *("TurnPassed", "StakeHeld", "StakeRestored", "LimitsProposed", "SeatsAnnounced"),
        *("DeckVerified", "CutMade", "DeckSorted", "DeckRemoved", "HandPaused", "HandResumed"),
        *("ShufflerJammed", "ShufflerCleared", "ShufflerRemoved", "ShufflerInstalled"),
        *(
            "DisputeRuled",
            "IrregularityExplained",
            "FloorAnswered",
            "CollusionFlagged",
            "PlayerRemoved",
        ),
        *("RemovalNotified", "RemovedPlayerLeft", "FillTaken", "CreditSent", "DropRemoved"),
        *("InventoryCounted", "InventoryAdjusted", "BadBeatOffered", "BadBeatWithdrawn"),
        *("BoxCounted", "BoxSent", "BadBeatVerified", "BadBeatDenied", "Noted", "CardRemoved"),
        *("Exposed", "HandDead", "HandRefunded", "Misdealt", "CalledDead", "HandVoided"),
        "RoundVoided",
    )
)


def unlisted() -> set[str]:
    """Kinds of lines of which nobody has written down whose act they are, or in two ways."""
    every = {kind.__name__ for kind in (*kinds(), *TableFact.__subclasses__())}
    listed = (*PLAYERS, *DEALERS, *STAFFS)
    own = {name for name in every if listed.count(name) != 1}
    return own | {name for name in listed if name not in every}


def wrong_signers(log: list[Entry], beside: Actor = HOUSE_DEALER) -> Iterator[str]:
    """Lines that name a person for what that person did not do; `beside` deals as well."""
    table, deals = founded(log[0], game_of), HOUSE_DEALER
    for number, entry in enumerate(log[1:], 2):
        by, kind = entry.by, type(entry.fact).__name__
        if table.dealt_by_person and by.role == "dealer" and by.name != AUTOMATED:
            deals = by
        theirs = kind in PLAYERS and not getattr(entry.fact, "demanded", False)
        if by.role == "player" and not (theirs and _about(table, entry) == by.name):
            yield f"{number}: {kind} by the player {by.name}"
        elif kind in DEALERS and by not in (deals, beside):
            yield f"{number}: {kind} by {by.name} ({by.role}), not by the dealer"
        table = evolve(table, entry)


def _about(table: Table, entry: Entry) -> str:
    """The player of whom a line speaks."""
    fact = entry.fact
    if name := getattr(fact, "person", "") or getattr(fact, "player", ""):
        return str(name)
    seat = getattr(fact, "owner", 0) or fact.seat
    if table.round is not None:
        seat = table.round.owners.get(seat, seat)
    return table.seats[seat].person
