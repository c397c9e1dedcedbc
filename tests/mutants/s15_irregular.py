"""Breaks of the rulings on irregularities (POKER 15(e)-(i), (k)-(r))."""

from tests.mutants import Mutant

MUTANTS = [
    Mutant(  # a misdeal moves the button
        "POKER-15e · BBC-irr-misdeal",
        "room.moved_on",
        old="if state.undone:",
        new="if False:",
    ),
    Mutant(  # one card face up is enough
        "POKER-15e3",
        "engine.found_face_up",
        old="if any(pile.barred and pile.up for pile in state.discards):",
        new="if True:",
    ),
    Mutant(  # two are not
        "POKER-15e3",
        "engine.found_face_up",
        old="if any(pile.barred and pile.up for pile in state.discards):",
        new="if False:",
    ),
    Mutant(  # a time limit that the text does not have
        "POKER-15e3",
        "rules.POKER_15",
        old='"face_up_cards", "misdeal")',
        new='"face_up_cards", "misdeal", until="two wagers")',
    ),
    Mutant(  # the first caller closes the window
        "POKER-15e2 · POKER-15e4",
        "engine._check_time",
        old="len(state.wagered) > 1",
        new="len(state.wagered) > 0",
    ),
    Mutant(  # the window never closes
        "POKER-15e2 · POKER-15e4",
        "engine._check_time",
        old='rule.until == "two wagers" and',
        new="False and",
    ),
    Mutant(  # one player who wagers twice counts as two
        "POKER-15e2 · POKER-15e4",
        "engine._wagered",
        old="return state.wagered if seat in state.wagered else (*state.wagered, seat)",
        new="return (*state.wagered, seat)",
    ),
    Mutant(  # the deck stays in play
        "POKER-15g · BBC-irr-missing",
        "engine._called_dead",
        old='return _undone(state, event, "dead")',
        new='return _undone(state, event, "misdeal")',
    ),
    Mutant(  # who folded gets nothing back
        "POKER-15g · BBC-irr-missing",
        "engine._all_in_it",
        old="for seat in state.order}",
        new="for seat in state.live}",
    ),
    Mutant(  # only before the second wager
        "POKER-15g · BBC-irr-missing",
        "rules.POKER_15",
        old='Rule("POKER 15(g)", "missing_cards", "dead round")',
        new='Rule("POKER 15(g)", "missing_cards", "dead round", until="two wagers")',
    ),
    Mutant(  # what was parked stays with the house
        "POKER-15g",
        "engine.refund",
        old=("for source in TAKEN:\n    part"),
        new=("for source in TAKEN[:1]:\n    part"),
    ),
    Mutant(  # stud hands need a chip on them
        "POKER-15i1",
        "engine.is_protected",
        old="return stud or state.hands",
        new="return state.hands",
    ),
    Mutant(  # every hand counts as protected
        "POKER-15i1",
        "engine.is_protected",
        old="isinstance(step, Deal) and step.up for step",
        new="isinstance(step, Deal) for step",
    ),
    Mutant(  # dead posts and antes are forgotten: only half goes back
        "POKER-15i3 · BBC-irr-refund",
        "engine._refunded",
        old="moves = refund(state, {command.seat: state.hands[command.seat].put_in})",
        new="moves = refund(state, {command.seat: state.hands[command.seat].bet})",
    ),
    Mutant(  # a contributor is refunded too
        "POKER-15i3 · BBC-irr-refund",
        "engine._fouled",
        old="if command.contributed:",
        new="if False:",
    ),
    Mutant(  # the refunded money still counts in the side pots
        "POKER-15i3 · BBC-irr-refund",
        "engine._hand_refunded",
        old='out="void", bet=none, paid=none, dead=none)',
        new='out="void")',
    ),
    Mutant(  # the third card lies face up all the same
        "POKER-15k-hole",
        "engine._tell_deal",
        old='"D" if step.down and state.hands[seat].up else "U"',
        new='"U"',
    ),
    Mutant(  # the exposed card is exchanged, as in hold'em
        "POKER-15k-hole",
        "rules.EXPOSURES",
        old='Exposure("POKER 15(k)", first="up_card"',
        new='Exposure("POKER 15(k)", first="exchange"',
    ),
    Mutant(  # two exposed cards are two up-cards
        "POKER-15k-both",
        "engine._then",
        old="if rule.both and state.hands[seat].up:",
        new="if False:",
    ),
    Mutant(  # the ante stays in
        "POKER-15k-both",
        "engine.expose",
        old="moves = refund(state, {seat: state.hands[seat].put_in})",
        new="moves = ()",
    ),
    Mutant(  # the others' cards are shifted
        "POKER-15k-both",
        "engine._dealt_around",
        old="dealt = before.dealt - (before.live * each)[: before.dealt].count(seat)",
        new="dealt = before.dealt",
    ),
    Mutant(  # the choice is not asked
        "POKER-15k-third",
        "engine._exposed",
        old="choosing=(*state.amiss.choosing, event.seat)",
        new="choosing=state.amiss.choosing",
    ),
    Mutant(  # who stops is asked to bet again
        "POKER-15k-third · POKER-15m-third",
        "engine._elected",
        old="stopped=event.stops)",
        new="stopped=False)",
    ),
    Mutant(  # the replacement comes at once, in the middle of the deal
        "POKER-15o1 · POKER-15o2",
        "engine.due",
        old="return bool(state.amiss.exposed) and not isinstance(state.step, Deal)",
        new="return bool(state.amiss.exposed)",
    ),
    Mutant(  # another card is burned as well
        "POKER-15o2",
        "engine._without_burn",
        old="return script[:burn] + script[burn + 1 :]",
        new="return script",
    ),
    Mutant(  # every exposed card is a burn
        "POKER-15o1 · POKER-15o2",
        "engine.tell",
        old='state.sign.exposed_card == "burn" and not state.amiss.burns_up',
        new='state.sign.exposed_card == "burn"',
    ),
    Mutant(  # the sign's option is not read
        "POKER-15o1 · POKER-15o2",
        "engine.tell",
        old='posted = state.sign.exposed_card == "burn" and not state.amiss.burns_up',
        new="posted = not state.amiss.burns_up",
    ),
    Mutant(
        "POKER-15r",
        "rules.supplemented",
        old="one.kind == kind and one.approval",
        new="one.kind == kind",
    ),
]
