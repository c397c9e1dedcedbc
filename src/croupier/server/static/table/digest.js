// @ts-check
/* What the lines of a round add to the screen: last words of each seat, winnings, settlements, names. */

/** @typedef {import("./feed.js").Line} Line */
/** @typedef {import("../shared/types.d.ts").Made} Made */
/** @typedef {import("../shared/types.d.ts").Outcome} Told */
/** @typedef {ReturnType<typeof outcome>} Outcome */

const DID = { Checked: "Check", Called: "Call", Mucked: "Mucks" };

/** @param {Line[]} lines */
export function digest(lines) {
  /** @type {Record<number, string>} */ let said = {};
  /** @type {Record<number, number>} */ const won = {};
  /** @type {Record<number, Outcome[]>} */ const settled = {};
  /** @type {Record<number, number[]>} */ const drew = {};
  /** @type {Record<number, {cards: string[], made: Made[]}>} */ const shown = {};
  /** @type {{cards: string[], community: boolean, made: Made[]} | null} */ let house = null;
  let forced = 0,
    over = false;
  for (const {
    hands = [],
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
        shown[fact.seat] = { cards: fact.cards, made: hands };
        break;
      case "HouseRevealed":
        house = { cards: fact.cards, community: fact.community, made: hands };
        break;
      case "PotAwarded":
        for (const [, target, chips] of fact.moves) {
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

/** @param {Told} told */
const outcome = ([spot, result, staked, won, clause, line]) => ({ spot, result, staked, won, clause, line });

/** What an outcome brought. @param {Pick<Outcome, "result" | "staked" | "won">} one */
export const net = (one) => (one.result === "wins" ? one.won : one.result === "loses" ? -one.staked : 0);
