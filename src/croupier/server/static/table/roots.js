// @ts-check
/* The roots of sealed decks that this browser heard before their cards: what a proof is held against later. */

/** @param {string} table */
const rootsOf = (table) => `croupier.roots.${table}`;
/** @param {string} table @returns {Set<string>} */
export const rootsHeard = (table) => new Set(JSON.parse(sessionStorage.getItem(rootsOf(table)) ?? "[]"));

/** Load a style sheet of this folder, once. @param {string} name */
function styled(name) {
  const { href } = new URL(name, import.meta.url);
  if (document.querySelector(`link[href="${href}"]`)) return undefined;
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  document.head.append(link);
  return new Promise((loaded) => (link.onload = link.onerror = loaded));
}

/** Remember every root that this table tells, and let its player check hands; the proof's own code comes when it is asked for.
 * @param {import("./feed.js").TableFeed} feed */
export function watchFairness(feed) {
  const heard = rootsHeard(feed.table);
  feed.addEventListener("update", (e) => {
    for (const {
      entry: { fact },
    } of /** @type {CustomEvent} */ (e).detail.fresh) {
      if (fact.type !== "DeckSealed") continue;
      heard.add(fact.root);
      sessionStorage.setItem(rootsOf(feed.table), JSON.stringify([...heard].slice(-100)));
    }
  });
  document.getElementById("check-hand")?.addEventListener("click", async () => {
    const { screen, table } = feed;
    if (!screen) return;
    const [{ checkHand }] = await Promise.all([import("./fairness.js"), styled("fairness.css")]);
    checkHand(table, screen.playing && screen.round > 1 ? screen.round - 1 : screen.round, screen);
  });
}
