"""What Open Hand History (OHH) can carry of a round, and what its readers would get wrong.

OHH tells amounts and results outright: what everybody put in, what left each pot, who got what. So
odd chips, short all-ins and the rake are safe in it. It has no words for streets of stud, for
exchanges of cards, or for the rules of a house.
"""

from collections.abc import Callable, Sequence

from croupier.engine import events as engine_events
from croupier.engine import faults
from croupier.engine.events import AnyEvent
from croupier.games import game_of
from croupier.histories.phh_losses import Capability
from croupier.refused import Refused
from croupier.rules.amend import killed
from croupier.rules.game import Game
from croupier.rules.sign import TableSign
from croupier.rules.steps import Discard, Draw

GAME_TYPES: dict[str, str] = {
    "holdem": "Holdem",
    "omaha": "Omaha",
    "bbc-omaha": "Omaha",
    "five-card-omaha": "Omaha",
    "omaha-hilo-8": "OmahaHiLo",
    "five-card-omaha-hilo-8": "OmahaHiLo",
    "six-card-omaha": "Omaha",
    "six-card-omaha-hilo-8": "OmahaHiLo",
}
SET_RIGHT = (
    engine_events.CardRemoved
    | faults.Exposed
    | faults.HandDead
    | faults.HandRefunded
    | faults.Misdealt
    | faults.CalledDead
)

CAPABILITIES: tuple[Capability, ...] = (
    Capability("hold'em and omaha", "lossless", "each has its game type"),
    Capability("five- and six-card omaha", "lossless", "an omaha with as many cards dealt to each"),
    Capability("hidden cards", "lossless", "a hand that was not seen is not written"),
    Capability("burns and stub", "lossless", "nobody's to know, so nothing is lost"),
    Capability("antes, dead and live posts, kill blinds", "lossless", "each has its action"),
    Capability("a straddle", "lossless", "an action of its own"),
    Capability("a bomb pot", "lossless", "a flag of its own"),
    Capability("two boards", "lossless", "a flag, and a street twice"),
    Capability("short all-ins", "lossless", "every action says what went in"),
    Capability("odd chips", "lossless", "every pot says who got what"),
    Capability("coin", "lossless", "amounts have cents"),
    Capability("rake and bad beat contributions", "lossless", "fields of the main pot"),
    Capability("a bet that comes back", "lossless", "what is in no pot was not called"),
    Capability("hands shown afterward", "lossless", "the showdown is a round of its own"),
    Capability("what was said", "lossless", "the action it amounted to is written"),
    Capability("limits", "lossy", "readers take them to be the big blind and twice that"),
    Capability("spread limit", "lossy", "bets are no limit, pot limit or fixed limit"),
    Capability("other than two rising blinds", "lossy", "readers know a small and a big blind"),
    Capability("a promotional drop", "lossy", "it is written with the bad beat contributions"),
    Capability("stud", "impossible", "no street has its names, and no card is up or down"),
    Capability("draws", "impossible", "no action throws a card away"),
    Capability("other games on a board", "impossible", "its types are hold'em and omaha"),
    Capability("a round set right", "impossible", "no action voids a hand or takes a card away"),
    Capability("an unfinished round", "impossible", "a hand is written when it is over"),
    Capability("games against the house", "impossible", "OHH knows players only"),
)
_BY_NAME = {capability.what: capability for capability in CAPABILITIES}


def check_writable(log: Sequence[AnyEvent]) -> None:
    """Refuse what OHH has no way to say, with the reason."""
    if not log or not isinstance(log[0], engine_events.RoundOpened):
        raise Refused("FIELD log", "a log must begin with the opening of a round")
    game = game_of(log[0].game)
    if game.key not in GAME_TYPES:
        _refuse("FIELD game", _unsaid(game))
    if not any(isinstance(event, engine_events.RoundClosed) for event in log):
        _refuse("FIELD log", "an unfinished round")
    if any(isinstance(event, SET_RIGHT) for event in log):
        _refuse("FIELD log", "a round set right")


def _unsaid(game: Game) -> str:
    """What of a game OHH has no words for."""
    if game.banked:
        return "games against the house"
    if any(isinstance(step, Draw | Discard) for step in game.script):
        return "draws"
    return "other games on a board" if game.button else "stud"


def _refuse(field: str, what: str) -> None:
    raise Refused(field, f"OHH cannot express {what}: {_BY_NAME[what].why}")


def losses(log: Sequence[AnyEvent]) -> list[Capability]:
    """Everything of this round that readers of OHH would get wrong."""
    return [_BY_NAME[what] for what, happened in _CHECKS.items() if happened(log)]


def sign_of(log: Sequence[AnyEvent]) -> TableSign:
    """The sign of a hand for its file: a kill raises its limits."""
    first = log[0]
    assert isinstance(first, engine_events.RoundOpened)
    return killed(first.sign) if first.killed else first.sign


def _limits(log: Sequence[AnyEvent]) -> bool:
    sign = sign_of(log)
    big = sign.blinds[-1] if sign.blinds else 0
    fixed = sign.structure == "limit"
    tiers = bool(sign.limit_tiers) and sign.limit_tiers != ("lower", "lower", "upper", "upper")
    return fixed and (tuple(sign.limits) != (big, 2 * big) or tiers)


def _blinds(log: Sequence[AnyEvent]) -> bool:
    blinds = sign_of(log).blinds
    return len(blinds) != 2 or blinds[0] > blinds[1]


_CHECKS: dict[str, Callable[[Sequence[AnyEvent]], bool]] = {
    "limits": _limits,
    "spread limit": lambda log: sign_of(log).structure == "spread",
    "other than two rising blinds": _blinds,
    "a promotional drop": lambda log: any(
        isinstance(event, engine_events.PromoDropTaken) for event in log
    ),
}
