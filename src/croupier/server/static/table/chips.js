// @ts-check
/* Chips that the cage or the host was asked for: the player hears when they are there, or declined. */
import { api } from "../shared/room.js";
import { money } from "../shared/words.js";

const EVERY = 2000, // milliseconds
  LOOKS = 300;
let waits = false;

/** Wait for an answer to what was asked, once. @param {(words: string, has: number) => void} say with the chips that came; 0: declined */
export async function awaitChips(say) {
  if (waits) return;
  waits = true;
  try {
    let { chips: had, asked: before } = await onHand();
    for (let looks = 0; looks < LOOKS; looks++) {
      await new Promise((next) => setTimeout(next, EVERY));
      const { chips: has, asked } = await onHand();
      if (has > had) return say(`Your chips are there: you have ${money(has)} on hand`, has);
      if (before && !asked) return say(`Your request for ${money(before)} was declined`, 0);
      [had, before] = [has, asked];
    }
  } catch {
    /* the room is away; the player presses again */
  } finally {
    waits = false;
  }
}

/** @returns {Promise<{chips: number, asked?: number}>} */
const onHand = () => api("/api/cage/mine");
