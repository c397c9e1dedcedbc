// @ts-check
/* Chips that the cage or the host was asked for: the player hears when they are there. */
import { api } from "../shared/room.js";
import { money } from "../shared/words.js";

const EVERY = 2000, // milliseconds
  LOOKS = 300;
let waits = false;

/** Wait for an answer to what was asked, once. @param {(words: string) => void} say */
export async function awaitChips(say) {
  if (waits) return;
  waits = true;
  try {
    const had = await onHand();
    for (let looks = 0; looks < LOOKS; looks++) {
      await new Promise((next) => setTimeout(next, EVERY));
      const has = await onHand();
      if (has > had) return say(`Your chips are there: you have ${money(has)} on hand`);
    }
  } catch {
    /* the room is away; the player presses again */
  } finally {
    waits = false;
  }
}

/** @returns {Promise<number>} */
const onHand = async () => (await api("/api/cage/mine")).chips;
