/* Which of several tables is in front. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { columns, inFront } from "../../../src/croupier/server/static/table/front.js";

const table = (name, waits, left = 20) => ({ name, title: name, waits, left, seated: true });

test("the table that waits comes to the front", () => {
  assert.equal(inFront([table("a", false), table("b", true)], "a"), "b");
});

test("a table that waits stays in front, however short another's time", () => {
  assert.equal(inFront([table("a", true, 15), table("b", true, 2)], "a"), "a");
});

test("of several that wait, the one with least time left comes first", () => {
  assert.equal(inFront([table("a", false), table("b", true, 9), table("c", true, 4)], "a"), "c");
});

test("where none waits, nothing changes, and a table that was closed is not in front", () => {
  assert.equal(inFront([table("a", false), table("b", false)], "b"), "b");
  assert.equal(inFront([table("a", false)], "gone"), "a");
  assert.equal(inFront([], "a"), "");
});

test("tables share the screen evenly", () => {
  assert.deepEqual([1, 2, 3, 4, 5, 6].map(columns), [1, 2, 2, 2, 3, 3]);
});
