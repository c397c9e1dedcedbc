// The binding file of the fast table: programs, and single rounds.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <string>
#include <tuple>

#include "fast_bound.hpp"
#include "fast_observe.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace croupier::fast;
namespace fast = croupier::fast;
using croupier::Mask;

namespace {

Method read_method(nb::handle given) {
    Method method;
    const auto kind = nb::cast<int>(given["kind"]);
    method.kind = static_cast<Method::Kind>(kind);
    method.hundredths = nb::cast<std::int64_t>(given["hundredths"]);
    method.levels = nb::cast<std::vector<std::array<Chips, 2>>>(given["levels"]);
    return method;
}

template <class Value>
void read(nb::handle given, const char* name, Value& value) {
    value = nb::cast<Value>(given[name]);
}

void read_steps(nb::handle given, std::vector<Step>& steps) {
    for (const auto& row : nb::cast<std::vector<std::array<std::uint8_t, 6>>>(given)) {
        steps.push_back({static_cast<Op>(row[0]), row[1], row[2], row[3], row[4], row[5]});
    }
}

void read_shares(nb::handle given, Compiled& into) {
    for (nb::handle one : given) {
        const nb::object kernel = nb::borrow(one["kernel"]);
        into.kept.push_back(kernel);
        const croupier::Family& family = nb::cast<const croupier::Kernel&>(kernel).family;
        const auto excess = static_cast<Excess>(nb::cast<int>(one["excess"]));
        into.program.shares.push_back({&family, croupier::read_pick(one["pick"]), excess});
    }
    if (into.program.shares.size() > croupier::most_shares) throw nb::value_error("at most two shares");
}

PayTable read_table(nb::handle given) {
    PayTable table;
    if (given.is_none()) return table;
    read(given, "by_strength", table.by_strength);
    read(given, "odds", table.odds);
    return table;
}

void read_contest(nb::handle given, Compiled& into) {
    Against contest{};
    contest.kind = static_cast<Settles>(nb::cast<int>(given["kind"]));
    const nb::object kernel = nb::borrow(given["kernel"]);
    into.kept.push_back(kernel);
    contest.share = {&nb::cast<const croupier::Kernel&>(kernel).family,
                     croupier::read_pick(given["pick"]), Excess::left_of_button};
    for (nb::handle one : given["stakes"]) {
        contest.stakes.push_back({nb::cast<std::uint8_t>(one["spot"]),
                                  nb::cast<bool>(one["threshold"]), nb::cast<bool>(one["unqualified"]),
                                  read_table(one["table"])});
    }
    read(given, "qualifies", contest.qualifies);
    read(given, "threshold", contest.threshold);
    read(given, "even", contest.even);
    read(given, "aces", contest.aces);
    into.program.bank.contests.push_back(std::move(contest));
}

void read_meter(nb::handle given, Meter& meter) {
    read(given, "seed", meter.seed);
    read(given, "community_royal", meter.community_royal);
    read(given, "share", meter.share);
    read(given, "returns", meter.returns);
    read(given, "after_fold", meter.after_fold);
    read(given, "royal", meter.royal);
    read(given, "percent", meter.percent);
    for (const auto& [least, chips] : nb::cast<std::vector<std::pair<int, Chips>>>(given["prizes"])) {
        meter.prizes.push_back({least, chips});
    }
}

void read_bank(nb::handle given, Compiled& into) {
    if (given.is_none()) return;
    into.program.banked = true;
    Bank& bank = into.program.bank;
    for (nb::handle one : given["spots"]) {
        bank.spots.push_back({nb::cast<Chips>(one["least"]), nb::cast<Chips>(one["most"]),
                              nb::cast<std::uint8_t>(one["needs"]), nb::cast<bool>(one["required"]),
                              nb::cast<bool>(one["pot"])});
    }
    read(given, "ante", bank.ante);
    read(given, "progressive", bank.progressive);
    read(given, "limits", bank.limits);
    for (nb::handle one : given["contests"]) read_contest(one, into);
    read_meter(given["meter"], bank.meter);
}

void read_bad_beat(nb::handle given, BadBeat& beat) {
    if (given.is_none()) return;
    beat.posted = true;
    read(given, "share", beat.share);
    read(given, "least", beat.least);
    beat.hole_cards = static_cast<decltype(beat.hole_cards)>(nb::cast<int>(given["hole_cards"]));
    beat.contribution = read_method(given["contribution"]);
    read(given, "most", beat.most);
    read(given, "min_pot", beat.min_pot);
}

void compile(Compiled* self, nb::handle given) {
    new (self) Compiled();
    Program& program = self->program;
    read_steps(given["steps"], program.steps);
    read_shares(given["shares"], *self);
    read(given, "cards", program.cards);
    if (program.cards.empty() || program.cards.size() > croupier::all_cards) {
        throw nb::value_error("a deck");
    }
    program.structure = static_cast<Structure>(nb::cast<int>(given["structure"]));
    read(given, "unit", program.unit);
    read(given, "lower", program.lower);
    read(given, "upper", program.upper);
    read(given, "forced_bet", program.forced_bet);
    read(given, "raise_cap", program.raise_cap);
    read(given, "check_raise", program.check_raise);
    read(given, "as_recorded", program.as_recorded);
    read(given, "must_bet", program.must_bet);
    read(given, "whole_raises", program.whole_raises);
    read(given, "own_discards_return", program.own_discards_return);
    read(given, "boards", program.boards);
    program.rake = read_method(given["rake"]);
    read(given, "main_first", program.main_first);
    read(given, "no_flop_no_drop", program.no_flop_no_drop);
    read(given, "promo_drop", program.promo_drop);
    const auto blinds = nb::cast<std::vector<std::uint8_t>>(given["last_blind"]);
    const auto most = nb::cast<std::vector<Chips>>(given["rake_max"]);
    std::copy_n(blinds.begin(), std::min(blinds.size(), program.last_blind.size()),
                program.last_blind.begin());
    std::copy_n(most.begin(), std::min(most.size(), program.rake_max.size()),
                program.rake_max.begin());
    read_bad_beat(given["bad_beat"], program.bad_beat);
    read_bank(given["bank"], *self);
}

// One round, asked and answered by Python: for proofs, records and single tables.
class Single {
public:
    Single(const Compiled& compiled, const std::vector<Chips>& stacks, const Dues& dues,
           const std::vector<std::uint8_t>& deck, std::uint64_t seed, std::uint64_t number,
           std::uint64_t hand, Chips meter)
        : compiled_(compiled), meter_(meter) {
        if (stacks.size() < (compiled.program.banked ? 1u : 2u) || stacks.size() > most_places) throw nb::value_error("so many players");
        Round& round = table_.round;
        clear(round, stacks.size());
        fresh_deck(round, compiled.program);
        round.deck_chance = Stream(seed, number, hand, Use::deck);
        round.reshuffle_chance = Stream(seed, number, hand, Use::reshuffle);
        round.policy_chance = Stream(seed, number, hand, Use::policy);
        if (!deck.empty()) {
            if (deck.size() > croupier::all_cards) throw nb::value_error("a deck");
            std::copy(deck.begin(), deck.end(), round.deck.begin());
            round.deck_size = static_cast<std::uint8_t>(deck.size());
            round.fixed = true;
        }
        table_.places.fill(nobody);
        stacks_ = stacks;
        dues_ = read_dues(dues);
    }

    // Says who sits where, which an observation needs, and which cards are not named; then deals.
    void open(const std::vector<Place>& seats, int button, Mask unnamed) {
        for (std::size_t place = 0; place < seats.size() && place < most_places; ++place) {
            table_.seats[place] = seats[place];
            if (seats[place] < most_places) table_.places[seats[place]] = static_cast<Place>(place);
        }
        table_.has_button = button >= 0;
        table_.button = static_cast<Place>(button);
        table_.round.unnamed = unnamed;
        start(deal(), {stacks_, dues_, meter_});
    }

    bool answer(int verb, std::int64_t amount) {
        if (verb < 0 || verb >= static_cast<int>(verbs)) return false;
        if (!allowed(deal(), static_cast<Verb>(verb), amount)) return false;
        fast::answer(deal(), static_cast<Verb>(verb), amount);
        return true;
    }

    // Cards that a record names only when they are shown take the place of those that stood for them.
    void name(std::size_t place, Mask down, Mask up) {
        Player& hand = table_.round.hands[std::min(place, most_places - 1)];
        if (croupier::size_of(down) != croupier::size_of(hand.down) ||
            croupier::size_of(up) != croupier::size_of(hand.up)) {
            throw nb::value_error("as many cards as the hand has");
        }
        hand.down = down;
        hand.up = up;
    }

    void observe(const Layout& layout, std::size_t place,
                 const nb::ndarray<float, nb::ndim<1>, nb::c_contig, nb::device::cpu>& out) const {
        if (out.size() != layout.size()) throw nb::value_error("an array of the layout's size");
        fast::observe(layout, table_, static_cast<Place>(place), out.data());
    }

    const Round& round() const { return table_.round; }
    const Trace& trace() const { return trace_; }
    bool banked() const { return compiled_.program.banked; }

private:
    Deal deal() { return {compiled_.program, table_.round, &trace_}; }

    const Compiled& compiled_;
    Chips meter_;
    Table table_{};
    Trace trace_;
    std::vector<Chips> stacks_;
    std::vector<Due> dues_;
};

nb::tuple asked(const Single& single) {
    const Ask& ask = single.round().ask;
    return nb::make_tuple(static_cast<int>(ask.kind), static_cast<int>(ask.place), ask.can_fold,
                          ask.can_check, ask.to_call, ask.least, ask.most, ask.draw_most,
                          single.round().price, single.round().pot, ask.spot);
}

void tell_bank(const Round& round, nb::dict& found) {
    nb::list laid, stakes;
    for (std::size_t place = 0; place < round.players; ++place) {
        laid.append(round.wagers[place].laid);
        stakes.append(round.wagers[place].stakes);
    }
    found["laid"] = laid;
    found["stakes"] = stakes;
    found["house"] = round.house;
    found["meter"] = round.meter;
}

// The whole state as Python looks at it in a proof.
nb::dict as_dict(const Single& single) {
    const Round& round = single.round();
    nb::dict found;
    nb::list hands;
    for (std::size_t place = 0; place < round.players; ++place) {
        const Player& hand = round.hands[place];
        hands.append(nb::make_tuple(hand.down, hand.up, hand.stack, hand.bet, hand.paid,
                                    static_cast<int>(hand.out), hand.answered, hand.checked));
    }
    found["hands"] = hands;
    found["done"] = round.done;
    found["live"] = round.live;
    nb::list waiting;
    for (std::size_t at = 0; at < round.waits; ++at) waiting.append(static_cast<int>(round.waiting[at]));
    found["waiting"] = waiting;
    found["betting"] = nb::make_tuple(round.price, round.level, round.size, round.raises);
    found["pot"] = round.pot;
    found["taken"] = nb::make_tuple(round.rake, round.drop, round.box);
    found["returned"] = round.returned;
    found["left"] = round.left();
    found["burns"] = round.burns;
    found["common"] = round.common;
    nb::list boards;
    for (std::size_t board = 0; board < round.board_count; ++board) boards.append(round.boards[board]);
    found["boards"] = boards;
    Mask discards = 0;
    for (std::size_t place = 0; place < round.players; ++place) {
        discards |= round.hands[place].tossed;
        for (const Mask thrown : round.hands[place].thrown) discards |= thrown;
    }
    found["discards"] = discards;
    if (single.banked()) tell_bank(round, found);
    return found;
}

nb::list stacks(const Single& single) {
    nb::list found;
    for (std::size_t place = 0; place < single.round().players; ++place) {
        found.append(single.round().hands[place].stack);
    }
    return found;
}

nb::list moves(const Single& single) {
    nb::list found;
    for (const Move& move : single.trace().moves) {
        found.append(nb::make_tuple(static_cast<int>(move.source), static_cast<int>(move.target), move.chips));
    }
    return found;
}

nb::list beats(const Single& single) {
    nb::list found;
    for (const Beat& beat : single.trace().beats) {
        found.append(nb::make_tuple(static_cast<int>(beat.loser), beat.winners));
    }
    return found;
}

}  // namespace

void bind_fast(nb::module_& module) {
    nb::class_<Compiled>(module, "Program", "A game under a sign, as the fast table plays it.")
        .def("__init__", &compile, "given"_a);
    nb::class_<Layout>(module, "FastLayout", "Where each part of an observation lies.")
        .def("__init__",
             [](Layout* self, const std::vector<std::size_t>& flags) {
                 new (self) Layout(read_layout(flags));
             },
             "flags"_a);
    nb::class_<Single>(module, "FastRound", "One round on the fast table.")
        .def(nb::init<const Compiled&, const std::vector<Chips>&, const Dues&,
                      const std::vector<std::uint8_t>&, std::uint64_t, std::uint64_t,
                      std::uint64_t, Chips>(),
             "program"_a, "stacks"_a, "dues"_a, "deck"_a, "seed"_a, "table"_a, "hand"_a, "meter"_a = 0,
             nb::keep_alive<1, 2>())
        .def("open", &Single::open, "seats"_a, "button"_a, "unnamed"_a)
        .def("copy", [](const Single& single) { return Single(single); },
             nb::keep_alive<0, 1>())
        .def("answer", &Single::answer, "verb"_a, "amount"_a)
        .def("name", &Single::name, "place"_a, "down"_a, "up"_a)
        .def("observe", &Single::observe, "layout"_a, "place"_a, "out"_a)
        .def_prop_ro("asked", &asked)
        .def_prop_ro("state", &as_dict)
        .def_prop_ro("stacks", &stacks)
        .def_prop_ro("moves", &moves)
        .def_prop_ro("beats", &beats)
        .def_prop_ro("reshuffles", [](const Single& single) { return single.trace().reshuffles; });
}
