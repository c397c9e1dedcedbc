// Two own cards and three community cards: ranks are looked up by a pair and a triple of ranks,
// and suits only when both parts of the hand have enough cards of one.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "deck.hpp"
#include "index.hpp"

namespace croupier {

using Strength = std::uint16_t;
inline constexpr int not_distinct = -1;

// The pairs and triples of ranks, numbered.
class Parts {
public:
    static constexpr std::size_t pairs = 91, triples = 455;

    static const Parts& get() {
        static const Parts parts;
        return parts;
    }

    std::size_t pair(std::size_t a, std::size_t b) const { return pair_[a][b]; }
    std::size_t triple(std::size_t pair, std::size_t c) const { return triple_[pair][c]; }

private:
    Parts() {
        std::uint8_t pair = 0;
        for (std::size_t a = 0; a < ranks; ++a) {
            for (std::size_t b = 0; b <= a; ++b) pair_[a][b] = pair_[b][a] = pair++;
        }
        std::uint16_t triple = 0;
        for (std::size_t a = 0; a < ranks; ++a) {
            for (std::size_t b = 0; b <= a; ++b) {
                for (std::size_t c = 0; c <= b; ++c, ++triple) {
                    triple_[pair_[a][b]][c] = triple_[pair_[a][c]][b] = triple_[pair_[b][c]][a] =
                        triple;
                }
            }
        }
    }

    std::array<std::array<std::uint8_t, ranks>, ranks> pair_{};
    std::array<std::array<std::uint16_t, ranks>, pairs> triple_{};
};

// A family's hands of five by the ranks of both parts, and by the ranks of a flush if it has any.
class Omaha {
public:
    Omaha() = default;

    // `by_ranks` is the family's table over the index.
    Omaha(const std::vector<Strength>& by_ranks, std::vector<Strength> suited)
        : by_parts_(Parts::pairs * Parts::triples), suited_(std::move(suited)) {
        for (std::size_t a = 0; a < ranks; ++a) {
            for (std::size_t b = 0; b <= a; ++b) {
                for (std::size_t c = 0; c <= b; ++c) fill(by_ranks, a, b, c);
            }
        }
    }

    std::size_t bytes() const { return (by_parts_.size() + suited_.size()) * sizeof(Strength); }

    // Whether this is a deal for the look-up; if not, every choice has to be tried.
    bool takes(Cards own, Cards board) const {
        return !by_parts_.empty() && (own.size() == 4 || own.size() == 5) && board.size() == 5;
    }

    int best(Cards own, Cards board) const {
        return own.size() == 4 ? best<4>(own, board) : best<5>(own, board);
    }

private:
    void fill(const std::vector<Strength>& by_ranks, std::size_t a, std::size_t b, std::size_t c) {
        const Parts& parts = Parts::get();
        Strength* row = &by_parts_[parts.triple(parts.pair(a, b), c) * Parts::pairs];
        for (std::size_t d = 0; d < ranks; ++d) {
            for (std::size_t e = 0; e <= d; ++e) {
                if (a == c && a == d && a == e) continue;  // no rank has five cards
                const std::uint64_t sums =
                    key_of(a) + key_of(b) + key_of(c) + key_of(d) + key_of(e);
                row[parts.pair(d, e)] = by_ranks[Index::get().place(sums)];
            }
        }
    }

    template <std::size_t mine>
    int best(Cards own, Cards board) const {
        const Held two(2, own.first<mine>()), three(3, board.first<5>());
        if (two.faulty() || three.faulty() || (two.all & three.all)[1] != no_card)
            return not_distinct;
        const int found = best_by_ranks<mine>(own.data(), board.data());
        std::uint64_t enough = two.enough() & three.enough();
        if (!enough || suited_.empty()) return found;
        const std::size_t suit = Held::first_suit(enough);  // a board of five has one such suit
        return std::max(found, best_flush(two.suited(suit), three.suited(suit)));
    }

    template <std::size_t mine>
    int best_by_ranks(const std::uint8_t* own, const std::uint8_t* board) const {
        const Parts& parts = Parts::get();
        constexpr std::size_t twos = mine * (mine - 1) / 2;
        std::array<std::size_t, twos> pair;
        std::array<Strength, mine*(mine - 1) / 2>
            found{};  // one each, so that none waits for another
        for (std::size_t a = 1, at = 0; a < mine; ++a) {
            for (std::size_t b = 0; b < a; ++b)
                pair[at++] = parts.pair(own[a] / suits, own[b] / suits);
        }
        for (std::size_t a = 2; a < 5; ++a) {
            for (std::size_t b = 1; b < a; ++b) {
                const std::size_t two = parts.pair(board[a] / suits, board[b] / suits);
                for (std::size_t c = 0; c < b; ++c) {
                    const Strength* row =
                        &by_parts_[parts.triple(two, board[c] / suits) * Parts::pairs];
                    for (std::size_t at = 0; at < pair.size(); ++at)
                        found[at] = std::max(found[at], row[pair[at]]);
                }
            }
        }
        return *std::ranges::max_element(found);
    }

    int best_flush(unsigned own, unsigned board) const {
        Strength found = 0;
        each_bit(own, [&](unsigned a, unsigned below) {
            each_bit(below, [&](unsigned b, unsigned) {
                found = std::max(found, best_with(a | b, board));
            });
        });
        return found;
    }

    Strength best_with(unsigned pair, unsigned board) const {
        Strength found = 0;
        each_bit(board, [&](unsigned a, unsigned under_a) {
            each_bit(under_a, [&](unsigned b, unsigned under_b) {
                each_bit(under_b, [&](unsigned c, unsigned) {
                    found = std::max(found, suited_[pair | a | b | c]);
                });
            });
        });
        return found;
    }

    // Calls with each bit, and the bits that come after it.
    template <class Call>
    static void each_bit(unsigned bits, const Call& call) {
        for (; bits; bits &= bits - 1) call(bits & -bits, bits & (bits - 1));
    }

    std::vector<Strength> by_parts_;  // by triple of community ranks, then by pair of own ranks
    std::vector<Strength> suited_;    // by rank mask
};

}  // namespace croupier
