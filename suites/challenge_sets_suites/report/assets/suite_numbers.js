"use strict";

/* The numbers of a suite's page: rows found by system, group, average and set of items, and how they are written. */
(() => {
  const ChallengeSets = (window.ChallengeSets = window.ChallengeSets || {});
  const { many, missing, number, pText, rowsOf } = ChallengeSets;

  const DASH = "\u2013";
  const MICRO = "micro";
  const OWN = "own";
  const VERDICTS = ["right", "wrong", "undecided", "missing"]; // as challenge_sets_suites.tables.judgments has them

  // A half is rounded up, here and in the tables of the package.
  const tenths = (value) => (Math.sign(value) * Math.floor(1000 * Math.abs(value) + 0.5)) / 10;
  const percent = (value, options) => (missing(value) ? DASH : number(tenths(value), 1, options));
  const range = (low, high, options) => (missing(low) || missing(high) ? "" : `${percent(low, options)} to ${percent(high, options)}`);
  const decided = (row) => row.right + row.wrong;

  function understand(data) {
    const groups = data.groups.map(([by, category, phenomenon, distance, frequency], place) =>
      ({ place, by, category, phenomenon, distance, frequency, label: phenomenon ?? category ?? distance ?? frequency ?? "all items" }));
    const key = (group, system, average, items) => `${group} ${system} ${average} ${items}`;
    const found = new Map();
    for (const row of rowsOf(data.accuracy)) {
      found.set(key(row.group, row.system, data.averages[row.average], data.sets[row.items]), row);
    }
    const all = groups.find(({ by }) => by === "all");
    const row = (group, system, average = MICRO, items = OWN) => found.get(key(group.place, system, average, items));
    return {
      ...data, groups, all, row,
      comparisons: rowsOf(data.comparisons),
      of: (kind) => groups.filter(({ by }) => by === kind),
      /** Places of systems, the best by an average first. */
      order: (average, items) => data.orders[average][items],
    };
  }

  /** Whether a system is the best of its group, or not significantly worse by a test: p_worse_bh or p_worse_z. */
  const notWorse = (row, test, alpha) => row.is_best || (!missing(row[test]) && row[test] >= alpha);

  /** A phenomenon with its category, where it has one. */
  const named = (group) => (group.phenomenon && group.category ? `${group.category}: ${group.phenomenon}` : group.label);

  /** The address of items. */
  const itemsOf = (choices) => ChallengeSets.address.format("items", Object.entries(choices));

  ChallengeSets.suite = { DASH, MICRO, OWN, VERDICTS, decided, itemsOf, many, missing, named, notWorse, pText, percent, range, understand };
})();
