"""The settlement: one player at a time from the dealer's right, wager by wager."""

from collections.abc import Iterator
from functools import lru_cache

from msgspec.structs import replace

from croupier.cards import UNKNOWN, Card
from croupier.chips import Chips
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
from croupier.rankings import FAMILIES
from croupier.rankings.picks import Pick
from croupier.rules.banked import AgainstDealer, Contest, OnMeter, OnTable, Reveal, Settle, Stake
from croupier.rules.game import Game
from croupier.rules.paytables import PAIR_UP, PayTable
from croupier.rules.sign import TableSign

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
    told: list[AnyEvent] = []
    asked = to_turn_up(state)
    metered = any(isinstance(contest, OnMeter) for contest in step.contests)
    if asked is not None and metered:  # all prizes are shares of one meter: every hand comes first
        return ask_cards(step.clause, len(_own(state, asked)), whole=True)
    for seat in _from_the_right(state):
        if seat == asked:
            return told + ask_cards(step.clause, len(_own(state, seat)), whole=True)
        told += _settle_seat(state, step, seat)
    told += reset(state, [event for event in told if isinstance(event, Settled)])
    told.append(SettlementClosed(clause=step.clause))
    return told


def _from_the_right(state: Round) -> Iterator[int]:
    """The hands that are settled, the dealer's right first."""
    for seat in reversed(state.order):
        if seat in state.live:
            yield seat


def to_turn_up(state: Round) -> int | None:
    """Whose cards the dealer turns up and names next: an announced deck left them unknown."""
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
    """Accept the dealer's word for a whole hand, or for the house's cards."""
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
            Outcome("ante", "loses", chips, Chips(0), state.game.cite(step.collects_folded))
        )
        outcomes += _match_play(state, seat, "loses")
    if not outcomes:
        turned = step.turns_all and not state.hands[seat].strengths
        return [_shown(state, step, seat)] if turned else []
    if step.limited:
        outcomes = _limited(state, step, outcomes)
    told: list[AnyEvent] = []
    face_down = _own(state, seat) and not state.hands[seat].strengths
    if face_down and _turns_up(state, step, seat, {outcome.spot for outcome in outcomes}):
        told.append(_shown(state, step, seat))
    moves = tuple(move for outcome in outcomes for move in _moves(state, seat, outcome))
    told.append(Settled(clause=step.clause, seat=seat, outcomes=tuple(outcomes), moves=moves))
    if step.collects_folded and state.hands[seat].out:
        told.append(Collected(clause=state.game.cite(step.collects_folded), seats=(seat,)))
    return told


def outcomes_of(state: Round, contest: Contest, seat: int) -> Iterator[Outcome]:
    """What becomes of each wager of a seat in one contest; a wager of nothing has no outcome."""
    match contest:
        case AgainstDealer():
            yield from _against_dealer(state, contest, seat)
        case OnTable():
            yield from _on_table(state, contest, seat)
        case OnMeter():
            chips = on_spot(state, seat, contest.spot)
            if chips:
                yield prize(state, contest, seat, chips)


def _match_play(state: Round, seat: int, result: Result) -> Iterator[Outcome]:
    """A coupon wins even money beside its ante, is taken win or lose, and stays on a push."""
    coupon = state.hands[seat].coupon
    if coupon and result != "pushes":
        won = coupon if result == "wins" else Chips(0)
        yield Outcome("match play", result, Chips(0), won, "A-81")


def _own(state: Round, seat: int) -> tuple[Card, ...]:
    return state.hands[seat].down


def _against_dealer(state: Round, contest: AgainstDealer, seat: int) -> Iterator[Outcome]:
    if state.hands[seat].out or not any(on_spot(state, seat, spot) for spot in contest.spots):
        return
    ranking = FAMILIES[contest.ranking]
    house = ranking.strength_of(state.house, state.boards[0], contest.pick)
    qualified = not contest.qualifies or house >= ranking.strength(contest.qualifies)
    mine = ranking.strength_of(_own(state, seat), state.boards[0], contest.pick) if qualified else 0
    for stake in contest.stakes:
        chips = on_spot(state, seat, stake.spot)
        if not chips:
            continue
        if not qualified:
            result: Result = stake.unqualified or "pushes"
            odds = 1
        else:
            result, odds = _contest(state, stake, seat, mine, house)
        won = Chips(odds * chips) if result == "wins" else Chips(0)
        clause = stake.clause
        if qualified and mine <= house:
            clause = (contest.equal if mine == house else contest.lower) or clause
        yield Outcome(stake.spot, result, chips, won, state.game.cite(clause))
        if stake.spot == "ante":
            yield from _match_play(state, seat, result)


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
    odds = stake.table.odds(stake.table.line(_own(state, seat), ()))
    return "wins", odds or 0


def _on_table(state: Round, contest: OnTable, seat: int) -> Iterator[Outcome]:
    chips = on_spot(state, seat, contest.spot)
    if not chips or (contest.forfeited and state.hands[seat].out):
        return
    table = posted(contest.table, state.sign)
    line = table.line(_own(state, seat), state.boards[0])
    clause = state.game.cite(contest.clause)
    on_lines = any(entry.hand == line for entry in table.lines)
    if not on_lines:
        yield Outcome(contest.spot, "loses", chips, Chips(0), clause, line)
        if contest.spot == "ante":
            yield from _match_play(state, seat, "loses")
        return
    odds = table.odds(line, odds_posted(table, state.sign))
    if odds is None:
        yield Outcome(contest.spot, "pushes", chips, Chips(0), clause, line)
        return
    if line == "ace-ace" and state.sign.aces_v_aces and _dealer_has_aces(state):
        odds, clause = state.sign.aces_v_aces, state.game.cite("11(d)")
    won = Chips(chips * (1 if contest.even else odds))
    yield Outcome(contest.spot, "wins", chips, won, clause, line)
    if contest.spot == "ante":
        yield from _match_play(state, seat, "wins")


def posted(table: PayTable, sign: TableSign) -> PayTable:
    """The table itself, or the one of the pair-up tables that the sign selects."""
    return PAIR_UP[sign.pair_up_table - 1] if table in PAIR_UP else table


def odds_posted(table: PayTable, sign: TableSign) -> tuple[int, ...]:
    """The odds the sign posts for a table; nothing where it posts the least."""
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


def _moves(state: Round, seat: int, outcome: Outcome) -> Iterator[Move]:
    there, owner = spot_account(seat, outcome.spot), purse(state, seat)
    if outcome.spot == "progressive":
        yield from _meter_moves(state, seat, outcome)
        return
    if outcome.staked:
        yield Move(there, BANK if outcome.result == "loses" else owner, outcome.staked)
    if outcome.won:
        yield Move(BANK, owner, outcome.won)


def _meter_moves(state: Round, seat: int, outcome: Outcome) -> Iterator[Move]:
    """The dollar is kept, a posted share of it by the meter; a prize is paid besides (A-79)."""
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
    """Whether the player's cards decide anything; if not, they are shown to nobody."""
    for contest in step.contests:
        if not settled.intersection(contest.spots):
            continue
        if not isinstance(contest, AgainstDealer):
            return True
        if not contest.qualifies:
            return True
        ranking = FAMILIES[contest.ranking]
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
    ranking, pick = reads(state)
    whole = len(cards) + len(state.boards[0]) >= FAMILIES[ranking].size
    return FAMILIES[ranking].strength_of(cards, state.boards[0], pick) if whole else 0


def reads(state: Round) -> tuple[str, Pick]:
    """How hands are read at this table: by its contest with the dealer, or by its pot."""
    for step in state.script:
        if isinstance(step, Settle):
            for contest in step.contests:
                if isinstance(contest, AgainstDealer):
                    return contest.ranking, contest.pick
    share = state.showdown.shares[0]
    return share.ranking, share.pick


def close(state: Round) -> list[AnyEvent]:
    """Nothing is left on the layout: the cards are collected and the round is over."""
    clause = state.game.cite({"THB": "10(i)", "FLOP": "10(e)", "TCJ": "10(f)"}[state.game.document])
    seats = tuple(seat for seat in reversed(state.order) if state.hands[seat].down)
    if state.house:
        seats = (*seats, HOUSE)  # the dealer's own cards last (TCJ 10(e))
    told: list[AnyEvent] = [Collected(clause=clause, seats=seats)] if seats else []
    return [*told, RoundClosed(clause=clause, stacks=state.stacks)]
