/* Applies frames as the page does, and compares the screen with the server's after each: node frames.js FILE. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import { applied, whole } from "../../src/croupier/server/static/table/changes.js";

const steps = JSON.parse(readFileSync(process.argv[2], "utf8"));
let shown = null;
for (const { frame, screen } of steps) {
  shown = frame.screen ? whole(frame.screen) : applied(applied(shown, frame.changes), frame.own);
  assert.deepEqual(shown, whole(screen));
}
console.log(`${steps.length} screens are the same`);
