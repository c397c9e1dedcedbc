"""What each event does to the round; it never refuses, and it runs on veiled events too."""

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from croupier.cards import Card
from croupier.chips import NOTHING, Chips
from croupier.engine import events as told
from croupier.engine import rake
from croupier.engine.accounts import SEATS, Accounts, carry
from croupier.engine.agree import rest_of_board
from croupier.engine.bet import straddler_last
from croupier.engine.events import AnyEvent
from croupier.engine.evolve_banked import BANKED
from croupier.engine.evolve_irregular import IRREGULAR
from croupier.engine.round import NOTHING_AMISS, Betting, Hand, Pile, Round, without
from croupier.engine.turns import HOUSE
from croupier.rules.banked import Deliver
from croupier.rules.steps import Agree, AnyStep, Board, Deal, Draw

LIVE = ("blind", "straddle", "kill", "post")  # what counts as a bet of the first betting round


def evolve(state: Round, event: AnyEvent) -> Round:
    """The round after an event."""
    return EVOLVE[type(event)](state, event)


def _unchanged(state: Round, event: AnyEvent) -> Round:
    return state


def _deck_cut(state: Round, event: told.DeckCut) -> Round:
    amiss = replace(state.amiss, accidents=event.accidents) if event.accidents else state.amiss
    return replace(state, deck=event.order, top=0, amiss=amiss)


def _posted(state: Round, event: told.Posted) -> Round:
    hands, betting = state.hands.copy(), state.betting
    for move in event.moves:
        seat = SEATS[move.source]
        hand = hands[seat]
        if event.kind == "dead":
            hands[seat] = replace(hand, dead=Chips(hand.dead + move.chips))
            continue
        paid = Chips(hand.paid + move.chips)
        bet = Chips(hand.bet + move.chips) if event.kind in LIVE else hand.bet
        hands[seat] = replace(hand, paid=paid, bet=bet)
    if event.kind in LIVE:
        betting = replace(betting, price=max(betting.price, *event.owed))
    accounts = carry(state.accounts, event.moves)
    return replace(state, hands=hands, betting=betting, accounts=accounts)


def _dealt(state: Round, event: told.Dealt) -> Round:
    step, count = state.script[state.at], len(event.cards)
    if isinstance(step, Draw):
        return _drawn(state, event)
    hands, house = state.hands.copy(), state.house
    for seat, faces, cards in _portions(event):
        if seat == HOUSE:
            house += cards
            continue
        hand = hands[seat]
        if "U" not in faces:
            hands[seat] = replace(hand, down=hand.down + cards)
            continue
        down = [card for card, face in zip(cards, faces, strict=True) if face == "D"]
        up = [card for card, face in zip(cards, faces, strict=True) if face == "U"]
        hands[seat] = replace(hand, down=(*hand.down, *down), up=(*hand.up, *up))
    if isinstance(step, Deliver):
        dealt, at = _piece(state, count, (len(state.live) + 1) * step.each)
    else:
        assert isinstance(step, Deal)
        dealt, at = _piece(state, count, len(state.live) * (step.down + step.up))
    top = state.top + count
    return replace(state, hands=hands, house=house, top=top, turns=(), dealt=dealt, at=at)


def _portions(event: told.Dealt) -> Iterator[tuple[int, str, tuple[Card, ...]]]:
    """What each seat gets of a run: every so manieth card, where whole rounds are dealt."""
    seats = tuple(dict.fromkeys(event.seats))
    count, cards, faces = len(seats), event.cards, event.faces
    if event.seats == seats * (len(cards) // count):
        for place, seat in enumerate(seats):
            yield seat, faces[place::count], cards[place::count]
        return
    yield from zip(event.seats, faces, [(card,) for card in cards], strict=True)


def _drawn(state: Round, event: told.Dealt) -> Round:
    """Cards for those thrown go face down to the player who draws; the last of them ends it."""
    waiting, count = state.waiting, len(event.cards)
    hands = state.hands.copy()
    hand = hands[waiting[0]]
    hands[waiting[0]] = replace(hand, down=hand.down + event.cards)
    owed = state.due_cards - count
    if not owed:
        waiting = waiting[1:]
    return replace(
        state,
        hands=hands,
        top=state.top + count,
        due_cards=owed,
        waiting=waiting,
        turns=(),
        opened=bool(waiting),
        at=state.at if waiting else state.at + 1,
    )


def _piece(state: Round, count: int, wanted: int) -> tuple[int, int]:
    """Cards dealt of a step that comes piece by piece, and the step: the last piece ends it."""
    dealt = state.dealt + count
    return (dealt, state.at) if dealt < wanted else (0, state.at + 1)


def _burned(state: Round, event: told.Burned) -> Round:
    return replace(
        state, burns=(*state.burns, event.card), top=state.top + 1, at=state.at + 1, turns=()
    )


def _board_dealt(state: Round, event: told.BoardDealt) -> Round:
    boards = list(state.boards)
    boards[event.board] += event.cards
    step = state.step
    assert isinstance(step, Board)
    count = len(event.cards)
    dealt, at = _piece(state, count, step.up * len(step.boards))
    top = state.top + count
    return replace(state, boards=tuple(boards), top=top, turns=(), dealt=dealt, at=at)


def _common_dealt(state: Round, event: told.CommonDealt) -> Round:
    common = (*state.common, event.card)
    return replace(state, common=common, top=state.top + 1, at=state.at + 1, turns=())


def _reshuffled(state: Round, event: told.Reshuffled) -> Round:
    amiss = replace(state.amiss, accidents=()) if state.amiss.accidents else state.amiss
    if event.pile == "burns":
        return replace(state, deck=event.order, top=0, burns=(), turns=(), amiss=amiss)
    kept = tuple(state.spared())
    return replace(state, deck=event.order, top=0, discards=kept, turns=(), amiss=amiss)


def _betting_opened(state: Round, event: told.BettingOpened) -> Round:
    betting = Betting(
        price=event.price,
        level=event.level,
        size=event.size,
        raises=event.raises,
        first=event.waiting[0] if event.waiting else 0,
    )
    return replace(state, opened=True, betting=betting, waiting=event.waiting)


def _turn_given(state: Round, event: told.TurnGiven) -> Round:
    return replace(state, turns=event.turns)


def _forced_bet_placed(state: Round, event: told.ForcedBetPlaced) -> Round:
    chips = event.moves[0].chips
    hand = state.hands[event.seat]
    level = Chips(event.owed if event.owed >= state.betting.size else 0)  # less can be completed
    paid = replace(hand, bet=chips, paid=Chips(hand.paid + chips), answered=level)
    betting = replace(state.betting, price=event.owed, level=level, first=event.seat)
    return replace(
        state,
        hands=state.hands | {event.seat: paid},
        betting=betting,
        waiting=tuple(seat for seat in state.waiting if seat != event.seat),
        turns=(),
        amiss=state.amiss.said(),
        accounts=carry(state.accounts, event.moves),
    )


def _mark(state: Round) -> int:
    """What an answer is measured by: the level in fixed limit, elsewhere the price of a bet."""
    level = state.betting.level
    return level if not level or state.sign.structure == "limit" else state.betting.price


def _ruled(state: Round, event: told.Ruled) -> Round:
    """A bet begun narrows the turn, which is given anew; all else is told by what follows."""
    if event.pending is None:
        return state
    return replace(state, amiss=replace(state.amiss, pending=event.pending), turns=())


def _checked(state: Round, event: told.Checked) -> Round:
    hand = replace(state.hands[event.seat], checked=True, answered=_mark(state))
    return _answered(state, event.seat, hand, state.accounts, state.wagered)


def _answered(
    state: Round, seat: int, hand: Hand, accounts: Accounts, wagered: tuple[int, ...]
) -> Round:
    waiting, amiss = state.waiting, state.amiss
    if waiting and waiting[0] == seat:
        waiting = waiting[1:]
    else:  # a wager whose hand was thrown away out of turn
        waiting = tuple(other for other in waiting if other != seat)
    if amiss.pending is not None and amiss.pending.seat == seat:  # the bet that was begun is made
        amiss = amiss.said()
    hands = state.hands.copy()
    hands[seat] = hand
    return replace(
        state,
        hands=hands,
        waiting=waiting,
        turns=(),
        amiss=amiss,
        wagered=wagered,
        accounts=accounts,
    )


def _called(state: Round, event: told.Called) -> Round:
    hand, chips = state.hands[event.seat], event.moves[0].chips
    hand = replace(hand, bet=hand.bet + chips, paid=hand.paid + chips, answered=_mark(state))
    accounts, wagered = carry(state.accounts, event.moves), _wagered(state, event.seat)
    return _answered(state, event.seat, hand, accounts, wagered)


def _wagered(state: Round, seat: int) -> tuple[int, ...]:
    """Who has wagered of one's own will, which decides whether a deal stands (POKER 15(e))."""
    return state.wagered if seat in state.wagered else (*state.wagered, seat)


def _raised(state: Round, event: told.Raised) -> Round:
    hand, chips = state.hands[event.seat], event.moves[0].chips
    before = state.betting
    betting = Betting(
        price=event.to,
        level=event.level,
        size=event.size,
        raises=before.raises + (event.full and event.kind == "raise"),
        first=before.first,
        aggressor=event.seat,
    )
    mark = event.level if state.sign.structure == "limit" else event.to
    hands = state.hands.copy()
    hands[event.seat] = replace(hand, bet=event.to, paid=hand.paid + chips, answered=mark)
    able = state.able
    around = state.clockwise(event.seat)[:-1]
    waiting = tuple([seat for seat in around if seat in able])
    return replace(
        state,
        hands=hands,
        betting=betting,
        waiting=straddler_last(state, waiting),
        turns=(),
        amiss=state.amiss.said(),
        wagered=_wagered(state, event.seat),
        accounts=carry(state.accounts, event.moves),
    )


def _folded(state: Round, event: told.Folded) -> Round:
    return _thrown(state, event.seat, "folded")


def _mucked(state: Round, event: told.Mucked) -> Round:
    return _thrown(state, event.seat, "conceded")


def _thrown(state: Round, seat: int, how: str) -> Round:
    hand = state.hands[seat]
    pile = Pile(seat, 0, hand.down, hand.up)
    live = tuple([other for other in state.live if other != seat])
    gone = replace(hand, down=(), up=(), out=how, gone=len(state.order) - len(live))
    after = replace(state, discards=(*state.discards, pile), live=live)
    return _answered(after, seat, gone, state.accounts, state.wagered)


def _returned(state: Round, event: told.Returned) -> Round:
    hand, chips = state.hands[event.seat], event.moves[0].chips
    back = replace(hand, bet=Chips(hand.bet - chips), paid=Chips(hand.paid - chips))
    return replace(
        state,
        hands=state.hands | {event.seat: back},
        accounts=carry(state.accounts, event.moves),
    )


def _betting_closed(state: Round, event: told.BettingClosed) -> Round:
    hands = state.hands.copy()
    for seat, hand in state.hands.items():
        if hand.bet or hand.answered >= 0:  # most of a round, half of the hands are thrown away
            hands[seat] = replace(hand, bet=NOTHING, answered=-1, checked=False)
    amiss = state.amiss
    if amiss is not NOTHING_AMISS:
        amiss = replace(amiss, pending=None, choosing=())
    betting = Betting(first=event.first, aggressor=state.betting.aggressor)
    if event.skipped:
        betting = Betting(first=event.first)
    return replace(
        state,
        hands=hands,
        betting=betting,
        at=state.at + 1,
        opened=False,
        waiting=(),
        turns=(),
        amiss=amiss,
        counted=rake.counted(state),
    )


def _draw_opened(state: Round, event: told.DrawOpened) -> Round:
    return replace(state, opened=True, waiting=event.waiting, draws=state.draws + 1)


def _next_drawer(state: Round) -> Round:
    waiting = state.waiting[1:]
    at = state.at if waiting else state.at + 1
    return replace(state, waiting=waiting, turns=(), opened=bool(waiting), at=at)


def _discarded(state: Round, event: told.Discarded) -> Round:
    hand, count = state.hands[event.seat], len(event.cards)
    if not count:
        return _next_drawer(state)
    hands = state.hands.copy()
    hands[event.seat] = replace(hand, down=without(hand.down, event.cards))
    discards = (*state.discards, Pile(event.seat, state.draws, event.cards))
    return replace(state, turns=(), hands=hands, due_cards=count, discards=discards)


def _agreement_asked(state: Round, event: told.AgreementAsked) -> Round:
    if not event.waiting:
        return replace(state, at=state.at + 1)
    return replace(state, opened=True, waiting=event.waiting, yes=())


def _agreed(state: Round, event: told.Agreed) -> Round:
    if event.yes and not event.twice:
        waiting = tuple(seat for seat in state.waiting if seat != event.seat)
        turns = tuple(turn for turn in state.turns if turn.actor != event.seat)
        return replace(state, waiting=waiting, turns=turns, yes=(*state.yes, event.seat))
    script = _run_twice(state.script, state.at) if event.twice else _run_once(state)
    boards = state.boards * 2 if event.twice else state.boards
    return replace(
        state,
        script=script,
        boards=boards,
        twice=event.twice,
        at=state.at + 1,
        opened=False,
        waiting=(),
        turns=(),
    )


def _run_once(state: Round) -> tuple[AnyStep, ...]:
    """A refusal is for the rest of the round: nobody is asked again."""
    rest = (step for step in state.script[state.at + 1 :] if not isinstance(step, Agree))
    return (*state.script[: state.at + 1], *rest)


def _run_twice(script: tuple[AnyStep, ...], at: int) -> tuple[AnyStep, ...]:
    """The natural board with its burns, then a second with its own, from the same stub."""
    natural = (step for step in script[at + 1 : -1] if not isinstance(step, Agree))
    second = (
        replace(step, boards=(1,)) if isinstance(step, Board) else step
        for step in rest_of_board(script, at)
    )
    return (*script[: at + 1], *natural, *second, script[-1])


def _showdown_opened(state: Round, event: told.ShowdownOpened) -> Round:
    return replace(state, opened=True, waiting=event.waiting)


def _shown(state: Round, event: told.Shown) -> Round:
    hand = state.hands[event.seat]
    up = event.cards[len(hand.down) :]
    shown = replace(hand, down=event.cards[: len(hand.down)], up=up, strengths=event.strengths)
    return _answered(state, event.seat, shown, state.accounts, state.wagered)


Extracted = told.PotAwarded | told.RakeTaken | told.PromoDropTaken | told.ContributionTaken


def _moved(state: Round, event: Extracted | told.RakeBanked) -> Round:
    return replace(state, accounts=carry(state.accounts, event.moves))


def _collected(state: Round, event: told.Collected) -> Round:
    hands, piles, house = state.hands.copy(), list(state.discards), state.house
    for seat in event.seats:
        if seat == HOUSE:
            shown = state.house_shown
            piles.append(Pile(HOUSE, 0, () if shown else house, house if shown else ()))
            house = ()
            continue
        hand = hands[seat]
        piles.append(Pile(seat, 0, hand.down, hand.up))
        hands[seat] = replace(hand, down=(), up=())
    return replace(state, hands=hands, house=house, discards=tuple(piles))


def _round_closed(state: Round, event: told.RoundClosed) -> Round:
    return replace(state, done=True, waiting=(), turns=(), amiss=state.amiss.said())


EVOLVE: dict[type, Callable[[Round, Any], Round]] = {
    told.DeckCut: _deck_cut,
    told.Posted: _posted,
    told.CoinConverted: _unchanged,
    told.Dealt: _dealt,
    told.Burned: _burned,
    told.BoardDealt: _board_dealt,
    told.CommonDealt: _common_dealt,
    told.Reshuffled: _reshuffled,
    told.BettingOpened: _betting_opened,
    told.TurnGiven: _turn_given,
    told.ForcedBetPlaced: _forced_bet_placed,
    told.Ruled: _ruled,
    told.Checked: _checked,
    told.Called: _called,
    told.Raised: _raised,
    told.Folded: _folded,
    told.Returned: _returned,
    told.BettingClosed: _betting_closed,
    told.DrawOpened: _draw_opened,
    told.Discarded: _discarded,
    told.AgreementAsked: _agreement_asked,
    told.Agreed: _agreed,
    told.ShowdownOpened: _showdown_opened,
    told.Shown: _shown,
    told.Mucked: _mucked,
    told.Revealed: _unchanged,
    told.Collected: _collected,
    told.PotAwarded: _moved,
    told.RakeTaken: _moved,
    told.PromoDropTaken: _moved,
    told.ContributionTaken: _moved,
    told.BadBeatFound: _unchanged,
    told.RakeBanked: _moved,
    told.RoundClosed: _round_closed,
    **BANKED,
    **IRREGULAR,
}
