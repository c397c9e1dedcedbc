// @ts-check
/* The rounds a player has played: cards, results and pots, filters, the bankroll's curve, figures by game, stars and notes. */
import { api, preference, prefer, room } from "../shared/room.js";
import { capital, cardWords, html, hundred, money } from "../shared/words.js";
import { share } from "./share.js";
import { morph } from "../shared/morph.js";

/** @typedef {import("../shared/types.d.ts").HandListed} Hand */
/** @typedef {{game: string, table: string, day: string, result: string, format: string}} Wanted */

const PAGE = 200, // the most that are listed at a time
  CARDS = 50; // rounds whose cards come in one answer
const WIDE = 640,
  HIGH = 120; // of the curve

/** @type {Wanted} */
const wanted = { game: "", table: "", day: "", result: "", format: "" };
/** @type {Hand[]} */
let hands = [];
/** @type {Map<string, import("../shared/types.d.ts").CardsSeen>} */
const seen = new Map(); // the cards of a round, by its place in a log
let total = 0;

/** What the viewer won or lost. @param {Hand} hand */
const mine = (hand) => hand.players[room.me?.name ?? ""] ?? 0;
/** @param {Hand} hand */
const place = (hand) => `${hand.table}/${hand.round}/${hand.line}`;
/** @param {Hand} hand */
const day = (hand) => new Date(hand.at).toLocaleDateString("en-CA");
const dayWords = (/** @type {Hand} */ hand) => new Date(hand.at).toLocaleDateString([], { dateStyle: "medium" });
const tableWords = (/** @type {Hand} */ { table }) =>
  /^\d+$/.test(table) ? `Table ${table}` : capital(table.replaceAll("-", " "));
const called = (/** @type {Hand} */ hand) => `${hand.title}, round ${hand.round}`;
const signed = (/** @type {number} */ cents) => (cents > 0 ? `+${money(cents)}` : money(cents));
const shade = (/** @type {number} */ cents) => (cents > 0 ? "gain" : cents < 0 ? "loss" : "");

/** Kept in this browser: a star and a note for a round. @param {string} at @returns {{star: boolean, note: string}} */
function kept(at) {
  try {
    return { star: false, note: "", ...JSON.parse(preference(`round.${at}`, "{}")) };
  } catch {
    return { star: false, note: "" };
  }
}

/** The rounds that pass the filters. @param {Hand[]} all @param {Wanted} by */
export const chosen = (all, by) =>
  all.filter(
    (hand) =>
      (!by.game || hand.game === by.game) &&
      (!by.table || hand.table === by.table) &&
      (!by.day || day(hand) === by.day) &&
      (!by.result ||
        (by.result === "won" ? mine(hand) > 0 : by.result === "lost" ? mine(hand) < 0 : kept(place(hand)).star)),
  );

/** The points of a bankroll's curve, oldest round first. @param {number[]} results */
export function curve(results) {
  const sums = results.reduce((all, one) => [...all, (all.at(-1) ?? 0) + one], [0]),
    [low, high] = [Math.min(...sums), Math.max(...sums)],
    y = (/** @type {number} */ sum) => HIGH - (HIGH * (sum - low)) / (high - low || 1);
  return {
    points: sums.map((sum, i) => `${((WIDE * i) / (sums.length - 1 || 1)).toFixed(1)},${y(sum).toFixed(1)}`).join(" "),
    even: y(0),
    end: sums.at(-1) ?? 0,
    low,
    high,
  };
}

/** @param {string} name @param {string} words @param {[string, string][]} options */
const select = (name, words, options) =>
  html`<label class="field">${words}<select class="input" data-filter="${name}"><option value="">All</option>${options.map(([value, text]) => html`<option value="${value}"${wanted[/** @type {keyof Wanted} */ (name)] === value ? html` selected` : ""}>${text}</option>`)}</select></label>`;

/** A game as people call it. @param {string} key */
const titleOf = (key) => hands.find((hand) => hand.game === key)?.title ?? key;

/** @param {(hand: Hand) => string} of @param {(hand: Hand) => string} [words] @returns {[string, string][]} */
const each = (of, words = of) => [...new Map(hands.map((hand) => [of(hand), words(hand)]))];

/** The file of the rounds that are listed; a star and a result are this page's own. @param {Wanted} by */
export function exported(by) {
  const asked = { format: by.format || "phh", game: by.game, table: by.table, since: by.day, until: by.day };
  return `/api/hands/export?${new URLSearchParams(Object.entries(asked).filter(([, value]) => value))}`;
}

function filters() {
  return html`<form class="round-filters" data-key="filters" aria-label="Which rounds">
    ${select(
      "game",
      "Game",
      each(
        (hand) => hand.game,
        (hand) => hand.title,
      ),
    )}${select(
      "table",
      "Table",
      each((hand) => hand.table, tableWords),
    )}${select("day", "Day", each(day, dayWords))}
    ${select("result", "Result", [
      ["won", "Won"],
      ["lost", "Lost"],
      ["starred", "Starred"],
    ])}
    <label class="field">Export as<select class="input" data-filter="format"><option value="">PHH</option><option value="ohh"${wanted.format === "ohh" ? html` selected` : ""}>OHH</option><option value="log"${wanted.format === "log" ? html` selected` : ""}>croupier log</option></select></label>
    <a class="btn" href="${exported(wanted)}" download>Export</a></form>`;
}

/** @param {Hand[]} listed */
function bankroll(listed) {
  const { points, even, end, low, high } = curve(listed.map(mine).reverse()),
    words = `${signed(end)} over ${listed.length} rounds, between ${signed(low)} and ${signed(high)}`;
  return html`<figure class="bankroll" data-key="curve"><svg viewBox="0 -6 ${WIDE} ${HIGH + 12}" role="img" aria-label="Bankroll: ${words}" preserveAspectRatio="none"><path d="M0 ${even}H${WIDE}"/><polyline points="${points}"/></svg>
    <figcaption><b class="num ${shade(end)}">${signed(end)}</b> over ${listed.length} rounds; lowest ${signed(low)}, highest ${signed(high)}</figcaption></figure>`;
}

/** Cards in a row, small. @param {string[]} cards @param {string} words */
const small = (cards, words) =>
  html`<span class="row-cards" role="img" aria-label="${words} ${cards.map(cardWords).join(", ")}">${cards.map((card) => html`<play-card card="${card}" aria-hidden="true"></play-card>`)}</span>`;

/** What a player saw of a round's cards. @param {Hand} hand */
function cards(hand) {
  const saw = seen.get(`${hand.table}/${hand.line}`);
  if (!saw) return html`<span class="row-cards"></span>`;
  const { own, boards = [], house = [] } = saw;
  return html`${own.length ? small(own, "You held") : html`<span class="muted">No cards</span>`}${boards.map((board) => small(board, "Board"))}${house.length ? small(house, "Dealer") : ""}`;
}

/** @param {Hand} hand */
function row(hand) {
  const at = place(hand),
    { star, note } = kept(at),
    won = mine(hand);
  return html`<tr data-key="${at}"><td><button class="btn btn--quiet btn--icon" data-star="${at}" aria-pressed="${String(star)}" aria-label="Star ${called(hand)}">${star ? "★" : "☆"}</button></td>
    <td><a href="/rounds/${encodeURIComponent(hand.table)}/${hand.round}?line=${hand.line}">${called(hand)}</a><small class="muted">${new Date(hand.at).toLocaleString([], { dateStyle: "medium", timeStyle: "short" })}</small></td>
    <td data-of="cards">${cards(hand)}</td><td class="num" data-pot>${hand.pot ? money(hand.pot) : ""}</td><td class="num ${shade(won)}"><b>${hand.undone ? "called off" : signed(won)}</b></td>
    <td><input class="input" data-note="${at}" aria-label="Note on ${called(hand)}" placeholder="Note" maxlength="200" value="${note}"></td>
    <td><button class="btn btn--quiet btn--sm" data-share="${hand.table}/${hand.line}" aria-label="Share ${called(hand)}">Share</button></td></tr>`;
}

/** @param {any[]} figures */
const byGame = (figures) =>
  figures.length
    ? html`<section data-key="figures"><h2>Figures by game</h2><table class="grid"><thead><tr><th>Game</th><th>Hands</th><th>Won</th><th>A hundred hands</th></tr></thead><tbody>${figures.map((one) => html`<tr><td>${titleOf(one.game)}${one.fixed_limit ? ", fixed limit" : ""}</td><td class="num">${one.hands}</td><td class="num ${shade(one.net)}">${signed(one.net)}</td><td class="num">${hundred(one.per_100)}</td></tr>`)}</tbody></table></section>`
    : html``;

/** @param {HTMLElement} main @param {any[]} figures */
function show(main, figures) {
  const listed = chosen(hands, wanted);
  morph(
    main,
    html`<h2>Rounds you have played</h2>${filters()}
    ${listed.length > 1 ? bankroll(listed) : ""}
    ${listed.length ? html`<table class="grid my-rounds" data-key="rounds"><thead><tr><th><span class="said">Star</span></th><th>Round</th><th>Cards</th><th>Pot</th><th>Result</th><th>Note</th><th><span class="said">Share</span></th></tr></thead><tbody>${listed.map(row)}</tbody></table>` : html`<div class="empty"><b>No such rounds</b><span>Choose other filters.</span></div>`}
    ${total > hands.length ? html`<p class="muted">The latest ${hands.length} of ${total} rounds are listed.</p>` : ""}
    ${byGame(figures)}`,
  );
}

/** Draw the page. @param {HTMLElement} main */
export async function myRounds(main) {
  const found = await api(`/api/hands?limit=${PAGE}`).catch(() => ({ total: 0, hands: [] }));
  [hands, total] = [found.hands, found.total];
  if (!hands.length) {
    morph(
      main,
      html`<div class="empty"><b>No rounds yet</b><span>Every round you play is kept here, to be gone through step by step.</span><a class="btn btn--solid" href="/">Find a table</a></div>`,
    );
    return;
  }
  /** @type {any[]} */
  let figures = [];
  show(main, figures);
  main.addEventListener("change", (e) => {
    const field = /** @type {HTMLInputElement | HTMLSelectElement} */ (e.target),
      { filter, note } = field.dataset;
    if (note) prefer(`round.${note}`, JSON.stringify({ ...kept(note), note: field.value }));
    if (!filter) return;
    wanted[/** @type {keyof Wanted} */ (filter)] = field.value;
    show(main, figures);
  });
  main.addEventListener("click", (e) => {
    const pressed = e.target instanceof Element ? e.target : null,
      [table, line] = pressed?.closest("[data-share]")?.getAttribute("data-share")?.split("/") ?? [],
      at = pressed?.closest("[data-star]")?.getAttribute("data-star");
    if (line) share(table, Number(line));
    if (!at) return;
    prefer(`round.${at}`, JSON.stringify({ ...kept(at), star: !kept(at).star }));
    show(main, figures);
  });
  for (let skip = 0; skip < hands.length; skip += CARDS) {
    /** @type {import("../shared/types.d.ts").CardsSeen[]} */
    const found = await api(`/api/my/cards?skip=${skip}`).catch(() => []);
    for (const one of found) seen.set(`${one.table}/${one.line}`, one);
    show(main, figures);
  }
  figures = (await api("/api/my/figures").catch(() => ({ figures: [] }))).figures;
  show(main, figures);
}
