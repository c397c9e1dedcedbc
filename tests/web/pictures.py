"""Pictures of pages for the documentation, small enough to be kept."""

import shutil
import subprocess
from pathlib import Path

from playwright.sync_api import Page

SETTLES = 300  # milliseconds in which a button is no longer lit
SMALLER = "pngquant"  # a third of the size in 256 colours, where it is installed


def take(page: Page, path: Path) -> None:
    """Draw what a page shows now, without a mouse that rests on something."""
    page.mouse.move(0, 0)
    page.wait_for_timeout(SETTLES)
    page.screenshot(path=path)
    if tool := shutil.which(SMALLER):
        subprocess.run((tool, "--force", "--skip-if-larger", "--ext=.png", path), check=False)
