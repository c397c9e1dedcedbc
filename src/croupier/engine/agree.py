"""Run it twice: the last two players may agree to it before the board is completed."""

from croupier.engine.bet import nobody_bets
from croupier.engine.commands import Agree as AgreeCommand
from croupier.engine.decides import decides
from croupier.engine.events import Agreed, AgreementAsked, AnyEvent, TurnGiven
from croupier.engine.events_showdown import rest_of_board
from croupier.engine.round import Round
from croupier.engine.turns import Option, Turn
from croupier.rules.steps import Agree, Board

AGREE = (Option("agree"),)


def begin(state: Round, step: Agree) -> list[AnyEvent]:
    """Ask if exactly two live hands remain, neither can bet, and the deck holds two boards."""
    if not state.opened:
        return [AgreementAsked(clause=step.clause, waiting=_asked(state))]
    return [TurnGiven(clause=step.clause, turns=tuple(Turn(seat, AGREE) for seat in state.waiting))]


def _asked(state: Round) -> tuple[int, ...]:
    live = state.live
    cards = sum(
        step.up if isinstance(step, Board) else 1 for step in rest_of_board(state.script, state.at)
    )
    fits = state.left >= state.sign.run_times * cards  # BBC runtwice4
    alone = len(state.boards) == 1 and (len(live) == 2 or state.sign.as_recorded)
    return live if alone and fits and nobody_bets(state, state.able) else ()


@decides(AgreeCommand)
def agree(state: Round, command: AgreeCommand, option: Option) -> list[AnyEvent]:
    """Take a player's answer to running it twice; one refusal settles it."""
    twice = command.yes and len(state.yes) + 1 == len(state.live)
    return [Agreed(clause=state.step.clause, seat=command.seat, yes=command.yes, twice=twice)]
