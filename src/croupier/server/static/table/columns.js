// @ts-check
/* A tall stage: a head row and two columns, with a band for the board between them where it needs one. */
import { tallest, within, fanned, flat, APART, EDGE, GAP, LEAST, TALL_CARD } from "./block.js";

/** @typedef {import("./block.js").Point} Point */
/** @typedef {import("./block.js").Table} Table */
/** @typedef {import("./block.js").Sizes} Sizes */

const ASIDE = 40; // the viewer's cards stand between the columns if they can be as large as this

/** What is free between the columns. @param {Table} table @param {Sizes} sizes */
const between = ({ width }, { plateW }) => width - 2 * (plateW + 9 + 2 * APART);

/** The width that each of a head row has for itself. @param {number} head @param {Table} table @param {Sizes} sizes */
const headRoom = (head, { width }, { plateW }) =>
  Math.min(width / head, head > 1 ? (width - plateW - 18) / (head - 1) : width) - APART;

/** How many seats stand at the head, how many rows at the sides, and how large that leaves the cards. @param {Table} table @param {Sizes} sizes */
function plan(table, sizes) {
  const { seats, width, highest, cards, slots } = table,
    { plateW, plateH, note, upW, potTop, potGap, potsH, potW, boardMost, boardGap, betH } = sizes;
  const { limit } = footing(table, sizes, highest),
    narrow = between(table, sizes) / (slots || 1) - boardGap;
  let best = { card: 0, board: 0, band: 0, head: 1, rows: 0, room: 0, score: -Infinity };
  // Board and pot lie in a band of their own, or between the columns: there the board is smaller, or hands without a board leave the pot free.
  for (const apart of [true, false]) {
    const board = slots > 1 && !apart ? Math.min(boardMost, narrow) : boardMost;
    for (let rows = 0; rows <= 5; rows++) {
      const head = seats - 1 - 2 * rows;
      if (head < 1 || headRoom(head, table, sizes) < plateW) continue;
      const beside = slots > 1 ? plateW : apart ? width / 2 - 10 : (width - potW) / 2 - APART;
      const room = Math.min(headRoom(head, table, sizes), rows ? beside : width);
      const band =
        slots > 1
          ? board > narrow
            ? board * TALL_CARD + potTop + potGap + potsH + betH + 2 * APART
            : 0
          : apart && rows
            ? potTop + potsH + 2 * APART
            : 0;
      const high = ((limit - EDGE - band) / (rows + 1) - plateH - note - GAP - 1) / TALL_CARD,
        card = Math.min(upW, high, fanned(room, cards || 1));
      const score = Math.min(card, slots > 1 ? board * 0.75 : card) - head / 100;
      if (score > best.score) best = { card, board, band, head, rows, room, score };
    }
  }
  return best;
}

/** Where the viewer sits, how large the viewer's cards are, and how far down the columns reach. @param {Table} table @param {Sizes} sizes @param {number} height */
function footing(table, sizes, height) {
  const { width, cards, own: mine, open, slots } = table,
    { plateH, youMost, youExtra, note, upW, bottom } = sizes;
  const foot = height - (mine ? bottom : plateH / 2 + note + EDGE);
  const aside = open ? 0 : Math.min(youMost, flat(between(table, sizes), cards || 1) - 3),
    youCard = aside >= ASIDE ? aside : Math.min(youMost, flat(width - 24, cards || 1) - 3);
  const hand = mine
    ? youCard > aside
      ? youCard * TALL_CARD + youExtra + GAP
      : 0
    : slots > 1
      ? 0
      : upW * TALL_CARD + GAP; // what stands in the columns' way
  return { foot, youCard, limit: foot - plateH / 2 - APART - hand };
}

/** Rows as far apart as the stage allows; where the bar below takes too much of it, the viewer's cards are smaller. @param {Table} table @param {Sizes} sizes */
export function columns(table, sizes) {
  const { width, height, cards } = table,
    { plateW, plateH, note } = sizes;
  const { head, rows, band, board, room, card: most } = plan(table, sizes),
    { foot, youCard, limit } = footing(table, sizes, height),
    edge = plateW / 2 + 9;
  const high = (limit - EDGE - band) / (rows + 1) - plateH - note - GAP,
    card = cards ? Math.max(1, Math.min(most, high / TALL_CARD)) : 0;
  const block = tallest(sizes, table, card) + GAP + plateH + note,
    above = Math.floor(rows / 2);
  const spare = limit - EDGE - band - (rows + 1) * block,
    gap = Math.max(0, spare) / (rows + 1 + (band ? 1 : 0));
  const level = (/** @type {number} */ n) =>
    EDGE + n * (block + gap) + (n > above && band ? band + gap : 0) + block - note - plateH / 2;
  const up = Array.from({ length: rows }, (_, i) => rows - i); // rows from the foot up
  /** @type {Point[]} */
  const points = [
    { x: width / 2, y: foot, nx: 0, ny: -1 },
    ...up.map((n) => ({ x: edge, y: level(n), nx: 1, ny: 0 })),
    ...Array.from({ length: head }, (_, i) => ({
      x: within(((i + 0.5) / head) * width, edge, width - edge),
      y: level(0),
      nx: 0,
      ny: 1,
    })),
    ...up.reverse().map((n) => ({ x: width - edge, y: level(n), nx: -1, ny: 0 })),
  ];
  return {
    points,
    dealer: null,
    top: level(0),
    card,
    handW: Math.min(room, cards * (card + GAP)),
    noteW: Math.min(plateW + 10, headRoom(head, table, sizes)),
    plateW,
    youCard: Math.max(LEAST, youCard + Math.min(0, spare) / TALL_CARD),
    board,
  };
}
