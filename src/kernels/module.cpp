// The one binding file of croupier._kernels: it names what Python may call and holds no logic.

#include <nanobind/nanobind.h>

#include "deck.hpp"

namespace nb = nanobind;

NB_MODULE(_kernels, module) {
    module.doc() = "The compiled core: fast twins of the reference evaluators.";
    module.def("deck_size", &croupier::deck_size, nb::arg("jokers") = 0,
               "The number of cards in a deck with so many jokers.");
}
