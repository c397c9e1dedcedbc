// @ts-check
/* What the lines of a round add to the screen: last words of each seat, winnings, settlements, names. */

/** @typedef {import("./feed.js").Line} Line */

const DID = { Checked: "Check", Called: "Call", Mucked: "Mucks" };

/** @param {Line[]} lines */
export function digest(lines) {
  /** @type {Record<number, string>} */ let said = {};
  /** @type {Record<number, number>} */ const won = {};
  /** @type {Record<number, any[]>} */ const settled = {};
  /** @type {Record<number, number[]>} */ const drew = {};
  /** @type {Record<number, {cards: string[], words: string}>} */ const shown = {};
  /** @type {{cards: string[], community: boolean, words: string} | null} */ let house = null;
  let forced = 0,
    over = false;
  for (const {
    words,
    entry: { fact },
  } of lines) {
    switch (fact.type) {
      case "BettingOpened":
      case "DrawOpened":
        said = {};
        break;
      case "Checked":
      case "Called":
      case "Mucked":
        said[fact.seat] = DID[/** @type {keyof typeof DID} */ (fact.type)];
        break;
      case "Raised":
        said[fact.seat] = fact.kind === "bet" ? "Bet" : "Raise";
        break;
      case "Chose":
        said[fact.seat] = fact.does === "place" ? "" : fact.does;
        break;
      case "ForcedBetPlaced":
        forced = fact.seat;
        break;
      case "Discarded":
        (drew[fact.seat] ??= []).push(fact.cards.length);
        break;
      case "Shown":
      case "Revealed":
        shown[fact.seat] = { cards: fact.cards, words: words.split(": ").slice(1).join(": ") };
        break;
      case "HouseRevealed":
        house = { cards: fact.cards, community: fact.community, words: words.split(": ").slice(1).join(": ") };
        break;
      case "PotAwarded":
        for (const [, target, chips] of fact.moves.map(parts)) {
          const seat = Number(target.split(":")[1]);
          won[seat] = (won[seat] ?? 0) + chips;
        }
        break;
      case "Settled":
        (settled[fact.seat] ??= []).push(...fact.outcomes.map(outcome));
        break;
      case "RoundClosed":
        over = true;
        break;
    }
  }
  return { said, won, settled, drew, forced, over, shown, house };
}

/** A move of chips, however it is written. @param {any} move @returns {[string, string, number]} */
const parts = (move) =>
  Array.isArray(move) ? /** @type {[string, string, number]} */ (move) : [move.source, move.target, move.chips];

/** @param {any[]} told */
const outcome = ([spot, result, staked, won, clause, line = ""]) => ({ spot, result, staked, won, clause, line });

/** What an outcome brought. @param {{result: string, staked: number, won: number}} one */
export const net = (one) => (one.result === "wins" ? one.won : one.result === "loses" ? -one.staked : 0);
