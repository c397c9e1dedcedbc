/* The page's own SHA-256 against that of Node.js, around every edge of a block. */
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { test } from "node:test";

import { sha256 } from "../../../src/croupier/server/static/table/sha256.js";

test("a message of any length has the hash that others find", () => {
  for (let length = 0; length < 300; length++) {
    const message = randomBytes(length);
    const found = Buffer.from(sha256([...message])).toString("hex");
    assert.equal(found, createHash("sha256").update(message).digest("hex"), `${length} bytes`);
  }
});
