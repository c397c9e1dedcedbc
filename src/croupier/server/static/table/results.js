// @ts-check
/* How a round ended: who won what, and why; which cards decided it. Pure: a digest in, words and cards out. */
import { RANK_NAMES, capital, money } from "../shared/words.js";
import { net } from "./digest.js";

/** @typedef {ReturnType<typeof import("./digest.js").digest>} Digest */
/** @typedef {import("../shared/types.d.ts").Made} Made */

const RANKS = "23456789TJQKA";

/** The cards of all hands that won a pot, in hands and on boards. @param {Digest} digest @returns {Set<string>} */
export function winningCards(digest) {
  const cards = digest.awards.flatMap(({ seats, share, board }) =>
    seats.flatMap((seat) =>
      (digest.shown[seat]?.made ?? [])
        .filter((made) => (made.share ?? "") === share && (made.board ?? 0) === board)
        .flatMap((made) => made.cards ?? []),
    ),
  );
  return new Set(cards);
}

/** The first rank in which two hands of one name differ. @param {Made} better @param {Made} worse */
export function deciding(better, worse) {
  const ranks = (/** @type {Made} */ { cards = [] }) =>
    cards.map((card) => card[0]).sort((a, b) => RANKS.indexOf(b) - RANKS.indexOf(a));
  const [mine, other] = [ranks(better), ranks(worse)],
    at = mine.findIndex((rank, i) => rank !== other[i]);
  return at < 0 || !RANK_NAMES[mine[at]] || !RANK_NAMES[other[at]]
    ? ""
    : `${RANK_NAMES[mine[at]]} beats ${RANK_NAMES[other[at]]}`;
}

/** A hand in a sentence: "a flush, ace high", "ace-king-nine-five-two high". @param {{name: string}} made */
const aHand = ({ name }) =>
  name.startsWith("high card, ")
    ? `${name.slice("high card, ".length)} high`
    : name.replace(/^(?=straight|flush|full house|royal flush|badugi|\w+-card badugi)/, "a ");

/** The result in one sentence, as the viewer reads it: "You win $43 with ...; Ann has ...". @param {Digest} digest @param {Record<number, string>} names @param {number} mine */
export function result(digest, names, mine) {
  const name = (/** @type {number} */ seat) => (seat === mine ? "you" : (names[seat] ?? `seat ${seat}`)),
    winners = Object.keys(digest.won).map(Number);
  if (!winners.length) return "";
  const won = winners.map((seat) => `${name(seat)} ${seat === mine ? "win" : "wins"} ${money(digest.won[seat])}`),
    shares = new Set(digest.awards.map(({ share, board }) => `${share}/${board}`));
  const words = capital(won.join(", ")),
    best = winners.length === 1 && shares.size === 1 ? digest.shown[winners[0]]?.made[0] : undefined;
  if (!best) return `${words}.`;
  const beaten = Object.entries(digest.shown)
    .map(([seat, { made }]) => ({ seat: Number(seat), made: made[0] }))
    .filter(({ seat, made }) => seat !== winners[0] && made);
  const close = beaten.find(({ made }) => made.name === best.name),
    other = close ?? beaten.at(-1);
  if (!other) return `${words} with ${aHand(best)}.`;
  const kicker = close && deciding(best, close.made);
  if (kicker) return `${words}: ${best.name} on both sides, ${kicker}.`;
  return `${words} with ${aHand(best)}; ${name(other.seat)} ${other.seat === mine ? "have" : "has"} ${aHand(other.made)}.`;
}

/** What all wagers of a round brought the viewer, a pot between players with them. @param {Digest} digest @param {number} mine */
export function settledWords(digest, mine) {
  const outcomes = digest.settled[mine] ?? [],
    total = outcomes.reduce((sum, one) => sum + net(one), 0);
  if (!outcomes.length) return "";
  return total ? `You ${total > 0 ? "win" : "lose"} ${money(Math.abs(total))}.` : "You break even.";
}
