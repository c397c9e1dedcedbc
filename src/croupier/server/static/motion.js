// @ts-check
/* Things move only to show where they came from: cards from the dealer's place, chips from their stack. */

/** @type {Set<string>} */
let known = new Set(); // faces that lie there already: they are not dealt again when they change places

/** @param {HTMLElement} ring @param {Element[]} arrived */
export function travel(ring, arrived) {
  const before = known;
  known = new Set([...ring.querySelectorAll('play-card[card]:not([card="??"])')].map((card) => card.getAttribute("card") ?? ""));
  const well = ring.querySelector(".well, .house__tray"), from = well?.getBoundingClientRect();
  if (!from?.width || document.hidden) return;
  const cards = arrived.filter((e) => e.localName === "play-card" && e.getAttribute("card") && !before.has(e.getAttribute("card") ?? "") && !e.closest(".well, .house__tray, .spread"));
  cards.slice(0, 24).forEach((card, n) => start(card, from, "is-dealt", n));
  for (const bet of arrived.filter((e) => e.matches(".bet[data-bet-of]"))) {
    const plate = ring.querySelector(`[data-key="seat-${bet.getAttribute("data-bet-of")}"] .plate`);
    if (plate) start(bet, plate.getBoundingClientRect(), "is-bet", 0);
  }
}

/** @param {Element} element @param {DOMRect} from @param {string} name @param {number} n */
function start(element, from, name, n) {
  const to = element.getBoundingClientRect(), { style } = /** @type {HTMLElement} */ (element);
  style.setProperty("--from-x", `${from.x + from.width / 2 - to.x - to.width / 2}px`);
  style.setProperty("--from-y", `${from.y + from.height / 2 - to.y - to.height / 2}px`);
  style.setProperty("--n", String(n));
  element.classList.add(name);
  element.addEventListener("animationend", () => element.classList.remove(name), { once: true });
}
