// Cards leave the deck: to players, to the boards, to the burns; and a spent deck is renewed.
// The order of a deck comes card by card out of its stream, which is the same as having shuffled it.

#pragma once

#include "fast_round.hpp"

namespace croupier::fast {

struct Spent : std::runtime_error {
    Spent() : std::runtime_error("the deck is spent: too many players for this game") {}
};

inline std::uint8_t next_card(Round& round) {
    if (round.top >= round.deck_size) throw Spent();
    std::uint8_t& here = round.deck[round.top];
    if (!round.fixed) {
        const auto left = static_cast<std::uint32_t>(round.deck_size - round.top);
        std::swap(here, round.deck[round.top + round.deck_chance.below(left)]);
    }
    ++round.top;
    return here;
}

inline Mask next_cards(Round& round, int count) {
    Mask cards = 0;
    for (; count > 0; --count) cards |= Mask{1} << next_card(round);
    return cards;
}

inline Mask undealt(const Round& round) {
    Mask cards = 0;
    for (int at = round.top; at < round.deck_size; ++at) cards |= Mask{1} << round.deck[at];
    return cards;
}

// The discards that do not renew the deck for a drawer: those of this draw, or of the whole round.
inline Mask spared(const Deal& deal, Place drawer) {
    const Round& round = deal.round;
    Mask cards = 0;
    if (drawer == nobody) return cards;
    const Player& hand = deal.hand(drawer);
    if (deal.step().b) {
        for (const Mask thrown : hand.thrown) cards |= thrown;
    } else if (!deal.program.own_discards_return) {
        cards = hand.thrown[round.draws];
    }
    return cards;
}

// Calls with every pile of discards.
template <class Call>
void each_pile(const Deal& deal, const Call& call) {
    for (std::size_t place = 0; place < deal.round.players; ++place) {
        Player& hand = deal.hand(place);
        call(hand.tossed);
        for (Mask& thrown : hand.thrown) call(thrown);
    }
}

// The cards of the pile that renews the deck, with what is left of it.
inline Mask renewal(const Deal& deal, Pile pile, Place drawer) {
    const Round& round = deal.round;
    if (pile == Pile::burns) return round.burns | undealt(round);
    Mask cards = 0;
    each_pile(deal, [&](Mask pile_cards) { cards |= pile_cards; });
    return (cards & ~spared(deal, drawer)) | undealt(round);
}

// Shuffles the pile into a new deck; what is spared stays among the discards.
inline void renew(const Deal& deal, Pile pile, Place drawer) {
    Round& round = deal.round;
    const Mask cards = renewal(deal, pile, drawer), kept = spared(deal, drawer);
    if (pile == Pile::burns) {
        round.burns = 0;
    } else {
        each_pile(deal, [&](Mask& pile_cards) { pile_cards &= kept; });
    }
    round.deck_size = 0;
    each_card(cards, [&](std::uint8_t card) { round.deck[round.deck_size++] = card; });
    for (std::uint32_t at = 0; at + 1 < round.deck_size; ++at) {
        const std::uint32_t other = at + round.reshuffle_chance.below(round.deck_size - at);
        std::swap(round.deck[at], round.deck[other]);
    }
    round.top = 0;
    round.fixed = true;  // the whole order is known from here on
    if (deal.trace) {
        deal.trace->reshuffles.emplace_back(round.deck.begin(),
                                            round.deck.begin() + round.deck_size);
    }
}

inline void burn(const Deal& deal) {
    Round& round = deal.round;
    const auto pile = static_cast<Pile>(deal.step().a);
    const int reserve = pile == Pile::burns ? 1 : deal.step().b;  // how few are too few to burn from
    if (pile != Pile::none && round.left() <= reserve) {
        const Mask cards = renewal(deal, pile, nobody);
        if (static_cast<int>(size_of(cards)) <= reserve) throw Spent();
        renew(deal, pile, nobody);
    }
    round.burns |= next_cards(round, 1);
    ++round.at;
}

// One face-up card for all, where too few were left before the burns were shuffled or after.
inline bool serves_all(const Round& round, const Step& step, std::size_t whole) {
    return step.c && (round.deck_size < whole || round.left() < round.lives());
}

// An up-card lies face down where a hole card was exposed before it in the same deal.
inline void deal_up(const Deal& deal, const Step& step) {
    Round& round = deal.round;
    Places covered = 0;
    if (step.a) deal.each_live([&](Place p) { covered |= Places{deal.hand(p).up != 0} << p; });
    for (int turn = 0; turn < step.b; ++turn) {
        deal.each_live([&](Place place) {
            Player& hand = deal.hand(place);
            const std::uint8_t card = next_card(round);
            if (covered >> place & 1) {
                hand.down |= Mask{1} << card;
                return;
            }
            if (!hand.up) hand.door = card;
            hand.hidden_up |= (round.unnamed >> card & 1) != 0;
            hand.up |= Mask{1} << card;
        });
    }
}

inline void deal_hands(const Deal& deal) {
    Round& round = deal.round;
    const Step& step = deal.step();
    if (serves_all(round, step, deal.program.cards.size())) {
        round.common |= next_cards(round, 1);
        ++round.at;
        return;
    }
    if (round.left() < round.lives() * (step.a + step.b)) throw Spent();
    for (int turn = 0; turn < step.a; ++turn) {
        deal.each_live([&](Place place) { deal.hand(place).down |= next_cards(round, 1); });
    }
    if (step.b) deal_up(deal, step);
    ++round.at;
}

inline void deal_board(const Deal& deal) {
    Round& round = deal.round;
    const Step& step = deal.step();
    for (std::size_t board = 0; board < most_boards; ++board) {
        if (!(step.b >> board & 1)) continue;
        for (int at = 0; at < step.a; ++at) {
            const std::uint8_t card = next_card(round);
            const std::size_t there = size_of(round.boards[board]);
            if (board == 0 && there < round.board_order.size()) round.board_order[there] = card;
            round.boards[board] |= Mask{1} << card;
        }
    }
    ++round.at;
}

// Replaces what was thrown: first what is left of the deck, then cards of the renewed one.
inline void replace_thrown(const Deal& deal, Place drawer) {
    Round& round = deal.round;
    while (round.due) {
        if (!round.left()) {
            if (!renewal(deal, Pile::discards, drawer)) throw Spent();
            renew(deal, Pile::discards, drawer);
        }
        deal.hand(drawer).down |= next_cards(round, 1);
        --round.due;
    }
}

}  // namespace croupier::fast
