"""Two ways to count every betting sequence of a round: with the engine, and from the rules alone.

A sequence is all that is said in the betting rounds, amounts included; hands stand pat, are shown,
and nothing is run twice. What is counted is how many sequences end the round.
"""

from collections.abc import Iterator
from functools import cache
from typing import Literal, NamedTuple

from croupier.chips import Chips
from croupier.engine import commands as say
from croupier.engine.commands import Command
from croupier.engine.play import play
from croupier.engine.round import Round
from croupier.engine.turns import Turn
from croupier.rules.steps import Bet
from tests.dealing import Deal

# --- with the engine -------------------------------------------------------------------------


def count(state: Round) -> int:
    """Play everything that may be said, to the end of every branch."""
    if state.done:
        return 1
    if not isinstance(state.step, Bet):
        return count(_quietly(state))
    (turn,) = state.turns
    return sum(count(play(state, command)[0]) for command in said(turn))


def said(turn: Turn) -> Iterator[Command]:
    """Every command that a turn allows, every whole amount on its own."""
    for option in turn.options:
        amounts = [Chips(to) for to in range(option.least, option.most + 1) if option.admits(to)]
        match option.does:
            case "fold":
                yield say.Fold(turn.actor)
            case "check":
                yield say.Check(turn.actor)
            case "call":
                yield say.Call(turn.actor)
            case "bet":
                yield from (say.Bet(turn.actor, to) for to in amounts)
            case "raise":
                yield from (say.RaiseTo(turn.actor, to) for to in amounts)
            case _:
                raise AssertionError(option)


def _quietly(state: Round) -> Round:
    deal = Deal.__new__(Deal)
    deal.state, deal.log = state, []
    return deal.passive().state


# --- from the rules --------------------------------------------------------------------------


class Rules(NamedTuple):
    """What a sign says of betting; `bets` has the fixed or the least bet of each round."""

    structure: Literal["limit", "spread", "pot_limit", "no_limit"]
    bets: tuple[int, ...]
    most: int = 0  # of a spread
    cap: int | None = None
    check_raise: bool = True


class Player(NamedTuple):
    stack: int
    bet: int = 0
    live: bool = True
    heard: int = -1  # the price (in fixed limit the full bets) this player last answered
    checked: bool = False


class Table(NamedTuple):
    """A betting round in progress: player 0 sits left of the button."""

    players: tuple[Player, ...]
    pot: int  # from earlier rounds
    price: int
    full: int  # the last full bet or raise; 0 while there is none
    least: int  # the least raise: the fixed bet, or the last full raise
    raises: int
    queue: tuple[int, ...]


def from_rules(rules: Rules, stacks: tuple[int, ...], blinds: tuple[int, ...]) -> int:
    """Count the sequences of a game with blinds, by nothing but the rules of betting."""
    players = tuple(
        Player(stack - min(stack, blind), min(stack, blind))
        for stack, blind in zip(stacks, blinds + (0,) * len(stacks), strict=False)
    )
    price, bet = max(blinds), rules.bets[0]
    least = bet if rules.structure == "limit" else max(bet, price)  # the blind is a bet
    around = _around(players, after=len(blinds) - 1)
    return _count(
        rules, 0, Table(players, 0, price, price if price >= bet else 0, least, 0, around)
    )


def _around(players: tuple[Player, ...], after: int) -> tuple[int, ...]:
    seats = [(after + 1 + place) % len(players) for place in range(len(players))]
    return tuple(seat for seat in seats if players[seat].live and players[seat].stack)


@cache
def _count(rules: Rules, number: int, table: Table) -> int:
    if sum(player.live for player in table.players) == 1:
        return 1
    if not table.queue or _settled(table):
        return _next_round(rules, number, table)
    return sum(_count(rules, number, after) for after in _answers(rules, table))


def _settled(table: Table) -> bool:
    """Nobody is left who could bet against anybody."""
    able = [player for player in table.players if player.live and player.stack]
    most = max(player.bet for player in table.players if player.live)
    return not able or (len(able) == 1 and able[0].bet >= most)


def _next_round(rules: Rules, number: int, table: Table) -> int:
    if number + 1 == len(rules.bets):
        return 1
    bets = sorted(player.bet for player in table.players)
    called = bets[-2]  # what nobody matched goes back
    players = tuple(
        Player(player.stack + max(0, player.bet - called), live=player.live)
        for player in table.players
    )
    pot = table.pot + sum(min(bet, called) for bet in bets)
    around = _around(players, after=len(players) - 1)
    return _count(rules, number + 1, Table(players, pot, 0, 0, rules.bets[number + 1], 0, around))


def _answers(rules: Rules, table: Table) -> Iterator[Table]:
    """Every way in which the next player may answer."""
    seat, *others = table.queue
    me = table.players[seat]
    owed = max(0, table.price - me.bet)
    bids = rules.structure != "limit" and table.full  # any full bet reopens one that was not full
    heard = table.price if bids else table.full

    def after(player: Player) -> Table:
        return table._replace(players=_seated(table, seat, player), queue=tuple(others))

    if owed:
        yield after(me._replace(live=False))
        call = min(owed, me.stack)
        yield after(me._replace(stack=me.stack - call, bet=me.bet + call, heard=heard))
    else:
        yield after(me._replace(checked=True, heard=heard))
    if me.stack > owed and _may_raise(rules, table, seat):
        for to in _amounts(rules, table, me):
            yield _raised(rules, table, seat, to)


def _seated(table: Table, seat: int, player: Player) -> tuple[Player, ...]:
    return (*table.players[:seat], player, *table.players[seat + 1 :])


def _may_raise(rules: Rules, table: Table, seat: int) -> bool:
    me = table.players[seat]
    answerable = any(
        other.live and other.stack for place, other in enumerate(table.players) if place != seat
    )
    reopened = me.heard < 0 or (
        table.full > me.heard
        if rules.structure == "limit"
        else table.price - me.heard >= table.least
    )
    capped = rules.cap is not None and table.raises >= rules.cap
    forbidden = me.checked and not rules.check_raise
    return answerable and reopened and not capped and not forbidden


def _amounts(rules: Rules, table: Table, me: Player) -> range:
    """To how much this player may make it, the whole stack at most."""
    all_in = me.stack + me.bet
    least = table.price + table.least if table.full else table.least
    match rules.structure:
        case "limit":
            least = most = table.full + table.least
        case "spread":
            most = table.price + rules.most
        case "pot_limit":
            call = table.price - me.bet
            whole = table.pot + sum(player.bet for player in table.players) + call
            most = table.price + whole
        case "no_limit":
            most = all_in
    most = min(most, all_in)
    return range(min(max(least, table.price + 1), most), most + 1)


def _raised(rules: Rules, table: Table, seat: int, to: int) -> Table:
    me = table.players[seat]
    full, least = table.full, table.least
    if rules.structure == "limit":
        if 2 * (to - full) >= least:  # half a bet counts as a bet
            full += least
    elif to - (table.price if full else 0) >= least:
        full, least = to, max(least, to - table.price)
    counts = full > table.full > 0  # the opening bet and a completion are no raises
    heard = full if rules.structure == "limit" else to
    player = me._replace(stack=me.stack - (to - me.bet), bet=to, heard=heard)
    players = _seated(table, seat, player)
    queue = tuple(other for other in _around(players, seat) if other != seat)
    return Table(players, table.pot, to, full, least, table.raises + counts, queue)
