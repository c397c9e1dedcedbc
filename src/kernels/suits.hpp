// Sets of cards that differ only in the names of their suits are worth the same: one of each such
// orbit is enough, with its size.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "deck.hpp"

namespace croupier {

// Where each of the 52 cards goes when the suits get new names.
using Renaming = std::array<std::uint8_t, plain_cards>;

struct Canonical {
    std::uint64_t key;  // the rank masks of the four suits, largest first, 13 bits each
    Renaming renamed;
};

inline Canonical canonical(Cards cards) {
    std::array<std::uint64_t, suits> held{};
    for (const std::uint8_t card : cards) held[card % suits] |= std::uint64_t{1} << card / suits;
    std::array<std::uint8_t, suits> order{0, 1, 2, 3}, to{};
    std::ranges::stable_sort(order, std::ranges::greater{},
                             [&](std::uint8_t suit) { return held[suit]; });
    Canonical found{0, {}};
    for (std::uint8_t place = 0; place < suits; ++place) {
        found.key = found.key << ranks | held[order[place]];
        to[order[place]] = place;
    }
    for (std::size_t card = 0; card < plain_cards; ++card) {
        found.renamed[card] =
            static_cast<std::uint8_t>(card / suits * suits + to[card % suits]);
    }
    return found;
}

// All sets of so many cards, one of each orbit, in ascending order of their keys.
class Orbits {
public:
    explicit Orbits(std::size_t count) : count_(count) {
        std::vector<std::uint64_t> all;
        Hand taken;
        gather(0, taken, all);
        std::ranges::sort(all);
        for (const std::uint64_t key : all) {
            if (keys_.empty() || keys_.back() != key) {
                keys_.push_back(key);
                sizes_.push_back(0);
            }
            ++sizes_.back();
        }
    }

    std::size_t count() const { return keys_.size(); }
    std::int64_t size(std::size_t at) const { return sizes_[at]; }

    std::size_t find(std::uint64_t key) const {
        return static_cast<std::size_t>(std::ranges::lower_bound(keys_, key) - keys_.begin());
    }

    // The cards of an orbit's one set, lowest first.
    Hand cards(std::size_t at) const {
        Hand found;
        for (std::size_t card = 0; card < plain_cards; ++card) {
            const std::size_t suit = suits - 1 - card % suits;
            if (keys_[at] >> (ranks * suit + card / suits) & 1) found.add(static_cast<int>(card));
        }
        return found;
    }

private:
    void gather(int first, Hand& taken, std::vector<std::uint64_t>& all) const {
        if (taken.count == count_) {
            all.push_back(canonical(taken).key);
            return;
        }
        for (int card = first; card < static_cast<int>(plain_cards); ++card) {
            taken.add(card);
            gather(card + 1, taken, all);
            --taken.count;
        }
    }

    std::size_t count_;
    std::vector<std::uint64_t> keys_;
    std::vector<std::int32_t> sizes_;
};

// The cards that are not among these, lowest first.
inline Hand others(Cards cards) {
    std::uint64_t taken = 0;
    for (const std::uint8_t card : cards) taken |= std::uint64_t{1} << card;
    Hand left;
    for (int card = 0; card < static_cast<int>(plain_cards); ++card) {
        if (!(taken >> card & 1)) left.add(card);
    }
    return left;
}

// Two different cards have one of 1,326 places, whichever comes first.
inline constexpr std::size_t pair_places = plain_cards * (plain_cards - 1) / 2;
inline constexpr auto pair_at = [] {
    std::array<std::array<std::uint16_t, plain_cards>, plain_cards> at{};
    std::uint16_t place = 0;
    for (std::size_t high = 0; high < plain_cards; ++high) {
        for (std::size_t low = 0; low < high; ++low) at[low][high] = at[high][low] = place++;
    }
    return at;
}();

// Two cards up to suits: suited ones above the diagonal of a 13 x 13 chart, the others below.
inline constexpr std::size_t hole_classes = ranks * ranks;
inline std::size_t hole_class(std::uint8_t a, std::uint8_t b) {
    const std::size_t high = std::max(a, b) / suits, low = std::min(a, b) / suits;
    return a % suits == b % suits ? high * ranks + low : low * ranks + high;
}

}  // namespace croupier
