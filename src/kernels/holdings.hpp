// Every way in which the players' ranges and unknown cards can be held at once. Ways that differ by
// an exchange of suits are one, with its weight: no ranking prefers a suit.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "contest.hpp"

namespace croupier {

// The same cards with suits exchanged.
class Exchange {
public:
    explicit Exchange(const std::array<int, suits>& to) : to_(to) {}

    Mask operator()(Mask cards) const {
        Mask exchanged = 0;
        for (int suit = 0; suit < static_cast<int>(suits); ++suit) {
            exchanged |= (cards >> suit & one_suit) << to_[static_cast<std::size_t>(suit)];
        }
        return exchanged;
    }

    // All exchanges that leave every one of these sets as it is.
    static std::vector<Exchange> keeping(const std::vector<Mask>& sets) {
        std::vector<Exchange> found;
        std::array<int, suits> to;
        std::iota(to.begin(), to.end(), 0);
        do {
            const Exchange one(to);
            if (std::ranges::all_of(sets, [&](Mask set) { return one(set) == set; })) {
                found.push_back(one);
            }
        } while (std::ranges::next_permutation(to).found);
        return found;
    }

private:
    static constexpr Mask one_suit = 0x1111111111111;
    std::array<int, suits> to_;
};

// The hands of all players, and how many deals have such hands, by weight.
struct Holding {
    std::vector<Mask> hands;
    std::uint64_t times;
};

class Holdings {
public:
    static constexpr double most = 2e6;            // ways to hold that are looked through
    static constexpr std::size_t kept = 300'000;  // and those among them that differ

    // `whole`: also the cards that players still miss are dealt here, in all ways.
    Holdings(const Contest& contest, bool whole) : contest_(contest), whole_(whole) {}

    // The ways to look through, conflicting ones included.
    double bound() const {
        double ways = 1;
        for (const Seat& seat : contest_.seats) {
            ways *= static_cast<double>(seat.hands.size());
            if (!whole_) continue;
            const std::size_t held = seat.hands.empty() ? 0 : size_of(seat.hands[0]);
            const std::size_t left = plain_cards - size_of(contest_.out()) - held;
            for (std::size_t card = 0; card < seat.missing; ++card) {
                ways *= static_cast<double>(left - card) / static_cast<double>(card + 1);
            }
        }
        return ways;
    }

    // All of them; nothing when there are too many.
    std::optional<std::vector<Holding>> list() const {
        if (bound() > most) return std::nullopt;
        std::vector<std::vector<Choice>> choices;
        for (const Seat& seat : contest_.seats) choices.push_back(choices_of(seat));
        const auto exchanges = Exchange::keeping({contest_.board, contest_.dead});
        Found found;
        std::vector<Mask> hands;
        if (!gather(choices, exchanges, contest_.out(), 1, hands, found)) return std::nullopt;
        std::vector<Holding> listed;
        for (auto& [key, times] : found) listed.push_back({key, times});
        std::ranges::sort(listed, {}, &Holding::hands);
        return listed;
    }

    // Whether all ranges can be held at once.
    bool possible() const { return possible_from(0, contest_.out()); }

private:
    struct Hash {
        std::size_t operator()(const std::vector<Mask>& hands) const {
            std::uint64_t mixed = 0;
            for (const Mask hand : hands) {
                mixed = (mixed ^ hand) * 0x9e3779b97f4a7c15;
                mixed ^= mixed >> 29;
            }
            return mixed;
        }
    };
    using Found = std::unordered_map<std::vector<Mask>, std::uint64_t, Hash>;

    struct Choice {
        Mask hand;
        std::uint64_t weight;
    };

    std::vector<Choice> choices_of(const Seat& seat) const {
        std::vector<Choice> found;
        for (std::size_t at = 0; at < seat.hands.size(); ++at) {
            const Mask hand = seat.hands[at];
            if (hand & contest_.out()) continue;
            extend({hand, seat.weight(at)}, whole_ ? seat.missing : 0,
                   whole_deck & ~contest_.out() & ~hand, found);
        }
        return found;
    }

    static void extend(Choice choice, std::size_t missing, Mask left, std::vector<Choice>& found) {
        if (missing == 0) {
            found.push_back(choice);
            return;
        }
        for (; left; left &= left - 1) {
            extend({choice.hand | (left & -left), choice.weight}, missing - 1, left & (left - 1),
                   found);
        }
    }

    bool gather(const std::vector<std::vector<Choice>>& choices,
                const std::vector<Exchange>& exchanges, Mask used, std::uint64_t times,
                std::vector<Mask>& hands, Found& found) const {
        if (hands.size() == choices.size()) {
            std::vector<Mask> least = hands, other(hands.size());
            for (const Exchange& exchange : exchanges) {
                std::ranges::transform(hands, other.begin(), exchange);
                if (other < least) least.swap(other);
            }
            found[least] += times;
            return found.size() <= kept;
        }
        for (const auto& [hand, weight] : choices[hands.size()]) {
            if (hand & used) continue;
            hands.push_back(hand);
            if (!gather(choices, exchanges, used | hand, times * weight, hands, found)) return false;
            hands.pop_back();
        }
        return true;
    }

    bool possible_from(std::size_t seat, Mask used) const {
        if (seat == contest_.players()) return true;
        return std::ranges::any_of(contest_.seats[seat].hands, [&](Mask hand) {
            return !(hand & used) && possible_from(seat + 1, used | hand);
        });
    }

    const Contest& contest_;
    bool whole_;
};

}  // namespace croupier
