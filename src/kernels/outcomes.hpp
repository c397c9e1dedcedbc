// Who gets which part of the pot, summed over many deals in whole numbers.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <vector>

namespace croupier {

inline constexpr std::size_t most_players = 12;
inline constexpr std::size_t most_shares = 2;

// Every player's strength in every share of the pot.
using Rated = std::array<std::array<int, most_players>, most_shares>;

// What one player has got over all deals so far. Parts of a pot are counted in units, so many to a
// pot that every division comes out even.
struct Account {
    std::uint64_t win = 0, tie = 0;  // deals: the whole pot alone, a part of it
    std::uint64_t three_quarter = 0, half = 0, quarter = 0;
    std::uint64_t units = 0, squares = 0;
    std::array<std::uint64_t, most_shares> share_units{}, share_squares{};

    void add(const Account& other) {
        win += other.win, tie += other.tie;
        three_quarter += other.three_quarter, half += other.half, quarter += other.quarter;
        units += other.units, squares += other.squares;
        for (std::size_t share = 0; share < most_shares; ++share) {
            share_units[share] += other.share_units[share];
            share_squares[share] += other.share_squares[share];
        }
    }
};

class Outcomes {
public:
    Outcomes(std::size_t players, std::size_t shares)
        : players_(players), shares_(shares), pot_(shares), accounts_(players) {
        for (std::size_t ways = 2; ways <= players; ++ways) pot_ = std::lcm(pot_, shares * ways);
        if (players * shares <= few) seen_.resize(std::size_t{1} << players * shares);
    }

    std::uint64_t pot() const { return pot_; }
    std::uint64_t deals() const { return deals_; }

    // A share that no hand qualifies for is none: the others take the whole pot.
    void add(const Rated& rated, std::uint64_t times) {
        std::size_t winners = 0;
        for (std::size_t share = shares_; share-- > 0;) {
            winners = winners << players_ | best(rated[share]);
        }
        add_won(winners, times);
    }

    // The same, once it is known who has the best hand of each share.
    void add_won(std::size_t winners, std::uint64_t times) {
        deals_ += times;
        if (!seen_.empty()) {
            seen_[winners] += times;
        } else {
            award(winners, times);
        }
    }

    void add(const Outcomes& other) {
        deals_ += other.deals_;
        for (std::size_t at = 0; at < seen_.size(); ++at) seen_[at] += other.seen_[at];
        for (std::size_t player = 0; player < players_; ++player) {
            accounts_[player].add(other.accounts_[player]);
        }
    }

    // All accounts, once everything has been added.
    const std::vector<Account>& settle() {
        for (std::size_t winners = 0; winners < seen_.size(); ++winners) {
            if (seen_[winners]) award(winners, seen_[winners]);
        }
        seen_.clear();
        return accounts_;
    }

private:
    static constexpr std::size_t few = 12;  // bits: up to 4,096 ways to win are only counted

    // The players with the best hand, one bit each; none when nothing qualifies.
    std::size_t best(const std::array<int, most_players>& strength) const {
        int most = 0;
        std::size_t winners = 0;
        for (std::size_t player = 0; player < players_; ++player) {
            if (strength[player] > most) {
                most = strength[player];
                winners = std::size_t{1} << player;
            } else if (strength[player] == most && most) {
                winners |= std::size_t{1} << player;
            }
        }
        return winners;
    }

    void award(std::size_t winners, std::uint64_t times) {
        std::array<std::size_t, most_shares> of{};
        std::uint64_t won = 0;
        for (std::size_t share = 0; share < shares_; ++share) {
            of[share] = winners >> share * players_ & ((std::size_t{1} << players_) - 1);
            won += of[share] != 0;
        }
        for (std::size_t player = 0; player < players_; ++player) {
            Account& account = accounts_[player];
            std::uint64_t units = 0;
            for (std::size_t share = 0; share < shares_; ++share) {
                if (!(of[share] >> player & 1)) continue;
                const auto ways = static_cast<std::uint64_t>(std::popcount(of[share]));
                const std::uint64_t part = pot_ / (won * ways);
                units += part;
                account.share_units[share] += times * part;
                account.share_squares[share] += times * part * part;
            }
            account.units += times * units;
            account.squares += times * units * units;
            if (units == pot_) account.win += times;
            if (units > 0 && units < pot_) account.tie += times;
            if (4 * units == 3 * pot_) account.three_quarter += times;
            if (2 * units == pot_) account.half += times;
            if (4 * units == pot_) account.quarter += times;
        }
    }

    std::size_t players_, shares_;
    std::uint64_t pot_;  // units to a pot
    std::uint64_t deals_ = 0;
    std::vector<std::uint64_t> seen_;  // deals by who won what, where there are few ways
    std::vector<Account> accounts_;
};

}  // namespace croupier
