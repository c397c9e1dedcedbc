// @ts-check
/* Which of several tables is in front: the one that waits for its player. Pure. */

/** @typedef {{name: string, title: string, waits: boolean, left: number, seated: boolean}} Tabled */

/** The table to show: stay while it waits, else go where time is shortest. @param {Tabled[]} tables @param {string} front @returns {string} */
export function inFront(tables, front) {
  const here = tables.find(({ name }) => name === front),
    waiting = tables.filter(({ waits }) => waits).sort((a, b) => a.left - b.left);
  if (here?.waits || !waiting.length) return here?.name ?? tables[0]?.name ?? "";
  return waiting[0].name;
}

/** Columns of a screen that shows so many tables at once. @param {number} count */
export const columns = (count) => (count < 2 ? 1 : count < 5 ? 2 : 3);
