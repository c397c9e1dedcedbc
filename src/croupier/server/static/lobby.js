// @ts-check
/* The lobby: games by family, tables with their free seats, practice in one press. */
import { api, enter, rename, room } from "./room.js";
import { html, capital, gameTitle, brief, money } from "./words.js";
import { morph } from "./morph.js";

const FAMILIES = { community: ["Community cards", "Hold'em, omaha"], stud: ["Stud", "Seven, five, mambo"], draw: ["Draw", "Triple draw, badugi"], banked: ["Against the house", "Three banked games"] };
const $ = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
let chosen = "", /** @type {any[]} */ tables = [];

/** @param {string} family */
const titles = (family) => FAMILIES[/** @type {keyof typeof FAMILIES} */ (family)];

function show() {
  morph($("families"), html`<button aria-pressed="${String(!chosen)}" data-family=""><span class="swatch swatch--all"></span><span>All games<small>${tables.length} tables</small></span><span class="num">${tables.length}</span></button>
    ${Object.entries(FAMILIES).map(([key, [name, what]]) => html`<button data-cloth="${key}" data-family="${key}" aria-pressed="${String(chosen === key)}"><span class="swatch"></span><span>${name}<small>${what}</small></span><span class="num">${tables.filter((t) => t.family === key).length}</span></button>`)}`);
  morph($("tables"), html`<div class="row row--live head" aria-hidden="true"><span>Game</span><span>Seats</span><span>Sit down with</span><span>Now</span><span></span></div>
    ${Object.keys(FAMILIES).filter((key) => !chosen || key === chosen).map((key) => family(key, tables.filter((t) => t.family === key)))}`);
}

/** @param {string} key @param {any[]} here */
const family = (key, here) => html`<section data-key="f-${key}" data-cloth="${key}" aria-label="${titles(key)[0]}"><h2 class="voice-head"><span class="swatch"></span>${titles(key)[0]}<small>${here.reduce((n, t) => n + t.taken, 0)} of ${here.reduce((n, t) => n + t.places, 0)} seats taken</small></h2>
  ${here.length ? here.map(row) : html`<div class="none"><span><b>No table is open</b>The floor opens one when players ask for it.</span></div>`}</section>`;

/** @param {any} t */
function row(t) {
  const free = t.places - t.taken, mine = Object.values(t.seats).includes(room.me?.name), title = gameTitle(t.title), link = `/table/${encodeURIComponent(t.name)}`;
  return html`<div class="row row--live" data-key="t-${t.name}"><span><b><a href="${link}">${title}</a>${t.meter ? html` <span class="tag tag--line">Progressive ${money(t.meter)}</span>` : ""}</b><small>${capital(t.stakes)} · <a href="/rules/${t.game}" aria-label="rules of ${title}">rules</a></small></span>
    <span class="chairs"><span aria-hidden="true">${Array.from({ length: t.places }, (_, i) => html`<i${i >= t.taken ? html` data-free` : ""}></i>`)}</span><span class="num">${t.taken} of ${t.places}<span class="said"> seats taken</span></span></span>
    <span class="num">${brief(t.buys[1])}</span><span class="muted">${t.status !== "open" ? "Closed" : t.playing ? "In play" : "Ready"}</span>
    ${mine ? html`<a class="btn btn--sm btn--solid" href="${link}" aria-label="Back to my seat, ${title}">Back to my seat</a>` : free ? html`<a class="btn btn--sm" href="${link}?sit" aria-label="Take a seat, ${title}">Take a seat</a>` : html`<a class="btn btn--sm" href="${link}" aria-label="Watch ${title}">Watch</a>`}</div>`;
}

async function refresh() {
  tables = await api("/api/tables");
  show();
}

addEventListener("click", (e) => {
  const button = e.target instanceof Element ? e.target.closest("[data-family]") : null;
  if (button) { chosen = button.getAttribute("data-family") ?? ""; show(); }
});
$("practice").addEventListener("submit", (e) => { e.preventDefault(); location.href = `/table/${encodeURIComponent(/** @type {HTMLSelectElement} */ ($("games")).value || "holdem")}?sit`; });
$("name-form").addEventListener("submit", async (e) => {
  e.preventDefault();
  try {
    await rename(/** @type {HTMLInputElement} */ ($("name-field")).value.trim());
    location.reload();
  } catch (fault) { $("name-fault").textContent = capital(/** @type {Error} */ (fault).message) + "."; }
});

await enter();
$("welcome").textContent = room.demonstration ? `You are ${room.me?.name}, with play chips, among bots. Every card, bet and pot goes by the clause, and the clause is one press away.` : "Every card, bet and pot by the clause. A seat is one press away.";
await refresh();
morph($("games"), html`${Object.keys(FAMILIES).map((key) => html`<optgroup label="${titles(key)[0]}">${tables.filter((t) => t.family === key).map((t) => html`<option value="${t.name}"${t.name === "holdem" ? html` selected` : ""}>${gameTitle(t.title)}</option>`)}</optgroup>`)}`);
setInterval(() => { if (!document.hidden) refresh().catch(() => {}); }, 5000);
