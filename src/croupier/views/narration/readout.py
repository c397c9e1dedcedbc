"""A hand read out to the one who holds it: what it amounts to now, in words."""

from collections import Counter

from croupier.cards import UNKNOWN, Card
from croupier.engine.round import Hand, Round
from croupier.engine.settle import reads
from croupier.rankings import FAMILIES
from croupier.rankings.words import NAMES, Called, plural
from croupier.rules.steps import Share
from croupier.views.narration.narrate_banked import against_dealer
from croupier.views.narration.narrate_end import BOARDS, made


def read_out(state: Round, hand: Hand) -> list[Called]:
    """What a hand amounts to now; nothing when some of its cards are not this viewer's to know."""
    own = hand.down + hand.up
    if not own or UNKNOWN in own:
        return []
    if state.game.banked:
        return against_dealer(state, own) or _groups(own + state.boards[0])
    if not all(_whole(state, share, own) for share in state.showdown.shares):
        return _groups(own + state.boards[0] + state.common)
    two = len([board for board in state.boards if board]) > 1
    return [
        name
        for number, board in enumerate(state.boards)
        if board or not two
        for name in made(state, own, board, f"{BOARDS[number]} " if two else "")
    ]


def _groups(cards: tuple[Card, ...]) -> list[Called]:
    words = groups(cards)
    return [Called(words, brief=words)] if words else []


def best_cards(state: Round, hand: Hand) -> tuple[Card, ...]:
    """The cards that play, for the first share of the first board; none while it is not whole."""
    own = hand.down + hand.up
    if not own or UNKNOWN in own:
        return ()
    board = state.boards[0] + state.common
    if state.game.banked:
        ranking, pick = reads(state.game)
        if len(own) + len(board) < FAMILIES[ranking].size:
            return ()
        found = FAMILIES[ranking].hand_of(own, board, pick)
        return found.cards if found else ()
    share = state.showdown.shares[0]
    if not _whole(state, share, own):
        return ()
    found = FAMILIES[share.ranking].hand_of(own, board, share.pick)
    return found.cards if found else ()


def _whole(state: Round, share: Share, own: tuple[Card, ...]) -> bool:
    """Whether enough cards lie there for this share's hand, as its pick takes them."""
    board = state.boards[0] + state.common
    size = FAMILIES[share.ranking].size
    needs_board = getattr(share.pick, "board", 0)
    return len(own) + len(board) >= size and len(board) >= needs_board


def groups(cards: tuple[Card, ...]) -> str:
    """Name the equal ranks in too few cards for a hand, else the highest card.

    >>> from croupier.cards import parse_cards
    >>> groups(parse_cards("KsKd4c")), groups(parse_cards("As7d")), groups(parse_cards("Jk14c"))
    ('pair of kings', 'ace high', 'joker and four')
    """
    known = [card for card in cards if card is not UNKNOWN]
    jokers = [card for card in known if card.value.startswith("Jk")]
    ranks = Counter(card.rank + 2 for card in known if card not in jokers)
    if not known or not ranks:
        return "joker" if jokers else ""
    top = max(ranks)
    if jokers:
        return f"joker and {NAMES[top]}"
    most = max(ranks, key=lambda rank: (ranks[rank], rank))
    if ranks[most] == 1:
        return f"{NAMES[top]} high"
    pairs = sorted((rank for rank in ranks if ranks[rank] == 2), reverse=True)
    if ranks[most] == 2 and len(pairs) > 1:
        return f"{plural(pairs[0])} and {plural(pairs[1])}"
    kind = {2: "pair of", 3: "three", 4: "four"}[ranks[most]]
    return f"{kind} {plural(most)}"
