// @ts-check
/* The floor: every table at a glance, what is due, who waits, and the orders of the floor, each shown before it is given. */
import { api } from "../shared/room.js";
import { orderGroups } from "../shared/all-orders.js";
import { attend, attempt, notice, order, showTime } from "./staff.js";
import { html, counted } from "../shared/words.js";
import { morph } from "../shared/morph.js";
import { periodWords } from "./downloads.js";
import { attention, tableRows } from "./floor-tables.js";
import {
  askedPanel,
  callsPanel,
  beatsPanel,
  duePanel,
  incidentsPanel,
  listsPanel,
  outPanel,
  rulesPanel,
} from "./floor-panels.js";
import { openRuling } from "./floor-ruling.js";
import { act, closing } from "./floor-acts.js";
import { watchProcesses } from "./floor-processes.js";

const $ = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
/** What the room last sent. @type {import("../shared/types.d.ts").FloorSeen} */
let seen;
let selected = "",
  shown = "all",
  search = "";
const me = await attend("floor"),
  groups = await orderGroups("floor", ""), // of orders to the house
  /** @type {import("../shared/types.d.ts").GameListed[]} */ games = await api("/api/games"),
  titles = Object.fromEntries(games.map((one) => [one.key, one.title]));

morph(
  $("desk"),
  html`
  <div class="staff-head"><div><h1>Floor</h1><p id="summary" role="status"></p></div>
    <div class="end tally" id="tally"></div></div>
  <div class="floor">
    <section class="panel" aria-label="Tables"><header><h2>Tables</h2>
      <div class="floor-tools"><div class="seg" role="group" aria-label="Which tables">${[
        ["all", "All"],
        ["open", "Open"],
        ["waits", "Needs attention"],
      ].map(
        ([key, words]) => html`<button data-shown="${key}" aria-pressed="${String(key === shown)}">${words}</button>`,
      )}</div>
      <label class="find"><span class="said">Find a table</span><input class="input" id="find" placeholder="Find a table" autocomplete="off"></label></div></header>
      <div class="scroll-x" tabindex="0" role="region" aria-label="Every table"><table class="grid floor-table"><thead><tr><th>Table</th><th>Now</th><th>Players</th><th>Count</th><th>Sort</th><th>New decks</th><th><span class="said">Orders</span></th></tr></thead><tbody id="rows"></tbody></table></div></section>
    <aside class="floor-side" id="side">
      <div id="asked"></div>
      <div id="beats"></div>
      <section class="panel" aria-label="Procedures due" id="due"></section>
      <section class="panel" aria-label="Incidents"><header><h2>Incidents</h2><label><span class="said">Of which table</span><select class="input" id="of-table"><option value="">Every table</option></select></label></header><ul class="todo todo--log" id="incidents"></ul></section>
      <section class="panel" aria-label="Excluded" id="out"></section>
      <div id="processes"></div>
    </aside>
    <div class="floor-below"><section class="panel lists" aria-label="Waiting lists" id="lists"></section>
    <section class="panel" aria-label="House rules" id="rules"></section></div>
  </div>`,
);

function show() {
  if (!seen) return;
  const tables = seen.tables,
    open = tables.filter((t) => t.table.status === "open");
  const now = Date.parse(seen.at),
    soon = due().filter((d) => Date.parse(d.by) - now < 15 * 60_000);
  const rulings = seen.incidents.filter((i) => i.ruling && i.at >= seen.house.day).length;
  const asked = tables.flatMap((t) => t.asked).length;
  const waits = open.filter((t) => attention(t)),
    paused = open.filter((t) => t.table.paused);
  $("summary").textContent =
    `${counted(open.length, "table")} open, ${open.filter((t) => t.table.playing).length} in play. ${asked ? counted(asked, "order") + (asked === 1 ? " waits for a person." : " wait for a person.") : paused.length ? counted(paused.length, "table") + " paused." : waits.length ? counted(waits.length, "table") + (waits.length === 1 ? " needs attention." : " need attention.") : "Nothing waits for you."}`;
  const places = open.reduce((n, t) => n + t.table.places, 0),
    taken = open.reduce((n, t) => n + t.table.seats.length, 0);
  const waiting = seen.house.lists.reduce((n, l) => n + l.line.length, 0);
  morph(
    $("tally"),
    html`<div><b class="num">${taken} of ${places}</b><span>seats and spots taken</span></div><div><b class="num">${waiting}</b><span>on waiting lists</span></div>
    <div><b class="num">${soon.length}</b><span>procedures within 15 min</span></div><div><b class="num">${rulings}</b><span>rulings today</span></div>
    <div class="tally-acts">${groups.map((group) => html`<button class="btn btn--sm" data-act="orders" data-of="${group}">${group}</button>`)}<button class="btn btn--sm btn--solid" data-act="new-table"><ui-icon name="plus"></ui-icon>Open a table</button></div>`,
  );
  const here = tables
    .filter(fits)
    .sort(
      (a, b) => attention(b) - attention(a) || Number(b.table.status === "open") - Number(a.table.status === "open"),
    ); // otherwise each keeps its place: nothing jumps from under a finger
  if (!here.some((t) => t.table.name === selected)) selected = here[0]?.table.name ?? "";
  morph($("rows"), tableRows(here, { now, selected, closing, me, all: tables.length }));
  morph($("due"), duePanel(due(), now));
  morph($("lists"), listsPanel(seen, now));
  morph($("asked"), html`${callsPanel(tables, me, calledOf, now)}${askedPanel(tables, me, calledOf)}`);
  morph($("beats"), beatsPanel(tables, seen.house, me));
  morph($("out"), outPanel(seen.house, me));
  morph($("rules"), rulesPanel(seen.house, me, titles));
  const of = /** @type {HTMLSelectElement} */ ($("of-table"));
  if (of.options.length !== tables.length + 1)
    morph(
      of,
      html`<option value="">Every table</option>${tables.map((t) => html`<option value="${t.table.name}">${label(t.table)}</option>`)}`,
    );
  document
    .querySelectorAll("[data-used]")
    .forEach((bar) =>
      /** @type {HTMLElement} */ (bar).style.setProperty("--used", bar.getAttribute("data-used") ?? "0"),
    );
  showTime(seen.at, periodWords(seen.house.shift).replace(/ \d{4}/, ""));
}

/** @param {string} name */
const calledOf = (name) => find(name)?.called ?? `Table ${name}`;

/** @param {import("../shared/types.d.ts").TableOnFloor} t */
const label = (t) => (t.name === t.game ? t.title : `${t.name}, ${t.title}`);

/** @param {import("../shared/types.d.ts").TableWatched} t */
const fits = (t) =>
  (shown === "all" || (shown === "open" ? t.table.status === "open" : attention(t) > 0)) &&
  `${t.table.name} ${t.table.title}`.toLowerCase().includes(search);

/** Every procedure of every table and of the house, the most pressing first. @returns {import("./floor-panels.js").Due[]} */
const due = () =>
  [
    ...seen.tables.flatMap((t) => t.table.due.map((d) => ({ ...d, table: t.table.name, of: label(t.table) }))),
    ...seen.house.due.map((d) => ({ ...d, table: "", of: "House" })),
  ].sort((a, b) => Date.parse(a.by) - Date.parse(b.by));

/** A table as the room last sent it. @param {string} name */
const find = (name) => seen?.tables.find((t) => t.table.name === name)?.table;

async function showIncidents() {
  const of = /** @type {HTMLSelectElement} */ ($("of-table")).value;
  const listed = of ? await api(`/api/floor/incidents?table=${encodeURIComponent(of)}`) : seen.incidents;
  morph(
    $("incidents"),
    incidentsPanel(listed, Boolean(of), (name) => find(name)?.called ?? `Table ${name}`),
  );
}

let away = false;
async function refresh() {
  try {
    seen = await api("/api/floor");
    show();
    await showIncidents();
    for (const name of closing) await closeIfOver(name);
    if (away) notice("the room is back", "", "good");
    away = false;
  } catch (fault) {
    if (!away) notice(/** @type {Error} */ (fault).message || "the room does not answer; trying again");
    away = true;
  }
}

/** Close a table whose last round is over. @param {string} name */
async function closeIfOver(name) {
  const table = find(name);
  if (!table || table.status !== "open") return void closing.delete(name);
  if (table.playing) return;
  if (await attempt(order(name, { type: "CloseTable" }))) {
    closing.delete(name);
    notice(`${label(table)} is closed`, "", "good");
  }
}

// ── What is pressed ─────────────────────────────────────────────────────────────────────────────────
addEventListener("click", async (e) => {
  const pressed = e.target instanceof Element ? e.target.closest("[data-act], [data-shown], tr[data-table]") : null;
  if (!pressed || (e.target instanceof Element && e.target.closest("a"))) return;
  const which = pressed.getAttribute("data-shown"),
    doing = pressed.getAttribute("data-act");
  if (which) {
    shown = which;
    document
      .querySelectorAll("[data-shown]")
      .forEach((b) => b.setAttribute("aria-pressed", String(b.getAttribute("data-shown") === shown)));
  } else if (doing)
    await perform(doing, pressed.getAttribute("data-table") ?? "", pressed.getAttribute("data-of") ?? "");
  else selected = pressed.getAttribute("data-table") ?? "";
  show();
});
$("find").addEventListener("input", (e) => {
  search = /** @type {HTMLInputElement} */ (e.target).value.trim().toLowerCase();
  show();
});
$("of-table").addEventListener("change", () => showIncidents());

/** @param {string} doing @param {string} name @param {string} of */
async function perform(doing, name, of) {
  const table = find(name);
  if (doing === "rule" && table) await openRuling(table, find);
  else
    await act(doing, { table: /** @type {import("../shared/types.d.ts").TableOnFloor} */ (table), of, seen, me, find });
  await refresh();
}

// ── By keyboard ─────────────────────────────────────────────────────────────────────────────────────
let going = "";
addEventListener("keydown", (e) => {
  const typing = e.target instanceof Element && e.target.closest("input, textarea, select, dialog");
  if (typing || e.ctrlKey || e.metaKey || e.altKey) return;
  const rows = [...document.querySelectorAll("tr[data-table]")].map((row) => row.getAttribute("data-table") ?? ""),
    at = rows.indexOf(selected);
  if (going) {
    // "g", then a table's number or the beginning of its name
    going += e.key.length === 1 ? e.key.toLowerCase() : "";
    const found = rows.find((name) => name.toLowerCase().startsWith(going.slice(1)));
    if (found) choose(found);
    if (!found || e.key === "Enter" || e.key === "Escape") going = "";
    return void e.preventDefault();
  }
  const keys = /** @type {Record<string, () => void>} */ ({
    ArrowDown: () => choose(rows[Math.min(at + 1, rows.length - 1)]),
    ArrowUp: () => choose(rows[Math.max(at - 1, 0)]),
    p: () => perform(find(selected)?.paused ? "resume" : "pause", selected, ""),
    i: () => perform("rule", selected, ""),
    o: () => perform("table", selected, ""),
    n: () => perform("new-table", "", ""),
    "/": () => $("find").focus(),
    "?": () => perform("keys", "", ""),
    g: () => {
      going = "g";
      setTimeout(() => {
        going = "";
      }, 2500);
    },
  });
  if (keys[e.key]) {
    e.preventDefault();
    keys[e.key]();
  }
});

/** @param {string} name */
function choose(name) {
  selected = name;
  show();
  document.querySelector("tr[data-selected]")?.scrollIntoView({ block: "nearest" });
}

await refresh();
watchProcesses($("processes"));
setInterval(() => {
  if (!document.hidden) refresh();
}, 1000);
