"""Nothing is enforced that is not printed; what is posted under each key: `test_signboard.py`."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.api import ASKS, seeded_deck, start
from croupier.chips import Chips
from croupier.engine import commands as say
from croupier.engine.play import decide, play
from croupier.engine.round import Round
from croupier.engine.turns import DEALER
from croupier.games import GAMES
from croupier.refused import Refused
from croupier.room.conduct.decide import check_message
from croupier.room.conduct.orders import RemovePlayer
from croupier.room.house.notices import Notice
from croupier.room.house.people import Actor
from croupier.room.logbook import Order
from croupier.room.seating.decide import kind_of
from croupier.room.seating.orders import Buy, Leave, Sit
from croupier.room.seating.waiting import JoinList, LeaveList
from croupier.room.shuffle import Entropy
from croupier.room.table.decide import decide as decide_at_table
from croupier.rules.game import Game
from croupier.rules.sign import TableSign
from croupier.rules.sign_check import check_sign
from croupier.sim.bots import bot
from croupier.sim.runner import next_command
from croupier.views.printed.rulebook import rulebook
from tests.clause import clause
from tests.room.tables import Scene, player

AMOUNTS = [Chips(cents) for cents in (1, 50, 1_00, 2_50, 4_00, 4_50, 10_00, 200_00, 1_000_000_00)]
SIGNS: tuple[dict[str, Any], ...] = (
    {},
    {"structure": "no_limit", "limits": (Chips(2_00),)},
    {"structure": "pot_limit", "limits": (Chips(2_00),)},
    {"structure": "spread", "limits": (Chips(2_00), Chips(10_00))},
    {"raise_cap": 1},
    {"check_raise": False},
)


def signs(game: Game) -> Iterator[TableSign]:
    """The usual sign of a game, and every other kind of limit that it can post."""
    for changes in SIGNS[: 1 if game.banked else None]:
        sign = replace(game.sign, **changes)
        try:
            check_sign(game, sign)
        except Refused:
            continue
        yield sign


def attempts(state: Round, chance: Random) -> Iterator[say.Command]:
    """Whatever a player, a dealer or the floor could try now, sensible or not."""
    asked = [turn.actor for turn in state.turns if turn.actor != DEALER] or [*state.order]
    seat, to = chance.choice([*asked, *asked, *state.order, 99]), chance.choice(AMOUNTS)
    for plain in (say.Fold, say.Check, say.Call, say.Muck, say.Surrender, say.Stop, say.PlayOn):
        yield plain(seat)
    yield from (say.Bet(seat, to), say.RaiseTo(seat, to), say.Discard(seat), say.Show(seat))
    yield from (say.Agree(seat), say.Protect(seat), say.NoMoreBets(), say.Demand(seat))
    yield from (say.Place(seat, {"ante": to}), say.Place(seat, {"nothing": to}))
    yield from (say.Say(seat, word="raise", amount=to), say.Say(seat, word="call"))
    yield from (say.Say(seat, chips=(to,)), say.Report("exposed", seat=seat))


def refusals(game: Game, sign: TableSign, rounds: int) -> Iterator[Refused]:
    """Every refusal of random rounds in which everything is tried before each answer."""
    chance = Random(f"{game.key}/{sign.structure}")
    for number in range(rounds):
        players = chance.randint(game.players.least, min(6, game.players.most))
        stacks = [chance.choice((20_00, 50_00, 300_00)) for _ in range(players)]
        deck = seeded_deck(number, game.cards)
        state, _ = start(game, stacks, sign, deck=deck, asks=ASKS)
        bots = {seat: bot("random", f"{number}/{seat}") for seat in state.order}
        while not state.done:
            for command in attempts(state, chance):
                try:
                    decide(state, command)
                except Refused as refused:
                    yield refused
            state, _ = play(state, next_command(state, bots, Entropy(chance.randbytes)))


@clause("POKER-17d", "POKER-sign")
@pytest.mark.parametrize("key", GAMES)
def test_every_refusal_cites_a_rule_that_is_printed(key: str) -> None:
    game, cited = GAMES[key], set[str]()
    for sign in signs(game):
        printed = {line.clause for line in rulebook(game, sign)}
        for refused in refusals(game, sign, 3):
            if not refused.clause.startswith("FIELD "):
                assert refused.clause in printed, (refused.clause, refused.why)
                cited.add(refused.clause)
    assert len(cited) > 3, "the round refuses what it must"


@pytest.mark.parametrize("key", GAMES)
def test_a_game_is_ruled_by_its_own_document(key: str) -> None:
    """No rule that a game prints or refuses by is of another document."""
    game = GAMES[key]
    lines = [line.clause for line in rulebook(game)]
    lines += [refused.clause for refused in refusals(game, game.sign, 3)]
    kinds = {clause.split()[0].partition("-")[0] for clause in lines if clause}
    assert kinds <= {game.document.name, "SIGN", "FIELD", "A"}, kinds


def refused(at: Scene, by: Actor, command: Any) -> Iterator[str]:
    """The clause of a refusal by a table; nothing if the order would be carried out."""
    try:
        decide_at_table(at.life, Order(at.now, by, command), at.house)
    except Refused as refused:
        yield refused.clause


@clause("POKER-17d", "POKER-sign")
@pytest.mark.parametrize(
    ("key", "count"),
    [("holdem", 4), ("five-card-stud", 4), ("bbc-omaha", 5), ("flop-poker", 3)],
)
def test_what_a_table_refuses_its_players_is_printed(key: str, count: int) -> None:
    """A seat that others wait for, currency, less than was taken along, words, and a removal."""
    at, kind = Scene(key).open(), kind_of(Scene(key).life)
    ada, bob, eve = player("Ada"), player("Bob"), player("Eve")
    at.ask_house(eve, JoinList(kind=kind))
    cited = [*refused(at, ada, Sit(seat=1, chips=Chips(100_00)))]
    at.ask_house(eve, LeaveList(kind=kind))
    at.seat(Ada=100_00, Bob=100_00)
    cited += refused(at, ada, Buy(chips=Chips(20_00), form="currency"))
    at.do(bob, Leave())
    cited += refused(at, bob, Sit(seat=2, chips=Chips(10_00)))
    at.do(bob, Sit(seat=2, chips=Chips(100_00)))
    at.do("floorperson", RemovePlayer(seat=2, cause="soft play", notice=_notice(at)))
    cited += refused(at, bob, Sit(seat=2, chips=Chips(100_00)))
    at.seat(Cyd=100_00).deal()
    if not at.life.game.banked:
        with pytest.raises(Refused) as silenced:
            check_message(at.life, "Ada")
        cited.append(silenced.value.clause)
    printed = {line.clause for line in rulebook(at.life.game)}
    assert len(cited) == count
    assert {*cited} <= printed, {*cited} - printed


def _notice(at: Scene) -> Notice | None:
    return Notice("Ian", at.now) if at.life.game.document.notifies_of_removals else None
