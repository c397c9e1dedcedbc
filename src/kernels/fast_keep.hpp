// Which cards a sensible player keeps at a draw: the rules of odds/drawing.py, on masks.

#pragma once

#include <algorithm>

#include "fast_plays.hpp"

namespace croupier::fast {

enum class Keeps : std::uint8_t { high, low, badugi, both };

struct Keeper {
    Keeps keeps = Keeps::high;
    bool ace_is_low = true;
    const Family* family = nullptr;  // of the first share: whether a hand is already made

    Mask keep(Mask hand, int draws) const {
        switch (keeps) {
            case Keeps::high: return high(hand);
            case Keeps::low: return low(hand, draws);
            case Keeps::badugi: return badugi(hand, draws);
            default: return both(hand);
        }
    }

private:
    static constexpr int good = 8;             // the highest card worth keeping for a low
    static constexpr int no_pairs = 1277;      // so many hands are no pair, straight or flush
    static constexpr int five_cards = 7462;
    using Heights = std::array<int, 4>;

    int height(std::uint8_t card) const {
        const int rank = card / static_cast<int>(suits);
        return ace_is_low && rank == 12 ? 1 : rank + 2;
    }

    static int pat(int draws, int one, int two, int three) {
        return draws == 1 ? one : draws == 2 ? two : draws == 3 ? three : good;
    }

    Mask high(Mask hand) const {
        Mask grouped = 0;
        int groups = 0, largest = 0;
        for (std::size_t rank = 0; rank < ranks; ++rank) {
            const Mask same = hand & Mask{15} << 4 * rank;
            const int alike = std::popcount(same);
            if (alike < 2) continue;
            grouped |= same;
            ++groups;
            largest = std::max(largest, alike);
        }
        if (grouped) return grouped == hand || largest == 4 ? hand : grouped;
        (void)groups;
        if (family->best(cards_of(hand)) > no_pairs) return hand;
        for (std::size_t suit = 0; suit < suits; ++suit) {
            const Mask same = hand & 0x1111111111111 << suit;
            if (std::popcount(same) == 4) return same;
        }
        const Hand cards = cards_of(hand);  // from the lowest up
        for (std::size_t first = 0; first + 4 <= cards.count; ++first) {
            const int low_rank = cards.cards[first] / 4, high_rank = cards.cards[first + 3] / 4;
            if (high_rank - low_rank == 3 && high_rank != 12) {
                Mask run = 0;
                for (std::size_t at = first; at < first + 4; ++at) run |= Mask{1} << cards.cards[at];
                return run;
            }
        }
        const std::uint8_t best = cards.cards[cards.count - 1], next = cards.cards[cards.count - 2];
        return Mask{1} << best | (next / 4 >= 9 ? Mask{1} << next : 0);
    }

    Mask low(Mask hand, int draws) const {
        std::array<std::uint8_t, 15> by_height;
        by_height.fill(255);
        int distinct_ranks = 0, highest = 0;
        each_card(hand, [&](std::uint8_t card) {
            const auto at = static_cast<std::size_t>(height(card));
            if (by_height[at] != 255) return;
            by_height[at] = card;
            ++distinct_ranks;
            highest = std::max(highest, height(card));
        });
        const bool stands =
            distinct_ranks == std::popcount(hand) && highest <= pat(draws, 10, 9, 8);
        Mask kept = 0;
        std::uint8_t last = 255;
        for (std::size_t at = 1; at < by_height.size(); ++at) {
            if (by_height[at] == 255 || (!stands && at > good)) continue;
            last = by_height[at];
            kept |= Mask{1} << last;
        }
        if (kept != hand || ace_is_low) return kept;
        return family->best(cards_of(kept)) > five_cards - no_pairs ? kept : kept & ~(Mask{1} << last);
    }

    // The most cards of different rank and suit, the lowest of those.
    Mask rainbow(Mask hand) const {
        const Hand cards = cards_of(hand);
        std::array<std::uint8_t, 5> taken;
        for (std::size_t size = std::min<std::size_t>(4, cards.count); size > 0; --size) {
            Mask found = 0;
            Heights best{};
            choose(cards, size, taken.data(), [&](std::uint8_t*) {
                unsigned rank_bits = 0, suit_bits = 0;
                Heights heights{};
                Mask mask = 0;
                for (std::size_t at = 0; at < size; ++at) {
                    rank_bits |= 1u << taken[at] / suits;
                    suit_bits |= 1u << taken[at] % suits;
                    heights[at] = height(taken[at]);
                    mask |= Mask{1} << taken[at];
                }
                if (std::popcount(rank_bits) != static_cast<int>(size) ||
                    std::popcount(suit_bits) != static_cast<int>(size))
                    return;
                std::sort(heights.begin(), heights.end(), std::greater<>());
                if (!found || heights < best) found = mask, best = heights;
            });
            if (found) return found;
        }
        return 0;
    }

    Mask low_cards(Mask hand) const {
        Mask found = 0;
        each_card(hand, [&](std::uint8_t card) {
            if (height(card) <= good) found |= Mask{1} << card;
        });
        return found;
    }

    Mask badugi(Mask hand, int draws) const {
        const Mask best = rainbow(hand);
        int highest = 0;
        each_card(best, [&](std::uint8_t card) { highest = std::max(highest, height(card)); });
        if (std::popcount(best) == 4 && highest <= pat(draws, 11, 10, 9)) return best;
        return rainbow(low_cards(hand));
    }

    Mask both(Mask hand) const {
        const Mask low_ones = low_cards(hand), kept = rainbow(low_ones);
        Mask same_ranks = 0;
        each_card(kept, [&](std::uint8_t card) { same_ranks |= Mask{15} << card / 4 * 4; });
        const Mask more = low_ones & ~same_ranks;
        return kept | (more & -more);
    }
};

}  // namespace croupier::fast
