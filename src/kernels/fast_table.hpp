// A table from hand to hand: the button moves, a kill begins and ends, stacks are as at the
// beginning or are carried on, and every hand has its number.

#pragma once

#include <memory>

#include "fast_policies.hpp"

namespace croupier::fast {

// What all tables of a simulation or a batch have in common.
struct House {
    const Program* plain = nullptr;
    const Program* killed = nullptr;  // the same with the limits of a kill
    Mind mind;
    std::vector<Chips> stacks;  // by seat, from 0
    bool button = true;
    std::vector<std::vector<std::vector<Due>>> dues;  // by players, then 1 + place of the kill
    Chips kill_pot = 0, kill_pot_killed = 0;          // the least pots that start or keep a kill
    bool kill_ends_shared = false;
    unsigned episode = 1;  // hands for which stacks are carried on
    bool asks_show = false, asks_wagers = true;
    Chips meter = 0;        // at the beginning of a session
    Chips least_stack = 1;  // with less than this nobody can wager against the bank
    std::vector<Policy> policies;  // by seat, of players who are not asked outside; empty where all are
    std::uint64_t seed = 0;

    std::size_t players() const { return stacks.size(); }
};

struct Table {
    Round round;
    std::uint64_t number, hand;
    unsigned played;  // hands of this episode
    Place button, kill;
    bool is_killed, has_button;
    std::array<Place, most_places> seats;   // by place
    std::array<Place, most_places> places;  // by seat; nobody for one that is not dealt in
    std::array<Chips, most_places> stacks, before;
    Chips meter;
    std::array<std::int64_t, 5> taken;  // rake, drop, box, bank and meter of all hands

    const Program& program(const House& house) const {
        return is_killed ? *house.killed : *house.plain;
    }
    Deal deal(const House& house, Trace* trace = nullptr) {
        return {program(house), round, trace};
    }
    Place seat() const { return seats[round.ask.place]; }
};

inline void sit_down(const House& house, Table& table, std::uint64_t number) {
    table.number = number;
    table.hand = 0;
    table.played = 0;
    table.kill = nobody;
    table.taken = {};
    table.meter = house.meter;
    table.has_button = house.button;
    Stream chance(house.seed, number, 0, Use::button);
    table.button = house.button
                       ? static_cast<Place>(chance.below(static_cast<std::uint32_t>(house.players())))
                       : static_cast<Place>(house.players() - 1);
    std::copy(house.stacks.begin(), house.stacks.end(), table.stacks.begin());
}

// Deals the next hand to all who have chips, up to its first question.
inline void deal_hand(const House& house, Table& table, Trace* trace = nullptr) {
    const auto players = static_cast<Place>(house.players());
    std::size_t count = 0;
    std::array<Chips, most_places> stacks;
    Place kill_place = nobody;
    table.places.fill(nobody);
    for (Place step = 1; step <= players; ++step) {
        const auto seat = static_cast<Place>((table.button + step) % players);
        if (!table.stacks[seat]) continue;
        if (seat == table.kill) kill_place = static_cast<Place>(count);
        stacks[count] = table.stacks[seat];
        table.places[seat] = static_cast<Place>(count);
        table.seats[count++] = seat;
    }
    table.before = table.stacks;
    table.is_killed = table.kill != nobody;  // also when the player behind the button has no chips
    Round& round = table.round;
    clear(round, count);
    const Program& program = table.program(house);
    fresh_deck(round, program);
    round.deck_chance = Stream(house.seed, table.number, table.hand, Use::deck);
    round.reshuffle_chance = Stream(house.seed, table.number, table.hand, Use::reshuffle);
    round.policy_chance = Stream(house.seed, table.number, table.hand, Use::policy);
    const auto& owed = house.dues[count][kill_place == nobody ? 0 : kill_place + 1u];
    start(table.deal(house, trace), {{stacks.data(), count}, owed, table.meter});
}

// Who has the kill button after a hand: nobody when it is not in play.
inline Place next_kill(const House& house, const Table& table) {
    const Round& round = table.round;
    if (!house.killed) return nobody;
    const Chips least = table.is_killed ? house.kill_pot_killed : house.kill_pot;
    if (round.awarded < least) return nobody;
    if (!(round.paid_to & (round.paid_to - 1))) {
        return table.seats[static_cast<std::size_t>(std::countr_zero(round.paid_to))];
    }
    if (table.kill == nobody || house.kill_ends_shared || round.split) return nobody;
    return table.kill;
}

// Takes the stacks back and moves the buttons; `net` gets what each seat has won.
inline void close_hand(const House& house, Table& table, Chips* net) {
    const Round& round = table.round;
    for (std::size_t place = 0; place < round.players; ++place) {
        const Place seat = table.seats[place];
        table.stacks[seat] = round.hands[place].stack;
        net[seat] += table.stacks[seat] - table.before[seat];
    }
    table.taken[0] += round.rake;
    table.taken[1] += round.drop;
    table.taken[2] += round.box;
    table.taken[3] += round.bank_flows.in - round.bank_flows.out;
    table.taken[4] += round.meter_flows.in - round.meter_flows.out;
    table.meter = round.meter;
    table.kill = next_kill(house, table);
    ++table.hand;
    ++table.played;
    const auto players = static_cast<Place>(house.players());
    Place with_chips = 0;
    for (Place seat = 0; seat < players; ++seat) with_chips += table.stacks[seat] >= house.least_stack;
    const Place enough = house.plain->banked ? 1 : 2;
    if (table.played >= house.episode || with_chips < enough) {
        table.played = 0;
        std::copy(house.stacks.begin(), house.stacks.end(), table.stacks.begin());
    }
    if (!house.button) return;
    do {
        table.button = static_cast<Place>((table.button + 1) % players);
    } while (!table.stacks[table.button]);
}

// Answers for seats that a policy plays, and shows hands unless that is to be asked.
inline void answer_inside(const House& house, Table& table) {
    const Deal deal = table.deal(house);
    while (!table.round.done) {
        const Policy policy = house.policies.empty() ? Policy::outside : house.policies[table.seat()];
        if (policy != Policy::outside) {
            const Answer chosen = decide(deal, house.mind, policy);
            answer(deal, chosen.verb, chosen.amount);
        } else if (table.round.ask.kind == Asks::show && !house.asks_show) {
            answer(deal, Verb::show, 0);
        } else if (table.round.ask.kind == Asks::place && !house.asks_wagers) {
            const Answer chosen = by_plan(table.round.ask, house.mind);
            answer(deal, chosen.verb, chosen.amount);
        } else {
            return;
        }
    }
}

}  // namespace croupier::fast
