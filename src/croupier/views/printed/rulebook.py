"""A game's definition in words, clause by clause, with the sign in force."""

from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Any

from croupier.chips import money
from croupier.rankings import FAMILIES, AnyOf, Family
from croupier.rules import openers, steps
from croupier.rules.game import Game
from croupier.rules.sign import TableSign
from croupier.rules.steps import AnyStep
from croupier.views.narration.wording import Line, counted, listed
from croupier.views.printed.rulebook_banked import STEPS as BANKED_STEPS
from croupier.views.printed.rulebook_banked import irregularities
from croupier.views.printed.rulebook_irregular import poker_irregularities
from croupier.views.printed.signboard import signboard


def rulebook(game: Game, sign: TableSign | None = None, notice: str = "") -> Iterator[Line]:
    """How a game is dealt at a table with this sign, to be read beside its section.

    `notice` is what the room must say of itself.

    >>> from croupier.games import GAMES
    >>> [line.words for line in rulebook(GAMES["badugi"])][1:3]
    ['players', '2 to 9 players']
    """
    sign = sign or game.sign
    yield from signboard(game, sign, notice)
    for street, run in groupby(game.script_under(sign), key=lambda step: step.street):
        yield Line(street, kind="heading")
        for step in run:
            yield from _STEPS[type(step)](game, sign, step)
    if game.banked:
        yield from irregularities(game)
    else:
        yield from poker_irregularities(game, sign)


# --- the deal --------------------------------------------------------------------------------


def _burn(game: Game, sign: TableSign, step: steps.Burn) -> Iterator[Line]:
    words = "the top card is burned"
    if step.if_spent == "burns":
        words += "; if one card or none is left, the burned cards are reshuffled first"
    elif step.if_spent == "discards":
        words += "; if none is left, the discards are reshuffled first"
    yield Line(words, step.clause)


def _deal(game: Game, sign: TableSign, step: steps.Deal) -> Iterator[Line]:
    down = [f"{counted(step.down, 'card')} face down"] if step.down else []
    up = [f"{'one' if down else counted(step.up, 'card')} face up"] if step.up else []
    words = f"{listed(down + up)} to each player"
    if step.if_short:
        words += "; if the deck cannot serve each, one card face up is common to all"
    yield Line(words, step.clause)


def _board(game: Game, sign: TableSign, step: steps.Board) -> Iterator[Line]:
    where = " on each board" if len(step.boards) > 1 else ""
    yield Line(f"{counted(step.up, 'community card')} face up{where}", step.clause)


def _draw(game: Game, sign: TableSign, step: steps.Draw) -> Iterator[Line]:
    yield Line(f"each player in turn may exchange up to {counted(step.most, 'card')}", step.clause)
    if step.spared == "whole_round":
        kept = "all that the drawer has thrown in this round stays out of it"
    elif sign.reshuffle_own_discards:
        kept = "the drawer's own among them"
    else:
        kept = "what the drawer has just thrown stays out of it"
    yield Line(f"if the deck runs out, the discards are reshuffled; {kept}", step.renewed)


def _discard(game: Game, sign: TableSign, step: steps.Discard) -> Iterator[Line]:
    words = f"each player in turn throws {counted(step.count, 'card')} and gets none for it"
    yield Line(words if step.count == 1 else f"{words[:-2]}them", step.clause)


def _bet(game: Game, sign: TableSign, step: steps.Bet) -> Iterator[Line]:
    who = _OPENERS[type(step.opener)](step.opener)
    if step.forced:
        opens = f"{who} places the forced bet of {money(sign.forced_bet)}"
    elif step.opener_must_bet and sign.five_stud_opener_must_bet is not False:
        opens = f"{who} must bet"
    else:
        opens = f"{who} speaks first"
    yield Line(f"betting{_size(sign, step)}: {opens}", step.clause)
    if step.answers != step.clause:
        may = "fold, call, complete or raise" if step.forced else "check, bet, call, raise or fold"
        yield Line(f"the others answer clockwise: they {may}", step.answers)


def _size(sign: TableSign, step: steps.Bet) -> str:
    if sign.structure != "limit":
        return ""
    return f" by {money(sign.limits[0 if step.tier == 'lower' else 1])}"


def _agree(game: Game, sign: TableSign, step: steps.Agree) -> Iterator[Line]:
    yield Line("two players with no betting left may run the rest twice", step.clause)


_OPENERS: dict[type, Callable[[Any], str]] = {
    openers.LeftOfBlinds: lambda opener: "the player left of the last blind",
    openers.LeftOfButton: lambda opener: "the first live player left of the button",
    openers.LowestUpcard: lambda opener: "the lowest up-card (ace high, then by suit)",
    openers.HighestUpcard: lambda opener: (
        f"the highest up-card (ace {'low' if opener.ace_low else 'high'}, then by suit)"
    ),
    openers.BestShowing: lambda opener: (
        f"the {'lowest' if opener.low else 'best'} hand showing"
        f" ({'ace high; ' if opener.ace_high else ''}a tie: nearest the dealer's left)"
    ),
    openers.PairedUpcard: lambda opener: (
        "the best pair of up-card and community card, else the highest up-card "
        "(a tie: nearest the dealer's left)"
    ),
}


# --- the end ---------------------------------------------------------------------------------


def _showdown(game: Game, sign: TableSign, step: steps.Showdown) -> Iterator[Line]:
    if step.asks:
        yield Line("two hands or more are shown or conceded, and the best wins", step.clause)
        yield Line(
            "the last to bet or raise in the final round shows first, else its first to act; "
            "the others follow clockwise, and may concede",
            game.own("POKER 15(d)"),
        )
        yield Line(
            "side pots are awarded before the main pot, each on its own", game.own("POKER 6(e)(7)")
        )
    for share in step.shares:
        yield _share(step, share)
    if len(step.shares) > 1:
        first = step.shares[0].name
        yield Line(f"an odd chip between the parts goes to the {first} hand", step.uneven)
    for share in step.shares:
        yield _excess(sign, step, share)


def _share(step: steps.Showdown, share: steps.Share) -> Line:
    family = FAMILIES[share.ranking].family
    part = {1: "every pot", 2: "half of every pot"}[len(step.shares)]
    words = f"the best {_ranked(family)} wins {part}, from {_pick(share)}"
    if family.qualifier:
        words += f"; it must be {family.qualifier.name}, else {step.shares[0].name} takes all"
    return Line(words, share.clause)


_RANKINGS = {
    "high-5": "five-card high hand",
    "high-3": "three-card high hand",
    "low-a5": "five-card low hand (ace low; straights and flushes do not count)",
    "low-8": "five-card low hand (ace low; straights and flushes do not count)",
    "low-6": "three-card low hand (ace low; straights and flushes do not count)",
    "low-27": "2-7 low hand (ace high; straights and flushes count against it)",
    "badugi": "badugi (cards of different rank and suit, ace low)",
    "badugi-27": "badugi (cards of different rank and suit, ace high)",
}


def _ranked(family: Family) -> str:
    """What kind of hand wins; a family of the game's own goes by its key."""
    return _RANKINGS.get(family.key, f"{family.key} hand of {counted(family.size, 'card')}")


def _pick(share: steps.Share) -> str:
    pick = share.pick
    if isinstance(pick, AnyOf):
        return f"any {counted(pick.count, 'card').removesuffix(' cards')} of the cards"
    own, board = counted(pick.own, "own card"), counted(pick.board, "community card")
    return f"exactly {own} and {board}"


def _excess(sign: TableSign, step: steps.Showdown, share: steps.Share) -> Line:
    rule, clause = share.excess.rule, share.excess.clause
    if sign.odd_chip and (share.excess.named or not sign.authorised):
        rule = share.by_suit if sign.odd_chip == "suit" else "left_of_button"
        clause = "SIGN odd_chip"
    who = {
        "highest_by_suit": "the highest card by suit",
        "lowest_by_suit": "the lowest card by suit",
        "left_of_button": "the first to the left of the button"
        if step.asks
        else "the player nearest the dealer's left",
    }[rule]
    of = f" for {share.name}" if len(step.shares) > 1 else ""
    return Line(f"odd chips of a tie{of} go one each, beginning with {who}", clause)


_STEPS: dict[type[AnyStep], Callable[[Game, TableSign, Any], Iterator[Line]]] = {
    steps.Burn: _burn,
    steps.Deal: _deal,
    steps.Board: _board,
    steps.Draw: _draw,
    steps.Discard: _discard,
    steps.Bet: _bet,
    steps.Agree: _agree,
    steps.Showdown: _showdown,
    **BANKED_STEPS,
}
