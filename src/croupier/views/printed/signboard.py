"""The sign of a table in words, printed from what is in force there.

Nothing is enforced that is not printed here (POKER 17, 14(c), 10(e); A-88).
"""

from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any

from croupier.chips import money
from croupier.rules import offers
from croupier.rules.amend import killed, qualifying_pot
from croupier.rules.game import Game
from croupier.rules.seating_sign import (
    absence_method,
    announced,
    purchase_limits,
    reentry_minutes,
)
from croupier.rules.sign import TableSign
from croupier.rules.stakes import stakes
from croupier.views.narration.wording import Line, counted, listed
from croupier.views.printed.paysheet import cut_named, paysheet
from croupier.views.printed.rulebook_revenue import revenue
from croupier.views.printed.rulebook_wagers import wagering

NOT_POSTED = "not posted"


def signboard(game: Game, sign: TableSign, notice: str = "") -> Iterator[Line]:
    """Print what a table posts: its game, stakes and elections, each with its clause.

    >>> from croupier.games import GAMES
    >>> words = [line.words for line in signboard(GAMES["holdem"], TableSign(raise_cap=3))]
    >>> "at most three raises in a betting round" in words
    True
    """
    yield Line(f"{game.title}, {stakes(game, sign)}", game.section, "title")
    if notice:
        yield Line(notice, "A-96")
    yield Line("players", kind="heading")
    yield _players(game, sign)
    if game.banked:
        yield from paysheet(game, sign)
    else:
        yield Line("what the house may elect", kind="heading")
        yield from (_offer(game, sign, offer) for offer in game.offers)
        yield Line("the sign", kind="heading")
        yield from _posted(game, sign)
        yield from _seats(game, sign)
        yield from wagering(game, sign)


def _players(game: Game, sign: TableSign) -> Line:
    players = game.players
    words = f"{players.least} to {sign.seats or players.most} players"
    if sign.seats and sign.seats < players.most:
        words += f" at this table, of {players.most} that the section allows"
    if not game.authorised:
        words += "; a game outside the rule documents, which only friends may play (POKER 8(b))"
    return Line(words, game.cite(players.clause))


# --- what the house may elect ----------------------------------------------------------------


def _offer(game: Game, sign: TableSign, offer: offers.Offer) -> Line:
    return Line(_OFFERS[type(offer)](sign, offer), game.cite(offer.clause))


def _ante(sign: TableSign, offer: offers.Ante) -> str:
    return f"an ante from every player: {_amount(sign.ante)}"


def _amount(chips: int) -> str:
    return money(chips) if chips else NOT_POSTED


def _blinds(sign: TableSign, offer: offers.Blinds) -> str:
    words = "blinds, first to the left of the button: "
    words += listed(money(blind) for blind in sign.blinds)
    if offer.most_per_player:
        what = "ante and blind" if sign.missed_blinds == "none" else "ante, blind and missed blinds"
        words += f" ({what} of one player at most {money(offer.most_per_player)})"
    return words


def _forced_bet(sign: TableSign, offer: offers.ForcedBet) -> str:
    return f"a forced bet by up-card: {money(sign.forced_bet)}"


def _straddle(sign: TableSign, offer: offers.Straddle) -> str:
    if not sign.straddle:
        return f"one straddle before the cards: {NOT_POSTED}"
    where = "any seat but the blinds" if sign.straddle_seat == "any" else "left of the last blind"
    return f"one straddle before the cards: {money(sign.straddle)}, {where}"


def _kill(sign: TableSign, offer: offers.Kill) -> str:
    if sign.kill == "none":
        return f"a kill or half-kill: {NOT_POSTED}"
    raised = {"full": "doubles the limits", "half": "raises the limits by half"}[sign.kill]
    split = {"hilo_split": "a high and a low hand share", "shared": "players share"}
    return (
        f"a {sign.kill} kill: a player who alone wins {_qualifying(sign)} posts a blind of the "
        f"raised limit in the next round, and {raised} of that round; it ends with a pot that is "
        f"smaller, or that {split[sign.kill_ends_on]}"
    )


def _qualifying(sign: TableSign) -> str:
    """The smallest pot of a kill in words, in a hand at the posted limits and in a kill hand."""
    if sign.kill_threshold != "multiple":
        return f"a pot of {money(sign.kill_pot)} or more, at the raised limits too,"
    times = f"{Decimal(sign.kill_pot) / Decimal(sign.lower):.4g}"
    raised = qualifying_pot(sign, killed(sign))
    return (
        f"a pot of {times} times the minimum wager or more ({money(sign.kill_pot)}, and "
        f"{money(raised)} at the raised limits)"
    )


def _bomb_pot(sign: TableSign, offer: offers.BombPot) -> str:
    if not sign.bomb_pot:
        return f"a bomb pot: {NOT_POSTED}"
    boards = "two boards" if sign.bomb_boards == 2 else "one board"
    return f"a bomb pot: {money(sign.bomb_pot)} from each player, {boards}, no first betting round"


def _run_twice(sign: TableSign, offer: offers.RunTwice) -> str:
    return f"running the rest of the board twice: {'posted' if sign.run_twice else NOT_POSTED}"


def _odd_chip(sign: TableSign, offer: offers.OddChip) -> str:
    named = {"": "as under the showdown", "suit": "by suit"}
    rule = named.get(sign.odd_chip, "first to the left of the button")
    return f"who gets the odd chips of a tie: {rule}"


def _own_discards(sign: TableSign, offer: offers.OwnDiscards) -> str:
    posted = "posted" if sign.reshuffle_own_discards else NOT_POSTED
    return f"a reshuffle that brings back the drawer's own discards: {posted}"


def _opener_must_bet(sign: TableSign, offer: offers.OpenerMustBet) -> str:
    may = "may check" if sign.five_stud_opener_must_bet is False else "must bet"
    return f"the opener of a later betting round {may}"


_OFFERS: dict[type, Callable[[TableSign, Any], str]] = {
    offers.Ante: _ante,
    offers.Blinds: _blinds,
    offers.ForcedBet: _forced_bet,
    offers.Straddle: _straddle,
    offers.Kill: _kill,
    offers.BombPot: _bomb_pot,
    offers.RunTwice: _run_twice,
    offers.OddChip: _odd_chip,
    offers.OwnDiscards: _own_discards,
    offers.OpenerMustBet: _opener_must_bet,
}


# --- what every table posts ------------------------------------------------------------------


def _posted(game: Game, sign: TableSign) -> Iterator[Line]:
    yield Line(_structure(sign), "SIGN structure")
    if sign.structure == "limit":
        tiers = listed(sign.limit_tiers or [bet.tier for bet in game.bets])
        yield Line(f"the limits of the betting rounds: {tiers}", "SIGN limit_tiers")
    cap = sign.raise_cap
    yield Line(
        f"at most {counted(cap, 'raise')} in a betting round" if cap else "raises without a cap",
        "SIGN raise_cap",
    )
    yield from _least_raise(sign)
    may = "may raise" if sign.check_raise else "may not raise"
    yield Line(f"a player who checked {may} in the same betting round", game.own("POKER 7(j)"))
    if game.button:
        whose = "on the button" if sign.heads_up_button_small_blind else "left of the button"
        yield Line(f"heads-up, the first blind is {whose}", "SIGN heads_up_button_small_blind")
        first = {"right_of_dealer": "lies at the dealer's right", "high_card": "is drawn for"}
        yield Line(f"the first button {first[sign.button_start]}", "SIGN button_start")
        used = {"discard": "is discarded", "burn": "is the next burn card, face up"}
        yield Line(f"a card exposed by the dealer {used[sign.exposed_card]}", "SIGN exposed_card")
    yield Line(f"the smallest chip is {money(sign.unit)}", "SIGN unit")
    shown = {"hidden": "stay hidden", "on_request": "are shown on request", "always": "are shown"}
    yield Line(f"mucked hands {shown[sign.show_mucked]}", "SIGN show_mucked")
    if game.has_board:
        when = "before the rest of the board" if sign.show_all_in else "at the showdown"
        yield Line(f"once nobody can bet, hands are turned up {when}", "SIGN show_all_in")
    yield from revenue(game, sign)
    for added in sign.supplements:
        state = f"approved, {added.approval}" if added.approval else "not approved: without effect"
        yield Line(f"{added.kind.replace('_', ' ')}: {added.text} ({state})", "POKER 15(r)")


def _least_raise(sign: TableSign) -> Iterator[Line]:
    """What no document says of raises and is enforced all the same (A-29, A-88)."""
    if sign.structure == "limit":
        words = "an all-in raise of half a bet or more counts as a full one; a smaller one does not"
        yield Line(f"{words} reopen the betting", "A-91")
        return
    yield Line("a raise is at least as large as the last bet or raise of the round", "A-29")
    yield Line("an all-in raise for less does not reopen the betting", "A-29")


def _structure(sign: TableSign) -> str:
    amounts = [money(limit) for limit in sign.limits]
    match sign.structure:
        case "limit":
            return f"fixed limit: bets and raises of {listed(amounts)}"
        case "spread":
            return f"spread limit: bets and raises from {amounts[0]} to {amounts[-1]}"
        case "pot_limit":
            return f"pot limit: bets from {amounts[0]} up to the pot after a call"
        case "no_limit":
            return f"no limit: bets from {amounts[0]} up to all a player has on the table"


# --- what is posted about the seats ----------------------------------------------------------


def _seats(game: Game, sign: TableSign) -> Iterator[Line]:
    yield from _purchases(game, sign)
    if absence_method(game, sign) == "record":
        kept = "goes along, and is recorded", "POKER 7(c)(5)(i)"
    else:
        kept = "stays on the table, covered", "POKER 7(c)(5)(ii)"
    yield Line(f"the stake of a player who is away {kept[0]}", game.own(kept[1]))
    minutes = reentry_minutes(game, sign)
    words = f"a player who returns within {counted(minutes, 'minute')} brings the stake back"
    words = words if minutes else f"a stake that is brought back: {NOT_POSTED}"
    yield Line(words, "SIGN reentry_minutes")
    if game.button:
        owed = {"none": NOT_POSTED, "post": "the last one is posted live, others dead"}
        yield Line(f"blinds that were missed: {owed[sign.missed_blinds]}", "SIGN missed_blinds")
    if sign.turn_seconds:
        words = f"a player has {counted(sign.turn_seconds, 'second')} to act"
        yield Line(words, "SIGN turn_seconds")
    if sign.bank_seconds is not None:
        words = f"the time bank of a player holds {counted(sign.bank_seconds, 'second')}"
        yield Line(words, "SIGN bank_seconds")
    seats = {"any": "any vacant seat", "waiting": "only seats that a player waits for"}
    words = f"announcements: {seats[announced(game, sign)]}"
    yield Line(words, game.document.announcement)
    by = {"none": "by hand", "plain": "by a machine", "counting": "by a machine that counts"}
    yield Line(f"the cards are shuffled {by[sign.shuffler]}", "SIGN shuffler")
    yield from cut_named(sign)


def _purchases(game: Game, sign: TableSign) -> Iterator[Line]:
    limits = purchase_limits(game, sign)
    clause = game.document.purchases
    if sign.min_purchase:
        yield Line(
            f"a player sits down with {money(sign.min_purchase)} or more", "SIGN min_purchase"
        )
    for most, words, key in (
        (limits.each, "one purchase of chips", "max_purchase"),
        (limits.stack_after, "a stack after a purchase", "max_stack_after_purchase"),
        (limits.total, "all purchases of one player together", "max_total_purchase"),
    ):
        own = clause and not getattr(sign, key) and most
        amount = f"at most {money(most)}" if most else NOT_POSTED
        yield Line(f"{words}: {amount}", clause if own else f"SIGN {key}")
