/* Rules in the order of a book, pay tables with the row that was hit, and the viewer's hand among all. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { inReadingOrder, isHit, isOfKind, paysFirst } from "../../../src/croupier/server/static/table/book.js";

const head = (words) => ({ words, clause: "", kind: "heading", items: [] });
const fact = (words) => ({ words, clause: "", kind: "fact", items: [] });

test("a rulebook begins with the play and ends with the sign", () => {
  const lines = ["players", "the sign", "acting and wagering", "flop", "irregularities"].flatMap((words) => [
    head(words),
    fact(`about ${words}`),
  ]);
  const heads = inReadingOrder(lines).filter((line) => line.kind === "heading");
  assert.deepEqual(
    heads.map((line) => line.words),
    ["players", "flop", "acting and wagering", "irregularities", "the sign"],
  );
});

test("the row that was hit is that of its own wager", () => {
  const paid = [{ spot: "pair up", line: "straight", won: 1500, staked: 500, result: "wins", clause: "" }];
  assert.ok(isHit(head("the pair up wager pays, table 1"), "straight", paid));
  assert.ok(!isHit(head("the super flush wager pays"), "straight", paid));
  assert.ok(!isHit(head("the pair up wager pays, table 1"), "pair", paid));
  assert.ok(!isHit(head("the pair up wager pays"), "straight", [{ ...paid[0], won: 0 }]));
});

test("pay tables come first at a table against the house", () => {
  const lines = [head("the sign"), fact("ante"), head("the bonus wager pays"), fact("ace-ace ... 30 to 1")];
  assert.equal(paysFirst(lines)[0].words, "the bonus wager pays");
});

test("a hand is found among the kinds, whole or not", () => {
  const made = (brief) => ({ name: brief, brief });
  assert.ok(isOfKind({ brief: "a pair" }, made("a pair")));
  assert.ok(isOfKind({ brief: "a pair" }, made("pair of kings")));
  assert.ok(isOfKind({ brief: "high card" }, made("ace high")));
  assert.ok(isOfKind({ brief: "8-4 low", starts: "8-" }, made("8-7 low")));
  assert.ok(!isOfKind({ brief: "7-4 low", starts: "7-" }, made("8-7 low")));
  assert.ok(!isOfKind({ brief: "flush" }, undefined));
});
