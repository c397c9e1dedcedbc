/* Shared behavior: preferences, icons, chips. Loads early and without `defer`, so the first paint has the right theme. */
(() => {
  // ── Preferences: address line first (for links and tests), then what was stored ─────────────────
  const root = document.documentElement,
    asked = new URLSearchParams(location.search);
  const read = (key) => {
    try {
      return asked.get(key) ?? localStorage.getItem("croupier." + key);
    } catch {
      return asked.get(key);
    }
  };
  const write = (key, value) => {
    try {
      localStorage.setItem("croupier." + key, value);
    } catch {
      /* private window: lasts for this page */
    }
  };
  const apply = (key, value) => {
    if (key === "theme") value ? (root.dataset.theme = value) : delete root.dataset.theme;
    if (key === "deck") root.dataset.deck = value === "4" ? "4" : "2";
    if (key === "motion") root.dataset.motion = value;
    if (key === "index") root.style.setProperty("--card-index", value === "large" ? "large" : "normal");
  };
  for (const key of ["theme", "deck", "index", "motion"]) {
    const value = read(key);
    if (value) apply(key, value);
  }

  const isDark = () =>
    root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  const TOGGLES = {
    theme: () => (isDark() ? "light" : "dark"),
    deck: () => (root.dataset.deck === "4" ? "2" : "4"),
    sound: () => (read("sound") === "off" ? "on" : "off"),
    index: () => (root.style.getPropertyValue("--card-index") === "large" ? "normal" : "large"),
  };
  const show = () =>
    document.querySelectorAll("[data-toggle]").forEach((b) => {
      const key = b.dataset.toggle;
      const on =
        key === "theme"
          ? isDark()
          : key === "deck"
            ? root.dataset.deck === "4"
            : key === "index"
              ? root.style.getPropertyValue("--card-index") === "large"
              : key === "sound"
                ? read("sound") !== "off"
                : b.getAttribute("aria-pressed") === "true";
      b.setAttribute("aria-pressed", String(on));
    });
  addEventListener("click", (e) => {
    const button = e.target.closest?.("[data-toggle]");
    if (!button) return;
    const key = button.dataset.toggle;
    if (TOGGLES[key]) {
      const value = TOGGLES[key]();
      apply(key, value);
      write(key, value);
      show();
    } else button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
  });
  // Settings: a field for every preference.
  addEventListener("input", (e) => {
    const key = e.target.dataset?.setting;
    if (!key) return;
    apply(key, e.target.value);
    write(key, e.target.value);
    show();
    dispatchEvent(new CustomEvent("preference", { detail: { key, value: e.target.value } }));
  });
  addEventListener("DOMContentLoaded", () => {
    show();
    document.querySelectorAll("[data-setting]").forEach((field) => {
      const value = read(field.dataset.setting);
      if (value !== null) field.value = value;
    });
  });

  // ── Icons: 24 x 24, one stroke weight ─────────────────────────────────────────────────────────────
  const ICONS = {
    sound: "M4 9.500v5h3.500L12 18.500v-13L7.500 9.500ZM15.500 9a4 4 0 0 1 0 6M18 6.500a8 8 0 0 1 0 11",
    sun: "M12 8a4 4 0 1 0 0 8a4 4 0 0 0 0-8ZM12 2.500v2M12 19.500v2M2.500 12h2M19.500 12h2M5.300 5.300l1.400 1.400M17.300 17.300l1.400 1.400M5.300 18.700l1.400-1.400M17.300 6.700l1.400-1.400",
    deck: "M9 4.500h9.500a1.500 1.500 0 0 1 1.500 1.500v12M6 7.500h8.500A1.500 1.500 0 0 1 16 9v10a1.500 1.500 0 0 1-1.500 1.500H6A1.500 1.500 0 0 1 4.500 19V9A1.500 1.500 0 0 1 6 7.500ZM10.300 11l2.200 3l-2.200 3l-2.200-3Z",
    index: "M4 18.500L8.500 6h1L14 18.500M5.700 14h6.600M16 18.500l2.300-6.500h.4l2.300 6.500M16.800 16.500h3.500",
    history: "M4 12a8 8 0 1 0 2.500-5.800M4 4.500v3.500h3.500M12 8v4.500l3 1.800",
    chat: "M5 5h14a1.500 1.500 0 0 1 1.500 1.500v8A1.500 1.500 0 0 1 19 16h-7l-4.500 3.500V16H5a1.500 1.500 0 0 1-1.500-1.500v-8A1.500 1.500 0 0 1 5 5Z",
    seal: "M12 3l2.200 1.800l2.800-.2l.6 2.800L20 9l-1 2.600l1 2.600l-2.400 1.600l-.6 2.800l-2.800-.2L12 20.200l-2.200-1.800l-2.800.2l-.6-2.800L4 14.200l1-2.600L4 9l2.400-1.600L7 4.600l2.800.2ZM9 11.800l2.100 2.100l4-4.300",
    leave:
      "M14 4.500H6.500A1.500 1.500 0 0 0 5 6v12a1.500 1.500 0 0 0 1.500 1.500H14M10.500 12H20M16.500 8.500L20 12l-3.500 3.500",
    pause: "M8.500 5.500v13M15.500 5.500v13",
    play: "M8 5.500v13l10.500-6.500Z",
    back: "M14.500 5.500L8 12l6.500 6.500",
    next: "M9.500 5.500L16 12l-6.500 6.500",
    first: "M6.500 5.500v13M17.500 5.500L11 12l6.500 6.500",
    last: "M17.500 5.500v13M6.500 5.500L13 12l-6.500 6.500",
    menu: "M4.500 7h15M4.500 12h15M4.500 17h15",
    check: "M5 12.500l4.500 4.500L19 7.500",
    cross: "M6.500 6.500l11 11M17.500 6.500l-11 11",
    plus: "M12 5v14M5 12h14",
    minus: "M5 12h14",
    clock: "M12 4a8 8 0 1 0 0 16a8 8 0 0 0 0-16ZM12 7.500V12l3 2",
    warn: "M12 4.500L21 19.500H3ZM12 10v4.500M12 17v.2",
    search: "M10.500 4.500a6 6 0 1 0 0 12a6 6 0 0 0 0-12ZM15 15l5 5",
    eye: "M2.500 12C5 7.500 8.300 5.500 12 5.500S19 7.500 21.500 12C19 16.500 15.700 18.500 12 18.500S5 16.500 2.500 12ZM12 9a3 3 0 1 0 0 6a3 3 0 0 0 0-6Z",
    bot: "M7 8.500h10a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2v-6a2 2 0 0 1 2-2ZM12 8.500V5M12 5v-.5M9 12.500v1.500M15 12.500v1.500M2.800 12.500v3M21.200 12.500v3",
    tiles: "M4.500 5.500h6.500v6h-6.500ZM13 5.500h6.500v6H13ZM4.500 13.500h6.500v5h-6.500ZM13 13.500h6.500v5H13Z",
    ranks: "M5 19.500v-4h4v4ZM10 19.500v-8h4v8ZM15 19.500v-13h4v13Z",
    book: "M5 5.500A1.500 1.500 0 0 1 6.500 4H19v13.500H6.500A1.500 1.500 0 0 0 5 19ZM5 19a1.500 1.500 0 0 0 1.500 1.500H19v-3M9 8.500h6",
    people:
      "M9 5.500a3 3 0 1 0 0 6a3 3 0 0 0 0-6ZM3.500 19c.3-3.500 2.500-5 5.500-5s5.200 1.500 5.500 5M15.500 6a2.700 2.700 0 0 1 0 5.200M17 14.300c2 .5 3.300 2 3.500 4.700",
    chips:
      "M12 5c4.100 0 7.500 1.300 7.500 3s-3.400 3-7.500 3s-7.500-1.300-7.500-3s3.400-3 7.500-3ZM4.500 8v4c0 1.700 3.400 3 7.500 3s7.500-1.300 7.500-3V8M4.500 12v4c0 1.700 3.400 3 7.500 3s7.500-1.300 7.500-3v-4",
    home: "M4.500 10.500L12 4.500l7.500 6v8a1 1 0 0 1-1 1h-13a1 1 0 0 1-1-1ZM9.500 19.500v-6h5v6",
    down: "M5.500 9L12 15.500L18.500 9",
    print:
      "M7 9V4.500h10V9M7 17H5.500A1.500 1.500 0 0 1 4 15.500v-5A1.500 1.500 0 0 1 5.500 9h13a1.500 1.500 0 0 1 1.500 1.500v5a1.500 1.500 0 0 1-1.500 1.500H17M7 14.500h10v5H7Z",
    lock: "M7 11h10a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1ZM8.500 11V8a3.500 3.500 0 0 1 7 0v3",
  };
  customElements.define(
    "ui-icon",
    class extends HTMLElement {
      static observedAttributes = ["name"]; // a page that is shown again may change it in place
      connectedCallback() {
        this.draw();
      }
      attributeChangedCallback() {
        if (this.isConnected) this.draw();
      }
      draw() {
        this.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${ICONS[this.getAttribute("name")] ?? ""}"/></svg>`;
      }
    },
  );

  // ── <brand-mark>: the open ring of a dealer button around a lozenge ──────────────────────────────
  customElements.define(
    "brand-mark",
    class extends HTMLElement {
      connectedCallback() {
        this.innerHTML = `<svg viewBox="-14 -14 28 28" width="24" height="24" aria-hidden="true"><path d="M8.500-8.500A12 12 0 1 0 8.500 8.500" fill="none" stroke="currentColor" stroke-width="3.400"/><path d="M0-6L5 0L0 6L-5 0Z" fill="currentColor"/></svg>`;
      }
    },
  );

  // ── <chip-stack cents="21600">: a drawing of an amount; the amount itself always stands beside it ─
  const VALUES = [
    [50000, "500"],
    [10000, "100"],
    [2500, "25"],
    [500, "5"],
    [100, "1"],
  ];
  const W = 24,
    RY = 5,
    T = 3.6,
    GAP = 3;
  const chip = (x, y, v) => `
    <g transform="translate(${x} ${y})" class="chip-${v}">
      <path d="M0 0A12 ${RY} 0 0 0 24 0V${T}A12 ${RY} 0 0 1 0 ${T}Z" fill="color-mix(in oklab, var(--c) 74%, black)"/>
      <path d="M3.200 3.300V${T + 3.3}M12 ${RY}V${RY + T}M20.800 3.300V${T + 3.3}" stroke="${v === "1" ? "oklch(0.55 0.06 240)" : "oklch(0.93 0.01 90)"}" stroke-width="3" opacity=".85"/>
      <ellipse cx="12" cy="0" rx="12" ry="${RY}" fill="var(--c)"/>
      <ellipse cx="12" cy="0" rx="10.200" ry="${RY - 0.8}" fill="none" stroke="${v === "1" ? "oklch(0.55 0.06 240)" : "oklch(0.93 0.01 90)"}" stroke-width="1.500" stroke-dasharray="4.200 4.400" opacity=".9"/>
      <ellipse cx="12" cy="0" rx="6.600" ry="2.700" fill="color-mix(in oklab, var(--c) 82%, white)" opacity=".65"/>
    </g>`;
  customElements.define(
    "chip-stack",
    class extends HTMLElement {
      static observedAttributes = ["cents"];
      connectedCallback() {
        this.draw();
      }
      attributeChangedCallback() {
        if (this.isConnected) this.draw();
      }
      draw() {
        let rest = Number(this.getAttribute("cents") ?? 0);
        const most = Number(this.getAttribute("piles") ?? 3),
          piles = [];
        for (const [value, name] of VALUES) {
          let n = Math.floor(rest / value);
          rest -= n * value;
          while (n > 0 && piles.length < most) {
            piles.push([name, Math.min(n, 5)]);
            n -= 5;
          }
        }
        if (!piles.length) piles.push(["1", 1]);
        const tallest = Math.max(...piles.map(([, n]) => n)),
          height = RY * 2 + T * tallest + 1,
          width = piles.length * (W + GAP) - GAP;
        const art = piles
          .map(([name, n], i) =>
            Array.from({ length: n }, (_, k) => chip(i * (W + GAP), height - RY - T - 0.5 - k * T, name)).join(""),
          )
          .join("");
        this.innerHTML = `<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" aria-hidden="true">${art}</svg>`;
      }
    },
  );
})();
