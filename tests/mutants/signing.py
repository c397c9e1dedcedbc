"""Breaks of whose name stands on a line, of citations, and of what an earlier log may cite."""

from tests.mutants import Mutant

LINES = ("test_signing.py",)
ASSISTED = ("test_live_table.py::test_what_follows_from_an_act_is_the_work_of_whoever_deals_then",)
CUT = ("test_sealing.py::test_where_posted_the_last_to_be_dealt_in_names_the_number",)
NAMES = ("test_live_table.py::test_an_answer_is_nobodys_name",)
CITED = ("test_citations.py",)

MUTANTS = [
    Mutant(  # the player who acted signs for the dealer
        "PROMISE-4",
        "room.table.decide.dealer_of",
        old="else table.dealer",
        new="else order.by",
        tests=LINES,
    ),
    Mutant(  # what follows in the round is put down to the last player
        "PROMISE-4",
        "room.table.decide.obey",
        old="else begin(table.round), dealer",
        new="else begin(table.round), by",
        tests=LINES,
    ),
    Mutant(  # a player leaves another player's seat
        "PROMISE-4",
        "room.table.decide.obey",
        old="                record(facts, dealer)",
        new="                record(facts, order.by)",
        tests=LINES,
    ),
    Mutant(  # the person who rules takes the marker off
        "PROMISE-4",
        "room.table.rounds._play",
        old="*map(ByDealer, marker_off(table))",
        new="*marker_off(table)",
        tests=LINES,
    ),
    Mutant(  # the player who draws deals the new cards
        "PROMISE-4",
        "room.table.rounds._signed",
        old="isinstance(event, Dealt | Collected)",
        new="isinstance(event, Collected)",
        tests=LINES,
    ),
    Mutant(  # the player who folds collects the cards
        "PROMISE-4",
        "room.table.rounds._signed",
        old="isinstance(event, Dealt | Collected)",
        new="isinstance(event, Dealt)",
        tests=LINES,
    ),
    Mutant(  # the player who concedes shows the hand to all
        "PROMISE-4",
        "room.table.rounds._signed",
        old="isinstance(event, Revealed) and event.demanded",
        new="isinstance(event, Revealed) and not event.demanded",
        tests=LINES,
    ),
    Mutant(  # nobody knows who had a hand disclosed
        "PROMISE-4",
        "room.table.rounds._play",
        old="event if demands else _signed(event)",
        new="_signed(event)",
        tests=LINES,
    ),
    Mutant(  # the last to agree posts the limits
        "PROMISE-4",
        "room.seating.limits._answer",
        old="*map(ByDealer, _raised(replace(table, proposal=agreed)))",
        new="*_raised(replace(table, proposal=agreed))",
        tests=LINES,
    ),
    Mutant(  # the player exchanges their own currency
        "PROMISE-4",
        "room.seating.purchases.with_currency",
        old="ready.append(ByDealer(_converted(table, account)))",
        new="ready.append(_converted(table, account))",
        tests=LINES,
    ),
    Mutant(  # the floorperson who removes a player pushes the pot
        "PROMISE-4",
        "room.conduct.orders._out_of_round",
        old="return decide(table.round, Remove(seat, clause))",
        new="""from croupier.engine.play import play
return play(table.round, Remove(seat, clause))[1]""",
        tests=LINES,
    ),
    Mutant(  # the player who names the number cuts
        "PROMISE-4",
        "room.custody.commitment._name_cut",
        old="ByDealer(cut_made(table, says.count))",
        new="cut_made(table, says.count)",
        tests=CUT,
    ),
    Mutant(  # a dealer who was relieved signs on
        "PROMISE-4",
        "assist.sitting.Sitting._on_duty",
        old='if self.staff.name("dealer"):',
        new="if False:",
        tests=ASSISTED,
    ),
    Mutant(  # nobody but the room ever deals
        "PROMISE-4",
        "room.table.evolve.evolve",
        old="else replace(table, dealer=dealer)",
        new="else table",
        tests=LINES,
    ),
    Mutant(  # a key pressed too often is a dealer
        "PROMISE-4",
        "assist.staff.read_person",
        old="or name.lower() in ANSWERS",
        new="",
        tests=NAMES,
    ),
    Mutant(  # a yes is an approval, and a reason
        "PROMISE-4",
        "assist.answering.read_words",
        old="if words.lower() in ANSWERS:",
        new="if False:",
        tests=("test_live_table.py::test_an_answer_is_no_reason",),
    ),
    Mutant(  # a table refuses under another document
        "PROMISE-2",
        "room.table.decide.decide",
        old="clause = table.game.own(refused.clause)",
        new="clause = refused.clause",
        tests=CITED,
    ),
    Mutant(  # a rule that a document lacks is cited from another one
        "PROMISE-2",
        "rules.document.Document.own",
        old="return UNSTATED if strange else clause",
        new="return clause",
        tests=CITED,
    ),
    Mutant(  # the cards of a dead round are collected as for a reshuffle
        "POKER-15g",
        "engine.misdeal.close",
        old='"POKER 15(g)" if state.undone == "dead" else "POKER 15(e)"',
        new='"POKER 15(e)"',
        tests=CITED,
    ),
    Mutant(  # an earlier log of a dead round verifies no more
        "PROMISE-5",
        "engine.verify._as_cited",
        old="earlier == logged.clause and",
        new="False and",
        tests=CITED,
    ),
    Mutant(  # a stranger at the wire of any table is refused by the rules of poker
        "PROMISE-2",
        "server.tables.socket._answer",
        old='desk.state.game.own("POKER 7(a)")',
        new='"POKER 7(a)"',
        tests=("test_rules_in_service.py::test_the_wire_refuses_under_the_document_of_its_table",),
    ),
]
