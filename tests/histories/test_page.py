"""docs/how-to/histories.md says what the code says."""

import re
from pathlib import Path

from croupier.games import game_of
from croupier.histories.phh import BASES, STANDARD
from croupier.histories.phh_losses import CAPABILITIES

PAGE = (Path(__file__).parents[2] / "docs" / "how-to" / "histories.md").read_text(encoding="utf-8")


def rows(heading: str) -> list[tuple[str, ...]]:
    """The rows of the table below a heading."""
    (part,) = re.findall(rf"^## {heading}$(.+?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    lines = [line for line in part.splitlines() if line.startswith("|")][2:]
    return [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines]


def test_the_page_lists_every_code() -> None:
    def own(base: str) -> str:
        return ", ".join(f"`{code}`" for code in STANDARD if code[1:] == base) or "-"

    assert rows("Codes") == [
        (f"`{base}`", game_of(key).title, own(base)) for base, key in BASES.items()
    ]


def test_the_page_lists_every_capability() -> None:
    assert rows("What a file can carry") == list(CAPABILITIES)
