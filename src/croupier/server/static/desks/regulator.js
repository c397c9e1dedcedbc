// @ts-check
/* The regulator's desk: the record and its chain, every finished round, hidden cards, and the test of the shuffle. */
import { api } from "../shared/room.js";
import { attempt, attend, may, notice, showTime } from "./staff.js";
import { capital, counted, html, money } from "../shared/words.js";
import { morph } from "../shared/morph.js";
import { answer, download, replay, requests, when } from "./downloads.js";
/** @import {HandListed, HandsFound, LabReport, Opening, RecordSeen} from "../shared/types.d.ts" */

const $ = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const FIELDS = ["player", "table", "game", "from", "to", "text"];
const PAGE = 20;

const me = await attend("regulator");
const regulates = may(me, "Audit");
/** @type {Record<string, string>} */
const wanted = Object.fromEntries(FIELDS.map((name) => [name, ""]));
let skip = 0;
/** @type {RecordSeen | null} */ let record = null;
/** @type {LabReport | null} */ let chance = null;
/** @type {HandsFound} */ let hands = { total: 0, hands: [] };
/** @type {Opening[]} */ let openings = [];
/** @type {import("../shared/types.d.ts").TableListed[]} */ let tables = [];
/** @type {import("../shared/types.d.ts").GameListed[]} */ let games = [];

async function refresh() {
  const asks = regulates ? api("/api/audit") : Promise.resolve(null);
  [record, openings] = await Promise.all([asks, api("/api/openings")]);
  await search();
}
/** @param {Record<string, string>} more */
function query(more) {
  return new URLSearchParams({
    ...Object.fromEntries(FIELDS.filter((name) => wanted[name]).map((name) => [name, wanted[name]])),
    ...more,
  });
}
async function search() {
  hands = (await attempt(api(`/api/hands?${query({ skip: String(skip), limit: String(PAGE) })}`))) ?? hands;
}

function show() {
  showTime(new Date().toISOString(), record ? `${record.lines.toLocaleString("en-US")} lines on record` : "");
  morph(
    $("desk"),
    html`<div class="staff-head"><div><h1>Regulator</h1><p>Every finished round with the clause behind every step, and the record it is read from.</p></div></div>
    <div class="books"><div class="column">${found()}</div><div class="column">${record ? chain(record) : ""}${requests(openings, "regulator")}${regulates ? shuffle() : ""}</div></div>`,
  );
}

function found() {
  const option = (/** @type {string} */ value, /** @type {string} */ words, /** @type {string} */ chosen) =>
    html`<option value="${value}"${value === chosen ? html` selected` : ""}>${words}</option>`;
  return html`<section class="panel" aria-labelledby="rounds-title"><header><h2 id="rounds-title">Rounds</h2><span class="muted num" role="status">${counted(hands.total, "round")}</span></header>
    <form id="search" class="search"><label class="field">Player<input class="input" name="player" value="${wanted.player}" autocomplete="off"></label>
      <label class="field half">Table<select class="input" name="table">${option("", "All", wanted.table)}${tables.map((t) => option(t.name, called(t.name), wanted.table))}</select></label>
      <label class="field half">Game<select class="input" name="game">${option("", "All", wanted.game)}${games.map((g) => option(g.key, g.title, wanted.game))}</select></label>
      <label class="field half">From<input class="input" type="date" name="from" value="${wanted.from}"></label><label class="field half">To<input class="input" type="date" name="to" value="${wanted.to}"></label>
      <label class="field wide">Words: a clause, what happened, a card that was shown<input class="input" name="text" value="${wanted.text}" placeholder="misdealt, 15(d)(1), As" autocomplete="off"></label>
      <span class="acts"><button class="btn btn--solid"><ui-icon name="search"></ui-icon>Search</button>${sought() ? html`<button class="btn" type="button" id="clear">Clear</button>` : ""}</span></form>
    ${
      hands.hands.length
        ? html`<div class="scroll" tabindex="0" role="region" aria-label="Rounds found"><table class="grid rounds"><thead><tr><th>Round</th><th>Ended</th><th>Players</th><th class="r">Pot</th><th class="r">Rake</th><th>Cards</th><th><span class="said">Do</span></th></tr></thead><tbody>${hands.hands.map(row)}</tbody></table></div>
      <footer class="pager"><span class="num muted">${skip + 1} to ${skip + hands.hands.length} of ${hands.total.toLocaleString("en-US")}</span><button class="btn btn--sm" id="newer"${skip ? "" : html` disabled`}>Newer</button><button class="btn btn--sm" id="older"${skip + PAGE < hands.total ? "" : html` disabled`}>Older</button><span class="papers">All of these as <button class="btn btn--sm" data-export="log">Log</button><button class="btn btn--sm" data-export="phh">PHH</button><button class="btn btn--sm" data-export="ohh">OHH</button></span></footer>`
        : html`<p class="empty-line">${sought() ? "No finished round fits. Fewer words, or a wider span of days, find more." : "No round is finished yet. Each appears here as soon as it is, with every step and its clause."}</p>`
    }</section>`;
}

const sought = () => FIELDS.some((name) => wanted[name]);

/** What a table is called, by its name. @param {string} name */
function called(name) {
  return tables.find((t) => t.name === name)?.label ?? `Table ${name}`;
}

/** @param {HandListed} hand */
function row(hand) {
  const best = Object.entries(hand.players).sort(([, a], [, b]) => b - a);
  return html`<tr data-key="${hand.table}/${hand.line}"><td class="round"><b>${called(hand.table)}</b>, round <span class="num">${hand.round.toLocaleString("en-US")}</span>${hand.undone ? html` <span class="tag tag--warn">Undone</span>` : ""}${called(hand.table) === hand.title ? "" : html`<small class="muted">${hand.title}</small>`}</td>
    <td class="num muted">${when(hand.ended)}</td><td class="people">${best.slice(0, 2).map(([person, won], i) => html`${i ? ", " : ""}<span>${person} <b class="num ${won < 0 ? "loss" : won ? "gain" : ""}">${won > 0 ? "+" : ""}${money(won)}</b></span>`)}${best.length > 2 ? html` <span class="faint">and ${counted(best.length - 2, "other")}</span>` : ""}</td>
    <td class="r num" data-label="Pot">${hand.pot ? money(hand.pot) : ""}</td><td class="r num" data-label="Rake">${hand.rake ? money(hand.rake) : ""}</td>
    <td data-label="Cards"${hand.opening ? "" : html` data-usual`}>${{ opened: html`<span class="tag tag--good">Open</span>`, asked: html`<span class="tag tag--warn">Asked</span>`, denied: html`<span class="tag tag--line">Denied</span>` }[/** @type {string} */ (hand.opening)] ?? html`<span class="faint">As shown</span>`}</td>
    <td><span class="row-acts"><a class="btn btn--sm btn--solid" href="${replay(hand, "regulator")}" aria-label="Replay round ${hand.round} of ${called(hand.table)}">Replay</a>${hand.opening === "" || hand.opening === "denied" ? html`<button class="btn btn--sm" data-ask="${hand.line}" data-table="${hand.table}" data-round="${hand.round}" aria-label="Ask for cards of round ${hand.round} of ${called(hand.table)}"><ui-icon name="lock"></ui-icon>Ask for cards</button>` : ""}</span></td></tr>`;
}

/** @param {RecordSeen} record */
function chain(record) {
  const { checked } = record,
    going = checked && !checked.ended,
    sound = checked?.ended && !checked.faults.length;
  const state = !checked
    ? html`<p class="verdict verdict--plain"><ui-icon name="seal"></ui-icon><span><b>Not checked since the room opened</b>Chain, signatures and books, and every round played again from its deck.</span></p>`
    : going
      ? html`<p class="verdict verdict--plain" role="status"><ui-icon name="clock"></ui-icon><span><b>Checking ${checked.lines.toLocaleString("en-US")} lines</b>Play continues during the check.</span></p>`
      : sound
        ? html`<p class="verdict" role="status"><ui-icon name="seal"></ui-icon><span><b>Unbroken to line ${checked.lines.toLocaleString("en-US")}</b>Checked ${when(checked.ended ?? "")}: chain, signatures, books, and every round played again.</span></p>`
        : html`<div class="verdict verdict--bad" role="alert"><ui-icon name="warn"></ui-icon><span><b>${counted(checked.faults.length, "fault")} found</b>${checked.faults.slice(0, 5).map((/** @type {string} */ fault) => html`<small>${fault}</small>`)}</span></div>`;
  return html`<section class="panel chain" aria-labelledby="chain-title"><header><h2 id="chain-title">The record</h2><button class="btn btn--sm" id="check"${going ? html` disabled` : ""}><ui-icon name="check"></ui-icon>Check everything</button></header>${state}
    <details><summary>${counted(record.logs.length, "log")}, ${record.lines.toLocaleString("en-US")} lines</summary><div class="scroll" tabindex="0" role="region" aria-label="Logs"><table class="grid"><thead><tr><th>Log</th><th class="r">Lines</th><th class="r">Signed to</th><th>Last hash</th></tr></thead><tbody>${record.logs.map((log) => html`<tr data-key="${log.stream}"><td>${log.stream.startsWith("table/") ? called(log.stream.slice(6)) : capital(log.stream.replace("/", " "))}</td><td class="r num">${log.lines.toLocaleString("en-US")}</td><td class="r num">${log.signed.toLocaleString("en-US")}</td><td class="record">${log.tip.slice(0, 10)}…</td></tr>`)}</tbody></table></div></details></section>`;
}

function shuffle() {
  if (!chance)
    return html`<section class="panel chance" aria-labelledby="chance-title"><header><h2 id="chance-title">The shuffle</h2></header><p class="empty-line">No report of the random source is on file. <span class="record">croupier rng-report --out rng-report</span>, run on the room's machine, writes one in a minute; it appears here.</p></section>`;
  const { battery: tested, methods } = chance,
    decks = (tested.streams * tested.decks).toLocaleString("en-US"),
    failed = tested.tests.filter((t) => !t.holds),
    kinds = [...new Set(tested.tests.map((t) => t.measured.test))];
  return html`<section class="panel chance" aria-labelledby="chance-title"><header><h2 id="chance-title">The shuffle</h2><button class="btn btn--sm" id="chance">Save the report</button></header>
    <p class="verdict${tested.ok ? "" : " verdict--bad"}"><ui-icon name="${tested.ok ? "seal" : "warn"}"></ui-icon><span><b>${tested.ok ? `${decks} decks pass all ${tested.tests.length + 1} tests` : `${decks} decks fail ${counted(failed.length + (tested.duplicates ? 1 : 0), "test")} of ${tested.tests.length + 1}`}</b>Shuffle and cut as they are dealt, tested ${when(chance.at)}.</span></p>
    <dl class="facts"><dt>Entropy</dt><dd>${capital(chance.source)}</dd><dt>Shuffle</dt><dd>${capital(chance.method)}</dd><dt>Decks seen twice</dt><dd class="num">${tested.duplicates}</dd></dl>
    <details><summary>${counted(kinds.length, "kind")} of test, with the least p-value of each</summary><div class="scroll" tabindex="0" role="region" aria-label="Tests of the shuffle"><table class="grid"><thead><tr><th>Test</th><th class="r">Least p</th><th></th></tr></thead><tbody>${kinds.map(
      (kind) => {
        const own = tested.tests.filter((t) => t.measured.test === kind),
          least = Math.min(...own.map((t) => t.measured.p));
        return html`<tr><td>${capital(kind)}<small>${methods[kind] ?? ""}</small></td><td class="r num">${least.toPrecision(2)}</td><td>${own.every((t) => t.holds) ? html`<span class="tag tag--good">Holds</span>` : html`<span class="tag tag--bad">Fails</span>`}</td></tr>`;
      },
    )}</tbody></table></div></details></section>`;
}

/** @param {Element} button */
function ask(button) {
  const [line, table, round] = ["data-ask", "data-table", "data-round"].map((name) => button.getAttribute(name) ?? "");
  const box = document.createElement("dialog");
  box.className = "ask";
  box.setAttribute("aria-labelledby", "ask-title");
  box.innerHTML =
    html`<form method="dialog"><h2 id="ask-title">Hidden cards of ${called(table)}, round ${round}</h2><p>The request and its reason go into the record. They open when a person with another duty agrees: a shift supervisor at the books, or surveillance.</p>
    <label class="field">Reason<input class="input" name="reason" maxlength="400" required autofocus></label><footer><button class="btn" value="" formnovalidate>Go back</button><button class="btn btn--solid" value="ask">Ask for the cards</button></footer></form>`.toString();
  document.body.append(box);
  box.showModal();
  box.addEventListener("close", async () => {
    const reason = /** @type {HTMLInputElement} */ (box.querySelector("input")).value;
    if (
      box.returnValue === "ask" &&
      (await attempt(api("/api/openings", { method: "POST", body: { table, line: Number(line), reason } })))
    )
      notice("asked, and on the record: a person with another duty must answer", "", "good");
    box.remove();
    await refresh();
    show();
  });
}

addEventListener("click", async (e) => {
  const target = e.target instanceof Element ? e.target : null;
  await answer(target, () => refresh().then(show));
  const asks = target?.closest("[data-ask]"),
    form = target?.closest("[data-export]")?.getAttribute("data-export");
  if (asks) ask(asks);
  if (form) await attempt(download(`/api/hands/export?${query({ format: form, lossy: "true" })}`));
  if (target?.closest("#chance")) await attempt(download("/api/rng-report?format=html"));
  if (target?.closest("#check")) {
    record = (await attempt(api("/api/audit", { method: "POST" }))) ?? record;
    show();
  }
  if (target?.closest("#clear")) {
    for (const name of FIELDS) wanted[name] = "";
    /** @type {HTMLFormElement} */ ($("search")).querySelectorAll("input").forEach((field) => {
      field.value = "";
    });
    skip = 0;
    await search();
    show();
    $("search").querySelector("input")?.focus();
  }
  const by = target?.closest("#older") ? PAGE : target?.closest("#newer") ? -PAGE : 0;
  if (by) {
    skip = Math.max(0, skip + by);
    await search();
    show();
  }
});
addEventListener("submit", async (e) => {
  if (!(e.target instanceof HTMLFormElement) || e.target.id !== "search") return;
  e.preventDefault();
  for (const [name, value] of new FormData(e.target)) wanted[name] = String(value).trim();
  skip = 0;
  await search();
  show();
});

morph(
  $("desk"),
  html`<div class="staff-head"><div><h1>Regulator</h1><p role="status">Reading the record …</p></div></div>`,
);
[tables, games] = await Promise.all([api("/api/tables"), api("/api/games")]);
if (regulates) chance = await api("/api/rng-report").catch(() => null);
await refresh();
show();
setInterval(() => {
  if (!document.hidden) refresh().then(show);
}, 5000);
