"""A table as one viewer sees it now: what a screen shows, and nothing that it may not.

It is built from the round with this viewer's veil already over it, so no hidden card can slip
through a field added later.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import UNKNOWN, Card
from croupier.chips import Chips
from croupier.engine.accounts import stack
from croupier.engine.bet import highest_showing
from croupier.engine.layout import on_spot, posted_spots, span
from croupier.engine.pots import layers
from croupier.engine.round import Hand, Round
from croupier.engine.turns import Turn
from croupier.rankings.words import Called
from croupier.room.conduct.state import FloorCall
from croupier.room.custody.cards_there import cards_of, in_sequence
from croupier.room.custody.commitment import cutter
from croupier.room.custody.state import Deck
from croupier.room.seating.state import Seat
from croupier.room.table.decide import COMMANDS
from croupier.room.table.state import Table
from croupier.rules.banked import Choice, Reveal, Wagers
from croupier.rules.game import Game
from croupier.rules.irregular import exposure
from croupier.rules.stakes import stakes
from croupier.rules.steps import Bet, Board, Deal
from croupier.views.narration.readout import best_cards, read_out
from croupier.views.narration.sentences import Made, named
from croupier.views.screen.buying import buy_limits, buys
from croupier.views.screen.naming import family, is_bot, player_name, table_name
from croupier.views.seat import NOBODY, hide

Reader: TypeAlias = Callable[[Round, Hand], list[Called]]  # of a hand, in words
JOKERS = (Card.JOKER_1, Card.JOKER_2)
PLAYERS_MAY = tuple(kind.__name__ for kind in COMMANDS if "player" in kind.roles)


class SeatSeen(Struct, frozen=True, omit_defaults=True):
    """One place at the table."""

    seat: int
    person: str
    name: str  # as the table calls this person
    chips: Chips
    bot: bool = False
    state: str = ""  # "": not in the round; in, folded, conceded, void, all-in
    words: str = ""  # what the hand amounts to, for those who may know it
    made: tuple[Made, ...] = ()  # the same, as a plate names it
    bet: Chips = Chips(0)
    down: tuple[Card, ...] = ()
    up: tuple[Card, ...] = ()
    spots: dict[str, Chips] = {}
    drew: tuple[int, ...] = ()  # how many cards in each draw
    away: bool = False
    leaving: bool = False  # when the round is over
    coming: Chips = Chips(0)  # bought, and there when the round is over


class PotSeen(Struct, frozen=True):
    """A pot and who contends for it."""

    name: str
    chips: Chips
    seats: tuple[int, ...]


class SpotSeen(Struct, frozen=True):
    """A place for wagers at a house-banked table."""

    name: str
    least: Chips
    most: Chips
    required: bool = False  # of every player who wagers


class BombSeen(Struct, frozen=True):
    """A bomb pot that was proposed for the next round, and who has answered."""

    by: int
    yes: tuple[int, ...]
    no: tuple[int, ...]


class ProposalSeen(Struct, frozen=True):
    """Higher limits that the floor proposed, and the players who have agreed (POKER 17)."""

    stakes: str
    agreed: tuple[str, ...]


class DeckSeen(Struct, frozen=True):
    """A deck that is spread on the table, for players to look at."""

    name: str
    colour: str
    face: str  # up or down
    cards: tuple[Card, ...]  # every card that is there, in sequence; hidden ones face down


class TableSeen(Struct, frozen=True, omit_defaults=True):
    """Everything a screen needs."""

    table: str
    game: str
    title: str
    called: str  # what the table is called
    family: str  # community, stud, draw or banked
    stakes: str
    number: int  # the last line of the log that this shows
    status: str
    places: int
    seats: tuple[SeatSeen, ...]
    mine: int = 0  # the viewer's own seat
    playing: bool = False
    street: str = ""
    button: int = 0
    kill: int = 0
    pots: tuple[PotSeen, ...] = ()
    boards: tuple[tuple[Card, ...], ...] = ()
    common: tuple[Card, ...] = ()
    house: tuple[Card, ...] = ()
    shared_house: bool = False  # the house's cards are community cards, not a dealer's hand
    turns: tuple[Turn, ...] = ()
    layout: tuple[SpotSeen, ...] = ()
    choices: tuple[str, ...] = ()  # spots that are covered after the cards
    may: tuple[str, ...] = ()  # what players can ask of this table
    meter: Chips = Chips(0)
    left: int = 0  # cards in the stub
    burns: int = 0
    round: int = 0
    pot: Chips = Chips(0)  # everything that was bet, side pots included
    clause: str = ""  # of what the table is doing now
    highest: int = 0  # the seat with the best hand showing, in a betting round that it opens
    paused: str = ""  # why the deck lies under a marker
    streets: tuple[str, ...] = ()
    hand_cards: int = 0  # how many cards a whole hand has
    board_cards: int = 0  # how many a whole board has
    best: tuple[Card, ...] = ()  # the viewer's cards that play
    cutter: int = 0  # the seat that must name the number of the cut now
    unit: Chips = Chips(1)
    buys: tuple[Chips, Chips, Chips] = (Chips(0), Chips(0), Chips(0))  # offered: least, usual, most
    buy_limits: tuple[Chips, Chips] = (Chips(0), Chips(0))  # in force: least, most; 0: none
    bought: Chips = Chips(0)  # by the viewer, since the table opened
    showing: str = ""  # how the viewer's hands are shown: ask, muck, show; "": as the room does
    showable: bool = False  # the viewer may show the hand of the round just played
    straddle: Chips = Chips(0)  # where one is posted
    straddles: tuple[int, ...] = ()  # the seats that do it whenever they may
    bomb_pot: Chips = Chips(0)  # where one is posted
    bomb: BombSeen | None = None
    decks: tuple[DeckSeen, ...] = ()  # spread for inspection
    jokers: tuple[Card, ...] = ()  # of each deck
    looked: tuple[int, ...] = ()  # the seats that have looked at them
    proposal: ProposalSeen | None = None
    call: FloorCall | None = None  # the viewer's own, for the floor
    protected: bool = False  # the viewer's own hand


def screen(life: Table, number: int, seat: int = NOBODY) -> TableSeen:
    """What the viewer at a seat sees; without a seat, a spectator."""
    return seen_from(public_screen(life, number), life, seat)


def whole_screen(life: Table, number: int) -> TableSeen:
    """Every card of a round that is over, for those who have opened it."""
    public, state = public_screen(life, number), life.round
    if state is None:
        return public
    seats = tuple(_seat(life, state, seen.seat) for seen in public.seats)
    return replace(public, seats=seats, house=state.house)


def seen_from(public: TableSeen, life: Table, seat: int) -> TableSeen:
    """What the player at a seat sees: the spectator's view, and the player's own cards."""
    if seat == NOBODY:
        return public
    state = hide(life.round, seat) if life.round is not None else None
    fields, places = own_part(life, seat, state)
    seats = tuple(places.get(seen.seat, seen) for seen in public.seats)
    return replace(public, **fields, seats=seats)


def own_part(
    life: Table, seat: int, state: Round | None, read: Reader = read_out
) -> tuple[dict[str, Any], dict[int, SeatSeen]]:
    """The fields and the places that only the player at a seat sees so.

    The round comes as this player knows it.
    """
    person = life.seats[seat].person
    bought = life.seating.bought.get(person, Chips(0))
    fields = {
        "mine": seat,
        "bought": bought,
        "buys": buys(life.game, life.sign, bought),
        "buy_limits": buy_limits(life.game, life.sign, bought),
        "showing": life.wishes.showing.get(person, ""),
        "call": life.conduct.calls.get(person),
    }
    if state is None:
        return fields, {}
    hand = state.hands.get(seat)
    fields["showable"] = state.done and any(p.seat == seat and not p.draw for p in state.discards)
    fields["best"] = best_cards(state, hand) if hand is not None else ()
    fields["protected"] = hand is not None and hand.protected
    own = (seat, *(place for place, owner in state.owners.items() if owner == seat))
    return fields, {place: _seat(life, state, place, read) for place in own if place in life.seats}


class Kept(NamedTuple):
    """What is known of a screen already, from one a moment ago."""

    fixed: dict[str, Any]  # the fields that only the posted sign changes
    seats: dict[int, SeatSeen]  # those where nothing happened
    read: Reader
    state: Round | None  # as a spectator knows it
    around: TableSeen | None = None  # where only the round and the seats may have changed since


def public_screen(life: Table, number: int, kept: Kept | None = None) -> TableSeen:
    """What a spectator sees."""
    known = kept or Kept(fixed_fields(life), {}, read_out, as_public(life))
    state, sign = known.state, life.sign
    seats = tuple(
        known.seats.get(place) or _seat(life, state, place, known.read)
        for place in sorted(life.seats)
    )
    if known.around is not None:
        return replace(known.around, number=number, seats=seats, **_in_play(life, state))
    return TableSeen(
        **known.fixed,
        number=number,
        status=life.status,
        seats=seats,
        button=life.button,
        kill=life.kill,
        cutter=cutter(life) if life.status == "open" else 0,
        paused=life.custody.paused,
        meter=Chips(life.accounts.get("meter", 0)) if sign.progressive else Chips(0),  # type: ignore[call-overload]  # an account by its name
        straddles=tuple(
            seat
            for seat, held in life.seats.items()
            if life.wishes.straddles.get(seat) == held.person
        ),
        bomb=_bomb(life),
        proposal=_proposal(life),
        **_inspection(life),
        **_in_play(life, state),
    )


def as_public(life: Table) -> Round | None:
    """The round in hand as a spectator knows it."""
    return hide(life.round) if life.round is not None else None


def fixed_fields(life: Table) -> dict[str, Any]:
    """What a screen shows of a table as long as its sign stays the same."""
    game, sign = life.game, life.sign
    return {
        "table": life.name,
        "game": game.key,
        "title": game.heading,
        "called": table_name(life.name, game),
        "family": family(game),
        "stakes": stakes(game, sign),
        "places": sign.seats or game.players.most,
        "layout": _layout(life),
        "choices": _choices(game),
        "may": PLAYERS_MAY,
        "unit": sign.unit,
        "buys": buys(game, sign),
        "buy_limits": buy_limits(game, sign),
        "streets": tuple(dict.fromkeys(step.street for step in game.script)),
        "hand_cards": sum(step.down + step.up for step in game.script if isinstance(step, Deal)),
        "board_cards": sum(step.up for step in game.script if isinstance(step, Board)),
        "shared_house": any(isinstance(step, Reveal) and step.community for step in game.script),
        "jokers": tuple(card for card in game.cards if card in JOKERS),
        "straddle": sign.straddle,
        "bomb_pot": sign.bomb_pot,
    }


def _proposal(life: Table) -> ProposalSeen | None:
    asked = life.proposal
    return ProposalSeen(stakes(life.game, asked.sign), asked.agreed) if asked else None


def _bomb(life: Table) -> BombSeen | None:
    vote = life.wishes.bomb
    if vote is None:
        return None
    yes = tuple(seat for seat, agrees in vote.answers.items() if agrees)
    return BombSeen(vote.by, yes, tuple(seat for seat in vote.answers if seat not in yes))


def _inspection(life: Table) -> dict[str, Any]:
    """The decks that lie open on the table, and who has looked at them."""
    custody = life.custody
    spread = [deck for deck in custody.decks.values() if deck.status == "spread"]
    looked = (seat for seat, held in life.seats.items() if held.person in custody.looked)
    return {
        "decks": tuple(_deck(life, deck) for deck in spread),
        "looked": tuple(looked) if spread else (),
    }


def _deck(life: Table, deck: Deck) -> DeckSeen:
    there = in_sequence(cards_of(life, deck))
    cards = there if deck.face == "up" else (UNKNOWN,) * len(there)
    return DeckSeen(deck.name, deck.colour, deck.face, cards)


def _in_play(life: Table, state: Round | None) -> dict[str, Any]:
    if state is None:
        return {}
    pots = [] if life.game.banked or state.done else layers(state)
    doing = not state.done and state.at < len(state.script)  # settled, and not yet closed
    names = ("main pot",) if len(pots) < 2 else ("main pot", *map(_side, range(1, len(pots))))
    return {
        "playing": life.playing,
        "street": state.step.street if doing else "",
        "pots": tuple(PotSeen(n, p.chips, p.seats) for n, p in zip(names, pots, strict=False)),
        "boards": tuple(board for board in state.boards if board),
        "common": state.common,
        "house": state.house,
        "turns": state.turns,
        "left": state.left,
        "burns": len(state.burns),
        "round": life.rounds + life.playing,
        "pot": Chips(0) if state.done or life.game.banked else state.pot,
        "clause": _asks(state) if doing else "",
        "highest": highest_showing(state) if doing else 0,
    }


def _asks(state: Round) -> str:
    """The clause behind what the players are asked now."""
    step = state.step
    if any(turn.option("stop") for turn in state.turns):  # a card was exposed: 15(k), (m)
        return exposure(state.game).clause
    return step.answers if isinstance(step, Bet) and state.opened else step.clause


def _side(number: int) -> str:
    return f"side pot {number}"


def _seat(life: Table, state: Round | None, place: int, read: Reader = read_out) -> SeatSeen:
    taken, chips = life.seats[place], life.accounts.get(stack(place), Chips(0))
    person = taken.person
    hand = state.hands.get(place) if state is not None else None
    if state is None or hand is None:
        return SeatSeen(place, person, player_name(person), chips, is_bot(person), **_asked(taken))
    spots = _wagered(life, state, place) if life.game.banked else {}
    hands = read(state, hand) if not hand.out else []
    return SeatSeen(
        seat=place,
        person=person,
        name=player_name(person),
        chips=chips,
        bot=is_bot(person),
        state=_standing(life, hand, chips),
        words="; ".join(name.words for name in hands),
        made=named(hands),
        bet=hand.bet,
        drew=_drew(state, place),
        down=hand.down,
        up=hand.up,
        spots=spots,
        **_asked(taken),
    )


def _wagered(life: Table, state: Round, place: int) -> dict[str, Chips]:
    names = (*(spot.name for spot in _posted(life)), *_choices(life.game))
    return {name: chips for name in names if (chips := on_spot(state, place, name))}


def _asked(taken: Seat) -> dict[str, Any]:
    """What a player has asked for, other than to play."""
    return {
        "away": taken.out or taken.away is not None,
        "leaving": taken.leaving,
        "coming": Chips(sum(asked.chips for asked in taken.asks)),
    }


def _drew(state: Round, place: int) -> tuple[int, ...]:
    piles = [pile for pile in state.discards if pile.seat == place and pile.draw]
    return tuple(len(pile.cards) for pile in sorted(piles, key=lambda pile: pile.draw))


def _standing(life: Table, hand: Hand, chips: Chips) -> str:
    if hand.out or not life.playing:
        return hand.out
    return "all-in" if not chips and not life.game.banked else "in"


def _posted(life: Table) -> tuple[Any, ...]:
    first = life.game.script[0]
    return posted_spots(first, life.sign) if isinstance(first, Wagers) else ()


def _choices(game: Game) -> tuple[str, ...]:
    """The spots that are covered after the cards."""
    return tuple(step.place for step in game.script if isinstance(step, Choice))


def _layout(life: Table) -> tuple[SpotSeen, ...]:
    return tuple(
        SpotSeen(spot.name, *span(spot, life.sign), required=spot.required)
        for spot in _posted(life)
    )
