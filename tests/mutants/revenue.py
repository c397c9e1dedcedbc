"""Breaks of rake, promotional drop and bad beat contribution (POKER 14, 19, BBC)."""

from tests.mutants import Mutant

MUTANTS = [
    Mutant(  # eleven percent may be posted
        "POKER-14b1i",
        "rules.MOST_PERCENT",
        old="MOST_PERCENT = 10",
        new="MOST_PERCENT = 11",
    ),
    Mutant(  # a percentage is rounded up
        "POKER-14b1i",
        "rules.Percentage.of",
        old="sums * hundredths // (100_00 * unit) * unit",
        new="-(-sums * hundredths // (100_00 * unit)) * unit",
    ),
    Mutant(  # what was rounded away is made up for later
        "POKER-14b1i",
        "engine.take",
        old="int(rake.of(sums - state.counted, unit))",
        new="int(rake.of(sums, unit)) - taken",
    ),
    Mutant(  # a level has to be passed, not reached
        "POKER-14b2i · BBC-rev-inc1",
        "rules.Increments.of",
        old="if sums >= level",
        new="if sums > level",
    ),
    Mutant(  # increments are taken again in each betting round
        "POKER-14b2i · BBC-rev-inc1",
        "engine.take",
        old="rake.of(sums, unit) - taken",
        new="rake.of(sums, unit)",
    ),
    Mutant(  # the maximum of each betting round
        "POKER-14a3 · POKER-14a3-cap",
        "engine.take",
        old="min(due, _most(state) - taken)",
        new="min(due, _most(state))",
    ),
    Mutant(  # the maximum of each pot
        "POKER-14a3 · POKER-14a3-cap",
        "engine.take",
        old="min(due, _most(state) - taken)",
        new="min(due, 3 * _most(state) - taken)",
    ),
    Mutant(  # the rake first, then the uncalled bet
        "POKER-14d",
        "engine.begin",
        old="return uncalled(state) or [*rake.take(state), _closed(step, state.betting.first)]",
        new="return [*rake.take(state), *uncalled(state), _closed(step, state.betting.first)]",
    ),
    Mutant(  # the same on the river, where all fold
        "POKER-14d · BBC-rev-uncalled",
        "engine.begin",
        old="return bet.uncalled(state) or show.close(state)",
        new="return show.close(state)",
    ),
    Mutant(  # what one player alone has paid counts
        "POKER-14d",
        "engine.called",
        old="state.gross - (first - second)",
        new="state.gross",
    ),
    Mutant(  # rake and contribution are lost on the way
        "POKER-1pot",
        "engine._net",
        old="Chips(pot.chips - part)",
        new="Chips(pot.chips - part - part // 2)",
    ),
    Mutant(  # a small pot pays first
        "POKER-14b-each",
        "engine._each_its_part",
        old="(-(taken * pots[place] % whole), -place)",
        new="(taken * pots[place] % whole, place)",
    ),
    Mutant(  # the main pot pays for all
        "POKER-14b-each",
        "engine._net",
        old='state.sign.rake_from == "main_first"',
        new='state.sign.rake_from != ""',
    ),
    Mutant(  # the contribution before the rake
        "POKER-19c1",
        "engine.extract",
        old="(take, _second_rake, _promo_drop, _contribution)",
        new="(_contribution, take, _second_rake, _promo_drop)",
    ),
    Mutant(  # the award before anything is taken
        "POKER-19c1",
        "engine.close",
        old="awards = award(state)",
        new="awards, events = [*award(state), *events], []",
    ),
    Mutant(  # half the pot reaches fewer levels: two and two
        "BBC-runtwice3",
        "engine._second_rake",
        old='_raked(state, "BBC runtwice-rake", state.accounts[RAKE])',
        new='_raked(state, "BBC runtwice-rake", state.accounts[RAKE] // 2)',
    ),
    Mutant(  # the promotional drop twice too
        "BBC-runtwice3",
        "engine._promo_drop",
        old="_within_pot(state, state.sign.promo_drop)",
        new="_within_pot(state, state.sign.promo_drop * len(state.boards))",
    ),
    Mutant(  # the second board counts for promotions
        "BBC-runtwice-promo",
        "engine.found",
        old="strengths[0][place]",
        new="strengths[-1][place]",
    ),
    Mutant(  # a hand need not be beaten
        "POKER-19a · POKER-1badbeat",
        "engine.found",
        old="least <= strength < best",
        new="least <= strength <= best",
    ),
    Mutant(  # the sign has another maximum than the table
        "POKER-14c · BBC-rev-sign",
        "views.revenue",
        old='f"rake: {_method(sign.rake)}{basis}, at most {money(sign.rake_max)} a round of play"',
        new='f"rake: {_method(sign.rake)}{basis}, at most {money(sign.rake_max)} a pot"',
    ),
    Mutant(  # a tier for few players hides a maximum that is too high
        "POKER-14a3-doc",
        "room.check_rake",
        old="sign.rake_max > rules.maximum",
        new="min([sign.rake_max, *(chips for _, chips in sign.rake_tiers)]) > rules.maximum",
    ),
    Mutant(  # a pot that bears no rake bears the promotional drop
        "BBC-runtwice-promo",
        "engine._promo_drop",
        old="or not state.accounts[RAKE]",
        new="or state.accounts[RAKE] < 0",
    ),
    Mutant(  # the part of an ante that nobody matched counts toward a level
        "POKER-14d · BBC-rev-uncalled",
        "engine.called.called",
        old="(first - second)",
        new="0",
    ),
]
