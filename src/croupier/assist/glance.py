"""A table with real cards at a glance: seats, chips, bets, cards and the board."""

from croupier.assist.dialogue import pots
from croupier.assist.talk import Talk
from croupier.chips import Chips, money
from croupier.engine.round import Round
from croupier.views.narration.wording import drawn


def rows(session: Talk) -> list[tuple[str, ...]]:
    """A row for each seat: who is to act, who sits there, chips, bet and cards."""
    table, state = session.sitting.life, session.sitting.life.round
    asked = {turn.actor for turn in state.turns} if state is not None else set()
    acting = session.now.seat
    found: list[tuple[str, ...]] = []
    for seat, there in sorted(table.seats.items()):
        mark = "→" if seat == acting or (not acting and seat in asked) else ""
        chips = table.stacks.get(seat, Chips(0))
        button = " (button)" if table.game.button and seat == table.button else ""
        bet, cards = "", ""
        if state is not None and seat in state.hands:
            bet, cards = _bet(state, seat), _cards(state, seat)
            chips = state.stacks.get(seat, chips)
        found.append((mark, str(seat), there.person + button, money(chips), bet, cards))
    return found


def _bet(state: Round, seat: int) -> str:
    hand = state.hands[seat]
    if state.game.banked:
        return " ".join(f"{spot} {money(chips)}" for spot, chips in hand.stakes.items())
    return money(hand.bet) if hand.bet else ""


def _cards(state: Round, seat: int) -> str:
    hand = state.hands[seat]
    if hand.out:
        return {"conceded": "conceded", "void": "void"}.get(hand.out, hand.out)
    down, up = drawn(hand.down), drawn(hand.up)
    return f"({down}) {up}" if down and up else down or up


def board_words(state: Round | None) -> str:
    """The community cards, and what lies in front of the dealer."""
    if state is None:
        return ""
    parts = [f"board {drawn(board)}" for board in state.boards if board]
    parts += [f"common {drawn(state.common)}"] if state.common else []
    parts += [f"house {drawn(state.house)}"] if state.house else []
    return "   ".join(parts)


def table_lines(session: Talk) -> list[str]:
    """The whole table in words, a line for each seat."""
    lines = []
    for mark, seat, who, chips, bet, cards in rows(session):
        parts = [f"seat {seat} {who} {chips}", f"bet {bet}" if bet else "", cards]
        lines.append(", ".join(part for part in parts if part) + (" <- to act" if mark else ""))
    board = board_words(session.sitting.life.round)
    return [*lines, *([board] if board else []), *(line.words for line in pots(session.sitting))]
