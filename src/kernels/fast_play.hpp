// The three things one does with a round: start it, ask what may be done, answer. Between answers
// the dealer goes on by the script. Beside engine/play.py.

#pragma once

#include <span>

#include "fast_deal.hpp"
#include "fast_draw.hpp"
#include "fast_settle.hpp"

namespace croupier::fast {

// All that a round begins with besides its program.
struct Setup {
    std::span<const Chips> stacks;  // by place
    std::span<const Due> dues;
    Chips meter = 0;
};

inline void collect(const Deal& deal, std::span<const Due> dues) {
    Round& round = deal.round;
    for (const Due& due : dues) {
        Player& hand = deal.hand(due.place);
        const Chips chips = std::min(due.chips, hand.stack);
        if (chips) deal.into_pot(due.place, chips);
        if (due.kind == Kind::dead) {
            hand.dead += chips;
            continue;
        }
        hand.paid += chips;
        if (due.kind == Kind::straddle) {
            round.straddler = due.place;
            round.straddle = std::max(round.straddle, due.chips);
            ++round.straddles;
        }
        if (due.kind == Kind::blind) round.blind = std::max(round.blind, due.chips);
        if (!due.live()) continue;
        hand.bet += chips;
        round.price = std::max(round.price, due.chips);
    }
}

// Clears the table for so many players; cards and chance are as they were left.
inline void clear(Round& round, std::size_t players) {
    round.ask = {};
    round.players = static_cast<std::uint8_t>(players);
    round.at = 0;
    round.opened = round.twice = round.done = round.fixed = false;
    round.waits = 0;
    round.live = (Places{1} << players) - 1;
    round.price = round.level = round.size = 0;
    round.raises = 0;
    round.first = round.aggressor = round.straddler = nobody;
    round.blind = round.straddle = 0;
    round.straddles = round.street = 0;
    round.pot = round.rake = round.drop = round.box = round.counted = round.returned = 0;
    round.brought = 0;
    round.top = round.draws = round.due = 0;
    round.yes = 0;
    round.burns = round.common = round.unnamed = 0;
    round.boards = {};
    round.paid_to = 0;
    round.awarded = 0;
    round.split = false;
    round.beats = 0;
    round.house = 0;
    round.house_shown = false;
    round.spot = 0;
    round.staked = round.meter = 0;
    round.bank_flows = round.meter_flows = {};
    round.said = 0;
    for (std::size_t place = 0; place < players; ++place) {
        round.hands[place] = {};
        round.hands[place].answered = -1;
    }
}

inline void fresh_deck(Round& round, const Program& program) {
    round.deck_size = static_cast<std::uint8_t>(program.cards.size());
    std::copy(program.cards.begin(), program.cards.end(), round.deck.begin());
}

inline void begin_agree(const Deal& deal, const Step& step) {
    Round& round = deal.round;
    if (!round.opened) {
        int cards = 0;
        for (std::size_t at = round.at; deal.program.steps[at].op != Op::showdown; ++at) {
            const Step& later = deal.program.steps[at];
            cards += later.op == Op::board ? later.a : later.op == Op::burn;
        }
        const bool alone = round.board_count == 1 && round.lives() == 2;
        if (!alone || round.left() < 2 * cards || !nobody_bets(deal, deal.able())) {
            ++round.at;
            return;
        }
        wait_from(round, round.live, 0);
        round.opened = true;
        round.yes = 0;
    }
    (void)step;
    round.ask = {};
    round.ask.kind = Asks::agree;
    round.ask.place = round.waiting[0];
}

inline void answer_agree(const Deal& deal, Verb verb) {
    Round& round = deal.round;
    const Step& step = deal.step();
    const Place place = round.ask.place;
    const bool yes = verb == Verb::agree;
    if (yes && !round.yes) {
        round.yes |= Places{1} << place;
        stop_waiting(round, place);
        return;
    }
    round.twice = yes;
    if (yes) {
        round.boards[1] = round.boards[0];
        round.board_count = 2;
    }
    round.at = yes ? step.b : step.a;
    round.opened = false;
    round.waits = 0;
}

// What the dealer does next, while no player must choose.
inline void begin(const Deal& deal) {
    Round& round = deal.round;
    if (deal.program.banked) {
        if (is_settled(deal)) return close_bank(round);
    } else if (!(round.live & (round.live - 1))) {
        return_uncalled(deal);
        close_round(deal);
        return;
    }
    const Step& step = deal.step();
    switch (step.op) {
        case Op::burn: return burn(deal);
        case Op::deal: return deal_hands(deal);
        case Op::board: return deal_board(deal);
        case Op::draw: return begin_draw(deal, step);
        case Op::bet: return begin_bet(deal, step);
        case Op::agree: return begin_agree(deal, step);
        case Op::showdown: return begin_showdown(deal, step);
        case Op::wagers: return begin_wagers(deal);
        case Op::deliver: return deliver(deal, step);
        case Op::choice: return begin_choice(deal, step);
        case Op::reveal: return reveal(round, step);
        case Op::settle: return settle(deal, step);
    }
}

inline void advance(const Deal& deal) {
    deal.round.ask.kind = Asks::nothing;
    while (deal.round.ask.kind == Asks::nothing && !deal.round.done) begin(deal);
}

// Opens a round; its deck must have been laid out before.
inline void start(const Deal& deal, const Setup& setup) {
    Round& round = deal.round;
    for (std::size_t place = 0; place < round.players; ++place) {
        deal.hand(place).stack = setup.stacks[place];
        round.brought += setup.stacks[place];
    }
    round.board_count = deal.program.boards;
    round.meter = setup.meter;
    collect(deal, setup.dues);
    advance(deal);
}

inline bool admits(const Program& program, const Ask& ask, Chips amount) {
    return ask.most && ask.least <= amount && amount <= ask.most &&
           (amount % program.unit == 0 || amount == ask.least || amount == ask.most);
}

// Whether an answer is among what may be done now.
inline bool allowed(const Deal& deal, Verb verb, std::int64_t amount) {
    const Ask& ask = deal.round.ask;
    switch (ask.kind) {
        case Asks::bet:
            if (verb == Verb::fold) return ask.can_fold;
            if (verb == Verb::check) return ask.can_check;
            if (verb == Verb::call) return ask.to_call > 0;
            return (verb == Verb::bet || verb == Verb::raise) && amount >= 0 &&
                   amount <= ask.most && admits(deal.program, ask, static_cast<Chips>(amount));
        case Asks::draw: {
            const auto held = size_of(deal.hand(ask.place).down);
            return verb == Verb::draw && amount >= 0 && amount < std::int64_t{1} << held &&
                   std::popcount(static_cast<std::uint64_t>(amount)) <= ask.draw_most &&
                   std::popcount(static_cast<std::uint64_t>(amount)) >= ask.least;
        }
        case Asks::show: return verb == Verb::show || verb == Verb::muck;
        case Asks::agree: return verb == Verb::agree || verb == Verb::decline;
        case Asks::place:
        case Asks::choice:
            if (verb == Verb::fold) return ask.can_fold;
            if (verb == Verb::check) return ask.can_check;
            return verb == Verb::place && ask.most && ask.least <= amount && amount <= ask.most &&
                   amount % deal.program.unit == 0;
        default: return false;
    }
}

// Carries out an answer that is allowed, and all that the dealer then does.
inline void answer(const Deal& deal, Verb verb, std::int64_t amount) {
    switch (deal.round.ask.kind) {
        case Asks::bet: answer_bet(deal, verb, static_cast<Chips>(amount)); break;
        case Asks::draw: answer_draw(deal, static_cast<std::uint32_t>(amount)); break;
        case Asks::show: answer_show(deal, verb); break;
        case Asks::agree: answer_agree(deal, verb); break;
        case Asks::place: answer_place(deal, verb, static_cast<Chips>(amount)); break;
        case Asks::choice: answer_choice(deal, verb, static_cast<Chips>(amount)); break;
        default: throw std::logic_error("no player is to act");
    }
    advance(deal);
}

}  // namespace croupier::fast
