// @ts-check
/* Bets against the house: every spot of the layout before the cards, repeated if one likes, and the settlement spelled out. */
import { html, money, capital, typed } from "../shared/words.js";
import { bareClause } from "../shared/room.js";
import { net } from "./digest.js";

export class Wagering {
  /** @param {import("./actions.js").ActionBar} bar */
  constructor(bar) {
    this.bar = bar;
    /** @type {Record<string, number>} */
    this.amounts = {};
    this.repeat = false;
    this.round = 0; // in which we have repeated
    this.sent = 0; // in which we have placed
  }

  get total() {
    return Object.values(this.amounts).reduce((sum, cents) => sum + cents, 0);
  }
  /** @returns {{spot: string, least: number, most: number, unit: number}[]} */
  get spots() {
    return (this.bar.turn?.options ?? []).map(({ spot = "", least = 0, most = 0, unit = 1 }) => ({
      spot,
      least,
      most,
      unit,
    }));
  }

  markup() {
    const lies = this.bar.me.spots ?? {},
      placed = Object.keys(lies).length > 0,
      { round } = this.bar.screen;
    if (this.repeat && this.round !== round && this.total) {
      this.round = round;
      queueMicrotask(() => this.place());
    }
    const { layout } = this.bar.screen,
      required = layout.filter((s) => s.required).map((s) => s.name),
      begun = required.length ? required : [layout[0]?.name]; // where nothing is required, the first spot
    for (const { spot, least } of this.spots) this.amounts[spot] ??= begun.includes(spot) ? least : 0;
    return html`<div class="clock" data-key="bets"><span class="now">${placed ? "Bets placed" : "Place your bets"}</span>${this.bar.isUnhurried ? html`<span>Take your time</span>` : html`<b role="timer" data-seconds aria-label="Time left"></b><span>until no more bets</span>`}</div>
      <div class="wagering" data-key="wagering">${this.spots.map(
        ({
          spot,
          least,
          most,
        }) => html`<div class="wager-field" data-key="w-${spot}"><label for="w-${spot}">${capital(spot)} <small class="muted">${least === most ? money(least) : `${money(least)} to ${money(most)}`}</small></label>
        <div class="stepper"><button class="btn" data-act="less:${spot}" aria-label="Less on ${spot}"><ui-icon name="minus"></ui-icon></button><input class="input" id="w-${spot}" data-wager="${spot}" inputmode="decimal" value="${money(this.amounts[spot] ?? 0)}"><button class="btn" data-act="more:${spot}" aria-label="More on ${spot}"><ui-icon name="plus"></ui-icon></button></div></div>`,
      )}</div>
      <div class="choices" data-key="choices" data-count="2"><label class="check btn choice"><input type="checkbox" data-repeat ${this.repeat ? html`checked` : ""}> Repeat each round</label>
        <button class="btn ${placed ? "" : "btn--lamp"} choice" data-key="r" data-act="wager">${placed ? "Change to" : "Bet"} <span class="num" data-wager-total>${money(this.total)}</span> <kbd aria-hidden="true">R</kbd></button></div>`;
  }

  place() {
    const wagers = Object.fromEntries(
      this.spots.map(({ spot }) => [spot, this.amounts[spot] ?? 0]).filter(([, cents]) => cents),
    );
    this.bar.send({ type: "Place", seat: this.bar.screen.mine, wagers }, `Wagers of ${money(this.total)}`);
  }

  /** @param {HTMLInputElement} target */
  type(target) {
    if (target.matches("[data-repeat]")) {
      this.repeat = target.checked;
      this.round = this.bar.screen.round;
    }
    const spot = target.dataset.wager;
    if (spot && Number.isFinite(typed(target.value))) {
      this.amounts[spot] = typed(target.value);
      this.show();
    }
  }

  /** @param {string} act */
  act(act) {
    if (act === "wager") return this.place();
    const [way, name] = act.split(":"),
      spot = this.spots.find((s) => s.spot === name);
    if (!spot) return undefined;
    const now = this.amounts[name] ?? 0,
      { least, most, unit } = spot,
      step = Math.max(unit, least);
    this.amounts[name] = way === "more" ? Math.min(most, now ? now + step : least) : now <= least ? 0 : now - step;
    return this.show(true);
  }

  /** @param {boolean} [fields] */
  show(fields) {
    const total = this.bar.bar.querySelector("[data-wager-total]");
    if (total) total.textContent = money(this.total);
    if (fields)
      this.bar.bar.querySelectorAll("[data-wager]").forEach((f) => {
        const field = /** @type {HTMLInputElement} */ (f);
        field.value = money(this.amounts[field.dataset.wager ?? ""] ?? 0);
      });
  }

  /** The viewer's settlement, wager by wager, each with its clause. @param {import("./digest.js").Outcome[]} outcomes @param {boolean} qualified whether the dealer's hand counts */
  settlement(outcomes, qualified) {
    const total = outcomes.reduce((sum, one) => sum + net(one), 0),
      staked = outcomes.reduce((sum, one) => sum + one.staked, 0);
    const sign = (/** @type {number} */ cents) => (cents > 0 ? `+${money(cents)}` : cents < 0 ? money(cents) : "push");
    return html`<div class="settle" data-key="settle">${outcomes.map((one) => html`<div><span>${capital(one.spot)} ${money(one.staked)} ${bareClause(one.clause)}</span><b class="num ${net(one) > 0 ? "gain" : net(one) < 0 ? "loss" : ""}">${sign(net(one))}</b><small class="muted">${reason(one, qualified)}</small></div>`)}
      <div class="total"><span>${total > 0 ? "You win" : total < 0 ? "You lose" : "Even"}</span><b class="num ${total > 0 ? "gain" : total < 0 ? "loss" : ""}">${total ? sign(total) : money(0)}</b><small class="muted">${money(staked)} staked</small></div></div>
    <div class="after" data-key="after"><label class="check"><input type="checkbox" data-repeat ${this.repeat ? html`checked` : ""}> Repeat my bets, ${money(this.total)}, next round</label></div>`;
  }
}

const RESULTS = { wins: "Your hand wins", loses: "Your hand loses", pushes: "Push: the wager comes back" };

/** Why a wager was paid as it was: the line of the pay table with its odds, or what the dealer holds. @param {import("./digest.js").Outcome} one @param {boolean} qualified */
function reason(one, qualified) {
  const odds =
    one.won && one.staked && one.won % one.staked === 0 && one.spot !== "pot" ? `, ${one.won / one.staked} to 1` : "";
  if (one.line) return `${capital(one.line)}${odds}`;
  if (!qualified) return `The dealer does not qualify${odds}`;
  return `${RESULTS[/** @type {keyof typeof RESULTS} */ (one.result)] ?? capital(one.result)}${odds}`;
}
