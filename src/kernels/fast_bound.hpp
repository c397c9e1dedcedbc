// What the two binding files of the fast table share: a program as Python holds it.

#pragma once

#include <nanobind/nanobind.h>

#include <tuple>
#include <vector>

#include "bound.hpp"
#include "fast_program.hpp"

namespace croupier::fast {

namespace nb = nanobind;

// A program, and the Python objects that hold the tables of its families.
struct Compiled {
    Program program;
    std::vector<nb::object> kept;
};

using Dues = std::vector<std::tuple<int, int, Chips>>;

inline std::vector<Due> read_dues(const Dues& given) {
    std::vector<Due> dues;
    for (const auto& [place, kind, chips] : given) {
        dues.push_back({static_cast<std::uint8_t>(place), static_cast<Kind>(kind), chips});
    }
    return dues;
}

}  // namespace croupier::fast
