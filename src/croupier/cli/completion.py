"""`croupier completion`: shell completion of commands, options and games."""

from typing import Annotated

import typer
from typer._completion_shared import get_completion_script

from croupier.cli.given import AsJson
from croupier.cli.screen import print_json, print_raw
from croupier.refused import Refused, meant

NAME = "completion"
SHELLS = ("bash", "zsh", "fish")
EXAMPLES = """\b
Examples:
  croupier completion bash >> ~/.bashrc
  croupier completion zsh > ~/.zfunc/_croupier
  croupier completion fish > ~/.config/fish/completions/croupier.fish
"""


def run(
    shell: Annotated[str, typer.Argument(metavar="SHELL", help=f"One of {', '.join(SHELLS)}.")],
    as_json: AsJson = False,
) -> None:
    """Print a script that completes commands, options and games."""
    if shell not in SHELLS:
        why = f"{shell[:20]!r} is not one of {', '.join(SHELLS)}{meant(shell, SHELLS)}"
        raise Refused("FIELD shell", why)
    script = get_completion_script(
        prog_name="croupier", complete_var="_CROUPIER_COMPLETE", shell=shell
    )
    if as_json:
        print_json({"shell": shell, "script": script})
    else:
        print_raw(script)
