// @ts-check
/* In a room of friends: host a game, and find your games again. */
import { api, room } from "../shared/room.js";
import { openSignForm } from "../shared/sign-form.js";
import { html } from "../shared/words.js";
import { morph } from "../shared/morph.js";

/** The games of this person, and the way to a new one. @param {HTMLElement} place */
export async function showPrivate(place) {
  place.hidden = room.kind !== "friends";
  if (place.hidden) return;
  /** @type {import("../shared/types.d.ts").MyGame[]} */
  const mine = room.me ? await api("/api/private") : [];
  morph(
    place,
    html`<div><h2>Games with friends</h2><p class="muted">${mine.length ? "" : room.me ? "Host a game and send its link." : "Sign in to host a game. Guests need only the link."}</p>
    ${mine.map(({ game, code }) => html`<p data-key="${code}"><a class="btn btn--sm${game.hosts ? " btn--solid" : ""}" href="/game/${code}">${game.hosts ? "Host" : "Open"} ${game.table}</a> ${game.title}, ${game.stakes}${game.ended ? ", ended for now" : ""}</p>`)}</div>
    ${room.me ? html`<button class="btn btn--lamp" id="host-game">Host a game</button>` : ""}`,
  );
  document.getElementById("host-game")?.addEventListener("click", hostGame);
}

async function hostGame() {
  /** @type {import("../shared/types.d.ts").GameListed[]} */
  const games = await api("/api/games");
  games.sort((a, b) => Number(b.key === "holdem") - Number(a.key === "holdem"));
  for (const game of games) if (game.library) game.title += " (outside the rule documents)";
  await openSignForm({
    title: "Host a game",
    words: "The table opens at once. You get a link and a code for your guests, and let them in.",
    games,
    password: true,
    acts: [
      {
        words: "Host the game",
        act: async ({ name, game, sign, password }) => {
          const hosted = await api("/api/private", { method: "POST", body: { name, game, posts: sign, password } });
          location.href = `/game/${hosted.code}`;
        },
      },
    ],
  });
}
