// A question of chances: who holds what, what is still to come, and how the pot is shared.

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

#include "family.hpp"
#include "outcomes.hpp"

namespace croupier {

using Mask = std::uint64_t;  // a bit for each card, by its number
inline constexpr Mask whole_deck = (Mask{1} << plain_cards) - 1;
inline constexpr std::size_t most_held = 16;  // own and community cards of one player

template <class Call>
void each_card(Mask cards, const Call& call) {
    for (; cards; cards &= cards - 1) call(static_cast<std::uint8_t>(std::countr_zero(cards)));
}

inline std::size_t size_of(Mask cards) { return static_cast<std::size_t>(std::popcount(cards)); }

// A part of the pot, and how it is won.
struct Part {
    const Family* family;
    Pick pick;
};

// One player: any of these hands, equally likely or by their weights, and so many more cards to
// come.
struct Seat {
    std::vector<Mask> hands;
    std::size_t missing;
    std::vector<std::uint64_t> weights{};  // none: all hands are equally likely

    std::uint64_t weight(std::size_t hand) const { return weights.empty() ? 1 : weights[hand]; }
};

struct Contest {
    std::vector<Part> parts;
    std::vector<Seat> seats;
    Mask board;
    std::size_t board_missing;
    Mask dead;

    std::size_t players() const { return seats.size(); }
    Mask out() const { return board | dead; }
    std::size_t board_size() const { return size_of(board) + board_missing; }
    Outcomes outcomes() const { return {players(), parts.size()}; }
    bool all_out() const {
        return board_missing == 0 &&
               std::ranges::all_of(seats, [](const Seat& seat) { return seat.missing == 0; });
    }
};

// Cards added up, without the beginning that says how many of a suit are enough.
struct Sum {
    Tally sum{}, all{};

    explicit Sum(Cards cards) {
        for (const std::uint8_t card : cards) add(card);
    }

    void add(std::uint8_t card) {
        Tally one;
        std::memcpy(&one, &weight[card], sizeof one);
        sum += one;
        all |= one;
    }
};

// The cards of all players as they fill up. Each has the community cards behind his own, so that
// any pick finds its cards in one piece; and where any cards may be picked, each has the sum of his
// own, to which the board's is added once.
class Felt {
public:
    explicit Felt(const Contest& contest)
        : contest_(contest), summed_(sums_serve(contest)), held_(contest.players(), none(contest)) {}

    void hold(std::size_t player, Mask cards) {
        own_[player] = 0;
        each_card(cards, [&](std::uint8_t card) { give(player, card); });
    }
    // The same for cards that were added up before, where sums are all that is asked for.
    void hold(std::size_t player, std::size_t cards, const Held& held) {
        own_[player] = static_cast<std::uint8_t>(cards);
        held_[player][cards] = held;
    }
    bool summed() const { return summed_; }
    void give(std::size_t player, std::uint8_t card) {
        const std::size_t at = own_[player]++;
        cards_[player][at] = card;
        if (!summed_) return;
        held_[player][at + 1] = held_[player][at];
        held_[player][at + 1].add(card);
    }
    void take_back(std::size_t player) { --own_[player]; }

    void rate(std::size_t player, Cards board) { rate(player, board, Sum(board)); }

    void rate_all(Cards board) {
        const Sum sum(board);
        for (std::size_t player = 0; player < contest_.players(); ++player) {
            rate(player, board, sum);
        }
    }

    void rate(std::size_t player, Cards board, const Sum& sum) {
        const Cards own(cards_[player].data(), own_[player]);
        if (summed_) {
            const Held& held = held_[player][own.size()];
            for (std::size_t part = 0; part < contest_.parts.size(); ++part) {
                rated_[part][player] = best(contest_.parts[part], held, sum);
            }
            return;
        }
        std::copy(board.begin(), board.end(), cards_[player].begin() + own_[player]);
        const Cards all(own.data(), own.size() + board.size());
        for (std::size_t part = 0; part < contest_.parts.size(); ++part) {
            const auto& [family, pick] = contest_.parts[part];
            rated_[part][player] =
                pick.any ? family->best(all) : family->exactly(own, all.subspan(own.size()), pick);
        }
    }

    // What own cards that were added up are worth with a board, where sums are all it takes.
    static int best(const Part& part, Held held, const Sum& board) {
        held.sum += board.sum;
        held.all |= board.all;
        const Family& family = *part.family;
        switch (family.rule()) {
            case SuitRule::better: return family.best<SuitRule::better>(held, {});
            case SuitRule::ignored: return family.best<SuitRule::ignored>(held, {});
            case SuitRule::worse: return family.best<SuitRule::worse>(held, {});
            default: return family.best<SuitRule::different>(held, {});
        }
    }

    const Rated& rated() const { return rated_; }

private:
    using Helds = std::array<Held, most_cards + 1>;

    static Helds none(const Contest& contest) {
        const Held held(contest.parts[0].family->size());
        return {held, held, held, held, held, held, held, held};
    }

    // Whether a sum of up to seven cards is all that any part of the pot asks for.
    static bool sums_serve(const Contest& contest) {
        std::size_t most = 0;
        for (const Seat& seat : contest.seats) {
            most = std::max(most, size_of(seat.hands[0]) + seat.missing + contest.board_size());
        }
        return most <= most_cards && std::ranges::all_of(contest.parts, [&](const Part& part) {
            const bool chooses = part.family->rule() == SuitRule::worse;
            return part.pick.any && part.family->size() == contest.parts[0].family->size() &&
                   (!chooses || most == part.family->size());
        });
    }

    const Contest& contest_;
    bool summed_;
    std::array<std::array<std::uint8_t, most_held>, most_players> cards_;
    std::array<std::uint8_t, most_players> own_{};
    std::vector<Helds> held_;  // by player and number of own cards
    Rated rated_{};
};

}  // namespace croupier
