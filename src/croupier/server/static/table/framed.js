// @ts-check
/* A table among several: its page says to the page around it how it stands. */

/** Report to the page that shows several tables. @param {import("./feed.js").TableFeed} feed @param {import("./actions.js").ActionBar} bar */
export function reportTo(feed, bar) {
  if (window.parent === window) return;
  document.documentElement.dataset.framed = "";
  const report = () => {
    const { screen } = feed;
    if (!screen) return;
    const placed = Boolean(bar.me && Object.keys(bar.me.spots ?? {}).length);
    window.parent.postMessage(
      {
        table: feed.table,
        title: screen.called,
        waits: Boolean(bar.isAsked && screen.playing && !screen.paused && !(bar.isBetting && placed)),
        left: feed.left ?? Infinity,
        seated: Boolean(screen.mine),
      },
      location.origin,
    );
  };
  feed.addEventListener("update", () => queueMicrotask(report));
  addEventListener("message", (e) => {
    if (e.origin === location.origin && e.data === "in front") bar.askedAt = performance.now(); // a key pressed meanwhile was meant for another table
  });
}
