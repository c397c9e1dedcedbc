"""A hand while its text is read, line by line: who sits where, what went in, what was shown.

A site's reader says what each line means; the draft keeps the books, and in the end makes the
record. The books are the source's own (what every player put in, got back and collected), so the
stacks at the end do not depend on our rules.
"""

from typing import Any

from msgspec.structs import replace

from croupier.cards import UNKNOWN, Card
from croupier.chips import Chips
from croupier.engine.dues import in_order
from croupier.games import game_of
from croupier.histories.about import About
from croupier.histories.customs import with_customs
from croupier.histories.hand import Hand
from croupier.histories.history import Action, Done, History
from croupier.histories.sites import unsaid
from croupier.histories.sites.forced import Post, PostKind, dues_of, missed_kind, sign_of
from croupier.histories.sites.shapes import Shape, shape_of
from croupier.refused import Refused
from croupier.rules.game import Game
from croupier.rules.sign import Structure

SEATS_MOST = 11
_FORCED = ("ante", "dead")


class Draft:
    """One hand in the making."""

    def __init__(self, line: int = 0) -> None:
        """Begin a hand at a line of its file."""
        self.line = self.begins = line  # `line` moves on with the reader
        self.named: Game | None = None
        self.structure: Structure = "no_limit"
        self.stakes = (0, 0)  # the blinds, or the two bets of fixed limit
        self.named_stakes = (0, 0)  # as the heading has them
        self.about: dict[str, Any] = {}
        self.seats: dict[str, int] = {}  # by name
        self.joined: set[str] = set()  # players of whom the text tells neither seat nor chips
        self.stacks: dict[int, int] = {}
        self.button = 0
        self.posts: list[Post] = []
        self.actions: list[list[Any]] = []  # [what, seat, cards, to, line]
        self.hands: dict[int, dict[int, Card]] = {}  # a seat's known cards by their place
        self.drawn: dict[int, list[Any]] = {}  # the action that dealt a seat its last draw
        self.playing: dict[int, None] = {}
        self.folded: set[int] = set()
        self.bets: dict[int, int] = {}  # of this betting round
        self.put: dict[int, int] = {}
        self.dead: dict[int, int] = {}  # the part of it that is no bet
        self.won: dict[int, int] = {}
        self.parts: dict[int, list[int]] = {}  # the same, pot by pot
        self.back: dict[int, int] = {}
        self.ends: dict[int, tuple[Done, tuple[Card, ...]]] = {}  # shown or mucked
        self.boards = 1  # as many as the rest was run
        self.laid: list[int] = []  # cards on each board
        self.finals: dict[int, int] = {}  # stacks at the end, where the text tells them
        self.streets = 0  # dealing steps that have begun
        self.bring_in = 0
        self.capped: set[int] = set()  # seats that put in as much as the table allows

    # --- the table --------------------------------------------------------------------------

    def plays(self, game: str, structure: Structure, stakes: tuple[int, int]) -> None:
        """Name the game and its stakes."""
        self.named, self.structure, self.stakes = game_of(game), structure, stakes
        self.named_stakes = stakes

    @property
    def stakes_unnamed(self) -> bool:
        """Whether the heading names no stakes: they follow from the blinds."""
        return not self.named_stakes[1]

    @property
    def game(self) -> Game:
        """The game, which a line has to name before anything happens."""
        if self.named is None:
            raise Refused("FIELD game", "no line names the game")
        return self.named

    @property
    def shape(self) -> Shape:
        """The dealing of the game."""
        return shape_of(self.game)

    def sits(self, seat: int, name: str, chips: int) -> None:
        """Seat a player."""
        if name in self.seats or seat in self.stacks:
            raise Refused("FIELD seats", f"seat {seat} or player {name[:30]!r} occurs twice")
        self.seats[name] = seat
        self.stacks[seat] = chips

    def seat(self, name: str) -> int:
        """The seat of a player of this hand, who from now on counts as dealt in."""
        seat = self.seats.get(name)
        if seat is None and name in self.joined:
            why = f"{name[:30]!r} joined the table during this hand, and no line states the stack"
            raise Refused("FIELD players", why)
        if not self.seats:
            why = "no earlier line seats a player; only English text can be read"
            raise Refused("FIELD seats", why)
        if seat is None:
            raise Refused("FIELD players", f"{name[:30]!r} has no seat in this hand")
        self.playing[seat] = None
        return seat

    # --- chips ------------------------------------------------------------------------------

    def pays(self, seat: int, chips: int) -> None:
        """Count chips that go in on this betting round."""
        self.bets[seat] = self.bets.get(seat, 0) + chips
        self.put[seat] = self.put.get(seat, 0) + chips

    def post(self, name: str, kind: PostKind, chips: int) -> None:
        """Post an ante, a blind, a straddle, or what a player owes who missed some."""
        seat = self.seat(name)
        if kind == "missed":
            kind = missed_kind(chips, self.big_blind)
        if any(action[0] in ("fold", "call", "raise") for action in self.actions):
            raise Refused("FIELD posts", f"{name[:30]!r} posts after the betting began")
        if kind in ("small", "big") and any(p.seat == seat and p.kind == kind for p in self.posts):
            raise Refused("FIELD posts", f"{name[:30]!r} posts the {kind} blind twice")
        if kind == "straddle":
            self._take_back_straddle(seat)
        self.posts.append(Post(seat, kind, chips))
        self.put[seat] = self.put.get(seat, 0) + chips
        live = 0 if kind in _FORCED else min(chips, self.big_blind) if kind == "both" else chips
        if live:
            self.bets[seat] = self.bets.get(seat, 0) + live
        if chips > live:
            self.dead[seat] = self.dead.get(seat, 0) + chips - live

    def _take_back_straddle(self, seat: int) -> None:
        """A second straddle of a player says what both are together."""
        for post in [post for post in self.posts if (post.seat, post.kind) == (seat, "straddle")]:
            self.posts.remove(post)
            self.put[seat] -= post.chips
            self.bets[seat] -= post.chips

    def learn_stakes(self) -> None:
        """Conclude stakes that no line names from the blinds posted so far."""
        small, big = (
            max((post.chips for post in self.posts if post.kind == kind), default=0)
            for kind in ("small", "big")
        )
        self.stakes = (big, 2 * big) if self.structure == "limit" else (small, big)

    @property
    def big_blind(self) -> int:
        """The big blind: in fixed limit the stakes are bets, and it is the lower one."""
        return self.stakes[0] if self.structure == "limit" else self.stakes[1]

    def say(self, does: Done, seat: int, cards: tuple[Card, ...] = (), to: int = 0) -> None:
        """Write an action down; the first one comes after the deal."""
        if not self.streets:
            self.deals()
        self.actions.append([does, seat, cards, to, self.line])

    def brings_in(self, name: str, chips: int) -> None:
        """Place the forced bet of stud."""
        seat = self.seat(name)
        self.bring_in = chips
        self.say("bring_in", seat)
        self.pays(seat, chips)

    def folds(self, name: str) -> None:
        """Fold."""
        seat = self.seat(name)
        self.say("fold", seat)
        self.folded.add(seat)

    def checks(self, name: str) -> None:
        """Check."""
        self.say("call", self.seat(name))

    def calls(self, name: str, more: int) -> None:
        """Call by putting so much more in."""
        seat = self.seat(name)
        self._judge_late_blind(seat, more)
        self.say("call", seat)
        self.pays(seat, more)

    def _judge_late_blind(self, seat: int, more: int) -> None:
        """A second small blind is dead, unless its player calls by adding to it."""
        if self.streets > 1 or self.bets.get(seat, 0) + more != max(self.bets.values(), default=0):
            return
        small = [at for at, post in enumerate(self.posts) if post.kind == "small"]
        for at in small[1:]:
            if self.posts[at].seat == seat:
                self.posts[at] = self.posts[at]._replace(kind="post")

    def bets_to(self, name: str, to: int) -> None:
        """Bet, complete or raise to an amount of this betting round."""
        seat = self.seat(name)
        self.say("raise", seat, (), to)
        self.pays(seat, to - self.bets.get(seat, 0))

    def bets_more(self, name: str, more: int) -> None:
        """Bet or raise by putting so much more in."""
        self.bets_to(name, self.bets.get(self.seat(name), 0) + more)

    def goes_all_in(self, name: str, more: int) -> None:
        """Put the rest in: a call where it does not exceed the price, else a raise."""
        to = self.bets.get(self.seat(name), 0) + more
        if to > max(self.bets.values(), default=0):
            self.bets_to(name, to)
        else:
            self.calls(name, more)

    def returns(self, name: str, chips: int) -> None:
        """Hand an uncalled bet back."""
        seat = self.seat(name)
        self.back[seat] = self.back.get(seat, 0) + chips

    def collects(self, name: str, chips: int) -> None:
        """Take chips from a pot."""
        seat = self.seat(name)
        self.won[seat] = self.won.get(seat, 0) + chips
        self.parts.setdefault(seat, []).append(chips)

    # --- cards ------------------------------------------------------------------------------

    def deals(self) -> None:
        """Deal the next cards to every hand; they are named where the text names them."""
        self.actions.append(["deal", self.streets, frozenset(self.folded), 0, self.line])
        self.streets += 1

    def street(self) -> None:
        """Begin a betting round."""
        if not self.streets:
            self.deals()
        self.bets = {}

    def community(self, cards: tuple[Card, ...], board: int = 0, *, shared: int = 0) -> None:
        """Lay what is new of a whole board: of a second or third one all but the shared cards."""
        if board > 2:
            raise Refused("FIELD board", "the board was run more than three times")
        if not self.laid:
            self.laid = [0]
        if board and len(self.laid) == 1:
            parts = unsaid.where_boards_part(self.actions, shared)
            self.actions.insert(parts, ["agree", 0, (), 0, self.line])
            self.laid += [shared] * 2
        self.boards = max(self.boards, board + 1)
        while self.laid[board] < len(cards):
            there = self.laid[board]
            new = cards[there : 3 if there < 3 else there + 1]
            self.say("board", 0, new, board)
            self.laid[board] += len(new)

    def holds(self, name: str, cards: tuple[Card, ...], place: int = 0) -> None:
        """Name cards of a hand, from a place of it on."""
        hand = self.hands.setdefault(self.seat(name), {})
        for at, card in enumerate(cards, place):
            if card is not UNKNOWN:
                hand[at] = card

    def discards(self, name: str, count: int, cards: tuple[Card, ...] = ()) -> None:
        """Throw cards away for as many new ones; none is standing pat."""
        seat = self.seat(name)
        self.bets = {}  # a draw begins the next betting round, with or without a heading
        if count > self.shape.cards:
            why = f"{name[:30]!r} throws {str(count)[:12]} of {self.shape.cards} cards"
            raise Refused("FIELD actions", why)
        if count and not cards:
            self.hands.pop(seat, None)  # nobody knows which of them stay
        self.say("discard", seat, cards or (UNKNOWN,) * count)
        if count:
            self.say("hole", seat, (UNKNOWN,) * count)
            self.drawn[seat] = self.actions[-1]

    def draws(self, name: str, cards: tuple[Card, ...]) -> None:
        """Name the cards of a player's last draw."""
        drawn = self.drawn.get(self.seat(name))
        if drawn is not None and len(drawn[2]) == len(cards):
            drawn[2] = cards

    def shows(self, name: str, cards: tuple[Card, ...] = ()) -> None:
        """Turn a hand up; without cards, the one that is known or was shown before."""
        seat = self.seat(name)
        self.ends[seat] = ("show", cards or self.ends.get(seat, ("", ()))[1])

    def mucks(self, name: str, cards: tuple[Card, ...] = ()) -> None:
        """Give a hand up unseen; the site may name its cards all the same."""
        seat = self.seat(name)
        self.ends.setdefault(seat, ("muck", ()))
        if cards:
            self.ends[seat] = (self.ends[seat][0], cards)

    # --- the record -------------------------------------------------------------------------

    def hand(self, name: str) -> Hand:
        """The whole hand; refused where it cannot be one."""
        if len(self.playing) < 2:
            raise Refused("FIELD players", "fewer than two players act: the hand is cut off")
        if not self.won and sum(self.put.values()) != sum(self.back.values()):
            raise Refused("FIELD pot", "nobody collects a pot: the hand is cut off")
        self._see_decimals()
        self._return_uncalled()
        self._name_bets()
        if not self.stakes[1]:  # antes alone
            ante = max((post.chips for post in self.posts), default=0)
            self.stakes = (ante, 2 * ante) if self.structure == "limit" else (0, ante)
        seats, order, button = self._places()
        stacks = {seats[seat]: Chips(self.stacks[seat]) for seat in self.playing}
        posts = [post._replace(seat=seats[post.seat]) for post in self.posts]
        stakes = (0 if self.structure == "limit" else self.stakes[0], self.big_blind)
        dues, blinds = dues_of(posts, order, stacks, stakes)
        about = self._about(seats)
        sign = sign_of(
            self.structure,
            tuple(map(Chips, self.stakes if self.structure == "limit" else self.stakes[1:])),
            blinds=blinds if self.game.button else None,
            forced_bet=self.bring_in or about.unit,
            ante=max((due.chips for due in dues if due.kind == "ante"), default=0),
            unit=about.unit,
            boards=self.boards,
        )
        if not self.shape.draws:  # a draw leaves no trace of where a card was dealt
            unsaid.name_shown(self.hands, self.ends, self.shape.places[self.streets - 1][1])
        live = [seat for seat in self.playing if seat not in self.folded]
        able = [seat for seat in in_order(live, self.button) if self.stacks[seat] > self.put[seat]]
        bomb = self._is_bomb_pot()
        self.actions = unsaid.with_early_card(self.actions, self.shape.early)
        self.actions = unsaid.with_checks_behind_a_cap(self.actions, able, self.capped)
        actions = self._recorded(seats, order)
        record = History(
            game=self.game.key,
            sign=sign,
            stacks=stacks,
            button=button,
            dues=tuple(replace(due, kind="bomb") for due in dues) if bomb else dues,
            actions=tuple(action for action, _ in actions),
            bomb=bomb,
            finish={seats[seat]: Chips(self._finish(seat)) for seat in self.playing},
        )
        places = tuple(line for _, line in actions)
        return Hand(name, with_customs(record), about, places, self.begins)

    def _see_decimals(self) -> None:
        """Chips without a currency may have hundredths all the same."""
        if self.about.get("decimals") == 0:
            amounts = (*self.stakes, *self.stacks.values(), *self.put.values(), *self.won.values())
            if any(chips % 100 for chips in amounts):
                self.about["decimals"] = 2

    def _is_bomb_pot(self) -> bool:
        """Whether players with chips left see a flop without blinds or bets before it."""
        able = [post.seat for post in self.posts if post.chips < self.stacks[post.seat]]
        flop_first = unsaid.is_bomb_pot(self.posts, self.actions)
        return self.game.button and not self.shape.early and len(able) > 1 and flop_first

    def _name_bets(self) -> None:
        """Where a heading names the blinds of a fixed-limit game, the bets follow from them."""
        big = max((post.chips for post in self.posts if post.kind == "big"), default=0)
        if self.structure == "limit" and self.game.button and 0 < big == self.stakes[1]:
            self.stakes = (big, 2 * big)

    def _return_uncalled(self) -> None:
        """Hand back what nobody called, where the text does not say so itself."""
        net = {seat: chips - self.back.get(seat, 0) for seat, chips in self.put.items()}
        live = {seat: chips - self.dead.get(seat, 0) for seat, chips in net.items()}
        *_, second, first = (0, 0, *sorted(live.values()))
        left = sum(net.values()) - sum(self.won.values())
        left += self.about.get("added", 0)
        left -= self.about.get("rake", 0) + self.about.get("jackpot", 0)
        over, top = first - second, next((seat for seat in live if live[seat] == first), 0)
        if over and self._counts_as_won(top, over, left):
            self.back[top] = self.back.get(top, 0) + over
            self.won[top] -= over
        elif over and (left == over or ("rake" not in self.about and left > over)):
            self.back[top] = self.back.get(top, 0) + over
            left -= over
        elif not over and (alone := unsaid.unmatched(net, left)):
            self.back[alone] = self.back.get(alone, 0) + left
            left = 0
        if self.finals:
            left = sum(self.stacks[seat] - self._finish(seat) for seat in self.playing)
            left += self.about.get("added", 0)
        if "rake" not in self.about and left >= 0:
            self.about["rake"] = left

    def _counts_as_won(self, top: int, over: int, left: int) -> bool:
        """Whether what nobody called is among what the top bettor won, as some sites have it."""
        if "rake" in self.about:
            return left == 0 and self.won.get(top, 0) >= over
        side_pot = sum(map(len, self.parts.values())) > 1 and over in self.parts.get(top, ())
        return side_pot or (0 <= left < over < self.won.get(top, 0))

    def _places(self) -> tuple[dict[int, int], tuple[int, ...], int]:
        """Seat numbers that fit a table, the order of dealing, and the button."""
        ring = sorted(self.playing)
        plain = ring[-1] <= SEATS_MOST and ring[0] > 0
        seats = {seat: seat if plain else place for place, seat in enumerate(ring, 1)}
        if not self.game.button:
            return seats, tuple(seats.values()), 0
        order = tuple(seats[seat] for seat in in_order(ring, self.button or self._last(ring)))
        big = [seats[post.seat] for post in self.posts if post.kind == "big"]
        if len(order) == 2 and big and big[0] == order[1]:
            order = order[::-1]  # heads-up the button is never the big blind
        return seats, order, order[-1]

    def _last(self, ring: list[int]) -> int:
        """The seat before the small blind, for a text that does not name the button."""
        small = [post.seat for post in self.posts if post.kind == "small"][:1]
        return next((ring[ring.index(seat) - 1] for seat in small if len(ring) > 2), 0)

    def _about(self, seats: dict[int, int]) -> About:
        about = self.about
        people = {seats[seat]: name for name, seat in self.seats.items() if seat in seats}
        won = {seats[seat]: chips for seat, chips in self.won.items() if chips}
        side = {seats[seat]: chips for seat, chips in about.pop("side", {}).items()}
        viewer = seats.get(about.pop("viewer", 0), 0)
        return About(people=people, won=won, side=side, viewer=viewer, **about)

    def _finish(self, seat: int) -> int:
        if seat in self.finals:
            return self.finals[seat]
        came = self.won.get(seat, 0) + self.back.get(seat, 0)
        return self.stacks[seat] - self.put.get(seat, 0) + came

    def _recorded(self, seats: dict[int, int], order: tuple[int, ...]) -> list[tuple[Action, int]]:
        actions: list[tuple[Action, int]] = []
        back = {ours: theirs for theirs, ours in seats.items()}
        for does, seat, cards, to, line in self.actions:
            if does == "deal":
                first, last = self.shape.places[seat]
                for at in order:
                    if back[at] not in cards:
                        known = self.hands.get(back[at], {})
                        hole = tuple(known.get(place, UNKNOWN) for place in range(first, last))
                        actions.append((Action("hole", at, hole), line))
            elif does == "agree":
                live = [at for at in order if back[at] not in self.folded]
                actions += [(Action("agree", at), line) for at in live if self.boards > 1]
            elif does == "board":
                actions.append((Action("board", 0, cards, board=to), line))
            else:
                actions.append((Action(does, seats[seat], cards, Chips(to)), line))
        if len(self.playing) - len(self.folded) > 1:
            actions += [
                (Action(does, seats[seat], cards if does == "show" else ()), self.line)
                for seat, (does, cards) in self.ends.items()
                if seat not in self.folded
            ]
        return actions
