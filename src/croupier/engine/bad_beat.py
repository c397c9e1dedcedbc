"""Finding a bad beat: a posted high hand that lost to another one at the showdown (POKER 19)."""

from croupier.cards import Card
from croupier.engine.events import AnyEvent, BadBeatFound
from croupier.engine.round import Round
from croupier.rankings import FAMILIES, AnyOf
from croupier.rules.revenue_sign import high_share
from croupier.rules.steps import Share


def found(state: Round) -> list[AnyEvent]:
    """List every tabled hand that qualifies for a bad beat, best first; nothing is paid yet.

    Only hands that were shown are compared, and only on the natural board (BBC runtwice-promo).
    """
    posted = state.sign.bad_beat
    if posted is None or (high := high_share(state.game)) is None:
        return []
    place, share = high
    tabled = {
        seat: state.hands[seat].strengths[0][place]
        for seat in state.live
        if state.hands[seat].strengths
    }
    best, least = max(tabled.values(), default=0), FAMILIES[share.ranking].strength(posted.least)
    winners = tuple(seat for seat, strength in tabled.items() if strength == best)
    if posted.hole_cards == "both":
        winners = tuple(seat for seat in winners if _own_cards_play(state, seat, share))
    losers = [seat for seat, strength in tabled.items() if least <= strength < best]
    if posted.hole_cards != "any":
        losers = [seat for seat in losers if _own_cards_play(state, seat, share)]
    losers.sort(key=lambda seat: tabled[seat], reverse=True)
    return [_bad_beat(state, seat, winners, share) for seat in losers if winners]


def _bad_beat(state: Round, seat: int, winners: tuple[int, ...], share: Share) -> BadBeatFound:
    cards = _plays(state, seat, share)[0]
    return BadBeatFound(clause="POKER 19(f)", seat=seat, cards=cards, by=winners)


def _plays(state: Round, seat: int, share: Share) -> list[tuple[Card, ...]]:
    hand, board = state.hands[seat], state.boards[0] + state.common
    return FAMILIES[share.ranking].best_selections(hand.down + hand.up, board, share.pick)


def _own_cards_play(state: Round, seat: int, share: Share) -> bool:
    """Whether all hole cards play; they always do where the game requires it."""
    if not isinstance(share.pick, AnyOf):
        return True
    hand = state.hands[seat]
    own = {*hand.down, *hand.up}
    return any(own <= set(play) for play in _plays(state, seat, share))
