// One ranking family: its tables, and the quickest way through them for so many cards.
//
// The classes and their strengths come from Python (rankings/classes.py), so that a family is
// written down once. Here they are spread over the index: whatever up to seven cards hold, the
// best hand by ranks alone is one look-up, and suits are looked at only when one has enough cards.

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "deck.hpp"
#include "index.hpp"
#include "omaha.hpp"

namespace croupier {

// How suits count: not at all; cards of one suit make a better or a worse hand; all must be of
// different suits; or any two cards of a deck with jokers.
enum class SuitRule { ignored, better, worse, different, jokers };

// Which cards may form the hand: any so many of all, or exactly so many own and community cards.
struct Pick {
    bool any;
    std::size_t count;
    std::size_t own, board;
};

// Calls `leaf` for every choice of so many of the cards, written one behind the other to `taken`.
template <class Leaf>
void choose(Cards cards, std::size_t count, std::uint8_t* taken, const Leaf& leaf) {
    if (count == 0) {
        leaf(taken);
        return;
    }
    for (std::size_t at = 0; at + count <= cards.size(); ++at) {
        *taken = cards[at];
        choose(cards.subspan(at + 1), count - 1, taken + 1, leaf);
    }
}

class Family {
public:
    // A class is a sum of 16 ** rank, with its strength; hands of one suit go by their rank mask.
    Family(std::size_t size, SuitRule rule, std::span<const std::uint64_t> classes,
           std::span<const Strength> strengths, std::span<const Strength> suited)
        : size_(size),
          rule_(rule),
          index_(Index::get()),
          value_(rule == SuitRule::different ? 0 : index_.room()),
          suited_(suited.begin(), suited.end()) {
        if (size < 2 || size > 5 || classes.size() != strengths.size() ||
            suited.size() != 1u << ranks) {
            throw std::invalid_argument(
                "a family: 2 to 5 cards, a strength for each class and mask");
        }
        for (std::size_t at = 0; at < classes.size(); ++at) write_down(classes[at], strengths[at]);
        if (rule == SuitRule::jokers) write_down_pairs();
        if (rule == SuitRule::different || rule == SuitRule::jokers) return;
        for (std::size_t cards = size + 1; cards <= most_cards; ++cards) extend(cards, 0, 0, {});
        if (rule == SuitRule::better) extend_suited();
        if (size == 5 && rule == SuitRule::better) omaha_ = Omaha(value_, suited_);
        if (size == 5 && rule == SuitRule::ignored) omaha_ = Omaha(value_, {});
    }

    std::size_t size() const { return size_; }
    SuitRule rule() const { return rule_; }
    std::size_t deck() const { return rule_ == SuitRule::jokers ? all_cards : plain_cards; }
    std::size_t bytes() const {
        return (value_.size() + suited_.size() + two_.size()) * sizeof(Strength) + omaha_.bytes();
    }

    // The best hand among the cards, at least a hand of them; not_distinct when they are not.
    int best(Cards cards) const {
        if (cards.size() > most_cards || rule_ == SuitRule::jokers) return best_of_many(cards);
        const Held held(size_, cards);
        if (held.faulty()) return not_distinct;
        switch (rule_) {
            case SuitRule::ignored: return best<SuitRule::ignored>(held, cards);
            case SuitRule::better: return best<SuitRule::better>(held, cards);
            case SuitRule::worse: return best<SuitRule::worse>(held, cards);
            default: return best<SuitRule::different>(held, cards);
        }
    }

    // The same for up to seven cards that have been added up. Safe, but worthless, for faulty ones.
    // Inlined, the sums never leave their registers, and rows go by a quarter faster.
    template <SuitRule rule>
    [[gnu::always_inline]] int best(const Held& held, Cards cards) const {
        if constexpr (rule == SuitRule::different) return best_badugi<0>(held, 0);
        int found = value_[index_.place(held.sum[0])];
        if constexpr (rule == SuitRule::ignored) return found;
        std::uint64_t enough = held.enough();
        if (!enough) [[likely]]
            return found;
        if constexpr (rule == SuitRule::better) {
            for (; enough; enough &= enough - 1) {
                found = std::max<int>(found, suited_[held.suited(Held::first_suit(enough))]);
            }
            return found;
        }
        return cards.size() > size_ ? best_choice(cards)
                                    : suited_[held.suited(Held::first_suit(enough))];
    }

    // The best hand of exactly so many own and community cards.
    int exactly(Cards own, Cards board, const Pick& pick) const {
        if (pick.own == 2 && omaha_.takes(own, board)) return omaha_.best(own, board);
        if (!distinct(deck(), own, board)) return not_distinct;
        int found = 0;
        std::array<std::uint8_t, 5> taken;
        const Cards hand(taken.data(), size_);
        choose(own, pick.own, taken.data(), [&](std::uint8_t* rest) {
            choose(board, pick.board, rest,
                   [&](std::uint8_t*) { found = std::max(found, best(hand)); });
        });
        return found;
    }

    // Refuses a pick that makes no hand of this family from so many own and community cards. Where
    // suits must differ, fewer cards than asked for are a hand too.
    void check(std::size_t own, std::size_t board, const Pick& pick) const {
        const std::size_t taken = pick.any ? pick.count : pick.own + pick.board;
        const bool few = pick.any ? own + board < taken && rule_ != SuitRule::different
                                  : own < pick.own || board < pick.board;
        if (taken != size_ || few || own + board > all_cards) {
            throw std::invalid_argument("the pick makes no hand of this family from so many cards");
        }
    }

private:
    using Counts = std::array<std::uint8_t, ranks>;

    // One class, by its place in the index; where all suits must differ, by its rank mask.
    void write_down(std::uint64_t sixteens, Strength strength) {
        std::uint64_t sums = 0;
        std::size_t mask = 0, cards = 0;
        for (std::size_t rank = 0; rank < ranks; ++rank) {
            const std::uint64_t held = sixteens >> 4 * rank & 15;
            cards += held;
            sums += held * key_of(rank);
            mask |= std::size_t{held > 0} << rank;
        }
        if (cards > size_) throw std::invalid_argument("a class of more cards than a hand has");
        (rule_ == SuitRule::different ? suited_[mask] : value_[index_.place(sums)]) = strength;
    }

    // All hands of two cards; a joker takes the other card's rank, two of them have a class alone.
    void write_down_pairs() {
        two_.resize(all_cards * all_cards);
        for (std::size_t a = 0; a < all_cards; ++a) {
            for (std::size_t b = 0; b < all_cards; ++b) {
                const bool jokers = a >= plain_cards && b >= plain_cards;
                const std::size_t one = (a < plain_cards ? a : b) / suits,
                                  other = (b < plain_cards ? b : a) / suits;
                const bool flush = std::max(a, b) < plain_cards && a % suits == b % suits;
                const std::uint64_t sums = jokers ? 0 : key_of(one) + key_of(other);
                two_[a * all_cards + b] =
                    flush ? suited_[1u << one | 1u << other] : value_[index_.place(sums)];
            }
        }
        value_ = {};
    }

    // More cards than a hand are worth the best of what is left when one of them is put aside.
    void extend(std::size_t left, std::size_t rank, std::uint64_t sums, Counts counts) {
        if (left == 0) {
            Strength& found = value_[index_.place(sums)];
            for (std::size_t aside = 0; aside < ranks; ++aside) {
                if (counts[aside])
                    found = std::max(found, value_[index_.place(sums - key_of(aside))]);
            }
            return;
        }
        if (rank == ranks) return;
        for (; counts[rank] <= std::min(left, suits); ++counts[rank], sums += key_of(rank)) {
            extend(left - counts[rank], rank + 1, sums, counts);
        }
    }

    void extend_suited() {
        for (unsigned mask = 0; mask < 1u << ranks; ++mask) {
            if (std::popcount(mask) <= static_cast<int>(size_)) continue;
            for (unsigned bits = mask; bits; bits &= bits - 1) {
                suited_[mask] = std::max(suited_[mask], suited_[mask & ~(bits & -bits)]);
            }
        }
    }

    // A card of each suit, never a rank twice. A suit that has a card to give gives one: instead of
    // none, it lengthens the hand or stands for a later card of the same rank.
    template <std::size_t suit>
    int best_badugi(const Held& held, unsigned taken) const {
        if constexpr (suit == suits) {
            return suited_[taken];
        } else {
            unsigned left = held.suited(suit) & ~taken;
            if (!left) return best_badugi<suit + 1>(held, taken);
            int found = 0;
            for (; left; left &= left - 1) {
                found = std::max(found, best_badugi<suit + 1>(held, taken | (left & -left)));
            }
            return found;
        }
    }

    int best_of_many(Cards cards) const {
        if (!distinct(deck(), cards)) return not_distinct;
        if (rule_ == SuitRule::different) return best_badugi<0>(Held(size_, cards), 0);
        return best_choice(cards);
    }

    int best_choice(Cards cards) const {
        int found = 0;
        std::array<std::uint8_t, 5> taken;
        choose(cards, size_, taken.data(), [&](std::uint8_t*) {
            const bool jokers = rule_ == SuitRule::jokers;
            const int one =
                jokers ? two_[taken[0] * all_cards + taken[1]] : best(Cards(taken.data(), size_));
            found = std::max(found, one);
        });
        return found;
    }

    std::size_t size_;
    SuitRule rule_;
    const Index& index_;
    std::vector<Strength> value_;   // by place in the index
    std::vector<Strength> suited_;  // by rank mask of one suit, or of cards all of different suits
    std::vector<Strength> two_;     // by both cards, where there are jokers
    Omaha omaha_;
};

}  // namespace croupier
