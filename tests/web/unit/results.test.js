/* How a round ended, in words and cards. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { digest, net } from "../../../src/croupier/server/static/table/digest.js";
import { deciding, result, settledWords, winningCards } from "../../../src/croupier/server/static/table/results.js";

const line = (fact, hands = [], clause = "") => ({ hands, clause, entry: { fact } });
const pair = (cards) => ({ name: "a pair of jacks", brief: "a pair", cards, share: "high" });
const shows = (seat, made) => line({ type: "Shown", seat, cards: made.cards.slice(0, 2) }, [made]);
const awards = (seat, chips, share = "high") =>
  line({ type: "PotAwarded", pot: 0, board: 0, share, moves: [["pot:0", `stack:${seat}`, chips]] }, [], "FLOP 10(d)");
const names = { 1: "Ana", 2: "Bo" };
const mine = pair(["Js", "As", "Jd", "9c", "8h"]),
  other = pair(["Jh", "Qs", "Jd", "9c", "8h"]);

test("a hand of the same name is decided by the card that differs", () => {
  const summary = digest([shows(2, other), shows(1, mine), awards(1, 4_300)]);
  assert.equal(result(summary, names, 1), "You win $43: a pair of jacks on both sides, ace beats queen.");
  assert.equal(result(summary, names, 0), "Ana wins $43: a pair of jacks on both sides, ace beats queen.");
  assert.deepEqual([...winningCards(summary)], mine.cards);
});

test("both hands are named, and an uncontested pot has no reason", () => {
  const flush = { ...mine, name: "flush, ace high" };
  const summary = digest([shows(2, other), shows(1, flush), awards(1, 4_300)]);
  assert.equal(result(summary, names, 2), "Ana wins $43 with a flush, ace high; you have a pair of jacks.");
  assert.equal(result(digest([awards(2, 150, "")]), names, 2), "You win $1.50.");
  assert.equal(winningCards(digest([awards(2, 150, "")])).size, 0);
});

test("a hand in a sentence has its article", () => {
  const of = (one, two) =>
    result(digest([shows(2, { ...other, name: two }), shows(1, { ...mine, name: one }), awards(1, 400)]), names, 0);
  assert.equal(
    of("straight, queen high", "high card, queen-jack-nine-eight-seven"),
    "Ana wins $4 with a straight, queen high; Bo has queen-jack-nine-eight-seven high.",
  );
  assert.match(of("four-card badugi", "badugi, six-five"), /with a four-card badugi; Bo has a badugi, six-five\.$/);
});

test("hands that tie are decided by nothing", () => assert.equal(deciding(mine, mine), ""));

test("the wager on a pot between players is settled with the others", () => {
  const placed = (seat) => line({ type: "Placed", seat, spots: { ante: 1_000, pot: 500 } });
  const summary = digest([placed(1), placed(2), awards(2, 1_000, "pot")]);
  assert.equal(net(summary.settled[1][0]), -500);
  assert.equal(net(summary.settled[2][0]), 500);
  assert.equal(summary.settled[2][0].clause, "FLOP 10(d)");
});

test("all wagers of a round are one figure, with a pot between the players", () => {
  const placed = { type: "Placed", seat: 1, spots: { ante: 500, pot: 500 } },
    lost = { type: "Settled", seat: 1, outcomes: [["ante", "loses", 500, 0, "10(c)", ""]] },
    pot = (seat) => ({ type: "PotAwarded", moves: [["pot", `stack:${seat}`, 2500]] });
  const of = (...facts) => settledWords(digest(facts.map((fact) => ({ clause: "10(d)", entry: { fact } }))), 1);
  assert.equal(of(placed, lost, pot(2)), "You lose $10.");
  assert.equal(of(placed, lost, pot(1)), "You win $15.");
  assert.equal(of(), "");
});
