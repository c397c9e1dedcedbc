// @ts-check
/* The way in: sign in, make an account, or come as a guest, as the room's policy has it. */
import { Refused, room } from "./room.js";
import { given, onSent, send, showFault } from "./form.js";
import { answerWithPasskey, passkeysWork } from "./passkeys.js";
import { html } from "./words.js";

const PASSWORD = html`<small class="faint">Ten characters or more. A good one: four words that do not belong together.</small>`;

/** Which ways in a room has, the most usual first. @param {string} invitation a token, or nothing */
export function ways(invitation = "") {
  const registers = invitation || room.registration === "open";
  return [
    ...(invitation ? ["register"] : []),
    ...(room.kind === "card-room" ? [] : ["guest"]),
    "sign-in",
    ...(registers && !invitation ? ["register"] : []),
  ];
}

/** @type {Record<string, [string, string]>} */
const TITLES = {
  guest: ["Your name at the table", "Come in as a guest"],
  "sign-in": ["Sign in", "I have an account"],
  register: ["Make an account", "Make an account"],
};

/** What an entrance asks for. @param {string} way @param {string} invitation */
function fields(way, invitation) {
  const name = (/** @type {string} */ kind) =>
    html`<label class="field">Name<input class="input" name="name" required maxlength="40" autocomplete="${kind}"></label>`;
  if (way === "guest") return html`${name("nickname")}<button class="btn btn--lamp">Come in</button>`;
  if (way === "register")
    return html`${name("username")}<label class="field">Password<input class="input" name="password" type="password" required maxlength="200" aria-label="Password" autocomplete="new-password">${PASSWORD}</label><input type="hidden" name="invitation" value="${invitation}"><button class="btn btn--lamp">Make the account</button>`;
  return html`${name("username")}<label class="field">Password<input class="input" name="password" type="password" required maxlength="200" autocomplete="current-password"></label>
    <div class="entrance" data-second hidden><p>One more step: the code that your authenticator app shows now${passkeysWork() ? ", or your passkey" : ""}.</p><label class="field">Code<input class="input" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="10"></label>${passkeysWork() ? html`<button class="btn" type="button" data-passkey>Use a passkey</button>` : ""}</div>
    <button class="btn btn--lamp">Sign in</button><p class="faint">Forgot the password? The staff gives you a link for a new one.</p>`;
}

/** Why a room without a way to make an account has none. */
const closed = () =>
  room.kind === "card-room" && room.registration !== "open"
    ? html`<p class="faint">${room.registration === "staff" ? "The staff makes accounts here: ask at the desk." : "New here? The staff sends you an invitation."}</p>`
    : "";

/** @typedef {{invitation?: string, way?: string, only?: boolean}} Wanted a token; the way to begin with; and no other */

/** Show an entrance. @param {HTMLElement} into @param {() => unknown} entered @param {Wanted} [wanted] */
export function showEntrance(into, entered, { invitation = "", way = ways(invitation)[0], only = false } = {}) {
  const others = only ? [] : ways(invitation).filter((other) => other !== way);
  into.innerHTML =
    html`<form class="entrance" id="entrance"><h2 id="entrance-title" tabindex="-1" autofocus>${TITLES[way][0]}</h2>${fields(way, invitation)}
    <p class="loss" role="alert" data-fault></p>${way === "sign-in" ? closed() : ""}
    ${others.map((other) => html`<button class="btn btn--quiet" type="button" data-way="${other}">${TITLES[other][1]}</button>`)}${into instanceof HTMLDialogElement ? html`<button class="btn btn--quiet" type="button" data-close>Go back</button>` : ""}</form>`.toString();
  const form = /** @type {HTMLFormElement} */ (into.querySelector("form"));
  form.querySelectorAll("[data-way]").forEach((other) =>
    other.addEventListener("click", () => {
      showEntrance(into, entered, { invitation, way: other.getAttribute("data-way") ?? "" });
      /** @type {HTMLElement | null} */ (into.querySelector("input"))?.focus();
    }),
  );
  form.querySelector("[data-passkey]")?.addEventListener("click", async () => {
    const { name, password } = given(form);
    try {
      const passkey = await answerWithPasskey(await send("/api/session/passkey", { name, password }));
      room.me = await send("/api/session", { name, password, passkey });
      await entered();
    } catch (fault) {
      showFault(form, fault);
    }
  });
  onSent(form, async ({ name, password, code, invitation: by }) => {
    if (way === "guest") room.me = await send("/api/guests", { name });
    else if (way === "register") room.me = await send("/api/registrations", { name, password, invitation: by });
    else if (!(await signIn(form, { name, password, code }))) return;
    await entered();
  });
}

/** Sign in; where the account has a second factor, ask for it and answer false. @param {HTMLFormElement} form @param {object} fields */
async function signIn(form, fields) {
  const second = /** @type {HTMLElement} */ (form.querySelector("[data-second]"));
  try {
    room.me = await send("/api/session", fields);
    return true;
  } catch (fault) {
    const asks = fault instanceof Refused && ["FIELD code", "FIELD passkey"].includes(fault.clause);
    if (!asks || !second.hidden) throw fault;
    second.hidden = false;
    second.querySelector("input")?.focus();
    return false;
  }
}

/** Show an entrance in a dialog. @param {HTMLDialogElement} box @param {() => unknown} entered */
export function openEntrance(box, entered) {
  showEntrance(box, entered);
  box.showModal();
}
