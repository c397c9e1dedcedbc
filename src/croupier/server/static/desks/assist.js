// @ts-check
/* A human dealer's page: what to do now at a table with real cards, and buttons that enter it. Each press sends a line as
 * `croupier assist` reads it, with the number of the last line that this page has seen. */
import { api, bareClause, Refused } from "../shared/room.js";
import { attend, showTime } from "./staff.js";
import { capital, html } from "../shared/words.js";
import { morph } from "../shared/morph.js";

/** @typedef {import("../shared/types.d.ts").AssistSeen} AssistSeen */
/** @typedef {import("../shared/types.d.ts").LineShown} LineShown */

const $ = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const RANKS = "AKQJT98765432",
  SUITS = Object.entries({ s: "♠", h: "♥", d: "♦", c: "♣" });
const MORE = [
  ["Something went wrong", "oops"],
  ["Set the deck down", "pause"],
  ["Pots", "pots"],
  ["What is due", "due"],
  ["Help", "?"],
];
const table = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const address = `/api/tables/${encodeURIComponent(table)}/assist`;

/** @type {AssistSeen | null} */ let seen = null;
let fault = "",
  busy = false;

await attend("assist");

/** Read or tell, and show what came of it. @param {Promise<AssistSeen>} answer */
async function take(answer) {
  try {
    seen = await answer;
    fault = seen.refused;
  } catch (failed) {
    fault = failed instanceof Refused ? `${failed.message} (${failed.clause})` : String(failed);
  }
  show();
}

/** @param {string} text */
async function tell(text) {
  if (busy || !seen) return;
  busy = true;
  await take(api(address, { method: "POST", body: { text, number: seen.number } }));
  busy = false;
  entry().value = "";
}

const entry = () => /** @type {HTMLInputElement} */ ($("entry"));

function show() {
  showTime(new Date().toISOString(), "");
  const at = seen,
    lines = document.querySelectorAll(".story li").length;
  morph(
    $("desk"),
    html`<div class="staff-head"><div><h1>Table ${table}</h1><p>${at?.title ?? ""}</p></div></div>
    <div class="assist"><div><section class="panel now" aria-label="Now"><p class="do" role="status">${at?.words ?? "Looking at the table …"}</p>
      ${at?.hint ? html`<p class="how">${capital(at.hint.words)} ${bareClause(at.hint.clause)}</p>` : ""}
      <p class="how">${at?.keys ?? ""} ${bareClause(at?.clause ?? "")}</p>
      <div class="presses">${(at?.presses ?? []).map((press, n) => html`<button class="btn ${n ? "" : "btn--lamp"}" data-types="${press.types}"${press.open ? html` data-open` : ""}>${capital(press.label)}</button>`)}</div>
      ${at?.cards ? deck(at.jokers) : ""}
      <form class="entry" id="line"><label class="said" for="entry">Type what happened</label><input class="input" id="entry" autocomplete="off" autocapitalize="off" spellcheck="false" placeholder="c, r 80, 8c Kd 5h, ?"><button class="btn btn--solid">Enter</button></form>
      <div class="presses more">${MORE.map(([label, types]) => html`<button class="btn btn--sm" data-types="${types}">${label}</button>`)}</div>
      <p class="fault" role="alert">${fault}</p><p>${at?.said ?? ""}</p></section></div>
    <div class="side">${at?.seats.length ? html`<section class="panel" data-key="seats" aria-label="Seats">${seats(at)}</section>` : ""}
      ${at?.story.length ? html`<section class="panel" data-key="story" aria-label="What happened"><ul class="story" tabindex="0">${at.story.map(storyLine)}</ul></section>` : ""}</div></div>`,
  );
  const story = document.querySelector(".story");
  if (story && story.children.length !== lines) story.scrollTop = story.scrollHeight;
}

/** @param {AssistSeen} at */
const seats = (at) =>
  html`<table class="grid seats"><thead><tr><th>Seat</th><th>Player</th><th class="r">Chips</th><th class="r">Bet</th><th>Cards</th></tr></thead>
  <tbody>${at.seats.map((s) => html`<tr${s.mark ? html` data-acts` : ""} data-key="s${s.seat}"><td class="num">${s.seat}</td><td>${s.person}</td><td class="r num">${s.chips}</td><td class="r num">${s.bet}</td><td>${s.cards}</td></tr>`)}</tbody></table>
  ${at.board ? html`<p class="board">${at.board}</p>` : ""}${at.pots.map((words) => html`<p class="board">${words}</p>`)}`;

/** @param {boolean} jokers */
const deck = (jokers) =>
  html`<div class="deck" role="group" aria-label="Cards">${SUITS.map(([suit, sign]) => [...RANKS].map((rank) => html`<button type="button" data-card="${rank}${suit}"${"hd".includes(suit) ? html` data-red` : ""} aria-label="${rank}${suit}">${rank === "T" ? "10" : rank}${sign}</button>`))}${jokers ? ["Jk1", "Jk2"].map((card) => html`<button type="button" data-card="${card}" aria-label="${card}">${card}</button>`) : ""}</div>`;

/** @param {LineShown} line */
const storyLine = (line) =>
  html`<li${line.heading ? html` data-heading` : ""}><span>${line.words}${(line.items ?? []).length ? `: ${(line.items ?? []).join(", ")}` : ""}</span>${line.clause ? bareClause(line.clause) : ""}</li>`;

addEventListener("click", (e) => {
  const target = e.target instanceof Element ? e.target : null,
    press = target?.closest("[data-types]"),
    card = target?.closest("[data-card]")?.getAttribute("data-card");
  if (card) entry().value = `${entry().value} ${card}`.trimStart();
  if (!press) return;
  const types = press.getAttribute("data-types") ?? "";
  if (press.hasAttribute("data-open")) {
    entry().value = types;
    entry().focus();
  } else tell(types);
});
addEventListener("submit", (e) => {
  if (!(e.target instanceof HTMLFormElement) || e.target.id !== "line") return;
  e.preventDefault();
  tell(entry().value);
});

show();
await take(api(address));
setInterval(() => {
  if (!document.hidden && !busy) take(api(address));
}, 1500);
