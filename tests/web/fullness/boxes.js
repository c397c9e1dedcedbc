/* What lies where on a stage, and what is wrong with it. */
const TOUCH = 2; // pixels by which things may meet
const LEAST = 10; // pixels of the smallest letter

const CLEAR = ".board play-card, .pot-total, .pot, .streets, .house play-card, .well, .spread__deck"; // of every seat
const REACH = 43.5; // pixels that a finger needs

const KINDS = {
  plate: ".plate, .seat--free .seat-no",
  hand: "play-card",
  note: ".seat__note, .spot__hand",
  bet: ".bet, .wagers",
  button: ".disc",
};

/** How far two boxes lie over each other. */
const over = (a, b) => Math.min(a.right - b.left, b.right - a.left, a.bottom - b.top, b.bottom - a.top);

/** Everything that belongs to a seat: whose, what, where. */
function things(stage) {
  return Object.entries(KINDS).flatMap(([kind, selector]) =>
    [...stage.querySelectorAll(selector)].flatMap((element) => {
      const owner = element.closest("[data-place]")?.dataset.place ?? element.closest(".spot")?.dataset.key,
        box = element.getBoundingClientRect();
      return owner && owner !== "dealer" && box.width ? [{ owner, kind, box }] : [];
    }),
  );
}

export function faults(stage) {
  const found = new Map(),
    all = things(stage),
    bounds = stage.getBoundingClientRect();
  const note = (words, by) => found.set(words, Math.max(by, found.get(words) ?? 0));
  for (const one of all) {
    const cut = Math.max(
      bounds.left - one.box.left,
      one.box.right - bounds.right,
      bounds.top - one.box.top,
      one.box.bottom - bounds.bottom,
    );
    if (cut > 0.5) note(`${one.kind} at ${one.owner} is cut`, cut);
    for (const other of all) {
      const own = one.kind === "bet" || (one.kind === "note" && one.owner === "0" && other.kind === "hand");
      if ((one.owner === other.owner && !own) || (other.kind !== "plate" && other.kind !== "hand")) continue;
      const by = over(one.box, other.box);
      if (by > TOUCH) note(`${one.kind} at ${one.owner} covers ${other.kind} at ${other.owner}`, by);
    }
  }
  for (const card of stage.querySelectorAll(CLEAR)) {
    const box = card.getBoundingClientRect();
    for (const one of all)
      if (box.width && over(one.box, box) > TOUCH)
        note(
          `${one.kind} at ${one.owner} covers the ${card.closest(".board") ? "board" : card.closest(".house") ? "house" : card.classList[0]}`,
          over(one.box, box),
        );
  }
  for (const words of stage.querySelectorAll(".strength")) {
    const by = words.scrollHeight - words.closest(".plate").clientHeight;
    if (by > 1) note("the viewer's hand name is cut", by);
  }
  for (const button of document.querySelectorAll(".actions :is(button, .input, label.btn)")) {
    const box = button.getBoundingClientRect(),
      bar = button.closest(".actions").getBoundingClientRect();
    if (!box.width || button.matches(".clause")) continue;
    if (box.right > bar.right + 0.5 || box.left < bar.left)
      note(`${button.textContent.trim()} is cut`, box.right - bar.right);
    if (box.height < REACH) note(`${button.textContent.trim()} is small`, box.height);
  }
  for (const element of stage.querySelectorAll("*")) {
    if (
      ![...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim()) ||
      !element.checkVisibility()
    )
      continue;
    const size = parseFloat(getComputedStyle(element).fontSize);
    if (size && size < LEAST) note(`letters of ${element.className || element.localName} are small`, size);
  }
  return [...found].map(([words, by]) => `${words}, ${by.toFixed(0)} px`);
}
