// @ts-check
/* Buttons that write hands: the cards of the deck, and the 169 classes of two cards. */
import { html } from "../shared/words.js";

const RANKS = "AKQJT98765432";
const SIGNS = { c: "♣", d: "♦", h: "♥", s: "♠" };

/** @param {string[]} deck @param {string} used */
export function cardButtons(deck, used) {
  const suits = ["s", "h", "d", "c"];
  const rows = suits.map((suit) =>
    deck
      .filter((card) => card[1] === suit)
      .sort((one, other) => RANKS.indexOf(one[0]) - RANKS.indexOf(other[0]))
      .map((card) => cardButton(card, used.includes(card))),
  );
  return html`<div class="odds-deck">${rows}</div>`;
}

/** @param {string} card @param {boolean} taken */
function cardButton(card, taken) {
  const sign = /** @type {any} */ (SIGNS)[card[1]];
  const red = card[1] === "h" || card[1] === "d" ? "odds-red" : "";
  return html`<button data-card="${card}" class="${red}" aria-label="${card}" ${taken ? "disabled" : ""}>${card[0]}${sign}</button>`;
}

/** The name of a class by its row and column: suited above the diagonal. @param {number} row @param {number} column */
export function className(row, column) {
  if (row === column) return RANKS[row] + RANKS[row];
  return row < column ? `${RANKS[row]}${RANKS[column]}s` : `${RANKS[column]}${RANKS[row]}o`;
}

/** @param {string} text */
export function classButtons(text) {
  const held = new Set(text.split(",").map((part) => part.trim()));
  const cells = [];
  for (let row = 0; row < 13; row++)
    for (let column = 0; column < 13; column++) {
      const name = className(row, column);
      cells.push(html`<button data-kind="${name}" aria-pressed="${held.has(name)}">${name}</button>`);
    }
  return html`<div class="odds-grid">${cells}</div>`;
}

/** A range with a class taken in or out. @param {string} text @param {string} name */
export function toggleClass(text, name) {
  const parts = text.split(",").map((part) => part.trim());
  if (parts.includes(name)) return parts.filter((part) => part !== name).join(",") || "random";
  const classes = parts.filter((part) => /^[2-9TJQKA]{2}[so]?$/.test(part));
  return [...classes, name].join(",");
}
