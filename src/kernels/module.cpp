// The one binding file of croupier._kernels: what Python may call, and how it is asked.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include <vector>

#include "batch.hpp"
#include "bound.hpp"
#include "family.hpp"
#include "reader.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace croupier;

void bind_edge(nb::module_& module);    // edge.cpp
void bind_equity(nb::module_& module);  // equity.cpp
void bind_fast(nb::module_& module);    // fast.cpp
void bind_fast_tables(nb::module_& module);  // fast_tables.cpp
void bind_simulate(nb::module_& module);  // simulate.cpp

namespace {

using Rows = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Strengths = nb::ndarray<std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

PyObject* fail(PyObject* kind, const char* why) {
    PyErr_SetString(kind, why);
    return nullptr;
}

PyObject* as_index(int found) {
    return found >= 0 ? PyLong_FromLong(found)
                      : fail(PyExc_ValueError, "not distinct cards of the deck");
}

// What games call by the thousand is plain C, at half the cost of a bound function.

PyObject* strength(PyObject* self, PyObject* cards) {
    const Kernel& kernel = *nb::inst_ptr<Kernel>(self);
    if (Hand hand; read_cards(cards, hand) && kernel.enough(hand)) [[likely]] {
        if (const int found = kernel.family.best(hand); found >= 0) return PyLong_FromLong(found);
    }
    PyObject* read = PyObject_CallFunctionObjArgs(kernel.read.ptr(), cards, nullptr);
    if (!read) return nullptr;
    Hand hand;
    const bool known = PyTuple_Check(read) && read_tuple(read, hand) && kernel.enough(hand);
    Py_DECREF(read);
    return as_index(known ? kernel.family.best(hand) : not_distinct);
}

PyObject* strength_of(PyObject* self, PyObject* const* args, Py_ssize_t count) {
    if (count != 3 || !PyTuple_Check(args[0]) || !PyTuple_Check(args[1])) {
        return fail(PyExc_TypeError, "strength_of takes own cards, community cards and a pick");
    }
    Kernel& kernel = *nb::inst_ptr<Kernel>(self);
    Hand hand;
    const bool known = read_tuple(args[0], hand);
    const std::size_t own = hand.count;
    if (!known || !read_tuple(args[1], hand)) return as_index(not_distinct);
    const Cards cards = hand;
    try {
        const Pick& pick = kernel.last_pick(args[2]);
        kernel.family.check(own, cards.size() - own, pick);
        return as_index(pick.any ? kernel.family.best(cards)
                             : kernel.family.exactly(cards.first(own), cards.subspan(own), pick));
    } catch (nb::python_error& error) {
        error.restore();
        return nullptr;
    } catch (const std::exception& error) {
        return fail(PyExc_ValueError, error.what());
    }
}

PyMethodDef quick_methods[] = {
    {"strength", strength, METH_O, "The strength of the best hand among cards given in any form."},
    {"strength_of", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(strength_of)),
     METH_FASTCALL, "The strength of the best hand that a pick allows."},
    {nullptr, nullptr, 0, nullptr},
};
PyType_Slot quick_slots[] = {{Py_tp_methods, quick_methods}, {0, nullptr}};

// Rates all rows without Python's lock; gives the first that is not sound, if there is one.
template <class Work>
Row rate_all(const Work& work, const Strengths& out, int threads) {
    const Row rows = static_cast<Row>(out.shape(0));
    Patience patience;
    std::atomic<bool> faulty{false};
    {
        nb::gil_scoped_release unlocked;
        const auto rate = [&](Row first, Row last) {
            if (!work.rate(first, last, out.data())) faulty = true;
        };
        share_out(rows, work.piece(), threads, rate, patience);
    }
    if (patience.interrupted()) throw nb::python_error();
    if (!faulty) return no_row;
    Row at = 0;
    while (work.sound(at)) ++at;
    return at;
}

Table table_of(const Rows& rows, const Strengths& out) {
    if (rows.shape(0) != out.shape(0)) throw nb::value_error("a strength for every row");
    return {rows.data(), rows.shape(1)};
}

Row strengths(const Kernel& kernel, const Rows& rows, const Strengths& out, int threads) {
    const Table table = table_of(rows, out);
    if (table.width < kernel.family.size() || table.width > all_cards) {
        throw nb::value_error("rows of a hand's cards or more");
    }
    return rate_all(AnyOfRows(kernel.family, table), out, threads);
}

Row strengths_of(const Kernel& kernel, const Rows& own, const Rows& board, nb::handle pick,
                 const Strengths& out, int threads) {
    const Table mine = table_of(own, out), shared = table_of(board, out);
    const Pick how = read_pick(pick);
    kernel.family.check(mine.width, shared.width, how);
    return rate_all(ExactlyRows(kernel.family, mine, shared, how), out, threads);
}

}  // namespace

NB_MODULE(_kernels, module) {
    module.doc() = "The compiled core: fast twins of the reference evaluators.";
    nb::set_leak_warnings(false);  // kernels live in modules and caches until the very end

    module.def(
        "learn", [](const nb::tuple& cards) { deck.learn(cards); }, "cards"_a,
        "Remember the 54 card objects, in the order of their numbers.");

    bind_edge(module);
    bind_equity(module);
    bind_fast(module);
    bind_fast_tables(module);
    bind_simulate(module);

    nb::enum_<SuitRule>(module, "SuitRule", "How suits count in a family.")
        .value("ignored", SuitRule::ignored)
        .value("better", SuitRule::better)
        .value("worse", SuitRule::worse)
        .value("different", SuitRule::different)
        .value("jokers", SuitRule::jokers);

    nb::class_<Kernel>(module, "Kernel", nb::type_slots(quick_slots), "One family's tables.")
        .def(
            "__init__",
            [](Kernel* self, std::size_t size, SuitRule rule,
               const std::vector<std::uint64_t>& classes,
               const std::vector<Strength>& strengths_of_classes,
               const std::vector<Strength>& suited, nb::object read) {
                new (self) Kernel{Family(size, rule, classes, strengths_of_classes, suited),
                                  std::move(read)};
            },
            "size"_a, "rule"_a, "classes"_a, "strengths"_a, "suited"_a, "read"_a)
        .def("strengths", &strengths, "rows"_a, "out"_a, "threads"_a,
             "Rate every row into `out`; gives the first row that is not of distinct cards, or -1.")
        .def("strengths_of", &strengths_of, "own"_a, "board"_a, "pick"_a, "out"_a, "threads"_a,
             "Rate every row of own and community cards, as `strengths` does.")
        .def_prop_ro("bytes", [](const Kernel& kernel) { return kernel.family.bytes(); });
}
