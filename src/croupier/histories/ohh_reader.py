"""Open Hand History (OHH), read into hands: one JSON object each."""

import re
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import msgspec

from croupier.cards import Card
from croupier.histories.about import Tournament
from croupier.histories.amounts import cents
from croupier.histories.hand import Hand
from croupier.histories.sites.draft import Draft
from croupier.histories.sites.texts import Lines, cards_in
from croupier.refused import Refused, brief
from croupier.rules.sign import Structure

NAME = "ohh"
starts = re.compile(r'\ufeff?\s*\{(?:[^{}]*"ohh"\s*:|\s*$)').match  # some write an id before it

_STRUCTURES: dict[str, Structure] = {"NL": "no_limit", "PL": "pot_limit", "FL": "limit"}
_GAMES = {"Holdem": "holdem", "Omaha": "omaha", "OmahaHiLo": "omaha-hilo-8"}
_NUMBERS = {5: "five-card-", 6: "six-card-"}
_POSTS = {
    "Post Ante": "ante",
    "Post SB": "small",
    "Post BB": "big",
    "Straddle": "straddle",
    "Post Dead": "dead",
    "Post Extra Blind": "post",
}
_decoder = msgspec.json.Decoder(float_hook=Decimal)


def read(lines: Lines, line: int) -> Hand:
    """Read one hand of a site's text."""
    try:
        document = _decoder.decode("\n".join(lines).lstrip("\ufeff"))
    except (msgspec.DecodeError, UnicodeError, RecursionError) as fault:
        raise Refused("FIELD ohh", f"not JSON: {brief(fault)}") from None
    hand = document.get("ohh") if isinstance(document, dict) else None
    if not isinstance(hand, dict):
        raise Refused("FIELD ohh", "a hand must be an object in the field `ohh`")
    try:
        read_as = _read(hand, line, added=True)
        return read_as if _balanced(hand, read_as) else _read(hand, line, added=False)
    except (TypeError, KeyError, AttributeError, ValueError) as fault:
        raise Refused("FIELD ohh", f"a field is missing or has the wrong type: {fault!r}") from None


def _balanced(hand: dict[str, Any], read_as: Hand) -> bool:
    """Whether the pots hold what went in: some files tell a raise by its total."""
    pots = sum(_cents(pot["amount"]) for pot in hand.get("pots") or ())
    finish = read_as.record.finish or {}
    lost = sum(read_as.record.stacks.values()) - sum(finish.values())
    taken = (read_as.about.rake or 0) + read_as.about.jackpot
    return not pots or lost == taken


def _cents(value: Any) -> int:
    return cents(f"{Decimal(value):f}")


def _read(hand: dict[str, Any], line: int, *, added: bool) -> Hand:
    draft = Draft(line)
    limit = _STRUCTURES.get(hand["bet_limit"]["bet_type"] if "bet_limit" in hand else "NL")
    game = _GAMES.get(hand["game_type"] if "game_type" in hand else _usual_game(hand))
    if game is None or limit is None:
        raise Refused("FIELD game_type", f"{hand['game_type']!r} is not read from OHH")
    small, big = _cents(hand["small_blind_amount"]), _cents(hand["big_blind_amount"])
    if game != "holdem":
        game = _NUMBERS.get(_cards_each(hand), "") + game
    draft.plays(game, limit, (big, 2 * big) if limit == "limit" else (small, big))
    _describe(draft, hand)
    names = {}
    for player in hand["players"]:
        names[player["id"]] = str(player["id"])
        draft.sits(int(player["seat"]), str(player["id"]), _cents(player["starting_stack"]))
    draft.button = int(hand["dealer_seat"])
    streets: list[str] = []
    for part in hand["rounds"]:
        _round(draft, part, names, streets, added=added)
    for pot in hand.get("pots") or ():
        for win in pot["player_wins"]:
            draft.collects(names[win["player_id"]], _cents(win["win_amount"]))
    people = {str(player["id"]): player for player in hand["players"]}
    made = draft.hand(str(hand.get("game_number") or ""))
    named = {seat: str(people[name]["name"]) for seat, name in made.about.people.items()}
    return made._replace(about=msgspec.structs.replace(made.about, people=named))


def _usual_game(hand: dict[str, Any]) -> str:
    """The game of a file that names none."""
    return "Omaha" if _cards_each(hand) > 3 else "Holdem"


def _cards_each(hand: dict[str, Any]) -> int:
    """How many cards a player was seen to hold."""
    said = (action for part in hand["rounds"] for action in part["actions"])
    seen = max((len(action.get("cards") or ()) for action in said), default=0)
    return max(seen, int(hand.get("_cards") or 0))


def _describe(draft: Draft, hand: dict[str, Any]) -> None:
    currency = str(hand.get("currency") or "")
    chips = bool(hand.get("tournament")) or currency.lower() == "chips"
    about: dict[str, Any] = {
        "site": str(hand.get("site_name") or ""),
        "number": str(hand.get("game_number") or ""),
        "table": str(hand.get("table_name") or ""),
        "size": int(hand.get("table_size") or 0),
        "at": _at(hand.get("start_date_utc")),
        "currency": "" if chips else currency,
        "decimals": int(hand.get("_decimals", 0 if chips else 2)),
        "session": str(hand.get("_session") or ""),
        "rake": sum(_cents(pot.get("rake") or 0) for pot in hand.get("pots") or ()),
        "jackpot": sum(_cents(pot.get("jackpot") or 0) for pot in hand.get("pots") or ()),
    }
    about["side"] = {
        int(seat): -_cents(-chips) if chips < 0 else _cents(chips)
        for seat, chips in (hand.get("_side") or {}).items()
    }
    hero = hand.get("hero_player_id")
    about["viewer"] = next((int(p["seat"]) for p in hand["players"] if p["id"] == hero), 0)
    if hand.get("tournament"):
        info = hand.get("tournament_info") or {}
        about["tournament"] = Tournament(
            number=str(info.get("tournament_number") or ""),
            name=str(info.get("name") or ""),
            buy_in=str(info.get("_buy_in") or _paid(info)),
            level=str(info.get("_level") or ""),
        )
    draft.about = about


def _paid(info: dict[str, Any]) -> str:
    parts = [info.get("buyin_amount"), info.get("fee_amount")]
    return "+".join(str(part) for part in parts if part)


def _at(text: Any) -> datetime | None:
    try:
        at = datetime.fromisoformat(str(text)) if text else None
    except ValueError:
        return None
    return at.astimezone(UTC) if at is not None and at.tzinfo else at


def _cards(cards: Any) -> tuple[Card, ...]:
    return cards_in(" ".join(cards)) if isinstance(cards, list) else cards_in(str(cards or ""))


def _round(
    draft: Draft,
    part: dict[str, Any],
    names: dict[Any, str],
    streets: list[str],
    *,
    added: bool,
) -> None:
    street, cards = part["street"], _cards(part.get("cards"))
    if street != "Showdown" and streets:
        draft.street()
    if cards:
        board = streets.count(street)
        laid = [card for action in draft.actions if action[0] == "board" for card in action[2]]
        before = {"Flop": 0, "Turn": 3, "River": 4}.get(street, 0)
        draft.community((*laid[:before], *cards), board, shared=before)
    streets.append(street)
    for action in part["actions"]:
        _action(draft, action, names[action["player_id"]], added=added)


def _action(draft: Draft, action: dict[str, Any], name: str, *, added: bool) -> None:
    word, chips = action["action"], _cents(action.get("amount") or 0)
    if word in _POSTS:
        draft.post(name, _POSTS[word], chips)  # type: ignore[arg-type]  # all of PostKind
        return
    match word:
        case "Dealt Cards":
            draft.holds(name, _cards(action.get("cards")))
        case "Fold":
            draft.folds(name)
        case "Check":
            draft.checks(name)
        case "Call":
            draft.calls(name, chips)
        case "Bet" | "Raise":
            (draft.bets_more if added else draft.bets_to)(name, chips)
        case "Shows Cards":
            draft.shows(name, _cards(action.get("cards")))
        case "Mucks Cards":
            draft.mucks(name)
        case _:
            pass
