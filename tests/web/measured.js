/* Put into a page before its own scripts: when each line was shown, what moved on the page, and what was pressed. */
window.measured = { lines: [], shifts: [], presses: [] };
{
  const plain = EventTarget.prototype.dispatchEvent;
  EventTarget.prototype.dispatchEvent = function (event) {
    if (event.type === "update")
      for (const line of event.detail.fresh)
        measured.lines.push([performance.now(), line.entry.fact.type, line.entry.fact.seat ?? 0]);
    return plain.call(this, event);
  };
  const box = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" ");
  const named = ({ node, previousRect, currentRect }) =>
    `${node?.closest?.("[data-key], [id]")?.cloneNode(false).outerHTML.slice(0, 60) ?? ""} .${node?.className ?? ""} ${box(previousRect)} -> ${box(currentRect)}`;
  new PerformanceObserver((found) => {
    for (const { startTime, value, sources } of found.getEntries())
      measured.shifts.push([startTime, value, sources.map(named).join(" | ")]);
  }).observe({ type: "layout-shift", buffered: true });
}
