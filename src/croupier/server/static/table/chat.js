// @ts-check
/* What people say at the table. A player with a live hand may write; the message goes out when the hand is over. */
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
    this.waits = false; // a message is written, and goes out when the hand is over
    this.attempt = attempt;
    parts.form.addEventListener("submit", (e) => {
      e.preventDefault();
      this.waits = this.playing;
      if (this.waits) this.show();
      else this.send();
    });
  }

  /** Whether the viewer holds a live hand. */
  get playing() {
    const { screen } = this.feed,
      mine = screen?.mine ? screen.seats.find((seat) => seat.seat === screen.mine) : undefined;
    return Boolean(screen?.playing && mine && ["in", "all-in"].includes(mine.state));
  }

  send() {
    const { field } = this,
      words = field.value.trim();
    this.waits = false;
    if (words)
      this.attempt(
        this.feed.speak(words).then(() => {
          if (field.value.trim() === words) field.value = "";
        }),
        "Your message",
      );
  }

  get field() {
    return /** @type {HTMLInputElement} */ (this.parts.form.elements.namedItem("words"));
  }

  async load() {
    const kept = await api(`/api/tables/${encodeURIComponent(this.feed.table)}/chat`).catch(() => ({}));
    this.lines = Object.entries(kept).map(([line, said]) => ({
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
    else if (!this.lines.some((said) => said.line === frame.line)) {
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
    const { playing } = this;
    if (this.waits && !playing) this.send();
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
        : html`<div class="empty"><b>No messages yet</b><span>Messages are read by everybody at the table.</span></div>`,
    );
    if (low) pane.scrollTop = pane.scrollHeight;
    morph(
      /** @type {HTMLElement} */ (form.querySelector("p")),
      playing
        ? html`${this.waits ? "Your message goes out when your hand is over." : "You hold a hand: what you write goes out when it is over."} ${clauseChip("POKER 16(a)")}`
        : html`Everybody at the table reads it; players in a hand read it after the round.`,
    );
  }
}
