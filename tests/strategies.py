"""What the properties draw: tables of every game, and what players say there.

Every choice goes through a `Chance`, so Hypothesis (which can shrink it) and the long runs (which
are fast) walk the same roads. The first of several choices is the plainest: shrinking leads there.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from random import Random
from typing import Any, Protocol, TypeVar

from hypothesis import Phase, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from croupier.cards import DECK_52, RANKS, SUITS, UNKNOWN, Card
from croupier.chips import Chips
from croupier.engine import commands as say
from croupier.engine.commands import Command
from croupier.engine.deal import renewal
from croupier.engine.events import AnyEvent
from croupier.engine.faults import Accident
from croupier.engine.play import ANNOUNCED, play, start
from croupier.engine.round import Round
from croupier.engine.turns import Option
from croupier.games import LIBRARY, PLAYER_BANKED
from croupier.rankings import FAMILIES
from croupier.rules import offers
from croupier.rules.game import Game
from croupier.rules.revenue import BadBeat, Increments, Method, Percentage, Shares
from croupier.rules.revenue_sign import high_share
from croupier.rules.sign import TableSign
from croupier.rules.sign_check import faults
from croupier.rules.steps import Board, Showdown

ALL_GAMES: tuple[Game, ...] = (*PLAYER_BANKED.values(), *LIBRARY.values())
SEATS = range(1, 12)
Item = TypeVar("Item")


class Chance(Protocol):
    """A source of whole numbers."""

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1."""
        ...


class Seeded:
    """Chance for long runs: the same rounds for the same seed."""

    def __init__(self, seed: int) -> None:
        self.below: Callable[[int], int] = Random(seed).randrange


class Drawn:
    """Chance that Hypothesis draws, records and shrinks."""

    def __init__(self, draw: Callable[[st.SearchStrategy[int]], int]) -> None:
        self._draw = draw

    def below(self, bound: int) -> int:
        return self._draw(st.integers(0, bound - 1)) if bound > 1 else 0


def one_of(chance: Chance, items: Sequence[Item]) -> Item:
    return items[chance.below(len(items))]


def some_of(chance: Chance, items: Sequence[Item], count: int) -> tuple[Item, ...]:
    left = list(items)
    return tuple(left.pop(chance.below(len(left))) for _ in range(count))


def rarely(chance: Chance, ways: int) -> bool:
    """True once in so many times; never is the plainer."""
    return chance.below(ways) == ways - 1


# --- signs -----------------------------------------------------------------------------------


def offered(game: Game, kind: type[offers.Offer]) -> bool:
    return any(isinstance(offer, kind) for offer in game.offers)


def a_sign(chance: Chance, game: Game) -> TableSign:
    """Any sign without a fault: one in eight is a library sign, with what no section offers."""
    unit = one_of(chance, (1_00, 25, 50, 1))
    free = not game.authorised or rarely(chance, 8)
    sign = TableSign(unit=Chips(unit), authorised=not free)
    parts = (_limits, _forced, _elections, _manners, _revenue)
    for part in parts:
        sign = replace(sign, **part(chance, game, sign))
    assert faults(game, sign) == [], faults(game, sign)
    return sign


def _limits(chance: Chance, game: Game, sign: TableSign) -> dict[str, Any]:
    structure = one_of(chance, ("limit", "no_limit", "pot_limit", "spread"))
    kills = structure == "limit" and offered(game, offers.Kill)
    kill = one_of(chance, ("none", "full", "half")) if kills else "none"
    lower = sign.unit * one_of(chance, (2, 1, 3, 10)) * (2 if kill == "half" else 1)
    upper = lower * one_of(chance, (2, 1, 3))
    tiers = tuple(one_of(chance, ("lower", "upper")) for _ in game.bets)
    return {
        "structure": structure,
        "limits": (lower, upper) if structure in ("limit", "spread") else (lower,),
        "raise_cap": one_of(chance, (None, 3, 1, 2)),
        "check_raise": not rarely(chance, 4),
        "limit_tiers": tiers if rarely(chance, 4) else (),
        "kill": kill,
        "kill_pot": 0 if kill == "none" else 10 * lower,
        "kill_ends_on": one_of(chance, ("hilo_split", "shared")),
    }


def _forced(chance: Chance, game: Game, sign: TableSign) -> dict[str, Any]:
    """Blinds need not rise; BBC keeps the forced bets of a player within ten dollars."""
    unit, usual = sign.unit, min(sign.lower, 6 * sign.unit)
    blinds: tuple[int, ...] = (max(unit, usual // 2 // unit * unit), usual)
    if rarely(chance, 3):
        blinds = tuple(unit * (1 + chance.below(6)) for _ in range(1 + chance.below(4)))
    blinds = blinds[: game.players.most]
    ante = one_of(chance, (0, unit, 25, 50, 75, 2 * unit))
    return {
        "blinds": blinds,
        "ante": ante,
        "forced_bet": unit * (1 + chance.below(sign.lower // unit)),
        "heads_up_button_small_blind": rarely(chance, 2),
    }


def _elections(chance: Chance, game: Game, sign: TableSign) -> dict[str, Any]:
    chosen: dict[str, Any] = {}
    unit, most = sign.unit, sign.limits[-1]
    bounded = game.document.name == "BBC" and sign.structure in ("limit", "spread")
    if _elects(game, sign, offers.Straddle) and game.button and rarely(chance, 2):
        straddle = max(sign.blinds) + unit * (1 + chance.below(6))
        chosen["straddle"] = 0 if bounded and straddle > most else straddle
        anywhere = game.document.name == "BBC" or not sign.authorised
        chosen["straddle_seat"] = "any" if anywhere and rarely(chance, 2) else "left_of_blinds"
    boards = any(isinstance(step, Board) for step in game.script)
    if _elects(game, sign, offers.BombPot) and game.button and boards and rarely(chance, 2):
        bomb = unit * (1 + chance.below(6))
        chosen["bomb_pot"] = min(bomb, most) if bounded else bomb
        chosen["bomb_boards"] = one_of(chance, (1, 2))
    if _elects(game, sign, offers.RunTwice):
        chosen["run_twice"] = not rarely(chance, 4)
    if _elects(game, sign, offers.OddChip):
        chosen["odd_chip"] = one_of(chance, ("", "left_of_button", "suit"))
    if _elects(game, sign, offers.OwnDiscards):
        chosen["reshuffle_own_discards"] = rarely(chance, 2)
    if _elects(game, sign, offers.OpenerMustBet):
        chosen["five_stud_opener_must_bet"] = rarely(chance, 2)
    return chosen


def _elects(game: Game, sign: TableSign, kind: type[offers.Offer]) -> bool:
    return offered(game, kind) or not sign.authorised


def _manners(chance: Chance, game: Game, sign: TableSign) -> dict[str, Any]:
    return {
        "show_mucked": one_of(chance, ("hidden", "on_request", "always")),
        "show_all_in": game.has_board and rarely(chance, 3),
        "seats": game.players.most - chance.below(2) if rarely(chance, 4) else 0,
    }


def _revenue(chance: Chance, game: Game, sign: TableSign) -> dict[str, Any]:
    """Half of all tables rake; of those some drop for promotions, and some pay bad beats."""
    chosen: dict[str, Any] = {}
    unit, bbc = int(sign.unit), game.document.name == "BBC"
    flop = any(isinstance(step, Board) and step.up == 3 for step in game.script)
    chosen["no_flop_no_drop"] = flop and rarely(chance, 4)
    if raked := rarely(chance, 2):
        chosen["rake"] = _levels(chance, unit) if bbc else _method(chance, unit)
        chosen["rake_max"] = most = unit * one_of(chance, (4, 5, 1, 10, 1000))
        if most > unit and rarely(chance, 3):
            chosen["rake_tiers"] = ((2, 0), (4, unit)) if rarely(chance, 2) else ((3, unit),)
    if bbc and raked and rarely(chance, 2):
        chosen["promo_drop"] = unit * (1 + chance.below(2))
    if high_share(game) and (raked or not bbc) and rarely(chance, 3):
        chosen.setdefault("promo_drop", unit if bbc else 0)
        chosen["bad_beat"] = a_bad_beat(chance, game, unit)
    if raked or "bad_beat" in chosen:
        chosen["rake_from"] = one_of(chance, ("", "main_first", "each_pot"))
    return chosen


def _method(chance: Chance, unit: int) -> Method:
    if rarely(chance, 2):
        return _levels(chance, unit)
    return Percentage(Decimal(one_of(chance, ("5", "10", "2.5", "0.01", "7.77"))))


def _levels(chance: Chance, unit: int) -> Increments:
    first, step = unit * one_of(chance, (10, 1, 3, 25)), unit * one_of(chance, (10, 1, 4))
    amount, count = Chips(unit), 1 + chance.below(6)
    return Increments(tuple((Chips(first + place * step), amount) for place in range(count)))


def a_bad_beat(chance: Chance, game: Game, unit: int) -> BadBeat:
    """Hands that lose in most showdowns, so that bad beats are found."""
    high = high_share(game)
    assert high is not None
    size = FAMILIES[high[1].ranking].size
    lowest = "".join(card for card in game.cards[::5][:size])
    least = one_of(chance, (lowest, "AsAhKdQcJs" if size == 5 else "AsAhKd"))
    board = any(isinstance(step, Board) for step in game.script)
    posted = BadBeat(
        least=least,
        shares=Shares(50, 25, 25),
        hole_cards=one_of(chance, ("any", "loser", "both")) if board else "any",
    )
    if game.document.name == "BBC":
        return posted
    return replace(
        posted,
        contribution=_method(chance, unit),
        contribution_max=Chips(unit * (1 + chance.below(2))),
        min_pot=Chips(one_of(chance, (0, 10, 30)) * unit),
        reserve_percent=10,
        held_returned="to the next jackpot",
        jackpot_percent=90,
        approval="2026-1",
    )


# --- tables ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Setting:
    """All that a round of play begins with."""

    game: Game
    sign: TableSign
    stacks: dict[int, int]
    button: int
    deck: tuple[Card, ...]
    straddle: int = 0
    kill: int = 0
    bomb: bool = False
    accidents: tuple[Accident, ...] = ()

    def start(self) -> tuple[Round, list[AnyEvent]]:
        return start(
            self.game,
            self.sign,
            self.stacks,
            order=self.deck,
            button=self.button,
            straddle=self.straddle,
            kill=self.kill,
            bomb=self.bomb,
            accidents=self.accidents,
        )

    def __repr__(self) -> str:
        extras = f"straddle={self.straddle}, kill={self.kill}, bomb={self.bomb}"
        extras += f", accidents={self.accidents}" if self.accidents else ""
        deck = "".join(self.deck)
        seats = f"{self.stacks} button={self.button} {extras}"
        return f"{self.game.key} {seats}\n    {self.sign}\n    {deck}"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(repr(self))


def a_setting(chance: Chance, game: Game, *, announced: bool = True) -> Setting:
    """Any table of a game: seats with gaps, short and deep stacks, a button anywhere."""
    sign = a_sign(chance, game)
    most = sign.seats or game.players.most
    count = 2 + chance.below(most - 1)
    seats = sorted(some_of(chance, SEATS, count)) if rarely(chance, 2) else list(SEATS[:count])
    stacks = {seat: _stack(chance, sign) for seat in seats}
    button = one_of(chance, SEATS) if rarely(chance, 4) else one_of(chance, seats)
    deck = ANNOUNCED[:1] * game.deck if announced and rarely(chance, 12) else a_deck(chance, game)
    setting = Setting(game, sign, stacks, button, deck)
    if not game.button:
        return setting
    if sign.bomb_pot and _bomb_fits(setting) and rarely(chance, 2):
        return Setting(game, sign, stacks, button, deck, bomb=True)
    kill = one_of(chance, seats) if sign.kill != "none" and rarely(chance, 2) else 0
    straddle = one_of(chance, (0, *_straddlers(setting, kill))) if sign.straddle else 0
    return Setting(game, sign, stacks, button, deck, kill=kill, straddle=straddle)


def _stack(chance: Chance, sign: TableSign) -> int:
    """A few hands deep, very deep, shorter than the forced bets, or with cents to spare."""
    unit, big = int(sign.unit), int(sign.lower)
    match chance.below(6):
        case 0:
            return 40 * big
        case 1:
            return big * (1 + chance.below(200))
        case 2:
            return unit * (1 + chance.below(4))
        case 3:
            return 1 + chance.below(2 * big + 1_00)
        case _:
            return unit * (1 + chance.below(8 * big // unit))


def _bomb_fits(setting: Setting) -> bool:
    from_hand = setting.game.script[0]
    hand = getattr(from_hand, "down", 0)
    return len(setting.stacks) * hand + 5 * setting.sign.bomb_boards + 3 <= setting.game.deck


def _straddlers(setting: Setting, kill: int) -> tuple[int, ...]:
    """The seats that may straddle: left of the last blind, or any that posts nothing else."""
    sign, seats = setting.sign, sorted(setting.stacks)
    order = [seat for seat in seats if seat > setting.button]
    order += [seat for seat in seats if seat <= setting.button]
    if len(order) == 2 and sign.heads_up_button_small_blind:
        order.reverse()
    blinds, free = order[: len(sign.blinds)], order[len(sign.blinds) :]
    raised = {"none": 2, "half": 3, "full": 4}[sign.kill] * sign.lower // 2
    if not blinds or not free or (kill and sign.straddle <= raised):
        return ()
    entitled = free if sign.straddle_seat == "any" else free[:1]
    return tuple(seat for seat in entitled if seat != kill)


def a_deck(chance: Chance, game: Game) -> tuple[Card, ...]:
    """A shuffled deck; one in four deals equal ranks around the table, so that hands tie."""
    source = Random(chance.below(1 << 32))
    if chance.below(4) < 3:
        return tuple(source.sample(game.cards, game.deck))
    ranks = source.sample(RANKS, 13)
    deck = (Card(rank + suit) for rank in ranks for suit in source.sample(SUITS, 4))
    return tuple(card for card in deck if card in game.cards)


# --- what is said ----------------------------------------------------------------------------

_OFTEN = {"check": 3, "call": 5, "show": 4, "bet": 2, "raise": 2}
MANY_RAISES = 6


def legal_command(state: Round, chance: Chance) -> Command:
    """Any command that is legal now."""
    turn = one_of(chance, state.turns)
    options = sorted(turn.options, key=lambda option: option.does == "fold")
    if state.betting.raises >= MANY_RAISES and len(options) > 1:
        options = [option for option in options if option.does not in ("bet", "raise")]
    weighed = [option for option in options for _ in range(_OFTEN.get(option.does, 1))]
    return command_for(state, turn.actor, one_of(chance, weighed), chance)


def command_for(state: Round, actor: int, option: Option, chance: Chance) -> Command:
    """One way to take an option."""
    match option.does:
        case "fold":
            return say.Fold(actor)
        case "check":
            return say.Check(actor)
        case "call":
            return say.Call(actor)
        case "bet":
            return say.Bet(actor, _amount(option, chance))
        case "raise":
            return say.RaiseTo(actor, _amount(option, chance))
        case "discard":
            hand = state.hands[actor].down
            count = option.least + chance.below(option.most - option.least + 1)
            return say.Discard(actor, some_of(chance, hand, count))
        case "show":
            return say.Show(actor)
        case "muck":
            return say.Muck(actor)
        case "agree":
            return say.Agree(actor, yes=not rarely(chance, 3))
        case "stop":
            return say.Stop(actor)
        case "play_on":
            return say.PlayOn(actor)
        case "reshuffle":
            pile = renewal(state)
            hidden = UNKNOWN in pile or (UNKNOWN in state.deck and rarely(chance, 2))
            return say.Reshuffle((UNKNOWN,) * len(pile) if hidden else _shuffled(pile, chance))
        case "announce":
            cards = _shuffled(unseen(state), chance)
            few = 1 + chance.below(option.most) if rarely(chance, 8) else option.most
            return say.Announce(cards[:few])
        case _:
            raise AssertionError(f"no poker game offers {option.does}")


def _amount(option: Option, chance: Chance) -> Chips:
    inner = inner_amount(option, chance.below(100))
    return Chips(one_of(chance, (option.least, inner, option.least, option.most)))


def inner_amount(option: Option, percent: int) -> int:
    """An amount of whole units between the ends, where there is one; else an end."""
    between = option.least + (option.most - option.least) * percent // 100
    whole = between // option.unit * option.unit
    return whole if option.least <= whole <= option.most else option.least


def _shuffled(cards: Sequence[Card], chance: Chance) -> tuple[Card, ...]:
    return tuple(Random(chance.below(1 << 32)).sample(cards, len(cards)))


def unseen(state: Round) -> tuple[Card, ...]:
    """The cards of an announced deck that nobody has named yet."""
    known = {*state.burns, *state.amiss.burns_up, *state.common}
    for hand in state.hands.values():
        known.update(hand.down, hand.up)
    for board in state.boards:
        known.update(board)
    for pile in state.discards:
        known.update(pile.cards)
    return tuple(card for card in state.game.cards if card not in known)


def admitted(state: Round, command: Command) -> bool:
    """Whether a command may be said now, judged by the options and nothing else."""
    thrown = any(pile.seat == command.seat and not pile.draw for pile in state.discards)
    if isinstance(command, say.Demand):
        open_to_see = state.done or isinstance(state.step, Showdown)
        return thrown and open_to_see and state.sign.show_mucked != "hidden"
    if state.done:
        return thrown and isinstance(command, say.Show)
    turn = next((turn for turn in state.turns if turn.actor == command.seat), None)
    option = next((one for one in turn.options if one.does == command.does), None) if turn else None
    return option is not None and _within(state, command, option)


def _within(state: Round, command: Command, option: Option) -> bool:
    match command:
        case say.Bet() | say.RaiseTo():
            whole = command.to % option.unit == 0 or command.to in (option.least, option.most)
            return whole and option.least <= command.to <= option.most
        case say.Discard():
            own = Counter(state.hands[command.seat].down)
            within = option.least <= len(command.cards) <= option.most
            return within and Counter(command.cards) <= own
        case say.Reshuffle() if UNKNOWN in state.deck and {*command.order} == {UNKNOWN}:
            return len(command.order) == len(renewal(state))
        case say.Reshuffle():
            pile = renewal(state)
            return UNKNOWN not in pile and Counter(command.order) == Counter(pile)
        case say.Announce():
            distinct = len(set(command.cards)) == len(command.cards)
            return (
                distinct
                and {*command.cards} <= {*unseen(state)}
                and (option.least <= len(command.cards) <= option.most)
            )
        case _:
            return True


def attempts(state: Round, chance: Chance) -> list[Command]:
    """Many commands that might be given now, most of them just beyond what is allowed."""
    said: list[Command] = []
    asked = [turn.actor for turn in state.turns]
    for seat in {*asked, one_of(chance, SEATS), one_of(chance, list(state.hands)), 0, 12, -1}:
        said += [say.Fold(seat), say.Check(seat), say.Call(seat), say.Show(seat), say.Muck(seat)]
        said += [say.Agree(seat, yes=True), say.Demand(seat), say.Discard(seat)]
        said += [say.Bet(seat, Chips(1_00)), say.RaiseTo(seat, Chips(4_00))]
    for turn in state.turns:
        for option in turn.options:
            said += _around(state, turn.actor, option, chance)
    return said


def _around(state: Round, actor: int, option: Option, chance: Chance) -> list[Command]:
    """Both ends of an option, something inside, and what lies just outside."""
    least, most, unit = option.least, option.most, option.unit
    match option.does:
        case "bet" | "raise":
            inside = {least, most, inner_amount(option, 50), inner_amount(option, chance.below(99))}
            outside = {0, -least, least - 1, least - unit, most + 1, most + unit, 1 << 70}
            odd = {least + 1, most - 1, inner_amount(option, 50) + 1}
            words: tuple[Callable[..., Command], ...] = (say.Bet, say.RaiseTo)
            return [word(actor, to) for word in words for to in inside | outside | odd]
        case "discard":
            return _discards(state, actor, most, chance)
        case "reshuffle":
            return [say.Reshuffle(order) for order in _orders(state, chance)]
        case "announce":
            fresh = unseen(state)
            dealt = [card for card in state.game.cards if card not in fresh]
            runs = [fresh[:most], fresh[:1], (), fresh[: most + 1], fresh[:1] * 2]
            runs += [(*fresh[: most - 1], card) for card in dealt[:1]]
            return [say.Announce(run) for run in runs]
        case _:
            return [command_for(state, actor, option, chance)]


def _discards(state: Round, actor: int, most: int, chance: Chance) -> list[Command]:
    hand = state.hands[actor].down
    others = [card for card in DECK_52 if card not in hand]
    runs = [hand[:count] for count in range(most + 1)]
    runs += [(*hand, others[0]), (hand[0],) * 2, (one_of(chance, others),), (UNKNOWN,)]
    runs += [(hand[0],) * most, (*hand[1:], UNKNOWN)]
    return [say.Discard(actor, run) for run in runs]


def _orders(state: Round, chance: Chance) -> list[tuple[Card, ...]]:
    cards = renewal(state)
    others = [card for card in DECK_52 if card not in cards]
    orders = [cards, _shuffled(cards, chance), cards[1:], (), DECK_52, (UNKNOWN,) * len(cards)]
    orders += [(*cards[1:], other) for other in others[:1]]
    orders += [(*cards[1:], cards[1]) for _ in cards[1:2]]
    return orders


# --- whole rounds ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Played:
    """A round with everything on the way: events[0] and states[0] are the start's."""

    setting: Setting
    commands: list[Command]
    events: list[list[AnyEvent]]
    states: list[Round]

    @property
    def log(self) -> list[AnyEvent]:
        return [event for events in self.events for event in events]

    @property
    def end(self) -> Round:
        return self.states[-1]

    def __repr__(self) -> str:
        lines = "".join(f"\n    {command}" for command in self.commands)
        return f"{self.setting}{lines}"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(repr(self))


def play_out(setting: Setting, chance: Chance) -> Played:
    """Play to the end, and sometimes have a hand shown afterward."""
    state, events = setting.start()
    played = Played(setting, [], [events], [state])
    while not state.done:
        state = _go_on(played, legal_command(state, chance))
    for seat in sorted(state.hands):
        for command in (say.Show(seat), say.Demand(seat)):
            if rarely(chance, 12) and admitted(state, command):
                state = _go_on(played, command)
    return played


def _go_on(played: Played, command: Command) -> Round:
    state, events = play(played.end, command)
    played.commands.append(command)
    played.events.append(events)
    played.states.append(state)
    return state


def examples(count: int) -> settings:
    """So many rounds in `make check`, and a third of them in `make test`, which has every game.

    Without shrinking, which would take minutes; a failed round prints itself.
    """
    if settings.get_current_profile_name() == "ci":
        count = -(-count // 3)
    return settings(max_examples=count, phases=(Phase.explicit, Phase.reuse, Phase.generate))


@st.composite
def rounds_of(draw: st.DrawFn, game: Game, *, announced: bool = True) -> Played:
    """Hypothesis: any round of a game, played to its end."""
    chance = Drawn(draw)
    return play_out(a_setting(chance, game, announced=announced), chance)


def seeded_round(game: Game, seed: int, *, announced: bool = True) -> Played:
    """The long runs: the round of a game with this number."""
    chance = Seeded(seed)
    return play_out(a_setting(chance, game, announced=announced), chance)
