"""Full tables of every kind, as the room would tell them, for the page that measures itself.

What needs most room on the screen hardly ever comes up by itself: every seat taken, bets before
each, every hand shown and named, the button beside anybody. `python -m tests.web.full` serves the
table's page with all of it: `/` looks at everything, `/#holdem, 9 seats, shown` at one thing.
"""

import json
import sys
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import cycle
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from croupier.cards import DECK_52, UNKNOWN, Card
from croupier.chips import Chips
from croupier.engine.turns import Option, Turn
from croupier.games import game_of
from croupier.server.desks.pages import STATIC
from croupier.server.tables.advice import Advice
from croupier.views.narration.sentences import Made
from croupier.views.screen.naming import family, is_bot, player_name, table_name
from croupier.views.screen.table_view import (
    DeckSeen,
    PotSeen,
    SeatSeen,
    SpotSeen,
    TableSeen,
)

OWN = Path(__file__).with_name("fullness")  # the modules that stand in for the room's
STACKS = (Chips(12_345_50), Chips(236_00), Chips(1_204_00))
BETS = (Chips(1_250_00), Chips(40_00), Chips(333_00))
PEOPLE = ("Bartholomew", "Ana", "Marguerite (bot)", "Xiomara", "Jun (bot)")


class Kind(NamedTuple):
    """A game, how many may sit at it, what each holds at the end, and how hands are named."""

    game: str
    most: int
    down: int
    up: int
    hands: tuple[tuple[Made, ...], ...]
    few: bool = False  # another kind stands for it: two, six and the most are looked at


HIGH = (
    (Made("full house, queens over sevens", "full house"),),
    (Made("three-of-a-kind, queens", "3 of a kind"),),
)
SPLIT = (
    (Made("two pair, kings and queens", "2 pair"), Made("eight-seven low", "8-7 low")),
    (Made("flush, ace high", "flush"), Made("no low", "")),
)
BADUGIS = (
    (Made("three-card badugi, six-four-ace", "3-card badugi"),),
    (Made("badugi, ten-six-four-ace", "badugi"),),
)
KINDS = (
    Kind("holdem", 11, 2, 0, HIGH),
    Kind("omaha-hilo-8", 10, 4, 0, SPLIT),
    Kind("five-card-omaha", 8, 5, 0, HIGH),
    Kind("seven-card-stud-hilo-8", 9, 3, 4, SPLIT),
    Kind("five-card-stud", 8, 1, 4, HIGH, few=True),
    Kind("mambo-stud-hilo-6", 11, 2, 1, SPLIT),
    Kind("five-card-draw", 8, 5, 0, HIGH),
    Kind("badugi", 9, 4, 0, BADUGIS, few=True),
    Kind("texas-holdem-bonus", 6, 2, 0, HIGH),
    Kind("flop-poker", 6, 3, 0, HIGH),
    Kind("two-card-joker", 6, 2, 0, ((Made("a pair of queens", "a pair"),),)),
)
LOW = ((Made("nine-eight low", "9-8 low"),), (Made("eight-six low, eight-six-four", "8-6 low"),))
BOTH = (
    (Made("badugi, ten-six-four-ace", "badugi"), Made("eight-seven low", "8-7 low")),
    (Made("three-card badugi, six-four-ace", "3-card badugi"), Made("a pair of queens", "a pair")),
)
OTHERS = (  # for which kinds with the same cards stand, but for their words
    Kind("omaha", 10, 4, 0, HIGH, few=True),
    Kind("bbc-omaha", 10, 4, 0, HIGH, few=True),
    Kind("five-card-omaha-hilo-8", 8, 5, 0, SPLIT, few=True),
    Kind("seven-card-stud", 9, 3, 4, HIGH, few=True),
    Kind("seven-card-stud-hilo", 9, 3, 4, SPLIT, few=True),
    Kind("five-card-draw-low", 8, 5, 0, LOW, few=True),
    Kind("triple-draw-2-7", 7, 5, 0, LOW, few=True),
    Kind("triple-draw-a-5", 7, 5, 0, LOW, few=True),
    Kind("badeucey", 7, 5, 0, BOTH, few=True),
    Kind("badacey", 7, 5, 0, BOTH, few=True),
)
BET: tuple[Option, ...] = (Option("fold"), Option("call"), Option("raise", 2_500_00, 12_345_50))
EVERYWHERE = ("holdem", "seven-card-stud-hilo-8", "five-card-draw")  # the button is seen anywhere
DRAW: tuple[Option, ...] = (Option("discard", most=5),)
WAGERS = ("flop", "turn", "river")


def states(kinds: tuple[Kind, ...] = KINDS) -> Iterator[dict[str, Any]]:
    """Everything that is looked at, by name."""
    for kind in kinds:
        banked = family(game_of(kind.game)) == "banked"
        some = {2, 6, kind.most} if kind.few or banked else {*range(2, kind.most + 1)}
        for places in sorted(some):
            for what, screen, lines in _banked(kind, places) if banked else _poker(kind, places):
                yield {
                    "name": f"{kind.game}, {places} seats, {what}",
                    "screen": msgspec.to_builtins(screen),
                    "lines": lines,
                }


Lines = list[dict[str, Any]]
Seen = tuple[str, TableSeen, Lines]


def _poker(kind: Kind, places: int) -> Iterator[Seen]:
    bare = _table(kind, places)
    board = DECK_52[:5] if bare.family == "community" else ()
    playing = replace(bare, playing=True, pot=Chips(9_375_00), left=12, burns=3)
    playing = replace(playing, boards=(board,) if board else ())
    playing = replace(playing, highest=places if bare.family == "stud" else 0)
    yield from _bets(kind, playing)
    if bare.family == "draw" or places == kind.most:
        yield _said(kind, playing)
    shown = replace(playing, seats=_shown(kind, bare), button=1)
    if board and places % 2:  # it is run twice
        shown = replace(shown, boards=(board, board), seats=_twice(kind, shown))
    yield "shown", shown, []
    if places in (2, kind.most):
        yield _spread(bare)
    if kind.game == "holdem" and places == 6:
        yield from _quiet(kind, playing)
    if places in (2, 6, kind.most):
        lines = _ending(shown.seats)
        yield "over", replace(bare, boards=playing.boards), lines
        yield "over, from outside", replace(bare, boards=playing.boards, mine=0), lines


def _bets(kind: Kind, playing: TableSeen) -> Iterator[Seen]:
    """Everybody has bet, some of it all they had, and the viewer is asked for more."""
    hands, places = _hidden(kind, playing), playing.places
    seats = tuple(
        replace(
            one,
            state="all-in" if one.seat % 4 == 2 else "in",
            bet=BETS[one.seat % len(BETS)],
            made=kind.hands[0] if one.seat == 1 else (),
        )
        for one in hands
    )
    asked = replace(playing, seats=seats, turns=(Turn(1, BET, Chips(1_250_00)),))
    asked = replace(asked, pots=_pots(places))
    everywhere = kind.game in EVERYWHERE and places in (6, kind.most)
    for button in range(1, places + 1, 2) if everywhere else (1,):
        now = replace(asked, button=button, kill=button % places + 1)
        yield f"bets, button {button}", now, []


def _said(kind: Kind, playing: TableSeen) -> Seen:
    """What was said is there in words, and notes name players who are out."""
    states = ("in", "folded", "", "all-in", "in")
    seats = tuple(
        replace(one, state=states[one.seat % len(states)]) for one in _hidden(kind, playing)
    )
    lines = [_line({"type": "Checked", "seat": one.seat}) for one in seats]
    options = DRAW if playing.family == "draw" else BET
    if playing.family == "draw":
        lines += [_line({"type": "Discarded", "seat": seat, "cards": [1, 2]}) for seat in (2, 5)]
    return "said", replace(playing, seats=seats, turns=(Turn(1, options),)), lines


def _quiet(kind: Kind, playing: TableSeen) -> Iterator[Seen]:
    """The viewer has nothing to press: play is stopped, hands are shown, or all chips are in."""
    seats = tuple(replace(one, state="in") for one in _hidden(kind, playing))
    asked = replace(playing, seats=seats, turns=(Turn(1, BET),))
    yield "stopped", replace(asked, paused="a card is missing"), []
    yield "asked to show", replace(asked, turns=(Turn(2, (Option("show"), Option("muck"))),)), []
    broke = replace(seats[0], chips=Chips(0), state="all-in")
    yield "all-in", replace(asked, seats=(broke, *seats[1:]), turns=(Turn(2, BET),)), []
    broke = replace(broke, state="", down=())
    for what, own in (
        ("no chips", broke),
        ("chips on the way", replace(broke, coming=Chips(100_00))),
        ("sitting out", replace(broke, chips=Chips(100_00), away=True)),
    ):
        yield what, replace(asked, seats=(own, *seats[1:]), turns=(Turn(2, BET),)), []


def _hidden(kind: Kind, seen: TableSeen) -> tuple[SeatSeen, ...]:
    held = _hands(kind, seen.places)
    return tuple(
        replace(
            one,
            down=held[one.seat][0] if one.seat == 1 else (UNKNOWN,) * kind.down,
            up=held[one.seat][1],
        )
        for one in seen.seats
    )


def _shown(kind: Kind, seen: TableSeen) -> tuple[SeatSeen, ...]:
    held = _hands(kind, seen.places)
    return tuple(
        replace(
            one,
            state="in",
            down=held[one.seat][0],
            up=held[one.seat][1],
            made=kind.hands[one.seat % len(kind.hands)],
        )
        for one in seen.seats
    )


def _twice(kind: Kind, shown: TableSeen) -> tuple[SeatSeen, ...]:
    """A hand on each of two boards, named as the table names them."""
    boards = zip(("first", "second"), (kind.hands[0][0], kind.hands[-1][0]), strict=True)
    made = tuple(Made(f"{board} board {hand.name}", hand.brief) for board, hand in boards)
    return tuple(replace(one, made=made) for one in shown.seats)


def _ending(shown: tuple[SeatSeen, ...]) -> Lines:
    """The hands that were shown, and who was pushed a pot."""
    lines = [_line(_fact("Shown", one), one.made) for one in shown]
    moves = [["pot:0", f"stack:{one.seat}", 4_687_50] for one in shown]
    return [*lines, _line({"type": "PotAwarded", "moves": moves[:: max(1, len(shown) // 4)]})]


def _banked(kind: Kind, places: int) -> Iterator[Seen]:
    choices = ("call",) if kind.game == "two-card-joker" else WAGERS
    bare = replace(
        _table(kind, places),
        playing=True,
        layout=tuple(SpotSeen(name, Chips(5_00), Chips(500_00)) for name in ("ante", "bonus")),
        choices=choices,
        house=DECK_52[5:7] if kind.game != "flop-poker" else (),
        boards=(DECK_52[:5],) if kind.game != "two-card-joker" else (),
    )
    options = (Option("fold"), Option("place", 500_00, 500_00, spot=choices[0]))
    spots = dict.fromkeys(("ante", "bonus", *choices), Chips(500_00))
    hidden = tuple(replace(one, state="in", spots=spots) for one in _hidden(kind, bare))
    yield "choosing", replace(bare, seats=hidden, turns=(Turn(1, options),)), []
    shown = tuple(replace(one, spots=spots) for one in _shown(kind, bare))
    yield "shown", replace(bare, seats=shown), []
    if places == 6:
        yield "settled", replace(bare, playing=False, house=(), boards=()), _settled(kind, choices)
    yield _spread(bare)


def _settled(kind: Kind, choices: tuple[str, ...]) -> Lines:
    """The end of a round for the viewer, who lost to the pot, and to a dealer with nothing."""
    own = [card.value for card in DECK_52[20 : 20 + kind.down]]
    dealer = {"cards": [card.value for card in DECK_52[5:7]], "community": False}
    outcomes = [[spot, "loses", 5_00, 0, "10(h)", ""] for spot in ("ante", *choices)]
    lines = [
        _line({"type": "Dealt", "seats": [1] * kind.down, "cards": own}),
        _line({"type": "HouseRevealed"} | dealer, (Made("nine high", ""),)),
        _line({"type": "Settled", "seat": 1, "outcomes": outcomes}),
    ]
    if kind.game == "flop-poker":
        lines.append(_line({"type": "Placed", "seat": 1, "spots": {"pot": 5_00}}))
        award = {"type": "PotAwarded", "moves": [["pot:0", "stack:2", 30_00]]}
        lines.append(_line(award) | {"clause": "10(d)"})
    return lines


def _spread(bare: TableSeen) -> Seen:
    decks = tuple(DeckSeen(colour, colour, "up", DECK_52) for colour in ("blue", "red"))
    return "decks", replace(bare, playing=False, boards=(), house=(), decks=decks), []


def _table(kind: Kind, places: int) -> TableSeen:
    game, deep = game_of(kind.game), cycle(STACKS)
    return TableSeen(
        table="1",
        game=kind.game,
        title=game.heading,
        called=table_name("1", game),
        family=family(game),
        stakes="$4/$8",
        number=1,
        status="open",
        places=places,
        buys=(Chips(20_00), Chips(100_00), Chips(200_00)),
        may=("Buy", "SitOut"),
        mine=1,
        round=7_031,
        streets=tuple(dict.fromkeys(step.street for step in game.script)),
        hand_cards=kind.down + kind.up,
        board_cards={"community": 5}.get(family(game), int(kind.game.startswith("mambo"))),
        street=game.script[-1].street,
        seats=tuple(
            SeatSeen(seat, person, player_name(person), next(deep), is_bot(person))
            for seat in range(1, places + 1)
            for person in [PEOPLE[seat % len(PEOPLE)]]
        ),
    )


def _hands(kind: Kind, places: int) -> dict[int, tuple[tuple[Card, ...], tuple[Card, ...]]]:
    deck = cycle(DECK_52)  # wide cards for all: that some come twice does not matter here
    return {
        seat: (
            tuple(next(deck) for _ in range(kind.down)),
            tuple(next(deck) for _ in range(kind.up)),
        )
        for seat in range(1, places + 1)
    }


def _pots(places: int) -> tuple[PotSeen, ...]:
    everybody = tuple(range(1, places + 1))
    return (
        PotSeen("main pot", Chips(4_375_00), everybody),
        PotSeen("side pot", Chips(5_000_00), everybody[::2] if places > 3 else everybody),
    )


def _fact(name: str, one: SeatSeen) -> dict[str, Any]:
    return {"type": name, "seat": one.seat, "cards": [card.value for card in one.down + one.up]}


def _line(fact: dict[str, Any], made: tuple[Made, ...] = ()) -> dict[str, Any]:
    entry = {"at": "", "by": ["", "dealer"], "fact": fact}
    line = {"number": 0, "words": "", "street": "", "clause": "", "play": True}
    return line | {"entry": entry, "hands": msgspec.to_builtins(made)}


WORDY = Advice(
    "You hold two pair, kings and queens.",
    equity=0.345,
    win=0.312,
    tie=0.033,
    error=0.0055,
    best="two pair, kings and queens",
    hints=("Outs: nine cards make a flush for you, 19.1% on the next one.",) * 3,
)  # as many words as the panel of odds ever holds


class Page(SimpleHTTPRequestHandler):
    """The table's page and its modules, but for those that speak with a room."""

    def do_GET(self) -> None:
        name = self.path.partition("?")[0].rpartition("/")[2]
        if name == "states":
            kinds = OTHERS if "others" in self.path else KINDS
            return self._send(json.dumps(list(states(kinds))), "application/json")
        if name == "room":
            return self._send('{"demonstration": true, "me": null}', "application/json")
        if name == "advice":
            return self._send(msgspec.json.encode(WORDY).decode(), "application/json")
        if not name:
            page = (STATIC / "table" / "table.html").read_text()
            return self._send(page.replace("{static}", "/of"))
        found = next((path for folder in (OWN, STATIC) for path in folder.rglob(name)), None)
        if not found:
            return self.send_error(404)
        return self._send(found.read_text(), self.guess_type(name))

    def _send(self, words: str, kind: str = "text/html") -> None:
        self.send_response(200)
        self.send_header("content-type", kind)
        self.end_headers()
        self.wfile.write(words.encode())

    def log_message(self, *_: Any) -> None:
        """Say nothing of what went well."""


def served(port: int = 0) -> ThreadingHTTPServer:
    """A server of the page, on this machine alone."""
    return ThreadingHTTPServer(("127.0.0.1", port), Page)


if __name__ == "__main__":
    server = served(int(sys.argv[1]) if sys.argv[1:] else 0)
    print(f"http://127.0.0.1:{server.server_port}/")
    server.serve_forever()
