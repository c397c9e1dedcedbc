// @ts-check
/* At the table of a private game: the way to its page and, for a host who plays, the people who wait for an answer. */
import { answersAt, hosting } from "../shared/host-answers.js";
import { api, order, room } from "../shared/room.js";
import { capital, html, money } from "../shared/words.js";
import { morph } from "../shared/morph.js";

/** @typedef {import("../shared/types.d.ts").HostSeen} HostSeen */

const EVERY = 3000, // milliseconds between two looks of a host
  SELDOM = 15_000; // and of a guest, who may become the host

/** Follow the game of a table, in a room of friends; what this returns is told what is planned. @param {string} table @param {HTMLElement} place where the host reads who waits, and all what is planned @returns {(planned: string) => void} */
export function followGame(table, place) {
  if (!room.me) return () => {};
  /** @type {ReturnType<typeof answersAt>} */
  const answers = { ...answersAt(table), back: () => order({ type: "ClosePlan", table }) };
  let code = "",
    hosts = false;
  async function look() {
    if (!hosts) {
      /** @type {import("../shared/types.d.ts").MyGame[]} */
      const games = await api("/api/private"),
        mine = games.find((one) => one.game.table === table && one.game.guest);
      hosts = mine?.game.hosts ?? false;
      code = mine?.code ?? "";
      document.querySelectorAll("[data-game]").forEach((link) => {
        link.setAttribute("href", `/game/${code}`);
        link.toggleAttribute("hidden", !code);
      });
    }
    if (!hosts) return;
    show(await api(hosting(table)));
  }
  /** @param {HostSeen} seen @param {string} [fault] */
  function show({ door, asked, calls, planned, refused }, fault = "") {
    place.hidden = !(door.length + asked.length + calls.length) && !fault && !planned && !refused;
    morph(
      place,
      html`${planned ? html`<p data-key="planned"><span>${capital(planned)} as soon as the round is over.</span><button class="btn btn--sm" data-answer="back" data-of="${table}">Take it back</button></p>` : ""}${refused ? html`<p data-key="refused" class="loss">The game goes on as it was: ${refused}.</p>` : ""}${door.map((one) => row(one.person, one.returns ? "has lost the page and wants to come back" : `asks to sit down with ${money(one.chips)}`, one.returns ? 0 : one.chips, [one.returns ? "Let back in" : "Let in", "in"], ["No", "no"]))}${asked.map((one) => row(one.person, `asks for ${money(one.chips)}`, one.chips, ["Give chips", "give"], ["Decline", "decline"]))}${calls.map((one) => html`<p data-key="call-${one.person}"><span><b>${one.person}</b> calls you: ${one.about}</span><a class="btn btn--solid btn--sm" href="/game/${code}">Answer</a></p>`)}${fault ? html`<p class="loss" role="alert">${fault}</p>` : ""}`,
    );
  }
  place.addEventListener("click", async (e) => {
    const at = e.target instanceof Element ? e.target : null,
      button = at?.closest("[data-answer]");
    if (!button) return;
    button.setAttribute("disabled", ""); // pressed twice, it is done once
    const fault = await answers[button.getAttribute("data-answer") ?? ""](
      button.getAttribute("data-of") ?? "",
      Number(button.getAttribute("data-chips")),
    ).then(
      () => "",
      (/** @type {Error} */ found) => `${capital(found.message)}.`,
    );
    button.removeAttribute("disabled"); // what was refused can be answered again
    show(await api(hosting(table)), fault);
  });
  (async function again() {
    let soon = true;
    try {
      if (!document.hidden) await look();
      soon = hosts;
    } catch {
      if (hosts) place.hidden = true;
      hosts = false; // the room is away, or another hosts now
    }
    setTimeout(again, soon ? EVERY : SELDOM);
  })();
  return (planned) => {
    if (hosts) return; // the host reads it with a way to take it back
    place.hidden = !planned;
    morph(
      place,
      planned ? html`<p data-key="planned"><span>${capital(planned)} as soon as the round is over.</span></p>` : "",
    );
  };
}

/** @param {string} person @param {string} words @param {number} chips @param {[string, string]} yes @param {[string, string]} no */
const row = (person, words, chips, [yes, act], [no, deny]) =>
  html`<p data-key="${act}-${person}"><span><b>${person}</b> ${words}</span><button class="btn btn--solid btn--sm" data-answer="${act}" data-of="${person}" data-chips="${chips}" aria-label="${yes}, ${person}">${yes}</button><button class="btn btn--sm" data-answer="${deny}" data-of="${person}" data-chips="0" aria-label="${no}, ${person}">${no}</button></p>`;
