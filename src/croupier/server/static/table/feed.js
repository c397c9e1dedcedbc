// @ts-check
/* One table, followed over a socket that comes back by itself: lines, screen, clock, and answers to what was asked. */
import { Refused } from "../shared/room.js";
import { pageName } from "../shared/browser.js";
import { applied, whole } from "./changes.js";

/** @typedef {import("../shared/types.d.ts").LineSent} Line */
/** @typedef {import("../shared/types.d.ts").TableSeen} TableSeen */
/** @typedef {import("../shared/types.d.ts").UpdateFrame} UpdateFrame */
/** @typedef {import("../shared/types.d.ts").DoneFrame} DoneFrame */
/** @typedef {import("../shared/types.d.ts").Frame} Frame */

/** What is taken for granted of the room until it says otherwise. @type {import("../shared/types.d.ts").RoomInfo} */
const NOTHING = { kind: "room", waiting: 0, place: 0, kept: [], jackpot: null, stopped: "", planned: "" };
const WAITS = [250, 500, 1000, 2000, 3000]; // before trying again, in milliseconds

export class TableFeed extends EventTarget {
  /** @param {string} table */
  constructor(table) {
    super();
    this.table = table;
    this.client = pageName();
    this.sequence = 0;
    this.number = -1; // the last line we know
    /** @type {Line[]} */
    this.lines = []; // of the round in hand, or just played
    /** @type {TableSeen} */
    this.screen = /** @type {any} */ (null); // until the first frame
    /** @type {import("../shared/types.d.ts").Remaining | null} */
    this.clock = null;
    /** @type {import("../shared/types.d.ts").RoomInfo} */
    this.roomInfo = { ...NOTHING }; // the room around this table
    this.clockAt = 0; // when the clock came, in this page's time
    /** @type {Map<number, {frame: string, done: (v: DoneFrame) => void, failed: (f: Refused) => void}>} */
    this.pending = new Map();
    /** @type {UpdateFrame[]} */
    this.queue = []; // frames whose time has not come
    this.holding = 0; // the timer of the first of them
    this.tries = 0;
    this.open();
  }

  open() {
    this.flush();
    const address = new URL(`/api/tables/${encodeURIComponent(this.table)}/socket`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    address.search = new URLSearchParams({ client: this.client, since: String(this.number) }).toString();
    this.socket = new WebSocket(address);
    this.socket.addEventListener("open", () => {
      this.tries = 0;
      this.roomInfo = { ...NOTHING };
      this.say("online");
      for (const { frame } of this.pending.values()) this.socket?.send(frame); // carried out once, whatever was lost
    });
    this.socket.addEventListener("message", (e) => this.hear(JSON.parse(e.data)));
    this.socket.addEventListener("close", (e) => {
      if (e.code === 4404) return this.say("missing");
      this.say("offline");
      setTimeout(() => this.open(), WAITS[Math.min(this.tries++, WAITS.length - 1)]);
    });
  }

  /** @param {Frame} frame */
  hear(frame) {
    if (frame.kind === "update") return this.take(frame);
    if (frame.kind === "room") {
      this.roomInfo = frame;
      return this.say("room");
    }
    if (frame.kind === "said" || frame.kind === "hushed") {
      this.dispatchEvent(new CustomEvent("said", { detail: frame }));
      return undefined;
    }
    if (!("sequence" in frame)) return undefined; // a call to a seat: the lobby tells of it
    const waiting = this.pending.get(frame.sequence);
    this.pending.delete(frame.sequence);
    if (frame.kind === "done") waiting?.done(frame);
    else if (waiting) waiting.failed(new Refused(frame.clause, frame.why));
    return undefined;
  }

  /** Show a frame when its time has come: the streets of a run-out follow one another. @param {UpdateFrame} frame */
  take(frame) {
    this.queue.push(frame);
    if (!this.holding) this.next();
  }

  next() {
    this.holding = 0;
    for (let frame = this.queue.shift(); frame; frame = this.queue.shift()) {
      const { wait = 0 } = frame;
      if (wait && !document.hidden) {
        const held = { ...frame, wait: 0 };
        this.queue.unshift(held);
        this.holding = setTimeout(() => this.next(), wait * 1000);
        return;
      }
      this.tell(frame);
    }
  }

  /** Show at once what waits: the connection is new, and brings the rest. */
  flush() {
    clearTimeout(this.holding);
    this.queue = this.queue.map((frame) => ({ ...frame, wait: 0 }));
    this.next();
  }

  /** The screen after a frame; null when it does not follow what is shown. @param {UpdateFrame} frame */
  after({ lines, screen, after, changes, own }) {
    if (!screen) return after === this.number ? applied(applied(this.screen, changes), own) : null;
    const gap = this.number >= 0 && screen.number > this.number && (!lines.length || lines[0].number > this.number + 1);
    return gap || screen.number < this.number ? null : whole(screen);
  }

  /** @param {UpdateFrame} frame */
  tell(frame) {
    const screen = this.after(frame);
    if (!screen) {
      // too long away: take the round as it stands; it is asked for once
      if (this.number >= 0) this.socket?.send(JSON.stringify({ since: -1 }));
      this.number = -1;
      return;
    }
    const { clock, own } = frame,
      mine = new Map((own?.lines ?? []).map((line) => [line.number, line]));
    const first = this.number < 0,
      fresh = frame.lines.filter((line) => line.number > this.number).map((line) => mine.get(line.number) ?? line);
    for (const line of fresh) {
      if (line.entry.fact.type === "RoundOpened") this.lines = [];
      this.lines.push(line);
    }
    const before = this.screen;
    this.clock = clock && own?.bank ? { ...clock, bank: own.bank } : clock;
    [this.screen, this.clockAt, this.number] = [screen, performance.now(), screen.number];
    this.dispatchEvent(new CustomEvent("update", { detail: { fresh: first ? [] : fresh, before } }));
  }

  /** Seconds left of the time that runs; null when nobody is asked. */
  get left() {
    return this.clock ? Math.max(0, this.clock.left - (performance.now() - this.clockAt) / 1000) : null;
  }

  /** Give an order; the answer comes when it is on the disk. @param {any} command @returns {Promise<any>} */
  order(command) {
    const sequence = ++this.sequence,
      frame = JSON.stringify({ do: command, sequence });
    return new Promise((done, failed) => {
      this.pending.set(sequence, { frame, done, failed });
      if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(frame);
    });
  }

  /** @param {any} command */
  play(command) {
    return this.order({ type: "Play", command });
  }

  moreTime() {
    return this.once({ time: true });
  }

  /** @param {string} words */
  speak(words) {
    return this.once({ say: words });
  }

  /** Ask for what is not kept for a second try when the connection breaks. @param {any} frame @returns {Promise<any>} */
  once(frame) {
    const sequence = ++this.sequence;
    return new Promise((done, failed) => {
      this.pending.set(sequence, { frame: JSON.stringify({ since: this.number }), done, failed });
      this.socket?.send(JSON.stringify({ ...frame, sequence }));
    });
  }

  /** @param {string} name */
  say(name) {
    this.dispatchEvent(new Event(name));
  }
}
