// @ts-check
/* Several tables at once, each a page of its own: tiled on a desktop, tabs on a phone, the one that waits in front. */
import { api, enter, room } from "../shared/room.js";
import { html } from "../shared/words.js";
import { morph } from "../shared/morph.js";
import { columns, inFront } from "./front.js";

/** @typedef {import("./front.js").Tabled} Tabled */

const SETTLING = 400; // milliseconds after the front changed by itself in which a press is not for it
const MOST = 6;
const $ = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
/** @type {Map<string, Tabled & {tile: HTMLElement, frame: HTMLIFrameElement}>} */
const open = new Map();
let front = "";

await enter();
/** @type {import("../shared/types.d.ts").TableListed[]} */
const listed = await api("/api/tables");
for (const table of listed)
  if (Object.values(table.seats).includes(room.me?.name ?? "")) add(table.name, table.label, false);
for (const name of new URLSearchParams(location.search).getAll("open"))
  if (listed.some((table) => table.name === name)) add(name, name, true);
const select = /** @type {HTMLSelectElement} */ ($("more").querySelector("select"));
morph(
  select,
  html`<option value="">Another table …</option>${listed.map((table) => html`<option value="${table.name}">${table.label}, ${table.stakes}</option>`)}`,
);
select.addEventListener("change", () => {
  if (select.value) add(select.value, select.value, true);
  select.value = "";
});
show();

/** @param {string} name @param {string} title @param {boolean} sit */
function add(name, title, sit) {
  const known = open.get(name);
  if (known) return choose(name);
  if (open.size >= MOST) return undefined;
  const tile = document.createElement("section"),
    frame = document.createElement("iframe");
  tile.className = "tile";
  tile.id = `tile-${name}`;
  tile.setAttribute("role", "tabpanel");
  tile.setAttribute("aria-label", title);
  frame.title = title;
  frame.src = `/table/${encodeURIComponent(name)}${sit ? "?sit" : ""}`;
  tile.append(frame);
  $("tiles").append(tile);
  open.set(name, { name, title, waits: false, left: Infinity, seated: false, tile, frame });
  front ||= name;
  return choose(name);
}

/** @param {string} name */
function close(name) {
  open.get(name)?.tile.remove();
  open.delete(name);
  if (front === name) front = inFront([...open.values()], "");
  show();
}

/** Bring a table to the front because its player asked for it. @param {string} name */
function choose(name) {
  front = name;
  open.get(name)?.frame.contentWindow?.focus();
  show();
}

/** Bring the table that waits to the front, unless its player is writing. */
function call() {
  const next = inFront([...open.values()], front),
    here = open.get(front),
    field = here?.frame.contentDocument?.activeElement;
  if (next === front || field?.matches("input:not([type=range], [type=checkbox]), textarea, select")) return;
  const table = open.get(next);
  if (!table) return;
  front = next;
  table.tile.toggleAttribute("data-settling", true);
  setTimeout(() => table.tile.toggleAttribute("data-settling", false), SETTLING);
  table.frame.contentWindow?.postMessage("in front", location.origin);
  table.frame.contentWindow?.focus();
  $("call").textContent = `${table.title} waits for you.`;
}

function show() {
  const all = [...open.values()];
  $("tiles").style.setProperty("--columns", String(columns(all.length)));
  for (const { name, tile, frame, title, waits } of all) {
    tile.toggleAttribute("data-front", name === front);
    tile.toggleAttribute("data-waits", waits);
    tile.setAttribute("aria-label", title);
    frame.title = title;
  }
  const waiting = all.filter(({ waits }) => waits).length;
  document.title = `${waiting ? `Your turn at ${waiting} · ` : ""}My tables · croupier`;
  morph(
    $("tabs"),
    html`${all.map(({ name, title, waits }) => html`<span class="table-tab" role="presentation" data-key="${name}"${waits ? html` data-waits` : ""}><button role="tab" data-choose="${name}" aria-controls="tile-${name}" aria-selected="${String(name === front)}"${waits ? html` aria-label="${title}, your turn"` : ""}>${title}</button><button class="btn btn--quiet btn--icon" data-close-table="${name}" aria-label="Close ${title}"><ui-icon name="cross"></ui-icon></button></span>`)}`,
  );
  const none = document.querySelector(".tiles-none");
  if (all.length) none?.remove();
  else if (!none)
    $("tiles").insertAdjacentHTML(
      "beforeend",
      html`<div class="tiles-none"><b>No table is open here</b><span class="muted">Choose one above, or find a seat in the lobby.</span><a class="btn btn--solid" href="/">Lobby</a></div>`.toString(),
    );
}

addEventListener("message", (e) => {
  const table = e.origin === location.origin && open.get(e.data?.table);
  if (!table || e.source !== table.frame.contentWindow) return;
  const { title, waits, left, seated } = e.data;
  Object.assign(table, { title, waits, left, seated });
  call();
  show();
});
addEventListener("click", (e) => {
  const pressed = e.target instanceof Element ? e.target : null,
    chosen = pressed?.closest("[data-choose]")?.getAttribute("data-choose"),
    closed = pressed?.closest("[data-close-table]")?.getAttribute("data-close-table");
  if (chosen) choose(chosen);
  if (closed) close(closed);
});
