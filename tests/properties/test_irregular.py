"""Whatever goes wrong, and whenever: the promises hold, and the chips go where Section 15 says.

Accidents befall random cards of random decks, and the floor reports random irregularities at
random moments of every game; the oracles below know only the log.
"""

from collections import Counter
from dataclasses import replace
from zlib import crc32

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards import UNKNOWN, Card
from croupier.engine import commands as say
from croupier.engine import events as engine_events
from croupier.engine import faults
from croupier.engine.commands import Command, Report
from croupier.engine.events import AnyEvent, write_event
from croupier.engine.faults import Accident
from croupier.engine.play import ANNOUNCED, decide, play
from croupier.engine.round import Round
from croupier.engine.verify import verify_log
from croupier.games import game_of
from croupier.refused import Refused
from croupier.rules.game import Game
from croupier.rules.irregular import POKER_15, RULES
from croupier.rules.sign import Supplement
from croupier.views.narration.narrate import narrate
from croupier.views.screen.preview import ruling
from croupier.views.seat import NOBODY, view
from tests.properties.test_cards import every_card_is_in_one_place
from tests.properties.test_chips import chips_are_conserved
from tests.properties.test_division import the_pots_go_where_a_plain_count_says
from tests.properties.test_options import (
    every_fact_has_its_clause,
    is_refused,
    options_are_the_only_judge,
)
from tests.properties.test_progress import somebody_has_an_option
from tests.properties.test_replay import (
    commands_tell_the_same_log,
    every_prefix_replays,
    the_log_replays,
)
from tests.properties.test_secrecy import (
    a_view_folds_to_what_its_seat_knows,
    another_world_looks_the_same,
    no_unseen_card_is_written,
)
from tests.strategies import (
    ALL_GAMES,
    Chance,
    Drawn,
    Played,
    Seeded,
    Setting,
    a_setting,
    examples,
    legal_command,
    one_of,
    rarely,
    some_of,
    unseen,
)

PARTS, ROUNDS, QUICK = 2, 1_000, 12
CARDS = tuple(rule for rule in POKER_15 if rule.follows in ("card", "exposure"))
HANDS = tuple(rule for rule in POKER_15 if rule.follows in ("protection", "leaving", "refund"))
EACH_GAME = pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.key)


# --- rounds in which things go wrong ---------------------------------------------------------


def a_bad_day(chance: Chance, game: Game) -> Setting:
    """A table at which the dealer's hands tremble, on one day in twelve at every card."""
    setting = a_setting(chance, game)
    sign = msgspec.structs.replace(
        setting.sign,
        exposed_card=one_of(chance, ("burn", "discard")),
        shuffler=one_of(chance, ("none", "plain")),
        supplements=_supplements(chance),
    )
    setting = replace(setting, sign=sign)
    if rarely(chance, 3):
        setting = replace(setting, deck=ANNOUNCED[:1] * setting.game.deck)
    if UNKNOWN in setting.deck:
        return setting
    count = len(setting.deck) if rarely(chance, 12) else chance.below(7)
    kinds = ("exposed", "exposed", "off_table", "face_up_card")[: 4 - rarely(chance, 2)]
    places = some_of(chance, range(1, len(setting.deck) + 1), count)
    accidents = tuple(Accident(one_of(chance, kinds), place) for place in places)  # type: ignore[arg-type]  # three kinds
    return replace(setting, accidents=accidents)


def _supplements(chance: Chance) -> tuple[Supplement, ...]:
    if not rarely(chance, 3):
        return ()
    approval = one_of(chance, ("", "IC-1"))
    return (Supplement(one_of(chance, ("hands_protected", "disconnect_leaves")), "", approval),)


def a_report(state: Round, chance: Chance) -> Command:
    """Something that the floor or a player says out of turn, allowed or not."""
    seat = one_of(chance, (*state.order, 0, 12))
    if rarely(chance, 4):
        return say.Protect(seat)
    dealing = any(turn.option("announce") for turn in state.turns)
    fresh = unseen(state) if UNKNOWN in state.deck else ()
    card: Card = one_of(chance, fresh) if fresh and not rarely(chance, 4) else UNKNOWN
    rules = CARDS if dealing and not rarely(chance, 3) else HANDS
    rule = one_of(chance, POKER_15 if rarely(chance, 5) else rules)
    anybody = rule in CARDS and not rarely(chance, 4)
    return Report(
        rule.kind,
        0 if anybody else seat,
        card,
        mended=rarely(chance, 2),
        contributed=rarely(chance, 3),
    )


def a_troubled_round(chance: Chance, game: Game) -> Played:
    setting = a_bad_day(chance, game)
    state, events = setting.start()
    played = Played(setting, [], [events], [state])
    while not state.done:
        command = a_report(state, chance) if rarely(chance, 8) else legal_command(state, chance)
        if isinstance(command, Report | say.Protect) and not _accepts(state, command):
            continue
        state, events = play(state, command)
        played.commands.append(command)
        played.events.append(events)
        played.states.append(state)
    return played


# --- oracles ---------------------------------------------------------------------------------


def put_in(events: list[AnyEvent]) -> Counter[int]:
    """What each seat has in the pot, by the chips that were seen to travel."""
    chips: Counter[int] = Counter()
    for event in events:
        for move in getattr(event, "moves", ()):
            for account, sign in ((move.source, 1), (move.target, -1)):
                if account.startswith("stack:"):
                    chips[int(account.removeprefix("stack:"))] += sign * move.chips
    return chips


def an_undone_round_changes_no_stack(played: Played) -> None:
    ended = [one for one in played.log if isinstance(one, faults.Misdealt | faults.CalledDead)]
    assert len(ended) <= 1
    assert bool(ended) == bool(played.end.undone)
    if not ended:
        return
    assert played.end.stacks == played.setting.stacks
    assert not any(isinstance(event, engine_events.PotAwarded) for event in played.log)
    assert played.end.deck_removed == isinstance(ended[0], faults.CalledDead)


def a_refund_is_what_was_put_in(played: Played) -> None:
    for place, event in enumerate(played.log):
        if isinstance(event, faults.HandRefunded):
            before = put_in(played.log[:place])
            assert sum(move.chips for move in event.moves) == before[event.seat]
            assert {move.target for move in event.moves} <= {f"stack:{event.seat}"}
            assert played.end.stacks[event.seat] == played.setting.stacks[event.seat]


def a_dead_hand_leaves_its_chips(played: Played) -> None:
    for place, event in enumerate(played.log):
        if isinstance(event, faults.HandDead):
            later = played.log[place:]
            assert not any(getattr(one, "seat", 0) == event.seat for one in later if _acts(one))


def _acts(event: AnyEvent) -> bool:
    return isinstance(
        event,
        engine_events.Called | engine_events.Raised | engine_events.Checked | engine_events.Shown,
    )


def who_stops_wins_the_pot_that_stood(played: Played) -> None:
    for place, event in enumerate(played.log):
        if isinstance(event, faults.Elected) and event.stops:
            stood = sum(put_in(played.log[:place]).values())
            later = played.log[place + 1 :]
            assert not any(getattr(one, "seat", 0) == event.seat for one in later if _bets(one))
            won = sum(
                move.chips
                for one in later
                if isinstance(one, engine_events.PotAwarded)
                for move in one.moves
                if move.target == f"stack:{event.seat}"
            )
            assert won <= stood


def _bets(event: AnyEvent) -> bool:
    return isinstance(
        event,
        engine_events.Called | engine_events.Raised | engine_events.Checked | engine_events.Folded,
    )


def two_wagers_close_the_window(played: Played, chance: Chance) -> None:
    """`skipped_player` is a misdeal exactly while fewer than two seats called, bet or raised."""
    length = 0
    for events, state in zip(played.events, played.states, strict=True):
        length += len(events)
        log = played.log[:length]
        seats = {
            one.seat for one in log if isinstance(one, engine_events.Called | engine_events.Raised)
        }
        if state.done or len(seats) < 2:
            assert state.done or _accepts(state, Report("skipped_player"))
        else:
            assert not _accepts(state, Report("wrong_start"))


def _accepts(state: Round, command: Command) -> bool:
    try:
        return bool(decide(state, command))
    except Refused:
        return False


def two_cards_face_up_end_it(played: Played) -> None:
    found = [
        one
        for one in played.log
        if isinstance(one, engine_events.CardRemoved) and one.kind == "face_up_card"
    ]
    assert len(found) <= 2
    if len(found) == 2:
        assert played.end.undone == "misdeal"


def no_barred_card_is_used(played: Played) -> None:
    """A card found face up or off the table is in no hand, on no board and in no new deck."""
    for place, event in enumerate(played.log):
        if isinstance(event, engine_events.CardRemoved) and event.kind != "exposed":
            for later in played.log[place + 1 :]:
                cards = {*getattr(later, "cards", ()), *getattr(later, "order", ())}
                cards.add(getattr(later, "card", UNKNOWN))
                assert event.card is UNKNOWN or event.card not in cards, later


def a_preview_is_what_happens(played: Played) -> None:
    for command, state, events in zip(
        played.commands, played.states, played.events[1:], strict=False
    ):
        if isinstance(command, Report):
            seen = ruling(state, command)
            assert seen.clause == events[0].clause
            assert seen.words
            moves = [move for event in events for move in getattr(event, "moves", ())]
            assert list(seen.moves) == moves[: len(seen.moves)]


def the_log_verifies(played: Played) -> None:
    assert verify_log([write_event(event) for event in played.log], game_of) == played.end


def everything_is_put_into_words(played: Played, viewer: int) -> None:
    assert all(line.words for line in narrate(view(played.log, viewer)))


LAWS = (
    chips_are_conserved,
    every_card_is_in_one_place,
    somebody_has_an_option,
    every_fact_has_its_clause,
    the_log_replays,
    an_undone_round_changes_no_stack,
    a_refund_is_what_was_put_in,
    a_dead_hand_leaves_its_chips,
    who_stops_wins_the_pot_that_stood,
    two_cards_face_up_end_it,
    no_barred_card_is_used,
    a_preview_is_what_happens,
    the_log_verifies,
)


def holds(played: Played, chance: Chance) -> None:
    for law in LAWS:
        law(played)
    two_wagers_close_the_window(played, chance)
    viewer = one_of(chance, (NOBODY, *played.setting.stacks))
    everything_is_put_into_words(played, viewer)
    if not played.end.undone:
        the_pots_go_where_a_plain_count_says(played)
    match chance.below(6):
        case 0:
            a_view_folds_to_what_its_seat_knows(played, viewer)
        case 1:
            no_unseen_card_is_written(played, viewer)
        case 2:
            commands_tell_the_same_log(played)
        case 3:
            another_world_looks_the_same(played, viewer, len(played.commands), chance)
        case 4:
            every_prefix_replays(played)
        case _:
            state = one_of(chance, played.states)
            options_are_the_only_judge(state, chance)
            for report in (a_report(state, chance) for _ in range(8)):
                if not _accepts(state, report):
                    is_refused(state, report)


def checked(game: Game, seed: int) -> Played:
    chance = Seeded(seed)
    played = a_troubled_round(chance, game)
    try:
        holds(played, chance)
    except BaseException as fault:
        fault.add_note(f"round {seed} of {played}")
        raise
    return played


# --- the properties --------------------------------------------------------------------------


@EACH_GAME
@examples(15)
@given(data=st.data())
def test_the_promises_hold_whatever_goes_wrong(game: Game, data: st.DataObject) -> None:
    chance = Drawn(data.draw)
    holds(a_troubled_round(chance, game), chance)


@EACH_GAME
def test_a_dozen_troubled_rounds(game: Game) -> None:
    for number in range(QUICK):
        checked(game, crc32(game.key.encode()) + number)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(1, PARTS + 1))
@EACH_GAME
def test_a_thousand_troubled_rounds(game: Game, part: int) -> None:
    for number in range(ROUNDS):
        checked(game, crc32(game.key.encode()) + part * ROUNDS + number)


def test_the_troubled_rounds_see_every_ruling() -> None:
    """The properties above look at something: every kind of event, every kind of report."""
    seen: set[type] = set()
    kinds: set[str] = set()
    for number in range(1_500):
        played = a_troubled_round(Seeded(number), ALL_GAMES[number % len(ALL_GAMES)])
        seen |= {type(event) for event in played.log}
        kinds |= {command.kind for command in played.commands if isinstance(command, Report)}
    assert seen >= {
        faults.Exposed,
        faults.Exchanged,
        faults.Elected,
        faults.Protected,
        faults.HandDead,
        faults.HandRefunded,
        faults.Misdealt,
        faults.CalledDead,
        engine_events.CardRemoved,
        engine_events.Noted,
    }
    assert kinds | {"shuffler_failed"} == set(RULES)  # that one comes before the first card
