// @ts-check
/* The floor: every table at a glance. */
import { api } from "./room.js";
import { attend } from "./staff.js";
import { html, gameTitle } from "./words.js";
import { morph } from "./morph.js";

const $ = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
await attend("floor");

async function show() {
  const tables = await api("/api/tables");
  const seats = tables.reduce((/** @type {number} */ n, /** @type {any} */ t) => n + t.taken, 0), places = tables.reduce((/** @type {number} */ n, /** @type {any} */ t) => n + t.places, 0);
  morph($("desk"), html`<div class="staff-head"><div><h1>Floor</h1><p>${tables.filter((/** @type {any} */ t) => t.status === "open").length} tables open, ${tables.filter((/** @type {any} */ t) => t.playing).length} in play.</p></div>
      <div class="end tally"><div><b class="num">${seats} of ${places}</b><span>seats and spots taken</span></div></div></div>
    <section class="panel" aria-label="Tables"><table class="grid floor-table"><thead><tr><th>Table</th><th>Game</th><th>Stakes</th><th>Now</th><th>Seats</th></tr></thead>
      <tbody>${tables.map((/** @type {any} */ t) => html`<tr data-key="${t.name}" data-cloth="${t.family}"><td><a href="/table/${encodeURIComponent(t.name)}">${t.name}</a></td><td>${gameTitle(t.title)}</td><td>${t.stakes}</td><td>${t.status !== "open" ? "Closed" : t.playing ? "In play" : "Between rounds"}</td><td class="num">${t.taken} of ${t.places}</td></tr>`)}</tbody></table></section>`);
}
await show();
setInterval(() => { if (!document.hidden) show().catch(() => {}); }, 3000);
