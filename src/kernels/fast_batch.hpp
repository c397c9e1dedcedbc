// Many tables that are asked and answered together: what is asked is written to arrays that Python
// holds, answers are checked before anything moves, and the next hand begins by itself.

#pragma once

#include "batch.hpp"
#include "fast_observe.hpp"

namespace croupier::fast {

// One row a table: the arrays of `Options`, and what the last step brought.
struct Columns {
    std::int8_t* actor;
    std::uint8_t* kind;
    bool* can_fold;
    bool* can_check;
    std::int32_t* to_call;
    std::int32_t* least;
    std::int32_t* most;
    std::int8_t* draw_most;
    std::int8_t* spot;
    std::int32_t* price;
    std::int32_t* pot;
    std::int32_t* rewards;  // tables by seats
    bool* done;
};

class Batch {
public:
    // `limits` may say after how many hands each table falls asleep: it is asked nothing more.
    Batch(const House& house, const Layout& layout, std::size_t tables, std::uint64_t first,
          std::vector<std::uint64_t> limits, Columns columns)
        : house_(house),
          layout_(layout),
          tables_(tables),
          limits_(std::move(limits)),
          columns_(columns) {
        for (std::size_t row = 0; row < tables; ++row) {
            sit_down(house_, tables_[row], first + row);
            next_hand(row);
            ask(row);
        }
    }

    std::size_t size() const { return tables_.size(); }
    Table& table(std::size_t row) { return tables_[row]; }

    // The first row whose answer is not among what may be done; -1 when all are.
    Row first_fault(const std::uint8_t* said, const std::int64_t* amounts) {
        for (std::size_t row = 0; row < tables_.size(); ++row) {
            if (asleep(row)) continue;
            const Deal deal = tables_[row].deal(house_);
            const bool known = said[row] < verbs && amounts[row] >= 0;
            if (!known || !allowed(deal, static_cast<Verb>(said[row]), amounts[row])) {
                return static_cast<Row>(row);
            }
        }
        return no_row;
    }

    void step(Row first, Row last, const std::uint8_t* said, const std::int64_t* amounts) {
        const std::size_t players = house_.players();
        for (auto row = static_cast<std::size_t>(first); row < static_cast<std::size_t>(last); ++row) {
            Table& table = tables_[row];
            std::memset(columns_.rewards + row * players, 0, players * sizeof(std::int32_t));
            columns_.done[row] = false;
            if (asleep(row)) continue;
            answer(table.deal(house_), static_cast<Verb>(said[row]), amounts[row]);
            answer_inside(house_, table);
            if (table.round.done) {
                close(row);
                next_hand(row);
            }
            ask(row);
        }
    }

    void observe(Row first, Row last, float* out) const {
        const std::size_t size = layout_.size();
        for (auto row = static_cast<std::size_t>(first); row < static_cast<std::size_t>(last); ++row) {
            const Table& table = tables_[row];
            fast::observe(layout_, table, table.round.ask.place, out + row * size);
        }
    }

    void pack(Row first, Row last, std::uint64_t* cards, std::int32_t* numbers) const {
        for (auto row = static_cast<std::size_t>(first); row < static_cast<std::size_t>(last); ++row) {
            const Table& table = tables_[row];
            fast::pack(layout_, table, table.round.ask.place, cards + row * layout_.planes(),
                       numbers + row * layout_.numbers());
        }
    }

    // Rake, drop, box, bank and meter of all hands so far.
    std::array<std::int64_t, 5> taken() const {
        std::array<std::int64_t, 5> sums{};
        for (const Table& table : tables_) {
            for (std::size_t at = 0; at < sums.size(); ++at) sums[at] += table.taken[at];
        }
        return sums;
    }

    const Layout& layout() const { return layout_; }
    std::size_t bytes() const { return tables_.size() * sizeof(Table); }

private:
    static constexpr int most_idle = 1000;

    bool asleep(std::size_t row) const { return tables_[row].round.ask.kind == Asks::nothing; }

    void close(std::size_t row) {
        columns_.done[row] = true;
        close_hand(house_, tables_[row], columns_.rewards + row * house_.players());
    }

    // A hand without a decision, all players being all-in, is played and counted at once.
    void next_hand(std::size_t row) {
        for (int idle = 0; idle < most_idle; ++idle) {
            if (!limits_.empty() && tables_[row].hand >= limits_[row]) {
                tables_[row].round.ask = {};
                tables_[row].round.done = true;
                return;
            }
            deal_hand(house_, tables_[row]);
            answer_inside(house_, tables_[row]);
            if (!tables_[row].round.done) return;
            close(row);
        }
        throw std::runtime_error("these stacks leave nothing to decide");
    }

    void ask(std::size_t row) {
        const Table& table = tables_[row];
        const Ask& ask = table.round.ask;
        columns_.actor[row] = asleep(row) ? std::int8_t{0} : static_cast<std::int8_t>(table.seat() + 1);
        columns_.kind[row] = static_cast<std::uint8_t>(ask.kind);
        columns_.can_fold[row] = ask.can_fold;
        columns_.can_check[row] = ask.can_check;
        columns_.to_call[row] = ask.to_call;
        columns_.least[row] = ask.least;
        columns_.most[row] = ask.most;
        columns_.price[row] = table.round.price;
        columns_.pot[row] = table.round.pot;
        columns_.draw_most[row] = static_cast<std::int8_t>(ask.draw_most);
        columns_.spot[row] = static_cast<std::int8_t>(ask.spot);
    }

    const House& house_;
    Layout layout_;
    std::vector<Table> tables_;
    std::vector<std::uint64_t> limits_;
    Columns columns_;
};

}  // namespace croupier::fast
