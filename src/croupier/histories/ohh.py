"""A round in the Open Hand History format (OHH): one JSON object, for trackers and replayers.

A player is written by the seat: `id` and `seat` are the same number. Amounts are dollars with two
decimals, written from whole cents.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec
from msgspec import Struct

from croupier.cards import UNKNOWN, Card
from croupier.engine import events as told
from croupier.engine.accounts import Move
from croupier.engine.dues import blind_seats, in_order
from croupier.engine.events import AnyEvent, RoundOpened
from croupier.engine.evolve import evolve
from croupier.engine.play import opening
from croupier.engine.round import Round
from croupier.games import game_of
from croupier.histories.ohh_losses import GAME_TYPES, check_writable, losses, sign_of
from croupier.refused import Refused

VERSION = "1.4.7"  # of the specification
_TYPES = {"limit": "FL", "pot_limit": "PL", "no_limit": "NL", "spread": "NL"}
_POSTS = {"ante": "Post Ante", "bomb": "Post Ante", "straddle": "Straddle", "dead": "Post Dead"}
_STREETS = ("Flop", "Flop", "Flop", "Turn", "River")  # of each card of a board


class About(Struct, frozen=True, kw_only=True):
    """What a log does not know: where and when it was played, by whom, and who looks at it."""

    table: str = ""
    number: str = ""
    at: datetime | None = None
    people: Mapping[int, str] = {}
    viewer: int = 0  # the seat of whoever gets the file; 0: nobody who played


def write_ohh(
    events: Iterable[AnyEvent], about: About | None = None, *, lossy: bool = False
) -> str:
    """Write a finished round as OHH; what its readers would get wrong is refused.

    With `lossy` it is written all the same. What OHH has no way to say is refused in any case.
    """
    log = list(events)
    check_writable(log)
    lost = losses(log)
    if lost and not lossy:
        why = "; ".join(f"{loss.what}: {loss.why}" for loss in lost)
        raise Refused("FIELD lossy", f"OHH cannot say all of this round ({why})")
    return msgspec.json.encode({"ohh": document(log, about or About())}).decode()


def write_ohhs(hands: Iterable[str]) -> str:
    """Several hands, each already written, as one file: a blank line between two."""
    return "\n\n".join(hands) + "\n"


def document(log: Sequence[AnyEvent], about: About) -> dict[str, Any]:
    """The fields of a hand, in the order of the specification."""
    first, sign = log[0], sign_of(log)
    assert isinstance(first, RoundOpened)
    game, blinds = game_of(first.game), sign.blinds
    rounds = _rounds(log)
    return {
        "spec_version": VERSION,
        "site_name": "croupier",
        "network_name": "croupier",
        "internal_version": VERSION,
        "tournament": False,
        "game_number": about.number,
        "start_date_utc": f"{about.at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}" if about.at else None,
        "table_name": about.table,
        "game_type": GAME_TYPES[game.key],
        "bet_limit": {"bet_type": _TYPES[sign.structure], "bet_cap": _amount(0)},
        "table_size": max(sign.seats or game.players.most, *first.stacks),
        "currency": "USD",
        "dealer_seat": first.button,
        "small_blind_amount": _amount(blinds[0] if len(blinds) > 1 else 0),
        "big_blind_amount": _amount(max(blinds, default=0)),
        "ante_amount": _amount(sign.ante),
        "hero_player_id": about.viewer or None,
        "flags": _flags(first, rounds, about),
        "players": [
            {
                "id": seat,
                "seat": seat,
                "name": about.people.get(seat, f"Seat {seat}"),
                "starting_stack": _amount(chips),
            }
            for seat, chips in sorted(first.stacks.items())
        ],
        "rounds": rounds,
        "pots": _pots(log),
    }


def _flags(first: RoundOpened, rounds: list[dict[str, Any]], about: About) -> list[str]:
    streets = [one["street"] for one in rounds]
    found = {
        "Run_It_Twice": len(set(streets)) < len(streets),
        "Bomb_Pot": first.bomb,
        "Observed": about.viewer not in first.stacks,
    }
    return [flag for flag, holds in found.items() if holds]


def _amount(cents: int) -> msgspec.Raw:
    """Cents as a decimal of JSON, without going through a fraction."""
    return msgspec.Raw(b"%d.%02d" % divmod(cents, 100))


# --- what happened ---------------------------------------------------------------------------


def _rounds(log: Sequence[AnyEvent]) -> list[dict[str, Any]]:
    """Every street with its cards and actions; what is shown at the end is a round too."""
    first = log[0]
    assert isinstance(first, RoundOpened)
    state = opening(game_of(first.game), first)
    rounds = [_round(0, "Preflop")]
    counted, board = 0, 0
    for event in log[1:]:
        if isinstance(event, told.BoardDealt):
            for street, cards in _streets(len(state.boards[event.board]), event.cards):
                if rounds[-1]["street"] == street and board == event.board:
                    rounds[-1]["cards"] += cards  # announced piece by piece
                else:
                    rounds.append(_round(len(rounds), street, cards))
            board = event.board
        ends = told.ShowdownOpened | told.Shown | told.Mucked | told.Revealed
        if isinstance(event, ends) and rounds[-1]["street"] != "Showdown":
            rounds.append(_round(len(rounds), "Showdown"))
        for action in _actions(state, event, rounds[-1]["street"]):
            counted += 1
            rounds[-1]["actions"].append({"action_number": counted, **action})
        state = evolve(state, event)
    return rounds if rounds[-1]["actions"] or rounds[-1]["cards"] else rounds[:-1]


def _round(number: int, street: str, cards: Sequence[Card] = ()) -> dict[str, Any]:
    return {"id": number, "street": street, "cards": list(cards), "actions": []}


def _streets(there: int, cards: Sequence[Card]) -> Iterable[tuple[str, list[Card]]]:
    """Cards that came to a board, by the street they belong to."""
    runs: dict[str, list[Card]] = {}
    for place, card in enumerate(cards, there):
        runs.setdefault(_STREETS[place], []).append(card)
    return runs.items()


def _actions(state: Round, event: AnyEvent, street: str) -> list[dict[str, Any]]:
    match event:
        case told.Posted():
            return [
                _bet(state, move, _posted(state, event, seat))
                for move in event.moves
                if (seat := _seat(move))
            ]
        case told.Dealt():
            return _dealt(event)
        case told.Checked():
            return [_action(event.seat, "Check")]
        case told.Folded():
            return [_action(event.seat, "Fold")]
        case told.Called():
            return [_bet(state, move, "Call") for move in event.moves]
        case told.Raised():
            opens = not state.betting.price and street != "Preflop"
            return [_bet(state, move, "Bet" if opens else "Raise") for move in event.moves]
        case told.Shown() | told.Revealed():
            return [_action(event.seat, "Shows Cards", cards=event.cards)]
        case told.Mucked():
            return [_action(event.seat, "Mucks Cards")]
        case _:
            return []


def _dealt(event: told.Dealt) -> list[dict[str, Any]]:
    hands: dict[int, list[Card]] = {}
    for seat, card in zip(event.seats, event.cards, strict=True):
        hands.setdefault(seat, []).append(card)
    known = {seat: cards for seat, cards in hands.items() if UNKNOWN not in cards}
    return [_action(seat, "Dealt Cards", cards=cards) for seat, cards in known.items()]


def _posted(state: Round, event: told.Posted, seat: int) -> str:
    if event.kind != "blind":
        return _POSTS.get(event.kind, "Post Extra Blind")
    seats = blind_seats(state.sign, in_order(list(state.hands), state.button))
    names = ("Post BB",) if len(state.sign.blinds) == 1 else ("Post SB", "Post BB")
    return dict(zip(seats, names, strict=False)).get(seat, "Post Extra Blind")


def _bet(state: Round, move: Move, word: str) -> dict[str, Any]:
    left = state.accounts[move.source] - move.chips
    return _action(_seat(move), word, int(move.chips), all_in=not left)


def _action(
    seat: int, word: str, cents: int = 0, *, all_in: bool = False, cards: Sequence[Card] = ()
) -> dict[str, Any]:
    said = {"player_id": seat, "action": word, "amount": _amount(cents), "is_allin": all_in}
    return said | ({"cards": list(cards)} if cards else {})


def _seat(move: Move) -> int:
    """The seat whose stack a move leaves; 0: nobody's."""
    name, _, seat = move.source.partition(":")
    return int(seat) if name == "stack" else 0


def _pots(log: Sequence[AnyEvent]) -> list[dict[str, Any]]:
    """Each pot, what left it, and who got the rest; the house takes from the main one."""
    won: dict[int, dict[int, int]] = {}
    took = {"rake": 0, "jackpot": 0}
    for event in log:
        if isinstance(event, told.PotAwarded):
            wins = won.setdefault(event.pot, {})
            for move in event.moves:
                seat = int(move.target.removeprefix("stack:"))
                wins[seat] = wins.get(seat, 0) + move.chips
        elif isinstance(event, told.RakeTaken):
            took["rake"] += sum(move.chips for move in event.moves)
        elif isinstance(event, told.ContributionTaken | told.PromoDropTaken):
            took["jackpot"] += sum(move.chips for move in event.moves)
    pots = []
    for number, wins in sorted(won.items()):
        taken = took if number == min(won) else dict.fromkeys(took, 0)
        pots.append(
            {
                "number": number,
                "amount": _amount(sum(wins.values()) + sum(taken.values())),
                **{name: _amount(cents) for name, cents in taken.items()},
                "player_wins": [
                    {"player_id": seat, "win_amount": _amount(cents)}
                    for seat, cents in sorted(wins.items())
                ],
            }
        )
    return pots
