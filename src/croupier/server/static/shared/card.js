/* <play-card>: a playing card drawn as SVG, sharp from 22 px to poster size.
 *
 *   <play-card card="As"></play-card>            a face: rank 2..9 T J Q K A, suit s h d c
 *   <play-card card="Jk1"></play-card>           a joker (Jk1 filled, Jk2 outlined)
 *   <play-card card="??" back="b"></play-card>   face down; back "a" or "b" tells the two decks apart
 *   <play-card card="?"></play-card>             a face nobody has entered yet (dealer assistant)
 *   <play-card></play-card>                      an empty place on the cloth
 *
 * Attributes   fanned   the next card covers the right half: keep rank and suit in the left one
 *              dim      not part of the hand being spoken of
 *              won      part of the winning hand (ring and notch, not colour alone)
 *              index="large"  large index for this card; for all cards set --card-index: large
 * Size         --card-w (default 64px); height follows, 5:7.
 * Colour       --suit-s/h/d/c, --card-paper, --deck-a/b from tokens.css. Four colours are a token change.
 *
 * Three faces, chosen by the width the card is given:
 *   under 58px  compact: rank and suit as large as they go
 *   to 128px    table:   corner index and one large pip or court emblem
 *   above       classic: two indices, pips in their traditional places, framed courts
 *
 * No imports and no exports, so it loads as a module or as a plain deferred script.
 */
(() => {
  // Suits, drawn in a box of 100 x 100 around the origin.
  const SUITS = {
    s: "M0-50C7-31 43-12 43 14C43 29 32 38 20 38C12 38 6 34 3 27C4 38 8 45 15 50H-15C-8 45-4 38-3 27C-6 34-12 38-20 38C-32 38-43 29-43 14C-43-12-7-31 0-50Z",
    h: "M0 48C-9 30-46 12-46-16C-46-33-34-44-21-44C-11-44-3-37 0-27C3-37 11-44 21-44C34-44 46-33 46-16C46 12 9 30 0 48Z",
    d: "M0-51C8-33 21-15 38 0C21 15 8 33 0 51C-8 33-21 15-38 0C-21-15-8-33 0-51Z",
    c: "M-21-26A21 21 0 1 1 21-26C21-17 16-10 9-4C14-8 18-9 24-9A21 21 0 1 1 24 33C14 33 7 28 3 21C4 36 8 44 16 50H-16C-8 44-4 36-3 21C-7 28-14 33-24 33A21 21 0 1 1-24-9C-18-9-14-8-9-4C-16-10-21-17-21-26Z",
  };

  // Ranks and letters as single strokes in a box of 60 x 80: stroke width is the weight, so small cards get bolder ink.
  const GLYPHS = {
    A: "M5 80L27 4H33L55 80M14 55H46",
    2: "M7 26C7 13 16 6.5 30 6.5C44 6.5 53 14 53 25C53 34 48 41 40 48L10 73.5H56",
    3: "M7 6.5H51L28 33C43 32 53 40 53 53C53 66 43 73.5 29 73.5C17 73.5 8 67 6 56",
    4: "M43 80V6L6 58H59",
    5: "M51 6.5H14L10.500 38C15 33 22 30.500 30 30.500C44 30.500 53 39 53 52C53 65 43 73.5 29 73.5C17 73.5 8 67 6 57",
    6: "M46 5C26 14 7 32 7 52C7 65 17 73.5 30 73.5C43 73.5 53 65 53 52C53 39 44 31 31 31C20 31 11 37 8 47",
    7: "M4 6.5H53L23 80",
    8: "M30 6.5C42 6.5 50 13 50 22C50 31 42 37.500 30 37.500C18 37.500 10 31 10 22C10 13 18 6.5 30 6.5ZM30 37.500C44 37.500 53.500 45 53.500 55.500C53.500 66 44 73.5 30 73.5C16 73.5 6.500 66 6.500 55.500C6.500 45 16 37.500 30 37.500Z",
    9: "M14 75C34 66 53 48 53 28C53 15 43 6.500 30 6.500C17 6.500 7 15 7 28C7 41 16 49 29 49C40 49 49 43 52 33",
    T: "M-5 20L9 8V80M47 6.500C60 6.500 66 18 66 40C66 62 60 73.5 47 73.5C34 73.5 28 62 28 40C28 18 34 6.500 47 6.500Z",
    J: "M47 0V52C47 66 39 73.5 27 73.5C15 73.5 8 67 7 54",
    Q: "M30 6.500C45 6.500 54 19 54 40C54 61 45 73.5 30 73.5C15 73.5 6 61 6 40C6 19 15 6.500 30 6.500ZM33 53L56 79",
    K: "M10 0V80M55 0L12 47M24 35L57 80",
    O: "M30 6.500C45 6.500 54 19 54 40C54 61 45 73.5 30 73.5C15 73.5 6 61 6 40C6 19 15 6.500 30 6.500Z",
    E: "M53 6.500H12V73.5H54M12 39H47",
    R: "M11 80V6.500H34C46 6.500 52 14 52 24C52 35 46 42 34 42H11M33 42L55 80",
    "?": "M8 24C9 12 18 6.500 30 6.500C43 6.500 52 13 52 24C52 40 30 38 30 58M30 68V80",
  };

  // Court emblems and the jester's cap, box 100 x 100 around the origin. The lower band is a second shape.
  const EMBLEMS = {
    K: [
      "M-37 12L-46-26L-19-4L0-40L19-4L46-26L37 12Z",
      "M-37 20H37V34H-37Z",
      [
        [-46, -32, 6],
        [0, -46, 6],
        [46, -32, 6],
      ],
    ],
    Q: [
      "M-36 12L-45-18Q-34 0-24-26Q-11 2 0-32Q11 2 24-26Q34 0 45-18L36 12Z",
      "M-36 20H36V34H-36Z",
      [
        [-46, -24, 5],
        [-24, -32, 5],
        [0, -39, 5.5],
        [24, -32, 5],
        [46, -24, 5],
      ],
    ],
    J: [
      "M-36 12V-14L-18-1L0-14L18-1L36-14V12ZM-4-20C-14-40-2-62 26-66C20-57 29-52 22-42C18-35 17-34 18-28C10-26 8-22 3-17Z",
      "M-36 20H36V34H-36Z",
      [],
    ],
    Jk: [
      "M-34 14C-37-10-45-18-60-10C-53-38-26-40-14-15C-12-34-5-42 0-48C5-42 12-34 14-15C26-40 53-38 60-10C45-18 37-10 34 14Z",
      "M-34 22H34V36H-34Z",
      [
        [-61, -3, 6],
        [0, -55, 6],
        [61, -3, 6],
      ],
    ],
  };
  const STAR = "M0-50L14-16L50-14L22 9L32 45L0 25L-32 45L-22 9L-50-14L-14-16Z";

  // Pips in their traditional places on a 100 x 140 card; a negative y is counted from the foot and stands on its head.
  const L = 34.5,
    M = 50,
    R = 65.5,
    PIPS = {
      2: [
        [M, 26],
        [M, -26],
      ],
      3: [
        [M, 26],
        [M, 70],
        [M, -26],
      ],
      4: [
        [L, 26],
        [R, 26],
        [L, -26],
        [R, -26],
      ],
      5: [
        [L, 26],
        [R, 26],
        [M, 70],
        [L, -26],
        [R, -26],
      ],
      6: [
        [L, 26],
        [R, 26],
        [L, 70],
        [R, 70],
        [L, -26],
        [R, -26],
      ],
      7: [
        [L, 26],
        [R, 26],
        [M, 48],
        [L, 70],
        [R, 70],
        [L, -26],
        [R, -26],
      ],
      8: [
        [L, 26],
        [R, 26],
        [M, 48],
        [L, 70],
        [R, 70],
        [M, -48],
        [L, -26],
        [R, -26],
      ],
      9: [
        [L, 26],
        [R, 26],
        [L, 55],
        [R, 55],
        [M, 70],
        [L, -55],
        [R, -55],
        [L, -26],
        [R, -26],
      ],
      T: [
        [L, 26],
        [R, 26],
        [M, 40],
        [L, 55],
        [R, 55],
        [L, -55],
        [R, -55],
        [M, -40],
        [L, -26],
        [R, -26],
      ],
    };

  const RANK_WORDS = {
    A: "Ace",
    K: "King",
    Q: "Queen",
    J: "Jack",
    T: "Ten",
    9: "Nine",
    8: "Eight",
    7: "Seven",
    6: "Six",
    5: "Five",
    4: "Four",
    3: "Three",
    2: "Two",
  };
  const SUIT_WORDS = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };

  const suit = (s, x, y, size, turn = 0) =>
    `<path d="${SUITS[s]}" transform="translate(${x} ${y}) rotate(${turn}) scale(${size / 100})"/>`;
  const glyph = (g, x, y, height, weight = 13) =>
    `<path class="ink" d="${GLYPHS[g]}" stroke-width="${weight}" transform="translate(${x + (g === "T" ? 0.06 * height : 0)} ${y}) scale(${(height / 80) * (g === "T" ? 0.94 : 1)} ${height / 80})"/>`;
  const emblem = (k, x, y, size) => {
    const [body, band, balls] = EMBLEMS[k];
    return `<g transform="translate(${x} ${y}) scale(${size / 100})"><path d="${body}"/><path d="${band}"/>${balls.map(([a, b, r]) => `<circle cx="${a}" cy="${b}" r="${r}"/>`).join("")}</g>`;
  };
  const mark = (x, y, r) =>
    `<g transform="translate(${x} ${y}) scale(${r / 12})"><path d="M8.500-8.500A12 12 0 1 0 8.500 8.500" fill="none" stroke="currentColor" stroke-width="3.400"/><path d="M0-6L5 0L0 6L-5 0Z" fill="currentColor"/></g>`;
  const turned = (inner) => inner + `<g transform="rotate(180 50 70)">${inner}</g>`;

  const compactFace = (r, s, fanned) =>
    glyph(r, 9, 11, 58, 14.5) + (fanned ? suit(s, 31, 104, 50) : suit(s, 60, 102, 60));
  const tableFace = (r, s) => {
    const corner = glyph(r, 9, 10, 40, 13) + suit(s, 24, 67, 27);
    if (EMBLEMS[r]) return corner + emblem(r, 62.5, 106, 58);
    return corner + suit(s, 64, 99, r === "A" ? 66 : 60);
  };
  const classicFace = (r, s) => {
    const corner = glyph(r, 6, 8, 19, 13) + suit(s, 13, 37, 12.5);
    if (r === "A") return turned(corner) + suit(s, 50, 70, 52);
    if (EMBLEMS[r]) {
      return (
        `<rect x="24" y="13" width="52" height="114" rx="4" class="frame"/>` +
        turned(corner + emblem(r, 50, 41, 38)) +
        `<g class="band"><path d="M24 84L76 56V62L24 90ZM24 76L76 48V52L24 80Z" transform="translate(0 1)"/></g>` +
        suit(s, 50, 70, 20)
      );
    }
    return (
      turned(corner) + PIPS[r].map(([x, y]) => (y > 0 ? suit(s, x, y, 18.5) : suit(s, x, 140 + y, 18.5, 180))).join("")
    );
  };
  const jokerFace = (size) => {
    if (size === "compact")
      return `<path d="${STAR}" transform="translate(30 34) scale(.44)"/>` + emblem("Jk", 50, 98, 62);
    const word = (h, x, y, gap) => [..."JOKER"].map((l, i) => glyph(l, x, y + i * gap, h, 14)).join("");
    if (size === "table") return word(15, 9, 10, 19) + emblem("Jk", 61, 112, 50);
    return turned(word(9, 7, 9, 11.5)) + emblem("Jk", 50, 74, 46);
  };

  const backFace = (deck) => `
    <defs>
      <pattern id="a" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="translate(.5 2.500)"><path d="M4.500 0L9 4.500L4.500 9L0 4.500Z" fill="none" stroke="currentColor" stroke-width=".7" opacity=".5"/><circle cx="4.500" cy="4.500" r=".9" fill="currentColor" opacity=".7"/></pattern>
      <pattern id="b" width="10" height="7" patternUnits="userSpaceOnUse"><path d="M-1 6L5 1L11 6" fill="none" stroke="currentColor" stroke-width="1" opacity=".55"/></pattern>
    </defs>
    <rect x="5.500" y="5.500" width="89" height="129" rx="4.500" fill="var(--deck-${deck})"/>
    <g color="oklch(0.97 0.01 90)">
      <rect class="fine" x="8.500" y="8.500" width="83" height="123" rx="2.500" fill="url(#${deck})"/>
      <rect x="8.500" y="8.500" width="83" height="123" rx="2.500" fill="none" stroke="currentColor" stroke-width=".9" opacity=".75"/>
      ${
        deck === "a"
          ? `<circle cx="50" cy="70" r="21" fill="var(--deck-a)" stroke="currentColor" stroke-width="1.200"/>`
          : `<path d="M50 45L71 70L50 95L29 70Z" fill="var(--deck-b)" stroke="currentColor" stroke-width="1.200"/>`
      }
      ${mark(50, 70, deck === "a" ? 10.5 : 9)}
    </g>`;

  const STYLE = `
    :host { display: inline-block; position: relative; width: var(--card-w, 64px); height: calc(var(--card-w, 64px) * 1.4); container-type: inline-size;
            flex: none; vertical-align: top; forced-color-adjust: none; border-radius: 7.5% / 5.36%; }
    :host([hidden]) { display: none; }
    .body { position: absolute; inset: 0; border-radius: 7.5% / 5.36%; background: var(--card-paper, #fff);
            box-shadow: 0 0 0 .75px color-mix(in oklab, var(--card-edge, #0003) 55%, transparent), var(--shadow-card, 0 1px 3px #0006); }
    svg { position: absolute; inset: 0; width: 100%; height: 100%; display: block; fill: currentColor; }
    .ink { fill: none; stroke: currentColor; stroke-linejoin: miter; stroke-miterlimit: 3; }
    .s { color: var(--suit-s); } .h { color: var(--suit-h); } .d { color: var(--suit-d); } .c { color: var(--suit-c); }
    .jk1 { color: var(--suit-h); } .jk2 { color: var(--suit-s); }
    .jk2 path:not(.ink), .jk2 circle { fill: none; stroke: currentColor; stroke-width: 7; }
    .frame { fill: color-mix(in oklab, currentColor 5%, transparent); stroke: currentColor; stroke-width: 1; }
    .band { opacity: .28; }
    .table, .classic { display: none; }
    @container (width >= 58px) { .compact { display: none; } .table { display: inline; } .fine { visibility: visible; } }
    @container (width >= 128px) { .table { display: none; } .classic { display: inline; } }
    @container (width < 34px) { .fine { visibility: hidden; } }
    @container style(--card-index: large) { .compact { display: inline; } .table, .classic { display: none; } }
    :host([index="large"]) .compact { display: inline; }
    :host([index="large"]) :is(.table, .classic) { display: none; }

    :host([dim]) .body::after { content: ""; position: absolute; inset: 0; border-radius: inherit; background: oklch(0.2 0.01 65 / .46); }
    :host([won]) .body { box-shadow: 0 0 0 2.500px var(--lamp), var(--shadow-card, 0 1px 3px #0006); }
    :host([won]) .body::before { content: ""; position: absolute; left: 50%; top: -1px; translate: -50% -62%; width: 0; height: 0; z-index: 1;
            border: 6px solid transparent; border-top: 7px solid var(--lamp); border-bottom: 0; }
    .body.slot { background: transparent; box-shadow: inset 0 0 0 1.500px color-mix(in oklab, var(--cloth-line, #8888) 85%, transparent); }
    .body.unknown { background: color-mix(in oklab, var(--card-paper, #fff) 22%, transparent);
            box-shadow: none; outline: 1.500px dashed var(--on-cloth-2, #ccc); outline-offset: -2px; color: var(--on-cloth, #fff); }`;

  // A constructed sheet, shared by all cards: the page allows no inline style.
  const SHEET = new CSSStyleSheet();
  SHEET.replaceSync(STYLE);

  class PlayCard extends HTMLElement {
    static observedAttributes = ["card", "back", "fanned", "face-down", "label"];

    connectedCallback() {
      this.#draw();
    }
    attributeChangedCallback() {
      if (this.isConnected) this.#draw();
    }

    /** The words a person would say for this card. */
    get words() {
      const card = this.getAttribute("card") ?? "";
      if (!card) return "Empty place";
      if (card === "?") return "Card not yet entered";
      if (card === "??" || this.hasAttribute("face-down")) return "Face-down card";
      if (card.startsWith("Jk")) return "Joker";
      const [rank, suitKey] = PlayCard.parse(card);
      return `${RANK_WORDS[rank]} of ${SUIT_WORDS[suitKey]}`;
    }

    /** "10d" or "Td" to ["T", "d"]. */
    static parse(card) {
      const text = card.replace("10", "T");
      return [text[0].toUpperCase(), text[1].toLowerCase()];
    }

    #draw() {
      const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
      const card = this.getAttribute("card") ?? "";
      const deck = this.getAttribute("back") === "b" ? "b" : "a";
      let kind = "",
        inner = "";
      if (!card) kind = "slot";
      else if (card === "?") {
        kind = "unknown";
        inner = glyph("?", 31, 44, 52, 11);
      } else if (card === "??" || this.hasAttribute("face-down")) {
        kind = "back";
        inner = backFace(deck);
      } else if (card.startsWith("Jk")) {
        kind = card === "Jk2" ? "jk2" : "jk1";
        inner = ["compact", "table", "classic"].map((f) => `<g class="${f}">${jokerFace(f)}</g>`).join("");
      } else {
        const [r, s] = PlayCard.parse(card);
        kind = s;
        inner = `<g class="compact">${compactFace(r, s, this.hasAttribute("fanned"))}</g><g class="table">${tableFace(r, s)}</g><g class="classic">${classicFace(r, s)}</g>`;
      }
      root.adoptedStyleSheets = [SHEET];
      root.innerHTML = `<div class="body ${kind}"><svg viewBox="0 0 100 140" aria-hidden="true" focusable="false">${inner}</svg></div>`;
      this.setAttribute("role", "img");
      this.setAttribute("aria-label", this.getAttribute("label") ?? this.words);
    }
  }

  if (!customElements.get("play-card")) customElements.define("play-card", PlayCard);
})();
