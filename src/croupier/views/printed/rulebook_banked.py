"""What a house-banked game adds to its rules in words: wagers, choices, settlement, irregularities.

Amounts and pay tables are on the sign: see `paysheet.py`.
"""

from collections.abc import Callable, Iterator
from typing import Any

from croupier.rankings.qualifiers import QUEEN_OR_HIGHER
from croupier.rules import banked
from croupier.rules.game import Game
from croupier.rules.sign import TableSign
from croupier.views.narration.narrate_irregular import cause
from croupier.views.narration.wording import Line, counted, house_area, listed
from croupier.views.printed.rulebook_wagers import seats_and_conduct

_UNTIL = {
    "": "",
    "first card": " (before the first card)",
    "choices": " (until every player has decided)",
    "reveal": " (until the dealer's hand is turned up)",
}
_GOES_ON = {
    "face_up_card": "that card is not used, and the deal goes on",
    "drawn_in_error": "it is used as the next card",
    "shuffler_failed": "the cards are shuffled again by the approved procedure",
}


def irregularities(game: Game) -> Iterator[Line]:
    """The printed rules on irregularities.

    >>> from croupier.games import GAMES
    >>> [line.words for line in irregularities(GAMES["flop-poker"])][1]
    'a community card was turned up (until every player has decided): the other wagers go back, \
and the pot is awarded'
    """
    yield Line("irregularities", kind="heading")
    for rule in game.irregular:
        what = cause(rule.kind)
        if rule.kind == "house_wrong_number" and game.document.has_pot:
            what = "a wrong number of community cards was dealt"
        words = f"{what}{_UNTIL[rule.until]}: {_follows(game, rule)}"
        yield Line(words, game.cite(rule.clause))


def _follows(game: Game, rule: banked.Irregular) -> str:
    if rule.voids == "hand":
        return "that hand is void, and its wagers go back"
    if rule.voids == "":
        return _GOES_ON[rule.kind]
    saved = "the pot is awarded" if rule.saves == "pot" else f"the {rule.saves} wager is settled"
    if rule.saves == "pot" and not rule.saves_once_dealt:
        return f"the other wagers go back, and {saved}"
    words = "all hands are void, and wagers go back"
    if rule.saves:
        words += f", but {'once all are dealt ' if rule.saves_once_dealt else ''}{saved}"
    if rule.kind == "house_wrong_number" and game.document.mends_house_hand:
        words += ", unless the right number can still be dealt in sequence"
    return words


def _by_method(sign: TableSign, usual: str, by_hand: str, by_shoe: str) -> str:
    return {"hand": by_hand, "automated_shoe": by_shoe}.get(sign.deal_method, usual)


def _wagers(game: Game, sign: TableSign, step: banked.Wagers) -> Iterator[Line]:
    yield Line("players place their wagers", step.clause)
    closing = _by_method(sign, step.closing, step.by_hand, step.by_shoe)
    yield Line('the dealer says "no more bets"', game.cite(closing))
    yield from seats_and_conduct(game)


def _deliver(game: Game, sign: TableSign, step: banked.Deliver) -> Iterator[Line]:
    usual = step.clause.removeprefix(f"{game.document.name} ")
    clause = game.cite(_by_method(sign, usual, step.by_hand, step.by_shoe))
    each, area = counted(step.each, "card"), house_area(game)
    yield Line(f"{each} face down to each player and {area}", clause)
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
            yield from _against_dealer(game, contest)
        else:
            yield Line(f"{contest.spot} is paid as posted", game.cite(contest.clause))


def _against_dealer(game: Game, contest: banked.AgainstDealer) -> Iterator[Line]:
    for stake in contest.stakes if contest.qualifies else ():
        what = "is paid 1 to 1" if stake.unqualified == "wins" else "comes back"
        least = _QUALIFIERS.get(contest.qualifies, f"as good as {contest.qualifies}")
        words = f"if the dealer's hand is not {least}, {stake.spot} {what}"
        yield Line(words, game.cite(stake.clause))
    yield Line("the higher hand wins, player against dealer", game.cite(contest.clause))
    equal = contest.equal or contest.clause
    yield Line(f"equal hands: {listed(contest.spots)} come back", game.cite(equal))


_QUALIFIERS = {QUEEN_OR_HIGHER.weakest: QUEEN_OR_HIGHER.name}

STEPS: dict[type, Callable[[Game, TableSign, Any], Iterator[Line]]] = {
    banked.Wagers: _wagers,
    banked.Deliver: _deliver,
    banked.Choice: _choice,
    banked.Reveal: _reveal,
    banked.Settle: _settle,
}
