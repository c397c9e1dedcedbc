"""The dealer's screen: what to do now, large and first; then the table; then what just happened."""

import sys
from typing import Protocol, TextIO

from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from croupier.assist.dialogue import Session, pots
from croupier.assist.glance import board_words, rows, table_lines
from croupier.cli.screen import laid_out, styled
from croupier.rules.stakes import stakes
from croupier.views.narration.wording import Line

WIDEST = 110
SMALL = 30  # a terminal of so few rows has none to spare
AROUND = 13  # the rows of the panel, the heads, the pots, the answer and the prompt
LEAST = 6  # how many of the last lines stay in sight however small the screen


class Screen(Protocol):
    """What shows a session to the dealer."""

    prompt: str

    def draw(self, session: Session) -> None:
        """Show on the dealer's terminal where the table stands."""

    def write(self, words: str = "") -> None:
        """Show a line of words."""


class PlainLines:
    """Line after line, for a pipe and for a screen reader: nothing is drawn over."""

    prompt = "> "

    def __init__(self, out: TextIO) -> None:
        """Write to a stream."""
        self._out = out

    def write(self, words: str = "") -> None:
        """Write a line for the dealer."""
        print(words, file=self._out, flush=True)

    def draw(self, session: Session) -> None:
        """Say what happened, then what to do now."""
        for line in (*session.news, *session.shows):
            self._line(line)
        if session.looks:
            for words in table_lines(session):
                self.write(f"  {words}")
        if session.said:
            self.write(f"  {session.said}")
        if session.refused:
            self.write(f"  ! {session.refused}")
        now = session.now
        self.write(f"NOW {now.words}" + (f" ({now.clause})" if now.clause else ""))
        if now.hint:
            self.write(f"    {now.hint.words} ({now.hint.clause})")
        self.write(f"    {now.keys}")

    def _line(self, line: Line) -> None:
        clause = f" ({line.clause})" if line.clause else ""
        items = f": {', '.join(line.items)}" if line.items else ""
        indent = "  " if line.kind == "fact" else ""
        self.write(f"{indent}{line.words}{items}{clause}")


class FullScreen:
    """A whole screen for each entry."""

    prompt = "> "

    def __init__(self, out: TextIO) -> None:
        """Draw on a terminal."""
        self._console = Console(file=out, highlight=False, emoji=False, markup=False)

    def write(self, words: str = "") -> None:
        """Write a line for the dealer below the rest."""
        self._console.print(words)

    def draw(self, session: Session) -> None:
        """Redraw the screen; what is above it stays in the scroll-back."""
        console = self._console
        width = min(console.width, WIDEST)
        console.clear()
        news = self._news(session, width)
        parts: list[RenderableType] = [self._now(session, width)]
        seats = session.sitting.life.seats
        if seats and (not session.shows or self._fits(len(seats) + len(news))):
            parts.append(self._table(session))
            parts += [Text("  " + line.words, style="bold") for line in pots(session.sitting)]
            parts.append(Text())
        parts += news
        if session.said:
            parts += [Text(), styled(f"  {session.said}", "bold")]
        if session.refused:
            parts += [Text(), styled(f"  {session.refused}", "bold yellow")]
        console.print(Group(*parts), width=width)
        console.print()

    def _news(self, session: Session, width: int) -> list[Text]:
        """What was asked for; else the round so far, what is new brightest, the oldest cut off."""
        if session.shows:
            return [text for line in session.shows for text in laid_out(line, width)]
        story, new = session.story, session.news
        texts: list[Text] = []
        for line in (*story, *(line for line in new if line not in story)):
            for text in laid_out(line, width):
                if line not in new:
                    text.stylize("dim")
                texts.append(text)
        room = self._console.height - len(session.sitting.life.seats) - AROUND
        return texts[-max(room, LEAST) :]

    def _fits(self, lines: int) -> bool:
        return lines + AROUND <= self._console.height

    def _now(self, session: Session, width: int) -> Panel:
        now, table = session.now, session.sitting.life
        words = styled(now.words[:1].upper() + now.words[1:], "bold")
        keys = Text(f"{now.keys}", style="cyan")
        hint = [Text(f"{now.hint.words} ({now.hint.clause})", style="dim")] if now.hint else []
        title = f"{table.game.title}, {stakes(table.game, table.sign)}"
        number = table.rounds + (1 if table.playing else 0)
        return Panel(
            Group(words, *hint, keys),
            title=f"{title} · round {number}" if number else title,
            title_align="left",
            subtitle=now.clause or None,
            subtitle_align="right",
            width=width,
            padding=(1 if self._console.height > SMALL else 0, 2),
        )

    def _table(self, session: Session) -> Table:
        shown = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
        heads = ("", "seat", "player", "chips", "bet", "cards")
        for head in heads:
            shown.add_column(head, justify="right" if head in ("seat", "chips", "bet") else "left")
        for row in rows(session):
            style = "bold" if row[0] else ("dim" if "folded" in row[-1] else "")
            shown.add_row(*(styled(cell, style) for cell in row))
        board = board_words(session.sitting.life.round)
        if board:
            shown.add_row("", "", "", "", "", styled(board, "bold"))
        return shown


def screen(out: TextIO, *, plain: bool) -> Screen:
    """A drawn screen on a terminal, else plain lines."""
    return (
        PlainLines(out) if plain or not out.isatty() or not sys.stdin.isatty() else FullScreen(out)
    )
