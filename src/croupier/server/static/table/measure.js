// @ts-check
/* How much room words take on this screen: measured in the page, because every reader has other fonts.
 *
 * Specimens of everything that is written on the cloth are put into the stage, unseen, and taken out again.
 */
import { html, capital } from "../shared/words.js";

/** The longest words of a table: an amount before a seat, an amount in a pot, the streets that are named, the seats of a side pot.
 * @typedef {{amount: string, total: string, streets: string[], seats: number}} Longest */
/** Pixels. A pot takes `potTop`, what lies below it keeps `potGap` from it; side pots are named in `potsH` below the board; beside its stack, a plate holds what takes `plateRest`.
 * @typedef {{betW: number, betBare: number, betH: number, potW: number, potTop: number, potGap: number, potsW: number, potsH: number, wellW: number, stackW: number, plateRest: number}} Measured */

const CHIPS = 600_00; // a drawing of two piles, as wide as any

/** @param {Longest} longest */
function specimens({ amount, total, streets, seats }) {
  const current = streets.reduce((one, other) => (other.length > one.length ? other : one), "");
  const who = html`<span class="who">${Array.from({ length: seats - 1 }, () => html`<span class="seat-no">8</span>`)}</span>`;
  return html`<div class="specimens" aria-hidden="true">
    <span class="bet" data-of="bet"><chip-stack cents="${CHIPS}" piles="2"></chip-stack><b class="num">${amount}</b></span>
    <span class="bet" data-of="bare"><b class="num">${amount}</b></span>
    <div class="centre" data-of="centre">
      ${streets.length ? html`<ol class="streets">${streets.map((name) => html`<li${name === current ? html` aria-current="step"` : html` data-done`}>${capital(name)}</li>`)}</ol>` : ""}
      <p class="pot-total"><span>Pot won</span><b class="num">${total}</b></p></div>
    <div class="centre"><div class="pots" data-of="pots">${["Main pot", "Side pot"].map((name, n) => html`<span class="pot"><chip-stack cents="${CHIPS}" piles="2"></chip-stack><span><small>${name} ${n ? who : ""}</small> <b class="num">${amount}</b></span></span>`)}</div></div>
    <div class="well" data-of="well"><play-card card="??"></play-card><span><b>Dealer</b><span>52 left · 5 burned</span></span></div>
    <div class="seat"><div class="plate" data-of="plate"><span class="plate__no">8</span><span class="plate__name">You</span><span class="plate__stack num" data-of="line"><span data-of="stack">${amount}</span></span></div></div>
  </div>`;
}

/** @param {HTMLElement} stage @param {Longest} longest @returns {Measured} */
export function measured(stage, longest) {
  stage.insertAdjacentHTML("beforeend", specimens(longest).toString());
  const all = /** @type {HTMLElement} */ (stage.lastElementChild);
  const of = (/** @type {string} */ name) => /** @type {Element} */ (all.querySelector(`[data-of="${name}"]`));
  const box = (/** @type {string} */ name) => of(name).getBoundingClientRect();
  const gap = parseFloat(getComputedStyle(of("centre")).rowGap) || 0,
    bare = box("bare"),
    centre = box("centre"),
    pots = box("pots");
  const found = {
    betW: box("bet").width,
    betBare: bare.width,
    betH: bare.height,
    potW: centre.width,
    potTop: centre.height,
    potGap: gap,
    potsW: pots.width,
    potsH: pots.height && pots.height + gap,
    wellW: box("well").width,
    stackW: box("stack").width,
    plateRest: box("plate").width - box("line").width,
  };
  all.remove();
  return found;
}
