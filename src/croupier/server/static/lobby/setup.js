// @ts-check
/* The first run: what the room is, its first supervisor, and where the key file lies. */
import { api, Refused } from "../shared/room.js";
import { onSent, send } from "../shared/form.js";
import { capital, html } from "../shared/words.js";

const $ = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const form = /** @type {HTMLFormElement} */ ($("setup"));
const token = new URLSearchParams(location.search).get("token") ?? "";

/** Ask only what such a room needs. */
function suit() {
  const kind = String(new FormData(form).get("kind"));
  form.querySelectorAll("[data-for]").forEach((part) => {
    /** @type {HTMLElement} */ (part).hidden = part.getAttribute("data-for") !== kind;
  });
  $("who").textContent = kind === "friends" ? "You, the host" : "You, the first supervisor";
}

form.addEventListener("change", suit);
onSent(form, async ({ registration, second_factor, day_starts, ...fields }) => {
  if (!/^\d\d:\d\d/.test(day_starts))
    throw new Refused("FIELD day_starts", "write the hour at which a day begins, like 06:00");
  const policy = fields.kind === "card-room" ? { registration, second_factor } : {};
  await send("/api/setup", { token, day_starts: `${day_starts.slice(0, 5)}:00`, ...fields, ...policy });
  location.href = "/";
});

try {
  const { keys } = await api(`/api/setup?token=${encodeURIComponent(token)}`);
  $("keys").textContent = keys;
  $("zones").innerHTML = Intl.supportedValuesOf("timeZone")
    .map((zone) => html`<option value="${zone}"></option>`)
    .join("");
  /** @type {HTMLInputElement} */ (form.elements.namedItem("zone")).value =
    Intl.DateTimeFormat().resolvedOptions().timeZone;
  suit();
  form.hidden = false;
} catch (fault) {
  $("closed").textContent = `${capital(/** @type {Error} */ (fault).message)}.`;
}
