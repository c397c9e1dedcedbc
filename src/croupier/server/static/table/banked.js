// @ts-check
/* The table where the house banks the game: the dealer's hand, the layout, a spot for every player. */
import { html, money, capital, handName } from "../shared/words.js";
import { net } from "./digest.js";
import { spread, stub } from "./felt.js";

/** @typedef {import("./felt.js").View} View */

/** @param {import("../shared/types.d.ts").TableSeen} screen @param {View} view */
export function layout(screen, view) {
  const taken = new Map(screen.seats.map((s) => [s.seat, s]));
  const spots = Array.from({ length: screen.places }, (_, i) => screen.places - i); // spot 1 is at the dealer's left: the viewer's right
  const { house } = view.digest; // cards that were turned up stay in sight until the next round
  const dealer = screen.house?.length ? screen.house : !screen.playing && house && !house.community ? house.cards : [];
  const boards = screen.boards?.length ? screen.boards : !screen.playing && house?.community ? [house.cards] : [];
  const made = house && !house.community ? house.made : [];
  return html`<div class="felt"></div>
    ${screen.decks?.length && !screen.playing ? spread(screen) : ""}
    <div class="house">
      <div class="house__words">${made.length ? html`${handName(made)}<small>${made[0].brief ? "The dealer's hand" : "The dealer does not qualify"}</small>` : html`${screen.playing ? capital(screen.street || "settlement") : "Between rounds"}<small>${screen.playing ? stub(screen, `${screen.left} cards in the stub`) : view.stopped ? "No round is dealt now" : "The next one begins shortly"}</small>`}</div>
      <div class="house__cards" role="group" aria-label="${screen.shared_house ? "Community cards" : "Dealer's cards"}">${dealer.map((/** @type {string} */ card) => html`<play-card card="${card}"></play-card>`)}
        ${boards.length ? html`<span class="house__board" role="group" aria-label="Community cards">${boards[0].map((/** @type {string} */ card) => html`<play-card card="${card}"></play-card>`)}</span>` : ""}</div>
      <div class="house__tray"><span><b>Dealer</b>${screen.playing ? stub(screen, `${screen.left} in the stub`) : "shuffling"}</span><play-card card="??"></play-card></div>
    </div>
    <div class="spots" data-count="${screen.places}">${spots.map((seat) => {
      const one = taken.get(seat);
      return one ? spot(screen, view, one) : free(screen, view, seat);
    })}</div>`;
}

/** @param {import("../shared/types.d.ts").TableSeen} screen */
const wagerNames = (screen) => [...screen.layout.map((l) => l.name), ...(screen.choices ?? [])];

/** @param {import("../shared/types.d.ts").TableSeen} screen @param {View} view @param {import("../shared/types.d.ts").SeatSeen} seat */
function spot(screen, view, seat) {
  // Hands that are settled are collected; they stay in sight until the next round, the viewer's own in any case.
  const face = view.digest.shown[seat.seat] ?? { cards: view.digest.held[seat.seat] ?? [], made: seat.made };
  const s = face.cards.length && !seat.down?.length ? { ...seat, down: face.cards, made: face.made } : seat;
  const you = s.seat === screen.mine,
    asked = screen.turns?.some((t) => t.actor === s.seat) && screen.playing;
  const settled = view.digest.settled[s.seat] ?? [],
    folded = s.state === "folded";
  const choosing = asked && (s.down ?? []).length > 0,
    placed = wagerNames(screen).filter((name) => s.spots?.[name]);
  return html`<article class="spot ${you ? "spot--you" : ""}" data-key="spot-${s.seat}" data-state="${choosing ? "now" : folded ? "folded" : ""}" data-seat="${s.seat}" aria-label="Spot ${s.seat}, ${you ? "you" : s.person}, ${money(s.chips)}${placed.map((name) => `, ${name} ${money(s.spots[name])}`).join("")}${choosing ? ", to choose" : ""}${folded ? ", folded" : ""}">
    <div class="spot__cards" data-key="hand-${screen.round}">${(s.down ?? []).map((/** @type {string} */ card) => html`<play-card card="${card}"${folded ? html` dim` : ""}></play-card>`)}</div>
    <p class="spot__hand">${folded ? "Folded" : handName(s.made)}</p>
    <div class="wagers">${wagerNames(screen).map((name) =>
      wager(
        name,
        s,
        settled.filter((o) => o.spot === name),
        screen.layout.some((l) => l.name === name && l.name !== "ante"),
      ),
    )}</div>
    <div class="plate"><span class="plate__no">${s.seat}</span><span class="plate__name">${you ? "You" : s.name}</span><span class="plate__stack num">${money(s.chips)}</span></div>
  </article>`;
}

/** @param {string} name @param {import("../shared/types.d.ts").SeatSeen} s @param {import("./digest.js").Outcome[]} outcomes @param {boolean} side */
function wager(name, s, outcomes, side) {
  const lies = s.spots?.[name] ?? 0,
    change = outcomes.reduce((sum, one) => sum + net(one), 0);
  const result = outcomes.length ? (change > 0 ? "won" : change < 0 ? "lost" : "push") : "";
  const said =
    result === "won"
      ? `+${money(change)}`
      : result === "lost"
        ? `lost ${money(-change)}`
        : result === "push"
          ? "push"
          : lies
            ? money(lies)
            : "";
  return html`<div class="wager ${side ? "wager--side" : ""}" data-result="${result}"><span class="wager__ring">${lies || result === "won" ? html`<chip-stack cents="${lies || outcomes.reduce((sum, one) => sum + one.staked, 0) + change}" piles="1"></chip-stack>` : ""}</span><span>${capital(name)}${said ? html`<br><b>${said}</b>` : ""}</span></div>`;
}

/** @param {import("../shared/types.d.ts").TableSeen} screen @param {View} view @param {number} seat */
function free(screen, view, seat) {
  return html`<article class="spot" data-key="spot-${seat}" data-state="open" aria-label="Spot ${seat}, open"><div class="spot__cards"></div><div class="wagers" aria-hidden="true">${wagerNames(screen).map((name) => html`<div class="wager"><span class="wager__ring"></span>${capital(name)}</div>`)}</div>
    ${screen.mine || view.quiet ? html`<span class="plate">Open</span>` : html`<button class="plate" data-sit="${seat}" aria-label="Take spot ${seat}">Take spot ${seat}</button>`}</article>`;
}
