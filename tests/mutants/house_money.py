"""Breaks of the house's money and people beside the rounds (POKER 14, 15(b), 16, 19; BBC)."""

from tests.mutants import Mutant

MUTANTS = [
    Mutant(  # the fund gets what was counted
        "POKER-19i-owed",
        "room._receive",
        old="owed = sum(slip.total for slip in says.slips)",
        new="owed = counted",
    ),
    Mutant(  # any text is a closed table
        "POKER-19d-closed",
        "room.funds.box._count",
        old="if not here and says.table not in house.closed:",
        new="if says.table == table.name and not here:",
    ),
    Mutant(  # a removal waits for its slip
        "POKER-16b-room",
        "room.abreast",
        old="out={**removed, **kept.out}",
        new="out=kept.out",
    ),
    Mutant(  # the other tables do not learn of it
        "POKER-16b-room",
        "server.removed_too",
        old="if slip.table == life.name:",
        new="if slip.table != life.name:",
    ),
    Mutant(  # who is away pays nothing
        "POKER-14b3i",
        "room.owed",
        old="if taken.since is None or taken.since < until",
        new="if not taken.away and (taken.since is None or taken.since < until)",
    ),
    Mutant(  # each player pays the fee of the table
        "POKER-14b3i",
        "room.owed",
        old='if posted.basis == "player" or not seats:',
        new="if posted or not seats:",
    ),
    Mutant(  # who sat down after the period pays for it
        "POKER-14b3i",
        "room.owed",
        old="taken.since < until",
        new="taken.since <= until",
    ),
    Mutant(  # past the rake area
        "POKER-14b3iv",
        "room._assess",
        old="Move(stack(seat), RAKE, Chips(min(chips, table.stacks[seat])))",
        new="Move(stack(seat), INVENTORY, Chips(min(chips, table.stacks[seat])))",
    ),
    Mutant(  # charged on top of what nobody has verified
        "POKER-14b3iv",
        "room._assess",
        old="if table.charges.waiting is not None:",
        new="if False:",
    ),
    Mutant(  # what was collected is enough
        "POKER-14b3v",
        "room._verify",
        old="waiting.expected == waiting.collected == counted",
        new="waiting.collected == counted",
    ),
    Mutant(  # whatever the floorperson counts
        "POKER-14b3v",
        "room._verify",
        old="waiting.expected == waiting.collected == counted",
        new="waiting.expected == waiting.collected",
    ),
    Mutant(  # part of a period is free
        "BBC-rev-time",
        "room.owed",
        old="taken.since <= since or posted.charge_partial",
        new="taken.since <= since",
    ),
    Mutant(  # part of a period is always charged
        "BBC-rev-time",
        "room.owed",
        old="taken.since <= since or posted.charge_partial",
        new="taken.since <= since or posted",
    ),
    Mutant(  # only the fractions that POKER knows
        "BBC-rev-time",
        "rules._period",
        old="if posted.minutes <= 0:",
        new="if posted.minutes not in FRACTIONS:",
    ),
    Mutant(  # a day late
        "POKER-19d",
        "room.due",
        old="last_moment(house.dawn, day, at), COUNT",
        new="last_moment(house.dawn, next_day(day), at), COUNT",
    ),
    Mutant(  # on its way is as good as counted
        "POKER-19d",
        "room._sent",
        old="return _emptied(box, entry.fact.slip, box.count_by)",
        new="return _emptied(table, entry.fact.slip, next_day(entry.fact.slip.day))",
    ),
    Mutant(  # the IEB is not notified
        "POKER-19d",
        "room._check_box",
        old="check_notice(says.notice, COUNT)",
        new="",
    ),
    Mutant(  # at an open table
        "POKER-19d",
        "room.funds.box._count",
        old='table.status == "closed"',
        new="True",
    ),
    Mutant(  # any supervisor's word
        "POKER-19f",
        "room._award",
        old='check_named(slip.verified_by, says.roles, says.clause, "verify a bad beat")',
        new="",
    ),
    Mutant(  # one hand, two payouts
        "POKER-19f",
        "room._award",
        old="if slip.key in house.funds.slips:",
        new="if False:",
    ),
    Mutant(  # anybody above the floor verifies
        "POKER-19f",
        "room.VERIFIER",
        old='VERIFIER: frozenset[Role] = frozenset({"poker_shift_supervisor"})',
        new="VERIFIER: frozenset[Role] = SUPERVISORS",
    ),
    Mutant(  # no sign that the amount is pending
        "POKER-19f1",
        "room._awarded",
        old="funds = _changed(funds, fact.name, pending=entry.at)",
        new="house = _changed(house, fact.name, pending=None)",
    ),
    Mutant(  # the money is called for at the cage
        "POKER-19f2",
        "room.BRINGS_MONEY",
        old='frozenset({"security", "accounting"})',
        new='frozenset({"security", "accounting", "cage_cashier"})',
    ),
    Mutant(  # alone
        "POKER-19h1",
        "room.AdjustDisplays",
        old='second={"supervisor": SUPERVISORS}',
        new="second={}",
    ),
    Mutant(  # one display is enough
        "POKER-19h1",
        "room._adjust",
        old="if says.readings.keys() != fund.displays.keys():",
        new="if not says.readings.keys() <= fund.displays.keys() or not says.readings:",
    ),
    Mutant(  # after a bad beat there is time until tomorrow
        "POKER-19h1",
        "room.due",
        old="min(daily, fund.pending) if fund.pending else daily",
        new="daily",
    ),
    Mutant(  # nobody compares
        "POKER-19h2",
        "room._adjust",
        old="for shown in says.readings.values() if shown != balance",
        new="for shown in says.readings.values() if shown < 0",
    ),
    Mutant(  # offered before it is approved
        "POKER-19i",
        "room.open_fund",
        old=(
            'if fund.status == "submitted":\n'
            '    why = f"the procedures for discontinuing {name} are not approved"'
        ),
        new=(
            'if fund.status == "never":\n'
            '    why = f"the procedures for discontinuing {name} are not approved"'
        ),
    ),
    Mutant(  # what is held stays with the house
        "POKER-19i",
        "room._close",
        old="if left.held or left.balance:",
        new="if left.balance:",
    ),
    Mutant(  # the last boxes are forgotten
        "POKER-19i",
        "room._close",
        old="if fund.tables:",
        new="if False:",
    ),
    Mutant(  # what has been won is forgotten
        "POKER-19i",
        "room.totals",
        old="lies(house, fund_account(name)) + won",
        new="lies(house, fund_account(name))",
    ),
    Mutant(  # more is held than is posted
        "POKER-19b2",
        "room._receive",
        old="held = Chips(owed * (fund.rules.reserve_percent or 0) // 100)",
        new="held = Chips(owed * ((fund.rules.reserve_percent or 0) + 1) // 100)",
    ),
    Mutant(  # removed without a notice
        "POKER-16b",
        "room._remove",
        old="check_notice(says.notice, clause)",
        new="pass",
    ),
    Mutant(  # removed, and dealt in again
        "POKER-16b",
        "room._sit",
        old="check_seat(table, order.by.name, house)",
        new="",
    ),
    Mutant(  # the next round begins with the removed player
        "POKER-16b",
        "room._leaving",
        old="for seat, removal in table.conduct.leaving.items()",
        new="for seat, removal in table.conduct.leaving.items() if seat < 0",
    ),
    Mutant(  # a poker table wants a notice that the club never gave
        "POKER-16b-room",
        "server.removed_too",
        old="follows=slip.table",
        new='follows=""',
    ),
    Mutant(  # anybody follows from anywhere
        "POKER-16b-room",
        "room._check_follows",
        old="before is None or before.table != other",
        new="before is not None and before.table != other",
    ),
    Mutant(  # the IEB is never notified
        "POKER-16b-room",
        "room._notices",
        old="if removal.notice is None",
        new="if False",
    ),
    Mutant(  # a removed player waits in line until the slip arrives
        "POKER-16b-room",
        "server.HouseDesk.obey",
        old="isinstance(order.says, JoinList)",
        new="False",
    ),
    Mutant(  # a floorperson reverses the shift supervisor
        "POKER-15b · BBC-irr-ruling",
        "room._rule",
        old="if stands is not None and stands.final and order.by.role != FINAL:",
        new="if stands is not None and stands.final and order.by.role not in FLOOR:",
    ),
    Mutant(  # an earlier version comes back
        "POKER-14a2",
        "room._approve",
        old="if newest is not None and newest.number >= says.number:",
        new="if False:",
    ),
]
