// Chances of winning, as Python asks for them: croupier._kernels.Contest.

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "bad_beat.hpp"
#include "bound.hpp"
#include "enumerate.hpp"
#include "lineup.hpp"
#include "sample.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace croupier;

namespace {

// A contest that keeps alive the kernels it was given, and how to count it once that is known.
struct Asked {
    Contest contest;
    std::vector<nb::object> kernels;
    std::unique_ptr<Enumeration> plan{};

    const Enumeration& planned() {
        if (!plan) {
            nb::gil_scoped_release unlocked;
            plan = std::make_unique<Enumeration>(contest);
        }
        return *plan;
    }
};

using Shares = std::vector<std::pair<nb::object, nb::object>>;
using Hands = std::pair<std::vector<Mask>, std::size_t>;
using Weights = std::vector<std::vector<std::uint64_t>>;

// What Python hands over, and the kernels that have to live as long.
Asked read_asked(const Shares& shares, std::vector<Hands> seats, Weights weights) {
    Asked asked{{{}, {}, 0, 0, 0}, {}, {}};
    for (const auto& [kernel, pick] : shares) {
        const Kernel& known = nb::cast<const Kernel&>(kernel);
        asked.contest.parts.push_back({&known.family, read_pick(pick)});
        asked.kernels.push_back(kernel);
    }
    for (auto& [hands, missing] : seats) {
        asked.contest.seats.push_back({std::move(hands), missing, {}});
    }
    for (std::size_t at = 0; at < std::min(weights.size(), seats.size()); ++at) {
        asked.contest.seats[at].weights = std::move(weights[at]);
    }
    return asked;
}

void check(const Contest& contest) {
    const std::size_t players = contest.players(), shares = contest.parts.size();
    if (players < 1 || players > most_players) throw nb::value_error("so many players");
    if (shares < 1 || shares > most_shares) throw nb::value_error("so many shares of a pot");
    if (contest.board & contest.dead || contest.out() & ~whole_deck) {
        throw nb::value_error("cards of one deck, none of them twice");
    }
    std::size_t needed = size_of(contest.out()) + contest.board_missing;
    for (const Seat& seat : contest.seats) {
        if (seat.hands.empty()) throw nb::value_error("a range without hands");
        if (!seat.weights.empty() && seat.weights.size() != seat.hands.size()) {
            throw nb::value_error("a weight for each hand");
        }
        const std::size_t held = size_of(seat.hands[0]);
        for (const Mask hand : seat.hands) {
            if (hand & ~whole_deck || size_of(hand) != held) throw nb::value_error("equal hands");
        }
        needed += held + seat.missing;
        if (held + seat.missing + contest.board_size() > most_held) {
            throw nb::value_error("more cards than a player can hold");
        }
        for (const Part& part : contest.parts) {
            part.family->check(held + seat.missing, contest.board_size(), part.pick);
        }
    }
    if (needed > plain_cards) throw nb::value_error("more cards than the deck holds");
    if (!Holdings(contest, false).possible()) throw nb::value_error("ranges that conflict");
}

// Asks for Ctrl-C, and tells how far the work is, now and then.
class Watch {
public:
    Watch(nb::object progress, Row pieces) : progress_(std::move(progress)), pieces_(pieces) {}

    bool operator()() {
        if (!patience_()) return false;
        if (progress_.is_none()) return true;
        const auto now = std::chrono::steady_clock::now();
        if (now - reported_ < std::chrono::milliseconds(100)) return true;
        reported_ = now;
        nb::gil_scoped_acquire lock;
        try {
            progress_(static_cast<double>(done.load()) / static_cast<double>(pieces_));
            return true;
        } catch (nb::python_error& error) {
            error.restore();
            failed_ = true;
            return false;
        }
    }

    bool stopped() const { return patience_.interrupted() || failed_; }

    std::atomic<Row> done{0};

private:
    Patience patience_;
    nb::object progress_;
    Row pieces_;
    std::chrono::steady_clock::time_point reported_ = std::chrono::steady_clock::now();
    bool failed_ = false;
};

nb::dict as_dict(const Account& account, std::size_t shares) {
    nb::dict found;
    found["win"] = account.win;
    found["tie"] = account.tie;
    found["three_quarter"] = account.three_quarter;
    found["half"] = account.half;
    found["quarter"] = account.quarter;
    found["units"] = account.units;
    found["squares"] = account.squares;
    nb::list units, squares;
    for (std::size_t share = 0; share < shares; ++share) {
        units.append(account.share_units[share]);
        squares.append(account.share_squares[share]);
    }
    found["share_units"] = units;
    found["share_squares"] = squares;
    return found;
}

// A lineup that keeps alive the kernels it was given.
struct Prepared {
    Lineup lineup;
    std::vector<nb::object> kernels;
};

// Cards as two letters each, none twice.
std::optional<Mask> read_plain(nb::str text) {
    Hand hand;
    if (!read_text(text.ptr(), hand)) return {};
    Mask cards = 0;
    for (const std::uint8_t card : Cards(hand)) {
        if (cards >> card & 1) return {};
        cards |= Mask{1} << card;
    }
    return cards;
}

// The number of deals, the units of a pot, and each account as far as it says something: one key to
// all that follows from it.
nb::object showdown(Prepared& asked, nb::str board, nb::str dead) {
    const auto laid = read_plain(board), gone = read_plain(dead);
    if (!laid || !gone) return nb::none();
    auto found = asked.lineup.ask(*laid, *gone);
    if (!found) return nb::none();
    const std::vector<Account>& accounts = found->settle();
    nb::object told = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(accounts.size())));
    for (std::size_t player = 0; player < accounts.size(); ++player) {
        const Account& got = accounts[player];
        const auto& [one, other] = got.share_units;
        nb::object account =
            asked.lineup.shares() == 1
                ? nb::make_tuple(got.win, got.tie, got.units)
                : nb::make_tuple(got.win, got.tie, got.units, got.three_quarter, got.half,
                                 got.quarter, nb::make_tuple(one, other));
        PyTuple_SetItem(told.ptr(), static_cast<Py_ssize_t>(player), account.release().ptr());
    }
    return nb::make_tuple(found->deals(), found->pot(), told);
}

// Counts without Python's lock; gives the number of deals, the units of a pot, and each account.
template <class Work>
nb::tuple count(const Asked& asked, const Work& work, int threads, nb::object progress) {
    Watch watch(std::move(progress), work.pieces());
    Outcomes outcomes = asked.contest.outcomes();
    {
        nb::gil_scoped_release unlocked;
        outcomes = work.count(threads, watch);
    }
    if (watch.stopped()) throw nb::python_error();
    nb::list accounts;
    for (const Account& account : outcomes.settle()) {
        accounts.append(as_dict(account, asked.contest.parts.size()));
    }
    return nb::make_tuple(outcomes.deals(), outcomes.pot(), accounts);
}

BadBeat bad_beat(const Kernel& kernel, std::size_t own, int beaten, int winner, bool both_play) {
    if (own < 2 || own > 5 || own == 3 || kernel.family.size() != 5) {
        throw nb::value_error("hands of five from two, four or five own cards");
    }
    return {&kernel.family, own, beaten, winner, both_play};
}

// Counts without Python's lock.
template <class Work>
std::int64_t count_beats(const Work& work, int threads, nb::object progress) {
    Watch watch(std::move(progress), work.pieces());
    std::int64_t found = 0;
    {
        nb::gil_scoped_release unlocked;
        found = work.count(threads, watch);
    }
    if (watch.stopped()) throw nb::python_error();
    return found;
}

}  // namespace

void bind_equity(nb::module_& module) {
    nb::class_<Asked>(module, "Contest", "Who holds what, what is to come, how the pot is shared.")
        .def(
            "__init__",
            [](Asked* self, const Shares& shares, std::vector<Hands> seats, Mask board,
               std::size_t board_missing, Mask dead, Weights weights) {
                Asked asked = read_asked(shares, std::move(seats), std::move(weights));
                asked.contest.board = board;
                asked.contest.board_missing = board_missing;
                asked.contest.dead = dead;
                check(asked.contest);
                new (self) Asked(std::move(asked));
            },
            "shares"_a, "seats"_a, "board"_a, "board_missing"_a, "dead"_a,
            "weights"_a = Weights{})
        .def(
            "work",
            [](Asked& asked) -> std::optional<double> {
                const Enumeration& plan = asked.planned();
                if (!plan.feasible()) return std::nullopt;
                return plan.work();
            },
            "How many hands an enumeration rates, about; None when there are too many ranges.")
        .def(
            "least_work",
            [](const Asked& asked) { return Enumeration::least_work(asked.contest); },
            "How many hands an enumeration rates at least, without listing what can be held.")
        .def(
            "enumerate",
            [](Asked& asked, int threads, nb::object progress) {
                const Enumeration& plan = asked.planned();
                if (!plan.feasible()) throw nb::value_error("too many ways to hold the cards");
                return count(asked, plan, threads, std::move(progress));
            },
            "threads"_a, "progress"_a = nb::none(), "Count every deal once.")
        .def(
            "sample",
            [](const Asked& asked, Row trials, std::uint64_t seed, int threads,
               nb::object progress) {
                if (trials < 1 || trials > 1'000'000'000) throw nb::value_error("so many trials");
                return count(asked, Sampling(asked.contest, trials, seed), threads,
                             std::move(progress));
            },
            "trials"_a, "seed"_a, "threads"_a, "progress"_a = nb::none(),
            "Count so many deals, drawn from a seed.");

    nb::class_<Prepared>(module, "Lineup", "Who may hold what, to be asked about many boards.")
        .def(
            "__init__",
            [](Prepared* self, const Shares& shares, std::vector<Hands> seats, std::size_t board,
               Mask cards, Weights weights) {
                Asked asked = read_asked(shares, std::move(seats), std::move(weights));
                asked.contest.board_missing = board;
                check(asked.contest);
                asked.contest.board_missing = 0;
                new (self) Prepared{Lineup(std::move(asked.contest), board, cards),
                                    std::move(asked.kernels)};
            },
            "shares"_a, "seats"_a, "board"_a, "cards"_a, "weights"_a = Weights{})
        .def("showdown", &showdown, "board"_a, "dead"_a,
             "Count all cards out, plainly written; None for whatever takes a closer look.");

    module.def(
        "bad_beats",
        [](const Kernel& kernel, std::size_t own, int beaten, int winner, bool both_play,
           int threads, nb::object progress) {
            const BadBeats work(bad_beat(kernel, own, beaten, winner, both_play));
            return count_beats(work, threads, std::move(progress));
        },
        "kernel"_a, "own"_a, "beaten"_a, "winner"_a, "both_play"_a, "threads"_a,
        "progress"_a = nb::none(),
        "All deals to two players in which one has a bad beat; -1 when they are too many kinds.");
    module.def(
        "sample_bad_beats",
        [](const Kernel& kernel, std::size_t own, int beaten, int winner, bool both_play,
           std::size_t players, Row trials, std::uint64_t seed, int threads, nb::object progress) {
            if (players < 2 || players > most_players || 5 + players * own > plain_cards) {
                throw nb::value_error("so many players");
            }
            const BadBeatSampling work(bad_beat(kernel, own, beaten, winner, both_play), players,
                                       trials, seed);
            return count_beats(work, threads, std::move(progress));
        },
        "kernel"_a, "own"_a, "beaten"_a, "winner"_a, "both_play"_a, "players"_a, "trials"_a,
        "seed"_a, "threads"_a, "progress"_a = nb::none(),
        "How many of so many deals, drawn from a seed, have a bad beat.");
}
