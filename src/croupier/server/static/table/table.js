// @ts-check
/* One table: follows it, shows it, speaks it, and takes what its player does. */
import { canNotify } from "../shared/browser.js";
import { enter, room, api, clauseChip, onDemand, openClause, preference, Refused } from "../shared/room.js";
import { html, capital, money, cardWords } from "../shared/words.js";
import { morph } from "../shared/morph.js";
import { TableFeed } from "./feed.js";
import { felt, ringAttributes } from "./felt.js";
import { layout } from "./banked.js";
import { digest } from "./digest.js";
import { result, settledWords } from "./results.js";
import { ActionBar } from "./actions.js";
import { closedWords, floor, removedWords } from "./parting.js";
import { Sitters } from "../shared/sentence.js";
import { log } from "./log.js";
import { latest, sentences } from "./dealer-line.js";
import { travel } from "./motion.js";
import { Chat } from "./chat.js";
import { watchFairness } from "./roots.js";

const $ = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const name = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const asked = new URLSearchParams(location.search);

const READ = 12_000; // milliseconds in which a notice is read
let fading = 0;

await enter();
const feed = new TableFeed(name);
let tellPlan = (/** @type {string} */ _planned) => {}; // to those at a private game
const sitters = new Sitters();
const bar = new ActionBar($("actions"), feed, attempt);
const chat = new Chat(
  feed,
  { pane: $("pane"), form: /** @type {HTMLFormElement} */ ($("chat")), tab: $("tab-chat") },
  attempt,
);
const dialog = (/** @type {string} */ id) => /** @type {HTMLDialogElement} */ ($(id));

// What a first look at a table does without is loaded when it is wanted.
const ownSeat = onDemand(async () => new (await import("./own-seat.js")).OwnSeat(dialog("seat"), dialog("left"), bar));
const learning = onDemand(async () => {
  const [{ Ranks }, { Advice }] = await Promise.all([import("./ranks.js"), import("./advice.js")]);
  return (learner = new Ranks(dialog("ranks"), bar, new Advice($("odds"), $("open-odds"), feed)));
});
/** @type {import("./ranks.js").Ranks | undefined} */
let learner; // once rankings or odds were asked for
let sound = (/** @type {string} */ _name) => {}; // until the page is touched
for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, hearSounds, { once: true });
if (window.parent !== window) import("./framed.js").then(({ reportTo }) => reportTo(feed, bar));

const LOOKS_FOR_A_SEAT = 10_000; // milliseconds after the page was opened
let bought = 0; // by the viewer: the seat is gone when the sum is drawn
watchFairness(feed);
let tab = "round",
  wasMine = false,
  /** @type {import("../shared/types.d.ts").Made[]} */ held = [], // what the viewer had, whether it was shown or not
  asking = "", // the question that was announced last
  sitting = asked.has("sit"),
  announced = 0,
  written = "", // the dealer's words as they were last put there
  /** @type {number | undefined} */ priced, // what a call cost when hints were asked for
  away = 0;

// ── What happened, and how the table stands ────────────────────────────────────────────────────────
feed.addEventListener("update", (e) => {
  const { fresh, before } = /** @type {CustomEvent} */ (e).detail;
  sitters.see(feed.screen);
  if (before?.round !== feed.screen.round) held = [];
  if (bar.me?.made.length && bar.me.state !== "folded") held = bar.me.made;
  if (sitting) sitDown();
  show(before);
  for (const line of fresh) hear(line.entry.fact);
  bought = feed.screen.bought ?? bought;
});
feed.addEventListener("room", () => {
  if (feed.screen) {
    if (sitting) sitDown();
    stage(feed.screen, digest(feed.lines));
    beside();
    const summary = digest(feed.lines);
    bar.render(summary);
    speak(summary);
  }
});
feed.addEventListener("offline", () => {
  away ||= Date.now();
  setTimeout(() => {
    if (away) {
      $("stage-room").toggleAttribute("data-away", true);
      notice(html`<b>Reconnecting.</b> The room keeps your seat and your chips; you are back as soon as it answers.`);
    }
  }, 900);
});
feed.addEventListener("online", () => {
  away = 0;
  $("stage-room").toggleAttribute("data-away", false);
  notice(null);
});
feed.addEventListener("missing", () =>
  notice(
    feed.screen && room.kind === "friends"
      ? html`<b>You are no longer in this game.</b> Your chips are counted when the round is over: ask the host.`
      : html`<b>There is no such table.</b> You can <a href="/">see the tables of this room</a>.`,
  ),
);

/** Take the seat that was asked for on the way here; where none is free yet, look again for a moment. */
function sitDown() {
  sitting = true;
  const mine = feed.roomInfo.kept.find((one) => one.person === room.me?.name),
    seat = Number(asked.get("sit")) || mine?.seat || bar.free[0],
    free = Boolean(seat) && (seat === mine?.seat || bar.free.includes(seat));
  if (!feed.screen.mine && !free && performance.now() < LOOKS_FOR_A_SEAT) return;
  sitting = false;
  history.replaceState(null, "", location.pathname);
  if (feed.screen.mine || !free) return;
  bar.sit(seat, Number(asked.get("chips"))).catch(() => {
    if (!Number(asked.get("sit")) && !bar.free.includes(seat)) sitDown(); // another player was faster: any other seat will do
  });
}

/** @param {import("../shared/types.d.ts").TableSeen | null} before */
function show(before) {
  const { screen, lines } = feed,
    summary = digest(lines);
  document.title = `${bar.isAsked && screen.playing ? "Your turn · " : ""}${screen.title} · croupier`;
  document.body.dataset.cloth = screen.family;
  morph($("title"), html`${screen.title}<span class="stakes">, ${screen.stakes}</span>`); // where both have room
  if (screen.family === "banked" && $("tab-sign").textContent !== "Pay tables")
    $("tab-sign").textContent = "Pay tables";
  stage(screen, summary);
  beside();
  bar.render(summary);
  speak(summary);
  if (tab === "round") roundLog();
  $("open-odds").hidden = !(room.demonstration && screen.mine); // only a player at a practice table is helped
  $("open-seat").hidden = !screen.mine;
  $("leave").hidden = !screen.mine || Boolean(bar.me?.leaving);
  if (screen.mine) ownSeat().then((own) => own.sheet.open && own.show(), whenAsked);
  learner?.show();
  chat.show();
  if (before?.round !== screen.round || before?.street !== screen.street || bar.turn?.to_call !== priced)
    learner?.advice.show();
  priced = bar.turn?.to_call;
  if (tab === "sign" && screen.family === "banked" && before?.playing !== screen.playing) choose("sign");
}

/** The room around the table: the round, the jackpot, the meter, and who is called. */
function beside() {
  const { jackpot, kept, waiting, planned } = feed.roomInfo,
    { meter, round, seats, places } = feed.screen,
    won = jackpot?.chips ?? meter;
  tellPlan(planned);
  morph(
    $("where"),
    html`<span class="stakes-below">${feed.screen.stakes} · </span>${won ? html`<span class="slim">${jackpot ? "Bad beat" : "Progressive"} ${money(won)} · </span>` : ""}${round ? `Round ${round.toLocaleString("en-US")} · ` : ""}${seats.length} of ${places} seats${bar.me?.leaving ? " · you leave after this round" : room.demonstration ? " · practice" : ""}`,
  );
  const called = kept.filter((k) => k.person !== room.me?.name);
  morph(
    $("beside"),
    html`${jackpot ? html`<span class="meter"><small>${/bad beat/i.test(jackpot.fund) ? jackpot.fund : `${jackpot.fund}, bad beat`}${jackpot.pending ? ", being verified" : ""}</small><b class="num">${money(jackpot.chips)}</b></span>` : ""}
    ${meter ? html`<span class="meter"><small>Progressive</small><b class="num">${money(meter)}</b></span>` : ""}
    ${called.map((k) => html`<span class="meter"><small>Seat ${k.seat}</small><b>kept for ${k.person}</b></span>`)}
    ${waiting ? html`<span class="meter"><small>In line</small><b class="num">${waiting}</b></span>` : ""}`,
  );
}

/** @param {import("../shared/types.d.ts").TableSeen} screen @param {ReturnType<typeof digest>} summary */
function stage(screen, summary) {
  const view = {
    digest: summary,
    left: feed.left,
    total: feed.clock?.total ?? 1,
    picks: bar.drawing,
    picked: bar.picked,
    stopped: Boolean(feed.roomInfo.stopped),
  };
  const ring = $("ring"),
    banked = screen.family === "banked";
  if (!banked)
    for (const [key, value] of Object.entries(ringAttributes(screen)))
      if (ring.getAttribute(key) !== value) ring.setAttribute(key, value);
  if (banked && !ring.matches(".stage--banked")) ring.className = "stage stage--banked";
  ring.setAttribute("aria-label", `${screen.title}, ${screen.places} seats`);
  ring.setAttribute("role", "region");
  /** @type {Element[]} */
  const arrived = [];
  morph(ring, banked ? layout(screen, view) : felt(screen, view), (fresh) => arrived.push(fresh));
  /** @type {any} */ (ring).place();
  travel(ring, arrived);
}

function roundLog() {
  const pane = $("pane"),
    low = pane.scrollHeight - pane.scrollTop - pane.clientHeight < 60;
  morph(pane, log(feed.lines, feed.screen, sitters));
  if (low) pane.scrollTop = pane.scrollHeight;
}

/** @param {import("./feed.js").Line} line */
const isOthersPot = ({ entry: { fact } }) =>
  fact.type === "PotAwarded" && !fact.moves.some(([, target]) => target === `stack:${feed.screen.mine}`);

// ── The dealer's line ──────────────────────────────────────────────────────────────────────────────
/** @param {ReturnType<typeof digest>} summary */
function speak(summary) {
  const { screen, lines } = feed,
    { names } = sitters,
    last = latest(lines),
    words = sentences(last, names, sitters.mine);
  const mine = screen.playing && bar.isAsked;
  const next = mine
    ? bar.isBetting
      ? "Place your bets."
      : bar.drawing
        ? "You are to draw."
        : bar.option("place")
          ? "You are to choose."
          : "You are to act."
    : "";
  const over = screen.playing || screen.family === "banked" ? "" : result(summary, names, sitters.mine, held), // said once, with its reason
    won = summary.won[sitters.mine] ? over : "";
  if (over) words.splice(0, 2, won ? "" : over);
  const settled = summary.over && screen.family === "banked" ? settledWords(summary, screen.mine) : "";
  if (settled) words.splice(0, 2, settled, words[last.findLastIndex(isOthersPot)] ?? "");
  if (screen.paused) {
    write(html`${capital(floor())} has stopped play: ${screen.paused}. <strong>The clock is paused.</strong>`);
    morph($("line-clause"), clauseChip("POKER 6(e)(1)"));
    return;
  }
  if (!screen.playing && feed.roomInfo.stopped) {
    write(html`No round is dealt: ${feed.roomInfo.stopped}. <strong>${capital(floor())} knows.</strong>`);
    morph($("line-clause"), "");
    return;
  }
  write(
    html`${words.join(" ") || (won ? "" : screen.decks?.length ? "The decks are spread for the players to look at." : screen.seats.length < 2 ? "The table waits for players." : "The dealer shuffles.")} <strong>${next || won}</strong>`,
  );
  fit(words.at(-1) ?? "", next || won);
  letScroll();
  morph($("line-clause"), clauseChip(screen.playing && mine ? screen.clause : (last.at(-1)?.clause ?? "")));
  if (mine && bar.asked !== asking && !bar.isBetting) {
    asking = bar.asked;
    sound("turn");
    say(`Your turn. ${aloud()}`);
    announced = 99;
    notify();
  }
  if (wasMine && !mine) say(""); // the question is gone
  wasMine = Boolean(mine);
}

/** Words that differ are written anew: what stood there does not travel to another place. @param {{toString(): string}} markup */
function write(markup) {
  const words = markup.toString();
  if (words !== written) $("line").innerHTML = written = words;
  letScroll();
}

/** On a low screen the line may hold more than fits: keys reach it then, to scroll it. */
function letScroll() {
  const around = /** @type {HTMLElement} */ ($("line").parentElement);
  if (around.scrollHeight > around.clientHeight) around.tabIndex = 0;
  else around.removeAttribute("tabindex");
}

/** Call a player who looks at another page, if that is wished for. */
function notify() {
  if (!document.hidden || preference("notify") !== "on" || !canNotify() || Notification.permission !== "granted")
    return;
  const call = new Notification("It is your turn", { body: feed.screen.called, tag: feed.table });
  call.onclick = () => {
    window.focus();
    call.close();
  };
}

/** The line has room for two lines: what was said before the last sentence goes first, then letters are smaller, then it ends at its first half. @param {string} last @param {string} next */
function fit(last, next) {
  const line = $("line"),
    over = () => line.scrollHeight > line.clientHeight + 2;
  line.toggleAttribute("data-long", false);
  if (!over()) return;
  const half = (/** @type {string} */ words) => words.replace(/;.*$/, ".");
  for (const [said, asked] of [
    [last, next],
    [half(last), half(next)],
  ]) {
    line.toggleAttribute("data-long", false);
    line.innerHTML = html`${said} <strong>${asked}</strong>`.toString();
    line.toggleAttribute("data-long", over());
    if (!over()) return;
  }
}

/** Everything one needs to know now, in one breath. */
function aloud() {
  const { screen } = feed,
    me = bar.me,
    turn = bar.turn,
    board = (screen.boards ?? []).flat();
  return [
    me?.down?.length ? `You hold ${[...me.down, ...(me.up ?? [])].map(cardWords).join(", ")}.` : "",
    me?.words ? capital(me.words) + "." : "",
    board.length ? `The board is ${board.map(cardWords).join(", ")}.` : "",
    screen.pot ? `The pot is ${money(screen.pot)}.` : "",
    turn?.to_call ? `${money(turn.to_call)} to call.` : "",
  ]
    .filter(Boolean)
    .join(" ");
}

/** @param {string} words */
function say(words) {
  $("assertive").textContent = "";
  setTimeout(() => {
    $("assertive").textContent = words;
  }, 30);
}

/** @param {number} stake @param {{toString(): string}} [why] */
function goodbye(stake, why) {
  const brought = bought;
  ownSeat().then((own) => own.goodbye(stake, brought, why), whenAsked);
}

/** Browsers make sound only for pages that were touched. */
function hearSounds() {
  const audio = new AudioContext();
  import("./sound.js").then(({ sounds }) => (sound = sounds(audio)), whenAsked);
}

/** What could not be loaded is loaded when it is asked for again. */
function whenAsked() {}

/** @param {any} fact */
function hear(fact) {
  if (fact.person === room.me?.name) {
    if (fact.type === "SeatLeft") goodbye(fact.stake);
    if (fact.type === "RemovedPlayerLeft") goodbye(fact.moves[0]?.[2] ?? 0, removedWords(fact.clause));
  }
  if (fact.type === "TableClosed") {
    const seat = Object.keys(fact.people).find((held) => fact.people[held] === room.me?.name),
      stake = fact.moves.filter((/** @type {any[]} */ move) => move[0] === `stack:${seat}`);
    if (seat)
      goodbye(
        stake.reduce((/** @type {number} */ sum, /** @type {any[]} */ move) => sum + move[2], 0),
        closedWords(),
      );
  }
  const made = {
    Dealt: "card",
    BoardDealt: "card",
    Called: "chips",
    Raised: "chips",
    Placed: "chips",
    Posted: "chips",
    Folded: "fold",
    PotAwarded: "pot",
    Settled: "pot",
  }[/** @type {string} */ (fact.type)];
  if (made) sound(made);
}

// ── Time ───────────────────────────────────────────────────────────────────────────────────────────
setInterval(() => {
  if (!feed.screen) return;
  bar.tick();
  const { left } = feed,
    total = feed.clock?.total || 1;
  if (left === null) return;
  document
    .querySelectorAll("[data-clock]")
    .forEach((c) => c.setAttribute("stroke-dasharray", `${Math.round((100 * left) / total)} 100`));
  if (!wasMine) return;
  for (const mark of [30, 10, 5])
    if (left <= mark && announced > mark) {
      announced = mark;
      say(`${mark} seconds left`);
      if (mark < 30) sound("tick");
      break;
    }
}, 1000);

// ── What the player does ───────────────────────────────────────────────────────────────────────────
/** @param {Promise<any>} work @param {string} what */
function attempt(work, what) {
  work.then(
    () => {
      if (!away) notice(null);
    },
    (fault) => {
      sound("refused");
      notice(
        html`<b>${what.endsWith(".") ? what : `${what} was not taken.`}</b> ${capital(fault.message)}. ${fault instanceof Refused ? clauseChip(fault.clause) : ""}`,
        READ,
      );
      if (fault.clause === "A-96")
        import("./chips.js")
          .then(({ awaitChips }) =>
            awaitChips((words, has) => {
              notice(html`<b>${words}.</b>`, READ, has > 0);
              if (!has) return;
              bar.offer(has);
              fault
                .again?.(has)
                .catch((/** @type {Error} */ found) =>
                  notice(html`<b>No chips were added.</b> ${capital(found.message)}.`, READ),
                );
            }),
          )
          .catch(() => {});
      show(feed.screen);
    },
  );
}

/** Say something over the table, for good or for a while. @param {{toString(): string} | null} words @param {number} [milliseconds] @param {boolean} [good] */
function notice(words, milliseconds = 0, good = false) {
  clearTimeout(fading);
  if (milliseconds) fading = window.setTimeout(() => notice(null), milliseconds);
  $("notice").hidden = !words;
  $("notice").toggleAttribute("data-good", good);
  if (words) morph($("notice"), words);
}

addEventListener("click", (e) => {
  const target = e.target instanceof Element ? e.target : null;
  const sit = target?.closest("[data-sit]");
  if (sit) bar.sit(Number(sit.getAttribute("data-sit"))).catch(() => {}); // the page has said why
  if (target?.closest("[data-drawer]")) drawer();
  if (target?.closest("#open-sign")) {
    choose("sign");
    $("drawer").toggleAttribute("data-shown", true);
  }
  const wanted = target?.closest("[role=tab]");
  if (wanted) choose(wanted.id.replace("tab-", ""));
  if (target?.closest("#leave"))
    attempt(
      ownSeat().then((own) => own.leave()),
      "Leave",
    );
  if (target?.closest("#open-seat")) openSeat();
  if (target?.closest("#open-ranks")) openRanks();
  if (target?.closest("#open-odds")) toggleOdds();
});

addEventListener("change", (e) => {
  const pick = e.target instanceof HTMLInputElement ? e.target.dataset.pick : undefined;
  if (pick) mark(pick, /** @type {HTMLInputElement} */ (e.target).checked);
});

/** @param {string} card @param {boolean} on */
function mark(card, on) {
  const most = bar.option("discard")?.most ?? 5;
  if (on && bar.picked.size < most) bar.picked.add(card);
  else bar.picked.delete(card);
  document.querySelectorAll("[data-pick]").forEach((box) => {
    const input = /** @type {HTMLInputElement} */ (box);
    input.checked = bar.picked.has(input.dataset.pick ?? "");
  });
  bar.render(digest(feed.lines));
}

function openSeat() {
  if (!feed.screen?.mine) return;
  attempt(
    ownSeat().then((own) => own.open()),
    "Your seat could not be shown.",
  );
}

function openRanks() {
  attempt(
    learning().then((ranks) => ranks.open()),
    "The ranking of hands could not be shown.",
  );
}

function toggleOdds() {
  if (!$("open-odds").hidden)
    attempt(
      learning().then((ranks) => ranks.toggleOdds()),
      "The odds could not be shown.",
    );
}

function openChat() {
  choose("chat");
  $("drawer").toggleAttribute("data-shown", true);
  chat.field.focus();
}

function drawer() {
  $("drawer").toggleAttribute("data-shown");
  if ($("drawer").hasAttribute("data-shown")) $("pane").focus();
}

// ── Keys: only when nobody is typing, and never an answer to a question that was not read ──────────
const TYPING = "input:not([type=range]):not([type=checkbox]), textarea, select";
const SETTLING = 500; // milliseconds after typing
let typedAt = -SETTLING;
addEventListener(
  "keydown",
  (e) => {
    if (e.target instanceof Element && e.target.matches(TYPING)) typedAt = performance.now();
  },
  true,
);
addEventListener("focusout", (e) => {
  if (e.target instanceof Element && e.target.matches(TYPING)) typedAt = performance.now();
});
addEventListener("keydown", (e) => {
  const target = e.target instanceof Element ? e.target : null;
  if (target?.matches(TYPING) || e.metaKey || e.ctrlKey || e.altKey || document.querySelector("dialog[open]")) return;
  const key = e.key.toLowerCase(),
    act = {
      h: drawer,
      m: openSeat,
      y: openChat,
      l: () => say(aloud() || $("line").textContent || ""),
      o: toggleOdds,
      k: openRanks,
      "?": () => /** @type {HTMLDialogElement} */ ($("keys")).showModal(),
      w: () => {
        const chip = $("line-clause").firstElementChild;
        if (chip) openClause(chip.getAttribute("data-clause") ?? "", chip);
      },
    }[key];
  if (act) {
    e.preventDefault();
    return act();
  }
  if (key === "a") {
    e.preventDefault();
    const field = /** @type {HTMLInputElement | null} */ (document.querySelector("[data-amount], [data-wager]"));
    field?.focus();
    return field?.select();
  }
  const digit = Number(e.key),
    me = bar.me;
  if (digit && bar.drawing && me?.down[digit - 1]) {
    e.preventDefault();
    return mark(me.down[digit - 1], !bar.picked.has(me.down[digit - 1]));
  }
  if (digit && bar.sizer)
    return bar.set(
      Number(document.querySelector(`[data-preset="${digit}"]`)?.getAttribute("data-cents") ?? bar.amount),
    );
  if ((key === "arrowleft" || key === "arrowright") && bar.sizer && !target?.matches("[type=range], [role=tab]")) {
    e.preventDefault();
    return bar.step(key === "arrowleft" ? -1 : 1);
  }
  if ((key === "arrowleft" || key === "arrowright") && target?.matches("[role=tab]"))
    return walk(target, key === "arrowleft" ? -1 : 1);
  const button = /** @type {HTMLElement | null} */ (
    document.querySelector(`.actions button[data-key="${CSS.escape(key)}"]`)
  );
  if (!button) return undefined;
  e.preventDefault();
  if (bar.isFresh || performance.now() - typedAt < SETTLING) return undefined;
  button.focus({ preventScroll: true });
  return preference("keys") === "act" ? button.click() : undefined;
});

// ── Beside the table ───────────────────────────────────────────────────────────────────────────────
/** @param {Element} from @param {number} by */
function walk(from, by) {
  const all = [...document.querySelectorAll("[role=tab]")],
    to = /** @type {HTMLElement} */ (all[(all.indexOf(from) + by + all.length) % all.length]);
  to.focus();
  choose(to.id.replace("tab-", ""));
}

/** @param {string} which */
async function choose(which) {
  tab = which;
  document.querySelectorAll("[role=tab]").forEach((t) => {
    const on = t.id === `tab-${which}`;
    t.setAttribute("aria-selected", String(on));
    t.setAttribute("tabindex", on ? "0" : "-1");
  });
  const pane = $("pane");
  pane.setAttribute("aria-labelledby", `tab-${which}`);
  pane.replaceChildren();
  chat.turn(which === "chat");
  $("beside-foot").hidden = which === "chat";
  if (which === "round") {
    roundLog();
    pane.scrollTop = pane.scrollHeight;
  }
  if (which === "sign") {
    const [posted, { signSheet }, { paysFirst }] = await Promise.all([
        /** @type {Promise<import("./book.js").SheetLine[]>} */ (api(`/api/tables/${encodeURIComponent(name)}/rules`)),
        import("./sheet.js"),
        import("./book.js"),
      ]),
      paid = digest(feed.lines).settled[feed.screen.mine] ?? [];
    if (tab !== which) return;
    morph(pane, signSheet(feed.screen.family === "banked" ? paysFirst(posted) : posted, paid));
  }
  if (which === "earlier") {
    const rounds = await api("/api/rounds").catch(() => []);
    if (tab === which) morph(pane, earlier(rounds));
  }
}

/** @param {import("../shared/types.d.ts").RoundListed[]} rounds */
function earlier(rounds) {
  const mine = rounds.filter((one) => one.table === name);
  if (!mine.length)
    return html`<div class="empty"><b>No rounds yet</b><span>Rounds you have played here can be gone through step by step.</span></div>`;
  return html`<ul class="rounds">${mine.map((one) => html`<li><span></span><a href="/rounds/${encodeURIComponent(one.table)}/${one.round}">Round ${one.round.toLocaleString("en-US")}</a><span class="muted">${new Date(one.at).toLocaleTimeString()}</span></li>`)}</ul>`;
}

chat.load();
if (room.kind === "friends")
  import("./hosted.js").then(({ followGame }) => {
    tellPlan = followGame(name, $("asks"));
    tellPlan(feed.roomInfo.planned);
  }); // others load nothing of it
addEventListener("preference", (e) => {
  const { key, value } = /** @type {CustomEvent} */ (e).detail;
  if (key === "notify" && value === "on" && canNotify()) Notification.requestPermission();
});
if (!canNotify()) {
  const choice = /** @type {HTMLOptionElement} */ (document.querySelector("[data-setting=notify] [value=on]"));
  choice.disabled = true;
  choice.textContent = "A notification too: needs an address with TLS (https)";
}
