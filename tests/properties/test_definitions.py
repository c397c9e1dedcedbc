"""Every definition reads in the order of its section, and nothing it can say lacks a handler."""

from collections.abc import Callable
from contextlib import suppress
from itertools import pairwise
from typing import Any, get_args

import msgspec
import pytest
from msgspec import inspect

from croupier.clauses import Clause, coverage, is_citation
from croupier.engine import evolve, play
from croupier.engine.commands import Command
from croupier.engine.event import Event, Undisclosed, kinds
from croupier.engine.events import RoundOpened
from croupier.games import PLAYER_BANKED
from croupier.refused import Refused
from croupier.rules.game import Game
from croupier.rules.steps import Agree, AnyStep, Bet, Showdown, Street
from croupier.views.seat import NOBODY, seen_by
from tests.dealing import Deal
from tests.strategies import ALL_GAMES

STREETS = [
    pytest.param(game, part, id=f"{game.key}: {part.name}")
    for game in ALL_GAMES
    for part in game.streets
]


def place(clause: str) -> tuple[Any, ...]:
    """Where a clause stands: by number, or (BBC has none) by its line of the checklist."""
    parsed = Clause.parse(clause)
    if parsed.section:
        return parsed._place()
    return (min(item.line for item in coverage().items if item.clause == clause),)


def backwards(earlier: str, later: str) -> bool:
    """Whether a clause is printed before one already cited; a paragraph opens its own parts."""
    part = Clause.parse(earlier).is_under(Clause.parse(later))
    return place(later) < place(earlier) and not part


@pytest.mark.parametrize(("game", "part"), STREETS)
def test_within_a_street_clauses_never_run_backwards(game: Game, part: Street) -> None:
    """An agreement is an offer, printed apart from the section; blinds cite 7(b)(2)."""
    steps = [step for step in game.script if step.street == part.name]
    clauses = [step.clause for step in steps if not isinstance(step, Agree)]
    assert len(clauses) > 1
    assert not any(backwards(earlier, later) for earlier, later in pairwise(clauses)), clauses


def test_streets_follow_each_other_as_the_section_does() -> None:
    for game in PLAYER_BANKED.values():
        clauses = [step.clause for step in game.script if isinstance(step, Bet | Showdown)]
        assert clauses == sorted(clauses, key=place), game.key


@pytest.mark.parametrize("game", PLAYER_BANKED.values(), ids=lambda game: game.key)
def test_the_shares_of_a_pot_are_in_the_order_of_the_section(game: Game) -> None:
    finish = game.script[-1]
    assert isinstance(finish, Showdown)
    clauses = [finish.clause, *(share.clause for share in finish.shares)]
    assert not any(backwards(earlier, later) for earlier, later in pairwise(clauses)), clauses


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.key)
def test_every_clause_of_a_definition_is_printed(game: Game) -> None:
    cited = [game.cite(game.players.clause), *(game.cite(offer.clause) for offer in game.offers)]
    for step in game.script:
        cited.append(step.clause)
        if isinstance(step, Showdown):
            cited += [share.clause for share in step.shares]
            cited += [share.excess.clause for share in step.shares]
            cited += [step.uneven] * bool(step.uneven)
    assert [clause for clause in cited if not is_citation(clause)] == []


# --- nothing lacks a handler -----------------------------------------------------------------


def sample(kind: Any) -> Any:
    """The plainest value of a type, as its annotations have it."""
    return msgspec.convert(_plainest(inspect.type_info(kind)), kind)


def _plainest(kind: inspect.Type) -> Any:
    match kind:
        case inspect.StructType(fields=fields, array_like=True):
            return [_plainest(field.type) for field in fields]
        case inspect.StructType(tag=tag, tag_field=key, fields=fields):
            plain = {field.encode_name: _plainest(field.type) for field in fields if field.required}
            return plain | ({key: tag} if key else {})
        case inspect.EnumType(cls=options):
            return next(iter(options)).value
        case inspect.LiteralType(values=values):
            return values[0]
        case inspect.UnionType(types=types):
            return _plainest(types[0])
        case _:
            empty: dict[type[inspect.Type], Callable[[], Any]] = {
                inspect.IntType: int,
                inspect.StrType: str,
                inspect.BoolType: bool,
                inspect.VarTupleType: list,
                inspect.DictType: dict,
            }
            return empty[type(kind)]()


@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: kind.__name__)
def test_every_event_has_an_effect_and_a_rule_of_who_may_see_it(kind: type) -> None:
    assert kind is RoundOpened or kind in evolve.EVOLVE
    event = sample(kind)
    for viewer in (NOBODY, 0, 1):
        assert type(seen_by(viewer, event)) is kind


class Undeclared(Event, frozen=True, kw_only=True):
    """A new kind of event whose author forgot to say who may see it."""

    card: str


class OfTheStaff(Undeclared, frozen=True, kw_only=True):
    """The same, declared for the staff alone."""

    visibility = "staff"


@pytest.mark.parametrize("kind", [Undeclared, OfTheStaff])
def test_an_event_is_concealed_unless_its_class_says_otherwise(kind: type[Undeclared]) -> None:
    event = kind(clause="POKER 6(e)(2)", card="As")
    for viewer in (NOBODY, 0, 1):
        assert seen_by(viewer, event) == Undisclosed()


def test_a_veiled_event_that_does_not_say_what_it_hides_is_never_shown() -> None:
    class Careless(Undeclared, frozen=True, kw_only=True):
        visibility = "veiled"

    with pytest.raises(NotImplementedError, match="Careless does not say what it hides"):
        seen_by(NOBODY, Careless(clause="POKER 6(e)(2)", card="As"))


def test_no_event_of_a_round_is_concealed() -> None:
    """Every viewer folds the round from what the viewer sees, so each event has to be there."""
    assert {kind.visibility for kind in kinds()} == {"public", "veiled"}


@pytest.mark.parametrize("kind", get_args(AnyStep), ids=lambda kind: kind.__name__)
def test_every_step_has_a_beginning(kind: type) -> None:
    assert kind in play._BEGIN


@pytest.mark.parametrize("kind", get_args(Command), ids=lambda kind: kind.__name__)
def test_every_command_is_carried_out_or_refused(kind: type) -> None:
    fresh, over = Deal("holdem", 2), Deal("holdem", 2).to_showdown()
    for deal in (fresh, over):
        with suppress(Refused):
            play.play(deal.state, sample(kind))


def test_the_tables_list_nothing_else() -> None:
    assert set(evolve.EVOLVE) == set(kinds()) - {RoundOpened} | {Undisclosed}
    assert set(play._BEGIN) == set(get_args(AnyStep))
