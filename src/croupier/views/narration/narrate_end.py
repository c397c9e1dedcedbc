"""The end of a round in words: agreements, hands shown, pots pushed."""

from collections.abc import Callable, Mapping
from typing import Any

from croupier.cards import Card
from croupier.chips import money
from croupier.engine import events as told
from croupier.engine.pots import layers
from croupier.engine.round import Round
from croupier.rankings import FAMILIES
from croupier.views.narration import narrate_banked
from croupier.views.narration.wording import Line, drawn, listed, seats

ORDINALS = ("first", "second", "third", "fourth", "fifth")
BOARDS = tuple(f"{number} board" for number in ORDINALS)


def _agreement_asked(state: Round, event: told.AgreementAsked) -> str | None:
    return f"{seats(event.waiting)} may run the rest twice" if event.waiting else None


def _agreed(state: Round, event: told.Agreed) -> str:
    if not event.yes:
        return f"seat {event.seat} declines: the rest is dealt once"
    return f"seat {event.seat} agrees" + (": two boards" if event.twice else "")


def _showdown_opened(state: Round, event: told.ShowdownOpened) -> Line | None:
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


def _shown(state: Round, event: told.Shown) -> str:
    if state.game.banked:
        words = narrate_banked.against_dealer(state, event.cards)
        return f"seat {event.seat} has {drawn(event.cards)}" + (f": {words}" if words else "")
    readings = [
        (f"on the {BOARDS[number]} " if len(state.boards) > 1 else "")
        + in_words(state, event.cards, board)
        for number, board in enumerate(state.boards)
    ]
    return f"seat {event.seat} shows {drawn(event.cards)}: {'; '.join(readings)}"


def in_words(state: Round, own: tuple[Card, ...], board: tuple[Card, ...]) -> str:
    """Say what a hand amounts to, for each share of the pot."""
    parts = []
    shares = state.showdown.shares
    for share in shares:
        hand = FAMILIES[share.ranking].hand_of(own, board + state.common, share.pick)
        words = f"no {share.name}" if hand is None else hand.words
        clear = share is shares[0] or share.name in words
        parts.append(words if clear else f"{share.name} {words}")
    return "; ".join(parts)


def _mucked(state: Round, event: told.Mucked) -> str:
    return f"seat {event.seat} concedes without showing"


def _revealed(state: Round, event: told.Revealed) -> str:
    if event.demanded:
        return f"seat {event.seat} has to turn up {drawn(event.cards)}"
    return f"seat {event.seat} turns up {drawn(event.cards)}"


def _pot_awarded(state: Round, event: told.PotAwarded) -> str:
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
        return f"seat {next(iter(won))} wins {what}{how}"
    parts = listed(f"seat {seat} {money(part)}" for seat, part in sorted(won.items()))
    odd = f"; odd chips by {event.excess}" if event.excess else ""
    return f"{seats(sorted(won))} divide {what}{how}: {parts}{odd}"


def _rake_taken(state: Round, event: told.RakeTaken) -> str:
    return f"{money(event.moves[0].chips)} rake goes to the rake area"


def _promo_drop_taken(state: Round, event: told.PromoDropTaken) -> str:
    return f"{money(event.moves[0].chips)} goes to the promotional drop"


def _contribution_taken(state: Round, event: told.ContributionTaken) -> str:
    return f"{money(event.moves[0].chips)} goes to the bad beat payout box"


def _bad_beat_found(state: Round, event: told.BadBeatFound) -> str:
    lost = f"seat {event.seat} loses to {seats(event.by)} with {drawn(event.cards)}"
    return f"a bad beat: {lost}; the shift supervisor verifies it"


def _rake_banked(state: Round, event: told.RakeBanked) -> str:
    return f"the rake of {money(event.moves[0].chips)} goes to the table inventory"


def _round_closed(state: Round, event: told.RoundClosed) -> Line:
    return closed(event, event.stacks)


def closed(event: told.RoundClosed, before: Mapping[int, int]) -> Line:
    """Say what everybody has now, and what each won or lost."""
    items = []
    for seat, chips in event.stacks.items():
        gain = chips - before[seat]
        change = f" ({'+' if gain > 0 else ''}{money(gain)})" if gain else ""
        items.append(f"seat {seat} {money(chips)}{change}")
    return Line("the round is over", event.clause, items=tuple(items))


SAY: dict[type, Callable[[Round, Any], str | Line | None]] = {
    told.AgreementAsked: _agreement_asked,
    told.Agreed: _agreed,
    told.ShowdownOpened: _showdown_opened,
    told.Shown: _shown,
    told.Mucked: _mucked,
    told.Revealed: _revealed,
    told.PotAwarded: _pot_awarded,
    told.RakeTaken: _rake_taken,
    told.PromoDropTaken: _promo_drop_taken,
    told.ContributionTaken: _contribution_taken,
    told.BadBeatFound: _bad_beat_found,
    told.RakeBanked: _rake_banked,
    told.RoundClosed: _round_closed,
}
