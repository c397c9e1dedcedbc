/* How a round ended, in words and cards. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { digest, net } from "../../../src/croupier/server/static/table/digest.js";
import {
  deciding,
  result,
  settledWords,
  winningCards,
  wonWith,
} from "../../../src/croupier/server/static/table/results.js";

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

test("high cards are named down to the one that decides", () => {
  const high = (name, cards) => ({ ...mine, name: `high card, ${name}`, cards }),
    better = high("ace-jack-nine-five-two", ["As", "Jd", "9c", "5h", "2s"]),
    worse = high("ace-ten-nine-five-two", ["Ah", "Td", "9c", "5h", "2s"]);
  const words = result(digest([shows(2, worse), shows(1, better), awards(1, 400)]), names, 2);
  assert.equal(words, "Ana wins $4: ace high on both sides, jack beats ten.");
});

test("a hand in a sentence has its article", () => {
  const of = (one, two) =>
    result(digest([shows(2, { ...other, name: two }), shows(1, { ...mine, name: one }), awards(1, 400)]), names, 0);
  assert.equal(
    of("straight, queen high", "high card, queen-jack-nine-eight-seven"),
    "Ana wins $4 with a straight, queen high; Bo has queen high.",
  );
  assert.match(of("four-card badugi", "badugi, six-five"), /with a four-card badugi; Bo has a badugi, six-five\.$/);
});

test("players of a pot that is split read what each of them won with", () => {
  const low = { name: "six-four low", brief: "6-4 low", cards: [], share: "low" },
    high = { ...mine, name: "two pair, aces and sixes" },
    beaten = { ...mine, name: "a pair of aces" };
  const shown = (seat, ...made) => line({ type: "Shown", seat, cards: [] }, made);
  const split = digest([
    shown(1, high, { ...low, name: "no low" }),
    shown(2, beaten, low),
    awards(1, 600),
    awards(2, 600, "low"),
  ]);
  assert.equal(result(split, names, 1), "You win $6 with two pair, aces and sixes; Bo wins $6 with six-four low.");
  assert.deepEqual(wonWith(split, 2), [low]);
  const tie = digest([shown(1, high), shown(2, high), awards(1, 700), awards(2, 600)]);
  assert.equal(result(tie, names, 2), "Ana wins $7, you win $6: both have two pair, aces and sixes.");
  const scoop = digest([shown(2, beaten, low), shown(1, high, low), awards(1, 700), awards(1, 600, "low")]);
  assert.equal(result(scoop, names, 1), "You win $13 with two pair, aces and sixes, and six-four low.");
  const board = (n) => ({ ...mine, name: `on the ${n ? "second" : "first"} board straight, ace high`, board: n });
  const boards = digest([
    shown(1, board(0)),
    shown(2, board(1)),
    line({ type: "PotAwarded", share: "high", board: 0, moves: [["pot:0", "stack:1", 500]] }),
    line({ type: "PotAwarded", share: "high", board: 1, moves: [["pot:0", "stack:2", 500]] }),
  ]);
  assert.match(result(boards, names, 0), /^Ana wins \$5 with a straight, ace high on the first board; Bo wins/);
});

test("a player who loses reads the hand they had, shown or not", () => {
  const flush = { ...mine, name: "flush, ace high" },
    trips = { ...other, name: "three-of-a-kind, nines" },
    summary = digest([shows(1, flush), shows(3, other), shows(2, trips), awards(1, 4_300)]);
  assert.match(result(summary, { ...names, 3: "Cy" }, 3), /; you have a pair of jacks\.$/);
  const had = (name) => result(digest([shows(1, flush), awards(1, 4_300)]), names, 2, [{ name }]);
  assert.equal(
    had("two pair, nines and fours"),
    "Ana wins $43 with a flush, ace high; you had two pair, nines and fours.",
  );
  assert.match(had("flush, ace high"), /; you had a flush, ace high with a lower kicker\.$/);
  assert.equal(result(digest([awards(1, 100, "")]), names, 2, [trips]), "Ana wins $1.");
});

test("a winner whose opponents all conceded is said to hold what was shown", () => {
  const summary = digest([shows(1, mine), awards(1, 28_900, "")]);
  assert.match(result(summary, names, 2, [{ name: "a pair of tens" }]), /with a pair of jacks; you had a pair of tens/);
});

test("a hand that is turned up once more keeps its names", () => {
  const again = line({ type: "Revealed", seat: 1, cards: mine.cards, demanded: false });
  assert.deepEqual(digest([shows(1, mine), again]).shown[1].made, [mine]);
});

test("cards that are thrown away are held no more", () => {
  const dealt = (...cards) => line({ type: "Dealt", seats: cards.map(() => 1), cards });
  const facts = [dealt("As", "Kd"), line({ type: "Discarded", seat: 1, cards: ["Kd"] }), dealt("Qc")];
  assert.deepEqual(digest(facts).held[1], ["As", "Qc"]);
  const stud = line({ type: "Dealt", seats: [1, 1, 2], cards: ["As", "Kd", "??"], faces: "DUD" });
  assert.deepEqual(digest([stud]).up, { 1: ["Kd"] });
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
  const house = { type: "HouseRevealed", cards: [], community: false },
    against = (brief) =>
      settledWords(
        digest([
          line({ ...lost, outcomes: [["ante", "loses", 500, 0, "10(c)", ""]] }),
          line(house, [{ name: "high card, nine-eight", brief }]),
          line({ type: "Shown", seat: 1, cards: [] }, [{ name: "flush, ace high" }]),
        ]),
        1,
      );
  assert.equal(against("9 high"), "You lose $5. The dealer has nine high; you have a flush, ace high.");
  assert.match(against(""), /The dealer has nine high and does not qualify; you have/);
});
