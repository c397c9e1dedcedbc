// @ts-check
/* The screen on the wall: games, seats, lists and jackpots; it refreshes itself, and turns its pages. */
import { api } from "../shared/room.js";
import { html, capital, money } from "../shared/words.js";
import { morph } from "../shared/morph.js";

/** @typedef {import("../shared/types.d.ts").BoardSeen} BoardSeen */

const place = /** @type {HTMLElement} */ (document.getElementById("board")),
  EVERY = 3000, // milliseconds
  ROWS = 12, // of a page, so that each can be read
  TURN = 4; // refreshes until the next page
let turns = 0;

/** @param {BoardSeen} seen */
function show(seen) {
  const open = [...seen.tables].sort((a, b) => a.title.localeCompare(b.title)),
    pages = Math.max(1, Math.ceil(open.length / ROWS)),
    page = Math.floor(turns / TURN) % pages,
    rows = open.slice(page * ROWS, (page + 1) * ROWS);
  morph(
    place,
    html`<header><h1>${seen.room || "Games"}</h1><span class="num">${new Date(seen.at).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" })}</span></header>
    ${seen.notice ? html`<p>${seen.notice}</p>` : ""}
    <div class="wall-cols"><section aria-label="Games"><h2>Games${pages > 1 ? html` <small>${page + 1} of ${pages}</small>` : ""}</h2>${
      rows.length
        ? html`<table><thead><tr><th>Game</th><th>Stakes</th><th>Table</th><th class="r">Players</th><th class="r">Seats open</th></tr></thead><tbody>${rows.map(
            (t) =>
              html`<tr data-key="${t.name}"><td><b>${t.title}</b></td><td class="num">${t.stakes}</td><td>${t.called === t.title ? "" : t.called}</td><td class="r num">${t.vacant === null ? t.taken : `${t.taken} of ${t.places}`}</td><td class="r num">${t.vacant ? html`<span class="free">${t.vacant}</span>` : t.vacant === 0 ? "full" : "–"}</td></tr>`,
          )}</tbody></table>`
        : html`<p>No table is open.</p>`
    }</section>
    <div><section aria-label="Waiting lists"><h2>Waiting</h2>${
      seen.lists.length
        ? seen.lists.map(
            (l) =>
              html`<p><b>${l.title}</b> <small>${l.stakes}</small></p><ol>${l.people.slice(0, 8).map((name) => html`<li>${name}</li>`)}</ol>${l.people.length > 8 ? html`<small>and ${l.people.length - 8} more</small>` : ""}`,
          )
        : html`<p>Nobody waits.</p>`
    }</section>
    ${seen.funds.map(
      ({ jackpot, at, rules }) =>
        html`<section aria-label="${jackpot.fund}" data-key="${jackpot.fund}"><h2>${capital(jackpot.fund)}</h2><p class="jackpot num">${money(jackpot.chips)}</p>${jackpot.pending ? html`<p>A bad beat is being verified.</p>` : ""}
        <p>${capital(jackpot.least)} or better must lose. ${jackpot.shares[0]}% to the loser, ${jackpot.shares[1]}% to the winner, ${jackpot.shares[2]}% to the table.</p>${rules.map((words) => html`<p><small>${words}.</small></p>`)}<p><small>At ${at.join(", ")}</small></p></section>`,
    )}</div></div>`,
  );
}

async function refresh() {
  try {
    show(await api("/api/board"));
    turns++;
  } catch {
    /* the last board stays until the room answers */
  }
}
await refresh();
setInterval(refresh, EVERY);
