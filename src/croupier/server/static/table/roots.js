// @ts-check
/* The roots of sealed decks that this browser heard before their cards: what a proof is held against later. */

/** @param {string} table */
const rootsOf = (table) => `croupier.roots.${table}`;
/** @param {string} table @returns {Set<string>} */
export const rootsHeard = (table) => new Set(JSON.parse(sessionStorage.getItem(rootsOf(table)) ?? "[]"));

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
    const { checkHand } = await import("./fairness.js");
    checkHand(table, screen.playing && screen.round > 1 ? screen.round - 1 : screen.round, screen);
  });
}
