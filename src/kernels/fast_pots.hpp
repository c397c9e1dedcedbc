// Main and side pots, and their division. Beside engine/pots.py.

#pragma once

#include <algorithm>

#include "fast_plays.hpp"

namespace croupier::fast {

struct Pot {
    Chips chips;
    Places seats;
};

struct Pots {
    std::array<Pot, most_places + 2> pots;
    std::size_t count = 0;

    void add(Chips chips, Places seats) { pots[count++] = {chips, seats}; }
};

// A pot in equal parts of whole units; the first so many parts get a piece of the excess each, and
// what is no whole unit goes last.
struct Division {
    Chips part, whole, rest, unit;

    Division(Chips pot, Chips ways, Chips unit_) : unit(unit_) {
        part = pot / (ways * unit) * unit;
        const Chips excess = pot - ways * part;
        whole = excess / unit;
        rest = excess % unit;
    }

    bool uneven() const { return whole || rest; }
    Chips piece(Chips at) const { return at < whole ? unit : at == whole ? rest : 0; }
    Chips share(Chips at) const { return part + piece(at); }
};

inline bool forfeited(const Player& hand) { return hand.out == Out::folded; }

// What was taken comes out of the center pot first, then the side pots in order.
inline void from_main_first(const Deal& deal, Pots& found) {
    Chips left = deal.round.taken();
    for (std::size_t at = 0; at < found.count && left; ++at) {
        const Chips bears = std::min(left, found.pots[at].chips);
        left -= bears;
        found.pots[at].chips -= bears;
    }
}

// What was taken comes out of each pot by its size; a chip that cannot be divided comes from the
// larger part.
inline void from_each_its_part(const Deal& deal, Pots& found) {
    const Chips unit = deal.program.unit;
    std::array<std::size_t, most_places + 2> nearest;
    std::array<std::int64_t, most_places + 2> rest;
    std::array<Chips, most_places + 2> parts;
    std::int64_t whole = 0;
    Chips left = deal.round.taken();
    const std::int64_t taken = left;
    for (std::size_t at = 0; at < found.count; ++at) whole += found.pots[at].chips;
    whole *= unit;
    for (std::size_t at = 0; at < found.count; ++at) {
        const std::int64_t product = taken * found.pots[at].chips;
        parts[at] = static_cast<Chips>(product / whole) * unit;
        rest[at] = product % whole;
        left -= parts[at];
        nearest[at] = at;
    }
    std::sort(nearest.begin(), nearest.begin() + static_cast<std::ptrdiff_t>(found.count),
              [&](std::size_t one, std::size_t other) {
                  return rest[one] != rest[other] ? rest[one] > rest[other] : one > other;
              });
    while (left) {
        for (std::size_t order = 0; order < found.count; ++order) {
            const std::size_t at = nearest[order];
            const Chips piece = std::min({unit, left, found.pots[at].chips - parts[at]});
            parts[at] += piece;
            left -= piece;
        }
    }
    for (std::size_t at = 0; at < found.count; ++at) found.pots[at].chips -= parts[at];
}

// The center pot first, then each side pot, as the all-in amounts cut them; net of what was taken.
inline Pots layers(const Deal& deal) {
    const Round& round = deal.round;
    Pots found;
    std::array<Chips, most_places> levels;
    std::size_t count = 0;
    Chips paid = 0;
    for (std::size_t place = 0; place < round.players; ++place) {
        const Player& hand = deal.hand(place);
        paid += hand.paid;
        if (!forfeited(hand) && hand.paid) levels[count++] = hand.paid;
    }
    std::sort(levels.begin(), levels.begin() + static_cast<std::ptrdiff_t>(count));
    Chips counted = 0, below = 0;
    for (std::size_t at = 0; at < count; ++at) {
        const Chips level = levels[at];
        if (level == below) continue;
        Chips chips = 0;
        Places seats = 0;
        for (std::size_t place = 0; place < round.players; ++place) {
            const Player& hand = deal.hand(place);
            chips += std::min(hand.paid, level);
            if (!forfeited(hand) && hand.paid >= level) seats |= Places{1} << place;
        }
        found.add(chips - counted, seats);
        below = level;
        counted = chips;
    }
    if (!found.count) {  // an uncalled forced bet has been returned
        if (round.pot) found.add(round.gross(), round.live);
    } else {
        if (const Chips over = paid - counted) {
            if (deal.able()) {
                found.pots[found.count - 1].chips += over;
            } else {  // it stays with the last of those who put it in
                Places payers = 0;
                for (std::size_t place = 0; place < round.players; ++place) {
                    if (deal.hand(place).paid > below) payers |= Places{1} << place;
                }
                found.add(over, payers);
            }
        }
        if (const Chips dead = round.gross() - paid) {
            bool all = true;
            deal.each_live([&](Place place) { all &= deal.hand(place).paid > 0; });
            if (all) {
                found.pots[0].chips += dead;
            } else {  // all-in on an ante that is no bet
                std::copy_backward(found.pots.begin(),
                                   found.pots.begin() + static_cast<std::ptrdiff_t>(found.count),
                                   found.pots.begin() + static_cast<std::ptrdiff_t>(found.count) + 1);
                found.pots[0] = {dead, round.live};
                ++found.count;
            }
        }
    }
    if (round.taken()) (deal.program.main_first ? from_main_first : from_each_its_part)(deal, found);
    return found;
}

inline void pay(const Deal& deal, Place place, Chips chips) {
    deal.round.pot -= chips;
    deal.hand(place).stack += chips;
    deal.round.paid_to |= Places{1} << place;
    deal.round.awarded += chips;
    deal.tell(pot_account, place, chips);
}

// Tied winners in the order in which odd chips are given out.
struct Winners {
    std::array<Place, most_places> places;
    std::size_t count = 0;
};

inline void by_suit(const Deal& deal, const Share& share, std::size_t board, Winners& winners) {
    const Mask cards = deal.round.boards[board] | deal.round.common;
    std::array<Mask, most_places> stands;
    for (std::size_t at = 0; at < winners.count; ++at) {
        const Player& hand = deal.hand(winners.places[at]);
        const auto index = static_cast<std::size_t>(&share - deal.program.shares.data());
        stands[winners.places[at]] = standing(share, share.excess, hand.down | hand.up, cards,
                                              hand.strengths[board][index]);
    }
    std::stable_sort(winners.places.begin(),
                     winners.places.begin() + static_cast<std::ptrdiff_t>(winners.count),
                     [&](Place a, Place b) {
                         return share.excess == Excess::highest_by_suit
                                    ? stands[a] > stands[b]
                                    : lower(stands[a], stands[b]);
                     });
}

inline Places push(const Deal& deal, std::size_t board, const Share& share, Chips chips,
                   Places winning) {
    if (!chips) return 0;
    Winners winners;
    for (Places left = winning; left; left &= left - 1) {
        winners.places[winners.count++] = static_cast<Place>(std::countr_zero(left));
    }
    const Division parts(chips, static_cast<Chips>(winners.count), deal.program.unit);
    if (parts.uneven() && winners.count > 1 && share.excess != Excess::left_of_button) {
        by_suit(deal, share, board, winners);
    }
    Places paid = 0;
    for (std::size_t at = 0; at < winners.count; ++at) {
        const Chips won = parts.share(static_cast<Chips>(at));
        if (!won) continue;
        pay(deal, winners.places[at], won);
        paid |= Places{1} << winners.places[at];
    }
    return paid;
}

inline Places best_of(const Deal& deal, Places seats, std::size_t board, std::size_t share) {
    int best = 0;
    Places found = 0;
    for (Places left = seats; left; left &= left - 1) {
        const auto place = static_cast<Place>(std::countr_zero(left));
        const int strength = deal.hand(place).strengths[board][share];
        if (strength > best) best = strength, found = 0;
        if (strength && strength == best) found |= Places{1} << place;
    }
    return found;
}

inline void award_board(const Deal& deal, std::size_t board, Chips chips, Places seats) {
    const std::size_t shares = deal.program.shares.size();
    std::array<Places, most_shares> won{};
    Chips ways = 0;
    for (std::size_t share = 0; share < shares; ++share) {
        won[share] = best_of(deal, seats, board, share);
        ways += won[share] != 0;
    }
    if (!ways) throw std::runtime_error("no hand qualifies for any part of the pot");
    const Division halves(chips, ways, deal.program.unit);
    Chips at = 0;
    Places all = 0;
    int parts = 0;
    for (std::size_t share = 0; share < shares; ++share) {
        if (!won[share]) continue;
        const Places paid =
            push(deal, board, deal.program.shares[share], halves.share(at++), won[share]);
        all |= paid;
        parts += paid != 0;
    }
    if (parts > 1 && (all & (all - 1))) deal.round.split = true;
}

inline void award_pot(const Deal& deal, const Pot& pot) {
    const Round& round = deal.round;
    Places seats = 0;
    std::uint8_t gone = 0;
    Place last = nobody;
    for (Places left = pot.seats; left; left &= left - 1) {
        const auto place = static_cast<Place>(std::countr_zero(left));
        const Player& hand = deal.hand(place);
        if (hand.out == Out::in) seats |= Places{1} << place;
        if (last == nobody || hand.gone > gone) last = place, gone = hand.gone;
    }
    if (!seats) seats = Places{1} << last;  // all threw their hands away: the last to do so keeps it
    if (!pot.chips) return;                 // the rake took all of it
    if (!(seats & (seats - 1))) {
        pay(deal, static_cast<Place>(std::countr_zero(seats)), pot.chips);
        return;
    }
    const Division parts(pot.chips, round.board_count, deal.program.unit);
    for (std::size_t board = 0; board < round.board_count; ++board) {
        award_board(deal, board, parts.share(static_cast<Chips>(board)), seats);
    }
}

// Pushes every pot, the last side pot first.
inline void award(const Deal& deal) {
    const Pots found = layers(deal);
    for (std::size_t at = found.count; at-- > 0;) award_pot(deal, found.pots[at]);
}

}  // namespace croupier::fast
