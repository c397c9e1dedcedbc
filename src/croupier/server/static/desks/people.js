// @ts-check
/* The desk for people: accounts and their roles, links for passwords, invitations, and the policy. */
import { api, bareClause, confirm, room } from "../shared/room.js";
import { copied } from "../shared/browser.js";
import { clearSent, onSent, send } from "../shared/form.js";
import { capital, counted, html } from "../shared/words.js";
import { morph } from "../shared/morph.js";
import { attend, attempt, notice, order, roleWords } from "./staff.js";

/** @typedef {import("../shared/types.d.ts").PeopleSeen} PeopleSeen */
/** @typedef {PeopleSeen["people"][number]} Person */

const $ = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const me = await attend("people");
let sought = "",
  /** @type {PeopleSeen} */ seen;

const POLICY = { staff: "Made by the staff", invitation: "By invitation of the staff", open: "Open to everybody" };

/** @param {string} role */
const guideOf = (role) => seen.roles.find((one) => one.role === role);

/** Who must sign too, where two people give or take a role. @param {string[]} roles */
const signs = (roles) =>
  seen.witnesses.length > 0 && roles.some((role) => seen.weighty.includes(/** @type {Person["role"]} */ (role)));

/** The fields of a second signature. @param {boolean} wanted */
const signature = (wanted) =>
  html`<fieldset class="entrance" data-witness${wanted ? "" : html` hidden`}><legend class="said">Second signature</legend><p class="faint">Two people give and take this role. The second signs here.</p>
  <label class="field">Second signature<select class="input" name="witness">${seen.witnesses.map((name) => html`<option>${name}</option>`)}</select></label>
  <label class="field">Their password<input class="input" name="witness_password" type="password" maxlength="200" autocomplete="off"></label></fieldset>`;

/** @param {Record<string, string>} fields @param {string[]} roles */
const witness = (fields, roles) =>
  signs(roles) ? { witness: { name: fields.witness, password: fields.witness_password } } : {};

const options = (/** @type {string} */ chosen) =>
  seen.roles.map(
    (one) =>
      html`<option value="${one.role}"${one.role === chosen ? html` selected` : ""}>${capital(roleWords(one.role))}</option>`,
  );

function frame() {
  morph(
    $("desk"),
    html`<div class="staff-head"><div><h1>People</h1><p id="count"></p></div></div>
    <div class="people"><section class="panel" aria-label="Accounts"><header><h2>Accounts</h2><input class="input people__find" id="find" type="search" placeholder="Find a name" aria-label="Find a name"></header><ul class="people__list" id="list"></ul></section>
    <div class="people__side"><div id="lacking"></div>
      <section class="panel"><header><h2>Add a person</h2></header><form class="entrance" id="add">
        <label class="field">Name<input class="input" name="name" required maxlength="40" autocomplete="off"></label>
        <label class="field">Role<select class="input" name="role" aria-label="Role" aria-describedby="role-words">${options("player")}</select><small class="faint" id="role-words"></small></label>
        <label class="field">Password<input class="input" name="password" type="password" maxlength="200" aria-label="Password" autocomplete="new-password"><small class="faint">Leave it empty, and the person chooses one by a link.</small></label>
        ${signature(false)}<button class="btn btn--solid">Add</button><p class="loss" role="alert" data-fault></p></form></section>
      <section class="panel"><header><h2>New accounts</h2></header><form class="entrance" id="policy">
        <label class="field">Accounts are<select class="input" name="registration">${Object.entries(POLICY).map(([key, words]) => html`<option value="${key}"${key === room.registration ? html` selected` : ""}>${words}</option>`)}</select></label>
        <label class="field">Second factor<select class="input" name="second_factor"><option value="off"${room.second_factor === "off" ? html` selected` : ""}>Not required</option><option value="staff"${room.second_factor === "staff" ? html` selected` : ""}>Required of the staff</option></select></label>
        <button class="btn">Keep this policy</button><p class="loss" role="alert" data-fault></p>
        <button class="btn btn--solid" type="button" id="invite">Make an invitation link</button></form></section>
      <details class="panel"><summary>What every role may do</summary><dl class="roles-list">${seen.roles.map((one) => html`<div><dt>${capital(roleWords(one.role))}</dt><dd>${one.words}${one.desks.length ? ` Works at: ${one.desks.join(", ")}.` : ""}</dd></div>`)}</dl></details>
    </div></div>`,
  );
}

function show() {
  const staff = seen.people.filter((one) => one.role !== "player").length;
  $("count").textContent = `${counted(seen.people.length, "account")}, ${staff} of the staff`;
  const found = seen.people.filter((one) => one.name.toLowerCase().includes(sought.toLowerCase()));
  morph(
    $("list"),
    html`${found.length ? found.map(row) : html`<li><span class="muted">Nobody here has such a name.</span></li>`}`,
  );
  morph($("lacking"), seen.lacking.length ? missing() : html``);
  $("invite").hidden = room.registration === "staff";
  explain();
}

/** The roles that orders of this room name, and nobody has yet. */
const missing = () =>
  html`<section class="panel" aria-label="Still missing"><header><h2>Still missing</h2><span class="tag tag--warn">${seen.lacking.length}</span></header><ul class="people__list">${seen.lacking.map((one) => html`<li data-key="l-${one.role}"><span><b>${capital(roleWords(one.role))}</b><small>${one.words} ${bareClause(one.clause)}</small></span><button class="btn btn--sm" data-needed="${one.role}" aria-label="Add: ${roleWords(one.role)}">Add</button></li>`)}</ul></section>`;

/** @param {Person} one */
const row = (one) =>
  html`<li data-key="p-${one.name}"><span><b>${one.name}${one.disabled ? html`<span class="tag tag--bad">Disabled</span>` : ""}${one.sessions ? html`<span class="tag tag--good">Signed in</span>` : ""}</b><small>${capital(roleWords(one.role))}${one.sessions > 1 ? `, ${one.sessions} open sessions` : ""}</small></span>
  ${one.name === me.name ? html`<a class="btn btn--sm" href="/account">My account</a>` : html`<span class="row-acts">${acts(one)}</span>`}</li>`;

/** @param {Person} one */
const acts = (one) =>
  /** @type {[string, string][]} */ ([
    ["role", "Role"],
    ["reset", "New password"],
    ...(one.sessions ? [["end", "End sessions"]] : []),
    ...(one.factors ? [["unfactor", "Remove second factor"]] : []),
    ["disable", one.disabled ? "Enable" : "Disable"],
  ]).map(
    ([act, words]) =>
      html`<button class="btn btn--sm" data-act="${act}" data-name="${one.name}" aria-label="${words}: ${one.name}">${words}</button>`,
  );

/** The chosen role in words, and the second signature it may need. */
function explain() {
  const form = /** @type {HTMLFormElement} */ ($("add")),
    role = String(new FormData(form).get("role"));
  $("role-words").textContent = guideOf(role)?.words ?? "";
  /** @type {HTMLElement} */ (form.querySelector("[data-witness]")).hidden = !signs([role]);
}

/** Add a person of this role next. @param {string} role */
function choose(role) {
  const form = /** @type {HTMLFormElement} */ ($("add"));
  /** @type {HTMLSelectElement} */ (form.elements.namedItem("role")).value = role;
  explain();
  /** @type {HTMLInputElement} */ (form.elements.namedItem("name")).focus();
}

async function refresh() {
  seen = await api("/api/people");
  if (!document.getElementById("list")) frame();
  show();
}

/** A link for one person, to send, to copy, or to be photographed. @param {string} title @param {string} words @param {import("../shared/types.d.ts").Link} link */
function hand(title, words, link) {
  const box = document.createElement("dialog");
  box.className = "handed";
  box.setAttribute("aria-labelledby", "handed-title");
  box.innerHTML =
    html`<h2 id="handed-title" tabindex="-1" autofocus>${title}</h2><p class="muted">${words} It works once, within ${link.minutes >= 2880 ? counted(link.minutes / 1440, "day") : counted(link.minutes, "minute")}.</p>
    <img src="/api/qr?path=${encodeURIComponent(link.path)}" alt="The link as a QR code" width="240" height="240"><p class="record" data-link>${link.link}</p>
    <footer><button class="btn" data-copy>Copy the link</button><button class="btn btn--solid" data-close>Done</button></footer>`.toString();
  document.body.append(box);
  box.showModal();
  box.addEventListener("close", () => box.remove());
  box.querySelector("[data-copy]")?.addEventListener("click", async (e) => {
    const words = await copied(/** @type {HTMLElement} */ (box.querySelector("[data-link]")));
    /** @type {HTMLElement} */ (e.target).textContent = words;
  });
}

/** Ask for what a change needs: a role, a second signature. @param {string} title @param {{toString(): string}} inside @param {string} act @param {(fields: Record<string, string>) => Promise<unknown>} work @param {(form: HTMLFormElement) => void} [changed] */
function ask(title, inside, act, work, changed = () => {}) {
  const box = document.createElement("dialog");
  box.setAttribute("aria-labelledby", "change-title");
  box.innerHTML =
    html`<form class="entrance" id="change"><h2 id="change-title" tabindex="-1" autofocus>${title}</h2>${inside}<button class="btn btn--solid">${act}</button><p class="loss" role="alert" data-fault></p><button class="btn btn--quiet" type="button" data-close>Go back</button></form>`.toString();
  document.body.append(box);
  box.showModal();
  box.addEventListener("close", () => box.remove());
  const form = /** @type {HTMLFormElement} */ (box.querySelector("form"));
  form.addEventListener("change", () => changed(form));
  changed(form);
  onSent(form, async (fields) => {
    await work(fields);
    box.close();
    await refresh();
  });
}

/** @param {Person} one */
function changeRole(one) {
  ask(
    `Role of ${one.name}`,
    html`<label class="field">Role<select class="input" name="role" aria-label="Role">${options(one.role)}</select><small class="faint" data-words></small></label><p class="faint">${one.name} must sign in again.</p>${signature(false)}`,
    "Give this role",
    (fields) =>
      send(`/api/people/${encodeURIComponent(one.name)}`, {
        role: fields.role,
        ...witness(fields, [one.role, fields.role]),
      }),
    (form) => {
      const role = String(new FormData(form).get("role"));
      /** @type {HTMLElement} */ (form.querySelector("[data-words]")).textContent = guideOf(role)?.words ?? "";
      /** @type {HTMLElement} */ (form.querySelector("[data-witness]")).hidden = !signs([one.role, role]);
    },
  );
}

/** @param {Person} one */
async function disable(one) {
  const disabled = !one.disabled,
    path = `/api/people/${encodeURIComponent(one.name)}`;
  if (signs([one.role]))
    return ask(
      `${disabled ? "Disable" : "Enable"} ${one.name}`,
      signature(true),
      disabled ? "Disable" : "Enable",
      (fields) => send(path, { disabled, ...witness(fields, [one.role]) }),
    );
  if (
    disabled &&
    !(await confirm(
      `Disable ${one.name}?`,
      "Every session ends, and no more sign-ins until the account is enabled again.",
      "Disable",
    ))
  )
    return;
  await attempt(send(path, { disabled }));
  await refresh();
}

/** @param {Person} one */
async function reset(one) {
  const path = `/api/people/${encodeURIComponent(one.name)}/reset`;
  const give = (/** @type {object} */ body) =>
    send(path, body).then((link) =>
      hand(`A new password for ${one.name}`, `Give this link to ${one.name} alone.`, link),
    );
  if (signs([one.role]))
    ask(`New password for ${one.name}`, signature(true), "Make the link", (fields) =>
      give(witness(fields, [one.role])),
    );
  else await attempt(give({}));
}

/** @param {Person} one */
async function end(one) {
  if (
    !(await confirm(
      `End the sessions of ${one.name}?`,
      "Open pages are closed at once. The password stays.",
      "End them",
    ))
  )
    return;
  await attempt(send(`/api/people/${encodeURIComponent(one.name)}/sessions`, undefined, "DELETE"));
  await refresh();
}

/** For a person whose phone is lost. @param {Person} one */
async function unfactor(one) {
  const path = `/api/people/${encodeURIComponent(one.name)}/factors/drop`,
    title = `Remove the second factor of ${one.name}?`;
  if (signs([one.role]))
    return ask(title, signature(true), "Remove it", (fields) => send(path, witness(fields, [one.role])));
  if (!(await confirm(title, "The password alone is then enough to sign in.", "Remove it"))) return;
  await attempt(send(path, {}));
  await refresh();
}

/** @type {Record<string, (one: Person) => unknown>} */
const ACTS = { role: changeRole, disable, reset, end, unfactor };

addEventListener("click", (e) => {
  const needed = e.target instanceof Element ? e.target.closest("[data-needed]") : null;
  if (needed) choose(needed.getAttribute("data-needed") ?? "");
  const act = e.target instanceof Element ? e.target.closest("[data-act]") : null,
    one = seen.people.find((p) => p.name === act?.getAttribute("data-name"));
  if (act && one) ACTS[act.getAttribute("data-act") ?? ""](one);
});

await refresh();
$("find").addEventListener("input", (e) => {
  sought = /** @type {HTMLInputElement} */ (e.target).value;
  show();
});
$("add").addEventListener("change", explain);
onSent(/** @type {HTMLFormElement} */ ($("add")), async (fields) => {
  const { name, role, password } = fields;
  const link = await send("/api/people", { name, role, password, ...witness(fields, [role]) });
  clearSent(/** @type {HTMLFormElement} */ ($("add")), fields);
  await refresh();
  if (link) hand(`${name} has an account`, `With this link ${name} chooses a password.`, link);
  else notice(`${name} has an account, as ${roleWords(role)}`, "", "good");
});
onSent(/** @type {HTMLFormElement} */ ($("policy")), async ({ registration, second_factor }) => {
  await order("", { type: "ChangePolicy", registration, second_factor });
  Object.assign(room, { registration, second_factor });
  show();
  notice("this is the policy from now on", "", "good");
});
$("invite").addEventListener("click", async () => {
  const link = await attempt(send("/api/invitations", {}));
  if (link) hand("An invitation", "With this link one person makes an account, as a player.", link);
});
setInterval(() => {
  if (!document.hidden && !document.querySelector("dialog[open]")) refresh().catch(() => {});
}, 10000);
