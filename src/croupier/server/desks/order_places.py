"""Where each seldom order is given: at which desk, under which heading, in which words.

What people do every day has a form of its own on a desk. The orders here are found at the same
desks, in groups by subject; their fields come from the order itself, and the words from here.
"""

from typing import Literal, NamedTuple

from croupier.room.cage import charges, fills, trays
from croupier.room.cage import orders as cage
from croupier.room.conduct import orders as conduct
from croupier.room.custody import counting, device
from croupier.room.custody import orders as custody
from croupier.room.funds import box, intake, payouts
from croupier.room.funds import orders as funds
from croupier.room.house import setting_up, templates
from croupier.room.logbook import Command
from croupier.room.seating import orders as seating
from croupier.room.table import pace, rounds

Desk = Literal["floor", "cage"]
FLOOR: tuple[Desk, ...] = ("floor",)
CAGE: tuple[Desk, ...] = ("cage",)
BOTH: tuple[Desk, ...] = ("floor", "cage")
CARDS, SHUFFLER, SEATS, CLOCK = "Cards", "Shuffler", "Seats and stakes", "Clock and time charge"
BEAT, CHIPS, FUNDS = "Bad beat", "Chips of the table", "Bad beat funds"
SIGNS, GIFTS, SLIPS = "Signs that are kept", "Promotions", "Fills and credits"
RECORDS = "Records"


class Place(NamedTuple):
    """Where an order is given, and what the button says."""

    desks: tuple[Desk, ...]
    group: str
    title: str


PLACES: dict[type[Command], Place] = {
    custody.VerifyDeck: Place(FLOOR, CARDS, "Verify a deck"),
    custody.Recut: Place(FLOOR, CARDS, "Require a recut"),
    counting.RemoveDeck: Place(FLOOR, CARDS, "Remove a deck"),
    device.ReportJam: Place(FLOOR, SHUFFLER, "Report a jam"),
    device.ClearShuffler: Place(FLOOR, SHUFFLER, "Clear the shuffler"),
    device.RemoveShuffler: Place(FLOOR, SHUFFLER, "Remove the shuffler"),
    device.InstallShuffler: Place(FLOOR, SHUFFLER, "Install a shuffler"),
    seating.HoldStake: Place(FLOOR, SEATS, "Account for an absent player's stake"),
    seating.RestoreStake: Place(FLOOR, SEATS, "Give a stake back"),
    seating.FreeSeat: Place(FLOOR, SEATS, "Free a kept seat"),
    conduct.SettleRemoved: Place(FLOOR, SEATS, "Settle with a removed player"),
    conduct.NotifyOfRemoval: Place(FLOOR, SEATS, "Record the notice of a removal"),
    pace.DealOut: Place(FLOOR, SEATS, "Leave an absent player out"),
    pace.AllowTime: Place(FLOOR, CLOCK, "Give a player more time"),
    pace.StopClock: Place(FLOOR, CLOCK, "Stop the clock"),
    pace.StartClock: Place(FLOOR, CLOCK, "Start the clock"),
    rounds.PassTurn: Place(FLOOR, CLOCK, "Act for an absent player"),
    rounds.CallOff: Place(FLOOR, CLOCK, "Call the round off"),
    charges.AssessTime: Place(FLOOR, CLOCK, "Assess the time charge"),
    charges.CollectTime: Place(FLOOR, CLOCK, "Collect the time charge"),
    charges.ExcuseTime: Place(FLOOR, CLOCK, "Excuse a time charge"),
    charges.VerifyTime: Place(FLOOR, CLOCK, "Verify the time charge"),
    box.OfferBadBeat: Place(FLOOR, BEAT, "Offer a bad beat payout here"),
    box.WithdrawBadBeat: Place(FLOOR, BEAT, "Withdraw the bad beat payout"),
    box.CountBox: Place(FLOOR, BEAT, "Count the box at a closed table"),
    box.SendBox: Place(FLOOR, BEAT, "Send the box to the cage"),
    trays.TakeFill: Place(FLOOR, CHIPS, "Take a fill"),
    trays.SendCredit: Place(FLOOR, CHIPS, "Send a credit"),
    trays.SignSlip: Place(FLOOR, CHIPS, "Sign for a fill or a credit"),
    trays.CountInventory: Place(FLOOR, CHIPS, "Count the inventory"),
    trays.RemoveDrop: Place(FLOOR, CHIPS, "Take the drop box off"),
    fills.CancelSlip: Place(FLOOR, SLIPS, "Cancel a fill or a credit"),
    trays.AdjustInventory: Place(CAGE, CHIPS, "Correct an inventory"),
    funds.SubmitFund: Place(BOTH, FUNDS, "Submit a bad beat payout"),
    funds.RecordFundApproval: Place(BOTH, FUNDS, "Record its approval"),
    funds.PostFund: Place(FLOOR, FUNDS, "Post its rules and displays"),
    funds.DesignateTable: Place(FLOOR, FUNDS, "Designate a table"),
    funds.ReleaseTable: Place(FLOOR, FUNDS, "Release a table"),
    funds.StopFund: Place(FLOOR, FUNDS, "Stop contributions"),
    funds.ReturnReserve: Place(CAGE, FUNDS, "Return what is held back"),
    funds.TransferFund: Place(CAGE, FUNDS, "Transfer to another fund"),
    funds.DistributeFund: Place(CAGE, FUNDS, "Distribute what is left"),
    funds.CloseFund: Place(CAGE, FUNDS, "Close a fund"),
    payouts.PreparePayout: Place(CAGE, FUNDS, "Prepare a payout"),
    payouts.HandOver: Place(BOTH, FUNDS, "Hand a share over"),
    payouts.AdjustDisplays: Place(CAGE, FUNDS, "Set the displays right"),
    intake.CloseIncident: Place(CAGE, FUNDS, "Close an incident"),
    cage.GivePromotion: Place(CAGE, GIFTS, "Give a promotion"),
    templates.DropTemplate: Place(FLOOR, SIGNS, "Drop a sign"),
    setting_up.PostRetention: Place(FLOOR, RECORDS, "Post how long records are kept"),
}

# Fields that an order can do without, and POKER 19(b) cannot.
WANTED = frozenset(
    {
        *("rules.least", "rules.shares.loser", "rules.shares.winner", "rules.shares.table"),
        *("rules.contribution", "rules.contribution_max", "rules.min_pot"),
        *("rules.reserve_percent", "rules.jackpot_percent"),
    }
)

# The label of a field, and what a person might write there.
WORDS: dict[str, tuple[str, str]] = {
    "reason": ("Why", "in a few words"),
    "procedure": ("By which approved procedure", "manual shuffle until it is cleared"),
    "count": ("Cards to cut (the room draws it at a virtual table)", ""),
    "deck": ("Deck", ""),
    "seat": ("Seat", ""),
    "days": ("Closed days that stay in the database", "7"),
    "files": ("Days after which a file of closed days is retired (0: never)", "0"),
    "gone": ("The player will not come back", ""),
    "chips": ("Amount", "$100"),
    "seconds": ("Seconds", "30"),
    "reserve": ("From the player's own reserve", ""),
    "why": ("Why", "the connection was lost"),
    "until": ("The clock ran until", ""),
    "late": ("The time to wager was up", ""),
    "counted": ("Counted", "$240"),
    "fund": ("Fund", ""),
    "name": ("Name", ""),
    "target": ("To which fund", ""),
    "notice": ("What the table shows its players", "Four jacks or better, beaten, win it."),
    "table": ("Table", ""),
    "place": ("Place", ""),
    "supervisor": ("Supervisor who signs too", "Sue, poker shift supervisor"),
    "security": ("Security officer who signs too", "Otto, security"),
    "witness": ("Witness who signs too", "Carl, cage cashier"),
    "surveillance": ("Camera that recorded it", "camera 4"),
    "container": ("Number of the locked container", "C-17"),
    "notice.agent": ("Agent of the IEB who was notified", "I. Moreno"),
    "notice.at": ("When the agent was notified", ""),
    "reference": ("Reference of the approval", "MGC 2026-114"),
    "percent": ("Percentage of the drop that goes to the jackpot", "90"),
    "displays": ("Displays in the room, separated by commas", "lobby, poker room"),
    "payments": ("Who gets how much", "Ana $100, Bram $50"),
    "readings": ("What each display shows now", "lobby $1,240"),
    "number": ("Number", ""),
    "form": ("Paid in", ""),
    "person": ("Player", "Ana"),
    "finding": ("What was found", "a chip lay under the box"),
    "made_good": ("The house makes it good", ""),
    "when": ("When", ""),
    "rules.least": ("Least losing hand that wins it, as cards", "JcJdJhJs2c"),
    "rules.shares.loser": ("Share of the losing hand, in percent", "50"),
    "rules.shares.winner": ("Share of the winning hand, in percent", "25"),
    "rules.shares.table": ("Share of the others dealt in, in percent", "25"),
    "rules.hole_cards": ("Whose own cards must all play", ""),
    "rules.contribution": ("Contribution of a pot", "$1 at $10, or 2%"),
    "rules.contribution_max": ("At most, of one pot", "$1"),
    "rules.min_pot": ("Least pot that contributes", "$10"),
    "rules.reserve_percent": ("Held back of each day's drop, in percent", "10"),
    "rules.held_returned": ("How players get back what is held", "it joins the next payout"),
    "rules.jackpot_percent": ("Goes to the jackpot, in percent", "90"),
    "rules.approval": ("Reference of the procedures for ending it", "MGC 2026-114"),
    "ending.stopping": ("How contributions are stopped", "the sign is taken down"),
    "ending.transferring": ("How what is left reaches players", "it joins the next payout"),
    "ending.disclosing": ("How the amount is made known", "it is posted for a week"),
}
