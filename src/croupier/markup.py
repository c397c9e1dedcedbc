"""A little HTML for notebooks: cards, and tables of them."""

from collections.abc import Iterable, Sequence
from html import escape

from croupier.cards import Card

_SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_FACE = "border:1px solid #999;border-radius:4px;padding:0 .3em;margin-right:.15em;background:#fff"


def face(card: Card) -> str:
    """One card, drawn with its suit.

    >>> face(Card("Ah"))[-10:]
    '>A♥</span>'
    """
    rank, suit = card.value[0], _SUITS.get(card.value[-1], "")
    color = "#b00" if suit in ("♦", "♥") else "#111"
    text = f"{rank}{suit}" if suit else card.value
    return f'<span style="{_FACE};color:{color}">{text}</span>'


def faces(cards: Iterable[Card]) -> str:
    """Cards side by side."""
    return "".join(face(card) for card in cards)


def grid(heads: Sequence[str], rows: Iterable[Sequence[str]], title: str = "") -> str:
    """A table; cells are HTML already, heads and title are plain text."""
    caption = f"<caption style='text-align:left'>{escape(title)}</caption>" if title else ""
    head = "".join(f"<th style='text-align:left'>{escape(text)}</th>" for text in heads)
    body = "".join(
        "<tr>" + "".join(f"<td style='text-align:left'>{cell}</td>" for cell in row) + "</tr>"
        for row in rows
    )
    return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
