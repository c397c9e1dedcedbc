// Flop Poker, counted: three own cards and the best two of three community cards.

#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "batch.hpp"
#include "family.hpp"
#include "suits.hpp"

namespace croupier {

class FlopPoker {
public:
    static constexpr std::size_t strengths = 8192;

    FlopPoker(const Family& family, std::span<const std::uint8_t> line_of, std::size_t lines)
        : family_(family), line_of_(line_of), lines_(lines), hands_(3) {}

    const Orbits& hands() const { return hands_; }

    // For each class of three own cards: on which line of the pay table every board puts it.
    template <class GoOn>
    void count_lines(std::int64_t* counts, int threads, GoOn& go_on) const {
        go_on.expect(static_cast<Row>(hands_.count()));
        share_out(static_cast<Row>(hands_.count()), 8, threads, [&](Row first, Row last) {
            for (Row at = first; at < last; ++at) {
                const auto hand = static_cast<std::size_t>(at);
                count_boards(hands_.cards(hand), counts + hand * lines_);
            }
            go_on.did(last - first);
        }, go_on);
    }

    // How many deals of two players and a board end in equal hands.
    template <class GoOn>
    std::int64_t count_ties(int threads, GoOn& go_on) const {
        std::atomic<std::int64_t> ties{0};
        go_on.expect(static_cast<Row>(hands_.count()));
        share_out(static_cast<Row>(hands_.count()), 4, threads, [&](Row first, Row last) {
            for (Row at = first; at < last; ++at) {
                const auto board = static_cast<std::size_t>(at);
                ties += hands_.size(board) * ties_on(hands_.cards(board));
            }
            go_on.did(last - first);
        }, go_on);
        return ties;
    }

private:
    struct Three {
        std::uint8_t a, b, c;
        std::uint16_t strength;
    };
    using ByCard = std::array<std::int32_t, plain_cards>;
    using ByPair = std::array<std::int32_t, pair_places>;

    void count_boards(const Hand& own, std::int64_t* counts) const {
        const Hand left = others(own);
        std::array<std::uint16_t, pair_places> with;  // own cards and two of the board's
        Hand five = own;
        for (std::size_t high = 1; high < left.count; ++high) {
            for (std::size_t low = 0; low < high; ++low) {
                five.count = 3;
                five.add(left.cards[low]);
                five.add(left.cards[high]);
                with[pair_at[low][high]] = static_cast<std::uint16_t>(family_.best(five));
            }
        }
        for (std::size_t c = 2; c < left.count; ++c) {
            for (std::size_t b = 1; b < c; ++b) {
                for (std::size_t a = 0; a < b; ++a) {
                    const std::uint16_t best = std::max(
                        {with[pair_at[a][b]], with[pair_at[a][c]], with[pair_at[b][c]]});
                    ++counts[line_of_[best]];
                }
            }
        }
    }

    std::int64_t ties_on(const Hand& board) const {
        const Hand left = others(board);
        std::vector<Three> threes;
        std::vector<std::uint32_t> end(strengths + 1);
        threes.reserve(left.count * (left.count - 1) * (left.count - 2) / 6);
        for (std::size_t c = 2; c < left.count; ++c) {
            const std::uint8_t z = left.cards[c];
            for (std::size_t b = 1; b < c; ++b) {
                const std::uint8_t y = left.cards[b];
                const Choices four = choices(board, y, z);
                for (std::size_t a = 0; a < b; ++a) {
                    const std::uint8_t x = left.cards[a];
                    threes.push_back({x, y, z, best_of(four, x)});
                    ++end[threes.back().strength + 1u];
                }
            }
        }
        std::partial_sum(end.begin(), end.end(), end.begin());
        std::vector<Three> order(threes.size());
        for (const Three& own : threes) order[end[own.strength]++] = own;
        ByCard card{};
        ByPair two{};
        std::int64_t ties = 0;
        for (std::size_t first = 0; first < order.size();) {
            const std::size_t last = end[order[first].strength];
            ties += disjoint(std::span(order).subspan(first, last - first), card, two);
            first = last;
        }
        return ties;
    }

    // Two own cards with each two of the board's.
    using Choices = std::array<Held, 3>;

    static Choices choices(const Hand& board, std::uint8_t y, std::uint8_t z) {
        const auto with = [&](std::size_t one, std::size_t other) {
            const std::array<std::uint8_t, 4> four{y, z, board.cards[one], board.cards[other]};
            return Held(5, four);
        };
        return {with(0, 1), with(0, 2), with(1, 2)};
    }

    std::uint16_t best_of(const Choices& choices_of, std::uint8_t x) const {
        int best = 0;
        for (Held five : choices_of) {
            five.add(x);
            best = std::max(best, family_.best<SuitRule::better>(five, {}));
        }
        return static_cast<std::uint16_t>(best);
    }

    // Ordered pairs without a common card, by inclusion and exclusion; leaves both counters empty.
    static std::int64_t disjoint(std::span<const Three> group, ByCard& card, ByPair& two) {
        const auto count = [&](int by) {
            for (const Three& own : group) {
                card[own.a] += by, card[own.b] += by, card[own.c] += by;
                two[pair_at[own.a][own.b]] += by;
                two[pair_at[own.a][own.c]] += by;
                two[pair_at[own.b][own.c]] += by;
            }
        };
        count(1);
        std::int64_t found = 0;
        for (const Three& own : group) {
            found += static_cast<std::int64_t>(group.size()) - card[own.a] - card[own.b] -
                     card[own.c] + two[pair_at[own.a][own.b]] + two[pair_at[own.a][own.c]] +
                     two[pair_at[own.b][own.c]] - 1;
        }
        count(-1);
        return found;
    }

    const Family& family_;
    std::span<const std::uint8_t> line_of_;
    std::size_t lines_;
    Orbits hands_;
};

}  // namespace croupier
