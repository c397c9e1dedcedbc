// @ts-check
/* The house's rake as it is submitted: typed text as a submission; and what of it a sign may post. */
import { Refused } from "../shared/room.js";
import { amount } from "../shared/form.js";
import { money, typed } from "../shared/words.js";

const AMOUNT = String.raw`\$?\s*(\d+(?:\.\d{1,2})?)`;
const LEVEL = new RegExp(`^${AMOUNT}\\s*at\\s*${AMOUNT}$`, "i");
const FEE = new RegExp(`^${AMOUNT}\\s*(?:an hour\\s*)?at\\s*([$\\d./\\s]+)$`, "i");

/** The parts of a list, each read as it must read. @template T @param {string} text @param {RegExp} shape @param {(found: RegExpExecArray) => T} read @param {string} clause @param {string} like @returns {T[]} */
const each = (text, shape, read, clause, like) =>
  text
    .split(/,|;|\band\b/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const found = shape.exec(part);
      if (!found) throw new Refused(clause, `“${part}” is not understood: write it as ${like}`);
      return read(found);
    });

/** What was typed, as rake rules. @param {Record<string, string>} v */
export function rakeRules(v) {
  const percent = v.percent.replace(/\s*%$/, ""),
    methods = [],
    types = [];
  if (percent && !/^\d+(\.\d{1,2})?$/.test(percent))
    throw new Refused("POKER 14(b)(1)", `“${v.percent}” is no percentage: write it as 5 or 2.5`);
  if (percent) {
    methods.push({ method: "percentage", percent });
    types.push("percentage");
  }
  const levels = each(v.levels, LEVEL, ([, amount, pot]) => [typed(pot), typed(amount)], "POKER 14(b)(2)", "$1 at $10");
  if (levels.length) {
    methods.push({ method: "increments", levels: levels.sort((a, b) => a[0] - b[0]) });
    types.push("increments");
  }
  const hourly = each(
    v.hourly,
    FEE,
    ([, fee, limits]) => [limits.split("/").map(typed), typed(fee)],
    "POKER 14(b)(3)(ii)",
    "$12 an hour at $2/$4",
  );
  if (hourly.length) types.push("time");
  const maximum = methods.length && v.maximum ? amount(v.maximum, "maximum") : 0,
    time = hourly.length ? [{ basis: v.basis, minutes: Number(v.minutes), hourly }] : [];
  return { types, methods, time_charges: time, maximum };
}

/** The rules in force as they would be typed. @param {import("../shared/types.d.ts").RakeRules | null | undefined} rules */
export function asTyped(rules) {
  const percentage = rules?.methods.find((m) => m.method === "percentage"),
    increments = rules?.methods.find((m) => m.method === "increments"),
    time = rules?.time_charges[0];
  return {
    percent: percentage?.percent ?? "",
    levels: (increments?.levels ?? [])
      .map((/** @type {number[]} */ [pot, amount]) => `${money(amount)} at ${money(pot)}`)
      .join(", "),
    maximum: rules?.maximum ? money(rules.maximum) : "",
    hourly: (time?.hourly ?? [])
      .map(([limits, fee]) => `${money(fee)} an hour at ${limits.map(money).join("/")}`)
      .join(", "),
    minutes: String(time?.minutes ?? 30),
    basis: time?.basis ?? "player",
  };
}
