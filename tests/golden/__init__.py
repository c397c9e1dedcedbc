"""One recorded round of every game, to be read beside its section and reviewed when it changes.

python -m tests.golden           tell which records are not as the engine deals now
python -m tests.golden --write   deal them anew
"""

from pathlib import Path
from random import Random

from msgspec.structs import replace

from croupier.engine import commands as say
from croupier.engine.commands import Command
from croupier.engine.deal import renewal
from croupier.engine.events import write_event
from croupier.engine.play import play, start
from croupier.engine.round import Round
from croupier.engine.turns import Turn
from croupier.games import LIBRARY, PLAYER_BANKED, game_of
from croupier.rules.readings import as_logged

FOLDER = Path(__file__).parent
KEYS = (*PLAYER_BANKED, *LIBRARY)
STACKS = {1: 60_00, 2: 35_00, 3: 10_00, 5: 60_00, 8: 80_00}  # seat 3 will be all-in
BUTTON = 5
HABITS = {1: "ccrc", 2: "cfcc", 3: "rrrr", 5: "cccc", 8: "ccccr"}  # what each likes, turn by turn


def record(key: str) -> Path:
    return FOLDER / f"{key}.jsonl"


def dealt(key: str) -> str:
    """The log of the golden round as the engine deals it now, one event a line."""
    game, chance = game_of(key), Random(f"golden {key}")
    sign = replace(game.sign, authorised=game.authorised)
    deck = tuple(chance.sample(game.cards, game.deck))
    then = as_logged(game, sign)  # a record of version 0.1 leaves the readings of its sign open
    state, log = start(game, then, STACKS, order=deck, button=BUTTON if game.button else 0)
    log[0] = replace(log[0], sign=sign)  # it opens the round
    asked = dict.fromkeys(STACKS, 0)
    while not state.done:
        turn = state.turns[0]
        command = answer(state, turn, asked.get(turn.actor, 0), chance)
        asked[turn.actor] = asked.get(turn.actor, 0) + 1
        state, events = play(state, command)
        log += events
    return "".join(write_event(event) + "\n" for event in log)


def answer(state: Round, turn: Turn, number: int, chance: Random) -> Command:
    """Simple players: each bets by habit, throws the cards on the left, and shows."""
    seat, may = turn.actor, {option.does: option for option in turn.options}
    if "reshuffle" in may:
        pile = renewal(state)
        return say.Reshuffle(tuple(chance.sample(pile, len(pile))))
    if "discard" in may:
        must = may["discard"].least or (seat + state.draws) % 5
        return say.Discard(seat, state.hands[seat].down[:must])
    if "show" in may:
        return say.Show(seat)
    if "agree" in may:
        return say.Agree(seat)
    habit = HABITS[seat][number % len(HABITS[seat])]
    if habit == "r" and "raise" in may:
        return say.RaiseTo(seat, may["raise"].least)  # type: ignore[arg-type]  # cents
    if habit == "r" and "bet" in may:
        return say.Bet(seat, may["bet"].least)  # type: ignore[arg-type]  # cents
    if "check" in may:
        return say.Check(seat)
    return say.Fold(seat) if habit == "f" else say.Call(seat)
