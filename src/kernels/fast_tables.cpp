// The binding file of the fast table's many tables: runs by policies, and batches.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>

#include "fast_batch.hpp"
#include "fast_bound.hpp"
#include "fast_run.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace croupier::fast;
namespace fast = croupier::fast;
using croupier::no_row;
using croupier::Patience;
using croupier::Row;
using croupier::share_out;

namespace {

template <class Number, std::size_t dims = 1>
using Array = nb::ndarray<Number, nb::ndim<dims>, nb::c_contig, nb::device::cpu>;

// A house, and the programs it plays.
struct Kept {
    House house;
    std::vector<nb::object> programs;

    void read(nb::handle given);
    void read_best(nb::handle given);
};

const Program& program_of(nb::handle given) { return nb::cast<const Compiled&>(given).program; }

void Kept::read(nb::handle given) {
    programs.push_back(nb::borrow(given["plain"]));
    house.plain = &program_of(given["plain"]);
    if (!given["killed"].is_none()) {
        programs.push_back(nb::borrow(given["killed"]));
        house.killed = &program_of(given["killed"]);
    }
    house.stacks = nb::cast<std::vector<Chips>>(given["stacks"]);
    house.button = nb::cast<bool>(given["button"]);
    for (const auto& by_kill : nb::cast<std::vector<std::vector<Dues>>>(given["dues"])) {
        auto& rows = house.dues.emplace_back();
        for (const Dues& dues : by_kill) rows.push_back(read_dues(dues));
    }
    house.kill_pot = nb::cast<Chips>(given["kill_pot"]);
    house.kill_pot_killed = nb::cast<Chips>(given["kill_pot_killed"]);
    house.kill_ends_shared = nb::cast<bool>(given["kill_ends_shared"]);
    house.episode = nb::cast<unsigned>(given["episode"]);
    house.asks_show = nb::cast<bool>(given["asks_show"]);
    house.asks_wagers = nb::cast<bool>(given["asks_wagers"]);
    house.meter = nb::cast<Chips>(given["meter"]);
    house.least_stack = nb::cast<Chips>(given["least_stack"]);
    house.mind.wagers = nb::cast<std::vector<Chips>>(given["wagers"]);
    read_best(given["best"]);
    for (const int policy : nb::cast<std::vector<int>>(given["policies"])) {
        house.policies.push_back(static_cast<Policy>(policy));
    }
    house.seed = nb::cast<std::uint64_t>(given["seed"]);
    const auto keeps = nb::cast<int>(given["keeps"]);
    Keeper keeper;
    if (keeps >= 0) keeper.keeps = static_cast<Keeps>(keeps);
    keeper.ace_is_low = nb::cast<bool>(given["ace_is_low"]);
    if (!house.plain->shares.empty()) keeper.family = house.plain->shares[0].family;
    house.mind.outlook = Outlook(*house.plain, keeper);
    if (nb::cast<bool>(given["thinks"])) {
        house.mind.standing = Standing(*house.plain, house.mind.outlook);
    }
}

// The solver's strategy, where a policy plays by it; its tables stay with Python.
void Kept::read_best(nb::handle given) {
    if (given.is_none()) return;
    Best& best = house.mind.best;
    best.stays = nb::cast<std::vector<std::uint8_t>>(given["stays"]);
    if (given["later"].is_none()) return;
    const auto [turn, river] = nb::cast<std::pair<Array<const std::uint8_t>, Array<const std::uint8_t>>>(given["later"]);
    programs.push_back(nb::borrow(given["later"]));
    best.turn = {turn.data(), turn.size()};
    best.river = {river.data(), river.size()};
}

// A wide number as Python has it.
nb::object whole(Wide number) {
    const nb::int_ high(static_cast<std::int64_t>(number >> 64)),
        low(static_cast<std::uint64_t>(number));
    return (high << nb::int_(64)) + low;
}

nb::tuple both(const Flow& sum) { return nb::make_tuple(whole(sum.total), whole(sum.squares)); }

nb::dict account(const AccountSums& sums) {
    nb::dict found;
    found["net"] = both(sums.net);
    found["in"] = sums.in;
    found["out"] = sums.out;
    found["hits"] = sums.hits;
    return found;
}

nb::list spots_of(const Takings& takings) {
    nb::list found;
    for (const SpotSums& spot : takings.spots) {
        nb::dict one;
        one["placed"] = spot.placed;
        one["wagered"] = both(spot.wagered);
        one["house"] = both(spot.house);
        one["product"] = whole(spot.product);
        found.append(one);
    }
    return found;
}

nb::dict as_dict(const Takings& takings, std::size_t players) {
    nb::dict found;
    found["spots"] = spots_of(takings);
    found["bank"] = account(takings.bank);
    found["meter"] = account(takings.meter);
    found["rounds"] = takings.rounds;
    found["decisions"] = takings.decisions;
    found["beats"] = takings.beats;
    nb::list seats, won, spread;
    for (std::size_t seat = 0; seat < players; ++seat) {
        seats.append(both(takings.seats[seat]));
        won.append(takings.won[seat]);
        nb::list sides;
        for (const auto& side : takings.spread[seat]) {
            nb::list counts;
            for (const std::int64_t count : side) counts.append(count);
            sides.append(counts);
        }
        spread.append(sides);
    }
    found["seats"] = seats;
    found["won"] = won;
    found["spread"] = spread;
    found["house"] = both(takings.house);
    found["pot"] = both(takings.pot);
    found["rake"] = both(takings.rake);
    found["drop"] = both(takings.drop);
    found["box"] = both(takings.box);
    return found;
}

std::vector<Policy> read_policies(const std::vector<int>& given) {
    std::vector<Policy> policies;
    for (const int one : given) policies.push_back(static_cast<Policy>(one));
    return policies;
}

nb::dict fast_play(const Kept& kept, const std::vector<int>& policies, std::uint64_t first,
                   std::int64_t rounds, std::int64_t each, int threads) {
    const Run run(kept.house, read_policies(policies));
    Patience patience;
    Takings takings;
    {
        nb::gil_scoped_release unlocked;
        takings = play_sessions(run, first, rounds, each, threads, patience);
    }
    if (patience.interrupted()) throw nb::python_error();
    return as_dict(takings, kept.house.players());
}

// How a hand of a table began, what was said in it, and how it ended.
nb::dict fast_record(const Kept& kept, const std::vector<int>& policies, std::uint64_t number,
                     std::int64_t hand, const std::vector<std::tuple<int, std::int64_t>>& script) {
    const auto table = std::make_unique<fast::Table>();
    const Run run(kept.house, read_policies(policies));
    std::vector<Answer> answers;
    for (const auto& [verb, amount] : script) answers.push_back({static_cast<Verb>(verb), amount});
    const std::vector<Reply> replies = run.record(number, hand, *table, answers);
    nb::dict found;
    nb::list seats, stacks, ends, said, wagers;
    for (std::size_t place = 0; place < table->round.players; ++place) {
        const Place seat = table->seats[place];
        seats.append(seat + 1);
        stacks.append(table->before[seat]);
        ends.append(table->round.hands[place].stack);
    }
    for (const Reply& reply : replies) {
        if (reply.kind == Asks::place) {
            if (reply.verb == Verb::place) wagers.append(nb::make_tuple(reply.seat + 1, reply.spot, reply.amount));
            continue;
        }
        said.append(nb::make_tuple(reply.seat + 1, static_cast<int>(reply.verb), reply.amount));
    }
    found["seats"] = seats;
    found["stacks"] = stacks;
    found["ends"] = ends;
    found["button"] = table->button + 1;
    found["meter"] = table->meter;
    const bool posts = table->is_killed && table->places[table->kill] != nobody;
    found["kill"] = posts ? table->kill + 1 : 0;
    found["killed"] = table->is_killed;
    found["said"] = said;
    found["wagers"] = wagers;
    return found;
}

class Rows {
public:
    Rows(const Kept& kept, const std::vector<std::size_t>& layout, std::size_t tables,
         std::uint64_t first, const std::vector<std::uint64_t>& limits, const Array<std::int8_t>& actor, const Array<std::uint8_t>& kind,
         const Array<bool>& can_fold, const Array<bool>& can_check,
         const Array<std::int32_t>& to_call, const Array<std::int32_t>& least,
         const Array<std::int32_t>& most, const Array<std::int8_t>& draw_most,
         const Array<std::int8_t>& spot, const Array<std::int32_t>& price, const Array<std::int32_t>& pot,
         const Array<std::int32_t, 2>& rewards, const Array<bool>& done)
        : batch_(kept.house, read_layout(layout), tables, first, limits,
                 {actor.data(), kind.data(), can_fold.data(), can_check.data(), to_call.data(),
                  least.data(), most.data(), draw_most.data(), spot.data(), price.data(), pot.data(),
                  rewards.data(), done.data()}) {}

    std::int64_t step(const Array<const std::uint8_t>& verbs_said,
                      const Array<const std::int64_t>& amounts, int threads) {
        check(verbs_said.size() == batch_.size() && amounts.size() == batch_.size());
        nb::gil_scoped_release unlocked;
        if (const Row fault = batch_.first_fault(verbs_said.data(), amounts.data()); fault != no_row)
            return fault;
        shared(threads, [&](Row first, Row last) {
            batch_.step(first, last, verbs_said.data(), amounts.data());
        });
        return no_row;
    }

    void observe(const Array<float, 2>& out, int threads) const {
        check(out.shape(0) == batch_.size() && out.shape(1) == batch_.layout().size());
        nb::gil_scoped_release unlocked;
        shared(threads, [&](Row first, Row last) { batch_.observe(first, last, out.data()); });
    }

    void pack(const Array<std::uint64_t, 2>& cards, const Array<std::int32_t, 2>& numbers,
              int threads) const {
        check(cards.shape(0) == batch_.size() && cards.shape(1) == batch_.layout().planes() &&
              numbers.shape(0) == batch_.size() && numbers.shape(1) == batch_.layout().numbers());
        nb::gil_scoped_release unlocked;
        shared(threads, [&](Row first, Row last) {
            batch_.pack(first, last, cards.data(), numbers.data());
        });
    }

    nb::tuple taken() const {
        const auto sums = batch_.taken();
        return nb::make_tuple(sums[0], sums[1], sums[2], sums[3], sums[4]);
    }
    std::size_t size() const { return batch_.layout().size(); }
    std::size_t bytes() const { return batch_.bytes(); }

private:
    static void check(bool sound) {
        if (!sound) throw nb::value_error("arrays of one row a table");
    }

    // One thread has no need of another; several take tables by the hundred.
    template <class Work>
    void shared(int threads, const Work& work) const {
        const auto rows = static_cast<Row>(batch_.size());
        if (threads < 2) {
            work(0, rows);
            return;
        }
        std::mutex failing;
        std::exception_ptr failed;
        const auto safely = [&](Row first, Row last) {
            try {
                work(first, last);
            } catch (...) {
                const std::lock_guard lock(failing);
                failed = std::current_exception();
            }
        };
        const auto go_on = [] { return true; };
        share_out(rows, 128, threads, safely, go_on);
        if (failed) std::rethrow_exception(failed);
    }

    Batch batch_;
};

}  // namespace

void bind_fast_tables(nb::module_& module) {
    nb::class_<Kept>(module, "FastHouse", "What all tables of a simulation have in common.")
        .def(
            "__init__",
            [](Kept* self, nb::handle given) {
                new (self) Kept();
                self->read(given);
            },
            "given"_a);
    module.def("fast_play", &fast_play, "house"_a, "policies"_a, "first"_a, "rounds"_a, "each"_a,
               "threads"_a, "Play rounds by policies, in sessions of so many hands.");
    module.def("fast_record", &fast_record, "house"_a, "policies"_a, "table"_a, "hand"_a, "script"_a,
               "Play a table up to a hand, and tell what was said in it.");
    nb::class_<Rows>(module, "FastBatch", "Many tables that are asked and answered together.")
        .def(nb::init<const Kept&, const std::vector<std::size_t>&, std::size_t, std::uint64_t,
                      const std::vector<std::uint64_t>&, const Array<std::int8_t>&, const Array<std::uint8_t>&, const Array<bool>&,
                      const Array<bool>&, const Array<std::int32_t>&, const Array<std::int32_t>&,
                      const Array<std::int32_t>&, const Array<std::int8_t>&, const Array<std::int8_t>&,
                      const Array<std::int32_t>&, const Array<std::int32_t>&,
                      const Array<std::int32_t, 2>&, const Array<bool>&>(),
             "house"_a, "layout"_a, "tables"_a, "first"_a, "limits"_a, "actor"_a, "kind"_a, "can_fold"_a,
             "can_check"_a, "to_call"_a, "least"_a, "most"_a, "draw_most"_a, "spot"_a, "price"_a, "pot"_a, "rewards"_a, "done"_a,
             nb::keep_alive<1, 2>(), nb::keep_alive<1, 7>(),
             nb::keep_alive<1, 8>(), nb::keep_alive<1, 9>(), nb::keep_alive<1, 10>(),
             nb::keep_alive<1, 11>(), nb::keep_alive<1, 12>(), nb::keep_alive<1, 13>(),
             nb::keep_alive<1, 14>(), nb::keep_alive<1, 15>(), nb::keep_alive<1, 16>(), nb::keep_alive<1, 17>(), nb::keep_alive<1, 18>(), nb::keep_alive<1, 19>())
        .def("step", &Rows::step, "verbs"_a, "amounts"_a, "threads"_a)
        .def("observe", &Rows::observe, "out"_a, "threads"_a)
        .def("pack", &Rows::pack, "cards"_a, "numbers"_a, "threads"_a)
        .def_prop_ro("taken", &Rows::taken)
        .def_prop_ro("size", &Rows::size)
        .def_prop_ro("bytes", &Rows::bytes);
}
