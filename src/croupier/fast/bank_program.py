"""House-banked games for the fast table: spots, choices, settlements and the meter as numbers.

Before the cards each player is asked spot by spot, in the order of the layout. Match play coupons
and a second position of one player stay with the Python engine.

>>> from croupier.games import GAMES
>>> spots_of(GAMES["two-card-joker"], GAMES["two-card-joker"].sign)
('ante', 'pair up', 'super flush', 'call')
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any

from croupier.cards import DECK_54
from croupier.engine.layout import posted_spots, span
from croupier.engine.progressive import COMMUNITY_ROYAL, FIXED, METER_PERCENT
from croupier.engine.settle import (
    THRESHOLD,
    odds_by_line,
    payout_limit,
    posted,
    ranked_by,
    reads,
)
from croupier.fast.checks import whole
from croupier.rankings import FAMILIES, kernels
from croupier.rankings.picks import AnyOf
from croupier.refused import Refused
from croupier.rules.banked import (
    AgainstDealer,
    Choice,
    Contest,
    Deliver,
    OnMeter,
    OnTable,
    Reveal,
    Settle,
    Stake,
    Wagers,
)
from croupier.rules.game import Game
from croupier.rules.paytables import PayTable, category_of_five, line_of_five
from croupier.rules.sign import TableSign
from croupier.rules.steps import AnyStep

Row = tuple[Any, ...]
OTHERWISE = ("fold", "check", "surrender")
BY_TWO_CARDS = ("two cards", "two of 54", "super flush", "super flush, A-3 low")
MOST_CHIPS = 1 << 30  # all chips in play: amounts are 32 bits
MOST_SPOTS, NO_SPOT, COLLECTS, PUSHES = 7, 255, 128, -1
ROYAL = FAMILIES["high-5"].strength("AsKsQsJsTs")


@lru_cache
def spots_of(game: Game, sign: TableSign) -> tuple[str, ...]:
    """Every spot of a banked game on the fast table, by name."""
    first = game.script[0]
    assert isinstance(first, Wagers)
    names = [spot.name for spot in posted_spots(first, sign)]
    names += [step.place for step in game.script if isinstance(step, Choice)]
    if len(names) > MOST_SPOTS:
        raise Refused(
            "FIELD game", f"the fast table can have at most {MOST_SPOTS} spots, not {len(names)}"
        )
    return tuple(names)


def opening_meter(sign: TableSign) -> int:
    """The meter that a fast table starts with."""
    return int(sign.progressive_meter or sign.progressive_seed) if sign.progressive else 0


def row_of(game: Game, sign: TableSign, step: AnyStep) -> Row | None:
    """A step of a house-banked game; nothing for one that all games have."""
    names = spots_of(game, sign)
    match step:
        case Wagers():
            return ("wagers",)
        case Deliver():
            return "deliver", step.each, int(sign.deal_method == "automated_shoe")
        case Reveal():
            return "reveal", int(step.community)
        case Choice():
            ends = names.index(step.forfeits) + 1 if step.forfeits else 0
            ends += COLLECTS if step.collects else 0
            spots = names.index(step.asks), names.index(step.place)
            return "choice", *spots, step.times, OTHERWISE.index(step.otherwise), ends
        case Settle():
            return _settle(game, sign, step)
        case _:
            return None


def _settles(game: Game) -> list[Settle]:
    return [step for step in game.script if isinstance(step, Settle)]


def _settle(game: Game, sign: TableSign, step: Settle) -> Row:
    """Which contests a pass settles, among those of all passes that this sign posts."""
    passes = _settles(game)
    before = passes[: passes.index(step)]
    first = sum(len(_contests(game, sign, each)) for each in before)
    limit = sum(bool(each.limited) for each in before) + 1 if step.limited else 0
    last = first + len(_contests(game, sign, step))
    return "settle", first, last, int(bool(step.collects_folded)), limit, int(step.turns_all)


def _contests(game: Game, sign: TableSign, step: Settle) -> list[Contest]:
    """The contests of a pass whose spots this sign posts."""
    names = spots_of(game, sign)
    return [contest for contest in step.contests if {*contest.spots} <= {*names}]


def bank_of(game: Game, sign: TableSign) -> dict[str, Any] | None:
    """What the compiled core must know of the bank, if there is one."""
    if not game.banked:
        return None
    names, passes = spots_of(game, sign), _settles(game)
    contests = [contest for step in passes for contest in _contests(game, sign, step)]
    return {
        "spots": _spots(game, sign),
        "ante": names.index("ante"),
        "progressive": names.index("progressive") if "progressive" in names else NO_SPOT,
        "limits": [int(payout_limit(game, sign, step)) for step in passes if step.limited],
        "contests": [_contest(game, sign, contest) for contest in contests],
        "meter": _meter(sign),
    }


def _spots(game: Game, sign: TableSign) -> list[dict[str, Any]]:
    first, names = game.script[0], spots_of(game, sign)
    assert isinstance(first, Wagers)
    found: list[dict[str, Any]] = []
    optional = False
    for spot in posted_spots(first, sign):
        least, most = span(spot, sign)
        late = spot.needs and names.index(spot.needs) >= len(found)
        if late or (spot.required and optional):
            why = f"the fast table asks spot by spot, and {spot.name} comes too late for that"
            raise Refused("FIELD game", why)
        optional = optional or not spot.required
        found.append(
            {
                "least": int(least),
                "most": int(most),
                "needs": names.index(spot.needs) if spot.needs else NO_SPOT,
                "required": spot.required,
                "pot": spot.name == "pot",
            }
        )
    return found


def _contest(game: Game, sign: TableSign, contest: Contest) -> dict[str, Any]:
    ranking, pick = reads(game)
    kind, stakes, qualifies, even, aces = 2, [_stake(game, sign, contest.spots[0])], 0, False, 0
    match contest:
        case AgainstDealer():
            kind, ranking, pick = 0, ranked_by(contest, sign), contest.pick
            stakes = [_stake(game, sign, stake.spot, stake) for stake in contest.stakes]
            qualifies = FAMILIES[ranking].strength(contest.qualifies) if contest.qualifies else 0
        case OnTable():
            kind, even = 1, contest.even
            stakes = [_stake(game, sign, contest.spot, table=contest.table)]
            aces = sign.aces_v_aces if contest.table.key == "bonus_odds" else 0
        case OnMeter():
            ranking, pick = "high-5", AnyOf(5)
    return {
        "kind": kind,
        "kernel": kernels.kernel(FAMILIES[ranking].family),
        "pick": pick,
        "stakes": stakes,
        "qualifies": qualifies,
        "threshold": FAMILIES["high-5"].strength(THRESHOLD[sign.ante_threshold]),
        "even": even,
        "aces": aces,
    }


def _stake(
    game: Game,
    sign: TableSign,
    spot: str,
    stake: Stake | None = None,
    table: PayTable | None = None,
) -> dict[str, Any]:
    paid = stake.table if stake else table
    return {
        "spot": spots_of(game, sign).index(spot),
        "threshold": bool(stake and stake.threshold),
        "unqualified": bool(stake and stake.unqualified == "wins"),
        "table": _table(paid, sign) if paid else None,
    }


def _table(table: PayTable, sign: TableSign) -> dict[str, Any]:
    """The odds of a pay table: by two own cards, or by the strength of five; -1 is a push."""
    odds = {
        line: PUSHES if pays is None else pays for line, pays in odds_by_line(table, sign).items()
    }
    named = posted(table, sign)
    if named.reads == "five cards":
        return {
            "by_strength": True,
            "odds": [odds.get(line_of_five(s), 0) for s in range(ROYAL + 1)],
        }
    if named.reads not in BY_TWO_CARDS:
        raise Refused("FIELD game", f"the fast table does not read pay tables by {named.reads!r}")
    size = len(DECK_54)
    found = [0] * size**2
    deck = [card for card in DECK_54 if named.reads != "two cards" or card.rank >= 0]
    for low, high in combinations(deck, 2):
        found[low.number * size + high.number] = odds.get(named.line((low, high), ()), 0)
    return {"by_strength": False, "odds": found}


def _meter(sign: TableSign) -> dict[str, Any]:
    categories = [category_of_five(strength) for strength in range(ROYAL)]
    prizes = sorted((categories.index(name), int(chips)) for name, chips in FIXED.items())
    return {
        "seed": int(sign.progressive_seed),
        "community_royal": int(COMMUNITY_ROYAL),
        "share": sign.progressive_share,
        "returns": sign.progressive_prizes == "to",
        "after_fold": sign.progressive_after_fold,
        "royal": ROYAL,
        "prizes": prizes,
        "percent": list(METER_PERCENT.values()),
    }


# --- what players bring and wager -------------------------------------------------------------


def most_won(game: Game, sign: TableSign, stack: int) -> int:
    """More than a stack can become in one round: amounts of the compiled core are 32 bits."""
    total = stack + opening_meter(sign) + int(sign.progressive_seed + COMMUNITY_ROYAL)
    for step in _settles(game):
        odds = sum(_most_odds(contest, sign) for contest in _contests(game, sign, step))
        won = stack * odds
        total += min(won, int(payout_limit(game, sign, step))) if step.limited else won
    return total


def _most_odds(contest: Contest, sign: TableSign) -> int:
    match contest:
        case AgainstDealer():
            tables = [stake.table for stake in contest.stakes if stake.table]
            return max(
                [1, *[max(odds or 0 for odds in odds_by_line(t, sign).values()) for t in tables]]
            )
        case OnTable():
            most = max(odds or 0 for odds in odds_by_line(contest.table, sign).values())
            return 1 if contest.even else max(most, sign.aces_v_aces)
        case OnMeter():
            return 0  # on a dollar, whatever the stack


def least_stack(game: Game, sign: TableSign, players: int) -> int:
    """The fewest chips with which a player can wager at all."""
    first = game.script[0]
    assert isinstance(first, Wagers)
    spots = [spot for spot in posted_spots(first, sign) if players > 1 or spot.name != "pot"]
    required = sum(int(span(spot, sign)[0]) for spot in spots if spot.required)
    return required or min(int(span(spot, sign)[0]) for spot in spots if not spot.needs)


def check_stacks(game: Game, sign: TableSign, stacks: Sequence[int]) -> None:
    """Refuse stacks with which nobody can wager, or that could win more than is counted here."""
    if max(stacks) < least_stack(game, sign, len(stacks)):
        raise Refused("SIGN wager_min", "no player can cover the minimum wager")
    if sum(most_won(game, sign, chips) for chips in stacks) >= MOST_CHIPS:
        why = "stacks, and what they can win, must stay below ten million dollars on the fast table"
        raise Refused("FIELD stack", why)


def wagers_of(
    game: Game, sign: TableSign, players: int, stacks: Sequence[int], wagers: Mapping[str, int]
) -> list[int]:
    """What policies place, by spot: the least on what they must cover, or as it is given."""
    first, names = game.script[0], spots_of(game, sign)
    assert isinstance(first, Wagers)
    spots = {spot.name: spot for spot in posted_spots(first, sign)}
    alone = players == 1
    usual = {
        name: int(span(spot, sign)[0])
        for name, spot in spots.items()
        if (spot.required or name == "ante") and not (alone and name == "pot")
    }
    placed = dict(wagers) if wagers else usual
    for name, chips in placed.items():
        if name not in spots:
            raise Refused("FIELD wagers", f"{str(name)[:20]!r} is not one of {', '.join(spots)}")
        least, most = span(spots[name], sign)
        whole("wagers", chips, 0, MOST_CHIPS)
        if chips and (not least <= chips <= most or chips % sign.unit):
            why = f"the {name} wager must be {least} to {most} cents in whole chips, not {chips}"
            raise Refused("FIELD wagers", why)
        needs = spots[name].needs
        if chips and needs and not placed.get(needs):
            raise Refused("FIELD wagers", f"a {name} wager requires an {needs} wager")
    for name in usual:
        if spots[name].required and not placed.get(name):
            raise Refused("FIELD wagers", f"the {name} wager is required")
    if alone and placed.get("pot"):
        raise Refused("FIELD wagers", "a player alone at the table cannot place a pot wager")
    total = sum(placed.values())
    if not 0 < total <= max(stacks):
        raise Refused("FIELD wagers", f"the wagers add up to {total} cents, more than any stack")
    return [placed.get(name, 0) for name in names]
