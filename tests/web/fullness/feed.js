/* In place of the room's feed: tells every full table in turn, and has each looked at. */
import { faults } from "./boxes.js";
import * as usual from "./usual.js";

export const whole = (sent) => ({ ...usual.TableSeen, ...sent, seats: sent.seats.map((seat) => ({ ...usual.SeatSeen, ...seat })) });

export class TableFeed extends EventTarget {
  constructor(table) {
    super();
    Object.assign(this, { table, lines: [], screen: null, left: 20, clock: { seats: [1], left: 20, total: 30, bank: 60 }, beside: { kind: "room", waiting: 0, place: 0, kept: [], jackpot: null } });
    this.ring = document.getElementById("ring");
    setTimeout(() => this.all());
  }

  async all() {
    const asked = decodeURIComponent(location.hash.slice(1)), told = await (await fetch("/states")).json();
    const looked = told.filter(({ name }) => !asked || name === asked), found = looked.flatMap((state) => this.tell(state));
    const says = document.createElement("output");
    says.setAttribute("aria-label", "Faults");
    says.className = "said"; // for whoever reads the page, and out of the picture
    says.textContent = found.join("\n") || `none at ${looked.length} tables`;
    document.body.append(says);
  }

  /** Show one table; what is wrong with it. */
  tell({ name, screen, lines }) {
    const before = this.screen;
    [this.screen, this.lines] = [whole(screen), lines];
    this.dispatchEvent(new CustomEvent("told", { detail: { fresh: [], before } }));
    this.ring.place(); // the bar below may have grown
    document.getAnimations().forEach((one) => one.finish()); // what travels has arrived
    const seen = this.ring.querySelectorAll(".plate").length, missing = screen.seats.length - seen;
    return [...(missing > 0 ? [`${missing} plates are missing`] : []), ...faults(this.ring)].map((fault) => `${name}: ${fault}`);
  }
}
