"""Breaks of the fifth promise: what was acknowledged is never lost and never applied twice."""

from tests.mutants import Mutant

STORE = "test_store.py"
SERVICE = "test_service.py"
APART = (f"{STORE}::test_an_answer_is_kept_with_what_it_answers[sqlite]",)
REFUSED = (f"{STORE}::test_the_database_refuses_chips_that_are_not_there",)
ONCE = (f"{SERVICE}::test_a_command_is_carried_out_once_however_often_it_is_sent[sqlite]",)
AMOUNTS = ("test_amounts.py::test_the_room_refuses_what_an_account_cannot_hold",)
CLOSED = (
    "test_amounts.py::"
    "test_a_table_that_cannot_be_carried_on_is_closed_and_reported_and_the_others_open[sqlite]",
)
CUT_OFF = (f"{STORE}::test_what_is_acknowledged_is_in_the_files_at_that_moment",)
FAILED = (f"{SERVICE}::test_a_failure_to_store_is_reported_and_changes_nothing",)

_EVENTS = "insert_rows(connection, events, made.rows)\n"
_JOURNAL = "insert_rows(connection, journal, made.book)\n"
_BALANCE = "change_balances(connection, made.deltas, self._accounts)\n"
_ANSWERS = "insert_rows(connection, requests, made.asked)\n"
_TRANSACTION = _EVENTS + _JOURNAL + _BALANCE + _ANSWERS
_END = "connection.connection.commit()\n"

MUTANTS = [
    Mutant(  # an account may grow beyond what the database can hold
        "PROMISE-1",
        "room.check_amounts",
        old="> MOST:",
        new="> MOST * MOST:",
        tests=AMOUNTS,
    ),
    Mutant(  # a player buys more than any house sells at once
        "PROMISE-1",
        "room._check_form",
        old="if asks.chips > MOST_AT_ONCE:",
        new="if False:",
        tests=AMOUNTS,
    ),
    Mutant(  # a table that cannot be carried on keeps the whole room from opening
        "PROMISE-5",
        "server.Service._resume_or_close",
        old="return None",
        new="raise",
        tests=CLOSED,
    ),
    Mutant(  # the caller is answered before it is on the disk
        "PROMISE-5",
        "server.Store.append",
        old="await done",
        new="await asyncio.sleep(0)",
        tests=CUT_OFF,
    ),
    Mutant(  # the disk is not waited for
        "PROMISE-5",
        "server.make_safe",
        old='"synchronous=FULL": lambda found: found == 2',
        new='"synchronous=OFF": lambda found: found == 0',
        tests=(f"{STORE}::test_sqlite_writes_ahead_and_waits_for_the_disk_on_every_connection",),
    ),
    Mutant(  # nobody looks whether the file system keeps what it was asked for
        "PROMISE-5",
        "server.make_safe",
        old="if not holds(found):",
        new="if found is None:",
        tests=(f"{STORE}::test_sqlite_writes_ahead_and_waits_for_the_disk_on_every_connection",),
    ),
    Mutant(  # the last line of an append is dropped
        "PROMISE-5",
        "server.Store._record",
        old="insert_rows(connection, events, made.rows)",
        new="insert_rows(connection, events, made.rows[:-1] or made.rows)",
        tests=(f"{STORE}::test_what_is_appended_is_read_back_in_order[sqlite]",),
    ),
    Mutant(  # the last append of a batch is dropped
        "PROMISE-5",
        "server.make_batch",
        old="for stream, lines, request, _, keep, _ in appends:",
        new="for stream, lines, request, _, keep, _ in appends[:-1] or appends:",
        tests=(f"{STORE}::test_appends_that_wait_together_are_committed_together",),
    ),
    Mutant(  # the journal is written in a separate transaction
        "PROMISE-5",
        "server.Store._record",
        old=_TRANSACTION,
        new=_EVENTS + _END + _JOURNAL + _BALANCE + _ANSWERS,
        tests=REFUSED,
    ),
    Mutant(  # the answers are kept in a transaction of their own
        "PROMISE-5",
        "server.Store._record",
        old=_TRANSACTION,
        new=_EVENTS + _JOURNAL + _BALANCE + _END + _ANSWERS,
        tests=APART,
    ),
    Mutant(  # the end of a log is moved on although nothing was committed
        "PROMISE-5",
        "server.make_batch",
        old="moved: dict[str, Head] = {}",
        new="moved: Any = known",
        tests=REFUSED,
    ),
    Mutant(  # the table goes on although nothing is stored
        "PROMISE-5",
        "server.Writer._carry_out",
        old=(
            "await self.store.append(self.stream, to_lines(entries), request, keep)\n"
            "self.state, self.number = state, reply.upto"
        ),
        new=(
            "self.state, self.number = state, reply.upto\n"
            "await self.store.append(self.stream, to_lines(entries), request, keep)"
        ),
        tests=FAILED,
    ),
    Mutant(  # a repeated command is carried out again
        "PROMISE-5",
        "server.Writer._known",
        old="if job.sequence > newest:",
        new="if job.sequence >= newest:",
        tests=ONCE,
    ),
    Mutant(  # what was answered is forgotten with the process
        "PROMISE-5",
        "server.make_batch",
        old="made.asked.append(request_row(stream, request, keys))",
        new="continue",
        tests=ONCE,
    ),
    Mutant(  # a number that was passed over is carried out late
        "PROMISE-5",
        "server.Writer._known",
        old="newest = await self.store.last_sequence(self.stream, job.client)",
        new="newest = 0",
        tests=ONCE,
    ),
]
