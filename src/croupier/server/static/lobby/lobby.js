// @ts-check
/* The lobby: games by family, tables with their free seats, practice in one press. */
import { api, clauseChip, enter, order, practise, room } from "../shared/room.js";
import { openEntrance } from "../shared/entrance.js";
import { html, capital, money } from "../shared/words.js";
import { morph } from "../shared/morph.js";
import { preview } from "./preview.js";
import { showPrivate } from "./private.js";
import { welcome } from "./welcome.js";

const FAMILIES = {
  community: ["Community cards", "Hold'em, omaha"],
  stud: ["Stud", "Seven, five, mambo"],
  draw: ["Draw", "Triple draw, badugi"],
  banked: ["Against the house", "Three banked games"],
};
const $ = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const FIRST = "no-limit-holdem"; // the table that a visitor finds chosen
let chosen = "",
  looked = "",
  /** @type {import("../shared/types.d.ts").TableListed[]} */ tables = [],
  /** @type {import("../shared/types.d.ts").MyLists} */ mine = { waits: [], calls: [] };

/** @param {string} family */
const titles = (family) => FAMILIES[/** @type {keyof typeof FAMILIES} */ (family)];

function show() {
  const free = /** @type {HTMLInputElement} */ ($("free-only")).checked;
  const shown = tables.filter((t) => !free || open(t) > 0 || seated(t));
  morph(
    $("families"),
    html`<button aria-pressed="${String(!chosen)}" data-family=""><span class="swatch swatch--all"></span><span>All games<small>21 dealt here</small></span><span class="num">${tables.length}</span></button>
    ${Object.entries(FAMILIES).map(([key, [name, what]]) => html`<button data-cloth="${key}" data-family="${key}" aria-pressed="${String(chosen === key)}"><span class="swatch"></span><span>${name}<small>${what}</small></span><span class="num">${tables.filter((t) => t.family === key).length}</span></button>`)}`,
  );
  morph(
    $("tables"),
    html`<div class="row row--live head" aria-hidden="true"><span>Game</span><span>Seats</span><span>List</span><span>Sit down with</span><span>Now</span><span></span></div>
    ${Object.keys(FAMILIES)
      .filter((key) => !chosen || key === chosen)
      .map((key) =>
        family(
          key,
          shown.filter((t) => t.family === key),
        ),
      )}`,
  );
  morph(
    $("called"),
    html`${mine.calls.map(
      (
        call,
      ) => html`<section class="call" role="status" data-key="${call.table}-${call.seat}"><p>A seat is yours: ${call.title}, seat ${call.seat}<small>You were first in line. It passes to the next player when the time is up.</small></p>
    <b class="num" role="timer" aria-label="Seconds left">${Math.ceil(call.left)} s</b><span class="end"><a class="btn btn--lamp" href="/table/${encodeURIComponent(call.table)}?sit=${call.seat}">Take the seat</a><button class="btn" data-pass="${call.seat}" data-table="${call.table}">Pass</button></span></section>`,
    )}${sideBySide()}`,
  );
  morph($("meters"), html`${meters()}`);
  $("meters").hidden = !meters().length;
  welcome(tables);
  offerPractice();
  document.querySelectorAll("[data-part]").forEach((part, i) => {
    const { style } = /** @type {HTMLElement} */ (part);
    style.setProperty("--n", part.getAttribute("data-part"));
    style.setProperty("--shade", String(3 - (i % 3)));
  });
  const listed = Object.keys(FAMILIES)
    .filter((key) => !chosen || key === chosen)
    .flatMap((key) => shown.filter((t) => t.family === key));
  const one =
    tables.find((t) => t.name === looked) ?? listed.find(seated) ?? listed.find((t) => open(t) > 0) ?? listed[0];
  looked = one?.name ?? "";
  document
    .querySelectorAll(".row[data-row]")
    .forEach((r) => r.toggleAttribute("data-looked", r.getAttribute("data-row") === looked));
  preview($("preview"), one, one ? wayIn(one, false) : html``).catch(() => {}); // the list still stands
}

/** Jackpots and progressive meters of the room, each once. */
function meters() {
  /** @type {Map<string, {fund: import("../shared/types.d.ts").Jackpot, at: string[]}>} */
  const funds = new Map();
  for (const { jackpot, title } of tables)
    if (jackpot) funds.set(jackpot.fund, { fund: jackpot, at: [...(funds.get(jackpot.fund)?.at ?? []), title] });
  return [
    ...[...funds.values()].map(
      ({
        fund,
        at,
      }) => html`<section class="panel meter" data-key="j-${fund.fund}"><h2>${fund.fund} <span class="clause-of">${clauseChip("POKER 19(b)")}</span></h2><p class="figure">${money(fund.chips)}</p><p>${fund.pending ? "A bad beat is being verified: the amount will change." : `Paid when ${fund.least} or better loses, at ${at.join(", ")}.`}</p>
    <div class="split">${fund.shares.map((part, i) => html`<span data-part="${part}">${part}% ${["loser", "winner", "table"][i]}</span>`)}</div></section>`,
    ),
    ...tables
      .filter((t) => t.meter)
      .map(
        (t) =>
          html`<section class="panel meter" data-key="m-${t.name}"><h2>${t.title} progressive <span class="clause-of">${clauseChip("THB 12")}</span></h2><p class="figure">${money(t.meter)}</p><p>$1 a round in addition to the ante.</p></section>`,
      ),
  ];
}

/** Seats that anybody may take now: those in line come first. @param {import("../shared/types.d.ts").TableListed} t */
const open = (t) => (t.waiting ? 0 : t.places - t.taken - t.kept);
/** @param {import("../shared/types.d.ts").TableListed} t */
const seated = (t) => Object.values(t.seats).includes(room.me?.name ?? "");
/** @param {import("../shared/types.d.ts").TableListed} t */
const listed = (t) => mine.waits.find((w) => w.game === t.game && w.stakes === t.stakes);

/** The way to all seats at once, for a player with several. */
function sideBySide() {
  const count = tables.filter(seated).length;
  return count > 1
    ? html`<section class="call" data-key="several" aria-label="Your tables"><p>You have seats at ${count} tables<small>The one that waits for you comes to the front.</small></p><a class="btn btn--solid" href="/tables"><ui-icon name="tiles"></ui-icon>Play them side by side</a></section>`
    : "";
}

/** @param {string} key @param {import("../shared/types.d.ts").TableListed[]} here */
const family = (
  key,
  here,
) => html`<section data-key="f-${key}" data-cloth="${key}" aria-label="${titles(key)[0]}"><h2 class="voice-head"><span class="swatch"></span>${titles(key)[0]}<small>${here.reduce((n, t) => n + t.taken, 0)} of ${here.reduce((n, t) => n + t.places, 0)} seats taken</small></h2>
  ${here.length ? here.map(row) : html`<div class="none"><span><b>No table is open</b>The floor opens one when players ask for it.</span></div>`}</section>`;

/** @param {import("../shared/types.d.ts").TableListed} t */
const nameOf = (t) => t.label;

/** The one thing to press: back to the seat, off the list, a seat, or the list. @param {import("../shared/types.d.ts").TableListed} t @param {boolean} [named] in a list of many */
function wayIn(t, named = true) {
  const link = `/table/${encodeURIComponent(t.name)}`,
    label = (/** @type {string} */ words) => (named ? html` aria-label="${words}, ${nameOf(t)}"` : ""),
    look = named ? "btn btn--sm" : "btn btn--solid";
  return seated(t)
    ? html`<a class="${look} btn--solid" href="${link}"${label("Back to my seat")}>Back to my seat</a>`
    : listed(t)
      ? html`<button class="${look}" data-list="LeaveList" data-game="${t.game}" data-stakes="${t.stakes}"${label("Leave the list")}>Leave the list</button>`
      : open(t) > 0
        ? html`<a class="${look}" href="${room.me ? `${link}?sit` : `/account?next=${encodeURIComponent(`${link}?sit`)}`}"${label("Take a seat")}>Take a seat</a>`
        : html`<button class="${look}" data-list="JoinList" data-game="${t.game}" data-stakes="${t.stakes}"${label("Join the list")}>Join the list</button>`;
}

/** @param {import("../shared/types.d.ts").TableListed} t */
function row(t) {
  const name = nameOf(t),
    link = `/table/${encodeURIComponent(t.name)}`,
    waits = listed(t);
  return html`<div class="row row--live" data-key="t-${t.name}" data-row="${t.name}"><span><b><a href="${link}">${name}</a>${t.meter ? html` <span class="tag tag--line">Progressive ${money(t.meter)}</span>` : ""}</b><small>${capital(t.stakes)} · <a href="/rules/${t.game}" aria-label="rules of ${name}">rules</a></small></span>
    <span class="chairs"><span aria-hidden="true">${Array.from({ length: t.places }, (_, i) => html`<i${i >= t.taken ? html` data-free` : ""}></i>`)}</span><span class="num">${t.taken} of ${t.places}<span class="said"> seats taken</span></span></span>
    <span class="num row__list">${waits ? `you, ${waits.place} of ${waits.length}` : t.waiting ? `${t.waiting} waiting` : html`<span class="faint">none<span class="said"> in line</span></span>`}</span>
    <span class="num">${money(t.buys[1])}</span><span class="muted">${t.status !== "open" ? "Closed" : t.playing ? "In play" : "Ready"}</span>
    ${wayIn(t)}</div>`;
}

/** A practice table of each game, once it is known who presses. */
function offerPractice() {
  morph(
    $("games"),
    html`${Object.keys(FAMILIES).map((key) => html`<optgroup label="${titles(key)[0]}">${tables.filter((t) => t.family === key && (t.name === t.game || t.name.endsWith(`-${t.game}`))).map((t) => html`<option value="${t.name}"${t.name === FIRST ? html` selected` : ""}>${t.label}</option>`)}</optgroup>`)}`,
  );
  /** @type {HTMLButtonElement} */ ($("deal")).disabled = false;
}

async function refresh() {
  [tables, mine] = await Promise.all([api("/api/tables"), room.me && !room.lacks_factor ? api("/api/lists") : mine]);
  show();
}

/** @param {Promise<any>} work */
const attempt = (work) =>
  work.then(refresh, (fault) => {
    $("fault").textContent = `${capital(fault.message)}.`;
  });

addEventListener("click", (e) => {
  const button = e.target instanceof Element ? e.target.closest("[data-family]") : null;
  const shown = e.target instanceof Element && !e.target.closest("a, button") ? e.target.closest("[data-row]") : null;
  if (shown) {
    looked = shown.getAttribute("data-row") ?? "";
    show();
  }
  if (button) {
    looked = "";
    chosen = button.getAttribute("data-family") ?? "";
    show();
  }
  const list = e.target instanceof Element ? /** @type {HTMLElement | null} */ (e.target.closest("[data-list]")) : null;
  if (list) attempt(order({ type: list.dataset.list, kind: [list.dataset.game, list.dataset.stakes] }));
  const pass = e.target instanceof Element ? /** @type {HTMLElement | null} */ (e.target.closest("[data-pass]")) : null;
  if (pass) attempt(order({ type: "ReleaseSeat", table: pass.dataset.table, seat: Number(pass.dataset.pass) }));
});
addEventListener("focusin", (e) => {
  const row = e.target instanceof Element ? e.target.closest("[data-row]") : null;
  if (row && row.getAttribute("data-row") !== looked) {
    looked = row.getAttribute("data-row") ?? "";
    show();
  }
});
$("free-only").addEventListener("change", show);
$("practice").addEventListener("submit", (e) => {
  e.preventDefault();
  const unhurried = /** @type {HTMLInputElement} */ ($("unhurried")).checked;
  attempt(practise(/** @type {HTMLSelectElement} */ ($("games")).value || FIRST, unhurried));
});
addEventListener("click", (e) => {
  const asks = e.target instanceof Element && e.target.closest("#me, [data-sign-in]");
  if (asks && room.me && !room.demonstration) location.href = "/account";
  else if (asks) openEntrance(/** @type {HTMLDialogElement} */ ($("entrance-box")), () => location.reload());
});

await enter();
showPrivate($("private"));
const later = () => refresh().catch(() => {}); // a lobby that missed one answer gets the next
await later();
setInterval(() => document.hidden || later(), 3000);
