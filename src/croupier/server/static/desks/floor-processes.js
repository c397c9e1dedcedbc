// @ts-check
/* The processes that share a room: which tables each of them has, and letting a table or all of them go. */
import { api } from "../shared/room.js";
import { attempt, notice } from "./staff.js";
import { html, counted } from "../shared/words.js";
import { morph } from "../shared/morph.js";
/** @import {ProcessesSeen, ProcessSeen} from "../shared/types.d.ts" */

const EVERY = 3000; // milliseconds between two looks

/** Show the processes in a place on the page, as long as several share the room. @param {HTMLElement} place */
export async function watchProcesses(place) {
  /** @param {ProcessesSeen} seen */
  const show = (seen) => morph(place, panel(seen));
  /** @param {string} what @param {object} body @param {string} words */
  const give = async (what, body, words) => {
    const seen = await attempt(api(`/api/processes/${what}`, { method: "POST", body }));
    if (!seen) return;
    show(seen);
    notice(words, "", "good");
  };
  place.addEventListener("click", (e) => {
    const drains = e.target instanceof Element ? e.target.closest("[data-drain]") : null,
      process = drains?.getAttribute("data-process") ?? "",
      draining = drains?.getAttribute("data-drain") === "yes";
    const words = draining
      ? `the process ${process} gives its tables away`
      : `the process ${process} takes tables again`;
    if (drains) give("drain", { process, draining }, words);
  });
  place.addEventListener("submit", (e) => {
    e.preventDefault();
    const { table, process } = Object.fromEntries(new FormData(/** @type {HTMLFormElement} */ (e.target)));
    give("move", { table, process }, `${tableWords(String(table))} goes to ${process} after the round in play`);
  });
  const look = async () => {
    if (!document.hidden && !place.contains(document.activeElement)) show(await api("/api/processes"));
  };
  try {
    await look();
  } catch {
    return; // one process serves this room
  }
  setInterval(() => look().catch(() => {}), EVERY); // the tables beside say when the room is away
}

/** @param {string} log */
const tableWords = (log) => (log === "house" ? "The house" : `Table ${log}`);

/** @param {ProcessesSeen} seen */
function panel(seen) {
  const logs = [...seen.processes.flatMap((one) => one.has), ...seen.without_owner].sort(),
    alive = seen.processes.filter((one) => one.alive);
  return html`<section class="panel" aria-label="Processes"><header><h2>Processes</h2>${seen.without_owner.length ? html`<span class="tag tag--bad">${counted(seen.without_owner.length, "table")} without one</span>` : html`<span class="muted small">${alive.length === 1 ? "1 runs" : `${alive.length} run`}</span>`}</header>
    ${seen.without_owner.length ? html`<p class="loss">No process has ${seen.without_owner.join(", ")}. Another takes them within seconds.</p>` : ""}
    <ul class="todo todo--due">${seen.processes.map((one) => row(one, seen.may_move))}</ul>
    ${
      seen.may_move && alive.length > 1
        ? html`<form class="process-move"><label class="field">Move<select class="input" name="table">${logs.map((log) => html`<option value="${log}">${tableWords(log)}</option>`)}</select></label>
    <label class="field">To<select class="input" name="process">${alive.map((one) => html`<option>${one.name}</option>`)}</select></label><button class="btn btn--sm">Move after the round</button></form>`
        : ""
    }</section>`;
}

/** @param {ProcessSeen} one @param {boolean} moves */
function row(one, moves) {
  const state = !one.alive
    ? html`<span class="tag tag--bad">Gone</span>`
    : one.draining
      ? html`<span class="tag tag--warn">Drains</span>`
      : "";
  const drains = one.draining ? "no" : "yes",
    words = one.draining ? "Take tables again" : "Drain";
  return html`<li data-key="${one.name}"><p>${one.name} ${state}<small>${one.has.length ? html`<b>${one.has.map(tableWords).join(", ")}</b>` : "Nothing"}<span>version ${one.version}, at ${one.address}</span></small></p>
    ${moves && one.alive ? html`<button class="btn btn--sm" data-drain="${drains}" data-process="${one.name}" aria-label="${words}: ${one.name}">${words}</button>` : ""}</li>`;
}
