// How strong a hand is, and which of its cards play: for shares, odd chips and bad beats.

#pragma once

#include "fast_round.hpp"

namespace croupier::fast {

inline Hand cards_of(Mask cards) {
    Hand hand;
    each_card(cards, [&](std::uint8_t card) { hand.cards[hand.count++] = card; });
    return hand;
}

inline int strength_of(const Share& share, Mask own, Mask board) {
    if (share.pick.any) return share.family->best(cards_of(own | board));
    return share.family->exactly(cards_of(own), cards_of(board), share.pick);
}

// Calls with every set of cards that plays as the best hand, until the call says enough.
template <class Call>
void each_play(const Share& share, Mask own, Mask board, int best, const Call& call) {
    const Family& family = *share.family;
    std::array<std::uint8_t, 5> taken;
    const auto offer = [&](std::size_t count) {
        Mask play = 0;
        for (std::size_t at = 0; at < count; ++at) play |= Mask{1} << taken[at];
        if (family.best({taken.data(), count}) == best) call(play);
    };
    if (family.rule() == SuitRule::different) {  // a hand may play fewer cards than it holds
        const Hand held = cards_of(own | board);
        for (std::size_t size = family.size(); size > 0; --size) {
            choose(held, size, taken.data(), [&](std::uint8_t*) {
                unsigned rank_bits = 0, suit_bits = 0;
                for (std::size_t at = 0; at < size; ++at) {
                    rank_bits |= 1u << taken[at] / suits;
                    suit_bits |= 1u << taken[at] % suits;
                }
                const auto alone = static_cast<int>(size);
                if (std::popcount(rank_bits) == alone && std::popcount(suit_bits) == alone) {
                    offer(size);
                }
            });
        }
        return;
    }
    const std::size_t size = family.size();
    if (share.pick.any) {
        choose(cards_of(own | board), size, taken.data(), [&](std::uint8_t*) { offer(size); });
        return;
    }
    const Hand shared = cards_of(board);
    choose(cards_of(own), share.pick.own, taken.data(), [&](std::uint8_t* rest) {
        choose(shared, share.pick.board, rest, [&](std::uint8_t*) { offer(size); });
    });
}

// Cards with the ace below the two, so that the lowest card is the lowest bit.
inline Mask ace_low(Mask cards) { return (cards << 4 & whole_deck) | cards >> 48; }

// Whether of two sets of equal size the first one has the lower card where they first differ.
inline bool lower(Mask one, Mask other) {
    const Mask differ = one ^ other;
    return differ && (one & differ & -differ);
}

// The play by which odd chips go: the highest cards of all plays, or the lowest.
inline Mask standing(const Share& share, Excess rule, Mask own, Mask board, int best) {
    Mask found = 0;
    each_play(share, own, board, best, [&](Mask play) {
        if (rule == Excess::highest_by_suit) {
            found = std::max(found, play);
        } else if (const Mask turned = ace_low(play); !found || lower(turned, found)) {
            found = turned;
        }
    });
    return found;
}

}  // namespace croupier::fast
