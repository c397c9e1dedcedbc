// @ts-check
/* Every order of a role in one sheet: what has no place of its own is still to be found, written and given. */
import { api, clauseChip, Refused, room } from "./room.js";
import { html, capital } from "./words.js";
import { morph } from "./morph.js";

/** @typedef {import("./types.d.ts").OrderForm} OrderForm */
/** @typedef {import("./types.d.ts").OrderField} OrderField */

const client = crypto.randomUUID().slice(0, 13);
let sequence = 0;

/** The name of an order in words: "StepAway" is "Step away". @param {string} name */
const inWords = (name) => capital(name.replace(/(?!^)([A-Z])/g, " $1").toLowerCase());
/** @param {string} name */
const label = (name) => capital(name.replace(/.*\./, "").replaceAll("_", " "));

/** Choose an order and give it. @param {string} table orders to this table, or (empty) to the house @param {string[]} [only] by name */
export async function openOrders(table, only) {
  /** @type {OrderForm[]} */
  const all = await api("/api/orders"),
    forms = all.filter((form) => form.at_table === Boolean(table) && (!only || only.includes(form.name)));
  const box = document.createElement("dialog");
  box.className = "order all-orders";
  box.setAttribute("aria-labelledby", "orders-title");
  box.innerHTML =
    html`<form novalidate><header><h2 id="orders-title" tabindex="-1" autofocus>${only ? "Your requests" : table ? "Orders to this table" : "Orders to the house"}</h2><button class="btn btn--quiet btn--icon" type="button" data-no aria-label="Close"><ui-icon name="cross"></ui-icon></button></header>
    <label class="field">Order<select class="input" name="order">${forms.map((form) => html`<option value="${form.name}">${inWords(form.name)}</option>`)}</select></label>
    <div data-fields></div><p class="refusal" role="alert" data-fault hidden></p>
    <footer><button class="btn" type="button" data-no>Cancel</button><button class="btn btn--lamp">Give the order</button></footer></form>`.toString();
  document.body.append(box);
  const form = /** @type {HTMLFormElement} */ (box.querySelector("form")),
    fault = /** @type {HTMLElement} */ (box.querySelector("[data-fault]")),
    chosen = () => forms.find((one) => one.name === new FormData(form).get("order"));
  const show = () => {
    const one = chosen();
    fault.hidden = true;
    morph(
      /** @type {HTMLElement} */ (box.querySelector("[data-fields]")),
      one
        ? html`<p class="muted">${capital(one.what)} ${clauseChip(one.clause)}</p>${one.fields.map(input)}${one.second.length && !room.demonstration ? html`<label class="field">Password of the second person<input class="input" name="password" type="password" autocomplete="off"></label>` : ""}`
        : html`<p>There is nothing to order.</p>`,
    );
  };
  let busy = false;
  form.addEventListener("change", (e) => {
    if (e.target instanceof HTMLSelectElement && e.target.name === "order") show();
  });
  box.addEventListener("click", (e) => {
    if (e.target instanceof Element && e.target.closest("[data-no]")) box.close();
  });
  form.addEventListener("submit", async (e) => {
    e.preventDefault();
    const one = chosen();
    if (busy || !one) return; // pressed twice
    busy = true;
    const given = new FormData(form),
      texts = Object.fromEntries(one.fields.map((f) => [f.name, String(given.get(`of-${f.name}`) ?? "")]));
    try {
      const body = {
        client,
        sequence: ++sequence,
        name: one.name,
        texts,
        table,
        password: String(given.get("password") ?? ""),
      };
      await api("/api/orders", { method: "POST", body });
      box.close("done");
    } catch (found) {
      refuse(form, fault, found);
    } finally {
      busy = false;
    }
  });
  show();
  box.showModal();
  return new Promise((done) =>
    box.addEventListener("close", () => {
      box.remove();
      done(box.returnValue === "done");
    }),
  );
}

/** What was wrong, beside its field if it names one. @param {HTMLFormElement} form @param {HTMLElement} place @param {unknown} found */
function refuse(form, place, found) {
  const field = found instanceof Refused ? found.clause.replace(/^FIELD /, "") : "",
    input = form.querySelector(`[name="of-${CSS.escape(field)}"]`);
  place.hidden = false;
  place.textContent = `${input ? label(field) + ": " : ""}${/** @type {Error} */ (found).message}.`;
  if (input instanceof HTMLElement) input.focus();
}

/** @param {OrderField} field */
function input(field) {
  const name = html`name="of-${field.name}"`,
    words = `${label(field.name)}${field.needed || field.kind === "yes" ? "" : ", if any"}`,
    like = { amount: "$100", person: "Ana, security", list: "one, another", date: "2026-06-01", number: "" }[
      /** @type {string} */ (field.kind)
    ];
  if (field.kind === "yes")
    return html`<label class="field">${words}<select class="input" ${name}><option value="no">No</option><option value="yes">Yes</option></select></label>`;
  if (field.kind === "choice")
    return html`<label class="field">${words}<select class="input" ${name}>${field.needed ? "" : html`<option value=""></option>`}${field.choices.map((one) => html`<option value="${one}">${capital(one.replaceAll("_", " "))}</option>`)}</select></label>`;
  return html`<label class="field">${words}<input class="input" ${name} maxlength="300" autocomplete="off" placeholder="${like ?? ""}"></label>`;
}
