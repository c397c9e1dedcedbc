// All cards are out: every hand of every range is rated once, then every way to hold them is
// compared.

#pragma once

#include <cstdint>
#include <vector>

#include "batch.hpp"
#include "contest.hpp"

namespace croupier {

class Showdowns {
public:
    static constexpr double most = 2e9;  // ways to hold the cards

    explicit Showdowns(const Contest& contest) : contest_(contest) {
        ways_ = 1;
        for (const Seat& seat : contest.seats) ways_ *= static_cast<double>(seat.hands.size());
        if (!feasible()) return;
        Felt felt(contest);
        std::array<std::uint8_t, most_held> cards;
        std::size_t size = 0;
        each_card(contest.board, [&](std::uint8_t card) { cards[size++] = card; });
        const Cards board(cards.data(), size);
        const Sum sum(board);
        for (std::size_t player = 0; player < contest.players(); ++player) {
            seats_.push_back(rated(player, felt, board, sum));
        }
    }

    bool feasible() const { return ways_ <= most; }
    double work() const { return ways_ / 4; }  // a comparison is so much less than a rating
    Row pieces() const { return static_cast<Row>(seats_[0].size()); }

    // All ways in which the first player has this hand.
    void count(Row number, Outcomes& outcomes) const {
        Rated rated{};
        const Entry& first = seats_[0][static_cast<std::size_t>(number)];
        lay(0, first, contest_.out(), 1, rated, outcomes);
    }

private:
    struct Entry {
        Mask hand;
        std::uint64_t weight;
        std::array<int, most_shares> strengths;
    };

    std::vector<Entry> rated(std::size_t player, Felt& felt, Cards board, const Sum& sum) const {
        const Seat& seat = contest_.seats[player];
        std::vector<Entry> found;
        found.reserve(seat.hands.size());
        for (std::size_t at = 0; at < seat.hands.size(); ++at) {
            if (seat.hands[at] & contest_.out()) continue;
            felt.hold(player, seat.hands[at]);
            felt.rate(player, board, sum);
            Entry entry{seat.hands[at], seat.weight(at), {}};
            for (std::size_t part = 0; part < contest_.parts.size(); ++part) {
                entry.strengths[part] = felt.rated()[part][player];
            }
            found.push_back(entry);
        }
        return found;
    }

    void lay(std::size_t player, const Entry& entry, Mask used, std::uint64_t times, Rated& rated,
             Outcomes& outcomes) const {
        if (entry.hand & used) return;
        for (std::size_t part = 0; part < contest_.parts.size(); ++part) {
            rated[part][player] = entry.strengths[part];
        }
        times *= entry.weight;
        if (player + 1 == contest_.players()) {
            outcomes.add(rated, times);
            return;
        }
        for (const Entry& next : seats_[player + 1]) {
            lay(player + 1, next, used | entry.hand, times, rated, outcomes);
        }
    }

    const Contest& contest_;
    double ways_;
    std::vector<std::vector<Entry>> seats_;
};

}  // namespace croupier
