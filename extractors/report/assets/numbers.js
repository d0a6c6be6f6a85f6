"use strict";

/* The numbers of the page: columns unpacked, rows found by their keys, and how they are written. */
(() => {
  const ChallengeSets = (window.ChallengeSets = window.ChallengeSets || {});

  const MINUS = "\u2212";
  const ALL = "all systems";

  const missing = (value) => value === null || value === undefined;

  /** A number with a fixed number of decimals, empty if there is none. Zero has no sign. */
  function number(value, decimals, { sign = false } = {}) {
    if (missing(value)) return "";
    const text = Math.abs(value).toFixed(decimals);
    const zero = Number(text) === 0;
    if (zero) return text;
    return (value < 0 ? MINUS : sign ? "+" : "") + text;
  }

  /** A count with its noun. */
  const many = (count, one, others = `${one}s`) => `${count.toLocaleString("en")} ${count === 1 ? one : others}`;

  /** A p-value with three decimals. */
  const pText = (p) => (missing(p) ? "" : p < 0.001 ? "<0.001" : p.toFixed(3));

  /** The rows of a table that came as columns, in which keys are places in lists of names. */
  function rowsOf(columns, names = {}) {
    const fields = Object.keys(columns);
    return Array.from({ length: columns[fields[0]].length }, (_, i) => Object.fromEntries(fields.map((field) =>
      [field, names[field] ? names[field][columns[field][i]] : columns[field][i]])));
  }

  const key = (...parts) => parts.join("\u0000");

  /** Everything that the page knows, with rows to be found by measure, phenomenon, system (null for all) and distance. */
  function understand(data) {
    const rows = [data.rows, data.together].flatMap((columns) => rowsOf(columns, data.names));
    const found = new Map(rows.map((row) => [key(row.measure, row.phenomenon, row.system, row.distance_from, row.distance_below), row]));
    const { choices } = data.map;
    const at = (distance) => choices.find((choice) => choice.distance === distance);
    // One system alone is all systems: it stands there once, by its name.
    const alone = data.systems.length === 1 ? data.systems[0] : null;
    return {
      ...data, at, alone, each: alone === null ? data.systems : [], nameOfAll: alone ?? ALL,
      distances: choices.map(({ distance }) => distance).filter((distance) => distance !== null),
      measure: (name) => data.measures.find((measure) => measure.name === name),
      row: (measure, phenomenon, system, start, below = null) => found.get(key(measure, phenomenon, system, start, below)),
      distancesOf: (phenomenon) => choices.map(({ distance }) => distance)
        .filter((distance) => distance !== null && at(distance).at[phenomenon] === distance),
    };
  }

  const significant = (row) => row.verdict.startsWith("significantly");

  /** A number in brackets with the other end of its interval; empty without one. */
  function interval(low, high, decimals) {
    if (missing(low) || missing(high)) return "";
    return `[${number(low, decimals, { sign: true })}, ${number(high, decimals, { sign: true })}]`;
  }

  const distanceText = (distance) => (distance ? `${distance} or more` : "any");

  Object.assign(ChallengeSets, { ALL, distanceText, interval, many, missing, number, pText, rowsOf, significant, understand });
})();
