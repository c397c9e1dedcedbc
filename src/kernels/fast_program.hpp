// A game under a sign as a small program: a few bytes a step, and the amounts the sign posts.
// `croupier.fast.compile` writes it from the same values that the Python engine plays from; here
// nothing knows the name of a game.

#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "fast_layout.hpp"

namespace croupier::fast {

inline constexpr std::size_t most_places = 26;  // two cards for each are a deck of 54
inline constexpr std::size_t most_boards = 2, most_draws = 3;

enum class Op : std::uint8_t {
    burn,      // a: the pile that renews a spent deck (Pile), b: cards it leaves
    deal,      // a: down, b: up, c: one common card serves all when the deck is short
    board,     // a: cards, b: a bit for each board
    draw,      // a: most, b: the drawer's discards of the whole round are spared, c: exactly so
               // many are thrown, and none replaced
    bet,       // a: opener (Opener), b: upper tier, c: begins with a forced bet, d: must be opened
    agree,     // a: where the script goes on when the board is run once, b: when it is run twice
    showdown,  // a: hands are shown in turn
    wagers,
    deliver,  // a: cards for each, b: in stacks
    choice,   // a: the spot that is asked, b: the spot to cover, c: antes, d: Otherwise, e: the
              // spot that is forfeited and 1, and collected where no wager is left: 128
    reveal,   // a: community cards
    settle,   // a: first contest, b: the one after the last, c: collects folded antes, d: the
              // number of the limit and 1, e: turns all hands
};

enum class Pile : std::uint8_t { none, burns, discards };
enum class Opener : std::uint8_t {
    left_of_blinds, left_of_button, lowest_up, highest_up, highest_up_ace_low, best_showing,
    lowest_showing, paired_up, lowest_showing_ace_high,
};
enum class Otherwise : std::uint8_t { fold, check, surrender };

struct Step {
    Op op;
    std::uint8_t a, b, c, d, e;
};

enum class Structure : std::uint8_t { limit, spread, pot_limit, no_limit };
// What leaves a pot by a method: a percentage in hundredths, or amounts at levels.
struct Method {
    enum Kind : std::uint8_t { none, percentage, increments } kind = none;
    std::int64_t hundredths = 0;
    std::vector<std::array<Chips, 2>> levels;

    Chips of(Chips sums, Chips unit) const {
        if (kind == percentage) {
            return static_cast<Chips>(sums * hundredths / (100'00 * std::int64_t{unit})) * unit;
        }
        Chips due = 0;
        for (const auto& [level, amount] : levels) due += sums >= level ? amount : 0;
        return due;
    }
};

struct BadBeat {
    bool posted = false;
    std::uint8_t share = 0;            // the place of the high hand's share
    int least = 0;                     // the least losing hand that qualifies
    enum : std::uint8_t { any, loser, both } hole_cards = any;
    Method contribution;
    Chips most = 0, min_pot = 0;
};

struct Program {
    std::vector<Step> steps;  // the script, then what it becomes when it is run once or twice
    std::vector<std::uint8_t> cards;  // the deck, in the order of the numbers
    Structure structure = Structure::limit;
    Chips unit = 1, lower = 1, upper = 1, forced_bet = 0;
    int raise_cap = -1;
    bool check_raise = true, as_recorded = false, must_bet = false, own_discards_return = false;
    bool whole_raises = true;
    std::uint8_t boards = 1;
    std::array<std::uint8_t, most_places + 1> last_blind{};  // its place, by number of players
    std::vector<Share> shares;
    Method rake;
    std::array<Chips, most_places + 1> rake_max{};  // by number of players
    bool no_flop_no_drop = false, main_first = false;
    Chips promo_drop = 0;
    BadBeat bad_beat;
    bool banked = false;
    Bank bank;

    Mask deck() const {
        Mask found = 0;
        for (const std::uint8_t card : cards) found |= Mask{1} << card;
        return found;
    }
    bool takes() const { return rake.kind != Method::none || bad_beat.posted; }
};

enum class Kind : std::uint8_t { ante, blind, kill, straddle, bomb, post, dead };

// A bet that a player owes before the first card, and the player's place in the dealing order.
struct Due {
    std::uint8_t place;
    Kind kind;
    Chips chips;

    // Whether it counts as a bet of the first betting round.
    bool live() const {
        return kind == Kind::blind || kind == Kind::straddle || kind == Kind::kill ||
               kind == Kind::post;
    }
};

}  // namespace croupier::fast
