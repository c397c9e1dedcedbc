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

A log that was veiled for a seat (`croupier.view`) is narrated as that seat saw it.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from croupier.chips import money
from croupier.engine import events as engine_events
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
from croupier.views.narration.sentences import (
    Part,
    Said,
    Sentence,
    Spoken,
    by,
    faces,
    plain,
    players,
    said,
    shown,
    when,
)
from croupier.views.narration.wording import Line, counted, drawn, house_area, listed


def narrate(events: Iterable[AnyEvent], find: Callable[[str], Game] = game_of) -> Iterator[Line]:
    """Narrate a round of play; headings name the streets."""
    rest = iter(events)
    first = next(rest, None)
    if not isinstance(first, engine_events.RoundOpened):
        raise Refused("FIELD log", "a log must begin with the opening of a round")
    state, heading = opening(find(first.game), first), ""
    yield from _opened(state, first)
    for event in rest:
        line = say(state, event)
        if isinstance(event, engine_events.RoundClosed):
            line = narrate_end.closed(event, first.stacks)
        if line is not None:
            if (street := _street(state, event, heading)) != heading:
                heading = street
                yield Line(street, kind="heading", items=_at_stake(state))
            yield line
        state = evolve(state, event)


def say(state: Round, event: AnyEvent) -> Line | None:
    """One event in words, given the round before it; nothing for events without words."""
    words = SAY[type(event)](state, event)
    if isinstance(words, tuple):
        return Spoken(plain(words), event.clause, sentence=words)
    return Line(words, event.clause) if isinstance(words, str) else words


_ANYWHERE = (
    engine_events.DeckCut
    | engine_events.Posted
    | engine_events.CoinConverted
    | engine_events.Returned
    | engine_events.PotAwarded
    | engine_events.RakeTaken
    | engine_events.PromoDropTaken
    | engine_events.ContributionTaken
    | engine_events.BadBeatFound
    | engine_events.RakeBanked
    | engine_events.RoundVoided
    | faults.Misdealt
    | faults.CalledDead
    | engine_events.RoundClosed
)


def _street(state: Round, event: AnyEvent, heading: str) -> str:
    """The heading an event belongs under; an event that ends a round early stays put."""
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


def _opened(state: Round, event: engine_events.RoundOpened) -> Iterator[Line]:
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
    """Not worth a line: another event says it, or it is plain to see."""


# --- before the cards ------------------------------------------------------------------------


def _deck_cut(state: Round, event: engine_events.DeckCut) -> str:
    cut = f", cut {event.cut} cards from the top" if event.cut else ""
    return f"the deck lies ready{cut}"


_POSTS = {  # by the first who posts, as others and the player read it; then by all after that one
    "ante": (("antes {}", "ante {}"), ("antes {}", "ante {}")),
    "blind": (("posts a blind of {}", "post a blind of {}"), ("one of {}", "one of {}")),
    "straddle": (("straddles for {}", "straddle for {}"), ("for {}", "for {}")),
    "kill": (
        ("posts the kill blind of {}", "post the kill blind of {}"),
        ("one of {}", "one of {}"),
    ),
    "post": (("posts {}", "post {}"), ("posts {}", "post {}")),
    "bomb": (("puts {} into the bomb pot", "put {} into the bomb pot"), ("puts {}", "put {}")),
    "dead": (("posts {} dead", "post {} dead"), ("posts {} dead", "post {} dead")),
}


def _posted(state: Round, event: engine_events.Posted) -> Said:
    paid = {int(move.source.removeprefix("stack:")): move.chips for move in event.moves}
    owed = dict(zip(event.seats, event.owed, strict=True))
    first, more = _POSTS[event.kind]
    alike = len(set(owed.values())) == 1 and paid == owed and set(owed) == set(state.order)
    if alike and len(owed) > 2:
        return f"each player {first[0].format(money(event.owed[0]))}"
    parts: list[Part] = []
    for place, seat in enumerate(event.seats):
        chips = paid.get(seat, 0)
        does, you = (words.format(money(chips)) for words in (more if place else first))
        parts += [", " if place else "", by(seat, does, you), _all_in(state, seat, chips)]
    return said(*parts)


def _all_in(state: Round, seat: int, chips: int) -> Part:
    alone = chips == state.stacks[seat]
    return when(seat, " and is all-in", " and are all-in") if alone else ""


def _coin_converted(state: Round, event: engine_events.CoinConverted) -> str:
    rest = f", {money(event.coin)} stays in coin" if event.coin else ""
    return f"the coin in the pot is changed for {counted(event.dollars, 'dollar chip')}{rest}"


# --- cards -----------------------------------------------------------------------------------


def _dealt(state: Round, event: engine_events.Dealt) -> Line:
    if isinstance(state.step, Draw):
        return _drawn(state, event)
    after = evolve(state, event)
    whole = any(hand.up for hand in after.hands.values())
    items = []
    for seat in dict.fromkeys(event.seats):
        if seat == HOUSE:
            items.append(f"{house_area(state.game).removeprefix('to the ')} {drawn(after.house)}")
            continue
        hand = after.hands[seat]
        down = f"({drawn(hand.down)})" if whole and hand.down else drawn(hand.down)
        items.append(f"seat {seat} {down} {drawn(hand.up)}".rstrip())
    got = _who_got_what(state, event)
    return Spoken(plain(got), event.clause, items=tuple(items), sentence=got)


def _who_got_what(state: Round, event: engine_events.Dealt) -> Sentence:
    """The same to each player; or, after an interrupted deal, a few cards to some."""
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
        return said(f"{listed(words)} to ", players(places))
    house = f" and {house_area(state.game)}" if HOUSE in event.seats else ""
    return said(f"{listed(words)} to each player{house}")


def _faces_of(event: engine_events.Dealt, seat: int) -> str:
    return "".join(face for at, face in zip(event.seats, event.faces, strict=True) if at == seat)


def _drawn(state: Round, event: engine_events.Dealt) -> Line:
    seat = event.seats[0]
    hand = evolve(state, event).hands[seat].down
    parts: list[Part] = [by(seat, "draws", "draw"), " ", shown(event.cards)]
    if "??" not in hand:
        parts += [when(seat, ", and holds ", ", and hold "), faces(hand)]
    sentence = said(*parts)
    return Spoken(plain(sentence), event.clause, sentence=sentence)


def _burned(state: Round, event: engine_events.Burned) -> str:
    return "the top card is burned"


def _board_dealt(state: Round, event: engine_events.BoardDealt) -> Said:
    first = state.step.street == state.script[0].street  # with the hole cards
    street = "board" if first else state.step.street
    which = f", {narrate_end.BOARDS[event.board]}" if len(state.boards) > 1 else ""
    return said(f"{street}{which}: ", faces(event.cards))


def _common_dealt(state: Round, event: engine_events.CommonDealt) -> Said:
    return said("too few cards are left: ", faces((event.card,)), " is common to all hands")


def _reshuffled(state: Round, event: engine_events.Reshuffled) -> Said:
    words = f"the {event.pile} are reshuffled: {counted(len(event.order), 'card')} to deal"
    if not event.spared:
        return words
    return said(f"{words}, without those ", players(event.spared), " threw")


def _discarded(state: Round, event: engine_events.Discarded) -> Said:
    if not event.cards:
        return said(by(event.seat, "stands pat", "stand pat"))
    return said(by(event.seat, "discards", "discard"), " ", shown(event.cards))


# --- betting ---------------------------------------------------------------------------------


def _forced_bet_placed(state: Round, event: engine_events.ForcedBetPlaced) -> Said:
    step, chips = state.step, event.moves[0].chips
    seat, card = event.seat, faces(state.hands[event.seat].up[:1])
    which = {LowestUpcard: "the lowest up-card, ", HighestUpcard: "the highest up-card, "}
    shows = which.get(type(step.opener), "") if isinstance(step, Bet) else ""
    return said(
        by(seat, f"shows {shows}", f"show {shows}"),
        card,
        when(seat, ", and places", ", and place"),
        f" the forced bet of {money(chips)}",
        _all_in(state, seat, chips),
    )


def _checked(state: Round, event: engine_events.Checked) -> Said:
    return said(by(event.seat, "checks", "check"))


def _called(state: Round, event: engine_events.Called) -> Said:
    chips = event.moves[0].chips
    all_in = _all_in(state, event.seat, chips)
    return said(by(event.seat, "calls", "call"), f" {money(chips)}", all_in)


_RAISES = {
    "bet": ("bets", "bet"),
    "completion": ("completes to", "complete to"),
    "raise": ("raises to", "raise to"),
}


def _raised(state: Round, event: engine_events.Raised) -> Said:
    all_in = _all_in(state, event.seat, event.moves[0].chips)
    short = "" if event.full else f", less than a full {event.kind}"
    return said(by(event.seat, *_RAISES[event.kind]), f" {money(event.to)}", all_in, short)


def _folded(state: Round, event: engine_events.Folded) -> Said:
    return said(by(event.seat, "folds", "fold"))


def _returned(state: Round, event: engine_events.Returned) -> Said:
    chips = money(event.moves[0].chips)
    return said(by(event.seat, "takes back", "take back"), f" an uncalled {chips}")


def _betting_closed(state: Round, event: engine_events.BettingClosed) -> Said:
    if not event.skipped:
        return None
    if not state.able:
        return "no betting: all are all-in"
    return said("no betting: only ", by(state.able[0], "has chips left", "have chips left"))


SAY: dict[type, Callable[[Round, Any], Said]] = {
    Undisclosed: _silent,
    engine_events.DeckCut: _deck_cut,
    engine_events.Posted: _posted,
    engine_events.CoinConverted: _coin_converted,
    engine_events.Dealt: _dealt,
    engine_events.Burned: _burned,
    engine_events.BoardDealt: _board_dealt,
    engine_events.CommonDealt: _common_dealt,
    engine_events.Reshuffled: _reshuffled,
    engine_events.BettingOpened: _silent,
    engine_events.TurnGiven: _silent,
    engine_events.ForcedBetPlaced: _forced_bet_placed,
    engine_events.Checked: _checked,
    engine_events.Called: _called,
    engine_events.Raised: _raised,
    engine_events.Folded: _folded,
    engine_events.Returned: _returned,
    engine_events.BettingClosed: _betting_closed,
    engine_events.DrawOpened: _silent,
    engine_events.Discarded: _discarded,
    engine_events.Collected: _silent,
    **narrate_end.SAY,
    **narrate_banked.SAY,
    **narrate_irregular.SAY,
}
