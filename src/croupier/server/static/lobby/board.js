// @ts-check
/* The screen on the wall: games, seats, lists and jackpots; it refreshes itself, turns its pages, and writes as large as fits. */
import { api } from "../shared/room.js";
import { html, capital, money } from "../shared/words.js";
import { morph } from "../shared/morph.js";

/** @typedef {import("../shared/types.d.ts").BoardSeen} BoardSeen */

const place = /** @type {HTMLElement} */ (document.getElementById("board")),
  EVERY = 3000, // milliseconds
  ROWS = 9, // of a page, so that each can be read across a room
  NAMES = 6, // of a waiting list
  CARDS = 2, // lists and jackpots beside the games
  TURN = 4, // refreshes until the next page
  LARGEST = 5.2, // hundredths of the smaller side of the screen
  SMALLEST = 2.4;
let turns = 0;

/** What is on the page that is in sight now, and which page it is. @template T @param {T[]} all @param {number} each */
function turned(all, each) {
  const pages = Math.max(1, Math.ceil(all.length / each)),
    page = Math.floor(turns / TURN) % pages;
  return {
    shown: all.slice(page * each, (page + 1) * each),
    words: pages > 1 ? html` <small>${page + 1} of ${pages}</small>` : "",
  };
}

/** @param {BoardSeen} seen */
function show(seen) {
  const open = [...seen.tables].sort((a, b) => a.title.localeCompare(b.title)),
    games = turned(open, ROWS),
    named = games.shown.some((t) => t.called !== t.title),
    cards = turned([...seen.lists.map(list), ...seen.funds.map(fund)], CARDS);
  morph(
    place,
    html`<header><h1>${seen.room || "Poker room"}</h1>${seen.notice ? html`<p>${seen.notice}</p>` : ""}<span class="num">${new Date(seen.at).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" })}</span></header>
    <div class="wall-cols"><section aria-label="Games"><h2>Games${games.words}</h2>${
      games.shown.length
        ? html`<table><thead><tr><th>Game</th><th>Stakes</th>${named ? html`<th class="called">Table</th>` : ""}<th class="r">Players</th><th class="r">Open</th></tr></thead><tbody>${games.shown.map(
            (t) =>
              html`<tr data-key="${t.name}"><td><b>${t.title}</b></td><td class="num">${t.stakes}</td>${named ? html`<td class="called">${t.called === t.title ? "" : t.called.replace(/^Table /, "")}</td>` : ""}<td class="r num">${t.vacant === null ? t.taken : `${t.taken} of ${t.places}`}</td><td class="r num">${t.vacant ? html`<span class="free">${t.vacant}</span>` : t.vacant === 0 ? "full" : "–"}</td></tr>`,
          )}</tbody></table>`
        : html`<p>No table is open.</p>`
    }</section>
    <div><h2 class="said">Waiting lists and jackpots</h2>${seen.lists.length ? "" : html`<section aria-label="Waiting lists"><h3>Waiting</h3><p>Nobody waits.</p></section>`}${cards.shown}${cards.words ? html`<p class="r">${cards.words}</p>` : ""}</div></div>`,
  );
  fit();
}

/** @param {BoardSeen["lists"][number]} one */
const list = ({ title, stakes, people }) =>
  html`<section aria-label="Waiting for ${title}, ${stakes}" data-key="w-${title} ${stakes}"><h3>Waiting: ${title} <small>${stakes}</small></h3><ol>${people.slice(0, NAMES).map((name) => html`<li>${name}</li>`)}</ol>${people.length > NAMES ? html`<small>and ${people.length - NAMES} more</small>` : ""}</section>`;

/** @param {BoardSeen["funds"][number]} one */
const fund = ({ jackpot, at, rules }) =>
  html`<section aria-label="${jackpot.fund}" data-key="${jackpot.fund}"><h3>${capital(jackpot.fund)}</h3><p class="jackpot num">${money(jackpot.chips)}</p>${jackpot.pending ? html`<p>A bad beat is being verified.</p>` : ""}
  <p class="terms">${capital(jackpot.least)} or better must lose. ${jackpot.shares[0]}% to the loser, ${jackpot.shares[1]}% to the winner, ${jackpot.shares[2]}% to the table. ${rules.map((words) => `${words}. `)}At ${at.join(", ")}.</p></section>`;

/** Write as large as the screen holds; a phone is scrolled instead. */
function fit() {
  const wide = matchMedia("(min-width: 901px)").matches;
  place.style.fontSize = "";
  for (let size = LARGEST; wide && size >= SMALLEST; size -= 0.2) {
    place.style.fontSize = `${size}vmin`;
    if (place.scrollHeight <= innerHeight && place.scrollWidth <= innerWidth) return;
  }
}

async function refresh() {
  try {
    show(await api("/api/board"));
    turns++;
  } catch {
    /* the last board stays until the room answers */
  }
}
addEventListener("resize", fit);
await refresh();
setInterval(refresh, EVERY);
