"""The events that end a round: an agreement to run it twice, hands shown, pots awarded."""

from msgspec.structs import replace

from croupier.cards import Card
from croupier.chips import Chips
from croupier.engine.accounts import Move, carry
from croupier.engine.event import RoundEvent
from croupier.engine.events_betting import answered, thrown
from croupier.engine.evolve import evolves, unchanged
from croupier.engine.round import Pile, Round
from croupier.engine.turns import HOUSE
from croupier.rules.steps import Agree, AnyStep, Board, Burn


class AgreementAsked(RoundEvent, frozen=True, kw_only=True):
    """The last two players are asked whether to run the rest twice, if they need to be."""

    visibility = "public"
    waiting: tuple[int, ...]


@evolves(AgreementAsked)
def _agreement_asked(state: Round, event: AgreementAsked) -> Round:
    if not event.waiting:
        return replace(state, at=state.at + 1)
    return replace(state, opened=True, waiting=event.waiting, yes=())


class Agreed(RoundEvent, frozen=True, kw_only=True):
    """A player answered; `twice` once both said yes."""

    visibility = "public"
    seat: int
    yes: bool
    twice: bool = False


@evolves(Agreed)
def _agreed(state: Round, event: Agreed) -> Round:
    if event.yes and not event.twice:
        waiting = tuple(seat for seat in state.waiting if seat != event.seat)
        turns = tuple(turn for turn in state.turns if turn.actor != event.seat)
        return replace(state, waiting=waiting, turns=turns, yes=(*state.yes, event.seat))
    times = state.sign.run_times if event.twice else 1
    script = _run_again(state.script, state.at, times) if event.twice else _run_once(state)
    return replace(
        state,
        script=script,
        boards=state.boards * times,
        twice=event.twice,
        at=state.at + 1,
        opened=False,
        waiting=(),
        turns=(),
    )


def _run_once(state: Round) -> tuple[AnyStep, ...]:
    """A refusal holds for the rest of the round; only a hand history may ask again."""
    if state.sign.as_recorded:
        return state.script
    rest = (step for step in state.script[state.at + 1 :] if not isinstance(step, Agree))
    return (*state.script[: state.at + 1], *rest)


def _run_again(script: tuple[AnyStep, ...], at: int, times: int) -> tuple[AnyStep, ...]:
    """The natural board with its burns, then others with their own, from the same stub."""
    natural = (step for step in script[at + 1 : -1] if not isinstance(step, Agree))
    others = (
        replace(step, boards=(board,)) if isinstance(step, Board) else step
        for board in range(1, times)
        for step in rest_of_board(script, at)
    )
    return (*script[: at + 1], *natural, *others, script[-1])


def rest_of_board(script: tuple[AnyStep, ...], at: int) -> list[Burn | Board]:
    """The burns and community cards still to come."""
    return [step for step in script[at:] if isinstance(step, Burn | Board)]


class TurnedUp(RoundEvent, frozen=True, kw_only=True):
    """A hand was turned up before the rest of the board: nobody can bet any more."""

    visibility = "public"
    ends_preview = True
    seat: int
    cards: tuple[Card, ...]


@evolves(TurnedUp)
def _turned_up(state: Round, event: TurnedUp) -> Round:
    hand = state.hands[event.seat]
    down, up = event.cards[: len(hand.down)], event.cards[len(hand.down) :]
    turned = replace(hand, down=down, up=up, turned=True)
    return replace(state, hands=state.hands | {event.seat: turned})


class ShowdownOpened(RoundEvent, frozen=True, kw_only=True):
    """Hands are shown in this order (POKER 15(d))."""

    visibility = "public"
    ends_preview = True
    waiting: tuple[int, ...]


@evolves(ShowdownOpened)
def _showdown_opened(state: Round, event: ShowdownOpened) -> Round:
    return replace(state, opened=True, waiting=event.waiting)


class Shown(RoundEvent, frozen=True, kw_only=True):
    """A hand was tabled whole; `strengths` rate it for each board and share."""

    visibility = "public"
    ends_preview = True
    seat: int
    cards: tuple[Card, ...]
    strengths: tuple[tuple[int, ...], ...]


@evolves(Shown)
def _shown(state: Round, event: Shown) -> Round:
    hand = state.hands[event.seat]
    up = event.cards[len(hand.down) :]
    shown = replace(hand, down=event.cards[: len(hand.down)], up=up, strengths=event.strengths)
    return answered(state, event.seat, shown, state.accounts, state.wagered)


class Mucked(RoundEvent, frozen=True, kw_only=True):
    """A player conceded without showing."""

    visibility = "public"
    ends_preview = True
    seat: int


@evolves(Mucked)
def _mucked(state: Round, event: Mucked) -> Round:
    return thrown(state, event.seat, "conceded")


class Revealed(RoundEvent, frozen=True, kw_only=True):
    """A hand that did not contend was turned up, by its owner or at the house's request."""

    visibility = "public"
    ends_preview = True
    seat: int
    cards: tuple[Card, ...]
    demanded: bool


evolves(Revealed)(unchanged)


class Collected(RoundEvent, frozen=True, kw_only=True):
    """The dealer took in these hands (POKER 6(e)(6)): losers before the push, winners after."""

    visibility = "public"
    seats: tuple[int, ...]


@evolves(Collected)
def _collected(state: Round, event: Collected) -> Round:
    hands, piles, house = state.hands.copy(), list(state.discards), state.house
    for seat in event.seats:
        if seat == HOUSE:
            shown = state.house_shown
            down, up = ((), house) if shown else (house, ())
            piles.append(Pile(HOUSE, 0, down, up, step=state.at))
            house = ()
            continue
        hand = hands[seat]
        piles.append(Pile(seat, 0, hand.down, hand.up, step=state.at))
        hands[seat] = replace(hand, down=(), up=())
    return replace(state, hands=hands, house=house, discards=tuple(piles))


class PotAwarded(RoundEvent, frozen=True, kw_only=True):
    """A share of a pot was pushed; pot 0 is the centre, the others are side pots."""

    visibility = "public"
    pot: int
    board: int
    share: str
    moves: tuple[Move, ...]
    excess: str = ""  # the clause that gave an odd chip away


@evolves(PotAwarded)
def _pot_awarded(state: Round, event: PotAwarded) -> Round:
    return replace(state, accounts=carry(state.accounts, event.moves))


class RoundClosed(RoundEvent, frozen=True, kw_only=True):
    """The round of play is complete."""

    visibility = "public"
    stacks: dict[int, Chips]


@evolves(RoundClosed)
def _round_closed(state: Round, event: RoundClosed) -> Round:
    return replace(state, done=True, waiting=(), turns=(), amiss=state.amiss.said())
