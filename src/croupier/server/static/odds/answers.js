// @ts-check
/* Answers in tables: every figure in percent with its exact fraction, and the command below. */
import { html } from "../shared/words.js";

/** @param {{exact?: string, value: number, error?: number}} figure */
function cell(figure) {
  const digits = figure.exact ? 3 : 2;
  const [top, bottom] = (figure.exact ?? "").split("/");
  const more = figure.exact ? html`${top}/<wbr />${bottom}` : `± ${(100 * (figure.error ?? 0)).toFixed(2)}%`;
  return html`<td class="num" data-exact="${figure.exact ?? ""}">${(100 * figure.value).toFixed(digits)}%<span class="odds-exact">${more}</span></td>`;
}

/** @param {any} answer */
export function equityAnswer(answer) {
  const shares = Object.keys(answer.players[0]).filter((name) => ["high", "low", "badugi"].includes(name));
  const heads = ["equity", "win", "tie", ...shares];
  const count = answer.trials.toLocaleString("en");
  return html`<div class="odds-answer"><table>
      <thead><tr><th>cards</th>${heads.map((name) => html`<th class="num">${name}</th>`)}</tr></thead>
      <tbody>${answer.players.map((/** @type {any} */ one) => html`<tr><td>${one.cards}<meter class="odds-bar" min="0" max="1" value="${one.equity.value}">${one.equity.value}</meter></td>${heads.map((name) => cell(one[name]))}</tr>`)}</tbody>
    </table></div>
    <p class="muted">${answer.method === "exact" ? `Exact: all ${count} deals counted.` : `Simulated: ${count} deals drawn with seed ${answer.seed}.`}</p>
    <code class="odds-command">${answer.command}</code>`;
}

/** @param {any} answer */
export function edgeAnswer(answer) {
  const rows = Object.entries(answer.wagers).map(
    ([name, one]) => html`<tr data-wager="${name}"><td>${name}</td>${cell(one.house_edge)}${cell(one.element_of_risk)}
      ${cell(one.hit_frequency)}<td class="num">${one.standard_deviation.value.toFixed(4)}</td></tr>`,
  );
  const first = /** @type {any} */ (Object.values(answer.wagers)[0]);
  return html`<div class="odds-answer"><table>
      <thead><tr><th>wager</th><th class="num">house edge</th><th class="num">element of risk</th><th class="num">wins</th><th class="num">deviation</th></tr></thead>
      <tbody>${rows}</tbody>
    </table></div>
    <p>${answer.strategy}: ${first.strategy.words}.</p>
    ${Object.entries(answer.sessions ?? {}).map(([name, one]) => html`<p class="muted">${name}, ${one.rounds} rounds: ${one.mean.value.toFixed(4)} units on average, deviation ${one.standard_deviation.toFixed(4)}${one.bankroll ? `; ${one.bankroll} units are lost in ${(100 * one.ruin).toFixed(4)}% of sessions` : ""}</p>`)}
    ${answer.notes.map((/** @type {string} */ note) => html`<p class="${note.startsWith("for comparison") ? "odds-below" : "faint"}">${note}</p>`)}
    <code class="odds-command">${answer.command}</code>`;
}
