"""The shape of a game definition: what its section fixes."""

from functools import cached_property, lru_cache

from msgspec import Struct
from msgspec.structs import force_setattr, replace

from croupier.cards import DECK_52, Card
from croupier.rules.banked import Irregular
from croupier.rules.document import Document, document_of
from croupier.rules.offers import Offer
from croupier.rules.sign import TableSign
from croupier.rules.steps import Agree, AnyStep, Bet, Board, Burn, Draw, Share, Showdown, Street


class Players(Struct, frozen=True):
    """The number of players, and the clause that says so."""

    clause: str
    most: int
    least: int = 2


class Game(Struct, frozen=True, kw_only=True, dict=True, cache_hash=True):
    """A game as its section defines it: streets of steps, then the finish."""

    key: str
    section: str
    title: str
    short: str = ""  # the title where there is little room, if it is another
    kind: str  # high, low or high-low (POKER 1)
    players: Players
    offers: tuple[Offer, ...]
    streets: tuple[Street, ...]
    finish: tuple[AnyStep, ...]
    button: bool = True
    sign: TableSign = TableSign()  # the usual sign, where none is given
    irregular: tuple[Irregular, ...] = ()
    cards: tuple[Card, ...] = DECK_52  # the deck; 54 with two jokers (TCJ 2(a))
    authorised: bool = True  # False: known to hand histories, offered by no table (POKER 8(b))

    def __post_init__(self) -> None:
        """Mark the usual sign of a game that no section authorizes as one no table may post."""
        if self.sign.authorised and not self.authorised:
            force_setattr(self, "sign", self.posted(self.sign))

    def __repr__(self) -> str:
        return f"<Game {self.key} ({self.section})>"

    @property
    def heading(self) -> str:
        """The short title as a heading has it."""
        short = self.short or self.title
        return short[:1].upper() + short[1:]

    @property
    def deck(self) -> int:
        """How many cards the deck has."""
        return len(self.cards)

    def posted(self, sign: TableSign | None) -> TableSign:
        """This sign, or the usual one if none is given, as far as a table may post it."""
        if sign is None:
            return self.sign
        if self.authorised or not sign.authorised:
            return sign
        return replace(sign, authorised=False)

    @cached_property
    def document(self) -> Document:
        """The rule document that the section belongs to."""
        return document_of(self.section)

    @cached_property
    def banked(self) -> bool:
        """Whether the house plays against the players."""
        return self.kind == "banked"

    @cached_property
    def has_board(self) -> bool:
        """Whether players share a board."""
        return not self.banked and any(isinstance(step, Board) for step in self.script)

    def cite(self, clause: str) -> str:
        """Write a clause of this game's document in full.

        >>> from croupier.games import GAMES
        >>> GAMES["holdem"].cite("10(h)")
        'POKER 10(h)'
        """
        return clause if not clause or clause.startswith("A-") else f"{self.document.name} {clause}"

    def own(self, clause: str) -> str:
        """Cite a rule of POKER as this game's own document has it, or as not stated there.

        >>> from croupier.games import GAMES
        >>> GAMES["bbc-omaha"].own("POKER 7(j)")
        'BBC wag-checkraise'
        >>> GAMES["flop-poker"].own("POKER 16(b)")
        'A-88'
        """
        return self.document.own(clause)

    @cached_property
    def script(self) -> tuple[AnyStep, ...]:
        """Every step in dealing order, with its clause in full and its street by name."""
        flat: list[AnyStep] = []
        for part in (*self.streets, Street("showdown", self.finish)):
            flat += [self._cited(step, part.name) for step in part.steps]
        return tuple(flat)

    def _cited(self, step: AnyStep, street: str) -> AnyStep:
        if isinstance(step, Showdown):
            step = replace(
                step,
                shares=tuple(self._cited_share(share) for share in step.shares),
                uneven=self.cite(step.uneven),
            )
        if isinstance(step, Bet):
            step = replace(step, answers=self.cite(step.answers or step.clause))
        if isinstance(step, Draw):
            step = replace(step, renewed=self.cite(step.renewed or step.clause))
        return replace(step, clause=self.cite(step.clause), street=street)

    def _cited_share(self, share: Share) -> Share:
        excess = replace(share.excess, clause=self.cite(share.excess.clause))
        return replace(share, clause=self.cite(share.clause), excess=excess)

    @property
    def bets(self) -> tuple[Bet, ...]:
        """The betting rounds, in order."""
        return tuple(step for step in self.script if isinstance(step, Bet))

    def script_under(self, sign: TableSign) -> tuple[AnyStep, ...]:
        """The script with what the sign elects: its tiers, and only agreements it posts."""
        return _elected(self, sign)


@lru_cache  # a table deals many rounds under one sign
def _elected(game: Game, sign: TableSign) -> tuple[AnyStep, ...]:
    tiers = iter(sign.limit_tiers)
    script = _agreeable(game.script) if sign.as_recorded and sign.run_twice else game.script
    return tuple(
        replace(step, tier=next(tiers, step.tier)) if isinstance(step, Bet) else step
        for step in script
        if sign.run_twice or not isinstance(step, Agree)
    )


def _agreeable(script: tuple[AnyStep, ...]) -> tuple[AnyStep, ...]:
    """A script whose board may be run twice, as hand histories have it in any game."""
    if any(isinstance(step, Agree) for step in script):
        return script
    made: list[AnyStep] = []
    for step, after in zip(script, (*script[1:], script[-1]), strict=True):
        if isinstance(step, Burn) and isinstance(after, Board):
            made.append(Agree("SIGN run_twice", street=step.street))
        made.append(step)
    return tuple(made)
