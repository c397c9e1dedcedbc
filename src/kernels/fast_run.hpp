// Rounds by the million: sessions of a table, played by policies, and what they bring in whole
// numbers. A session is a separate table, so neither threads nor their order matter.

#pragma once

#include <algorithm>
#include <exception>
#include <mutex>

#include "batch.hpp"
#include "fast_table.hpp"

namespace croupier::fast {

using Wide = __int128;

struct Flow {
    Wide total = 0, squares = 0;

    void add(std::int64_t amount) {
        total += amount;
        squares += static_cast<Wide>(amount) * amount;
    }
    void add(const Flow& other) {
        total += other.total;
        squares += other.squares;
    }
};

// Results by bins that begin at a cent and at 1, 2, 5, 10, 20, 50 dollars and so on, as
// sim/scores.py has them; lost and won.
inline constexpr std::array<std::int64_t, 22> bounds{
    1,         100,       200,        500,        1'000,      2'000,       5'000,       10'000,
    20'000,    50'000,    100'000,    200'000,    500'000,    1'000'000,   2'000'000,   5'000'000,
    10'000'000, 20'000'000, 50'000'000, 100'000'000, 200'000'000, 500'000'000};
inline constexpr std::size_t bins = bounds.size() + 1;

inline std::size_t bin_of(std::int64_t amount) {
    const auto found = std::upper_bound(bounds.begin(), bounds.end(), amount);
    return static_cast<std::size_t>(found - bounds.begin());
}

// The wagers on a spot, and what the house kept of them; the product is for the error of a ratio.
struct SpotSums {
    std::int64_t placed = 0;
    Flow wagered, house;
    Wide product = 0;

    void add(std::int64_t chips, std::int64_t kept) {
        ++placed;
        wagered.add(chips);
        house.add(kept);
        product += static_cast<Wide>(chips) * kept;
    }
    void add(const SpotSums& other) {
        placed += other.placed;
        wagered.add(other.wagered);
        house.add(other.house);
        product += other.product;
    }
};

// An account that players pay to and are paid from.
struct AccountSums {
    Flow net;
    std::int64_t in = 0, out = 0, hits = 0;

    void add(const Flows& flows) {
        net.add(flows.in - flows.out);
        in += flows.in;
        out += flows.out;
        hits += flows.out > 0;
    }
    void add(const AccountSums& other) {
        net.add(other.net);
        in += other.in;
        out += other.out;
        hits += other.hits;
    }
};

struct Takings {
    std::int64_t rounds = 0, decisions = 0, beats = 0;
    std::array<Flow, most_places> seats;
    std::array<std::int64_t, most_places> won{};
    std::array<std::array<std::array<std::int64_t, bins>, 2>, most_places> spread{};
    Flow house, pot, rake, drop, box;
    std::array<SpotSums, most_spots> spots;
    AccountSums bank, meter;

    void add(const Takings& other) {
        rounds += other.rounds;
        decisions += other.decisions;
        beats += other.beats;
        for (std::size_t seat = 0; seat < most_places; ++seat) {
            seats[seat].add(other.seats[seat]);
            won[seat] += other.won[seat];
            for (std::size_t side = 0; side < 2; ++side) {
                for (std::size_t bin = 0; bin < bins; ++bin) {
                    spread[seat][side][bin] += other.spread[seat][side][bin];
                }
            }
        }
        house.add(other.house);
        pot.add(other.pot);
        rake.add(other.rake);
        drop.add(other.drop);
        box.add(other.box);
        for (std::size_t spot = 0; spot < most_spots; ++spot) spots[spot].add(other.spots[spot]);
        bank.add(other.bank);
        meter.add(other.meter);
    }
};

inline void count_spots(Takings& takings, const Round& round) {
    for (std::size_t place = 0; place < round.players; ++place) {
        const Wagers& mine = round.wagers[place];
        for (std::size_t spot = 0; spot < most_spots; ++spot) {
            if (mine.laid[spot]) takings.spots[spot].add(mine.laid[spot], mine.kept[spot]);
        }
    }
    takings.bank.add(round.bank_flows);
    takings.meter.add(round.meter_flows);
}

inline void count_hand(Takings& takings, const Round& round, const Chips* net, std::size_t players) {
    ++takings.rounds;
    std::int64_t sum = 0, paid = 0;
    for (std::size_t seat = 0; seat < players; ++seat) {
        const std::int64_t won = net[seat];
        sum += won;
        takings.seats[seat].add(won);
        takings.won[seat] += won > 0;
        ++takings.spread[seat][won < 0][bin_of(won < 0 ? -won : won)];
    }
    for (std::size_t place = 0; place < round.players; ++place) paid += round.hands[place].paid;
    takings.house.add(-sum);
    takings.pot.add(paid);
    takings.rake.add(round.rake);
    takings.drop.add(round.drop);
    takings.box.add(round.box);
    takings.beats += round.beats > 0;
}

// What a seat answered, for a record that is played again.
struct Reply {
    Place seat;
    Verb verb;
    std::int64_t amount;
    Asks kind;
    std::uint8_t spot;
};

class Run {
public:
    Run(const House& house, std::vector<Policy> policies) : house_(house), policies_(std::move(policies)) {}

    // Plays so many hands at a table.
    void session(std::uint64_t number, std::int64_t hands, Takings& takings) const {
        Table table;
        sit_down(house_, table, number);
        for (; hands > 0; --hands) {
            hand(table, takings, nullptr);
            std::array<Chips, most_places> net{};
            const Round& round = table.round;
            close_hand(house_, table, net.data());
            count_hand(takings, round, net.data(), house_.players());
            if (house_.plain->banked) count_spots(takings, round);
        }
    }

    // Plays a table up to a hand, and keeps what is said in that one. Where a script is given, its
    // answers are taken, one after the other, instead of the policies'.
    std::vector<Reply> record(std::uint64_t number, std::int64_t last, Table& table,
                              std::span<const Answer> script = {}) const {
        Takings takings;
        std::vector<Reply> said;
        std::array<Chips, most_places> net{};
        sit_down(house_, table, number);
        for (std::int64_t at = 0; at < last; ++at) {
            hand(table, takings, nullptr, &script);
            close_hand(house_, table, net.data());
        }
        hand(table, takings, &said, &script);
        return said;
    }

private:
    void hand(Table& table, Takings& takings, std::vector<Reply>* said,
              std::span<const Answer>* script = nullptr) const {
        deal_hand(house_, table);
        const Program& program = table.program(house_);
        const Deal deal{program, table.round};
        while (!table.round.done) {
            const Place seat = table.seat();
            const Answer chosen = next(deal, policies_[seat], script);
            if (said) said->push_back({seat, chosen.verb, chosen.amount, table.round.ask.kind, table.round.ask.spot});
            const Asks kind = table.round.ask.kind;
            takings.decisions += kind != Asks::show && (kind != Asks::place || house_.asks_wagers);
            answer(deal, chosen.verb, chosen.amount);
        }
    }

    Answer next(const Deal& deal, Policy policy, std::span<const Answer>* script) const {
        if (policy != Policy::outside) return decide(deal, house_.mind, policy);
        const bool shows = deal.round.ask.kind == Asks::show && !house_.asks_show;
        const bool places = deal.round.ask.kind == Asks::place && !house_.asks_wagers;
        if (places) return by_plan(deal.round.ask, house_.mind);
        if (shows || !script || script->empty()) return passive(deal.round.ask);
        const Answer first = script->front();
        *script = script->subspan(1);
        return first;
    }

    const House& house_;
    std::vector<Policy> policies_;
};

// Plays rounds in sessions of so many hands each, from a first one on.
template <class GoOn>
Takings play_sessions(const Run& run, std::uint64_t first, std::int64_t rounds, std::int64_t each,
                    int threads, GoOn& go_on) {
    Takings total;
    std::mutex adding;
    std::exception_ptr failed;
    const Row sessions = (rounds + each - 1) / each;
    const auto work = [&](Row begin, Row end) {
        Takings some;
        try {
            for (Row at = begin; at < end; ++at) {
                const std::int64_t hands = std::min(each, rounds - at * each);
                run.session(first + static_cast<std::uint64_t>(at), hands, some);
            }
        } catch (...) {
            const std::lock_guard lock(adding);
            failed = std::current_exception();
        }
        const std::lock_guard lock(adding);
        total.add(some);
    };
    share_out(sessions, 16, threads, work, go_on);
    if (failed) std::rethrow_exception(failed);
    return total;
}

}  // namespace croupier::fast
