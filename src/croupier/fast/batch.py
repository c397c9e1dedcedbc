"""Many tables at once: questions and answers as numpy arrays, the next hand by itself.

>>> import numpy as np
>>> from croupier import fast
>>> batch = fast.Batch("holdem", tables=4, players=3, seed=7)
>>> asked = batch.options()
>>> asked.to_call.tolist(), asked.can_check.tolist()
([200, 200, 200, 200], [False, False, False, False])
>>> batch.step(np.full(4, fast.CALL), np.zeros(4, dtype=np.int64))
>>> batch.done.tolist()
[False, False, False, False]
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.fast.bank_program import spots_of
from croupier.fast.checks import whole
from croupier.fast.house import House, Stacks, house_of
from croupier.fast.vector_layout import Layout
from croupier.fast.verbs import KINDS, NAMES
from croupier.rankings import kernels
from croupier.refused import Refused
from croupier.rules.game import Game
from croupier.rules.sign import TableSign

MOST_TABLES = 1 << 20
MOST_THREADS = 256
COLUMNS = ("i1", "u1", "?", "?", "i4", "i4", "i4", "i1", "i1")


class Options(NamedTuple):
    """What is asked at each table; every step overwrites the arrays.

    A fold or a check is possible where its flag is set, a call where `to_call` is above 0, a bet or
    raise where `most` is: to any whole number of chips from `least` to `most`. At a draw up to
    `draw_most` cards are thrown, and at least `least`. Against the bank `PLACE` covers `spot`, a
    number of `Batch.spots`, with `least` to `most`; a check leaves it empty, a fold (or surrender)
    gives the hand up. `kind` is a number of the `KINDS` of `croupier.fast.verbs`.
    """

    actor: NDArray[np.int8]  # the seat to act, from 1; 0 if none
    kind: NDArray[np.uint8]
    can_fold: NDArray[np.bool_]
    can_check: NDArray[np.bool_]
    to_call: NDArray[np.int32]
    least: NDArray[np.int32]
    most: NDArray[np.int32]
    draw_most: NDArray[np.int8]
    spot: NDArray[np.int8]


class Packed(NamedTuple):
    """An observation as whole numbers: masks of cards, and chips in cents."""

    cards: NDArray[np.uint64]
    numbers: NDArray[np.int32]


class Batch:
    """Tables of one game that are asked and answered together.

    A hand of a table depends on the seed, the table's number and the hand's number alone, so
    neither the number of tables nor that of threads changes what any of them is dealt.
    """

    def __init__(
        self,
        game: str | Game,
        sign: TableSign | None = None,
        *,
        tables: int,
        players: int = 6,
        stack: Stacks = 200_00,
        seed: int = 0,
        threads: int = 1,
        hands: int = 1,
        ask_show: bool = False,
        straddle: bool = False,
        bomb: bool = False,
        wagers: Mapping[str, int] | None = None,
    ) -> None:
        """Deal the first hand of every table, up to its first question.

        Stacks carry over for this many `hands`, then they are reset. Hands are
        shown by themselves at the showdown unless `ask_show` makes that a question too. Against
        the bank `wagers` are placed for everybody before the cards; without them that is asked.
        """
        whole("tables", tables, 1, MOST_TABLES)
        house = house_of(
            game,
            sign,
            players=players,
            stack=stack,
            seed=seed,
            straddle=straddle,
            bomb=bomb,
            hands=hands,
            ask_show=ask_show,
            wagers=wagers,
            ask_wagers=wagers is None,
        )
        self._open(house, tables, 0, threads, (), ask_show=ask_show)

    @classmethod
    def _of(
        cls, house: House, *, tables: int, first: int, threads: int, limits: Sequence[int]
    ) -> "Batch":
        """Tables from a number on, each asleep when it has played its number of hands."""
        self = cls.__new__(cls)
        self._open(house, tables, first, threads, limits, ask_show=False)
        return self

    def _open(
        self,
        house: House,
        tables: int,
        first: int,
        threads: int,
        limits: Sequence[int],
        *,
        ask_show: bool,
    ) -> None:
        self.house = house
        self.tables, self.players, self.threads = (
            tables,
            house.players,
            whole("threads", threads, 1, MOST_THREADS),
        )
        self.layout = Layout(house.program.game, house.players, house.program.sign, shows=ask_show)
        self.rewards: NDArray[np.int32] = np.zeros((tables, house.players), dtype=np.int32)
        self.done: NDArray[np.bool_] = np.zeros(tables, dtype=np.bool_)
        self._options = Options(*(np.zeros(tables, dtype=dtype) for dtype in COLUMNS))
        self.price: NDArray[np.int32] = np.zeros(tables, dtype=np.int32)
        self.pot: NDArray[np.int32] = np.zeros(tables, dtype=np.int32)
        self._core = kernels.core.FastBatch(
            house.core,
            self.layout.flags,
            tables,
            first,
            list(limits),
            *self._options,
            self.price,
            self.pot,
            self.rewards,
            self.done,
        )
        self._seen: NDArray[np.float32] | None = None
        self._packed: Packed | None = None

    def options(self) -> Options:
        """What each table's player is asked now."""
        return self._options

    @property
    def spots(self) -> tuple[str, ...]:
        """The spots of a house-banked table, by number."""
        program = self.house.program
        return spots_of(program.game, program.sign) if program.game.banked else ()

    @property
    def taken(self) -> tuple[int, int, int, int, int]:
        """What the house took from players in all hands so far: rake, drop, box, bank and meter."""
        return self._core.taken

    @property
    def bytes(self) -> int:
        """How much memory the tables take."""
        return self._core.bytes

    def step(self, verbs: NDArray[Any], amounts: NDArray[Any]) -> None:
        """Answer at every table at once; a refused answer moves nothing anywhere."""
        said = _column("verbs", verbs, self.tables, np.uint8)
        chips = _column("amounts", amounts, self.tables, np.int64)
        fault = self._core.step(said, chips, self.threads)
        if fault >= 0:
            raise self._refusal(fault, int(said[fault]), int(chips[fault]))

    def observe(
        self, out: "NDArray[np.float32] | Packed | None" = None, packed: bool = False
    ) -> "NDArray[np.float32] | Packed":
        """What each player who is asked sees: `layout.parts` says what lies where.

        Rows of numbers from 0 to 1, written to `out` or to an array that is used again by the next
        call; `packed` gives masks of cards and whole numbers, which cost less.
        """
        if packed:
            return self._observe_packed(out)
        shape = (self.tables, self.layout.size)
        if out is None:
            out = self._seen = np.empty(shape, np.float32) if self._seen is None else self._seen
        if isinstance(out, tuple) or not _fits(out, shape, np.float32):
            raise Refused("FIELD out", f"out must be a contiguous float32 array of shape {shape}")
        self._core.observe(out, self.threads)
        return out

    def _observe_packed(self, out: Any) -> Packed:
        cards, numbers = (self.tables, self.layout.planes), (self.tables, self.layout.numbers)
        if out is None:
            if self._packed is None:
                self._packed = Packed(np.empty(cards, np.uint64), np.empty(numbers, np.int32))
            out = self._packed
        fits = isinstance(out, tuple) and len(out) == 2
        if not (fits and _fits(out[0], cards, np.uint64) and _fits(out[1], numbers, np.int32)):
            why = f"out must be a uint64 array of shape {cards} and an int32 one of {numbers}"
            raise Refused("FIELD out", why)
        self._core.pack(out[0], out[1], self.threads)
        return Packed(*out)

    def _refusal(self, row: int, verb: int, amount: int) -> Refused:
        asked = {name: column[row].item() for name, column in self._options._asdict().items()}
        word = NAMES[verb] if verb < len(NAMES) else f"verb {verb}"
        kind = KINDS[asked["kind"]]
        may = [name for name in ("fold", "check") if asked[f"can_{name}"]]
        may += ["call"] if asked["to_call"] else []
        if asked["most"]:
            may.append(f"make it {asked['least']} to {asked['most']} in whole chips")
        if kind == "draw":
            may = [f"draw with a mask of at most {asked['draw_most']} cards"]
        elif kind in ("show", "agree"):
            may = [{"show": "show or muck", "agree": "agree or decline"}[kind]]
        elif kind in ("place", "choice") and asked["most"]:
            may[-1] = (
                f"place {asked['least']} to {asked['most']} on the {self.spots[asked['spot']]}"
            )
        why = f"table {row}: {word} {amount} is not possible; seat {asked['actor']} may "
        return Refused("FIELD verbs", why + " or ".join(may))


def _column(name: str, given: Any, tables: int, dtype: Any) -> NDArray[Any]:
    """One whole number a table, as the core wants it."""
    try:
        column = np.asarray(given)
    except ValueError:  # rows of several lengths
        column = np.asarray(None)
    if column.shape != (tables,) or column.dtype.kind not in "iu":
        what = f"an array of shape {column.shape} and type {column.dtype}"
        why = f"{name} must be one whole number for each of {tables} tables, not {what}"
        raise Refused(f"FIELD {name}", why)
    if column.dtype == dtype and column.flags.c_contiguous:
        return column
    if dtype == np.uint8 and ((column < 0) | (column > 255)).any():
        row = int(((column < 0) | (column > 255)).argmax())
        raise Refused("FIELD verbs", f"table {row}: there is no verb {int(column[row])}")
    if dtype == np.int64 and (column > np.iinfo(np.int64).max).any():
        row = int((column > np.iinfo(np.int64).max).argmax())
        raise Refused("FIELD amounts", f"table {row}: nobody has {int(column[row])} cents")
    return np.ascontiguousarray(column, dtype=dtype)


def _fits(out: Any, shape: tuple[int, int], dtype: Any) -> bool:
    return (
        isinstance(out, np.ndarray)
        and out.shape == shape
        and out.dtype == dtype
        and out.flags.c_contiguous
        and out.flags.writeable
    )
