// Chance for the fast table: one stream of numbers for each use in each hand of each table, so that
// neither the number of tables nor that of threads, nor who is asked first, can change a card.
//
// `croupier.fast.chance` is the same in Python: it must be changed together with this file.

#pragma once

#include <cstddef>
#include <cstdint>

namespace croupier::fast {

enum class Use : std::uint64_t { deck, reshuffle, policy, button };

// SplitMix64, kept as one plain number.
class Stream {
public:
    Stream() = default;

    Stream(std::uint64_t seed, std::uint64_t table, std::uint64_t hand, Use use)
        : state_(mixed(seed + step)) {
        for (const std::uint64_t part : {table, hand, static_cast<std::uint64_t>(use)}) {
            state_ = mixed(state_ ^ (part + 1) * spread);
        }
    }

    std::uint64_t next() { return mixed(state_ += step); }

    // A number below `end`, every one as likely as any other.
    std::uint32_t below(std::uint32_t end) {
        std::uint64_t wide = (next() >> 32) * end;
        if (static_cast<std::uint32_t>(wide) < end) [[unlikely]] {
            const std::uint32_t least = -end % end;
            while (static_cast<std::uint32_t>(wide) < least) wide = (next() >> 32) * end;
        }
        return static_cast<std::uint32_t>(wide >> 32);
    }

    // From 0 up to, and without, 1.
    double part() { return static_cast<double>(next() >> 11) * 0x1p-53; }

private:
    static constexpr std::uint64_t step = 0x9e3779b97f4a7c15, spread = 0xd1342543de82ef95;

    static std::uint64_t mixed(std::uint64_t number) {
        number = (number ^ number >> 30) * 0xbf58476d1ce4e5b9;
        number = (number ^ number >> 27) * 0x94d049bb133111eb;
        return number ^ number >> 31;
    }

    std::uint64_t state_ = 0;
};

}  // namespace croupier::fast
