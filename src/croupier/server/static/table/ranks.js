// @ts-check
/* How hands rank, one press away: the hands of a game from the best down, with the viewer's own marked. */
import { api, clauseChip } from "../shared/room.js";
import { html, capital, cardWords } from "../shared/words.js";
import { morph } from "../shared/morph.js";
import { isOfKind } from "./book.js";

/** @typedef {import("../shared/types.d.ts").RankSheet} RankSheet */
/** @typedef {import("../shared/types.d.ts").Made} Made */

/** @param {RankSheet[]} sheets @param {Made[]} made the viewer's own hand, for each share */
export const rankTable = (sheets, made) =>
  html`${sheets.map(
    (
      sheet,
      n,
    ) => html`<section data-key="s-${sheet.share}">${sheets.length > 1 || sheet.qualifies ? html`<h2>${capital(sheet.share)}${sheet.qualifies ? `, ${sheet.qualifies}` : ""} ${clauseChip(sheet.clause)}</h2>` : html`<h2>The best first ${clauseChip(sheet.clause)}</h2>`}
    <ol class="ranks">${sheet.rows.map((row) => {
      const own = isOfKind(row, made[n] ?? made[0]);
      return html`<li data-key="${row.name}"${own ? html` aria-current="true"` : ""}><span>${capital(row.name)}${own ? html` <b class="tag tag--lamp">Your hand</b>` : ""}</span><span class="row-cards" role="img" aria-label="For example ${row.cards.map(cardWords).join(", ")}">${row.cards.map((card) => html`<play-card card="${card}" aria-hidden="true"></play-card>`)}</span></li>`;
    })}</ol></section>`,
  )}`;

export class Ranks {
  /** @param {HTMLDialogElement} box @param {import("./actions.js").ActionBar} bar @param {import("./advice.js").Advice} advice */
  constructor(box, bar, advice) {
    this.box = box;
    this.bar = bar;
    this.advice = advice;
    /** @type {RankSheet[]} */
    this.sheets = [];
  }

  async open() {
    if (!this.box.open) this.box.showModal();
    const { feed } = this.bar;
    if (!feed.screen) await new Promise((known) => feed.addEventListener("update", known, { once: true }));
    if (!this.sheets.length) this.sheets = await api(`/api/games/${encodeURIComponent(this.bar.screen.game)}/ranks`);
    this.show();
    this.advice.show();
  }

  /** Odds beside the table, or in this sheet where there is no column for them. */
  toggleOdds() {
    return this.advice.hasColumn ? this.advice.toggle() : this.open();
  }

  /** Mark the viewer's hand anew, where the sheet is open. */
  show() {
    if (!this.box.open) return;
    morph(
      /** @type {HTMLElement} */ (this.box.querySelector("[data-rows]")),
      rankTable(this.sheets, this.bar.me?.made ?? []),
    );
  }
}
