// A round of play on the fast table: one plain value, copied and kept by the thousand.
//
// Places count from the first player to receive a card, so that the order of action is that of the
// numbers; sets of players are bits, sets of cards are masks.

#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "contest.hpp"
#include "fast_chance.hpp"
#include "fast_program.hpp"

namespace croupier::fast {

using Place = std::uint8_t;
using Places = std::uint32_t;  // a bit for each place
inline constexpr Place nobody = 255;

enum class Out : std::uint8_t { in, folded, conceded };

struct Player {
    Mask down, up, tossed, tossed_up;  // tossed: a hand that was thrown away whole
    Chips stack, bet, paid, dead;
    Chips answered;  // the level (fixed limit) or price last answered; -1 when not yet asked
    Out out;
    std::uint8_t gone;  // 1 for the first hand that was thrown away, and so on
    std::uint8_t door;  // the first card dealt face up
    bool checked, shown, hidden_up;  // hidden_up: an up-card that a record does not name
    std::array<Mask, most_draws + 1> thrown;           // by draw, from 1
    std::array<std::uint8_t, most_draws + 1> counts;  // how many cards were thrown at each draw
    std::array<std::array<std::uint16_t, most_shares>, most_boards> strengths;
};

enum class Asks : std::uint8_t { nothing, bet, draw, show, agree, place, choice };

// What the player who is asked may do. A wager is possible when `most` is above nothing.
struct Ask {
    Asks kind;
    Place place;
    bool can_fold, can_check, completes;
    Chips to_call, least, most;
    std::uint8_t draw_most;
    std::uint8_t spot;  // against the bank: the spot that is asked for
};

enum class Verb : std::uint8_t {
    fold, check, call, bet, raise, draw, show, place, muck, agree, decline,
};
inline constexpr std::size_t verbs = 11;

// A betting answer as an observation remembers it.
struct Said {
    Place place;
    Verb verb;
    std::uint8_t street;  // the betting round, from 1
    Chips to;             // what the player has in this betting round after it
};
inline constexpr std::size_t most_said = 32;

// What a player has against the bank, by spot.
struct Wagers {
    std::array<Chips, most_spots> laid, stakes;  // placed in this round, and not yet settled
    std::array<Chips, most_spots> kept;          // what the house kept of it, less what it paid
};

// What came into an account of the house from players, and what went back to them.
struct Flows {
    Chips in, out;
};

struct Round {
    Ask ask;
    std::uint8_t players;
    std::uint8_t at;  // the step in hand
    bool opened, twice, done, dealt_common, fixed;
    std::uint8_t waits;
    std::array<Place, most_places> waiting;  // those who still owe an answer, in order
    Places live;
    // betting
    Chips price, level, size;
    int raises;
    Place first, aggressor, straddler;
    Chips blind, straddle;  // the highest posted
    std::uint8_t straddles, street;
    // chips beside the stacks
    Chips pot, rake, drop, box, counted, returned, brought;
    // cards
    std::array<std::uint8_t, all_cards> deck;
    std::uint8_t deck_size, top;
    std::uint8_t draws, due;
    Places yes;
    Mask burns, common;
    Mask unnamed;  // cards that stand for some which a record does not name
    std::array<Mask, most_boards> boards;
    std::uint8_t board_count;
    // the end: who was paid, how much, whether a pot was split between high and low
    Places paid_to;
    Chips awarded;
    bool split;
    std::uint8_t beats;  // bad beats found
    // against the bank
    Mask house;
    std::array<std::uint8_t, 5> board_order;  // the community cards of one board as they came
    bool house_shown;
    std::uint8_t spot;  // the next that is offered before the cards
    Chips staked, meter;
    Flows bank_flows, meter_flows;
    // what was said
    std::uint16_t said;
    std::array<Said, most_said> history;  // a ring: the last answers
    Stream deck_chance, reshuffle_chance, policy_chance;
    // last: a round of six touches a few of them only
    std::array<Player, most_places> hands;
    std::array<Wagers, most_places> wagers;  // cleared only where there is a bank

    bool is_live(Place place) const { return live >> place & 1; }
    int left() const { return deck_size - top; }
    Chips taken() const { return rake + drop + box; }
    Chips gross() const { return pot + taken(); }
    int lives() const { return std::popcount(live); }
};

// Chips that traveled, kept only on request: the account of a seat is its place.
enum Account : std::uint16_t { pot_account = 32, rake_account, inventory, drop_account, box_account,
                              bank_account, meter_account, spots = 64 };

inline unsigned spot_account(Place place, unsigned spot) { return spots + place * 8u + spot; }

struct Move {
    std::uint16_t source, target;
    Chips chips;
};

struct Beat {
    Place loser;
    Places winners;
};

struct Trace {
    std::vector<Move> moves;
    std::vector<Beat> beats;
    std::vector<std::vector<std::uint8_t>> reshuffles;
};

// The table in hand: what is played, where it stands, and who listens.
struct Deal {
    const Program& program;
    Round& round;
    Trace* trace = nullptr;

    void tell(unsigned source, unsigned target, Chips chips) const {
        if (trace) [[unlikely]]
            trace->moves.push_back({static_cast<std::uint16_t>(source),
                                    static_cast<std::uint16_t>(target), chips});
    }

    const Step& step() const { return program.steps[round.at]; }
    Player& hand(std::size_t place) const { return round.hands[place]; }

    // Calls with every live place, in dealing order.
    template <class Call>
    void each_live(const Call& call) const {
        for (Places left = round.live; left; left &= left - 1) {
            call(static_cast<Place>(std::countr_zero(left)));
        }
    }

    // The live places that can still bet.
    Places able() const {
        Places found = 0;
        each_live([&](Place place) { found |= Places{hand(place).stack > 0} << place; });
        return found;
    }

    void into_pot(Place place, Chips chips) const {
        Player& one = hand(place);
        one.stack -= chips;
        round.pot += chips;
        tell(place, pot_account, chips);
    }
};

}  // namespace croupier::fast
