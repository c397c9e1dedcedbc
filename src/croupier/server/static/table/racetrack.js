// @ts-check
/* A wide stage: seats along a racetrack, with a place for the dealer, because "left of the dealer" is a rule. */
import { block, own, tallest, holds, meet, fanned, flat, EDGE, GAP, LEAST } from "./block.js";

/** @typedef {import("./block.js").Point} Point */
/** @typedef {import("./block.js").Table} Table */
/** @typedef {import("./block.js").Sizes} Sizes */

/** Plates and cards as large as leaves every seat free of its neighbors; nothing, where that cannot be. @param {Table} table @param {Sizes} given */
export function track(table, given) {
  const { width, height, cards, own: mine } = table,
    { plateH, youW, upW } = given;
  const youCard = Math.min(given.youMost, flat(youW - 2 * GAP, cards || 1) - 3),
    inside = { x: width / 2, y: height / 2, w: width, h: height };
  for (let plateW = given.plateW; plateW > given.plateW * 0.9; plateW -= 4) {
    // narrower plates come last
    const sizes = { ...given, plateW },
      room = plateW * 1.1;
    for (let card = cards ? Math.min(upW, fanned(room, cards)) : 0; card >= (cards ? LEAST : 0); card--) {
      const top = plateH / 2 + tallest(sizes, table, card) + GAP + 2 * EDGE,
        handW = Math.min(room, cards * (card + GAP)),
        noteW = plateW + 10;
      const { points, dealer } = along(table, sizes, top),
        blocks = points.map((p, i) =>
          i || !mine ? block(p, { card, handW, noteW }, table, sizes) : own(p, youCard, table, sizes),
        );
      const well = dealer ? [{ ...dealer, w: sizes.wellW, h: plateH }] : [];
      const clear = blocks.every((one, i) =>
        one.every(
          (a) =>
            holds(inside, a) &&
            blocks.every((other, j) => i >= j || !other.some((b) => meet(a, b))) &&
            !well.some((b) => meet(a, b)),
        ),
      );
      if (clear) return { points, dealer, top, card, handW, noteW, plateW, youCard, board: sizes.boardMost };
    }
  }
  return undefined;
}

/** Equal steps along the track; the viewer takes a wider share, and the dealer what the words there need. @param {Table} table @param {Sizes} sizes @param {number} top */
function along({ seats, dealer, width, height, own: mine }, { plateW, youW, wellW, bottom, side, plateH, note }, top) {
  const low = mine ? bottom : Math.max(bottom, plateH / 2 + note + EDGE);
  const W = width - 2 * side,
    H = height - top - low,
    r = Math.min(W, H) / 2,
    flatX = Math.max(0, W - H),
    flatY = Math.max(0, H - W),
    length = 2 * (flatX + flatY) + 2 * Math.PI * r;
  const names = Array.from({ length: seats }, (_, i) => i).flatMap((i) => (i === dealer ? [-1, i] : [i]));
  if (dealer >= seats) names.push(-1);
  // The viewer's plate is wide: take at least the share that keeps both neighbors clear of it.
  const share = Math.max(1.12, 1 + ((wellW + 16 - plateW) * (names.length + 0.67)) / length),
    others = names.length - 1 + (dealer >= 0 ? share - 1 : 0),
    apart = youW + plateW + 36;
  const wide = Math.max(1.55, (apart * others - length) / Math.max(1, length - apart));
  const weight = (/** @type {number} */ n) => (n === 0 ? wide : n < 0 ? share : 1),
    total = others + wide;
  /** @type {Point[]} */ const points = [];
  /** @type {Point | null} */ let well = null;
  let s = -wide / 2;
  for (const name of names) {
    const p = onTrack(((s + weight(name) / 2) / total) * length, { cx: width / 2, cy: top + H / 2, flatX, flatY, r });
    s += weight(name);
    if (name < 0) well = p;
    else points[name] = p;
  }
  return { points, dealer: well };
}

/** A point `at` along the track from the foot's middle, clockwise seen from above, with its inward normal. @param {number} at @param {{cx: number, cy: number, flatX: number, flatY: number, r: number}} of @returns {Point} */
function onTrack(at, { cx, cy, flatX, flatY, r }) {
  const quarter = (Math.PI / 2) * r,
    x = flatX / 2,
    y = flatY / 2;
  let d = at;
  if (d <= x) return { x: cx - d, y: cy + y + r, nx: 0, ny: -1 };
  // The corners: where each begins, which way it turns, and the straight part that follows it.
  const corners = [
    [-x, y, 0, flatY],
    [-x, -y, 1, flatX],
    [x, -y, 2, flatY],
    [x, y, 3, x],
  ];
  d -= x;
  for (const [ox, oy, turn, straight] of corners) {
    const a = (turn * Math.PI) / 2,
      end = a + Math.PI / 2;
    if (d <= quarter)
      return {
        x: cx + ox - r * Math.sin(a + d / r),
        y: cy + oy + r * Math.cos(a + d / r),
        nx: Math.sin(a + d / r),
        ny: -Math.cos(a + d / r),
      };
    d -= quarter;
    if (d <= straight)
      return {
        x: cx + ox - r * Math.sin(end) - d * Math.cos(end),
        y: cy + oy + r * Math.cos(end) - d * Math.sin(end),
        nx: Math.sin(end),
        ny: -Math.cos(end),
      };
    d -= straight;
  }
  return { x: cx, y: cy + y + r, nx: 0, ny: -1 };
}
