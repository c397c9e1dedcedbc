// @ts-check
/* What one seat holds, as boxes: its hand above its plate, a note below it. Whatever lays a table out reckons with these. */

/** @typedef {{x: number, y: number, w: number, h: number}} Box a centre and a size */
/** @typedef {{x: number, y: number, nx: number, ny: number}} Point on the track, and the way inward */
/** @typedef {{seats: number, dealer: number, own: boolean, cards: number, slots: number, open: boolean, width: number, height: number, highest: number}} Table */
/** @typedef {{plateW: number, plateH: number, youW: number, youMost: number, youExtra: number, upW: number, peek: number, note: number, line: number, boardMost: number, boardGap: number, disc: number, bottom: number, side: number} & import("./measure.js").Measured} Sizes what the style sheet gives, and what was measured */

export const TALL_CARD = 1.4; // a card's height by its width
export const GAP = 3,
  APART = 4,
  EDGE = 4; // within a seat, between things, and to the stage's edge
const LABELS = 80; // pixels by which the names of down- and up-cards are wider than these
export const LEAST = 18; // a card that is shown is not smaller
const FREE = 0.56; // of a fanned card stays in sight: rank and suit

/** @param {Box} a @param {Box} b */
export const meet = (a, b, gap = 0) =>
  Math.abs(a.x - b.x) < (a.w + b.w) / 2 + gap && Math.abs(a.y - b.y) < (a.h + b.h) / 2 + gap;
/** @param {Box} a @param {Box} b */
export const holds = (a, b) => Math.abs(a.x - b.x) <= (a.w - b.w) / 2 && Math.abs(a.y - b.y) <= (a.h - b.h) / 2;
/** @param {number} x @param {number} least @param {number} most */
export const within = (x, least, most) => Math.max(least, Math.min(most, x));
/** The widest card of a fanned hand that fits. @param {number} room @param {number} cards */
export const fanned = (room, cards) => room / (1 - FREE + FREE * cards);
/** The widest card of a hand that lies side by side. @param {number} room @param {number} cards */
export const flat = (room, cards) => (room - GAP * (cards - 1)) / cards;

/** How high a hand is: cards that are shown, or what peeks out until then. @param {Sizes} sizes @param {Table} table @param {number} card */
export const tallest = ({ peek }, { open, cards }, card) => Math.max(card * TALL_CARD, open || !cards ? 0 : peek);

/** What a seat holds: plate, hand, note. @param {Point} p @param {{card: number, handW: number, noteW: number}} of @param {Table} table @param {Sizes} sizes */
export function block(p, { card, handW, noteW }, table, sizes) {
  const { width } = table,
    { plateW, plateH, note } = sizes;
  const h = tallest(sizes, table, card),
    w = Math.max(handW, 1),
    x = within(p.x, EDGE + w / 2, width - EDGE - w / 2);
  return [
    { x: p.x, y: p.y, w: plateW, h: plateH },
    { x, y: p.y - plateH / 2 - GAP - h / 2, w, h },
    { x: p.x, y: p.y + plateH / 2 + note / 2, w: noteW, h: note },
  ];
}

/** The viewer's: a wide plate, large cards, and what is written over them. @param {Point} p @param {number} card @param {Table} table @param {Sizes} sizes */
export function own(p, card, { cards, open }, { youW, plateH, youExtra }) {
  const h = card * TALL_CARD + youExtra,
    said = open && youExtra ? LABELS : 0;
  return [
    { x: p.x, y: p.y, w: youW, h: plateH },
    { x: p.x, y: p.y - plateH / 2 - GAP - h / 2, w: said + cards * (card + 6) + 10, h },
    { x: p.x, y: p.y, w: 0, h: 0 },
  ];
}
