"""The sign of a house-banked table in words: wagers, limits and pay tables, odds always "to".

Odds are stated with "to" or "win", never with "for" (THB 11(a), FLOP 11(a), TCJ 11(a)).
"""

import re
from collections.abc import Iterator

from croupier.cards import parse_cards
from croupier.chips import money
from croupier.engine.layout import posted_spots, span
from croupier.engine.progressive import COMMUNITY_ROYAL, FIXED, METER_PERCENT
from croupier.engine.settle import odds_posted, payout_limit, posted
from croupier.rankings.words import NAMES, category_words
from croupier.refused import Refused
from croupier.rules.banked import AgainstDealer, OnMeter, OnTable, Settle, Spot, Stake, Wagers
from croupier.rules.game import Game
from croupier.rules.paytables import BONUS, PayTable
from croupier.rules.sign import TableSign
from croupier.views.narration.wording import NUMBERS, Line, listed

WIDTH = 52
_TENS = ("twenty", "twenty-five", "thirty", "forty", "fifty", "hundred", "thousand")
_COUNT = rf"(?:\$?\d[\d,.]*|{'|'.join((*NUMBERS[1:], *_TENS))})"
_FOR_ODDS = re.compile(rf"\b{_COUNT}[\s-]*for[\s-]*(?:each |every )?{_COUNT}\b", re.IGNORECASE)


def check_posted(game: Game, text: str) -> None:
    """Refuse a text that states odds with "for".

    >>> from croupier.games import game_of
    >>> check_posted(game_of("two-card-joker"), "royal flush 25 to 1")
    """
    found = _FOR_ODDS.search(text)
    if found:
        why = f'odds are stated with "to" or "win", not as {found[0]!r}'
        raise Refused(game.cite("11(a)"), why)


def paysheet(game: Game, sign: TableSign) -> Iterator[Line]:
    """Print what a house-banked table posts.

    >>> from croupier.games import game_of
    >>> thb = game_of("texas-holdem-bonus")
    >>> [line.words for line in paysheet(thb, thb.sign) if line.words.startswith("ace-ace")]
    ['ace-ace .................................... 30 to 1']
    """
    for line in _sheet(game, sign):
        check_posted(game, line.words)
        yield line


def _sheet(game: Game, sign: TableSign) -> Iterator[Line]:
    first = game.script[0]
    assert isinstance(first, Wagers)
    yield Line("the sign", kind="heading")
    for spot in posted_spots(first, sign):
        yield _spot(game, sign, spot)
    yield from _manners(game, sign)
    for step in game.script:
        if isinstance(step, Settle):
            for contest in step.contests:
                match contest:
                    case AgainstDealer():
                        yield from _against_dealer(game, sign, contest)
                    case OnTable():
                        yield from _on_table(game, sign, contest)
                    case OnMeter():
                        yield from _on_meter(game, sign, contest)
            if step.limited:
                most = money(payout_limit(game, sign, step))
                yield Line(f"one hand wins at most {most} of these", game.cite(step.limited))


def _spot(game: Game, sign: TableSign, spot: Spot) -> Line:
    least, most = span(spot, sign)
    amount = money(least) if least == most else f"{money(least)} to {money(most)}"
    words = f"{spot.name} wager: {amount}"
    if spot.amount == "pot_wager":
        words += ", from each of two players or more"
    elif spot.required:
        words += ", from everybody who is dealt in"
    elif spot.needs:
        words += f", only with an {spot.needs} wager"
    return Line(words, game.cite(spot.clause))


def _manners(game: Game, sign: TableSign) -> Iterator[Line]:
    yield Line(f"a wager is at least {money(sign.wager_min)}", "SIGN wager_min")
    yield Line(f"a wager is at most {money(sign.wager_max)}", "SIGN wager_max")
    yield Line("wagers are chips on the layout: spoken ones do not count", game.cite("6(a)"))
    yield Line(f"the smallest chip is {money(sign.unit)}", "SIGN unit")
    where = "several positions" if sign.multi_position else "one position"
    clause = game.document.one_position or "SIGN multi_position"
    yield Line(f"a player may wager on {where}", clause)
    if game.deck == 54:
        low = {"4-2": "four-two, with the ace always high", "A-3": "ace-three, below four-two"}
        yield Line(f"the lowest flush is {low[sign.lowest_flush]}", "SIGN lowest_flush")
    taken = "are taken" if sign.match_play else "are not taken"
    yield Line(f"match play coupons {taken}", "SIGN match_play")
    dealt = {
        "manual_shoe": "a manual shoe",
        "hand": "the hand",
        "automated_shoe": "an automated shoe",
    }
    yield Line(f"cards are dealt from {dealt[sign.deal_method]}", "SIGN deal_method")
    by = {"none": "by hand", "plain": "by a machine", "counting": "by a machine that counts"}
    yield Line(f"the cards are shuffled {by[sign.shuffler]}", "SIGN shuffler")
    yield from cut_named(sign)


def cut_named(sign: TableSign) -> Iterator[Line]:
    """The printed line on the number of the cut, if a player names it."""
    if sign.cut_number == "player":
        words = "the last to be dealt in names the number of the cut"
        yield Line(words, "SIGN cut_number")


def _against_dealer(game: Game, sign: TableSign, contest: AgainstDealer) -> Iterator[Line]:
    yield Line("a hand that beats the dealer's pays", kind="heading")
    for stake in contest.stakes:
        if stake.table is None:
            yield Line(_row(stake.spot, "1 to 1"), game.cite(stake.clause))
            yield from _threshold(game, sign, stake)
        else:
            yield from _rows(game, sign, stake.table, f"{stake.spot}, ")
    if contest.qualifies:
        ends = {"wins": "is paid 1 to 1", "pushes": "comes back", "": "comes back"}
        rest = listed(f"the {stake.spot} {ends[stake.unqualified]}" for stake in contest.stakes)
        lowest = NAMES[2 + max(card.rank for card in parse_cards(contest.qualifies))]
        yield Line(f"where the dealer has less than {lowest} high: {rest}", game.cite("10(d)(1)"))


def _threshold(game: Game, sign: TableSign, stake: Stake) -> Iterator[Line]:
    if stake.threshold:
        words = f"only with a {sign.ante_threshold} or higher, else the {stake.spot} comes back"
        yield Line(words, game.cite(stake.clause))


def _on_table(game: Game, sign: TableSign, contest: OnTable) -> Iterator[Line]:
    if contest.even:
        yield Line(f"the {contest.spot} wager pays", kind="heading")
        lowest = contest.table.lines[-1].hand
        yield Line(_row(lowest, "1 to 1"), game.cite("11(b)"))
        return
    table = posted(contest.table, sign)
    number = table.name.removeprefix(contest.spot)
    yield Line(f"the {contest.spot} wager pays{number}", kind="heading")
    if table == BONUS and sign.aces_v_aces:
        clause = game.cite("11(d)")
        yield Line(_row("ace-ace against ace-ace", f"{sign.aces_v_aces} to 1"), clause)
    yield from _rows(game, sign, table)


def _rows(game: Game, sign: TableSign, table: PayTable, before: str = "") -> Iterator[Line]:
    for line in table.lines:
        odds = table.odds(line.hand, odds_posted(table, sign))
        pays = "push" if odds is None else f"{odds} to 1"
        yield Line(_row(before + category_words(line.hand), pays), game.cite(table.clause))


def _on_meter(game: Game, sign: TableSign, contest: OnMeter) -> Iterator[Line]:
    if not sign.progressive:
        return
    yield Line(f"the {contest.spot} wager", kind="heading")
    royals = {line: f"{percent}% of the meter" for line, percent in METER_PERCENT.items()}
    royals["community royal"] = money(COMMUNITY_ROYAL)
    for line, won in royals.items():
        yield Line(_row(line, f"win {won}"), game.cite("12(c)"))
    for line, chips in FIXED.items():
        yield Line(_row(line, f"win {money(chips)}"), game.cite(contest.clause))
    kept = {"for": "stays with the house", "to": "comes back with a prize"}
    yield Line(f"the dollar wagered {kept[sign.progressive_prizes]}", "SIGN progressive_prizes")
    live = "stays live" if sign.progressive_after_fold else "is lost"
    yield Line(f"after a fold it {live}", "SIGN progressive_after_fold")
    fed = f"the meter starts at {money(sign.progressive_seed)} "
    fed += f"and gets {sign.progressive_share} cents of each dollar"
    yield Line(fed, "SIGN progressive_seed")
    if sign.progressive_meter:
        words = f"the meter stood at {money(sign.progressive_meter)} when this was posted"
        yield Line(words, "SIGN progressive_meter")


def _row(name: str, pays: str) -> str:
    """Name and odds at the two ends of a dotted line."""
    dots = "." * max(3, WIDTH - len(name) - len(pays) - 2)
    return f"{name} {dots} {pays}"
