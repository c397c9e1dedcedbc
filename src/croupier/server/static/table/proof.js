// @ts-check
/* Is this the deck whose root was published before the cards? Computed here, by this browser alone. */
import { capital, cardWords } from "../shared/words.js";
import { sha256 } from "./sha256.js";

/** @typedef {{shuffle: number, root: string, size: number, at: string}} Root */
/** @typedef {{shuffle: number, position: number, card: string, salt: string, path: string[]}} Proof */
/** @typedef {{table: string, round: number, seat: number, done: boolean, roots: Root[], cards: Proof[], log: any[]}} FairnessFile */
/** @typedef {{shuffle: number, position: number, to: string, card: string}} Place */

const HIDDEN = "??",
  LETTERS = new TextEncoder(),
  LEAST_DIFFERENCE = 16; // bits of two salts: fewer happens once in 10^15 decks

// ── Hashes ─────────────────────────────────────────────────────────────────────────────────────────
/** @param {string} hex */
const bytes = (hex) => (hex.match(/../g) ?? []).map((two) => parseInt(two, 16));

/** @param {number[]} of */
const hexed = (of) => of.map((b) => b.toString(16).padStart(2, "0")).join("");

/** Hash card, place and salt of a proof up to the root: every step, and whether it is the root that was announced.
 * @param {Proof} proof @param {Root} root */
export function climb({ position, card, salt, path }, { root, size }) {
  let tip = sha256([0, position >> 8, position & 255, ...LETTERS.encode(card), ...bytes(salt)]),
    used = 0;
  const steps = [{ side: "leaf", other: "", gives: hexed(tip) }];
  for (let at = position, width = size; width > 1; at >>= 1, width = (width + 1) >> 1) {
    if ((at ^ 1) >= width || used === path.length) continue; // an odd one out goes up as it is
    const other = path[used++],
      beside = bytes(other);
    tip = sha256([1, ...(at % 2 ? [...beside, ...tip] : [...tip, ...beside])]);
    steps.push({ side: at % 2 ? "left" : "right", other, gives: hexed(tip) });
  }
  const whole = position >= 0 && position < size && salt.length === 32 && used === path.length;
  return { steps, right: whole && hexed(tip) === root };
}

/** Whether salts are too alike, or too plain, to have been drawn at random: then a card behind one can be guessed.
 * @param {string[]} salts */
export function areWeak(salts) {
  if (!salts.every((salt) => /^[0-9a-f]{32}$/.test(salt))) return true;
  const numbers = [0n, (1n << 128n) - 1n, ...salts.map((salt) => BigInt(`0x${salt}`))];
  const ones = (/** @type {bigint} */ of) => of.toString(2).replaceAll("0", "").length;
  return numbers.some((one, at) => numbers.slice(at + 1).some((other) => ones(one ^ other) < LEAST_DIFFERENCE));
}

// ── Where each card must have lain: from the cut and the order of dealing ──────────────────────────
/** @param {number} seat */
const whose = (seat) => (seat ? `seat ${seat}` : "house");

/** The cards that an event takes from the deck. @param {any} event @returns {[string, string][]} */
function leave(event) {
  switch (event.type) {
    case "Dealt":
      return event.cards.map((/** @type {string} */ card, /** @type {number} */ i) => [whose(event.seats[i]), card]);
    case "BoardDealt":
      return event.cards.map((/** @type {string} */ card) => ["board", card]);
    case "Burned":
      return [["burn", event.card]];
    case "CommonDealt":
      return [["common", event.card]];
    case "Exchanged":
      return [[whose(event.seat), event.card]];
    case "CardRemoved":
      return [["removed", event.card]];
    default:
      return [];
  }
}

/** The cards that an event shows although they were dealt before. @param {any} event @returns {[string, string][]} */
function turnedUp(event) {
  const cards =
    {
      Shown: event.cards,
      Revealed: event.cards,
      Discarded: event.cards,
      HouseRevealed: event.cards,
      Exposed: [event.card],
    }[/** @type {string} */ (event.type)] ?? [];
  return cards
    .filter((/** @type {string} */ card) => card !== HIDDEN)
    .map((/** @type {string} */ card) => [whose(event.seat ?? 0), card]);
}

/** @param {any[]} log */
export function places(log) {
  /** @type {Place[]} */
  const found = [];
  let shuffle = 0,
    top = 0,
    cut = 0,
    size = 0;
  for (const event of log) {
    if (event.type === "DeckCut") [shuffle, top, cut, size] = [0, 0, event.cut, event.order.length];
    if (event.type === "Reshuffled") [shuffle, top, cut, size] = [shuffle + 1, 0, 0, event.order.length];
    for (const [to, card] of leave(event)) found.push({ shuffle, position: (top++ + cut) % size, to, card });
  }
  return found;
}

/** Everything a fairness file claims, judged. @param {FairnessFile} file @param {Set<string>} heard the roots that were heard before the cards */
export function judge(file, heard) {
  /** @type {string[]} */
  const faults = [];
  const dealt = places(file.log),
    key = (/** @type {{shuffle: number, position: number}} */ at) => `${at.shuffle}/${at.position}`;
  const by = new Map(dealt.map((place) => [key(place), place]));
  const rows = file.cards.map((proof) => {
    const root = file.roots.find((one) => one.shuffle === proof.shuffle),
      place = by.get(key(proof));
    const climbed = root ? climb(proof, root) : { steps: [], right: false };
    const right = Boolean(climbed.right && place && (place.card === HIDDEN || place.card === proof.card));
    if (!right)
      faults.push(
        `${capital(cardWords(proof.card))} was not at position ${proof.position} of the deck that was sealed.`,
      );
    return { ...proof, to: place?.to ?? "", right, steps: climbed.steps };
  });
  const proven = new Set(rows.map((row) => `${row.to} ${row.card}`));
  const named = [
    ...dealt.filter((place) => place.card !== HIDDEN).map((place) => [place.to, place.card]),
    ...file.log.flatMap(turnedUp),
  ];
  for (const [to, card] of named)
    if (!proven.has(`${to} ${card}`))
      faults.push(`${capital(cardWords(card))} is not proven to have been dealt to ${to}.`);
  for (const { shuffle } of file.roots) {
    const opened = file.cards.filter((proof) => proof.shuffle === shuffle);
    if (areWeak(opened.map((proof) => proof.salt))) faults.push("The salts of this deck were not drawn at random.");
    if (new Set(opened.map((proof) => proof.card)).size < opened.length) faults.push("A card is in this deck twice.");
  }
  const shuffles = file.log.filter((event) => event.type === "DeckCut" || event.type === "Reshuffled").length;
  if (file.roots.length !== shuffles)
    faults.push(
      file.roots.length
        ? "A shuffle has no root."
        : "This round was not sealed: no root was announced before its first card.",
    );
  return {
    rows,
    faults: [...new Set(faults)],
    roots: file.roots.map((root) => ({ ...root, heard: heard.has(root.root) })),
  };
}
