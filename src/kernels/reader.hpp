// What Python hands over: cards as objects, text or a mask, and picks, read at little cost.

#pragma once

#include <nanobind/nanobind.h>

#include <array>
#include <bit>
#include <cstdint>
#include <string_view>

#include "family.hpp"

namespace croupier {

namespace nb = nanobind;

// The cards of Python are 54 objects that live as long as the program, so a card is known by its
// address: a multiplicative hash without collisions, found by trying factors.
class Deck {
public:
    void learn(const nb::tuple& cards) {
        if (cards.size() != all_cards) throw nb::value_error("a deck to learn has 54 cards");
        cards.inc_ref();  // for ever: no other object may come to lie where a card was
        while (!spread(cards)) factor_ = factor_ * 0x5851f42d4c957f2d + 2;
    }

    int number(PyObject* card) const {
        const std::size_t at = slot(card);
        return address_[at] == card ? number_[at] : -1;
    }

private:
    bool spread(const nb::tuple& cards) {
        address_.fill(nullptr);
        for (std::size_t number = 0; number < all_cards; ++number) {
            PyObject* card = cards[number].ptr();
            const std::size_t at = slot(card);
            if (address_[at]) return false;
            address_[at] = card;
            number_[at] = static_cast<std::uint8_t>(number);
        }
        return true;
    }

    std::size_t slot(PyObject* card) const {
        return static_cast<std::size_t>(reinterpret_cast<std::uintptr_t>(card) * factor_ >> 56);
    }

    std::array<PyObject*, 256> address_{};
    std::array<std::uint8_t, 256> number_{};
    std::uint64_t factor_ = 0x9e3779b97f4a7c15;
};

inline Deck deck;

inline bool read_tuple(PyObject* cards, Hand& hand) {
    const Py_ssize_t size = NB_TUPLE_GET_SIZE(cards);
    for (Py_ssize_t at = 0; at < size; ++at) {
        if (!hand.add(deck.number(NB_TUPLE_GET_ITEM(cards, at)))) return false;
    }
    return true;
}

inline bool read_list(PyObject* cards, Hand& hand) {
    const Py_ssize_t size = NB_LIST_GET_SIZE(cards);
    for (Py_ssize_t at = 0; at < size; ++at) {
        if (!hand.add(deck.number(NB_LIST_GET_ITEM(cards, at)))) return false;
    }
    return true;
}

inline bool read_mask(PyObject* number, Hand& hand) {
    std::uint64_t mask = PyLong_AsSize_t(number);
    if (mask >> all_cards) {
        PyErr_Clear();  // negative or longer than 64 bits
        return false;
    }
    for (; mask; mask &= mask - 1) {
        hand.cards[hand.count++] = static_cast<std::uint8_t>(std::countr_zero(mask));
    }
    return true;
}

constexpr std::array<std::int8_t, 256> places(std::string_view letters) {
    std::array<std::int8_t, 256> found{};
    found.fill(-1);
    for (std::size_t at = 0; at < letters.size(); ++at) {
        found[static_cast<unsigned char>(letters[at])] = static_cast<std::int8_t>(at);
    }
    return found;
}

// Two letters a card, three a joker, nothing between them; all else is left to Python.
inline bool read_text(PyObject* text, Hand& hand) {
    static constexpr auto rank_of = places("23456789TJQKA"), suit_of = places("cdhs");
    Py_ssize_t size;
    const char* letters = PyUnicode_AsUTF8AndSize(text, &size);
    if (!letters) {
        PyErr_Clear();
        return false;
    }
    std::string_view left(letters, static_cast<std::size_t>(size));
    while (left.size() >= 2) {
        const auto rank = rank_of[static_cast<unsigned char>(left[0])];
        const auto suit = suit_of[static_cast<unsigned char>(left[1])];
        const bool joker = left.starts_with("Jk1") || left.starts_with("Jk2");
        if (!joker && (rank < 0 || suit < 0)) return false;
        if (!hand.add(joker ? 52 + left[2] - '1' : 4 * rank + suit)) return false;
        left.remove_prefix(joker ? 3 : 2);
    }
    return left.empty();
}

// Cards in any of the usual forms, at least a hand of them? Whether they are distinct is not asked.
inline bool read_cards(PyObject* cards, Hand& hand) {
    if (PyTuple_CheckExact(cards)) return read_tuple(cards, hand);
    if (PyLong_CheckExact(cards)) return read_mask(cards, hand);
    if (PyUnicode_CheckExact(cards)) return read_text(cards, hand);
    return PyList_CheckExact(cards) && read_list(cards, hand);
}

// AnyOf(count), or Exactly(own, board).
inline Pick read_pick(nb::handle pick) {
    if (nb::hasattr(pick, "count")) return {true, nb::cast<std::size_t>(pick.attr("count")), 0, 0};
    return {false, 0, nb::cast<std::size_t>(pick.attr("own")),
            nb::cast<std::size_t>(pick.attr("board"))};
}

// Games are frozen values and ask with the same few picks again and again: the last one is kept.
class LastPick {
public:
    const Pick& operator()(PyObject* pick) {
        if (pick != asked_.ptr()) {
            read_ = read_pick(pick);
            asked_ = nb::borrow(pick);
        }
        return read_;
    }

private:
    nb::object asked_;
    Pick read_{};
};

}  // namespace croupier
