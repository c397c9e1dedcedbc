// The settlement with the bank: one player at a time from the dealer's right, wager by wager.
// Beside engine/settle.py and engine/progressive.py.

#pragma once

#include "fast_bank.hpp"
#include "fast_show.hpp"

namespace croupier::fast {

enum class Comes : std::uint8_t { loses, pushes, wins };

// What becomes of one wager.
struct Outcome {
    std::uint8_t spot;
    Comes comes;
    std::int64_t won = 0;
};

struct Outcomes {
    std::array<Outcome, most_spots + 1> all;
    std::size_t count = 0;

    void add(std::uint8_t spot, Comes comes, std::int64_t won = 0) { all[count++] = {spot, comes, won}; }
};

inline bool both_aces(Mask cards) {
    constexpr Mask aces = Mask{15} << 48;
    return cards && !(cards & ~aces);
}

inline std::int32_t odds_of(const PayTable& table, const Share& share, Mask own, Mask board) {
    if (table.by_strength) return table.odds[static_cast<std::size_t>(strength_of(share, own, board))];
    const auto low = static_cast<std::size_t>(std::countr_zero(own)),
               high = static_cast<std::size_t>(std::countr_zero(own & (own - 1)));
    return table.odds[low * all_cards + high];
}

inline void against_dealer(const Deal& deal, const Against& contest, Place place, Outcomes& outcomes) {
    const Round& round = deal.round;
    const Player& hand = deal.hand(place);
    if (hand.out != Out::in) return;
    const auto& stakes = round.wagers[place].stakes;
    bool any = false;
    for (const Stake& stake : contest.stakes) any |= stakes[stake.spot] > 0;
    if (!any) return;
    const int house = strength_of(contest.share, round.house, round.boards[0]);
    const bool qualified = house >= contest.qualifies;
    const int mine = qualified ? strength_of(contest.share, hand.down, round.boards[0]) : 0;
    for (const Stake& stake : contest.stakes) {
        const std::int64_t chips = stakes[stake.spot];
        if (!chips) continue;
        if (!qualified) {
            outcomes.add(stake.spot, stake.wins_unqualified ? Comes::wins : Comes::pushes,
                     stake.wins_unqualified ? chips : 0);
        } else if (mine <= house) {
            outcomes.add(stake.spot, mine == house ? Comes::pushes : Comes::loses);
        } else if (stake.threshold && mine < contest.threshold) {
            outcomes.add(stake.spot, Comes::pushes);
        } else {
            const bool even = stake.table.odds.empty();
            const std::int32_t odds = even ? 1 : odds_of(stake.table, contest.share, hand.down, 0);
            outcomes.add(stake.spot, Comes::wins, chips * std::max(odds, 0));
        }
    }
}

inline void on_table(const Deal& deal, const Against& contest, Place place, Outcomes& outcomes) {
    const Round& round = deal.round;
    const Mask own = deal.hand(place).down;
    const Stake& stake = contest.stakes[0];
    const std::int64_t chips = round.wagers[place].stakes[stake.spot];
    if (!chips) return;
    std::int32_t odds = odds_of(stake.table, contest.share, own, round.boards[0]);
    if (odds == pushes) return outcomes.add(stake.spot, Comes::pushes);
    if (!odds) return outcomes.add(stake.spot, Comes::loses);
    if (contest.aces && both_aces(own) && round.house_shown && both_aces(round.house)) {
        odds = contest.aces;
    }
    outcomes.add(stake.spot, Comes::wins, chips * (contest.even ? 1 : odds));
}

// --- the meter -------------------------------------------------------------------------------

inline bool is_royal(Mask cards) {
    constexpr Mask tens_up = Mask{0x11111} << 32;  // of one suit
    for (int suit = 0; suit < 4; ++suit) {
        const Mask wanted = tens_up << suit;
        if ((cards & wanted) == wanted) return true;
    }
    return false;
}

struct Won {
    Chips chips = 0;
    bool from_meter = false, all = false;
};

// On the meter as the settlement found it.
inline Won prize(const Deal& deal, const Against& contest, Place place, Chips meter) {
    const Meter& posted = deal.program.bank.meter;
    const Round& round = deal.round;
    const Player& hand = deal.hand(place);
    if (hand.out != Out::in && !posted.after_fold) return {};
    const int strength = strength_of(contest.share, hand.down, round.boards[0]);
    if (strength < posted.royal) {
        Chips won = 0;
        for (const Prize& one : posted.prizes) won = strength >= one.least ? one.chips : won;
        return {won};
    }
    if (is_royal(round.boards[0])) return {posted.community_royal};
    Mask seen = hand.down;
    for (std::size_t card = 0; card < 3; ++card) seen |= Mask{1} << round.board_order[card];
    std::size_t after = 0;
    for (; after < 2 && !is_royal(seen); ++after) seen |= Mask{1} << round.board_order[after + 3];
    const auto part = static_cast<Chips>(std::int64_t{meter} * posted.percent[after] / 100);
    return {part, true, after == 0};
}

inline void pay_from(const Deal& deal, Place place, std::uint8_t spot, Chips chips, bool meter) {
    Round& round = deal.round;
    round.wagers[place].kept[spot] -= chips;
    deal.hand(place).stack += chips;
    (meter ? round.meter_flows : round.bank_flows).out += chips;
    if (meter) round.meter -= chips;
    deal.tell(meter ? meter_account : bank_account, place, chips);
}

// The dollar is kept, a posted share of it by the meter; a prize is paid besides. Gives whether the
// whole meter was won.
inline bool settle_meter(const Deal& deal, const Against& contest, Place place, Chips meter) {
    Round& round = deal.round;
    const std::uint8_t spot = contest.stakes[0].spot;
    Wagers& mine = round.wagers[place];
    const Chips chips = mine.stakes[spot];
    if (!chips) return false;
    const Won won = prize(deal, contest, place, meter);
    if (won.chips && deal.program.bank.meter.returns) {
        lift(deal, place, spot, false);
    } else {
        if (const Chips share = chips * deal.program.bank.meter.share / 100) {
            mine.stakes[spot] -= share;
            mine.kept[spot] += share;
            round.staked -= share;
            round.meter += share;
            round.meter_flows.in += share;
            deal.tell(spot_account(place, spot), meter_account, share);
        }
        lift(deal, place, spot, true);
    }
    if (won.chips) pay_from(deal, place, spot, won.chips, won.from_meter);
    return won.all;
}

// --- the pass --------------------------------------------------------------------------------

// Cuts winnings above the limit from the wager paid last.
inline void limit(Outcomes& outcomes, std::int64_t left) {
    for (std::size_t at = 0; at < outcomes.count; ++at) {
        outcomes.all[at].won = std::min(outcomes.all[at].won, left);
        left -= outcomes.all[at].won;
    }
}

inline bool settle_seat(const Deal& deal, const Step& step, Place place, Chips meter) {
    const Bank& bank = deal.program.bank;
    Outcomes outcomes;
    bool whole_meter = false;
    for (std::size_t at = step.a; at < step.b; ++at) {
        const Against& contest = bank.contests[at];
        switch (contest.kind) {
            case Settles::dealer: against_dealer(deal, contest, place, outcomes); break;
            case Settles::table: on_table(deal, contest, place, outcomes); break;
            case Settles::meter: whole_meter |= settle_meter(deal, contest, place, meter); break;
        }
    }
    if (step.c && deal.hand(place).out == Out::folded && deal.round.wagers[place].stakes[bank.ante]) {
        outcomes.add(bank.ante, Comes::loses);
    }
    if (step.d) limit(outcomes, bank.limits[step.d - 1u]);
    for (std::size_t at = 0; at < outcomes.count; ++at) {
        const Outcome& one = outcomes.all[at];
        lift(deal, place, one.spot, one.comes == Comes::loses);
        if (one.won) pay_from(deal, place, one.spot, static_cast<Chips>(one.won), false);
    }
    return whole_meter;
}

inline void settle(const Deal& deal, const Step& step) {
    Round& round = deal.round;
    const Chips meter = round.meter, seed = deal.program.bank.meter.seed;
    bool whole_meter = false;
    for (Place place = round.players; place-- > 0;) {
        if (round.is_live(place)) whole_meter |= settle_seat(deal, step, place, meter);
    }
    if (whole_meter && seed) {  // the posted seed starts it anew
        round.meter += seed;
        deal.tell(bank_account, meter_account, seed);
    }
    ++round.at;
}

// Whether a round against the bank has nothing more to settle or to show.
inline bool is_settled(const Deal& deal) {
    const Round& round = deal.round;
    if (!round.at || round.waits) return false;
    if (round.at == deal.program.steps.size()) return true;
    const Step& step = deal.step();
    const bool turns = step.op == Op::reveal || (step.op == Op::settle && step.e);
    return !turns && !round.pot && !round.staked;
}

inline void close_bank(Round& round) {
    round.done = true;
    round.ask = {};
}

}  // namespace croupier::fast
