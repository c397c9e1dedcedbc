// The deck as the kernels number it: card = 4 * rank + suit, "2c" is 0, "As" is 51, the jokers 52 and 53.

#pragma once

namespace croupier {

inline constexpr int ranks = 13;
inline constexpr int suits = 4;

constexpr int deck_size(int jokers) { return ranks * suits + jokers; }

}  // namespace croupier
