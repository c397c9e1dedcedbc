"""The settlement: one player at a time from the dealer's right, wager by wager."""

from collections.abc import Iterator
from functools import lru_cache

from msgspec.structs import replace

from croupier.cards import UNKNOWN, Card
from croupier.chips import NOTHING, Chips
from croupier.engine.accounts import BANK, METER, Move
from croupier.engine.commands import Announce
from croupier.engine.deal import ask_cards
from croupier.engine.events import (
    AnyEvent,
    Collected,
    HouseRevealed,
    Outcome,
    Result,
    RoundClosed,
    Settled,
    SettlementClosed,
    Shown,
)
from croupier.engine.layout import least_wager, on_spot, purse, spot_account
from croupier.engine.progressive import prize, reset
from croupier.engine.round import Round
from croupier.engine.show import named
from croupier.engine.turns import HOUSE
from croupier.rankings import FAMILIES, Family
from croupier.rankings.picks import Pick
from croupier.rules.banked import AgainstDealer, Contest, OnMeter, OnTable, Reveal, Settle, Stake
from croupier.rules.game import Game
from croupier.rules.paytables import PAIR_UP, SUPER_FLUSH, SUPER_FLUSH_A3, PayTable
from croupier.rules.sign import TableSign
from croupier.rules.steps import Showdown

LIMIT = Chips(50_000_00)
THRESHOLD = {"straight": "5h4d3c2sAs", "flush": "7h5h4h3h2h"}


def begin_reveal(state: Round, step: Reveal) -> list[AnyEvent]:
    """Turn up the dealer's hand, or the community cards that lay face down."""
    if UNKNOWN in state.house:
        return ask_cards(step.clause, len(state.house), whole=True)
    strength = 0 if step.community else _strength(state, state.house)
    return [
        HouseRevealed(
            clause=step.clause, cards=state.house, community=step.community, strength=strength
        )
    ]


def begin(state: Round, step: Settle) -> list[AnyEvent]:
    """Settle every player's wagers of this pass; a hand that is not known is named first."""
    events: list[AnyEvent] = []
    asked = to_turn_up(state)
    if asked is not None and any(isinstance(contest, OnMeter) for contest in step.contests):
        # all prizes are shares of one meter: every hand comes first
        return ask_cards(step.clause, len(_own(state, asked)), whole=True)
    for seat in _from_the_right(state):
        if seat == asked:
            return events + ask_cards(step.clause, len(_own(state, seat)), whole=True)
        events += _settle_seat(state, step, seat)
    events += reset(state, events)
    events.append(SettlementClosed(clause=step.clause))
    return events


def _from_the_right(state: Round) -> list[int]:
    """The hands that are settled, the dealer's right first."""
    live = state.live
    return [seat for seat in reversed(state.order) if seat in live]


def to_turn_up(state: Round) -> int | None:
    """The seat whose cards the dealer names next, since an announced deck left them unknown."""
    step = state.step
    if isinstance(step, Reveal):
        return HOUSE if UNKNOWN in state.house else None
    assert isinstance(step, Settle)
    for seat in _from_the_right(state):
        if UNKNOWN in _own(state, seat):
            spots = {spot for spot in state.hands[seat].stakes if on_spot(state, seat, spot)}
            if step.turns_all or _turns_up(state, step, seat, spots):
                return seat
    return None


def turn_up(state: Round, command: Announce) -> list[AnyEvent]:
    """Accept a whole hand, or the house's cards, as the dealer names them."""
    step, seat = state.step, to_turn_up(state)
    assert isinstance(step, Reveal | Settle) and seat is not None
    if seat == HOUSE:
        state = replace(state, house=named(state, state.house, command.cards))
        assert isinstance(step, Reveal)
        return begin_reveal(state, step)
    hand = state.hands[seat]
    known = replace(hand, down=named(state, hand.down, command.cards))
    assert isinstance(step, Settle)
    return [_shown(replace(state, hands=state.hands | {seat: known}), step, seat)]


def _settle_seat(state: Round, step: Settle, seat: int) -> list[AnyEvent]:
    outcomes = [o for contest in step.contests for o in outcomes_of(state, contest, seat)]
    hand = state.hands[seat]
    if step.collects_folded and hand.out == "folded" and "ante" in hand.stakes:
        chips = on_spot(state, seat, "ante")
        outcomes.append(
            Outcome("ante", "loses", chips, NOTHING, state.game.cite(step.collects_folded))
        )
        outcomes += _match_play(state, seat, "loses")
    if not outcomes:
        return [_shown(state, step, seat)] if step.turns_all and not hand.strengths else []
    if step.limited:
        outcomes = _limited(state, step, outcomes)
    events: list[AnyEvent] = []
    face_down = hand.down and not hand.strengths
    if face_down and _turns_up(state, step, seat, {outcome.spot for outcome in outcomes}):
        events.append(_shown(state, step, seat))
    moves = tuple([move for outcome in outcomes for move in _moves(state, seat, outcome)])
    events.append(Settled(clause=step.clause, seat=seat, outcomes=tuple(outcomes), moves=moves))
    if step.collects_folded and hand.out:
        events.append(Collected(clause=state.game.cite(step.collects_folded), seats=(seat,)))
    return events


def outcomes_of(state: Round, contest: Contest, seat: int) -> list[Outcome]:
    """What becomes of each wager of a seat in one contest; a wager of nothing has no outcome."""
    match contest:
        case AgainstDealer():
            return _against_dealer(state, contest, seat)
        case OnTable():
            return _on_table(state, contest, seat)
        case OnMeter():
            chips = on_spot(state, seat, contest.spot)
            return [prize(state, contest, seat, chips)] if chips else []


def _match_play(state: Round, seat: int, result: Result) -> list[Outcome]:
    """A coupon wins even money beside its ante, is taken win or lose, and stays on a push."""
    coupon = state.hands[seat].coupon
    if not coupon or result == "pushes":
        return []
    won = coupon if result == "wins" else NOTHING
    return [Outcome("match play", result, NOTHING, won, "A-81")]


def _own(state: Round, seat: int) -> tuple[Card, ...]:
    return state.hands[seat].down


def _against_dealer(state: Round, contest: AgainstDealer, seat: int) -> list[Outcome]:
    hand, board = state.hands[seat], state.boards[0]
    if hand.out:
        return []
    staked = [
        (stake, chips) for stake in contest.stakes if (chips := on_spot(state, seat, stake.spot))
    ]
    if not staked:
        return []
    ranking = FAMILIES[ranked_by(contest, state.sign)]
    house = ranking.strength_of(state.house, board, contest.pick)
    qualified = not contest.qualifies or house >= ranking.strength(contest.qualifies)
    mine = ranking.strength_of(hand.down, board, contest.pick) if qualified else 0
    outcomes: list[Outcome] = []
    for stake, chips in staked:
        if not qualified:
            result: Result = stake.unqualified or "pushes"
            odds = 1
        else:
            result, odds = _contest(state, stake, seat, mine, house)
        won = Chips(odds * chips) if result == "wins" else NOTHING
        clause = stake.clause
        if qualified and mine <= house:
            clause = (contest.equal if mine == house else contest.lower) or clause
        outcomes.append(Outcome(stake.spot, result, chips, won, state.game.cite(clause)))
        if stake.spot == "ante":
            outcomes += _match_play(state, seat, result)
    return outcomes


def _contest(state: Round, stake: Stake, seat: int, mine: int, house: int) -> tuple[Result, int]:
    if mine == house:
        return "pushes", 0
    if mine < house:
        return "loses", 0
    if stake.threshold:
        least = FAMILIES["high-5"].strength(THRESHOLD[state.sign.ante_threshold])
        return ("wins", 1) if mine >= least else ("pushes", 0)
    if stake.table is None:
        return "wins", 1
    line = stake.table.line(_own(state, seat), ())
    return "wins", odds_by_line(stake.table, state.sign)[line] or 0


def _on_table(state: Round, contest: OnTable, seat: int) -> list[Outcome]:
    spot, hand = contest.spot, state.hands[seat]
    chips = on_spot(state, seat, spot)
    if not chips or (contest.forfeited and hand.out):
        return []
    line = posted(contest.table, state.sign).line(hand.down, state.boards[0])
    odds = odds_by_line(contest.table, state.sign).get(line, 0)
    clause, won = state.game.cite(contest.clause), NOTHING
    result: Result = "pushes" if odds is None else "wins" if odds else "loses"
    if odds:
        if line == "ace-ace" and state.sign.aces_v_aces and _dealer_has_aces(state):
            odds, clause = state.sign.aces_v_aces, state.game.cite("11(d)")
        won = Chips(chips * (1 if contest.even else odds))
    outcomes = [Outcome(spot, result, chips, won, clause, line)]
    return outcomes + _match_play(state, seat, result) if spot == "ante" else outcomes


def ranked_by(contest: AgainstDealer, sign: TableSign) -> str:
    """The ranking by which a contest is decided under this sign (TCJ 5(b)(6), A-18)."""
    printed = contest.ranking == "joker-2" and sign.lowest_flush == "A-3"
    return "joker-2-a3" if printed else contest.ranking


@lru_cache  # the same for every hand under one sign
def odds_by_line(table: PayTable, sign: TableSign) -> dict[str, int | None]:
    """What each line of a table pays here; none is a push, and other hands are not paid."""
    table = posted(table, sign)
    odds = odds_posted(table, sign)
    return {entry.hand: table.odds(entry.hand, odds) for entry in table.lines}


def posted(table: PayTable, sign: TableSign) -> PayTable:
    """The table itself, or the one that the sign selects: of pair up, and of super flush."""
    if table == SUPER_FLUSH and sign.lowest_flush == "A-3":
        return SUPER_FLUSH_A3
    return PAIR_UP[sign.pair_up_table - 1] if table in PAIR_UP else table


def odds_posted(table: PayTable, sign: TableSign) -> tuple[int, ...]:
    """The odds by which a round settles; nothing where the sign posts the least."""
    odds: tuple[int, ...] = getattr(sign, table.key) if table.key else ()
    return odds


def _dealer_has_aces(state: Round) -> bool:
    return state.house_shown and all(card.rank == 12 for card in state.house)


# --- the aggregate payout limit ----------------------------------------------------------------


@lru_cache  # the same for every hand under one sign
def payout_limit(game: Game, sign: TableSign, step: Settle) -> Chips:
    """The most one hand may win: fifty thousand, or what minimum wagers could (THB 11(e))."""
    best = 0
    for contest in step.contests:
        match contest:
            case AgainstDealer():
                best += sum(least_wager(game, sign, spot) for spot in contest.spots)
            case OnTable():
                odds = odds_posted(contest.table, sign)
                most = max(odds or [entry.odds or 0 for entry in contest.table.lines])
                if contest.table.key == "bonus_odds":
                    most = max(most, sign.aces_v_aces)
                best += least_wager(game, sign, contest.spot) * (1 if contest.even else most)
            case OnMeter():
                pass  # the meter is outside the limit
    return Chips(max(LIMIT, best))


def _limited(state: Round, step: Settle, outcomes: list[Outcome]) -> list[Outcome]:
    """Cut winnings above the limit from the wager paid last (A-70)."""
    left = payout_limit(state.game, state.sign, step)
    if sum([outcome.won for outcome in outcomes]) <= left:  # as a rule
        return outcomes
    kept: list[Outcome] = []
    for outcome in outcomes:
        if outcome.spot == "progressive":
            kept.append(outcome)
            continue
        won = min(outcome.won, left)
        left = Chips(left - won)
        cut = won < outcome.won
        clause = state.game.cite(step.limited)
        kept.append(replace(outcome, won=won, clause=clause) if cut else outcome)
    return kept


# --- chips and cards ---------------------------------------------------------------------------


def _moves(state: Round, seat: int, outcome: Outcome) -> list[Move]:
    if outcome.spot == "progressive":
        return [*_meter_moves(state, seat, outcome)]
    owner, moves = purse(state, seat), []
    if outcome.staked:
        there = spot_account(seat, outcome.spot)
        moves.append(Move(there, BANK if outcome.result == "loses" else owner, outcome.staked))
    if outcome.won:
        moves.append(Move(BANK, owner, outcome.won))
    return moves


def _meter_moves(state: Round, seat: int, outcome: Outcome) -> Iterator[Move]:
    """The dollar is kept, a posted share of it by the meter; a prize is paid in addition (A-79)."""
    there, owner = spot_account(seat, outcome.spot), purse(state, seat)
    if outcome.result == "pushes" or (outcome.won and state.sign.progressive_prizes == "to"):
        yield Move(there, owner, outcome.staked)
    else:
        share = Chips(outcome.staked * state.sign.progressive_share // 100)
        if share:
            yield Move(there, METER, share)
        if outcome.staked > share:
            yield Move(there, BANK, Chips(outcome.staked - share))
    if outcome.won:
        yield Move(METER if "royal after" in outcome.line else BANK, owner, outcome.won)


def _turns_up(state: Round, step: Settle, seat: int, settled: set[str]) -> bool:
    """Whether the player's cards decide anything; if not, they are not shown."""
    for contest in step.contests:
        if not settled.intersection(contest.spots):
            continue
        if not isinstance(contest, AgainstDealer):
            return True
        if not contest.qualifies:
            return True
        ranking = FAMILIES[ranked_by(contest, state.sign)]
        if ranking.strength_of(state.house, (), contest.pick) >= ranking.strength(
            contest.qualifies
        ):
            return not state.hands[seat].out
    return False


def _shown(state: Round, step: Settle, seat: int) -> Shown:
    cards = _own(state, seat)
    strengths = ((_strength(state, cards),),)
    return Shown(clause=step.clause, seat=seat, cards=cards, strengths=strengths)


def _strength(state: Round, cards: tuple[Card, ...]) -> int:
    """The best hand that is announced; nothing where a void round has not dealt enough cards."""
    ranking, pick = reads(state.game)
    whole = len(cards) + len(state.boards[0]) >= FAMILIES[ranking].size
    return FAMILIES[ranking].strength_of(cards, state.boards[0], pick) if whole else 0


@lru_cache
def reads(game: Game) -> tuple[str | Family, Pick]:
    """How a game settles: the ranking, and which cards count, of its contest or its pot."""
    for step in game.script:
        if isinstance(step, Settle):
            for contest in step.contests:
                if isinstance(contest, AgainstDealer):
                    return contest.ranking, contest.pick
    finish = game.script[-1]
    assert isinstance(finish, Showdown)
    return finish.shares[0].ranking, finish.shares[0].pick


def close(state: Round) -> list[AnyEvent]:
    """Collect the cards and end the round, when nothing is left on the layout."""
    clause = state.game.cite(state.game.document.closing)
    seats = tuple(seat for seat in reversed(state.order) if state.hands[seat].down)
    if state.house:
        seats = (*seats, HOUSE)  # the dealer's own cards last (TCJ 10(e))
    events: list[AnyEvent] = [Collected(clause=clause, seats=seats)] if seats else []
    return [*events, RoundClosed(clause=clause, stacks=state.stacks)]
