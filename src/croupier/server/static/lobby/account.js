// @ts-check
/* One's account: the way in, a new password by a link, the password, and open sessions. */
import { api, leadToDesk, roleWords, room } from "../shared/room.js";
import { clearSent, onSent, send } from "../shared/form.js";
import { showEntrance } from "../shared/entrance.js";
import { showFactors } from "./factors.js";
import { html, capital, ownPath } from "../shared/words.js";
import { morph } from "../shared/morph.js";

const page = /** @type {HTMLElement} */ (document.getElementById("account"));
const asked = new URLSearchParams(location.search);

/** Only a page of this room can be next. */
function goOn() {
  location.href = ownPath(asked.get("next"));
}

/** @param {string} token */
function choosePassword(token) {
  page.innerHTML =
    html`<section class="panel door"><form class="entrance" id="reset"><h1 tabindex="-1">Choose a new password</h1><p class="muted">This link works once. Every open session of the account ends.</p>
    <label class="field">New password<input class="input" name="password" type="password" maxlength="200" aria-label="New password" autocomplete="new-password" autofocus><small class="faint">Ten characters or more. A good one: four words that do not belong together.</small></label>
    <button class="btn btn--lamp">Keep this password</button><p class="loss" role="alert" data-fault></p></form></section>`.toString();
  onSent(/** @type {HTMLFormElement} */ (page.querySelector("form")), async ({ password }) => {
    await send(`/api/resets/${encodeURIComponent(token)}`, { password });
    page.innerHTML =
      html`<section class="panel door"><h1>The new password is set</h1><p role="status">Sign in with it now.</p><div data-entrance></div></section>`.toString();
    showEntrance(/** @type {HTMLElement} */ (page.querySelector("[data-entrance]")), goOn, { way: "sign-in" });
  });
}

function comeIn() {
  page.innerHTML =
    html`<section class="panel door"><h1>${room.name || "Come in"}</h1>${room.notice ? html`<p>${room.notice}.</p>` : ""}<div data-entrance></div></section>`.toString();
  showEntrance(/** @type {HTMLElement} */ (page.querySelector("[data-entrance]")), goOn, {
    invitation: asked.get("invitation") ?? "",
  });
}

/** @param {import("../shared/room.js").Me} me */
async function mine(me) {
  page.innerHTML =
    html`<div class="staff-head"><div><h1>${me.name}</h1><p>${capital(roleWords(me.role))}${room.name ? `, ${room.name}` : ""}</p></div><div class="end"><button class="btn" id="sign-out"><ui-icon name="leave"></ui-icon>Sign out</button></div></div>
    <div class="account__parts">
      <section class="panel"><header><h2>Password</h2></header><form class="entrance" id="password">
        <label class="field">Current password<input class="input" name="old" type="password" maxlength="200" autocomplete="current-password"></label>
        <label class="field">New password<input class="input" name="password" type="password" maxlength="200" aria-label="New password" autocomplete="new-password"><small class="faint">Ten characters or more. Your other sessions end.</small></label>
        <button class="btn btn--solid">Change the password</button><p class="loss" role="alert" data-fault></p><p class="gain" role="status" id="changed"></p></form></section>
      <section class="panel"><header><h2>Open sessions</h2><button class="btn btn--sm" id="others">End all others</button></header><ul class="sessions" id="sessions"></ul></section>
      <section class="panel" id="factors"></section>
    </div>`.toString();
  page.querySelector("#sign-out")?.addEventListener("click", async () => {
    await send("/api/session", undefined, "DELETE");
    location.href = "/";
  });
  page.querySelector("#others")?.addEventListener("click", async () => {
    await send("/api/sessions", undefined, "DELETE");
    await listSessions();
  });
  const form = /** @type {HTMLFormElement} */ (page.querySelector("#password"));
  onSent(form, async (fields) => {
    await send("/api/session/password", { old: fields.old, new: fields.password });
    clearSent(form, fields);
    /** @type {HTMLElement} */ (page.querySelector("#changed")).textContent = "The new password is set.";
    await listSessions();
  });
  await Promise.all([listSessions(), showFactors(/** @type {HTMLElement} */ (page.querySelector("#factors")))]);
}

/** A browser in a few words. @param {string} agent */
const browser = (agent) =>
  [
    /Firefox/.test(agent)
      ? "Firefox"
      : /Edg/.test(agent)
        ? "Edge"
        : /Chrome|Chromium/.test(agent)
          ? "Chrome"
          : /Safari/.test(agent)
            ? "Safari"
            : "A program",
    /Android/.test(agent)
      ? "Android"
      : /iPhone|iPad/.test(agent)
        ? "iOS"
        : /Windows/.test(agent)
          ? "Windows"
          : /Mac OS/.test(agent)
            ? "macOS"
            : /Linux/.test(agent)
              ? "Linux"
              : "",
  ]
    .filter(Boolean)
    .join(" on ");

async function listSessions() {
  /** @type {import("../shared/types.d.ts").SessionListed[]} */
  const open = await api("/api/sessions");
  morph(
    /** @type {HTMLElement} */ (page.querySelector("#sessions")),
    html`${open.map(
      (one) =>
        html`<li data-key="${one.id}"><span><b>${browser(one.agent)}</b><small>Since ${new Date(one.since).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" })}${one.address ? `, ${one.address}` : ""}</small></span>${one.current ? html`<span class="tag tag--good">This one</span>` : html`<button class="btn btn--sm" data-end="${one.id}" aria-label="End the session of ${browser(one.agent)} since ${one.since}">End</button>`}</li>`,
    )}`,
  );
}

page.addEventListener("click", async (e) => {
  const end = e.target instanceof Element ? e.target.closest("[data-end]") : null;
  if (!end) return;
  await send(`/api/sessions/${end.getAttribute("data-end")}`, undefined, "DELETE");
  await listSessions();
});

Object.assign(room, await api("/api/room"));
leadToDesk();
const reset = asked.get("reset");
if (reset) choosePassword(reset);
else if (room.me && !asked.has("invitation") && !asked.has("next")) await mine(room.me);
else comeIn();
