// @ts-check
/* The proof of a round at the table and in the replayer: roots as they were heard, and every card's way to its root. */
import { api, clauseChip } from "../shared/room.js";
import { html, capital, cardWords } from "../shared/words.js";
import { morph } from "../shared/morph.js";
import { judge } from "./proof.js";
import { rootsHeard } from "./roots.js";

/** @typedef {import("./proof.js").Root} Root */
/** @typedef {import("./proof.js").Proof} Proof */
/** @typedef {import("./proof.js").FairnessFile} FairnessFile */
/** @typedef {Awaited<ReturnType<typeof judge>>} Judged */

const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };

// ── At the table ───────────────────────────────────────────────────────────────────────────────────
/** @param {string} id @param {string} kind */
function dialog(id, kind) {
  const old = document.getElementById(id);
  if (old instanceof HTMLDialogElement) return old;
  const box = document.createElement("dialog");
  box.id = id;
  box.className = kind;
  box.setAttribute("aria-labelledby", `${id}-title`);
  document.body.append(box);
  return box;
}

/** @param {string} table @param {number} round @param {import("../shared/types.d.ts").TableSeen} screen */
export function checkHand(table, round, screen) {
  const box = dialog("fairness", "fairness");
  const head = html`<header><h2 id="fairness-title" tabindex="-1" autofocus>Proof of the deal, round ${round.toLocaleString("en-US")}</h2><button class="btn btn--quiet btn--icon" aria-label="Close" data-close><ui-icon name="cross"></ui-icon></button></header>`;
  const drawn = prove(
    box,
    table,
    round,
    head,
    (file, judged, picked) =>
      html`${verdict(judged)}${groups(judged.rows, file.seat, screen)}<details class="proof"><summary>How this was checked</summary>${working(file, judged, picked)}</details>`,
  );
  if (!box.open) box.showModal();
  return drawn;
}

/** The proof of a round beside its replay. @param {HTMLElement} panel @param {string} table @param {number} round */
export const proofPanel = (panel, table, round) =>
  prove(
    panel,
    table,
    round,
    html`<h2>Proof of the deal</h2>`,
    (file, judged, picked) => html`${verdict(judged)}${working(file, judged, picked)}`,
  );

/** Fetch what proves a round, judge it, and draw it; a card that is picked shows its way up the tree.
 * @param {HTMLElement} into @param {string} table @param {number} round @param {{toString(): string}} head
 * @param {(file: FairnessFile, judged: Judged, picked: Judged["rows"][number] | undefined) => {toString(): string}} body */
async function prove(into, table, round, head, body) {
  const path = `/api/tables/${encodeURIComponent(table)}/rounds/${round}/proof`,
    note = (/** @type {unknown} */ words) =>
      morph(into, html`${head}<p class="fairness__note" role="status">${words}</p>`);
  note("Checking …");
  /** @type {FairnessFile} */
  let file;
  try {
    file = await api(path);
  } catch {
    return note(`You have not played round ${round} of this table, so there is nothing of yours to check.`);
  }
  const save = html`<a class="btn btn--sm" href="${path}" download="${table}-round-${round}.json"><ui-icon name="down"></ui-icon>Save the file</a>`;
  const judged = judge(file, rootsHeard(table)),
    own = judged.rows.find((row) => row.to === `seat ${file.seat}`) ?? judged.rows[0];
  const show = (/** @type {Judged["rows"][number] | undefined} */ picked) =>
    morph(
      into,
      html`${head}${body(file, judged, picked)}
    <footer><span class="muted">Or check it yourself: <span class="record">croupier verify ${table}-round-${round}.json</span></span>${save}</footer>`,
    );
  into.onclick = (e) => {
    const leaf = e.target instanceof Element && e.target.closest("[data-leaf]");
    if (leaf) show(judged.rows.find((row) => `${row.shuffle}/${row.position}` === leaf.getAttribute("data-leaf")));
  };
  return show(own);
}

/** How it was checked, step by step. @param {FairnessFile} file @param {Judged} judged @param {Judged["rows"][number] | undefined} picked */
function working(file, { rows, roots }, picked) {
  const { cut = 0, clause = "" } = file.log.find((event) => event.type === "DeckCut") ?? {},
    size = roots[0]?.size ?? 0;
  return html`<ol>
    ${roots.map((root) => html`<li><h3>${root.shuffle ? "The renewed deck was sealed too" : "The seal was published first"}</h3><p>${new Date(root.at).toLocaleTimeString()}; ${root.heard ? "it is the one this browser heard then." : "this browser was not listening then."}</p><code class="hash">${root.root}</code></li>`)}
    <li><h3>${cut ? `Cut at ${cut}` : "Not cut after the machine's shuffle"}</h3><p>${cut ? `Any place from 10 to ${size - 10}. The deal starts there.` : "The deal starts at the top."} ${clauseChip(clause)}</p></li>
    ${roots.map(
      (
        root,
      ) => html`<li><h3>${root.size} places, ${rows.filter((row) => row.shuffle === root.shuffle).length} opened</h3><div class="leaves">${leaves(root, rows, root.shuffle ? 0 : cut, picked)}</div>
      <p class="key"><span><span class="leaf" data-open>A</span>opened to you</span><span><span class="leaf">·</span>sealed</span>${cut && !root.shuffle ? html`<span><span class="leaf" data-cut>·</span>cut</span>` : ""}</p></li>`,
    )}
    ${picked ? html`<li><h3>${capital(cardWords(picked.card))}, place ${picked.position}</h3><p>The card, its place and its salt, hashed up the tree:</p><div class="path">${picked.steps.map((step) => html`<div><span>${step.side}</span><span>${step.other ? `${step.other.slice(0, 8)}… gives ` : ""}${step.gives.slice(0, 8)}…</span></div>`)}<div data-right="${String(picked.right)}"><span>root</span><span>${roots.find((root) => root.shuffle === picked.shuffle)?.root.slice(0, 24)}…</span><ui-icon name="${picked.right ? "check" : "cross"}"></ui-icon></div></div></li>` : ""}
  </ol>`;
}

/** @param {Root} root @param {Judged["rows"]} rows @param {number} cut @param {Proof | undefined} picked */
const leaves = (root, rows, cut, picked) =>
  Array.from({ length: root.size }, (_, place) => {
    const row = rows.find((one) => one.shuffle === root.shuffle && one.position === place),
      mark = cut && place === cut ? html` data-cut` : "";
    if (!row) return html`<span class="leaf"${mark} title="Place ${place}, sealed">·</span>`;
    const [rank, suit] = [
      row.card[0] === "T" ? "10" : row.card[0],
      SUITS[/** @type {keyof typeof SUITS} */ (row.card[1])] ?? "★",
    ];
    return html`<button type="button" class="leaf ${row.card[1]}"${mark} data-open data-leaf="${row.shuffle}/${place}"${row === picked ? html` data-picked` : ""} aria-label="Place ${place}, ${cardWords(row.card)}">${rank}${suit}</button>`;
  });

/** @param {Awaited<ReturnType<typeof judge>>} judged */
function verdict({ rows, faults }) {
  if (!faults.length)
    return html`<div class="verdict" role="status"><ui-icon name="seal"></ui-icon><p><b>${rows.length ? `${rows.length} of ${rows.length} cards agree with the seal` : "The deck is sealed, and none of its cards was shown to you"}</b>Every card you saw was fixed before the first was dealt. Cards that were not shown stay sealed.</p></div>`;
  return html`<div class="verdict" data-fails role="alert"><ui-icon name="warn"></ui-icon><div><b>This hand does not agree with the seal</b>Save the file and tell the house.<ul>${faults.map((fault) => html`<li>${fault}</li>`)}</ul></div></div>`;
}

/** @param {(Proof & {to: string, right: boolean})[]} rows @param {number} seat @param {import("../shared/types.d.ts").TableSeen} screen */
function groups(rows, seat, screen) {
  const names = new Map(screen.seats.map((s) => [`seat ${s.seat}`, s.person]));
  const label = (/** @type {string} */ to) =>
    to === `seat ${seat}`
      ? "You"
      : ({ board: "Board", house: "Dealer", common: "Common card", removed: "Not used" }[to] ??
        names.get(to) ??
        capital(to));
  const order = [...new Set([`seat ${seat}`, ...rows.map((row) => row.to)])].filter((to) =>
    rows.some((row) => row.to === to),
  );
  return html`<div class="fairness__cards">${order.map((to) => html`<section aria-label="${label(to)}"><h3>${label(to)}</h3><ul>${rows.filter((row) => row.to === to).map((row) => html`<li data-right="${String(row.right)}"><play-card card="${row.card}"></play-card><span class="fairness__tick"><ui-icon name="${row.right ? "check" : "cross"}"></ui-icon><span class="said">${cardWords(row.card)} ${row.right ? "holds" : "does not hold"}</span></span><small>place ${row.position}</small></li>`)}</ul></section>`)}</div>`;
}
