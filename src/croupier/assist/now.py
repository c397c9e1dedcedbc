"""What to do now: one sentence for the dealer, and the keys that enter it."""

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from croupier.assist.answering import keys
from croupier.assist.dealing import Faces, work
from croupier.assist.handling import directions
from croupier.assist.preparing import Step
from croupier.assist.sitting import Sitting
from croupier.chips import money
from croupier.engine.events import RoundOpened, TurnGiven
from croupier.engine.round import Round
from croupier.engine.turns import DEALER, Option, Turn
from croupier.refused import Refused
from croupier.room.seating.lineup import dealt_in
from croupier.rules.steps import Showdown
from croupier.views.narration.wording import Line, listed


class Press(Struct, frozen=True):
    """A button that types for the dealer; an amount may be changed before it is sent."""

    label: str
    types: str
    open: bool = False  # whether the dealer may change it first


class Now(Struct, frozen=True):
    """What to do, how to enter it, and the clause behind it."""

    words: str
    keys: str
    clause: str = ""
    seat: int = 0  # who is to act
    hint: Line | None = None  # how hands do it, and where the cards go
    presses: tuple[Press, ...] = ()  # the same as buttons
    cards: int = 0  # how many cards are typed


def now(sitting: Sitting, steps: Sequence[Step], guests: Sequence[str] = ()) -> Now:
    """What the table waits for."""
    table, state = sitting.life, sitting.life.round
    if state is None or state.done:
        return _step(steps, guests) if steps else _between(sitting)
    if table.custody.paused:
        words = f"the deck lies under its marker button: {table.custody.paused}"
        keys = "resume when it is settled"
        own, presses = table.game.own("POKER 6(e)(1)"), (Press("Resume", "resume"),)
        return Now(words, keys, own, presses=presses)
    found = work(state)
    if found.tasks or found.faces:
        return _dealer(sitting, state)
    return _players(sitting, state)


# --- between rounds --------------------------------------------------------------------------


def _step(steps: Sequence[Step], guests: Sequence[str]) -> Now:
    first = steps[0]
    words = first.words
    if first.short == "open" and guests:
        words += f", and {listed(guests)} sit{'s' if len(guests) == 1 else ''} down"
    hint = Line(first.hint, first.hint_clause) if first.hint else None
    label = {"done": "Done", "yes": "Done", "hands": "Complete", "looks": "All looked"}
    expected = getattr(first.said[-1][1], "count", 0) if first.said else 0
    counts = f"{expected} counted" if first.ask == "count" else "As it should be"
    presses = (Press(label.get(first.ask, counts), "y"),) if first.said else ()
    return Now(words, keys(steps), first.clause, hint=hint, presses=presses)


def _between(sitting: Sitting) -> Now:
    """How the next round would begin; a refusal says what must be done first."""
    table = sitting.life
    if table.custody.paused:
        words = f"the floor has stopped play: {table.custody.paused}"
        return Now(words, "resume when it is settled", table.game.own("POKER 6(e)(1)"))
    try:
        entries = sitting.would([sitting.dealing()])
    except Refused as refused:
        if len(dealt_in(table)) < table.game.players.least:
            return Now("seat the players", "sit 3 Ada 200", refused.clause)
        if table.game.button and not table.button and table.sign.button_start == "high_card":
            words = "deal one card face up to each player: the highest gets the button"
            return Now(words, "draw 8c Kd 5h", table.game.own("POKER 10(c)(2)"))
        return Now(f"no round yet: {refused.why}", "? for help", refused.clause)
    opened = next(entry.fact for entry in entries if isinstance(entry.fact, RoundOpened))
    ready = [f"button at seat {opened.button}"] if opened.button else []
    if opened.dues:
        ready.append(f"take in {listed(_owed(opened))}")
    words = "; ".join(ready) or "the cards are ready"
    begins = (Press(f"Begin round {table.rounds + 1}", ""),)
    return Now(words, _next_keys(sitting), table.game.own("POKER 5(b)"), presses=begins)


def _owed(opened: RoundOpened) -> Iterator[str]:
    """What is posted before the cards; a due that all players owe is said once."""
    for kind in dict.fromkeys(due.kind for due in opened.dues):
        dues = [due for due in opened.dues if due.kind == kind]
        if len(dues) == len(opened.stacks) and len({due.chips for due in dues}) == 1:
            yield f"each player's {kind} of {money(dues[0].chips)}"
        else:
            yield from (f"seat {due.seat}'s {kind} of {money(due.chips)}" for due in dues)


def _next_keys(sitting: Sitting) -> str:
    sign = sitting.life.sign
    keys = [f"Enter begins round {sitting.life.rounds + 1}"]
    if sign.straddle:
        keys.append("next straddle 3")
    if sign.bomb_pot:
        keys.append("next bomb")
    return ", ".join(keys)


# --- the dealer ------------------------------------------------------------------------------


def _dealer(sitting: Sitting, state: Round) -> Now:
    """Tasks, then the cards to name, or who acts once the tasks are done."""
    found = work(state)
    hint = directions(sitting.life, sitting.staff.duties.get("hand", ""))
    tasks = ", then ".join([*found.tasks, *([found.faces.words] if found.faces else [])])
    if found.faces:
        clause, seat = found.after.step.clause, found.faces.seat
        due = len(found.faces.places)
        return Now(tasks, _to_name(found.faces), clause, seat, hint, cards=due)
    done = Press("Done", "")
    if not found.after.turns:
        return Now(tasks, "Enter when it is done", state.step.clause, hint=hint, presses=(done,))
    follows = _players(sitting, found.after)
    how = f"Enter when it is done, or at once {follows.keys}"
    words, presses = f"{tasks}; then {follows.words}", (done, *follows.presses)
    return Now(words, how, state.step.clause, follows.seat, hint, presses)


EXAMPLE = ("8c", "Kd", "5h", "2s", "Jc", "9d", "4h", "As", "Tc")


def _to_name(faces: Faces) -> str:
    """Which cards are typed, in which order."""
    example = " ".join(EXAMPLE[: len(faces.places)])
    if len(set(faces.places)) == 1:
        return f"type the {'cards' if len(faces.places) > 1 else 'card'}, as in {example}"
    where = list(dict.fromkeys(faces.places))
    return f"type them for {listed(where)}, as in {example}"


# --- the players -----------------------------------------------------------------------------


def _players(sitting: Sitting, state: Round) -> Now:
    asked = [turn for turn in state.turns if turn.actor != DEALER]
    does = {option.does for turn in asked for option in turn.options}
    if "place" in does and state.at == 0:
        return _wagers(state, asked)
    if "agree" in does:
        who = listed(_named(sitting, turn.actor) for turn in asked)
        both = (Press("Yes, all of them", "y"), Press("No", "n"))
        how = "y or n, for one seat 3 y"
        return Now(f"{who}: run the rest twice?", how, state.step.clause, presses=both)
    if not asked:
        options = [option.does.replace("_", " ") for turn in state.turns for option in turn.options]
        return Now(f"the dealer: {listed(options, 'or')}", "? for help", state.step.clause)
    turn = asked[0]
    who = _named(sitting, turn.actor)
    first = isinstance(state.step, Showdown) and not any(h.strengths for h in state.hands.values())
    words = listed((_offer(state, turn, option) for option in turn.options), "or")
    lead = f"{who} shows first" if first else f"{who} to act"
    how = ", ".join(key for option in turn.options for key in _key(state, turn, option))
    presses = tuple(_press(state, turn, option) for option in turn.options)
    cards = max((_shown(state, turn) for one in turn.options if one.does == "show"), default=0)
    clause = _clause(sitting, state)
    return Now(f"{lead}: {words}", how, clause, turn.actor, presses=presses, cards=cards)


def _clause(sitting: Sitting, state: Round) -> str:
    """The clause under which the turn was given, once it was."""
    given = (event for event in reversed(sitting.rounds()[-1]) if isinstance(event, TurnGiven))
    last = next(given, None)
    return last.clause if last is not None and last.turns == state.turns else state.step.clause


def _named(sitting: Sitting, seat: int) -> str:
    there = sitting.life.seats.get(seat)
    return f"seat {seat} {there.person}" if there else f"seat {seat}"


def _wagers(state: Round, asked: list[Turn]) -> Now:
    spots = {option.spot: option for turn in asked for option in turn.options}
    parts = [f"{name} {_span(option)}" for name, option in spots.items()]
    ready = any(hand.stakes for hand in state.hands.values())
    seat = min((s for s, h in state.hands.items() if not h.stakes), default=asked[0].actor)
    first, *more = spots.values()
    how = f"{seat} {first.spot} {_plain(first.least)}"
    if more:
        how += f" {more[0].spot} {_plain(more[0].least)}"
    if ready:
        how = f"go for no more bets, or {how}"
    presses = [Press(f"Seat {seat}", how.removeprefix("go for no more bets, or "), open=True)]
    presses += [Press("No more bets", "go")] if ready else []
    words = f"take wagers: {listed(parts)}"
    return Now(words, how, state.step.clause, presses=tuple(presses))


def _plain(chips: int) -> str:
    return money(chips).removeprefix("$").replace(",", "")


def _span(option: Option) -> str:
    return " to ".join(dict.fromkeys((money(option.least), money(option.most))))


_OFFERS: dict[str, Callable[[Round, Turn, Option], str]] = {
    "call": lambda state, turn, option: _calls(state, turn),
    "bet": lambda state, turn, option: f"bet {_span(option)}",
    "raise": lambda state, turn, option: f"raise to {_span(option)}",
    "discard": lambda state, turn, option: _throws(option),
    "place": lambda state, turn, option: f"wager {_span(option)} on {option.spot}",
}


def _offer(state: Round, turn: Turn, option: Option) -> str:
    offer = _OFFERS.get(option.does)
    return offer(state, turn, option) if offer else option.does.replace("_", " ")


def _throws(option: Option) -> str:
    if option.least:
        return f"throw {option.least} card" + "s" * (option.least > 1)
    return f"throw up to {option.most} cards or stand pat"


def _calls(state: Round, turn: Turn) -> str:
    chips = state.stacks.get(turn.actor, 0)
    if chips <= turn.to_call:
        return f"call all-in for {money(chips)}"
    return f"call {money(turn.to_call)}"


def _key(state: Round, turn: Turn, option: Option) -> Iterator[str]:
    """The shortest way to type an option."""
    match option.does:
        case "bet" | "raise":
            letter = option.does[0]
            fixed = option.least == option.most
            yield letter if fixed else f"{letter} {_plain(option.least)}"
        case "discard":
            yield f"d {min(2, option.most)}"
            if not option.least:
                yield "d 0"
        case "show":
            yield f"s {''.join(EXAMPLE[: _shown(state, turn)])}".rstrip()
        case "place":
            yield "p"
        case _:
            yield {"check": "k", "call": "c", "play_on": "on", "stop": "stop"}.get(
                option.does, option.does[0]
            )


def _shown(state: Round, turn: Turn) -> int:
    """How many cards of a hand are named when it is shown."""
    hand = state.hands[turn.actor]
    return sum(card == "??" for card in (*hand.down, *hand.up))


def _press(state: Round, turn: Turn, option: Option) -> Press:
    """The button of an option: an amount or cards are filled in before it is sent."""
    label = _offer(state, turn, option)
    first = next(iter(_key(state, turn, option)))
    fixed = option.does not in ("bet", "raise", "discard") or option.least == option.most
    if option.does == "show":
        return Press("show", "s " if _shown(state, turn) else "s", open=bool(_shown(state, turn)))
    return Press(label, first, open=not fixed)
