"""Breaks of how a room opens, of who looks up hands, and of seats and rounds that nobody uses."""

from tests.mutants import Mutant

READY = "test_preflight.py"
SEALED = (f"{READY}::test_a_room_opens_only_with_the_keys_that_sealed_its_cards",)
TAKEN = (f"{READY}::test_a_port_of_another_program_is_refused",)
HANDS = "test_hands_api.py"
ROLES = (f"{HANDS}::test_who_may_ask_and_who_may_answer",)
IN_PLAY = (f"{HANDS}::test_no_role_reads_hidden_cards_of_a_round_in_play",)
OWN = (f"{HANDS}::test_others_hands_are_for_those_who_rule_or_watch",)
BY_TWO = (f"{HANDS}::test_hidden_cards_of_a_finished_round_are_opened_by_two_and_it_is_logged",)
VEILED = (f"{HANDS}::test_a_players_export_holds_no_card_that_the_player_did_not_see",)
CLOCK = "test_clock.py"
SOON = (f"{CLOCK}::test_at_a_banked_table_the_cards_come_soon_once_everybody_has_bet",)
ABSENT = ("test_seating_absence.py",)
KEPT = ("test_absence.py",)
UNPLAYED = ("test_conduct.py",)
LATER = ("test_called_off.py::test_who_comes_later_does_not_wait_for_somebody_who_never_wagers",)
IDLE = "test_idle.py"
SITS_OUT = (f"{IDLE}::test_a_player_who_lets_rounds_go_by_sits_out_until_back",)
GONE = (f"{IDLE}::test_who_is_gone_from_an_empty_table_sits_out_and_then_it_rests",)
WANTED = (f"{IDLE}::test_an_idle_player_keeps_no_seat_that_somebody_waits_for",)

MUTANTS = [
    Mutant(  # a room opens with keys that read none of its cards
        "PROMISE-3",
        "server.check_keys",
        old="keys.unseal(bytes(line.body), place(line.stream, line.number))",
        new="pass",
        tests=SEALED,
    ),
    Mutant(  # lost keys are made anew, and every hidden card is lost
        "PROMISE-5",
        "server.check_keys",
        old="if line is None and not signed:",
        new="if not path.exists() or (line is None and not signed):",
        tests=SEALED,
    ),
    Mutant(  # a room says where it is, and another program is there
        "PROMISE-5",
        "server.check_address",
        old="tried.bind(address)",
        new="tried.getsockname()",
        tests=TAKEN,
    ),
    Mutant(  # everybody waits for the end of the time, though everybody has bet
        "THB-6b",
        "server.TurnClock._left",
        old="return min(left, self._config.settled - since)",
        new="return left",
        tests=SOON,
    ),
    Mutant(  # the first to bet ends the time of the others
        "THB-6b",
        "server.TurnClock._left",
        old="or not all_have_bet(life):",
        new="or not life.seats:",
        tests=SOON,
    ),
    Mutant(  # anybody reads whom the staff suspects
        "POKER-roles",
        "server.list_openings",
        old="check_role(actor, WITNESSES, AskOpening.clause",
        new="max(actor.role, AskOpening.clause",
        tests=ROLES,
    ),
    Mutant(  # the cards of the round in hand may be asked for
        "POKER-6e2",
        "server.hidden_cards._round",
        old="Wanted(table=table, line=line)",
        new="Wanted(table=table)",
        tests=IN_PLAY,
    ),
    Mutant(  # a player's search finds the hands of everybody
        "POKER-6e2",
        "server.checked",
        old="return replace(wanted, player=actor.name)",
        new="return wanted",
        tests=OWN,
    ),
    Mutant(  # an opened round is shown to all of the staff
        "POKER-6e2",
        "server.eyes",
        old='"opened" if whole and actor.role in WITNESSES else',
        new='"opened" if whole else',
        tests=BY_TWO,
    ),
    Mutant(  # an export has no veil
        "POKER-6e2",
        "server.veil",
        old='if seen == "opened":',
        new="if seen:",
        tests=VEILED,
    ),
    Mutant(  # an active player can be put from the seat
        "POKER-7c5",
        "room._free",
        old="if held is None or held.kept_since is None:",
        new="if held is None:",
        tests=ABSENT,
    ),
    Mutant(  # a seat is not kept at all for an absent player
        "POKER-7c5",
        "server._overstayed",
        old="held.kept_since is not None and held.kept_since + kept <= at:",
        new="held.kept_since is not None and held.kept_since <= at:",
        tests=KEPT,
    ),
    Mutant(  # a round with wagers is called off
        "THB-6b",
        "room._call_off",
        old="if table.round is None or not is_unplayed(table):",
        new="if table.round is None:",
        tests=UNPLAYED,
    ),
    Mutant(  # a newcomer waits for a player who never wagers
        "THB-6b",
        "server.Dealer._begins_anew",
        old="return bool(there - asked) or",
        new="return",
        tests=LATER,
    ),
    Mutant(  # a player who wagers lets the round go by as well
        "THB-6b",
        "room.let_go_by",
        old="for seat in table.round.order} - bet",
        new="for seat in table.round.order}",
        tests=SITS_OUT,
    ),
    Mutant(  # a player who lets rounds against the bank go by is dealt in for ever
        "THB-6b",
        "room._play",
        old="let_go_by(table) if isinstance(command, say.NoMoreBets) else []",
        new="[]",
        tests=SITS_OUT,
    ),
    Mutant(  # a player who is gone is asked for wagers for ever
        "THB-6b",
        "room._call_off",
        old="let_go_by(table) if order.says.late else ()",
        new="()",
        tests=GONE,
    ),
    Mutant(  # an idle player keeps a seat that another player waits for
        "THB-6b",
        "server._idle",
        old="if held.out and held.passed)",
        new="if held.away)",
        tests=WANTED,
    ),
]
