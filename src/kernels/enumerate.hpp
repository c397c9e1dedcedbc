// Every deal of what is still to come, once: exact chances.

#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "batch.hpp"
#include "boards.hpp"
#include "contest.hpp"
#include "holdings.hpp"
#include "showdowns.hpp"

namespace croupier {

// Deals the missing cards of one holding card by card: each player's, then the board's. The first
// cards may be fixed, which is how the work is divided.
class Dealing {
public:
    using First = std::array<std::size_t, 6>;

    Dealing(const Contest& contest, const Holding& holding, Outcomes& outcomes)
        : contest_(contest), outcomes_(outcomes), felt_(contest), weight_(holding.times) {
        Mask used = contest.out();
        for (std::size_t player = 0; player < contest.players(); ++player) {
            felt_.hold(player, holding.hands[player]);
            used |= holding.hands[player];
        }
        each_card(contest.board, [&](std::uint8_t card) { board_[on_board_++] = card; });
        each_card(whole_deck & ~used, [&](std::uint8_t card) { deck_[left_++] = card; });
        for (std::size_t player = 0; player < contest.players(); ++player) {
            const std::size_t missing = contest.seats[player].missing;
            if (missing) {
                turns_.push_back({player, missing});
            } else if (contest.board_missing == 0) {
                felt_.rate(player, board());
            }
        }
        if (contest.board_missing) turns_.push_back({nobody, contest.board_missing});
    }

    // All deals whose first cards are these, by their places in the deck.
    void deal(const First& first, std::size_t fixed) {
        first_ = first;
        fixed_ = fixed;
        turn(0, 0);
    }

private:
    static constexpr std::size_t nobody = most_players;
    struct Turn {
        std::size_t player, cards;
    };

    Cards board() const { return {board_.data(), on_board_}; }

    void turn(std::size_t at, std::size_t depth) {
        if (at < turns_.size()) {
            card(at, turns_[at].cards, 0, depth);
            return;
        }
        if (contest_.board_missing) felt_.rate_all(board());
        outcomes_.add(felt_.rated(), weight_);
    }

    void card(std::size_t at, std::size_t count, std::size_t from, std::size_t depth) {
        const std::size_t player = turns_[at].player;
        if (count == 0) {
            if (!contest_.board_missing) felt_.rate(player, board());
            turn(at + 1, depth);
            return;
        }
        std::size_t end = left_;
        if (depth < fixed_) {
            if (first_[depth] < from) return;
            from = first_[depth];
            end = std::min(left_, from + 1);
        }
        for (std::size_t place = from; place < end; ++place) {
            if (used_ >> place & 1) continue;
            used_ |= Mask{1} << place;
            put(player, deck_[place]);
            card(at, count - 1, place + 1, depth + 1);
            take(player);
            used_ &= ~(Mask{1} << place);
        }
    }

    void put(std::size_t player, std::uint8_t card) {
        if (player == nobody) {
            board_[on_board_++] = card;
        } else {
            felt_.give(player, card);
        }
    }
    void take(std::size_t player) {
        if (player == nobody) {
            --on_board_;
        } else {
            felt_.take_back(player);
        }
    }

    const Contest& contest_;
    Outcomes& outcomes_;
    Felt felt_;
    std::uint64_t weight_;
    std::array<std::uint8_t, plain_cards> deck_;
    std::array<std::uint8_t, most_held> board_;
    std::size_t left_ = 0, on_board_ = 0;
    Mask used_ = 0;  // by place in the deck
    std::vector<Turn> turns_;
    First first_{};
    std::size_t fixed_ = 0;
};

// How a contest will be counted through, and what that takes.
class Enumeration {
public:
    explicit Enumeration(const Contest& contest)
        : contest_(contest), by_class_(Boards::serve(contest)) {
        if (contest.all_out()) {
            showdowns_.emplace(contest);
            feasible_ = showdowns_->feasible();
            return;
        }
        auto listed = Holdings(contest, by_class_).list();
        feasible_ = listed.has_value();
        if (!feasible_) return;
        holdings_ = *std::move(listed);
        if (!by_class_) divide();
    }

    // Hands to rate at the very least, known before anything is listed: suits can be exchanged in
    // 24 ways, and ranges that conflict leave a part of all ways to hold them.
    static double least_work(const Contest& contest) {
        if (contest.all_out() || !Boards::serve(contest)) return 0;
        constexpr double exchanges = 24, conflicts = 8;
        const double holdings = Holdings(contest, true).bound() / exchanges / conflicts;
        return holdings * each_holding(contest);
    }

    // Whether there are few enough ways to hold the cards to go through them.
    bool feasible() const { return feasible_; }

    // Hands to rate, about: the measure of the work.
    double work() const {
        if (showdowns_) return showdowns_->work();
        const auto players = static_cast<double>(contest_.players());
        const auto holdings = static_cast<double>(holdings_.size());
        if (by_class_) return holdings * each_holding(contest_);
        double deals = 1;
        std::size_t left = plain_cards - size_of(contest_.out());
        for (const Seat& seat : contest_.seats) left -= size_of(seat.hands[0]);
        const auto deal = [&](std::size_t cards) {
            for (std::size_t card = 0; card < cards; ++card, --left) {
                deals *= static_cast<double>(left) / static_cast<double>(card + 1);
            }
        };
        for (const Seat& seat : contest_.seats) deal(seat.missing);
        deal(contest_.board_missing);
        return holdings * deals * (contest_.board_missing ? players : 1);
    }

    // The pieces that threads take one after the other.
    Row pieces() const {
        if (showdowns_) return showdowns_->pieces();
        Row each = 1;
        for (std::size_t card = 0; card < fixed_; ++card) each *= plain_cards;
        return static_cast<Row>(holdings_.size()) * each;
    }

    template <class GoOn>
    Outcomes count(int threads, GoOn& go_on) const {
        Outcomes total = contest_.outcomes();
        std::mutex adding;
        const auto work = [&](Row first, Row last) {
            Outcomes some = contest_.outcomes();
            for (Row number = first; number < last; ++number) count(number, some);
            go_on.done += last - first;
            if (some.deals() == 0) return;
            const std::lock_guard lock(adding);
            total.add(some);
        };
        share_out(pieces(), at_once(), threads, work, go_on);
        return total;
    }

private:
    static constexpr double boards_rated = 4e4;

    // What a holding takes where boards are rated by class.
    static double each_holding(const Contest& contest) {
        const double boards = std::min(boards_rated, boards_to_come(contest));
        const auto players = static_cast<double>(contest.players());
        return players * (contest.parts[0].pick.any ? boards : 4 * boards);
    }

    static double boards_to_come(const Contest& contest) {
        const auto left = static_cast<double>(plain_cards - size_of(contest.out()));
        double boards = 1;
        for (std::size_t card = 0; card < contest.board_missing; ++card) {
            const auto place = static_cast<double>(card);
            boards *= (left - place) / (place + 1);
        }
        return boards;
    }

    static constexpr double piece = 1e6;

    // Holdings with little work each are taken by the hundred.
    Row at_once() const {
        const double each = work() / static_cast<double>(std::max<Row>(pieces(), 1));
        return static_cast<Row>(std::clamp(piece / 10 / std::max(each, 1.0), 1.0, 1e4));
    }

    // Fixes so many first cards that a piece takes some milliseconds: threads then end together,
    // and Ctrl-C takes effect at once.
    void divide() {
        std::size_t missing = contest_.board_missing;
        for (const Seat& seat : contest_.seats) missing += seat.missing;
        double each = work() / static_cast<double>(std::max<std::size_t>(holdings_.size(), 1));
        for (; each > piece && fixed_ < std::min(missing, Dealing::First{}.size()); ++fixed_) {
            each /= 20;
        }
    }

    void count(Row number, Outcomes& outcomes) const {
        if (showdowns_) return showdowns_->count(number, outcomes);
        auto at = static_cast<std::size_t>(number);
        Dealing::First first{};
        for (std::size_t card = 0; card < fixed_; ++card, at /= plain_cards) {
            first[card] = at % plain_cards;
        }
        if (!by_class_) {
            Dealing(contest_, holdings_[at], outcomes).deal(first, fixed_);
            return;
        }
        const Holding& holding = holdings_[at];
        Felt felt(contest_);
        for (std::size_t player = 0; player < contest_.players(); ++player) {
            felt.hold(player, holding.hands[player]);
        }
        Boards(contest_, holding.hands).each([&](Cards board, std::uint64_t times) {
            felt.rate_all(board);
            outcomes.add(felt.rated(), times * holding.times);
        });
    }

    const Contest& contest_;
    bool by_class_, feasible_ = false;
    std::optional<Showdowns> showdowns_;
    std::vector<Holding> holdings_;
    std::size_t fixed_ = 0;
};

}  // namespace croupier
