// The binding file of simulations: rounds against the bank by the million, a shard at a time.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "bound.hpp"
#include "simulate.hpp"
#include "simulate_bonus.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace croupier;

namespace {

template <class Number>
using Given = nb::ndarray<const Number, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Counters = Given<simulate::Counter>;

template <class Number>
std::span<const Number> all_of(const Given<Number>& given) {
    return {given.data(), given.size()};
}

void check(bool sound, const char* why) {
    if (!sound) throw nb::value_error(why);
}

// Every counter that a table names must exist.
void check_counters(const Counters& table, std::size_t size, std::size_t counters) {
    check(table.size() % size == 0, "a table has an entry for every hand");
    for (const simulate::Counter at : all_of(table)) check(at < counters, "there is no such counter");
}

struct Shard {
    std::int64_t rounds;
    std::uint64_t seed;
    std::size_t seats;
    Given<std::int64_t> nets;

    template <class Game>
    nb::tuple play(const Game& game) const {
        check(rounds >= 0 && seats >= 1 && seats <= most_seats_, "so many rounds and seats");
        simulate::Results results(seats, all_of(nets));
        {
            nb::gil_scoped_release unlocked;
            simulate::play(game, rounds, seed, seats, results);
        }
        nb::list counts, accounts;
        for (const std::int64_t count : results.counts) counts.append(count);
        for (const simulate::Account& one : results.accounts) {
            accounts.append(nb::make_tuple(whole(one.total), whole(one.squares)));
        }
        return nb::make_tuple(counts, accounts);
    }

private:
    static constexpr std::size_t most_seats_ = simulate::most_seats;

    // A wide number as Python has it.
    static nb::object whole(simulate::Wide number) {
        const nb::int_ high(static_cast<std::int64_t>(number >> 64)),
            low(static_cast<std::uint64_t>(number));
        return (high << nb::int_(64)) + low;
    }
};

nb::tuple simulate_two_cards(std::int64_t rounds, std::uint64_t seed, std::size_t seats,
                             const Given<std::int64_t>& nets, const Given<std::int32_t>& strength,
                             int qualifies, const Given<std::uint8_t>& plays, const Counters& wins,
                             const Counters& sides) {
    constexpr std::size_t hands = all_cards * all_cards;
    check(strength.size() == hands && plays.size() == hands && wins.size() == hands,
          "a table has an entry for every hand");
    check(seats <= 26, "27 hands are a deck");
    check_counters(wins, hands, nets.size());
    check_counters(sides, hands, nets.size());
    const simulate::TwoCards game{all_of(strength), qualifies, all_of(plays), all_of(wins),
                                  all_of(sides)};
    return Shard{rounds, seed, seats, nets}.play(game);
}

nb::tuple simulate_three_cards(std::int64_t rounds, std::uint64_t seed, std::size_t seats,
                               const Given<std::int64_t>& nets, const Kernel& high_5,
                               const Given<std::uint8_t>& plays, const Counters& line,
                               simulate::Counter pot) {
    check(plays.size() == plain_cards * (plain_cards - 1) * (plain_cards - 2) / 6 &&
              line.size() == simulate::ThreeCards::strengths,
          "a table has an entry for every hand");
    check(seats <= 16 && (seats < 2 || pot + seats < nets.size()), "a counter for each way to share");
    check_counters(line, 1, nets.size());
    const simulate::ThreeCards game{high_5.family, all_of(plays), all_of(line), pot};
    return Shard{rounds, seed, seats, nets}.play(game);
}

using Decisions = std::pair<Given<std::uint8_t>, Given<std::uint8_t>>;

nb::tuple simulate_holdem_bonus(std::int64_t rounds, std::uint64_t seed, std::size_t seats,
                                const Given<std::int64_t>& nets, const Kernel& high_5, int plan,
                                std::array<int, 2> ante, int made, const Given<std::uint8_t>& stays,
                                const Counters& bonus_lines, std::optional<std::size_t> aces,
                                const std::vector<int>& prizes,
                                std::optional<std::size_t> progressive, bool after_fold,
                                const std::optional<Decisions>& decisions) {
    constexpr std::size_t hands = plain_cards * plain_cards;
    check(stays.size() == hands && (bonus_lines.size() == 0 || bonus_lines.size() == hands),
          "a table has an entry for every hand");
    check(seats <= 21 && plan >= 0 && plan < bonus::plans && !prizes.empty(), "seats, plan, prizes");
    check(nets.size() > 4u * bonus::results && aces.value_or(0) < nets.size() &&
              (!progressive || *progressive + prizes.size() + 3 < nets.size()),
          "there is no such counter");
    check_counters(bonus_lines, hands, nets.size());
    std::unique_ptr<simulate::Decided> decided;
    if (plan == bonus::when_it_gains) {
        check(decisions.has_value(), "when a wager gains must be decided beforehand");
        decided = std::make_unique<simulate::Decided>();
        decided->turn = all_of(decisions->first);
        decided->river = all_of(decisions->second);
        check(decided->turn.size() == simulate::Decided::flops().count() * pair_places &&
                  decided->river.size() == simulate::Decided::fours().count() * pair_places,
              "a decision for every board and hand");
    }
    const simulate::Bonus game{high_5.family,
                               static_cast<bonus::Plan>(plan),
                               ante,
                               made,
                               all_of(stays),
                               all_of(bonus_lines),
                               aces.value_or(simulate::Bonus::no_counter),
                               prizes,
                               progressive.value_or(simulate::Bonus::no_counter),
                               after_fold,
                               decided.get()};
    return Shard{rounds, seed, seats, nets}.play(game);
}

}  // namespace

void bind_simulate(nb::module_& module) {
    module.def("simulate_two_cards", &simulate_two_cards, "rounds"_a, "seed"_a, "seats"_a, "nets"_a,
               "strength"_a, "qualifies"_a, "plays"_a, "wins"_a, "sides"_a,
               "Play a shard of Two Card Joker: counts by seat and counter, and the accounts.");
    module.def("simulate_three_cards", &simulate_three_cards, "rounds"_a, "seed"_a, "seats"_a,
               "nets"_a, "high_5"_a, "plays"_a, "line"_a, "pot"_a,
               "Play a shard of Flop Poker: counts by seat and counter, and the accounts.");
    module.def("simulate_holdem_bonus", &simulate_holdem_bonus, "rounds"_a, "seed"_a, "seats"_a,
               "nets"_a, "high_5"_a, "plan"_a, "ante"_a, "made"_a, "stays"_a, "bonus_lines"_a,
               "aces"_a.none(), "prizes"_a, "progressive"_a.none(), "after_fold"_a,
               "decisions"_a.none(),
               "Play a shard of Texas Hold 'Em Bonus: counts by seat and counter, the accounts.");
}
