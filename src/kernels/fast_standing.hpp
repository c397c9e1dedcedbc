// How good a hand is among all hands: the part of random hands that promise less than it does.
//
// What a hand promises is where it ends up on average: cards to come are drawn some times, a draw
// exchanges what is not worth keeping, and each end is looked up among the ends of random hands.
// The rule is that of sim/standing.py; the random hands are other ones.

#pragma once

#include <algorithm>

#include "fast_ahead.hpp"

namespace croupier::fast {

class Standing {
public:
    Standing() = default;

    Standing(const Program& program, const Outlook& outlook) : program_(&program), outlook_(&outlook) {
        Stream chance(0, 0, 0, Use::policy);
        const Ahead whole = outlook.at(0);
        rungs_.resize(program.shares.size());
        for (auto& rungs : rungs_) rungs.resize(most_strength);
        climb(whole, chance);
        ladders_.resize(program.steps.size());
        for (std::size_t at = 0; at < program.steps.size(); ++at) {
            if (program.steps[at].op == Op::bet) ladders_[at] = ladder(at, chance);
        }
    }

    // From 0 for the worst hand to 1 for the best.
    double of(std::size_t at, Mask own, Mask board, Stream& chance) const {
        const std::vector<int>& ladder = ladders_[at];
        const auto below = std::lower_bound(ladder.begin(), ladder.end(), promise(at, own, board, chance));
        return static_cast<double>(below - ladder.begin()) / static_cast<double>(ladder.size());
    }

private:
    static constexpr std::size_t ends = 400, starts = 200, trials = 12, most_strength = 1 << 13;

    // For each share, how many of some random hands are worse than each strength.
    void climb(const Ahead& whole, Stream& chance) {
        Pool pool(program_->deck(), chance);
        for (std::size_t share = 0; share < rungs_.size(); ++share) {
            auto& rungs = rungs_[share];
            for (std::size_t end = 0; end < ends; ++end) {
                pool.put_back();
                const Mask own = pool.draw(whole.own), board = pool.draw(whole.board);
                const int strength = strength_of(program_->shares[share], own, board);
                if (static_cast<std::size_t>(strength) + 1 < rungs.size()) {
                    ++rungs[static_cast<std::size_t>(strength) + 1];
                }
            }
            for (std::size_t at = 1; at < rungs.size(); ++at) {
                rungs[at] = static_cast<std::uint16_t>(rungs[at] + rungs[at - 1]);
            }
            rungs[0] = 0;  // what does not qualify is worth nothing
        }
    }

    std::vector<int> ladder(std::size_t at, Stream& chance) const {
        const Ahead& ahead = outlook_->at(at);
        std::vector<int> promises;
        for (std::size_t start = 0; start < starts; ++start) {
            Pool pool(program_->deck(), chance);
            const Mask own = pool.draw(ahead.seen_own), board = pool.draw(ahead.seen_board);
            promises.push_back(promise(at, own, board, chance));
        }
        std::sort(promises.begin(), promises.end());
        return promises;
    }

    int promise(std::size_t at, Mask own, Mask board, Stream& chance) const {
        const Ahead& ahead = outlook_->at(at);
        Pool pool(program_->deck() & ~(own | board), chance);
        int score = 0;
        if (!ahead.own && !ahead.board && !ahead.draws) {
            return static_cast<int>(trials) * worth(own, board);
        }
        for (std::size_t trial = 0; trial < trials; ++trial) {
            pool.put_back();
            Mask hand = own | pool.draw(ahead.own);
            const Mask shared = board | pool.draw(ahead.board);
            for (int left = ahead.draws; left > 0; --left) {
                const Mask kept = outlook_->keeper().keep(hand, left);
                hand = kept | pool.draw(static_cast<std::uint32_t>(size_of(hand) - size_of(kept)));
            }
            score += worth(hand, shared);
        }
        return score;
    }

    int worth(Mask own, Mask board) const {
        int score = 0;
        for (std::size_t share = 0; share < rungs_.size(); ++share) {
            const int strength = strength_of(program_->shares[share], own, board);
            score += rungs_[share][static_cast<std::size_t>(strength)];
        }
        return score;
    }

    const Program* program_ = nullptr;
    const Outlook* outlook_ = nullptr;
    std::vector<std::vector<std::uint16_t>> rungs_;
    std::vector<std::vector<int>> ladders_;
};

}  // namespace croupier::fast
