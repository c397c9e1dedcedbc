"""`croupier simulate`: play rounds by the thousand and print the results."""

import secrets
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.chips import Chips
from croupier.cli.given import AsJson, Signs, posted
from croupier.cli.own_games import GameKey, find_game
from croupier.cli.screen import print_json, print_lines, print_raw, print_table, print_words
from croupier.refused import Refused
from croupier.rules.game import Game
from croupier.rules.sign import TableSign

if TYPE_CHECKING:  # simulations need numpy, which is slow to import: `run` does
    from croupier.sim.plan import Plan
    from croupier.sim.results import Results

NAME = "simulate"
EXAMPLES = """\b
Examples:
  croupier simulate holdem --rounds 200 --seed 1
  croupier simulate badugi --bots tight,loose,calling --players 6 --sign limits=400,800
  croupier simulate two-card-joker --rounds 100000000 --strategy optimal
  croupier simulate holdem --cards-only --players 9 --rounds 1000000
  croupier simulate omaha --rounds 1000000 --resume omaha.sim --cluster tcp://scheduler:8786

\b
Bots: sensible, calling, random, tight, loose, equity; optimal against the bank; or your own as
MODULE:NAME, a function of the round as its seat sees it and the turn it must answer.
"""
USUAL_PLAYERS = 6

Rounds = Annotated[int, typer.Option("--rounds", "-r", help="The number of rounds.")]
Players = Annotated[
    int | None,
    typer.Option("--players", "-n", help="The players; default 6, or 1 against the bank."),
]
Bots = Annotated[
    str | None,
    typer.Option(
        "--bots",
        metavar="NAME,...",
        help="The bot in each seat, the last one for all further seats; default tight, loose "
        "and calling in turn.",
    ),
]
Strategy = Annotated[
    str | None,
    typer.Option(
        "--strategy",
        metavar="NAME",
        help="Against the bank: play a strategy of `croupier edge` on the compiled "
        "kernels; default optimal.",
    ),
]
Wagers = Annotated[
    list[str] | None,
    typer.Option(
        "--wager",
        metavar="SPOT=CENTS",
        help="Against the bank: the wager on a spot; default the minimum, on every spot for a "
        "strategy and on the required ones for bots.",
    ),
]
CardsOnly = Annotated[
    bool, typer.Option("--cards-only", help="Only deal: how often each hand is made and wins.")
]
Seed = Annotated[int | None, typer.Option("--seed", help="The same seed gives the same results.")]
Stack = Annotated[
    int, typer.Option("--stack", metavar="CENTS", help="Each player's chips before every round.")
]
Pace = Annotated[
    int | None, typer.Option("--pace", help="Rounds per hour; default 30, or 40 against the bank.")
]
Answer = Annotated[float, typer.Option("--answer-s", help="Seconds that your own bot may think.")]
Workers = Annotated[
    int | None, typer.Option("--workers", "-w", help="Processes; default one per core.")
]
Cluster = Annotated[
    str, typer.Option("--cluster", metavar="ADDRESS", help="A Dask scheduler to work for.")
]
Resume = Annotated[
    Path | None,
    typer.Option("--resume", metavar="FILE", help="Save progress here, and resume from it."),
]
Folder = Annotated[
    Path | None,
    typer.Option(
        "--report", metavar="DIR", help="Write a page with plots, and a CSV, to this folder."
    ),
]
AsCsv = Annotated[bool, typer.Option("--csv", help="Print CSV instead of words.")]


def run(
    game: GameKey,
    sign: Signs = None,
    rounds: Rounds = 1000,
    players: Players = None,
    bots: Bots = None,
    strategy: Strategy = None,
    wager: Wagers = None,
    cards_only: CardsOnly = False,
    seed: Seed = None,
    stack: Stack = 200_00,
    pace: Pace = None,
    answer_s: Answer = 1.0,
    workers: Workers = None,
    cluster: Cluster = "",
    resume: Resume = None,
    report: Folder = None,
    as_csv: AsCsv = False,
    as_json: AsJson = False,
) -> None:
    """Play thousands of rounds and report the results.

    Lists what every seat and the house won. Games between players are played by bots: on the fast
    table, or on the engine where a bot or a game needs it. Against the bank a strategy is played
    on compiled kernels, or bots on the engine when they are named. The results of a seed are the
    same whatever the number of workers. Seeds are for simulations only: no table is dealt from
    one.
    """
    from croupier.sim.results import results
    from croupier.sim.shards import checked

    if as_csv and as_json:
        raise Refused("FIELD csv", "use --csv or --json, not both")
    if pace is not None and pace < 1:
        raise Refused("FIELD pace", f"--pace must be at least 1, not {pace}")
    found = find_game(game)
    force = posted(found, sign)
    if bots and ":" in bots:
        sys.path.append(str(Path.cwd()))  # where people keep bots of their own
    plan = _plan(found, force, rounds, seed, players, cards_only, bots, strategy, wager)
    plan = checked(_quickly(_with(plan, stack, answer_s)))
    if report is not None:
        report.mkdir(parents=True, exist_ok=True)
    outcome = results(plan, _played(plan, workers, cluster, resume), pace)
    _tell(outcome, as_csv=as_csv, as_json=as_json)
    if report is not None:
        from croupier.sim.results_page import write_sheet

        path = write_sheet(outcome, report)
        if not (as_csv or as_json):
            print_raw(f"\nwritten: {path}")


def _plan(
    game: Game,
    sign: TableSign,
    rounds: int,
    seed: int | None,
    players: int | None,
    cards_only: bool,
    bots: str | None,
    strategy: str | None,
    wager: list[str] | None,
) -> "Plan":
    """The plan that the options ask for, in one of the three ways to play."""
    from croupier.sim.bank_shards import usual_wagers
    from croupier.sim.plan import Plan

    if sum((cards_only, bots is not None, strategy is not None)) > 1:
        raise Refused("FIELD bots", "use only one of --bots, --strategy and --cards-only")
    if strategy is not None and not game.banked:
        raise Refused("FIELD strategy", f"{game.key} is played by bots: it has no bank")
    bank = game.banked and bots is None and not cards_only
    if wager and (not game.banked or cards_only):
        raise Refused("FIELD wager", f"{game.key} is not played against the bank here")
    usual = 1 if bank else min(USUAL_PLAYERS, sign.seats or game.players.most)
    seats = usual if players is None else players
    names = [name.strip() for name in (bots or "tight,loose,calling").split(",")]
    wanted = tuple(names[min(at, len(names) - 1)] for at in range(seats))
    if bots is None:
        wanted = tuple(names[at % len(names)] for at in range(seats))
    return Plan(
        game=game.key,
        sign=sign,
        way="bank" if bank else "cards" if cards_only else "engine",
        players=seats,
        rounds=rounds,
        seed=secrets.randbits(32) if seed is None else seed,
        bots=() if bank or cards_only else wanted,
        strategy=(strategy or "optimal") if bank else "",
        wagers=_wagers(usual_wagers(game, sign, required=not bank), wager, seats)
        if bank or wager
        else {},
    )


def _with(plan: "Plan", stack: int, answer_s: float) -> "Plan":
    from msgspec.structs import replace

    return replace(plan, stack=Chips(stack), answer_s=answer_s)


def _quickly(plan: "Plan") -> "Plan":
    """The same on the fast table, where that plays the game and seats the bots."""
    from msgspec.structs import replace

    from croupier.sim.fast_session import is_fast

    return replace(plan, way="fast") if plan.way == "engine" and is_fast(plan) else plan


def _wagers(usual: dict[str, Chips], given: list[str] | None, seats: int) -> dict[str, Chips]:
    if seats == 1:
        usual.pop("pot", None)  # a player alone at the table places none (FLOP 6(c))
    for text in given or ():
        spot, equals, chips = text.partition("=")
        if not equals or not (chips.isascii() and chips.isdigit()):
            raise Refused("FIELD wager", f"{text[:40]!r} is not SPOT=CENTS")
        usual[spot] = Chips(int(chips))
    return {spot: chips for spot, chips in usual.items() if chips}


# --- while it runs -----------------------------------------------------------------------------


def _played(plan: "Plan", workers: int | None, cluster: str, resume: Path | None) -> dict[str, int]:
    from croupier.sim.simulate import simulate

    with _stoppable(), _progress(plan.rounds) as tell:
        try:
            return simulate(plan, workers=workers, cluster=cluster, resume=resume, tell=tell)
        except KeyboardInterrupt:
            if resume is not None:
                print(
                    f"croupier: progress is saved in {resume}; run the same command to resume",
                    file=sys.stderr,
                )
            raise


@contextmanager
def _stoppable() -> Iterator[None]:
    """Treat a termination signal like Ctrl-C: progress is saved."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def _progress(rounds: int) -> Iterator[Callable[[int], None] | None]:
    """A bar with rate and time left on a terminal, and nothing elsewhere."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, ProgressColumn, Task, TimeRemainingColumn
    from rich.text import Text

    class Rate(ProgressColumn):
        def render(self, task: Task) -> Text:
            speed = task.finished_speed or task.speed or 0
            return Text(f"{task.completed:,.0f} rounds, {speed:,.0f} a second")

    columns = (BarColumn(), Rate(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=rounds)
        yield lambda done: bar.update(task, completed=done)


# --- what is printed ---------------------------------------------------------------------------


def _tell(found: "Results", *, as_csv: bool, as_json: bool) -> None:
    from croupier.sim import results_json
    from croupier.sim.results_tables import tables, title

    if as_json:
        print_json(results_json.as_json(found))
        return
    if as_csv:
        for line in results_json.as_csv(found).splitlines():
            print_raw(line)
        return
    print_lines(title(found))
    for table in tables(found):
        print_words()
        if table.heading:
            print_words(table.heading.upper(), "bold cyan")
        if table.rows:
            print_table(table.heads, table.rows, right=table.right, spare=table.spare)
        for note in table.notes:
            print_words(note)
    print_words()
    print_words(f"sha256 {found.sha256}", "dim")
