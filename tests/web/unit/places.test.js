/* Where things lie at a table: nothing on another seat's things, nothing over an edge, whatever the fonts. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { meet, holds } from "../../../src/croupier/server/static/table/block.js";
import { places } from "../../../src/croupier/server/static/table/places.js";
import { lay } from "../../../src/croupier/server/static/table/spots.js";

// What the style sheet gives on a phone and on a desk, and what words measure there with letters of three widths.
const PHONE = {
  plateW: 88,
  plateH: 42,
  youW: 232,
  youMost: 62,
  youExtra: 0,
  upW: 40,
  peek: 24,
  note: 13,
  line: 13,
  boardMost: 46,
  boardGap: 4,
  disc: 23,
  bottom: 26,
  side: 26,
};
const DESK = {
  plateW: 152,
  plateH: 52,
  youW: 348,
  youMost: 88,
  youExtra: 0,
  upW: 48,
  peek: 38,
  note: 15,
  line: 15,
  boardMost: 74,
  boardGap: 7,
  disc: 32,
  bottom: 42,
  side: 92,
};
const words = (letters) => ({
  betW: 38 + 82 * letters,
  betBare: 82 * letters,
  betH: 20,
  potW: 150 * letters,
  potTop: 18,
  potGap: 7,
  potsW: 120 * letters,
  potsH: 37,
  wellW: 50 + 105 * letters,
  stackW: 72 * letters,
  plateRest: 10,
});
const STAGES = [
  { name: "phone", width: 390, height: 480, given: PHONE },
  { name: "tablet", width: 768, height: 720, given: DESK },
  { name: "desk", width: 944, height: 540, given: DESK },
];

const table = ({ width, height }, seats, more = {}) => ({
  seats,
  dealer: seats,
  own: true,
  cards: 2,
  slots: 5,
  open: false,
  width,
  height,
  highest: height,
  ...more,
});
const plates = (laid, { plateH }) =>
  laid.seats.map(({ plate }, i) => ({ x: plate.x, y: plate.y, w: i ? laid.plateW : 0, h: plateH }));

for (const stage of STAGES) {
  for (const letters of [0.8, 1, 1.25]) {
    test(`${stage.name}, letters ${letters}: plates and bets keep clear of each other`, () => {
      for (let seats = 2; seats <= 9; seats++) {
        const sizes = { ...stage.given, ...words(letters) };
        const laid = places(table(stage, seats), sizes);
        const boxes = plates(laid, sizes);
        const bounds = { x: stage.width / 2, y: stage.height / 2, w: stage.width, h: stage.height };
        assert.equal(laid.seats.length, seats);
        boxes.forEach((one, i) => {
          assert.ok(holds(bounds, one), `${seats} seats: plate ${i} is cut`);
          boxes.forEach((other, j) => assert.ok(i >= j || !meet(one, other), `${seats} seats: plates ${i} and ${j}`));
          laid.seats.forEach(({ bet }, j) => assert.ok(!meet(one, bet), `${seats} seats: plate ${i} under bet ${j}`));
        });
        laid.seats.forEach(({ bet }, i) =>
          laid.seats.forEach((other, j) =>
            assert.ok(i >= j || !meet(bet, other.bet), `${seats} seats: bets ${i} and ${j}`),
          ),
        );
      }
    });
  }
}

test("the viewer sits at the foot, and the others follow clockwise", () => {
  const { seats } = places(table(STAGES[2], 6), { ...DESK, ...words(1) });
  assert.ok(seats.every(({ plate }) => plate.y <= seats[0].plate.y));
  assert.ok(seats[1].plate.x < seats[0].plate.x && seats[5].plate.x > seats[0].plate.x);
});

test("what is on the table plays no part: the same table is laid out the same", () => {
  const sizes = { ...PHONE, ...words(1) };
  assert.deepEqual(places(table(STAGES[0], 8), sizes), places(table(STAGES[0], 8), sizes));
});

test("where letters are wide, bets lose their chips before their size", () => {
  const narrow = places(table(STAGES[0], 9), { ...PHONE, ...words(0.6) });
  const wide = places(table(STAGES[0], 9), { ...PHONE, ...words(1.3) });
  assert.equal(narrow.letters, 1);
  assert.ok(wide.tight && wide.letters <= narrow.letters);
});

test("a spot is refused where there is no room at all", () => {
  const points = [{ x: 50, y: 50, nx: 0, ny: -1 }],
    full = { x: 50, y: 50, w: 400, h: 400 };
  assert.equal(
    lay(
      points,
      () => [[full]],
      full,
      20,
      (p) => ({ x: p.x, y: p.y, w: 10, h: 10 }),
    ),
    undefined,
  );
  const [spot] = lay(
    points,
    () => [[]],
    full,
    20,
    (p) => ({ x: p.x, y: p.y, w: 10, h: 10 }),
  );
  assert.deepEqual(spot, { x: 50, y: 50, w: 10, h: 10 });
});
