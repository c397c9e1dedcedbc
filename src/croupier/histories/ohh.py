"""A round in the Open Hand History format (OHH): one JSON object, for trackers and replayers.

A player is written by the seat: `id` and `seat` are the same number. Amounts are dollars with two
decimals, written from whole cents.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC
from functools import partial
from typing import Any

import msgspec

from croupier.cards import UNKNOWN, Card
from croupier.engine import events as engine_events
from croupier.engine.accounts import Move
from croupier.engine.dues import blind_seats, in_order
from croupier.engine.events import AnyEvent, RoundOpened
from croupier.engine.evolve import evolve
from croupier.engine.play import opening
from croupier.engine.round import Round
from croupier.games import game_of
from croupier.histories.about import About
from croupier.histories.amounts import ENDLESS
from croupier.histories.ohh_losses import GAME_TYPES, check_writable, losses, sign_of
from croupier.histories.sites.shapes import shape_of
from croupier.refused import Refused
from croupier.rules.sign import TableSign

VERSION = "1.4.7"  # of the specification
USUAL_HANDS = (2, 4)  # cards: hold'em and omaha
_TYPES = {"limit": "FL", "pot_limit": "PL", "no_limit": "NL", "spread": "NL"}
_POSTS = {"ante": "Post Ante", "bomb": "Post Ante", "straddle": "Straddle", "dead": "Post Dead"}
_STREETS = ("Flop", "Flop", "Flop", "Turn", "River")  # of each card of a board


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
        raise Refused("FIELD lossy", f"OHH cannot express this whole round ({why})")
    return msgspec.json.encode({"ohh": document(log, about or About())}).decode()


def write_ohhs(hands: Iterable[str]) -> str:
    """Several hands, each already written, as one file: a blank line between two."""
    return "\n\n".join(hands) + "\n"


def document(log: Sequence[AnyEvent], about: About) -> dict[str, Any]:
    """The fields of a hand, in the order of the specification."""
    first, sign = log[0], sign_of(log)
    assert isinstance(first, RoundOpened)
    game, blinds = game_of(first.game), sign.blinds
    if ENDLESS in first.stacks.values():
        raise Refused("FIELD starting_stacks", "OHH cannot express an unlimited stack")
    amount = partial(_amount, scale=about.scale)
    rounds = _rounds(log, amount)
    return {
        "spec_version": VERSION,
        "site_name": about.site or "croupier",
        "network_name": about.site or "croupier",
        "internal_version": VERSION,
        "tournament": about.tournament is not None,
        **_tournament(about),
        "game_number": about.number,
        "start_date_utc": _date(about),
        "table_name": about.table,
        "game_type": GAME_TYPES[game.key],
        "bet_limit": {"bet_type": _TYPES[sign.structure], "bet_cap": amount(0)},
        "table_size": about.size or max(sign.seats or game.players.most, *first.stacks),
        "currency": about.currency or ("Chips" if about.site else "USD"),
        "dealer_seat": first.button,
        "small_blind_amount": amount(blinds[0] if len(blinds) > 1 else 0),
        "big_blind_amount": amount(_big_blind(first, sign)),
        "ante_amount": amount(sign.ante),
        "hero_player_id": about.viewer or None,
        "flags": _flags(first, rounds, about),
        "players": [
            {
                "id": seat,
                "seat": seat,
                "name": about.people.get(seat, f"Seat {seat}"),
                "starting_stack": amount(chips),
            }
            for seat, chips in sorted(first.stacks.items())
        ],
        "rounds": rounds,
        "pots": _pots(log, amount, about),
        **({"_session": about.session} if about.session else {}),
        **(
            {"_side": {str(at): amount(chips) for at, chips in about.side.items()}}
            if about.side
            else {}
        ),
        **_cards_each(first.game, rounds),
        **({"_decimals": about.decimals} if about.site and not about.currency else {}),
    }


def _cards_each(game: str, rounds: list[dict[str, Any]]) -> dict[str, int]:
    """How many cards a hand has, where they tell the game and no hand is known."""
    said = (action for part in rounds for action in part["actions"])
    cards = shape_of(game_of(game)).cards
    known = any(len(action.get("cards", ())) == cards for action in said)
    return {} if cards in USUAL_HANDS or known else {"_cards": cards}


def _big_blind(first: RoundOpened, sign: TableSign) -> int:
    """The highest blind that is no straddle; in a bomb pot the one that the stakes name."""
    blinds = [due.chips for due in first.dues if due.kind == "blind"]
    named = 0 if sign.structure == "limit" else sign.limits[0]
    return max(blinds, default=named)


def _date(about: About) -> str | None:
    if about.at is None:
        return None
    at = about.at.astimezone(UTC) if about.at.tzinfo else about.at
    return f"{at:%Y-%m-%dT%H:%M:%S}{'Z' if about.at.tzinfo else ''}"


def _tournament(about: About) -> dict[str, Any]:
    event = about.tournament
    if event is None:
        return {}
    info = {"tournament_number": event.number, "name": event.name, "type": "MTT"}
    return {"tournament_info": info | {"_buy_in": event.buy_in, "_level": event.level}}


def _flags(first: RoundOpened, rounds: list[dict[str, Any]], about: About) -> list[str]:
    streets = [one["street"] for one in rounds]
    found = {
        "Run_It_Twice": len(set(streets)) < len(streets),
        "Bomb_Pot": first.bomb,
        "Observed": about.viewer not in first.stacks,
    }
    return [flag for flag, holds in found.items() if holds]


Amount = Callable[[int], msgspec.Raw]


def _amount(chips: int, scale: int = 100) -> msgspec.Raw:
    """An amount as a decimal of JSON, without going through a fraction."""
    whole, rest = divmod(abs(chips), scale)
    return msgspec.Raw(f"{'-' * (chips < 0)}{whole}.{rest:0{len(str(scale)) - 1}}".encode())


# --- what happened ---------------------------------------------------------------------------


def _rounds(log: Sequence[AnyEvent], amount: Amount) -> list[dict[str, Any]]:
    """Every street with its cards and actions; what is shown at the end is a round too."""
    first = log[0]
    assert isinstance(first, RoundOpened)
    state = opening(game_of(first.game), first)
    rounds = [_round(0, "Preflop")]
    counted, board = 0, 0
    for event in log[1:]:
        if isinstance(event, engine_events.BoardDealt):
            for street, cards in _streets(len(state.boards[event.board]), event.cards):
                if rounds[-1]["street"] == street and board == event.board:
                    rounds[-1]["cards"] += cards  # announced piece by piece
                else:
                    rounds.append(_round(len(rounds), street, cards))
            board = event.board
        ends = (
            engine_events.ShowdownOpened
            | engine_events.Shown
            | engine_events.Mucked
            | engine_events.Revealed
        )
        if isinstance(event, ends) and rounds[-1]["street"] != "Showdown":
            rounds.append(_round(len(rounds), "Showdown"))
        for action in _actions(state, event, rounds[-1]["street"]):
            counted += 1
            said = action | {"amount": amount(action["amount"])}
            rounds[-1]["actions"].append({"action_number": counted, **said})
        state = evolve(state, event)
    return rounds if rounds[-1]["actions"] or rounds[-1]["cards"] else rounds[:-1]


def _round(number: int, street: str, cards: Sequence[Card] = ()) -> dict[str, Any]:
    return {"id": number, "street": street, "cards": list(cards), "actions": []}


def _streets(there: int, cards: Sequence[Card]) -> Iterable[tuple[str, list[Card]]]:
    """Cards dealt to a board, by street."""
    runs: dict[str, list[Card]] = {}
    for place, card in enumerate(cards, there):
        runs.setdefault(_STREETS[place], []).append(card)
    return runs.items()


def _actions(state: Round, event: AnyEvent, street: str) -> list[dict[str, Any]]:
    match event:
        case engine_events.Posted():
            return [
                _bet(state, move, _posted(state, event, seat))
                for move in event.moves
                if (seat := _seat(move))
            ]
        case engine_events.Dealt():
            return _dealt(event)
        case engine_events.Checked():
            return [_action(event.seat, "Check")]
        case engine_events.Folded():
            return [_action(event.seat, "Fold")]
        case engine_events.Called():
            return [_bet(state, move, "Call") for move in event.moves]
        case engine_events.Raised():
            opens = not state.betting.price and street != "Preflop"
            return [_bet(state, move, "Bet" if opens else "Raise") for move in event.moves]
        case engine_events.Shown() | engine_events.Revealed():
            return [_action(event.seat, "Shows Cards", cards=event.cards)]
        case engine_events.Mucked():
            return [_action(event.seat, "Mucks Cards")]
        case _:
            return []


def _dealt(event: engine_events.Dealt) -> list[dict[str, Any]]:
    hands: dict[int, list[Card]] = {}
    for seat, card in zip(event.seats, event.cards, strict=True):
        hands.setdefault(seat, []).append(card)
    known = {seat: cards for seat, cards in hands.items() if UNKNOWN not in cards}
    return [_action(seat, "Dealt Cards", cards=cards) for seat, cards in known.items()]


def _posted(state: Round, event: engine_events.Posted, seat: int) -> str:
    if event.kind != "blind":
        return _POSTS.get(event.kind, "Post Extra Blind")
    seats = blind_seats(state.sign, in_order(list(state.hands), state.button))
    posting = [at for at, blind in zip(seats, state.sign.blinds, strict=False) if blind]
    names = ("Post BB",) if len(posting) == 1 else ("Post SB", "Post BB")
    return dict(zip(posting, names, strict=False)).get(seat, "Post Extra Blind")


def _bet(state: Round, move: Move, word: str) -> dict[str, Any]:
    left = state.accounts[move.source] - move.chips
    return _action(_seat(move), word, int(move.chips), all_in=not left)


def _action(
    seat: int, word: str, cents: int = 0, *, all_in: bool = False, cards: Sequence[Card] = ()
) -> dict[str, Any]:
    said = {"player_id": seat, "action": word, "amount": cents, "is_allin": all_in}
    return said | ({"cards": list(cards)} if cards else {})


def _seat(move: Move) -> int:
    """The seat whose stack a move leaves; 0: nobody's."""
    name, _, seat = move.source.partition(":")
    return int(seat) if name == "stack" else 0


def _pots(log: Sequence[AnyEvent], amount: Amount, about: About) -> list[dict[str, Any]]:
    """Each pot, what left it, and who got the rest; the house takes from the main one."""
    won: dict[int, dict[int, int]] = {}
    took = {"rake": 0, "jackpot": 0}
    for event in log:
        if isinstance(event, engine_events.PotAwarded):
            wins = won.setdefault(event.pot, {})
            for move in event.moves:
                seat = int(move.target.removeprefix("stack:"))
                wins[seat] = wins.get(seat, 0) + move.chips
        elif isinstance(event, engine_events.RakeTaken):
            took["rake"] += sum(move.chips for move in event.moves)
        elif isinstance(event, engine_events.ContributionTaken | engine_events.PromoDropTaken):
            took["jackpot"] += sum(move.chips for move in event.moves)
    taxed = _after_rake(won, took, about)
    pots = []
    for number, wins in sorted(taxed.items()):
        taken = took if number == min(taxed) else dict.fromkeys(took, 0)
        pots.append(
            {
                "number": number,
                "amount": amount(sum(wins.values()) + sum(taken.values())),
                **{name: amount(chips) for name, chips in taken.items()},
                "player_wins": [
                    {"player_id": seat, "win_amount": amount(chips)}
                    for seat, chips in sorted(wins.items())
                ],
            }
        )
    return pots


def _after_rake(
    won: dict[int, dict[int, int]], took: dict[str, int], about: About
) -> dict[int, dict[int, int]]:
    """What winners got in the end: a source's rake was never dealt with by our rules.

    It leaves the pots from the last one on, by what each winner has less than our rules pay.
    """
    if not about.rake and not about.jackpot:
        return won
    took["rake"] += about.rake or 0
    took["jackpot"] += about.jackpot
    less = {
        seat: sum(wins.get(seat, 0) for wins in won.values()) - about.won.get(seat, 0)
        for seat in {seat for wins in won.values() for seat in wins}
    }
    taxed = {number: dict(wins) for number, wins in won.items()}
    for wins in reversed(taxed.values()):
        for seat in wins:
            part = max(0, min(less[seat], wins[seat]))
            wins[seat] -= part
            less[seat] -= part
    return taxed
