"""A table of any game under any sign, opened by the house, at which much goes wrong.

`Table` gives orders to one `Scene` and refuses nothing itself: what the rules refuse is refused
with a clause, and changes nothing. Every choice goes through a `Chance`.
"""

from collections.abc import Callable
from random import Random
from typing import Any

from msgspec.structs import replace

from croupier.cards import DECK_52, DECK_54, UNKNOWN, Card
from croupier.chips import Chips
from croupier.clauses import is_citation
from croupier.engine.accounts import BOX
from croupier.engine.events import AnyEvent, RoundOpened
from croupier.engine.faults import Accident
from croupier.engine.round import Round
from croupier.refused import Refused
from croupier.room.house.evolve import write_entry as write_house
from croupier.room.house.orders import RecordSupplementApproval, SubmitSupplement
from croupier.room.house.people import Actor, Role
from croupier.room.house.submissions import rake_rules
from croupier.room.seating.lineup import dealt_in
from croupier.room.seating.orders import Buy, Sit
from croupier.room.table.evolve import write_entry
from croupier.room.table.rounds import DealRound, PassTurn, Play
from croupier.rules.banked import Wagers
from croupier.rules.game import Game
from croupier.rules.irregular import exposure
from croupier.rules.proportions import disproportions
from croupier.rules.revenue import BadBeat
from croupier.rules.revenue_sign import high_share
from croupier.rules.sign import Supplement, TableSign
from croupier.rules.time_charge import Hourly, TimeCharge
from tests import banked_rounds, strategies
from tests.room.jackpots import found_fund, offer
from tests.room.raw_rounds import RawBooks, RawHouse
from tests.room.tables import Scene, player
from tests.room.test_submissions import approved
from tests.strategies import Chance, Played, Setting, one_of, rarely, some_of

KINDS = ("exposed", "exposed", "off_table", "face_up_card")


def a_sign(chance: Chance, game: Game) -> TableSign:
    """Any sign that a room may post; most of them take something from the pots."""
    if game.banked:
        return banked_rounds.a_sign(chance, game)
    sign = strategies.a_sign(chance, game)
    while not _may_be_posted(game, sign) or (sign.rake is None and rarely(chance, 2)):
        sign = strategies.a_sign(chance, game)
    if sign.bad_beat is None and high_share(game) and game.document.name == "POKER":
        sign = replace(sign, bad_beat=strategies.a_bad_beat(chance, game, int(sign.unit)))
    approval = one_of(chance, ("", "IC-1"))
    kind: Any = one_of(chance, ("hands_protected", "disconnect_leaves"))
    sign = replace(
        sign,
        exposed_card=one_of(chance, ("burn", "discard")),
        shuffler=one_of(chance, ("none", "plain", "counting")),
        supplements=(Supplement(kind, "as submitted", approval),) if rarely(chance, 3) else (),
    )
    if game.document.name == "POKER" and sign.rake is None:
        fee = Chips(6 * int(sign.unit))
        sign = replace(sign, time_charge=TimeCharge(hourly=(Hourly(sign.limits, fee),)))
    return sign


def _may_be_posted(game: Game, sign: TableSign) -> bool:
    return sign.authorised and not any(disproportions(game, sign))


class Table:
    """One scene, its two sets of books, and people who ask."""

    def __init__(self, chance: Chance, game: Game) -> None:
        self.chance = chance
        sign = a_sign(chance, game)
        fund: BadBeat | None = sign.bad_beat if game.document.name == "POKER" else None
        self.scene = Scene(game.key, replace(sign, bad_beat=None) if fund else sign)
        self.books, self.house = RawBooks(), RawHouse()
        self.read = [0, 0]
        self.people = 0
        rules = rake_rules(sign)
        if rules is not None and game.document.name == "POKER":
            approved(self.scene, rules)
        for posted in sign.supplements:
            self.scene.ask_house("accounting", SubmitSupplement(name=posted.kind, words="so"))
            approval = RecordSupplementApproval(name=posted.kind, reference=posted.approval)
            if posted.approval:
                self.scene.ask_house("accounting", approval)
        if fund is not None:
            found_fund(self.scene, rules=fund)
            offer(self.scene)
        self.scene.open()
        self.fill(2 + chance.below(4))
        self.follow()

    # --- asking ----------------------------------------------------------------------------------

    def ask(self, by: Actor | Role, command: Any) -> list[Any] | None:
        """What the table tells, or None where a rule refuses and nothing changes."""
        events: list[Any] | None = self.tried(self.scene.do, by, command)
        return events

    def ask_house(self, by: Actor | Role, command: Any) -> list[Any] | None:
        """What the house tells, or None where a rule refuses."""
        events: list[Any] | None = self.tried(self.scene.ask_house, by, command)
        return events

    def tried(self, does: Callable[..., Any], *given: Any) -> Any:
        """The events of an order, or None where a named rule refuses."""
        scene = self.scene
        before, why = (scene.life, scene.house), None
        events = None
        try:
            events = does(*given)
        except Refused as refused:
            why = refused
        if why is not None:
            assert is_citation(why.clause), why
            assert why.why.strip()
            assert does == scene.prepare or before == (scene.life, scene.house)
        self.follow()
        return events

    def follow(self) -> None:
        """Let the books read what is new, and compare them with what the code holds."""
        scene = self.scene
        for entry in scene.log[self.read[0] :]:
            self.books.read(write_entry(entry))
        for entry in scene.house_log[self.read[1] :]:
            self.house.read(write_house(entry))
        self.read = [len(scene.log), len(scene.house_log)]
        assert self.books.accounts == {str(a): n for a, n in scene.life.accounts.items()}
        assert self.house.accounts == {str(a): n for a, n in scene.house.accounts.items()}
        state = scene.life.round
        if state is not None and not state.done:
            for account, chips in state.accounts.items():
                if account.startswith(("stack:", "pot", "spot:")):
                    assert self.books.accounts[str(account)] == chips

    # --- people and chips ------------------------------------------------------------------------

    def fill(self, count: int) -> None:
        """Seat people until so many sit here, and let those buy who have too little."""
        life = self.scene.life
        most = life.sign.seats or life.game.players.most
        seats = range(1, (most if life.game.banked else 11) + 1)
        for seat in seats:
            if len(self.scene.life.seats) >= min(count, most):
                break
            if seat not in self.scene.life.seats:
                self.people += 1
                sit = Sit(seat=seat, chips=Chips(self.stake()))
                self.ask(player(f"P{self.people}"), sit)
        for seat, chips in self.scene.life.stacks.items():
            if chips < self.entry():
                self.ask(player(self.scene.life.seats[seat].person), Buy(chips=Chips(self.stake())))

    def entry(self) -> int:
        """What is enough to be dealt in, for any player."""
        sign = self.scene.life.sign
        if self.scene.life.game.banked:
            return 2 * int(sign.wager_min + sign.pot_wager)
        forced = sum(sign.blinds) + sign.ante + sign.forced_bet + sign.straddle + 2 * sign.lower
        return int(forced)

    def stake(self) -> int:
        """A few hands deep, in whole chips, and no more than a club sells."""
        unit = int(self.scene.life.sign.unit)
        chips = self.entry() * (1 + self.chance.below(8)) // unit * unit + unit
        return min(chips, 150_00) if self.scene.life.game.document.name == "BBC" else chips

    # --- rounds ----------------------------------------------------------------------------------

    def deal(self) -> bool:
        """Make a deck ready and deal: sealed, with accidents or without, or announced."""
        scene, chance = self.scene, self.chance
        self.tried(scene.prepare)
        whole = DECK_54 if scene.life.game.deck == 54 else DECK_52
        order: tuple[Card, ...] = tuple(Random(chance.below(1 << 32)).sample(whole, len(whole)))
        if rarely(chance, 4):
            order = (UNKNOWN,) * len(whole)
        elif not scene.life.game.banked:
            order = strategies.a_deck(chance, scene.life.game)
        special = self._special() if rarely(chance, 3) else {}
        accidents = () if UNKNOWN in order else self._accidents()
        for more in (special, {}):
            if self.ask("dealer", DealRound(order=order, accidents=accidents, **more)) is not None:
                return True
        return False

    def _special(self) -> dict[str, Any]:
        seats = list(dealt_in(self.scene.life))
        if not seats:
            return {}
        if self.scene.life.sign.bomb_pot and rarely(self.chance, 2):
            return {"bomb": tuple(seats)}
        return {"straddle": one_of(self.chance, seats)}

    def _accidents(self) -> tuple[Accident, ...]:
        chance = self.chance
        if self.scene.life.game.banked or rarely(chance, 2):
            return ()
        later = bool(exposure(self.scene.life.game).later) and not rarely(chance, 4)
        kinds = KINDS[:1] if later else one_of(chance, (KINDS, KINDS[:3]))
        count = 52 if rarely(chance, 8) else chance.below(24 if later else 12)
        places = some_of(chance, range(1, 53), count)
        return tuple(Accident(one_of(chance, kinds), place) for place in places)  # type: ignore[arg-type]  # three kinds

    @property
    def state(self) -> Round | None:
        """The round in hand."""
        return self.scene.life.round if self.scene.life.playing else None

    @property
    def delicate(self) -> bool:
        """Whether cards are announced, or players choose against the bank: much can go wrong."""
        state = self.state
        if state is None:
            return False
        choosing = state.game.banked and not isinstance(state.step, Wagers)
        return choosing or any(turn.option("announce") for turn in state.turns)

    def act(self) -> None:
        """A player to act answers; for a removed player the dealer passes the turn."""
        state = self.state
        assert state is not None
        if state.game.banked:
            command = banked_rounds.legal_command(self._played(state), self.chance)
        else:
            command = strategies.legal_command(state, self.chance)
        owner = state.owners.get(command.seat, command.seat)
        if owner in self.scene.life.conduct.leaving:
            free = isinstance(state.step, Wagers)  # nobody has to wager
            assert self.ask("dealer", PassTurn(seat=command.seat)) is not None or free
            return
        by: Actor | Role = "dealer"
        if owner:
            by = player(self.scene.life.seats[owner].person)
        assert self.ask(by, Play(command=command)) is not None, command

    def _played(self, state: Round) -> Played:
        facts = [entry.fact for entry in self.scene.log]
        since = max(at for at, fact in enumerate(facts) if isinstance(fact, RoundOpened))
        events = [fact for fact in facts[since:] if isinstance(fact, AnyEvent)]
        setting = Setting(state.game, state.sign, dict(state.stacks), 0, ())
        return Played(setting, [], [events], [state])

    @property
    def box(self) -> int:
        """What lies in the bad beat box."""
        return int(self.scene.life.accounts.get(BOX, 0))
