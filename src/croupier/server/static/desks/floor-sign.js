// @ts-check
/* The floor writes signs: for a new table, for one that stands already, and to keep for other evenings. */
import { api, room } from "../shared/room.js";
import { openSignForm } from "../shared/sign-form.js";
import { makeReady } from "./floor-ready.js";
import { may, notice, order, orderAfterRound } from "./staff.js";

/** @typedef {import("./floor-acts.js").Given} Given */
/** @typedef {import("../shared/sign-form.js").Filled} Filled */

/** @param {Filled} filled */
async function keep({ name, game, sign, stakes }) {
  await order("", { type: "KeepTemplate", name: stakes || name, game, sign });
  notice(`this sign is kept as ${stakes || name}`, "POKER 17", "good");
}

/** A table goes up with its game, its name and its sign; then it opens. @param {Given} given */
export async function newTable({ me }) {
  /** @type {import("../shared/types.d.ts").GameListed[]} */
  const games = await api("/api/games"),
    first = games.findIndex((g) => g.key === "holdem"); // what most tables deal
  games.unshift(...games.splice(Math.max(first, 0), 1));
  let opened = "";
  await openSignForm({
    title: "Open a table",
    words:
      room.kind === "card-room"
        ? "You post the sign. Then the decks are distributed and, once the dealer has inspected them, verified: one press each, recorded under the name of the person who presses."
        : "The sign is posted; decks are distributed, inspected, verified and spread; then seats are open.",
    games,
    acts: [
      {
        words: "Open the table",
        act: async ({ name, game, sign }) => {
          await api("/api/tables", { method: "POST", body: { name, game, posts: sign, opens: true } });
          opened = name;
        },
      },
      {
        words: "For a human dealer",
        act: async ({ name, game, sign }) => {
          const procedures = { dealer: "person" };
          await api("/api/tables", { method: "POST", body: { name, game, posts: sign, procedures } });
          notice(`table ${name} waits for its dealer at /assist/${name}`, "POKER 6(b)", "good");
        },
      },
      ...(may(me, "KeepTemplate") ? [{ words: "Keep this sign", act: keep, stays: true }] : []),
    ],
  });
  if (opened && room.kind === "card-room" && !(await makeReady(opened))) return;
  if (opened) notice(`table ${opened} is open`, "", "good"); // the form is gone, and the notice stays
}

/** Another sign between two rounds; higher amounts can be put to the players instead. @param {Given} given */
export async function changeSign({ table }) {
  let done = "";
  await openSignForm({
    title: `Change the sign of ${table.called}`,
    words:
      "It takes effect with the next round. Players at the table are notified of changed wagers; raising the minimum needs the agreement of all.",
    games: [{ key: table.game, title: table.title }],
    table: table.name,
    noticed: table.seats.length > 0,
    acts: [
      {
        words: "Post the sign",
        act: async ({ sign, notice: words }) => {
          await orderAfterRound(table.name, { type: "PostSign", sign, notice: words });
          done = `${table.called} has another sign`;
        },
      },
      ...(table.seats.length && table.family !== "banked"
        ? [
            {
              words: "Ask the players",
              act: async (/** @type {Filled} */ { sign }) => {
                await orderAfterRound(table.name, { type: "ProposeLimits", sign });
                done = `the players of ${table.called} are asked`;
              },
            },
          ]
        : []),
    ],
  });
  if (done) notice(done, "POKER 17", "good");
}
