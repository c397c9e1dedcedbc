// @ts-check
/* The workbench: every change asks the server anew; the last question asked is the one shown. */
import { html } from "../shared/words.js";
import { morph } from "../shared/morph.js";
import { cardButtons, classButtons, toggleClass } from "./picker.js";
import { edgeAnswer, equityAnswer } from "./answers.js";

const $ = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (document.getElementById(id));

/** @param {string} path @param {any} [body] */
async function ask(path, body) {
  const options = body && {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  const reply = await fetch(path, options);
  const answer = await reply.json();
  if (!reply.ok) throw new Error(answer.why ?? answer.detail ?? "the server did not answer as expected");
  return answer;
}

/** @type {{poker: any[], banked: any[]}} */
const games = await ask("/api/odds/games");
const page = {
  hands: ["AsAh", "KsKd"],
  target: "hand-0",
  /** @type {Record<string, any>} */ sign: {},
  asked: 0,
};
const poker = () => games.poker.find((game) => game.key === $("game").value);
const banked = () => games.banked.find((game) => game.key === $("game").value);

const STARTS = {
  2: ["AsAh", "KsKd"],
  3: ["AsAhKs", "KdKhQd"],
  4: ["AsAhKsKh", "9c8c7d6d"],
  5: ["AsAhKsKhQs", "9c8c7d6d5h"],
};

function chooseGame() {
  const game = poker();
  morph($("answer"), html`<p class="muted">Counting every deal…</p>`);
  page.sign = {};
  $("poker").hidden = !game;
  $("banked").hidden = !!game;
  if (game) {
    const usual = /** @type {any} */ (STARTS)[game.own] ?? ["random", "random"];
    page.hands = game.notation === "range" ? [...usual] : ["random", "random"];
    if (game.notation === "stud" && game.own === 7) page.hands = ["AsAd/Kc", "QsQd/Jh"];
    $("board").value = $("dead").value = "";
    $("board").disabled = !game.board;
    page.target = "hand-0";
    $("classes").hidden = game.own !== 2;
    drawHands();
  } else {
    const one = banked();
    morph($("strategy"), html`${one.strategies.map((/** @type {string} */ name) => html`<option>${name}</option>`)}`);
    $("strategy").value = "optimal";
    drawSliders();
  }
  answer();
}

function drawHands() {
  morph(
    $("hands"),
    html`${page.hands.map((text, at) => html`<div class="odds-hand"><label class="odds-field"><span>Hand ${at + 1}</span><input class="odds-input" id="hand-${at}" value="${text}" autocomplete="off" spellcheck="false" /></label>${page.hands.length > 2 ? html`<button class="btn btn--sm btn--quiet" data-drop="${at}" aria-label="Remove hand ${at + 1}">×</button>` : ""}</div>`)}`,
  );
  page.hands.forEach((text, at) => ($(`hand-${at}`).value = text));
  $("more").disabled = page.hands.length >= Math.min(poker().most, 10);
  drawPickers();
}

function drawPickers() {
  const game = poker();
  if (!game) return;
  const name = page.target.startsWith("hand-") ? `hand ${Number(page.target.slice(5)) + 1}` : page.target;
  $("target").textContent = $("target-range").textContent = name;
  const used = [...page.hands, $("board").value, $("dead").value].join(" ");
  morph($("deck"), cardButtons(game.deck, used));
  if (game.own === 2 && page.target.startsWith("hand-"))
    morph($("grid"), classButtons(page.hands[Number(page.target.slice(5))]));
}

function drawSliders() {
  morph(
    $("sliders"),
    html`${banked().sliders.map((/** @type {any} */ one, /** @type {number} */ at) => html`<label class="odds-slider"><span>${one.words}</span><input type="range" id="slider-${at}" min="${one.least}" max="${one.most}" value="${one.usual}" step="${one.key === "progressive_meter" ? 100000 : 1}" /><output id="shown-${at}"></output></label>`)}`,
  );
  banked().sliders.forEach((/** @type {any} */ one, /** @type {number} */ at) => ($(`slider-${at}`).value = one.usual));
  readSliders();
}

/** The sign that the sliders post; what is as usual is left out. */
function readSliders() {
  /** @type {Record<string, any>} */
  const sign = {};
  const sliders = banked().sliders;
  sliders.forEach((/** @type {any} */ one, /** @type {number} */ at) => {
    const value = Number($(`slider-${at}`).value),
      shown = $(`shown-${at}`);
    shown.textContent = one.choices.length
      ? one.choices[value - one.least]
      : one.key === "progressive_meter"
        ? value
          ? `$${(value / 100).toLocaleString("en")}`
          : "none"
        : `${value} to 1`;
    shown.classList.toggle("odds-below", value < one.floor);
    if (value === one.usual) return;
    if (one.key === "progressive_meter") Object.assign(sign, { progressive: true, progressive_meter: value });
    else if (one.key === "ante_threshold") sign[one.key] = one.choices[value];
    else if (one.place < 0) sign[one.key] = value;
    else
      sign[one.key] = sliders
        .filter((/** @type {any} */ other) => other.key === one.key)
        .map((/** @type {any} */ other) => Number($(`slider-${sliders.indexOf(other)}`).value));
  });
  page.sign = sign;
}

async function answer() {
  const turn = ++page.asked;
  const game = $("game").value;
  try {
    const answer = poker()
      ? await ask("/api/odds/equity", { game, hands: page.hands, board: $("board").value, dead: $("dead").value })
      : await ask("/api/odds/edge", {
          game,
          sign: page.sign,
          strategy: $("strategy").value,
          rounds: Number($("rounds").value),
          bankroll: Number($("bankroll").value),
        });
    if (turn === page.asked) morph($("answer"), poker() ? equityAnswer(answer) : edgeAnswer(answer));
  } catch (fault) {
    if (turn === page.asked)
      morph($("answer"), html`<p role="alert" class="loss">${/** @type {Error} */ (fault).message}</p>`);
  }
  if (turn === page.asked) $("answer").dataset.turn = String(turn);
}

document.addEventListener("input", (event) => {
  const one = /** @type {HTMLInputElement} */ (event.target);
  if (one.id === "game") return chooseGame();
  if (one.id.startsWith("hand-")) page.hands[Number(one.id.slice(5))] = one.value;
  if (one.id.startsWith("slider-")) readSliders();
  drawPickers();
  answer();
});
document.addEventListener("focusin", (event) => {
  const id = /** @type {HTMLElement} */ (event.target).id;
  if (!/^(hand-\d+|board|dead)$/.test(id)) return;
  page.target = id;
  drawPickers();
});
document.addEventListener("click", (event) => {
  const one = /** @type {HTMLElement} */ (event.target).closest("button");
  if (!one) return;
  if (one.id === "more") page.hands.push("random");
  else if (one.dataset.drop) page.hands.splice(Number(one.dataset.drop), 1);
  else if (one.dataset.card) put(one.dataset.card);
  else if (one.dataset.kind) putText(toggleClass($(page.target).value, one.dataset.kind));
  else return;
  drawHands();
  answer();
});

/** @param {string} card */
function put(card) {
  const field = $(page.target),
    game = poker(),
    room = page.target === "board" ? game.board : page.target === "dead" ? 52 : game.own;
  const known = /^([2-9TJQKA][cdhs])*$/.test(field.value) ? field.value : "";
  putText(known.length / 2 >= room ? card : known + card);
}

/** @param {string} text */
function putText(text) {
  $(page.target).value = text;
  if (page.target.startsWith("hand-")) page.hands[Number(page.target.slice(5))] = text;
}

morph(
  $("game"),
  html`<optgroup label="Between players">${games.poker.map((game) => html`<option value="${game.key}">${game.title}</option>`)}</optgroup><optgroup label="Against the bank">${games.banked.map((game) => html`<option value="${game.key}">${game.title}</option>`)}</optgroup>`,
);
$("game").value = "holdem";
chooseGame();
