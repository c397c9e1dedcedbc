"""What a house-banked game adds to its rules in words: wagers, choices, settlement, irregularities.

Amounts and pay tables are on the sign: see `paysheet.py`.
"""

from collections.abc import Callable, Iterator
from typing import Any

from croupier.rules import banked
from croupier.rules.game import Game
from croupier.rules.sign import TableSign
from croupier.views.narration.wording import Line, counted, listed


def irregularities(game: Game) -> Iterator[Line]:
    """The printed rules on irregularities."""
    yield Line("irregularities", kind="heading")
    for rule in game.irregular:
        yield Line(f"{rule.kind.replace('_', ' ')}: {_follows(rule)}", game.cite(rule.clause))


def _follows(rule: banked.Irregular) -> str:
    if rule.voids == "hand":
        return "that hand is void, and its wagers go back"
    if rule.voids == "":
        return "the round continues"
    saved = f", but {rule.saves} is settled" if rule.saves else ""
    when = " if the deal is complete" if rule.saves_once_dealt else ""
    return f"all hands are void, and wagers go back{saved}{when}"


def _by_method(sign: TableSign, usual: str, by_hand: str, by_shoe: str) -> str:
    return {"hand": by_hand, "automated_shoe": by_shoe}.get(sign.deal_method, usual)


def _wagers(game: Game, sign: TableSign, step: banked.Wagers) -> Iterator[Line]:
    yield Line("players place their wagers", step.clause)
    closing = _by_method(sign, step.closing, step.by_hand, step.by_shoe)
    yield Line('the dealer says "no more bets"', game.cite(closing))


def _deliver(game: Game, sign: TableSign, step: banked.Deliver) -> Iterator[Line]:
    usual = step.clause.removeprefix(f"{game.document.name} ")
    clause = game.cite(_by_method(sign, usual, step.by_hand, step.by_shoe))
    yield Line(f"{counted(step.each, 'card')} face down to each player and to the house", clause)
    words = "players look at their own cards alone, and only the dealer turns hands up"
    yield Line(words, game.cite("10(a)"))


def _choice(game: Game, sign: TableSign, step: banked.Choice) -> Iterator[Line]:
    times = {1: "as much as the ante", 2: "twice the ante"}.get(step.times, f"{step.times} antes")
    forfeits = f", which gives up the {step.forfeits}" if step.forfeits else ""
    wager = f"wagers {times} on {step.place}, or may {step.otherwise}{forfeits}"
    yield Line(f"each player with a wager on {step.asks} in turn {wager}", step.clause)


def _reveal(game: Game, sign: TableSign, step: banked.Reveal) -> Iterator[Line]:
    what = "the community cards are" if step.community else "the dealer's hand is"
    yield Line(f"{what} turned up", step.clause)


def _settle(game: Game, sign: TableSign, step: banked.Settle) -> Iterator[Line]:
    if not sign.progressive and any(isinstance(c, banked.OnMeter) for c in step.contests):
        return
    spots = listed(spot for contest in step.contests for spot in contest.spots)
    yield Line(f"settled player by player, from the dealer's right: {spots}", step.clause)
    if step.collects_folded:
        yield Line("the wagers of folded hands are collected", game.cite(step.collects_folded))
    for contest in step.contests:
        if isinstance(contest, banked.AgainstDealer):
            yield Line("the higher hand wins, player against dealer", game.cite(contest.clause))
        else:
            yield Line(f"{contest.spot} is paid as posted", game.cite(contest.clause))


STEPS: dict[type, Callable[[Game, TableSign, Any], Iterator[Line]]] = {
    banked.Wagers: _wagers,
    banked.Deliver: _deliver,
    banked.Choice: _choice,
    banked.Reveal: _reveal,
    banked.Settle: _settle,
}
