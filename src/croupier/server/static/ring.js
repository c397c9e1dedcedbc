/* The table's geometry.
 *
 * <seat-ring seats="9" dealer="5"> places .seat, .bet, .disc and .well children by their data-place.
 * Place 0 is the viewer, at the foot of the table; places run clockwise as seen from above (foot, left, head, right).
 * In landscape the dealer takes a place of its own on the ring (attribute `dealer`), because "left of the dealer" is a rule;
 * places after the dealer's simply follow. In portrait the seats stand in two columns and a head row, with a free band for the board.
 */
(() => {
  // Portrait: heights of the side rows from the foot up, and where the head row stands.
  const ROWS = { A: 0.235, B: 0.635, C: 0.825 }, SHORT_ROWS = { A: 0.22, B: 0.6, C: 0.835 }, SHORT = 490, ROOMY = 560;
  const PORTRAIT = { 2: ["", 1], 3: ["", 2], 4: ["A", 1], 5: ["B", 2], 6: ["BA", 1], 7: ["BA", 2], 8: ["CBA", 1], 9: ["CBA", 2], 10: ["CBA", 3], 11: ["CBA", 4] };
  const HEAD = { 1: [0.5], 2: [0.3, 0.7], 3: [0.18, 0.5, 0.82], 4: [0.13, 0.377, 0.623, 0.87] };

  class SeatRing extends HTMLElement {
    connectedCallback() {
      this.place();
      this.watch = new ResizeObserver(() => this.place());
      this.watch.observe(this);
    }
    disconnectedCallback() { this.watch?.disconnect(); }

    px(name) { return parseFloat(getComputedStyle(this).getPropertyValue(name)) || 0; }

    place() {
      const seats = Number(this.getAttribute("seats")), w = this.clientWidth, h = this.clientHeight, tall = w < h;
      if (!w || !h) return;
      const room = tall ? Math.min(w / 390, h / 480) : Math.min(w / 1090, h / 610);
      this.style.setProperty("--k", Math.min(tall ? 1.35 : 1.3, Math.max(tall ? 0.88 : 0.72, room)).toFixed(3));
      this.toggleAttribute("data-tall", tall);
      const points = tall ? this.portrait(seats, w, h) : this.landscape(seats, w, h);
      const half = { x: this.px("--plate-w") / 2, y: this.px("--plate-h") / 2 }, gap = this.px("--bet-gap"), up = this.px("--up-w");
      for (const child of this.querySelectorAll(":scope > [data-place]")) {
        const p = points[child.dataset.place];
        if (!p) continue;
        const own = child.dataset.place === "0", ax = Math.abs(p.nx), ay = Math.abs(p.ny);
        // Cards lie above their plate, and below it where the edge or the seats over it leave no room; the viewer's are placed apart.
        const below = !own && p.ny >= 0 && (tall ? p.y < h / 2 : p.y < half.y + up * 1.4 + 8);
        child.toggleAttribute("data-below", below);
        const cards = own ? this.px("--you-card") * 1.4 - 2 + this.px("--you-extra") : p.ny < -0.1 ? (this.px("--inward-foot") < 0 ? this.px("--back-w") * 0.95 : this.px("--inward-foot")) : below ? this.px("--inward-head") : 0;
        // Portrait: beside the viewer's cards there is no room at plate height. That row bets one step higher, or on a shorter screen below its plate.
        const tight = tall && h < ROOMY, under = tight && Boolean(p.low);
        child.toggleAttribute("data-under", under);
        // Bets lie on the inward side of their seat, past the plate and the cards, each by its own size.
        const reach = Math.min((half.x + child.offsetWidth / 2 + gap) / (ax || 1e-9), (half.y + child.offsetHeight / 2 + cards + gap) / (ay || 1e-9));
        const set = (name, value) => child.style.setProperty(name, value.toFixed(1) + "px");
        child.dataset.side = p.ny > 0.6 ? "head" : p.ny < -0.6 ? "foot" : p.nx > 0 ? "left" : "right";
        set("--x", p.x);
        set("--y", p.y);
        if (child.matches(".disc")) {
          // The button touches its own plate, at the corner nearest the pot, where neither a bet nor a shown card lies.
          const r = child.offsetWidth / 2 + 5, packed = tall && seats > 9, out = p.ny > 0 ? 1 : Math.sign(p.x - w / 2), close = !tall && p.x - points[1].x < half.x + this.px("--you-w") / 2 + 2 * r;
          set("--bx", p.x + (own ? -this.px("--you-w") / 2 - r : ax > 0.3 ? Math.sign(p.nx) * (half.x + r) : packed ? half.x * 0.95 : out * (half.x + r)));
          set("--by", p.y + (own ? (close ? -half.y - r * 0.6 : -8) : p.ny > 0.3 ? (ax > 0.3 && !tall ? -4 : half.y + (packed ? r : r * 0.4)) : (tall && !p.low ? 1 : -1) * (half.y + (p.ny < -0.3 && ax > 0.3 ? r : r * 0.4))));
          continue;
        }
        const lift = under ? -(half.y + 26) : p.low ? half.y + 24 : own && tall ? (tight ? 4 : 30) : 0;
        set("--bx", under ? p.x - p.nx * (half.x - child.offsetWidth / 2) : p.x + p.nx * reach + (tall && p.ny > 0.6 ? (w / 2 - p.x) * 0.45 : 0));
        set("--by", p.y + p.ny * reach - lift);
      }
    }

    /** Equal steps along a racetrack; the viewer takes a wider share, the dealer a smaller one. */
    landscape(seats, w, h) {
      const top = this.px("--ring-top"), bottom = this.px("--ring-bottom"), side = this.px("--ring-side");
      const dealer = this.hasAttribute("dealer") ? Number(this.getAttribute("dealer")) : -1;
      const W = w - 2 * side, H = h - top - bottom, r = H / 2, flat = W - H, arc = Math.PI * r, length = 2 * flat + 2 * arc;
      const names = [];
      for (let i = 0; i < seats; i++) { if (i === dealer) names.push("dealer"); names.push(String(i)); }
      if (dealer >= seats) names.push("dealer");
      // The viewer's plate is wide: take at least the share that keeps both neighbours clear of it.
      const dealerShare = 1.12, others = names.length - 1 + (dealer >= 0 ? dealerShare - 1 : 0), apart = this.px("--you-w") + this.px("--plate-w") + 36;
      const own = Math.max(1.55, (apart * others - length) / Math.max(1, length - apart));
      const weight = (n) => (n === "0" ? own : n === "dealer" ? dealerShare : 1);
      const total = names.reduce((sum, n) => sum + weight(n), 0);
      const points = {};
      let s = -weight("0") / 2;
      for (const name of names) {
        const at = ((s + weight(name) / 2) / total) * length;
        points[name] = this.onTrack(at, { cx: w / 2, cy: top + r, flat, r, arc });
        s += weight(name);
      }
      return points;
    }

    /** A point `at` along the track from the foot's middle, clockwise seen from above, with its inward normal. */
    onTrack(at, { cx, cy, flat, r, arc }) {
      let d = at;
      if (d <= flat / 2) return { x: cx - d, y: cy + r, nx: 0, ny: -1 };
      d -= flat / 2;
      if (d <= arc) { const a = d / r; return { x: cx - flat / 2 - r * Math.sin(a), y: cy + r * Math.cos(a), nx: Math.sin(a), ny: -Math.cos(a) }; }
      d -= arc;
      if (d <= flat) return { x: cx - flat / 2 + d, y: cy - r, nx: 0, ny: 1 };
      d -= flat;
      if (d <= arc) { const a = d / r; return { x: cx + flat / 2 + r * Math.sin(a), y: cy - r * Math.cos(a), nx: -Math.sin(a), ny: Math.cos(a) }; }
      d -= arc;
      return { x: cx + flat / 2 - d, y: cy + r, nx: 0, ny: -1 };
    }

    portrait(seats, w, h) {
      const [sides, head] = PORTRAIT[seats] ?? PORTRAIT[9], edge = this.px("--plate-w") / 2 + 9;
      const rows = this.getAttribute("rows")?.split(",").map(Number);
      const level = (i, key) => (rows ? rows[i] : (h < SHORT ? SHORT_ROWS : ROWS)[key]) * h;
      const points = [{ x: w / 2, y: h - this.px("--ring-bottom"), nx: 0, ny: -1 }];
      const low = (i, key) => level(i, key) > h * 0.76;
      [...sides].forEach((key, i) => points.push({ x: edge, y: level(i, key), nx: 1, ny: 0, low: low(i, key) }));
      HEAD[head].forEach((x) => points.push({ x: x * w, y: this.px("--ring-top"), nx: 0, ny: 1 }));
      [...sides].reverse().forEach((key, j) => { const i = sides.length - 1 - j; points.push({ x: w - edge, y: level(i, key), nx: -1, ny: 0, low: low(i, key) }); });
      return Object.fromEntries(points.map((p, i) => [String(i), p]));
    }
  }
  customElements.define("seat-ring", SeatRing);
})();
