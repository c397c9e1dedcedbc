// @ts-check
/* Seldom orders at a desk: in groups by subject, each a form with words for its fields and what can be chosen now. */
import { afterRound, api, clauseChip, Refused, room } from "./room.js";
import { clearFaults, lacking, showFault } from "./form.js";
import { html, capital } from "./words.js";
import { morph } from "./morph.js";
import { pageName } from "./browser.js";

/** @typedef {import("./types.d.ts").OrderForm} OrderForm */
/** @typedef {import("./types.d.ts").OrderField} OrderField */
/** @typedef {import("./types.d.ts").OrdersSeen} OrdersSeen */

const client = pageName();
let sequence = 0;

/** @param {OrderField} field */
const label = (field) => field.words || capital(field.name.replace(/.*\./, "").replaceAll("_", " "));

/** The subjects on which the caller may order something at a desk. @param {"floor" | "cage"} desk @param {string} table @returns {Promise<string[]>} */
export const orderGroups = async (desk, table) => [
  ...new Set((await listed(desk, table)).forms.map((/** @type {OrderForm} */ form) => form.group)),
];

/** @param {"floor" | "cage"} desk @param {string} table @returns {Promise<OrdersSeen>} */
const listed = (desk, table) => api(`/api/orders?${new URLSearchParams({ desk, table })}`);

/** Choose an order of a subject, write it and give it. @param {"floor" | "cage"} desk @param {string} table orders to this table, or (empty) to the house @param {string} group @returns {Promise<boolean>} */
export async function openOrders(desk, table, group) {
  const seen = await listed(desk, table),
    forms = seen.forms.filter((form) => form.group === group),
    box = document.createElement("dialog");
  box.className = "order all-orders";
  box.setAttribute("aria-labelledby", "orders-title");
  document.body.append(box);
  const sheet = new OrderSheet(box, group, forms, table, seen.tables);
  sheet.list();
  box.showModal();
  return new Promise((done) =>
    box.addEventListener("close", () => {
      box.remove();
      done(box.returnValue === "done");
    }),
  );
}

/** @param {string} title */
const head = (title) =>
  html`<header><h2 id="orders-title" tabindex="-1" autofocus>${title}</h2><button class="btn btn--quiet btn--icon" type="button" data-no aria-label="Close"><ui-icon name="cross"></ui-icon></button></header>`;

class OrderSheet {
  /** @param {HTMLDialogElement} box @param {string} group @param {OrderForm[]} forms @param {string} table @param {string[]} tables */
  constructor(box, group, forms, table, tables) {
    this.box = box;
    this.group = group;
    this.forms = forms;
    this.table = table;
    this.tables = tables;
    this.busy = false;
    /** @type {OrderForm | undefined} */
    this.chosen = undefined;
    box.addEventListener("click", (e) => this.pressed(e));
    box.addEventListener("submit", (e) => this.give(e));
  }

  list() {
    this.chosen = undefined;
    morph(
      this.box,
      html`<form>${head(this.group)}<ul class="todo">${this.forms.map((form) => html`<li data-key="${form.name}"><p>${form.title} ${clauseChip(form.clause)}</p><button class="btn btn--sm" data-order="${form.name}" aria-label="${form.title}" type="button">Open</button></li>`)}</ul></form>`,
    );
  }

  /** @param {Event} e */
  pressed(e) {
    const at = e.target instanceof Element ? e.target : null;
    if (at?.closest("[data-no]")) this.box.close();
    else if (at?.closest("[data-back]")) this.list();
    const name = at?.closest("[data-order]")?.getAttribute("data-order");
    this.chosen = this.forms.find((form) => form.name === name) ?? this.chosen;
    if (name) this.ask();
  }

  ask() {
    const form = /** @type {OrderForm} */ (this.chosen),
      table = form.at_table && !this.table;
    morph(
      this.box,
      html`<form id="order" novalidate>${head(form.title)}<p class="muted">${capital(form.what)}. ${clauseChip(form.clause)}</p>
      ${
        table
          ? choice(
              "table!",
              "Table",
              this.tables.map((name) => [name, name]),
              true,
            )
          : ""
      }${form.fields.map(input)}
      <p class="loss" role="alert" data-fault></p>
      <footer><button class="btn" type="button" data-back>Back</button><button class="btn btn--lamp">${form.title}</button></footer></form>`,
    );
  }

  /** @param {Event} e */
  async give(e) {
    e.preventDefault();
    const one = this.chosen,
      form = /** @type {HTMLFormElement} */ (this.box.querySelector("form"));
    if (this.busy || !one) return; // pressed twice
    clearFaults(form);
    const given = new FormData(form),
      text = (/** @type {string} */ name) => String(given.get(name) ?? "").trim();
    if (lacking(form)) return;
    this.busy = true;
    try {
      const body = {
        name: one.name,
        texts: Object.fromEntries(one.fields.map((f) => [f.name, written(f, text(`of-${f.name}`))])),
        table: this.table || text("of-table!"),
        password: Object.fromEntries(one.fields.filter((f) => f.signs).map((f) => [f.name, text(`by-${f.name}`)])),
        after_round: true,
      };
      const give = () => api("/api/orders", { method: "POST", body: { client, sequence: ++sequence, ...body } });
      await afterRound(
        give,
        (words) => this.say(form, words),
        () => this.box.open,
      );
      this.box.close("done");
    } catch (found) {
      refuse(form, found);
    } finally {
      this.busy = false;
    }
  }

  /** @param {HTMLFormElement} form @param {string} words */
  say(form, words) {
    const place = /** @type {HTMLElement} */ (form.querySelector("[data-fault]"));
    place.textContent = words;
  }
}

/** What was wrong, at the field that it names: of a person, or of the password they sign with. @param {HTMLFormElement} form @param {unknown} found */
function refuse(form, found) {
  const named = found instanceof Refused && found.clause.startsWith("FIELD ") ? found.clause.slice(6) : "",
    [part, of] = named.startsWith("password.") ? ["by", named.slice(9)] : ["of", named],
    field = form.querySelector(`[name="${part}-${CSS.escape(of)}"]`),
    { message } = /** @type {Error} */ (found);
  showFault(form, field ? new Refused(`FIELD ${field.getAttribute("name")}`, message) : found);
}

/** A text as the room reads it: a time of this place becomes one with its zone. @param {OrderField} field @param {string} text */
const written = (field, text) => (field.kind === "time" && text ? new Date(text).toISOString() : text);

/** Now, as a field for a time holds it. */
function now() {
  const at = new Date();
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** @param {string} name @param {string} words @param {[string, string][]} options @param {boolean} needed */
const choice = (name, words, options, needed) =>
  html`<label class="field">${words}<select class="input" name="of-${name}"${needed ? html` required` : ""}>${needed && options.length ? "" : html`<option value="">${options.length ? "" : "none here"}</option>`}${options.map(([value, said]) => html`<option value="${value}">${said}</option>`)}</select></label>`;

/** @param {OrderField} field */
function input(field) {
  const words = `${label(field)}${field.needed || field.kind === "yes" ? "" : ", if any"}`,
    type = { date: "date", time: "datetime-local" }[/** @type {string} */ (field.kind)] ?? "text";
  if (field.kind === "yes")
    return choice(
      field.name,
      words,
      [
        ["no", "No"],
        ["yes", "Yes"],
      ],
      true,
    );
  if (field.options)
    return html`${choice(field.name, words, /** @type {[string, string][]} */ (field.options), field.needed)}${field.signs && !room.demonstration ? html`<label class="field">Their password<input class="input" name="by-${field.name}" type="password" autocomplete="off"${field.needed ? html` required` : ""}></label>` : ""}`;
  if (field.choices.length)
    return choice(
      field.name,
      words,
      field.choices.map((one) => [one, capital(one.replaceAll("_", " "))]),
      field.needed,
    );
  return html`<label class="field">${words}<input class="input" name="of-${field.name}" type="${type}" maxlength="300" autocomplete="off" placeholder="${field.like}"${field.needed ? html` required` : ""} value="${field.kind === "time" && field.needed ? now() : ""}"></label>`;
}
