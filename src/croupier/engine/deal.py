"""Cards that leave the deck: to players, to the board, to the burns; and a deck that is renewed."""

from msgspec.structs import replace

from croupier.cards import UNKNOWN, Card, check_distinct
from croupier.engine import exchange, turn_up
from croupier.engine.commands import Announce, Reshuffle
from croupier.engine.decides import decides
from croupier.engine.events import (
    AnyEvent,
    BoardDealt,
    Burned,
    CommonDealt,
    Dealt,
    Reshuffled,
    TurnGiven,
)
from croupier.engine.misdeal import spent
from croupier.engine.round import Pile, Round
from croupier.engine.turns import DEALER, HOUSE, Option, Turn
from croupier.refused import Refused
from croupier.rules.banked import Deliver
from croupier.rules.steps import AnyStep, Board, Burn, Deal, Draw

_DEALS = (Burn, Board, Deliver)


def begin(state: Round, step: Deal | Board | Burn | Deliver) -> list[AnyEvent]:
    """Deal the step, or ask the dealer for cards that are not known or for a reshuffle."""
    if state.sign.show_all_in and (hands := turn_up.before_board(state)):
        return hands
    if isinstance(step, Burn) and step.if_spent and state.left <= step.reserve:
        count = len(renewal(state))
        return ask_reshuffle(step, count) if count > step.reserve else spent(state)
    wanted = _wanted(state, step)
    return serve(state, step, wanted) if state.left >= wanted else spent(state)


def serve(state: Round, step: AnyStep, wanted: int) -> list[AnyEvent]:
    """Deal up to `count` cards, stopping at the next accident; or ask for them."""
    count = wanted
    if state.amiss.accidents:
        places = [
            one.card - 1 - state.top for one in state.amiss.accidents if one.card - 1 > state.top
        ]
        count = min((wanted, *places))
    cards = state.deck[state.top : state.top + count]
    if UNKNOWN in cards:
        return ask_cards(step.clause, wanted)
    return tell(state, step, cards)


def begin_exchange(state: Round) -> list[AnyEvent]:
    """Replace an exposed card by the next one (POKER 15(o))."""
    if not state.left:
        return spent(state)
    if state.deck[state.top] is UNKNOWN:
        return ask_cards(state.game.own("POKER 15(o)"), 1)
    return exchange.tell(state, state.deck[state.top])


def _wanted(state: Round, step: AnyStep) -> int:
    """How many cards the step still takes from the deck."""
    match step:
        case Burn():
            return 1
        case Board():
            return step.up * len(step.boards) - state.dealt
        case Deliver():
            return (len(state.live) + 1) * step.each - state.dealt
        case Deal():
            whole = len(state.live) * (step.down + step.up)
            return 1 if common(state, step) else whole - state.dealt
        case _:
            return min(state.due_cards, state.left)


def cards_due(state: Round) -> int:
    """How many cards the rest of a house-banked round takes from the deck."""
    fresh = replace(state, dealt=0)
    due = (_wanted(fresh, s) for s in state.script[state.at :] if isinstance(s, _DEALS))
    return sum(due) - state.dealt


def common(state: Round, step: Deal) -> bool:
    """Whether one common card serves all, because too few are left even with the burns."""
    if not step.if_short or state.dealt:
        return False
    return len(state.deck) < state.game.deck or state.left < len(state.live)


def tell(state: Round, step: AnyStep, cards: tuple[Card, ...]) -> list[AnyEvent]:
    """The events that deal these cards."""
    match step:
        case Burn():
            return [Burned(clause=step.clause, card=cards[0])]
        case Board():
            return _tell_board(state, step, cards)
        case Deliver():
            return _tell_delivery(state, step, cards)
        case Deal():
            return _tell_deal(state, step, cards)
        case _:
            return tell_draw(state, step, cards)


def tell_draw(state: Round, step: AnyStep, cards: tuple[Card, ...]) -> list[AnyEvent]:
    """The events that replace the cards the drawing player discarded."""
    seats = state.waiting[:1] * len(cards)
    return [Dealt(clause=step.clause, seats=seats, cards=cards, faces="D" * len(cards))]


def _tell_board(state: Round, step: Board, cards: tuple[Card, ...]) -> list[AnyEvent]:
    events: list[AnyEvent] = []
    place = state.dealt
    while cards:
        board, room = step.boards[place // step.up], step.up - place % step.up
        events.append(BoardDealt(clause=step.clause, board=board, cards=cards[:room]))
        place, cards = place + len(cards[:room]), cards[room:]
    return events


def _tell_deal(state: Round, step: Deal, cards: tuple[Card, ...]) -> list[AnyEvent]:
    live = state.live
    if common(state, step):
        return [CommonDealt(clause=step.clause, card=cards[0])]
    seats, faces = live * (step.down + step.up), "D" * (len(live) * step.down)
    if step.up:
        faces += "".join(["D" if instead(state, seat) else "U" for seat in live]) * step.up
    run = slice(state.dealt, state.dealt + len(cards))
    return [Dealt(clause=step.clause, seats=seats[run], cards=cards, faces=faces[run])]


def instead(state: Round, seat: int) -> bool:
    """Whether a seat's up-card comes face down: its hole card was exposed (POKER 15(k)-(m))."""
    step = state.step
    return isinstance(step, Deal) and step.down > 0 and bool(state.hands[seat].up)


def next_place(state: Round, step: Deal) -> tuple[int, str]:
    """Which seat gets the next card of a deal, and whether it lies down or up: D or U."""
    live = state.live
    return live[state.dealt % len(live)], "D" if state.dealt < len(live) * step.down else "U"


def _tell_delivery(state: Round, step: Deliver, cards: tuple[Card, ...]) -> list[AnyEvent]:
    """The dealer's area comes last: in every round of cards, or after every player's stack."""
    places = (*state.live, HOUSE)
    stacks = state.sign.deal_method == "automated_shoe"
    if stacks:
        seats = tuple(place for place in places for _ in range(step.each))
    else:
        seats = places * step.each
    method = {"hand": step.by_hand, "automated_shoe": step.by_shoe}
    clause = method.get(state.sign.deal_method)
    run = slice(state.dealt, state.dealt + len(cards))
    return [
        Dealt(
            clause=state.game.cite(clause) if clause else step.clause,
            seats=seats[run],
            cards=cards,
            faces="D" * len(cards),
        )
    ]


def ask_cards(clause: str, count: int, *, whole: bool = False) -> list[AnyEvent]:
    """Wait for the dealer to name the next cards of an announced deck, or a whole hand of it."""
    option = Option("announce", least=count if whole else 1, most=count)
    return [TurnGiven(clause=clause, turns=(Turn(DEALER, (option,)),))]


def ask_reshuffle(step: Burn | Draw, count: int) -> list[AnyEvent]:
    """Wait for the dealer's new order of the cards that renew the deck."""
    option = Option("reshuffle", least=count, most=count)
    return [TurnGiven(clause=_renews(step), turns=(Turn(DEALER, (option,)),))]


def _renews(step: AnyStep) -> str:
    return step.renewed if isinstance(step, Draw) else step.clause


def renewal(state: Round) -> tuple[Card, ...]:
    """The cards a reshuffle takes: burns and the leftover, or the discards it may use."""
    return _renewal(state)[0]


def _renewal(state: Round) -> tuple[tuple[Card, ...], list[Pile]]:
    """The same cards, and the discards that are spared."""
    leftover = state.deck[state.top :]
    if _pile(state.script[state.at]) == "burns":
        return state.burns + leftover, []
    spared = state.spared()
    cards = list(leftover)
    for pile in state.discards:
        if pile not in spared:
            cards += pile.down
            cards += pile.up
    return tuple(cards), spared


def _pile(step: AnyStep) -> str:
    return step.if_spent if isinstance(step, Burn) else "discards"


@decides(Reshuffle)
def reshuffle(state: Round, command: Reshuffle, option: Option) -> list[AnyEvent]:
    """Accept an order of exactly the cards that renew the deck; none for an announced deck."""
    (cards, spared), step = _renewal(state), state.script[state.at]
    unseen = UNKNOWN in state.deck and set(command.order) == {UNKNOWN}
    known = UNKNOWN not in cards and set(command.order) == set(cards)  # none of them twice
    if len(command.order) != len(cards) or not (known or unseen):
        why = f"a reshuffle must name exactly the {len(cards)} cards of its pile"
        raise Refused(_renews(step), why)
    return [
        Reshuffled(
            clause=_renews(step),
            pile="burns" if _pile(step) == "burns" else "discards",
            order=command.order,
            spared=tuple(sorted({pile.seat for pile in spared} - {HOUSE})),
        )
    ]


def announce(state: Round, command: Announce, option: Option) -> list[AnyEvent]:
    """Accept the next cards as the dealer names them, as many as are due or fewer."""
    if not option.admits(len(command.cards)):
        raise Refused("FIELD cards", f"{option.most} cards are due, not {len(command.cards)}")
    for card in command.cards:
        if card is not UNKNOWN and card not in state.game.cards:
            raise Refused(state.game.own("POKER 2(a)"), f"{card.value} is not in this game's deck")
        if card is not UNKNOWN and card in state.deck[state.top :]:
            raise Refused("FIELD cards", f"{card.value} is further down in the deck")
    check_distinct((*laid_out(state), *command.cards))
    if exchange.due(state):
        return exchange.tell(state, command.cards[0])
    events = tell(state, state.step, command.cards)
    if UNKNOWN in command.cards and any(_faces_up(state, event) for event in events):
        raise Refused("FIELD cards", "a face-up card must be named")
    return events


def _faces_up(state: Round, event: AnyEvent) -> bool:
    """Whether an unknown card would lie face up; not every record names a folded hand's cards."""
    match event:
        case BoardDealt():
            return UNKNOWN in event.cards
        case CommonDealt():
            return event.card is UNKNOWN
        case Dealt() if not state.sign.as_recorded:
            return ("U", UNKNOWN) in zip(event.faces, event.cards, strict=True)
        case _:
            return False


def laid_out(state: Round) -> tuple[Card, ...]:
    """The cards of a round that lie outside the deck.

    A record does not say when its deck was renewed, so its discards may have been dealt again.
    """
    hands = (hand.down + hand.up for hand in state.hands.values())
    renewed = state.sign.as_recorded and state.draws
    piles = (pile.cards for pile in state.discards if not renewed)
    boards = tuple(dict.fromkeys(card for board in state.boards for card in board))  # run twice
    others = state.burns + state.amiss.burns_up + state.common + state.house
    return sum((*hands, *piles, boards), others)
