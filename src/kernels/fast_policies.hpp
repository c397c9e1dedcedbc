// Players who choose by themselves, by what their own seat may see.

#pragma once

#include "fast_imagine.hpp"
#include "fast_play.hpp"
#include "fast_standing.hpp"
#include "fast_worth.hpp"

namespace croupier::fast {

enum class Policy : std::uint8_t { random, calling, tight, loose, equity, optimal, outside };

struct Answer {
    Verb verb;
    std::int64_t amount = 0;
};

// What thinking players know of a program beforehand.
struct Mind {
    Outlook outlook;
    Standing standing;
    std::vector<Chips> wagers;  // what policies place against the bank, by spot
    Best best;
};

inline Answer passive(const Ask& ask) {
    switch (ask.kind) {
        case Asks::bet:
            if (ask.can_check) return {Verb::check};
            if (ask.to_call) return {Verb::call};
            return {Verb::bet, ask.least};
        case Asks::draw: return {Verb::draw, (1 << ask.least) - 1};  // the lowest that must go
        case Asks::show: return {Verb::show};
        case Asks::place:
        case Asks::choice:
            if (ask.can_check) return {Verb::check};
            if (ask.most) return {Verb::place, ask.least};
            return {Verb::fold};
        default: return {Verb::agree};
    }
}

// What all policies wager before the cards, as far as the stack goes.
inline Answer by_plan(const Ask& ask, const Mind& mind) {
    const Chips wanted = mind.wagers.empty() ? ask.least : mind.wagers[ask.spot];
    if (wanted >= ask.least && wanted <= ask.most) return {Verb::place, wanted};
    return ask.can_check ? Answer{Verb::check} : Answer{Verb::place, ask.least};
}

inline Answer choose(const Ask& ask, bool stays) {
    if (stays && ask.most) return {Verb::place, ask.most};
    return {ask.can_check ? Verb::check : Verb::fold};
}

// Against the bank: any choice, every wager, what is worth it, or what the solver does.
inline Answer by_choice(const Deal& deal, const Mind& mind, Policy policy) {
    const Ask& ask = deal.round.ask;
    switch (policy) {
        case Policy::random: return choose(ask, deal.round.policy_chance.below(2) == 0);
        case Policy::calling: return choose(ask, true);
        case Policy::optimal: return choose(ask, mind.best.at(deal, ask.place));
        case Policy::loose: return choose(ask, is_worth_it(deal, ask.place, 0.3));
        default: return choose(ask, is_worth_it(deal, ask.place, 0));
    }
}

// Any option, and any amount within it, small ones more often; every hand is shown.
inline Answer at_random(const Deal& deal) {
    Round& round = deal.round;
    const Ask& ask = round.ask;
    Stream& chance = round.policy_chance;
    if (ask.kind == Asks::draw) {
        const auto held = static_cast<std::uint32_t>(size_of(deal.hand(ask.place).down));
        std::uint32_t which = 0, least = static_cast<std::uint32_t>(ask.least),
                      left = least + chance.below(ask.draw_most + 1u - least);
        for (std::uint32_t at = 0; at < held && left; ++at) {
            if (chance.below(held - at) < left) which |= 1u << at, --left;
        }
        return {Verb::draw, which};
    }
    if (ask.kind != Asks::bet) return passive(ask);
    std::array<Answer, 3> options;
    std::uint32_t count = 0;
    if (ask.can_fold) options[count++] = {Verb::fold};
    if (ask.can_check) options[count++] = {Verb::check};
    if (ask.to_call) options[count++] = {Verb::call};
    if (ask.most) options[count++] = {Verb::raise, ask.least};
    Answer answer = options[count == 1 ? 0 : chance.below(count)];
    if (answer.verb == Verb::raise && ask.most > ask.least) {
        const Chips unit = deal.program.unit;
        const double part = chance.part(), wide = (ask.most - ask.least) / unit;
        answer.amount += static_cast<Chips>(wide * part * part * part * part) * unit;
        // from a least amount that is no whole number of chips one reaches only the most
        if (!admits(deal.program, ask, static_cast<Chips>(answer.amount))) answer.amount = ask.most;
    }
    return answer;
}

// Whether hands already shown beat this one for every part of every pot it contends for.
inline bool beaten(const Deal& deal, Place place) {
    const Round& round = deal.round;
    const Player& mine = deal.hand(place);
    for (std::size_t board = 0; board < round.board_count; ++board) {
        for (std::size_t share = 0; share < deal.program.shares.size(); ++share) {
            const Mask cards = round.boards[board] | round.common;
            const int strength = strength_of(deal.program.shares[share], mine.down | mine.up, cards);
            bool best = strength > 0;
            deal.each_live([&](Place other) {
                const Player& hand = deal.hand(other);
                if (hand.shown && hand.paid >= mine.paid) best &= strength >= hand.strengths[board][share];
            });
            if (best) return false;
        }
    }
    return true;
}

inline Answer sensible_draw(const Deal& deal, const Mind& mind) {
    const Round& round = deal.round;
    if (round.ask.least) return passive(round.ask);
    const Mask hand = deal.hand(round.ask.place).down;
    const Mask kept = mind.outlook.keeper().keep(hand, mind.outlook.at(round.at).draws);
    std::uint32_t which = 0, at = 0;
    each_card(hand, [&](std::uint8_t card) { which |= std::uint32_t{!(kept >> card & 1)} << at++; });
    if (std::popcount(which) > round.ask.draw_most) which = 0;
    return {Verb::draw, which};
}

// By a rule: hands from so good a place among all hands are played, from a better one raised.
inline Answer by_rule(const Deal& deal, const Mind& mind, double plays, double raises) {
    Round& round = deal.round;
    const Ask& ask = round.ask;
    const Player& hand = deal.hand(ask.place);
    const double place = mind.standing.of(round.at, hand.down | hand.up,
                                          round.boards[0] | round.common, round.policy_chance);
    const double heat = 0.05 * round.raises;
    if (ask.most && place > raises + heat) return {Verb::raise, ask.least};
    if (!ask.to_call) return passive(ask);
    return {place > plays + heat ? Verb::call : Verb::fold};
}

// By the expected part of the pot against what staying costs.
inline Answer by_equity(const Deal& deal, const Mind& mind) {
    Round& round = deal.round;
    const Ask& ask = round.ask;
    const double share = expected_share(deal, mind.outlook, ask.place, round.policy_chance);
    const double even = 1.0 / round.lives();
    if (ask.most && share > even * (1.35 + 0.2 * round.raises)) return {Verb::raise, ask.least};
    if (!ask.to_call) return passive(ask);
    const double price = static_cast<double>(ask.to_call) / (round.pot + ask.to_call);
    return {share >= price ? Verb::call : Verb::fold};
}

inline Answer decide(const Deal& deal, const Mind& mind, Policy policy) {
    const Ask& ask = deal.round.ask;
    if (ask.kind == Asks::place) return by_plan(ask, mind);
    if (ask.kind == Asks::choice) return by_choice(deal, mind, policy);
    if (policy == Policy::random) return at_random(deal);
    if (policy == Policy::calling) return passive(ask);
    switch (ask.kind) {
        case Asks::draw: return sensible_draw(deal, mind);
        case Asks::show: return {beaten(deal, ask.place) ? Verb::muck : Verb::show};
        case Asks::bet: break;
        default: return passive(ask);
    }
    Answer answer = policy == Policy::tight   ? by_rule(deal, mind, 0.67, 0.87)
                    : policy == Policy::loose ? by_rule(deal, mind, 0.33, 0.67)
                                              : by_equity(deal, mind);
    if (answer.verb == Verb::fold && !ask.can_fold) answer = {Verb::call};
    return answer;
}

}  // namespace croupier::fast
