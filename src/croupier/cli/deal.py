"""`croupier deal`: one round, by bots or from a script, in words or as its log."""

import secrets
from collections.abc import Iterator
from random import Random
from typing import Annotated

import typer
from msgspec import Struct

from croupier.api import ASKS, start, view
from croupier.cards import DECK_52, Card, parse_cards
from croupier.chips import money
from croupier.cli.given import Signs, amounts, posted, read_lines
from croupier.cli.own_games import find_game, keys_like
from croupier.cli.screen import print_lines, print_raw, print_words
from croupier.engine.commands import Command, Reshuffle, parse_command
from croupier.engine.events import AnyEvent, write_event
from croupier.engine.play import play
from croupier.engine.round import Round
from croupier.engine.turns import DEALER, Option, Turn
from croupier.games import GAMES
from croupier.refused import Refused
from croupier.room.shuffle import Entropy, shuffle
from croupier.rules.game import Game
from croupier.sim.bots import BOTS, bot
from croupier.sim.runner import play_out, reshuffle
from croupier.views.narration.narrate import narrate
from croupier.views.narration.wording import Line, listed
from croupier.views.seat import NOBODY

NAME = "deal"
EXAMPLES = """\b
Examples:
  croupier deal holdem
  croupier deal badugi --players 4 --seed 7
  croupier deal holdem --stacks 20000,3000,20000 --sign structure=no_limit --sign limits=200
  croupier deal omaha --seed 7 --json | croupier replay -
  croupier deal holdem --seed 7 --script actions.jsonl

\b
A script has one command per line:
  {"type": "Call", "seat": 3}
  {"type": "RaiseTo", "seat": 1, "to": 400}
  {"type": "Discard", "seat": 2, "cards": ["2c", "7d"]}
"""
USUAL_PLAYERS = 6
USUAL_STACK = 200_00


class Asked(Struct, frozen=True):
    """The options of `croupier deal`."""

    players: int | None
    stacks: list[int] | None
    seed: int | None
    deck: str | None
    script: str | None
    sign: list[str] | None
    bots: str | None
    button: int | None
    straddle: int
    kill: int
    bomb: bool


class Outcome(Struct, frozen=True):
    """The state and log of a round so far, and what stopped it."""

    state: Round
    log: list[AnyEvent]
    refused: Refused | None = None


GameOrAll = Annotated[
    str | None,
    typer.Argument(
        metavar="GAME",
        help="A key that `croupier games` lists, or FILE.py.",
        autocompletion=keys_like,
    ),
]
Every = Annotated[bool, typer.Option("--all", help="Deal one round of every game.")]
Players = Annotated[
    int | None,
    typer.Option("--players", "-n", help="The number of players, in seats 1 and up; default 6."),
]
Stacks = Annotated[
    str | None,
    typer.Option("--stacks", metavar="CENTS,...", help="The chips of each seat; default 20000."),
]
Seed = Annotated[
    int | None,
    typer.Option("--seed", help="Deal the same round again, for tests and demonstrations."),
]
Deck = Annotated[
    str | None,
    typer.Option("--deck", metavar="CARDS", help="The whole deck, top card first."),
]
Script = Annotated[
    str | None,
    typer.Option("--script", metavar="FILE", help="Commands to play, `-` for standard input."),
]
Bots = Annotated[
    str | None,
    typer.Option(
        "--bots",
        metavar="NAME,...",
        help=f"The bot in each seat, the last one for all further seats: {', '.join(BOTS)}.",
    ),
]
Button = Annotated[
    int | None,
    typer.Option("--button", metavar="SEAT", help="The seat with the button; default the last."),
]
Straddle = Annotated[
    int,
    typer.Option(
        "--straddle",
        metavar="SEAT",
        show_default=False,
        help="The seat that straddles, if posted.",
    ),
]
Kill = Annotated[
    int,
    typer.Option(
        "--kill",
        metavar="SEAT",
        show_default=False,
        help="The seat with the kill button, if posted.",
    ),
]
BombPot = Annotated[bool, typer.Option("--bomb", help="A bomb pot, where posted.")]
AsSeat = Annotated[
    int | None,
    typer.Option("--seat", help="Show only what this seat may see; 0 is a spectator."),
]
AsLog = Annotated[
    bool, typer.Option("--json", help="Print the log, one event per line, instead of words.")
]


def run(
    game: GameOrAll = None,
    every: Every = False,
    players: Players = None,
    stacks: Stacks = None,
    seed: Seed = None,
    deck: Deck = None,
    script: Script = None,
    bots: Bots = None,
    sign: Signs = None,
    button: Button = None,
    straddle: Straddle = 0,
    kill: Kill = 0,
    bomb: BombPot = False,
    seat: AsSeat = None,
    as_json: AsLog = False,
) -> None:
    """Deal one round of play and narrate it.

    Every line has its clause at the right. Simple bots play, or a script does; if
    the script ends early, bots take over only if you name them. Cards come from the operating
    system's entropy unless a seed or a deck is given.
    """
    if (game is None) == (not every):
        raise Refused("FIELD game", "name one game, or use --all for every game")
    if every and (script or deck or stacks):
        raise Refused("FIELD all", "a script, a deck or stacks need one game, not --all")
    asked = Asked(
        players=players,
        stacks=amounts(stacks) if stacks is not None else None,
        seed=seed,
        deck=deck,
        script=script,
        sign=sign,
        bots=bots,
        button=button,
        straddle=straddle,
        kill=kill,
        bomb=bomb,
    )
    for number, found in enumerate(GAMES.values() if game is None else [find_game(game)]):
        outcome = _deal(found, asked, every=every)
        if number and not as_json:
            print_words()
            print_words()
        _tell(outcome, seat, as_json=as_json)
        if outcome.refused:
            raise outcome.refused


def _deal(game: Game, asked: Asked, *, every: bool) -> Outcome:
    sign = posted(game, asked.sign)
    script = None if asked.script is None else read_lines(asked.script, "script")
    seed = secrets.randbits(64) if asked.seed is None else asked.seed
    state, log = start(
        game,
        _stacks(game, asked, sign.seats or game.players.most, every=every),
        sign,
        button=asked.button,
        deck=_deck(game, asked),
        seed=asked.seed,
        straddle=asked.straddle,
        kill=asked.kill,
        bomb=asked.bomb,
        asks=ASKS,  # the bots or the script show, and a seed reshuffles
    )
    entropy = None if asked.seed is None else _entropy("reshuffle", seed)
    outcome = Outcome(state, log)
    if script is not None:
        outcome = _follow(outcome, script, entropy)
    if outcome.refused or (script is not None and asked.bots is None):
        return outcome
    names = (asked.bots or "sensible").split(",")
    named = {
        seat: bot(names[min(place, len(names) - 1)].strip(), f"{seed}/{seat}")
        for place, seat in enumerate(sorted(state.order))
    }
    return Outcome(*play_out(outcome.state, outcome.log, named, entropy))


def _deck(game: Game, asked: Asked) -> tuple[Card, ...] | None:
    """The given deck; one that does not have 52 cards is shuffled here, any other later."""
    if asked.deck is not None:
        return parse_cards(asked.deck)
    if game.deck == len(DECK_52):
        return None
    return shuffle(game.cards, None if asked.seed is None else _entropy("deck", asked.seed))


def _entropy(of: str, seed: int) -> Entropy:
    return Entropy(Random(f"{of}/{seed}").randbytes)


def _stacks(game: Game, asked: Asked, most: int, *, every: bool) -> dict[int, int]:
    """Chips for seats 1 and up; a round of every game seats as many as each game takes."""
    if asked.stacks is not None:
        if asked.players not in (None, len(asked.stacks)):
            raise Refused("FIELD stacks", f"{len(asked.stacks)} stacks for {asked.players} players")
        return dict(enumerate(asked.stacks, 1))
    wanted = asked.players
    if wanted is None or every:
        wanted = min(USUAL_PLAYERS if wanted is None else wanted, most)
    if not 0 < wanted <= most:
        clause = game.cite(game.players.clause)
        raise Refused(clause, f"{game.title} here needs 2 to {most} players, not {wanted}")
    return dict.fromkeys(range(1, wanted + 1), USUAL_STACK)


def _follow(outcome: Outcome, lines: list[str], entropy: Entropy | None) -> Outcome:
    """Play a script line by line; what was played before a refusal stays."""
    state, log = outcome.state, list(outcome.log)
    for number, text in enumerate(lines, 1):
        if not text.strip():
            continue
        try:
            command = parse_command(text)
            for step in _with_dealer(state, command, entropy):
                state, events = play(state, step)
                log += events
        except Refused as refused:
            return Outcome(state, log, Refused(refused.clause, f"line {number}: {refused.why}"))
    while state.turn(DEALER):
        state, events = play(state, reshuffle(state, entropy))
        log += events
    return Outcome(state, log)


def _with_dealer(state: Round, command: Command, entropy: Entropy | None) -> Iterator[Command]:
    """The command, after the dealer's own part where the script leaves that out."""
    if state.turn(DEALER) and not isinstance(command, Reshuffle):
        yield reshuffle(state, entropy)
    yield command


def _tell(outcome: Outcome, seat: int | None, *, as_json: bool) -> None:
    if seat and seat not in outcome.state.order:
        raise Refused("FIELD seat", f"seat {seat} is not in this round")
    log = outcome.log if seat is None else view(outcome.log, seat or NOBODY)
    if as_json:
        for event in log:
            print_raw(write_event(event))
        return
    print_lines(narrate(log))
    if not outcome.state.done:
        clause = outcome.state.step.clause
        print_lines(Line(_waits(turn), clause) for turn in outcome.state.turns)


def _waits(turn: Turn) -> str:
    """The players to act in a round that is left open, and their options."""
    who = "the dealer" if turn.actor == DEALER else f"seat {turn.actor}"
    return f"{who} is to act: {listed((_offered(option) for option in turn.options), 'or')}"


def _offered(option: Option) -> str:
    match option.does:
        case "call" | "bet" | "raise":
            span = dict.fromkeys((money(option.least), money(option.most)))
            to = " to" if option.does == "raise" else ""
            return f"{option.does}{to} {' to '.join(span)}"
        case _:
            return option.does.replace("_", " ")
