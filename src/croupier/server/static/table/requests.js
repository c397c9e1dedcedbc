// @ts-check
/* What a player seldom asks of a table: to step away, to protect a hand, to answer higher limits, to call the floor. */
import { clauseChip } from "../shared/room.js";
import { capital, html } from "../shared/words.js";
import { floor } from "./parting.js";

/** @typedef {import("../shared/types.d.ts").TableSeen} TableSeen */
/** @typedef {import("../shared/types.d.ts").SeatSeen} SeatSeen */

/** @param {TableSeen} screen @param {SeatSeen} me */
export function requests(screen, me) {
  if (screen.family === "banked" || me.leaving) return html``;
  const asked = screen.proposal,
    agreed = asked?.agreed.includes(me.person),
    live = screen.playing && me.state && me.state !== "folded";
  return html`${asked ? html`<div class="own-row"><span>${capital(floor())} proposes <b>${asked.stakes}</b>. It takes effect once every player has agreed. ${clauseChip("POKER 17")}</span>${agreed ? html`<span class="muted">You have agreed.</span>` : html`<button class="btn" data-seat-act="decline">Decline</button><button class="btn btn--lamp" data-seat-act="agree">Agree</button>`}</div>` : ""}
    ${live ? html`<div class="own-row"><span>${screen.protected ? "Your hand is protected." : "Protect your hand, as with a chip on real cards: it cannot be taken for a discard."} ${clauseChip("POKER 1 protected hand")}</span>${screen.protected ? "" : html`<button class="btn" data-seat-act="protect">Protect</button>`}</div>` : ""}
    <div class="own-row"><span>Step away: the seat and your chips are kept for you. ${clauseChip("POKER 7(c)(5)")}</span><button class="btn" data-seat-act="away">Step away</button></div>`;
}

/** @param {TableSeen} screen @param {string} fault why it was not called */
export function floorCall(screen, fault) {
  const call = screen.call;
  if (call && !call.answer)
    return html`<div class="own-row"><span>You called ${floor()}: “${call.about}”. An answer comes here. ${clauseChip("POKER 15(b)")}</span></div>`;
  return html`${call ? html`<p class="own-answer" role="status"><b>${call.by}</b> answers: ${call.answer}</p>` : ""}
    <div class="own-row"><label class="field">Call ${floor()}: what is it about?<input class="input" data-about maxlength="200" autocomplete="off" placeholder="a dispute about the bet"></label><button class="btn" data-seat-act="call">Call ${floor()}</button></div>${fault ? html`<p class="loss" role="alert">${fault}</p>` : ""}`;
}
