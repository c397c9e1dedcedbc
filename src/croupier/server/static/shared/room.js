// @ts-check
/* What every page shares: who I am, requests, the clause that opens, settings, small dialogs. */
import { html } from "./words.js";
import { morph } from "./morph.js";
import { pageName } from "./browser.js";

/** @typedef {import("./types.d.ts").Me} Me */

/** @type {import("./types.d.ts").RoomSeen & {token: string}} */
export const room = {
  kind: "card-room",
  name: "",
  address: "",
  zone: "",
  notice: "",
  registration: "staff",
  second_factor: "off",
  demonstration: false,
  showdown: "muck",
  lacks_factor: false,
  me: null,
  desks: {},
  second: {},
  token: "",
}; // a token of a visitor who tries a staff desk, on that page alone

/** A role as people say it; among friends there is a host. @param {string} role */
export const roleWords = (role) =>
  room.kind === "friends" && role === "poker_shift_supervisor"
    ? "host"
    : role.replace("ieb_agent", "IEB agent").replaceAll("_", " ");

/** A refusal by the room: what it rests on, and why. */
export class Refused extends Error {
  /** @param {string} clause @param {string} why */
  constructor(clause, why) {
    super(why);
    this.clause = clause;
  }
}

/** @param {string} path @param {{method?: string, body?: any}} [options] @returns {Promise<any>} */
export async function api(path, { method = "GET", body } = {}) {
  const headers = {
    accept: "application/json",
    ...(body ? { "content-type": "application/json" } : {}),
    ...(room.token ? { authorization: `Bearer ${room.token}` } : {}),
    ...(room.me && method !== "GET" ? { "x-csrf-token": room.me.csrf } : {}),
  };
  const reply = await fetch(path, { method, headers, body: body && JSON.stringify(body) });
  const answer = reply.status === 204 ? null : await reply.json().catch(() => ({}));
  if (!reply.ok)
    throw new Refused(answer?.clause ?? "", answer?.why ?? answer?.detail ?? "the room did not answer as expected");
  return answer;
}

/** Ask for what is done between two rounds until the round that is open is over, or nobody wants it any more.
 * @template T @param {() => Promise<T>} ask @param {(words: string) => void} say after a moment, what is waited for @param {() => boolean} [wanted] @returns {Promise<T>} */
export async function afterRound(ask, say, wanted = () => true) {
  const late = setTimeout(() => say("The round is still on: this is done as soon as it is over."), 700);
  try {
    for (;;) {
      try {
        return await ask();
      } catch (found) {
        if (!(found instanceof Refused) || found.clause !== "FIELD after_round" || !wanted()) throw found;
      }
    }
  } finally {
    clearTimeout(late);
  }
}

const FIRST = [
  "Amber",
  "Birch",
  "Cedar",
  "Clover",
  "Copper",
  "Fern",
  "Hazel",
  "Indigo",
  "Juniper",
  "Linden",
  "Maple",
  "Ochre",
  "Olive",
  "Poppy",
  "Rowan",
  "Saffron",
  "Sage",
  "Willow",
];

/** A name for a visitor who did not give one. */
const madeUp = () => `${FIRST[Math.floor(Math.random() * FIRST.length)]} ${Math.floor(100 + Math.random() * 900)}`;

/** Ask until the room answers: an installed app opens without a connection, and waits for one. @param {string} path */
async function answered(path) {
  const words = document.createElement("p");
  words.className = "offline";
  words.setAttribute("role", "status");
  for (;;) {
    try {
      const answer = await api(path);
      words.remove();
      return answer;
    } catch (fault) {
      if (fault instanceof Refused) throw fault;
      document.body.prepend(words);
      words.textContent = "No connection to the room. Trying again …";
      await new Promise((done) => setTimeout(done, 2000));
    }
  }
}

/** The desks of the staff, the nearest to the tables first. @type {[string, string][]} */
const DESKS = [
  ["floor", "Floor"],
  ["cage", "Cage"],
  ["books", "Books"],
  ["regulator", "Regulator"],
];

/** The way from the lobby's pages to one's desk; a player has none. */
export function leadToDesk() {
  const mine = DESKS.find(([desk]) => room.me && room.desks[desk]?.includes(room.me.role)) ?? DESKS[0];
  for (const way of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("[data-desk]"))) {
    way.hidden = room.me?.role === "player" && !room.demonstration;
    way.href = `/${mine[0]}`;
    /** @type {ChildNode} */ (way.lastChild).textContent = mine[1];
  }
}

/** Find out where we are; in a demonstration room come in without a form. */
export async function enter() {
  Object.assign(room, await answered("/api/room"));
  for (let tries = 0; room.demonstration && !room.me && tries < 5; tries++) {
    try {
      room.me = await api("/api/guests", { method: "POST", body: { name: madeUp() } });
    } catch {
      /* taken: make up another */
    }
  }
  if (!room.me && new URLSearchParams(location.search).has("sit"))
    location.replace(`/account?next=${encodeURIComponent(location.pathname + location.search)}`);
  document.querySelectorAll("[data-me]").forEach((b) => {
    b.textContent = room.me?.name ?? "Sign in";
    b.removeAttribute("disabled"); // until now a press would have been lost
  });
  leadToDesk();
  return room;
}

// The shell of the pages is kept for an installed app, once a page has nothing else to do.
addEventListener("load", () => {
  if (location.pathname !== "/setup") navigator.serviceWorker?.register("/shell-worker.js").catch(() => {});
});

// ── Orders to the house, and practice ───────────────────────────────────────────────────────────────
const client = pageName();
let sequence = 0;

/** Give the house an order: waiting lists are its own. @param {any} command */
export const order = (command) =>
  api("/api/house/orders", { method: "POST", body: { client, sequence: ++sequence, command } });

/** Load a part of a page once it is wanted; what could not be loaded is tried again the next time. @template Part @param {() => Promise<Part>} load */
export function onDemand(load) {
  /** @type {Promise<Part> | undefined} */
  let part;
  return () =>
    (part ??= load().catch((fault) => {
      part = undefined;
      throw fault;
    }));
}

/** Go to a seat among bots, at a table that is opened if need be. @param {string} game @param {boolean} [unhurried] without a clock */
export async function practise(game, unhurried = false) {
  const { table } = await api("/api/practice", { method: "POST", body: { game, unhurried } });
  location.href = `/table/${encodeURIComponent(table)}?sit`;
}

// ── The clause, one press away ──────────────────────────────────────────────────────────────────────
/** @param {string} citation */
export const clauseChip = (citation) => {
  if (!citation || citation.startsWith("FIELD ")) return html``; // a field of a form is no rule
  const [book, ...rest] = citation.split(" ");
  return html`<button type="button" class="clause" data-clause="${citation}" aria-label="Why: ${citation}">${rest.length ? html`<span class="book">${book}</span>${rest.join(" ")}` : book}</button>`;
};
/** @param {string} citation */
export const bareClause = (citation) =>
  citation
    ? html`<button type="button" class="clause clause--bare" data-clause="${citation}" aria-label="Why: ${citation}">${citation.replace(/^\S+ (?=\d)/, "")}</button>`
    : html`<span></span>`;

/** @type {HTMLElement | null} */
let pop = null;

/** @param {string} citation @param {Element} near */
export async function openClause(citation, near) {
  if (!pop) {
    pop = document.createElement("div");
    pop.className = "pop pop--clause";
    pop.id = "clause";
    pop.popover = "auto";
    pop.setAttribute("role", "dialog");
    pop.setAttribute("aria-labelledby", "clause-title");
    document.body.append(pop);
  }
  const answer = await api(`/api/clauses/${encodeURIComponent(citation)}`).catch((fault) => ({
    title: "Not explained here",
    words: [fault.message],
    examples: [],
    readings: {},
  }));
  morph(
    pop,
    html`
    <p class="eyebrow record clause-name">${citation}</p>
    <h3 class="voice" id="clause-title" tabindex="-1">${answer.title}</h3>
    ${answer.words.map((/** @type {string} */ words) => html`<p class="muted">${words.replace(/[^.]$/, "$&.")}</p>`)}
    ${answer.examples.map((/** @type {string} */ words) => html`<p class="muted example"><b>Example.</b> ${words}</p>`)}
    ${Object.entries(answer.readings).map(([name, words]) => html`<details><summary>Our reading <span class="record">${name}</span></summary><p class="muted">${words}</p></details>`)}`,
  );
  const r = near.getBoundingClientRect(),
    below = r.top < innerHeight / 2;
  pop.showPopover();
  const w = pop.offsetWidth,
    h = pop.offsetHeight;
  pop.style.left = Math.max(12, Math.min(innerWidth - w - 12, r.right - w)) + "px";
  pop.style.top = Math.max(12, below ? Math.min(innerHeight - h - 12, r.bottom + 8) : r.top - h - 8) + "px";
  document.getElementById("clause-title")?.focus();
}

addEventListener("click", (e) => {
  const chip = e.target instanceof Element && e.target.closest("[data-clause]");
  if (chip) openClause(chip.getAttribute("data-clause") ?? "", chip);
  const closes = e.target instanceof Element && e.target.closest("[data-close]");
  if (closes) /** @type {HTMLDialogElement} */ (closes.closest("dialog")).close();
  const opens = e.target instanceof Element && e.target.closest("[data-dialog]");
  if (opens)
    /** @type {HTMLDialogElement} */ (document.getElementById(opens.getAttribute("data-dialog") ?? "")).showModal();
});

/** Ask once more before something that cannot be taken back. @param {string} title @param {string} words @param {string} act @returns {Promise<boolean>} */
export function confirm(title, words, act) {
  const box = document.createElement("dialog");
  box.className = "ask";
  box.setAttribute("aria-labelledby", "ask-title");
  box.innerHTML =
    html`<h2 id="ask-title" tabindex="-1" autofocus>${title}</h2><p>${words}</p><footer><button class="btn" value="no">Go back</button><button class="btn btn--solid" value="yes">${act}</button></footer>`.toString();
  document.body.append(box);
  box.showModal();
  return new Promise((done) => {
    box.addEventListener("click", (e) => {
      if (e.target instanceof HTMLButtonElement) box.close(e.target.value);
    });
    box.addEventListener("close", () => {
      box.remove();
      done(box.returnValue === "yes");
    });
  });
}

/** What a person chose to have, kept in this browser. @param {string} key @param {string} [usual] */
export function preference(key, usual = "") {
  try {
    return localStorage.getItem("croupier." + key) ?? usual;
  } catch {
    return usual;
  }
}
/** @param {string} key @param {string} value */
export function prefer(key, value) {
  try {
    localStorage.setItem("croupier." + key, value);
  } catch {
    /* a private window forgets */
  }
  dispatchEvent(new CustomEvent("preference", { detail: { key, value } }));
}
