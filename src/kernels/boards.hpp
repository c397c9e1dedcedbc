// All boards that can still come, in classes of boards that are the same to every player.
//
// To hands of five, suits matter only where a flush can be made, and of five community cards only
// one suit can be it. So a class is the cards of that suit and the ranks of the others; or, where
// no suit has enough, the ranks alone. 1,712,304 boards are some 20,000 to 150,000 classes.

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "contest.hpp"
#include "index.hpp"

namespace croupier {

class Boards {
public:
    static constexpr std::size_t size = 5;

    // Whether the classes hold for a contest, once every player has all own cards.
    static bool serve(const Contest& contest) {
        const auto takes = [&](const Part& part) {
            const bool by_flush = part.family->rule() == SuitRule::better;
            if (part.family->size() != size) return false;
            if (!by_flush) return part.family->rule() == SuitRule::ignored;
            return part.pick.any ? std::ranges::all_of(contest.seats, two_own)
                                 : part.pick.board >= 3;
        };
        return contest.board_size() == size && contest.board_missing > 1 &&
               std::ranges::all_of(contest.parts, takes);
    }

    Boards(const Contest& contest, const std::vector<Mask>& hands)
        : missing_(contest.board_missing), by_flush_(Index::get().room()) {
        Mask used = contest.out();
        for (const Mask hand : hands) used |= hand;
        left_ = whole_deck & ~used;
        each_card(contest.board, [&](std::uint8_t card) { board_[known_++] = card; });
        for (std::size_t suit = 0; suit < suits; ++suit) {
            enough_[suit] = never;
            for (const Part& part : contest.parts) {
                if (part.family->rule() != SuitRule::better) continue;
                for (const Mask hand : hands) {
                    enough_[suit] = std::min(enough_[suit], needed(part.pick, of(suit, hand)));
                }
            }
            held_[suit] = of(suit, contest.board);
        }
    }

    // Calls with a board of each class, and the number of boards in the class.
    template <class Call>
    void each(const Call& call) {
        for (std::size_t suit = 0; suit < suits; ++suit) {
            if (enough_[suit] == never) continue;
            list_others(suit);
            const std::size_t least = enough_[suit] - std::min(held_[suit], enough_[suit]);
            for (std::size_t count = least; count <= missing_; ++count) {
                suited(count, suit_cards << suit & left_, known_, 0, call);
            }
        }
        ranked(0, missing_, 1, 0, call);
    }

private:
    static constexpr std::size_t never = size + 1;
    static constexpr Mask suit_cards = 0x1111111111111;

    // Some cards of other suits than the flush's, by rank: one choice, and how many there are.
    struct Others {
        std::array<std::uint8_t, 2> cards;
        std::uint32_t times;
        std::uint64_t sums;
    };

    static bool two_own(const Seat& seat) {
        return seat.hands.empty() || size_of(seat.hands[0]) + seat.missing <= 2;
    }
    static std::size_t of(std::size_t suit, Mask cards) {
        return size_of(cards & suit_cards << suit);
    }

    // How many community cards of a suit make a flush with so many own ones.
    static std::size_t needed(const Pick& pick, std::size_t own) {
        if (pick.any) return size - own;
        return own >= pick.own ? pick.board : never;
    }

    static std::uint32_t choices(unsigned cards, std::size_t count) {
        static constexpr std::uint32_t of_so_many[5][5] = {
            {1, 0, 0, 0, 0}, {1, 1, 0, 0, 0}, {1, 2, 1, 0, 0}, {1, 3, 3, 1, 0}, {1, 4, 6, 4, 1}};
        return of_so_many[std::popcount(cards)][count];
    }

    unsigned of_rank(std::size_t rank, Mask cards) const {
        return static_cast<unsigned>(cards >> suits * rank) & 15;
    }

    void list_others(std::size_t suit) {
        const Mask cards = left_ & ~(suit_cards << suit);
        for (auto& list : others_) list.clear();
        others_[0].push_back({{}, 1, 0});
        for (std::size_t a = 0; a < ranks; ++a) {
            const unsigned some = of_rank(a, cards);
            if (!some) continue;
            const std::uint8_t one = card_of(a, some);
            others_[1].push_back({{one, 0}, choices(some, 1), key_of(a)});
            if (choices(some, 2)) {
                const std::uint8_t two = card_of(a, some & (some - 1));
                others_[2].push_back({{one, two}, choices(some, 2), 2 * key_of(a)});
            }
            for (std::size_t b = 0; b < a; ++b) {
                const unsigned more = of_rank(b, cards);
                if (!more) continue;
                const std::uint32_t times = choices(some, 1) * choices(more, 1);
                others_[2].push_back({{one, card_of(b, more)}, times, key_of(a) + key_of(b)});
            }
        }
    }

    static std::uint8_t card_of(std::size_t rank, unsigned of_it) {
        return static_cast<std::uint8_t>(suits * rank +
                                         static_cast<std::size_t>(std::countr_zero(of_it)));
    }

    template <class Call>
    void suited(std::size_t count, Mask from, std::size_t at, std::uint64_t sums,
                const Call& call) {
        if (count > 0) {
            for (; from; from &= from - 1) {
                board_[at] = static_cast<std::uint8_t>(std::countr_zero(from));
                suited(count - 1, from & (from - 1), at + 1, sums + key_of(board_[at] / suits),
                       call);
            }
            return;
        }
        for (const Others& others : others_[size - at]) {
            std::copy_n(others.cards.begin(), size - at, board_.begin() + at);
            by_flush_[Index::get().place(sums + others.sums)] += others.times;
            call(Cards(board_), others.times);
        }
    }

    // All choices of ranks for the missing cards.
    template <class Call>
    void ranked(std::size_t rank, std::size_t left, std::uint32_t times, std::uint64_t sums,
                const Call& call) {
        if (left == 0) {
            times -= by_flush_[Index::get().place(sums)];
            if (times == 0) return;
            auto held = held_;
            lay_out(rank, known_, held);
            call(Cards(board_), times);
            return;
        }
        if (rank == ranks) return;
        const unsigned cards = of_rank(rank, left_);
        for (std::size_t count = 0; count <= left; ++count, sums += key_of(rank)) {
            const std::uint32_t ways = choices(cards, std::min(count, suits));
            if (ways == 0 || count > suits) return;
            taken_[rank] = count;
            ranked(rank + 1, left - count, times * ways, sums, call);
        }
    }

    // Finds cards of the ranks taken, such that no suit has enough for a flush.
    bool lay_out(std::size_t end, std::size_t at, std::array<std::size_t, suits>& held) {
        while (end > 0 && taken_[end - 1] == 0) --end;
        if (end == 0) return true;
        const unsigned cards = of_rank(end - 1, left_);
        for (unsigned choice = 1; choice < 16; ++choice) {
            if ((choice & ~cards) ||
                static_cast<std::size_t>(std::popcount(choice)) != taken_[end - 1])
                continue;
            bool sound = true;
            std::size_t next = at;
            for (std::size_t suit = 0; suit < suits; ++suit) {
                if (!(choice >> suit & 1)) continue;
                board_[next++] = static_cast<std::uint8_t>(suits * (end - 1) + suit);
                sound &= ++held[suit] < enough_[suit];
            }
            if (sound && lay_out(end - 1, next, held)) return true;
            for (std::size_t suit = 0; suit < suits; ++suit) held[suit] -= choice >> suit & 1;
        }
        return false;
    }

    std::size_t missing_, known_ = 0;
    Mask left_ = 0;
    std::array<std::uint8_t, size> board_{};
    std::array<std::size_t, suits> enough_{}, held_{};  // for a flush; on the board already
    std::array<std::vector<Others>, 3> others_;         // by how many
    std::array<std::size_t, ranks> taken_{};
    std::vector<std::uint32_t> by_flush_;  // boards with a flush suit, by the ranks of what came
};

}  // namespace croupier
