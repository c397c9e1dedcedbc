/* A sentence, as each reader has it. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { aloud, pieces, Sitters } from "../../../src/croupier/server/static/shared/sentence.js";

const names = { 1: "Ann", 2: "Bob", 3: "Cy" };
const raises = { seat: 2, you: "you raise to", others: ["", " raises to"] };

test("a reader is addressed, and everybody else is named", () => {
  const line = { words: "seat 2 raises to $40", sentence: [raises, " $40"] };
  assert.equal(aloud(line, names, 2), "You raise to $40");
  assert.equal(aloud(line, names, 1), "Bob raises to $40");
  assert.equal(aloud(line, {}, 0), "Seat 2 raises to $40");
});

test("several players are listed, the reader among them", () => {
  const line = { words: "", sentence: [{ seats: [1, 2, 3] }, " divide the pot"] };
  assert.equal(aloud(line, names, 2), "Ann, you and Cy divide the pot");
});

test("cards are read out in full, and drawn as the caller likes", () => {
  const line = { words: "", sentence: ["board ", { cards: ["As", "Td"] }] };
  assert.equal(aloud(line, names, 0), "Board ace of spades, ten of diamonds");
  assert.deepEqual(
    pieces(line, names, 0, (cards) => cards.length),
    ["Board ", 2],
  );
});

test("a player who has left keeps the name, and the next in the seat is not taken for them", () => {
  const sitters = new Sitters(),
    ann = { seat: 1, name: "Ann" };
  const line = { words: "", sentence: [{ seat: 2, you: "your time", others: ["the time of ", ""] }, " is up"] };
  const read = (screen) => {
    sitters.see(screen);
    return aloud(line, sitters.names, sitters.mine);
  };
  assert.equal(read({ round: 7, mine: 2, seats: [ann, { seat: 2, name: "Bob" }] }), "Your time is up");
  assert.equal(read({ round: 7, mine: 0, seats: [ann] }), "The time of Bob is up");
  assert.equal(read({ round: 7, mine: 2, seats: [ann, { seat: 2, name: "Cy" }] }), "The time of Bob is up");
  assert.equal(read({ round: 8, mine: 2, seats: [ann, { seat: 2, name: "Cy" }] }), "Your time is up");
});

test("a line without parts is its words, whatever they say", () => {
  assert.equal(aloud({ words: "seat 2 sits out" }, names, 2), "Seat 2 sits out");
});
