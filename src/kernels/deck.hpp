// The deck as the kernels number it: card = 4 * rank + suit, "2c" is 0, "As" is 51, the jokers 52
// and 53; and what each card adds to the tally of a hand.

#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace croupier {

inline constexpr std::size_t ranks = 13;
inline constexpr std::size_t suits = 4;
inline constexpr std::size_t plain_cards = ranks * suits;
inline constexpr std::size_t all_cards = plain_cards + 2;

using Cards = std::span<const std::uint8_t>;

// Card numbers gathered one by one, never more than a deck holds.
struct Hand {
    std::array<std::uint8_t, all_cards> cards;
    std::size_t count = 0;

    operator Cards() const { return {cards.data(), count}; }

    bool add(int card) {
        if (card < 0 || count == cards.size()) return false;
        cards[count++] = static_cast<std::uint8_t>(card);
        return true;
    }
};

// Whether all are distinct cards of a deck of this size.
inline bool distinct(std::size_t deck, Cards cards, Cards others = {}) {
    std::uint64_t seen = 0;
    for (const Cards part : {cards, others}) {
        for (const std::uint8_t card : part) {
            if (card >= deck || seen >> card & 1) return false;
            seen |= std::uint64_t{1} << card;
        }
    }
    return true;
}

// Ranks fall into six low and seven high ones. These are the smallest keys such that the sums of
// at most seven of them, none taken more than four times, are all different.
inline constexpr std::size_t low_ranks = 6;
inline constexpr std::size_t high_ranks = ranks - low_ranks;
inline constexpr std::array<std::uint32_t, high_ranks> half_key{1, 5, 24, 112, 521, 2247, 9244};

// A tally is two words that only add up, in one vector register.
// Word 0: the sum of low keys (16 bits), the sum of high keys (16), a counter a suit (4 x 4 bits).
// Word 1: a bit for each card, 16 of them a suit; bit 61 for what is none of the 52.
using Tally = std::uint64_t __attribute__((vector_size(16)));

inline constexpr std::size_t suit_at = 32;
inline constexpr std::uint64_t no_card = std::uint64_t{1} << 61;

struct alignas(16) Weight {
    std::uint64_t sums;
    std::uint64_t bit;
};

constexpr std::uint64_t key_of(std::size_t rank) {
    const bool low = rank < low_ranks;
    return low ? half_key[rank] : std::uint64_t{half_key[rank - low_ranks]} << 16;
}

inline constexpr auto weight = [] {
    std::array<Weight, 256> weights{};
    weights.fill({0, no_card});
    for (std::size_t card = 0; card < plain_cards; ++card) {
        const std::size_t rank = card / suits, suit = card % suits;
        weights[card].sums = key_of(rank) + (std::uint64_t{1} << (suit_at + 4 * suit));
        weights[card].bit = std::uint64_t{1} << (16 * suit + rank);
    }
    return weights;
}();

// Up to seven cards, added and joined: the two differ in word 1 unless all are distinct cards.
struct Held {
    Tally sum;
    Tally all;

    // Suit counters begin so that their top bit says "so many".
    explicit Held(std::size_t many)
        : sum{std::uint64_t{0x1111} * (8 - many) << suit_at, no_card}, all{0, no_card} {}

    Held(std::size_t many, Cards cards) : Held(many) {
        for (const std::uint8_t card : cards) add(card);
    }

    void add(std::uint8_t card) {
        Tally one;
        std::memcpy(&one, &weight[card], sizeof one);
        sum += one;
        all |= one;
    }

    bool faulty() const { return sum[1] != all[1]; }

    // The suits that have so many, and one of them after the other.
    std::uint64_t enough() const { return sum[0] & std::uint64_t{0x8888} << suit_at; }
    static std::size_t first_suit(std::uint64_t enough) {
        return (static_cast<std::size_t>(std::countr_zero(enough)) - suit_at) / 4;
    }

    // The ranks held of a suit, one bit each.
    unsigned suited(std::size_t suit) const {
        return static_cast<unsigned>(all[1] >> 16 * suit) & 0x1fff;
    }
};

}  // namespace croupier
