// @ts-check
/* What people say at the table. Who sits there says nothing while a hand is in play: each player plays alone. */
import { api, clauseChip } from "../shared/room.js";
import { html } from "../shared/words.js";
import { morph } from "../shared/morph.js";

/** @typedef {{line: number, at: string, by: string, words: string}} Said */

export class Chat {
  /** @param {import("./feed.js").TableFeed} feed @param {{pane: HTMLElement, form: HTMLFormElement, tab: HTMLElement}} parts @param {(work: Promise<any>, what: string) => void} attempt */
  constructor(feed, parts, attempt) {
    this.feed = feed;
    this.parts = parts;
    /** @type {Said[]} */
    this.lines = [];
    this.unread = 0;
    this.open = false;
    feed.addEventListener("said", (e) => this.hear(/** @type {CustomEvent} */ (e).detail));
    parts.form.addEventListener("submit", (e) => {
      e.preventDefault();
      const { field } = this,
        words = field.value.trim();
      if (words)
        attempt(
          feed.speak(words).then(() => {
            field.value = "";
          }),
          "What you said",
        );
    });
  }

  get field() {
    return /** @type {HTMLInputElement} */ (this.parts.form.elements.namedItem("words"));
  }

  async load() {
    const told = await api(`/api/tables/${encodeURIComponent(this.feed.table)}/chat`).catch(() => ({}));
    this.lines = Object.entries(told).map(([line, said]) => ({
      line: Number(line),
      at: said.at,
      by: said.by[0] ?? said.by.name,
      words: said.words,
    }));
    this.show();
  }

  /** @param {any} frame */
  hear(frame) {
    if (frame.kind === "hushed") this.lines = this.lines.filter((said) => said.line !== frame.line);
    else {
      this.lines.push(frame);
      if (!this.open) this.unread++;
    }
    this.show();
  }

  /** @param {boolean} on */
  turn(on) {
    this.open = on;
    this.parts.form.hidden = !on;
    if (on) this.unread = 0;
    this.show();
  }

  show() {
    const { screen } = this.feed,
      closed = Boolean(screen?.mine && screen.playing);
    morph(
      this.parts.tab,
      html`Chat${this.unread ? html` <span class="badge" aria-label="${this.unread} unread">${this.unread}</span>` : ""}`,
    );
    if (!this.open) return;
    const { pane, form } = this.parts,
      low = pane.scrollHeight - pane.scrollTop - pane.clientHeight < 60;
    morph(
      pane,
      this.lines.length
        ? html`<ul class="chat" aria-live="polite">${this.lines.map((said) => html`<li data-key="c-${said.line}"><b>${said.by}</b> <small class="muted">${new Date(said.at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })}</small><span>${said.words}</span></li>`)}</ul>`
        : html`<div class="empty"><b>Nobody has said anything</b><span>Whoever sits here speaks between rounds, for everybody to hear.</span></div>`,
    );
    if (low) pane.scrollTop = pane.scrollHeight;
    this.field.disabled = closed || !screen;
    /** @type {HTMLButtonElement} */ (form.querySelector("button.btn")).disabled = closed;
    morph(
      /** @type {HTMLElement} */ (form.querySelector("p")),
      closed
        ? html`Closed to players while a hand is in play. ${clauseChip("POKER 16(a)")}`
        : html`Everybody at the table reads it.`,
    );
  }
}
