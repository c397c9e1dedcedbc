/* A proof in the browser: cards that lie elsewhere, weak salts and cards that are there twice. */
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { test } from "node:test";

import { areWeak, judge } from "../../../src/croupier/server/static/table/proof.js";

/** @param {Uint8Array[]} parts */
const hash = (...parts) => createHash("sha256").update(Buffer.concat(parts)).digest();
const salts = (/** @type {number} */ count) => Array.from({ length: count }, () => randomBytes(16));

/** A deck of two cards, of which both were seen: its root, and their proofs. @param {string[]} cards @param {Buffer[]} salted */
function deck(cards, salted) {
  const leaves = cards.map((card, at) =>
    hash(Buffer.from([0, 0, at]), Buffer.from(card), /** @type {Buffer} */ (salted[at])),
  );
  const [one, two] = /** @type {[Buffer, Buffer]} */ (leaves);
  const root = { shuffle: 0, root: hash(Buffer.from([1]), one, two).toString("hex"), size: 2, at: "" };
  const proofs = cards.map((card, at) => ({
    shuffle: 0,
    position: at,
    card,
    salt: /** @type {Buffer} */ (salted[at]).toString("hex"),
    path: [/** @type {Buffer} */ (leaves[1 - at]).toString("hex")],
  }));
  const log = [
    { type: "DeckCut", cut: 0, order: cards },
    { type: "BoardDealt", cards },
  ];
  return { table: "1", round: 1, seat: 1, done: true, roots: [root], cards: proofs, log };
}

test("a deck that was sealed with random salts is proven", async () => {
  const judged = await judge(deck(["As", "Kd"], salts(2)), new Set());
  assert.deepEqual(judged.faults, []);
  assert.ok(judged.rows.every((row) => row.right));
});

test("salts of zeros, or the same one twice, prove nothing", async () => {
  const same = randomBytes(16);
  for (const weak of [
    [Buffer.alloc(16), randomBytes(16)],
    [same, same],
  ])
    assert.deepEqual((await judge(deck(["As", "Kd"], weak), new Set())).faults, [
      "The salts of this deck were not drawn at random.",
    ]);
});

test("a card that lies in a deck twice is a fault", async () => {
  assert.deepEqual((await judge(deck(["As", "As"], salts(2)), new Set())).faults, ["A card is in this deck twice."]);
});

test("another card does not lead to the root", async () => {
  const file = deck(["As", "Kd"], salts(2));
  /** @type {any} */ (file.cards[0]).card = "Ah";
  assert.match((await judge(file, new Set())).faults.join(), /was not at position 0/);
});

test("a round without a root says that it was not sealed", async () => {
  const file = { ...deck(["As", "Kd"], salts(2)), roots: [], cards: [] };
  assert.match((await judge(file, new Set())).faults.join(), /not sealed/);
});

test("random salts are not weak, and what is no salt is", () => {
  assert.equal(areWeak(salts(54).map((salt) => salt.toString("hex"))), false);
  for (const salt of ["", "00", "f".repeat(32), "g".repeat(32)]) assert.equal(areWeak([salt]), true);
});
