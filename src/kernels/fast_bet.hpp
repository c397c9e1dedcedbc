// A betting round: who opens, what each player may do, and when it is over. It reads beside
// engine/bet.py and engine/offer.py, function by function.

#pragma once

#include "fast_opener.hpp"
#include "fast_rake.hpp"

namespace croupier::fast {

inline void stop_waiting(Round& round, Place place) {
    std::uint8_t kept = 0;
    for (std::uint8_t at = 0; at < round.waits; ++at) {
        if (round.waiting[at] != place) round.waiting[kept++] = round.waiting[at];
    }
    round.waits = kept;
}

// The places of a set, clockwise from one of them or the next.
inline void wait_from(Round& round, Places among, unsigned from) {
    round.waits = 0;
    const Places after = from < 32 ? among >> from << from : 0;
    for (const Places part : {after, among & ~after}) {
        for (Places left = part; left; left &= left - 1) {
            round.waiting[round.waits++] = static_cast<Place>(std::countr_zero(left));
        }
    }
}

// A straddler acts for the first time after all others have, raised or not.
inline void straddler_last(const Deal& deal) {
    Round& round = deal.round;
    const Step& step = deal.step();
    if (round.straddler == nobody || static_cast<Opener>(step.a) != Opener::left_of_blinds) return;
    int mine = -1, last = -1;
    for (int at = 0; at < round.waits; ++at) {
        const Place place = round.waiting[static_cast<std::size_t>(at)];
        if (deal.hand(place).answered >= 0) continue;
        if (place == round.straddler) mine = at;
        last = at;
    }
    if (mine < 0 || mine == last) return;
    for (int at = mine; at < last; ++at) {
        round.waiting[static_cast<std::size_t>(at)] = round.waiting[static_cast<std::size_t>(at) + 1];
    }
    round.waiting[static_cast<std::size_t>(last)] = round.straddler;
}

// Whether no decision is left: at most one player has chips, and that one owes nothing.
inline bool nobody_bets(const Deal& deal, Places able) {
    if (able & (able - 1)) return false;
    if (!able) return true;
    const Chips mine = deal.hand(static_cast<std::size_t>(std::countr_zero(able))).bet;
    for (std::size_t place = 0; place < deal.round.players; ++place) {
        if (deal.hand(place).bet > mine) return false;
    }
    return true;
}

// Returns the unmatched part of a bet, before anything is counted; true if there was any.
inline bool return_uncalled(const Deal& deal) {
    Round& round = deal.round;
    if (!round.price) return false;
    Chips most = -1, next = -1;
    std::size_t by = 0;
    for (std::size_t place = 0; place < round.players; ++place) {
        const Chips bet = deal.hand(place).bet;
        if (bet > most) {
            next = most;
            most = bet;
            by = place;
        } else if (bet > next) {
            next = bet;
        }
    }
    if (most == next) return false;
    Player& hand = deal.hand(by);
    if (hand.out != Out::in) {  // a hand thrown away still owes what others could call
        const Places could = deal.able();
        for (std::size_t place = 0; place < round.players; ++place) {
            if (could >> place & 1) next = std::max(next, deal.hand(place).bet + deal.hand(place).stack);
        }
        next = std::min(most, next);
        if (most == next) return false;
    }
    const Chips back = most - next;
    hand.bet -= back;
    hand.paid -= back;
    hand.stack += back;
    round.pot -= back;
    round.returned += back;
    deal.tell(pot_account, static_cast<unsigned>(by), back);
    return true;
}

inline void close_betting(const Deal& deal, Place first, bool skipped) {
    Round& round = deal.round;
    take_rake(deal);
    count_for_rake(deal);
    for (std::size_t place = 0; place < round.players; ++place) {
        Player& hand = deal.hand(place);
        hand.bet = 0;
        hand.answered = -1;
        hand.checked = false;
    }
    round.price = round.level = round.size = 0;
    round.raises = 0;
    round.first = first;
    if (skipped) round.aggressor = nobody;
    ++round.at;
    round.opened = false;
    round.waits = 0;
}

// What an answer is measured by: the level in fixed limit, elsewhere the price of a bet.
inline Chips mark(const Deal& deal) {
    const Round& round = deal.round;
    const bool level = !round.level || deal.program.structure == Structure::limit;
    return level ? round.level : round.price;
}

inline void place_forced_bet(const Deal& deal, Place place) {
    Round& round = deal.round;
    Player& hand = deal.hand(place);
    const Chips owed = deal.program.forced_bet, chips = std::min(owed, hand.stack);
    deal.into_pot(place, chips);
    round.level = owed >= round.size ? owed : 0;  // less can be completed
    hand.bet = chips;
    hand.paid += chips;
    hand.answered = round.level;
    round.price = owed;
    round.first = place;
    stop_waiting(round, place);
}

// Where raises are not fixed, a blind, or a straddle's raise over it, is the least next one.
inline Chips least_raise(const Deal& deal, Chips size) {
    const Round& round = deal.round;
    const bool posted =
        deal.program.structure == Structure::limit || deal.program.as_recorded || !round.price;
    return posted ? size : std::max({size, round.blind, round.straddle - round.blind});
}

inline void open_betting(const Deal& deal, const Step& step, Places able) {
    Round& round = deal.round;
    const bool upper = deal.program.structure == Structure::limit && step.b;
    const Chips size = upper ? deal.program.upper : deal.program.lower;
    wait_from(round, able, first_of(deal, step, able));
    straddler_last(deal);
    round.opened = true;
    round.level = round.price >= size ? round.price : 0;  // a small blind alone can be completed
    round.size = least_raise(deal, size);
    round.raises = round.price ? round.straddles : 0;
    round.aggressor = nobody;
    const Place opener = round.waiting[0];
    round.first = opener;
    if (step.c && !deal.program.as_recorded) place_forced_bet(deal, opener);
}

inline bool may_raise(const Deal& deal, const Player& hand, bool company) {
    const Program& program = deal.program;
    const Round& round = deal.round;
    if (!company) return false;
    if (program.raise_cap >= 0 && round.raises >= program.raise_cap) return false;
    if (hand.checked && !program.check_raise) return false;
    if (hand.answered < 0) return true;
    const bool fixed = program.structure == Structure::limit;
    const Chips more = (fixed ? round.level : round.price) - hand.answered;
    return more >= (fixed ? 1 : round.size);
}

// The least and the most a bet or raise may make it, the whole stack included.
inline void set_range(const Deal& deal, const Player& hand, Ask& ask) {
    const Program& program = deal.program;
    const Round& round = deal.round;
    const Chips all_in = hand.stack + hand.bet;
    if (program.structure == Structure::limit) {
        ask.least = ask.most = std::min(round.level + round.size, all_in);
        if (program.as_recorded && round.price < round.level) {  // some rooms have it completed
            ask.least = std::min(round.level, all_in);
        }
        return;
    }
    Chips most = all_in;
    if (program.structure == Structure::pot_limit) {  // the pot after the call
        most = (2 * round.price - hand.bet + round.gross()) / program.unit * program.unit;
    } else if (program.structure == Structure::spread) {
        most = round.price + program.upper;
    }
    Chips least = round.level ? round.price + round.size : round.size;
    if (program.whole_raises) least = (least + program.unit - 1) / program.unit * program.unit;
    least = std::min(std::max(least, round.price + program.unit), most);
    ask.least = std::min(least, all_in);
    ask.most = std::min(most, all_in);
}

inline void ask_bet(const Deal& deal, const Step& step, bool company) {
    Round& round = deal.round;
    const Place place = round.waiting[0];
    const Player& hand = deal.hand(place);
    Ask ask{};
    ask.kind = Asks::bet;
    ask.place = place;
    ask.completes = step.c && !round.price;
    const Chips owed = ask.completes ? deal.program.forced_bet : round.price - hand.bet;
    if (owed > 0) {
        ask.to_call = std::min(owed, hand.stack);
        ask.can_fold = !ask.completes;
    } else if (!(step.d && deal.program.must_bet && place == round.first && !round.price)) {
        ask.can_check = true;
        ask.can_fold = deal.program.as_recorded;
    }
    if (hand.stack > owed && may_raise(deal, hand, company)) {
        set_range(deal, hand, ask);
        if (ask.most <= round.price) ask.least = ask.most = 0;  // an empty pot allows no bet
    }
    round.ask = ask;
}

// Opens the round, asks the next player, or closes it.
inline void begin_bet(const Deal& deal, const Step& step) {
    Round& round = deal.round;
    if (!round.opened) {
        const Places able = deal.able();
        ++round.street;
        if (!nobody_bets(deal, able)) {
            open_betting(deal, step, able);
            return;
        }
        return_uncalled(deal);
        close_betting(deal, first_of(deal, step, round.live), true);
        return;
    }
    if (round.waits) {
        const bool many = round.waits > 1;
        const Places able = many ? 0 : deal.able();
        if (many || !nobody_bets(deal, able)) {
            ask_bet(deal, step, many || (able & (able - 1)));
            return;
        }
    }
    return_uncalled(deal);
    close_betting(deal, round.first, false);
}

inline void throw_hand(const Deal& deal, Place place, Out how) {
    Round& round = deal.round;
    Player& hand = deal.hand(place);
    hand.tossed = hand.down | hand.up;
    hand.tossed_up = hand.up;
    hand.down = hand.up = 0;
    hand.out = how;
    round.live &= ~(Places{1} << place);
    hand.gone = static_cast<std::uint8_t>(round.players - round.lives());
    stop_waiting(round, place);
}

inline void raise_to(const Deal& deal, Place place, Chips to) {
    Round& round = deal.round;
    Player& hand = deal.hand(place);
    const bool fixed = deal.program.structure == Structure::limit, raises = round.level > 0;
    const Chips level = round.level, more = to - round.price;
    if (fixed) {
        if ((to - level) * 2 >= round.size) round.level += round.size;  // half a bet counts as one
    } else if (raises ? more >= round.size : to >= round.size) {
        round.level = to;
        round.size = std::max(round.size, more);
    }
    deal.into_pot(place, to - hand.bet);
    hand.paid += to - hand.bet;
    hand.bet = to;
    round.raises += round.level > level && raises;
    round.price = to;
    round.aggressor = place;
    hand.answered = fixed ? round.level : to;
    wait_from(round, deal.able() & ~(Places{1} << place), place + 1u);
    straddler_last(deal);
}

inline void remember(Round& round, Place place, Verb verb, Chips to) {
    round.history[round.said++ % most_said] = {place, verb, round.street, to};
}

inline void answer_bet(const Deal& deal, Verb verb, Chips amount) {
    Round& round = deal.round;
    const Ask ask = round.ask;
    const Place place = ask.place;
    Player& hand = deal.hand(place);
    switch (verb) {
        case Verb::fold: {
            remember(round, place, verb, hand.bet);
            throw_hand(deal, place, Out::folded);
            return;
        }
        case Verb::check:
            hand.checked = true;
            hand.answered = mark(deal);
            stop_waiting(round, place);
            break;
        case Verb::call:
            if (!round.price) {
                place_forced_bet(deal, place);  // the opener does not complete it
                break;
            }
            deal.into_pot(place, ask.to_call);
            hand.bet += ask.to_call;
            hand.paid += ask.to_call;
            hand.answered = mark(deal);
            stop_waiting(round, place);
            break;
        default:
            verb = round.price ? Verb::raise : Verb::bet;
            raise_to(deal, place, amount);
    }
    remember(round, place, verb, hand.bet);
}

}  // namespace croupier::fast
