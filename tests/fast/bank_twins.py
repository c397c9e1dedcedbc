"""A round against the bank on both tables: every offer, every choice, every chip compared."""

from collections.abc import Callable
from typing import Any

from croupier.chips import Chips
from croupier.engine import commands as say
from croupier.engine.accounts import METER
from croupier.engine.commands import Command
from croupier.engine.events import Placed
from croupier.engine.play import play
from croupier.engine.turns import Turn
from croupier.fast.bank_program import spots_of
from croupier.fast.compile import compile  # noqa: A004  # of games
from croupier.fast.single import Single
from croupier.fast.verbs import CHECK, CHOICE, FOLD, PLACE, PLACES
from tests.banked_rounds import admitted
from tests.banked_rounds import spots_of as posted
from tests.fast.twins import Differ, mask
from tests.strategies import Chance, Setting, one_of, rarely

ACCOUNTS = {32: "pot", 37: "bank", 38: "meter"}


class BankTwins:
    """A round that both play, from one setting."""

    def __init__(self, setting: Setting) -> None:
        self.setting, self.sign = setting, setting.sign
        self.state, self.log = setting.start()
        program = compile(setting.game, setting.sign)
        self.fast = Single(program, setting.stacks, deck=setting.deck)
        self.spots = spots_of(setting.game, setting.sign)
        self.decisions = 0

    def same(self, what: str, fast: Any, slow: Any) -> None:
        if fast != slow:
            raise Differ(f"{what} after {self.decisions} answers: {fast}, {slow}\n{self.setting}")

    def tell(self, command: Command) -> None:
        self.state, more = play(self.state, command)
        self.log += more

    # --- before the cards --------------------------------------------------------------------

    def wager(self, chance: Chance) -> bool:
        """Ask every player for every spot; give whether anything lies on the layout."""
        for seat in self.fast.order:
            wagers: dict[str, Chips] = {}
            offered = []
            while self.fast.asked.kind == PLACES and self.fast.actor == seat:
                asked = self.fast.asked
                spot = self.spots[asked.spot]
                offered.append(spot)
                self.judge(seat, wagers, spot, asked)
                chips = self.amount(chance, asked)
                if chips:
                    wagers[spot] = Chips(chips)
                self.fast.answer(PLACE if chips else CHECK, chips)
                self.decisions += 1
            self.judge_rest(seat, wagers, offered)
            if wagers:
                self.tell(say.Place(seat, wagers))
        if any(hand.stakes for hand in self.state.hands.values()):
            self.tell(say.NoMoreBets())
            return True
        self.same("asked without wagers", self.fast.asked.kind, 0)
        return False

    def amount(self, chance: Chance, asked: Any) -> int:
        if asked.can_check and rarely(chance, 3):
            return 0
        steps = (asked.most - asked.least) // self.sign.unit
        few = chance.below(min(steps, 20) + 1)
        inner = asked.least + int(self.sign.unit) * few
        return int(one_of(chance, (asked.least, inner, inner, asked.most)))

    def judge(self, seat: int, wagers: dict[str, Chips], spot: str, asked: Any) -> None:
        """The engine takes both ends and nothing beyond, with the least on what must follow."""
        later = {
            each.name: Chips(self.least(each.name))
            for each in posted(self.state)
            if each.required and each.name not in wagers and each.name != spot
            if not (each.name == "pot" and len(self.fast.order) == 1)
        }
        unit = int(self.sign.unit)
        for chips in (asked.least, asked.most, asked.least - unit, asked.most + unit):
            inside = asked.least <= chips <= asked.most
            command = say.Place(seat, wagers | later | {spot: Chips(chips)})
            may = chips > 0 and admitted(self.state, command)
            self.same(f"{chips} on {spot} of seat {seat}", inside, may)
        without = not wagers or admitted(self.state, say.Place(seat, wagers))
        self.same(f"seat {seat} leaves {spot} empty", asked.can_check, without)

    def least(self, spot: str) -> int:
        turns = [option for turn in self.state.turns for option in turn.options]
        return min(option.least for option in turns if option.spot == spot)

    def judge_rest(self, seat: int, wagers: dict[str, Chips], offered: list[str]) -> None:
        """Nothing could be placed on the spots that were not offered."""
        for each in posted(self.state):
            if each.name not in offered:
                chips = int(self.sign.wager_min) if each.amount != "dollar" else 1_00
                may = admitted(self.state, say.Place(seat, wagers | {each.name: Chips(chips)}))
                self.same(f"{each.name} for seat {seat}", each.name in offered, may)

    # --- the choices and the end -------------------------------------------------------------

    def choose(self, turn: Turn, stays: bool) -> None:
        place, (*_, other) = turn.option("place"), turn.options
        asked = self.fast.asked
        amounts = (place.least, place.most) if place else (0, 0)
        self.same("kind", asked.kind, CHOICE)
        self.same("actor", self.fast.actor, turn.actor)
        self.same("amounts", (asked.least, asked.most), amounts)
        self.same("otherwise", (asked.can_fold, asked.can_check), _flags(other.does))
        self.compare()
        if place and stays:
            self.same("spot", self.spots[asked.spot], place.spot)
            self.fast.answer(PLACE, place.most)
            self.tell(say.Place(turn.actor, {place.spot: Chips(place.most)}))
        else:
            self.fast.answer(CHECK if other.does == "check" else FOLD)
            words: dict[str, Callable[[int], Command]] = {
                "fold": say.Fold,
                "check": say.Check,
                "surrender": say.Surrender,
            }
            self.tell(words[other.does](turn.actor))
        self.decisions += 1

    def compare(self) -> None:
        """The cards and the chips of everybody."""
        state, order = self.fast.state, self.fast.order
        hands = [(mask(self.state.hands[s].down), self.state.stacks[s]) for s in order]
        self.same("hands", [(hand[0], hand[2]) for hand in state["hands"]], hands)
        self.same("house", state["house"], mask(self.state.house))
        self.same("board", state["boards"], [mask(board) for board in self.state.boards])
        self.same("stub", state["left"], self.state.left)
        self.same("meter", state["meter"], self.state.accounts[METER])

    def compare_end(self) -> None:
        self.same("done", self.fast.done, self.state.done)
        placed = sum(len(event.moves) for event in self.log if isinstance(event, Placed))
        fast = [(self.name(a), self.name(b), chips) for a, b, chips in self.fast.moves]
        slow = [(m.source, m.target, m.chips) for e in self.log for m in getattr(e, "moves", ())]
        self.same("placed", sorted(fast[:placed]), sorted(slow[:placed]))
        self.same("moves", fast[placed:], slow[placed:])
        self.same("stacks", self.fast.stacks, dict(self.state.stacks))
        self.same("meter", self.fast.state["meter"], self.state.accounts[METER])
        self.same("stub", self.fast.state["left"], self.state.left)

    def name(self, account: int) -> str:
        if account >= 64:
            place, spot = divmod(account - 64, 8)
            return f"spot:{self.fast.order[place]}:{self.spots[spot]}"
        return ACCOUNTS[account] if account in ACCOUNTS else f"stack:{self.fast.order[account]}"


def _flags(does: str) -> tuple[bool, bool]:
    return does != "check", does == "check"


def play_both(setting: Setting, chance: Chance) -> BankTwins:
    """Play a round at both tables; one in three sees every choice through."""
    twins = BankTwins(setting)
    stays = rarely(chance, 3)
    if not twins.wager(chance):
        return twins
    while not twins.state.done:
        (turn,) = twins.state.turns
        twins.choose(turn, stays or not rarely(chance, 3))
    twins.compare_end()
    return twins
