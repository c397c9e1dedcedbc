"""Recorded hands that end without a showdown, played on the fast table; all others are not.

The engine says why a hand does not hold, and tells its log. Where only the stacks are wanted and
every bet but one was folded to, the fast table gives the same in a part of the time.
"""

from collections.abc import Mapping

from croupier.cards import UNKNOWN, Card
from croupier.chips import Chips
from croupier.engine.accounts import POT, Move, stack
from croupier.engine.events import AnyEvent, PotAwarded, Returned
from croupier.fast.compile import compile as compile_game
from croupier.fast.single import Single
from croupier.fast.verbs import BET, BETS, CALL, CHECK, FOLD, RAISE
from croupier.games import game_of
from croupier.histories.amounts import ENDLESS
from croupier.histories.history import History
from croupier.refused import Refused
from croupier.rules.game import Game
from croupier.rules.steps import Board, Burn, Deal, Draw

ANSWERS = ("fold", "call", "raise")
KNOWN = {*ANSWERS, "hole", "board"}


def won_without_showdown(record: History) -> tuple[dict[int, int], list[AnyEvent]] | None:
    """Stacks at the end, the uncalled bet and the pot; nothing where the engine must play."""
    if not _folded_to_one(record):
        return None
    holes = {action.seat: action.cards for action in record.actions if action.does == "hole"}
    table = dealt(record, holes)
    if table is None or answered(record, table) is None or not whole(record, table):
        return None
    return _end(record, table)


def dealt(record: History, hands: Mapping[int, tuple[Card, ...]]) -> Single | None:
    """The fast table with these hands dealt; nothing where the engine must play."""
    game = game_of(record.game)
    deck = _deck(record, game, hands) if _is_plain(record, game) else None
    if deck is None:
        return None
    try:
        return Single(
            compile_game(game, record.sign),
            record.stacks,
            button=record.button,
            deck=deck,
            dues=record.dues,
        )
    except Refused:
        return None


def _is_plain(record: History, game: Game) -> bool:
    """Whether the fast table plays such hands as they are recorded: one deal, one board, bets."""
    return (
        game.button
        and record.sign.as_recorded
        and not (record.sign.limit_tiers or record.sign.run_twice or record.bomb or record.killed)
        and not any(isinstance(step, Draw) for part in game.streets for step in part.steps)
        and ENDLESS not in record.stacks.values()
    )


def _folded_to_one(record: History) -> bool:
    """Whether nothing happened but bets, and one player was left."""
    folds = sum(action.does == "fold" for action in record.actions)
    return folds == len(record.stacks) - 1 and {one.does for one in record.actions} <= KNOWN


def _deck(record: History, game: Game, hands: Mapping[int, tuple[Card, ...]]) -> list[Card] | None:
    """The deck as the record knows it, or nothing where a card occurs twice or in no place."""
    boards = [card for action in record.actions if action.does == "board" for card in action.cards]
    order = record.order
    if [action.seat for action in record.actions if action.does == "hole"] != list(order):
        return None
    known = [card for cards in hands.values() for card in cards if card is not UNKNOWN] + boards
    if len({*known}) != len(known) or UNKNOWN in known:
        return None
    deck: list[Card] = []
    rest = iter(boards)
    for step in (step for part in game.streets for step in part.steps):
        match step:
            case Deal():
                if any(len(cards) != step.down or step.up for cards in hands.values()):
                    return None
                deck += [hands[seat][at] for at in range(step.down) for seat in order]
            case Burn():
                deck.append(UNKNOWN)
            case Board():
                deck += [next(rest, UNKNOWN) for _ in range(step.up)]
            case _:
                pass
    if next(rest, None) is not None or not {*known} <= {*game.cards}:
        return None
    return deck + [UNKNOWN] * (game.deck - len(deck))


def answered(record: History, table: Single) -> set[int] | None:
    """Give every answer of the record: the places of its checks, or nothing if one is not taken.

    The board must lie there when the record has it; with all players all-in it is whole.
    """
    core, order = table._core, table.order
    checks = set[int]()
    laid = 0
    for at, action in enumerate(record.actions):
        if action.does == "board":
            laid += len(action.cards)
            if there(table) != laid and (there(table) < laid or core.asked[0] == BETS):
                return None
        elif action.does in ANSWERS:
            kind, place, _, can_check, *_, price, _, _ = core.asked
            if kind != BETS or order[place] != action.seat:
                return None
            if not price and there(table) != laid:  # a round of betting without its board
                return None
            if action.does == "fold":
                taken = core.answer(FOLD, 0)
            elif action.does == "raise":
                taken = core.answer(RAISE, action.to) or core.answer(BET, action.to)
            else:
                taken = core.answer(CHECK if can_check else CALL, 0)
                if can_check:
                    checks.add(at)
            if not taken:
                return None
    return checks


def there(table: Single) -> int:
    """How many cards lie on the table's board."""
    count: int = table._core.state["boards"][0].bit_count()
    return count


def whole(record: History, table: Single) -> bool:
    """Whether the table is done, with the record's board on it."""
    laid = sum(len(action.cards) for action in record.actions if action.does == "board")
    return table.done and there(table) == laid


def _end(record: History, table: Single) -> tuple[dict[int, int], list[AnyEvent]] | None:
    folded = {action.seat for action in record.actions if action.does == "fold"}
    (winner,) = set(record.stacks) - folded
    place, ends = table.order.index(winner), table.stacks
    paid = [chips for _, target, chips in table.moves[-2:] if target == place]
    if not paid or all(ends[seat] == record.stacks[seat] for seat in folded):
        return None
    moves = [(Move(POT, stack(winner), Chips(chips)),) for chips in paid]
    events: list[AnyEvent] = [
        PotAwarded(clause="", pot=0, board=0, share="", moves=moves[-1], excess="")
    ]
    if len(moves) > 1:
        events.insert(0, Returned(clause="", seat=winner, moves=moves[0]))
    return ends, events
