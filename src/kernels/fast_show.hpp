// The showdown: the order of showing, conceding, bad beats, and the end of the round.

#pragma once

#include "fast_bet.hpp"
#include "fast_pots.hpp"

namespace croupier::fast {

inline void rate(const Deal& deal, Place place) {
    const Round& round = deal.round;
    Player& hand = deal.hand(place);
    const std::size_t shares = deal.program.shares.size();
    for (std::size_t board = 0; board < round.board_count; ++board) {
        const Mask cards = round.boards[board] | round.common;
        for (std::size_t share = 0; share < shares; ++share) {
            hand.strengths[board][share] = static_cast<std::uint16_t>(
                strength_of(deal.program.shares[share], hand.down | hand.up, cards));
        }
    }
    hand.shown = true;
}

// Whether all hole cards play; they always do where the game requires it.
inline bool own_cards_play(const Deal& deal, Place place, const Share& share) {
    if (!share.pick.any) return true;
    const Player& hand = deal.hand(place);
    const Mask own = hand.down | hand.up, board = deal.round.boards[0] | deal.round.common;
    bool found = false;
    each_play(share, own, board, hand.strengths[0][deal.program.bad_beat.share],
              [&](Mask play) { found |= (own & ~play) == 0; });
    return found;
}

// Every tabled hand that qualifies and lost to another one on the natural board, the best first.
inline void find_bad_beats(const Deal& deal) {
    const BadBeat& posted = deal.program.bad_beat;
    Round& round = deal.round;
    if (!posted.posted) return;
    const Share& share = deal.program.shares[posted.share];
    int best = 0;
    deal.each_live([&](Place place) {
        if (deal.hand(place).shown) best = std::max<int>(best, deal.hand(place).strengths[0][posted.share]);
    });
    Places winners = 0;
    Winners losers;
    deal.each_live([&](Place place) {
        const Player& hand = deal.hand(place);
        if (!hand.shown) return;
        const int strength = hand.strengths[0][posted.share];
        if (strength == best) {
            if (posted.hole_cards != BadBeat::both || own_cards_play(deal, place, share)) {
                winners |= Places{1} << place;
            }
        } else if (strength >= posted.least) {
            if (posted.hole_cards == BadBeat::any || own_cards_play(deal, place, share)) {
                losers.places[losers.count++] = place;
            }
        }
    });
    if (!winners) return;
    std::stable_sort(losers.places.begin(),
                     losers.places.begin() + static_cast<std::ptrdiff_t>(losers.count),
                     [&](Place a, Place b) {
                         return deal.hand(a).strengths[0][posted.share] >
                                deal.hand(b).strengths[0][posted.share];
                     });
    round.beats = static_cast<std::uint8_t>(losers.count);
    for (std::size_t at = 0; deal.trace && at < losers.count; ++at) {
        deal.trace->beats.push_back({losers.places[at], winners});
    }
}

// What the house takes leaves the pots before they are pushed, and nothing leaves them after.
inline void close_round(const Deal& deal) {
    Round& round = deal.round;
    take_all(deal);
    award(deal);
    find_bad_beats(deal);
    if (round.rake) deal.tell(rake_account, inventory, round.rake);
    round.done = true;
    round.waits = 0;
    round.ask = {};
}

inline void begin_showdown(const Deal& deal, const Step& step) {
    Round& round = deal.round;
    if (!step.a) {  // against the bank every hand lies open
        deal.each_live([&](Place place) { rate(deal, place); });
        close_round(deal);
        return;
    }
    if (!round.opened) {
        const Place first = round.aggressor != nobody ? round.aggressor : round.first;
        wait_from(round, round.live, first == nobody ? 0 : first);
        round.opened = true;
    }
    if (!round.waits) {
        close_round(deal);
        return;
    }
    round.ask = {};
    round.ask.kind = Asks::show;
    round.ask.place = round.waiting[0];
}

inline void answer_show(const Deal& deal, Verb verb) {
    const Place place = deal.round.ask.place;
    if (verb == Verb::show) {
        rate(deal, place);
        stop_waiting(deal.round, place);
    } else {
        throw_hand(deal, place, Out::conceded);
    }
}

}  // namespace croupier::fast
