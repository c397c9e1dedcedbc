// Texas Hold 'Em Bonus by the million: later wagers by plan, the bonus and the progressive wager.

#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "simulate.hpp"
#include "solve.hpp"

namespace croupier::simulate {

// When the wagers before turn and river are made, as the solver decided them: by orbit of the board
// and place of the hole cards, a bit for each plan.
struct Decided {
    std::span<const std::uint8_t> turn, river;

    static const Orbits& flops() {
        static const Orbits orbits(3);
        return orbits;
    }
    static const Orbits& fours() {
        static const Orbits orbits(4);
        return orbits;
    }

    static bool read(const Orbits& orbits, std::span<const std::uint8_t> wagers, Cards board,
                     std::uint8_t a, std::uint8_t b) {
        const Canonical seen = canonical(board);
        const std::size_t pair = pair_at[seen.renamed[a]][seen.renamed[b]];
        return wagers[orbits.find(seen.key) * pair_places + pair];
    }
};

struct Bonus {
    enum { folds, plays };  // behind `plays`: turn or not, river or not, and the five results
    static constexpr std::size_t no_counter = 0xffff;

    const Family& family;
    bonus::Plan plan;
    std::array<int, 2> ante;                // hands from which the ante is paid
    int made;                               // more than a pair, wherever its cards lie
    std::span<const std::uint8_t> stays;    // by both own cards, `a * 52 + b`
    std::span<const Counter> sides;         // the bonus wager, by both own cards; or none
    std::size_t aces = no_counter;          // aces against the dealer's aces, where posted
    std::span<const int> prizes;            // the weakest hand of each; the last is the royal's
    std::size_t progressive = no_counter;   // the counter of no prize; the prizes follow
    bool after_fold = true;
    const Decided* decided = nullptr;

    void deal(Chance& chance, std::size_t seats, Results& results) const {
        Draws<plain_cards> draws(chance);
        std::array<std::uint8_t, 5> board;
        for (auto& card : board) card = draws.next();
        const std::uint8_t x = draws.next(), y = draws.next();
        const int house = best(board, x, y, 5);
        const bool house_aces = x / suits == ranks - 1 && y / suits == ranks - 1;
        for (std::size_t seat = 0; seat < seats; ++seat) {
            const std::uint8_t a = draws.next(), b = draws.next();
            const std::size_t hand = a * plain_cards + b;
            const int mine = best(board, a, b, 5);
            const bool stay = stays[hand];
            results.count(seat, stay ? main(board, a, b, mine, house) : Counter{folds});
            if (!sides.empty()) {
                const bool both = house_aces && a / suits == ranks - 1 && b / suits == ranks - 1;
                results.count(seat, both && aces != no_counter ? static_cast<Counter>(aces)
                                                               : sides[hand]);
            }
            if (progressive != no_counter) {
                const std::size_t line = stay || after_fold ? prize(board, a, b, mine) : 0;
                results.count(seat, static_cast<Counter>(progressive + line));
            }
        }
    }

private:
    using Board = std::array<std::uint8_t, 5>;

    int best(const Board& board, std::uint8_t a, std::uint8_t b, std::size_t seen) const {
        Held held(5);
        held.add(a);
        held.add(b);
        for (std::size_t card = 0; card < seen; ++card) held.add(board[card]);
        return family.best<SuitRule::better>(held, {});
    }

    Counter main(const Board& board, std::uint8_t a, std::uint8_t b, int mine, int house) const {
        const bool turn = wagers(board, a, b, 3), river = wagers(board, a, b, 4);
        std::size_t result = bonus::loses;
        if (mine == house) result = bonus::ties;
        if (mine > house) {
            result = bonus::wins;
            for (const int least : ante) result += mine >= least;
        }
        return static_cast<Counter>(plays + (turn * 2u + river) * bonus::results + result);
    }

    bool wagers(const Board& board, std::uint8_t a, std::uint8_t b, std::size_t seen) const {
        switch (plan) {
            case bonus::never: return false;
            case bonus::always: return true;
            case bonus::own_pair: return own_pair(board, a, b, seen);
            default: break;
        }
        const Cards shown(board.data(), seen);
        return seen == 3 ? Decided::read(Decided::flops(), decided->turn, shown, a, b)
                         : Decided::read(Decided::fours(), decided->river, shown, a, b);
    }

    bool own_pair(const Board& board, std::uint8_t a, std::uint8_t b, std::size_t seen) const {
        if (a / suits == b / suits) return true;
        for (std::size_t card = 0; card < seen; ++card) {
            if (board[card] / suits == a / suits || board[card] / suits == b / suits) return true;
        }
        return best(board, a, b, seen) >= made;
    }

    // 0 for no prize, then the prizes from the weakest; royals after five, six, seven, on the board.
    std::size_t prize(const Board& board, std::uint8_t a, std::uint8_t b, int mine) const {
        std::size_t line = 0;
        while (line < prizes.size() && mine >= prizes[line]) ++line;
        if (line < prizes.size()) return line;
        if (family.best(Cards(board)) >= prizes.back()) return line + 3;
        return line + (best(board, a, b, 3) >= prizes.back()   ? 0
                       : best(board, a, b, 4) >= prizes.back() ? 1
                                                               : 2);
    }
};

}  // namespace croupier::simulate
