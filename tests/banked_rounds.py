"""What the properties of house-banked games draw: signs, tables, and what is said there.

As in `tests.strategies`, every choice goes through a `Chance`: Hypothesis and the long runs walk
the same roads.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

from hypothesis import strategies as st
from msgspec.structs import replace

from croupier.cards import DECK_52, DECK_54, UNKNOWN, Card
from croupier.chips import Chips
from croupier.engine import commands as say
from croupier.engine.commands import Command
from croupier.engine.deal import laid_out
from croupier.engine.events import Placed
from croupier.engine.layout import posted_spots
from croupier.engine.play import play
from croupier.engine.round import Round
from croupier.engine.turns import DEALER, Option
from croupier.games import BANKED
from croupier.refused import Refused
from croupier.rules.banked import Choice, Irregularity, Spot, Wagers
from croupier.rules.game import Game
from croupier.rules.paytables import BONUS, FLOP
from croupier.rules.sign import TableSign
from croupier.rules.sign_check import faults
from tests.strategies import (
    Chance,
    Drawn,
    Played,
    Seeded,
    Setting,
    inner_amount,
    one_of,
    rarely,
    some_of,
)

BANKED_GAMES: tuple[Game, ...] = tuple(BANKED.values())
IRREGULAR: tuple[Irregularity, ...] = (
    "face_up_card",
    "drawn_in_error",
    "player_wrong_number",
    "dealer_card_exposed",
    "community_card_exposed",
    "face_up_cards",
    "house_wrong_number",
    "shoe_failed",
    "shuffler_failed",
)
MOST_PLACINGS = 3  # for each player, before the dealer closes


# --- signs and tables ------------------------------------------------------------------------


def a_sign(chance: Chance, game: Game) -> TableSign:
    """Any sign of a house-banked table without a fault."""
    unit = one_of(chance, (1_00, 50, 25, 1))
    least = unit * one_of(chance, (10, 5, 1, 40))
    method = one_of(chance, ("manual_shoe", "automated_shoe", "hand"))
    shuffler = one_of(chance, ("plain", "counting") if method == "hand" else ("none", "counting"))
    sign = TableSign(
        seats=1 + chance.below(game.players.most) if rarely(chance, 4) else 6,
        unit=Chips(unit),
        wager_min=Chips(least),
        wager_max=Chips(least * one_of(chance, (20, 1, 4, 20_000))),
        match_play=rarely(chance, 3),
    )
    sign = replace(sign, deal_method=method, shuffler=shuffler)
    own = {"THB": _holdem_bonus, "FLOP": _flop_poker, "TCJ": _two_card_joker}[game.document.name]
    sign = replace(sign, **own(chance, sign))
    assert faults(game, sign) == [], faults(game, sign)
    return sign


def _holdem_bonus(chance: Chance, sign: TableSign) -> dict[str, Any]:
    return {
        "ante_threshold": one_of(chance, ("straight", "flush")),
        "bonus_odds": _raised(chance, BONUS.lines),
        "aces_v_aces": one_of(chance, (0, 1000, 5000)),
        "progressive": not rarely(chance, 3),
        "progressive_seed": one_of(chance, (0, 10_000_00)),
        "progressive_meter": one_of(chance, (0, 12_345_67)),
        "progressive_share": one_of(chance, (0, 33, 100)),
        "progressive_prizes": one_of(chance, ("for", "to")),
        "progressive_after_fold": not rarely(chance, 3),
    }


def _flop_poker(chance: Chance, sign: TableSign) -> dict[str, Any]:
    return {
        "flop_odds": _raised(chance, FLOP.lines),
        "pot_wager": sign.unit * chance.below(12),
    }


def _two_card_joker(chance: Chance, sign: TableSign) -> dict[str, Any]:
    return {
        "pair_up_table": one_of(chance, (1, 2, 3)),
        "lowest_flush": one_of(chance, ("4-2", "A-3")),
        "multi_position": rarely(chance, 2),
    }


def _raised(chance: Chance, lines: tuple[Any, ...]) -> tuple[int, ...]:
    if not rarely(chance, 3):
        return ()
    return tuple(line.odds + chance.below(3) for line in lines)


def a_setting(chance: Chance, game: Game, *, announced: bool = True) -> Setting:
    """Any table of a game where some player can wager."""
    sign = a_sign(chance, game)
    count = 1 + chance.below(min(sign.seats, 8))
    seats = sorted(some_of(chance, range(1, sign.seats + 1), count))
    stacks = {seat: _stack(chance, sign) for seat in seats}
    stacks[seats[0]] = 40 * int(sign.wager_min + sign.pot_wager) + 1_00
    whole = DECK_54 if game.deck == 54 else DECK_52
    deck = (UNKNOWN,) * len(whole)
    if not (announced and rarely(chance, 10)):
        deck = _deck(chance, whole)
    return Setting(game, sign, stacks, 0, deck)


def _stack(chance: Chance, sign: TableSign) -> int:
    """Deep, a few wagers, less than the least wager, or with cents to spare."""
    least, unit = int(sign.wager_min), int(sign.unit)
    match chance.below(4):
        case 0:
            return 60 * least
        case 1:
            return unit * (1 + chance.below(8 * least // unit))
        case 2:
            return 1 + chance.below(2 * least)
        case _:
            return least * (1 + chance.below(200))


def _deck(chance: Chance, whole: tuple[Card, ...]) -> tuple[Card, ...]:
    """A shuffled deck; one in four has high cards, aces and jokers on top, for the rare lines."""
    source = Random(chance.below(1 << 32))
    deck = source.sample(whole, len(whole))
    if chance.below(4) == 3:
        suits = source.sample("cdhs", 2)
        deck.sort(key=lambda card: -1 < card.rank < 8 or (card.rank < 12 and card[1] not in suits))
    return tuple(deck)


# --- what is said ----------------------------------------------------------------------------


def legal_command(played: Played, chance: Chance) -> Command:
    """Any command that is legal now."""
    state = played.end
    if isinstance(state.step, Wagers):
        placings = sum(isinstance(event, Placed) for event in played.log)
        closing = next((turn for turn in state.turns if turn.actor == DEALER), None)
        enough = placings >= MOST_PLACINGS * len(state.order)
        if closing and (enough or rarely(chance, 1 + len(state.order))):
            return say.NoMoreBets()
        return _placing(state, chance)
    turn = state.turns[0]
    return command_for(state, turn.actor, one_of(chance, turn.options), chance)


def command_for(state: Round, actor: int, option: Option, chance: Chance) -> Command:
    """One way to take an option."""
    match option.does:
        case "place":
            amount = one_of(chance, (option.least, inner_amount(option, 50), option.most))
            if isinstance(state.step, Choice):
                return say.Place(actor, {option.spot: Chips(amount)})
            return say.Place(actor, companions(state, option) | {option.spot: Chips(amount)})
        case "fold":
            return say.Fold(actor)
        case "check":
            return say.Check(actor)
        case "surrender":
            return say.Surrender(actor)
        case "no_more_bets":
            return say.NoMoreBets()
        case "announce":
            cards = unseen(state)
            order = tuple(Random(chance.below(1 << 32)).sample(cards, len(cards)))
            few = 1 + chance.below(option.most) if rarely(chance, 4) else option.most
            return say.Announce(order[:few])
        case _:
            raise AssertionError(option)


def companions(state: Round, option: Option) -> dict[str, Chips]:
    """The least on the spots that must go with an option's own."""
    spots = {spot.name: spot for spot in spots_of(state)}
    turn = next(turn for turn in state.turns if option in turn.options)
    least = {each.spot: Chips(each.least) for each in turn.options}
    needed = {name for name, spot in spots.items() if spot.required} | {spots[option.spot].needs}
    return {name: least[name] for name in needed - {option.spot, ""} if name in least}


def spots_of(state: Round) -> tuple[Spot, ...]:
    first = state.script[0]
    assert isinstance(first, Wagers)
    return posted_spots(first, state.sign)


def _placing(state: Round, chance: Chance) -> Command:
    """A player's wagers: those of some options together, now and then withdrawn."""
    turn = one_of(chance, [turn for turn in state.turns if turn.actor != DEALER])
    closable = any(each.actor == DEALER for each in state.turns)
    if closable and rarely(chance, 8):
        return say.Place(turn.actor, {})
    wagers: dict[str, Chips] = {}
    for option in turn.options:
        if rarely(chance, 2) or not wagers:
            amount = one_of(chance, (option.least, inner_amount(option, chance.below(100))))
            wagers = companions(state, option) | wagers | {option.spot: Chips(amount)}
    position = _position(state, turn.actor, chance)
    coupon = 0
    if state.sign.match_play and wagers.get("ante") and rarely(chance, 2):
        coupon = 1 + chance.below(wagers["ante"])
    command = say.Place(turn.actor, wagers, position, Chips(coupon))
    if admitted(state, command):
        return command
    option = turn.options[0]  # all of it is too much: the least of one wager, or nothing
    least = companions(state, option) | {option.spot: Chips(option.least)}
    command = say.Place(turn.actor, least)
    return command if admitted(state, command) else say.Place(turn.actor, {})


def _position(state: Round, seat: int, chance: Chance) -> int:
    if not state.sign.multi_position or not rarely(chance, 3):
        return 0
    most = state.sign.seats
    free = [place for place in range(1, most + 1) if place not in state.hands]
    return one_of(chance, free) if free else 0


def unseen(state: Round) -> tuple[Card, ...]:
    """The cards of an announced deck that nobody has named yet."""
    known = set(laid_out(state))
    whole = DECK_54 if state.game.deck == 54 else DECK_52
    return tuple(card for card in whole if card not in known)


# --- what may be said ------------------------------------------------------------------------


def admitted(state: Round, command: Command) -> bool:
    """Whether a command may be said now, judged by the options and the spots' own words."""
    if state.done or isinstance(command, say.Say):
        return False
    turn = next((turn for turn in state.turns if turn.actor == command.seat), None)
    options = [option for option in turn.options if option.does == command.does] if turn else []
    if not options:
        return False
    match command:
        case say.Place() if isinstance(state.step, Choice):
            exact = {options[0].spot: options[0].most}
            plain = not command.coupon and command.position in (0, command.seat)
            return dict(command.wagers) == exact and plain
        case say.Place():
            return _placeable(state, command, {option.spot: option for option in options})
        case say.Announce():
            distinct = len(set(command.cards)) == len(command.cards)
            fits = options[0].least <= len(command.cards) <= options[0].most
            return distinct and fits and {*command.cards} <= {*unseen(state)}
        case _:
            return True


def _placeable(state: Round, command: say.Place, offered: dict[str, Option]) -> bool:
    wagers = {spot: chips for spot, chips in command.wagers.items() if chips}
    spots = {spot.name: spot for spot in spots_of(state)}
    position = command.position or command.seat
    if not _allowed_position(state, command.seat, position):
        return False
    if any(spot not in offered or not offered[spot].admits(wagers[spot]) for spot in wagers):
        return False
    if wagers and any(spots[name].required and name not in wagers for name in offered):
        return False
    if any(spots[name].needs and spots[name].needs not in wagers for name in wagers):
        return False
    there = sum(state.hands[position].stakes.values()) if position in state.hands else 0
    if sum(wagers.values()) > state.accounts[f"stack:{command.seat}"] + there:  # type: ignore[index]  # an account by its name
        return False
    coupon = command.coupon
    return not coupon or (state.sign.match_play and 0 < coupon <= wagers.get("ante", 0))


def _allowed_position(state: Round, owner: int, position: int) -> bool:
    if position == owner:
        return True
    free = position not in state.hands or state.owners.get(position) == owner
    return state.sign.multi_position and free and 1 <= position <= state.sign.seats


def attempts(state: Round, chance: Chance) -> Iterator[Command]:
    """Many commands that might be given now, most of them just beyond what is allowed."""
    asked = [turn.actor for turn in state.turns]
    for seat in {*asked, *state.hands, 0, 27, -1}:
        yield from (say.Fold(seat), say.Check(seat), say.Surrender(seat), say.Call(seat))
        yield from (say.Bet(seat, Chips(5_00)), say.Discard(seat), say.Muck(seat))
        yield from (say.Place(seat, {}), say.Place(seat, {"ante": Chips(5_00)}), say.Say(seat))
    yield from (say.NoMoreBets(), say.Announce(()), say.Announce(DECK_52[:1]))
    for turn in state.turns:
        for option in turn.options:
            if option.does == "place":
                yield from _around(state, turn.actor, option, chance)
            else:
                yield command_for(state, turn.actor, option, chance)


def _around(state: Round, seat: int, option: Option, chance: Chance) -> Iterator[Command]:
    """Both ends of an option, something inside, and what lies just outside."""
    least, most, unit, spot = option.least, option.most, option.unit, option.spot
    beside = {} if isinstance(state.step, Choice) else companions(state, option)
    inside = {least, most, inner_amount(option, 50), inner_amount(option, chance.below(99))}
    outside = {0, -least, least - 1, least - unit, most + 1, most + unit, 1 << 70}
    for amount in inside | outside:
        yield say.Place(seat, beside | {spot: Chips(amount)})
    yield say.Place(seat, {spot: Chips(least)})
    yield say.Place(seat, beside | {spot: Chips(least), "lucky": Chips(least)})
    for position in (seat, seat + 1, 99, -1):
        yield say.Place(seat, beside | {spot: Chips(least)}, position)
    for coupon in (1, least, most + 1, -1):
        yield say.Place(seat, beside | {spot: Chips(least)}, 0, Chips(coupon))


def reports(state: Round, chance: Chance) -> Iterator[Command]:
    """Every irregularity that could be named."""
    seats = (0, *state.hands, 99)
    for kind in IRREGULAR:
        yield say.Report(kind, one_of(chance, seats), _found(state, chance), rarely(chance, 3))


def _found(state: Round, chance: Chance) -> Card:
    """The card found face up: for an announced deck it must be named."""
    fresh = unseen(state)
    known = not state.left or state.deck[state.top] is not UNKNOWN
    return UNKNOWN if known or not fresh else one_of(chance, fresh)


# --- whole rounds ----------------------------------------------------------------------------


def play_out(setting: Setting, chance: Chance) -> Played:
    """Play to the end; in one round of three something irregular is found on the way."""
    state, events = setting.start()
    played = Played(setting, [], [events], [state])
    irregular = rarely(chance, 3)
    while not state.done:
        if irregular and rarely(chance, 6):
            state = _irregularity(played, chance)
            continue
        state = _go_on(played, legal_command(played, chance))
    return played


def _irregularity(played: Played, chance: Chance) -> Round:
    """Name an irregularity; what cannot be now is refused, and the round goes on."""
    command = one_of(chance, list(reports(played.end, chance)))
    try:
        return _go_on(played, command)
    except Refused:
        return _go_on(played, legal_command(played, chance))


def _go_on(played: Played, command: Command) -> Round:
    state, events = play(played.end, command)
    played.commands.append(command)
    played.events.append(events)
    played.states.append(state)
    return state


@st.composite
def rounds_of(draw: st.DrawFn, game: Game) -> Played:
    """Hypothesis: any round of a house-banked game, played to its end."""
    chance = Drawn(draw)
    return play_out(a_setting(chance, game), chance)


def seeded_round(game: Game, seed: int) -> Played:
    """The long runs: the round of a game with this number."""
    chance = Seeded(seed)
    return play_out(a_setting(chance, game), chance)
