// @ts-check
/* What a host answers to people who wait: at the door of a private game, and for chips. */
import { send } from "./form.js";
import { order } from "./room.js";

/** Where a host's requests go. @param {string} table */
export const hosting = (table) => `/api/private/tables/${encodeURIComponent(table)}`;

/** @param {string} table @returns {Record<string, (person: string, chips: number) => Promise<unknown>>} */
export const answersAt = (table) => ({
  in: (person, chips) => send(`${hosting(table)}/answers`, { person, answer: "in", chips }),
  no: (person) => send(`${hosting(table)}/answers`, { person, answer: "no" }),
  give: (person, chips) => order({ type: "ApproveBuyIn", person, chips }),
  decline: (person) => order({ type: "DeclineChips", person, reason: "the host declines" }),
});
