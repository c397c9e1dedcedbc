"""iPoker: sessions in XML, where a card is its suit and then its rank."""

import re
from xml.etree import ElementTree

from croupier.histories.about import Tournament
from croupier.histories.amounts import cents
from croupier.histories.hand import Hand
from croupier.histories.sites.draft import Draft
from croupier.histories.sites.headings import dated, game_in, stakes_in, structure_in
from croupier.histories.sites.texts import Lines, cards_in
from croupier.refused import Refused

NAME, SITE = "ipoker", "iPoker"
starts = re.compile(r"<game gamecode=").search
GAMES = re.compile(r"(?=<game gamecode=)")  # several may share a line
HEAD = re.compile(
    r"<(gametype|tablename|currency|tablecurrency|nickname|tournamentcode|"
    r"tournamentname|buyin|smallblind|bigblind)>([^<]*)<"
)
PREAMBLE = re.compile(r"\ufeff?\s*(?:<\?xml|<session|<root)").match

_POSTS = {"1": "small", "2": "big", "15": "ante"}
_DECLARATION = re.compile(r"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)
_WORDS = (
    ("LZ", "Limit"),
    ("LP", "Pot Limit"),
    (" NL", " No Limit"),
    (" SL", " No Limit"),
    (" БЛ", " No Limit"),
    (" L ", " Limit "),
)


def read(lines: Lines, line: int, session: dict[str, str] | None = None) -> Hand:
    """Read one hand of a session; its first tags tell the game of all hands."""
    text = "\n".join(lines)
    text = text[: text.find("</game>") + len("</game>")]
    if not text.endswith("</game>") or _DECLARATION.search(text):
        raise Refused("FIELD xml", "the hand is cut off")
    try:
        game = ElementTree.fromstring(text.lstrip("\ufeff"))
    except ElementTree.ParseError as fault:
        raise Refused("FIELD xml", f"not XML: {fault}") from None
    number = game.get("gamecode", "")
    draft = Draft(line)
    _heading(draft, session or {}, game, number)
    _players(draft, game)
    if viewer := draft.seats.get((session or {}).get("nickname", "")):
        draft.about["viewer"] = viewer
    for part in game.findall("round"):
        _round(draft, part)
    return draft.hand(number)


def _heading(draft: Draft, session: dict[str, str], game: ElementTree.Element, number: str) -> None:
    words = session.get("gametype", "") or game.findtext("general/gametype") or ""
    for short, long in _WORDS:
        words = words.replace(short, long)
    stakes = stakes_in(words) or stakes_in(
        f"{session.get('smallblind', '')}/{session.get('bigblind', '')}"
    )
    if session.get("tournamentcode") or session.get("tournamentname"):
        stakes = None  # the words name the stakes of a cash table; the blinds tell
    name = words if re.search(r"(?i)hold|omaha|stud|six plus", words) else f"Holdem {words}"
    draft.plays(game_in(name), structure_in(name), (stakes.low, stakes.high) if stakes else (0, 0))
    at = dated(game.findtext("general/startdate") or "")
    table = session.get("tablename", "")
    draft.about = {"site": SITE, "number": number, "table": table}
    if at is not None:
        draft.about["at"] = at
    if session.get("tournamentcode") or session.get("tournamentname"):
        draft.about["decimals"] = 0
        draft.about["tournament"] = Tournament(
            number=session.get("tournamentcode", ""),
            name=session.get("tournamentname", ""),
            buy_in=session.get("buyin", ""),
        )
    else:
        draft.about["currency"] = session.get("tablecurrency") or session.get("currency") or ""


def _players(draft: Draft, game: ElementTree.Element) -> None:
    for player in game.iterfind("general/players/player"):
        if not player.get("name"):
            continue  # an empty seat
        seat, chips = int(player.get("seat", "0")), cents(player.get("chips", "0"))
        draft.sits(seat, player.get("name", ""), chips)
        if player.get("dealer") == "1":
            draft.button = seat
        draft.finals[seat] = (
            chips - cents(player.get("bet") or "0") + cents(player.get("win") or "0")
        )
        if won := cents(player.get("win") or "0"):
            draft.won[seat] = won
        if rake := cents(player.get("rakeamount") or "0"):
            draft.about["rake"] = draft.about.get("rake", 0) + rake


def _round(draft: Draft, part: ElementTree.Element) -> None:
    dealt = part.findall("cards")
    if draft.game.button and int(part.get("no", "0")) > 1:
        draft.street()
    elif dealt and not draft.game.button:
        draft.street()
        if draft.actions[-1][0] != "deal":
            draft.deals()
    for cards in dealt:
        _cards(draft, cards)
    for action in sorted(part.findall("action"), key=lambda said: int(said.get("no", "0"))):
        _action(draft, action)


def _cards(draft: Draft, cards: ElementTree.Element) -> None:
    dealt = cards_in((cards.text or "").replace("10", "T"))
    if cards.get("player"):
        name = cards.get("player", "")
        if draft.game.button:
            draft.holds(name, dealt)
        elif dealt:
            draft.holds(name, dealt, draft.shape.places[draft.streets - 1][1] - len(dealt))
    elif dealt:
        have = sum(len(action[2]) for action in draft.actions if action[0] == "board")
        laid = tuple(card for action in draft.actions if action[0] == "board" for card in action[2])
        draft.community(laid + dealt if have else dealt)


def _action(draft: Draft, action: ElementTree.Element) -> None:
    name, kind = action.get("player", ""), action.get("type", "")
    chips = cents(action.get("sum") or "0")
    if kind in _POSTS:
        again = kind == "2" and any(post.kind == "big" for post in draft.posts)
        draft.post(name, "both" if again else _POSTS[kind], chips)  # type: ignore[arg-type]  # of PostKind
        if draft.stakes_unnamed and not again:
            draft.learn_stakes()
    elif kind in ("0", "9"):  # 9: the player sits out after an ante
        draft.folds(name)
    elif kind == "16":
        draft.brings_in(name, chips)
    elif kind == "3":
        draft.calls(name, chips)
    elif kind == "4":
        draft.checks(name)
    elif kind == "5":
        draft.bets_more(name, chips)
    elif kind == "23":
        draft.bets_to(name, chips)
    elif kind == "6":
        draft.bets_more(name, chips)
    elif kind == "7":
        draft.goes_all_in(name, chips)
