// @ts-check
/* How each game is dealt, clause by clause, under its usual sign. */
import { api, enter } from "../shared/room.js";
import { html } from "../shared/words.js";
import { morph } from "../shared/morph.js";
import { inReadingOrder } from "../table/book.js";
import { signSheet } from "../table/sheet.js";
import { rankTable } from "../table/ranks.js";

const $ = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
await enter();
const games = /** @type {import("../shared/types.d.ts").GameListed[]} */ (await api("/api/games")),
  key = decodeURIComponent(location.pathname.split("/")[2] ?? "") || "holdem";
morph(
  $("games"),
  html`${games.map((g) => html`<li><a class="btn btn--sm ${g.key === key ? "btn--solid" : ""}" href="/rules/${g.key}"${g.key === key ? html` aria-current="page"` : ""}>${g.title}</a></li>`)}`,
);
const game = games.find((g) => g.key === key);
$("title").textContent = game ? `${game.title}, ${game.section}` : "No such game";
document.title = `${$("title").textContent} · croupier`;
if (game) {
  const [lines, ranks] = await Promise.all(
    ["rules", "ranks"].map((what) => api(`/api/games/${encodeURIComponent(key)}/${what}`)),
  );
  morph(
    $("sheet"),
    html`${signSheet(inReadingOrder(lines))}<section class="sheet ranks-sheet"><h2>How hands rank</h2>${rankTable(ranks, [])}</section>`,
  );
}
