// Behind a board of four: every river, every two own cards, every hand of the dealer's.
//
// On one board, cards of a rank differ only in whether they are of the suit that has three cards
// or more there, if one has. So own cards are counted by kind (rank, of that suit or not): some 90
// or 280 pairs of kinds instead of 1,081 pairs of cards. Ordered by strength and swept from the
// weakest, the hands passed so far that hold neither of my two cards are those that I beat.

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "family.hpp"
#include "suits.hpp"

namespace croupier::bonus {

inline constexpr int dealer_hands = 45 * 44 / 2;
inline constexpr int ends_of_four = 46 * dealer_hands;

// What the wagers of the game look at: strengths from which a hand is one or the other.
struct Marks {
    std::array<int, 2> ante;  // the two hands a house may elect for the ante, weaker first
    int made;                 // so strong a hand is more than a pair, wherever its cards lie
    std::vector<int> prizes;  // of the progressive wager, weakest first; the last is the royal
};

// Over rivers and dealer's hands; sums stay below 2 ** 16, as 48 * 990 does.
struct Ends {
    std::uint16_t wins, losses;
    std::array<std::uint16_t, 2> wins_with;  // at least the first, the second marked hand

    int gain() const { return wins - losses; }

    void add(const Ends& other, int times) {
        const auto sum = [&](std::uint16_t& mine, std::uint16_t more) {
            mine = static_cast<std::uint16_t>(mine + times * more);
        };
        sum(wins, other.wins);
        sum(losses, other.losses);
        sum(wins_with[0], other.wins_with[0]);
        sum(wins_with[1], other.wins_with[1]);
    }
};

class Rivers {
public:
    static constexpr int strengths = 8192;  // more than there are

    Rivers(const Family& family, const Marks& marks)
        : family_(family), marks_(marks), prizes(hole_classes * prize_lines()) {}

    // Each prize but the royal; royals after five, six and seven cards, and on the board.
    std::size_t prize_lines() const { return marks_.prizes.size() + 3; }

    // Writes the ends of every pair of own cards; adds to `prizes` for a board of this weight.
    void count(const Hand& four, std::int64_t weight, Ends* ends) {
        const Hand left = others(four);
        for (auto& added : by_kinds_) added.fill({});
        std::fill(ends, ends + pair_places, Ends{});
        Hand board = four;
        unsigned seen = 0;
        for (const std::uint8_t river : Cards(left)) {
            board.add(river);
            seen |= 1u << count_board(board, weight, ends);
            --board.count;
        }
        for (std::size_t suit = 0; suit <= suits; ++suit) {
            if (!(seen >> suit & 1)) continue;
            for (std::size_t high = 1; high < left.count; ++high) {
                const std::uint8_t b = left.cards[high];
                for (std::size_t low = 0; low < high; ++low) {
                    const std::uint8_t a = left.cards[low];
                    ends[pair_at[a][b]].add(by_kinds_[suit][pair_of(kind(a, suit), kind(b, suit))],
                                            1);
                }
            }
        }
    }

private:
    static constexpr std::size_t kinds = 2 * ranks;
    static constexpr std::size_t most_pairs = kinds * (kinds + 1) / 2;

    struct Two {
        std::uint8_t low, high;  // kinds
        std::uint16_t strength;
    };
    struct Group {
        std::uint16_t strength, end;
    };

    static std::uint8_t kind(std::uint8_t card, std::size_t suit) {
        return static_cast<std::uint8_t>(card / suits + (card % suits == suit ? ranks : 0));
    }
    static std::size_t pair_of(std::size_t one, std::size_t other) {
        return std::min(one, other) * kinds + std::max(one, other);
    }

    // The suit of which a board has three or more; none is 4.
    static std::size_t main_suit(Cards board) {
        std::array<int, suits> count{};
        for (const std::uint8_t card : board) ++count[card % suits];
        std::size_t suit = 0;
        while (suit < suits && count[suit] < 3) ++suit;
        return suit;
    }

    // One board, river last: gives its main suit, under which its ends were added.
    std::size_t count_board(const Hand& board, std::int64_t weight, Ends* ends) {
        const std::size_t suit = main_suit(board);
        held_.fill(0);
        const Hand left = others(board);
        for (const std::uint8_t card : Cards(left)) {
            const std::uint8_t of = kind(card, suit);
            cards_[of][static_cast<std::size_t>(held_[of]++)] = card;
        }
        rate(board, suit);

        const std::uint8_t river = board.cards[4], rivers_kind = kind(river, suit);
        std::array<Ends, kinds> with_river{};  // what was added for cards like the river
        std::array<std::int32_t, kinds> passed_with{};
        auto& added = by_kinds_[suit];
        int passed = 0;
        const Two* group = order_.data();
        for (std::size_t at = 0; at < groups_; ++at) {
            const Two* const end = order_.data() + group_[at].end;
            const int strength = group_[at].strength;
            for (const Two* two = group; two < end; ++two) {
                beaten_[static_cast<std::size_t>(two - group)] =
                    passed - passed_with[two->low] - passed_with[two->high];
            }
            for (const Two* two = group; two < end; ++two) {
                const std::int32_t low = held_[two->low], high = held_[two->high];
                if (two->low == two->high) {
                    passed += low * (low - 1) / 2;
                    passed_with[two->low] += low - 1;
                } else {
                    passed += low * high;
                    passed_with[two->low] += high;
                    passed_with[two->high] += low;
                }
            }
            const bool first = strength >= marks_.ante[0], second = strength >= marks_.ante[1];
            for (const Two* two = group; two < end; ++two) {
                const int not_better = passed - passed_with[two->low] - passed_with[two->high] + 1;
                const auto wins =
                    static_cast<std::uint16_t>(beaten_[static_cast<std::size_t>(two - group)]);
                const Ends found{wins,
                                 static_cast<std::uint16_t>(dealer_hands - not_better),
                                 {first ? wins : std::uint16_t{0}, second ? wins : std::uint16_t{0}}};
                added[two->low * kinds + two->high].add(found, 1);
                if (two->low == rivers_kind) {
                    with_river[two->high] = found;
                } else if (two->high == rivers_kind) {
                    with_river[two->low] = found;
                }
            }
            if (strength >= marks_.prizes[0]) award(board, group, end, strength, weight);
            group = end;
        }
        if (held_[rivers_kind]) {  // nobody holds the river itself
            for (const std::uint8_t card : Cards(left)) {
                ends[pair_at[river][card]].add(with_river[kind(card, suit)], -1);
            }
        }
        return suit;
    }

    // Puts the pairs of kinds in order, weakest first, in groups of equal strength.
    void rate(const Hand& board, std::size_t suit) {
        std::array<std::uint64_t, strengths / 64> present{};
        std::array<std::uint16_t, ranks * ranks> by_ranks{};
        const std::size_t of_suit = suit < suits ? count_suit(board, suit) : 0;
        const std::size_t wanted = suit < suits ? 5 - of_suit : 3;
        const Held five(5, board);
        std::size_t count = 0;
        for (std::uint8_t high = 0; high < kinds; ++high) {
            if (!held_[high]) continue;
            Held six = five;
            six.add(cards_[high][0]);
            for (std::uint8_t low = 0; low <= high; ++low) {
                if (held_[low] <= (low == high ? 1 : 0)) continue;
                const std::size_t suited = std::size_t{low >= ranks} + std::size_t{high >= ranks};
                const std::size_t a = low % ranks, b = high % ranks;
                std::uint16_t& plain = by_ranks[std::min(a, b) * ranks + std::max(a, b)];
                std::uint16_t strength = plain;
                if (!plain || suited >= wanted) {
                    Held seven = six;
                    seven.add(cards_[low][low == high ? 1 : 0]);
                    strength = static_cast<std::uint16_t>(
                        family_.best<SuitRule::better>(seven, {}));
                    present[strength / 64] |= std::uint64_t{1} << strength % 64;
                    if (suited < wanted) plain = strength;
                }
                twos_[count++] = {low, high, strength};
            }
        }
        groups_ = 0;
        for (std::size_t word = 0; word < present.size(); ++word) {
            for (std::uint64_t bits = present[word]; bits; bits &= bits - 1) {
                const auto strength = static_cast<std::uint16_t>(
                    word * 64 + static_cast<std::size_t>(std::countr_zero(bits)));
                group_of_[strength] = static_cast<std::uint16_t>(groups_);
                group_[groups_++] = {strength, 0};
            }
        }
        for (std::size_t at = 0; at < count; ++at) ++group_[group_of_[twos_[at].strength]].end;
        std::uint16_t before = 0;
        for (std::size_t at = 0; at < groups_; ++at) {
            const std::uint16_t here = group_[at].end;
            group_[at].end = before;
            before = static_cast<std::uint16_t>(before + here);
        }
        for (std::size_t at = 0; at < count; ++at) {
            order_[group_[group_of_[twos_[at].strength]].end++] = twos_[at];
        }
    }

    static std::size_t count_suit(Cards cards, std::size_t suit) {
        return static_cast<std::size_t>(std::ranges::count_if(
            cards, [&](std::uint8_t card) { return card % suits == suit; }));
    }

    // --- the progressive wager -----------------------------------------------------------------

    // A prize counts once for each of the first four cards, any of which may be the turn.
    void award(const Hand& board, const Two* group, const Two* end, int strength,
               std::int64_t weight) {
        const std::size_t royal = marks_.prizes.size() - 1;
        std::size_t line = 0;
        while (line < royal && strength >= marks_.prizes[line + 1]) ++line;
        for (; group < end; ++group) {
            for_cards(*group, [&](std::uint8_t a, std::uint8_t b) {
                std::int64_t* lines = &prizes[hole_class(a, b) * prize_lines()];
                if (line < royal) {
                    lines[line] += 4 * weight;
                    return;
                }
                for (std::size_t turn = 0; turn < 4; ++turn)
                    lines[royal + completed(board, a, b, turn)] += weight;
            });
        }
    }

    template <class Each>
    void for_cards(Two two, const Each& each) const {
        for (std::int32_t high = 0; high < held_[two.high]; ++high) {
            const std::int32_t end = two.low == two.high ? high : held_[two.low];
            for (std::int32_t low = 0; low < end; ++low) {
                each(cards_[two.low][static_cast<std::size_t>(low)],
                     cards_[two.high][static_cast<std::size_t>(high)]);
            }
        }
    }

    // When a royal is there: after the flop, the turn or the river; 3: on the board alone.
    std::size_t completed(const Hand& board, std::uint8_t a, std::uint8_t b,
                          std::size_t turn) const {
        const int royal = marks_.prizes.back();
        if (family_.best(board) >= royal) return 3;
        Hand seen;
        seen.add(a);
        seen.add(b);
        for (std::size_t card = 0; card < 4; ++card) {
            if (card != turn) seen.add(board.cards[card]);
        }
        if (family_.best(seen) >= royal) return 0;
        seen.add(board.cards[turn]);
        return family_.best(seen) >= royal ? 1 : 2;
    }

    const Family& family_;
    const Marks& marks_;
    std::array<std::array<Ends, kinds * kinds>, suits + 1> by_kinds_;  // by main suit
    std::array<std::int32_t, kinds> held_;                             // cards left of each kind
    std::array<std::array<std::uint8_t, suits>, kinds> cards_;
    std::array<Two, most_pairs> twos_, order_;
    std::array<std::int32_t, most_pairs> beaten_;
    std::array<Group, most_pairs> group_;
    std::array<std::uint16_t, strengths> group_of_;
    std::size_t groups_ = 0;

public:
    std::vector<std::int64_t> prizes;  // by class of own cards and line
};

}  // namespace croupier::bonus
