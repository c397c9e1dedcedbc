"""The shape of a game definition: what its section fixes."""

from functools import cached_property, lru_cache

from msgspec import Struct
from msgspec.structs import replace

from croupier.rules.banked import Irregular
from croupier.rules.offers import Offer
from croupier.rules.sign import TableSign
from croupier.rules.steps import Agree, AnyStep, Bet, Draw, Share, Showdown, Street

_BBC = {  # a rule of POKER that every table has, under the name that BBC gives it
    "POKER 1 round of play": "BBC gen-award",
    "POKER 2(a)": "BBC decks",
    "POKER 4(a)": "BBC open",
    "POKER 4(b)": "BBC open",
    "POKER 4(c)": "BBC open",
    "POKER 4(c)(1)": "BBC open",
    "POKER 5(a)": "BBC shuffle",
    "POKER 5(b)": "BBC shuffle",
    "POKER 6(b)": "BBC gen-players",
    "POKER 6(e)(6)": "BBC gen-award",
    "POKER 7(a)": "BBC wag-seated",
    "POKER 7(c)": "BBC wag-stakes",
    "POKER 7(c)(1)": "BBC wag-noremove",
    "POKER 7(c)(5)": "BBC wag-noremove",
    "POKER 7(c)(5)(ii)": "BBC wag-noremove",
    "POKER 7(c)(4)": "BBC wag-allin",
    "POKER 7(d)": "BBC wag-verbal",
    "POKER 7(e)": "BBC wag-announced",
    "POKER 7(f)": "BBC wag-placed",
    "POKER 7(g)": "BBC wag-string",
    "POKER 7(g)(1)": "BBC wag-string",
    "POKER 7(g)(2)": "BBC wag-string",
    "POKER 7(g)(3)": "BBC wag-string",
    "POKER 7(i)": "BBC wag-oversize",
    "POKER 7(j)": "BBC wag-checkraise",
    "POKER 14(a)(3)": "BBC rev-sign",
    "POKER 14(b)(2)(i)": "BBC rev-inc1",
    "POKER 14(b)(2)(ii)": "BBC rev-inc2",
    "POKER 14(b)(2)(iii)": "BBC rev-inc3",
    "POKER 14(c)": "BBC rev-sign",
    "POKER 14(b)(3)(iii)": "BBC rev-time",
    "POKER 14(b)(3)(iv)": "BBC rev-time",
    "POKER 14(b)(3)(v)": "BBC rev-time",
    "POKER 14(d)": "BBC rev-uncalled",
    "POKER 15(b)": "BBC irr-ruling",
    "POKER 20(d)": "BBC straddle1",
    "POKER 15(d)": "BBC irr-showorder",
    "POKER 15(e)(1)": "BBC irr-misdeal",
    "POKER 15(e)(2)": "BBC irr-misdeal",
    "POKER 15(e)(3)": "BBC irr-misdeal",
    "POKER 15(e)(4)": "BBC irr-misdeal",
    "POKER 15(f)": "BBC irr-ineligible",
    "POKER 15(g)": "BBC irr-missing",
    "POKER 15(h)": "BBC irr-faceup",
    "POKER 15(i)": "BBC irr-unprotected",
    "POKER 15(i)(2)": "BBC irr-reconstruct",
    "POKER 15(i)(3)": "BBC irr-refund",
    "POKER 15(i)(4)": "BBC irr-left",
    "POKER 15(j)": "BBC irr-verbal",
    "POKER 15(j)(1)": "BBC irr-fold",
    "POKER 15(j)(2)": "BBC irr-obligated",
    "POKER 15(n)": "BBC irr-offtable",
    "POKER 15(o)": "BBC irr-exposed",
    "POKER 15(o)(1)": "BBC irr-exposed",
    "POKER 15(o)(2)": "BBC irr-exposed",
    "POKER 16(a)": "BBC con-solo",
    "POKER 16(b)": "BBC con-leave",
}
_BANKED = {  # the same in the three house-banked documents, which share their sections
    "POKER 1 round of play": "10",
    "POKER 2(a)": "2(a)",
    "POKER 2(b)": "2(b)",
    "POKER 2(d)(1)": "2(b)(2)",
    "POKER 2(d)(2)": "2(b)(3)",
    "POKER 2(d)(3)": "2(b)(4)",
    "POKER 4(a)": "3(a)",
    "POKER 4(b)": "3(b)",
    "POKER 4(c)": "3(c)",
    "POKER 5(a)": "4(a)",
    "POKER 5(b)": "4(c)",
    "POKER 5(c)": "4(d)",
    "POKER 5(d)": "4(e)",
    "POKER 6(b)": "6(e)",
    "POKER 6(e)(6)": "10(e)",
    "POKER 7(a)": "6(e)",
    "POKER 7(c)(1)": "6(e)",
    "POKER 7(d)": "6(b)",
}


class Players(Struct, frozen=True):
    """How many may play, and the clause that says so."""

    clause: str
    most: int
    least: int = 2


class Game(Struct, frozen=True, kw_only=True, dict=True, cache_hash=True):
    """A game as its section has it: streets of steps, then the finish."""

    key: str
    section: str
    title: str
    kind: str  # high, low or high-low (POKER 1)
    players: Players
    offers: tuple[Offer, ...]
    streets: tuple[Street, ...]
    finish: tuple[AnyStep, ...]
    button: bool = True
    sign: TableSign = TableSign()  # the usual sign, where none is given
    irregular: tuple[Irregular, ...] = ()
    deck: int = 52  # 54 with two jokers (TCJ 2(a))
    authorised: bool = True  # False: known to hand histories, offered by no table (POKER 8(b))

    @cached_property
    def document(self) -> str:
        """The short name of the rule document, as citations begin."""
        return self.section.split()[0]

    @cached_property
    def banked(self) -> bool:
        """Whether the house plays against the players."""
        return self.kind == "banked"

    def cite(self, clause: str) -> str:
        """Write a clause of this game's document in full.

        >>> from croupier.games import GAMES
        >>> GAMES["holdem"].cite("10(h)")
        'POKER 10(h)'
        """
        return clause if not clause or clause.startswith("A-") else f"{self.document} {clause}"

    def own(self, clause: str) -> str:
        """Cite a rule of POKER as this game's own document has it, if it has.

        >>> from croupier.games import GAMES
        >>> GAMES["bbc-omaha"].own("POKER 7(j)")
        'BBC wag-checkraise'
        """
        return self._own.get(clause, clause)

    @cached_property
    def _own(self) -> dict[str, str]:
        if self.banked:
            return {poker: self.cite(clause) for poker, clause in _BANKED.items()}
        return _BBC if self.document == "BBC" else {}

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
        """The script with what the sign elects: tiers, and no agreement that is not posted."""
        return _elected(self, sign)


@lru_cache  # a table deals many rounds under one sign
def _elected(game: Game, sign: TableSign) -> tuple[AnyStep, ...]:
    tiers = iter(sign.limit_tiers)
    return tuple(
        replace(step, tier=next(tiers, step.tier)) if isinstance(step, Bet) else step
        for step in game.script
        if sign.run_twice or not isinstance(step, Agree)
    )
