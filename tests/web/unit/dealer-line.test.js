/* What the dealer says last. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { latest, sentences } from "../../../src/croupier/server/static/table/dealer-line.js";

const line = (fact, words) => ({ words, play: true, entry: { fact } });
const names = { 1: "Ana", 2: "Jun" };

test("a discard and a draw are one sentence", () => {
  const lines = [
    line({ type: "Discarded", seat: 2, cards: ["??"] }, "seat 2 discards one card"),
    line({ type: "Dealt", seats: [2], cards: ["??"] }, "seat 2 draws one card"),
  ];
  assert.equal(sentences(latest(lines), names, 1).join(" ").trim(), "Jun discards one and draws one.");
  assert.equal(sentences(latest(lines), names, 2).join(" ").trim(), "You discard one and draw one.");
});

test("cards dealt to all are no draw", () => {
  const lines = [
    line({ type: "Discarded", seat: 2, cards: ["??"] }, "seat 2 discards one card"),
    line({ type: "Dealt", seats: [1, 2], cards: ["??", "??"] }, "one card to each player"),
  ];
  assert.deepEqual(sentences(latest(lines), names, 1), ["Seat 2 discards one card.", "One card to each player."]);
});

test("what is burned is not said, nor what follows the end", () => {
  const lines = [
    line({ type: "BoardDealt" }, "river: 8♣"),
    line({ type: "Burned" }, "the top card is burned"),
    line({ type: "RoundClosed" }, "the round is over"),
  ];
  assert.deepEqual(sentences(latest(lines), names, 1), ["River: 8♣."]);
});
