// @ts-check
/* The table between players: seats around the cloth, cards, bets, pots, boards. Pure: a screen in, markup out. */
import { winningCards, wonWith } from "./results.js";
import { html, money, capital, cardWords, handName } from "../shared/words.js";

/** @typedef {ReturnType<typeof import("./digest.js").digest>} Digest */
/** @typedef {{digest: Digest, left: number | null, total: number, picks?: boolean, picked?: Set<string>, quiet?: boolean, stopped?: boolean}} View */

/** Where a seat stands for this viewer: place 0 is the viewer's. @param {import("../shared/types.d.ts").TableSeen} screen @param {number} seat */
export const placeOf = (screen, seat) => (seat - (screen.mine || 1) + screen.places) % screen.places;

/** The room that hands need, from the first card on. @param {import("../shared/types.d.ts").TableSeen} screen */
const held = (screen) => Math.max(screen.hand_cards, ...screen.seats.map((s) => s.down.length + s.up.length));

/** What the ring must know to lay the table out. @param {import("../shared/types.d.ts").TableSeen} screen */
export function ringAttributes(screen) {
  const dealer = placeOf(screen, 1) || screen.places,
    own = screen.mine ? 1 : 0,
    open = screen.family === "stud" ? 1 : 0;
  const had = screen.seats.map((s) => s.chips + s.bet); // no bet is higher than the highest of these, and no pot than all
  return {
    seats: `${screen.places}`,
    dealer: `${dealer}`,
    cards: `${held(screen)}`,
    slots: `${screen.board_cards}`,
    own: `${own}`,
    open: `${open}`,
    amount: `${Math.max(0, ...had)}`,
    total: `${had.reduce((sum, chips) => sum + chips, screen.pot)}`,
    streets: screen.family === "draw" ? screen.streets.join() : "",
    class: `stage stage--${screen.family}`,
  };
}

/** @param {import("../shared/types.d.ts").TableSeen} screen @param {View} view */
export function felt(screen, view) {
  const taken = new Map(screen.seats.map((s) => [s.seat, s]));
  const all = Array.from({ length: screen.places }, (_, i) => i + 1);
  return html`<div class="felt"></div>
    <div class="well" data-place="dealer"><play-card card="??"></play-card><span><b>Dealer</b><span>${screen.playing ? stub(screen, `${screen.left} left · ${screen.burns} burned`) : "shuffling"}</span></span></div>
    ${centre(screen, view)}
    ${all.map((seat) => {
      const one = taken.get(seat);
      return one ? seated(screen, view, one) : open(screen, view, seat);
    })}
    ${screen.seats.map((s) => bet(screen, view, s))}
    ${screen.button && taken.has(screen.button) ? html`<span class="disc" data-key="button" data-place="${placeOf(screen, screen.button)}" title="Button" role="img" aria-label="Button, seat ${screen.button}">D</span>` : ""}
    ${screen.kill && taken.has(screen.kill) ? html`<span class="disc disc--kill" data-key="kill" data-place="${placeOf(screen, screen.kill)}" title="Kill button" role="img" aria-label="Kill button, seat ${screen.kill}">K</span>` : ""}`;
}

/** What is left of the deck, in these words; before the cut there is nothing to count. @param {import("../shared/types.d.ts").TableSeen} screen @param {string} words */
export const stub = (screen, words) =>
  screen.left || screen.seats.some((s) => s.down.length || s.up.length) ? words : "cuts the deck";

/** The cards of a spread deck in rows: by suit as they lie face up, jokers last; face down thirteen each. @param {string[]} cards */
export function rowsOf(cards) {
  const rows = /** @type {Map<string, string[]>} */ (new Map());
  cards.forEach((card, n) => {
    const row = card === "??" ? String(Math.floor(n / 13)) : card.startsWith("Jk") ? "jokers" : card.slice(-1);
    rows.set(row, [...(rows.get(row) ?? []), card]);
  });
  return [...rows.values()];
}

/** The decks as they lie spread before play: every card that is there, in sequence. @param {import("../shared/types.d.ts").TableSeen} screen */
export function spread(screen) {
  return html`<section class="spread" data-key="spread" aria-label="Decks spread for inspection">${screen.decks.map(
    (
      /** @type {any} */ deck,
      /** @type {number} */ n,
    ) => html`<div class="spread__deck" role="img" aria-label="${capital(deck.colour)} deck, spread face ${deck.face}, ${deck.cards.length} cards"><small>${capital(deck.colour)} deck</small>
    ${rowsOf(deck.cards).map((row) => html`<span aria-hidden="true">${row.map((card) => html`<play-card card="${card}" back="${n ? "b" : "a"}"></play-card>`)}</span>`)}</div>`,
  )}</section>`;
}

/** @param {import("../shared/types.d.ts").TableSeen} screen @param {View} view */
function centre(screen, view) {
  if (screen.decks?.length && !screen.playing) return spread(screen);
  const total = screen.pot || Object.values(view.digest.won).reduce((sum, chips) => sum + chips, 0);
  // Uncalled bets are nobody's side pot: pots are named once a player is all-in and others contend for more.
  const contended = screen.seats.some((s) => s.state === "all-in")
    ? (screen.pots ?? []).filter((pot) => pot.seats.length > 1)
    : [];
  const live = screen.seats.filter((s) => s.state === "in" || s.state === "all-in").length; // who contends is said where it is not everybody
  const lifted = screen.playing ? new Set() : winningCards(view.digest);
  const places = screen.board_cards,
    boards = screen.boards?.length ? screen.boards : places && screen.playing ? [[]] : [];
  return html`<section class="centre" data-key="centre" data-boards="${boards.length}" aria-label="Pot and board">
    ${screen.family === "draw" && screen.playing ? streets(screen) : ""}
    ${total ? html`<p class="pot-total" data-key="pot-${screen.round}"><span>${screen.pot ? "Pot" : "Pot won"}</span><b class="num">${money(total)}</b></p>` : html`<p class="pot-total pot-total--none">${screen.playing ? "" : view.stopped ? "No round is dealt now" : screen.seats.length < 2 ? "Waiting for players" : "The next round begins shortly"}</p>`}
    ${boards.map(
      (
        /** @type {string[]} */ board,
        /** @type {number} */ n,
      ) => html`<div class="board" role="group" aria-label="${boards.length > 1 ? ["First board", "Second board"][n] : "Community cards"}">
      ${Array.from({ length: Math.max(places, board.length) }, (_, i) => (board[i] ? html`<play-card card="${board[i]}"${lifting(lifted, board[i])}></play-card>` : html`<play-card label="Not yet dealt"></play-card>`))}</div>`,
    )}
    ${screen.common?.length ? html`<div class="board" role="group" aria-label="Common card">${screen.common.map((/** @type {string} */ c) => html`<play-card card="${c}"></play-card>`)}</div>` : ""}
    ${contended.length > 1 ? html`<div class="pots">${contended.map((pot) => html`<span class="pot"><chip-stack cents="${pot.chips}" piles="2"></chip-stack><span><small>${capital(pot.name)} ${pot.seats.length < live ? html`<span class="who" role="img" aria-label="contended by seats ${pot.seats.join(" ")}">${pot.seats.map((/** @type {number} */ s) => html`<span class="seat-no">${s}</span>`)}</span>` : ""}</small> <b class="num">${money(pot.chips)}</b></span></span>`)}</div>` : ""}
  </section>`;
}

/** @param {import("../shared/types.d.ts").TableSeen} screen */
function streets(screen) {
  const here = screen.streets.indexOf(screen.street);
  return html`<ol class="streets">${screen.streets.map((/** @type {string} */ name, /** @type {number} */ i) => html`<li${i < here ? html` data-done` : ""}${i === here ? html` aria-current="step"` : ""}>${capital(name)}</li>`)}</ol>`;
}

/** @type {Record<string, string>} */
const OWN_STATE = { "all-in": ", all-in", conceded: ", conceded", void: ", void" };

/** @param {import("../shared/types.d.ts").TableSeen} screen @param {View} view @param {import("../shared/types.d.ts").SeatSeen} seat */
function seated(screen, view, seat) {
  // Hands that were shown are collected when the pot is pushed; they stay in sight until the next round, the viewer's own in any case.
  const you = seat.seat === screen.mine,
    own = you ? (view.digest.held[seat.seat] ?? []) : [],
    kept = own.length && own.length <= held(screen) ? { cards: own, made: seat.made } : undefined,
    face = (screen.playing ? undefined : view.digest.shown[seat.seat]) ?? kept;
  const up = view.digest.up[seat.seat] ?? [],
    down = face?.cards.filter((card) => !up.includes(card)) ?? [],
    s = face && !seat.down.length && !seat.up.length ? { ...seat, down, up, made: face.made } : seat,
    asked = screen.turns?.some((t) => t.actor === s.seat) ?? false;
  const won = view.digest.won[s.seat] ?? 0,
    best = won && !screen.playing ? wonWith(view.digest, s.seat) : [],
    made = best.length ? best : s.made;
  const state = asked
    ? "acting"
    : won && !screen.playing
      ? "won"
      : s.state === "all-in"
        ? "all-in"
        : s.state === "folded" || s.state === "conceded" || s.state === "void"
          ? "folded"
          : s.away
            ? "away"
            : screen.playing && !s.state
              ? "out"
              : "";
  const drew = view.digest.drew[s.seat] ?? [];
  // The viewer's plate is wide: it says these things itself, and no tag lies over the cards.
  const note = you
    ? ""
    : won && !screen.playing
      ? html`<span class="tag tag--lamp seat__note"><span>+${money(won)}${made.length ? html`, ${plateName(made, money(won).length, (name) => name.toLowerCase())}` : ""}</span></span>`
      : s.state === "folded"
        ? html`<span class="tag seat__note">Folded</span>`
        : s.state === "conceded"
          ? html`<span class="tag seat__note">Conceded</span>`
          : s.state === "void"
            ? html`<span class="tag seat__note">Void</span>`
            : s.state === "all-in" && !(shown(s) && s.made.length)
              ? html`<span class="tag tag--solid seat__note">All-in</span>`
              : s.leaving
                ? html`<span class="tag tag--line seat__note">Leaving</span>`
                : s.away
                  ? html`<span class="tag tag--line seat__note">Away</span>`
                  : screen.playing && !s.state
                    ? html`<span class="tag tag--line seat__note">Next round</span>`
                    : shown(s) && s.made.length
                      ? html`<span class="tag tag--line seat__note"><span>${plateName(s.made)}</span></span>`
                      : drew.length
                        ? html`<span class="tag seat__note"><span class="drew">Drew ${drew.map((n) => html`<i>${n || "pat"}</i>`)}</span></span>`
                        : view.digest.forced === s.seat && screen.streets.indexOf(screen.street) === 0
                          ? html`<span class="tag tag--line seat__note">Forced bet</span>`
                          : screen.highest === s.seat
                            ? html`<span class="tag tag--line seat__note"><span class="wide-only">Highest showing</span><span class="brief-only">Highest</span></span>`
                            : "";
  const name = you ? `You${OWN_STATE[s.state] ?? (s.leaving ? ", leaving" : s.away ? ", away" : "")}` : s.name;
  const stack = !s.chips && s.coming ? `+${money(s.coming)}` : money(s.chips); // bought, and here when the round is over
  const label = `Seat ${s.seat}, ${you ? "you" : s.person}, ${stack}${s.bet ? `, bet ${money(s.bet)}` : ""}${asked ? ", to act" : ""}${s.state && s.state !== "in" ? `, ${s.state}` : ""}${s.up?.length ? `, shows ${s.up.map(cardWords).join(", ")}` : ""}${screen.highest === s.seat ? ", the highest showing" : ""}${won ? `, wins ${money(won)}` : ""}`;
  return html`<article class="seat ${you ? "seat--you" : ""}" data-key="seat-${s.seat}" data-place="${placeOf(screen, s.seat)}" data-state="${state}" data-seat="${s.seat}" aria-label="${label}">
    ${cards(screen, view, s, you)}
    <div class="plate"><span class="plate__no">${s.seat}${asked ? clockRing(view) : ""}</span><span class="plate__name">${name}${s.bot ? html`<ui-icon name="bot" title="Bot"></ui-icon>` : ""}</span><span class="plate__stack num">${stack}</span>
    ${you ? html`<span class="strength" data-many="${made.length}">${won && !screen.playing ? html`<b class="gain num">+${money(won)}</b> ` : ""}${made.length ? ownName(made) : s.state === "folded" ? "Folded" : html`<span class="faint">${screen.playing && !s.state && !s.away && s.chips ? "Dealt in next round" : ""}</span>`}</span>` : ""}</div>
    ${note}</article>`;
}

const SHORT = 16, // letters that every plate has room for
  LONG = 50; // and the viewer's own

/** Hands on the viewer's plate; those of two boards by their categories, the first board's first. @param {import("../shared/types.d.ts").Made[]} made */
function ownName(made) {
  const name = handName(made);
  return name.length <= LONG ? name : capital(made.map((one) => one.brief || one.name).join("; "));
}

/** A hand's name on a plate; where there is little room, a long one's category alone. @param {import("../shared/types.d.ts").Made[]} made @param {number} [beside] letters that stand there already @param {(name: string) => string} [as] */
function plateName(made, beside = 0, as = (name) => name) {
  const name = as(handName(made)),
    briefs = made.map((one) => one.brief).filter(Boolean),
    brief = as(capital(briefs.join("; ")));
  return name.length + beside <= SHORT || !brief
    ? name
    : html`<span class="wide-only">${name}</span><span class="brief-only">${brief}</span>`;
}

/** @param {View} view */
const clockRing = (view) =>
  html`<svg viewBox="0 0 38 38" aria-hidden="true"><circle data-clock cx="19" cy="19" r="17.5" pathLength="100" stroke-dasharray="${Math.round((100 * (view.left ?? 0)) / (view.total || 1))} 100"/></svg>`;

/** @param {import("../shared/types.d.ts").SeatSeen} s */
const shown = (s) => s.down.length > 0 && s.down[0] !== "??";

/** @param {import("../shared/types.d.ts").TableSeen} screen @param {View} view @param {import("../shared/types.d.ts").SeatSeen} s @param {boolean} you */
function cards(screen, view, s, you) {
  const down = s.down ?? [],
    up = s.up ?? [],
    count = down.length + up.length;
  if (!count || (s.state === "folded" && !you)) return "";
  const lifted = !screen.playing && view.digest.won[s.seat] ? winningCards(view.digest) : new Set();
  const face = (/** @type {string} */ card, /** @type {boolean} */ fanned) =>
    html`<play-card card="${card}"${fanned ? html` fanned` : ""}${you && (s.state === "folded" || s.state === "conceded") ? html` dim` : lifting(lifted, card)}></play-card>`;
  if (you && view.picks) return picks(down, view.picked ?? new Set());
  if (you && screen.family === "stud")
    return html`<div class="hand" data-key="hand-${screen.round}" data-many="${count}"><div><small><ui-icon name="lock"></ui-icon>${view.digest.shown[s.seat] ? "Down, shown now" : "Down, yours alone"}</small><span>${down.map((/** @type {string} */ c) => face(c, false))}</span></div>
    ${up.length ? html`<div><small><ui-icon name="eye"></ui-icon>Up, for all to see</small><span>${up.map((/** @type {string} */ c) => face(c, false))}</span></div>` : ""}</div>`;
  const open = shown(s);
  return html`<div class="seat__cards" data-key="hand-${screen.round}" data-many="${count}"${open && !you ? html` data-shown` : ""}>${[...down, ...up].map((/** @type {string} */ c, /** @type {number} */ i) => face(c, i < count - 1 && (i >= down.length || (open && !you && count > 3))))}</div>`;
}

/** Cards that won are lifted, and those beside them step back. @param {Set<unknown>} lifted @param {string} card */
const lifting = (lifted, card) => (!lifted.size ? "" : lifted.has(card) ? html` won` : html` dim`);

/** @param {string[]} cards @param {Set<string>} picked */
const picks = (cards, picked) =>
  html`<fieldset class="picks"><legend class="said">Mark the cards to discard</legend>${cards.map((card, i) => html`<label class="pick" data-key="${card}"><span aria-hidden="true"><kbd>${i + 1}</kbd></span><input type="checkbox" data-pick="${card}" aria-label="Discard the ${cardWords(card)}"${picked.has(card) ? html` checked` : ""}><play-card card="${card}"></play-card></label>`)}</fieldset>`;

/** @param {import("../shared/types.d.ts").TableSeen} screen @param {View} view @param {import("../shared/types.d.ts").SeatSeen} s */
function bet(screen, view, s) {
  const place = placeOf(screen, s.seat);
  if (!screen.playing) return "";
  if (s.bet)
    return html`<span class="bet" aria-hidden="true" data-key="bet-${s.seat}" data-place="${place}" data-bet-of="${s.seat}"><chip-stack cents="${s.bet}" piles="2"></chip-stack><b class="num">${money(s.bet)}</b></span>`;
  const said = view.digest.said[s.seat];
  return said && s.state === "in"
    ? html`<span class="bet bet--words" data-key="said-${s.seat}" data-place="${place}"><b>${said}</b></span>`
    : "";
}

/** @param {import("../shared/types.d.ts").TableSeen} screen @param {View} view @param {number} seat */
function open(screen, view, seat) {
  if (screen.mine || view.quiet || screen.status !== "open")
    return html`<article class="seat seat--free" data-key="seat-${seat}" data-place="${placeOf(screen, seat)}" data-state="open" aria-label="Seat ${seat}, open"><span class="seat-no">${seat}</span></article>`;
  return html`<article class="seat" data-key="seat-${seat}" data-place="${placeOf(screen, seat)}" data-state="open"><button class="plate" data-sit="${seat}" aria-label="Take seat ${seat}"><span class="plate__no">${seat}</span><span class="plate__name">Open</span><span class="plate__stack">Sit here</span></button></article>`;
}
