"use strict";

/* The numbers of the page: columns unpacked, rows found by their keys, and how they are written. */
(() => {
  const ChallengeSets = (window.ChallengeSets = window.ChallengeSets || {});

  const MINUS = "\u2212";
  // Scores that are brought may be called accuracy too; no metric may be called so.
  const ACCURACY = ":accuracy";
  const ORDER = ":order";

  /** A number with a fixed number of decimals, empty if there is none. */
  function number(value, decimals, { sign = false } = {}) {
    if (value === null || value === undefined) return "";
    const text = Math.abs(value).toFixed(decimals);
    const zero = Number(text) === 0;
    const minus = zero ? "" : MINUS;
    const before = value < 0 ? minus : sign ? "+" : "";
    return before + text;
  }

  /** A p-value with three decimals. */
  const pText = (p) => (p === null || p === undefined ? "" : p < 0.001 ? "<0.001" : p.toFixed(3));

  /** The rows of a table that came as columns, in which keys are places in lists of names. */
  function rowsOf(columns, names) {
    const fields = Object.keys(columns);
    const count = columns[fields[0]] ? columns[fields[0]].length : 0;
    return Array.from({ length: count }, (_, i) => {
      const row = {};
      for (const field of fields) row[field] = names[field] ? names[field][columns[field][i]] : columns[field][i];
      return row;
    });
  }

  /** A row of a metric, and below one of accuracy, with the same fields: a system on a set. */
  const ofScore = (row) => ({
    ...row, distance: row.minimum_distance, value: row.score, low: row.score_low, high: row.score_high,
    control: row.control_mean,
  });
  const percent = (value) => (value === null ? null : 100 * value);
  const ofAccuracy = (row) => ({
    ...row, distance: row.distance_from, metric: row.measure === "reference_match" ? ACCURACY : ORDER,
    value: percent(row.accuracy), low: percent(row.low), high: percent(row.high), control: percent(row.control),
    difference: percent(row.difference), difference_low: percent(row.difference_low),
    difference_high: percent(row.difference_high),
  });

  /** Everything that the page knows, with rows to be found by measure, phenomenon, system and distance. */
  function understand(data) {
    const metrics = data.metrics.map((metric) => metric.name);
    const names = { system: data.systems, phenomenon: data.phenomena, metric: metrics, measure: ["reference_match", "order"] };
    const rows = [...rowsOf(data.scores, names).map(ofScore), ...rowsOf(data.accuracy, names).map(ofAccuracy)];
    const trends = rowsOf(data.trends, names);
    const measures = data.metrics.map((metric) => ({ ...metric, group: "metric" }));
    const accuracy = { decimals: 1, higher_is_better: true, group: "accuracy" };
    if (rows.some((row) => row.metric === ACCURACY)) measures.push({ ...accuracy, name: ACCURACY, label: "accuracy (%)" });
    if (rows.some((row) => row.metric === ORDER)) measures.push({ ...accuracy, name: ORDER, label: "order (%)" });
    const index = new Map(rows.map((row) => [key(row.metric, row.phenomenon, row.system, row.distance), row]));
    const distances = new Map(data.phenomena.map((name) => [name, new Set()]));
    for (const row of rows) distances.get(row.phenomenon).add(row.distance);
    return {
      ...data, measures, trends,
      measure: (name) => measures.find((measure) => measure.name === name),
      row: (metric, phenomenon, system, distance) => index.get(key(metric, phenomenon, system, distance)),
      distancesOf: (phenomenon) => [...distances.get(phenomenon)].sort((a, b) => a - b),
    };
  }

  const key = (...parts) => parts.join("\u0000");

  /** The smallest minimum distance of a phenomenon's sets from `distance` on; undefined if there is none. */
  const widest = (data, phenomenon, distance) => data.distancesOf(phenomenon).find((d) => d >= distance);

  /** worse or better than controls, unclear (not significant), small (not tested), none (nothing to compare). */
  function stateOf(row, measure, alpha) {
    if (!row || row.value === null || row.difference === null) return "none";
    if (row.p_bh === null) return "small";
    if (!(row.p_bh < alpha)) return "unclear";
    return row.difference < 0 === measure.higher_is_better ? "worse" : "better";
  }

  const STATES = {
    worse: "worse than controls", better: "better than controls", unclear: "not significant",
    small: "too few segments", none: "nothing to compare: no segments, no scores or no controls",
  };

  /** A measure's name, with a note where lower is better. */
  const labelOf = (measure) => measure.label + (measure.higher_is_better ? "" : " (lower is better)");

  Object.assign(ChallengeSets, { ACCURACY, ORDER, labelOf, number, pText, stateOf, STATES, understand, widest });
})();
