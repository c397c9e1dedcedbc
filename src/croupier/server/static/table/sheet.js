// @ts-check
/* A rule book or a sign as a sheet: headings, sentences with their clause, pay tables as tables. */
import { html, capital } from "../shared/words.js";
import { bareClause, clauseChip } from "../shared/room.js";
import { grouped, isHit } from "./book.js";

/** @typedef {import("./book.js").SheetLine} SheetLine */

/** @param {SheetLine[]} lines @param {import("./digest.js").Outcome[]} [paid] the viewer's wagers, as they were settled */
export function signSheet(lines, paid = []) {
  return html`<div class="sheet">${grouped(lines)
    .filter((g) => g.lines.length)
    .map(({ head, lines: rows }) => {
      const pays = rows.filter((row) => / \.{3,} /.test(row.words)),
        rest = rows.filter((row) => !/ \.{3,} /.test(row.words));
      return html`<section>${head ? html`<h2>${capital(head.words)}${pays.length ? clauseChip(pays[0].clause) : ""}</h2>` : ""}
      ${
        pays.length
          ? html`<table class="paytable"><tbody>${pays.map((row) => {
              const [name, odds] = row.words.split(/ \.{3,} /);
              return html`<tr${isHit(head, name, paid) ? html` aria-current="true"` : ""}><th scope="row">${capital(name)}</th><td>${odds}</td></tr>`;
            })}</tbody></table>`
          : ""
      }
      ${rest.length ? html`<ul>${rest.map((row) => html`<li><span>${capital(row.words)}${row.items?.length ? html`<small class="muted">${row.items.join(" · ")}</small>` : ""}</span>${bareClause(row.clause)}</li>`)}</ul>` : ""}</section>`;
    })}</div>`;
}
