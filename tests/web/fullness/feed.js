/* In place of the room's feed: tells every full table in turn, and has each looked at. */
import { faults } from "./boxes.js";
import * as usual from "../shared/defaults.js";

export const whole = (sent) => ({
  ...usual.TableSeen,
  ...sent,
  seats: sent.seats.map((seat) => ({ ...usual.SeatSeen, ...seat })),
});

const FACES = ["DejaVu Sans", "Liberation Sans", "Arial", "Helvetica", "Roboto", "Segoe UI"];

/** How wide a word is on this page, in the house's letters. */
function width() {
  const word = document.createElement("span");
  word.style.cssText = "position: absolute; white-space: nowrap; font: 100px var(--font-ui)";
  word.textContent = "$1,250.00 three-of-a-kind";
  document.body.append(word);
  const found = word.getBoundingClientRect().width;
  word.remove();
  return found;
}

/** Write everything in one face, at so much of its size; how wide a word then is. */
async function write(size) {
  const sheet =
    document.getElementById("forced") ??
    document.head.appendChild(Object.assign(document.createElement("style"), { id: "forced" }));
  const faces = FACES.map((face) => `local("${face}")`).join(),
    name = `forced-${Math.round(size * 1000)}`;
  sheet.textContent = `@font-face { font-family: ${name}; src: ${faces}; size-adjust: ${100 * size}%; } :root { --font-ui: ${name}; --font-voice: ${name}; --font-record: ${name}; }`;
  width(); // the sheet is read
  await document.fonts.load(`100px ${name}`);
  await document.fonts.ready;
  return width();
}

/** Let letters be so much of their usual width, in percent; what they are then. */
async function force(percent) {
  if (percent === 100) return 100;
  const usual = width(),
    plain = await write(1);
  return Math.round((100 * (await write((percent / 100) * (usual / plain)))) / usual);
}

export class TableFeed extends EventTarget {
  constructor(table) {
    super();
    Object.assign(this, {
      table,
      lines: [],
      screen: null,
      left: 20,
      clock: { seats: [1], left: 20, total: 30, bank: 60 },
      roomInfo: {
        ...{ kind: "room", waiting: 3, place: 0, kept: [] },
        jackpot: { fund: "House fund", chips: 12_345_60, pending: true },
      },
    });
    this.ring = document.getElementById("ring");
    setTimeout(() => this.all());
  }

  async all() {
    const letters = await force(Number(new URLSearchParams(location.search).get("letters")) || 100);
    const asked = decodeURIComponent(location.hash.slice(1)),
      states = await (await fetch(`/states${location.search}`)).json();
    if (location.search.includes("odds")) await this.advise(states[0]);
    const looked = states.filter(({ name }) => !asked || name === asked),
      found = [...looked.flatMap((state) => this.tell(state)), ...this.talk()];
    const says = document.createElement("output");
    says.setAttribute("aria-label", "Faults");
    says.className = "said"; // for the test that reads the page, and out of the picture
    says.textContent = found.join("\n") || `none at ${looked.length} tables, letters ${letters}%`;
    document.body.append(says);
  }

  /** Open the panel of odds, and wait for its words. @param {any} state */
  async advise(state) {
    this.tell(state);
    document.getElementById("open-odds").click();
    while (!document.querySelector("#odds .hints")) await new Promise((later) => setTimeout(later, 20));
  }

  /** Let the dealer say a little, and much; what that moves. */
  talk() {
    const line = document.getElementById("line"),
      heights = ["Ana checks.", "Bartholomew shows ace of spades, king of spades. ".repeat(6)].map((words) => {
        line.textContent = words;
        return this.ring.clientHeight;
      });
    return heights[0] === heights[1] ? [] : [`the dealer's words move the table, ${heights.join(" and ")} px`];
  }

  /** Show one table; what is wrong with it. */
  tell({ name, screen, lines }) {
    const before = this.screen;
    [this.screen, this.lines] = [whole(screen), lines];
    this.dispatchEvent(new CustomEvent("update", { detail: { fresh: [], before } }));
    this.ring.place(); // the bar below may have grown
    document.getAnimations().forEach((one) => one.finish()); // what travels has arrived
    const seen = this.ring.querySelectorAll(".plate").length,
      missing = screen.seats.length - seen;
    return [...(missing > 0 ? [`${missing} plates are missing`] : []), ...faults(this.ring)].map(
      (fault) => `${name}: ${fault}`,
    );
  }
}
