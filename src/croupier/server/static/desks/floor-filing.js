// @ts-check
/* What the house submits and the Commission approves: the elections of a game, the cover card, the area, machines. */
import { api, bareClause } from "../shared/room.js";
import { may } from "./staff.js";
import { html, capital } from "../shared/words.js";

/** @typedef {import("../shared/types.d.ts").Filing} Filing */
const CLAUSES = /** @type {Record<string, string>} */ ({
  "automated dealer": "POKER 6(b)",
  "cover card": "POKER 2(a)",
  "poker area": "POKER 6(a)",
  "counting shuffler": "POKER 6(e)(5)",
  "shuffler procedure": "POKER 15(p)",
});
/** What is approved other than games, and what to write. @type {[string, string][]} */
const THINGS = [
  ["automated dealer", "the dealer of virtual tables"],
  ["cover card", "its color, against the backs"],
  ["poker area", "where the tables stand"],
  ["counting shuffler", "a shuffler that counts"],
  ["shuffler procedure", "what is done when one fails"],
];

/** Every filed version, the newest first. @param {Filing[]} filed @param {import("../shared/room.js").Me} me @param {Record<string, string>} titles of games, by their keys */
export const filedRows = (filed, me, titles) =>
  [...filed]
    .reverse()
    .map(
      (one) =>
        html`<li data-key="f-${one.subject}-${one.number}"><p>${capital(titles[one.subject] ?? one.subject)}, version ${one.number}${one.words ? `: ${one.words}` : ""}<small>${one.approval ? `approved ${one.on}, ${one.approval}` : "submitted, not in force yet"}${bareClause(CLAUSES[one.subject] ?? "POKER 14(a)")}</small></p>${one.approval ? html`<span class="tag tag--good">Can be posted</span>` : may(me, "RecordApproval") ? html`<button class="btn btn--sm" data-act="approve-filed" data-of="${JSON.stringify([one.subject, one.number])}" aria-label="Record approval of ${one.subject}, version ${one.number}">Record approval</button>` : html`<span class="tag tag--warn">Submitted</span>`}</li>`,
    );

/** What the form asks for a thing that is approved. */
export const filing = () => ({
  title: "Submit for approval",
  words: "Tables of a card room open once these are approved. What a game elects is submitted from its table.",
  act: "Submit",
  on: "",
  fields: [
    { name: "subject", words: "What", from: THINGS },
    { name: "words", words: "In words", like: "yellow, opaque, on red and blue backs" },
  ],
  command: (/** @type {Record<string, string>} */ { subject, words }) => ({ type: "SubmitRules", subject, words }),
});

/** The elections of a table's sign, to be submitted. @param {{name: string, game: string, title: string}} table */
export async function filingOf(table) {
  const { sign } = await api("/api/signs", {
    method: "POST",
    body: { game: table.game, texts: {}, table: table.name },
  });
  return {
    title: `Submit what ${table.title} elects`,
    words: "Antes, blinds, straddle, kill and excess chip, as the sign of this table has them.",
    act: "Submit",
    on: "",
    fields: [],
    command: () => ({ type: "SubmitRules", subject: table.game, sign }),
  };
}

/** The approval of a version. @param {string} of */
export function approvalOf(of) {
  const [subject, number] = JSON.parse(of);
  return {
    title: `Record the approval of ${subject}, version ${number}`,
    words: "From then on tables can post it.",
    act: "Record approval",
    on: "",
    fields: [
      { name: "reference", words: "Reference of the approval", like: "MGC 2026-114" },
      { name: "on", words: "Date of the approval", type: "date" },
    ],
    command: (/** @type {Record<string, string>} */ { reference, on }) => ({
      type: "RecordApproval",
      subject,
      number,
      reference,
      on,
    }),
  };
}
