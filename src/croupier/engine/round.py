"""The state of a round of play, frozen; it cannot form cycles, so gc need not track it."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import UNKNOWN, Card
from croupier.chips import Chips, money
from croupier.engine.accounts import BOX, DROP, POT, RAKE, STACKS, Accounts
from croupier.engine.commands import Say
from croupier.engine.dues import Due
from croupier.engine.turns import Turn
from croupier.markup import faces, grid
from croupier.rules.game import Game
from croupier.rules.irregular import Accident
from croupier.rules.sign import TableSign
from croupier.rules.steps import AnyStep, Draw, Showdown


class Hand(Struct, frozen=True, gc=False):
    """One player's part in the round."""

    down: tuple[Card, ...] = ()
    up: tuple[Card, ...] = ()
    out: Literal["", "folded", "conceded", "void", "dead"] = ""
    gone: int = 0  # 1 for the first hand that was thrown away in this round, and so on
    bet: Chips = Chips(0)  # in this betting round
    paid: Chips = Chips(0)  # in the whole round: it decides which pots the hand contends for
    dead: Chips = Chips(0)  # put in, but no bet: it buys no part of any pot
    answered: int = -1  # the level (fixed limit) or price last answered; -1 when not yet asked
    checked: bool = False
    protected: bool = False
    stopped: bool = False  # stays in, is never asked again (POKER 15(k), (m))
    strengths: tuple[tuple[int, ...], ...] = ()  # for each board and share, once shown
    coupon: Chips = Chips(0)  # match play beside the ante
    stakes: dict[str, Chips] = {}  # what was placed against the bank, settled or not
    turned: bool = False  # turned up before the rest of the board, as the sign posts

    @property
    def forfeited(self) -> bool:
        """Whether the hand has lost its claim to what it paid."""
        return self.out in ("folded", "dead")

    @property
    def put_in(self) -> Chips:
        """All that this player has in the pots, or in what was taken from them."""
        return Chips(self.paid + self.dead)


class Betting(Struct, frozen=True, gc=False):
    """Where a betting round stands."""

    price: Chips = Chips(0)  # what each player must have in to stay
    level: Chips = Chips(0)  # the last full bet or raise; 0 while only a forced bet is in
    size: Chips = Chips(0)  # the fixed bet, or the last full raise
    raises: int = 0
    first: int = 0  # who acted first, or would have
    aggressor: int = 0  # who bet or raised last


class Pile(Struct, frozen=True, gc=False):
    """Cards among the discards: draw 0 is a player's whole hand, -1 no part of any hand."""

    seat: int
    draw: int
    down: tuple[Card, ...] = ()
    up: tuple[Card, ...] = ()
    barred: bool = False  # not used in this round, reshuffled or not (POKER 15(h), (n))
    step: int = -1  # of the script, in which a whole hand came back; -1: not recorded

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards of the pile."""
        return self.down + self.up


class Amiss(Struct, frozen=True, gc=False):
    """What went wrong in a round, or is left half done."""

    pending: Say | None = None  # a bet that a player announced as not complete
    accidents: tuple[Accident, ...] = ()  # of a sealed deck, each by its card
    exposed: tuple[tuple[int, Card], ...] = ()  # cards to be exchanged when the deal is complete
    choosing: tuple[int, ...] = ()  # who may stop wagering before the betting goes on
    burns_up: tuple[Card, ...] = ()  # an exposed card that serves as the burn (POKER 15(o)(2))
    undone: Literal["", "misdeal", "dead"] = ""  # no result: the same round is dealt again

    def said(self) -> "Amiss":
        """What a player has said, once no bet is left half made."""
        return self if self.pending is None else replace(self, pending=None)


NOTHING_AMISS = Amiss()


class Round(Struct, frozen=True, kw_only=True, gc=False):
    """The state of a round: what the events so far amount to."""

    # those that change with every event first: a replacement looks for its fields in this order
    turns: tuple[Turn, ...] = ()  # those asked now, with everything they may do
    hands: dict[int, Hand]
    waiting: tuple[int, ...] = ()  # seats that still owe an answer, in order
    accounts: Accounts
    amiss: Amiss = NOTHING_AMISS
    wagered: tuple[int, ...] = ()  # seats that have wagered voluntarily (POKER 15(e))
    at: int = 0  # the step of the script in hand
    opened: bool = False  # the step in hand has begun and waits for players
    top: int = 0  # how many cards of the deck are dealt
    betting: Betting = Betting()
    due_cards: int = 0  # owed to the player who is drawing
    discards: tuple[Pile, ...] = ()
    dealt: int = 0  # cards already dealt of a step that is dealt piece by piece
    live: tuple[int, ...]  # the seats that still contend, in dealing order
    # what the round is, and what changes seldom
    game: Game
    sign: TableSign  # in force: a kill has already raised its limits
    script: tuple[AnyStep, ...]
    button: int
    order: tuple[int, ...]  # who is dealt in, clockwise from the first to receive a card
    dues: tuple[Due, ...]
    brought: Chips  # the sum of all accounts, which never changes
    deck: tuple[Card, ...] = ()
    burns: tuple[Card, ...] = ()
    boards: tuple[tuple[Card, ...], ...] = ((),)
    common: tuple[Card, ...] = ()
    draws: int = 0
    yes: tuple[int, ...] = ()
    twice: bool = False  # both players agreed to run the rest twice
    counted: Chips = Chips(0)  # called sums that a percentage has been taken of
    house: tuple[Card, ...] = ()  # the dealer's hand, or community cards not yet turned
    house_shown: bool = False
    owners: dict[int, int] = {}  # positions played by a player who sits at another
    done: bool = False

    def __repr__(self) -> str:
        """The round in one line: its game, street, pot, and the seats to act."""
        asked = " and ".join(
            f"seat {turn.actor}" if turn.actor else "dealer" for turn in self.turns
        )
        street = self.script[min(self.at, len(self.script) - 1)].street
        where = "over" if self.done else f"{street}, {asked or 'no one'} to act"
        return f"<Round of {self.game.key}: {where}, pot {money(self.pot)}>"

    def _repr_html_(self) -> str:
        """The round as its owner sees it, every card face up: for notebooks."""
        rows = []
        for seat, hand in sorted(self.hands.items()):
            asked = "to act" if self.turn(seat) else hand.out or ""
            chips = money(self.stacks.get(seat, Chips(0)))
            rows.append((str(seat), faces(hand.down + hand.up), chips, money(hand.bet), asked))
        boards = [faces(board) for board in self.boards if board]
        return grid(("seat", "cards", "stack", "bet", ""), rows, repr(self)) + "".join(boards)

    @property
    def step(self) -> AnyStep:
        """What the dealer is doing."""
        return self.script[self.at]

    @property
    def left(self) -> int:
        """How many cards the stub holds; which ones is hidden from everyone (POKER 1)."""
        return len(self.deck) - self.top

    @property
    def undone(self) -> Literal["", "misdeal", "dead"]:
        """Whether the round has no result, and why: the same round is dealt again."""
        return self.amiss.undone

    @property
    def deck_removed(self) -> bool:
        """Whether the deck must be replaced before the next card (POKER 15(g))."""
        return self.undone == "dead"

    @property
    def able(self) -> list[int]:
        """The live seats that can still bet."""
        hands, accounts = self.hands, self.accounts
        able: list[int] = []
        for seat in self.live:  # asked often: a comprehension would be a call
            if accounts[STACKS[seat]] and not hands[seat].stopped:
                able.append(seat)
        return able

    @property
    def pot(self) -> Chips:
        """What lies in the pot, side pots included, after all that was taken from it."""
        return self.accounts[POT]

    @property
    def taken(self) -> Chips:
        """What has left the pot for rake, promotional drop and bad beat box."""
        accounts, nothing = self.accounts, Chips(0)
        if self.sign.rake is None and self.sign.bad_beat is None:  # most tables: asked often
            return nothing
        return Chips(sum(accounts.get(area, nothing) for area in (RAKE, DROP, BOX)))

    @property
    def gross(self) -> Chips:
        """All that has been bet, before anything was taken from it (A-82)."""
        return Chips(self.pot + self.taken)

    @property
    def stacks(self) -> dict[int, Chips]:
        """The chips in front of each player."""
        accounts, owners = self.accounts, self.owners
        return {s: accounts[STACKS[s]] for s in sorted(self.order) if s not in owners}

    def clockwise(self, after: int) -> tuple[int, ...]:
        """All dealt-in seats in the order of action, beginning left of a seat."""
        place = self.order.index(after) + 1
        return self.order[place:] + self.order[:place]

    def turn(self, actor: int) -> Turn | None:
        """What an actor is asked now, if anything."""
        for turn in self.turns:
            if turn.actor == actor:
                return turn
        return None

    @property
    def showdown(self) -> Showdown:
        """The step that awards the pots."""
        finish = self.script[-1]
        assert isinstance(finish, Showdown)
        return finish

    def spared(self) -> list[Pile]:
        """The discards that do not renew the deck for the player who draws now (A-46)."""
        step, drawer, draw, whole = self.script[self.at], None, None, False
        if self.waiting and isinstance(step, Draw):
            drawer, whole = self.waiting[0], step.spared == "whole_round"
            draw = None if self.sign.reshuffle_own_discards else self.draws
        return [
            pile
            for pile in self.discards
            if pile.barred or (pile.seat == drawer and (whole or pile.draw == draw))
        ]


def holds(hand: tuple[Card, ...], cards: tuple[Card, ...]) -> bool:
    """Whether a hand of the round holds all of these cards; an unknown one stands for any."""
    known = set(cards).intersection(hand)
    if len(known) == len(cards) and UNKNOWN not in known:  # as a rule
        return True
    known.discard(UNKNOWN)
    return len(cards) - len(known) <= hand.count(UNKNOWN)


def without(hand: tuple[Card, ...], cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """A hand of the round less some cards that it holds.

    >>> from croupier.cards import parse_cards
    >>> without(parse_cards("As??Kd"), parse_cards("QcAs"))
    (Card('Kd'),)
    """
    kept = [card for card in hand if card not in cards]
    if len(kept) + len(cards) == len(hand):  # as a rule
        return tuple(kept)
    kept = list(hand)
    for card in cards:
        kept.remove(card if card in kept else UNKNOWN)
    return tuple(kept)
