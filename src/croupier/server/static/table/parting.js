// @ts-check
/* Why a player does not sit at the table any more, or nobody can, and where to go from there. */
import { clauseChip, room } from "../shared/room.js";
import { html } from "../shared/words.js";

/** The way to the page of a private game, where there is one. @param {string} style */
export function toGame(style) {
  const link = document.querySelector("a[data-game]:not([hidden])");
  return link ? html`<a class="${style}" href="${link.getAttribute("href")}">To the game</a>` : "";
}

/** Who answers calls and stops play. */
export const floor = () => (room.kind === "friends" ? "the host" : "the floor");

/** Why nobody can sit down. */
export const closedWords = () =>
  room.kind === "friends"
    ? html`<b>The game has ended for now.</b> Its page has the ledger, and the host can resume it there.`
    : html`<b>This table is closed.</b> Seats can be taken again once the floor has opened it.`;

/** Why a player was removed, and who can let them in again. @param {string} clause */
export const removedWords = (clause) =>
  html`You were removed from the table. ${room.kind === "friends" ? "The host can let you in again." : "A shift supervisor can say why, and readmit you."} ${clauseChip(clause)}`;
