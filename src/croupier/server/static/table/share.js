// @ts-check
/* A round shared by a link: it shows what its player saw, and is made only when the player asks for it. */
import { copied } from "../shared/browser.js";
import { api } from "../shared/room.js";
import { html } from "../shared/words.js";

/** Ask, make the link, and show it to be copied. @param {string} table @param {number} line */
export async function share(table, line) {
  const box = document.createElement("dialog");
  box.className = "ask share";
  box.setAttribute("aria-labelledby", "share-title");
  box.innerHTML =
    html`<h2 id="share-title" tabindex="-1" autofocus>Share this round?</h2><p data-words>Anyone who has the link sees the round as you saw it: your cards, and those that were turned up. A link cannot be taken back.</p><p data-link hidden><input class="input" readonly aria-label="Link to the round"></p><footer><button class="btn" data-go="no">Close</button><button class="btn btn--solid" data-go="yes">Make a link</button></footer>`.toString();
  document.body.append(box);
  box.addEventListener("close", () => box.remove());
  box.addEventListener("click", async (e) => {
    const go = e.target instanceof HTMLElement ? e.target.dataset.go : "";
    if (go === "no") box.close();
    if (go === "yes") await link(box, table, line);
    if (go === "copy") /** @type {HTMLElement} */ (e.target).textContent = await copied(field(box));
  });
  box.showModal();
}

/** @param {HTMLElement} box */
const field = (box) => /** @type {HTMLInputElement} */ (box.querySelector("input"));

/** @param {HTMLElement} box @param {string} table @param {number} line */
async function link(box, table, line) {
  const words = /** @type {HTMLElement} */ (box.querySelector("[data-words]")),
    button = /** @type {HTMLElement} */ (box.querySelector("[data-go=yes]"));
  try {
    const { path } = await api(`/api/tables/${encodeURIComponent(table)}/rounds/${line}/share`, {
      method: "POST",
      body: {},
    });
    field(box).value = new URL(path, location.href).href;
    /** @type {HTMLElement} */ (box.querySelector("[data-link]")).hidden = false;
    button.dataset.go = "copy";
    button.textContent = "Copy";
    field(box).select();
  } catch (fault) {
    words.textContent = `It was not shared: ${/** @type {Error} */ (fault).message}.`;
    words.setAttribute("role", "alert");
  }
}
