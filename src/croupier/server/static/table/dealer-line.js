// @ts-check
/* What the dealer says last, in a sentence or two. Pure: lines in, words out. */
import { aloud } from "../shared/sentence.js";

/** @typedef {import("./feed.js").Line} Line */

const NUMBERS = ["none", "one", "two", "three", "four", "five", "six", "seven"];
const UNSAID = new Set(["Burned", "DeckCut"]);

/** The last two lines of a round that are said aloud. @param {Line[]} lines */
export function latest(lines) {
  const end = lines.findIndex((line) => line.entry.fact.type === "RoundClosed");
  return (end < 0 ? lines : lines.slice(0, end))
    .filter((line) => line.words && line.play && !UNSAID.has(line.entry.fact.type))
    .slice(-2);
}

/** A discard and the cards drawn for it are one sentence. @param {Line[]} last @param {Record<number, string>} names @param {number} mine @returns {string[]} */
export function sentences(last, names, mine) {
  const [first, second] = last.map((line) => line.entry.fact);
  if (
    first?.type === "Discarded" &&
    second?.type === "Dealt" &&
    second.seats.every((/** @type {number} */ s) => s === first.seat)
  ) {
    const counts = [first.cards, second.cards].map((cards) => NUMBERS[cards.length] ?? String(cards.length)),
      [discards, draws] =
        first.seat === mine
          ? ["You discard", "draw"]
          : [`${names[first.seat] ?? `Seat ${first.seat}`} discards`, "draws"];
    return ["", `${discards} ${counts[0]} and ${draws} ${counts[1]}.`];
  }
  return last.map((line) => `${aloud(line, names, mine)}.`);
}
