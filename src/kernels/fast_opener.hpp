// Who opens a betting round: by position, or by the cards that lie face up.

#pragma once

#include <algorithm>

#include "fast_round.hpp"

namespace croupier::fast {

// Up-cards by groups of one rank, then by rank: larger is a better hand showing. Four bits a rank,
// the larger groups first; how many cards a group has comes before all ranks.
inline std::uint64_t showing(Mask up) {
    std::uint64_t groups = 0, order = 0;
    for (int alike = 4; alike >= 1; --alike) {
        for (int rank = static_cast<int>(ranks) - 1; rank >= 0; --rank) {
            if (std::popcount(up >> 4 * rank & 15) != alike) continue;
            order = order << 4 | static_cast<std::uint64_t>(rank + 1);
            if (alike > 1) groups = groups << 3 | static_cast<std::uint64_t>(alike);
        }
    }
    // Both compare as lists do: the first difference decides, and a list is less than a longer one.
    const auto filled = [](std::uint64_t list, int bits, int whole) {
        while (list && list >> (whole - bits) == 0) list <<= bits;
        return list;
    };
    return filled(groups, 3, 12) << 32 | filled(order, 4, 28);
}

// The same for razz, where fewer pairs and then lower cards are better: smaller is better.
inline std::uint64_t low_showing(Mask up, bool ace_high) {
    std::uint64_t order = 0;
    int length = 0;
    for (int alike = 4; alike >= 1; --alike) {
        for (int low = static_cast<int>(ranks) - 1; low >= 0; --low) {
            const int below = ace_high ? 0 : static_cast<int>(ranks) - 1;  // the ace is the last rank
            const int rank = (low + below) % static_cast<int>(ranks);
            if (std::popcount(up >> 4 * rank & 15) != alike) continue;
            order = order << 8 | static_cast<std::uint64_t>(alike << 4 | (low + 1));
            ++length;
        }
    }
    return length ? order << 8 * (8 - length) : 0;
}

// The place that a look at the up-cards picks; the nearest to the dealer's left among equals.
inline Place by_cards(const Deal& deal, Opener opener) {
    const Round& round = deal.round;
    Places seats = 0, named = 0;
    deal.each_live([&](Place place) {
        seats |= Places{1} << place;
        named |= Places{!deal.hand(place).hidden_up} << place;
    });
    if (named) seats = named;  // a record may not name the up-cards of a hand that folded
    const auto height = [&](Place place) -> std::int64_t {
        const Player& hand = deal.hand(place);
        const std::int64_t rank = hand.door / suits, suit = hand.door % suits;
        const auto number = static_cast<std::int64_t>(hand.door);
        switch (opener) {
            case Opener::lowest_up: return -number;
            case Opener::highest_up: return number;
            case Opener::highest_up_ace_low: return rank == 12 ? suit - 4 : number;
            case Opener::best_showing: return static_cast<std::int64_t>(showing(hand.up));
            case Opener::lowest_showing:
            case Opener::lowest_showing_ace_high: {
                const bool ace_high = opener == Opener::lowest_showing_ace_high;
                return -static_cast<std::int64_t>(low_showing(hand.up, ace_high) >> 1);
            }
            default: {
                const bool paired = round.boards[0] >> 4 * rank & 15;
                return (paired ? 16 : 0) + rank;
            }
        }
    };
    Place best = nobody;
    std::int64_t most = 0;
    for (Places left = seats; left; left &= left - 1) {
        const auto place = static_cast<Place>(std::countr_zero(left));
        const std::int64_t here = height(place);
        if (best == nobody || here > most) best = place, most = here;
    }
    return best;
}

// The opener among some places; if that hand cannot bet, the next one clockwise that can.
inline Place first_of(const Deal& deal, const Step& step, Places among) {
    const Round& round = deal.round;
    const auto opener = static_cast<Opener>(step.a);
    unsigned from = 0;
    if (opener == Opener::left_of_blinds) {
        from = deal.program.last_blind[round.players] + 1u;
    } else if (opener != Opener::left_of_button) {
        from = by_cards(deal, opener);
    }
    const Places after = from < 32 ? among >> from << from : 0;
    return static_cast<Place>(std::countr_zero(after ? after : among));
}

}  // namespace croupier::fast
