// @ts-check
/* The tables of the floor, a row each: what happens there, and what is due. */
import { html, capital } from "../shared/words.js";
import { may } from "./staff.js";
/** @import {DueSeen, Remaining, TableOnFloor, TableWatched} from "../shared/types.d.ts" */
/** @import {Me} from "../shared/room.js" */

/** @param {Me} me */
export const mayRule = (me) => may(me, "PauseHand");
/** @param {Me} me */
export const mayRun = (me) => may(me, "OpenTable");

/** How much a table needs attention: paused, late by more than a minute, or something to decide. @param {{table: TableOnFloor, asked?: unknown[], stopped?: string}} watched */
export const attention = ({ table, asked, stopped }) =>
  (table.paused ? 4 : 0) +
  (stopped ? 4 : 0) +
  (table.calls.length ? 5 : 0) +
  (asked?.length ? 3 : 0) +
  (table.beats.length ? 3 : 0) +
  (table.removed.length ? 2 : 0) +
  (table.due.some((d) => d.late && d.what !== "spread" && Date.now() - Date.parse(d.by) > 60_000) ? 1 : 0);

/** How long, in the words of a clock. @param {number} ms */
export function span(ms) {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return `${Math.max(0, Math.floor(ms / 1000))} s`;
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")}`;
}

/** @param {TableWatched[]} tables @param {{now: number, selected: string, closing: Set<string>, me: Me, all: number}} with_ */
export const tableRows = (tables, with_) =>
  html`${tables.length ? tables.map((watched) => row(watched, with_)) : html`<tr data-key="none"><td colspan="7"><div class="empty"><b>${with_.all ? "No table here" : "No table is set up yet"}</b><p>${with_.all ? "Change the filter above to see the others." : "Set up the first one with the button above."}</p></div></td></tr>`}`;

/** @param {TableWatched} watched @param {{now: number, selected: string, closing: Set<string>, me: Me}} with_ */
function row({ table, clock, watchers, stopped }, { now, selected, closing, me }) {
  const short = table.name.length <= 4,
    name = short ? table.title : table.called,
    where =
      table.playing || table.round ? `Round ${table.round}${table.street ? ", " + table.street : ""}` : "No round yet";
  const away = table.seats.filter((s) => ["away", "out"].includes(s.state)).length,
    due = (/** @type {string} */ what) => table.due.find((d) => d.what === what);
  return html`<tr data-key="t-${table.name}" data-table="${table.name}" data-cloth="${table.family}"${table.name === selected ? html` data-selected aria-current="true"` : ""}>
    <td><span class="where-cell${short ? "" : " where-cell--long"}">${short ? html`<strong class="num">${table.name}</strong>` : ""}<span><a href="/table/${encodeURIComponent(table.name)}" target="_blank" rel="noopener" aria-label="Watch ${name}">${name}</a>, ${table.stakes}<small>${where}${watchers ? `, ${watchers} looking on` : ""}</small></span></span></td>
    <td>${doing(table, clock, now, closing.has(table.name), stopped)}</td>
    <td class="num">${table.seats.length} <small>${away ? `${away} away` : `${table.places - table.seats.length} free`}</small></td>
    ${["count", "sort", "change"].map((what) => html`<td>${clockOf(due(what), now, table.family === "banked" && what === "count" ? "by round" : "")}</td>`)}
    <td><span class="row-acts">${acts(table, short ? `${name} ${table.name}` : name, me)}</span></td></tr>`;
}

/** @param {TableOnFloor} table @param {string} name @param {Me} me */
function acts(table, name, me) {
  const more = html`<button class="btn btn--sm btn--icon" data-act="table" data-table="${table.name}" aria-label="Seats and orders, ${name}" title="Seats and orders"><ui-icon name="menu"></ui-icon></button>`;
  if (table.status !== "open")
    return html`${mayRun(me) ? html`<button class="btn btn--sm" data-act="open" data-table="${table.name}" aria-label="Open ${name}">Open</button>` : ""}${more}`;
  if (!mayRule(me)) return more;
  return html`${table.paused ? html`<button class="btn btn--sm" data-act="resume" data-table="${table.name}" aria-label="Resume ${name}">Resume</button>` : html`<button class="btn btn--sm" data-act="pause" data-table="${table.name}" aria-label="Pause ${name}">Pause</button>`}
    <button class="btn btn--sm${table.paused ? " btn--lamp" : ""}" data-act="rule" data-table="${table.name}" aria-label="Rule at ${name}">Rule</button>${more}`;
}

/** @param {TableOnFloor} table @param {Remaining | null} clock @param {number} now @param {boolean} closes @param {string} stopped */
function doing(table, clock, now, closes, stopped) {
  if (table.status !== "open") return html`<span class="faint">Closed</span>`;
  if (table.paused)
    return html`<span class="tag tag--bad"><ui-icon name="warn"></ui-icon>Paused ${span(now - Date.parse(table.paused_at ?? ""))}</span><small>${capital(table.paused)}</small>`;
  if (closes) return html`<span class="tag tag--warn">Closes after this round</span>`;
  if (!table.playing && stopped)
    return html`<span class="tag tag--bad"><ui-icon name="warn"></ui-icon>Deals no round</span><small>${capital(stopped)}</small>`;
  if (!table.playing)
    return html`Between rounds<small>${table.seats.length ? `${table.seats.length} seated` : "waits for players"}</small>`;
  const asked = table.asked,
    who =
      asked.length > 1
        ? `${asked.length} seats to answer`
        : asked.length
          ? `${table.family === "banked" ? "Spot" : "Seat"} ${asked[0]} to act`
          : "The dealer acts";
  return html`${who}<small class="num">${clock ? `${Math.ceil(clock.left)} s` : ""}</small>`;
}

/** @param {DueSeen | undefined} due @param {number} now @param {string} none */
function clockOf(due, now, none) {
  if (!due)
    return none
      ? html`<span class="faint">${none}</span>`
      : html`<span class="faint" title="Not in use here"><span aria-hidden="true">–</span><span class="said">not in use</span></span>`;
  const left = Date.parse(due.by) - now,
    whole = due.span * 1000 || left || 1,
    used = Math.min(1, Math.max(0, 1 - left / whole)).toFixed(2);
  return html`<span class="due num" data-used="${used}"${left < 0 ? html` data-late` : left < whole / 5 ? html` data-soon` : ""} title="${due.words}">${left < 0 ? "Due now" : span(left)}</span>`;
}
