"""Breaks of the custody of decks: clocks, alternation, cuts, inspections and counts."""

from tests.mutants import Mutant

MUTANTS = [
    Mutant(
        "POKER-2b1",
        "room.sort_by",
        old=("since = max(deck.used, deck.sorted or deck.used)\nreturn since"),
        new=("since = max(deck.used, deck.counted or deck.used)\nreturn since"),
    ),
    Mutant("POKER-2b1", "room.overdue", old="if one.by < at)", new="if due.by <= at)"),
    Mutant(
        "POKER-2b2",
        "room.change_by",
        old="deck.opened and deck.opened +",
        new="deck.opened and max(deck.opened, deck.sorted or deck.opened) +",
    ),
    Mutant(
        "POKER-2b2",
        "room._clocks",
        old="if by := change_by(table, deck):",
        new="if deck.name == table.custody.live and (by := change_by(table, deck)):",
    ),
    Mutant(
        "POKER-2d3",
        "room._check_other",
        old="(live.name == custody.dealt) != again:",
        new="again and live.name != custody.dealt:",
    ),
    Mutant(
        "POKER-2d3",
        "room._check_other",
        old='again = undone(table.round) == "misdeal"',
        new="again = False",
    ),
    Mutant(
        "POKER-4c",
        "room.least_inspectors",
        old="game.document.inspectors",
        new="min(game.document.inspectors, 1)",
    ),
    Mutant(
        "POKER-4c",
        "room.had_opportunity",
        old="since + time <= at}",
        new="since <= at}",
    ),
    Mutant(
        "POKER-5b-always",
        "room._check_ready",
        old='machine = table.game.banked and live.shuffled_by == "device"',
        new='machine = live.shuffled_by == "device"',
    ),
    Mutant(
        "TCJ-2a",
        "room._inspect",
        old="expected=table.game.deck",
        new="expected=52",
    ),
    Mutant(
        "THB-3b · FLOP-3b · TCJ-3b",
        "room.least_inspectors",
        old="game.document.inspectors",
        new="min(game.document.inspectors * 2, 2)",
    ),
    Mutant(
        "THB-4b1 · FLOP-4b1 · TCJ-4b1",
        "room._check_ready",
        old='machine = table.game.banked and live.shuffled_by == "device"',
        new="machine = False",
    ),
    Mutant(
        "THB-8b1 · FLOP-8b1 · TCJ-8b1",
        "room.check_deal",
        old='table.sign.deal_method == "hand" and not device:',
        new='table.sign.deal_method == "hand" and device:',
    ),
    Mutant(
        "THB-8b1 · FLOP-8b1 · TCJ-8b1",
        "rules.banked_faults",
        old='if sign.deal_method == "hand" and sign.shuffler == "none":',
        new='if sign.deal_method == "hand" and sign.shuffler == "plain":',
    ),
    Mutant(
        "THB-7f · THB-8e · THB-9e · FLOP-7f · FLOP-8e · FLOP-9e · TCJ-7f · TCJ-8e · TCJ-9e",
        "room.count_due",
        old="custody.uncounted >= custody.procedures.count_rounds",
        new="custody.uncounted > custody.procedures.count_rounds",
    ),
    Mutant(
        "THB-7f · THB-8e · THB-9e · FLOP-7f · FLOP-8e · FLOP-9e · TCJ-7f · TCJ-8e · TCJ-9e",
        "room._count_stub",
        old="expected=table.game.deck - outside",
        new="expected=table.game.deck - outside - 1",
    ),
    Mutant(
        "FLOP-9f · TCJ-9f",
        "room.waived",
        old="if table.game.document.counting_shoe_only:",
        new="if not table.game.document.counting_shoe_only:",
    ),
    Mutant(
        "POKER-6e5a",
        "room.count_by",
        old="timedelta(minutes=table.custody.procedures.count_minutes)",
        new="timedelta(minutes=15)",
    ),
    Mutant(
        "POKER-6e5b",
        "room._count_stub",
        old="expected=table.game.deck - outside",
        new="expected=table.game.deck",
    ),
    Mutant(
        "POKER-20c-filed · POKER-21c-filed · POKER-22c-filed",
        "room.filings._approval",
        old="if version.elections == posted:",
        new="if version.elections:",
    ),
    Mutant(
        "POKER-21k-filed",
        "room.filings.needed",
        old="if game.section in FILED_GAMES",
        new='if game.section == "POKER 20"',
    ),
    Mutant(
        "POKER-2a-filed · POKER-6a-filed · POKER-6e5-filed · POKER-6b-automated",
        "room.filings.approvals",
        old="if not is_staffed(house)",
        new="if is_staffed(house)",
    ),
    Mutant(
        "POKER-15p-filed",
        "room.device._clear",
        old="if order.says.procedure not in filed:",
        new="if not order.says.procedure:",
    ),
    Mutant(
        "POKER-6e5d",
        "room.cards_of",
        old="return deck.seal.order",
        new="return table.game.cards",
    ),
    Mutant(
        "POKER-6e5d",
        "room.amiss",
        old="there[card] > 1",
        new="there[card] > 2",
    ),
    Mutant(
        "POKER-4b-person · POKER-2c-person · POKER-7c5-person · POKER-14b3v-person",
        "room.is_staffed",
        old='return house.is_set_up and house.kind == "card-room"',
        new="return False",
    ),
    Mutant(
        "THB-7f2 · FLOP-7f2 · TCJ-7f2",
        "room._count_stub",
        old="if count.misdealt:",
        new="if not count.misdealt:",
    ),
    Mutant(
        "POKER-2a4",
        "room.check_decks",
        old="if table.custody.procedures.cover in {deck.colour for deck in decks}:",
        new="if not table.custody.procedures.cover:",
    ),
]
