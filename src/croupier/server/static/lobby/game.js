// @ts-check
/* A private game: a guest asks at its door by name alone; its host lets people in, gives chips and settles up. */
import { api, confirm, order, Refused, room } from "../shared/room.js";
import { copied, pageName } from "../shared/browser.js";
import { amount, onSent, send } from "../shared/form.js";
import { answersAt, hosting } from "../shared/host-answers.js";
import { openSignForm } from "../shared/sign-form.js";
import { html, buyIn, capital, money } from "../shared/words.js";
import { morph } from "../shared/morph.js";

/** @typedef {import("../shared/types.d.ts").GameSeen} GameSeen */
/** @typedef {import("../shared/types.d.ts").HostSeen} HostSeen */
/** @typedef {import("../shared/types.d.ts").Ledger} Ledger */

const code = decodeURIComponent(location.pathname.split("/").pop() ?? ""),
  here = /** @type {HTMLElement} */ (document.getElementById("game")),
  client = pageName(),
  KEPT = `door-${code}`, // what this browser asked for, until it is answered
  EVERY = 1500; // milliseconds
/** @type {GameSeen} */
let game;
/** @type {HostSeen | null} */
let host = null;
let sequence = 0,
  atHead = "",
  copying = "Copy the link";

const ordersTo = () => `/api/tables/${encodeURIComponent(game.table)}/orders`;
/** An order to the table of this game. @param {any} command */
const toTable = (command) => api(ordersTo(), { method: "POST", body: { client, sequence: ++sequence, command } });

/** @param {number} chips */
const toSeat = (chips) => `/table/${encodeURIComponent(game.table)}?sit&chips=${chips}`;

const about = () =>
  html`<div><h1>${game.title}, ${game.stakes}</h1><p class="muted">${game.hosts ? "You host this game" : `${game.host} hosts this game`} · ${game.taken} of ${game.places} seats taken${game.library ? " · a game outside the rule documents" : ""}${room.notice ? ` · ${room.notice}` : ""}</p></div>`;

const hasEnded = () => `The game has ended for now. ${game.host} can resume it.`;

// ── The door ────────────────────────────────────────────────────────────────────────────────────────
function door() {
  const [, usual] = game.buys;
  morph(
    here,
    html`<section class="panel game-door" aria-label="Join">${about()}
    ${
      game.ended
        ? html`<p>${hasEnded()}</p>`
        : html`<form id="join">${room.me ? html`<p>You join as <b>${room.me.name}</b>.</p>` : html`<label class="field">Your name<input class="input" name="name" required maxlength="40" autocomplete="nickname" autofocus></label>`}
      ${game.locked ? html`<label class="field">Password of the game<input class="input" name="password" type="password" autocomplete="off"></label>` : ""}
      <label class="field">Sit down with (${buyIn(game)})<input class="input" name="chips" inputmode="decimal" value="${money(usual)}"></label>
      <p data-fault role="alert"></p><button class="btn btn--lamp">Ask to join</button><p class="muted">${game.host} answers. Played here before and lost the page? Use the same name: seat and chips are kept.</p></form>`
    }</section>`,
  );
  const form = /** @type {HTMLFormElement | null} */ (document.getElementById("join"));
  if (!form) return;
  onSent(form, async (said) => {
    const chips = amount(said.chips, "chips"),
      { claim } = await send(`/api/private/${code}/door`, {
        name: said.name ?? room.me?.name ?? "",
        password: said.password ?? "",
        chips,
      });
    localStorage.setItem(KEPT, JSON.stringify({ claim, chips }));
    await answered(claim, chips);
  });
}

/** Go on waiting after a reload: what was asked is still at the door. */
function waitOn() {
  const kept = localStorage.getItem(KEPT);
  if (!kept || game.ended) return;
  const { claim, chips } = JSON.parse(kept);
  answered(claim, chips).catch((found) => {
    const fault = document.querySelector("#join [data-fault]");
    if (fault) fault.textContent = capital(/** @type {Error} */ (found).message) + ".";
  });
}

/** Wait for the host's answer, and go to the table. @param {string} claim @param {number} chips */
async function answered(claim, chips) {
  const wait = document.createElement("p");
  wait.setAttribute("role", "status");
  wait.textContent = `Waiting for ${game.host} …`;
  document.getElementById("join")?.append(wait);
  try {
    for (;;) {
      const me = await send(`/api/private/${code}/enter`, { claim }).catch((found) => {
        if (found instanceof Refused && found.clause) throw found;
        return null; // the room is away for a moment, and takes the request up again
      });
      if (me) break;
      await new Promise((next) => setTimeout(next, EVERY));
    }
  } finally {
    wait.remove();
    localStorage.removeItem(KEPT);
  }
  game = await api(`/api/private/${code}`);
  location.href = game.seated ? `/table/${encodeURIComponent(game.table)}` : toSeat(chips);
}

// ── The host's panel ────────────────────────────────────────────────────────────────────────────────
function panel() {
  if (!host) return;
  const now = host,
    busy = document.activeElement instanceof HTMLInputElement && here.contains(document.activeElement);
  if (busy && document.activeElement?.closest("[data-row]")) return; // the host is typing an amount
  morph(
    here,
    html`${about()}<p class="fault" id="fault" role="alert">${atHead}</p>${now.planned ? html`<p class="game-later" role="status">${capital(now.planned)} as soon as the round is over. <button class="btn btn--sm" data-act="back">Take it back</button></p>` : ""}${now.refused ? html`<p class="fault">The game goes on as it was: ${now.refused}.</p>` : ""}<div class="game-cols"${now.guests.length < 2 ? html` data-alone` : ""}><div>
    ${
      now.game.ended
        ? html`<section class="panel" aria-label="The game"><p>The game has ended for now. The ledger says who pays whom.</p><div class="game-acts"><button class="btn btn--lamp" data-act="resume">Resume the game</button>${now.ledger.lines.length ? html`<button class="btn" data-act="settled">Everybody has paid</button>` : ""}</div></section>`
        : html`<section class="panel" aria-label="At the door"><h2>At the door</h2>${now.door.length ? now.door.map((one) => row(one.person, one.returns ? "has lost the page and wants to come back" : `sits down with ${money(one.chips)}`, one.chips, one.returns ? "Let back in" : "Let in", "in", "No", "no", one.returns)) : html`<p class="muted">Nobody waits. Send the link, or show the code.</p>`}
      ${now.asked.length ? html`<h2>Ask for chips</h2>${now.asked.map((one) => row(one.person, `asks for ${money(one.chips)}`, one.chips, "Give chips", "give", "Decline", "decline", false))}` : ""}</section>
      ${now.calls.length ? html`<section class="panel" aria-label="Calls for you"><h2>Calls for you</h2>${now.calls.map((one) => html`<div class="game-row" data-row data-key="call-${one.person}"><b>${one.person}</b><span class="muted">${one.about}</span><input class="input" maxlength="200" autocomplete="off" aria-label="Answer to ${one.person}"><button class="btn btn--solid btn--sm" data-act="answer-call" data-of="${one.person}" aria-label="Answer ${one.person}">Answer</button></div>`)}</section>` : ""}
      <section class="panel" aria-label="The game"><h2>The game</h2><div class="game-acts">${now.game.seated ? html`<a class="btn btn--solid" href="/table/${encodeURIComponent(game.table)}">Go to the table</a>` : html`<button class="btn btn--lamp" data-act="sit">Sit down with ${money(now.game.buys[1])}</button><a class="btn" href="/table/${encodeURIComponent(game.table)}">Watch</a>`}
      ${now.paused ? html`<button class="btn" data-act="resume-hand">Go on</button>` : html`<button class="btn" data-act="pause">Pause</button>`}<button class="btn" data-act="stakes">Change the stakes</button><button class="btn btn--danger" data-act="end">End the game</button></div>
      <h2>Guests</h2>${now.guests.map((name) => html`<div class="game-row" data-key="g-${name}"><b>${name}${name === game.host ? " (host)" : ""}</b>${name === game.host ? "" : html`<button class="btn btn--sm" data-act="hand" data-of="${name}" aria-label="Let ${name} host">Let host</button><button class="btn btn--sm btn--danger" data-act="remove" data-of="${name}" aria-label="Remove ${name}">Remove</button>`}</div>`)}</section>`
    }${ledgerOf(now.ledger)}</div>
    <section class="panel game-link" aria-label="Invite"><h2>Invite</h2><img src="/api/qr?path=${encodeURIComponent("/game/" + code)}" alt="QR code of the link"><input class="input" readonly value="${now.link}" aria-label="Link"><button class="btn" data-act="copy">${copying}</button></section></div>`,
  );
}

/** A person who waits for an answer. @param {string} person @param {string} words @param {number} chips @param {string} yes @param {string} act @param {string} no @param {string} deny @param {boolean} bare */
const row = (person, words, chips, yes, act, no, deny, bare) =>
  html`<div class="game-row" data-row data-key="${act}-${person}"><b>${person}</b><span class="muted">${words}</span>${bare ? "" : html`<input class="input num" inputmode="decimal" value="${money(chips)}" aria-label="Chips for ${person}">`}<button class="btn btn--solid btn--sm" data-act="${act}" data-of="${person}" aria-label="${yes}, ${person}">${yes}</button><button class="btn btn--sm" data-act="${deny}" data-of="${person}" aria-label="${no}, ${person}">${no}</button></div>`;

/** @param {string} at */
const clock = (at) => new Date(at).toLocaleString([], { weekday: "short", hour: "2-digit", minute: "2-digit" });

/** @param {Ledger} ledger */
const ledgerOf = (ledger) =>
  html`<section class="panel" aria-label="Ledger"><h2>Ledger</h2>${
    ledger.lines.length
      ? html`<table class="grid"><thead><tr><th>Player</th><th class="r">In</th><th class="r">Out</th><th class="r">Playing</th><th class="r">Net</th></tr></thead><tbody>${ledger.lines.map((one) => html`<tr data-key="${one.person}"><td>${one.person}</td><td class="r num">${money(one.bought)}</td><td class="r num">${money(one.returned)}</td><td class="r num">${money(one.out)}</td><td class="r num ${one.net > 0 ? "gain" : one.net < 0 ? "loss" : ""}">${money(one.net)}</td></tr>`)}</tbody>${ledger.in_pots ? html`<tfoot><tr><td colspan="4">In the pot now</td><td class="r num">${money(ledger.in_pots)}</td></tr></tfoot>` : ""}</table>
      <ul class="pays">${ledger.payments.map((pay) => html`<li>${pay.payer} pays ${pay.payee} <b class="num">${money(pay.chips)}</b></li>`)}</ul><details><summary>Every buy-in</summary><ul class="pays">${ledger.given.map((one) => html`<li><time datetime="${one.at}">${clock(one.at)}</time> ${one.chips < 0 ? html`${one.person} gave back <b class="num">${money(-one.chips)}</b>` : html`${one.person} got <b class="num">${money(one.chips)}</b>`}, approved by ${one.by === one.person ? "themselves" : one.by}</li>`)}</ul></details><a class="btn btn--sm" href="/api/ledger.csv" download>Export as CSV</a>`
      : html`<p class="muted">Nobody has chips yet.</p>`
  }</section>`;

/** @type {Record<string, (person: string, chips: () => number) => Promise<unknown>>} */
const ACTS = {
  in: (person, chips) => answersAt(game.table).in(person, chips()),
  no: (person) => answersAt(game.table).no(person, 0),
  give: (person, chips) => answersAt(game.table).give(person, chips()),
  decline: (person) => answersAt(game.table).decline(person, 0),
  sit: async () => {
    const chips = game.buys[1],
      me = room.me?.name ?? "",
      { chips: has } = await api("/api/cage/mine");
    if (has < chips) await order({ type: "ApproveBuyIn", person: me, chips: chips - has });
    location.href = toSeat(chips);
  },
  "answer-call": (person) => {
    const field = here.querySelector(`[aria-label="Answer to ${CSS.escape(person)}"]`);
    return toTable({ type: "AnswerCall", person, answer: /** @type {HTMLInputElement} */ (field).value.trim() });
  },
  pause: () => toTable({ type: "PauseHand", reason: "the host pauses the game" }),
  "resume-hand": () => toTable({ type: "ResumeHand" }),
  stakes: async () => {
    const seen = await api(`/api/tables/${encodeURIComponent(game.table)}`);
    return openSignForm({
      title: "Change the stakes",
      words: "They take effect with the next round.",
      games: [{ key: seen.game, title: seen.title }],
      table: game.table,
      noticed: false,
      acts: [
        {
          words: "Play on with this sign",
          act: ({ sign }) => order({ type: "PlanGame", table: game.table, sign }),
        },
      ],
    });
  },
  hand: async (person) => {
    if (await confirm(`Let ${person} host?`, "You stay a guest of the game.", "Hand it over"))
      await order({ type: "ChangeHost", table: game.table, person });
  },
  remove: async (person) => {
    if (
      !(await confirm(
        `Remove ${person}?`,
        "They leave this game with their chips when the round is over. You can let them in again.",
        "Remove",
      ))
    )
      return;
    await send(`${hosting(game.table)}/removals`, { person });
  },
  end: async () => {
    if (await confirm("End the game?", "The table closes, chips go back, and the ledger is settled.", "End it"))
      await order({ type: "PlanGame", table: game.table });
  },
  back: () => order({ type: "ClosePlan", table: game.table }),
  resume: () => send(`${hosting(game.table)}/resume`, {}),
  settled: () => order({ type: "SettleLedger" }),
  copy: async () => {
    copying = await copied(/** @type {HTMLElement} */ (here.querySelector(".game-link input")));
    setTimeout(() => (copying = "Copy the link"), 3000);
  },
};

/** What is waited for, or went wrong, at the head of the page. @param {string} words */
function sayAtHead(words) {
  atHead = words;
  const place = document.getElementById("fault");
  if (place) place.textContent = words;
}

/** @type {Set<string>} */ const pressed = new Set(); // and not done yet: pressed twice, it is done once
let turn = Promise.resolve(); // one after the other

here.addEventListener("click", (e) => {
  const button = e.target instanceof Element ? e.target.closest("[data-act]") : null,
    act = button?.getAttribute("data-act") ?? "",
    of = button?.getAttribute("data-of") ?? "",
    what = `${act} ${of}`;
  if (!button || pressed.has(what)) return;
  const typedIn = button.closest("[data-row]")?.querySelector("input");
  pressed.add(what);
  turn = turn
    .then(() => perform(() => ACTS[act](of, () => (typedIn ? amount(typedIn.value, "chips") : 0)))) // a guest who comes back has chips
    .finally(() => pressed.delete(what));
});

/** Do one thing, and show what became of it. @param {() => unknown} work */
async function perform(work) {
  try {
    sayAtHead("");
    await work();
    /** @type {HTMLElement | null} */ (document.activeElement)?.blur();
    await refresh();
  } catch (found) {
    sayAtHead(capital(/** @type {Error} */ (found).message) + ".");
  }
}

async function refresh() {
  game = await api(`/api/private/${code}`);
  host = game.hosts ? await api(hosting(game.table)) : null;
  if (host) panel();
  else if (game.guest && room.me) member();
}

async function member() {
  const ledger = await api("/api/ledger").catch(() => null);
  morph(
    here,
    html`<section class="panel game-door">${about()}${game.ended ? html`<p>${hasEnded()}</p>` : html`<a class="btn btn--lamp" href="/table/${encodeURIComponent(game.table)}">Go to the table</a>`}</section>${ledger ? ledgerOf(ledger) : ""}`,
  );
}

try {
  Object.assign(room, await api("/api/room"));
  document.querySelectorAll("[data-me]").forEach((b) => {
    b.textContent = room.me?.name ?? "";
  });
  game = await api(`/api/private/${code}`);
  if (game.guest && room.me) {
    await refresh();
  } else {
    door();
    waitOn();
  }
  setInterval(() => {
    if (!document.hidden && game.guest && !document.querySelector("dialog[open]")) refresh().catch(() => {});
  }, EVERY);
} catch (found) {
  morph(
    here,
    html`<section class="panel game-door"><h1>No game here</h1><p>${capital(/** @type {Error} */ (found).message)}.</p><a class="btn" href="/">To the lobby</a></section>`,
  );
}
