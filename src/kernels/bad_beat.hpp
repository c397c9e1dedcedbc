// How often a high hand loses: every board and every two hands, or many hands drawn by chance.

#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

#include "batch.hpp"
#include "contest.hpp"
#include "sample.hpp"
#include "suits.hpp"

namespace croupier {

// What the house has posted: the least hand that must lose, the least that must beat it, and
// whether both own cards must play in each. Strengths are of five-card high hands.
struct BadBeat {
    const Family* family;
    std::size_t own;  // cards; where there are more than two, exactly two play anyhow
    int beaten, winner;
    bool both_play;
};

inline constexpr Pick two_and_three{false, 0, 2, 3};

// Whether a board lets anybody hold a hand that may lose: what is better than every straight needs
// a pair on the board, or three cards of a suit.
inline bool may_hold(const BadBeat& beat, Cards board) {
    static constexpr std::array<std::uint8_t, 5> highest_straight{32, 36, 40, 44, 49};
    if (beat.beaten <= beat.family->best(highest_straight)) return true;
    std::array<int, ranks> of_rank{};
    std::array<int, suits> of_suit{};
    bool able = false;
    for (const std::uint8_t card : board) {
        able |= ++of_rank[card / suits] == 2;
        able |= ++of_suit[card % suits] == 3;
    }
    return able;
}

// All hands that two own cards can make with a board, as far as a bad beat looks at them.
class Pairs {
public:
    struct Pair {
        std::uint8_t a, b;
        int strength;
        bool loses, wins;  // whether it may be the hand that loses, or the one that beats it
    };

    Pairs(const BadBeat& beat, Cards board) {
        const Hand left = others(board);
        const bool exactly = beat.own > 2;
        std::array<std::uint8_t, 7> cards;
        std::copy(board.begin(), board.end(), cards.begin() + 2);
        for (std::size_t b = 1; b < left.count; ++b) {
            for (std::size_t a = 0; a < b; ++a) {
                cards[0] = left.cards[a], cards[1] = left.cards[b];
                int strength = beat.family->best(Cards(cards));
                if (strength < beat.beaten) continue;
                const int both = beat.family->exactly(Cards(cards).first(2), board, two_and_three);
                if (exactly) strength = both;
                const bool plays = !beat.both_play || both == strength;
                const bool loses = plays && strength >= beat.beaten;
                if (strength < beat.beaten) continue;
                found_.push_back({static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b),
                                  strength, loses, plays && strength >= beat.winner});
            }
        }
        std::ranges::sort(found_, std::ranges::greater{}, &Pair::strength);
    }

    // The strongest first; cards by their places among the 47 that are left.
    const std::vector<Pair>& list() const { return found_; }

private:
    std::vector<Pair> found_;
};

// Two hands of two cards: for every one that may lose, the stronger ones that share no card.
inline std::int64_t beats_of_two(const Pairs& able) {
    std::array<std::int64_t, plain_cards> with{};  // stronger hands that hold a card
    std::int64_t stronger = 0, found = 0;
    const auto& list = able.list();
    for (std::size_t first = 0, last; first < list.size(); first = last) {
        for (last = first; last < list.size() && list[last].strength == list[first].strength;) {
            const auto& [a, b, strength, loses, wins] = list[last++];
            if (loses) found += stronger - with[a] - with[b];
        }
        for (std::size_t at = first; at < last; ++at) {
            if (!list[at].wins) continue;
            ++stronger, ++with[list[at].a], ++with[list[at].b];
        }
    }
    return found;
}

// Two hands of more cards, of which two play: a hand is as good as the best pair in it. Only the few
// cards that are part of such a pair are distinguished; all others are just counted.
class BeatsOfMany {
public:
    BeatsOfMany(const Pairs& able, std::size_t own) : own_(own) {
        std::array<std::size_t, plain_cards> partners{};
        for (const auto& pair : able.list()) ++partners[pair.a], ++partners[pair.b];
        for (std::size_t card = 0; card < left; ++card) {
            if (partners[card] + 1 == left) centre_ = card;
        }
        at_.fill(nowhere);
        for (const auto& pair : able.list()) {
            if (pair.a == centre_ || pair.b == centre_) {
                place(centre_);
                sound_ &= alone_.strength == 0 || alone_.wins == pair.wins;
                alone_ = {Mask{1} << at_[centre_], pair.strength, pair.wins};
            } else {
                place(pair.a), place(pair.b);
                const Mask both = Mask{1} << at_[pair.a] | Mask{1} << at_[pair.b];
                edges_.push_back({both, pair.strength, pair.wins});
            }
        }
        sound_ &= named_ <= most_named;
    }

    // Whether the cards to distinguish are few enough.
    bool sound() const { return sound_; }

    std::int64_t count() const {
        std::vector<Some> some;
        list(0, 0, 0, some);
        const auto ways = [&](std::size_t from, std::size_t cards) {
            std::int64_t found = 1;
            for (std::size_t at = 0; at < cards; ++at) {
                found = found * static_cast<std::int64_t>(from - at) / static_cast<int>(at + 1);
            }
            return found;
        };
        const std::size_t others = left - named_;
        std::int64_t found = 0;
        for (const Some& loser : some) {
            const std::size_t more = own_ - size_of(loser.cards);
            for (const Some& winner : some) {
                if (winner.strength <= loser.strength || !winner.wins) continue;
                if (winner.cards & loser.cards) continue;
                found += ways(others, more) * ways(others - more, own_ - size_of(winner.cards));
            }
        }
        return found;
    }

private:
    static constexpr std::size_t left = 47, nowhere = plain_cards, most_named = 14;

    // Some of the named cards, and the best that a hand with them and no other named ones makes.
    struct Some {
        Mask cards;
        int strength;
        bool wins;
    };

    void place(std::size_t card) {
        if (at_[card] == nowhere) at_[card] = named_++;
    }

    void list(Mask cards, std::size_t count, std::size_t next, std::vector<Some>& found) const {
        Some best{cards, 0, false};
        const auto consider = [&](const Some& part) {
            if ((part.cards & ~cards) || part.strength <= best.strength) return;
            best.strength = part.strength;
            best.wins = part.wins;
        };
        if (alone_.strength) consider(alone_);
        for (const Some& edge : edges_) consider(edge);
        if (best.strength) found.push_back(best);
        for (std::size_t at = next; count < own_ && at < named_; ++at) {
            list(cards | Mask{1} << at, count + 1, at + 1, found);
        }
    }

    std::size_t own_, named_ = 0, centre_ = nowhere;
    std::array<std::size_t, plain_cards + 1> at_{};
    std::vector<Some> edges_;
    // The fourth card of a rank of which the board has three makes four of a kind with any other:
    // no other hand can have it, so that its second card never decides.
    Some alone_{0, 0, false};
    bool sound_ = true;
};

// Counts over all boards, one of each orbit. Two players' hands are distinguished: a bad beat of the
// first by the second and of the second by the first are two.
class BadBeats {
public:
    explicit BadBeats(const BadBeat& beat) : beat_(beat), boards_(5) {}

    Row pieces() const { return static_cast<Row>(boards_.count()); }

    // The number of bad beats; less than none when there are too many kinds of them to count.
    template <class GoOn>
    std::int64_t count(int threads, GoOn& go_on) const {
        std::atomic<std::int64_t> total{0};
        std::atomic<bool> sound{true};
        const auto work = [&](Row first, Row last) {
            if (!sound) return;
            std::int64_t some = 0;
            for (Row at = first; at < last; ++at) {
                const auto orbit = static_cast<std::size_t>(at);
                const std::int64_t found = beats(boards_.cards(orbit));
                if (found < 0) sound = false;
                some += 2 * boards_.size(orbit) * found;
            }
            total += some;
            go_on.done += last - first;
        };
        share_out(pieces(), 64, threads, work, go_on);
        return sound ? total.load() : -1;
    }

private:
    std::int64_t beats(const Hand& board) const {
        if (!may_hold(beat_, board)) return 0;
        const Pairs able(beat_, board);
        if (beat_.own == 2) return beats_of_two(able);
        if (able.list().size() < 2) return 0;
        const BeatsOfMany many(able, beat_.own);
        return many.sound() ? many.count() : -1;
    }

    BadBeat beat_;
    Orbits boards_;
};

// So many players dealt in, all of whom stay to the end.
class BadBeatSampling {
public:
    static constexpr Row block = 1 << 14;

    BadBeatSampling(const BadBeat& beat, std::size_t players, Row trials, std::uint64_t seed)
        : beat_(beat), players_(players), trials_(trials), seed_(seed) {}

    Row pieces() const { return (trials_ + block - 1) / block; }

    template <class GoOn>
    std::int64_t count(int threads, GoOn& go_on) const {
        std::atomic<std::int64_t> total{0};
        const auto work = [&](Row first, Row last) {
            for (Row piece = first; piece < last; ++piece) total += sample(piece);
            go_on.done += last - first;
        };
        share_out(pieces(), 1, threads, work, go_on);
        return total;
    }

private:
    std::int64_t sample(Row piece) const {
        Chance chance(seed_, static_cast<std::uint64_t>(piece));
        Stub stub(whole_deck);
        std::int64_t found = 0;
        const Row end = std::min(trials_, (piece + 1) * block);
        std::array<std::uint8_t, plain_cards> cards;
        for (Row trial = piece * block; trial < end; ++trial) {
            Mask used = 0;
            stub.put_back();
            for (std::size_t at = 0; at < 5; ++at) cards[at] = stub.draw(chance, used);
            if (!may_hold(beat_, Cards(cards).first(5))) continue;
            for (std::size_t at = 0; at < players_ * beat_.own; ++at) {
                cards[5 + at] = stub.draw(chance, used);
            }
            found += beaten(Cards(cards).first(5 + players_ * beat_.own));
        }
        return found;
    }

    bool beaten(Cards cards) const {
        const Cards board = cards.first(5);
        std::array<int, most_players> strength;
        int best = 0;
        for (std::size_t player = 0; player < players_; ++player) {
            strength[player] = rate(own(cards, player), board);
            best = std::max(best, strength[player]);
        }
        if (best <= beat_.beaten || best < beat_.winner) return false;
        bool won = false, lost = false;
        for (std::size_t player = 0; player < players_; ++player) {
            if (strength[player] < beat_.beaten) continue;
            const Cards mine = own(cards, player);
            const bool plays = !beat_.both_play || beat_.own > 2 ||
                               beat_.family->exactly(mine, board, two_and_three) == strength[player];
            (strength[player] == best ? won : lost) |= plays;
        }
        return won && lost;
    }

    Cards own(Cards cards, std::size_t player) const {
        return cards.subspan(5 + player * beat_.own, beat_.own);
    }

    int rate(Cards mine, Cards board) const {
        if (beat_.own > 2) return beat_.family->exactly(mine, board, two_and_three);
        std::array<std::uint8_t, 7> seven{mine[0],  mine[1],  board[0], board[1],
                                          board[2], board[3], board[4]};
        return beat_.family->best(seven);
    }

    BadBeat beat_;
    std::size_t players_;
    Row trials_;
    std::uint64_t seed_;
};

}  // namespace croupier
