// Deals drawn by chance from a seed: the same ones whatever the number of threads, because each
// block of deals has its own source of chance.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

#include "batch.hpp"
#include "contest.hpp"

namespace croupier {

// SplitMix64: one state for each pair of seed and block.
class Chance {
public:
    Chance(std::uint64_t seed, std::uint64_t block) : state_(seed) {
        state_ = next() ^ (block + 1) * 0xd1342543de82ef95;
        state_ = next();
    }

    // A number below `end`, every one as likely as any other.
    std::size_t below(std::size_t end) {
        const auto bound = static_cast<std::uint32_t>(end);
        std::uint64_t wide = (next() >> 32) * bound;
        if (static_cast<std::uint32_t>(wide) < bound) [[unlikely]] {
            const std::uint32_t least = -bound % bound;
            while (static_cast<std::uint32_t>(wide) < least) wide = (next() >> 32) * bound;
        }
        return static_cast<std::size_t>(wide >> 32);
    }

    // The same for numbers of any size.
    std::uint64_t below_wide(std::uint64_t end) {
        const std::uint64_t least = -end % end;
        for (;;) {
            const std::uint64_t drawn = next();
            if (drawn >= least) return drawn % end;
        }
    }

    // A card that is not used yet, every one as likely as any other: six bits of chance at a time,
    // until they name one. Whatever is no card must be among the used ones.
    std::uint8_t card(Mask& used) {
        for (;;) {
            if (left_ == 0) {
                bits_ = next();
                left_ = 10;
            }
            const auto found = static_cast<std::uint8_t>(bits_ & 63);
            bits_ >>= 6;
            --left_;
            if (used >> found & 1) continue;
            used |= Mask{1} << found;
            return found;
        }
    }

private:
    std::uint64_t next() {
        std::uint64_t mixed = state_ += 0x9e3779b97f4a7c15;
        mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
        mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
        return mixed ^ mixed >> 31;
    }

    std::uint64_t state_, bits_ = 0;
    int left_ = 0;
};

// A deck from which cards are drawn at random and put back all at once.
class Stub {
public:
    explicit Stub(Mask cards) {
        each_card(cards, [&](std::uint8_t card) { cards_[size_++] = card; });
    }

    void put_back() { drawn_ = 0; }

    // The next card that is not among the used ones.
    std::uint8_t draw(Chance& chance, Mask& used) {
        for (;;) {
            std::swap(cards_[drawn_], cards_[drawn_ + chance.below(size_ - drawn_)]);
            const std::uint8_t card = cards_[drawn_++];
            if (used >> card & 1) continue;
            used |= Mask{1} << card;
            return card;
        }
    }

private:
    std::array<std::uint8_t, plain_cards> cards_;
    std::size_t size_ = 0, drawn_ = 0;
};

// The hands of one range, each drawn as often as its weight says.
class Urn {
public:
    Urn(const Seat& seat, std::size_t many) : hands_(seat.hands), size_(size_of(seat.hands[0])) {
        for (const std::uint64_t weight : seat.weights) ends_.push_back(total_ += weight);
        for (const Mask hand : hands_) {
            helds_.emplace_back(many);
            if (size_ <= most_cards) {
                each_card(hand, [&](std::uint8_t card) { helds_.back().add(card); });
            }
        }
    }

    std::size_t draw(Chance& chance) const {
        if (hands_.size() == 1) return 0;
        if (ends_.empty()) return chance.below(hands_.size());
        const std::uint64_t at = chance.below_wide(total_);
        return static_cast<std::size_t>(std::ranges::upper_bound(ends_, at) - ends_.begin());
    }

    Mask hand(std::size_t at) const { return hands_[at]; }
    const Held& held(std::size_t at) const { return helds_[at]; }
    std::size_t size() const { return size_; }

private:
    const std::vector<Mask>& hands_;
    std::size_t size_;
    std::vector<Held> helds_;
    std::vector<std::uint64_t> ends_;  // weights added up
    std::uint64_t total_ = 0;
};

class Sampling {
public:
    static constexpr Row block = 2048;

    Sampling(const Contest& contest, Row trials, std::uint64_t seed)
        : contest_(contest), trials_(trials), seed_(seed) {
        for (const Seat& seat : contest.seats) {
            urns_.emplace_back(seat, contest.parts[0].family->size());
            missing_.push_back(seat.missing);
        }
    }

    Row pieces() const { return (trials_ + block - 1) / block; }

    template <class GoOn>
    Outcomes count(int threads, GoOn& go_on) const {
        Outcomes total = contest_.outcomes();
        std::mutex adding;
        const auto work = [&](Row first, Row last) {
            Outcomes some = contest_.outcomes();
            for (Row piece = first; piece < last; ++piece) sample_by_rule(piece, some);
            go_on.done += last - first;
            const std::lock_guard lock(adding);
            total.add(some);
        };
        share_out(pieces(), 1, threads, work, go_on);
        return total;
    }

private:
    // Where a sum of cards is all that one share asks for, as in hold'em, deals stay in registers.
    void sample_by_rule(Row piece, Outcomes& outcomes) const {
        if (contest_.parts.size() > 1 || !Felt(contest_).summed()) return sample(piece, outcomes);
        switch (contest_.parts[0].family->rule()) {
            case SuitRule::better: return sample_sums<SuitRule::better>(piece, outcomes);
            case SuitRule::ignored: return sample_sums<SuitRule::ignored>(piece, outcomes);
            default: return sample(piece, outcomes);
        }
    }

    template <SuitRule rule>
    void sample_sums(Row piece, Outcomes& outcomes) const {
        Chance chance(seed_, static_cast<std::uint64_t>(piece));
        const Family& family = *contest_.parts[0].family;
        const std::size_t players = contest_.players(), missing = contest_.board_missing;
        std::array<std::uint8_t, most_held> cards;
        std::size_t known = 0;
        each_card(contest_.board, [&](std::uint8_t card) { cards[known++] = card; });
        const Sum laid({cards.data(), known});
        std::array<std::size_t, most_players> at;
        std::vector<Held> held(players, Held(family.size()));
        const Row end = std::min(trials_, (piece + 1) * block);
        for (Row trial = piece * block; trial < end; ++trial) {
            Mask used = draw(at, chance);
            for (std::size_t player = 0; player < players; ++player) {
                held[player] = urns_[player].held(at[player]);
                for (std::size_t card = 0; card < missing_[player]; ++card) {
                    held[player].add(chance.card(used));
                }
            }
            Sum board = laid;
            for (std::size_t card = 0; card < missing; ++card) board.add(chance.card(used));
            int most = 0;
            std::size_t winners = 0;
            for (std::size_t player = 0; player < players; ++player) {
                held[player].sum += board.sum;
                held[player].all |= board.all;
                const int strength = family.best<rule>(held[player], {});
                const std::size_t bit = std::size_t{1} << player;
                winners = strength > most ? bit : strength == most ? winners | bit : winners;
                most = std::max(most, strength);
            }
            outcomes.add_won(winners, 1);
        }
    }

    // A hand of every range; where two conflict, all are chosen anew, so that no deal is favored.
    Mask draw(std::array<std::size_t, most_players>& at, Chance& chance) const {
        for (;;) {
            Mask used = contest_.out() | ~whole_deck, twice = 0;
            for (std::size_t player = 0; player < urns_.size(); ++player) {
                at[player] = urns_[player].draw(chance);
                const Mask hand = urns_[player].hand(at[player]);
                twice |= used & hand;
                used |= hand;
            }
            if (!twice) return used;
        }
    }

    void sample(Row piece, Outcomes& outcomes) const {
        Chance chance(seed_, static_cast<std::uint64_t>(piece));
        Felt felt(contest_);
        std::array<std::uint8_t, most_held> board;
        std::size_t known = 0;
        each_card(contest_.board, [&](std::uint8_t card) { board[known++] = card; });
        const Row end = std::min(trials_, (piece + 1) * block);
        for (Row trial = piece * block; trial < end; ++trial) {
            Mask used = hold(felt, chance);
            for (std::size_t player = 0; player < contest_.players(); ++player) {
                for (std::size_t card = 0; card < contest_.seats[player].missing; ++card) {
                    felt.give(player, chance.card(used));
                }
            }
            for (std::size_t card = 0; card < contest_.board_missing; ++card) {
                board[known + card] = chance.card(used);
            }
            felt.rate_all({board.data(), known + contest_.board_missing});
            outcomes.add(felt.rated(), 1);
        }
    }

    Mask hold(Felt& felt, Chance& chance) const {
        std::array<std::size_t, most_players> at;
        const Mask used = draw(at, chance);
        for (std::size_t player = 0; player < urns_.size(); ++player) {
            const Urn& urn = urns_[player];
            if (felt.summed()) {
                felt.hold(player, urn.size(), urn.held(at[player]));
            } else {
                felt.hold(player, urn.hand(at[player]));
            }
        }
        return used;
    }

    const Contest& contest_;
    Row trials_;
    std::uint64_t seed_;
    std::vector<Urn> urns_;
    std::vector<std::size_t> missing_;
};

}  // namespace croupier
