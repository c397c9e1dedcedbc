// The share of the pot a player can expect if no one folds: the rest of the round is imagined some
// times, with cards for the others from all that the player has not seen.

#pragma once

#include "fast_ahead.hpp"

namespace croupier::fast {

class Imagined {
public:
    Imagined(const Deal& deal, const Outlook& outlook, Place seat, Pool& pool)
        : deal_(deal), outlook_(outlook), pool_(pool) {
        const Round& round = deal.round;
        deal.each_live([&](Place place) {
            const Player& hand = deal.hand(place);
            const bool known = place == seat || hand.shown;
            hands_[place] = hand.up | (known ? hand.down
                                             : pool.draw(static_cast<std::uint32_t>(size_of(hand.down))));
            if (known) return;
            for (int number = 0; number < round.draws; ++number) draw(place, 3 - number);
        });
        finish();
    }

    double part(Place seat) const {
        const Round& round = deal_.round;
        double total = 0;
        for (std::size_t board = 0; board < round.board_count; ++board) {
            double won = 0;
            int parts = 0;
            for (const Share& share : deal_.program.shares) {
                int best = 0, mine = 0, winners = 0;
                deal_.each_live([&](Place place) {
                    const int strength =
                        strength_of(share, hands_[place], boards_[board] | round.common);
                    if (place == seat) mine = strength;
                    if (strength > best) best = strength, winners = 0;
                    winners += strength == best;
                });
                if (!best) continue;
                ++parts;
                won += mine == best ? 1.0 / winners : 0;
            }
            total += won / parts;
        }
        return total / round.board_count;
    }

private:
    void draw(Place place, int draws) {
        const Mask kept = outlook_.keeper().keep(hands_[place], draws);
        const auto count = static_cast<std::uint32_t>(size_of(hands_[place]) - size_of(kept));
        if (pool_.left() >= count) hands_[place] = kept | pool_.draw(count);
    }

    void finish() {
        const Round& round = deal_.round;
        boards_ = round.boards;
        int draws = outlook_.at(round.at).draws;
        for (std::size_t at = round.at; deal_.program.steps[at].op != Op::showdown; ++at) {
            const Step& step = deal_.program.steps[at];
            if (step.op == Op::deal) {
                deal_.each_live([&](Place place) { hands_[place] |= pool_.draw(step.a + step.b); });
            } else if (step.op == Op::board) {
                for (std::size_t board = 0; board < most_boards; ++board) {
                    if (step.b >> board & 1) boards_[board] |= pool_.draw(step.a);
                }
            } else if (step.op == Op::draw) {
                Places drawing = round.live;
                if (at == round.at && round.opened) {
                    drawing = 0;
                    for (std::size_t w = 0; w < round.waits; ++w) drawing |= Places{1} << round.waiting[w];
                }
                deal_.each_live([&](Place place) {
                    if (drawing >> place & 1) draw(place, draws);
                });
                --draws;
            }
        }
    }

    const Deal& deal_;
    const Outlook& outlook_;
    Pool& pool_;
    std::array<Mask, most_places> hands_;
    std::array<Mask, most_boards> boards_;
};

inline double expected_share(const Deal& deal, const Outlook& outlook, Place seat, Stream& chance) {
    constexpr int trials = 60;
    const Round& round = deal.round;
    Mask seen = deal.hand(seat).down | round.boards[0] | round.boards[1] | round.common;
    for (const Mask thrown : deal.hand(seat).thrown) seen |= thrown;
    deal.each_live([&](Place place) {
        const Player& hand = deal.hand(place);
        seen |= hand.up | (hand.shown ? hand.down : 0);
    });
    Pool pool(deal.program.deck() & ~seen, chance);
    double total = 0;
    for (int trial = 0; trial < trials; ++trial) {
        pool.put_back();
        total += Imagined(deal, outlook, seat, pool).part(seat);
    }
    return total / trials;
}

}  // namespace croupier::fast
