// What the binding files share: a family as Python holds it, and the patience to be interrupted.

#pragma once

#include <nanobind/nanobind.h>

#include <chrono>

#include "family.hpp"
#include "reader.hpp"

namespace croupier {

namespace nb = nanobind;

// A family, and the Python function that reads, or refuses, what cannot be read here.
struct Kernel {
    Family family;
    nb::object read;
    LastPick last_pick{};

    bool enough(const Hand& hand) const { return hand.count >= family.size(); }
};

// Asks Python now and then whether Ctrl-C was pressed, and holds its lock only to ask.
class Patience {
public:
    bool operator()() {
        const auto now = std::chrono::steady_clock::now();
        if (now - asked_ < std::chrono::milliseconds(20)) return true;
        asked_ = now;
        nb::gil_scoped_acquire lock;
        interrupted_ = PyErr_CheckSignals() != 0;
        return !interrupted_;
    }

    bool interrupted() const { return interrupted_; }

private:
    std::chrono::steady_clock::time_point asked_ = std::chrono::steady_clock::now();
    bool interrupted_ = false;
};

}  // namespace croupier
