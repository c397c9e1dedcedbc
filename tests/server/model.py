"""A client of a table in Python: what it makes of the frames that it gets."""

from typing import Any

import msgspec

from croupier.views.screen.changes import apply_changes
from croupier.views.screen.table_view import TableSeen

Frame = dict[str, Any]


class Model:
    """A client that keeps its screen up to date, and knows no rule."""

    def __init__(self) -> None:
        self.screen: dict[str, Any] = {}
        self.number = -1

    def take(self, frame: Frame) -> bool:
        """Show a frame; false when it does not follow what is shown."""
        own = frame.get("own", {})
        if "screen" in frame:
            self.screen = frame["screen"]
        elif frame["after"] != self.number:
            return False
        else:
            self.screen = apply_changes(apply_changes(self.screen, frame["changes"]), own)
        self.number = self.screen["number"]
        return True

    def seen(self) -> TableSeen:
        """The screen with the fields that have their usual value."""
        return msgspec.convert(self.screen, TableSeen)


def lines_of(frame: Frame) -> list[Any]:
    """The lines of a frame as this viewer sees them."""
    own = {line["number"]: line for line in frame.get("own", {}).get("lines", ())}
    return [own.get(line["number"], line) for line in frame["lines"]]
