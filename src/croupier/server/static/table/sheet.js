// @ts-check
/* A rule book or a sign as a sheet: headings, sentences with their clause, pay tables as tables. */
import { html, capital } from "../shared/words.js";
import { bareClause, clauseChip } from "../shared/room.js";

/** @typedef {{words: string, clause: string, kind: string, items: string[]}} SheetLine */

/** @param {SheetLine[]} lines */
export function signSheet(lines) {
  /** @type {{head: SheetLine | null, lines: SheetLine[]}[]} */
  const groups = [{ head: null, lines: [] }];
  for (const line of lines) {
    if (line.kind === "heading") groups.push({ head: line, lines: [] });
    else if (line.kind !== "title") groups.at(-1)?.lines.push(line);
  }
  return html`<div class="sheet">${groups
    .filter((g) => g.lines.length)
    .map(({ head, lines: rows }) => {
      const pays = rows.filter((row) => / \.{3,} /.test(row.words)),
        rest = rows.filter((row) => !/ \.{3,} /.test(row.words));
      return html`<section>${head ? html`<h3>${capital(head.words)}${pays.length ? clauseChip(pays[0].clause) : ""}</h3>` : ""}
      ${
        pays.length
          ? html`<table class="paytable"><tbody>${pays.map((row) => {
              const [name, odds] = row.words.split(/ \.{3,} /);
              return html`<tr><th scope="row">${capital(name)}</th><td>${odds}</td></tr>`;
            })}</tbody></table>`
          : ""
      }
      ${rest.length ? html`<ul>${rest.map((row) => html`<li><span>${capital(row.words)}${row.items?.length ? html`<small class="muted">${row.items.join(" · ")}</small>` : ""}</span>${bareClause(row.clause)}</li>`)}</ul>` : ""}</section>`;
    })}</div>`;
}
