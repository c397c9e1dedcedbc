/* What the lines of a round add to the screen. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { byStreet, digest, net } from "../../../src/croupier/server/static/table/digest.js";

const line = (fact, more = {}) => ({ words: "", entry: { fact }, ...more });

test("the last words of each seat are those of this betting round", () => {
  const { said } = digest([
    line({ type: "Checked", seat: 1 }),
    line({ type: "BettingOpened" }),
    line({ type: "Raised", seat: 2, kind: "bet" }),
    line({ type: "Raised", seat: 3, kind: "raise" }),
    line({ type: "Called", seat: 2 }),
  ]);
  assert.deepEqual(said, { 2: "Call", 3: "Raise" });
});

test("a row of a pay table is named as players say it", () => {
  const outcomes = [["flop", "wins", 500, 1000, "FLOP 11(c)", "two pairs"]];
  const { settled } = digest([line({ type: "Settled", seat: 1, outcomes })]);
  assert.equal(settled[1][0].line, "two pair");
});

test("winnings are summed over all pots", () => {
  const { won } = digest([
    line({ type: "PotAwarded", moves: [["pot", "stack:2", 500]] }),
    line({
      type: "PotAwarded",
      moves: [
        ["pot", "stack:2", 100],
        ["pot", "stack:4", 100],
      ],
    }),
  ]);
  assert.deepEqual(won, { 2: 600, 4: 100 });
});

test("a hand that is shown comes with its name, as a field of the line", () => {
  const hands = [{ name: "flush, ace high", brief: "flush" }];
  const { shown, house } = digest([
    line({ type: "Shown", seat: 3, cards: ["As", "Ks"] }, { words: "seat 3 shows: nothing to be read here", hands }),
    line({ type: "HouseRevealed", cards: ["2c", "2d"], community: false }),
  ]);
  assert.deepEqual(shown, { 3: { cards: ["As", "Ks"], made: hands } });
  assert.deepEqual(house, { cards: ["2c", "2d"], community: false, made: [] });
});

test("draws are counted, and a settlement is shown wager by wager", () => {
  const { drew, settled, over } = digest([
    line({ type: "Discarded", seat: 1, cards: ["2c", "3d"] }),
    line({ type: "Discarded", seat: 1, cards: [] }),
    line({ type: "Settled", seat: 1, outcomes: [["ante", "wins", 500, 500, "THB 10(h)(1)", ""]] }),
    line({ type: "RoundClosed" }),
  ]);
  assert.deepEqual(drew, { 1: [2, 0] });
  assert.equal(net(settled[1][0]), 500);
  assert.equal(over, true);
});

test("an outcome brings what was won, costs what was staked, or neither", () => {
  const outcome = (result) => ({ result, staked: 500, won: 700 });
  assert.deepEqual(["wins", "loses", "pushes"].map(outcome).map(net), [700, -500, 0]);
});

test("a street's heading has its cards and the most that lay in the pot", () => {
  const at = (street, fact) => ({ ...line(fact), street });
  const called = (seat, chips) => ({ type: "Called", seat, moves: [[`stack:${seat}`, "pot", chips]] });
  const groups = byStreet([
    at("hole cards", called(1, 200)),
    at("", called(2, 200)),
    at("flop", { type: "BoardDealt", board: 0, cards: ["2c", "3d", "4h"] }),
    at("flop", called(1, 500)),
    at("flop", { type: "RakeTaken", moves: [["pot", "rake", 100]] }),
    at("showdown", { type: "PotAwarded", moves: [["pot", "stack:1", 800]] }),
  ]);
  assert.deepEqual(
    groups.map(({ street, lines, cards, pot }) => [street, lines.length, cards.length, pot]),
    [
      ["hole cards", 2, 0, 400],
      ["flop", 3, 3, 900],
      ["showdown", 1, 0, 800],
    ],
  );
});
