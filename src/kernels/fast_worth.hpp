// Choices against the bank: by imagined ends of the round, or by the solver's strategy.

#pragma once

#include <span>

#include "fast_ahead.hpp"
#include "fast_settle.hpp"
#include "simulate_bonus.hpp"

namespace croupier::fast {

// The solver's strategy: which own cards stay at the first choice, and when later wagers gain.
struct Best {
    std::vector<std::uint8_t> stays;  // by two own cards as pay tables have them, or by three
    std::span<const std::uint8_t> turn, river;

    bool at(const Deal& deal, Place place) const {
        const Round& round = deal.round;
        const Mask own = deal.hand(place).down;
        if (!round.boards[0]) return stays[number_of(own)];
        std::array<std::uint8_t, 2> mine{};
        std::size_t count = 0;
        each_card(own, [&](std::uint8_t card) { mine[count++] = card; });
        const std::size_t seen = size_of(round.boards[0]);
        const Cards board(round.board_order.data(), seen);
        using simulate::Decided;
        return seen == 3 ? Decided::read(Decided::flops(), turn, board, mine[0], mine[1])
                         : Decided::read(Decided::fours(), river, board, mine[0], mine[1]);
    }

private:
    static std::size_t number_of(Mask own) {
        std::array<std::uint8_t, 3> cards{};
        std::size_t count = 0;
        each_card(own, [&](std::uint8_t card) { cards[count++] = card; });
        return count == 2 ? cards[0] * all_cards + cards[1] : simulate::ThreeCards::place(cards);
    }
};

// What one imagined end brings, in antes: against the dealer, or by the table of the asked spot.
inline double imagined(const Deal& deal, const Step& step, Mask own, Mask house, Mask board) {
    double total = 0;
    for (const Against& contest : deal.program.bank.contests) {
        if (contest.kind == Settles::dealer) {
            const int mine = strength_of(contest.share, own, board),
                      theirs = strength_of(contest.share, house, board);
            total += ((mine > theirs) - (mine < theirs)) * step.c;
        } else if (contest.kind == Settles::table && contest.stakes[0].spot == step.b) {
            const std::int32_t odds = odds_of(contest.stakes[0].table, contest.share, own, board);
            total += odds ? 1 + std::max(odds, 0) : -2;
        }
    }
    return total;
}

// Whether the wager that is asked for loses less, on average, than doing without; a player who
// dares is content to lose so many antes more. Beside sim/bank_strategies.py.
inline bool is_worth_it(const Deal& deal, Place place, double dares) {
    constexpr int trials = 40;
    Round& round = deal.round;
    const Step& step = deal.step();
    const Mask own = deal.hand(place).down;
    const auto dealt = static_cast<std::uint32_t>(size_of(round.house));
    bool community = false;
    std::uint32_t due = 0;
    for (std::size_t at = 0; at < deal.program.steps.size(); ++at) {
        const Step& later = deal.program.steps[at];
        community |= later.op == Op::reveal && later.a;
        if (at > round.at && later.op == Op::board) due += later.a;
    }
    Pool pool(deal.program.deck() & ~(own | round.boards[0]), round.policy_chance);
    double total = 0;
    for (int trial = 0; trial < trials; ++trial) {
        pool.put_back();
        const Mask house = pool.draw(dealt);
        const Mask board = community ? house : round.boards[0] | pool.draw(due);
        total += imagined(deal, step, own, community ? 0 : house, board);
    }
    const bool checks = static_cast<Otherwise>(step.d) == Otherwise::check;
    return total / trials > (checks ? 0 : -1) - dares;
}

}  // namespace croupier::fast
