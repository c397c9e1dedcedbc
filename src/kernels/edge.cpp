// The binding file of the house's edge: full enumerations of Texas Hold 'Em Bonus and Flop Poker.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <vector>

#include "bound.hpp"
#include "flop_poker.hpp"
#include "solve.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace croupier;

namespace {

using Numbers = nb::ndarray<nb::numpy, std::int64_t>;
using Lines = nb::ndarray<const std::uint8_t, nb::shape<FlopPoker::strengths>, nb::c_contig,
                          nb::device::cpu>;

// Asks Python ten times a second whether Ctrl-C was pressed, and reports progress.
class Watch {
public:
    explicit Watch(nb::object tell) : tell_(std::move(tell)) {}

    void expect(Row work) { expected_ = work; }
    void did(Row work) { done_ += work; }

    bool operator()() {
        const auto now = std::chrono::steady_clock::now();
        if (stopped_ || now - asked_ < std::chrono::milliseconds(50)) return !stopped_;
        asked_ = now;
        nb::gil_scoped_acquire lock;
        stopped_ = PyErr_CheckSignals() != 0;
        if (!stopped_ && !tell_.is_none()) {
            try {
                tell_(static_cast<double>(done_) / static_cast<double>(expected_));
            } catch (nb::python_error& error) {
                error.restore();
                stopped_ = true;
            }
        }
        return !stopped_;
    }

    void raise_if_stopped() const {
        if (stopped_) throw nb::python_error();
    }

private:
    nb::object tell_;
    std::atomic<Row> done_{0};
    Row expected_ = 1;
    std::chrono::steady_clock::time_point asked_ = std::chrono::steady_clock::now();
    bool stopped_ = false;
};

template <class Number>
nb::ndarray<nb::numpy, Number> array_of(const Number* from,
                                        std::initializer_list<std::size_t> shape) {
    std::size_t size = 1;
    for (const std::size_t length : shape) size *= length;
    auto* copy = new Number[size];
    std::copy(from, from + size, copy);
    nb::capsule owner(copy, [](void* data) noexcept { delete[] static_cast<Number*>(data); });
    return nb::ndarray<nb::numpy, Number>(copy, shape, owner);
}

Numbers numbers(const std::int64_t* from, std::initializer_list<std::size_t> shape) {
    return array_of(from, shape);
}

nb::tuple solve_holdem_bonus(const Kernel& kernel, std::array<int, 2> ante, int made,
                             const std::vector<int>& prizes, int threads, nb::object tell) {
    if (prizes.empty()) throw nb::value_error("the last prize is the royal's");
    Watch watch(std::move(tell));
    std::unique_ptr<bonus::HoldemBonus> game;
    {
        nb::gil_scoped_release unlocked;
        game = std::make_unique<bonus::HoldemBonus>(kernel.family, bonus::Marks{ante, made, prizes});
        game->solve(threads, watch);
    }
    watch.raise_if_stopped();
    const bonus::Solution& found = game->solution();
    const auto [turn, river] = game->gains();
    return nb::make_tuple(
        numbers(&found.ends[0][0][0][0][0], {bonus::plans, hole_classes, 2, 2, bonus::results}),
        numbers(found.prizes.data(), {hole_classes, found.prizes.size() / hole_classes}),
        array_of(turn.data(), {turn.size()}), array_of(river.data(), {river.size()}));
}

// One board of four: wins, losses, wins with the first and the second marked hand, by pair.
Numbers count_rivers(const Kernel& kernel, std::array<int, 2> ante,
                     const std::array<std::uint8_t, 4>& four) {
    if (!distinct(plain_cards, four)) throw nb::value_error("four distinct cards of the 52");
    Hand board;
    for (const std::uint8_t card : four) board.add(card);
    std::vector<bonus::Ends> ends(pair_places);
    const bonus::Marks marks{ante, ante[0], {bonus::Rivers::strengths}};
    std::make_unique<bonus::Rivers>(kernel.family, marks)->count(board, 1, ends.data());
    std::vector<std::int64_t> rows;
    for (const bonus::Ends& end : ends) {
        rows.insert(rows.end(), {end.wins, end.losses, end.wins_with[0], end.wins_with[1]});
    }
    return numbers(rows.data(), {pair_places, 4});
}

nb::tuple count_flop_lines(const Kernel& kernel, const Lines& line_of, std::size_t lines,
                           int threads, nb::object tell) {
    const std::span<const std::uint8_t> given(line_of.data(), FlopPoker::strengths);
    if (lines == 0 || std::ranges::any_of(given, [&](auto line) { return line >= lines; })) {
        throw nb::value_error("a strength is on one of so many lines");
    }
    Watch watch(std::move(tell));
    std::vector<std::int64_t> counts, classes;
    {
        nb::gil_scoped_release unlocked;
        const FlopPoker game(kernel.family, given, lines);
        counts.resize(game.hands().count() * lines);
        game.count_lines(counts.data(), threads, watch);
        for (std::size_t hand = 0; hand < game.hands().count(); ++hand) {
            const Hand cards = game.hands().cards(hand);
            classes.insert(classes.end(), {cards.cards[0], cards.cards[1], cards.cards[2],
                                           game.hands().size(hand)});
        }
    }
    watch.raise_if_stopped();
    return nb::make_tuple(numbers(classes.data(), {classes.size() / 4, 4}),
                          numbers(counts.data(), {counts.size() / lines, lines}));
}

std::int64_t count_flop_ties(const Kernel& kernel, int threads, nb::object tell) {
    Watch watch(std::move(tell));
    std::int64_t ties;
    {
        nb::gil_scoped_release unlocked;
        ties = FlopPoker(kernel.family, {}, 0).count_ties(threads, watch);
    }
    watch.raise_if_stopped();
    return ties;
}

}  // namespace

void bind_edge(nb::module_& module) {
    module.def("solve_holdem_bonus", &solve_holdem_bonus, "high_5"_a, "ante"_a, "made"_a,
               "prizes"_a, "threads"_a, "tell"_a.none(),
               "Count the ends of every starting hand under every plan, and the prizes; and tell "
               "which turn and river wagers gain, by orbit of the board and own cards.");
    module.def("count_rivers", &count_rivers, "high_5"_a, "ante"_a, "four"_a,
               "Count the ends of every pair of own cards behind one board of four.");
    module.def("count_flop_lines", &count_flop_lines, "high_5"_a, "line_of"_a, "lines"_a,
               "threads"_a, "tell"_a.none(),
               "Count the boards that put each class of three cards on each line.");
    module.def("count_flop_ties", &count_flop_ties, "high_5"_a, "threads"_a, "tell"_a.none(),
               "Count the deals of two players and a board that tie.");
}
