// @ts-check
/* A new table of a card room is made ready: what the rules want of a person is signed step by step, then it opens. */
import { api, bareClause, room } from "../shared/room.js";
import { html, capital } from "../shared/words.js";
import { morph } from "../shared/morph.js";
import { may, order, roleWords } from "./staff.js";
/** @import {TableWatched} from "../shared/types.d.ts" */

const EVERY = 700; // milliseconds: the dealer works between two signatures

/** Sign what a table asks for, one press each, until it can be opened. @param {string} name @returns {Promise<boolean>} whether it is open */
export async function makeReady(name) {
  const box = document.createElement("dialog");
  box.className = "order ready";
  box.setAttribute("aria-labelledby", "ready-title");
  document.body.append(box);
  /** @type {string[]} */
  const done = [];
  let fault = "",
    busy = false;
  const look = async () => {
    /** @type {TableWatched | undefined} */
    const watched = (await api("/api/floor")).tables.find((/** @type {TableWatched} */ t) => t.table.name === name),
      asked = watched?.asked[0],
      mine = asked && room.me && may(room.me, asked.command.type);
    if (watched?.table.status === "open") return void box.close("open");
    morph(
      box,
      html`<form><header><h2 id="ready-title" tabindex="-1" autofocus>Make table ${name} ready</h2><button class="btn btn--quiet btn--icon" type="button" data-no aria-label="Close"><ui-icon name="cross"></ui-icon></button></header>
      <ol class="todo">${done.map((words, at) => html`<li data-key="d-${at}"><p>${capital(words)}</p><span class="tag tag--good">Signed</span></li>`)}
      ${asked ? html`<li data-key="next"><p>${capital(asked.words)}<small>It is recorded under your name ${bareClause(asked.clause)}</small></p></li>` : ""}</ol>
      <p class="refusal" role="alert"${fault ? "" : html` hidden`}>${fault}</p>
      <footer><button class="btn" type="button" data-no>Later</button>${asked ? (mine ? html`<button class="btn btn--lamp" type="button" data-sign>Sign: ${asked.words}</button>` : html`<span class="tag">${capital(roleWords(asked.roles[0]))} signs next, at the floor desk</span>`) : watched?.unready ? html`<span class="muted" role="status">The dealer is at it: ${watched.unready}.</span>` : html`<button class="btn btn--lamp" type="button" data-open>Open the table</button>`}</footer></form>`,
    );
    box.onclick = async (e) => {
      const at = e.target instanceof Element ? e.target : null;
      if (at?.closest("[data-no]")) return box.close();
      if (busy || !at?.closest("[data-sign], [data-open]")) return undefined; // pressed twice
      busy = true;
      try {
        fault = "";
        if (asked) {
          await order(asked.door.startsWith("/api/house") ? "" : name, asked.command);
          done.push(asked.words);
        } else await order(name, { type: "OpenTable" });
      } catch (found) {
        fault = `${capital(/** @type {Error} */ (found).message)}.`;
      } finally {
        busy = false;
      }
      return look();
    };
  };
  await look();
  const looks = setInterval(() => !busy && look().catch(() => {}), EVERY);
  if (!box.returnValue) box.showModal();
  const opened = await new Promise((end) => {
    if (box.returnValue === "open") end(true);
    box.addEventListener("close", () => end(box.returnValue === "open"));
  });
  clearInterval(looks);
  box.remove();
  return opened;
}
