// Against the bank: wagers before the cards, spot by spot, and the choices each player is asked.
// Beside engine/place.py.

#pragma once

#include "fast_bet.hpp"
#include "fast_deal.hpp"

namespace croupier::fast {

inline void lay(const Deal& deal, Place place, std::uint8_t spot, Chips chips) {
    Round& round = deal.round;
    Wagers& mine = round.wagers[place];
    mine.laid[spot] = chips;
    const auto& posted = deal.program.bank.spots;
    if (spot < posted.size() && posted[spot].pot) {
        deal.hand(place).paid = chips;
        deal.into_pot(place, chips);
        return;
    }
    deal.hand(place).stack -= chips;
    mine.stakes[spot] = chips;
    round.staked += chips;
    deal.tell(place, spot_account(place, spot), chips);
}

// A stake leaves its spot: to the bank, or back to the player.
inline void lift(const Deal& deal, Place place, std::uint8_t spot, bool lost) {
    Round& round = deal.round;
    Wagers& mine = round.wagers[place];
    const Chips chips = std::exchange(mine.stakes[spot], 0);
    if (!chips) return;
    round.staked -= chips;
    if (lost) {
        mine.kept[spot] += chips;
        round.bank_flows.in += chips;
    } else {
        deal.hand(place).stack += chips;
    }
    deal.tell(spot_account(place, spot), lost ? unsigned{bank_account} : place, chips);
}

struct Offered {
    Chips least = 0, most = 0;
    bool may_pass = true;
};

// What a spot takes from a player: up to the stack, less what must go beside it.
inline Offered offered(const Deal& deal, Place place, std::size_t at) {
    const Round& round = deal.round;
    const auto& posted = deal.program.bank.spots;
    const auto& laid = round.wagers[place].laid;
    const auto waived = [&](const Spot& spot) { return spot.pot && round.players == 1; };
    const Spot& spot = posted[at];
    if (waived(spot) || (spot.needs != no_spot && !laid[spot.needs])) return {};
    Chips beside = 0;
    bool begun = false;
    for (std::size_t other = 0; other < posted.size(); ++other) {
        if (other == at || !posted[other].required || waived(posted[other])) continue;
        if (other < at && !laid[other]) return {};
        begun |= other < at;
        beside += other > at ? posted[other].least : 0;
    }
    const Chips unit = deal.program.unit;
    const Chips most = std::min(spot.most, (deal.hand(place).stack - beside) / unit * unit);
    if (most < spot.least) return {};
    return {spot.least, most, !(spot.required && begun)};
}

// Only players who have wagered are dealt in; where nobody has, there is no round.
inline void close_wagers(Round& round) {
    round.opened = false;
    round.live = 0;
    for (Place place = 0; place < round.players; ++place) {
        bool any = false;
        for (const Chips chips : round.wagers[place].laid) any |= chips > 0;
        round.live |= Places{any} << place;
    }
    round.done = !round.live;
    round.ask = {};
    ++round.at;
}

inline void begin_wagers(const Deal& deal) {
    Round& round = deal.round;
    if (!round.opened) {
        std::fill_n(round.wagers.begin(), round.players, Wagers{});
        wait_from(round, round.live, 0);
        round.opened = true;
    }
    for (; round.waits; round.spot = 0) {
        const Place place = round.waiting[0];
        for (; round.spot < deal.program.bank.spots.size(); ++round.spot) {
            const Offered found = offered(deal, place, round.spot);
            if (!found.most) continue;
            round.ask = {};
            round.ask.kind = Asks::place;
            round.ask.place = place;
            round.ask.can_check = found.may_pass;
            round.ask.least = found.least;
            round.ask.most = found.most;
            round.ask.spot = round.spot;
            return;
        }
        stop_waiting(round, place);
    }
    close_wagers(round);
}

inline void answer_place(const Deal& deal, Verb verb, Chips chips) {
    if (verb == Verb::place) lay(deal, deal.round.ask.place, deal.round.ask.spot, chips);
    ++deal.round.spot;
}

// To every player and to the house's area, which comes last: card by card, or in stacks.
inline void deliver(const Deal& deal, const Step& step) {
    Round& round = deal.round;
    const int turns = step.b ? 1 : step.a, each = step.b ? step.a : 1;
    for (int turn = 0; turn < turns; ++turn) {
        deal.each_live([&](Place place) { deal.hand(place).down |= next_cards(round, each); });
        round.house |= next_cards(round, each);
    }
    ++round.at;
}

inline void reveal(Round& round, const Step& step) {
    if (step.a) {
        round.boards[0] = std::exchange(round.house, 0);
    } else {
        round.house_shown = true;
    }
    ++round.at;
}

inline void begin_choice(const Deal& deal, const Step& step) {
    Round& round = deal.round;
    if (!round.opened) {
        Places asked = 0;
        deal.each_live([&](Place place) {
            const bool covered = round.wagers[place].laid[step.a] > 0;
            if (covered && deal.hand(place).out == Out::in) asked |= Places{1} << place;
        });
        if (!asked) {
            ++round.at;
            return;
        }
        wait_from(round, asked, 0);
        round.opened = true;
    }
    const Place place = round.waiting[0];
    const Chips chips = step.c * round.wagers[place].laid[deal.program.bank.ante];
    const bool checks = static_cast<Otherwise>(step.d) == Otherwise::check;
    round.ask = {};
    round.ask.kind = Asks::choice;
    round.ask.place = place;
    round.ask.can_fold = !checks;
    round.ask.can_check = checks;
    round.ask.spot = step.b;
    if (chips <= deal.hand(place).stack) round.ask.least = round.ask.most = chips;
}

// Whether a wager of a folded hand is still open, so that its cards stay on the table.
inline bool plays_on(const Deal& deal, Place place, std::uint8_t forfeited_spot) {
    const Bank& bank = deal.program.bank;
    const Wagers& mine = deal.round.wagers[place];
    for (std::uint8_t spot = 0; spot < most_spots; ++spot) {
        if (!mine.laid[spot] || spot == forfeited_spot) continue;
        if (spot != bank.progressive || bank.meter.after_fold) return true;
    }
    return false;
}

inline void give_up(const Deal& deal, const Step& step, Place place) {
    Player& hand = deal.hand(place);
    const int spot = (step.e & 127) - 1;
    if (static_cast<Otherwise>(step.d) == Otherwise::fold) hand.out = Out::folded;
    if (spot >= 0) lift(deal, place, static_cast<std::uint8_t>(spot), true);
    if (step.e & 128 && !plays_on(deal, place, static_cast<std::uint8_t>(spot))) {
        hand.tossed = std::exchange(hand.down, 0);
    }
}

inline void answer_choice(const Deal& deal, Verb verb, Chips chips) {
    Round& round = deal.round;
    const Step& step = deal.step();
    const Place place = round.ask.place;
    if (verb == Verb::place) lay(deal, place, step.b, chips);
    if (verb == Verb::fold) give_up(deal, step, place);
    stop_waiting(round, place);
    if (round.waits) return;
    round.opened = false;
    ++round.at;
}

}  // namespace croupier::fast
