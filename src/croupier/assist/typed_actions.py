"""A line of a round into commands: `r 80`, `3 ante 10`, `s AhKd`, `8c Kd 5h`."""

from collections.abc import Callable, Sequence

from croupier.assist.dealing import completed, work
from croupier.assist.typed import (
    is_amount,
    looks_like_cards,
    read_cards,
    read_money,
    read_number,
)
from croupier.cards import UNKNOWN
from croupier.chips import Chips, money
from croupier.engine import commands as say
from croupier.engine.accounts import stack
from croupier.engine.layout import layout, span
from croupier.engine.round import Round
from croupier.engine.turns import DEALER, Option, Turn
from croupier.refused import Refused

ALIASES = {
    "fold": "f",
    "check": "k",
    "x": "k",
    "call": "c",
    "bet": "b",
    "raise": "r",
    "to": "r",
    "allin": "a",
    "all-in": "a",
    "all": "a",
    "ai": "a",
    "draw": "d",
    "discard": "d",
    "throw": "d",
    "pat": "d",
    "show": "s",
    "shows": "s",
    "muck": "m",
    "yes": "y",
    "no": "n",
    "play": "p",
    "place": "p",
    "nmb": "go",
}


class Unknown(Refused):
    """A word that is no action."""


def read_action(state: Round, text: str) -> list[say.Command]:
    """All commands of a line: what the dealer has done by then, and what was said."""
    text = " ".join(text.split())
    first = text.lower().partition(" ")[0]
    if looks_like_cards(first) and first not in ACTIONS:
        return _named(state, text)
    found = work(state)
    if not first:
        return _done(state)
    if found.faces:
        raise Refused("FIELD cards", f"first {found.faces.words}, and type the cards")
    return [*found.commands, *_spoken(found.after, text.lower().split())]


def _done(state: Round) -> list[say.Command]:
    found = work(state)
    if found.faces:
        raise Refused("FIELD cards", f"{found.faces.words}, and type the cards")
    if not found.commands:
        raise Refused("FIELD entry", "a player must act: type the action, or ? for help")
    return list(found.commands)


def _named(state: Round, text: str) -> list[say.Command]:
    cards, found = read_cards(text), work(state)
    if found.faces is None:
        raise Refused("FIELD cards", "no card is due now: w says what to do")
    return [*found.commands, found.faces.named(cards)]


def _spoken(state: Round, words: list[str]) -> list[say.Command]:
    """What a player says: a seat may lead, and must where several are asked."""
    seat = 0
    if len(words) > 1 and words[0].isdigit():
        seat, words = read_number(words[0], "seat"), words[1:]
    word, rest = ALIASES.get(words[0], words[0]), words[1:]
    if word == "a" and rest[:1] == ["in"]:
        rest = rest[1:]
    if words[0] == "pat":
        rest = ["0"]
    if word == "go":
        return [say.NoMoreBets()]
    turn = _asked(state, seat, word)
    if turn.option("place"):
        return [_place(state, turn, [word, *rest])]
    if turn.option("agree"):
        return _agree(state, seat, word)
    act = _ACTS.get(word)
    if act is None:
        raise Unknown("FIELD entry", f"{words[0][:12]!r} is not an action here")
    return [act(state, turn, rest)]


def _asked(state: Round, seat: int, word: str) -> Turn:
    """Whose turn a line is for: the seat named, or the only one asked."""
    players = [turn for turn in state.turns if turn.actor != DEALER]
    if seat:
        return state.turn(seat) or Turn(seat, ())  # the engine says why not
    if len(players) > 1 and word not in ("y", "n"):
        if word not in ACTIONS and not any(turn.option("place") for turn in players):
            raise Unknown("FIELD entry", f"{word[:12]!r} is not an action here")
        raise Refused(
            "FIELD seat", f"whose is it? begin with the seat, as in {players[0].actor} ..."
        )
    if not players:
        raise Refused("FIELD entry", "no player is to act: w says what to do")
    return players[0]


# --- one action each -------------------------------------------------------------------------


def _fold(state: Round, turn: Turn, rest: Sequence[str]) -> say.Command:
    return say.Fold(turn.actor)


def _check(state: Round, turn: Turn, rest: Sequence[str]) -> say.Command:
    return say.Check(turn.actor)


def _call(state: Round, turn: Turn, rest: Sequence[str]) -> say.Command:
    """Call; where nothing is owed, `c` is a check."""
    free = turn.option("check") and not turn.option("call")
    return say.Check(turn.actor) if free else say.Call(turn.actor)


def _wager(state: Round, turn: Turn, rest: Sequence[str]) -> say.Command:
    """Bet or raise to a total; where one amount alone is allowed, it need not be typed."""
    option = turn.option("bet") or turn.option("raise")
    amounts = [word for word in rest if word != "to"]
    if not amounts:
        if option is None or option.least != option.most:
            raise Refused("FIELD amount", _how_much(option))
        return _make(state, turn, Chips(option.most))
    return _make(state, turn, _one_amount(amounts))


def _one_amount(words: Sequence[str]) -> Chips:
    """The only amount that was typed: two of them are not one number."""
    if len(words) > 1:
        raise Refused("FIELD amount", f"type one amount, not {' '.join(words)[:20]!r}")
    return Chips(read_money(words[0]))


def _how_much(option: Option | None) -> str:
    if option is None:
        return "how much? type the total, as in r 80"
    return f"how much? {money(option.least)} to {money(option.most)}, in all"


def _make(state: Round, turn: Turn, to: Chips) -> say.Command:
    raises = turn.option("raise") or (state.betting.price and not turn.option("bet"))
    return (say.RaiseTo if raises else say.Bet)(turn.actor, to)


def _all_in(state: Round, turn: Turn, rest: Sequence[str]) -> say.Command:
    chips = state.accounts.get(stack(turn.actor), Chips(0))
    option = turn.option("bet") or turn.option("raise")
    total = Chips(chips + state.hands[turn.actor].bet)
    if turn.option("call") and chips <= turn.to_call:
        return say.Call(turn.actor)
    if option is not None and total > option.most:
        raise Refused(
            "FIELD amount",
            f"{money(option.most)} is the limit, less than all-in for {money(total)}",
        )
    return _make(state, turn, total)


def _discard(state: Round, turn: Turn, rest: Sequence[str]) -> say.Command:
    """How many cards are thrown; which ones stays unknown."""
    if not rest:
        raise Refused("FIELD cards", "how many cards are discarded? type d 2, or d 0 to stand pat")
    if len(rest) == 1 and rest[0].isdigit():
        return say.Discard(turn.actor, (UNKNOWN,) * read_number(rest[0], "cards"))
    return say.Discard(turn.actor, read_cards("".join(rest)))


def _show(state: Round, turn: Turn, rest: Sequence[str]) -> say.Command:
    """Show a hand: all of it, or only the cards that were not known."""
    hand = state.hands.get(turn.actor)
    cards = read_cards("".join(rest))
    if hand is None or not cards:
        return say.Show(turn.actor, cards)
    return say.Show(turn.actor, completed(hand.down + hand.up, cards))


def _muck(state: Round, turn: Turn, rest: Sequence[str]) -> say.Command:
    return say.Muck(turn.actor)


def _surrender(state: Round, turn: Turn, rest: Sequence[str]) -> say.Command:
    return say.Surrender(turn.actor)


def _push(state: Round, turn: Turn, rest: Sequence[str]) -> say.Command:
    """Chips put forward without a word: the rules say what they amount to (POKER 7(f))."""
    return _stated(state, turn.actor, "", Chips(0), rest)


def _say(state: Round, turn: Turn, rest: Sequence[str]) -> say.Command:
    """What a player said, and the chips that came with it: `say raise 80 push 25 25`."""
    at = next((place for place, word in enumerate(rest) if word in _AFTER_WORDS), len(rest))
    words, pushed = rest[:at], [word for word in rest[at:] if word != "push"]
    if not words or words[0] not in ("fold", "check", "call", "bet", "raise"):
        raise Refused("FIELD entry", "what was said? type say raise 80, or say call")
    amount = _one_amount(words[1:]) if words[1:] else Chips(0)
    return _stated(state, turn.actor, words[0], amount, pushed)


def _toss(state: Round, turn: Turn, rest: Sequence[str]) -> say.Command:
    """A hand thrown face down toward the discards (POKER 15(j)(1))."""
    return say.Say(turn.actor, threw_hand=True)


_AFTER_WORDS = ("push", "more", "toss")


def _stated(
    state: Round, seat: int, word: str, amount: Chips, pushed: Sequence[str]
) -> say.Command:
    """One statement; `more` says that chips will follow, `toss` that the hand was thrown away.

    After "raise" the hands do not rest yet (POKER 7(g)(3)); else the player has called the bet
    not complete (POKER 7(g)(1)).
    """
    begun, more = state.amiss.pending, "more" in pushed
    raising = word == "raise" or (begun is not None and begun.word == "raise")
    chips = tuple(read_money(one) for one in pushed if one not in _AFTER_WORDS)
    return say.Say(
        seat,
        word=word,  # type: ignore[arg-type]  # one of its words
        amount=amount,
        chips=chips,
        incomplete=more and not raising,
        resting=not (more and raising),
        threw_hand="toss" in pushed,
    )


def _stop(state: Round, turn: Turn, rest: Sequence[str]) -> say.Command:
    return say.Stop(turn.actor)


def _play_on(state: Round, turn: Turn, rest: Sequence[str]) -> say.Command:
    return say.PlayOn(turn.actor)


def _protect(state: Round, turn: Turn, rest: Sequence[str]) -> say.Command:
    return say.Protect(turn.actor)


_ACTS: dict[str, Callable[[Round, Turn, Sequence[str]], say.Command]] = {
    "f": _fold,
    "k": _check,
    "c": _call,
    "b": _wager,
    "r": _wager,
    "a": _all_in,
    "d": _discard,
    "s": _show,
    "m": _muck,
    "surrender": _surrender,
    "stop": _stop,
    "on": _play_on,
    "protect": _protect,
    "push": _push,
    "say": _say,
    "toss": _toss,
}


ACTIONS = (*ALIASES, *_ACTS, "go")  # every word of a round


def _agree(state: Round, seat: int, word: str) -> list[say.Command]:
    """Yes of one seat or of all who are asked; one no is enough."""
    if word not in ("y", "n"):
        raise Refused("FIELD entry", "run the rest twice? type y or n")
    asked = [turn.actor for turn in state.turns if turn.option("agree")]
    named = [seat] if seat else (asked if word == "y" else asked[:1])
    return [say.Agree(one, word == "y") for one in named]


# --- wagers against the bank -----------------------------------------------------------------


def _place(state: Round, turn: Turn, words: Sequence[str]) -> say.Command:
    """Wagers before the cards, or the answer to a choice."""
    if state.at:
        return _choice(turn, words[0])
    position, coupon, spots = 0, Chips(0), list[str]()
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word in ("at", "coupon") and rest:
            if word == "at":
                position = read_number(rest.pop(0), "position")
            else:
                coupon = read_money(rest.pop(0))
        else:
            spots.append(word)
    return say.Place(turn.actor, _wagers(state, spots), position, coupon)


def _choice(turn: Turn, word: str) -> say.Command:
    option = turn.option("place")
    assert option is not None
    if word in ("p", "c", "b", "r", "y", option.spot):
        return say.Place(turn.actor, {option.spot: Chips(option.most)})
    others: dict[str, Callable[[int], say.Command]] = {
        "f": say.Fold,
        "k": say.Check,
        "s": say.Surrender,
        "surrender": say.Surrender,
    }
    if word not in others:
        raise Refused("FIELD entry", f"type p for the {option.spot} wager, or what is done instead")
    return others[word](turn.actor)


def _wagers(state: Round, words: Sequence[str]) -> dict[str, Chips]:
    """Amounts with the names of their spots, or in the order of the layout."""
    spots = list(layout(state))
    found: dict[str, Chips] = {}
    name: list[str] = []
    for word in words:
        if not is_amount(word):
            name.append(word)
            continue
        named = _spot(spots, " ".join(name)) if name else _next(spots, found)
        found[named] = read_money(word)
        name = []
    if name:
        raise Refused("FIELD wagers", f"how much on {' '.join(name)[:20]!r}? type ante 10")
    for spot in layout(state).values():  # one amount alone, and it is required: it goes along
        least, most = span(spot, state.sign)
        if spot.required and least == most and any(found.values()) and len(state.order) > 1:
            found.setdefault(spot.name, least)
    return found


def _spot(spots: Sequence[str], typed: str) -> str:
    fits = [spot for spot in spots if spot.startswith(typed.replace("-", " "))]
    return fits[0] if len(fits) == 1 else typed


def _next(spots: Sequence[str], found: dict[str, Chips]) -> str:
    free = [spot for spot in spots if spot not in found]
    if not free:
        raise Refused("FIELD wagers", f"this table has {len(spots)} spots: {', '.join(spots)}")
    return free[0]
