// @ts-check
/* Words, amounts and cards as people read them. */

const CENTS = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 }); // made once: making one takes longer than using it

/** @param {number} cents */
export const money = (cents) => `${cents < 0 ? "−" : ""}$${CENTS.format(Math.abs(cents) / 100)}`;

/** Round amounts may drop their cents where nothing moves: limits, presets, spots. @param {number} cents */
export const brief = (cents) => (cents % 100 ? money(cents) : "$" + (cents / 100).toLocaleString("en-US"));

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {number} count @param {string} noun */
export const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** What a person typed as an amount, in cents; NaN when it is none. @param {string} text */
export const typed = (text) => Math.round(parseFloat(text.replace(/[^0-9.]/g, "")) * 100);

const RANKS = {
  A: "ace",
  K: "king",
  Q: "queen",
  J: "jack",
  T: "ten",
  9: "nine",
  8: "eight",
  7: "seven",
  6: "six",
  5: "five",
  4: "four",
  3: "three",
  2: "two",
};
const SUITS = { "♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs" };
const LETTERS = { s: "♠", h: "♥", d: "♦", c: "♣" };

/** "As" as "ace of spades". @param {string} card */
export function cardWords(card) {
  if (card.startsWith("Jk")) return "joker";
  if (card === "??") return "a face-down card";
  return `${RANKS[/** @type {keyof typeof RANKS} */ (card[0])]} of ${SUITS[/** @type {keyof typeof SUITS} */ (LETTERS[/** @type {keyof typeof LETTERS} */ (card[1])])]}`;
}

/** Ranks in figures: "eight-seven low" as "8-7 low". @param {string} words */
export const figures = (words) =>
  Object.entries(RANKS).reduce(
    (text, [figure, name]) => text.replace(new RegExp(`\\b${name}\\b`, "g"), figure === "T" ? "10" : figure),
    words,
  );

/** Cards drawn in a sentence (A♠) told in full words. @param {string} text */
export const spelled = (text) =>
  text
    .replace(
      /([2-9TJQKA])([♣♦♥♠])(?: (?=[2-9TJQKA][♣♦♥♠]))?/g,
      (whole, rank, suit) =>
        `${RANKS[/** @type {keyof typeof RANKS} */ (rank)]} of ${SUITS[/** @type {keyof typeof SUITS} */ (suit)]}${whole.endsWith(" ") ? ", " : ""}`,
    )
    .replace(/Jk[12]/g, "joker");

const YOURS = { is: "are", has: "have", goes: "go" };

/** A line of the log with names for seats, "you" for the own one, and cents on every amount.
 * @param {string} words @param {Record<number, string>} names @param {number} mine */
export function named(words, names, mine) {
  const text = words
    .replace(/\$(\d{1,3}(?:,\d{3})*|\d+)(?!\d|,\d|\.\d)/g, "$$$1.00")
    .replace(
      /\b(for|to|of|by|from|with) seat (\d+)\b/g,
      (whole, before, number) =>
        `${before} ${Number(number) === mine && mine ? "you" : (names[Number(number)] ?? `seat ${number}`)}`,
    )
    .replace(/\bseat (\d+)( (?:\w+))?/g, (whole, number, verb = "") => {
      const seat = Number(number);
      if (seat === mine && mine) {
        const word = verb.trim(),
          plain =
            YOURS[/** @type {keyof typeof YOURS} */ (word)] ??
            (/^(?!is|and)\w+[^s]s$/.test(word) ? word.replace(/s$/, "") : word === "passes" ? "pass" : word);
        return "you" + (word ? " " + plain : "");
      }
      return (names[seat] ?? `seat ${number}`) + verb;
    })
    .replace(/\bseats ([\d, and]+)/g, (whole, list) =>
      list.replace(/\d+/g, (/** @type {string} */ n) =>
        Number(n) === mine && mine ? "you" : (names[Number(n)] ?? `seat ${n}`),
      ),
    );
  return capital(text);
}

/** A bot's name without its mark. @param {string} person */
export const plainName = (person) => person.replace(/ \(bot\)$/, "");

/** What a hand amounts to, short enough for a plate. @param {string} words */
export const shortHand = (words) =>
  capital(
    words
      .split("; ")
      .map((part) => part.replace(/, [^,]*kickers?$/, ""))
      .join("; "),
  );

/** A game's title as a heading has it. @param {string} title */
export const gameTitle = (title) =>
  capital(title)
    .replace("high-low split eight or better", "hi-lo 8")
    .replace("high-low split six or better", "hi-lo 6")
    .replace("high-low split", "hi-lo")
    .replace(/(Bonus|Joker) Poker/, "$1")
    .replace("'Em", "'em");

/** What a table is called: a demonstration table by its game, any other by its name. @param {{name: string, game: string, title: string}} table */
export function tableTitle({ name, game, title }) {
  const more = game && name.startsWith(game + "-") ? ` ${name.slice(game.length + 1)}` : "";
  return name === game || more ? gameTitle(title) + more : `Table ${name}`;
}

/** @param {string} text */
export const escape = (text) => String(text).replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

class Safe {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }
  toString() {
    return this.text;
  }
}

/** A template whose values are escaped, but for what is already safe. Lists are joined; false and null are nothing.
 * @param {TemplateStringsArray} parts @param {...any} values */
export function html(parts, ...values) {
  /** @type {(v: any) => string} */
  const show = (v) =>
    v == null || v === false ? "" : Array.isArray(v) ? v.map(show).join("") : v instanceof Safe ? v.text : escape(v);
  return new Safe(parts.reduce((text, part, i) => text + show(values[i - 1]) + part));
}
