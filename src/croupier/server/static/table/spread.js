// @ts-check
/* The decks that lie spread on the cloth: side by side or one above the other, as large as leaves every plate free. */
import { meet, within, APART, EDGE, TALL_CARD } from "./block.js";

/** @typedef {import("./block.js").Box} Box */

const MOST = 38,
  LEAST = 8; // pixels of a card
const COVERED = 0.42; // of a card, by the next one
const RANKS = 13;

/** How much room the decks take. @param {{decks: number, rows: number, label: number}} of @param {number} card @param {boolean} high */
function extent({ decks, rows, label }, card, high) {
  const w = card * ((RANKS - 1) * (1 - COVERED) + 1),
    h = rows * (card * TALL_CARD + 5) + label;
  return high ? { w, h: decks * h + 10 * (decks - 1) } : { w: decks * w + 20 * (decks - 1), h };
}

/** The largest cards with which the decks lie free, and where. @param {{decks: number, rows: number, label: number}} of @param {Box[]} taken @param {number} width @param {number} height */
export function spreadOut(of, taken, width, height) {
  for (let card = MOST; card >= LEAST; card--)
    for (const high of [false, true]) {
      const size = extent(of, card, high);
      for (let off = 0; off < height / 2; off += 6)
        for (const y of [height / 2 - off, height / 2 + off]) {
          const box = { x: width / 2, y, ...size },
            inside = size.h / 2 + EDGE;
          if (size.w > width - 2 * EDGE || within(y, inside, height - inside) !== y) continue;
          if (!taken.some((one) => meet(one, box, APART))) return { card, high, y };
        }
    }
  return { card: LEAST, high: false, y: height / 2 };
}
