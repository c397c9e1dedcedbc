"""The rule documents as data: where they differ from POKER, and under which clause.

`POKER` is the regulation of poker between players. `BBC` is a club's own rules, `THB`, `FLOP` and
`TCJ` are the regulations of three house-banked games. A rule that every table has is cited by its
place in POKER, and `aliases` gives its place in another document.
"""

from typing import Literal

from msgspec import Struct

from croupier.chips import Chips


class Document(Struct, frozen=True, kw_only=True):
    """What one rule document says that others do not; the defaults apply to any other game."""

    name: str  # the short name with which its citations begin
    aliases: dict[str, str] = {}  # a clause of POKER, and the same rule in this document

    # the decks (POKER 2, 4-6)
    distributes_decks: bool = False  # the shift supervisor allots decks each day (2(c))
    verifies_decks: bool = True  # between inspection and spreading
    inspectors: int = 2  # how many players see the cards before play
    deck_clock: Literal["always", "posted", "never"] = "never"  # hours between counts (2(b))
    counts_returned_hands: bool = False  # at the end of a round (6(e)(8))
    counts_stub: bool = False  # instead of the deck; POKER only in some sections

    # machines (POKER 15(p), (q); section 13 or 12 of the house-banked documents)
    machines: str = "POKER 15"
    machine_removed: str = "POKER 15(q)"
    counting_shoe_only: bool = False  # only an automated shoe replaces the dealer's count
    counting: tuple[str, str, str] = ("7(f)", "8(e)", "9(f)")  # by shoe, by hand, by automated shoe

    # money on the table (POKER 7(c), 14, 19)
    approves_rake: bool = False  # the Commission approves rake rules (14(a))
    has_funds: bool = False  # bad beat funds with their boxes and approvals (19)
    percentage_rake: bool = True
    period_charge: bool = False  # a time charge is a fixed sum for a period
    promo_drop: bool = False  # a promotional drop may leave a pot, and pays the bad beat
    checks_entry: bool = False  # a player must cover the dues and the least bet (7(a))
    takes_coin: bool = False
    takes_currency: bool = True
    topping_up: str = ""  # the rule under which a player adds to a stack; "": as for any purchase
    purchase_most: Chips = Chips(0)  # 0: no limit
    stack_most: Chips = Chips(0)  # after a purchase; 0: no limit
    purchases: str = ""  # the clause of these limits
    caps_optional_bets: bool = False  # a straddle or bomb pot is at most the maximum bet
    covers_absent_stakes: bool = False  # the stake of an absent player stays on the table

    # the room
    notifies_of_removals: bool = True  # the regulator's agents are notified of a removal (16)
    announces: Literal["any", "waiting"] = "any"  # which vacant seats are announced
    announcement: str = "POKER 18"

    # house-banked play
    closing: str = ""  # the clause under which the last cards are collected
    one_position: str = ""  # the clause that allows one position to a player; "": the sign may
    mends_house_hand: bool = False  # a wrong number of house cards can be corrected
    has_pot: bool = False  # a pot between the players beside the wagers against the bank

    def own(self, clause: str) -> str:
        """A rule of another document as this one has it, or the reading where it has none."""
        if clause in self.aliases:
            return self.aliases[clause]
        name = clause.partition(" ")[0]
        strange = name != self.name and name in DOCUMENTS and self.name in DOCUMENTS
        return UNSTATED if strange else clause


UNSTATED = "A-88"  # a rule of POKER that another document does not state
_BBC = {
    "POKER 1 call": "BBC definitions",
    "POKER 1 check": "BBC definitions",
    "POKER 1 fold": "BBC definitions",
    "POKER 1 opening bet": "BBC definitions",
    "POKER 1 protected hand": "BBC definitions",
    "POKER 1 round of play": "BBC gen-award",
    "POKER 2(a)": "BBC decks",
    "POKER 2(b)": "BBC decks",
    "POKER 4(a)": "BBC open",
    "POKER 4(b)": "BBC open",
    "POKER 4(c)": "BBC open",
    "POKER 4(c)(1)": "BBC open",
    "POKER 5(a)": "BBC shuffle",
    "POKER 5(b)": "BBC shuffle",
    "POKER 5(b)(2)": "A-04",
    "POKER 5(c)": UNSTATED,
    "POKER 6(a)": UNSTATED,
    "POKER 6(b)": "BBC gen-players",
    "POKER 6(e)": "BBC gen-players",
    "POKER 6(e)(1)": "BBC gen-hold",
    "POKER 6(e)(3)": "BBC gen-announce",
    "POKER 6(e)(4)": "BBC gen-burns",
    "POKER 6(e)(6)": "BBC gen-award",
    "POKER 6(e)(7)": "BBC gen-sidefirst",
    "POKER 6(e)(8)": UNSTATED,
    "POKER 7(a)": "BBC wag-seated",
    "POKER 7(b)": "BBC wag-ante",
    "POKER 7(c)": "BBC wag-stakes",
    "POKER 7(c)(1)": "BBC wag-noremove",
    "POKER 7(c)(5)": "BBC wag-noremove",
    "POKER 7(c)(5)(ii)": "BBC wag-noremove",
    "POKER 7(c)(3)": "BBC entry",
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
    "POKER 10(c)": "BBC oma-button",
    "POKER 10(c)(2)": "BBC oma-button",
    "POKER 10(c)(2)(ii)": "BBC oma-button",
    "POKER 10(c)(3)": "BBC oma-button",
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
    "POKER 15(e)": "BBC irr-misdeal",
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
    "POKER 15(o)": "A-48",
    "POKER 15(o)(1)": "A-48",
    "POKER 15(o)(2)": "A-48",
    "POKER 16(a)": "BBC con-solo",
    "POKER 16(b)": "BBC con-leave",
    "POKER 17": "BBC stakes",
    "POKER 18": "BBC wait3",
}
_BANKED = {  # the three house-banked documents share their sections
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
    "POKER 6(e)": "7(d)",
    "POKER 6(e)(5)": "7(f)",
    "POKER 6(e)(6)": "10(e)",
    "POKER 7(a)": "6(e)",
    "POKER 7(c)": "6(a)",
    "POKER 7(c)(1)": "6(e)",
    "POKER 7(d)": "6(b)",
}


def _banked(name: str) -> dict[str, str]:
    machines = "13" if name == "THB" else "12"
    failed = {"POKER 15(p)": f"{machines}(e)", "POKER 15(q)": f"{machines}(g)"}
    return {poker: f"{name} {clause}" for poker, clause in {**_BANKED, **failed}.items()}


POKER = Document(
    name="POKER",
    distributes_decks=True,
    deck_clock="always",
    counts_returned_hands=True,
    approves_rake=True,
    has_funds=True,
    checks_entry=True,
    takes_coin=True,
)
BBC = Document(
    name="BBC",
    aliases=_BBC,
    verifies_decks=False,
    inspectors=0,
    deck_clock="posted",
    counts_stub=True,
    percentage_rake=False,
    period_charge=True,
    promo_drop=True,
    takes_currency=False,
    topping_up="BBC wag-topup",
    purchase_most=Chips(150_00),
    stack_most=Chips(1_000_00),
    purchases="BBC buy",
    caps_optional_bets=True,
    covers_absent_stakes=True,
    notifies_of_removals=False,
    announces="waiting",
    announcement="BBC wait3",
)
THB = Document(
    name="THB",
    aliases=_banked("THB"),
    inspectors=1,
    counts_stub=True,
    machines="THB 13",
    machine_removed="THB 13(g)",
    counting=("7(g)", "8(f)", "9(f)"),
    closing="10(i)",
    one_position="THB 14",
    mends_house_hand=True,
)
FLOP = Document(
    name="FLOP",
    aliases=_banked("FLOP"),
    inspectors=1,
    counts_stub=True,
    machines="FLOP 12",
    machine_removed="FLOP 12(g)",
    counting_shoe_only=True,
    closing="10(e)",
    one_position="FLOP 13",
    has_pot=True,
)
TCJ = Document(
    name="TCJ",
    aliases=_banked("TCJ"),
    inspectors=1,
    counts_stub=True,
    machines="TCJ 12",
    machine_removed="TCJ 12(g)",
    counting_shoe_only=True,
    closing="10(f)",
)
DOCUMENTS = {document.name: document for document in (POKER, BBC, THB, FLOP, TCJ)}


def document_of(section: str) -> Document:
    """The document that a section belongs to; an unknown one has only the defaults.

    >>> document_of("BBC oma-hi").announces
    'waiting'
    """
    name = section.split()[0]
    return DOCUMENTS.get(name) or Document(name=name)
