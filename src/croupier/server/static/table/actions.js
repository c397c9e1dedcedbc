// @ts-check
/* The action bar: only what is legal, in fixed places; amounts by slider, presets, steps and typing are one value. */
import { html, buyIn, money, capital, counted, typed } from "../shared/words.js";
import { morph } from "../shared/morph.js";
import { clauseChip, confirm, onDemand, order, practise, room } from "../shared/room.js";
import { closedWords, floor, toGame } from "./parting.js";

/** Read an amount that was typed; anything else is refused in words, and nothing is ordered. @param {string} text @param {number} usual */
export function amountTyped(text, usual) {
  const cents = typed(text);
  if (!Number.isFinite(cents) || cents <= 0) throw new Error(`type an amount, such as ${money(usual)}`);
  return cents;
}

/** Add chips to a stack; those that the cage or the host is asked for first are added when they come. @param {import("./feed.js").TableFeed} feed @param {number} chips */
export const addChips = (feed, chips) =>
  feed.order({ type: "Buy", chips }).catch((fault) => {
    fault.again = (/** @type {number} */ has) => feed.order({ type: "Buy", chips: Math.min(has, chips) });
    throw fault;
  });

/** @typedef {import("./feed.js").TableFeed} TableFeed */
/** @typedef {{does: string, least?: number, most?: number, unit?: number, spot?: string}} Option */
/** @typedef {ReturnType<typeof import("./digest.js").digest>} Digest */

const BETTING = new Set(["fold", "check", "call", "bet", "raise"]);
const NO_CLOCK = 3600; // seconds: a practice table that lets its player think
const READING = 300; // milliseconds before a key answers a new question

export class ActionBar {
  /** @param {HTMLElement} bar @param {TableFeed} feed @param {(work: Promise<any>, asked: string) => void} attempt */
  constructor(bar, feed, attempt) {
    this.bar = bar;
    this.feed = feed;
    this.attempt = attempt;
    this.amount = 0;
    this.asked = "";
    this.askedAt = 0; // when, in this page's time
    this.busy = false; // an answer is on its way
    /** @type {{does: string, price: number} | null} */
    this.ahead = null;
    /** @type {Set<string>} */
    this.picked = new Set();
    this.buyIn = ""; // as it was typed
    this.shown = false; // the viewer's hand of this round
    /** @type {import("./wagering.js").Wagering | undefined} */
    this.wagering = undefined; // loaded for a seat at a table against the bank
    this.loadWagering = onDemand(async () => {
      const { Wagering } = await import("./wagering.js");
      this.wagering = new Wagering(this);
    });
    bar.addEventListener("click", (e) => this.press(e));
    bar.addEventListener("input", (e) => this.type(e));
    bar.addEventListener("submit", (e) => {
      e.preventDefault();
      this.attempt(
        feed.order({
          type: "NameCut",
          count: Number(new FormData(/** @type {HTMLFormElement} */ (e.target)).get("count")),
        }),
        "The cut",
      );
    });
    bar.addEventListener("focusout", (e) => {
      if (e.target instanceof HTMLElement && e.target.matches(".stepper .input")) this.set(this.amount);
    });
  }

  get screen() {
    return this.feed.screen;
  }
  /** What the viewer is asked; undefined when it is nothing. @returns {import("../shared/types.d.ts").Turn} */
  get turn() {
    return /** @type {any} */ (
      this.screen.mine ? this.screen.turns.find((t) => t.actor === this.screen.mine) : undefined
    );
  }
  /** @param {string} does @returns {Option | undefined} */
  option(does) {
    return this.turn?.options.find((/** @type {Option} */ o) => o.does === does);
  }
  /** The viewer's seat; undefined for a spectator. @returns {import("../shared/types.d.ts").SeatSeen} */
  get me() {
    return /** @type {any} */ (this.screen?.seats.find((s) => s.seat === this.screen.mine));
  }
  get sizer() {
    return this.option("bet") ?? this.option("raise");
  }
  /** The seats that anybody may take. */
  get free() {
    if (this.screen.status !== "open") return [];
    const taken = new Set([...this.screen.seats, ...this.feed.roomInfo.kept].map((s) => s.seat));
    return Array.from({ length: this.screen.places }, (_, i) => i + 1).filter((seat) => !taken.has(seat));
  }
  /** Whether the question is so new that a key was meant for another one. */
  get isFresh() {
    return performance.now() - this.askedAt < READING;
  }
  /** Whether the dealer shows or mucks the viewer's hand by itself: there is nothing to press. */
  get isShownByDealer() {
    return Boolean(this.option("show")) && (!this.option("muck") || (this.screen.showing || room.showdown) !== "ask");
  }
  /** Whether the viewer has something to decide. */
  get isAsked() {
    return Boolean(this.turn) && !this.isShownByDealer;
  }
  /** Whether the table lets its player think for as long as they like. */
  get isUnhurried() {
    return (this.feed.clock?.total ?? 0) >= NO_CLOCK;
  }
  /** Whether the viewer may place wagers before the cards: nothing else is offered then. */
  get isBetting() {
    return Boolean(this.turn?.options.every((o) => o.does === "place"));
  }
  get drawing() {
    return Boolean(this.option("discard"));
  }

  /** @param {Digest} digest */
  render(digest) {
    if (!this.wagering && this.me && this.screen.family === "banked")
      this.loadWagering().then(
        () => this.render(digest),
        () => {}, // loaded with the next frame
      );
    const turn = this.turn,
      key = turn ? JSON.stringify([this.screen.round, this.screen.street, turn]) : ""; // whatever else happens meanwhile
    if (turn && key !== this.asked && !this.isBetting) {
      this.amount = this.sizer?.least ?? 0;
      this.picked.clear();
    }
    if (key !== this.asked) {
      this.busy = false;
      if (turn) this.askedAt = performance.now();
    }
    this.asked = key;
    if (turn && this.actAhead()) return;
    this.bar.toggleAttribute("data-sized", /no limit|pot limit/i.test(this.screen.stakes));
    this.bar.dataset.turn = this.isAsked && !this.isBetting ? "you" : "";
    const held = this.bar.contains(document.activeElement);
    morph(this.bar, this.markup(digest));
    if (held && !this.bar.contains(document.activeElement)) this.bar.focus({ preventScroll: true }); // the button that was pressed is gone
    this.bar.querySelectorAll("button[data-act]").forEach((b) => {
      if (this.busy) b.setAttribute("aria-disabled", "true");
      else b.removeAttribute("aria-disabled");
    });
    this.sync();
    this.tick();
  }

  /** @param {Digest} digest */
  markup(digest) {
    const screen = this.screen,
      me = this.me;
    this.shown = Boolean(digest.shown[screen.mine]);
    if (!me) return this.watching();
    if (screen.paused)
      return html`<p class="limit-note" data-key="paused"><span><b>${capital(floor())} has stopped play.</b> The clock is paused; you will be asked again when play resumes.</span></p>`;
    if (this.isBetting) return this.wagering?.markup() ?? html``;
    if (this.isShownByDealer)
      return html`<p class="limit-note" data-key="showdown"><span><b>The showdown.</b> The dealer turns the hands up in turn.</span> ${clauseChip("POKER 15(d)")}</p>`;
    if (this.turn) return html`${this.clock(this.drawing ? "Your draw" : "Your turn")}${this.asking()}`;
    if (screen.family === "banked" && digest.settled[screen.mine]?.length)
      return this.wagering?.settlement(digest.settled[screen.mine], digest.house?.made[0]?.brief !== "") ?? html``;
    if (screen.playing && me.state === "in" && this.betsAhead) return this.choosingAhead();
    if (screen.bomb && !screen.bomb.yes.includes(me.seat) && !screen.bomb.no.includes(me.seat)) return this.voting();
    if (this.proposed && !(screen.playing && me.state === "in")) return this.limits();
    if (screen.cutter === me.seat) return this.cutting();
    return this.resting(me);
  }

  /** Whether a bet of this betting round may still be asked of the viewer: not at the showdown, nor while cards are drawn. */
  get betsAhead() {
    const { turns, family, street, streets } = this.screen,
      asked = turns.flatMap((turn) => turn.options.map((option) => option.does));
    if (family === "banked" || (!asked.length && street === streets.at(-1) && streets.length > 1)) return false;
    return !asked.length || asked.some((does) => BETTING.has(does));
  }

  cutting() {
    const sealed = this.feed.lines.map((line) => line.entry.fact).findLast((fact) => fact.type === "DeckSealed"),
      most = (sealed?.size ?? 52) - 10;
    return html`<p class="limit-note" data-key="cut"><span><b>The deck is sealed. You name the cut.</b> So many cards go from the top to the bottom; the dealer cuts if you do not.</span></p>
      <form class="sitting" data-key="cutting" data-cut aria-label="The cut"><label class="field">Cards, 10 to ${most}<input class="input" name="count" type="number" inputmode="numeric" min="10" max="${most}" value="26" required></label><button class="btn btn--lamp choice">Cut there</button></form>`;
  }

  /** @param {string} words */
  clock(words) {
    if (this.isUnhurried)
      return html`<div class="clock" data-key="clock"><span class="now">${words}</span><span>Take your time</span></div>`;
    const bank = this.feed.clock?.bank ?? 0;
    return html`<div class="clock" data-key="clock"><span class="now">${words}</span><b role="timer" data-seconds aria-label="Time left"></b>
      ${bank > 0 ? html`<button class="btn btn--sm" data-key="t" data-act="time"><ui-icon name="plus"></ui-icon>${Math.min(30, bank)} s more</button>` : html`<span>No reserve left</span>`}</div>`;
  }

  asking() {
    if (this.drawing) return this.draw();
    if (this.option("agree")) return this.two("Run the rest twice?", ["no", "Once", "F"], ["yes", "Run it twice", "R"]);
    if (this.option("stop"))
      return this.two(
        "Your last card was exposed: wager no more and contend for the pot as it stands, or play on for all of it.",
        ["stop", "Stop wagering", "F"],
        ["play_on", "Play on", "R"],
      );
    if (this.option("show"))
      return this.two(
        "The showdown: show your hand, or concede it unseen.",
        ["muck", "Muck", "F"],
        ["show", "Show", "R"],
      );
    if (this.turn.options.some((/** @type {Option} */ o) => o.does === "place")) return this.choice();
    return this.betting();
  }

  betting() {
    const raise = this.sizer,
      call = this.option("call"),
      check = this.option("check"),
      fold = this.option("fold");
    const toCall = this.turn.to_call ?? 0,
      all = this.me.chips + (this.me.bet ?? 0);
    const sized = raise && (raise.least ?? 0) < (raise.most ?? 0);
    const word = !raise
      ? ""
      : raise.most === all && this.amount === all
        ? "All-in for"
        : raise.does === "bet"
          ? "Bet"
          : "Raise to";
    return html`${sized ? this.sizing(/** @type {Option} */ (raise)) : html`<p class="limit-note" data-key="note"><span><b>${capital(this.screen.street)}.</b> ${raise ? `${raise.does === "bet" ? "Bets are" : "The next raise is to"} ${money(raise.least ?? 0)}.` : call ? "No further raise is possible." : ""}</span> ${clauseChip(this.screen.clause)}</p>`}
      <div class="choices" data-key="choices" data-count="${(fold ? 1 : 0) + (call || check ? 1 : 0) + (raise ? 1 : 0)}">
        ${fold ? html`<button class="btn choice" data-key="f" data-act="fold">Fold <kbd aria-hidden="true">F</kbd></button>` : ""}
        ${check ? html`<button class="btn choice ${raise ? "" : "btn--lamp"}" data-key="c" data-act="check">Check <kbd aria-hidden="true">C</kbd></button>` : ""}
        ${call ? html`<button class="btn choice ${raise ? "" : "btn--lamp"}" data-key="c" data-act="call">${toCall === this.me.chips ? "All-in for" : "Call"} <span class="num">${money(toCall)}</span> <kbd aria-hidden="true">C</kbd></button>` : ""}
        ${raise ? html`<button class="btn btn--lamp choice" data-key="r" data-act="${raise.does}"><span data-bet-words>${word}</span> <span class="num" data-bet-label>${money(this.amount)}</span> <kbd aria-hidden="true">R</kbd></button>` : ""}
      </div>`;
  }

  /** @param {Option} raise */
  sizing(raise) {
    const { least = 0, most = 0, unit = 1 } = raise,
      pot = this.screen.pot ?? 0,
      toCall = this.turn.to_call ?? 0,
      price = toCall + (this.me.bet ?? 0);
    const snap = (/** @type {number} */ cents) => Math.min(most, Math.max(least, Math.round(cents / unit) * unit));
    const presets = /** @type {[string, number][]} */ ([
      ["Min", least],
      ["½ pot", snap(price + (pot + toCall) / 2)],
      ["⅔ pot", snap(price + ((pot + toCall) * 2) / 3)],
      ["Pot", snap(price + pot + toCall)],
      [most === this.me.chips + (this.me.bet ?? 0) ? "All-in" : "Max", most],
    ]);
    return html`<div class="sizing" data-key="sizing">
      <div class="presets" role="group" aria-label="Amounts">${presets.map(([name, cents], i) => html`<button class="btn" data-cents="${cents}" data-preset="${i + 1}" aria-pressed="${String(cents === this.amount)}">${name} <small class="num">${money(cents)}</small></button>`)}</div>
      <input class="slider" type="range" min="${least}" max="${most}" step="${Math.min(unit, most - least)}" aria-label="${raise.does === "bet" ? "Bet" : "Raise to"}">
      <div class="stepper"><button class="btn" data-step="-1" aria-label="Less"><ui-icon name="minus"></ui-icon></button><input class="input" inputmode="decimal" data-amount aria-label="${raise.does === "bet" ? "Bet" : "Raise to"}, typed"><button class="btn" data-step="1" aria-label="More"><ui-icon name="plus"></ui-icon></button></div></div>`;
  }

  draw() {
    const { least = 0, most = 5 } = this.option("discard") ?? {},
      n = this.picked.size,
      hand = (this.me.down ?? []).length;
    return html`<p class="limit-note" data-key="note" aria-live="polite"><span><b>${n ? `You keep ${hand - n}${least ? "" : ` and draw ${n}`}.` : `You keep all ${hand}.`}</b> Mark cards with a press<span class="wide-only"> or keys 1 to ${hand}</span>${least ? `, ${least} of them` : most < hand ? `, at most ${most}` : ""}.</span> ${clauseChip(this.screen.clause)}</p>
      <div class="choices" data-key="choices" data-count="${least ? 1 : 2}">
        ${least ? "" : html`<button class="btn choice ${n ? "" : "btn--lamp"}" data-key="s" data-act="pat">Stand pat <kbd aria-hidden="true">S</kbd></button>`}
        <button class="btn choice ${n ? "btn--lamp" : ""}" data-key="d" data-act="discard" ${n && n >= least ? "" : html`disabled`}>${n ? `Discard ${n}${least ? "" : `, draw ${n}`}` : "Mark cards to discard"} <kbd aria-hidden="true">D</kbd></button></div>`;
  }

  choice() {
    const place = this.option("place"),
      other = this.turn.options.find((/** @type {Option} */ o) => o.does !== "place");
    return html`<p class="limit-note" data-key="note"><span><b>${capital(this.screen.street)}.</b> ${place ? `The ${place.spot} wager is ${money(place.least ?? 0)}.` : ""}</span> ${clauseChip(this.screen.clause)}</p>
      <div class="choices" data-key="choices" data-count="2">
        ${other ? html`<button class="btn choice" data-key="${other.does === "check" ? "c" : "f"}" data-act="${other.does}">${capital(other.does)} <kbd aria-hidden="true">${other.does === "check" ? "C" : "F"}</kbd></button>` : ""}
        ${place ? html`<button class="btn btn--lamp choice" data-key="r" data-act="place">${capital(place.spot ?? "")} <span class="num">${money(place.least ?? 0)}</span> <kbd aria-hidden="true">R</kbd></button>` : ""}</div>`;
  }

  voting() {
    const { bomb, bomb_pot: chips, seats } = this.screen,
      who = seats.find((s) => s.seat === bomb?.by);
    return this.two(
      `${who ? who.name : "A player"} proposes a bomb pot: ${money(chips)} from each player who agrees, and the flop at once.`,
      ["bomb-no", "Sit this one out", "F"],
      ["bomb-yes", `Pay ${money(chips)}`, "R"],
      "BBC bomb1",
    );
  }

  /** Higher limits that the floor proposes, until this player has answered. */
  get proposed() {
    const { proposal } = this.screen;
    return this.me && proposal && !proposal.agreed.includes(this.me.person) ? proposal : null;
  }

  limits() {
    const words = `${capital(floor())} proposes ${this.proposed?.stakes}. It takes effect once every player has agreed.`;
    return this.two(words, ["limits-no", "Decline", "F"], ["limits-yes", "Agree", "R"], "POKER 17");
  }

  /** @param {string} words @param {[string, string, string]} left @param {[string, string, string]} right @param {string} [clause] */
  two(words, left, right, clause = this.screen.clause) {
    return html`<p class="limit-note" data-key="note"><span><b>${words}</b></span> ${clauseChip(clause)}</p>
      <div class="choices" data-key="choices" data-count="2">${[left, right].map(([act, name, key], i) => html`<button class="btn choice ${i ? "btn--lamp" : ""}" data-key="${key.toLowerCase()}" data-act="${act}">${name} <kbd aria-hidden="true">${key}</kbd></button>`)}</div>`;
  }

  get price() {
    return Math.max(0, ...this.screen.seats.map((s) => s.bet ?? 0)) - (this.me?.bet ?? 0);
  }

  choosingAhead() {
    const owed = this.price;
    if (this.ahead?.does === "call" && this.ahead.price !== owed) this.ahead = null; // the bet before you changed
    const offers = /** @type {[string, string][]} */ (
      owed
        ? [
            ["fold", "Fold"],
            ["call", `Call ${money(Math.min(owed, this.me.chips))}`],
            ["any", "Call any"],
          ]
        : [
            ["fold", "Check or fold"],
            ["check", "Check"],
            ["any", "Call any"],
          ]
    );
    const next = this.screen.turns?.[0]?.actor,
      who = this.screen.seats.find((s) => s.seat === next);
    return html`<p class="limit-note" data-key="wait"><span><b>${who ? `Waiting for ${who.name}.` : "The dealer is at work."}</b> You may choose ahead.</span></p>
      <div class="choices ahead" data-key="ahead" role="group" aria-label="Choose ahead">${offers.map(([does, words]) => html`<label class="btn choice"><input type="checkbox" data-ahead="${does}"${this.ahead?.does === does ? html` checked` : ""}> ${words}</label>`)}</div>`;
  }

  /** Do what was chosen ahead, if it is still the same question. */
  actAhead() {
    const { ahead } = this;
    this.ahead = null;
    if (!ahead) return false;
    const seat = this.screen.mine;
    if (ahead.does === "fold" && this.option("check")) this.send({ type: "Check", seat }, "Check");
    else if (ahead.does === "fold" && this.option("fold")) this.send({ type: "Fold", seat }, "Fold");
    else if (ahead.does === "check" && this.option("check")) this.send({ type: "Check", seat }, "Check");
    else if (ahead.does === "any" && this.option("check")) this.send({ type: "Check", seat }, "Check");
    else if (ahead.does === "any" && this.option("call")) this.send({ type: "Call", seat }, "Call");
    else if (ahead.does === "call" && this.option("call") && this.turn.to_call === ahead.price)
      this.send({ type: "Call", seat }, "Call");
    else return false;
    return true;
  }

  watching() {
    const { screen, free } = this,
      { roomInfo } = this.feed,
      [, usual] = screen.buys,
      mine = roomInfo.kept.find((k) => k.person === room.me?.name);
    const chips = html`<label class="field">Chips to sit down with<input class="input" data-buy inputmode="decimal" value="${money(usual)}"></label>`;
    if (screen.status !== "open")
      return html`<p class="limit-note" data-key="closed"><span>${closedWords()}</span></p><div class="resting" data-key="after">${toGame("btn")}<a class="btn" href="/">${room.kind === "friends" ? "To the lobby" : "Other tables"}</a></div>`;
    if (mine)
      return html`<p class="limit-note" data-key="kept" role="status"><span><b>Seat ${mine.seat} is yours.</b> It is kept for you for a minute; then the next in line is called.</span> ${clauseChip("BBC wait2")}</p>
      <div class="sitting" data-key="sit">${chips}<button class="btn" data-act="pass" data-seat="${mine.seat}">Pass</button><button class="btn btn--lamp choice" data-act="sit" data-seat="${mine.seat}">Take seat ${mine.seat}</button></div>`;
    if (roomInfo.place)
      return html`<p class="limit-note" data-key="line" role="status"><span><b>You are ${roomInfo.place === 1 ? "first" : `number ${roomInfo.place}`} of ${roomInfo.waiting} in line.</b> You are called here and in the lobby when a seat is free.</span> ${clauseChip("BBC wait1")}</p>
      <div class="resting" data-key="after"><button class="btn" data-act="unjoin">Leave the list</button><a class="btn" href="/">Other tables</a></div>`;
    if (!free.length || roomInfo.waiting)
      return html`<p class="limit-note" data-key="full"><span><b>${free.length ? "Free seats go to those in line." : "Every seat is taken."}</b> ${roomInfo.waiting ? `${counted(roomInfo.waiting, "player")} in line.` : "Nobody is in line."}</span> ${clauseChip("BBC wait1")}</p>
      <div class="resting" data-key="after"><button class="btn btn--lamp" data-act="join">Join the waiting list</button>${room.demonstration ? html`<button class="btn" data-act="practise">Another practice table</button>` : html`<a class="btn" href="/">Other tables</a>`}</div>`;
    return html`<p class="limit-note" data-key="watch"><span><b>You are watching.</b> Sit down with ${room.demonstration ? "play chips: " : ""}${buyIn(screen)}.</span></p>
      <div class="sitting" data-key="sit">${chips}<button class="btn btn--lamp choice" data-act="sit" data-seat="${free[0]}">Take seat ${free[0]}</button></div>`;
  }

  /** What the other players do while there is nothing to choose for the viewer, who holds a hand. */
  get othersDo() {
    if (this.screen.family === "banked") return "The others choose, then the hands are settled.";
    const draws = this.screen.turns.some((turn) => turn.options.some(({ does }) => does === "discard"));
    return draws ? "The others draw." : "The showdown: the others show or muck.";
  }

  /** @param {any} me */
  resting(me) {
    const { screen } = this,
      may = new Set(screen.may),
      live = screen.playing && (me.state === "in" || me.state === "all-in"),
      out = !me.chips && !live; // chips bought in mid-round come when it is over
    const spread = screen.decks?.length && !screen.playing,
      looked = screen.looked?.includes(me.seat);
    const words = me.leaving
      ? "You leave when this round is over."
      : out
        ? me.coming
          ? `${money(me.coming)} comes when the round is over.`
          : screen.buys[1]
            ? "You have no chips left."
            : "You have no chips left, and have bought all that this table allows."
        : me.away
          ? "You are sitting out."
          : spread
            ? looked
              ? "You have looked at the cards."
              : "The decks are spread for you to look at."
            : me.state === "folded"
              ? "You folded."
              : live && me.state === "all-in"
                ? "You are all-in: the cards decide."
                : screen.playing && me.state && screen.family === "banked" && !me.down?.length
                  ? "The bets of this round are closed; you are in the next one."
                  : screen.playing && me.state
                    ? this.othersDo
                    : screen.playing
                      ? "You are dealt in next round."
                      : this.feed.roomInfo.stopped
                        ? "You are dealt in as soon as rounds are dealt again."
                        : screen.seats.length < 2 && screen.family !== "banked"
                          ? "You are the first here: a round needs another player."
                          : "The next round begins shortly.";
    return html`<p class="limit-note" data-key="rest"><span><b>${words}</b></span> ${spread ? clauseChip("POKER 4(b)") : me.leaving || me.away ? "" : html`<button class="btn" data-key="out" data-act="out">Sit out</button>`}</p>
      <div class="resting" data-key="after">
        ${spread && !looked && screen.decks[0].face === "up" ? html`<button class="btn btn--lamp" data-key="look" data-act="look"><ui-icon name="eye"></ui-icon>I have looked at the cards</button>` : ""}
        ${out && !me.coming && screen.buys[1] && may.has("Buy") ? html`<button class="btn btn--lamp" data-key="buy" data-act="buy">Add ${money(screen.buys[1])}</button>` : ""}
        ${screen.showable && !this.shown ? html`<button class="btn" data-key="reveal" data-act="reveal">Show my hand</button>` : ""}
        ${me.away ? html`<button class="btn btn--lamp" data-key="in" data-act="in">I am back</button>` : ""}
      </div>`;
  }

  // ── One value ────────────────────────────────────────────────────────────────────────────────────
  /** @param {number} cents @param {Element} [from] */
  set(cents, from) {
    const raise = this.sizer;
    if (!raise) return;
    const { least = 0, most = 0, unit = 1 } = raise,
      whole = Math.round(cents / unit) * unit;
    this.amount = Math.min(most, Math.max(least, whole));
    this.sync(from);
  }

  /** @param {Element} [from] */
  sync(from) {
    const raise = this.sizer,
      slider = /** @type {HTMLInputElement | null} */ (this.bar.querySelector(".slider")),
      field = /** @type {HTMLInputElement | null} */ (this.bar.querySelector("[data-amount]"));
    if (!raise) return;
    const { least = 0, most = 0 } = raise;
    if (slider) {
      slider.value = String(this.amount);
      slider.style.setProperty("--p", ((this.amount - least) / (most - least || 1)) * 100 + "%");
      slider.setAttribute("aria-valuetext", money(this.amount));
    }
    if (field && field !== from && field !== document.activeElement) field.value = money(this.amount);
    const label = this.bar.querySelector("[data-bet-label]"),
      words = this.bar.querySelector("[data-bet-words]");
    if (label) label.textContent = money(this.amount);
    if (words)
      words.textContent =
        this.amount === this.me.chips + (this.me.bet ?? 0) ? "All-in for" : raise.does === "bet" ? "Bet" : "Raise to";
    this.bar
      .querySelectorAll("[data-cents]")
      .forEach((b) => b.setAttribute("aria-pressed", String(Number(b.getAttribute("data-cents")) === this.amount)));
  }

  /** @param {Event} e */
  type(e) {
    const target = /** @type {HTMLInputElement} */ (e.target);
    if (target.matches(".slider")) this.set(Number(target.value), target);
    if (target.matches("[data-amount]") && Number.isFinite(typed(target.value))) this.set(typed(target.value), target);
    if (target.matches("[data-buy]")) this.buyIn = target.value;
    if (target.matches("[data-ahead]")) {
      this.ahead = target.checked ? { does: target.dataset.ahead ?? "", price: this.price } : null;
      this.bar.querySelectorAll("[data-ahead]").forEach((other) => {
        if (other !== target) /** @type {HTMLInputElement} */ (other).checked = false;
      });
    }
    this.wagering?.type(target);
  }

  /** @param {Event} e */
  press(e) {
    const target = e.target instanceof Element ? e.target : null,
      button = /** @type {HTMLElement | null | undefined} */ (target?.closest("[data-act], [data-cents], [data-step]"));
    if (!button) return;
    if (button.dataset.cents && this.sizer) return this.set(Number(button.dataset.cents));
    if (button.dataset.step && this.sizer) return this.step(Number(button.dataset.step));
    if (button.dataset.act) this.act(button.dataset.act, button);
  }

  /** @param {number} steps */
  step(steps) {
    this.set(
      this.amount +
        steps * (this.screen.unit > 1 ? Math.max(this.screen.unit, this.sizer?.unit ?? 1) : (this.sizer?.unit ?? 100)),
    );
  }

  /** @param {string} act @param {HTMLElement} button */
  async act(act, button) {
    const seat = this.screen.mine,
      place = this.option("place");
    switch (act) {
      case "fold":
        if (this.option("check") && !(await confirm("Fold?", "You can check for free.", "Fold anyway"))) return;
        return this.send({ type: "Fold", seat }, "Fold");
      case "check":
        return this.send({ type: "Check", seat }, "Check");
      case "call":
        return this.send({ type: "Call", seat }, "Call");
      case "bet":
        return this.send({ type: "Bet", seat, to: this.amount }, `Bet of ${money(this.amount)}`);
      case "raise":
        return this.send({ type: "RaiseTo", seat, to: this.amount }, `Raise to ${money(this.amount)}`);
      case "pat":
        return this.send({ type: "Discard", seat, cards: [] }, "Stand pat");
      case "discard":
        return this.send(
          { type: "Discard", seat, cards: [...this.picked] },
          `Discard of ${counted(this.picked.size, "card")}`,
        );
      case "show":
        return this.send({ type: "Show", seat }, "Show");
      case "stop":
        return this.send({ type: "Stop", seat }, "Stop wagering");
      case "play_on":
        return this.send({ type: "PlayOn", seat }, "Play on");
      case "reveal":
        return this.attempt(this.feed.play({ type: "Show", seat }), "Showing your hand");
      case "look":
        return this.attempt(this.feed.order({ type: "LookAtDecks" }), "Looking at the cards");
      case "bomb-yes":
      case "bomb-no":
        return this.attempt(this.feed.order({ type: "AnswerBombPot", yes: act === "bomb-yes" }), "Your answer");
      case "limits-yes":
      case "limits-no":
        return this.attempt(this.feed.order({ type: "AnswerLimits", agree: act === "limits-yes" }), "Your answer");
      case "join":
      case "unjoin":
        return this.attempt(
          order({ type: act === "join" ? "JoinList" : "LeaveList", kind: [this.screen.game, this.screen.stakes] }),
          "The waiting list",
        );
      case "pass":
        return this.attempt(
          order({ type: "ReleaseSeat", table: this.screen.table, seat: Number(button.dataset.seat) }),
          "Giving the seat up",
        );
      case "practise":
        return this.attempt(practise(this.screen.table), "A practice table");
      case "muck":
        return this.send({ type: "Muck", seat }, "Muck");
      case "yes":
      case "no":
        return this.send({ type: "Agree", seat, yes: act === "yes" }, "Answer");
      case "surrender":
        return this.send({ type: "Surrender", seat }, "Surrender");
      case "place":
        return this.send(
          { type: "Place", seat, wagers: { [place?.spot ?? ""]: place?.least } },
          `${capital(place?.spot ?? "")} wager`,
        );
      case "time":
        return this.attempt(this.feed.moreTime(), "More time");
      case "sit":
        return this.sit(Number(button.dataset.seat)).catch(() => {}); // the page has said why
      case "buy":
        return this.attempt(addChips(this.feed, this.screen.buys[1]), "No chips were added.");
      case "out":
        return this.attempt(this.feed.order({ type: "SitOut" }), "Sit out");
      case "in":
        return this.attempt(this.feed.order({ type: "SitIn" }), "Sit in");
      default:
        return this.wagering?.act(act);
    }
  }

  /** Sit down with what is on hand now, whatever was asked for. @param {number} chips */
  offer(chips) {
    const field = this.bar.querySelector("[data-buy]");
    if (field instanceof HTMLInputElement) field.value = money(chips);
  }

  /** @param {number} seat @param {number} [chips] @returns {Promise<any>} */
  sit(seat, chips) {
    const [, usual] = this.screen.buys,
      field = /** @type {HTMLInputElement | null} */ (this.bar.querySelector("[data-buy]"));
    const sitting = async () =>
      this.feed.order({ type: "Sit", seat, chips: chips || (field ? amountTyped(field.value, usual) : usual) });
    const sat = sitting();
    this.attempt(sat, `Seat ${seat}`);
    return sat;
  }

  /** @param {any} command @param {string} asked */
  send(command, asked) {
    if (this.busy) return; // pressed twice: the second must not answer the next question
    this.busy = true;
    this.bar.querySelectorAll("button[data-act]").forEach((b) => b.setAttribute("aria-disabled", "true"));
    this.attempt(
      this.feed.play(command).finally(() => {
        this.busy = false;
      }),
      asked,
    );
  }

  /** Once a second: the seconds left, and the line that shrinks. */
  tick() {
    const left = this.feed.left,
      total = this.feed.clock?.total || 1,
      seconds = this.bar.querySelector("[data-seconds]");
    if (left !== null) this.bar.style.setProperty("--left", String(left / total));
    if (seconds && left !== null) {
      seconds.innerHTML = html`${Math.ceil(left)} <small>seconds</small>`.toString();
      seconds.setAttribute("aria-label", `${Math.ceil(left)} seconds left`);
    }
  }
}
