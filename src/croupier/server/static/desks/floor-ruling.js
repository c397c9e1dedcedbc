// @ts-check
/* The irregularity dialog: what happened, what the rule says, what it will do; nothing moves before it is confirmed. */
import { api, Refused } from "../shared/room.js";
import { attempt, notice, order, preview } from "./staff.js";
import { html, capital } from "../shared/words.js";
import { morph } from "../shared/morph.js";
import { actOf, effectOf, refusedBox } from "./floor-effect.js";
/** @import {Preview, TableOnFloor, Trouble} from "../shared/types.d.ts" */

/** @type {Record<string, string>} */
const FLAGS = { mended: "It could be put right", contributed: "The player had a part in the error" };
const WHY = "the floor rules on an irregularity";

/** Play stops at once; the dialog is there at once too, and fills when the room has answered. @param {TableOnFloor} table @param {(name: string) => TableOnFloor | undefined} find */
export async function openRuling(table, find) {
  const box = document.createElement("dialog");
  box.className = "ruling";
  box.setAttribute("aria-labelledby", "ruling-title");
  document.body.append(box);
  const dialog = new Ruling(box, table);
  dialog.show();
  box.showModal();
  const stopped =
    table.playing && !table.paused && Boolean(await attempt(order(table.name, { type: "PauseHand", reason: WHY })));
  if (stopped) dialog.table = { ...table, paused: WHY };
  dialog.troubles = (await attempt(api(`/api/tables/${encodeURIComponent(table.name)}/irregularities`))) ?? [];
  dialog.show();
  const done = await dialog.over;
  box.remove();
  if (!done && stopped && find(table.name)?.playing !== false) await attempt(order(table.name, { type: "ResumeHand" }));
}

/** A clause, and what it says. @param {string} clause */
const ruleOf = async (clause) => ({
  clause,
  ...(await api(`/api/clauses/${encodeURIComponent(clause)}`).catch(() => ({ title: clause, words: [] }))),
});

class Ruling {
  /** @param {HTMLDialogElement} box @param {TableOnFloor} table */
  constructor(box, table) {
    this.box = box;
    this.table = table;
    /** What can have gone wrong; not known at first. @type {Trouble[] | null} */
    this.troubles = null;
    this.kind = "";
    this.seat = 0;
    this.card = "";
    /** @type {Record<string, boolean>} */
    this.flags = {};
    this.words = { dispute: "", ruling: "", reason: "" };
    this.seen = ""; // what was seen of an irregularity, for the incident log
    /** @type {import("./floor-effect.js").Effect | null} */
    this.effect = null;
    /** @type {import("../shared/room.js").Refused | null} */
    this.refusal = null;
    /** @type {any} */
    this.rule = null;
    this.asked = 0;
    this.looks = 0;
    this.waits = false;
    /** @type {Promise<boolean>} */
    this.over = new Promise((done) => box.addEventListener("close", () => done(box.returnValue === "done")));
    box.addEventListener("change", (e) => this.changed(/** @type {HTMLInputElement} */ (e.target)));
    box.addEventListener("input", (e) => {
      if (e.target instanceof HTMLInputElement && e.target.matches("[data-seen]")) this.seen = e.target.value;
      else if (e.target instanceof HTMLElement && e.target.dataset.words)
        this.typed(/** @type {HTMLInputElement} */ (e.target));
    });
    box.addEventListener("click", (e) => {
      const b = e.target instanceof Element ? e.target.closest("button") : null;
      if (b?.dataset.do === "confirm") this.confirm();
      if (b?.dataset.do === "cancel") box.close("");
    });
  }

  get trouble() {
    return this.troubles?.find((one) => one.kind === this.kind);
  }

  /** The order, once everything that must be said is said. @returns {{type: string, command?: Record<string, unknown>} | null} */
  get command() {
    if (this.kind === "dispute")
      return Object.values(this.words).every((w) => w.trim()) ? { type: "RuleDispute", ...this.words } : null;
    const t = this.trouble;
    if (!t || (t.seat && !this.seat) || (t.card && !this.card)) return null;
    return {
      type: "Play",
      command: {
        type: "Report",
        kind: t.kind,
        ...(t.seat ? { seat: this.seat } : {}),
        ...(t.card ? { card: this.card } : {}),
        ...this.flags,
      },
    };
  }

  /** @param {HTMLInputElement} field */
  changed(field) {
    if (!field.name) return; // words have been heard as they were typed
    if (field.name === "kind") [this.kind, this.seat, this.card, this.flags] = [field.value, 0, "", {}];
    if (field.name === "seat") this.seat = Number(field.value);
    if (field.name === "card") this.card = field.value.trim();
    if (field.name in FLAGS) this.flags = { ...this.flags, [field.name]: field.checked };
    this.look();
  }

  /** @param {HTMLInputElement} field */
  typed(field) {
    this.words = { ...this.words, [field.dataset.words ?? ""]: field.value };
    clearTimeout(this.asked);
    this.asked = window.setTimeout(() => this.look(), 300);
  }

  /** Ask what the rule says and what it would do; what was shown before is gone at once, and a late answer is dropped. */
  async look() {
    const command = this.command,
      turn = ++this.looks,
      dispute = this.kind === "dispute";
    [this.effect, this.refusal, this.waits] = [null, null, Boolean(command)];
    this.show();
    const ruled = dispute ? "POKER 15(b)" : this.trouble?.clause;
    let effect = null,
      refusal = null,
      rule = ruled ? await ruleOf(ruled) : null;
    if (command)
      try {
        effect = await preview(this.table.name, command);
      } catch (f) {
        refusal = /** @type {import("../shared/room.js").Refused} */ (f);
      }
    if (effect && effect.clause !== ruled && !dispute) rule = await ruleOf(effect.clause);
    if (turn !== this.looks) return;
    [this.effect, this.refusal, this.rule, this.waits] = [effect, refusal, rule, false];
    this.show();
  }

  async confirm() {
    if (!this.effect) return;
    const words = (this.effect.announced.find((one) => !one.marker) ?? this.effect).words;
    const asked = this.command;
    if (asked?.type === "Play") asked.command = { ...asked.command, reason: this.seen };
    try {
      await order(this.table.name, asked);
      this.box.close("done");
      notice(words, this.effect.clause, "good");
    } catch (f) {
      if (!(f instanceof Refused)) throw f;
      [this.effect, this.refusal] = [null, f];
      this.show();
    }
  }

  show() {
    const t = this.table,
      where = `${t.title}, ${t.stakes}${t.playing ? ` · round ${t.round}${t.street ? ", " + t.street : ""}` : ""}`;
    morph(
      this.box,
      html`<header><div><h2 id="ruling-title" tabindex="-1" autofocus>Irregularity at ${t.called}</h2><p class="muted small">${where}${t.paused ? " · the deck is under a marker, the clock is stopped" : ""} · no card or chip moves until you confirm</p></div>
        <button class="btn btn--quiet btn--icon" data-do="cancel" aria-label="Close"><ui-icon name="cross"></ui-icon></button></header>
      <div class="cols"><section><h3><span>1</span>What happened</h3>${this.happened()}</section>
        <section><h3><span>2</span>What the rule says</h3>${this.said()}</section>
        <section aria-live="polite"><h3><span>3</span>What it will do</h3>${this.refusal ? refusedBox(this.refusal) : this.effect ? effectOf(this.effect, t) : html`<p class="none-yet">${this.waits ? "Working out the effect …" : this.kind ? "Fill in the missing fields on the left." : "Choose what happened: a preview shows the ruling and every chip it moves."}</p>`}</section></div>
      <footer>${this.effect ? html`<span class="sum-ok"><ui-icon name="check"></ui-icon>Moves sum to zero</span>` : html`<span class="muted small">Nothing is decided yet</span>`}${this.kind && this.kind !== "dispute" ? html`<input class="input grow" data-seen aria-label="Reason for the record" placeholder="Reason, for the incident log" maxlength="200">` : html`<span class="grow"></span>`}
        <button class="btn" data-do="cancel">Cancel</button><button class="btn btn--lamp" data-do="confirm"${this.effect ? "" : html` disabled`}>${this.effect ? actOf(this.effect, "Confirm the ruling") : "Confirm"}</button></footer>`,
    );
  }

  happened() {
    if (!this.troubles) return html`<p class="none-yet">Play stops, and the room looks what can have gone wrong.</p>`;
    return html`<div class="kinds" role="radiogroup" aria-label="What happened">
      ${this.troubles.map((one) => html`<div data-key="k-${one.kind}"><label><input type="radio" name="kind" value="${one.kind}">${capital(one.words)}</label>${one.kind === this.kind ? this.missing(one) : ""}</div>`)}
      <div data-key="k-dispute"><label><input type="radio" name="kind" value="dispute">Dispute, other</label>${
        this.kind === "dispute"
          ? html`<div class="found found--one">
        ${[
          ["dispute", "What it is about", "the bet of seat 3"],
          ["ruling", "What is decided", "the bet stands"],
          ["reason", "Why", "both dealers saw it"],
        ].map(
          ([key, words, like]) =>
            html`<label class="field">${words}<input class="input" data-words="${key}" placeholder="${like}" maxlength="200"></label>`,
        )}</div>`
          : ""
      }</div></div>
      ${this.troubles.length ? "" : html`<p class="none-yet">No round is in play: only a dispute can be decided now.</p>`}`;
  }

  /** @param {Trouble} one */
  missing(one) {
    if (!one.seat && !one.card && !one.flags.length) return "";
    const sitters = one.seats.map((/** @type {number} */ seat) => ({
      seat,
      person: this.table.seats.find((s) => s.seat === seat)?.person ?? "",
    }));
    return html`<div class="found found--one">${one.seat ? html`<div class="chips-row" role="radiogroup" aria-label="Whose hand">${sitters.map((s) => html`<label class="pick"><input type="radio" name="seat" value="${s.seat}"><span class="seat-no">${s.seat}</span>${s.person}</label>`)}</div>` : ""}
      ${one.card ? html`<label class="field">Which card<input class="input" name="card" placeholder="Kd" maxlength="3"></label>` : ""}
      ${one.flags.map((flag) => html`<label class="check"><input type="checkbox" name="${flag}">${FLAGS[flag] ?? flag}</label>`)}</div>`;
  }

  said() {
    if (!this.rule) return html`<p class="none-yet">The clause for the chosen irregularity is shown here.</p>`;
    return html`<div class="rule"><p class="record clause-name">${this.rule.clause}</p><h4 class="voice">${this.rule.title}</h4>${(this.rule.words ?? []).map((/** @type {string} */ words) => html`<p class="muted">${words.replace(/[^.]$/, "$&.")}</p>`)}${(this.rule.examples ?? []).slice(0, 2).map((/** @type {string} */ words) => html`<p class="muted example"><b>Example.</b> ${words}</p>`)}</div>`;
  }
}
