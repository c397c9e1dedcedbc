"""The automated dealer of a virtual table: shuffles, deals, keeps the time, and never plays."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from msgspec.structs import replace

from croupier.engine import commands as say
from croupier.engine.turns import DEALER
from croupier.refused import Refused
from croupier.room.cage.trays import SendCredit, TakeFill
from croupier.room.courier import next_slip
from croupier.room.custody.chores import next_chore
from croupier.room.custody.commitment import SealDeck, cutter, seal_due
from croupier.room.custody.decide import shuffler, undone
from croupier.room.custody.device import LoadShuffler
from croupier.room.custody.orders import CutDeck, ShuffleDeck
from croupier.room.house.decide import COMMANDS as OF_THE_HOUSE
from croupier.room.house.people import HOUSE_DEALER
from croupier.room.house.staffing import is_staffed
from croupier.room.house.state import House
from croupier.room.logbook import Order
from croupier.room.seating.decide import kind_of
from croupier.room.seating.lineup import dealt_in
from croupier.room.seating.waiting import CallNext, ReleaseSeat
from croupier.room.seating.wishes import bombers, straddler, undecided
from croupier.room.shuffle import Entropy, random_cut
from croupier.room.table.pace import DealOut
from croupier.room.table.rounds import CallOff, DealRound, PassTurn, Play, is_unplayed
from croupier.room.table.showing import TurnUp, to_turn_up
from croupier.room.table.state import Table
from croupier.server.config import Config
from croupier.server.monitoring.server_log import LOG
from croupier.server.tables.automated_staff import kept_until, next_staff_order
from croupier.server.tables.desk import Desk
from croupier.server.tables.host_plans import HostPlans
from croupier.server.tables.writer import Writer
from croupier.views.screen.buying import buys

LISTS = (CallNext, ReleaseSeat, TakeFill, SendCredit)  # what no dealer's hands do
AGAIN = 0.05  # seconds, at least, before what was refused is tried again
LOOKING = 0.5  # seconds between two checks on players who inspect the cards
RECHECK = 5.0  # seconds between two checks of a kept seat
LONGER = 1.35  # by so much the end of a round stays, where there is more to read


class Dealer:
    """Runs one table."""

    def __init__(
        self, desk: Desk, house: Writer[House], config: Config, clock: Callable[[], datetime]
    ) -> None:
        """Deal at this table of this house, by this clock."""
        self.desk, self.house, self.config, self.clock = desk, house, config, clock
        desk.prepare = self.attend
        self._plans = HostPlans(desk, house, clock)
        self._chance = Entropy  # which no account has
        self._kept = timedelta(seconds=config.kept)
        self._attending = asyncio.Lock()
        self._again = max(config.pause, AGAIN)
        self._seen = -1  # the round after which the table last rested
        self._stopping = asyncio.Event()
        self.resting = False  # between rounds: the table goes to another process
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start dealing."""
        self._task = asyncio.create_task(self._run(), name=f"dealer of {self.desk.stream}")

    async def stop(self) -> None:
        """Stop dealing; a round in play stays in the log as it is, to be resumed."""
        self._stopping.set()
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        while not self._stopping.is_set():
            changed = self.desk.changed
            try:
                waits = await self._act()
            except Refused:  # another order came first, or the staff must act first
                waits = self._again
            except Exception:  # a table without a dealer would stop forever
                LOG.exception("dealing at %s", self.desk.stream)
                waits = max(self.config.pause, 1.0)
            await self._until(changed, waits)

    async def _until(self, changed: asyncio.Event, seconds: float | None) -> None:
        """Wait until something changes, or so long."""
        if changed.is_set():
            return
        late = seconds is not None and asyncio.get_running_loop().call_later(
            seconds, self.desk.pulse
        )
        try:
            await changed.wait()
        finally:
            if late:
                late.cancel()

    async def attend(self) -> None:
        """Let the house's staff do all their work, until others must act, or have the table."""
        async with self._attending:
            while self.desk.elsewhere is None and (order := self._next()) is not None:
                if isinstance(order.says, OF_THE_HOUSE):
                    await self.house.ask(order)
                else:
                    await self.desk.ask(replace(order, chance=self._chance))

    async def carry(self) -> None:
        """Take the fills and send the credits that wait, in a round too.

        In a card room the floor signs them.
        """
        async with self._attending:
            while says := self._slip():
                await self.desk.ask(Order(self.clock(), HOUSE_DEALER, says))

    def _slip(self) -> TakeFill | SendCredit | None:
        house = self.house.state
        return None if is_staffed(house) else next_slip(self.desk.state, house)

    def _next(self) -> Order | None:
        life, at, house = self.desk.state, self.clock(), self.house.state
        if life.dealt_by_person:
            return self._stands_in(life, at, house)
        cut = 0 if life.playing else random_cut(life.game.deck)
        chore = next_chore(life, at, house, cut)
        if chore is not None and chore.by != HOUSE_DEALER and is_staffed(house):
            chore = None  # a person must do it, and the table waits
        if chore is not None and isinstance(chore.says, CutDeck):
            if seal_due(life):
                return Order(at, HOUSE_DEALER, SealDeck())
            if self._cut_waits():
                chore = None
        if chore is None and (again := unsealed_shuffle(life)):
            return Order(at, HOUSE_DEALER, again)
        return chore or next_staff_order(life, at, house, self._kept)

    def _stands_in(self, life: Table, at: datetime, house: House) -> Order | None:
        """What the room does at a table of a human dealer, where it has no people for it."""
        order = None if is_staffed(house) else next_chore(life, at, house, 0)
        if order is not None and order.by != HOUSE_DEALER:
            return order
        order = next_staff_order(life, at, house, self._kept)
        ours = order is not None and (order.by != HOUSE_DEALER or isinstance(order.says, LISTS))
        return order if ours else None

    def _cut_waits(self) -> float:
        """How long a player who is there has left to name the number of the cut."""
        life = self.desk.state
        seat = cutter(life)
        if not seat or not self.desk.is_here(life.seats[seat].person):
            return 0.0
        seal = life.custody.decks[life.custody.live].seal
        assert seal is not None
        return max(0.0, self.config.cut - (self.clock() - seal.at).total_seconds())

    def _recut_waits(self) -> float:
        """How long a supervisor has left to order a recut of the deck that is cut and sealed."""
        live = self.desk.state.custody.decks.get(self.desk.state.custody.live)
        if live is None or live.status != "cut" or live.seal is None:
            return 0.0
        return max(0.0, self.config.recut - (self.clock() - live.seal.at).total_seconds())

    async def _act(self) -> float | None:
        """Do the dealer's next task; return how long to wait before looking again."""
        life = self.desk.state
        if self._plans.is_due():
            await self._let_read()
            if self._plans.is_due():  # and not taken back meanwhile
                await self._plans.carry_out()
            return 0.0
        if life.dealt_by_person:
            await self.attend()
            return self._glance(life)
        if life.status != "open" and life.custody.decks:  # it is being opened
            await self.attend()
        if life.status != "open" or life.custody.paused:
            return None
        if not life.playing:
            return await self._between()
        await self.attend()
        assert life.round is not None
        if any(turn.option("reshuffle") for turn in life.round.turns):
            return await self._reshuffle(self.desk.state)
        return await self._keep_time(self.desk.state)

    async def _between(self) -> float | None:
        """Rest a moment, prepare the cards, and deal to the players who are there."""
        if self._is_resting():
            return RECHECK
        if self.house.state.kind == "demonstration" and not self.desk.watchers:
            return None  # bots do not play among themselves without spectators
        await self._let_read()
        if self._plans.is_due():
            return 0.0
        await self._leave_out()
        await self.attend()
        life = self.desk.state
        if life.playing or len(dealt_in(life)) < life.game.players.least:
            return self._glance(life)
        if any(deck.status == "spread" for deck in life.custody.decks.values()):
            return LOOKING
        if (left := self._voting(life)) > 0:
            return left
        if waits := self._cut_waits() or self._recut_waits():
            return waits
        if self._is_resting():
            return RECHECK
        if seal_due(life):  # after a machine's shuffle at a house-banked table
            await self._say(SealDeck())
            life = self.desk.state
        bomb = bombers(life)
        await self._say(DealRound(bomb=bomb, straddle=0 if bomb else straddler(life)))
        return 0.0

    async def _let_read(self) -> None:
        """Rest once after a round."""
        if self._seen != self.desk.state.rounds:
            self._seen = self.desk.state.rounds
            await asyncio.sleep(self._rest(self.desk.state))

    def _is_resting(self) -> bool:
        """Whether the table goes to another process, which deals the next round."""
        return self.resting

    def _rest(self, life: Table) -> float:
        """How long the end of a round stays on the table: the cards of a showdown are read.

        A settlement wager by wager takes longer, and so does a pot of half a buy-in or more.
        """
        hands = life.round.hands.values() if life.round is not None else ()
        if not (life.game.banked or undone(life.round) or any(hand.strengths for hand in hands)):
            return min(self.config.uncontested, self.config.pause) + self.desk.unseen
        big = 2 * sum(hand.put_in for hand in hands) >= buys(life.game, life.sign)[1]
        longer = LONGER if big or life.game.banked else 1
        return self.config.pause * longer + self.desk.unseen

    def _glance(self, life: Table) -> float | None:
        """How long no one can play before a kept seat may be free."""
        until = kept_until(life, self._kept)
        left = None if until is None else max(0.0, (until - self.clock()).total_seconds())
        called = RECHECK if self.house.state.waiting.calls else None
        return min((wait for wait in (left, called) if wait is not None), default=None)

    async def _reshuffle(self, life: Table) -> float:
        """Seal the pile that renews the deck, and deal from it once its root is published."""
        if seal_due(life):
            await self._say(SealDeck())
        deck = self.desk.state.custody.decks.get(life.custody.dealt)
        if deck is None or deck.seal is None:  # the deck is gone: the floor calls the round dead
            return self._again
        await self._say(Play(command=say.Reshuffle(deck.seal.order)))
        return 0.0

    async def _leave_out(self) -> None:
        """Sit out players who missed turns, so that the others are not held up."""
        for seat, held in self.desk.state.seats.items():
            there = not (held.out or held.away or held.leaving)
            if there and 0 < self.config.misses <= held.passed:
                await self._say(DealOut(seat=seat))

    def _voting(self, life: Table) -> float:
        """Seconds that players have left to answer whether a bomb pot is played."""
        vote = life.wishes.bomb
        if vote is None or not undecided(life):
            return 0.0
        return self.config.bets - (self.clock() - vote.at) / timedelta(seconds=1)

    async def _keep_time(self, life: Table) -> float | None:
        """Wait as long as players may take; then end the betting, or act for absent players."""
        assert life.round is not None
        if seat := to_turn_up(life, self.config.showdown):
            return await self._turn_up(life, seat)
        left = self.desk.clock.left(life)
        late = left is not None and left <= 0
        if is_unplayed(life) and self._begins_anew(life, late):
            await self._say(CallOff(late=late))
            return 0.0
        if left is None or left > 0:
            return left
        if life.round.turn(DEALER):
            await self._say(Play(command=say.NoMoreBets()))
            return 0.0
        if more := self.desk.clock.protection(life):
            for allowed in more:
                await self._say(allowed)
            return 0.0
        for turn in life.round.turns:
            await self._say(PassTurn(seat=turn.actor))
        return self._again  # without a wager there is nothing to do

    async def _turn_up(self, life: Table, seat: int) -> float | None:
        """Show or muck a hand as its player chose, when what came before it has been seen."""
        if life.pace.since is None:  # the floor has stopped the clock
            return None
        turned = life.round is not None and life.round.hands[seat].turned  # in sight already
        wait = self.desk.unseen if turned else self._beat(life)
        if (left := wait - life.pace.elapsed(self.clock())) > 0:
            return left
        await self._say(TurnUp(seat=seat, usual=self.config.showdown))
        return 0.0

    def _beat(self, life: Table) -> float:
        """How long to wait before the next hand: all of a showdown take as long as two."""
        hands = life.round.hands.values() if life.round is not None else ()
        shown = sum(not hand.forfeited for hand in hands)
        beat = min(self.config.beat, self.config.pause)
        return beat * min(1, 2 / max(1, shown)) + self.desk.unseen

    def _begins_anew(self, life: Table, late: bool) -> bool:
        """Whether to call off a round without a wager: no player will play, or others wait.

        A connected player may think for as long as no other player wants to play or the seat.
        """
        assert life.round is not None
        there = {
            seat
            for seat, held in life.seats.items()
            if not (held.out or held.away or held.leaving or seat in life.conduct.leaving)
            and (
                life.stacks[seat] or held.asks
            )  # a player who sat down meanwhile gets the chips afterward
        }
        asked = set(life.round.order)
        if not late or not asked & there:
            return not asked & there
        gone = any(not self.desk.is_here(life.seats[seat].person) for seat in asked & there)
        wanted = bool(self.house.state.waiting.of(kind_of(life)))
        return bool(there - asked) or (self.config.misses > 0 and (gone or wanted))

    async def _say(self, command: Any) -> None:
        await self.desk.ask(Order(self.clock(), HOUSE_DEALER, command, self._chance))


def unsealed_shuffle(life: Table) -> ShuffleDeck | LoadShuffler | None:
    """Shuffle a deck again that was cut under a server that did not seal decks."""
    deck = life.custody.decks.get(life.custody.live)
    if life.playing or deck is None or deck.status != "cut" or deck.seal is not None:
        return None
    by_hand = shuffler(life) == "none"
    return ShuffleDeck(deck=deck.name) if by_hand else LoadShuffler(deck=deck.name)
