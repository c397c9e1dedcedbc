// @ts-check
/* The books: the totals of a period, where every chip is, and every report behind them. */
import { api, clauseChip } from "../shared/room.js";
import { attempt, attend, may, showTime } from "./staff.js";
import { capital, html, money } from "../shared/words.js";
import { morph } from "../shared/morph.js";
import { answer, dayWords, download, periodWords, requests } from "./downloads.js";
/** @import {Chart, Opening, Overview, ReportListed} from "../shared/types.d.ts" */

const $ = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const SPANS = ["shift", "day", "week", "month", "year"];
const ROWS_MOST = 200;
const INKS = [
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
  "thirteen",
  "fourteen",
  "fifteen",
];
/** Places in the order in which they are shown; each keeps its ink. */
const PLACES = [
  "cage",
  "players' own",
  "players at tables",
  "banks",
  "inventories",
  "bad beat funds",
  "meters",
  "promotions",
  "rake areas",
  "held of the funds",
  "bad beat boxes",
  "promotional drop",
  "drop to be counted",
  "fills and credits on the way",
  "won and not handed over",
];

const me = await attend("books");
const opens = may(me, "AnswerOpening");
const asked = new URLSearchParams(location.search);
const shown = {
  span: asked.get("span") ?? "day",
  from: asked.get("from") ?? "",
  to: asked.get("to") ?? "",
  report: asked.get("report") ?? "rake",
  detail: asked.has("lines") ? "lines" : "",
};
/** @type {Overview} */ let books;
/** @type {any} */ let report = null;
/** @type {ReportListed[]} */ let kinds = [];
/** @type {Opening[]} */ let openings = [];

async function readBooks() {
  const query = new URLSearchParams({
    span: shown.span,
    ...(shown.from && { from: shown.from }),
    ...(shown.to && { to: shown.to }),
  });
  books = (await attempt(api(`/api/books?${query}`))) ?? books;
}
/** @param {string} format */
function query(format) {
  return new URLSearchParams({
    format,
    ...(shown.detail === "lines" ? {} : { span: shown.detail === "table" ? `${shown.span},table` : shown.span }),
    ...(shown.from && { from: shown.from }),
    ...(shown.to && { to: shown.to }),
  });
}
async function readReport() {
  report = (await attempt(api(`/api/reports/${shown.report}?${query("json")}&chart=true`))) ?? report;
}
async function readOpenings() {
  if (opens) openings = await api("/api/openings");
}
async function refresh() {
  await Promise.all([readBooks(), readReport(), readOpenings()]);
  show();
}

function show() {
  const period =
    shown.from || shown.to
      ? `${shown.from ? dayWords(shown.from) : "from the first day"} to ${shown.to ? dayWords(shown.to) : "now"}`
      : "everything on record";
  const last = books.days.at(-1);
  showTime(new Date().toISOString(), last ? dayWords(last) : "");
  morph(
    $("desk"),
    html`<div class="staff-head"><div><h1>Books</h1><p>${capital(period)}, by ${shown.span}. Every figure opens the report behind it.</p></div>
    <div class="end"><form id="days" class="days"><label class="said" for="from">From gaming day</label><input class="input" type="date" id="from" value="${shown.from}" min="${books.days[0] ?? ""}"><span aria-hidden="true">to</span><label class="said" for="to">To gaming day</label><input class="input" type="date" id="to" value="${shown.to}"></form>
      <div class="seg" role="group" aria-label="Period">${SPANS.map((span) => html`<button data-span="${span}" aria-pressed="${String(span === shown.span)}">${capital(span)}</button>`)}</div></div></div>
    <section class="panel kpis" aria-label="Totals">${books.figures.map((f) => html`<button class="kpi" data-report="${f.report}"><span>${f.name}</span><b class="num${f.cents < 0 ? " loss" : ""}">${money(f.cents)}</b><small>${f.note}</small></button>`)}</section>
    ${places()}
    <div class="charts">${books.charts.map((chart, i) => figure(chart, i))}</div>
    <div class="books${opens ? "" : " books--one"}">${table()}${opens ? requests(openings, "books") : ""}</div>`,
  );
  books.drawings.forEach((/** @type {string} */ svg, /** @type {number} */ i) => draw(`chart-${i}`, svg));
  draw("report-chart", report?.drawing ?? "");
}

/** Put a drawing of the room's own into its place, once. @param {string} id @param {string} svg */
function draw(id, svg) {
  const box = document.getElementById(id);
  if (!box || drawn.get(box) === svg) return;
  box.innerHTML = svg;
  drawn.set(box, svg);
}
/** @type {WeakMap<HTMLElement, string>} */
const drawn = new WeakMap();

/** @param {{name: string}} place */
const rank = ({ name }) => (PLACES.includes(name) ? PLACES.indexOf(name) : PLACES.length);

function places() {
  const lying = [...books.places].sort((a, b) => rank(a) - rank(b)),
    sum = lying.reduce((n, p) => n + p.cents, 0),
    right = sum === books.issued;
  const all = lying.reduce((n, p) => n + Math.max(p.cents, 0), 0),
    ink = (/** @type {{name: string}} */ p) => `ink-${INKS[rank(p) % INKS.length]}`;
  let at = 0;
  return html`<section class="panel where-chips" aria-label="Where every chip is"><h2>Where every chip is <span class="num muted">${money(books.issued)} issued</span>${right ? html`<span class="sum-ok"><ui-icon name="check"></ui-icon>Accounts sum to what was issued</span>` : html`<span class="sum-bad"><ui-icon name="warn"></ui-icon>${money(books.issued - sum)} is missing</span>`}</h2>
    <svg class="where" viewBox="0 0 1000 26" preserveAspectRatio="none" aria-hidden="true">${lying.map((p) => {
      const wide = all > 0 ? (Math.max(p.cents, 0) / all) * 1000 : 0,
        x = at;
      at += wide;
      return html`<rect class="${ink(p)}" x="${x.toFixed(1)}" width="${Math.max(wide - 1.5, 1).toFixed(1)}" height="26"></rect>`;
    })}</svg>
    <ul class="bar-key">${lying.map((p) => html`<li><svg viewBox="0 0 10 10" aria-hidden="true"><rect class="${ink(p)}" width="10" height="10" rx="2"></rect></svg>${capital(p.name)}<b class="num">${money(p.cents)}</b></li>`)}</ul></section>`;
}

/** What the bars of a chart are. @param {string[]} names */
const keys = (names) =>
  html`<small>${names.map((name, n) => html`<span class="key"><i class="key-${n + 1}"></i>${name}</span>`)}</small>`;

/** @param {Chart} chart @param {number} i */
const figure = (chart, i) =>
  html`<figure class="panel chart"><figcaption>${chart.title}${keys(chart.series.map((s) => s.name))}</figcaption>${chart.keys.length ? html`<div id="chart-${i}" data-own></div>` : html`<p class="none-drawn">Nothing in this period.</p>`}</figure>`;

function table() {
  const kind = kinds.find((k) => k.report === shown.report) ?? kinds[0],
    rows = report?.rows ?? [],
    names = rows.length ? Object.keys(rows[0]) : [];
  const sums = report?.totals ?? {},
    latest = shown.detail === "lines" ? rows.slice(-ROWS_MOST).reverse() : rows.slice(-ROWS_MOST);
  return html`<section class="panel report" aria-labelledby="report-title"><header><h2 id="report-title">${capital(kind.title)}</h2>${clauseChip(kind.clause)}</header>
    <div class="report-bar"><label class="field">Report<select class="input" id="report" aria-label="Report">${kinds.map((k) => html`<option value="${k.report}"${k.report === shown.report ? html` selected` : ""}>${capital(k.report.replaceAll("-", " "))}</option>`)}</select></label>
      <div class="seg" role="group" aria-label="Detail">${[
        ["", `Summed by ${shown.span}`],
        ["table", "By table"],
        ["lines", "Line by line"],
      ].map(
        ([detail, words]) =>
          html`<button data-detail="${detail}" aria-pressed="${String(shown.detail === detail)}">${words}</button>`,
      )}</div>
      <div class="papers"><button class="btn btn--sm" data-save="csv">CSV</button><button class="btn btn--sm" data-save="json">JSON</button><button class="btn btn--sm" data-save="html">Page</button><button class="btn btn--sm" id="print"><ui-icon name="print"></ui-icon>Print</button></div></div>
    ${report?.drawing ? html`<figure class="chart chart--report"><figcaption>${capital(report.series.join(" and "))} by ${shown.span}${keys(report.series)}</figcaption><div class="scroll" tabindex="0" role="region" aria-label="Chart of the report"><div id="report-chart" data-own></div></div></figure>` : ""}
    ${
      rows.length
        ? html`<div class="scroll" tabindex="0" role="region" aria-label="Lines of the report"><table class="grid"><thead><tr>${names.map((name) => html`<th${right(name)}>${capital(name)}</th>`)}</tr></thead>
      <tbody>${latest.map((/** @type {Record<string, unknown>} */ row) => html`<tr>${names.map((name) => html`<td${right(name)}>${cell(name, row[name])}</td>`)}</tr>`)}</tbody>
      ${Object.keys(sums).length ? html`<tfoot><tr>${names.map((name, i) => html`<td${right(name)}>${name in sums ? cell(name, sums[name]) : i ? "" : "Total"}</td>`)}</tr></tfoot>` : ""}</table></div>
      <p class="foot faint">${rows.length > ROWS_MOST ? `The latest ${ROWS_MOST} of ${rows.length.toLocaleString("en-US")} rows; the files have all. ` : ""}Made of ${(report.lines ?? 0).toLocaleString("en-US")} lines of the logs.</p>`
        : html`<p class="empty-line">The logs hold nothing for this report in this period.</p>`
    }</section>`;
}

/** Whether a column holds amounts, by what the report says of it. @param {string} name */
const holds = (name) => report?.columns?.[name] ?? "words";
/** @param {string} name */
const right = (name) => (["money", "reading", "count", "number"].includes(holds(name)) ? html` class="r num"` : "");
/** @param {string} name @param {any} value */
function cell(name, value) {
  if (value === null || value === undefined || value === "") return "";
  if (holds(name) === "time")
    return new Date(value).toLocaleString("en-GB", { dateStyle: "short", timeStyle: "short" });
  if (["money", "reading"].includes(holds(name)))
    return value ? money(value) : html`<span class="faint">${money(0)}</span>`;
  if (name === report.by?.[0]) return periodWords(value);
  if (holds(name) === "count" || holds(name) === "number") return value.toLocaleString("en-US");
  return name === "clause" ? html`<button class="clause clause--bare" data-clause="${value}">${value}</button>` : value;
}

addEventListener("click", async (e) => {
  const target = e.target instanceof Element ? e.target : null;
  const pressed = (/** @type {string} */ name) => target?.closest(`[${name}]`)?.getAttribute(name) ?? null;
  await answer(target, refresh);
  if (target?.closest("#print")) print();
  const save = pressed("data-save");
  if (save)
    await attempt(
      download(
        `/api/reports/${shown.report}?${query(save)}`,
        `${shown.report}-${shown.detail === "lines" ? "lines" : [shown.span, shown.detail].filter(Boolean).join("-")}.${save}`,
      ),
    );
  const changes = { span: pressed("data-span"), report: pressed("data-report"), detail: pressed("data-detail") };
  if (changes.span === null && changes.report === null && changes.detail === null) return;
  if (changes.span) shown.span = changes.span;
  if (changes.detail !== null) shown.detail = changes.detail;
  if (changes.report) shown.report = changes.report;
  await (changes.span ? refresh() : readReport().then(show));
  if (changes.report) $("report-title").scrollIntoView({ behavior: "smooth", block: "start" });
});
addEventListener("change", async (e) => {
  const field = e.target;
  if (field instanceof HTMLSelectElement && field.id === "report") {
    shown.report = field.value;
    await readReport();
    show();
  }
  if (field instanceof HTMLInputElement && (field.id === "from" || field.id === "to")) {
    shown[field.id] = field.value;
    await refresh();
  }
});

morph($("desk"), html`<div class="staff-head"><div><h1>Books</h1><p role="status">Reading the logs …</p></div></div>`);
kinds = await api("/api/reports");
await refresh();
setInterval(() => {
  if (!document.hidden) refresh();
}, 20_000);
