// @ts-check
/* A finished round, step by step, as this person saw it; or the list of their rounds. */
import { api, clauseChip, enter, room } from "../shared/room.js";
import { html, capital, money, ownPath } from "../shared/words.js";
import { morph } from "../shared/morph.js";
import { felt, ringAttributes } from "./felt.js";
import { layout } from "./banked.js";
import { digest } from "./digest.js";
import { result, settledWords } from "./results.js";
import { log, namesOf } from "./log.js";
import { aloud } from "../shared/sentence.js";
import { whole } from "./changes.js";
import { proofPanel } from "./fairness.js";
import { myRounds } from "./my-rounds.js";
import { share } from "./share.js";

const $ = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const [, page, table, number, code] = location.pathname.split("/").map(decodeURIComponent),
  shared = page === "shared";
/** @type {import("../shared/types.d.ts").Step[]} */ let lines = [];
/** @type {number[]} */ let steps = []; // the lines worth stopping at
let at = 0,
  /** @type {ReturnType<typeof setInterval> | undefined} */ playing;

const asked = new URLSearchParams(location.search),
  desk = asked.get("desk") ?? "";
if (desk) {
  // from a desk of the staff: as the person at the desk
  try {
    room.token = sessionStorage.getItem(`croupier.desk.${desk}`) ?? "";
  } catch {
    /* the session's own cookie, then */
  }
  const back = /** @type {HTMLAnchorElement} */ (document.getElementById("back"));
  back.href = ownPath(`/${desk}`);
  back.setAttribute("aria-label", "Back to the desk");
}
await enter();
await (table ? round() : list());

async function list() {
  document.body.className = "";
  $("back").hidden = true;
  document.querySelectorAll(".drawer, .proof").forEach((aside) => aside.remove());
  const main = $("main");
  main.className = "rounds-list";
  await myRounds(main);
}

async function round() {
  /** @type {import("../shared/types.d.ts").RoundSeen} */ let answer;
  try {
    answer = await api(
      shared
        ? `/api/shared/${encodeURIComponent(table)}/${number}/${code}`
        : `/api/tables/${encodeURIComponent(table)}/rounds/${number}?line=${Number(asked.get("line") ?? 0)}`,
    );
  } catch (fault) {
    $("where").textContent = String(/** @type {Error} */ (fault).message);
    return;
  }
  lines = answer.steps.map((step) => ({ ...step, screen: whole(step.screen) }));
  steps = lines.flatMap((line, i) => (line.words ? [i] : []));
  const { screen } = lines[0];
  $("title").textContent = `Round ${answer.round.toLocaleString("en-US")}`;
  document.title = `Round ${answer.round} · croupier`;
  $("where").textContent = `${screen.title}, ${screen.stakes} · ${new Date(answer.at).toLocaleString()}`;
  $("result").textContent =
    answer.seen === "opened"
      ? "Every card, as two people opened it"
      : answer.seen === "shared"
        ? `As ${answer.by} saw it`
        : answer.seen === "spectator"
          ? "As a spectator saw it"
          : !answer.done
            ? "Still being played"
            : answer.won > 0
              ? `You won ${money(answer.won)}`
              : answer.won < 0
                ? `You lost ${money(-answer.won)}`
                : "You came out even";
  document.body.dataset.cloth = screen.family;
  /** @type {HTMLInputElement} */ ($("track")).max = String(steps.length);
  go(0);
  if (answer.seen === "player" && answer.done) {
    $("share").hidden = false;
    $("share").addEventListener("click", () => share(table, answer.line));
  }
  if (answer.seen === "player")
    await Promise.all([proofPanel($("proof"), table, answer.round), neighbors(answer.round)]);
  else {
    $("proof").remove();
    document.body.classList.add("replay-page--two");
  } // nobody but its players can prove a round
}

/** The rounds that one played before and after this one. @param {number} here */
async function neighbors(here) {
  /** @type {import("../shared/types.d.ts").RoundListed[]} */
  const rounds = await api("/api/rounds").catch(() => []),
    played = rounds
      .filter((one) => one.table === table)
      .map((one) => one.round)
      .sort((a, b) => a - b);
  const before = played.filter((one) => one < here).at(-1),
    after = played.find((one) => one > here);
  const link = (/** @type {number | undefined} */ to, /** @type {string} */ words, /** @type {string} */ icon) =>
    to
      ? html`<a class="btn btn--sm btn--quiet" href="/rounds/${encodeURIComponent(table)}/${to}" aria-label="${words} round"><ui-icon name="${icon}"></ui-icon>${to.toLocaleString("en-US")}</a>`
      : "";
  morph($("around"), html`${link(before, "Earlier", "back")}${link(after, "Later", "next")}`);
}

/** A mark for every step, under the street it belongs to. */
function ticks() {
  /** @type {{street: string, at: number[]}[]} */
  const groups = [];
  steps.forEach((i, step) => {
    const street = lines[i].street || groups.at(-1)?.street || "";
    if (!groups.length || groups.at(-1)?.street !== street) groups.push({ street, at: [] });
    groups.at(-1)?.at.push(step);
  });
  return html`${groups.map((group) => html`<li><span class="ticks">${group.at.map((step) => html`<i${step === at ? html` data-now` : step < at ? html` data-done` : ""}></i>`)}</span><span>${capital(group.street)}</span></li>`)}`;
}

/** Scroll the steps to the one that is shown, and never the page: on a phone the table would leave it. @param {HTMLElement} pane */
function keepInSight(pane) {
  const now = pane.querySelector('[aria-current="true"]')?.getBoundingClientRect(),
    seen = pane.getBoundingClientRect();
  if (now) pane.scrollTop += Math.max(0, now.bottom - seen.bottom) - Math.max(0, seen.top - now.top);
}

/** @param {number} to */
function go(to) {
  at = Math.max(0, Math.min(steps.length - 1, to));
  const here = steps[at],
    line = lines[here],
    { screen } = line,
    view = { digest: digest(lines.slice(0, here + 1)), left: 1, total: 1, quiet: true };
  const ring = $("ring"),
    banked = screen.family === "banked";
  if (banked) ring.className = "stage stage--banked";
  else for (const [key, value] of Object.entries(ringAttributes(screen))) ring.setAttribute(key, value);
  morph(ring, banked ? layout(screen, view) : felt(screen, view));
  if (!banked) /** @type {any} */ (ring).place();
  const ended =
    line.entry.fact.type === "RoundClosed" &&
    (banked ? settledWords(view.digest, screen.mine) : result(view.digest, namesOf(screen), screen.mine));
  morph($("line"), html`${ended || `${aloud(line, namesOf(screen), screen.mine)}.`}`);
  morph($("line-clause"), clauseChip(line.clause));
  morph($("pane"), log(lines, screen, { names: namesOf(screen), mine: screen.mine }, line.number));
  keepInSight($("pane"));
  const track = /** @type {HTMLInputElement} */ ($("track"));
  track.value = String(at + 1);
  morph($("ticks"), ticks());
  for (const street of $("ticks").children)
    /** @type {HTMLElement} */ (street).style.flexGrow = String(street.querySelectorAll("i").length);
  track.setAttribute("aria-valuetext", line.words);
  $("count").textContent = `${at + 1} of ${steps.length}`;
}

function play() {
  if (playing) {
    clearInterval(playing);
    playing = undefined;
  } else {
    if (at === steps.length - 1) go(0);
    playing = setInterval(() => {
      if (at === steps.length - 1) play();
      else go(at + 1);
    }, 1000);
  }
  const button = document.querySelector('[data-go="play"]');
  button?.setAttribute("aria-label", playing ? "Pause" : "Play");
  if (button) button.innerHTML = html`<ui-icon name="${playing ? "pause" : "play"}"></ui-icon>`.toString();
}

/** The first step of the street before or after. @param {number} by */
function street(by) {
  const here = lines[steps[at]].street;
  let to = at;
  while (to + by >= 0 && to + by < steps.length && lines[steps[to]].street === here) to += by;
  go(to);
}

/** @type {Record<string, () => void>} */
const GO = {
  first: () => go(0),
  back: () => go(at - 1),
  play,
  next: () => go(at + 1),
  last: () => go(steps.length - 1),
};
addEventListener("click", (e) => {
  const target = e.target instanceof Element ? e.target : null;
  GO[target?.closest("[data-go]")?.getAttribute("data-go") ?? ""]?.();
  const step = target?.closest("[data-step]");
  if (step && !target?.closest("[data-clause]"))
    go(steps.findIndex((i) => lines[i].number === Number(step.getAttribute("data-step"))));
});
$("track")?.addEventListener("input", () => go(Number(/** @type {HTMLInputElement} */ ($("track")).value) - 1));
addEventListener("keydown", (e) => {
  if (!lines.length || (e.target instanceof Element && e.target.matches("input, button, select"))) return;
  const act = {
    ArrowLeft: () => (e.shiftKey ? street(-1) : go(at - 1)),
    ArrowRight: () => (e.shiftKey ? street(1) : go(at + 1)),
    " ": play,
    Home: () => go(0),
    End: () => go(steps.length - 1),
  }[e.key];
  if (act) {
    e.preventDefault();
    act();
  }
});
