"""Bad beat funds in words: what came in, what was won and paid, and how a fund ends."""

from collections.abc import Callable
from typing import Any

from croupier.chips import money
from croupier.room.funds import facts
from croupier.views.narration.wording import counted, drawn, listed


def _moved(fact: Any) -> str:
    return money(sum(move.chips for move in fact.moves))


def _boxes(fact: facts.BoxesReceived) -> str:
    boxes = "boxes" if len(fact.slips) > 1 else "box"
    tables = listed(slip.table for slip in fact.slips)
    held = f", of which {money(fact.held)} is held" if fact.held else ""
    return f"the cage counts {money(fact.counted)} from the {boxes} of {tables}{held}"


def _awarded(fact: facts.BadBeatAwarded) -> str:
    won = f"{fact.name} is won by {drawn(fact.slip.cards)} of {fact.slip.loser}"
    if not fact.shares:
        return f"{won}, and nothing lay in it"
    return f"{won}: " + listed(f"{who} {money(chips)}" for who, chips in fact.shares.items())


def _adjusted(fact: facts.DisplaysAdjusted) -> str:
    shown = listed(f"{name} {money(chips)}" for name, chips in fact.readings.items())
    return f"the displays of {fact.name} are set ({fact.reason}): {shown}"


def _distributed(fact: facts.FundDistributed) -> str:
    paid = listed(f"{person} {money(chips)}" for person, chips in fact.payments.items())
    return f"what is left of {fact.name} goes to {paid}"


SAY: dict[type, Callable[[Any], str]] = {
    facts.FundSubmitted: lambda fact: f"the payout {fact.name} is submitted",
    facts.FundApproved: lambda fact: f"the payout {fact.name} is approved ({fact.reference})",
    facts.FundPosted: lambda fact: (
        f"the rules of {fact.name} are posted {fact.place}, with "
        f"{counted(len(fact.displays), 'display')}"
    ),
    facts.TableDesignated: lambda fact: f"table {fact.table} may take part in {fact.name}",
    facts.TableReleased: lambda fact: f"table {fact.table} leaves {fact.name} ({fact.reason})",
    facts.BoxesReceived: _boxes,
    facts.DifferenceFound: lambda fact: (
        f"difference {fact.number} of {fact.name}: {money(fact.found)} where "
        f"{money(fact.expected)} should be"
    ),
    facts.DifferenceClosed: lambda fact: (
        f"difference {fact.number} of {fact.name} is explained ({fact.finding})"
    ),
    facts.BadBeatAwarded: _awarded,
    facts.PayoutPrepared: lambda fact: (
        f"payout {fact.number} is prepared in {fact.form.replace('_', ' ')} at the {fact.place}"
    ),
    facts.PayoutMade: lambda fact: f"{fact.person} gets {_moved(fact)} of {fact.name}",
    facts.DisplaysAdjusted: _adjusted,
    facts.ReserveReturned: lambda fact: (
        f"{_moved(fact)} held for {fact.name} joins what may be won"
    ),
    facts.FundStopped: lambda fact: f"no pot contributes to {fact.name} any more ({fact.reason})",
    facts.FundTransferred: lambda fact: f"{_moved(fact)} goes from {fact.name} to {fact.target}",
    facts.FundDistributed: _distributed,
    facts.FundClosed: lambda fact: f"the payout {fact.name} has ended with nothing left in it",
}
