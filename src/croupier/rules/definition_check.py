"""Check a game definition before the first card: all faults at once."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple, get_args

from croupier.cards import Card
from croupier.rankings import FAMILIES, OWN_FAMILIES, AnyOf, Exactly, Family
from croupier.refused import Refused
from croupier.rules.banked import Settle
from croupier.rules.fault import Fault, refuse
from croupier.rules.game import Game, Players
from croupier.rules.offers import Offer
from croupier.rules.openers import Opener
from croupier.rules.sign_check import check_sign
from croupier.rules.steps import (
    AnyStep,
    Bet,
    Board,
    Burn,
    Deal,
    Discard,
    Draw,
    Share,
    Showdown,
    Street,
    Tier,
)

_COUNTS: dict[type, tuple[str, ...]] = {
    Deal: ("down", "up"),
    Board: ("up",),
    Draw: ("most",),
    Discard: ("count",),
}
_KINDS = ("high", "low", "high-low", "banked")
_SEATS = 11  # of the largest table
KEY_MOST = 40  # as many as a room's database keeps
_KEY = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_SHAPE: tuple[tuple[str, type, str], ...] = (
    ("key", str, "text"),
    ("section", str, "text"),
    ("title", str, "text"),
    ("kind", str, "text"),
    ("players", Players, "a Players value"),
    ("offers", tuple, "a tuple of offers"),
    ("streets", tuple, "a tuple of streets"),
    ("finish", tuple, "a tuple that ends with a showdown"),
    ("cards", tuple, "a tuple of cards"),
)


def check_game(game: Any) -> Game:
    """Refuse a definition that cannot be dealt, naming every fault in one sentence.

    >>> from croupier.games import GAMES
    >>> check_game(GAMES["badugi"]).key
    'badugi'
    """
    if not isinstance(game, Game):
        raise Refused("FIELD game", f"a game must be a Game, not {type(game).__name__}")
    refuse(_shape(game))
    refuse(_steps(game))
    refuse([*_script(game), *_finish(game), *_deck(game)])
    refuse(_reach(game))
    check_sign(game, game.sign)
    return game


def known_good(game: Game) -> Game:
    """The same, cached: most rounds are of a game that was checked before."""
    try:
        return _remembered(game)
    except TypeError:  # a list in it has no hash
        return check_game(game)


@lru_cache
def _remembered(game: Game) -> Game:
    return check_game(game)


def _shape(game: Any) -> Iterator[Fault]:
    for field, kind, words in _SHAPE:
        if not isinstance(getattr(game, field), kind):
            given = type(getattr(game, field)).__name__
            yield Fault(f"FIELD {field}", f"{field} must be {words}, not {given}")
    if isinstance(game.key, str) and not _KEY.fullmatch(game.key):
        yield Fault("FIELD key", f"{game.key[:40]!r} must be words in lower case joined by hyphens")
    if isinstance(game.key, str) and len(game.key) > KEY_MOST:
        yield Fault("FIELD key", f"a key has at most {KEY_MOST} letters, not {len(game.key)}")
    if isinstance(game.kind, str) and game.kind not in _KINDS:
        yield Fault("FIELD kind", f"{game.kind[:40]!r} is not one of {', '.join(_KINDS)}")
    if isinstance(game.section, str) and not game.section.split():
        yield Fault("FIELD section", "section must name the rules the clauses belong to")
    yield from _members("offers", game.offers, Offer, "an offer such as Blinds")
    yield from _members("streets", game.streets, Street, "a street(...)")
    yield from _members("cards", game.cards, Card, "a card")
    steps = [("finish", game.finish)]
    if isinstance(game.streets, tuple):
        steps += [(s.name, s.steps) for s in game.streets if isinstance(s, Street)]
    for where, some in steps:
        yield from _members(where, some, get_args(AnyStep), "a step such as Deal or Bet")


def _members(field: str, values: Any, kind: Any, words: str) -> Iterator[Fault]:
    for value in values if isinstance(values, tuple) else ():
        if not isinstance(value, kind):
            yield Fault(f"FIELD {field}", f"{str(value)[:40]!r} is not {words}")


def _steps(game: Game) -> Iterator[Fault]:
    """Whether every step, by itself, says what it must."""
    step: Any
    for part in game.streets:
        where = f"FIELD {part.name}"
        for step in part.steps:
            if not isinstance(step.clause, str):
                yield Fault(where, "the first argument of a step must be its clause")
            yield from _counted(where, step)
            if isinstance(step, Bet):
                yield from _opened(where, step)


def _script(game: Game) -> Iterator[Fault]:
    step: Any
    held = boards = 0
    for part in game.streets:
        for step in part.steps:
            where = f"FIELD {part.name}"
            match step:
                case Deal():
                    held += step.down + step.up
                case Discard() if not 0 < step.count < held:
                    yield Fault(where, f"{step.count} of {held} cards cannot be discarded")
                case Discard():
                    held -= step.count
                case Board():
                    fresh = range(boards + 1) if boards else range(len(step.boards))
                    if not step.boards or not set(step.boards) <= {*fresh}:
                        yield Fault(where, "boards must be numbered from 0: (0,) or (0, 1)")
                    boards = max(boards, *step.boards, 0)
                case _:
                    pass


def _counted(where: str, step: Any) -> Iterator[Fault]:
    """A step deals or takes whole cards, one at least."""
    fields = _COUNTS.get(type(step), ())
    for field in fields:
        number = getattr(step, field)
        if type(number) is not int or number < 0:
            name = type(step).__name__
            yield Fault(where, f"{name}({field}={number!r}) must be a whole number of cards")
            return
    if fields and not sum(getattr(step, field) for field in fields):
        named = " or ".join(f"{field}=" for field in fields)
        yield Fault(where, f"{type(step).__name__} must say how many cards: {named}")


def _opened(where: str, step: Any) -> Iterator[Fault]:
    if not isinstance(step.opener, Opener):
        yield Fault(where, "Bet needs an opener such as LeftOfButton()")
    if step.tier not in get_args(Tier):
        known = " or ".join(get_args(Tier))
        yield Fault(where, f"{str(step.tier)[:40]!r} is not a tier of bets: {known}")


def _finish(game: Game) -> Iterator[Fault]:
    last = game.finish[-1] if game.finish else None
    if game.banked:
        if not any(isinstance(step, Settle | Showdown) for step in game.finish):
            yield Fault("FIELD finish", "a banked game must end with a Settle or a showdown")
        return
    if not isinstance(last, Showdown) or not last.shares:
        yield Fault("FIELD finish", "a game must end with showdown(clause, Share(...))")
        return
    if sum(isinstance(step, Showdown) for step in game.finish) > 1:
        yield Fault("FIELD finish", "a game must have one showdown, with a Share for each half")
    for share in last.shares:
        yield from _share(game, share)


def _share(game: Game, share: Share) -> Iterator[Fault]:
    field = f"FIELD {share.name}"
    if not isinstance(share.ranking, Family) and share.ranking not in {*FAMILIES, *OWN_FAMILIES}:
        known = ", ".join(FAMILIES)
        why = f"{str(share.ranking)[:40]!r} is not a ranking: name one of {known}, or give a Family"
        yield Fault(field, why)
        return
    family = FAMILIES[share.ranking].family
    pick: Any = share.pick
    match pick:
        case AnyOf():
            chosen = pick.count
        case Exactly():
            chosen = pick.own + pick.board
        case _:
            yield Fault(field, "the pick must be AnyOf(count) or Exactly(own=, board=)")
            return
    if chosen != family.size:
        yield Fault(field, f"{family.key} ranks {family.size} cards, and the pick takes {chosen}")
    foreign = [card.value for card in game.cards if card not in family.deck]
    if foreign:
        yield Fault(field, f"{family.key} does not rank {foreign[0]}, which is in the deck")


class _Cards(NamedTuple):
    """The cards of a round."""

    dealt: int  # to a player
    kept: int  # of them
    board: int
    laid: int  # on all boards, and burned
    common: bool  # whether common cards stand for those that the deck cannot serve


def _cards(game: Game) -> _Cards:
    dealt = thrown = board = laid = 0
    common = False
    for step in (step for part in game.streets for step in part.steps):
        match step:
            case Deal():
                dealt += step.down + step.up
                common |= bool(step.if_short)
            case Discard():
                thrown += step.count
            case Board():
                board += step.up
                laid += step.up * len(step.boards)
            case Burn():
                laid += 1
            case _:
                pass
    return _Cards(dealt, dealt - thrown, board, laid, common)


def _deck(game: Game) -> Iterator[Fault]:
    if len(set(game.cards)) != len(game.cards):
        yield Fault("FIELD cards", "every card of the deck must be different")
    if not 1 <= game.players.least <= game.players.most:
        yield Fault("FIELD players", "players must be `least` to `most`, at least one")
    yield from _served(game, game.players.least)


def _served(game: Game, players: int) -> Iterator[Fault]:
    cards = _cards(game)
    need = cards.dealt * players + cards.laid
    if not game.banked and need > game.deck:
        yield Fault("FIELD cards", f"{players} players need {need} cards; the deck has {game.deck}")


def _reach(game: Game) -> Iterator[Fault]:
    """Whether the deck serves a full table, and hands have the cards that are picked."""
    if game.banked:
        return
    cards = _cards(game)
    if not cards.common:
        yield from _served(game, min(game.players.most, _SEATS))
    last: Any = game.finish[-1]
    for share in last.shares:
        picks = share.pick
        if isinstance(picks, Exactly):
            few = cards.kept < picks.own or cards.board < picks.board
        else:
            few = cards.kept + cards.board < picks.count
        if few:
            here = f"a player keeps {cards.kept} cards and the board has {cards.board}"
            yield Fault(f"FIELD {share.name}", f"{here}: fewer than the pick takes")
