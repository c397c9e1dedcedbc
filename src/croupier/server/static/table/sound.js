// @ts-check
/* Short sounds made from noise and tones; off whenever the viewer turns them off. */
import { preference } from "../shared/room.js";

/** @type {AudioContext} */
let audio;
const last = new Map();

/** @type {Record<string, () => void>} */
const SOUNDS = {
  turn: () => {
    tap(0, 330);
    tap(0.13, 330);
  },
  tick: () => noise(0, 0.02, 3200, 0.25),
  card: () => noise(0, 0.05, 2600, 0.3),
  chips: () => {
    noise(0, 0.03, 5200, 0.35);
    noise(0.045, 0.035, 4600, 0.3);
  },
  pot: () => {
    for (let i = 0; i < 6; i++) noise(i * 0.055, 0.03, 4200 + 300 * i, 0.25);
  },
  fold: () => noise(0, 0.08, 900, 0.2),
  refused: () => tone(0, 0.12, 130, 0.3),
  call: () => {
    tone(0, 0.5, 880, 0.15);
    tone(0.08, 0.5, 1320, 0.1);
  },
};

/** What plays a sound by its name. @param {AudioContext} context made when the page was touched */
export function sounds(context) {
  audio = context;
  return play;
}

/** @param {string} name */
function play(name) {
  if (preference("sound", "on") !== "on") return;
  if (audio.currentTime - (last.get(name) ?? -1) < 0.07) return; // at most one of a kind in 70 ms
  last.set(name, audio.currentTime);
  SOUNDS[name]?.();
}

const volume = () => Number(preference("volume", "60")) / 100;

/** @param {number} after @param {number} pitch */
const tap = (after, pitch) => {
  tone(after, 0.09, pitch, 0.22);
  noise(after, 0.02, 1500, 0.25);
};

/** @param {number} after @param {number} length @param {number} pitch @param {number} loud */
function tone(after, length, pitch, loud) {
  const at = audio.currentTime + after,
    voice = audio.createOscillator(),
    gain = audio.createGain();
  voice.frequency.value = pitch;
  gain.gain.setValueAtTime(loud * volume(), at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  voice.connect(gain).connect(audio.destination);
  voice.start(at);
  voice.stop(at + length);
}

/** @param {number} after @param {number} length @param {number} pitch @param {number} loud */
function noise(after, length, pitch, loud) {
  const at = audio.currentTime + after,
    buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length);
  const source = audio.createBufferSource(),
    filter = audio.createBiquadFilter(),
    gain = audio.createGain();
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  gain.gain.value = loud * volume();
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(at);
}
