// @ts-check
/* Rules in the order of a book, rows that were hit, and the kind of the viewer's hand. Pure. */

/** @typedef {{words: string, clause: string, kind: string, items: string[]}} SheetLine */

/** @typedef {{head: SheetLine | null, lines: SheetLine[]}} Group */

/** @param {SheetLine[]} lines @returns {Group[]} */
export function grouped(lines) {
  /** @type {Group[]} */
  const groups = [{ head: null, lines: [] }];
  for (const line of lines) {
    if (line.kind === "heading") groups.push({ head: line, lines: [] });
    else if (line.kind !== "title") groups.at(-1)?.lines.push(line);
  }
  return groups;
}

/** @param {Group[]} groups */
const flat = (groups) => groups.flatMap(({ head, lines }) => (head ? [head, ...lines] : lines));
const isPays = (/** @type {Group} */ group) => / pays\b/.test(group.head?.words ?? "");

/** Headings that are not the play of the game itself, and where a rulebook has them. @type {Record<string, number>} */
const AFTER = { "acting and wagering": 2, irregularities: 3, "what the house may elect": 4, "the sign": 5 };

/** The rules as a book has them: the play first, what a house may post last. @param {SheetLine[]} lines */
export const inReadingOrder = (lines) =>
  flat(
    grouped(lines).toSorted((a, b) => {
      const [one, other] = [a, b].map((group) => AFTER[group.head?.words ?? ""] ?? (isPays(group) ? 1 : 0));
      return one - other;
    }),
  );

/** A banked table's sign with its pay tables first. @param {SheetLine[]} lines */
export const paysFirst = (lines) => flat(grouped(lines).toSorted((a, b) => Number(isPays(b)) - Number(isPays(a))));

/** Whether a row of a pay table was hit by one of the viewer's wagers. @param {Group["head"]} head @param {string} name @param {import("./digest.js").Outcome[]} paid */
export const isHit = (head, name, paid) =>
  paid.some(
    ({ spot, line, won }) =>
      won > 0 &&
      line === name &&
      (head?.words.includes(`the ${spot} wager`) || head?.words.includes("beats the dealer")),
  );

/** Whether a hand is of a kind; hands that are not whole yet are named by what they hold so far. @param {import("../shared/types.d.ts").Rank} row @param {import("../shared/types.d.ts").Made | undefined} made */
export function isOfKind({ brief, starts = "" }, made) {
  const called = (made?.brief ?? "").replace(/^pair of .*/, "a pair").replace(/^.* high$/, "high card");
  return Boolean(called) && (called === brief || (starts !== "" && called.startsWith(starts)));
}
