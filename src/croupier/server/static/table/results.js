// @ts-check
/* How a round ended: who won what, and why; which cards decided it. Pure: a digest in, words and cards out. */
import { RANK_NAMES, capital, money } from "../shared/words.js";
import { net } from "./digest.js";

/** @typedef {ReturnType<typeof import("./digest.js").digest>} Digest */
/** @typedef {import("../shared/types.d.ts").Made} Made */

const RANKS = "23456789TJQKA";

/** The hands with which a seat won, of those it showed: not the low of a player who won the high alone. @param {Digest} digest @param {number} seat @returns {Made[]} */
export function wonWith(digest, seat) {
  const made = digest.shown[seat]?.made ?? [],
    won = digest.awards.filter(({ seats }) => seats.includes(seat));
  return made.filter((one) =>
    won.some(
      ({ share, board }) => (share ? one.share === share && (one.board ?? 0) === board : one.brief), // a whole pot, for every hand that counts
    ),
  );
}

/** The cards of all hands that won a pot, in hands and on boards. @param {Digest} digest @returns {Set<string>} */
export const winningCards = (digest) =>
  new Set(Object.keys(digest.won).flatMap((seat) => wonWith(digest, Number(seat)).flatMap((made) => made.cards ?? [])));

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

/** A hand without its kickers. @param {{name: string}} made */
const kind = ({ name }) => name.replace(/^high card, (\w+).*/, "$1 high");

/** A hand in a sentence: "a flush, ace high", "ace high", "two pair, aces and sixes on the first board". @param {{name: string}} made */
function aHand({ name }) {
  const [, on = "", hand = ""] = /^(on the \w+ board )?(.*)$/.exec(name) ?? [];
  const words = kind({ name: hand }).replace(/^(?=straight|flush|full house|royal flush|badugi|\w+-card badugi)/, "a ");
  return on ? `${words} ${on.trim()}` : words;
}

const NAMED = 2; // winners whose hands are named: more have no room in the line

/** The result in one sentence, as the viewer reads it: "You win $43 with ...; Ann has ...".
 * @param {Digest} digest @param {Record<number, string>} names @param {number} mine @param {{name: string}[]} [held] what the viewer held, shown or not */
export function result(digest, names, mine, held = []) {
  const name = (/** @type {number} */ seat) => (seat === mine ? "you" : (names[seat] ?? `seat ${seat}`)),
    winners = Object.keys(digest.won).map(Number);
  if (!winners.length) return "";
  const hands = Object.fromEntries(winners.map((seat) => [seat, wonWith(digest, seat)])),
    said = (/** @type {number} */ seat) => hands[seat].map(aHand).join(", and "),
    won = (/** @type {number} */ seat) => `${name(seat)} ${seat === mine ? "win" : "wins"} ${money(digest.won[seat])}`;
  const [first, second] = winners;
  if (second && said(first) && winners.every((seat) => said(seat) === said(first)))
    return `${capital(winners.map(won).join(", "))}: ${winners.length > 2 ? "all" : "both"} have ${said(first)}.`;
  const reasons = winners.map((seat) =>
    said(seat) && (winners.length <= NAMED || seat === mine) ? `${won(seat)} with ${said(seat)}` : won(seat),
  );
  const words = capital(reasons.join(reasons.some((one) => one.includes(" with ")) ? "; " : ", ")),
    best = second ? undefined : hands[first].at(-1);
  if (!best || hands[first].length > 1) return `${words}.`;
  const part = digest.shown[first].made.indexOf(best); // of those that every hand is shown for
  const beaten = Object.entries(digest.shown)
    .map(([seat, { made }]) => ({ seat: Number(seat), made: made[part] }))
    .filter(({ seat, made }) => seat !== first && made);
  const close = beaten.find(({ made }) => kind(made) === kind(best)),
    own = beaten.find(({ seat }) => seat === mine),
    other = own ?? close ?? beaten.at(-1);
  const kicker = close && (!own || own === close) && deciding(best, close.made);
  if (kicker) return `${capital(won(first))}: ${kind(best)} on both sides, ${kicker}.`;
  const conceded = !own && first !== mine ? held[part] : undefined;
  if (conceded)
    return `${words}; you had ${aHand(conceded)}${kind(conceded) === kind(best) ? " with a lower kicker" : ""}.`;
  return other
    ? `${words}; ${name(other.seat)} ${other.seat === mine ? "have" : "has"} ${aHand(other.made)}.`
    : `${words}.`;
}

/** What all wagers of a round brought the viewer, a pot between players with them, and against which hand. @param {Digest} digest @param {number} mine */
export function settledWords(digest, mine) {
  const outcomes = digest.settled[mine] ?? [],
    total = outcomes.reduce((sum, one) => sum + net(one), 0);
  if (!outcomes.length) return "";
  const words = total ? `You ${total > 0 ? "win" : "lose"} ${money(Math.abs(total))}.` : "You break even.";
  const { house } = digest,
    dealer = house?.community ? undefined : house?.made[0],
    own = digest.shown[mine]?.made[0];
  if (!dealer || !own) return words;
  if (kind(dealer) === kind(own))
    return `${words} Both hands are ${aHand(own)}${total < 0 ? ", the dealer's higher" : ""}.`;
  return `${words} The dealer has ${aHand(dealer)}${dealer.brief ? "" : " and does not qualify"}; you have ${aHand(own)}.`;
}
