// @ts-check
/* Odds and hints for learners: beside the table where there is a column for them, else above the ranking of hands. */
import { api } from "../shared/room.js";
import { html, capital } from "../shared/words.js";
import { morph } from "../shared/morph.js";

const NO_COLUMN = matchMedia("(max-width: 1100px), (max-height: 520px)");

const percent = (/** @type {number} */ part) => (100 * part).toFixed(1) + "%";

/** @param {import("../shared/types.d.ts").Advice} advice */
const words = (advice) =>
  html`<h2>Odds for learners</h2>${advice.equity >= 0 ? html`<p class="odds__big num">${percent(advice.equity)}<small>of the pot to expect</small></p><meter min="0" max="1" value="${advice.equity}" aria-label="Part of the pot to expect"></meter><p class="muted">Wins ${percent(advice.win)}, shares ${percent(advice.tie)}; give or take ${percent(2 * advice.error)}.</p>` : ""}${advice.best ? html`<p class="odds__big">${capital(advice.best)}</p>` : ""}<p class="muted">${advice.words.replace(/[^.]$/, "$&.")}</p>${advice.hints?.length ? html`<ul class="hints">${advice.hints.map((/** @type {string} */ hint) => html`<li>${hint}</li>`)}</ul>` : ""}`;

export class Advice {
  wanted = false; // beside the table

  /** @param {HTMLElement} panel @param {HTMLElement} button hidden from players who may not be helped @param {import("./feed.js").TableFeed} feed */
  constructor(panel, button, feed) {
    this.panel = panel;
    this.button = button;
    this.feed = feed;
    this.column = /** @type {HTMLElement} */ (panel.parentElement);
    this.sheet = /** @type {HTMLElement} */ (document.querySelector("#ranks [data-odds]"));
    NO_COLUMN.addEventListener("change", () => this.show());
  }

  /** Whether the table leaves a column for them. */
  get hasColumn() {
    return !NO_COLUMN.matches;
  }

  toggle() {
    this.wanted = !this.wanted;
    return this.show();
  }

  /** Ask anew how the viewer stands, where that is looked at. */
  async show() {
    const place = NO_COLUMN.matches ? this.sheet : this.column;
    if (this.panel.parentElement !== place) place.append(this.panel);
    this.panel.hidden = this.button.hidden || !(NO_COLUMN.matches || this.wanted);
    this.button.setAttribute("aria-pressed", String(this.wanted && !NO_COLUMN.matches));
    if (!this.panel.checkVisibility()) return;
    const path = `/api/tables/${encodeURIComponent(this.feed.table)}/advice`;
    morph(this.panel, words(await api(path).catch((fault) => ({ words: fault.message, equity: -1, best: "" }))));
  }
}
