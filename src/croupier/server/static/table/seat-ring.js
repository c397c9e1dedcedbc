// @ts-check
/* <seat-ring seats="9" dealer="5" cards="2" slots="5">: lays its children out by their data-place, as places.js has it.
 *
 * Sizes are custom properties, so that media queries and families of games need only change numbers; what was computed from
 * them goes back as custom properties, on the ring for all and on each child for itself.
 */
import { measured } from "./measure.js";
import { places } from "./places.js";
import { spreadOut } from "./spread.js";
import { money } from "../shared/words.js";

const SIZES = {
  plateW: "--plate-w",
  plateH: "--plate-h",
  youW: "--you-w",
  youMost: "--you-most",
  youExtra: "--you-extra",
  upW: "--up-w",
  peek: "--peek",
  note: "--note-h",
  line: "--note-line",
  boardMost: "--board-most",
  boardGap: "--board-gap",
  disc: "--disc",
  bottom: "--ring-bottom",
  side: "--ring-side",
};

/** Set lengths that are not set so already: a table is placed with every word that is shown of it. @param {HTMLElement} element @param {Record<string, number>} lengths */
function give(element, lengths) {
  for (const [name, length] of Object.entries(lengths)) {
    const words = `${length.toFixed(1)}px`;
    if (element.style.getPropertyValue(name) !== words) element.style.setProperty(name, words);
  }
}

/** The longer of two amounts, in figures that are all alike. @param {string} known @param {number} cents */
function longer(known, cents) {
  const words = money(cents).replace(/\d/g, "8");
  return words.length > known.length ? words : known;
}

const WORDY = 124; // pixels of a note in whose two lines any hand's name has room

class SeatRing extends HTMLElement {
  highest = 0;
  across = 0;
  key = "";
  amount = money(8_888_00); // the longest that were written here: before a seat, and in a pot
  total = money(8_888_00);
  laid = /** @type {import("./places.js").Laid} */ (/** @type {any} */ (null));

  connectedCallback() {
    this.place();
    this.watch = new ResizeObserver(() => this.place());
    this.watch.observe(this);
  }
  disconnectedCallback() {
    this.watch?.disconnect();
  }

  /** @param {string} name */
  count(name) {
    return Number(this.getAttribute(name) ?? 0);
  }

  place() {
    const width = this.clientWidth,
      height = this.clientHeight;
    if (!width || !height) return;
    if (!this.matches(".stage--banked")) this.seat(width, height);
    this.spread(width, height);
  }

  /** @param {number} width @param {number} height */
  seat(width, height) {
    this.measure(width, height);
    const { seats, dealer } = this.laid;
    for (const child of /** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll(":scope > [data-place]"))) {
      const at = seats[Number(child.dataset.place)],
        plate = at?.plate ?? dealer,
        spot = (child.matches(".disc") ? at?.disc : at?.bet) ?? at?.plate;
      if (plate)
        give(child, {
          "--x": plate.x,
          "--y": plate.y,
          ...(at && spot ? { "--bx": spot.x, "--by": spot.y, "--hand-x": at.hand.x - plate.x } : {}),
        });
    }
  }

  /** Decks that are spread lie free of every plate. @param {number} width @param {number} height */
  spread(width, height) {
    const decks = this.querySelectorAll(".spread__deck");
    if (!decks.length) return;
    const at = this.getBoundingClientRect(),
      taken = [...this.querySelectorAll(".plate, .seat-no, .well, .house")]
        .map((one) => one.getBoundingClientRect())
        .filter((box) => box.width)
        .map((box) => ({
          x: (box.left + box.right) / 2 - at.left,
          y: (box.top + box.bottom) / 2 - at.top,
          w: box.width,
          h: box.height,
        }));
    const rows = decks[0].querySelectorAll(":scope > span").length,
      of = { decks: decks.length, rows, label: 24 },
      { card, high, y } = spreadOut(of, taken, width, height);
    give(this, { "--spread-card": card, "--spread-y": y });
    this.dataset.spread = high ? "high" : "wide";
  }

  /** Lay out anew, if anything is different. @param {number} width @param {number} height */
  measure(width, height) {
    [this.highest, this.across] = [width === this.across ? Math.max(height, this.highest) : height, width]; // the bar below grows and shrinks
    const table = {
      seats: this.count("seats"),
      dealer: this.hasAttribute("dealer") ? this.count("dealer") : -1,
      own: this.count("own") > 0,
      cards: this.count("cards"),
      slots: this.count("slots"),
      open: this.count("open") > 0,
      width,
      height,
      highest: this.highest,
    };
    const room = width < height ? Math.min(width / 390, height / 480) : Math.min(width / 1090, height / 610);
    const k = Math.min(width < height ? 1.35 : 1.3, Math.max(width < height ? 0.88 : 0.72, room)).toFixed(3);
    if (this.style.getPropertyValue("--k") !== k) this.style.setProperty("--k", k);
    this.amount = longer(this.amount, this.count("amount"));
    this.total = longer(this.total, this.count("total"));
    const style = getComputedStyle(this),
      given = Object.fromEntries(
        Object.entries(SIZES).map(([key, name]) => [key, parseFloat(style.getPropertyValue(name)) || 0]),
      );
    const longest = {
      amount: this.amount,
      total: this.total,
      streets: this.getAttribute("streets")?.split(",").filter(Boolean) ?? [],
      seats: table.seats,
    };
    const key = JSON.stringify([table, given, longest, innerWidth, innerHeight]);
    if (key === this.key) return;
    this.key = key;
    const sizes = /** @type {import("./places.js").Sizes} */ ({ ...given, ...measured(this, longest) });
    this.laid = places(table, sizes);
    const { tall, tight, letters, lines, top, card, handW, noteW, plateW, youCard, boardCard, potLetters, centreY } =
      this.laid;
    this.style.setProperty("--stack-fit", Math.min(1, (plateW - sizes.plateRest) / sizes.stackW).toFixed(3));
    give(this, {
      "--ring-top": top,
      "--card-open": card,
      "--hand-w": handW,
      "--note-w": noteW,
      "--seat-w": plateW,
      "--you-card": youCard,
      "--board-card": boardCard,
      "--centre-y": centreY,
    });
    this.style.setProperty("--bet-letters", String(letters));
    this.style.setProperty("--pot-letters", String(potLetters));
    this.toggleAttribute("data-tall", tall);
    this.toggleAttribute("data-tight", tight);
    this.dataset.lines = String(lines);
    this.toggleAttribute("data-narrow", noteW < WORDY);
  }
}
customElements.define("seat-ring", SeatRing);
