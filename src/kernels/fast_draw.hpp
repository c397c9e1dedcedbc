// The draw: discards and replacements, one player at a time. Beside engine/draw.py.

#pragma once

#include "fast_bet.hpp"
#include "fast_deal.hpp"

namespace croupier::fast {

inline void begin_draw(const Deal& deal, const Step& step) {
    Round& round = deal.round;
    if (!round.opened) {
        wait_from(round, round.live, 0);
        round.opened = true;
        ++round.draws;
    }
    const Place place = round.waiting[0];
    round.ask = {};
    round.ask.kind = Asks::draw;
    round.ask.place = place;
    const std::size_t held = size_of(deal.hand(place).down);
    round.ask.least = step.c;
    round.ask.draw_most = static_cast<std::uint8_t>(std::min<std::size_t>(step.a, held));
}

// The cards of a mask that a choice names, a bit a card, the lowest card the last bit.
inline Mask chosen(Mask cards, std::uint32_t which) {
    Mask found = 0;
    for (; which && cards; which >>= 1, cards &= cards - 1) {
        if (which & 1) found |= cards & -cards;
    }
    return found;
}

inline void answer_draw(const Deal& deal, std::uint32_t which) {
    Round& round = deal.round;
    const Place place = round.ask.place;
    Player& hand = deal.hand(place);
    const Mask thrown = chosen(hand.down, which);
    hand.down &= ~thrown;
    hand.thrown[round.draws] = thrown;
    round.due = static_cast<std::uint8_t>(size_of(thrown));
    hand.counts[round.draws] = static_cast<std::uint8_t>(round.due + 1);  // 1: stood pat
    if (deal.step().c) round.due = 0;
    replace_thrown(deal, place);
    stop_waiting(round, place);
    if (!round.waits) {
        round.opened = false;
        ++round.at;
    }
}

}  // namespace croupier::fast
