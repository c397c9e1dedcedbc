// @ts-check
/* The second signature under an order: who of the staff can give it now, and what they give. */
import { api, room } from "../shared/room.js";
import { html } from "../shared/words.js";
import { roleWords } from "./staff.js";

/** @typedef {import("../shared/types.d.ts").Colleague} Colleague */

/** The people of the staff in some roles. @param {readonly string[]} roles @returns {Promise<Colleague[]>} */
export const staffIn = async (roles) =>
  (await api("/api/staff")).filter((/** @type {Colleague} */ one) => roles.includes(one.role));

/** The people who can sign an order beside the one who gives it. @param {readonly string[]} roles @returns {Promise<Colleague[]>} */
export const signersIn = async (roles) =>
  room.demonstration ? [] : (await staffIn(roles)).filter((one) => one.name !== room.me?.name);

/** @param {readonly string[]} roles @param {Colleague[]} signers */
export function signature(roles, signers) {
  if (room.demonstration)
    return html`<p>The room gives the second signature, and the record says <b>automated (${roleWords(roles[0])})</b>. In a card room a second person signs with a password.</p>`;
  if (!signers.length)
    return html`<p class="loss" role="alert">Nobody can give the second signature: it must come from a person with the role ${roles.map(roleWords).join(" or ")}. The shift supervisor creates accounts at the desk <a href="/people">People</a>.</p>`;
  return html`<fieldset><legend>Second signature</legend><label class="field">Second signatory<select class="input" name="second">${signers.map((one) => html`<option value="${one.name}/${one.role}">${one.name}, ${roleWords(one.role)}</option>`)}</select></label><label class="field">Their password<input class="input" name="password" type="password" required maxlength="200" autocomplete="off"></label></fieldset>`;
}

/** Who signed: the name and the role. @param {Record<string, string>} fields @param {readonly string[]} roles @returns {[string, string]} */
export function signed({ second = "" }, roles) {
  const [name, role = roles[0]] = second.split("/");
  return room.demonstration ? ["automated", roles[0]] : [name, role];
}
