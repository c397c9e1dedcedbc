"""What a game deals, as a question of chances sees it: read from its definition, game by none."""

from functools import lru_cache

from msgspec import Struct

from croupier.cards import check_distinct
from croupier.odds.ranges import RANDOM, Range, read_known, read_range, refused
from croupier.refused import Refused
from croupier.rules.game import Game
from croupier.rules.steps import Board, Deal, Discard, Draw, Share, Showdown


class Layout(Struct, frozen=True):
    """Cards dealt to each player and to the board, draws, and the shares of the pot."""

    down: int
    up: int
    board: int
    common: int  # cards that may be dealt to all in common when the deck runs short
    draws: int
    most_drawn: int
    shares: tuple[Share, ...]

    @property
    def own(self) -> int:
        """A player's own cards in the end."""
        return self.down + self.up

    @property
    def board_most(self) -> int:
        """Community cards, or common cards where there is no board."""
        return self.board or self.common

    def with_board(self, known: int) -> "Layout":
        """The same when so many are on the board: a common card stands for one of each player's."""
        if self.board or not known:
            return self
        down = self.down - 1  # the last card of all is dealt down, the one before it up
        return Layout(down, self.up - (known - 1), known, 0, 0, 0, self.shares)

    def read(self, text: str) -> Range:
        """Read a hand of this game: `down/up` in stud, `kept:drawn` in draw games.

        >>> from croupier.games import GAMES
        >>> layout_of(GAMES["badugi"]).read("2c3d4h:1").missing
        1
        """
        if ":" in text and "," not in text:
            return self._read_draw(text)
        if "/" in text and "," not in text:
            return self._read_stud(text)
        if self.up and text.lower() not in RANDOM and "," not in text:
            cards = read_known(text, self.own)
            return Range(text, (cards,), self.own - len(cards))
        return read_range(text, self.own)

    def _read_draw(self, text: str) -> Range:
        kept, *numbers = text.split(":")
        if not self.draws:
            raise refused(text, "draws cards, and this game has no draw")
        if len(numbers) > 1:
            why = "names two draws: give the next one, and say how many are to come (draws)"
            raise refused(text, why)
        cards = read_known(kept, self.own)
        if not (numbers[0].isascii() and numbers[0].isdigit()):
            raise refused(text, "does not say how many cards are drawn: 2c3d4h7s:1")
        drawn, named = int(numbers[0]), len(kept.replace("10", "T").replace(" ", "")) // 2
        if drawn > self.most_drawn or named + drawn != self.own:
            raise refused(text, f"keeps {named} and draws {drawn}; a hand is {self.own} cards")
        return Range(text, (cards,), self.own - len(cards))

    def _read_stud(self, text: str) -> Range:
        down, *ups = text.split("/")
        if not self.up or len(ups) != 1:
            raise refused(text, "is not a hand of this game" if not self.up else "has two slashes")
        cards = read_known(down, self.down) + read_known(ups[0], self.up)
        check_distinct(cards)
        return Range(text, (cards,), self.own - len(cards))


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
    )


def _boards(game: Game) -> list[Board]:
    return [step for step in game.script if isinstance(step, Board)]
