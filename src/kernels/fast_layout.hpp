// What a house-banked sign posts: the spots of the layout, how each wager is settled, the meter.
// `croupier.fast.bank_program` writes it from the contests of the game.

#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "contest.hpp"

namespace croupier::fast {

using Chips = std::int32_t;
inline constexpr std::size_t most_spots = 7;
inline constexpr std::uint8_t no_spot = 255;

// A spot that takes wagers before the cards.
struct Spot {
    Chips least, most;
    std::uint8_t needs;  // another spot that must be covered too, or none
    bool required, pot;  // pot wagers lie together, and a player alone at the table places none
};

enum class Excess : std::uint8_t { left_of_button, highest_by_suit, lowest_by_suit };

// A part of every pot: how its winners are found, and which of them gets the odd chips.
struct Share {
    const Family* family;
    Pick pick;
    Excess excess;
};

inline constexpr std::int32_t pushes = -1;  // odds of a line that is neither paid nor taken

// Odds by both own cards (`a * 54 + b`, the lower first), or by the strength of the hand.
struct PayTable {
    bool by_strength = false;
    std::vector<std::int32_t> odds;
};

// One spot in a contest with the dealer's hand: even money without a table.
struct Stake {
    std::uint8_t spot;
    bool threshold;         // paid only from the hand that the sign elects
    bool wins_unqualified;  // when the dealer does not qualify; otherwise it is returned
    PayTable table;
};

enum class Settles : std::uint8_t { dealer, table, meter };

struct Against {
    Settles kind;
    Share share;  // how hands are rated
    std::vector<Stake> stakes;
    int qualifies = 0, threshold = 0;  // strengths: the dealer's least, and that of a paid ante
    bool even = false;                 // the table only says who wins
    std::int32_t aces = 0;             // odds of two aces against the dealer's two, where posted
};

struct Prize {
    int least;  // strength
    Chips chips;
};

struct Meter {
    Chips seed = 0, community_royal = 0;
    int share = 0;  // hundredths of a wager that the meter takes
    bool returns = false, after_fold = true;  // prizes are paid "to" one; a folded hand plays on
    std::vector<Prize> prizes;                // the weakest first; the royal flush is behind them
    int royal = 0;
    std::array<int, 3> percent{};  // of the meter, for a royal flush after five, six, seven cards
};

struct Bank {
    std::vector<Spot> spots;
    std::uint8_t ante = 0, progressive = no_spot;
    std::vector<Against> contests;
    std::vector<Chips> limits;  // the most that one hand may win in a settlement
    Meter meter;
};

}  // namespace croupier::fast
