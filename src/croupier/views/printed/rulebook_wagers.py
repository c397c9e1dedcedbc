"""The rules that every betting round of a poker game enforces, in words, read beside Section 7."""

from collections.abc import Iterator

from croupier.chips import money
from croupier.rules.game import Game
from croupier.rules.sign import TableSign
from croupier.views.narration.wording import Line


def wagering(game: Game, sign: TableSign) -> Iterator[Line]:
    """How players act and wager at a table with this sign.

    >>> from croupier.games import GAMES
    >>> game = GAMES["bbc-omaha"]
    >>> sorted({line.clause.split()[0] for line in wagering(game, game.sign) if line.clause})
    ['A-52', 'A-87', 'BBC']
    """
    own = game.own
    yield Line("acting and wagering", kind="heading")
    yield Line("only players who were dealt in take part, each in turn", own("POKER 7(a)"))
    yield Line(f"a player folds, checks, calls, bets or raises: {_amounts(sign)}", own("POKER 17"))
    yield Line("a check is possible while nothing is owed", own("POKER 1 check"))
    yield Line("a call matches an earlier bet, and needs one", own("POKER 1 call"))
    yield Line("a fold gives up the hand to an earlier bet, and needs one", own("POKER 1 fold"))
    words = "the first wager of a betting round is a bet, and each higher one a raise"
    yield Line(words, own("POKER 1 opening bet"))
    yield from _stakes(game, sign)
    yield from _said(game)
    yield Line(
        "a hand is protected while its player holds it or has chips on it",
        own("POKER 1 protected hand"),
    )
    yield Line("a player whose time is up checks, or folds to a bet", "A-52")
    yield from seats_and_conduct(game)


def seats_and_conduct(game: Game) -> Iterator[Line]:
    """How free seats are given, and what players must not do: the same at every table.

    >>> from croupier.games import GAMES
    >>> [line.clause for line in seats_and_conduct(GAMES["holdem"])]
    ['A-88', 'POKER 16(a)', 'POKER 16(b)']
    """
    own = game.own
    words = "a free seat goes to the first in line, by game and stakes"
    yield Line(words, own("BBC wait2"))
    yield Line("a player who holds a live hand sends no messages", own("POKER 16(a)"))
    yield Line("a player who was removed takes no other seat in the room", own("POKER 16(b)"))


def _amounts(sign: TableSign) -> str:
    return {
        "limit": "by the posted limit",
        "spread": "within the posted limits",
        "pot_limit": "from the minimum up to the pot",
        "no_limit": "from the minimum up to all on the table",
    }[sign.structure]


def _stakes(game: Game, sign: TableSign) -> Iterator[Line]:
    own = game.own
    forms = "chips, plaques and currency" if game.document.takes_currency else "chips"
    yield Line(f"wagers are made with the {forms} there when the round began", own("POKER 7(c)"))
    if not game.document.takes_currency:
        yield Line("only chips are bought: no currency", "A-87")
    words = "chips are added only between rounds, and none are taken away while playing on"
    yield Line(words, own("POKER 7(c)(1)"))
    if game.document.checks_entry:
        least = f"the bets that are required and one of {money(sign.lower)}"
        yield Line(f"to be dealt in, a player needs chips for {least}", own("POKER 7(c)(3)"))
    yield Line(
        "a player out of chips is all-in: in for the pots paid into, with all cards to come; "
        "others bet on into a side pot, and none raises whom nobody can answer",
        own("POKER 7(c)(4)"),
    )


def _said(game: Game) -> Iterator[Line]:
    own = game.own
    yield Line("what a player says in turn is binding", own("POKER 7(d)"))
    yield Line("an announced amount counts, whatever chips come with it", own("POKER 7(e)"))
    yield Line("chips pushed forward or let go are a bet", own("POKER 7(f)"))
    yield Line(
        "no string bets: nothing is added to a bet or call that was not announced as more",
        own("POKER 7(g)"),
    )
    yield Line("one larger chip without a word is a call", own("POKER 7(i)"))
