// @ts-check
/* A sentence as one reader has it: filled from the parts that the server sends, never taken apart. */
import { capital, cardWords } from "./words.js";

/** @typedef {Pick<import("./types.d.ts").LineSent, "words" | "sentence">} Line */

/** A line as one reader has it, part by part: names for seats, "you" for the reader's own, and cards as the caller draws them.
 * @template T @param {Line} line @param {Record<number, string>} names @param {number} mine @param {(cards: string[]) => T} draw @returns {(string | T)[]} */
export function pieces(line, names, mine, draw) {
  const name = (/** @type {number} */ seat) => names[seat] ?? `seat ${seat}`;
  const parts = (line.sentence ?? [line.words]).map((part) => {
    if (typeof part === "string") return part;
    if (part.cards) return draw(part.cards);
    if (part.seats) return listed(part.seats.map((seat) => (seat === mine && mine ? "you" : name(seat))));
    return mine && part.seat === mine ? (part.you ?? "") : (part.others ?? []).join(name(part.seat ?? 0));
  });
  if (typeof parts[0] === "string") parts[0] = capital(parts[0]);
  return parts;
}

/** A line to be read out: its cards in full words. @param {Line} line @param {Record<number, string>} names @param {number} mine */
export const aloud = (line, names, mine) =>
  capital(pieces(line, names, mine, (cards) => cards.map(cardWords).join(", ")).join(""));

/** Who sat where in a round: its lines name players who have left since, and not those who took their seats. */
export class Sitters {
  round = -1;
  /** @type {Record<number, string>} */
  names = {};
  mine = 0; // the reader's seat, where the lines of this round are about the reader

  /** @param {{round: number, mine: number, seats: {seat: number, name: string}[]}} screen */
  see({ round, mine, seats }) {
    const now = Object.fromEntries(seats.map((s) => [s.seat, s.name]));
    this.names = round === this.round ? { ...now, ...this.names } : now;
    this.mine = this.names[mine] === now[mine] ? mine : 0;
    this.round = round;
  }
}

/** @param {string[]} words */
const listed = (words) => (words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`);
