// @ts-check
/* What the staff's desks share: the way between them, the door, the room's clock, orders and what they would do.
 * A desk calls `await attend("cage")` once: it returns once a person with the right role stands there. */
import { api, Refused, roleWords, room } from "../shared/room.js";
import { showEntrance } from "../shared/entrance.js";
import { html, capital } from "../shared/words.js";
import { morph } from "../shared/morph.js";
import { pageName } from "../shared/browser.js";

/** @typedef {{title: string, icon: string, tries: string, what: string, apart?: boolean}} Desk */

/** The desks; `tries` is the role of a visitor in a demonstration room. @type {Record<string, Desk>} */
export const DESKS = {
  floor: {
    title: "Floor",
    icon: "people",
    tries: "poker_shift_supervisor",
    what: "Tables and clocks, rulings, waiting lists",
  },
  cage: {
    title: "Cage",
    icon: "chips",
    tries: "cage_cashier",
    what: "Chips in and out, fills, counts, funds",
  },
  books: {
    title: "Books",
    icon: "book",
    tries: "accounting",
    what: "Reports, the gaming day, what every chip did",
  },
  assist: {
    title: "Dealer",
    icon: "seat",
    tries: "dealer",
    what: "What to do now at a table with real cards",
    apart: true, // of one table, and on no bar
  },
  regulator: {
    title: "Regulator",
    icon: "eye",
    tries: "ieb_agent",
    what: "Rounds, the chain of the record, the shuffle",
  },
  people: {
    title: "People",
    icon: "lock",
    tries: "poker_shift_supervisor",
    what: "Accounts and roles, passwords, invitations",
  },
};

/** The roles that work at a desk, as the room tells them. @param {string} here @returns {string[]} */
const rolesOf = (here) => room.desks[here] ?? [];

/** Whether a person may give an order, by its name. @param {import("../shared/room.js").Me} me @param {string} order */
export const may = (me, order) => me.may.includes(order);

export { roleWords };

const $ = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const keyOf = (/** @type {string} */ here) => `croupier.desk.${here}`;

/** The head of a desk's page, the phone's bar, and the desk itself, once a person with the right role stands there.
 * The page holds `<header class="topbar" id="head">`, `<main class="desk" id="desk">` and `<nav class="tabbar" id="ways">`.
 * @param {string} here a key of DESKS @returns {Promise<import("../shared/room.js").Me>} */
export async function attend(here) {
  try {
    room.token = sessionStorage.getItem(keyOf(here)) ?? "";
  } catch {
    /* a private window asks again */
  }
  Object.assign(room, await api("/api/room"));
  showHead(here);
  if (room.lacks_factor) location.replace("/account"); // which says what is missing
  if (room.me && rolesOf(here).includes(room.me.role)) return room.me;
  room.token = "";
  return door(here);
}

/** @param {string} here */
function showHead(here) {
  const known = room.me && room.me.role !== "player" ? room.me : null;
  const ways = Object.entries(DESKS)
    .filter(([, desk]) => !desk.apart && !DESKS[here].apart)
    .map(([key, desk]) => ({
      key,
      ...desk,
      now: key === here ? html` aria-current="page"` : "",
    }));
  morph(
    $("head"),
    html`<a class="brand" href="/"><brand-mark></brand-mark>croupier</a>
    <nav class="topnav" aria-label="Staff">${ways.map((w) => html`<a href="/${w.key}"${w.now}>${w.title}</a>`)}</nav>
    <div class="end"><span class="balance"><b class="num" id="clock"></b><span id="shift"></span></span>
      <a class="btn btn--quiet btn--icon" href="/" aria-label="Lobby" title="Lobby"><ui-icon name="home"></ui-icon></a>
      <button class="btn btn--quiet btn--icon" data-toggle="theme" aria-label="Dark theme" title="Theme"><ui-icon name="sun"></ui-icon></button>
      ${known ? html`<button class="btn btn--sm" id="sign-out" title="Sign out"><ui-icon name="leave"></ui-icon><span class="who">${known.name}, ${roleWords(known.role)}</span><span class="said"> Sign out</span></button>` : ""}</div>`,
  );
  morph(
    $("ways"),
    html`${ways.map((w) => html`<a href="/${w.key}"${w.now}><ui-icon name="${w.icon}"></ui-icon>${w.title}</a>`)}`,
  );
  document.getElementById("sign-out")?.addEventListener("click", () => signOut(here));
}

/** @param {string} here */
async function signOut(here) {
  try {
    sessionStorage.removeItem(keyOf(here));
  } catch {
    /* nothing was kept */
  }
  if (!room.token) await api("/api/session", { method: "DELETE" });
  location.reload();
}

/** The room's time, and what goes on beside it, in the head. @param {string} at @param {string} words */
export function showTime(at, words) {
  const time = document.getElementById("clock"),
    shift = document.getElementById("shift");
  if (time) time.textContent = new Date(at).toLocaleTimeString("en-GB");
  if (shift) shift.textContent = words;
}

// ── The door: a staff account, or, in a demonstration room, a try ───────────────────────────────────
/** @param {string} here @returns {Promise<import("../shared/room.js").Me>} */
function door(here) {
  const desk = DESKS[here],
    wrong =
      room.me && room.me.role !== "player"
        ? `You are signed in as ${roleWords(room.me.role)}, and this desk is for another role. `
        : "";
  morph(
    $("desk"),
    html`<section class="panel door" aria-labelledby="door-title"><h1 id="door-title">${desk.title}</h1><p>${wrong}${desk.what}. For ${listed(rolesOf(here).map(roleWords))}.</p>
    ${room.demonstration ? html`<button class="btn btn--lamp" id="try">Try the ${desk.title.toLowerCase()} as ${roleWords(desk.tries)}</button><p class="faint">This is a demonstration room: chips are play chips, and anyone may try. You stay a player at your table.</p>` : ""}
    <div data-entrance></div><p class="loss" role="alert" id="door-fault"></p></section>`,
  );
  const fault = (/** @type {unknown} */ f) => {
    $("door-fault").textContent = capital(/** @type {Error} */ (f).message) + ".";
  };
  return new Promise((done) => {
    const admitted = () => {
      showHead(here);
      morph($("desk"), html``);
      done(/** @type {import("../shared/room.js").Me} */ (room.me));
    };
    document.getElementById("try")?.addEventListener("click", () => tryDesk(here).then(admitted, fault));
    const entered = async () => {
      Object.assign(room, await api("/api/room"));
      if (!room.me || !rolesOf(here).includes(room.me.role))
        throw new Refused("", `this desk is not for a ${roleWords(room.me?.role ?? "guest")}`);
      if (room.lacks_factor) location.href = "/account";
      else admitted();
    };
    const into = /** @type {HTMLElement} */ ($("desk").querySelector("[data-entrance]"));
    showEntrance(into, entered, { way: "sign-in", only: true });
  });
}

/** @param {string} here */
async function tryDesk(here) {
  const name = `Visitor ${Math.floor(1000 + Math.random() * 9000)}`;
  room.me = await api("/api/guests", { method: "POST", body: { name, role: DESKS[here].tries } });
  room.token = room.me?.token ?? "";
  try {
    sessionStorage.setItem(keyOf(here), room.token);
  } catch {
    /* it lasts as long as the page */
  }
}

/** @param {string[]} words */
const listed = (words) =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;

// ── Orders ──────────────────────────────────────────────────────────────────────────────────────────
const client = pageName();
let sequence = 0;

/** Where a table's orders go, or, without a table, the house's. @param {string} table */
const at = (table) => (table ? `/api/tables/${encodeURIComponent(table)}` : "/api/house");

/** Give an order; the answer comes when it is on the disk. @param {string} table "" for the house @param {any} command */
export const order = (table, command) => give(table, { command });

/** Give a table an order that waits for the end of the round; with `afterRound`. @param {string} table @param {object} command */
export const orderAfterRound = (table, command) => give(table, { command, after_round: true });

/** @param {string} table @param {object} body */
const give = (table, body) =>
  api(`${at(table)}/orders`, { method: "POST", body: { client, sequence: ++sequence, ...body } });

/** What an order would do: words, clause and chips; nothing is recorded. @param {string} table "" for the house @param {any} command */
export const preview = (table, command) => api(`${at(table)}/preview`, { method: "POST", body: { command } });

/** A notice in one sentence, with what it rests on. @param {string} words @param {string} [clause] @param {"good" | "bad"} [mood] */
export function notice(words, clause = "", mood = "bad") {
  let box = document.getElementById("staff-notice");
  if (!box) {
    box = document.createElement("div");
    box.id = "staff-notice";
    document.body.append(box);
  }
  box.className = `staff-notice staff-notice--${mood}`;
  box.setAttribute("role", mood === "bad" ? "alert" : "status");
  box.innerHTML =
    html`<p>${capital(words)}.</p>${clause ? html`<button class="clause" data-clause="${clause}">${clause}</button>` : ""}`.toString();
  (document.querySelector("dialog[open]") ?? document.body).append(box);
  clearTimeout(hiding);
  hiding = setTimeout(() => box?.remove(), mood === "bad" ? 9000 : 4500);
}
/** @type {ReturnType<typeof setTimeout> | undefined} */
let hiding;

/** Do something, and say in a notice why it was refused. @template T @param {Promise<T>} doing @returns {Promise<T | null>} */
export async function attempt(doing) {
  try {
    return await doing;
  } catch (f) {
    notice(/** @type {Error} */ (f).message, f instanceof Refused ? f.clause : "");
    return null;
  }
}
