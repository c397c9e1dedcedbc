// @ts-check
/* The way in: sign in, make an account, or come as a guest, as the room's policy has it. */
import { room } from "./room.js";
import { onSent, send } from "./form.js";
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
    html`<label class="field">Name<input class="input" name="name" maxlength="40" autocomplete="${kind}"></label>`;
  if (way === "guest") return html`${name("nickname")}<button class="btn btn--lamp">Come in</button>`;
  if (way === "register")
    return html`${name("username")}<label class="field">Password<input class="input" name="password" type="password" maxlength="200" aria-label="Password" autocomplete="new-password">${PASSWORD}</label><input type="hidden" name="invitation" value="${invitation}"><button class="btn btn--lamp">Make the account</button>`;
  return html`${name("username")}<label class="field">Password<input class="input" name="password" type="password" maxlength="200" autocomplete="current-password"></label>
    <button class="btn btn--lamp">Sign in</button><p class="faint">Forgot the password? The staff gives you a link for a new one.</p>`;
}

/** Why a room without a way to make an account has none. */
const closed = () =>
  room.kind === "card-room" && room.registration !== "open"
    ? html`<p class="faint">${room.registration === "staff" ? "The staff makes accounts here: ask at the desk." : "New here? The staff sends you an invitation."}</p>`
    : "";

/** Show an entrance. @param {HTMLElement} into @param {() => void} entered @param {string} [invitation] @param {string} [way] */
export function showEntrance(into, entered, invitation = "", way = ways(invitation)[0]) {
  const others = ways(invitation).filter((other) => other !== way);
  into.innerHTML =
    html`<form class="entrance" id="entrance"><h2 id="entrance-title" tabindex="-1" autofocus>${TITLES[way][0]}</h2>${fields(way, invitation)}
    <p class="loss" role="alert" data-fault></p>${way === "sign-in" ? closed() : ""}
    ${others.map((other) => html`<button class="btn btn--quiet" type="button" data-way="${other}">${TITLES[other][1]}</button>`)}</form>`.toString();
  const form = /** @type {HTMLFormElement} */ (into.querySelector("form"));
  form.querySelectorAll("[data-way]").forEach((other) =>
    other.addEventListener("click", () => {
      showEntrance(into, entered, invitation, other.getAttribute("data-way") ?? "");
      /** @type {HTMLElement | null} */ (into.querySelector("input"))?.focus();
    }),
  );
  onSent(form, async ({ name, password, invitation: by }) => {
    const paths = { guest: "/api/guests", register: "/api/registrations", "sign-in": "/api/session" };
    const body =
      way === "guest" ? { name } : way === "register" ? { name, password, invitation: by } : { name, password };
    room.me = await send(paths[/** @type {keyof typeof paths} */ (way)], body);
    entered();
  });
}

/** Show an entrance in a dialog. @param {HTMLDialogElement} box @param {() => void} entered */
export function openEntrance(box, entered) {
  showEntrance(box, entered);
  box.showModal();
}
