// What is still to come at each step of a program, and the keeper of its draws: what players who
// think ahead need to know.

#pragma once

#include "fast_keep.hpp"

namespace croupier::fast {

struct Ahead {
    std::uint8_t own = 0, board = 0, draws = 0;  // cards dealt to a player, cards dealt to a board
    std::uint8_t seen_own = 0, seen_board = 0;   // the same before this step
};

class Outlook {
public:
    Outlook() = default;
    Outlook(const Program& program, Keeper keeper) : keeper_(keeper) {
        for (std::size_t at = 0; at < program.steps.size(); ++at) ahead_.push_back(from(program, at));
    }

    const Ahead& at(std::size_t step) const { return ahead_[step]; }
    const Keeper& keeper() const { return keeper_; }

private:
    static void add(const Step& step, std::uint8_t& own, std::uint8_t& board) {
        const auto more = [](std::uint8_t& count, int cards) {
            count = static_cast<std::uint8_t>(count + cards);
        };
        if (step.op == Op::deal) more(own, step.a + step.b);
        if (step.op == Op::board && step.b & 1) more(board, step.a);
    }

    static Ahead from(const Program& program, std::size_t at) {
        Ahead found;
        for (std::size_t before = 0; before < at; ++before) {
            add(program.steps[before], found.seen_own, found.seen_board);
        }
        for (std::size_t later = at; later < program.steps.size(); ++later) {
            const Step& step = program.steps[later];
            if (step.op == Op::showdown) break;
            add(step, found.own, found.board);
            found.draws = static_cast<std::uint8_t>(found.draws + (step.op == Op::draw));
        }
        return found;
    }

    std::vector<Ahead> ahead_;
    Keeper keeper_;
};

// Cards drawn one by one from those that are not taken: by chance alone, without a deck.
class Pool {
public:
    Pool(Mask cards, Stream& chance) : chance_(chance) {
        each_card(cards, [&](std::uint8_t card) { cards_[count_++] = card; });
    }

    void put_back() { drawn_ = 0; }
    std::uint32_t left() const { return count_ - drawn_; }

    Mask draw(std::uint32_t count) {
        Mask found = 0;
        for (; count && drawn_ < count_; --count) {
            std::swap(cards_[drawn_], cards_[drawn_ + chance_.below(count_ - drawn_)]);
            found |= Mask{1} << cards_[drawn_++];
        }
        return found;
    }

private:
    Stream& chance_;
    std::array<std::uint8_t, all_cards> cards_;
    std::uint32_t count_ = 0, drawn_ = 0;
};

}  // namespace croupier::fast
