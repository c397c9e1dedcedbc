// Deals drawn by chance from a seed: the same ones whatever the number of threads, because each
// block of deals has its own source of chance.

#pragma once

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

private:
    std::uint64_t next() {
        std::uint64_t mixed = state_ += 0x9e3779b97f4a7c15;
        mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
        mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
        return mixed ^ mixed >> 31;
    }

    std::uint64_t state_;
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

class Sampling {
public:
    static constexpr Row block = 2048;

    Sampling(const Contest& contest, Row trials, std::uint64_t seed)
        : contest_(contest), trials_(trials), seed_(seed) {}

    Row pieces() const { return (trials_ + block - 1) / block; }

    template <class GoOn>
    Outcomes count(int threads, GoOn& go_on) const {
        Outcomes total = contest_.outcomes();
        std::mutex adding;
        const auto work = [&](Row first, Row last) {
            Outcomes some = contest_.outcomes();
            for (Row piece = first; piece < last; ++piece) sample(piece, some);
            go_on.done += last - first;
            const std::lock_guard lock(adding);
            total.add(some);
        };
        share_out(pieces(), 1, threads, work, go_on);
        return total;
    }

private:
    void sample(Row piece, Outcomes& outcomes) const {
        Chance chance(seed_, static_cast<std::uint64_t>(piece));
        Stub stub(whole_deck & ~contest_.out());
        Felt felt(contest_);
        std::array<std::uint8_t, most_held> board;
        std::size_t known = 0;
        each_card(contest_.board, [&](std::uint8_t card) { board[known++] = card; });
        const Row end = std::min(trials_, (piece + 1) * block);
        for (Row trial = piece * block; trial < end; ++trial) {
            Mask used = hold(felt, chance);
            stub.put_back();
            for (std::size_t player = 0; player < contest_.players(); ++player) {
                for (std::size_t card = 0; card < contest_.seats[player].missing; ++card) {
                    felt.give(player, stub.draw(chance, used));
                }
            }
            for (std::size_t card = 0; card < contest_.board_missing; ++card) {
                board[known + card] = stub.draw(chance, used);
            }
            felt.rate_all({board.data(), known + contest_.board_missing});
            outcomes.add(felt.rated(), 1);
        }
    }

    // Hands from all ranges; where two conflict, all are chosen anew, so that no deal is favoured.
    Mask hold(Felt& felt, Chance& chance) const {
        for (;;) {
            Mask used = contest_.out();
            bool sound = true;
            for (std::size_t player = 0; player < contest_.players() && sound; ++player) {
                const auto& hands = contest_.seats[player].hands;
                const Mask hand = hands.size() == 1 ? hands[0] : hands[chance.below(hands.size())];
                sound = !(hand & used);
                used |= hand;
                felt.hold(player, hand);
            }
            if (sound) return used;
        }
    }

    const Contest& contest_;
    Row trials_;
    std::uint64_t seed_;
};

}  // namespace croupier
