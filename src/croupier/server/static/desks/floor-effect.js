// @ts-check
/* What an order would do, as the floor reads it before confirming: the dealer's words, the clause, and every chip. */
import { clauseChip } from "../shared/room.js";
import { html, capital, money } from "../shared/words.js";
import { aloud } from "../shared/sentence.js";
/** @import {TableOnFloor} from "../shared/types.d.ts" */

/** @typedef {import("../shared/types.d.ts").Preview} Effect */

const PLACES = {
  pot: "Pots and bets",
  bank: "Bank",
  cage: "Cage",
  rake: "Rake area",
  inventory: "Table inventory",
  box: "Bad beat box",
  drop: "Promotional drop",
  meter: "Progressive meter",
};

/** What a table's log knows the comings and goings of, but not the balance. */
const ELSEWHERE = new Set(["cage", "bank"]);

/** Where chips lie, in words. @param {string} account @param {TableOnFloor | undefined} table */
function place(account, table) {
  const [kind, seat] = account.split(":"),
    sitter = table?.seats.find((s) => s.seat === Number(seat));
  if (kind === "stack") return html`<span class="seat-no">${seat}</span>${sitter?.person ?? "Seat " + seat}`;
  if (kind === "spot") return html`<span class="seat-no">${seat}</span>on the ${account.split(":")[2] ?? "spot"} spot`;
  return html`${PLACES[/** @type {keyof typeof PLACES} */ (kind)] ?? capital(account.replaceAll(":", " "))}`;
}

/** Seats in their order, each bet beside the stack it came from; then the rest. @param {string} account */
const at = (account) => Number(account.split(":")[1]) || 99;

/** @param {TableOnFloor | undefined} table */
const names = (table) => Object.fromEntries((table?.seats ?? []).map((s) => [s.seat, s.person]));

/** @param {Effect} effect @param {TableOnFloor | undefined} table */
export function effectOf(effect, table) {
  const rows = [...effect.chips].sort((a, b) => at(a.account) - at(b.account)),
    sum = (/** @type {"now" | "after"} */ key) => rows.reduce((n, one) => n + one[key], 0);
  const elsewhere = (/** @type {string} */ account) => Boolean(table) && ELSEWHERE.has(account);
  const known = !rows.some((one) => elsewhere(one.account));
  return html`${
    rows.length
      ? html`<table class="grid moves"><thead><tr><th>Chips</th><th class="r">Now</th><th class="r">Moves</th><th class="r">After</th></tr></thead>
      <tbody>${rows.map((one) => html`<tr><td>${place(one.account, table)}</td><td class="r num muted">${elsewhere(one.account) ? "" : money(one.now)}</td><td class="r num ${one.after > one.now ? "gain" : "loss"}">${one.after > one.now ? "+" : ""}${money(one.after - one.now)}</td><td class="r num"><b>${elsewhere(one.account) ? "" : money(one.after)}</b></td></tr>`)}</tbody>
      <tfoot><tr><td>Sum</td><td class="r num">${known ? money(sum("now")) : ""}</td><td class="r num">${money(sum("after") - sum("now"))}</td><td class="r num">${known ? money(sum("after")) : ""}</td></tr></tfoot></table>`
      : html`<p class="no-chips">No chip moves.</p>`
  }
    <p class="say"><small>The dealer will announce ${clauseChip(effect.clause)}</small>${effect.announced
      .map((one) => aloud(one, names(table), 0))
      .join(". ")}.${effect.goes_on ? html` <span class="muted">Then the dealer continues.</span>` : ""}</p>`;
}

/** @param {{clause: string, message: string}} refusal */
export const refusedBox = (refusal) =>
  html`<p class="refusal" role="alert"><ui-icon name="warn"></ui-icon><span>${capital(refusal.message)}.</span>${clauseChip(refusal.clause)}</p>`;

const ACTS = {
  misdeal: "Declare a misdeal",
  dead_round: "Call the round dead",
  void: "Declare it void",
  dead_hand: "Declare the hand dead",
};

/** The name of an act, for the button that carries it out. @param {Effect} effect @param {string} usual */
export const actOf = ({ act }, usual) => (act ? ACTS[act] : usual);
