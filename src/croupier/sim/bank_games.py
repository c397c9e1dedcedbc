"""The counters of the three house-banked games, in the order the kernels have them."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from croupier.cards import DECK_52, DECK_54, Card
from croupier.engine.layout import DOLLAR
from croupier.engine.progressive import FIXED, METER_PERCENT
from croupier.engine.settle import ranked_by
from croupier.odds import thb
from croupier.odds.contests import against_dealer, five_card_hands, lines_of, on_table, times
from croupier.odds.kernel import core, high_5
from croupier.odds.strategies import folded, kind_of
from croupier.rankings import FAMILIES
from croupier.rules.banked import AgainstDealer
from croupier.rules.paytables import READERS, PayTable
from croupier.sim.counters import LOSES, Counter, Layout, Part, one
from croupier.sim.plan import Plan

Cards = tuple[Card, ...]


def _pairs(deck: Cards) -> Iterator[tuple[int, int, Cards]]:
    """Every two cards both ways round: their place in a table of the kernels, and themselves."""
    for a, b in combinations(deck, 2):
        yield a.number * len(deck) + b.number, b.number * len(deck) + a.number, (a, b)


def _side(counters: list[Counter], plan: Plan, spot: str, deck: Cards) -> NDArray[np.uint16] | None:
    """Add the counters of a wager on two own cards; which of them each hand is on."""
    if not plan.wagers.get(spot):
        return None
    contest = on_table(plan.definition, spot)
    table, lines = lines_of(contest, plan.sign)
    first = len(counters)
    counters += [one(spot, line.hand, line.odds or 0) for line in lines]
    counters.append(one(spot, LOSES, -1))
    places = {line.hand: first + place for place, line in enumerate(lines)}
    lost = first + len(lines)
    on = np.zeros(len(deck) ** 2, dtype=np.uint16)
    for one_way, other, own in _pairs(deck):
        on[one_way] = on[other] = places.get(table.line(own, ()), lost)
    return on


# --- Two Card Joker ----------------------------------------------------------------------------


def two_card_joker(plan: Plan) -> Layout:
    """Ante and call against the dealer's two cards; pair up and super flush on the player's."""
    game = plan.definition
    contest, call = against_dealer(game), times(game, "call")
    ranking = FAMILIES[ranked_by(contest, plan.sign)]
    gives_up = folded(game, plan.sign, plan.strategy)
    categories = [line.hand for line in _call_table(contest).lines]
    counters = [Counter("ante", "folds", (Part("ante", 1, Fraction(-1)),))]
    counters += [_two(contest, call, words, words) for words in ("unqualified", "ties", "loses")]
    counters += [_two(contest, call, f"wins with {name}", name) for name in categories]
    size = len(DECK_54) ** 2
    strength = np.zeros(size, dtype=np.int32)
    plays, wins = np.zeros(size, dtype=np.uint8), np.zeros(size, dtype=np.uint16)
    for one_way, other, own in _pairs(DECK_54):
        name = _call_table(contest).line(own, ())
        for at in (one_way, other):
            strength[at] = ranking.strength(own)
            plays[at] = kind_of(game, own) not in gives_up
            wins[at] = 4 + categories.index(name)
    sides = [_side(counters, plan, spot, DECK_54) for spot in ("pair up", "super flush")]
    there = [table for table in sides if table is not None]
    return Layout(
        tuple(counters),
        partial(
            core().simulate_two_cards,
            strength=strength,
            qualifies=ranking.strength(contest.qualifies),
            plays=plays,
            wins=wins,
            sides=np.concatenate(there) if there else np.zeros(0, dtype=np.uint16),
        ),
    )


def _call_table(contest: AgainstDealer) -> PayTable:
    return next(stake.table for stake in contest.stakes if stake.table)


def _two(contest: AgainstDealer, call: int, words: str, result: str) -> Counter:
    """Ante and call in one end, as `Stake` says of each."""
    parts = []
    for stake in contest.stakes:
        size = call if stake.spot == "call" else 1
        match result:
            case "unqualified":
                net = size if stake.unqualified == "wins" else 0
            case "ties":
                net = 0
            case "loses":
                net = -size
            case _:
                net = size * (stake.table.odds(result) or 0 if stake.table else 1)
        parts.append(Part(stake.spot, size, Fraction(net)))
    named = "the dealer does not qualify" if result == "unqualified" else words
    return Counter("ante", named, tuple(parts))


# --- Flop Poker --------------------------------------------------------------------------------


def flop_poker(plan: Plan) -> Layout:
    """Ante and flop wager by the pay table; the pot between the players."""
    game, sign = plan.definition, plan.sign
    table, lines = lines_of(on_table(game, "flop"), sign)
    evens = {line.hand: line.odds or 0 for line in lines_of(on_table(game, "ante"), sign)[1]}
    size = times(game, "flop")
    counters = [Counter("ante", "surrenders", (Part("ante", 1, Fraction(-1)),))]
    for line in lines:
        parts = (
            Part("ante", 1, Fraction(evens[line.hand])),
            Part("flop", size, Fraction(size * (line.odds or 0))),
        )
        counters.append(Counter("ante", f"wins with {line.hand}", parts))
    lost = (Part("ante", 1, Fraction(-1)), Part("flop", size, Fraction(-size)))
    counters.append(Counter("ante", "loses", lost))
    names = [line.hand for line in lines]
    on = np.full(8192, 1 + len(names), dtype=np.uint16)
    for strength, cards in five_card_hands():
        name = READERS[table.reads](cards[:3], cards[3:])
        if name in names:
            on[strength] = 1 + names.index(name)
    pot = len(counters)
    if plan.players > 1:
        counters += [_shared(plan.players, ways) for ways in range(plan.players + 1)]
    gives_up = folded(game, sign, plan.strategy)
    hands = sorted(combinations(range(52), 3), key=lambda own: own[::-1])  # as the kernels do
    plays = [kind_of(game, tuple(DECK_52[n] for n in own)) not in gives_up for own in hands]
    return Layout(
        tuple(counters),
        partial(
            core().simulate_three_cards,
            high_5=high_5(),
            plays=np.array(plays, dtype=np.uint8),
            line=on,
            pot=pot,
        ),
    )


def _shared(players: int, ways: int) -> Counter:
    if not ways:
        return one("pot", "loses", -1)
    shares = "shares the pot" if players == 2 else f"shares the pot {ways} ways"
    words = "wins the pot" if ways == 1 else shares
    return one("pot", words, Fraction(players, ways) - 1)


# --- Texas Hold 'Em Bonus ----------------------------------------------------------------------


def texas_holdem_bonus(plan: Plan) -> Layout:
    """Count a simulated ante with its later wagers, the bonus, and the progressive where posted."""
    game, sign = plan.definition, plan.sign
    ante, made, prizes = thb.marks()
    gives_up = folded(game, sign, plan.strategy)
    counters = [one("ante", "folds", -1)]
    sizes = [("flop", times(game, "flop")), ("turn", times(game, "turn"))]
    sizes.append(("river", times(game, "river")))
    pays = len(thb.RESULTS) - len(thb.ELECTIONS) + thb.ELECTIONS.index(sign.ante_threshold)
    for turn in (0, 1):
        for river in (0, 1):
            later = [size for size, made_it in zip(sizes, (1, turn, river), strict=True) if made_it]
            counters += [_bonus_end(later, words, at, pays) for at, words in enumerate(thb.RESULTS)]
    bonus = _side(counters, plan, "bonus", DECK_52)
    aces = _aces(counters, plan) if bonus is not None and sign.aces_v_aces else None
    progressive = _progressive(counters, plan) if plan.wagers.get("progressive") else None
    stays = np.zeros(len(DECK_52) ** 2, dtype=np.uint8)
    for one_way, other, own in _pairs(DECK_52):
        stays[one_way] = stays[other] = kind_of(game, own) not in gives_up
    later_plan = thb.LATER.get(plan.strategy, "gains")
    return Layout(
        tuple(counters),
        partial(
            core().simulate_holdem_bonus,
            high_5=high_5(),
            plan=thb.PLANS.index(later_plan),
            ante=ante,
            made=made,
            stays=stays,
            bonus_lines=np.zeros(0, dtype=np.uint16) if bonus is None else bonus,
            aces=aces,
            prizes=prizes,
            progressive=progressive,
            after_fold=sign.progressive_after_fold,
            decisions=thb.gains() if later_plan == "gains" else None,
        ),
    )


def _bonus_end(later: list[tuple[str, int]], words: str, at: int, pays: int) -> Counter:
    """Ante and later wagers when the hand loses, ties, or wins with so much."""
    ante = -1 if words == "loses" else int(at >= pays)
    sign = {"loses": -1, "ties": 0}.get(words, 1)
    parts = [Part("ante", 1, Fraction(ante))]
    parts += [Part(spot, size, Fraction(sign * size)) for spot, size in later]
    return Counter("ante", words, tuple(parts))


def _aces(counters: list[Counter], plan: Plan) -> int:
    counters.append(one("bonus", "ace-ace against ace-ace", plan.sign.aces_v_aces))
    return len(counters) - 1


def _progressive(counters: list[Counter], plan: Plan) -> int:
    """The prizes at the posted meter; one unit is a dollar."""
    first, kept = len(counters), 0 if plan.sign.progressive_prizes == "to" else 1
    counters.append(one("progressive", LOSES, -1))
    for line in (*reversed(FIXED), *METER_PERCENT, "community royal"):
        won = thb.prize(line, plan.sign.progressive_meter)
        net = Fraction(won, DOLLAR) - (kept if won else 1)
        counters.append(one("progressive", line, net))
    return first


BUILDERS: dict[str, Callable[[Plan], Layout]] = {
    "two-card-joker": two_card_joker,
    "flop-poker": flop_poker,
    "texas-holdem-bonus": texas_holdem_bonus,
}
