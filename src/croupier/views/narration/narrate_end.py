"""The end of a round in words: agreements, hands shown, pots pushed."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from croupier.cards import Card
from croupier.chips import money
from croupier.engine import events as engine_events
from croupier.engine.pots import layers
from croupier.engine.round import Round
from croupier.rankings import FAMILIES
from croupier.rankings.words import Called
from croupier.views.narration import narrate_banked
from croupier.views.narration.sentences import (
    Made,
    Part,
    Said,
    Spoken,
    by,
    faces,
    named,
    plain,
    players,
    said,
    to,
)
from croupier.views.narration.wording import Line, counted, seats

ORDINALS = ("first", "second", "third", "fourth", "fifth")
BOARDS = tuple(f"{number} board" for number in ORDINALS)


def _agreement_asked(state: Round, event: engine_events.AgreementAsked) -> Said:
    return said(players(event.waiting), " may run the rest twice") if event.waiting else None


def _agreed(state: Round, event: engine_events.Agreed) -> Said:
    if not event.yes:
        return said(by(event.seat, "declines", "decline"), ": the rest is dealt once")
    many = f": {counted(state.sign.run_times, 'board')}" if event.twice else ""
    return said(by(event.seat, "agrees", "agree"), many)


def _showdown_opened(state: Round, event: engine_events.ShowdownOpened) -> Line | None:
    pots = layers(state)
    if len(pots) < 2:
        return None
    items = tuple(
        f"{pot_name(number, len(pots))} {money(pot.chips)}: {seats(sorted(pot.seats))}"
        for number, pot in enumerate(pots)
    )
    return Line("the pots, and who contends for them", state.game.own("POKER 7(c)(4)"), items=items)


def pot_name(number: int, count: int) -> str:
    """Name a pot: the main pot is number 0.

    >>> pot_name(0, 1), pot_name(0, 3), pot_name(1, 2), pot_name(2, 3)
    ('the pot', 'the main pot', 'the side pot', 'side pot 2')
    """
    if count == 1:
        return "the pot"
    if number == 0:
        return "the main pot"
    return "the side pot" if count == 2 else f"side pot {number}"


def _shown(state: Round, event: engine_events.Shown) -> Said:
    if state.game.banked:
        hands = narrate_banked.against_dealer(state, event.cards)
        return _face_up(event, by(event.seat, "has", "have"), hands)
    several = len(state.boards) > 1
    hands = [
        name
        for number, board in enumerate(state.boards)
        for name in made(state, event.cards, board, f"on the {BOARDS[number]} " if several else "")
    ]
    spoken = _face_up(event, by(event.seat, "shows", "show"), hands)
    return replace(spoken, hands=_with_cards(state, event.cards, spoken.hands))


def _with_cards(state: Round, own: tuple[Card, ...], hands: tuple[Made, ...]) -> tuple[Made, ...]:
    """Hands with the cards that make them, board by board and share by share."""
    plays = [
        (FAMILIES[share.ranking].hand_of(own, board + state.common, share.pick), share, number)
        for number, board in enumerate(state.boards)
        for share in state.showdown.shares
    ]
    return tuple(
        replace(named, cards=hand.cards if hand else (), share=share.name, board=number)
        for named, (hand, share, number) in zip(hands, plays, strict=True)
    )


def _face_up(
    event: engine_events.Shown | engine_events.Revealed, does: Part, hands: Sequence[Called] = ()
) -> Spoken:
    """Cards that a player turns up, and what they amount to."""
    words = "; ".join(name.words for name in hands)
    sentence = said(does, " ", faces(event.cards), f": {words}" if words else "")
    return Spoken(plain(sentence), event.clause, sentence=sentence, hands=named(hands))


def made(
    state: Round, own: tuple[Card, ...], board: tuple[Card, ...], on: str = ""
) -> list[Called]:
    """Name what a hand amounts to for each share of the pot, `on` a board where there are two."""
    names, shares = list[Called](), state.showdown.shares
    for share in shares:
        hand = FAMILIES[share.ranking].hand_of(own, board + state.common, share.pick)
        name = Called(f"no {share.name}") if hand is None else hand.name
        before = on if share is shares[0] else "" if share.name in name.words else f"{share.name} "
        names.append(name._replace(category=f"{before}{name.category}"))
    return names


def _turned_up(state: Round, event: engine_events.TurnedUp) -> Said:
    return said(by(event.seat, "turns up", "turn up"), " ", faces(event.cards))


def _mucked(state: Round, event: engine_events.Mucked) -> Said:
    return said(by(event.seat, "concedes", "concede"), " without showing")


def _revealed(state: Round, event: engine_events.Revealed) -> Said:
    if event.demanded:
        return _face_up(event, by(event.seat, "has to turn up", "have to turn up"))
    return _face_up(event, by(event.seat, "turns up", "turn up"))


def _pot_awarded(state: Round, event: engine_events.PotAwarded) -> Said:
    pot = pot_name(event.pot, len(layers(state)))
    won = {int(move.target.removeprefix("stack:")): move.chips for move in event.moves}
    chips = sum(won.values())
    part = len(state.showdown.shares) > 1 or len(state.boards) > 1
    whole = not event.share or not part
    what = f"{pot}, {money(chips)}" if whole else f"{money(chips)} of {pot}"
    how = ""
    if not whole and len(state.showdown.shares) > 1:
        how += f" for {event.share}"
    if event.share and len(state.boards) > 1:
        how += f" on the {BOARDS[event.board]}"
    if len(won) == 1:
        return said(by(next(iter(won)), "wins", "win"), f" {what}{how}")
    parts: list[Part] = []
    for place, (seat, chips) in enumerate(sorted(won.items()), 1):
        joint = "" if place == 1 else " and " if place == len(won) else ", "
        parts += [joint, to(seat), f" {money(chips)}"]
    odd = f"; odd chips by {event.excess}" if event.excess else ""
    return said(players(sorted(won)), f" divide {what}{how}: ", *parts, odd)


def _rake_taken(state: Round, event: engine_events.RakeTaken) -> str:
    return f"{money(event.moves[0].chips)} rake goes to the rake area"


def _promo_drop_taken(state: Round, event: engine_events.PromoDropTaken) -> str:
    return f"{money(event.moves[0].chips)} goes to the promotional drop"


def _contribution_taken(state: Round, event: engine_events.ContributionTaken) -> str:
    return f"{money(event.moves[0].chips)} goes to the bad beat payout box"


def _bad_beat_found(state: Round, event: engine_events.BadBeatFound) -> Said:
    lost = (by(event.seat, "loses", "lose"), " to ", players(event.by))
    end = "; the shift supervisor verifies it"
    return said("a bad beat: ", *lost, " with ", faces(event.cards), end)


def _rake_banked(state: Round, event: engine_events.RakeBanked) -> str:
    return f"the rake of {money(event.moves[0].chips)} goes to the table inventory"


def _round_closed(state: Round, event: engine_events.RoundClosed) -> Line:
    return closed(event, event.stacks)


def closed(event: engine_events.RoundClosed, before: Mapping[int, int]) -> Line:
    """The end of a round in words: what everybody has, and what each won or lost."""
    items = []
    for seat, chips in event.stacks.items():
        gain = chips - before[seat]
        change = f" ({'+' if gain > 0 else ''}{money(gain)})" if gain else ""
        items.append(f"seat {seat} {money(chips)}{change}")
    return Line("the round is over", event.clause, items=tuple(items))


SAY: dict[type, Callable[[Round, Any], Said]] = {
    engine_events.AgreementAsked: _agreement_asked,
    engine_events.Agreed: _agreed,
    engine_events.ShowdownOpened: _showdown_opened,
    engine_events.TurnedUp: _turned_up,
    engine_events.Shown: _shown,
    engine_events.Mucked: _mucked,
    engine_events.Revealed: _revealed,
    engine_events.PotAwarded: _pot_awarded,
    engine_events.RakeTaken: _rake_taken,
    engine_events.PromoDropTaken: _promo_drop_taken,
    engine_events.ContributionTaken: _contribution_taken,
    engine_events.BadBeatFound: _bad_beat_found,
    engine_events.RakeBanked: _rake_banked,
    engine_events.RoundClosed: _round_closed,
}
