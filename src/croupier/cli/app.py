"""The command line: its commands, and the exit codes they share.

Exit code 0 is done, 1 a check that failed, 2 a request that was refused, with one sentence on
standard error. Ctrl-C gives 130; a reader that stops early (`| head`) is not an error.
"""

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import version as version_of
from io import TextIOWrapper
from typing import Annotated, Any

import typer
from typer._completion_classes import completion_init
from typer.exceptions import TyperException

from croupier.cli.screen import ReaderLeft
from croupier.refused import Refused

REFUSED = 2
INTERRUPTED = 130  # what typer makes of Ctrl-C

NAMES = (
    "games",
    "rules",
    "sign",
    "deal",
    "assist",
    "rank",
    "equity",
    "edge",
    "odds",
    "simulate",
    "replay",
    "convert",
    "stats",
    "report",
    "serve",
    "processes",
    "drain",
    "move",
    "user",
    "verify",
    "sealed-file",
    "rng-report",
    "verify-log",
    "witness",
    "backup",
    "restore",
    "archive",
    "clauses",
    "evidence",
    "completion",
)


def build(names: Sequence[str]) -> typer.Typer:
    """The command line with these commands; each is imported only when it is built."""
    app = typer.Typer(
        name="croupier",
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    for command in map(module_of, names):
        app.command(name=command.NAME, epilog=command.EXAMPLES)(command.run)
    app.callback(
        invoke_without_command=True,
        epilog="\b\nBegin with:\n  croupier games\n  croupier deal holdem\n  croupier rules holdem",
    )(_about)
    return app


def module_of(name: str) -> Any:
    """The module of a command."""
    return import_module(f"croupier.cli.{name.replace('-', '_')}")


def __getattr__(name: str) -> Any:
    """`app` and `COMMANDS`: the whole command line, for its pages and tests."""
    if name == "app":
        return build(NAMES)
    if name == "COMMANDS":
        return tuple(map(module_of, NAMES))
    raise AttributeError(name)


def _about(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False,
    games_from: Annotated[
        list[str] | None,
        typer.Option("--games", metavar="FILE.py", help="Load the games this file defines."),
    ] = None,
) -> None:
    """Deal poker by the book: every game by clause, every chip accounted for."""
    if version:
        typer.echo(version_of("croupier"))
        raise typer.Exit
    if games_from:
        from croupier.cli.own_games import load_games

        for path in games_from:
            load_games(path)
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code, or say in one sentence why it is refused."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # an output may lack some letters
    code = None
    try:
        given = sys.argv[1:] if arguments is None else arguments
        one = [name for name in given[:1] if name in NAMES]
        completion_init()
        code = build(one or NAMES)(arguments, prog_name="croupier", standalone_mode=False)
        sys.stdout.flush()
        if code == INTERRUPTED:
            raise KeyboardInterrupt
        return code if isinstance(code, int) else 0
    except TyperException as fault:
        return _refuse(_sentence(fault))
    except Refused as refused:
        return _refuse(str(refused))
    except (ReaderLeft, BrokenPipeError):
        _stop_writing()
        return code if isinstance(code, int) else 0  # what was found stays found
    except OSError as fault:
        if fault.filename is None:
            _stop_writing()
        return _refuse(f"{fault.filename or 'the terminal'}: {fault.strerror}")


def _refuse(why: str) -> int:
    print(f"croupier: {' '.join(why.split())}", file=sys.stderr)
    return REFUSED


def _sentence(fault: TyperException) -> str:
    """The error in a command's arguments, and where to read about them."""
    context = getattr(fault, "ctx", None)
    where = context.command_path if context else "croupier"
    message = fault.format_message().rstrip(".")
    return f"{message[:1].lower()}{message[1:]} (see '{where} --help')"


def _stop_writing() -> None:
    """Let the interpreter flush into nothing: the reader is gone, or the disk is full."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
