// @ts-check
/* The head of the lobby: what this room is, and what to do next, by role. */
import { room } from "../shared/room.js";
import { html, counted } from "../shared/words.js";
import { morph } from "../shared/morph.js";

const $ = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @typedef {{title: string, words: string, ways: [string, string][]}} Next */

/** What the holder of a desk does in a room without tables; the first desk that is theirs counts. @type {[string, string, string][]} */
const DUTIES = [
  [
    "people",
    "Open the first table",
    "First create accounts for your staff, then issue chips at the cage, then open a table and post its stakes.",
  ],
  ["cage", "No table is open yet", "Issue chips and bring in a float: players buy at the cage before they sit down."],
  ["regulator", "No table is open yet", "The record can be read at any time."],
  ["floor", "No table is open yet", "Open one on the floor and post its stakes."],
  ["books", "No table is open yet", "The books open with the first chips that the cage issues."],
];
/** @type {Record<string, string>} */
const WAYS = {
  floor: "Open a table",
  people: "Add people",
  cage: "Go to the cage",
  books: "Go to the books",
  regulator: "Go to the record",
};
/** What comes before what in a room without tables. */
const FIRST = ["people", "cage", "floor"];
/** Among friends anybody hosts. @type {[string, string, string]} */
const AMONG_FRIENDS = [
  "",
  "No game is on yet",
  "Host one, or open the link that a friend sent you. Guests need only a name.",
];

/** @type {[string, string, string]} */
const NOTHING = [
  "",
  "No table is open yet",
  "The floor opens one when players ask for it. This page shows it at once.",
];

/** @param {string} desk */
const works = (desk) => Boolean(room.me && room.desks[desk]?.includes(room.me.role));
const isHost = () => room.kind === "friends" && works("people");

/** Whether the address leads no phone here. */
const alone = () => /\/\/(127\.|localhost|\[::1\])/.test(room.address);

/** The desks of the person who looks, as buttons. @param {string[]} [order] @returns {[string, string][]} */
const desks = (order = Object.keys(WAYS)) =>
  order
    .filter((desk) => works(desk) && (room.kind !== "friends" || desk === "people"))
    .slice(0, 3)
    .map((desk) => [`/${desk}`, WAYS[desk]]);

/** The words for this visitor and this many tables. @param {number} tables @returns {Next} */
function next(tables) {
  if (!room.me)
    return {
      title: room.name || "Welcome",
      words: tables
        ? `${counted(tables, "table")} in this room. Come in to take a seat.`
        : "No table is open yet. Come in, and you will see the first one.",
      ways: [],
    };
  if (room.lacks_factor)
    return {
      title: "Add a second factor",
      words: "This room requires it of the staff: an authenticator app, or a passkey. It takes a minute.",
      ways: [["/account", "Add it now"]],
    };
  if (!tables) {
    const duty = room.kind === "friends" ? AMONG_FRIENDS : DUTIES.find(([desk]) => works(desk)),
      [, title, words] = duty ?? NOTHING;
    return { title, words, ways: works("people") ? desks(FIRST) : desks() };
  }
  return {
    title: room.name || "Take a seat",
    words: `${counted(tables, "table")} in this room. A seat is one press away.`,
    ways: desks().slice(0, 2),
  };
}

/** Say where one is, and what to do next. @param {unknown[]} tables */
export function welcome(tables) {
  $("practice").hidden = !room.demonstration;
  if (room.demonstration) {
    $("welcome").textContent =
      `You are ${room.me?.name}, with play chips, among bots. Approvals are fictitious. Every step cites its rule.`;
    return;
  }
  /** @type {HTMLElement} */ (document.querySelector(".lobby")).hidden = !tables.length;
  const { title, words, ways } = next(tables.length);
  $("title").textContent = title;
  $("welcome").textContent = room.notice && room.me ? `${room.notice}. ${words}` : words;
  morph(
    $("next"),
    html`${ways.map(([href, label], i) => html`<a class="btn ${i || room.kind === "friends" ? "" : "btn--lamp"}" href="${href}">${label}</a>`)}
    ${room.me ? "" : html`<button class="btn btn--lamp" data-sign-in>${room.kind === "card-room" ? "Sign in" : "Come in"}</button>`}
    ${isHost() ? html`<figure class="code"><img src="/api/qr?path=/" alt="The address of this room as a QR code" width="132" height="132"><figcaption><span class="record">${room.address}</span>${alone() ? html`<small>Only this machine reaches it: start the room with <code>--lan</code> for phones.</small>` : ""}</figcaption></figure>` : ""}`,
  );
}
