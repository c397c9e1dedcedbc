// @ts-check
/* Beside the tables: what is due, what happened, who waits, who is out, bad beats, and the house's own rules. */
import { bareClause } from "../shared/room.js";
import { may, roleWords } from "./staff.js";
import { html, capital, cardWords, counted, money } from "../shared/words.js";
import { filedRows } from "./floor-filing.js";
import { span } from "./floor-tables.js";
/** @import {DueSeen, FloorSeen, HouseOnFloor, Incident, TableOnFloor, TableWatched, WaitingList} from "../shared/types.d.ts" */
/** @import {Me} from "../shared/room.js" */

/** @typedef {DueSeen & {table: string, of: string}} Due a procedure, and whose it is */
/** @param {Due[]} due @param {number} now */
export function duePanel(due, now) {
  const soon = due.filter((d) => d.what !== "spread" && Date.parse(d.by) - now < 60 * 60_000).slice(0, 8),
    late = soon.filter((d) => d.late).length;
  return html`<header><h2>Due</h2>${late ? html`<span class="tag tag--bad">${late} late</span>` : html`<span class="muted small">within the hour</span>`}</header>
    ${soon.length ? html`<ul class="todo todo--due">${soon.map((d) => html`<li data-key="${d.table}-${d.what}"><p>${capital(d.words)}<small><b>${d.of}</b>${d.late ? html`<span class="loss">now, ${span(now - Date.parse(d.by))} over</span>` : `in ${span(Date.parse(d.by) - now)}`}${bareClause(d.clause)}</small></p></li>`)}</ul>` : html`<p class="none-yet">Nothing is due within the hour.</p>`}`;
}

/** What tables of a card room ask of one of its people, each with the button that answers it. @param {import("../shared/types.d.ts").TableWatched[]} tables @param {import("../shared/room.js").Me} me @param {(name: string) => string} label */
export function askedPanel(tables, me, label) {
  const asked = tables.flatMap((t) => t.asked.map((one) => ({ ...one, table: t.table.name })));
  if (!asked.length) return html``;
  return html`<section class="panel" data-key="asked" aria-label="Waits for a person"><header><h2>Waits for a person</h2><span class="tag tag--lamp">${asked.length}</span></header><ul class="todo todo--due">${asked.map(
    (
      one,
    ) => html`<li data-key="a-${one.table}-${one.command.type}"><p>${capital(one.words)}<small><b>${label(one.table)}</b>${bareClause(one.clause)}</small></p>
    ${may(me, one.command.type) ? html`<button class="btn btn--sm btn--lamp" data-act="answer" data-table="${one.table}" data-of="${JSON.stringify(one)}">Sign</button>` : html`<span class="tag">${capital(roleWords(one.roles[0]))}</span>`}</li>`,
  )}</ul></section>`;
}

/** Players who called the floor, the first first. @param {TableWatched[]} tables @param {Me} me @param {(name: string) => string} label @param {number} now */
export function callsPanel(tables, me, label, now) {
  const calls = tables.flatMap((t) => t.table.calls.map((one) => ({ ...one, table: t.table.name })));
  if (!calls.length) return html``;
  calls.sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  return html`<section class="panel" data-key="calls" aria-label="Calls for the floor"><header><h2>Calls for the floor</h2><span class="tag tag--bad">${calls.length}</span></header><ul class="todo todo--due">${calls.map(
    (
      one,
    ) => html`<li data-key="c-${one.table}-${one.person}"><p>${one.person}: ${one.about}<small><b>${label(one.table)}</b>seat ${one.seat}, ${span(now - Date.parse(one.at))} ago${bareClause("POKER 15(b)")}</small></p>
    ${may(me, "AnswerCall") ? html`<button class="btn btn--sm btn--lamp" data-act="answer-call" data-table="${one.table}" data-of="${one.person}" aria-label="Answer ${one.person}">Answer</button>` : html`<span class="tag">For the floor</span>`}</li>`,
  )}</ul></section>`;
}

/** @param {Incident[]} incidents @param {boolean} filtered @param {(name: string) => string} label */
export const incidentsPanel = (incidents, filtered, label) =>
  html`${incidents.length ? incidents.slice(0, filtered ? 200 : 12).map((i) => html`<li data-key="${i.table}-${i.number}"><p>${capital(i.words)}<small><span class="num">${new Date(i.at).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" })}</span>${filtered ? "" : html`<b>${i.table ? label(i.table) : "House"}</b>`}<span title="${roleWords(i.by[1])}">${i.by[0]}</span>${bareClause(i.clause)}</small></p>${i.ruling ? html`<span class="tag">Ruling</span>` : ""}</li>`) : html`<li data-key="none"><p class="faint">Nothing has happened here. Orders and rulings of the staff appear with their clause.</p></li>`}`;

/** @param {FloorSeen} seen @param {number} now */
export function listsPanel(seen, now) {
  const open = seen.tables.map((t) => t.table).filter((t) => t.status === "open");
  return html`<header><h2>Waiting lists</h2><span class="muted small">first come, first called ${bareClause("BBC wait1")}</span><button class="btn btn--sm" data-act="join">Add a player</button></header>
    ${
      seen.house.lists.length
        ? html`<div class="lists__cols">${seen.house.lists.map((list) =>
            waiting(
              list,
              open.filter((t) => same(t.kind, list.kind)),
              now,
            ),
          )}</div>`
        : html`<p class="none-yet">Nobody is waiting. Players join a list in the lobby when every seat of a game is taken.</p>`
    }`;
}

/** @param {string[]} a @param {string[]} b */
const same = (a, b) => a[0] === b[0] && a[1] === b[1];

/** @param {WaitingList} list @param {TableOnFloor[]} tables @param {number} now */
function waiting(list, tables, now) {
  const free = tables.flatMap((t) => t.free.map((/** @type {number} */ seat) => ({ t, seat })))[0],
    [game, stakes] = list.kind;
  const where = !tables.length
    ? "no table is open"
    : tables.every((t) => t.seats.length >= t.places)
      ? "every seat is taken"
      : counted(
          tables.reduce((n, t) => n + t.free.length, 0),
          "seat",
        ) + " free";
  return html`<div data-key="${game} ${stakes}"><h3>${tables[0]?.title ?? game}, ${stakes} <small>${where}</small></h3>
    <ol>${list.calls.map(([person, , table, seat, at]) => html`<li data-key="c-${person}">${person}<span class="tag tag--warn">Called to seat ${seat}, ${span(now - Date.parse(at))} ago</span></li>`)}${list.line.map(([person, , since]) => html`<li data-key="w-${person}">${person}<span class="num">${span(now - Date.parse(since))}</span><button class="btn btn--sm btn--quiet btn--icon" data-act="strike" data-table="" data-of="${JSON.stringify([list.kind, person])}" aria-label="Strike ${person} off the list"><ui-icon name="cross"></ui-icon></button></li>`)}</ol>
    ${list.line.length && free ? html`<button class="btn btn--sm btn--solid" data-act="call" data-table="${free.t.name}" data-of="${JSON.stringify([list.kind, free.seat])}">Call ${list.line[0][0]} to seat ${free.seat}</button>` : ""}</div>`;
}

/** @param {TableWatched[]} tables @param {HouseOnFloor} house @param {Me} me */
export function beatsPanel(tables, house, me) {
  const found = tables.flatMap(({ table }) =>
    table.beats
      .filter(({ round }, n) => table.beats.findIndex((b) => b.round === round) === n) // the best hand of a round that lost
      .map((b) => ({ ...b, table: table.name })),
  );
  if (!found.length && !house.payouts.length) return html``;
  return html`<section class="panel" data-key="beats" aria-label="Bad beats"><header><h2>Bad beats</h2>${found.length ? html`<span class="tag tag--lamp">${found.length} to verify</span>` : ""}</header><ul class="todo todo--due">
    ${found.map(
      (
        b,
      ) => html`<li data-key="b-${b.table}-${b.round}"><p>${b.loser} lost with <span class="row-cards" role="img" aria-label="${b.cards.map(cardWords).join(", ")}">${b.cards.map((card) => html`<play-card card="${card}" aria-hidden="true"></play-card>`)}</span> to ${b.winners.join(" and ")}<small><b>${b.table}</b>round ${b.round}${bareClause("POKER 19(f)")}</small></p>
      ${may(me, "VerifyBadBeat") ? html`<span class="row-acts"><button class="btn btn--sm btn--lamp" data-act="verify" data-table="${b.table}" data-of="${b.round}">Verify</button><button class="btn btn--sm" data-act="deny" data-table="${b.table}" data-of="${b.round}">Deny</button></span>` : html`<span class="tag">For the shift supervisor</span>`}</li>`,
    )}
    ${house.payouts.map((p) => html`<li data-key="p-${p.number}"><p>${money(p.amount)} for ${p.slip.loser} and ${counted(Object.keys(p.shares).length - 1, "other")}<small><b>${p.slip.table}</b>${p.form ? "ready to be handed over" : "accounting prepares it"}${bareClause("POKER 19(f)")}</small></p><span class="tag tag--warn">${p.handed.length} of ${Object.keys(p.shares).length} paid</span></li>`)}</ul></section>`;
}

/** @param {HouseOnFloor} house @param {Me} me */
export const outPanel = (
  house,
  me,
) => html`<header><h2>Excluded</h2><span class="muted small">${house.out.length || "nobody"}</span></header>
  ${house.out.length ? html`<ul class="todo todo--due">${house.out.map((slip) => html`<li data-key="o-${slip.person}"><p>${slip.person}<small>${slip.cause}, table ${slip.table}${bareClause(slip.clause)}</small></p>${may(me, "LiftExclusion") ? html`<button class="btn btn--sm" data-act="lift" data-of="${slip.person}">Let in again</button>` : ""}</li>`)}</ul>` : ""}`;

/** @param {HouseOnFloor} house @param {Me} me @param {Record<string, string>} titles of games, by their keys */
export function rulesPanel({ submissions, rake: words }, me, titles) {
  const rake = submissions.rake,
    own = Object.values(submissions.supplements),
    office = may(me, "SubmitRakeRules"),
    force = [...rake].reverse().find((v) => v.approval)?.number ?? 0;
  const state = (/** @type {{approval: string}} */ one) =>
    one.approval ? `approved, ${one.approval}` : "submitted, not in force yet";
  return html`<header><h2>House rules</h2><span class="muted small">in force once approved</span>${office ? html`<span class="row-acts"><button class="btn btn--sm" data-act="rake">Submit rake rules</button><button class="btn btn--sm" data-act="supplement">Submit a rule</button><button class="btn btn--sm" data-act="file">Submit for approval</button></span>` : ""}</header>
    ${
      rake.length + own.length + submissions.filed.length
        ? html`<ul class="todo todo--due">${rake.map((v, i) => html`<li data-key="r-${v.number}"><p>Rake rules, version ${v.number}: ${capital(words[i])}<small>${v.approval && v.number < force ? "replaced by a later version" : state(v)}${bareClause("POKER 14(a)")}</small></p>${v.number === force ? html`<span class="tag tag--good">In force</span>` : v.number < force ? html`<span class="tag">Past</span>` : office ? html`<button class="btn btn--sm" data-act="approve-rake" data-of="${v.number}" aria-label="Record approval of rake rules ${v.number}">Record approval</button>` : html`<span class="tag tag--warn">Submitted</span>`}</li>`)}
      ${own.map((s) => html`<li data-key="s-${s.name}"><p>${capital(s.name)}: ${s.words}<small>${state(s)}${bareClause("POKER 15(r)")}</small></p>${s.approval ? html`<span class="tag tag--good">In force</span>` : office ? html`<button class="btn btn--sm" data-act="approve" data-of="${s.name}" aria-label="Record approval of ${s.name}">Record approval</button>` : html`<span class="tag tag--warn">Submitted</span>`}</li>`)}${filedRows(submissions.filed, me, titles)}</ul>`
        : html`<p class="none-yet">Only the rule documents apply so far. A house rule is submitted, approved, and then cited in rulings; a rake can be posted once its rules are approved.</p>`
    }`;
}
