// Texas Hold 'Em Bonus, solved: what becomes of every starting hand when each later wager is made
// exactly when it gains.
//
// Before a later wager is placed, all that matters is the set of board cards seen: the wager is one
// unit on the showdown and nothing that follows changes it. So for every four-card board (one of
// each suit pattern) and every two own cards, the ends over all rivers and dealer's hands are
// counted once; those of a flop are sums over its turns. The wagers before the turn and the river
// are then decided by the signs of two integers.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "batch.hpp"
#include "family.hpp"
#include "rivers.hpp"
#include "suits.hpp"

namespace croupier::bonus {

// Ways to decide the later wagers: when they gain, never, always, or with a player's own hand.
enum Plan { when_it_gains, never, always, own_pair, plans };
enum Result { loses, ties, wins, wins_with_first, wins_with_second, results };

// How often, over deals of flop, turn, river and dealer's hand (or without the dealer's, for
// prizes), for each class of two own cards; whether turn and river wagers were made.
struct Solution {
    using Counts = std::array<std::array<std::array<std::int64_t, results>, 2>, 2>;
    std::array<std::array<Counts, hole_classes>, plans> ends{};
    std::vector<std::int64_t> prizes;  // by class and line, as `Rivers` has them

    void add(const Solution& other) {
        for (std::size_t plan = 0; plan < plans; ++plan)
            for (std::size_t hole = 0; hole < hole_classes; ++hole)
                for (std::size_t turn = 0; turn < 2; ++turn)
                    for (std::size_t river = 0; river < 2; ++river)
                        for (std::size_t result = 0; result < results; ++result)
                            ends[plan][hole][turn][river][result] +=
                                other.ends[plan][hole][turn][river][result];
    }
};

class HoldemBonus {
public:
    HoldemBonus(const Family& family, Marks marks)
        : family_(family),
          marks_(std::move(marks)),
          flops_(3),
          fours_(4),
          ends_(fours_.count() * pair_places),
          turn_wagers_(flops_.count() * pair_places) {
        solution_.prizes.resize(Rivers(family_, marks_).prizes.size());
    }

    const Solution& solution() const { return solution_; }

    // Which wagers gain, by orbit of the board and place of the hole cards: turn, then river.
    std::pair<std::vector<std::uint8_t>, std::vector<std::uint8_t>> gains() const {
        std::vector<std::uint8_t> turn, river;
        turn.reserve(turn_wagers_.size());
        river.reserve(ends_.size());
        for (const std::uint8_t wagers : turn_wagers_) turn.push_back(wagers >> when_it_gains & 1);
        for (const Ends& ends : ends_) river.push_back(ends.gain() > 0);
        return {std::move(turn), std::move(river)};
    }

    // `go_on` may stop the work between pieces of some milliseconds.
    template <class GoOn>
    void solve(int threads, GoOn& go_on) {
        const Row fours = static_cast<Row>(fours_.count()), flops = static_cast<Row>(flops_.count());
        go_on.expect(fours + flops + fours / 8);
        share_out(fours, 32, threads, [&](Row first, Row last) {
            const auto rivers = std::make_unique<Rivers>(family_, marks_);
            for (Row row = first; row < last; ++row) {
                const auto at = static_cast<std::size_t>(row);
                rivers->count(fours_.cards(at), fours_.size(at), &ends_[at * pair_places]);
            }
            keep_prizes(rivers->prizes);
            go_on.did(last - first);
        }, go_on);
        share_out(flops, 8, threads, [&](Row first, Row last) {
            for (Row at = first; at < last; ++at) decide_turn(static_cast<std::size_t>(at));
            go_on.did(last - first);
        }, go_on);
        share_out(fours, 128, threads, [&](Row first, Row last) {
            const auto part = std::make_unique<Solution>();
            for (Row at = first; at < last; ++at) gather(static_cast<std::size_t>(at), *part);
            keep(*part);
            go_on.did((last - first) / 8);
        }, go_on);
    }

private:
    void keep(const Solution& part) {
        const std::scoped_lock lock(mutex_);
        solution_.add(part);
    }

    void keep_prizes(const std::vector<std::int64_t>& prizes) {
        const std::scoped_lock lock(mutex_);
        for (std::size_t at = 0; at < prizes.size(); ++at) solution_.prizes[at] += prizes[at];
    }

    // --- the wagers before the turn and before the river ---------------------------------------

    // For each plan one bit: whether it makes the wager.
    std::uint8_t wagers(int gain, Cards seen, std::uint8_t low, std::uint8_t high) const {
        return static_cast<std::uint8_t>((gain > 0) << when_it_gains | 1 << always |
                                         has_own_pair(seen, low, high) << own_pair);
    }

    bool has_own_pair(Cards seen, std::uint8_t low, std::uint8_t high) const {
        if (low / suits == high / suits) return true;
        Hand all;
        all.add(low);
        all.add(high);
        for (const std::uint8_t card : seen) {
            if (card / suits == low / suits || card / suits == high / suits) return true;
            all.add(card);
        }
        return family_.best(all) >= marks_.made;
    }

    void decide_turn(std::size_t flop) {
        std::array<std::int32_t, pair_places> gains{};
        Hand seen = flops_.cards(flop);
        const Hand left = others(seen);
        for (const std::uint8_t turn : Cards(left)) {
            seen.add(turn);
            const Canonical four = canonical(seen);
            --seen.count;
            const Ends* ends = &ends_[fours_.find(four.key) * pair_places];
            for_pairs(left, turn, [&](std::uint8_t low, std::uint8_t high) {
                gains[pair_at[low][high]] +=
                    ends[pair_at[four.renamed[low]][four.renamed[high]]].gain();
            });
        }
        for_pairs(left, plain_cards, [&](std::uint8_t low, std::uint8_t high) {
            const std::size_t place = pair_at[low][high];
            turn_wagers_[flop * pair_places + place] = wagers(gains[place], seen, low, high);
        });
    }

    template <class Each>
    static void for_pairs(const Hand& left, std::size_t without, const Each& each) {
        for (std::size_t high = 1; high < left.count; ++high) {
            if (left.cards[high] == without) continue;
            for (std::size_t low = 0; low < high; ++low) {
                if (left.cards[low] != without) each(left.cards[low], left.cards[high]);
            }
        }
    }

    void gather(std::size_t four, Solution& part) const {
        const Hand seen = fours_.cards(four);
        const Hand left = others(seen);
        const std::int64_t weight = fours_.size(four);
        std::array<Canonical, 4> flops;
        std::array<const std::uint8_t*, 4> turn_wagers;
        for (std::size_t turn = 0; turn < 4; ++turn) {
            Hand flop;
            for (std::size_t card = 0; card < 4; ++card) {
                if (card != turn) flop.add(seen.cards[card]);
            }
            flops[turn] = canonical(flop);
            turn_wagers[turn] = &turn_wagers_[flops_.find(flops[turn].key) * pair_places];
        }
        for_pairs(left, plain_cards, [&](std::uint8_t low, std::uint8_t high) {
            const Ends& ends = ends_[four * pair_places + pair_at[low][high]];
            const unsigned river = wagers(ends.gain(), seen, low, high);
            std::array<int, plans> made{};
            for (std::size_t turn = 0; turn < 4; ++turn) {
                const Renaming& to = flops[turn].renamed;
                const unsigned wagered = turn_wagers[turn][pair_at[to[low]][to[high]]];
                for (std::size_t plan = 0; plan < plans; ++plan) made[plan] += wagered >> plan & 1;
            }
            const std::size_t hole = hole_class(low, high);
            for (std::size_t plan = 0; plan < plans; ++plan) {
                auto& counts = part.ends[plan][hole];
                const unsigned on_river = river >> plan & 1;
                add(counts[1][on_river], ends, weight * made[plan]);
                add(counts[0][on_river], ends, weight * (4 - made[plan]));
            }
        });
    }

    static void add(std::array<std::int64_t, results>& counts, const Ends& ends,
                    std::int64_t times) {
        counts[loses] += times * ends.losses;
        counts[ties] += times * (ends_of_four - ends.wins - ends.losses);
        counts[wins] += times * (ends.wins - ends.wins_with[0]);
        counts[wins_with_first] += times * (ends.wins_with[0] - ends.wins_with[1]);
        counts[wins_with_second] += times * ends.wins_with[1];
    }

    const Family& family_;
    Marks marks_;
    Orbits flops_, fours_;
    std::vector<Ends> ends_;                // by board of four and pair of own cards
    std::vector<std::uint8_t> turn_wagers_; // by flop and pair: for each plan one bit
    std::mutex mutex_;
    Solution solution_;
};

}  // namespace croupier::bonus
