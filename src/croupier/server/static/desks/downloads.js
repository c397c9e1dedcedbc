// @ts-check
/* Files to take away, and requests for hidden cards: what the books and the regulator's desk share. */
import { api, clauseChip, Refused, room } from "../shared/room.js";
import { attempt, notice, roleWords } from "./staff.js";
import { html } from "../shared/words.js";
/** @import {Opening} from "../shared/types.d.ts" */

/** Fetch a file as the person at this desk, and save it under its own name, or this one. @param {string} path @param {string} usual */
export async function download(path, usual = "report.html") {
  const reply = await fetch(path, { headers: room.token ? { authorization: `Bearer ${room.token}` } : {} });
  if (!reply.ok) {
    const answer = await reply.json().catch(() => ({}));
    throw new Refused(answer.clause ?? "", answer.why ?? answer.detail ?? "the room did not answer as expected");
  }
  const name = /filename="([^"]+)"/.exec(reply.headers.get("content-disposition") ?? "")?.[1] ?? usual;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await reply.blob());
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  const left = Number(reply.headers.get("x-left-out") ?? 0);
  notice(left ? `saved as ${name}, without ${left} that this format cannot express` : `saved as ${name}`, "", "good");
}

/** @param {string | Date} at */
export const when = (at) =>
  new Date(at).toLocaleString("en-GB", { day: "2-digit", month: "short", hour: "2-digit", minute: "2-digit" });

/** A gaming day as people write it. @param {string} day such as 2026-11-06 */
export const dayWords = (day) =>
  new Date(day + "T12:00").toLocaleDateString("en-GB", {
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
  });

/** A day, a shift, a week or a month as people write it; a year or a table as it is. @param {string} key */
export function periodWords(key) {
  const day = /^(\d{4}-\d\d-\d\d)(?: (shift \d+))?$/.exec(key),
    week = /^(\d{4})-W(\d\d)$/.exec(key);
  if (day) return dayWords(day[1]) + (day[2] ? `, ${day[2]}` : "");
  if (week) return `Week ${Number(week[2])} of ${week[1]}`;
  return /^\d{4}-\d\d$/.test(key)
    ? new Date(key + "-01T12:00").toLocaleDateString("en-GB", { month: "long", year: "numeric" })
    : key;
}

/** The replayer, as the person at this desk. @param {{table: string, round: number, line: number}} hand @param {string} desk */
export const replay = (hand, desk) =>
  `/rounds/${encodeURIComponent(hand.table)}/${hand.round}?line=${hand.line}&desk=${desk}`;

/** Requests for hidden cards, the open ones first. @param {Opening[]} asked @param {string} desk */
export function requests(asked, desk) {
  const waits = (/** @type {Opening} */ one) => !one.answered_by;
  const rows = [...asked.filter(waits), ...asked.filter((one) => !waits(one))].slice(0, 12);
  return html`<section class="panel requests" aria-labelledby="requests-title"><header><h2 id="requests-title">Hidden cards</h2>${clauseChip("POKER 6(e)(2)")}</header>
    ${
      rows.length
        ? html`<ul>${rows.map(
            (
              one,
            ) => html`<li data-key="${one.table}/${one.line}"><p><b>${one.table}, round ${one.round}</b> ${waits(one) ? html`<span class="tag tag--warn">Waits</span>` : one.granted ? html`<span class="tag tag--good">Opened</span>` : html`<span class="tag tag--line">Denied</span>`}
      <span class="muted">“${one.reason}”</span><small class="faint">${one.asked_by[0]}, ${roleWords(one.asked_by[1])}, ${when(one.asked_at)}${one.answered_by ? html` · ${one.granted ? "with" : "denied by"} ${one.answered_by[0]}, ${roleWords(one.answered_by[1])}` : ""}</small></p>
      ${
        waits(one)
          ? one.asked_by[0] === room.me?.name
            ? html`<span class="faint">A person with another duty must answer.</span>`
            : html`<span class="acts"><button class="btn btn--sm btn--solid" data-answer="yes" data-table="${one.table}" data-line="${one.line}">Open it</button><button class="btn btn--sm" data-answer="no" data-table="${one.table}" data-line="${one.line}">Deny</button></span>`
          : one.granted
            ? html`<a class="btn btn--sm" href="${replay(one, desk)}">Replay</a>`
            : ""
      }</li>`,
          )}</ul>`
        : html`<p class="empty-line">Nobody has asked for hidden cards. Two people of different duties open a finished round together; nobody opens one that is in play.</p>`
    }</section>`;
}

/** Answer a request, when its button was pressed. @param {Element | null} pressed @param {() => void} then */
export async function answer(pressed, then) {
  const button = pressed?.closest("[data-answer]");
  if (!button) return;
  const [table, line, yes] = ["data-table", "data-line", "data-answer"].map((name) => button.getAttribute(name) ?? "");
  const done = await attempt(
    api(`/api/openings/${encodeURIComponent(table)}/${line}`, { method: "POST", body: { agree: yes === "yes" } }),
  );
  if (done)
    notice(
      yes === "yes" ? "the cards of this round are open to both, and it is on the record" : "denied, and on the record",
      "",
      "good",
    );
  then();
}
