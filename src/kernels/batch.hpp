// Many hands at once: rows of card numbers in, strengths out, over threads that each fetch the next
// piece of work when they are done with one.

#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

#include "family.hpp"

namespace croupier {

using Row = std::int64_t;
inline constexpr Row no_row = -1;
inline constexpr Row most_threads = 256;

// Calls `work(first, last)` for every piece of the rows. `go_on` is asked by the calling thread
// between its pieces; when it says no, every thread stops after the piece in hand.
template <class Work, class GoOn>
void share_out(Row rows, Row piece, int threads, const Work& work, GoOn& go_on) {
    std::atomic<Row> next{0};
    std::atomic<bool> stop{false};
    const auto labour = [&](bool asks) {
        while (!stop) {
            const Row first = next.fetch_add(piece);
            if (first >= rows) return;
            work(first, std::min(first + piece, rows));
            if (asks && !go_on()) stop = true;
        }
    };
    const Row useful = std::min<Row>({threads, (rows + piece - 1) / piece, most_threads});
    std::vector<std::jthread> helpers;
    for (Row helper = 1; helper < useful; ++helper) {
        helpers.emplace_back(labour, false);
    }
    labour(true);
}

// A table of card numbers, row by row.
struct Table {
    const std::uint8_t* cards;
    std::size_t width;

    Cards row(Row at) const { return {cards + static_cast<std::size_t>(at) * width, width}; }
};

// Hands of any of a row's cards.
class AnyOfRows {
public:
    AnyOfRows(const Family& family, Table table) : family_(family), table_(table) {}

    // Some milliseconds of work: beyond seven cards a row may take a thousand times as long.
    Row piece() const { return table_.width <= most_cards ? 1 << 14 : 1 << 4; }
    bool sound(Row at) const { return distinct(family_.deck(), table_.row(at)); }

    // Rates the rows [first, last); says whether all were sound.
    bool rate(Row first, Row last, std::int32_t* out) const {
        if (table_.width <= most_cards) {
            switch (family_.rule()) {
                case SuitRule::ignored: return rate<SuitRule::ignored>(first, last, out);
                case SuitRule::better: return rate<SuitRule::better>(first, last, out);
                case SuitRule::worse: return rate<SuitRule::worse>(first, last, out);
                case SuitRule::different: return rate<SuitRule::different>(first, last, out);
                case SuitRule::jokers: break;
            }
        }
        bool all_sound = true;
        for (Row at = first; at < last; ++at) {
            out[at] = family_.best(table_.row(at));
            all_sound &= out[at] != not_distinct;
        }
        return all_sound;
    }

private:
    template <SuitRule rule>
    bool rate(Row first, Row last, std::int32_t* out) const {
        switch (table_.width) {
            case 3: return rate<rule, 3>(first, last, out);
            case 4: return rate<rule, 4>(first, last, out);
            case 5: return rate<rule, 5>(first, last, out);
            case 6: return rate<rule, 6>(first, last, out);
            default: return rate<rule, 7>(first, last, out);
        }
    }

    // Faults are gathered on the way and looked at in the end: a branch less for every row. And
    // `out` is not shared memory, or every row would fetch the addresses of all tables again.
    template <SuitRule rule, std::size_t width>
    bool rate(Row first, Row last, std::int32_t* __restrict out) const {
        const Held begin(family_.size());
        Tally faults{};
        for (Row at = first; at < last; ++at) {
            const std::uint8_t* cards = table_.cards + static_cast<std::size_t>(at) * width;
            Held held = begin;
            for (std::size_t card = 0; card < width; ++card) held.add(cards[card]);
            faults |= held.sum ^ held.all;
            out[at] = family_.best<rule>(held, {cards, width});
        }
        return faults[1] == 0;
    }

    const Family& family_;
    Table table_;
};

// Hands of exactly so many own and community cards, in rows of two tables side by side.
class ExactlyRows {
public:
    ExactlyRows(const Family& family, Table own, Table board, Pick pick)
        : family_(family), own_(own), board_(board), pick_(pick) {}

    Row piece() const { return 1 << 10; }
    bool sound(Row at) const { return distinct(family_.deck(), own_.row(at), board_.row(at)); }

    bool rate(Row first, Row last, std::int32_t* out) const {
        bool all_sound = true;
        for (Row at = first; at < last; ++at) {
            out[at] = family_.exactly(own_.row(at), board_.row(at), pick_);
            all_sound &= out[at] != not_distinct;
        }
        return all_sound;
    }

private:
    const Family& family_;
    Table own_, board_;
    Pick pick_;
};

}  // namespace croupier
