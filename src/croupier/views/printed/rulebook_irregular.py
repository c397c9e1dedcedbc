"""What follows when something goes wrong in a poker game, in words, read beside Section 15."""

from collections.abc import Iterator

from croupier.rules.game import Game
from croupier.rules.irregular import EXCHANGED, POKER_15, exposure
from croupier.rules.sign import TableSign
from croupier.views.narration.narrate_irregular import cause
from croupier.views.narration.wording import Line

_FOLLOWS = {
    "misdeal": "a misdeal; all bets go back, and the deck is shuffled again",
    "dead round": "the round is dead; all bets go back, and the deck is replaced",
    "refund": "that hand is out, its chips go back, and the round continues",
    "protection": "a protected hand is restored, or refunded; an unprotected one is dead",
    "leaving": "an unprotected hand is dead, and its chips stay in",
    "card": "that card is not used, and play continues",
}
_UNTIL = {
    "the award": "",
    "two wagers": " (until two players have wagered of their own will)",
    "the first card": " (before the first card)",
}
_HANDS = {  # a hand's trouble needs its subject; of a deck and a deal the cause says enough
    "ineligible": "a player who is not entitled is dealt in",
    "fouled": "a hand is touched by discards",
    "collected": "a hand is taken in by the dealer",
    "wrong_number": "a hand has a wrong number of cards",
    "left_table": "a player leaves the table without a word",
}
_WHERE = {"burn": "serves as the next burn card, face up", "discard": "goes to the discards"}


def poker_irregularities(game: Game, sign: TableSign) -> Iterator[Line]:
    """The printed rules on irregularities at a poker table: what may be reported, and the ruling.

    >>> from croupier.games import GAMES
    >>> game = GAMES["five-card-stud"]
    >>> [line.words for line in poker_irregularities(game, game.sign)][-1]
    "a player's hole card is exposed: it becomes the up-card, and the next comes face down"
    """
    yield Line("irregularities", kind="heading")
    for rule in POKER_15:
        if rule.kind == "shuffler_failed" and sign.shuffler == "none":
            continue
        if rule.kind == "disconnected":
            yield Line(f"{cause(rule.kind)}: the hand stays live", "A-52")
        elif rule.follows != "exposure":
            what = _HANDS.get(rule.kind, cause(rule.kind)) + _UNTIL[rule.until]
            yield Line(f"{what}: {_FOLLOWS[rule.follows]}", game.own(rule.clause))
    yield from _exposures(game, sign)


def _exposures(game: Game, sign: TableSign) -> Iterator[Line]:
    rule = exposure(game)
    clause = game.own(rule.clause)
    if rule is EXCHANGED:
        words = f"it is exchanged when the deal is complete, and {_WHERE[sign.exposed_card]}"
        yield Line(f"a player's card is exposed: {words}", clause)
        return
    words = "it becomes the up-card, and the next comes face down"
    yield Line(f"a player's hole card is exposed: {words}", clause)
    if rule.both:
        yield Line("both hole cards are exposed: the hand is dead, and its ante goes back", clause)
    if rule.later:
        words = "stop wagering and contend for the pot as it stands, or play on for all of it"
        yield Line(f"a later hole card is exposed: its player may {words}", clause)
