// Rounds against the bank by the million: every round is dealt from a seeded source of chance, and
// all that is kept is how often each end came up, and the sums and squares of what it brought.
//
// What ends there are, what they pay and when a player stays in is given from outside, as tables
// read from the game and the sign. A round puts every seat on a few counters (its main game, and
// each side wager); what the seat wins is the sum of what these counters bring.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "family.hpp"
#include "sample.hpp"
#include "suits.hpp"

namespace croupier::simulate {

using Counter = std::uint16_t;
using Wide = __int128;
inline constexpr std::size_t most_seats = 26;

// What one account has won over many rounds, in whole units.
struct Account {
    Wide total = 0, squares = 0;

    void add(std::int64_t net) {
        total += net;
        squares += static_cast<Wide>(net) * net;
    }
};

class Results {
public:
    Results(std::size_t seats, std::span<const std::int64_t> nets)
        : counts(seats * nets.size()), accounts(seats + 1), nets_(nets), seats_(seats) {}

    void count(std::size_t seat, Counter at) {
        ++counts[seat * nets_.size() + at];
        won_[seat] += nets_[at];
    }

    // The round is over: what the seats have won, the house has lost.
    void close() {
        std::int64_t house = 0;
        for (std::size_t seat = 0; seat < seats_; ++seat) {
            accounts[seat].add(won_[seat]);
            house -= std::exchange(won_[seat], 0);
        }
        accounts[seats_].add(house);
    }

    std::vector<std::int64_t> counts;  // by seat and counter
    std::vector<Account> accounts;     // of every seat, and the house's

private:
    std::span<const std::int64_t> nets_;
    std::size_t seats_;
    std::array<std::int64_t, most_seats> won_{};
};

// Cards drawn without putting back, from a deck of this size.
template <std::size_t deck>
class Draws {
public:
    explicit Draws(Chance& chance) : chance_(chance) {}

    std::uint8_t next() {
        for (;;) {
            const std::size_t card = chance_.below(deck);
            if (used_ >> card & 1) continue;
            used_ |= std::uint64_t{1} << card;
            return static_cast<std::uint8_t>(card);
        }
    }

private:
    Chance& chance_;
    std::uint64_t used_ = 0;
};

template <class Game>
void play(const Game& game, std::int64_t rounds, std::uint64_t seed, std::size_t seats,
          Results& results) {
    Chance chance(seed, 0);
    for (std::int64_t round = 0; round < rounds; ++round) {
        game.deal(chance, seats, results);
        results.close();
    }
}

// Two cards each, from 54; tables are by both cards, `a * 54 + b`.
struct TwoCards {
    static constexpr std::size_t deck = all_cards;
    enum { folds, unqualified, ties, loses };

    std::span<const std::int32_t> strength;
    std::int32_t qualifies;
    std::span<const std::uint8_t> plays;
    std::span<const Counter> wins;   // the counter of a hand that wins
    std::span<const Counter> sides;  // for each side wager, the counter of a hand

    void deal(Chance& chance, std::size_t seats, Results& results) const {
        Draws<deck> draws(chance);
        std::array<std::size_t, most_seats + 1> hands;
        for (std::size_t hand = 0; hand <= seats; ++hand) {
            const std::size_t first = draws.next();
            hands[hand] = first * deck + draws.next();
        }
        const std::int32_t house = strength[hands[seats]];
        for (std::size_t seat = 0; seat < seats; ++seat) {
            const std::size_t hand = hands[seat];
            results.count(seat, main(hand, house));
            for (std::size_t side = 0; side < sides.size(); side += deck * deck) {
                results.count(seat, sides[side + hand]);
            }
        }
    }

private:
    Counter main(std::size_t hand, std::int32_t house) const {
        if (!plays[hand]) return folds;
        if (house < qualifies) return unqualified;
        if (strength[hand] == house) return ties;
        return strength[hand] > house ? wins[hand] : Counter{loses};
    }
};

// Three own cards and the best two of three; all players contend for the pot, folded or not.
struct ThreeCards {
    static constexpr std::size_t strengths = 8192;
    enum { surrenders };

    const Family& family;
    std::span<const std::uint8_t> plays;  // by the place of three cards
    std::span<const Counter> line;        // by strength
    Counter pot;                          // lost; and behind it, shared so many ways

    static std::size_t place(std::array<std::uint8_t, 3> own) {
        std::ranges::sort(own);
        const std::size_t a = own[0], b = own[1], c = own[2];
        return a + b * (b - 1) / 2 + c * (c - 1) * (c - 2) / 6;
    }

    void deal(Chance& chance, std::size_t seats, Results& results) const {
        Draws<plain_cards> draws(chance);
        std::array<std::uint8_t, 3> board, own;
        for (auto& card : board) card = draws.next();
        std::array<int, most_seats> made;
        for (std::size_t seat = 0; seat < seats; ++seat) {
            for (auto& card : own) card = draws.next();
            made[seat] = best(own, board);
            results.count(seat, plays[place(own)] ? line[static_cast<std::size_t>(made[seat])]
                                                  : Counter{surrenders});
        }
        if (seats < 2) return;
        const auto end = made.begin() + static_cast<std::ptrdiff_t>(seats);
        const int most = *std::max_element(made.begin(), end);
        const auto ways = static_cast<Counter>(std::count(made.begin(), end, most));
        for (std::size_t seat = 0; seat < seats; ++seat) {
            results.count(seat, static_cast<Counter>(pot + (made[seat] == most ? ways : 0)));
        }
    }

private:
    int best(const std::array<std::uint8_t, 3>& own,
             const std::array<std::uint8_t, 3>& board) const {
        int found = 0;
        for (std::size_t aside = 0; aside < 3; ++aside) {
            Held five(5, own);
            for (std::size_t card = 0; card < 3; ++card) {
                if (card != aside) five.add(board[card]);
            }
            found = std::max(found, family.best<SuitRule::better>(five, {}));
        }
        return found;
    }
};

}  // namespace croupier::simulate
