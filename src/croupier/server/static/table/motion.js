// @ts-check
/* Things move only to show where they came from: cards from the dealer's place, chips from their stack. */

/** @type {Set<string>} */
let known = new Set(); // faces that lie there already: they are not dealt again when they change places

/** @param {HTMLElement} ring @param {Element[]} arrived */
export function travel(ring, arrived) {
  const before = known;
  known = new Set(
    [...ring.querySelectorAll('play-card[card]:not([card="??"])')].map((card) => card.getAttribute("card") ?? ""),
  );
  const well = ring.querySelector(".well, .house__tray");
  if (!arrived.length || !well || document.hidden) return; // where things are is asked only if one has come
  const from = well.getBoundingClientRect();
  if (!from.width) return;
  const cards = arrived.filter(
    (e) =>
      e.localName === "play-card" &&
      e.getAttribute("card") &&
      !before.has(e.getAttribute("card") ?? "") &&
      !e.closest(".well, .house__tray, .spread"),
  );
  const moving = [
    ...cards.slice(0, 24).map((element, n) => ({ element, from, name: "is-dealt", n })),
    ...arrived
      .filter((e) => e.matches(".bet[data-bet-of]"))
      .flatMap((element) => {
        const plate = ring.querySelector(`[data-key="seat-${element.getAttribute("data-bet-of")}"] .plate`);
        return plate ? [{ element, from: plate.getBoundingClientRect(), name: "is-bet", n: 0 }] : [];
      }),
  ];
  const ends = moving.map(({ element }) => element.getBoundingClientRect()); // asked of all before any is changed
  moving.forEach(({ element, from: start, name, n }, i) => {
    const to = ends[i],
      { style } = /** @type {HTMLElement} */ (element);
    style.setProperty("--from-x", `${start.x + start.width / 2 - to.x - to.width / 2}px`);
    style.setProperty("--from-y", `${start.y + start.height / 2 - to.y - to.height / 2}px`);
    style.setProperty("--n", String(n));
    element.classList.add(name);
    element.addEventListener("animationend", () => element.classList.remove(name), { once: true });
  });
}
