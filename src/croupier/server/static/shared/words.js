// @ts-check
/* Words, amounts and cards as people read them. */

const CENTS = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 }); // made once: making one takes longer than using it

const WHOLE = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** An amount; whole dollars without cents. @param {number} cents */
export const money = (cents) =>
  `${cents < 0 ? "−" : ""}$${(cents % 100 ? CENTS : WHOLE).format(Math.abs(cents) / 100)}`;

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {number} count @param {string} noun */
export const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** Won in a hundred hands, with the interval of 95% where there are hands enough for one.
 * @param {{ value: number, error: number | null, unit: string }} per */
export const hundred = ({ value, error, unit }) =>
  `${value.toFixed(1).replace("-", "\u2212")}${error === null ? "" : ` ± ${error.toFixed(1)}`} ${unit}s`;

const AMOUNT = /^\s*\$?\s*(\d{1,3}(?:,\d{3})+|\d+|(?=\.\d))(\.\d{0,2})?\s*$/; // as chips.py reads one

/** What a person typed as an amount, in cents; NaN when it is no amount, and so below zero. @param {string} text */
export function typed(text) {
  const found = AMOUNT.exec(text);
  return found ? Math.round(Number(`${found[1].replaceAll(",", "") || 0}${found[2] ?? ""}`) * 100) : NaN;
}

/** What one can sit down with, as far as the table says. @param {{buys: readonly number[], buy_limits: readonly number[]}} seen */
export function buyIn({ buys: [, usual], buy_limits: [least, most] }) {
  if (least && most) return `${money(least)} to ${money(most)}`;
  return least ? `${money(least)} or more` : most ? `up to ${money(most)}` : `any amount; ${money(usual)} is usual`;
}

/** @type {Record<string, string>} */
export const RANK_NAMES = {
  A: "ace",
  K: "king",
  Q: "queen",
  J: "jack",
  T: "ten",
  9: "nine",
  8: "eight",
  7: "seven",
  6: "six",
  5: "five",
  4: "four",
  3: "three",
  2: "two",
};
const SUITS = { "♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs" };
const LETTERS = { s: "♠", h: "♥", d: "♦", c: "♣" };

/** "As" as "ace of spades". @param {string} card */
export function cardWords(card) {
  if (card.startsWith("Jk")) return "joker";
  if (card === "??") return "a face-down card";
  return `${RANK_NAMES[card[0]]} of ${SUITS[/** @type {keyof typeof SUITS} */ (LETTERS[/** @type {keyof typeof LETTERS} */ (card[1])])]}`;
}

/** What a hand amounts to, short enough for a plate. @param {import("./types.d.ts").Made[]} made */
export const handName = (made) => capital(made.map((one) => one.name).join("; "));

/** @param {string} text */
export const escape = (text) => String(text).replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

class Safe {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }
  toString() {
    return this.text;
  }
}

/** A template whose values are escaped, but for what is already safe. Lists are joined; false and null are nothing.
 * @param {TemplateStringsArray} parts @param {...any} values */
export function html(parts, ...values) {
  /** @type {(v: any) => string} */
  const show = (v) =>
    v == null || v === false ? "" : Array.isArray(v) ? v.map(show).join("") : v instanceof Safe ? v.text : escape(v);
  return new Safe(parts.reduce((text, part, i) => text + show(values[i - 1]) + part));
}

/** A path to go on to, if it is one of this room: browsers take \t and \ out of an address, and another host may come to light.
 * @param {string | null} path */
export function ownPath(path) {
  const here = "http://room";
  return path?.startsWith("/") && URL.canParse(path, here) && new URL(path, here).origin === here ? path : "/";
}
