"""The same verbs as the library, at a terminal: `croupier --help`."""

import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code; no user error ends in a traceback."""
    try:
        if list(sys.argv[1:] if arguments is None else arguments) == ["--version"]:
            from importlib.metadata import version  # the rest takes long to import

            print(version("croupier"))
            return 0
        from croupier.cli.app import run

        return run(arguments)
    except KeyboardInterrupt:
        print("croupier: stopped", file=sys.stderr)
        return 130
