// @ts-check
/* The form of a table's sign: its fields come from the room, and so does everything that is wrong with them. */
import { afterRound, api, clauseChip, room } from "./room.js";
import { html, capital } from "./words.js";
import { morph } from "./morph.js";

/** @typedef {import("./types.d.ts").Field} Field */
/** @typedef {import("./types.d.ts").SignForm} SignForm */
/** @typedef {import("./types.d.ts").SignSeen} SignSeen */
/** @typedef {import("./types.d.ts").FieldFault} FieldFault */
/** @typedef {{name: string, game: string, sign: SignSeen["sign"], notice: string, stakes: string, password: string}} Filled */
/** What the form is for: a new table, or (with `table`) the sign of one; `kinds` are the buttons that finish it.
 * @typedef {{title: string, words: string, games: {key: string, title: string}[], table?: string, noticed?: boolean,
 *   password?: boolean, acts: {words: string, like?: string, act: (filled: Filled) => Promise<unknown>, stays?: boolean}[]}} Purpose */

const GROUPS = /** @type {[string, string, boolean][]} */ ([
  ["stakes", "Stakes", true],
  ["seats", "Seats, buy-in and time", true],
  ["house", "What the house takes", true],
  ["options", "Options", false],
  ["pay", "Pay tables", false],
  ["rules", "Finer rules", false],
]);
const WAIT = 200; // milliseconds after the last key

/** Ask for a sign; resolves when the dialog closes. @param {Purpose} purpose @returns {Promise<boolean>} */
export async function openSignForm(purpose) {
  const box = document.createElement("dialog");
  box.className = "order sign-form";
  box.setAttribute("aria-labelledby", "sign-title");
  document.body.append(box);
  const shown = new SignFormBox(box, purpose);
  await shown.load(purpose.games[0].key);
  box.showModal();
  return new Promise((done) =>
    box.addEventListener("close", () => {
      box.remove();
      done(box.returnValue === "done");
    }),
  );
}

class SignFormBox {
  /** @param {HTMLDialogElement} box @param {Purpose} purpose */
  constructor(box, purpose) {
    this.box = box;
    this.purpose = purpose;
    this.template = "";
    this.waits = 0;
    this.asked = 0;
    this.busy = false;
    this.loads = 0;
    this.loading = Promise.resolve();
    /** @type {Map<string, string>} what was typed or chosen, by field: another game that asks for it too keeps it */
    this.kept = new Map();
    box.addEventListener("click", (e) => this.pressed(e));
    box.addEventListener("input", (e) => this.typed(e));
    box.addEventListener("change", (e) => this.changed(e));
    box.addEventListener("submit", (e) => {
      e.preventDefault();
      this.finish(0);
    });
  }

  /** Show the fields of a game; where the room does not answer, the form stays as it was. @param {string} game @param {string} [template] */
  turnTo(game, template = "") {
    this.loading = this.load(game, template).catch((fault) => {
      const chosen = this.box.querySelector("[name=game]");
      if (chosen instanceof HTMLSelectElement) chosen.value = this.form?.game ?? "";
      this.refused(fault);
    });
  }

  /** The fields of a game, as a template or a table has them; what is typed meanwhile stays.
   * @param {string} game @param {string} [template] */
  async load(game, template = "") {
    const turn = ++this.loads, // a game that was chosen earlier, and comes late, is dropped
      { table } = this.purpose,
      asks = new URLSearchParams({ ...(table ? { table } : {}), ...(template ? { template } : {}) });
    /** @type {SignForm} */
    const form = await api(`/api/games/${encodeURIComponent(game)}/form?${asks}`);
    if (turn !== this.loads) return;
    const first = !this.form,
      another = form.game !== this.form?.game;
    this.form = form;
    this.template = template;
    if (first) this.draw(form);
    if (another) this.part("templates").innerHTML = templates(form);
    const at = document.activeElement?.getAttribute("name");
    this.part("fields").innerHTML = html`${GROUPS.map(([key, words, open]) =>
      group(
        words,
        open && !(key === "house" && room.kind === "friends"),
        form.fields.filter((f) => f.group === key),
      ),
    )}`.toString();
    if (template) this.kept.clear();
    this.refill();
    this.hide();
    if (at && !this.box.contains(document.activeElement)) /** @type {HTMLElement | null} */ (this.field(at))?.focus();
    await this.check();
  }

  /** @param {string} name */
  field(name) {
    return this.box.querySelector(`[name="${CSS.escape(name)}"]`);
  }

  /** What was typed stands in the new fields, too. */
  refill() {
    for (const [name, value] of this.kept) {
      const input = this.field(name);
      if (input instanceof HTMLInputElement) input.value = value;
      if (input instanceof HTMLSelectElement && [...input.options].some((one) => one.value === value))
        input.value = value;
    }
  }

  /** @param {HTMLInputElement | HTMLSelectElement} input */
  keep(input) {
    if (input.hasAttribute("data-sign")) this.kept.set(input.name, input.value);
  }

  /** @param {string} name */
  part(name) {
    return /** @type {HTMLElement} */ (this.box.querySelector(`[data-part="${name}"]`));
  }

  /** All but the fields of the game, once. @param {SignForm} form */
  draw(form) {
    const { purpose } = this;
    this.box.innerHTML =
      html`<form novalidate><header><h2 id="sign-title" tabindex="-1" autofocus>${purpose.title}</h2><button class="btn btn--quiet btn--icon" type="button" data-no aria-label="Close"><ui-icon name="cross"></ui-icon></button></header>
    <p class="muted">${purpose.words}</p>
    <div class="sign-cols"><div class="sign-fields">
      ${
        purpose.table
          ? ""
          : html`<div class="sign-group">${plain("game", "Game", html`<select class="input" id="sign-game" name="game">${purpose.games.map((g) => html`<option value="${g.key}"${g.key === form.game ? html` selected` : ""}>${g.title}</option>`)}</select>`)}
        ${plain("name", "Name of the table", html`<input class="input" id="sign-name" name="name" value="${form.name}" maxlength="40" autocomplete="off" aria-describedby="fault-name">`)}
        </div>`
      }
      <div data-part="templates"></div><div data-part="fields"></div>
      ${purpose.password ? plain("password", "Password, if the game has one", html`<input class="input" id="sign-password" name="password" maxlength="100" autocomplete="off" placeholder="none">`) : ""}
      ${purpose.noticed ? plain("notice", "How you informed the players", html`<input class="input" id="sign-notice" name="notice" maxlength="200" autocomplete="off" placeholder="by a sign at the table, 20 minutes before" aria-describedby="fault-notice">`) : ""}
    </div><section class="sign-shown" aria-label="The sign" aria-live="polite"></section></div>
    <footer><p class="field-fault" role="alert" id="fault-"></p><button class="btn" type="button" data-no>Cancel</button>${purpose.acts
      .map(
        (act, at) =>
          html`<button class="btn ${at ? "" : "btn--lamp"}" ${at ? html`type="button"` : ""} data-finish="${at}">${act.words}</button>`,
      )
      .reverse()}</footer></form>`.toString();
  }

  /** What is typed in the fields that are asked. @returns {Record<string, string>} */
  texts() {
    return Object.fromEntries(
      [...this.box.querySelectorAll("[data-sign]")].flatMap((input) =>
        (input instanceof HTMLInputElement || input instanceof HTMLSelectElement) && !input.disabled
          ? [[input.name, input.value]]
          : [],
      ),
    );
  }

  /** @param {string} name */
  value(name) {
    const input = this.box.querySelector(`[name="${name}"]`);
    return input instanceof HTMLInputElement || input instanceof HTMLSelectElement ? input.value.trim() : "";
  }

  /** A field that hangs on another is asked only where that one says so. */
  hide() {
    for (const field of this.form?.fields ?? []) {
      const input = this.box.querySelector(`[name="${field.name}"]`);
      if (!field.needs || !(input instanceof HTMLInputElement || input instanceof HTMLSelectElement)) continue;
      const [other, wanted] = field.needs,
        on = this.box.querySelector(`[name="${other}"]`),
        asked =
          (on instanceof HTMLInputElement || on instanceof HTMLSelectElement) &&
          !on.disabled &&
          wanted.includes(on.value);
      input.disabled = !asked;
      const row = /** @type {HTMLElement} */ (input.closest(".field"));
      row.hidden = !asked;
    }
  }

  async check() {
    const turn = ++this.asked; // a late answer to an earlier question is dropped
    const body = {
      game: this.form?.game,
      texts: this.texts(),
      name: this.value("name"),
      table: this.purpose.table ?? "",
      template: this.template,
    };
    /** @type {SignSeen} */
    const seen = await api("/api/signs", { method: "POST", body });
    if (turn === this.asked) this.show(seen);
    return seen;
  }

  /** Every fault beside its field, and the sign beside the form. @param {SignSeen} seen */
  show(seen) {
    this.box.querySelectorAll(".field-fault").forEach((place) => {
      const found = seen.faults.filter((f) => `fault-${f.field}` === place.id),
        input = this.box.querySelector(`[aria-describedby~="${place.id}"]`);
      morph(place, html`${found.map((f) => html`<span>${capital(f.why)}.</span>`)}`);
      input?.setAttribute("aria-invalid", String(found.length > 0));
      if (found.length) place.closest("details")?.setAttribute("open", "");
    });
    const shown = /** @type {HTMLElement} */ (this.box.querySelector(".sign-shown"));
    if (seen.lines.length)
      morph(
        shown,
        html`${seen.lines.map((line) =>
          line.kind === "title"
            ? html`<h3 class="voice">${capital(line.words)}</h3>`
            : line.kind === "heading"
              ? html`<h4>${capital(line.words)}</h4>`
              : html`<p>${capital(line.words)} ${clauseChip(line.clause)}</p>`,
        )}`,
      );
    shown.toggleAttribute("data-stale", !seen.lines.length);
  }

  /** @param {Event} e */
  typed(e) {
    if (!(e.target instanceof HTMLInputElement)) return;
    this.keep(e.target);
    clearTimeout(this.waits);
    this.waits = window.setTimeout(() => this.check(), WAIT);
  }

  /** @param {Event} e */
  changed(e) {
    if (!(e.target instanceof HTMLSelectElement)) return;
    if (e.target.name === "game") this.turnTo(e.target.value);
    else if (e.target.name === "template") this.turnTo(this.form?.game ?? "", e.target.value);
    else {
      this.keep(e.target);
      this.hide();
      this.check();
    }
  }

  /** @param {Event} e */
  pressed(e) {
    const button = e.target instanceof Element ? e.target.closest("[data-no], button[type=button][data-finish]") : null;
    if (button?.hasAttribute("data-no")) this.box.close();
    else if (button) this.finish(Number(button.getAttribute("data-finish")));
  }

  /** Do what the form is for, once, if nothing is wrong. @param {number} which */
  async finish(which) {
    if (this.busy) return;
    this.busy = true;
    clearTimeout(this.waits);
    const act = this.purpose.acts[which];
    try {
      await this.loading; // of the game that was chosen last
      const seen = await this.check();
      if (seen.faults.length) {
        const first = this.box.querySelector('[aria-invalid="true"]');
        if (first instanceof HTMLElement) first.focus();
        return;
      }
      const filled = {
        name: this.value("name"),
        game: this.form?.game ?? "",
        sign: seen.sign,
        notice: this.value("notice"),
        password: this.value("password"),
        stakes: seen.stakes,
      };
      const say = (/** @type {string} */ words) => morph(this.last(), html`<span class="muted">${words}</span>`);
      await afterRound(
        () => act.act(filled),
        say,
        () => this.box.open,
      );
      if (!act.stays) this.box.close("done");
    } catch (fault) {
      this.refused(/** @type {import("./room.js").Refused} */ (fault));
    } finally {
      this.busy = false;
    }
  }

  /** A refusal stands at its field, or under the form. @param {import("./room.js").Refused} fault */
  refused(fault) {
    const field = fault.clause?.replace(/^(?:SIGN|FIELD) /, "") ?? "",
      place = this.box.querySelector(`[id="fault-${field}"]`) ?? this.last();
    morph(this.last(), html``);
    morph(place, html`<span>${capital(fault.message)}.</span>${field ? "" : clauseChip(fault.clause ?? "")}`);
  }

  /** Where what concerns no field is said. */
  last() {
    return /** @type {Element} */ (this.box.querySelector("#fault-"));
  }
}

/** The signs that the house keeps for a game. @param {SignForm} form */
const templates = ({ templates: kept }) =>
  (kept.length
    ? html`<div class="sign-group">${plain("template", "Start from", html`<select class="input" id="sign-template" name="template"><option value="">The game's own sign</option>${kept.map((t) => html`<option value="${t}">${t}</option>`)}</select>`)}</div>`
    : ""
  ).toString();

/** @param {string} name @param {string} words @param {any} input @param {string} [hint] */
const plain = (name, words, input, hint = "") =>
  html`<div class="field"><label for="sign-${name}">${words}</label>${input}<small class="field-fault" id="fault-${name}"></small>${hint ? html`<small class="faint" id="hint-${name}">${hint}</small>` : ""}</div>`;

/** What a field does, where its title does not say it all: times, and what stands in a folded group. @param {Field} field */
const hintOf = ({ name, group, does }) =>
  /_seconds$/.test(name) || ["options", "rules"].includes(group) ? does.split(";")[0].replace(/\.?$/, ".") : "";

/** @param {string} words @param {boolean} open @param {Field[]} asked */
function group(words, open, asked) {
  if (!asked.length) return "";
  const inside = html`<div class="sign-group">${asked.map(input)}</div>`;
  return open
    ? html`<fieldset><legend>${words}</legend>${inside}</fieldset>`
    : html`<details><summary>${words}</summary>${inside}</details>`;
}

/** @param {Field} field */
function input(field) {
  const { name } = field,
    hint = hintOf(field),
    about = html`id="sign-${name}" name="${name}" data-sign${hint ? "" : html` title="${field.does}"`} aria-describedby="fault-${name}${hint ? ` hint-${name}` : ""}"`;
  return plain(
    name,
    field.title,
    field.kind === "choice"
      ? html`<select class="input" ${about}>${field.choices.map(([value, said]) => html`<option value="${value}"${value === field.value ? html` selected` : ""}>${said}</option>`)}</select>`
      : html`<input class="input" ${about} value="${field.value}" placeholder="${field.like || (field.kind === "amount" ? "none" : "")}" maxlength="200" autocomplete="off" ${field.kind === "number" ? html`inputmode="numeric"` : field.kind === "text" ? "" : html`inputmode="decimal"`}>`,
    hint,
  );
}
