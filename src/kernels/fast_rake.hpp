// What leaves a pot before it is won: rake, promotional drop, contribution. Beside engine/rake.py.

#pragma once

#include <algorithm>

#include "fast_round.hpp"

namespace croupier::fast {

// All that was anted or bet and matched: what one player alone has paid is not part of it.
inline Chips called(const Deal& deal) {
    Chips first = 0, second = 0;
    for (std::size_t place = 0; place < deal.round.players; ++place) {
        const Chips paid = deal.hand(place).paid;
        if (paid > first) {
            second = first;
            first = paid;
        } else {
            second = std::max(second, paid);
        }
    }
    return deal.round.gross() - (first - second);
}

inline bool no_drop(const Deal& deal) {
    return deal.program.no_flop_no_drop && !deal.round.boards[0];
}

// No more than is left of the called pot, in whole chips.
inline Chips within_pot(const Deal& deal, Chips due) {
    const Chips unit = deal.program.unit, left = called(deal) - deal.round.taken();
    return std::min(due, left / unit * unit);
}

inline void extract(const Deal& deal, Chips due, Chips& account, Account name) {
    const Chips chips = within_pot(deal, due);
    if (chips <= 0) return;
    deal.round.pot -= chips;
    account += chips;
    deal.tell(pot_account, name, chips);
}

// Rakes the betting round that has just ended, main and side pots together.
inline void take_rake(const Deal& deal) {
    const Method& rake = deal.program.rake;
    Round& round = deal.round;
    if (rake.kind == Method::none || no_drop(deal)) return;
    const Chips sums = called(deal), unit = deal.program.unit;
    const Chips due = rake.kind == Method::percentage ? rake.of(sums - round.counted, unit)
                                                      : rake.of(sums, unit) - round.rake;
    const Chips most = deal.program.rake_max[round.players];
    extract(deal, std::min(due, most - round.rake), round.rake, rake_account);
}

// What has been counted for a percentage once a betting round is closed.
inline void count_for_rake(const Deal& deal) {
    if (deal.program.rake.kind != Method::none && !no_drop(deal)) deal.round.counted = called(deal);
}

// Takes all that is due before the award, in its order.
inline void take_all(const Deal& deal) {
    const Program& program = deal.program;
    Round& round = deal.round;
    if (!program.takes()) return;
    take_rake(deal);
    if (round.twice && program.rake.kind != Method::none) {  // run twice, it is two hands
        extract(deal, round.rake, round.rake, rake_account);
    }
    if (program.promo_drop && round.rake) {
        extract(deal, program.promo_drop, round.drop, drop_account);
    }
    const BadBeat& beat = program.bad_beat;
    if (!beat.posted || beat.contribution.kind == Method::none || no_drop(deal)) return;
    const Chips sums = called(deal);
    if (sums < beat.min_pot) return;
    const Chips due = std::min(beat.contribution.of(sums, program.unit), beat.most);
    extract(deal, due, round.box, box_account);
}

}  // namespace croupier::fast
