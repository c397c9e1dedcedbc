// @ts-check
/* What a host wants done between two rounds: this browser keeps it until the round is over, on whichever page of the game is open. */
import { api, Refused } from "./room.js";

/** A request that waits, and what the host reads meanwhile. @typedef {{words: string, path: string, body: object}} Later */

const AGAIN = 1000; // milliseconds until a room that was away is asked again
/** @param {string} table */
const place = (table) => `later-${table}`;

/** @param {string} table @returns {Later | null} */
export const keptFor = (table) => JSON.parse(localStorage.getItem(place(table)) ?? "null");

/** @param {string} table @param {Later} later */
export const keepFor = (table, later) => localStorage.setItem(place(table), JSON.stringify(later));

/** Take it back. @param {string} table */
export const forget = (table) => localStorage.removeItem(place(table));

let busy = false;

/** Do what is kept as soon as its round is over; called again meanwhile, it does nothing. @param {string} table */
export async function carryOut(table) {
  if (busy) return;
  busy = true;
  try {
    for (let later = keptFor(table); later; later = keptFor(table)) {
      const over = () => JSON.stringify(later) === localStorage.getItem(place(table)) && forget(table); // unless another came
      try {
        await api(later.path, { method: "POST", body: later.body });
        over();
      } catch (found) {
        if (!(found instanceof Refused)) await new Promise((next) => setTimeout(next, AGAIN));
        else if (found.clause !== "FIELD after_round") {
          over();
          throw found;
        }
      }
    }
  } finally {
    busy = false;
  }
}
