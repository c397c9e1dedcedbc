// @ts-check
/* One table of the lobby, seen from above: who sits where with how much, its terms, and the way in. */
import { api } from "../shared/room.js";
import { html, buyIn, capital, money } from "../shared/words.js";
import { morph } from "../shared/morph.js";
import { whole } from "../table/changes.js";
import { placeOf } from "../table/felt.js";

/** @typedef {import("../shared/types.d.ts").TableListed} TableListed */
/** @typedef {import("../shared/types.d.ts").TableSeen} TableSeen */

let asked = 0; // only the latest table is drawn

/** Draw a table of the list, as it stands now. @param {HTMLElement} panel @param {TableListed | undefined} listed @param {{toString(): string}} way in, as the list offers it */
export async function preview(panel, listed, way) {
  panel.hidden = !listed;
  if (!listed || !panel.checkVisibility()) return; // no room for it, no question asked
  const turn = ++asked,
    screen = whole(await api(`/api/tables/${encodeURIComponent(listed.name)}`)),
    link = `/table/${encodeURIComponent(listed.name)}`;
  if (turn !== asked) return;
  const free = screen.places - screen.seats.length - listed.kept;
  panel.dataset.cloth = screen.family;
  panel.setAttribute("aria-label", screen.title);
  morph(
    panel,
    html`<header><div><p class="eyebrow">${screen.playing ? `Round ${screen.round.toLocaleString("en-US")}` : "Between rounds"}</p><h2>${screen.title}, ${screen.stakes}</h2></div>${free > 0 ? html`<span class="tag tag--good">${free} free</span>` : html`<span class="tag">Full</span>`}</header>
    <seat-ring class="mini-table" seats="${screen.places}"><div class="felt"></div>
      <div class="mini-table__mid">${screen.pot ? html`<span>Pot</span><b class="num">${money(screen.pot)}</b>` : html`<span>${screen.playing ? capital(screen.street || "play") : "Ready"}</span>`}</div>
      ${Array.from({ length: screen.places }, (_, i) => chair(screen, i + 1, link))}</seat-ring>
    <dl class="facts">${terms(screen, listed).map(([name, words]) => html`<dt>${name}</dt><dd>${words}</dd>`)}</dl>
    <div class="go">${way}<a class="btn" href="${link}"><ui-icon name="eye"></ui-icon>Watch</a><a class="btn" href="/rules/${screen.game}"><ui-icon name="book"></ui-icon>Rules</a></div>`,
  );
  /** @type {any} */ (panel.querySelector("seat-ring")).place();
}

/** @param {TableSeen} screen @param {number} seat @param {string} link */
function chair(screen, seat, link) {
  const held = screen.seats.find((one) => one.seat === seat),
    place = placeOf(screen, seat);
  return held
    ? html`<span class="chair" data-key="c-${seat}" data-place="${place}"><small>${seat === screen.mine ? "You" : held.name}</small>${money(held.chips)}</span>`
    : html`<a class="chair chair--free" data-key="c-${seat}" data-place="${place}" href="${link}?sit=${seat}" aria-label="Take seat ${seat}, ${screen.title}">Seat ${seat}</a>`;
}

/** What one should know before sitting down. @param {TableSeen} screen @param {TableListed} listed @returns {[string, string][]} */
function terms(screen, listed) {
  const { jackpot } = listed;
  return /** @type {[string, string][]} */ ([
    ["Sit down with", buyIn(screen)],
    ["Smallest chip", money(screen.unit)],
    ["Straddle", screen.straddle ? money(screen.straddle) : ""],
    ["Bomb pot", screen.bomb_pot ? `${money(screen.bomb_pot)} each` : ""],
    ["Progressive", screen.meter ? money(screen.meter) : ""],
    ["Bad beat", jackpot ? money(jackpot.chips) : ""],
    ["In line", listed.waiting ? `${listed.waiting} waiting` : "nobody"],
  ]).filter(([, words]) => words);
}
