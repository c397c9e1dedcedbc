// All cards are out: every hand of every range is rated once, then every way to hold them is
// compared.

#pragma once

#include <cstdint>
#include <vector>

#include "batch.hpp"
#include "contest.hpp"

namespace croupier {

// The own cards of every hand of every range, added up: it pays where many boards are asked about.
class Sums {
public:
    explicit Sums(const Contest& contest) {
        if (!Felt(contest).summed()) return;
        for (const Seat& seat : contest.seats) {
            auto& held = seats_.emplace_back(seat.hands.size(), Held(contest.parts[0].family->size()));
            for (std::size_t at = 0; at < held.size(); ++at) {
                each_card(seat.hands[at], [&](std::uint8_t card) { held[at].add(card); });
            }
        }
    }

    // None where sums are not all that is asked for.
    const Held* of(std::size_t player) const {
        return seats_.empty() ? nullptr : seats_[player].data();
    }

private:
    std::vector<std::vector<Held>> seats_;
};

class Showdowns {
public:
    static constexpr double most = 2e9;  // ways to hold the cards

    explicit Showdowns(const Contest& contest, const Sums* sums = nullptr) : contest_(contest) {
        ways_ = 1;
        for (const Seat& seat : contest.seats) ways_ *= static_cast<double>(seat.hands.size());
        if (!feasible()) return;
        std::array<std::uint8_t, most_held> cards;
        std::size_t size = 0;
        each_card(contest.board, [&](std::uint8_t card) { cards[size++] = card; });
        const Cards board(cards.data(), size);
        const Sum sum(board);
        seats_.resize(contest.players());
        if (sums && sums->of(0)) {
            for (std::size_t player = 0; player < contest.players(); ++player) {
                const Held* const held = sums->of(player);
                list(player, [&](std::size_t at, Entry& entry) {
                    for (std::size_t part = 0; part < contest.parts.size(); ++part) {
                        entry.strengths[part] = Felt::best(contest.parts[part], held[at], sum);
                    }
                });
            }
            return;
        }
        Felt felt(contest);
        for (std::size_t player = 0; player < contest.players(); ++player) {
            list(player, [&](std::size_t, Entry& entry) {
                felt.hold(player, entry.hand);
                felt.rate(player, board, sum);
                for (std::size_t part = 0; part < contest.parts.size(); ++part) {
                    entry.strengths[part] = felt.rated()[part][player];
                }
            });
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

    // The hands of a range that the known cards leave possible, each rated.
    template <class Rate>
    void list(std::size_t player, const Rate& rate) {
        const Seat& seat = contest_.seats[player];
        seats_[player].reserve(seat.hands.size());
        for (std::size_t at = 0; at < seat.hands.size(); ++at) {
            if (seat.hands[at] & contest_.out()) continue;
            Entry& entry = seats_[player].emplace_back(Entry{seat.hands[at], seat.weight(at), {}});
            rate(at, entry);
        }
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
