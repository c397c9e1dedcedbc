// The players of a question, prepared once: asked about many boards, each takes a microsecond.

#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "showdowns.hpp"

namespace croupier {

class Lineup {
public:
    // Every seat has all its own cards; `cards` are those that the game is played with.
    Lineup(Contest contest, std::size_t board, Mask cards)
        : contest_(std::move(contest)), board_(board), cards_(cards), sums_(contest_) {}

    // Nothing where cards are to come, occur twice, or leave no way to hold the hands.
    std::optional<Outcomes> ask(Mask board, Mask dead) {
        if (size_of(board) != board_ || board & dead || (board | dead) & ~cards_) return {};
        contest_.board = board;
        contest_.dead = dead;
        const Showdowns showdowns(contest_, &sums_);
        Outcomes found = contest_.outcomes();
        for (Row number = 0; number < showdowns.pieces(); ++number) showdowns.count(number, found);
        if (found.deals() == 0) return {};
        return found;
    }

    std::size_t shares() const { return contest_.parts.size(); }

private:
    Contest contest_;
    std::size_t board_;
    Mask cards_;
    Sums sums_;
};

}  // namespace croupier
