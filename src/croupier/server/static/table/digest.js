// @ts-check
/* What the lines of a round add to the screen: last words of each seat, winnings, settlements, names. */

/** @typedef {import("./feed.js").Line} Line */
/** @typedef {import("../shared/types.d.ts").Made} Made */
/** @typedef {import("../shared/types.d.ts").Outcome} SentOutcome */
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
  /** @type {{seats: number[], share: string, board: number}[]} */ const awards = [];
  /** @type {Record<number, string[]>} */ const held = {}; // as the viewer was dealt them
  /** @type {Record<number, string[]>} */ const up = {}; // of each hand, face up
  /** @type {Record<number, number>} */ const potted = {}; // wagered on a pot between players at a banked table
  let forced = 0,
    over = false,
    potClause = "";
  for (const {
    hands = [],
    clause = "",
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
        held[fact.seat] = (held[fact.seat] ?? []).filter((card) => !fact.cards.includes(card));
        break;
      case "Shown":
        shown[fact.seat] = { cards: fact.cards, made: hands };
        break;
      case "Revealed":
        shown[fact.seat] ??= { cards: fact.cards, made: hands }; // a hand that was shown already has its names
        break;
      case "HouseRevealed":
        house = { cards: fact.cards, community: fact.community, made: hands };
        break;
      case "Dealt":
        fact.seats.forEach((/** @type {number} */ seat, /** @type {number} */ i) => {
          if (fact.cards[i] === "??") return;
          (held[seat] ??= []).push(fact.cards[i]);
          if (fact.faces?.[i] === "U") (up[seat] ??= []).push(fact.cards[i]);
        });
        break;
      case "Placed":
        potted[fact.seat] = fact.spots.pot ?? 0;
        break;
      case "PotAwarded":
        potClause = clause;
        awards.push({
          seats: fact.moves.map(([, target]) => Number(target.split(":")[1])),
          share: fact.share ?? "",
          board: fact.board ?? 0,
        });
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
  if (potClause)
    for (const [seat, staked] of Object.entries(potted))
      if (staked) (settled[Number(seat)] ??= []).push(pot(staked, won[Number(seat)] ?? 0, potClause));
  return { said, won, settled, drew, forced, over, shown, house, awards, held, up };
}

/** @param {SentOutcome} sent */
const outcome = ([spot, result, staked, won, clause, line]) => ({
  spot,
  result,
  staked,
  won,
  clause,
  line: line === "two pairs" ? "two pair" : line, // as players say it
});

/** What became of a wager on a pot between the players. @param {number} staked @param {number} award @param {string} clause @returns {Outcome} */
const pot = (staked, award, clause) => {
  const line = award ? "best hand of all players" : "another player has the best hand";
  if (award === staked) return { spot: "pot", result: "pushes", staked, won: 0, clause, line };
  return { spot: "pot", result: award ? "wins" : "loses", staked, won: Math.max(0, award - staked), clause, line };
};

/** What an outcome brought. @param {Pick<Outcome, "result" | "staked" | "won">} one */
export const net = (one) => (one.result === "wins" ? one.won : one.result === "loses" ? -one.staked : 0);

const IN_PLAY = /^pot\b/;

/** The lines by street: the cards that were turned up in each, and the most that lay in the pot. @param {Line[]} lines */
export function byStreet(lines) {
  /** @type {{street: string, lines: Line[], cards: string[], pot: number}[]} */
  const groups = [];
  let pot = 0;
  for (const line of lines) {
    const { fact } = line.entry,
      street = line.street || groups.at(-1)?.street || "before the cards";
    if (groups.at(-1)?.street !== street) groups.push({ street, lines: [], cards: [], pot });
    const group = /** @type {typeof groups[0]} */ (groups.at(-1));
    group.lines.push(line);
    if (fact.type === "BoardDealt") group.cards.push(...fact.cards);
    for (const [source, target, chips] of "moves" in fact ? fact.moves : [])
      pot += (IN_PLAY.test(target) ? chips : 0) - (IN_PLAY.test(source) ? chips : 0);
    group.pot = Math.max(group.pot, pot);
  }
  return groups;
}
