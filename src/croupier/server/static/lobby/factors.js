// @ts-check
/* The second factors of an account: an authenticator app, passkeys, and how to remove them. */
import { api, room } from "../shared/room.js";
import { onSent, send, showFault } from "../shared/form.js";
import { makePasskey, passkeysWork, whyNoPasskeys } from "../shared/passkeys.js";
import { html } from "../shared/words.js";

/** Show them, and the ways to add one. @param {HTMLElement} panel */
export async function showFactors(panel) {
  /** @type {import("../shared/types.d.ts").FactorListed[]} */
  const mine = await api("/api/factors");
  panel.innerHTML =
    html`<header><h2>Second factor</h2>${mine.length ? html`<span class="tag tag--good">On</span>` : room.lacks_factor ? html`<span class="tag tag--warn">Required</span>` : ""}</header>
    <div class="entrance"><p class="muted">${room.lacks_factor ? "This room requires it of the staff: add one to continue." : "Signing in asks for one of these as well as the password."}</p></div>
    <ul class="sessions">${mine.map((one) => html`<li><span><b>${one.label}</b><small>Since ${new Date(one.at).toLocaleDateString("en-GB", { dateStyle: "medium" })}</small></span><button class="btn btn--sm" data-drop="${one.id}" aria-label="Remove ${one.label}">Remove</button></li>`)}</ul>
    <form class="entrance" id="factor"><button class="btn btn--solid" type="button" data-app>Add an authenticator app</button>
    ${passkeysWork() ? html`<button class="btn" type="button" data-make>Add a passkey</button>` : html`<p class="faint">${whyNoPasskeys()}</p>`}<p class="loss" role="alert" data-fault></p></form>`.toString();
  const form = /** @type {HTMLFormElement} */ (panel.querySelector("form"));
  const again = async () => {
    const lacked = room.lacks_factor;
    Object.assign(room, await api("/api/room"));
    await showFactors(panel);
    if (lacked && !room.lacks_factor)
      panel.insertAdjacentHTML("beforeend", '<p class="entrance"><a class="btn btn--lamp" href="/">Go on</a></p>');
  };
  form.querySelector("[data-app]")?.addEventListener("click", () => addApp(panel, again));
  form.querySelector("[data-make]")?.addEventListener("click", async () => {
    try {
      const credential = await makePasskey(await send("/api/factors/passkey"));
      await send("/api/factors/passkey/confirm", { credential });
      await again();
    } catch (fault) {
      showFault(form, fault);
    }
  });
  panel
    .querySelectorAll("[data-drop]")
    .forEach((button) =>
      button.addEventListener("click", () => drop(panel, button.getAttribute("data-drop") ?? "", again)),
    );
}

/** @param {HTMLElement} panel @param {() => Promise<void>} done */
async function addApp(panel, done) {
  const { secret, drawing } = await send("/api/factors/code");
  panel.innerHTML =
    html`<header><h2>An authenticator app</h2></header><form class="entrance" id="app"><p class="muted">Scan this with the app, or type the secret into it. Then enter the code that it shows.</p>
    <img class="app-code" alt="The secret as a QR code" width="200" height="200" src="data:image/svg+xml;base64,${btoa(drawing)}"><p class="record secret">${secret}</p>
    <label class="field">Code<input class="input" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="10"></label>
    <button class="btn btn--solid">Keep this app</button><p class="loss" role="alert" data-fault></p><button class="btn btn--quiet" type="button" data-back>Go back</button></form>`.toString();
  panel.querySelector("[data-back]")?.addEventListener("click", done);
  const form = /** @type {HTMLFormElement} */ (panel.querySelector("form"));
  onSent(form, async ({ code }) => {
    await send("/api/factors/code/confirm", { code });
    await done();
  });
}

/** @param {HTMLElement} panel @param {string} id @param {() => Promise<void>} done */
function drop(panel, id, done) {
  panel.innerHTML =
    html`<header><h2>Remove a second factor</h2></header><form class="entrance" id="drop"><label class="field">Your password<input class="input" name="password" type="password" maxlength="200" autocomplete="current-password"></label>
    <button class="btn btn--danger">Remove it</button><p class="loss" role="alert" data-fault></p><button class="btn btn--quiet" type="button" data-back>Go back</button></form>`.toString();
  panel.querySelector("[data-back]")?.addEventListener("click", done);
  onSent(/** @type {HTMLFormElement} */ (panel.querySelector("form")), async ({ password }) => {
    await send(`/api/factors/${encodeURIComponent(id)}/drop`, { password });
    await done();
  });
}
