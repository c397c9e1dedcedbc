"""Breaks of who may give an order, against the table typed from the documents."""

from tests.mutants import Mutant

TABLE = ("test_roles.py",)

MUTANTS = [
    Mutant(  # a floorperson orders a recut (POKER 5(c))
        "POKER-roles",
        "room.Recut",
        old='@given_by(SUPERVISORS, "POKER 5(c)"',
        new='@given_by(FLOOR, "POKER 5(c)"',
        tests=TABLE,
    ),
    Mutant(  # a floorperson distributes the decks (POKER 2(c))
        "POKER-roles",
        "room.DistributeDecks",
        old='@given_by(SHIFT, "POKER 2(c)"',
        new='@given_by(SHIFT | {"floorperson"}, "POKER 2(c)"',
        tests=TABLE,
    ),
    Mutant(  # a dealer verifies the deck that he inspected (POKER 4(b))
        "POKER-roles",
        "room.VerifyDeck",
        old='@given_by(FLOOR, "POKER 4(a)"',
        new='@given_by(TABLE_STAFF, "POKER 4(a)"',
        tests=TABLE,
    ),
    Mutant(  # a player puts the deck in sequence (POKER 2(b))
        "POKER-roles",
        "room.SortDeck",
        old='@given_by(TABLE_STAFF, "POKER 2(b)"',
        new='@given_by(TABLE_STAFF | PLAYER, "POKER 2(b)"',
        tests=TABLE,
    ),
    Mutant(  # a casino supervisor verifies a bad beat (POKER 19(f))
        "POKER-roles",
        "room.VerifyBadBeat",
        old="@given_by(VERIFIER",
        new="@given_by(VERIFIER | SUPERVISORS",
        tests=TABLE,
    ),
    Mutant(  # a box is counted without a supervisor (POKER 19(d)(1))
        "POKER-roles",
        "room.CountBox",
        old='"supervisor": SUPERVISORS',
        new='"supervisor": SUPERVISORS | {"floorperson"}',
        tests=TABLE,
    ),
    Mutant(  # a player has hands of others disclosed (POKER 15(d))
        "POKER-roles",
        "room._check_speaker",
        old='check_role(order.by, TABLE_STAFF, own("POKER 15(d)")',
        new='check_role(order.by, TABLE_STAFF | PLAYER, own("POKER 15(d)")',
        tests=TABLE,
    ),
    Mutant(  # the floor announces cards (POKER 6(e))
        "POKER-roles",
        "room._check_speaker",
        old='check_role(order.by, DEALER, own("POKER 6(e)")',
        new='check_role(order.by, TABLE_STAFF, own("POKER 6(e)")',
        tests=TABLE,
    ),
]
