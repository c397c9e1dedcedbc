"""BBC: stakes and run it twice; what omaha shares with POKER 11 is in test_s11_omaha.py."""

from typing import Any

import pytest
from msgspec.structs import replace

from croupier.api import replay
from croupier.chips import Chips
from croupier.engine.accounts import DROP, INVENTORY, RAKE
from croupier.engine.commands import Agree, Check
from croupier.engine.events import BoardDealt, Burned
from croupier.games import GAMES
from croupier.games.bbc_omaha_hi import STAKES, fixed_limit, pot_limit
from croupier.refused import Refused
from croupier.rules.revenue import Increments
from croupier.rules.sign import TableSign
from croupier.rules.sign_check import faults
from croupier.views.seat import view
from tests.clause import clause
from tests.dealing import Deal

BBC = GAMES["bbc-omaha"]
LIMIT_ROWS = {  # small blind, lower bet (and big blind), upper bet, in dollars
    "$2/$4 limit": (1, 2, 4),
    "$3/$6 limit": (1, 3, 6),
    "$4/$8 limit": (2, 4, 8),
    "$8/$16 limit": (4, 8, 16),
    "$10/$20 limit": (5, 10, 20),
}
POT_ROWS = {  # blinds, and the most the first player may make it, in dollars
    "$1/$1 pot limit": (1, 1, 4),
    "$1/$2 pot limit": (1, 2, 7),
    "$2/$2 pot limit": (2, 2, 8),
    "$2/$5 pot limit": (2, 5, 17),
    "$5/$10 pot limit": (5, 10, 35),
}


def moved(award: Any) -> dict[int, int]:
    return {int(move.target.removeprefix("stack:")): int(move.chips) for move in award.moves}


def by_board(deal: Deal) -> dict[int, dict[int, int]]:
    """What each seat got on each board of the only pot."""
    return {award.board: moved(award) for award in deal.events_of("PotAwarded")}


def asked(deal: Deal) -> list[int]:
    """The seats that are asked now whether to run it twice."""
    return [turn.actor for turn in deal.state.turns if turn.option("agree")]


# the stakes table


@clause("BBC-fl")
@pytest.mark.parametrize(("stake", "row"), LIMIT_ROWS.items())
def test_lower_bets_on_two_rounds_and_upper_bets_on_the_last_two(
    stake: str, row: tuple[int, int, int]
) -> None:
    small, lower, upper = (100 * dollars for dollars in row)
    deal = Deal("bbc-omaha", 3, sign=STAKES[stake])
    assert deal.events_of("Posted")[0].owed == (small, lower)
    assert (deal.option("raise").least, deal.option("raise").most) == (2 * lower, 2 * lower)
    for street, size in (("flop", lower), ("turn", upper), ("river", upper)):
        deal.to_street(street)
        assert (deal.option("bet").least, deal.option("bet").most) == (size, size)
        deal.bet(size)
        assert (deal.option("raise").least, deal.option("raise").most) == (2 * size, 2 * size)


@clause("BBC-fl")
def test_three_six_with_a_small_blind_of_one() -> None:
    deal = Deal("bbc-omaha", 3, sign=STAKES["$3/$6 limit"]).call()
    assert deal.actor == 1
    assert deal.option("call").most == 2_00
    assert deal.option("raise").most == 6_00
    deal.to_street("turn").bet(6_00)
    assert deal.option("raise").most == 12_00


@clause("BBC-pl")
@pytest.mark.parametrize(("stake", "row"), POT_ROWS.items())
def test_the_first_player_may_raise_the_pot(stake: str, row: tuple[int, int, int]) -> None:
    small, big, most = (100 * dollars for dollars in row)
    deal = Deal("bbc-omaha", 4, sign=STAKES[stake])
    assert deal.events_of("Posted")[0].owed == (small, big)
    assert (deal.option("raise").least, deal.option("raise").most) == (2 * big, most)


@clause("BBC-pl")
def test_a_raise_over_a_raise_is_the_call_and_the_pot_after_it() -> None:
    deal = Deal("bbc-omaha", 4).raise_to(7_00)
    assert deal.option("raise").most == 24_00  # 7 + (10 + 7)
    deal.raise_to(24_00)
    assert deal.option("raise").most == 24_00 + (34_00 + 23_00)  # the small blind owes 23
    flop = Deal("bbc-omaha", 4, sign=pot_limit(5, 5)).to_street("flop")
    assert flop.state.pot == flop.option("bet").most == 20_00
    assert flop.bet(20_00).option("raise").most == 80_00


@clause("BBC-pl")
def test_only_the_stack_limits_what_is_bet_in_all() -> None:
    deal = Deal("bbc-omaha", {1: 900_00, 2: 900_00}).run("r600 r1800 r5400 r16200 r48600")
    assert deal.option("raise").most == 900_00
    deal.raise_to(900_00).call()
    assert deal.state.pot == 1800_00


@clause("BBC-pl")
def test_a_short_small_blind_counts_for_what_it_is() -> None:
    deal = Deal("bbc-omaha", {1: 1_00, 2: 200_00, 3: 200_00}, sign=STAKES["$2/$5 pot limit"])
    assert deal.state.pot == 6_00
    assert deal.option("raise").most == 16_00  # not 17


@clause("BBC-stakes")
def test_other_stakes_may_be_added() -> None:
    assert set(STAKES) == set(LIMIT_ROWS) | set(POT_ROWS)
    for sign in (*STAKES.values(), pot_limit(3, 5), pot_limit(5, 5), fixed_limit(3, 6, 12)):
        assert not faults(BBC, sign)
        assert Deal("bbc-omaha", 3, sign=sign).events_of("Posted")[0].owed == sign.blinds


@clause("BBC-stakes")
def test_added_stakes_respect_the_limit_of_forced_bets() -> None:
    for sign in (pot_limit(5, 15), pot_limit(10, 20), fixed_limit(5, 12, 24)):
        assert [fault.clause for fault in faults(BBC, sign)] == ["BBC forced10"]


@clause("BBC-forced10")
def test_blind_and_ante_of_one_player_are_at_most_ten_dollars_together() -> None:
    ten = STAKES["$5/$10 pot limit"]
    assert not faults(BBC, ten)
    with_ante = replace(ten, ante=Chips(1_00))
    assert [fault.clause for fault in faults(BBC, with_ante)] == ["BBC forced10"]
    with pytest.raises(Refused) as refused:
        Deal("bbc-omaha", 3, sign=with_ante)
    assert refused.value.clause == "BBC forced10"
    nine = replace(pot_limit(5, 9), ante=Chips(1_00))
    assert not faults(BBC, nine)


@clause("BBC-forced10")
def test_straddle_and_bomb_pot_are_voluntary_and_not_counted() -> None:
    voluntary = replace(STAKES["$5/$10 pot limit"], straddle=Chips(20_00), bomb_pot=Chips(25_00))
    assert not faults(BBC, voluntary)
    assert Deal("bbc-omaha", 4, sign=voluntary, straddle=3).state.pot == 35_00
    assert Deal("bbc-omaha", 4, sign=voluntary, bomb=True).state.pot == 100_00


@clause("BBC-single10")
@pytest.mark.parametrize(("stake", "size"), [("$8/$16 limit", 16_00), ("$10/$20 limit", 20_00)])
def test_ten_dollars_do_not_clip_a_limit_bet(stake: str, size: int) -> None:
    deal = Deal("bbc-omaha", 3, sign=STAKES[stake]).to_street("turn")
    deal.bet(size)
    assert deal.events_of("Raised")[-1].moves[0].chips == size


@clause("BBC-single10")
def test_ten_dollars_do_not_clip_a_pot_limit_bet() -> None:
    deal = Deal("bbc-omaha", 4).run("r700 r2400 f f c")
    assert deal.option("bet").most == 51_00
    deal.bet(51_00)
    assert deal.events_of("Raised")[-1].moves[0].chips == 51_00


# omaha high only


@clause("BBC-oma-hi")
def test_the_room_plays_omaha_high_without_low_or_kill() -> None:
    hands = {1: "As2s9c9d", 2: "KhKdQcJc", 3: "7h7d8c8h"}  # seat 1 has a low
    deal = Deal("bbc-omaha", 3, hands=hands, board="Kc5s6h7cTd").to_showdown()
    assert [award.share for award in deal.events_of("PotAwarded")] == ["high"]
    assert deal.won(2) == 4_00
    kill = TableSign(kill="full", kill_pot=Chips(40_00))
    assert [fault.clause for fault in faults(BBC, kill)] == ["BBC oma-hi"]
    with pytest.raises(Refused) as refused:
        Deal("bbc-omaha", 3, kill=2)
    assert refused.value.clause == "SIGN kill"


# run it twice


def all_in_on(street: str, **cards: Any) -> Deal:
    """Two of three players, $20 each, are all-in on a street; seat 1 has folded $1."""
    deal = Deal("bbc-omaha", 3, chips=20_00, **cards)
    if street == "hole cards":
        return deal.run("r700 f r2000 c")
    deal.run("c f c").to_street(street)
    return deal.run("b500 r1800 c")


@clause("BBC-runtwice1")
def test_the_last_two_players_are_asked_when_no_more_betting_is_possible() -> None:
    deal = all_in_on("hole cards")
    assert asked(deal) == [2, 3]
    assert deal.events_of("AgreementAsked")[-1].clause == "BBC runtwice1"
    assert [turn.options[0].does for turn in deal.state.turns] == ["agree", "agree"]
    deal.agree(3)
    assert asked(deal) == [2]
    deal.agree(2)
    assert len(deal.state.boards) == 2
    assert [event.twice for event in deal.events_of("Agreed")] == [False, True]


@clause("BBC-runtwice1")
@pytest.mark.parametrize("yes_first", [False, True])
@pytest.mark.parametrize("refuser", [2, 3])
def test_one_refusal_is_enough_and_nobody_is_asked_again(yes_first: bool, refuser: int) -> None:
    deal = all_in_on("hole cards")
    if yes_first:
        deal.agree(5 - refuser)
    deal.agree(refuser, yes=False)
    assert len(deal.events_of("AgreementAsked")) == 1
    assert (deal.street, len(deal.state.boards)) == ("showdown", 1)
    assert [len(event.cards) for event in deal.events_of("BoardDealt")] == [3, 1, 1]


@clause("BBC-runtwice1")
def test_one_player_may_have_chips_left() -> None:
    deal = Deal("bbc-omaha", {1: 200_00, 2: 200_00, 3: 20_00}).run("r700 f r2000 c")
    assert asked(deal) == [2, 3]


@clause("BBC-runtwice1")
def test_nobody_is_asked_while_betting_is_possible() -> None:
    deal = Deal("bbc-omaha", {1: 200_00, 2: 200_00, 3: 20_00}).run("r700 c r2000 c c")
    assert (deal.street, deal.does) == ("flop", ["check", "bet"])
    deal.run("c c c c c c")
    assert deal.street == "showdown"
    assert all(not event.waiting for event in deal.events_of("AgreementAsked"))
    two = Deal("bbc-omaha", 3).run("c f c")
    assert (two.street, asked(two)) == ("flop", [])


@clause("BBC-runtwice1")
def test_three_players_all_in_are_not_asked() -> None:
    deal = Deal("bbc-omaha", 3, chips=20_00).run("r700 c r2000 c c")
    assert deal.street == "showdown"
    assert all(not event.waiting for event in deal.events_of("AgreementAsked"))


@clause("BBC-runtwice1")
def test_only_the_two_may_answer_and_once_each() -> None:
    deal = all_in_on("hole cards")
    deal.refused(Agree(1), "BBC wag-verbal")
    deal.refused(Check(2), "BBC runtwice1")
    deal.agree(2)
    deal.refused(Agree(2), "BBC wag-verbal")


@clause("BBC-runtwice1")
def test_a_sign_may_leave_it_out() -> None:
    deal = Deal("bbc-omaha", 3, chips=20_00, run_twice=False).run("r700 f r2000 c")
    assert deal.street == "showdown"
    assert not deal.events_of("AgreementAsked")


NATURAL, SECOND = "KsQsJd9c9h", "2h3d7cKdTc"


@clause("BBC-runtwice2")
def test_all_in_on_the_flop_gives_one_flop_two_turns_and_two_rivers() -> None:
    deal = all_in_on("flop", board="KsQsJd9c9h", burns="2c2d2s", stub="3c7c3sTc")
    assert asked(deal) == [2, 3]
    deal.agree(2).agree(3)
    dealt: list[Any] = []
    for event in deal.log[deal.kinds.index("Agreed") :]:
        if isinstance(event, Burned):
            dealt.append(event.card)
        elif isinstance(event, BoardDealt):
            dealt.append((event.board, "".join(event.cards)))
    assert dealt == ["2d", (0, "9c"), "2s", (0, "9h"), "3c", (1, "7c"), "3s", (1, "Tc")]
    assert ["".join(board) for board in deal.state.boards] == ["KsQsJd9c9h", "KsQsJd7cTc"]
    assert not deal.events_of("Reshuffled")
    assert deal.state.top == 12 + 4 + 4 + 4


@clause("BBC-runtwice2")
@pytest.mark.parametrize(
    ("street", "stub", "boards"),
    [
        ("hole cards", "3c2h3d7c3sKd4sTc", [NATURAL, SECOND]),
        ("turn", "3cTc", [NATURAL, "KsQsJd9cTc"]),
    ],
)
def test_the_natural_board_comes_first_and_dealt_cards_are_shared(
    street: str, stub: str, boards: list[str]
) -> None:
    deal = all_in_on(street, board=NATURAL, stub=stub).agree(2).agree(3)
    assert ["".join(board) for board in deal.state.boards] == boards
    dealt = deal.events_of("BoardDealt")
    assert [event.board for event in dealt] == sorted(event.board for event in dealt)
    assert len(deal.events_of("Burned")) == {"hole cards": 6, "turn": 4}[street]
    assert [event for event in view(deal.log) if isinstance(event, BoardDealt)] == dealt
    assert replay(deal.log) == deal.state


@clause("BBC-runtwice2")
def test_there_is_nothing_to_run_twice_after_the_river() -> None:
    deal = all_in_on("river")
    assert (deal.street, asked(deal)) == ("showdown", [])


def net_197(hands: dict[int, str]) -> Deal:
    """A pot of $197 between seats 2 and 3, run twice from the flop on."""
    stub = "3c2h3d7c3sKd4sTc"
    deal = Deal("bbc-omaha", 3, chips=98_00, hands=hands, board=NATURAL, stub=stub)
    deal.run("r700 f r2200 r6700 r9800 c")
    assert deal.state.pot == 197_00
    return deal.agree(2).agree(3).to_showdown()


@clause("BBC-runtwice3")
def test_half_the_net_pot_for_each_board_and_the_odd_chip_to_the_natural_one() -> None:
    assert by_board(net_197({2: "QhQdJc8h", 3: "TsThAcAd"})) == {0: {2: 99_00}, 1: {3: 98_00}}
    assert by_board(net_197({3: "QhQdJc8h", 2: "TsThAcAd"})) == {0: {3: 99_00}, 1: {2: 98_00}}


@clause("BBC-runtwice3")
def test_both_boards_are_settled_on_the_whole_pot() -> None:
    """The dead blind is divided too."""
    deal = net_197({2: "QhQdKcKh", 3: "8s8dAcAd"})
    assert by_board(deal) == {0: {2: 99_00}, 1: {2: 98_00}}
    assert deal.stacks == {1: 97_00, 2: 197_00, 3: 0}


@clause("BBC-runtwice3")
def test_a_tie_on_one_board_divides_that_board_only() -> None:
    deal = net_197({2: "AcTh4c5d", 3: "AdTd7h7d"})
    assert by_board(deal) == {0: {2: 50_00, 3: 49_00}, 1: {3: 98_00}}


def ten_a_level(*dollars: int) -> dict[str, Any]:
    """A dollar at each of these levels, at most four, and a dollar for promotions."""
    rake = Increments(tuple((Chips(level * 1_00), Chips(1_00)) for level in dollars))
    return {"rake": rake, "rake_max": Chips(4_00), "promo_drop": Chips(1_00)}


def all_in(deal: Deal) -> Deal:
    """Raise as much as the pot allows until nobody can any more."""
    while not deal.may("agree"):
        deal.raise_to(deal.option("raise").most) if deal.may("raise") else deal.call()
    return deal


@clause("BBC-runtwice3")
def test_rake_twice_and_promotional_drop_once_leave_197_of_206() -> None:
    hands = {1: "QhQdJc8h", 2: "TsThAcAd"}
    posted = ten_a_level(10, 20, 40, 60)
    cards: dict[str, Any] = {"hands": hands, "board": NATURAL, "stub": "3c2h3d7c3sKd4sTc"}
    deal = all_in(Deal("bbc-omaha", 2, chips=103_00, **cards, **posted))
    assert (deal.state.gross, deal.state.accounts[RAKE]) == (206_00, 4_00)
    deal.agree(1).agree(2).to_showdown()
    assert {board: sum(won.values()) for board, won in by_board(deal).items()} == {
        0: 99_00,
        1: 98_00,
    }
    accounts = deal.state.accounts
    assert (accounts[INVENTORY], accounts[DROP]) == (8_00, 1_00)


@clause("BBC-runtwice-promo")
@pytest.mark.parametrize(("bet", "taken"), [("r400 f", 0), ("r500 c", 1_00)])
def test_a_pot_that_bears_no_rake_bears_no_promotional_drop(bet: str, taken: int) -> None:
    deal = Deal("bbc-omaha", 2, **ten_a_level(10)).run(bet).to_showdown()
    assert (deal.state.accounts[INVENTORY], deal.state.accounts[DROP]) == (taken, taken)


@clause("BBC-runtwice3")
def test_the_second_rake_is_that_of_the_whole_pot_again() -> None:
    """A pot of 45, $1 for every $10 up to $4: four dollars and four, not two for each half."""
    deal = Deal("bbc-omaha", 3, chips=22_00, **ten_a_level(10, 20, 30, 40)).run("r700 f r2200 c")
    assert (deal.state.gross, deal.state.accounts[RAKE]) == (45_00, 4_00)
    deal.agree(2).agree(3).to_showdown()
    assert (deal.state.accounts[INVENTORY], deal.state.accounts[DROP]) == (8_00, 1_00)


@clause("BBC-runtwice-rake")
def test_the_second_rake_is_listed_apart_and_only_when_the_rest_is_run_twice() -> None:
    for yes in (True, False):
        deal = Deal("bbc-omaha", 3, chips=22_00, **ten_a_level(10, 20, 30, 40))
        deal.run("r700 f r2200 c")
        deal.agree(2, yes=yes)
        if yes:
            deal.agree(3)
        deal.to_showdown()
        cited = [(take.clause, take.moves[0].chips) for take in deal.events_of("RakeTaken")]
        again = [("BBC runtwice-rake", 4_00)] if yes else []
        assert cited == [("BBC rev-inc2", 4_00), *again]
        assert len(deal.events_of("PromoDropTaken")) == 1


@clause("BBC-runtwice-rake")
def test_two_boards_of_a_bomb_pot_are_one_hand_and_raked_once() -> None:
    posted = ten_a_level(10, 20, 30, 40) | {"bomb_pot": Chips(10_00), "bomb_boards": 2}
    deal = Deal("bbc-omaha", 4, bomb=True, **posted).to_showdown()
    assert len(deal.state.boards) == 2
    assert (deal.state.accounts[INVENTORY], deal.state.accounts[DROP]) == (4_00, 1_00)


def all_in_before_the_flop(players: int) -> Deal:
    """Seats 2 and 3 are all-in for $7, all others have folded."""
    stacks = dict.fromkeys(range(1, players + 1), 100_00) | {2: 7_00, 3: 7_00}
    deal = Deal("bbc-omaha", stacks, button=players).raise_to(7_00)
    while deal.actor != 2:
        deal.fold()
    return deal.call()


@clause("BBC-runtwice4")
@pytest.mark.parametrize("players", [8, 9])
def test_up_to_nine_players_leave_cards_for_two_boards(players: int) -> None:
    deal = all_in_before_the_flop(players)
    assert asked(deal) == [2, 3]
    assert not deal.events_of("BoardDealt")
    deal.agree(2).agree(3).to_showdown()
    assert deal.state.left == 52 - (4 * players + 16)


@clause("BBC-runtwice4")
def test_ten_players_are_asked_only_from_the_flop_on() -> None:
    deal = all_in_before_the_flop(10)
    assert asked(deal) == [2, 3]
    assert [len(event.cards) for event in deal.events_of("BoardDealt")] == [3]
    deal.agree(2).agree(3).to_showdown()
    assert deal.state.left == 0
    shared = {board[:3] for board in deal.state.boards}
    assert len(shared) == 1


# Libraries have gone wrong here


@pytest.mark.parametrize("answers", [(True, True), (True, False), (False, True), (False, False)])
def test_run_it_twice_only_when_both_agree(answers: tuple[bool, bool]) -> None:
    deal = all_in_on("hole cards")
    for seat, yes in zip((2, 3), answers, strict=True):
        if asked(deal):
            deal.agree(seat, yes=yes)
    deal.to_showdown()
    assert len(deal.state.boards) == (2 if answers == (True, True) else 1)
    assert sum(deal.stacks.values()) == 60_00
