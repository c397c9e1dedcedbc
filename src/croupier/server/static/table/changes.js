// @ts-check
/* A screen, whole or changed: what the server sends, with the fields that it need not send. */
import * as usual from "../shared/defaults.js";

/** @typedef {import("../shared/types.d.ts").TableSeen} TableSeen */
/** @typedef {import("../shared/types.d.ts").SeatSeen} SeatSeen */
/** @typedef {import("../shared/types.d.ts").Changes} Changes */

/** @param {SeatSeen} seat @returns {SeatSeen} */
const filled = (seat) => ({ ...usual.SeatSeen, ...seat });

/** A screen with the fields that were not sent because they have their usual value. @param {TableSeen} sent @returns {TableSeen} */
export const whole = (sent) => ({ ...usual.TableSeen, ...sent, seats: sent.seats.map(filled) });

/** A screen with its changes: whole fields, and fields of single seats. @param {TableSeen} screen @param {Changes | null} [changes] @returns {TableSeen} */
export function applied(screen, changes) {
  if (!changes) return screen;
  const { fields = {}, seats = {} } = changes,
    placed = fields.seats?.map(filled) ?? screen.seats;
  return {
    ...screen,
    ...fields,
    seats: placed.map((/** @type {SeatSeen} */ seat) => ({ ...seat, ...seats[seat.seat] })),
  };
}
