"""An exposed card is exchanged for the top card once the deal is complete (POKER 15(o))."""

from croupier.cards import Card
from croupier.engine.events import AnyEvent
from croupier.engine.faults import Exchanged
from croupier.engine.round import Round
from croupier.rules.steps import Burn, Deal


def due(state: Round) -> bool:
    """Whether the next card of the deck replaces an exposed one (A-48)."""
    return bool(state.amiss.exposed) and not isinstance(state.step, Deal)


def clause(state: Round, *, burn: bool) -> str:
    """The clause of a misdeal: the face-up burn, or the discards."""
    return state.game.own("POKER 15(o)(2)" if burn else "POKER 15(o)(1)")


def tell(state: Round, card: Card) -> list[AnyEvent]:
    """Exchange the first card that was exposed; one of them at most serves as the burn."""
    seat, exposed = state.amiss.exposed[0]
    posted = state.sign.exposed_card == "burn" and not state.amiss.burns_up
    burn = posted and any(isinstance(step, Burn) for step in state.script[state.at :])
    return [
        Exchanged(
            clause=clause(state, burn=burn),
            seat=seat,
            exposed=exposed,
            card=card,
            to="burn" if burn else "discards",
        )
    ]
