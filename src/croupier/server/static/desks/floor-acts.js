// @ts-check
/* The floor's orders, each in a small dialog that shows what it would do before it is given. */
import { amount } from "../shared/form.js";
import { Refused, room } from "../shared/room.js";
import { attempt, may, notice, order, preview } from "./staff.js";
import { html, capital, money } from "../shared/words.js";
import { morph } from "../shared/morph.js";
import { effectOf, refusedBox } from "./floor-effect.js";
import { mayRule, mayRun } from "./floor-tables.js";
import { approvalOf, filing, filingOf } from "./floor-filing.js";
import { asTyped, rakeRules } from "./floor-rake.js";
import { changeSign, newTable } from "./floor-sign.js";
import { staffIn } from "./signature.js";
import { openOrders, orderGroups } from "../shared/all-orders.js";
/** @import {FloorSeen, TableOnFloor} from "../shared/types.d.ts" */
/** @import {Me} from "../shared/room.js" */

/** Tables that close when their round is over. @type {Set<string>} */
export const closing = new Set();

/** @typedef {{table: TableOnFloor, of: string, seen: FloorSeen, me: Me, find: (name: string) => TableOnFloor | undefined}} Given */
/** @typedef {{name: string, words: string, like?: string, value?: string, from?: [string, string][], type?: string, free?: boolean}} Field */

/** Ask for what an order needs, show what it would do, and give it. @param {{title: string, words: unknown, fields: Field[], act: string, on: string, table?: TableOnFloor, command: (v: Record<string, string>) => any, danger?: boolean}} asks @returns {Promise<boolean>} */
function ask(asks) {
  const box = document.createElement("dialog"),
    heading = "order-title";
  box.className = "order";
  box.setAttribute("aria-labelledby", heading);
  box.innerHTML =
    html`<form><header><h2 id="${heading}" tabindex="-1"${asks.fields.length ? "" : html` autofocus`}>${asks.title}</h2><button class="btn btn--quiet btn--icon" type="button" data-no aria-label="Close"><ui-icon name="cross"></ui-icon></button></header>
    <p class="muted">${asks.words}</p>
    ${asks.fields.map((f, i) => html`<label class="field">${f.words}${f.from ? html`<select class="input" name="${f.name}">${f.from.map(([value, words]) => html`<option value="${value}"${value === f.value ? html` selected` : ""}>${words}</option>`)}</select>` : html`<input class="input" name="${f.name}" type="${f.type ?? "text"}" value="${f.value ?? ""}" placeholder="${f.like ?? ""}" maxlength="200" autocomplete="off"${f.free ? "" : html` required`}${i ? "" : html` autofocus`}>`}</label>`)}
    <div class="effect" aria-live="polite"></div>
    <footer><button class="btn" type="button" data-no>Cancel</button><button class="btn ${asks.danger ? "btn--danger" : "btn--lamp"}" data-yes>${asks.act}</button></footer></form>`.toString();
  document.body.append(box);
  const form = /** @type {HTMLFormElement} */ (box.querySelector("form")),
    effect = /** @type {HTMLElement} */ (box.querySelector(".effect")),
    yes = /** @type {HTMLButtonElement} */ (box.querySelector("[data-yes]"));
  const values = () =>
    /** @type {Record<string, string>} */ (
      Object.fromEntries([...new FormData(form)].map(([key, value]) => [key, String(value).trim()]))
    );
  const fault = (/** @type {import("../shared/room.js").Refused} */ f) => {
    morph(effect, refusedBox(f));
  };
  let waits = 0,
    looks = 0;
  const look = async () => {
    const turn = ++looks; // a late answer to an earlier question is dropped
    if (!form.checkValidity())
      return void morph(effect, html`<p class="none-yet">The effect of the order is shown here.</p>`);
    try {
      const would = await preview(asks.on, asks.command(values()));
      if (turn === looks) {
        morph(effect, effectOf(would, asks.table));
        yes.disabled = false;
      }
    } catch (f) {
      if (turn === looks) {
        fault(/** @type {import("../shared/room.js").Refused} */ (f));
        yes.disabled = true;
      }
    }
  };
  form.addEventListener("input", () => {
    clearTimeout(waits);
    waits = window.setTimeout(look, 250);
  });
  box.addEventListener("click", (e) => {
    if (e.target instanceof Element && e.target.closest("[data-no]")) box.close();
  });
  let busy = false;
  form.addEventListener("submit", async (e) => {
    e.preventDefault();
    if (busy) return; // pressed twice
    busy = true;
    try {
      await order(asks.on, asks.command(values()));
      box.close("yes");
    } catch (f) {
      if (f instanceof Refused) fault(f);
      else throw f;
    } finally {
      busy = box.returnValue === "yes";
    }
  });
  box.showModal();
  look();
  return new Promise((done) =>
    box.addEventListener("close", () => {
      box.remove();
      done(box.returnValue === "yes");
    }),
  );
}

/** The rake rules that tables may post now. @param {FloorSeen} seen */
const inForce = (seen) => [...seen.house.submissions.rake].reverse().find((v) => v.approval)?.rules;

/** @param {TableOnFloor} table */
const called = (table) => table.called;

/** The seats of a table to choose from. @param {TableOnFloor} table @returns {[string, string][]} */
const seatsOf = (table) => table.seats.map((s) => [String(s.seat), `Seat ${s.seat}, ${s.person}`]);

/** Which agent of the regulator was notified: one of the accounts, anybody in a demonstration. @param {import("./signature.js").Colleague[]} agents @returns {Field} */
const agentField = (agents) => ({
  name: "agent",
  words: "Agent of the IEB you notified",
  ...(room.demonstration ? { like: "I. Moreno" } : { from: agents.map((one) => [one.name, one.name]) }),
});

/** Why a player called the floor. @param {TableOnFloor} table @param {string} person */
const aboutOf = (table, person) => table.calls.find((one) => one.person === person)?.about ?? "";

/** @type {Record<string, (given: Given) => Promise<unknown>>} */
const ACTS = {
  pause: ({ table }) =>
    ask({
      title: `Pause ${called(table)}`,
      words: "The deck is set down under a marker. No cards are dealt, no player acts, and the clock stops.",
      act: "Pause the table",
      on: table.name,
      table,
      fields: [{ name: "reason", words: "Why", like: "a dispute about the bet", value: "a question at the table" }],
      command: ({ reason }) => ({ type: "PauseHand", reason }),
    }),
  resume: async ({ table }) => {
    if (await attempt(order(table.name, { type: "ResumeHand" })))
      notice(`${called(table)} resumes`, "POKER 6(e)(1)", "good");
  },
  open: async ({ table }) => {
    if (await attempt(order(table.name, { type: "OpenTable" }))) notice(`${called(table)} is open`, "", "good");
  },
  close: async ({ table }) => {
    if (table.playing) {
      closing.add(table.name);
      return notice(`${called(table)} closes when this round is over`, "POKER 1 round of play", "good");
    }
    return ask({
      title: `Close ${called(table)}`,
      words: "Play ends, players take their chips, and the decks leave the table.",
      act: "Close the table",
      on: table.name,
      table,
      fields: [],
      command: () => ({ type: "CloseTable" }),
    });
  },
  "stay-open": async ({ table }) => {
    closing.delete(table.name);
  },
  announce: async ({ table }) => {
    if (await attempt(order(table.name, { type: "AnnounceSeats" })))
      notice(`the free seats of ${called(table)} are announced`, "POKER 18", "good");
  },
  remove: async ({ table, of }) => {
    const person = table.seats.find((s) => s.seat === Number(of))?.person ?? "",
      noticed = table.document !== "BBC",
      agents = noticed && !room.demonstration ? await staffIn(["ieb_agent"]) : [];
    if (noticed && !room.demonstration && !agents.length)
      return notice(
        "an agent of the IEB is notified of a removal: the shift supervisor makes their account at the desk People",
        "POKER 16(b)",
      );
    return ask({
      title: `Remove ${person}`,
      words:
        "The player leaves with their chips when the round is over, and is excluded from every game until a shift supervisor lifts the exclusion.",
      act: `Remove ${person}`,
      danger: true,
      on: table.name,
      table,
      fields: [
        { name: "cause", words: "Cause", like: "threats to another player" },
        ...(noticed ? [agentField(agents)] : []),
      ],
      command: ({ cause, agent }) => ({
        type: "RemovePlayer",
        seat: Number(of),
        cause,
        ...(noticed ? { notice: { agent, at: new Date().toISOString() } } : {}),
      }),
    });
  },
  flag: ({ table }) =>
    ask({
      title: "Flag players for collusion",
      words: "The flag is for the staff alone: players do not see it.",
      act: "Flag them",
      on: table.name,
      table,
      fields: [
        { name: "players", words: "Players to flag, by name", like: "Ana, Bram" },
        { name: "grounds", words: "Evidence", like: "soft play in three rounds" },
      ],
      command: ({ players, grounds }) => ({
        type: "FlagCollusion",
        players: players
          .split(",")
          .map((p) => p.trim())
          .filter(Boolean),
        grounds,
      }),
    }),
  lift: ({ of }) =>
    ask({
      title: `Let ${of} in again`,
      words: "From then on this player may take a seat.",
      act: "Let in again",
      on: "",
      fields: [{ name: "reason", words: "Why", like: "the complaint was withdrawn" }],
      command: ({ reason }) => ({ type: "LiftExclusion", person: of, reason }),
    }),
  file: () => ask(filing()),
  "file-game": async ({ table }) => ask(await filingOf(table)),
  "approve-filed": ({ of }) => ask(approvalOf(of)),
  answer: ({ table, of }) => {
    const asked = JSON.parse(of);
    return ask({
      title: `Sign at ${called(table)}`,
      words: `${capital(asked.words)}. It is recorded under your name (${asked.clause}).`,
      act: "Sign",
      on: asked.door.startsWith("/api/house") ? "" : table.name,
      table,
      fields: [],
      command: () => asked.command,
    });
  },
  "answer-call": ({ table, of }) =>
    ask({
      title: `Answer ${of} at ${called(table)}`,
      words: `“${aboutOf(table, of)}” The whole table reads the answer. Pause the table or rule with the buttons of its row.`,
      act: "Answer",
      on: table.name,
      table,
      fields: [{ name: "answer", words: "Answer", like: "the floor comes to the table" }],
      command: ({ answer }) => ({ type: "AnswerCall", person: of, answer }),
    }),
  demand: ({ table }) =>
    ask({
      title: `Have a discarded hand shown, ${called(table)}`,
      words: "At the showdown and after it, where the sign keeps this right of the house.",
      act: "Show the hand",
      on: table.name,
      table,
      fields: [
        {
          name: "seat",
          words: "Whose hand",
          from: seatsOf(table),
        },
      ],
      command: ({ seat }) => ({ type: "Play", command: { type: "Demand", seat: Number(seat) } }),
    }),
  call: ({ table, of }) => {
    const [kind, seat] = JSON.parse(of);
    return ask({
      title: `Call the next to seat ${seat}`,
      words: `The seat at ${called(table)} is kept for the first in line, who hears of it at once.`,
      act: "Call",
      on: "",
      table,
      fields:
        table.free.length > 1
          ? [
              {
                name: "seat",
                words: "Seat",
                value: String(seat),
                from: table.free.map((/** @type {number} */ s) => [String(s), `Seat ${s}`]),
              },
            ]
          : [],
      command: (v) => ({ type: "CallNext", kind, table: table.name, seat: Number(v.seat ?? seat) }),
    });
  },
  strike: ({ of }) => {
    const [kind, person] = JSON.parse(of);
    return ask({
      title: `Strike ${person} off the list`,
      words: "A player who wants to wait again joins at the end.",
      act: "Strike off",
      on: "",
      fields: [],
      command: () => ({ type: "LeaveList", kind, person }),
    });
  },
  join: ({ seen }) => {
    const kinds = [
      ...new Map(
        seen.tables.map((t) => [
          t.table.kind.join("|"),
          [t.table.kind.join("|"), `${t.table.title}, ${t.table.stakes}`],
        ]),
      ).values(),
    ];
    return ask({
      title: "Add a player",
      words: "First come, first called.",
      act: "Add to the list",
      on: "",
      fields: [
        { name: "person", words: "Name", like: "Amara" },
        { name: "kind", words: "Waits for", from: /** @type {any} */ (kinds) },
      ],
      command: ({ person, kind }) => ({ type: "JoinList", person, kind: kind.split("|") }),
    });
  },
  verify: ({ table, of }) =>
    ask({
      title: `Verify the bad beat of round ${of}`,
      words: "You have seen the hands and they qualify. Security or accounting is asked to bring the money.",
      act: "Verify",
      on: table.name,
      table,
      fields: [
        { name: "name", words: "Who brings the payout", like: "S. Ortiz" },
        {
          name: "role",
          words: "Of",
          from: [
            ["security", "security"],
            ["accounting", "accounting"],
          ],
        },
      ],
      command: ({ name, role }) => ({ type: "VerifyBadBeat", round: Number(of), notified: [name, role] }),
    }),
  deny: ({ table, of }) =>
    ask({
      title: `Deny the bad beat of round ${of}`,
      words: "The hand does not qualify; the record says why.",
      act: "Deny",
      danger: true,
      on: table.name,
      table,
      fields: [{ name: "reason", words: "Why", like: "only one hole card plays" }],
      command: ({ reason }) => ({ type: "DenyBadBeat", round: Number(of), reason }),
    }),
  supplement: () =>
    ask({
      title: "Submit a rule of the house",
      words: "It is cited in rulings once its approval is recorded.",
      act: "Submit",
      on: "",
      fields: [
        { name: "name", words: "Its name", like: "cell phones" },
        { name: "words", words: "What it says", like: "a hand is dead whose player talks on a phone" },
      ],
      command: ({ name, words }) => ({ type: "SubmitSupplement", name, words }),
    }),
  rake: ({ seen }) => {
    const now = asTyped(inForce(seen));
    return ask({
      title: "Submit rake rules",
      words:
        "Every way in which the house may take a rake. Once the submission is approved, a table can post any of them; until then the previous version applies.",
      act: "Submit the rake rules",
      on: "",
      fields: [
        {
          name: "percent",
          words: "Percentage of what is bet in each betting round",
          like: "5",
          value: now.percent,
          free: true,
        },
        {
          name: "levels",
          words: "Increments: how much, as the pot reaches how much",
          like: "$1 at $10, $1 at $20",
          value: now.levels,
          free: true,
        },
        {
          name: "maximum",
          words: "Maximum rake of one round of play",
          like: "$4",
          value: now.maximum,
          free: true,
        },
        {
          name: "hourly",
          words: "Time charge: the fee of an hour, by the limits of the table",
          like: "$12 an hour at $2/$4",
          value: now.hourly,
          free: true,
        },
        {
          name: "minutes",
          words: "Time is collected",
          value: now.minutes,
          from: [
            ["60", "every hour"],
            ["30", "every 30 minutes"],
            ["20", "every 20 minutes"],
          ],
        },
        {
          name: "basis",
          words: "From",
          value: now.basis,
          from: [
            ["player", "each player seated"],
            ["table", "the table"],
          ],
        },
      ],
      command: (v) => ({ type: "SubmitRakeRules", rules: rakeRules(v) }),
    });
  },
  "approve-rake": ({ of }) =>
    ask({
      title: `Record the approval of rake rules ${of}`,
      words: "From then on they replace the previous version, and tables can post them.",
      act: "Record approval",
      on: "",
      fields: [{ name: "reference", words: "Reference of the approval", like: "MGC 2026-114" }],
      command: ({ reference }) => ({ type: "RecordRakeApproval", number: Number(of), reference }),
    }),
  fill: ({ table }) =>
    ask({
      title: `Ask for a fill or a credit, ${called(table)}`,
      words:
        "A fill brings chips from the cage to the table's inventory, a credit takes them back. The cage counts, security carries, dealer and floor sign.",
      act: "Ask the cage",
      on: "",
      fields: [
        {
          name: "kind",
          words: "What",
          from: [
            ["RequestFill", "Fill"],
            ["RequestCredit", "Credit"],
          ],
        },
        { name: "chips", words: "Amount", like: "$500" },
      ],
      command: ({ kind, chips }) => ({ type: kind, table: table.name, chips: amount(chips, "chips") }),
    }),
  approve: ({ of }) =>
    ask({
      title: `Record the approval of ${of}`,
      words: "From then on the rule is in force.",
      act: "Record approval",
      on: "",
      fields: [{ name: "reference", words: "Reference of the approval", like: "MGC 2026-114" }],
      command: ({ reference }) => ({ type: "RecordSupplementApproval", name: of, reference }),
    }),
  "new-table": newTable,
  sign: changeSign,
  orders: ({ table, of }) => openOrders("floor", table?.name ?? "", of),
  table: (given) => tableSheet(given),
  keys: async () =>
    sheet(
      "Keys on the floor",
      html`<table class="grid"><tbody>${[
        ["↑ ↓", "choose a table"],
        ["P", "pause it, or resume"],
        ["I", "rule on an irregularity there"],
        ["O", "its seats and orders"],
        ["G, then a name", "go to a table"],
        ["N", "open a table"],
        ["/", "find a table"],
        ["Esc", "close what is open"],
      ].map(([key, words]) => html`<tr><td><kbd>${key}</kbd></td><td>${capital(words)}</td></tr>`)}</tbody></table>`,
    ),
};

/** @param {string} doing @param {Given} given */
export const act = async (doing, given) => ACTS[doing]?.(given);

/** @param {string} title @param {unknown} inside @returns {Promise<void>} */
function sheet(title, inside) {
  const box = document.createElement("dialog");
  box.className = "order order--wide";
  box.setAttribute("aria-labelledby", "sheet-title");
  box.innerHTML =
    html`<header><h2 id="sheet-title" tabindex="-1" autofocus>${title}</h2><button class="btn btn--quiet btn--icon" data-no aria-label="Close"><ui-icon name="cross"></ui-icon></button></header>${inside}`.toString();
  document.body.append(box);
  box.addEventListener("click", (e) => {
    const b = e.target instanceof Element ? e.target.closest("[data-no], [data-act]") : null;
    if (b) box.close();
  });
  box.showModal();
  return new Promise((done) =>
    box.addEventListener("close", () => {
      box.remove();
      done();
    }),
  );
}

const STATES = {
  in: "in the round",
  folded: "folded",
  away: "away, stake kept",
  out: "sitting out",
  leaving: "must leave",
  conceded: "conceded",
  void: "void",
};

/** A table's seats, and the orders of the floor to it. @param {Given} given */
async function tableSheet({ table, me }) {
  const run = mayRun(me),
    rule = mayRule(me),
    groups = await orderGroups("floor", table.name),
    button = (/** @type {string} */ doing, /** @type {string} */ words, icon = "") =>
      html`<button class="btn btn--sm" data-act="${doing}" data-table="${table.name}">${icon ? html`<ui-icon name="${icon}"></ui-icon>` : ""}${words}</button>`;
  await sheet(
    `${table.title}, ${table.stakes}`,
    html`<p class="muted">${table.name === table.game ? "" : `Table ${table.name} · `}${table.status === "open" ? `${table.seats.length} of ${table.places} seats taken` : "closed"} · <a href="/table/${encodeURIComponent(table.name)}" target="_blank" rel="noopener">watch</a></p>
    ${table.seats.length ? html`<table class="grid"><thead><tr><th>Seat</th><th>Player</th><th class="r">Chips</th><th>Now</th><th></th></tr></thead><tbody>${table.seats.map((s) => html`<tr><td><span class="seat-no">${s.seat}</span></td><td>${s.person}</td><td class="r num">${money(s.chips)}</td><td class="muted">${STATES[/** @type {keyof typeof STATES} */ (s.state)] ?? s.state}</td><td class="r">${run && s.state !== "leaving" ? html`<button class="btn btn--sm btn--danger" data-act="remove" data-table="${table.name}" data-of="${s.seat}" aria-label="Remove ${s.person}">Remove</button>` : ""}</td></tr>`)}</tbody></table>` : html`<p class="none-yet">Nobody sits here.</p>`}
    ${table.disputes.length ? html`<h3>Disputes</h3><ul class="todo todo--due">${table.disputes.map((d) => html`<li><p>${capital(d.dispute)}: ${d.ruling}<small>${d.reason}</small></p><span class="tag${d.final ? "" : " tag--warn"}">${d.final ? "Final" : "May go to the shift supervisor"}</span></li>`)}</ul>` : ""}
    <footer class="wrap">${table.status !== "open" ? (run ? html`${button("open", "Open the table", "play")}${button("sign", "Change the sign")}${may(me, "SubmitRules") ? button("file-game", "Submit what it elects") : ""}` : "") : html`${rule ? html`${table.paused ? button("resume", "Resume", "play") : button("pause", "Pause", "pause")}${button("rule", "Rule", "warn")}` : ""}${rule && table.free.length && table.family !== "banked" ? button("announce", "Announce the free seats", "chat") : ""}${rule && table.family !== "banked" && table.seats.length ? button("demand", "Show a discarded hand", "eye") : ""}${may(me, "FlagCollusion") ? button("flag", "Flag collusion", "eye") : ""}${run ? button("sign", "Change the sign") : ""}${run ? button("fill", "Fill or credit", "chips") : ""}${run ? (closing.has(table.name) ? button("stay-open", "Stay open") : button("close", "Close the table", "lock")) : ""}`}</footer>
    ${groups.length ? html`<h3>More orders to this table</h3><footer class="wrap">${groups.map((group) => html`<button class="btn btn--sm" data-act="orders" data-table="${table.name}" data-of="${group}">${group}</button>`)}</footer>` : ""}`,
  );
}
