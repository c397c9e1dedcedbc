"""Words for everything around a round: seats, stakes, the deck, disputes, removals, the button."""

from collections.abc import Callable, Sequence
from functools import partial

from croupier.assist.answering import read_words
from croupier.assist.dealing import completed
from croupier.assist.staff import Duty, read_person
from croupier.assist.talk import Talk
from croupier.assist.typed import read_cards, read_money, read_number
from croupier.chips import money
from croupier.engine.commands import Demand
from croupier.refused import Refused
from croupier.room.conduct.orders import FlagCollusion, Payment, RemovePlayer, RuleDispute
from croupier.room.custody.counting import PauseHand, RemoveDeck, ResumeHand
from croupier.room.custody.device import InstallShuffler, RemoveShuffler, ReportJam
from croupier.room.custody.orders import Recut
from croupier.room.house.notices import Notice
from croupier.room.house.people import Actor
from croupier.room.logbook import Command
from croupier.room.seating.lineup import dealt_in
from croupier.room.seating.orders import Buy, FreeSeat, Leave, Sit, SitIn, SitOut, StepAway
from croupier.room.table.orders import CloseTable, PlaceButton
from croupier.room.table.rounds import PassTurn, Play

Word = Callable[[Talk, Sequence[str]], None]
FORMS = ("chips", "currency", "coin")
ASKS: dict[str, type[Command]] = {
    "leave": Leave,
    "out": SitOut,
    "in": SitIn,
    "away": StepAway,
    "back": SitIn,
}


def read_seat(words: Sequence[str]) -> tuple[Actor, Sit]:
    """`3 Ada 200`: who sits down where, and with how many dollars; `3 Ada 200 currency`."""
    rest, form = _form(words)
    if len(rest) < 3:
        raise Refused("FIELD seat", "who sits where, with how much? type sit 3 Ada 200")
    seat, chips = read_number(rest[0], "seat"), read_money(rest[-1])
    who = Actor(read_person(" ".join(rest[1:-1]), "seat", "player"), "player")
    return who, Sit(seat=seat, chips=chips, form=form)  # type: ignore[arg-type]  # of FORMS


def _form(words: Sequence[str]) -> tuple[Sequence[str], str]:
    """The words before the form of money, and the form; chips if none is named."""
    if words and words[-1].lower() in FORMS:
        return words[:-1], words[-1].lower()
    return words, "chips"


def _seat(talk: Talk, words: Sequence[str]) -> int:
    """The taken seat that a line names after its word."""
    if len(words) < 2:
        raise Refused("FIELD seat", f"which seat? type {words[0]} 3")
    seat = read_number(words[1], "seat")
    if seat not in talk.sitting.life.seats:
        raise Refused("FIELD seat", f"nobody sits at seat {seat}")
    return seat


def _player(talk: Talk, seat: int) -> Actor:
    return Actor(talk.sitting.life.seats[seat].person, "player")


def _reasoned(
    talk: Talk, words: Sequence[str], question: str, then: Callable[[str], None], clause: str
) -> None:
    """Take the words after a line's head as its reason, or ask for one."""
    if words:
        then(" ".join(words))
    else:
        own = talk.sitting.life.game.own(clause)
        talk.ask(
            question, "type it in a few words", lambda text: then(read_words(text, question)), own
        )


def _staff_does(talk: Talk, typed: Sequence[str], command: Command) -> None:
    talk.enter(" ".join(typed), [(talk.sitting.staff.giver(command), command)])


# --- seats and stakes ------------------------------------------------------------------------


def sit(talk: Talk, words: Sequence[str]) -> None:
    """`sit 3 Ada 200`, `sit 3 Ada 200 currency`."""
    talk.sitting.life.check_open()
    who, says = read_seat(words[1:])
    if who.name in talk.sitting.staff.duties.values():
        own = talk.sitting.life.game.own("POKER 6(b)")
        raise Refused(own, f"{who.name} is on duty here and does not play")
    talk.enter(" ".join(words), [(who, says)])


def ask(talk: Talk, words: Sequence[str]) -> None:
    """A request of a seated player: `leave 3`, `away 3`, `back 3`."""
    seat = _seat(talk, words)
    if words[2:]:
        raise Refused("FIELD amount", f"type {words[0]} {seat}, or buy {seat} 100")
    talk.enter(" ".join(words), [(_player(talk, seat), ASKS[words[0].lower()]())])


def buy(talk: Talk, words: Sequence[str]) -> None:
    """`buy 3 100`, `buy 3 100 currency`."""
    rest, form = _form(words)
    seat = _seat(talk, rest)
    if len(rest) != 3:
        raise Refused("FIELD amount", "how much? type buy 3 100, or buy 3 100 currency")
    says = Buy(chips=read_money(rest[2]), form=form)  # type: ignore[arg-type]  # of FORMS
    talk.enter(" ".join(words), [(_player(talk, seat), says)])


def free(talk: Talk, words: Sequence[str]) -> None:
    """`free 3`: a seat that is kept too long."""
    _staff_does(talk, words, FreeSeat(seat=_seat(talk, words)))


def let_pass(talk: Talk, words: Sequence[str]) -> None:
    """`pass 3`: act for a player who is not there, check or fold (A-52)."""
    _staff_does(talk, words, PassTurn(seat=_seat(talk, words)))


# --- the deck --------------------------------------------------------------------------------


def recut(talk: Talk, words: Sequence[str]) -> None:
    """`recut a card showed`: the supervisor has the cards cut again."""
    who = talk.sitting.staff.name("supervisor")

    def again(reason: str) -> None:
        _staff_does(talk, ["recut", reason], Recut(reason=reason))

    live = talk.sitting.life.custody
    if live.live not in live.decks or live.decks[live.live].status != "cut":
        own = talk.sitting.life.game.own("POKER 5(c)")
        raise Refused(own, "a recut is possible only after the cut and before the first card")
    _reasoned(talk, words[1:], f"why does {who} have the cards cut again?", again, "POKER 5(c)")


def pause(talk: Talk, words: Sequence[str]) -> None:
    """`pause change for seat 3`: the deck is set down under a marker."""
    duty: Duty = "dealer" if talk.sitting.life.playing else "floor"

    def down(reason: str) -> None:
        by = talk.sitting.staff.actor(duty)
        talk.enter(f"pause {reason}", [(by, PauseHand(reason=reason))])
        talk.said = "the marker button lies on the deck: resume takes it off"

    _reasoned(talk, words[1:], "why is the deck set down?", down, "POKER 6(e)(1)")


def resume(talk: Talk, words: Sequence[str]) -> None:
    """`resume`: the marker comes off."""
    _staff_does(talk, words[:1], ResumeHand())


def replace_deck(talk: Talk, words: Sequence[str]) -> None:
    """`replace red`: the floor takes a deck off the table."""
    decks = talk.sitting.life.custody.decks.values()
    named = [deck for deck in decks if words[1:] and words[1].lower() in (deck.colour, deck.name)]
    if not named:
        colours = " or ".join(f"replace {deck.colour}" for deck in decks)
        raise Refused("FIELD deck", f"which deck? type {colours or 'replace red'}")

    def gone(reason: str) -> None:
        _staff_does(talk, [*words[:2], reason], RemoveDeck(deck=named[0].name, reason=reason))

    who = talk.sitting.staff.name("floor")
    _reasoned(talk, words[2:], f"why does {who} replace the deck?", gone, "POKER 2(b)")


def shuffler(talk: Talk, words: Sequence[str]) -> None:
    """`shuffler jam`, `shuffler off`, `shuffler on`."""
    what = words[1].lower() if words[1:] else ""
    if what == "on":
        _staff_does(talk, words, InstallShuffler())
        return
    says = {"jam": ReportJam, "off": RemoveShuffler}.get(what)
    if says is None:
        raise Refused("FIELD entry", "type shuffler jam, shuffler off or shuffler on")

    def answered(reason: str) -> None:
        _staff_does(talk, [*words[:2], reason], says(reason=reason))

    _reasoned(talk, words[2:], "what happened to the shuffler?", answered, "POKER 15(p)")


def draw(talk: Talk, words: Sequence[str]) -> None:
    """`draw 8c Kd 5h`: the cards that place the first button, from the dealer's left."""
    drawn = read_cards("".join(words[1:]))
    _staff_does(talk, words, PlaceButton(drawn=drawn))


# --- disputes and conduct --------------------------------------------------------------------


def rule(talk: Talk, words: Sequence[str]) -> None:
    """`rule`, or `rule final` by the shift supervisor; asked are dispute, ruling and reason."""
    final = [word.lower() for word in words[1:2]] == ["final"]
    by = talk.sitting.staff.actor("supervisor" if final else "floor")
    head, who = words[: 1 + final], by.name
    clause = talk.sitting.life.game.own("POKER 15(b)")
    given: list[str] = []
    questions = (
        "what is in dispute?",
        f"how does {who} rule? (pay 2 3 25: seat 2 gives seat 3 $25)",
        "for which reason?",
    )

    def answered(text: str) -> None:
        given.append(read_words(text, questions[len(given)]))
        if len(given) < len(questions):
            talk.ask(questions[len(given)], "type it in a few words", answered, clause)
            return
        dispute, ruling, reason = given
        says = RuleDispute(
            dispute=dispute, ruling=ruling, reason=reason, payments=_payments(ruling)
        )
        talk.enter(" ".join([*head, "; ".join(given)]), [(by, says)])

    _reasoned(talk, words[len(head) :], questions[0], answered, "POKER 15(b)")


def _payments(ruling: str) -> tuple[Payment, ...]:
    words = ruling.lower().split()
    if words[:1] != ["pay"]:
        return ()
    if len(words) != 4:
        raise Refused("FIELD payments", "type pay, two seats and an amount, as in pay 2 3 25")
    source, target = (read_number(word, "seat") for word in words[1:3])
    return (Payment(source, target, read_money(words[3])),)


def demand(talk: Talk, words: Sequence[str]) -> None:
    """`demand 3 AhKd`: the floor has a discarded hand turned up (POKER 15(d))."""
    seat = _seat(talk, words)
    cards = read_cards("".join(words[2:]))
    state = talk.sitting.life.round
    thrown = next((pile.cards for pile in state.discards if pile.seat == seat), ()) if state else ()
    if state is None or not cards:
        raise Refused("FIELD cards", f"which cards are turned up? type demand {seat} AhKd")
    says = Play(command=Demand(seat, completed(thrown, cards)))
    talk.enter(" ".join(words), [(talk.sitting.staff.actor("floor"), says)])


def flag(talk: Talk, words: Sequence[str]) -> None:
    """`flag 2 3 soft play`: what looks like collusion, with the grounds."""
    numbers = [word for word in words[1:] if word.isdigit()]
    players = tuple(_player(talk, _seat(talk, ["flag", word])).name for word in numbers)
    if not players:
        raise Refused("FIELD seat", "which seats? type flag 2 3 and the grounds")

    def flagged(grounds: str) -> None:
        _staff_does(
            talk, ["flag", *numbers, grounds], FlagCollusion(players=players, grounds=grounds)
        )

    _reasoned(talk, words[1 + len(numbers) :], "on which grounds?", flagged, "POKER 16(a)")


def remove(talk: Talk, words: Sequence[str]) -> None:
    """`remove 3`: the floor has a player leave the game, and the IEB is notified."""
    seat = _seat(talk, words)
    who, floor = _player(talk, seat).name, talk.sitting.staff.name("floor")
    game = talk.sitting.life.game

    def caused(cause: str) -> None:
        if game.document.notifies_of_removals:
            question = "which agent of the IEB was notified?"
            then = partial(notified, cause)
            talk.ask(question, "type the name", then, game.own("POKER 16(b)"))
        else:
            _staff_does(talk, [*words[:2], cause], RemovePlayer(seat=seat, cause=cause))

    def notified(cause: str, agent: str) -> None:
        name = read_person(agent, "agent", "agent of the IEB")
        notice = Notice(name, talk.sitting.clock())
        says = RemovePlayer(seat=seat, cause=cause, notice=notice)
        _staff_does(talk, [*words[:2], f"{cause}; {agent}"], says)

    question = f"why does {floor} have {who} leave the game?"
    _reasoned(talk, words[2:], question, caused, "POKER 16(b)")


# --- the shift, and rounds -------------------------------------------------------------------


def duty(talk: Talk, words: Sequence[str]) -> None:
    """`dealer Dana`: another person takes a duty over."""
    talk.on_duty(words[0].lower(), " ".join(words[1:]))  # type: ignore[arg-type]  # one of DUTIES


def hand(talk: Talk, words: Sequence[str]) -> None:
    """`hand`: choose another hand, where the rules let the dealer (THB 8(b)(2))."""
    game = talk.sitting.life.game
    if not game.banked:
        why = "the dealer keeps to one hand: a new dealer chooses again"
        raise Refused(game.own("POKER 6(e)(1)"), why)
    talk.sitting.life.check_between("POKER 1 round of play")
    talk.enter(" ".join(words), [], hand="")


def close(talk: Talk, words: Sequence[str]) -> None:
    """`close`: the floor closes the table, and every player takes the chips along."""
    talk.sitting.life.check_between("POKER 1 round of play")
    stacks = sum(talk.sitting.life.stacks.values())
    who = talk.sitting.staff.name("floor")

    def closed(answer: str) -> None:
        if answer.lower() not in ("y", "yes"):
            talk.said = "nothing was recorded"
        else:
            _staff_does(talk, ["close"], CloseTable())

    words_asked = f"{who} closes the table, and the players take {money(stacks)} along?"
    talk.ask(words_asked, "y when it is done", closed, talk.sitting.life.game.own("POKER 4(a)"))


def begin(talk: Talk, words: Sequence[str]) -> None:
    """`next`, `next straddle 3`, `next bomb 1 2 5`."""
    if talk.sitting.life.playing:
        talk.sitting.life.check_between("POKER 1 round of play")
    if talk.steps:
        raise Refused(talk.steps[0].clause, f"first: {talk.steps[0].words}")
    talk.sitting.life.check_open()
    rest = [word.lower() for word in words[1:]]
    straddle, bomb = 0, tuple[int, ...]()
    if rest[:1] == ["straddle"]:
        straddle = read_number("".join(rest[1:2]), "seat")
    elif rest[:1] == ["bomb"]:
        named = tuple(read_number(word.strip(","), "seat") for word in rest[1:])
        bomb = named or tuple(dealt_in(talk.sitting.life))
    elif rest:
        raise Refused("FIELD entry", "type next, next straddle 3 or next bomb")
    talk.enter(" ".join(words), [talk.sitting.dealing(straddle=straddle, bomb=bomb)])


TABLE_WORDS: dict[str, Word] = {
    "next": begin,
    "deal": begin,
    "sit": sit,
    "buy": buy,
    **dict.fromkeys(ASKS, ask),
    "free": free,
    "pass": let_pass,
    "draw": draw,
    "recut": recut,
    "pause": pause,
    "resume": resume,
    "replace": replace_deck,
    "shuffler": shuffler,
    "rule": rule,
    "demand": demand,
    "flag": flag,
    "remove": remove,
    "dealer": duty,
    "floor": duty,
    "supervisor": duty,
    "hand": hand,
    "close": close,
}
