// Every multiset of up to seven ranks has one place, found by adding two looked-up numbers: the row
// of its low ranks and the column of its high ones. Columns are ordered by the number of cards, so
// that a row is as long as the cards it leaves room for, and no place is empty.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "deck.hpp"

namespace croupier {

inline constexpr std::size_t most_cards = 7;

class Index {
public:
    static const Index& get() {
        static const Index index;
        return index;
    }

    // The place of up to seven cards by the sums of a tally.
    std::uint32_t place(std::uint64_t sums) const {
        return row_[sums & 0xffff] + column_[sums >> 16 & 0xffff];
    }

    // All places, with room behind them for what only impossible hands (five aces) could reach.
    std::size_t room() const { return room_; }

private:
    struct Half {
        std::uint32_t key;
        std::size_t cards;
    };

    Index()
        : row_(most_cards * half_key[low_ranks - 1] + 1),
          column_(most_cards * half_key[high_ranks - 1] + 1) {
        const auto rows = halves(low_ranks), columns = halves(high_ranks);
        std::array<std::uint32_t, most_cards + 1> up_to{};  // columns of so many cards or fewer
        for (std::size_t at = 0; at < columns.size(); ++at) {
            column_[columns[at].key] = static_cast<std::uint16_t>(at);
            for (std::size_t cards = columns[at].cards; cards <= most_cards; ++cards)
                ++up_to[cards];
        }
        std::uint32_t places = 0;
        for (const Half& half : rows) {
            row_[half.key] = places;
            places += up_to[most_cards - half.cards];
        }
        room_ = places + columns.size();
    }

    // All multisets of so many ranks, fewer cards first.
    static std::vector<Half> halves(std::size_t count) {
        std::vector<Half> found{{0, 0}};
        for (std::size_t rank = 0; rank < count; ++rank) {
            std::vector<Half> more;
            for (const Half& half : found) {
                for (std::uint32_t held = 0; held <= std::min(suits, most_cards - half.cards);
                     ++held) {
                    more.push_back({half.key + held * half_key[rank], half.cards + held});
                }
            }
            found = std::move(more);
        }
        std::ranges::stable_sort(found, {}, &Half::cards);
        return found;
    }

    std::vector<std::uint32_t> row_;
    std::vector<std::uint16_t> column_;
    std::size_t room_ = 0;
};

}  // namespace croupier
