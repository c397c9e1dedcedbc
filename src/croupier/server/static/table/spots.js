// @ts-check
/* Spots on the cloth: a bet and the button of every seat, each where it belongs or on the nearest spot that is free. */
import { holds, meet, APART, GAP } from "./block.js";

/** @typedef {import("./block.js").Box} Box */
/** @typedef {import("./block.js").Point} Point */
/** @typedef {import("./block.js").Table} Table */
/** @typedef {import("./block.js").Sizes} Sizes */

const STEP = 4;
export const FAR = 180,
  NEAR = 44; // how far from there a bet may lie, and the button
const OFFSETS = Array.from({ length: (2 * FAR) / STEP + 1 }, (_, i) => i * STEP - FAR)
  .flatMap((dx, _, all) => all.map((dy) => [dx, dy, Math.hypot(dx, dy)]))
  .filter(([, , far]) => far <= FAR)
  .sort((a, b) => a[2] - b[2]);

/** Lay one thing for every seat down, each on the nearest spot to where it belongs that is clear of a list; of the first list for which there is one.
 * The first takes the room of others, so that several orders are tried.
 * @param {Point[]} points @param {(i: number) => Box[][]} lists @param {Box} within @param {number} far @param {(p: Point, i: number) => Box} wanted @returns {Box[] | undefined} */
export function lay(points, lists, within, far, wanted) {
  const order = [...points.keys()],
    up = order.toSorted((i, j) => points[i].y - points[j].y);
  return [order, order.toReversed(), up, up.toReversed()].reduce((found, turns) => {
    /** @type {Box[]} */
    const laid = found ?? [];
    for (const i of found ? [] : turns) {
      const at = wanted(points[i], i),
        spot = lists(i).reduce(
          (free, list) => free ?? nearest(at, [...list, ...laid.filter(Boolean)], within, far),
          /** @type {Box | undefined} */ (undefined),
        );
      if (!spot) return undefined;
      laid[i] = spot;
    }
    return laid;
  }, /** @type {Box[] | undefined} */ (undefined));
}

/** @param {Box} at @param {Box[]} taken @param {Box} within @param {number} far @returns {Box | undefined} */
function nearest(at, taken, within, far) {
  const close = taken.filter((box) => meet(box, at, far)),
    spot = { ...at };
  let met = close[0]; // what was in the way last is so again, more often than not
  for (const [dx, dy, away] of OFFSETS) {
    if (away > far) break;
    spot.x = at.x + dx;
    spot.y = at.y + dy;
    if (!holds(within, spot) || (met && meet(met, spot, 1))) continue;
    const other = close.find((box) => meet(box, spot, 1));
    if (!other) return spot;
    met = other;
  }
  return undefined;
}

/** A bet belongs on the inward side of its seat. @param {Point} p @param {Box[]} seat @param {Table} table @param {Sizes} sizes */
export function ideal(p, [plate, hand, note], { open }, { betW, betH, peek }) {
  const up = open || note.h === 0 ? hand.h + GAP : peek,
    down = note.h;
  const reach = Math.min(
    (plate.w / 2 + betW / 2 + 2 * APART) / (Math.abs(p.nx) || 1e-9),
    (plate.h / 2 + betH / 2 + (p.ny < 0 ? up : down) + 2 * APART) / (Math.abs(p.ny) || 1e-9),
  );
  return { x: p.x + p.nx * reach, y: p.y + p.ny * reach, w: betW, h: betH };
}

/** The button belongs at the corner of its plate that is nearest to the pot. @param {Point} p @param {Box[]} seat @param {Table} table @param {Sizes} sizes */
export function corner(p, [plate], { width }, { disc }) {
  const inward = Math.abs(p.nx) > 0.3 ? Math.sign(p.nx) : Math.sign(width / 2 - p.x) || -1;
  return {
    x: plate.x + inward * (plate.w / 2 + disc / 2 + GAP),
    y: plate.y + Math.sign(p.ny) * plate.h * 0.3,
    w: disc,
    h: disc,
  };
}
