// @ts-check
/* Where everything at a table lies. Pure: the room there is in, places out.
 *
 * Every seat gets the same block: its hand above its plate, a note below it. Place 0 is the viewer's, at the foot; places
 * run clockwise as seen from above. On a wide stage the blocks stand along a racetrack with a place for the dealer, because
 * "left of the dealer" is a rule; on a tall one in a head row and two columns. Cards are as large as leaves every block free
 * of its neighbors. Bets and the button then lie on the free spot nearest to where they belong. Nothing depends on what is
 * on the table just now, so nothing moves while a round is played.
 */

import { block, own, meet, within, APART, EDGE, LEAST, TALL_CARD } from "./block.js";
import { columns } from "./columns.js";
import { corner, ideal, lay, FAR, NEAR } from "./spots.js";
import { track } from "./racetrack.js";

/** @typedef {import("./block.js").Box} Box */
/** @typedef {import("./block.js").Point} Point */
/** @typedef {import("./block.js").Table} Table */
/** @typedef {import("./block.js").Sizes} Sizes */
/** @typedef {{plate: Point, hand: Box, bet: Box, disc: Box}} Place */
/** @typedef {{tall: boolean, tight: boolean, letters: number, lines: number, top: number, card: number, handW: number, noteW: number, plateW: number, youCard: number, boardCard: number, potLetters: number, centreY: number, dealer: Point | null, seats: Place[]}} Laid */

const ROUND = 1.15; // a stage so much wider than high has seats all around
const LESS = 20; // how much smaller cards may be for the bets' sake
const LETTERS = [1, 0.9, 0.8]; // how large pots are written, and bets whose chips are not drawn

/** @param {Table} table @param {Sizes} given @returns {Laid} */
export function places(table, given) {
  const round = table.width > table.height * ROUND && track(table, given) !== undefined;
  const smaller = (/** @type {number} */ less) => ({
    ...given,
    upW: Math.max(LEAST, given.upW - less),
    youMost: given.youMost - less,
    boardMost: Math.max(LEAST, given.boardMost - less),
  });
  for (let less = 0; less < LESS; less += 4) {
    // smaller cards, where bets would have no room
    const laid = arrange(table, smaller(less), round, false);
    if (laid) return laid;
  }
  return /** @type {Laid} */ (arrange(table, smaller(LESS), round, true));
}

/** @param {Table} table @param {Sizes} given @param {boolean} round @param {boolean} last a bet without room then lies on its own seat's things @returns {Laid | undefined} */
function arrange(table, given, round, last) {
  const stand = (/** @type {Sizes} */ sizes) => (round ? track(table, sizes) : columns(table, sizes)),
    plain = stand(given) ?? columns(table, given);
  // A note may have two lines where that costs the cards nothing.
  const spare = { ...given, note: given.note + given.line },
    roomy = stand(spare),
    lines = roomy && roomy.card >= plain.card && roomy.plateW >= plain.plateW ? 2 : 1;
  const found = roomy && lines > 1 ? roomy : plain,
    { points, top, dealer, card, handW, noteW, plateW, youCard } = found,
    sizes = { ...(lines > 1 ? spare : given), plateW };
  const blocks = points.map((p, i) =>
    i || !table.own ? block(p, found, table, sizes) : own(p, youCard, table, sizes),
  );
  const well = dealer ? [{ ...dealer, w: sizes.wellW, h: sizes.plateH }] : [],
    solid = [...blocks.flat(), ...well],
    centre = middle(solid, found.board, table, sizes),
    mid = [centre.box, centre.pots];
  if (!centre.fits && !last) return undefined;
  const stage = { x: table.width / 2, y: table.height / 2, w: table.width - 2 * EDGE, h: table.height - 2 * EDGE };
  const low = round ? sizes.bottom : EDGE,
    cloth = {
      ...stage,
      y: (table.height + top - low) / 2,
      w: round ? table.width - 2 * sizes.side : stage.w,
      h: table.height - top - low,
    };
  // Bets are gathered before hands are shown: where cards lie face down until then, only what peeks out is in their way.
  const closed = [
    ...blocks.flatMap(([plate, hand, note], i) => [
      plate,
      table.open || (!i && table.own) ? hand : peeking(plate, sizes),
      note,
    ]),
    ...well,
    ...mid,
  ];
  const others = (/** @type {number} */ i) => [...blocks.filter((_, j) => j !== i).flat(), ...well, ...mid];
  const drawn = lay(
    points,
    () => [closed],
    cloth,
    FAR,
    (p, i) => ideal(p, blocks[i], table, sizes),
  );
  const bare = (/** @type {number} */ letters) => (/** @type {Point} */ p, /** @type {number} */ i) =>
    ideal(p, blocks[i], table, { ...sizes, betW: sizes.betBare * letters, betH: sizes.betH * letters });
  const small = LETTERS.at(-1) ?? 1;
  const written = drawn
    ? 1
    : (LETTERS.find((letters) => lay(points, () => [closed], cloth, FAR, bare(letters))) ?? (last ? small : 0));
  if (!written) return undefined;
  const bets =
    drawn ??
    lay(points, (i) => (last ? [closed, others(i)] : [closed]), cloth, FAR, bare(written)) ??
    points.map(bare(written));
  // The button keeps clear of everything; where that would take it away from its seat, it lies on the seat's own things.
  const discs =
    lay(
      points,
      (i) => [[...solid, ...mid, ...bets], others(i), []],
      stage,
      NEAR,
      (p, i) => corner(p, blocks[i], table, sizes),
    ) ?? [];
  return {
    tall: !round,
    tight: !drawn,
    letters: written,
    lines,
    top,
    card,
    handW,
    noteW,
    plateW,
    youCard,
    boardCard: centre.card,
    potLetters: centre.letters,
    centreY: centre.box.y - centre.box.h / 2,
    dealer,
    seats: points.map((plate, i) => ({ plate, hand: blocks[i][1], bet: bets[i], disc: discs[i] })),
  };
}

/** @param {Box} plate @param {Sizes} sizes */
const peeking = (plate, { peek }) => ({ x: plate.x, y: plate.y - plate.h / 2 - peek / 2, w: peek * 3, h: peek });

/** The bands that boxes, sorted from the top, leave free. @param {Box[]} across @param {number} height @returns {[number, number][]} */
function bands(across, height) {
  let from = EDGE;
  return [...across, { y: height, h: 0 }].map((box) => {
    const band = /** @type {[number, number]} */ ([from, Math.max(from, box.y - box.h / 2)]);
    from = Math.max(from, box.y + box.h / 2);
    return band;
  });
}

/** @param {{from: number, to: number}} band @param {number} y */
const away = ({ from, to }, y) => Math.abs((from + to) / 2 - y);

/** Pot and board, in a band that is free, with room for bets above and below it if there is such a one; the board is smaller where that is low. @param {Box[]} solid @param {number} boardCard @param {Table} table @param {Sizes} sizes */
function middle(solid, boardCard, { width, height, slots }, { potTop, potGap, potW, potsW, potsH, betH, boardGap }) {
  const pots = (/** @type {Box} */ { x, y, h }) => ({ x, y: y + h / 2 - potsH / 2, w: potsW, h: potsH }); // named below the board
  let best = { card: 0, letters: 1, box: { x: width / 2, y: height / 2, w: 0, h: 0 } };
  for (let card = slots ? boardCard : 1; card > (slots ? LEAST : 0); card -= slots ? 2 : 1) {
    for (const letters of LETTERS) {
      const w = Math.max(potW * letters, slots * (card + boardGap)),
        h = potTop + potsH + (slots ? card * TALL_CARD + potGap : 0);
      const across = solid
        .filter((box) => meet({ ...box, y: 0, h: 1 }, { x: width / 2, y: 0, w: Math.max(w, potsW), h: 1 }, APART))
        .sort((a, b) => a.y - a.h / 2 - b.y + b.h / 2);
      const row = betH + 2 * APART,
        rows = (/** @type {number} */ spare) => [2, 1, 0].find((n) => spare >= n * row) ?? -1; // of bets, above and below
      const wanted = height * 0.43,
        found = bands(across, height).map(([from, to]) => ({ from, to, kept: rows(to - from - h) }));
      const band = found.reduce((one, other) =>
        other.kept > one.kept || (other.kept === one.kept && away(other, wanted) < away(one, wanted)) ? other : one,
      );
      best = {
        card,
        letters,
        box: {
          x: width / 2,
          y: within(wanted, band.from + h / 2 + (band.kept > 1 ? row : 0), band.to - h / 2 - (band.kept > 0 ? row : 0)),
          w,
          h,
        },
      };
      if (band.kept >= 0) return { ...best, pots: pots(best.box), fits: true };
    }
  }
  return { ...best, pots: pots(best.box), fits: false };
}
