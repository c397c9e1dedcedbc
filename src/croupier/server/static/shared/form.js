// @ts-check
/* Forms: sent once however often they are pressed, with every fault beside its field. */
import { api, Refused } from "./room.js";
import { capital, typed } from "./words.js";

/** Say what is wrong: at the field that the refusal names, otherwise at the foot of the form.
 * @param {HTMLFormElement} form @param {unknown} fault */
export function showFault(form, fault) {
  const why = capital(/** @type {Error} */ (fault).message).replace(/[^.?!]$/, "$&."),
    named = fault instanceof Refused && fault.clause.startsWith("FIELD ") ? fault.clause.slice(6) : "",
    field = /** @type {HTMLElement | null} */ (named ? form.querySelector(`[name="${CSS.escape(named)}"]`) : null);
  const foot = /** @type {HTMLElement} */ (form.querySelector("[data-fault]"));
  if (!field || field.closest("[hidden], [type=hidden]")) {
    foot.textContent = why;
    return;
  }
  const said = document.createElement("small");
  said.className = "fault";
  said.id = `fault-${form.id}-${named}`;
  said.setAttribute("role", "alert");
  said.textContent = why;
  const label = field.closest("label")?.firstChild?.textContent?.trim();
  if (label && !field.hasAttribute("aria-label")) field.setAttribute("aria-label", label); // the fault is no part of its name
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-describedby", said.id);
  (field.closest(".field, fieldset") ?? field).append(said);
  field.focus();
}

/** Take back what was said about a form. @param {HTMLFormElement} form */
export function clearFaults(form) {
  form.querySelectorAll(".fault").forEach((said) => said.remove());
  form.querySelectorAll("[aria-invalid]").forEach((field) => {
    field.removeAttribute("aria-invalid");
    field.removeAttribute("aria-describedby");
  });
  const foot = form.querySelector("[data-fault]");
  if (foot) foot.textContent = "";
}

/** Say at every field that is required and empty that it is; whether there is any. @param {HTMLFormElement} form */
export function lacking(form) {
  const fields = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("[required]")]),
    empty = fields.filter((field) => !field.value.trim() && !field.closest("[hidden]"));
  for (const field of empty.reverse()) showFault(form, new Refused(`FIELD ${field.name}`, "this field is required")); // the first has the focus
  return empty.length > 0;
}

/** The fields of a form by their names, as text. @param {HTMLFormElement} form @returns {Record<string, string>} */
export const given = (form) =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value).trim()]));

/** Empty the fields that still hold what was sent; what was typed meanwhile stays. @param {HTMLFormElement} form @param {Record<string, string>} sent */
export function clearSent(form, sent) {
  for (const field of form.elements) {
    if (field instanceof HTMLInputElement && field.value.trim() === sent[field.name]) field.value = field.defaultValue;
    if (field instanceof HTMLSelectElement && field.value === sent[field.name])
      field.selectedIndex = Math.max(
        0,
        [...field.options].findIndex((one) => one.defaultSelected),
      );
  }
}

/** Let a form do its work when it is sent: one at a time, faults beside their fields.
 * @param {HTMLFormElement} form @param {(fields: Record<string, string>) => Promise<unknown>} work */
export function onSent(form, work) {
  form.noValidate = true; // the room says what is wrong, in its own words
  form.addEventListener("submit", async (e) => {
    e.preventDefault();
    const buttons = /** @type {HTMLButtonElement[]} */ ([...form.querySelectorAll("button:not([type=button])")]);
    if (buttons.some((button) => button.disabled)) return;
    clearFaults(form);
    if (lacking(form)) return;
    buttons.forEach((button) => {
      button.disabled = true;
    });
    try {
      await work(given(form));
    } catch (fault) {
      showFault(form, fault);
    } finally {
      buttons.forEach((button) => {
        button.disabled = false;
      });
    }
  });
}

/** An amount as it was typed, in cents; anything else is refused at its field.
 * @param {string} text @param {string} field @param {string} [like] */
export function amount(text, field, like = "100 or $12.50") {
  const cents = typed(text);
  if (Number.isFinite(cents)) return cents;
  throw new Refused(`FIELD ${field}`, `${text ? `“${text}” is not an amount: ` : ""}write dollars, like ${like}`);
}

/** Send something to the room. @param {string} path @param {unknown} [body] @param {string} [method] */
export const send = (path, body, method = "POST") => api(path, { method, body });
