"""What a game deals, as a question of chances sees it: read from its definition, game by none."""

import re
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import DECK_52, check_distinct, parse_cards
from croupier.odds.notation import RANDOM, cards_named, refused
from croupier.odds.patterns import WHOLE
from croupier.odds.ranges import Range, known, mask_of, read_known, read_range, read_start
from croupier.rankings import FAMILIES
from croupier.refused import Refused
from croupier.rules.game import Game
from croupier.rules.steps import Board, Deal, Discard, Draw, Share, Showdown

_DRAWN = re.compile(r"((?:\[[^\]]*\]|[^,()])*):\s*(\d+|[^\s.\d]?)")
_PARTS = re.compile(r",(?![^\[(]*[\])])")  # commas outside brackets
_FROM_ACE = re.compile(r"(\[[^\]]*)\bA-(?=[2-9TJQK])", re.IGNORECASE)  # where aces are low
_CARDS = re.compile(r"(?:(?:[2-9TJQKA]|10)[cdhs]|\?\?|Jk\d|\s)*")


class Layout(Struct, frozen=True):
    """Cards dealt to each player and to the board, draws, and the shares of the pot."""

    down: int
    up: int
    board: int
    common: int  # cards that may be dealt to all in common when the deck runs short
    draws: int
    most_drawn: int
    shares: tuple[Share, ...]
    deck: int = WHOLE  # the cards that are played with, a bit for each
    thrown: int = 0  # cards thrown without replacement: a hand is what is kept
    aces_low: bool = False

    @property
    def own(self) -> int:
        """How many own cards a player has in the end, for exact counts."""
        return self.down + self.up

    @property
    def board_most(self) -> int:
        """How many community cards an equity question can have."""
        return self.board or self.common

    def with_board(self, known: int) -> "Layout":
        """The layout of an equity question with this many cards on the board."""
        if self.board or not known:
            return self
        down = self.down - 1  # the last card of all is dealt down, the one before it up
        up, low = self.up - (known - 1), self.aces_low
        return Layout(down, up, known, 0, 0, 0, self.shares, self.deck, aces_low=low)

    def read(self, text: str) -> Range:
        """Read a hand of this game: `down/up` in stud, `kept:drawn` in draw games.

        >>> from croupier.games import GAMES
        >>> layout_of(GAMES["badugi"]).read("2c3d4h:1").missing
        1
        >>> layout_of(GAMES["seven-card-stud"]).read("QQ/[A-T]").missing
        4
        """
        if self.aces_low and _FROM_ACE.search(text):
            return replace(self.read(_FROM_ACE.sub(r"\1A,2-", text)), text=text)
        if found := _DRAWN.fullmatch(text):
            if self.draws:
                return self._read_draw(text, *found.groups())
            if _CARDS.fullmatch(found[1]):
                raise refused(text, "draws cards, and this game has no draw")
        if self.up and text.strip().lower() not in RANDOM:
            return self._read_stud(text)
        if "/" in text:
            raise refused(text, "is not a hand of this game")
        if self.thrown and _CARDS.fullmatch(text):
            self._check_kept(text)
        return read_range(text, self.own, self.deck)

    def _check_kept(self, text: str) -> None:
        named = len(parse_cards(text))
        if named == self.own + self.thrown:
            why = f"has {named} cards; name the {self.own} that are kept; the other one is dead"
            raise refused(text, why)

    def _read_draw(self, text: str, kept: str, number: str) -> Range:
        if ":" in kept:
            why = "names two draws: give the next one, and say how many are to come (draws)"
            raise refused(text, why)
        if not number.isdigit():
            raise refused(text, "does not say how many cards are drawn: 2c3d4h7s:1")
        drawn = int(number)
        named = cards_named(kept, self.own) if kept else 0
        if drawn > self.most_drawn or named + drawn != self.own:
            raise refused(text, f"keeps {named} and draws {drawn}; a hand has {self.own} cards")
        found = read_range(kept, named, self.deck, drawn) if kept else known("", (), drawn)
        return replace(found, text=text)

    def _read_stud(self, text: str) -> Range:
        for part in _PARTS.split(text):
            down, *ups = part.split("/")
            if len(ups) > 1:
                raise refused(text, "has two slashes")
            if _CARDS.fullmatch(down) and all(map(_CARDS.fullmatch, ups)):
                cards = read_known(down, self.down if ups else self.own)
                check_distinct(cards + (read_known(ups[0], self.up) if ups else ()))
            elif ups:
                self._check_places(part, down, ups[0])
        if "," not in text and _CARDS.fullmatch(text.replace("/", "")):
            cards = read_known(text.replace("/", ""), self.own)
            return known(text, cards, self.own - len(cards))
        return read_start(text, self.own, self.deck)

    def _check_places(self, part: str, down: str, up: str) -> None:
        """Refuse a pattern with more cards down or up than the game deals so."""
        for side, most, where in ((down, self.down, "down"), (up, self.up, "up")):
            named = cards_named(side, self.own) if side else 0
            if named > most:
                raise refused(part, f"has {named} cards {where}; the game deals {most} {where}")


@lru_cache
def layout_of(game: Game) -> Layout:
    """Read a game's definition; refuse one that is played against the house."""
    if game.banked:
        why = f"{game.key} is played against the house: `croupier edge {game.key}` has its chances"
        raise Refused("FIELD game", why)
    if any(len(step.boards) > 1 or step.boards != (0,) for step in _boards(game)):
        raise Refused("FIELD game", f"chances of {game.key} are not counted: it has two boards")
    deals = [step for step in game.script if isinstance(step, Deal)]
    thrown = sum(step.count for step in game.script if isinstance(step, Discard))
    draws = [step for step in game.script if isinstance(step, Draw)]
    (finish,) = [step for step in game.script if isinstance(step, Showdown)]
    return Layout(
        down=sum(step.down for step in deals) - thrown,
        up=sum(step.up for step in deals),
        board=sum(step.up for step in _boards(game)),
        common=sum(1 for step in deals if step.if_short),
        draws=len(draws),
        most_drawn=max((step.most for step in draws), default=0),
        shares=finish.shares,
        deck=mask_of([card for card in DECK_52 if card in game.cards]),
        thrown=thrown,
        aces_low=all(FAMILIES[share.ranking].family.ace == "low" for share in finish.shares),
    )


def _boards(game: Game) -> list[Board]:
    return [step for step in game.script if isinstance(step, Board)]
