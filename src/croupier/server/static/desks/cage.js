// @ts-check
/* The cage: where every chip is, who has what, fills and credits, counts, and the close of the day. */
import { api, bareClause, Refused, room } from "../shared/room.js";
import { attend, may as mayGive, notice, order, roleWords, showTime } from "./staff.js";
import { html, capital, counted, money } from "../shared/words.js";
import { morph } from "../shared/morph.js";
import { pageName } from "../shared/browser.js";
import { amount, onSent } from "../shared/form.js";
import { signature, signed, signersIn } from "./signature.js";
import { openOrders, orderGroups } from "../shared/all-orders.js";

const $ = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const me = await attend("cage"),
  groups = await orderGroups("cage", ""); // of seldom orders
const may = {
  sell: mayGive(me, "SellChips"),
  decline: mayGive(me, "DeclineChips"),
  drop: mayGive(me, "CountDrop"),
  fill: mayGive(me, "PrepareFill"),
  ask: mayGive(me, "RequestFill"),
  count: mayGive(me, "CountAccount"),
  close: mayGive(me, "CloseDay"),
  account: mayGive(me, "IssueChips"),
};

/** The roles that can sign an order beside this person, those of other duties first. @param {string} order @returns {string[]} */
function seconds(order) {
  const roles = room.second[order] ?? [],
    others = roles.filter((role) => role !== me.role);
  return room.demonstration || others.length === roles.length ? others : [...others, me.role];
}
const CHIPS = [50000, 10000, 2500, 500, 100, 25],
  CURRENCY = [10000, 5000, 2000, 1000, 500, 200, 100, 25, 10, 5, 1]; // notes and coins
/** What an account is counted in. @param {string} account */
const valuesOf = (account) => (account === "cash" ? CURRENCY : CHIPS);

/** @type {import("../shared/types.d.ts").CageSeen} */
let cage;
/** @type {import("../shared/types.d.ts").Booked[]} */
let lines = [];

const time = (/** @type {string} */ at) =>
  new Date(at).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
const longDay = (/** @type {string} */ day) =>
  new Date(day + "T12:00").toLocaleDateString("en-GB", {
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
  });
const shortDay = (/** @type {string} */ day) =>
  new Date(day + "T12:00").toLocaleDateString("en-GB", { weekday: "short", day: "numeric", month: "short" });
/** What a table is called. @param {string} name */
function called(name) {
  return cage.tables.find((t) => t.name === name)?.called ?? `Table ${name}`;
}
const loss = (/** @type {number} */ cents) =>
  cents < 0 ? html`<span class="loss">${money(cents)}</span>` : money(cents);

async function show() {
  [cage, lines] = await Promise.all([api("/api/cage"), api("/api/cage/journal")]);
  showTime(cage.at, shortDay(cage.day));
  morph(
    $("desk"),
    html`<div class="cage">${head()}${asked()}${totals()}${whereChips()}<div class="cage-parts"><div>${players()}${slips()}${tables()}${journal()}</div><div>${closing()}${counts()}${drops()}${jackpots()}</div></div></div>`,
  );
  document
    .querySelectorAll("[data-width]")
    .forEach((i) => /** @type {HTMLElement} */ (i).style.setProperty("--v", i.getAttribute("data-width")));
}

const head =
  () => html`<div class="staff-head"><div><h1>${longDay(cage.day)}</h1><p>Gaming day${cage.closed ? `, open since ${time(cage.closed_at ?? cage.at)}, when ${longDay(cage.closed)} was closed` : ""}. Every amount here is summed from the log.</p></div>
  <div class="end">${groups.map((group) => html`<button class="btn btn--sm" data-orders="${group}">${group}</button>`)}${may.account ? html`<button class="btn btn--sm" data-act="issue">Issue chips</button><button class="btn btn--sm" data-act="cash">Move cash</button>` : ""}</div></div>`;

/** Chips that players wait for, first of all. */
const asked = () =>
  cage.asked.length
    ? html`<section class="panel" aria-labelledby="asked-title"><header><h2 id="asked-title">Asked for chips</h2></header><table class="grid"><tbody>${cage.asked.map(
        (
          a,
        ) => html`<tr data-key="${a.person}"><td>${a.person}</td><td class="muted">${called(a.table)}, ${time(a.at)}</td><td class="r num">${money(a.chips)}</td>
    <td><div class="acts">${may.sell ? html`<button class="btn btn--solid btn--sm" data-act="sell" data-of="${a.person}" aria-label="Sell chips to ${a.person}">Sell chips</button>` : ""}${may.decline ? html`<button class="btn btn--sm" data-act="decline" data-of="${a.person}" aria-label="Decline ${a.person}">Decline</button>` : ""}</div></td></tr>`,
      )}</tbody></table></section>`
    : "";

const totals = () => html`<section class="panel kpis" aria-label="Totals of the day">
  <div><span>Chips sold</span><b class="num">${money(cage.sold)}</b><small>${counted(cage.sales, "sale")}</small></div>
  <div><span>Chips cashed</span><b class="num">${money(cage.cashed)}</b><small>${counted(cage.payments, "payment")}</small></div>
  <div><span>Cash in the drawer</span><b class="num">${money(cage.drawer)}</b><small>${cage.paper ? `and ${money(cage.paper)} in slips` : "by the books"}</small></div>
  <div><span>Currency in drop boxes</span><b class="num">${money(cage.boxes)}</b><small>not counted yet</small></div>
  <div><span>With players</span><b class="num">${money(cage.purses.reduce((n, p) => n + p.chips, 0))}</b><small>${cage.purses.length === 1 ? "one person" : `${cage.purses.length} people`}</small></div></section>`;

function whereChips() {
  const shown = cage.places.filter((p) => p.chips);
  return html`<section class="panel where-chips" aria-label="Where every chip is"><h2>Where every chip is <span class="num muted">${money(cage.issued)} issued</span>${
    cage.agrees
      ? html`<span class="sum-ok"><ui-icon name="check"></ui-icon>Accounts sum to what was issued</span>`
      : html`<span class="sum-bad" role="alert"><ui-icon name="warn"></ui-icon>The accounts do not sum to what was issued</span>`
  }</h2>
    <div class="bar" aria-hidden="true">${shown.map((p) => html`<i class="ink-${p.key}" data-key="${p.key}" data-width="${Math.max(p.chips, 0)}" title="${p.name} ${money(p.chips)}"></i>`)}</div>
    <ul class="bar-key">${shown.map((p) => html`<li class="ink-${p.key}" data-key="${p.key}"><i></i>${p.name}<b class="num">${loss(p.chips)}</b></li>`)}</ul></section>`;
}

const players =
  () => html`<section class="panel" aria-labelledby="players-title"><header><h2 id="players-title">Players' chips</h2>${may.sell ? html`<button class="btn btn--solid btn--sm" data-act="sell">Sell chips</button>` : ""}</header>
  ${
    cage.purses.length
      ? html`<table class="grid"><thead><tr><th>Player</th><th class="r">On hand</th><th><span class="said">Pay</span></th></tr></thead><tbody>${cage.purses.map(
          (p) => html`<tr data-key="${p.person}"><td>${p.person}</td><td class="r num">${money(p.chips)}</td>
    <td><div class="acts">${may.sell ? html`<button class="btn btn--sm" data-act="cash-out" data-of="${p.person}" aria-label="Cash out ${p.person}">Cash out</button>` : ""}</div></td></tr>`,
        )}</tbody></table>`
      : html`<p class="none">Nobody has chips on hand. A player who leaves a table keeps the chips and appears here.</p>`
  }</section>`;

/** @param {import("../shared/types.d.ts").Slip} s */
const slipAct = (s) =>
  s.kind === "fill" && s.status === "requested" && may.fill
    ? html`<button class="btn btn--solid btn--sm" data-act="prepare" data-of="${s.number}" aria-label="Prepare fill ${s.number}">Prepare</button>`
    : s.kind === "credit" && s.status === "on the way" && may.fill
      ? html`<button class="btn btn--solid btn--sm" data-act="receive" data-of="${s.number}" aria-label="Receive credit ${s.number}">Receive</button>`
      : "";
const MOOD = /** @type {Record<string, string>} */ ({
  requested: "tag--warn",
  "on the way": "tag--lamp",
  done: "tag--good",
  cancelled: "",
});

const slips =
  () => html`<section class="panel" aria-labelledby="slips-title"><header><h2 id="slips-title">Fills and credits</h2>${may.ask ? html`<button class="btn btn--sm" data-act="ask">Ask for one</button>` : ""}</header>
  ${
    cage.slips.length
      ? html`<table class="grid"><thead><tr><th>Slip</th><th>Table</th><th class="r">Amount</th><th>Now</th><th class="hide-small">Signed by</th><th><span class="said">Do</span></th></tr></thead><tbody>${cage.slips
          .slice(0, 12)
          .map(
            (
              s,
            ) => html`<tr data-key="${s.number}"><td class="what"><b>${capital(s.kind)} ${s.number}</b></td><td>${called(s.table)}</td><td class="r num">${money(s.chips)}</td><td><span class="tag ${MOOD[s.status]}">${capital(s.status)}</span></td><td class="hide-small">${[...new Set(s.signed)].join(", ")}</td>
    <td><div class="acts">${slipAct(s)}${(s.status === "requested" || (s.kind === "fill" && s.status === "on the way")) && (may.fill || may.ask) ? html`<button class="btn btn--sm" data-act="cancel" data-of="${s.number}" aria-label="Cancel ${s.kind} ${s.number}">Cancel</button>` : ""}</div></td></tr>`,
          )}</tbody></table>`
      : html`<p class="none">No fill or credit yet. The floor asks for one when a table's inventory runs low or full.</p>`
  }</section>`;

const tables =
  () => html`<section class="panel" aria-labelledby="tables-title"><header><h2 id="tables-title">Tables</h2></header><table class="grid"><thead><tr><th>Table</th><th class="r hide-small">Stacks</th><th class="r">Inventory</th><th class="r hide-small">Drop box</th><th class="r">In all</th><th>Books</th></tr></thead>
  <tbody>${cage.tables.map((t) => html`<tr data-key="${t.name}"><td class="what">${t.called}${t.called === t.title ? "" : html`<small>${t.title}</small>`}</td><td class="r num hide-small">${money(t.stacks)}</td><td class="r num">${loss(t.inventory)}</td><td class="r num hide-small">${money(t.box)}</td><td class="r num">${loss(t.chips)}</td><td>${t.agrees ? html`<span class="tag tag--good">Agree</span>` : html`<span class="tag tag--bad">Differ</span>`}</td></tr>`)}</tbody></table></section>`;

const journal =
  () => html`<section class="panel" aria-labelledby="journal-title"><header><h2 id="journal-title">Journal</h2></header><table class="grid"><thead><tr><th class="hide-small">Entry</th><th>Time</th><th>What, from and to</th><th class="hide-small">By</th><th>Clause</th></tr></thead>
  <tbody>${lines.slice(0, 15).map((b) => html`<tr data-key="${b.number}"><td class="num hide-small muted">${b.number.toLocaleString("en-US")}</td><td class="num">${time(b.at)}</td><td class="what"><b>${capital(b.words)}</b><small>${b.moves.map((/** @type {[string, string, number]} */ m) => `${m[0]} → ${m[1]} ${money(m[2])}`).join(" · ")}</small></td><td class="hide-small">${b.by}</td><td>${bareClause(b.clause)}</td></tr>`)}</tbody></table></section>`;

const counts = () =>
  html`<section class="panel" aria-labelledby="counts-title"><header><h2 id="counts-title">Counts</h2>${may.count ? "" : html`<span class="muted small">by cashiers and accounting</span>`}</header><ul class="counts">${cage.counting.map(
    (
      c,
    ) => html`<li data-key="${c.account}" aria-label="${capital(c.name)}"><div><b>${capital(c.name)}</b><small>${c.at ? `Counted at ${time(c.at)}` : "Not counted yet"}</small></div>
  <dl><div><dt>Books</dt><dd class="num">${money(c.books ?? c.expected)}</dd></div><div><dt>Counted</dt><dd class="num">${c.counted == null ? "–" : money(c.counted)}</dd></div><div><dt>Difference</dt><dd class="num">${c.counted == null || c.books == null ? "–" : c.counted === c.books ? html`<span class="tag tag--good">Agrees</span>` : loss(c.counted - c.books)}</dd></div></dl>
  ${may.count ? html`<button class="btn btn--sm" data-act="count" data-of="${c.account}">Count ${c.name}</button>` : ""}</li>`,
  )}</ul></section>`;

const closing =
  () => html`<section class="panel" aria-labelledby="close-title"><header><h2 id="close-title">Close the day</h2>${cage.obstacles.length ? html`<span class="tag tag--warn">Not yet</span>` : html`<span class="tag tag--good">Ready</span>`}</header>
  <ul class="close-list">${cage.obstacles.length ? cage.obstacles.map((/** @type {string} */ words) => html`<li><ui-icon name="warn"></ui-icon><span>${capital(words)}.</span></li>`) : html`<li class="done"><ui-icon name="check"></ui-icon><span>Counted, and everything agrees.</span></li>`}</ul>
  <div class="foot">${may.close ? html`<button class="btn btn--solid" data-act="close">Close ${shortDay(cage.day)}</button>${cage.differences.map((d) => html`<button class="btn btn--sm" data-act="correct" data-of="${d.number}">Explain difference ${d.number}</button>`)}` : html`<p>Cashiers and accounting close, and a second person signs.</p>`}</div></section>`;

const drops = () =>
  !cage.drops.length
    ? ""
    : html`<section class="panel" aria-labelledby="drops-title"><header><h2 id="drops-title">Drop boxes to count</h2></header><table class="grid"><tbody>${cage.drops.map((d) => html`<tr data-key="${d.table} ${d.number}"><td>${called(d.table)}, box ${d.number}</td><td class="r">${may.drop ? html`<button class="btn btn--sm" data-act="drop" data-of="${d.table}" data-number="${d.number}" aria-label="Count box ${d.number} of ${called(d.table)}">Count</button>` : ""}</td></tr>`)}</tbody></table></section>`;

const jackpots = () =>
  !cage.jackpots.length
    ? ""
    : html`<section class="panel" aria-labelledby="jackpots-title"><header><h2 id="jackpots-title">Bad beat boxes to count</h2></header><table class="grid"><tbody>${cage.jackpots.map((b) => html`<tr data-key="${b.table} ${b.number}"><td class="what">${called(b.table)}, box ${b.number}<small>${b.fund} · ${b.container}, ${b.security} carries it</small></td><td class="r">${may.sell ? html`<button class="btn btn--sm" data-act="jackpot" data-of="${b.table}" data-number="${b.number}" aria-label="Count bad beat box ${b.number} of ${called(b.table)}">Count</button>` : ""}</td></tr>`)}</tbody></table></section>`;

// ── Slips: a small form, and the second signatory ───────────────────────────────────────────────────────
/** @typedef {{title: string, words: string, act: string, fields: any, second?: string[], make: (given: FormData, second: [string, string] | null) => any}} Slip */

const amountField = (
  /** @type {string} */ label,
  /** @type {string} */ name = "amount",
  /** @type {string} */ value = "",
) =>
  html`<label class="field">${label}<input class="input num" name="${name}" inputmode="decimal" autocomplete="off" required value="${value}"></label>`;
const words = (/** @type {string} */ label, /** @type {string} */ name, /** @type {string} */ value = "") =>
  html`<label class="field">${label}<input class="input" name="${name}" maxlength="80" autocomplete="off" required value="${value}"></label>`;
/** @param {FormData} given @param {string} [name] */
const exact = (given, name = "amount") => amount(String(given.get(name)).trim(), name);
const plain = (/** @type {number} */ cents) => (cents / 100).toFixed(2);

/** @param {Slip} slip */
async function open(slip) {
  const box = document.createElement("dialog"),
    roles = slip.second,
    signers = roles ? await signersIn(roles) : [];
  box.className = "slip";
  box.setAttribute("aria-labelledby", "slip-title");
  box.innerHTML =
    html`<form id="slip"><h2 id="slip-title" tabindex="-1" autofocus>${slip.title}</h2><p>${slip.words}</p>${slip.fields}${roles ? signature(roles, signers) : ""}<p class="loss" role="alert" data-fault></p><footer><button class="btn" type="button" data-close>Go back</button><button class="btn btn--solid">${slip.act}</button></footer></form>`.toString();
  document.body.append(box);
  box.addEventListener("close", () => box.remove());
  box.addEventListener("input", () => count(box));
  const form = /** @type {HTMLFormElement} */ (box.querySelector("form"));
  onSent(form, async (fields) => {
    const given = new FormData(form),
      second = roles ? signed(fields, roles) : null,
      command = slip.make(given, second);
    await (second ? orderSigned(command, fields.password ?? "") : order("", command));
    box.close();
    notice(`${slip.act}: done`, "", "good");
    await show();
  });
  box.showModal();
}

/** Sum the pieces that were typed. @param {HTMLElement} box */
function count(box) {
  const fields = [...box.querySelectorAll("[data-value]")].map((f) => /** @type {HTMLInputElement} */ (f));
  if (!fields.length) return;
  const sum = fields.reduce(
      (n, f) => n + Number(f.dataset.value) * (/^\d+$/.test(f.value.trim()) ? Number(f.value) : 0),
      0,
    ),
    shown = box.querySelector("output");
  if (fields.some((f) => f.value))
    /** @type {HTMLInputElement} */ (box.querySelector("[name=amount]")).value = plain(sum);
  if (shown) shown.textContent = money(sum);
}

/** How many of each there are; what is not a count is refused. @param {FormData} given @param {string} account */
function pieces(given, account) {
  const found = valuesOf(account).map((v) => {
    const text = String(given.get(`of-${v}`) ?? "").trim();
    if (!/^\d{0,9}$/.test(text))
      throw new Refused(`FIELD of-${v}`, `“${text}” is not a count: write how many pieces there are, like 12`);
    return [v, Number(text)];
  });
  return Object.fromEntries(found.filter(([, n]) => n));
}

/** @type {Record<string, (of: string, number: number) => Slip>} */
const SLIPS = {
  sell: (person) => {
    const wants = cage.asked.find((a) => a.person === person)?.chips;
    return {
      title: person ? `Sell chips to ${person}` : "Sell chips",
      words: `The cage holds ${money(cage.places[0].chips)}. The cash goes into the drawer, or a slip takes its place.`,
      act: "Sell chips",
      fields: html`${words("Player", "person", person)}${amountField("Amount", "amount", wants ? plain(wants) : "")}<label class="field">Slip instead of cash<input class="input" name="slip" maxlength="80" autocomplete="off" placeholder="its reference; empty for cash"></label>`,
      make: (g) => ({
        type: "SellChips",
        person: String(g.get("person")).trim(),
        chips: exact(g),
        slip: String(g.get("slip")).trim(),
      }),
    };
  },
  decline: (person) => ({
    title: `Decline ${person}`,
    words: `${person} is notified that the request was declined. The record keeps the reason.`,
    act: "Decline",
    fields: words("Reason", "reason"),
    make: (g) => ({ type: "DeclineChips", person, reason: g.get("reason") }),
  }),
  "cash-out": (person) => {
    const has = cage.purses.find((p) => p.person === person)?.chips ?? 0;
    return {
      title: `Cash out ${person}`,
      words: `${person} has ${money(has)} on hand; the drawer holds ${money(cage.drawer)}.`,
      act: "Pay",
      fields: amountField("Amount", "amount", plain(has)),
      make: (g) => ({ type: "CashOut", person, chips: exact(g) }),
    };
  },
  ask: () => ({
    title: "Ask for a fill or a credit",
    words: "A fill brings chips to a table's inventory, a credit takes them back.",
    act: "Ask",
    fields: html`<label class="field">What<select class="input" name="kind"><option value="RequestFill">Fill</option><option value="RequestCredit">Credit</option></select></label><label class="field">Table<select class="input" name="table">${cage.tables.map((t) => html`<option value="${t.name}">${called(t.name)}</option>`)}</select></label>${amountField("Amount")}`,
    make: (g) => ({ type: g.get("kind"), table: g.get("table"), chips: exact(g) }),
  }),
  prepare: (of) => {
    const s = slipOf(of);
    return {
      title: `Prepare fill ${of}`,
      words: `${money(s.chips)} for ${lower(called(s.table))}. Security carries it; dealer and floor sign at the table.`,
      act: "Hand to security",
      fields: "",
      second: seconds("PrepareFill"),
      make: (_, w) => ({ type: "PrepareFill", number: s.number, witness: w }),
    };
  },
  receive: (of) => {
    const s = slipOf(of);
    return {
      title: `Receive credit ${of}`,
      words: `Count what security brings from ${lower(called(s.table))}; the slip says ${money(s.chips)}.`,
      act: "Receive",
      fields: amountField("Counted"),
      second: seconds("ReceiveCredit"),
      make: (g, w) => ({
        type: "ReceiveCredit",
        number: s.number,
        counted: exact(g),
        witness: w,
      }),
    };
  },
  cancel: (of) => {
    const s = slipOf(of);
    return {
      title: `Cancel ${s.kind} ${of}`,
      words: `${money(s.chips)} for ${lower(called(s.table))} will not be carried out.`,
      act: `Cancel ${s.kind}`,
      fields: words("Reason", "reason"),
      make: (g) => ({ type: "CancelSlip", number: s.number, reason: g.get("reason") }),
    };
  },
  count: (account) => {
    const c = known(cage.counting.find((x) => x.account === account));
    return {
      title: `Count ${c.name}`,
      words: "Two people count. Type the pieces, or only the sum. The books are compared afterward.",
      act: "Record the count",
      fields: html`<fieldset><legend>Pieces</legend><div class="pieces">${valuesOf(account).map((v) => html`<label class="field">${money(v)}<input class="input num" name="of-${v}" data-value="${v}" inputmode="numeric" autocomplete="off"></label>`)}</div></fieldset>${amountField("Sum")}`,
      second: seconds("CountAccount"),
      make: (g, w) => ({
        type: "CountAccount",
        account,
        counted: exact(g),
        pieces: pieces(g, account),
        witness: w,
      }),
    };
  },
  drop: (table, number) => ({
    title: `Count box ${number} of ${lower(called(table))}`,
    words: "Two people count the currency and the chips. The books are compared afterward.",
    act: "Record the count",
    fields: html`${amountField("Currency", "cash")}${amountField("Chips", "amount", "0")}`,
    second: seconds("CountDrop"),
    make: (g, w) => ({
      type: "CountDrop",
      table,
      number,
      cash: exact(g, "cash"),
      chips: exact(g),
      witness: w,
    }),
  }),
  jackpot: (table, number) => {
    const slip = known(cage.jackpots.find((b) => b.table === table && b.number === number));
    return {
      title: `Count bad beat box ${number} of ${lower(called(table))}`,
      words: `Its chips go to ${slip.fund}. The count is compared with the table's slip afterward.`,
      act: "Receive the box",
      fields: amountField("Counted"),
      make: (g) => ({ type: "ReceiveBoxes", slips: [slip], counts: [exact(g)] }),
    };
  },
  correct: (of) => {
    const d = known(cage.differences.find((x) => String(x.number) === of));
    return {
      title: `Explain difference ${of}`,
      words: `${money(d.expected)} was expected and ${money(d.counted)} counted: ${money(d.counted - d.expected)}. The books will follow the count.`,
      act: "Correct the books",
      fields: words("Reason", "reason"),
      second: seconds("CorrectBooks"),
      make: (g, w) => ({ type: "CorrectBooks", number: d.number, reason: g.get("reason"), witness: w }),
    };
  },
  close: () => ({
    title: `Close ${longDay(cage.day)}`,
    words: "Nothing is written to a closed day. What follows belongs to the next one.",
    act: "Close the day",
    fields: "",
    second: seconds("CloseDay"),
    make: (_, w) => ({ type: "CloseDay", day: cage.day, witness: w }),
  }),
  issue: () => ({
    title: "Issue chips",
    words: `${money(cage.issued)} is issued. Type a negative amount to take chips out of use.`,
    act: "Issue",
    fields: amountField("Amount"),
    second: seconds("IssueChips"),
    make: (g, w) => ({ type: "IssueChips", chips: signedAmount(g), witness: w }),
  }),
  cash: () => ({
    title: "Move cash",
    words: `The drawer holds ${money(cage.drawer)}. Type a negative amount to take cash out.`,
    act: "Move cash",
    fields: html`${amountField("Amount")}${words("Reason", "reason")}`,
    second: seconds("MoveCash"),
    make: (g, w) => ({ type: "MoveCash", cash: signedAmount(g), reason: g.get("reason"), witness: w }),
  }),
};
const lower = (/** @type {string} */ words) => words.replace(/^Table/, "table");
const slipOf = (/** @type {string} */ of) => known(cage.slips.find((s) => String(s.number) === of));

/** What was pressed is on the screen, and so among what the room sent. @template T @param {T | undefined} one @returns {T} */
function known(one) {
  if (one === undefined) throw new Error("not among what the room sent");
  return one;
}

/** Give the house an order that a second person signs. @param {any} command @param {string} password */
const orderSigned = (command, password) =>
  api("/api/cage/orders", { method: "POST", body: { client, sequence: ++sequence, command, password } });
const client = pageName();
let sequence = 0;

/** An amount that may be below zero. @param {FormData} given */
function signedAmount(given) {
  const text = String(given.get("amount")).trim(),
    less = /^[-−]/.test(text);
  return (less ? -1 : 1) * amount(less ? text.slice(1) : text, "amount", "5,000 or -200");
}

addEventListener("click", (e) => {
  const group = e.target instanceof Element ? e.target.closest("[data-orders]")?.getAttribute("data-orders") : null;
  if (group) openOrders("cage", "", group).then((done) => (done ? show() : undefined));
  const button = e.target instanceof Element ? e.target.closest("[data-act]") : null;
  if (button)
    open(
      SLIPS[button.getAttribute("data-act") ?? ""](
        button.getAttribute("data-of") ?? "",
        Number(button.getAttribute("data-number")),
      ),
    );
});

morph($("desk"), html`<div class="staff-head"><div><h1>Cage</h1><p role="status">Opening the books …</p></div></div>`);
await show();
setInterval(() => {
  if (!document.hidden && !document.querySelector("dialog[open]")) show().catch(() => {});
}, 3000);
