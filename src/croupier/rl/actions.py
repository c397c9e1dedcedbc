"""Every answer as a number: folds, checks, calls, bets by size, draws by the cards thrown."""

from collections.abc import Callable, Sequence

from croupier.chips import Chips
from croupier.engine.commands import (
    Agree,
    Bet,
    Call,
    Check,
    Command,
    Discard,
    Fold,
    Muck,
    PlayOn,
    RaiseTo,
    Show,
    Stop,
)
from croupier.engine.round import Round
from croupier.engine.turns import Option, Turn
from croupier.fast import verbs
from croupier.fast.single import Asked
from croupier.refused import Refused
from croupier.rules.game import Game
from croupier.rules.irregular import exposure
from croupier.rules.sign import TableSign
from croupier.rules.steps import Agree as AgreeStep
from croupier.rules.steps import Deal, Draw, Showdown
from croupier.rules.steps import Discard as DiscardStep

SIZES: tuple[float | str, ...] = ("least", 0.5, 1.0, "most")


class Actions:
    """The answers of a game between players, numbered; the same numbers in every round.

    >>> from croupier.games import GAMES
    >>> Actions(GAMES["holdem"]).names
    ('fold', 'check', 'call', 'bet least', 'bet 0.5 pot', 'bet 1 pot', 'bet most', 'show', 'muck')
    """

    def __init__(
        self,
        game: Game,
        sign: TableSign | None = None,
        sizes: Sequence[float | str] = SIZES,
        *,
        shows: bool = True,
    ) -> None:
        """Number the answers; sizes are parts of the pot, `least` and `most`.

        Without `shows`, hands are shown by themselves: showing is no answer.
        """
        for size in sizes:
            if size not in ("least", "most") and not (isinstance(size, float) and size > 0):
                raise Refused("FIELD sizes", f"{size!r} is neither a part of the pot nor a limit")
        self.sizes = tuple(sizes)
        names = ["fold", "check", "call"]
        self.first_size = len(names)
        self._numbered = tuple(enumerate(self.sizes, self.first_size))
        names += [
            f"bet {size:g} pot" if isinstance(size, float) else f"bet {size}" for size in sizes
        ]
        script = game.script_under(sign or game.sign)
        if shows and any(isinstance(step, Showdown) and step.asks for step in script):
            names += ["show", "muck"]
        if any(isinstance(step, AgreeStep) for step in script):
            names += ["agree", "decline"]
        if exposure(game).later == "choice":  # a stud player whose last card was exposed
            names += ["stop", "play_on"]
        self.first_discard = len(names)
        if any(isinstance(step, Draw | DiscardStep) for step in script):
            dealt = sum(step.down for step in script if isinstance(step, Deal))
            names += [f"throw {thrown:0{dealt}b}" for thrown in range(1 << dealt)]
        self.names = tuple(names)
        self.numbers = {name: number for number, name in enumerate(names)}

    def __len__(self) -> int:
        """How many answers there are."""
        return len(self.names)

    def answers(self, asked: Asked, unit: int, held: int) -> dict[int, tuple[int, int]]:
        """The same for a question of the fast table: verb and amount by number.

        `held` is how many cards may be thrown from, at a draw.
        """
        kind, _, can_fold, can_check, to_call, least, most, draw_most, price, pot, _ = asked
        if kind != verbs.BETS:
            return self._other_answers(kind, least, draw_most, held)
        found: dict[int, tuple[int, int]] = {}
        if can_fold:
            found[verbs.FOLD] = verbs.FOLD, 0
        if can_check:
            found[verbs.CHECK] = verbs.CHECK, 0
        if to_call:
            found[verbs.CALL] = verbs.CALL, 0
        if most == least > 0:  # of sizes with the same amount, only the first is possible
            found[self.first_size] = verbs.RAISE, least
        elif most:
            seen = []
            for number, size in self._numbered:
                amount = _sized(size, least, most, unit, price, pot + to_call)
                if amount not in seen:
                    seen.append(amount)
                    found[number] = verbs.RAISE, amount
        return found

    def _other_answers(
        self, kind: int, least: int, most: int, held: int
    ) -> dict[int, tuple[int, int]]:
        if kind == verbs.DRAWS:
            return {
                self.first_discard + thrown: (verbs.DRAW, thrown)
                for thrown in range(1 << held)
                if least <= thrown.bit_count() <= most
            }
        names = {"show": verbs.SHOW, "muck": verbs.MUCK}
        if kind == verbs.AGREES:
            names = {"agree": verbs.AGREE, "decline": verbs.DECLINE}
        return {self.numbers[name]: (verb, 0) for name, verb in names.items()}

    def legal(self, seen: Round, turn: Turn) -> dict[int, Command]:
        """The answers that are possible now, each as its command; no amount is there twice."""
        found: dict[int, Command] = {}
        for option in turn.options:
            match option.does:
                case "bet" | "raise":
                    found |= self._bets(seen, turn, option)
                case "discard":
                    found |= self._discards(seen, turn.actor, option)
                case "agree":
                    found[self.numbers["agree"]] = Agree(turn.actor)
                    found[self.numbers["decline"]] = Agree(turn.actor, yes=False)
                case "fold" | "check" | "call" | "show" | "muck" | "stop" | "play_on":
                    found[self.numbers[option.does]] = _PLAIN[option.does](turn.actor)
                case _:
                    raise AssertionError(f"{option.does} is not asked of a player here")
        return found

    def _bets(self, seen: Round, turn: Turn, option: Option) -> dict[int, Command]:
        make = Bet if option.does == "bet" else RaiseTo
        amounts: dict[int, int] = {}
        for number, size in enumerate(self.sizes, self.first_size):
            amount = _amount(seen, turn, option, size)
            if amount not in amounts.values():
                amounts[number] = amount
        return {number: make(turn.actor, Chips(amount)) for number, amount in amounts.items()}

    def _discards(self, seen: Round, seat: int, option: Option) -> dict[int, Command]:
        """Which cards are thrown, a bit each, the lowest card the last bit."""
        hand = sorted(seen.hands[seat].down, key=lambda card: card.number)
        found: dict[int, Command] = {}
        for thrown in range(1 << len(hand)):
            if option.least <= thrown.bit_count() <= option.most:
                cards = tuple(card for place, card in enumerate(hand) if thrown >> place & 1)
                found[self.first_discard + thrown] = Discard(seat, cards)
        return found


def _amount(seen: Round, turn: Turn, option: Option, size: float | str) -> int:
    """The amount of a size for an option."""
    pot = seen.pot + turn.to_call
    return _sized(size, option.least, option.most, option.unit, seen.betting.price, pot)


def _sized(size: float | str, least: int, most: int, unit: int, price: int, pot: int) -> int:
    """The amount of a size, in whole chips, as near as the option allows."""
    if size == "least":
        return least
    if size == "most":
        return most
    wanted = (price + int(float(size) * pot)) // unit * unit
    return least if wanted < least else most if wanted > most else wanted


_PLAIN: dict[str, Callable[[int], Command]] = {
    "fold": Fold,
    "check": Check,
    "call": Call,
    "show": Show,
    "muck": Muck,
    "stop": Stop,
    "play_on": PlayOn,
}
