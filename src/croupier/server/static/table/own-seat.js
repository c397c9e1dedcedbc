// @ts-check
/* The viewer's seat: chips, sitting out, wishes for the next round, and leaving with what is there. */
import { capital, html, money } from "../shared/words.js";
import { morph } from "../shared/morph.js";
import { clauseChip, confirm, room } from "../shared/room.js";
import { addChips, amountTyped } from "./actions.js";
import { toGame } from "./parting.js";
import { floorCall, requests } from "./requests.js";

/** How a hand is shown; the first is shown until the player has chosen. @type {[string, string][]} */
const SHOWING = [
  ["", "As the room does"],
  ["muck", "Muck losing hands"],
  ["show", "Show every hand"],
  ["ask", "Ask me every time"],
];

/** Friends have no cage: chips go back, and the ledger counts them. */
const toLedger = () => room.kind === "friends";

export class OwnSeat {
  /** @param {HTMLDialogElement} sheet @param {HTMLDialogElement} left @param {import("./actions.js").ActionBar} bar */
  constructor(sheet, left, bar) {
    this.sheet = sheet;
    this.left = left;
    this.bar = bar;
    this.fault = ""; // in what was typed
    this.unheard = ""; // why the floor was not called
    sheet.addEventListener("click", (e) => {
      const act = e.target instanceof Element ? e.target.closest("[data-seat-act]") : null;
      if (act) this.act(act.getAttribute("data-seat-act") ?? "");
    });
    sheet.addEventListener("change", (e) => {
      if (e.target instanceof HTMLSelectElement && e.target.matches("[data-showing]") && e.target.value)
        bar.attempt(bar.feed.order({ type: "ChooseShowing", how: e.target.value }), "Your choice for the showdown");
    });
  }

  get screen() {
    return this.bar.screen;
  }

  show() {
    const { screen } = this,
      { me } = this.bar,
      [, usual] = screen.buys,
      [, most] = screen.buy_limits,
      may = new Set(screen.may);
    if (!me) return this.sheet.close();
    const straddles = screen.straddles?.includes(screen.mine);
    morph(
      /** @type {HTMLElement} */ (this.sheet.querySelector("[data-rows]")),
      html`
      <p class="own-chips"><span>In front of you</span><b class="num">${money(me.chips)}</b>${screen.bought ? html`<small class="muted">${money(screen.bought)} brought to the table</small>` : ""}</p>
      ${usual && may.has("Buy") && !me.leaving ? html`<div class="own-row"><label class="field">Add chips${most ? `, up to ${money(most)}` : ""}<input class="input" data-more inputmode="decimal" value="${money(usual)}"></label><button class="btn" data-seat-act="buy">Add chips</button></div>${this.fault ? html`<p class="loss" role="alert">${this.fault}</p>` : ""}${me.coming ? html`<p class="muted">${money(me.coming)} is on its way: it comes when the round is over.</p>` : ""}` : ""}
      ${may.has("SitOut") && !me.leaving ? html`<div class="own-row"><span>${me.away ? "You are sitting out." : "You are dealt in."}</span><button class="btn" data-seat-act="${me.away ? "in" : "out"}">${me.away ? "Deal me in" : "Sit out"}</button></div>` : ""}
      ${screen.straddle ? html`<div class="own-row"><span>A straddle of ${money(screen.straddle)} whenever the place is yours ${clauseChip("POKER 20(d)")}</span><button class="btn" data-seat-act="straddle" aria-pressed="${String(straddles)}">${straddles ? "Stop straddling" : "Straddle"}</button></div>` : ""}
      ${screen.family === "banked" ? "" : html`<div class="own-row"><label class="field">At the showdown<select class="input" data-showing>${SHOWING.map(([how, words]) => html`<option value="${how}"${screen.showing === how ? html` selected` : ""}>${words}</option>`)}</select></label>${clauseChip("POKER 15(d)")}</div>`}
      ${screen.bomb_pot ? html`<div class="own-row"><span>${screen.bomb ? "A bomb pot is proposed for the next round." : `A bomb pot next round: ${money(screen.bomb_pot)} from each who agrees`} ${clauseChip("BBC bomb1")}</span>${screen.bomb ? "" : html`<button class="btn" data-seat-act="bomb">Propose it</button>`}</div>` : ""}
      ${requests(screen, me)}
      ${floorCall(screen, this.unheard)}
      <div class="own-row"><span>${me.leaving ? "You leave when this round is over." : `Your chips go ${toLedger() ? "back, and the ledger counts them" : "with you, to the cage"}.`}</span>${me.leaving ? "" : html`<button class="btn btn--danger" data-seat-act="leave">Leave the table</button>`}</div>`,
    );
    return undefined;
  }

  open() {
    this.show();
    this.sheet.showModal();
  }

  /** @param {string} act */
  act(act) {
    const { bar, screen } = this,
      straddles = screen.straddles?.includes(screen.mine);
    const [command, words] = /** @type {Record<string, [any, string]>} */ ({
      out: [{ type: "SitOut" }, "Sitting out"],
      in: [{ type: "SitIn" }, "Sitting in"],
      straddle: [{ type: "WishStraddle", on: !straddles }, "The straddle"],
      bomb: [{ type: "ProposeBombPot" }, "The bomb pot"],
      away: [{ type: "StepAway" }, "Stepping away"],
      agree: [{ type: "AnswerLimits", agree: true }, "Your answer"],
      decline: [{ type: "AnswerLimits", agree: false }, "Your answer"],
      protect: [{ type: "Play", command: { type: "Protect", seat: screen.mine } }, "Protecting your hand"],
    })[act] ?? [null, ""];
    if (act === "call") return this.call();
    if (act === "leave") {
      this.sheet.close();
      return this.leave();
    }
    if (act === "buy")
      return bar.attempt(
        this.buy().catch((fault) => {
          if (!this.sheet.open) throw fault; // it is said over the table
          this.fault = `No chips were added: ${fault.message}.`;
          return this.show();
        }),
        "No chips were added.",
      );
    if (act !== "straddle") this.sheet.close();
    return (
      command &&
      bar.attempt(
        bar.feed.order(command).then(() => this.show()),
        words,
      )
    );
  }

  /** Add the chips that stand in the field. */
  async buy() {
    const field = /** @type {HTMLInputElement} */ (this.sheet.querySelector("[data-more]")),
      chips = amountTyped(field.value, this.screen.buys[1]);
    this.fault = "";
    this.sheet.close();
    await addChips(this.bar.feed, chips);
    this.show();
  }

  /** Call the floor to the table, and say why. */
  async call() {
    const field = /** @type {HTMLInputElement} */ (this.sheet.querySelector("[data-about]"));
    try {
      this.unheard = "";
      await this.bar.feed.order({ type: "CallFloor", about: field.value.trim() });
      field.value = "";
    } catch (fault) {
      this.unheard = `${capital(/** @type {Error} */ (fault).message)}.`;
    }
    if (this.sheet.open) this.show();
  }

  async leave() {
    const { screen, bar } = this,
      inHand = screen.playing && bar.me?.state && bar.me.state !== "folded";
    const words = inHand
      ? "You are in a round: it is played out first. Stay and play it, or go: the dealer then passes for you."
      : `You take ${money(bar.me?.chips ?? 0)} ${toLedger() ? "away, which the ledger counts" : "to the cage"}.`;
    if (!(await confirm("Leave the table?", words, "Leave"))) return;
    bar.attempt(bar.feed.order({ type: "Leave" }), "Leave");
  }

  /** The chips are counted out: what one brings away. @param {number} stake @param {number} bought @param {{toString(): string}} [why] if not by their own wish */
  goodbye(stake, bought, why) {
    const gain = stake - bought;
    this.sheet.close();
    morph(
      this.left,
      html`<h2 id="left-title" tabindex="-1" autofocus>You take ${money(stake)} away</h2>
      ${why ? html`<p>${why}</p>` : ""}
      <dl class="own-sum"><dt>Brought to the table</dt><dd class="num">${money(bought)}</dd><dt>Taken ${toLedger() ? "from the table" : "to the cage"}</dt><dd class="num">${money(stake)}</dd>
      <dt>${gain < 0 ? "Lost" : gain > 0 ? "Won" : "Even"}</dt><dd class="num ${gain > 0 ? "gain" : gain < 0 ? "loss" : ""}">${gain > 0 ? "+" : ""}${money(gain)}</dd></dl>
      <footer><button class="btn" data-close>Stay and watch</button>${toGame("btn")}<a class="btn btn--solid" href="/">To the lobby</a></footer>`,
    );
    if (!this.left.open) this.left.showModal();
  }
}
