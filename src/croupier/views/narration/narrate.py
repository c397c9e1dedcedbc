"""A round in words, one line for each event that people at the table would hear or see.

>>> from croupier import GAMES, start
>>> state, log = start(GAMES["holdem"], {1: 200_00, 2: 200_00}, seed=7)
>>> for line in narrate(log):
...     print(line.words)
hold'em, $2/$4 limit
seat 2 has the button
the deck lies ready
seat 1 posts a blind of $1, seat 2 one of $2
hole cards
two cards face down to each player

A log that was veiled for a seat (`croupier.view`) is told as that seat saw it.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from croupier.chips import money
from croupier.engine import events as told
from croupier.engine import faults
from croupier.engine.event import Undisclosed
from croupier.engine.events import AnyEvent
from croupier.engine.evolve import evolve
from croupier.engine.play import opening
from croupier.engine.round import Round
from croupier.engine.turns import HOUSE
from croupier.games import game_of
from croupier.refused import Refused
from croupier.rules.game import Game
from croupier.rules.openers import HighestUpcard, LowestUpcard
from croupier.rules.stakes import stakes
from croupier.rules.steps import Bet, Board, Burn, Draw
from croupier.views.narration import narrate_banked, narrate_end, narrate_irregular
from croupier.views.narration.wording import Line, counted, drawn, drawn_or_counted, listed, seats

Said = str | Line | None


def narrate(events: Iterable[AnyEvent], find: Callable[[str], Game] = game_of) -> Iterator[Line]:
    """Tell a round of play; headings name the streets."""
    told_so_far = iter(events)
    first = next(told_so_far, None)
    if not isinstance(first, told.RoundOpened):
        raise Refused("FIELD log", "a log begins with the opening of a round")
    state, heading = opening(find(first.game), first), ""
    yield from _opened(state, first)
    for event in told_so_far:
        said = say(state, event)
        if isinstance(event, told.RoundClosed):
            said = narrate_end.closed(event, first.stacks)
        if said is not None:
            if (street := _street(state, event, heading)) != heading:
                heading = street
                yield Line(street, kind="heading", items=_at_stake(state))
            yield said
        state = evolve(state, event)


def say(state: Round, event: AnyEvent) -> Line | None:
    """One event in words, as it finds the round; nothing for what goes without saying."""
    said = SAY[type(event)](state, event)
    return Line(said, event.clause) if isinstance(said, str) else said


_ANYWHERE = (
    told.DeckCut
    | told.Posted
    | told.CoinConverted
    | told.Returned
    | told.PotAwarded
    | told.RakeTaken
    | told.PromoDropTaken
    | told.ContributionTaken
    | told.BadBeatFound
    | told.RakeBanked
    | told.RoundVoided
    | faults.Misdealt
    | faults.CalledDead
    | told.RoundClosed
)


def _street(state: Round, event: AnyEvent, heading: str) -> str:
    """The heading an event belongs under; whatever ends a round early stays where it is."""
    if state.done or isinstance(event, _ANYWHERE):
        return heading
    step = state.step
    if isinstance(step, Burn | Board) and len(state.boards) > 1:
        board = next(step for step in state.script[state.at :] if isinstance(step, Board))
        if len(board.boards) == 1:
            return f"{step.street}, {narrate_end.BOARDS[board.boards[0]]}"
    return heading if heading.partition(",")[0] == step.street else step.street


def _at_stake(state: Round) -> tuple[str, ...]:
    return (f"pot {money(state.pot)}", counted(len(state.live), "player")) if state.pot else ()


def _opened(state: Round, event: told.RoundOpened) -> Iterator[Line]:
    title = f"{state.game.title}, {stakes(state.game, event.sign)}"
    if event.bomb:
        title += ", bomb pot"
    if event.killed:
        title += f", {'half-kill' if event.sign.kill == 'half' else 'kill'}"
    yield Line(title, state.game.section, "title")
    chips = tuple(f"seat {seat} {money(stack)}" for seat, stack in event.stacks.items())
    words = f"seat {event.button} has the button" if event.button else "stacks on the table"
    yield Line(words, event.clause, items=chips)


def _silent(state: Round, event: AnyEvent) -> None:
    """Not worth a line: another event says it, or everybody sees it."""


# --- before the cards ------------------------------------------------------------------------


def _deck_cut(state: Round, event: told.DeckCut) -> str:
    cut = f", cut {event.cut} cards from the top" if event.cut else ""
    return f"the deck lies ready{cut}"


_POSTS = {
    "ante": ("antes {}", "antes {}"),
    "blind": ("posts a blind of {}", "one of {}"),
    "straddle": ("straddles for {}", "for {}"),
    "kill": ("posts the kill blind of {}", "one of {}"),
    "post": ("posts {}", "posts {}"),
    "bomb": ("puts {} into the bomb pot", "puts {}"),
    "dead": ("posts {} dead", "posts {} dead"),
}


def _posted(state: Round, event: told.Posted) -> str:
    paid = {int(move.source.removeprefix("stack:")): move.chips for move in event.moves}
    owed = dict(zip(event.seats, event.owed, strict=True))
    first, more = _POSTS[event.kind]
    alike = len(set(owed.values())) == 1 and paid == owed and set(owed) == set(state.order)
    if alike and len(owed) > 2:
        return f"each player {first.format(money(event.owed[0]))}"
    parts = [
        f"seat {seat} {(more if place else first).format(money(paid.get(seat, 0)))}"
        + _all_in(state, seat, paid.get(seat, 0))
        for place, seat in enumerate(event.seats)
    ]
    return ", ".join(parts)


def _all_in(state: Round, seat: int, chips: int) -> str:
    return " and is all-in" if chips == state.stacks[seat] else ""


def _coin_converted(state: Round, event: told.CoinConverted) -> str:
    rest = f", {money(event.coin)} stays in coin" if event.coin else ""
    return f"the coin in the pot is changed for {counted(event.dollars, 'dollar chip')}{rest}"


# --- cards -----------------------------------------------------------------------------------


def _dealt(state: Round, event: told.Dealt) -> Line:
    if isinstance(state.step, Draw):
        return _drawn(state, event)
    after = evolve(state, event)
    whole = any(hand.up for hand in after.hands.values())
    items = []
    for seat in dict.fromkeys(event.seats):
        if seat == HOUSE:
            items.append(f"house {drawn(after.house)}")
            continue
        hand = after.hands[seat]
        down = f"({drawn(hand.down)})" if whole and hand.down else drawn(hand.down)
        items.append(f"seat {seat} {down} {drawn(hand.up)}".rstrip())
    return Line(_who_got_what(state, event), event.clause, items=tuple(items))


def _who_got_what(state: Round, event: told.Dealt) -> str:
    """Everybody the same; or, where a deal was interrupted, a few cards to some."""
    places = list(dict.fromkeys(event.seats))
    alike = {tuple(_faces_of(event, seat)) for seat in places}
    everybody = len(alike) == 1 and {*places} - {HOUSE} == {*state.live}
    each = len(places) if everybody else 1
    faces = {face: event.faces.count(face) // each for face in "DU" if face in event.faces}
    words = [counted(faces["D"], "card") + " face down"] if "D" in faces else []
    if "U" in faces:
        number = counted(faces["U"], "card")
        words.append((number if not words else number.partition(" ")[0]) + " face up")
    if not everybody:
        return f"{listed(words)} to {seats(places)}"
    house = " and to the house" if HOUSE in event.seats else ""
    return f"{listed(words)} to each player{house}"


def _faces_of(event: told.Dealt, seat: int) -> str:
    return "".join(face for at, face in zip(event.seats, event.faces, strict=True) if at == seat)


def _drawn(state: Round, event: told.Dealt) -> Line:
    seat = event.seats[0]
    hand = evolve(state, event).hands[seat].down
    holds = f", and holds {drawn(hand)}" if "??" not in hand else ""
    return Line(f"seat {seat} draws {drawn_or_counted(event.cards)}{holds}", event.clause)


def _burned(state: Round, event: told.Burned) -> str:
    return "the top card is burned"


def _board_dealt(state: Round, event: told.BoardDealt) -> str:
    board = state.boards[event.board] + event.cards
    number = narrate_end.BOARDS[event.board] if len(state.boards) > 1 else "board"
    new = "" if board == event.cards else f"{drawn(event.cards)} is turned up, "
    return f"{new}{number} {drawn(board)}"


def _common_dealt(state: Round, event: told.CommonDealt) -> str:
    return f"too few cards are left: {drawn((event.card,))} is common to all hands"


def _reshuffled(state: Round, event: told.Reshuffled) -> str:
    words = f"the {event.pile} are reshuffled: {counted(len(event.order), 'card')} to deal"
    return f"{words}, without those {seats(event.spared)} threw" if event.spared else words


def _discarded(state: Round, event: told.Discarded) -> str:
    if not event.cards:
        return f"seat {event.seat} stands pat"
    return f"seat {event.seat} throws {drawn_or_counted(event.cards)}"


# --- betting ---------------------------------------------------------------------------------


def _forced_bet_placed(state: Round, event: told.ForcedBetPlaced) -> str:
    step, chips = state.step, event.moves[0].chips
    card = drawn(state.hands[event.seat].up[:1])
    which = {LowestUpcard: "the lowest up-card, ", HighestUpcard: "the highest up-card, "}
    shows = which.get(type(step.opener), "") if isinstance(step, Bet) else ""
    places = f"places the forced bet of {money(chips)}{_all_in(state, event.seat, chips)}"
    return f"seat {event.seat} shows {shows}{card}, and {places}"


def _checked(state: Round, event: told.Checked) -> str:
    return f"seat {event.seat} checks"


def _called(state: Round, event: told.Called) -> str:
    chips = event.moves[0].chips
    return f"seat {event.seat} calls {money(chips)}{_all_in(state, event.seat, chips)}"


def _raised(state: Round, event: told.Raised) -> str:
    does = {"bet": "bets", "completion": "completes to", "raise": "raises to"}[event.kind]
    all_in = _all_in(state, event.seat, event.moves[0].chips)
    short = "" if event.full else f", less than a full {event.kind}"
    return f"seat {event.seat} {does} {money(event.to)}{all_in}{short}"


def _folded(state: Round, event: told.Folded) -> str:
    return f"seat {event.seat} folds"


def _returned(state: Round, event: told.Returned) -> str:
    return f"{money(event.moves[0].chips)} that nobody called goes back to seat {event.seat}"


def _betting_closed(state: Round, event: told.BettingClosed) -> Said:
    if not event.skipped:
        return None
    able = state.able
    return "no betting: " + (f"only seat {able[0]} has chips left" if able else "all are all-in")


SAY: dict[type, Callable[[Round, Any], Said]] = {
    Undisclosed: _silent,
    told.DeckCut: _deck_cut,
    told.Posted: _posted,
    told.CoinConverted: _coin_converted,
    told.Dealt: _dealt,
    told.Burned: _burned,
    told.BoardDealt: _board_dealt,
    told.CommonDealt: _common_dealt,
    told.Reshuffled: _reshuffled,
    told.BettingOpened: _silent,
    told.TurnGiven: _silent,
    told.ForcedBetPlaced: _forced_bet_placed,
    told.Checked: _checked,
    told.Called: _called,
    told.Raised: _raised,
    told.Folded: _folded,
    told.Returned: _returned,
    told.BettingClosed: _betting_closed,
    told.DrawOpened: _silent,
    told.Discarded: _discarded,
    told.Collected: _silent,
    **narrate_end.SAY,
    **narrate_banked.SAY,
    **narrate_irregular.SAY,
}
