// @ts-check
/* The round so far: a line for everything that was said, each with its clause, under the street it belongs to. */
import { html, capital, cardWords, money } from "../shared/words.js";
import { byStreet } from "./digest.js";
import { bareClause } from "../shared/room.js";
import { pieces } from "../shared/sentence.js";

/** @typedef {import("./feed.js").Line} Line */

const QUIET = new Set(["Folded", "Checked", "Burned", "Dealt", "DeckCut", "RoundOpened", "BettingClosed"]);

/** @param {import("../shared/types.d.ts").TableSeen} screen @returns {Record<number, string>} */
export const namesOf = (screen) => Object.fromEntries(screen.seats.map((s) => [s.seat, s.name]));

const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };

/** A card within a line, its suit in its color. @param {string} card */
const inline = (card) => {
  const suit = SUITS[/** @type {keyof typeof SUITS} */ (card[1])];
  return suit
    ? html`<span class="inline-card" data-suit="${suit}">${card[0] === "T" ? "10" : card[0]}${suit}</span>`
    : cardWords(card);
};

/** @param {string[]} cards */
const inked = (cards) => html`${cards.map((card, i) => html`${i ? " " : ""}${inline(card)}`)}`;

/** @typedef {Pick<import("../shared/sentence.js").Sitters, "names" | "mine">} Readers */

/** @param {Line[]} lines @param {import("../shared/types.d.ts").TableSeen} screen @param {Readers} of @param {number} [at] the step that is shown, in a replay */
export function log(lines, screen, of, at) {
  const spoken = lines.filter((line) => line.words);
  if (!spoken.length)
    return html`<div class="empty"><b>Nothing has been dealt yet</b><span>Every card, bet and ruling of a round appears here, with the clause behind it.</span></div>`;
  return html`${byStreet(spoken).map((group, g) => html`<h2 data-key="h-${g}">${capital(group.street)}${group.cards.length ? html`<span class="mini" aria-hidden="true">${group.cards.map((card) => html`<play-card card="${card}"></play-card>`)}</span>` : ""}${group.pot && screen.family !== "banked" ? html`<span class="num"><span class="said">pot </span>${money(group.pot)}</span>` : ""}</h2><ul data-key="u-${g}">${group.lines.map((line) => entry(line, of.names, of.mine, at))}</ul>`)}`;
}

/** @param {Line} line @param {Record<number, string>} names @param {number} mine @param {number} [at] */
function entry(line, names, mine, at) {
  const { fact } = line.entry,
    seat = "seat" in fact ? fact.seat : 0;
  return html`<li data-key="l-${line.number}" class="${QUIET.has(fact.type) || line.play === false ? "quiet" : ""}"${at === line.number ? html` aria-current="true"` : ""}${at ? html` data-step="${line.number}"` : ""}>${seat ? html`<span class="seat-no">${seat}</span>` : html`<span></span>`}<span>${pieces(line, names, mine, inked)}</span>${bareClause(line.clause)}</li>`;
}
