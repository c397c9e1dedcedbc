/* Words, amounts and cards as people read them. */
import assert from "node:assert/strict";
import { test } from "node:test";

import {
  buyIn,
  cardWords,
  counted,
  escape,
  handName,
  html,
  hundred,
  money,
  ownPath,
  typed,
} from "../../../src/croupier/server/static/shared/words.js";

test("an amount is written with its cents, and without them where it is whole", () => {
  assert.equal(money(123_450), "$1,234.50");
  assert.equal(money(-5), "−$0.05");
  assert.equal(money(123_400), "$1,234");
  assert.equal(money(-2_500), "−$25");
});

test("what a person typed is read as cents, and words as no number", () => {
  assert.equal(typed("$1,234.50"), 123_450);
  assert.equal(typed(" 12 "), 1_200);
  assert.equal(typed(".5"), 50);
  for (const wrong of ["", "abc", "-5", "$-5", "2,50", "1,2345", "1.234", "1e3", "5 or 10", "$"])
    assert.ok(Number.isNaN(typed(wrong)), wrong); // nothing is read into what is no amount
});

test("cards are named in full", () => {
  assert.equal(cardWords("As"), "ace of spades");
  assert.equal(cardWords("Td"), "ten of diamonds");
  assert.equal(cardWords("Jk1"), "joker");
  assert.equal(cardWords("??"), "a face-down card");
});

test("a hand's name on a plate has every share", () => {
  const made = [
    { name: "a pair of eights", brief: "a pair" },
    { name: "eight-seven low", brief: "8-7 low" },
  ];
  assert.equal(handName(made), "A pair of eights; eight-seven low");
});

test("one thing is counted as one", () => {
  assert.equal(counted(1, "seat"), "1 seat");
  assert.equal(counted(2, "seat"), "2 seats");
});

test("a template escapes what it is given, and joins lists", () => {
  assert.equal(
    String(html`<b>${"<i>"}</b>${[1, 2].map((n) => html`<i>${n}</i>`)}${null}${false}`),
    "<b>&#60;i&#62;</b><i>1</i><i>2</i>",
  );
  assert.equal(escape(`"'&`), "&#34;&#39;&#38;");
});

test("a hundred hands have an interval, one hand has none", () => {
  assert.equal(hundred({ value: -12.345, error: 6.04, unit: "big bet" }), "\u221212.3 ± 6.0 big bets");
  assert.equal(hundred({ value: 50, error: null, unit: "big blind" }), "50.0 big blinds");
});

test("a page goes on within the room only", () => {
  for (const path of ["/", "/table/1?sit", "/.//here", "/account#x"]) assert.equal(ownPath(path), path);
  const away = [
    "//evil",
    "/\\evil",
    "/\t/evil",
    "/\n\\evil",
    "\t//evil",
    "https://evil",
    "javascript:alert(1)",
    "evil",
    "",
    null,
  ];
  for (const path of away) assert.equal(ownPath(path), "/", String(path));
});

test("what one sits down with is a limit only where the table posts one", () => {
  const seen = (/** @type {[number, number]} */ buy_limits) => ({ buys: [2_000, 10_000, 20_000], buy_limits });
  assert.equal(buyIn(seen([4_000, 20_000])), "$40 to $200");
  assert.equal(buyIn(seen([4_000, 0])), "$40 or more");
  assert.equal(buyIn(seen([0, 20_000])), "up to $200");
  assert.equal(buyIn(seen([0, 0])), "any amount; $100 is usual");
});
