"""Games and signs as small programs for the fast table.

`compile` writes a program from the same values that the Python engine plays from, and refuses by
name whatever the fast table does not cover: a caller then plays on the Python engine.

>>> from croupier.games import GAMES
>>> compile(GAMES["badugi"]).steps[0]
('deal', 4, 0, 0)
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from croupier.engine.dues import dues, last_blind
from croupier.engine.events import Due
from croupier.fast.bank_program import MOST_CHIPS, bank_of, row_of
from croupier.rankings import FAMILIES, kernels
from croupier.refused import Refused
from croupier.rules import banked, openers, steps
from croupier.rules.amend import bombed, killed
from croupier.rules.game import Game
from croupier.rules.revenue import Method, Percentage
from croupier.rules.revenue_sign import high_share
from croupier.rules.sign import TableSign
from croupier.rules.sign_check import check_sign
from croupier.rules.steps import AnyStep, Share

Row = tuple[Any, ...]
OPS = (
    "burn",
    "deal",
    "board",
    "draw",
    "bet",
    "agree",
    "showdown",
    "wagers",
    "deliver",
    "choice",
    "reveal",
    "settle",
)
PILES = ("", "burns", "discards")
STRUCTURES = ("limit", "spread", "pot_limit", "no_limit")
EXCESS = ("left_of_button", "highest_by_suit", "lowest_by_suit")
KINDS = ("ante", "blind", "kill", "straddle", "bomb", "post", "dead")
HOLE_CARDS = ("any", "loser", "both")
MOST_PLACES, MOST_DRAWS, MOST_SHARES, MOST_BOARDS = 26, 3, 2, 2


class Program(NamedTuple):
    """A game under a sign, ready to be played by the compiled core."""

    game: Game
    sign: TableSign  # as posted
    force: TableSign  # in force: a kill has raised its limits
    bomb: bool
    steps: tuple[Row, ...]
    core: "kernels.core.Program"


@lru_cache(256)
def compile(  # noqa: A001  # it does to a game what compile does to a source
    game: Game, sign: TableSign | None = None, *, kill: bool = False, bomb: bool = False
) -> Program:
    """Write the program of a game under a sign; refuse what the fast table does not cover."""
    posted = game.posted(sign)
    check_sign(game, posted)
    force = killed(posted) if kill else posted
    script = game.script_under(force)
    if bomb:
        script = bombed(script, force.bomb_boards)
    _check_covered(game, force, script)
    rows = tuple(_rows(game, script, force))
    given = {
        "steps": [_numbered(row) for row in rows],
        "shares": _shares(script, force),
        "boards": force.bomb_boards if bomb else 1,
        **_amounts(game, force),
        **_revenue(game, force),
        "bank": bank_of(game, force),
    }
    return Program(game, posted, force, bomb, rows, kernels.core.Program(given))


def _check_covered(game: Game, sign: TableSign, script: Sequence[AnyStep]) -> None:
    for step in script:
        if type(step) not in _WRITE and not isinstance(step, banked.BankedStep):
            name = type(step).__name__
            raise Refused("FIELD game", f"the fast table does not deal {game.title}: {name} steps")
    draws = sum(isinstance(step, steps.Draw | steps.Discard) for step in script)
    finish = script[-1]
    shares = len(finish.shares) if isinstance(finish, steps.Showdown) else 0
    boards = max((max(s.boards) for s in script if isinstance(s, steps.Board)), default=0) + 1
    boards = max(boards, sign.run_times if sign.run_twice else 1)
    for what, count, most in (
        ("draws", draws, MOST_DRAWS),
        ("shares of a pot", shares, MOST_SHARES),
        ("boards", boards, MOST_BOARDS),
        ("players", game.players.most, MOST_PLACES),
    ):
        if count > most:
            why = f"the fast table deals games of at most {most} {what}, not {count}"
            raise Refused("FIELD game", why)


# --- steps -----------------------------------------------------------------------------------


def _rows(game: Game, script: Sequence[AnyStep], sign: TableSign) -> Iterator[Row]:
    """The script, and behind it what it becomes where players may agree to run it twice.

    The jumps are written last: an agreement names the step that comes next either way.
    """
    if game.banked:
        yield from (row_of(game, sign, step) or _WRITE[type(step)](step) for step in script)
        return
    written = list(script)
    jumps: dict[int, tuple[int, int]] = {}
    for place, step in enumerate(script):
        if not isinstance(step, steps.Agree):
            continue
        rest = [later for later in script[place + 1 : -1] if not isinstance(later, steps.Agree)]
        again = [later for later in rest if isinstance(later, steps.Burn | steps.Board)]
        once = len(written)
        written += [*rest, script[-1]]
        twice = len(written)
        written += [*rest, *[_second(later) for later in again], script[-1]]
        jumps[place] = once, twice
    for place, step in enumerate(written):
        yield ("agree", *jumps[place]) if place in jumps else _WRITE[type(step)](step)


def _second(step: AnyStep) -> AnyStep:
    return steps.Board(step.clause, step.up, (1,)) if isinstance(step, steps.Board) else step


def _burn(step: steps.Burn) -> Row:
    return "burn", PILES.index(step.if_spent), step.leaves


def _deal(step: steps.Deal) -> Row:
    return "deal", step.down, step.up, int(bool(step.if_short))


def _board(step: steps.Board) -> Row:
    return "board", step.up, sum(1 << board for board in step.boards)


def _draw(step: steps.Draw) -> Row:
    return "draw", step.most, int(step.spared == "whole_round")


def _discard(step: steps.Discard) -> Row:
    return "draw", step.count, 0, step.count


def _bet(step: steps.Bet) -> Row:
    tier = int(step.tier == "upper")
    return "bet", _opener(step.opener), tier, int(step.forced), int(step.opener_must_bet)


def _opener(opener: openers.Opener) -> int:
    match opener:
        case openers.LeftOfBlinds():
            return 0
        case openers.LeftOfButton():
            return 1
        case openers.LowestUpcard():
            return 2
        case openers.HighestUpcard():
            return 4 if opener.ace_low else 3
        case openers.BestShowing():
            return (8 if opener.ace_high else 6) if opener.low else 5
        case openers.PairedUpcard():
            return 7
        case _:
            name = type(opener).__name__
            raise Refused("FIELD game", f"the fast table does not support the opener {name}")


def _showdown(step: steps.Showdown) -> Row:
    return "showdown", int(step.asks)


def _agree(step: steps.Agree) -> Row:
    raise AssertionError("an agreement is written with its jumps")


_WRITE: dict[type, Any] = {
    steps.Burn: _burn,
    steps.Deal: _deal,
    steps.Board: _board,
    steps.Draw: _draw,
    steps.Discard: _discard,
    steps.Bet: _bet,
    steps.Agree: _agree,
    steps.Showdown: _showdown,
}


def _numbered(row: Row) -> tuple[int, ...]:
    numbers = (OPS.index(row[0]), *row[1:])
    return numbers + (0,) * (6 - len(numbers))


# --- shares and amounts ----------------------------------------------------------------------


def _shares(script: Sequence[AnyStep], sign: TableSign) -> list[dict[str, Any]]:
    finish = script[-1]
    shares = finish.shares if isinstance(finish, steps.Showdown) else ()
    return [
        {
            "kernel": kernels.kernel(FAMILIES[share.ranking].family),
            "pick": share.pick,
            "excess": EXCESS.index(_excess(share, sign)),
        }
        for share in shares
    ]


def _excess(share: Share, sign: TableSign) -> str:
    """The rule for the odd chips of a tie: the section's, or the one the sign names."""
    if not sign.odd_chip or (sign.authorised and not share.excess.named):
        return share.excess.rule
    return share.by_suit if sign.odd_chip == "suit" else "left_of_button"


def _amounts(game: Game, sign: TableSign) -> dict[str, Any]:
    last = [0, *[last_blind(sign, range(count)) for count in range(1, MOST_PLACES + 1)]]
    amounts = (sign.unit, *sign.limits, sign.forced_bet, sign.rake_max, sign.promo_drop)
    if max(amounts) >= MOST_CHIPS:
        raise Refused(
            "SIGN limits", "amounts on the fast table must stay below ten million dollars"
        )
    return {
        "cards": sorted(card.number for card in game.cards),
        "structure": STRUCTURES.index(sign.structure),
        "unit": sign.unit,
        "lower": sign.limits[0],
        "upper": sign.limits[-1],
        "forced_bet": sign.forced_bet,
        "raise_cap": -1 if sign.raise_cap is None else sign.raise_cap,
        "check_raise": sign.check_raise,
        "as_recorded": sign.as_recorded,
        "must_bet": sign.five_stud_opener_must_bet is not False and not sign.as_recorded,
        "whole_raises": sign.whole_raises is not False,
        "own_discards_return": sign.reshuffle_own_discards,
        "last_blind": last,
    }


def _revenue(game: Game, sign: TableSign) -> dict[str, Any]:
    tiers = sign.rake_tiers
    most = [
        next((chips for players, chips in tiers if count <= players), sign.rake_max)
        for count in range(MOST_PLACES + 1)
    ]
    return {
        "rake": _method(sign.rake),
        "main_first": sign.rake_from == "main_first",
        "rake_max": most,
        "no_flop_no_drop": sign.no_flop_no_drop,
        "promo_drop": sign.promo_drop,
        "bad_beat": _bad_beat(game, sign),
    }


def _method(method: Method | None) -> dict[str, Any]:
    if method is None:
        return {"kind": 0, "hundredths": 0, "levels": []}
    if isinstance(method, Percentage):
        return {"kind": 1, "hundredths": int(method.percent * 100), "levels": []}
    return {"kind": 2, "hundredths": 0, "levels": [list(level) for level in method.levels]}


def _bad_beat(game: Game, sign: TableSign) -> dict[str, Any] | None:
    posted = sign.bad_beat
    if posted is None:
        return None
    high = high_share(game)
    assert high is not None, "a bad beat is posted only where a high hand can lose"
    place, share = high
    return {
        "share": place,
        "least": FAMILIES[share.ranking].strength(posted.least),
        "hole_cards": HOLE_CARDS.index(posted.hole_cards),
        "contribution": _method(posted.contribution),
        "most": posted.contribution_max,
        "min_pot": posted.min_pot or 0,
    }


# --- dues ------------------------------------------------------------------------------------


def owed(
    program: Program, order: tuple[int, ...], *, straddle: int = 0, kill: int = 0
) -> list[tuple[int, int, int]]:
    """What each place owes before the first card, as the compiled core has it."""
    return _owed(program.game, program.force, order, straddle, kill, program.bomb)


@lru_cache  # an environment deals many rounds to the same seats
def _owed(
    game: Game, sign: TableSign, order: tuple[int, ...], straddle: int, kill: int, bomb: bool
) -> list[tuple[int, int, int]]:
    return in_places(dues(game, sign, order, straddle=straddle, kill=kill, bomb=bomb), order)


def in_places(listed: Sequence[Due], order: Sequence[int]) -> list[tuple[int, int, int]]:
    """Dues of seats as dues of the compiled core's places in the dealing order."""
    return [(order.index(due.seat), KINDS.index(due.kind), due.chips) for due in listed]
