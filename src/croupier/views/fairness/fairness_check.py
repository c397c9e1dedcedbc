"""Check a fairness file: every card was in its place in the deck before the first was seen.

Only the roots are trusted, which were published before the first card. Where a card
must have lain follows from the cut and the order of dealing, which are in the round's log.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from croupier.cards import UNKNOWN
from croupier.engine import events as engine_events
from croupier.engine.events import AnyEvent, write_event
from croupier.engine.verify import verify_log
from croupier.games import game_of
from croupier.refused import Refused
from croupier.room.sealed import SALT, Opened, apart, are_weak, is_sealed, root_of
from croupier.room.shuffle import check_cut
from croupier.rules.game import Game
from croupier.views.fairness.fairness_file import (
    NOT_SEALED,
    FairnessFile,
    Place,
    Proof,
    Root,
    SealedFile,
    Whole,
    places,
    turned_up,
)

_HEX = re.compile(f"[0-9a-f]{{{2 * SALT}}}")
Key = tuple[int, int]  # a shuffle, and a position in it


def check_file(file: FairnessFile) -> list[str]:
    """Everything wrong with a player's file; nothing if every card is proven."""
    if not file.roots:
        return [NOT_SEALED]
    roots = {root.shuffle: root for root in file.roots}
    dealt: dict[Key, Place] = {place[:2]: place for left in places(file.log) for place in left}
    proofs = {(proof.shuffle, proof.position): proof for proof in file.cards}
    faults = [*_shuffles(game_of(file.game), file.log, roots)]
    for proof in file.cards:
        faults += _proof(proof, roots.get(proof.shuffle), dealt)
    faults += [*_twice(file.cards), *_salts(file.cards)]
    return [*faults, *_unproven(file.log, dealt, proofs)]


def _shuffles(game: Game, log: Sequence[AnyEvent], roots: Mapping[int, Root]) -> Iterator[str]:
    """Every shuffle has its root, of as many cards, and the deck was cut by the rule."""
    decks = [
        event
        for event in log
        if isinstance(event, engine_events.DeckCut | engine_events.Reshuffled)
    ]
    if set(roots) != set(range(len(decks))):
        yield f"{len(decks)} shuffles were dealt from, but {len(roots)} roots were published"
    for number, deck in enumerate(decks):
        if number in roots and roots[number].size != len(deck.order):
            yield f"shuffle {number} was sealed with {roots[number].size} cards"
        if isinstance(deck, engine_events.DeckCut) and (deck.cut or not game.banked):
            try:
                check_cut(deck.cut, len(deck.order))
            except Refused as refused:
                yield refused.why


def _proof(proof: Proof, root: Root | None, dealt: Mapping[Key, Place]) -> Iterator[str]:
    where = f"{proof.card.value} at position {proof.position} of shuffle {proof.shuffle}"
    if root is None:
        yield f"{where}: no root was published for this shuffle"
        return
    try:
        path = tuple(map(bytes.fromhex, proof.path))
        opened = Opened(proof.position, proof.card, bytes.fromhex(proof.salt), path)
        right = is_sealed(opened, bytes.fromhex(root.root), root.size)
    except ValueError:
        right = False
    if not right:
        yield f"{where}: card, salt, position and path do not lead to the root"
    place = dealt.get((proof.shuffle, proof.position))
    if place is None:
        yield f"{where}: no card was dealt from there"
    elif place.card not in (UNKNOWN, proof.card):
        yield f"{where}: {place.card.value} was dealt from there"


def _twice(cards: Sequence[Proof]) -> Iterator[str]:
    for (shuffle, card), count in Counter((one.shuffle, one.card) for one in cards).items():
        if count > 1:
            yield f"{card.value} lies {count} times in shuffle {shuffle}"


def _salts(cards: Sequence[Proof]) -> Iterator[str]:
    """A salt that can be guessed, or that opens a second card, proves nothing."""
    for shuffle in sorted({one.shuffle for one in cards}):
        salts = [one.salt for one in cards if one.shuffle == shuffle]
        if not all(map(_HEX.fullmatch, salts)) or are_weak([*map(bytes.fromhex, salts)]):
            yield f"shuffle {shuffle}: its salts were not drawn at random"


def _unproven(
    log: Sequence[AnyEvent], dealt: Mapping[Key, Place], proofs: Mapping[Key, Proof]
) -> Iterator[str]:
    """Every card that the log names is proven, and was dealt to where it turned up."""
    for key, place in dealt.items():
        if place.card is not UNKNOWN and key not in proofs:
            yield f"{place.card.value} ({place.to}) is not proven"
    went = {(dealt[key].to, proof.card) for key, proof in proofs.items() if key in dealt}
    missing = {named for event in log for named in turned_up(event)} - went
    for to, card in sorted(missing):
        yield f"{card.value} turned up ({to}) but is not proven to have been dealt there"


def check_sealed_file(file: SealedFile) -> list[str]:
    """Everything wrong with a round and its whole decks; the round is played again."""
    faults = check_decks(file)
    try:
        verify_log(map(write_event, file.log), game_of)
    except Refused as refused:
        faults.append(f"played again, the round differs: {refused.why}")
    return faults


def check_decks(file: SealedFile) -> list[str]:
    """What is wrong with its roots, its decks, and the places its cards were dealt from."""
    if not file.shuffles:
        return [NOT_SEALED]
    game = game_of(file.game)
    faults = [fault for whole in file.shuffles for fault in _whole(game, whole)]
    faults += _shuffles(game, file.log, {whole.root.shuffle: whole.root for whole in file.shuffles})
    return [*faults, *_dealt_otherwise(file)]


def _whole(game: Game, whole: Whole) -> Iterator[str]:
    root, deck = whole.root, game.cards
    name = f"shuffle {root.shuffle}"
    complete = len(deck) if root.shuffle == 0 else root.size
    if len(set(whole.order) & set(deck)) != complete or len(whole.order) != root.size:
        yield f"{name}: the deck is not complete, or a card is in it twice"
    if len(whole.salts) != SALT * len(whole.order):
        yield f"{name}: there are not as many salts as cards"
    elif root_of(whole.order, apart(whole.salts)).hex() != root.root:
        yield f"{name}: cards and salts do not lead to the published root"
    elif are_weak(apart(whole.salts)):
        yield f"{name}: its salts were not drawn at random"


def _dealt_otherwise(file: SealedFile) -> Iterator[str]:
    orders = {whole.root.shuffle: whole.order for whole in file.shuffles}
    for left in places(file.log):
        for place in left:
            order = orders.get(place.shuffle, ())
            lay = order[place.position] if place.position < len(order) else UNKNOWN
            if lay is not place.card:
                yield (
                    f"{place.card.value} was dealt ({place.to}) from position {place.position} of "
                    f"shuffle {place.shuffle}, where {lay.value} lay"
                )


def check_against(file: FairnessFile, sealed: SealedFile) -> list[str]:
    """Where a player's file and the sealed file of its round disagree."""
    if (file.table, file.round) != (sealed.table, sealed.round):
        return [f"the sealed file is of round {sealed.round} of table {sealed.table}"]
    wholes = {whole.root.shuffle: whole for whole in sealed.shuffles}
    faults = []
    for root in file.roots:
        if root.shuffle not in wholes or wholes[root.shuffle].root.root != root.root:
            faults.append(f"shuffle {root.shuffle}: the player has a different root")
    for proof in file.cards:
        whole = wholes.get(proof.shuffle)
        salts = apart(whole.salts) if whole else ()
        if (
            whole is None
            or not 0 <= proof.position < len(whole.order)
            or (
                whole.order[proof.position],
                salts[proof.position].hex(),
            )
            != (proof.card, proof.salt)
        ):
            faults.append(f"{proof.card.value} at position {proof.position} is not the card there")
    return faults
