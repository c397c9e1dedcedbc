// What a seat sees, as numbers from 0 to 1 or packed. croupier/rl/observation.py says field by
// field what lies where, and makes the same vector from the Python engine's view of a round.

#pragma once

#include <cstring>

#include "fast_table.hpp"

namespace croupier::fast {

// Which parts a table's observation has: games without draws have no discards, and so on.
struct Layout {
    std::size_t players = 0, boards = 0;
    bool up = false, others = false, draws = false, common = false, bank = false;
    std::size_t deck = plain_cards;

    std::size_t planes() const {
        return 1 + up + draws + (others ? players : 0) + boards + common;
    }
    static constexpr std::size_t about_seat = 8, about_table = 11, about_answer = 4,
                                 about_bank = 3 + 3 * most_spots;
    std::size_t numbers() const {
        return about_seat * players + about_table + about_answer * most_said +
               (bank ? about_bank : 0);
    }
    std::size_t size() const { return deck * planes() + numbers(); }
};

inline Layout read_layout(const std::vector<std::size_t>& given) {
    return {given.at(0), given.at(1), given.at(2) != 0, given.at(3) != 0,
            given.at(4) != 0, given.at(5) != 0, given.at(6) != 0, given.at(7)};
}

// The sets of cards a place knows of, in the order of the layout.
template <class Call>
void each_plane(const Layout& layout, const Table& table, Place me, const Call& call) {
    const Round& round = table.round;
    const Player& mine = round.hands[me];
    const auto players = static_cast<Place>(layout.players);
    call(mine.down);
    if (layout.up) call(mine.up);
    if (layout.draws) {
        Mask thrown = mine.tossed;
        for (const Mask some : mine.thrown) thrown |= some;
        call(thrown);
    }
    if (layout.others) {
        Mask dead = 0;
        for (Place step = 1; step < players; ++step) {
            const Place other = table.places[(table.seats[me] + step) % players];
            if (other == nobody) {
                call(0);
                continue;
            }
            const Player& hand = round.hands[other];
            call(hand.up | (hand.shown ? hand.down : 0));
            dead |= hand.tossed_up & hand.tossed;
        }
        call(dead);
    }
    for (std::size_t board = 0; board < layout.boards; ++board) call(round.boards[board]);
    if (layout.common) call(round.common);
}

inline float part_of(std::int64_t chips, std::int64_t all) {
    return static_cast<float>(static_cast<double>(chips) / static_cast<double>(all));
}

inline void write_cards(Mask cards, std::size_t deck, float* out) {
    std::memset(out, 0, deck * sizeof(float));
    each_card(cards, [&](std::uint8_t card) { out[card] = 1.0f; });
}

inline void write_seats(const Layout& layout, const Table& table, Place me, float* out) {
    const Round& round = table.round;
    const auto players = static_cast<Place>(layout.players);
    const std::int64_t all = std::max<Chips>(1, round.brought);
    for (Place step = 0; step < players; ++step, out += Layout::about_seat) {
        const auto seat = static_cast<Place>((table.seats[me] + step) % players);
        const Place place = table.places[seat];
        if (place == nobody) {
            std::memset(out, 0, Layout::about_seat * sizeof(float));
            continue;
        }
        const Player& hand = round.hands[place];
        out[0] = part_of(hand.stack, all);
        out[1] = part_of(hand.bet, all);
        out[2] = part_of(hand.paid, all);
        out[3] = round.is_live(place) ? 1.0f : 0.0f;
        out[4] = seat == table.button && table.has_button ? 1.0f : 0.0f;
        for (std::size_t draw = 1; draw <= most_draws; ++draw) {
            out[4 + draw] = static_cast<float>(hand.counts[draw]) / 6.0f;
        }
    }
}

inline void write_table(const Table& table, Place me, float* out) {
    const Round& round = table.round;
    const std::int64_t all = std::max<Chips>(1, round.brought);
    const bool asked = round.ask.kind != Asks::nothing && round.ask.place == me;
    out[0] = part_of(round.pot, all);
    out[1] = asked ? part_of(round.ask.to_call, all) : 0;
    out[2] = asked ? part_of(round.ask.least, all) : 0;
    out[3] = asked ? part_of(round.ask.most, all) : 0;
    out[4] = static_cast<float>(std::min(round.raises, 8)) / 8.0f;
    out[5] = static_cast<float>(std::min<int>(round.street, 8)) / 8.0f;
    out[6] = static_cast<float>(round.draws) / 3.0f;
    for (int kind = 0; kind < 4; ++kind) {
        out[7 + kind] = asked && static_cast<int>(round.ask.kind) == kind + 1 ? 1.0f : 0.0f;
    }
}

// The last answers in betting rounds, the latest first.
inline void write_history(const Table& table, Place me, float* out) {
    const Round& round = table.round;
    const std::int64_t all = std::max<Chips>(1, round.brought);
    const std::size_t kept = std::min<std::size_t>(round.said, most_said);
    for (std::size_t back = 0; back < kept; ++back, out += Layout::about_answer) {
        const Said& said = round.history[(round.said - 1 - back) % most_said];
        const int step = (said.place + round.players - me) % round.players;
        out[0] = static_cast<float>(step + 1) / static_cast<float>(round.players);
        out[1] = static_cast<float>(static_cast<int>(said.verb) + 1) / 5.0f;
        out[2] = static_cast<float>(std::min<int>(said.street, 8)) / 8.0f;
        out[3] = part_of(said.to, all);
    }
    std::memset(out, 0, (most_said - kept) * Layout::about_answer * sizeof(float));
}

// What is asked by the bank, which spot, what lies on each, and the meter: `each` with a number and
// whether that is an amount.
template <class Each>
void each_of_bank(const Table& table, Place me, const Each& each) {
    const Round& round = table.round;
    const Wagers& mine = round.wagers[me];
    const bool asked = round.ask.place == me;
    each(asked && round.ask.kind == Asks::place, false);
    each(asked && round.ask.kind == Asks::choice, false);
    const bool spots_asked = round.ask.kind == Asks::place || round.ask.kind == Asks::choice;
    for (std::size_t spot = 0; spot < most_spots; ++spot) {
        each(asked && spots_asked && round.ask.spot == spot, false);
    }
    for (const Chips chips : mine.laid) each(chips, true);
    for (const Chips chips : mine.stakes) each(chips, true);
    each(round.meter, true);
}

inline void write_bank(const Table& table, Place me, float* out) {
    const std::int64_t all = std::max<Chips>(1, table.round.brought);
    each_of_bank(table, me, [&](Chips number, bool chips) {
        const float part = chips ? part_of(number, all) : static_cast<float>(number);
        *out++ = std::min(part, 1.0f);
    });
}

inline void observe(const Layout& layout, const Table& table, Place me, float* out) {
    if (table.round.done || me == nobody) {
        std::memset(out, 0, layout.size() * sizeof(float));
        return;
    }
    each_plane(layout, table, me, [&](Mask cards) {
        write_cards(cards, layout.deck, out);
        out += layout.deck;
    });
    write_seats(layout, table, me, out);
    out += Layout::about_seat * layout.players;
    write_table(table, me, out);
    out += Layout::about_table;
    write_history(table, me, out);
    if (layout.bank) write_bank(table, me, out + Layout::about_answer * most_said);
}

// The same packed: masks of cards, and whole numbers (chips in cents) for the rest.
inline void pack(const Layout& layout, const Table& table, Place me, std::uint64_t* cards,
                 std::int32_t* out) {
    const Round& round = table.round;
    each_plane(layout, table, me, [&](Mask plane) { *cards++ = plane; });
    const auto players = static_cast<Place>(layout.players);
    for (Place step = 0; step < players; ++step, out += Layout::about_seat) {
        const auto seat = static_cast<Place>((table.seats[me] + step) % players);
        const Place place = table.places[seat];
        static constexpr Player absent{};
        const Player& hand = place == nobody ? absent : round.hands[place];
        out[0] = hand.stack;
        out[1] = hand.bet;
        out[2] = hand.paid;
        out[3] = place != nobody && round.is_live(place);
        out[4] = seat == table.button && table.has_button;
        for (std::size_t draw = 1; draw <= most_draws; ++draw) out[4 + draw] = hand.counts[draw];
    }
    const Ask& ask = round.ask;
    const std::array<std::int32_t, Layout::about_table> about{
        round.pot, ask.to_call, ask.least, ask.most, round.raises, round.street, round.draws,
        ask.kind == Asks::bet, ask.kind == Asks::draw, ask.kind == Asks::show, ask.kind == Asks::agree};
    std::copy(about.begin(), about.end(), out);
    out += Layout::about_table;
    const std::size_t kept = std::min<std::size_t>(round.said, most_said);
    for (std::size_t back = 0; back < kept; ++back, out += Layout::about_answer) {
        const Said& said = round.history[(round.said - 1 - back) % most_said];
        out[0] = (said.place + round.players - me) % round.players + 1;
        out[1] = static_cast<int>(said.verb) + 1;
        out[2] = said.street;
        out[3] = said.to;
    }
    const std::size_t rest = (most_said - kept) * Layout::about_answer;
    std::memset(out, 0, rest * sizeof(std::int32_t));
    if (!layout.bank) return;
    out += rest;
    each_of_bank(table, me, [&](Chips number, bool) { *out++ = number; });
}

}  // namespace croupier::fast
