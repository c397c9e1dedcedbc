"""What hands do with cards, in words: the steps between rounds, and how a deck is held."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from croupier.assist.staff import Staff
from croupier.room.custody import counting, device
from croupier.room.custody import orders as deck
from croupier.room.logbook import Command
from croupier.room.table.state import Table
from croupier.views.narration.wording import Line, listed, seats

Worded = Callable[[Table, Any, str], tuple[str, str]]  # the words of a step, and those of a list


def decks_in_words(table: Table, orders: Sequence[Command]) -> str:
    """The decks of orders, by the colors of their backs."""
    names = [order.deck for order in orders if isinstance(order, counting.OfDeck)]
    known = table.custody.decks
    colours = [known[name].colour for name in dict.fromkeys(names) if name in known]
    if not colours:
        return "the deck"
    if len(colours) > 1:
        return f"the {listed(colours)} decks"
    return f"the {colours[0]} deck" if len(known) > 1 else "the deck"


def of_cards(table: Table, orders: Sequence[Command], staff: Staff) -> tuple[str, str]:
    """What orders about cards ask of hands and eyes, and the same for a list."""
    last = orders[-1]
    alike = [order for order in orders if type(order) is type(last)]
    words, short = _STEPS[type(last)](table, last, decks_in_words(table, alike))
    if isinstance(orders[0], deck.PutInPlay) and len(orders) > 1:
        words = f"put {decks_in_words(table, orders[:1])} in play: {words}"
    if staff.giver(last).role != "dealer":
        words = f"{staff.giver(last).name} {words}"
    elif isinstance(last, counting.RemoveDeck):
        words = words.replace("takes ", "take ", 1)
    return words, short


def _received(table: Table, says: deck.ReceiveDecks, decks: str) -> tuple[str, str]:
    colours = [f"a {new.colour} one" for new in says.decks]
    what = f"{listed(colours)}" if len(colours) > 1 else f"a {says.decks[0].colour} deck"
    return f"receive the decks: {what}" if len(colours) > 1 else f"receive {what}", "receive"


def _inspected(table: Table, says: deck.InspectDeck, decks: str) -> tuple[str, str]:
    return f"sort, inspect and count {decks}: {says.count} cards", f"inspect {decks}"


def _spread(table: Table, says: deck.SpreadDeck, decks: str) -> tuple[str, str]:
    fans = " in fans," if table.game.banked else ""
    return f"spread {decks} face up,{fans} by suit and in sequence", "spread"


def _cut(table: Table, says: deck.CutDeck, decks: str) -> tuple[str, str]:
    rack = "; the cover card goes to the discard rack" if table.game.banked else ""
    how = "with one hand, ten cards or more onto the cover card, the rest on top"
    return f"cut {how}{rack}", "cut"


def _stub(table: Table, says: counting.CountStub, decks: str) -> tuple[str, str]:
    where = " face down on the layout" if table.game.banked else ""
    return f"count the stub{where}: {says.count} cards", "count the stub"


def _counted(table: Table, says: counting.CountDeck, decks: str) -> tuple[str, str]:
    return f"count {decks}: {says.count} cards", f"count {decks}"


def _returned(table: Table, says: counting.CountReturned, decks: str) -> tuple[str, str]:
    sizes = sorted(set(says.hands.values()))
    if len(sizes) == 1:
        each = f"{sizes[0]} cards" + (" each" if len(says.hands) > 1 else "")
        return f"count the hands that came back: {seats(sorted(says.hands))}, {each}", "count hands"
    parts = listed(f"seat {seat} {cards}" for seat, cards in sorted(says.hands.items()))
    return f"count the hands that came back: {parts} cards", "count hands"


def _finished(table: Table, says: device.FinishShuffle, decks: str) -> tuple[str, str]:
    counts = f": it counts {says.count} cards" if says.count >= 0 else ""
    return f"the shuffler is done with {decks}{counts}", "shuffled"


def _removed(table: Table, says: counting.RemoveDeck, decks: str) -> tuple[str, str]:
    return f"takes {decks} off the table: {says.reason}", f"remove {decks}"


def _does(words: str, short: str) -> Worded:
    def worded(table: Table, says: Command, decks: str) -> tuple[str, str]:
        return words.format(decks=decks), short.format(decks=decks)

    return worded


_STEPS: Mapping[type[Command], Worded] = {
    deck.ReceiveDecks: _received,
    deck.InspectDeck: _inspected,
    deck.VerifyDeck: _does("verifies {decks}", "verify"),
    deck.SpreadDeck: _spread,
    deck.OfferInspection: _does("offer the cards to the players for inspection", "offer"),
    deck.StoreDeck: _does("store {decks} in its place", "store {decks}"),
    deck.WashDeck: _does("turn {decks} face down, wash and stack", "wash"),
    deck.ShuffleDeck: _does("shuffle {decks} into one stack", "shuffle"),
    deck.PutInPlay: _does("put {decks} in play, in front of you", "put {decks} in play"),
    deck.CutDeck: _cut,
    deck.SortDeck: _does("put {decks} in suit and sequence", "sort {decks}"),
    deck.GoIdle: _does("nobody plays: spread the decks on the table", "spread"),
    deck.TurnUpDecks: _does("turn the spread decks face up", "turn up"),
    counting.CountDeck: _counted,
    counting.CountStub: _stub,
    counting.CountReturned: _returned,
    counting.RackStub: _does("put the stub in the discard rack, no card exposed", "rack the stub"),
    counting.RemoveDeck: _removed,
    device.LoadShuffler: _does("put {decks} into the shuffler", "load {decks}"),
    device.FinishShuffle: _finished,
}


# --- how cards are held and dealt ------------------------------------------------------------

OTHER = {"left": "right", "right": "left"}
METHODS = {
    "manual_shoe": "on which side of you is the dealing shoe: l or r?",
    "hand": "in which hand do you hold the deck: l or r?",
}


def hand_question(table: Table) -> tuple[str, str]:
    """What is asked about the dealer's hands at this table, and its clause; nothing to ask."""
    if not table.game.banked:
        return METHODS["hand"], table.game.own("POKER 6(e)(1)")
    method = table.sign.deal_method
    clauses = {"manual_shoe": "7(c)", "hand": "8(b)(2)"}
    return METHODS.get(method, ""), table.game.cite(clauses.get(method, "9(c)"))


def directions(table: Table, hand: str) -> Line | None:
    """How the dealer's hands deal the next cards, and where the cards go."""
    if not hand and hand_question(table)[0]:
        return None
    clause = hand_question(table)[1]
    if not table.game.banked:
        return Line(
            f"deck in your {hand} hand, level, over the table; burns apart from discards", clause
        )
    area = "the community cards" if table.game.document.has_pot else "the dealer's hand"
    cover = "" if table.game.document.has_pot else ", under a cover card"
    if table.sign.deal_method == "manual_shoe":
        words = f"draw from the shoe with your {hand} hand, place with the {OTHER[hand]}"
    elif table.sign.deal_method == "hand":
        words = f"deck in your {hand} hand, over the table inventory; deal with the {OTHER[hand]}"
    else:
        words = "deliver each stack face down as the shoe gives it"
    return Line(f"{words}; {area} in its area{cover}", clause)
