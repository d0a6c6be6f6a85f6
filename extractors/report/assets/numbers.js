"use strict";

/* The numbers of the page: columns unpacked, rows found by their keys, and how they are written. */
(() => {
  const ChallengeSets = (window.ChallengeSets = window.ChallengeSets || {});

  const MINUS = "\u2212";
  // A metric may have any name that a config can have; these two begin as none does.
  const FOUND = ":accuracy";
  const ORDER = ":order";
  const RENDERED = ":rendered";
  const OF_WORDS = { reference_match: FOUND, order: ORDER, rendered: RENDERED };

  const missing = (value) => value === null || value === undefined;

  /** A number with a fixed number of decimals, empty if there is none. Zero has no sign. */
  function number(value, decimals, { sign = false } = {}) {
    if (value === null || value === undefined) return "";
    const text = Math.abs(value).toFixed(decimals);
    const zero = Number(text) === 0;
    if (zero) return text;
    return (value < 0 ? MINUS : sign ? "+" : "") + text;
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

  /** A row of a metric, and below one of words found, with the same fields: a system on a set. */
  const ofScore = (row) => ({
    ...row, n: row.compared, size: row.n, value: row.score,
    control: missing(row.score) || missing(row.difference) ? null : row.score - row.difference,
  });
  const percent = (value) => (value === null || value === undefined ? null : 100 * value);
  const ofWords = (row) => ({
    ...row, metric: OF_WORDS[row.measure],
    value: percent(row.accuracy), low: percent(row.low), high: percent(row.high), control: percent(row.control),
    difference: percent(row.difference), difference_low: percent(row.difference_low),
    difference_high: percent(row.difference_high),
  });

  /** A set of a phenomenon: the first distance too large, which sets at minimum distances lack. */
  const belowOf = (row) => row.distance_below ?? null;
  const key = (...parts) => parts.join("\u0000");
  const ALL = "all systems";

  /** Everything that the page knows, with rows to be found by measure, phenomenon, system and distance. */
  function understand(data) {
    const metrics = data.metrics.map((metric) => metric.name);
    const names = { system: data.systems, phenomenon: data.phenomena, metric: metrics, measure: ["reference_match", "order", "rendered"] };
    const findings = new Map(rowsOf(data.findings, names).map((row) => [row.phenomenon, row]));
    const departures = new Map(rowsOf(data.departures, names).map((row) => [key(row.system, row.phenomenon), row]));
    // A finding, and how systems depart from it, is told of the tested set by the first metric alone.
    const isTested = (row) => row.metric === metrics[0] && belowOf(row) === null
      && findings.get(row.phenomenon).distance === row.distance_from;
    const departureOf = (row) => {
      const { departure, departure_low, departure_high, p_bh } = departures.get(key(row.system, row.phenomenon)) ?? {};
      return isTested(row) ? { departure, departure_low, departure_high, departure_p_bh: p_bh } : {};
    };
    const ofEffect = (row) => ({
      ...row, ...(isTested(row) ? findings.get(row.phenomenon) : {}), n: row.n - row.not_compared, size: row.n,
      departing: isTested(row) ? [...departures.values()].filter((d) => d.phenomenon === row.phenomenon && significant(d, data.alpha)).length : null,
    });
    const rows = [
      ...rowsOf(data.scores, names).map((row) => ({ ...ofScore(row), ...departureOf(row) })),
      ...rowsOf(data.accuracy, names).map(ofWords),
    ];
    const effects = [...rowsOf(data.effects, names).map(ofEffect), ...rowsOf(data.accuracy_effects, names).map(ofWords)];
    const ofMean = rowsOf(data.pooled_trends, names).map((row) => ({ ...row, system: ALL }));
    const trends = [...ofMean, ...rowsOf(data.trends, names)];
    const measures = data.metrics.map((metric) => ({ ...metric, group: "metric" }));
    const words = { decimals: 1, higher_is_better: true, group: "words" };
    if (rows.some((row) => row.metric === FOUND)) measures.push({ ...words, name: FOUND, label: "hits found (%)" });
    if (rows.some((row) => row.metric === RENDERED)) measures.push({ ...words, name: RENDERED, label: "hits rendered (%)" });
    if (rows.some((row) => row.metric === ORDER)) measures.push({ ...words, name: ORDER, label: "reference order (%)" });
    const ofSystem = new Map(rows.map((row) => [key(row.metric, row.phenomenon, row.system, row.distance_from, belowOf(row)), row]));
    const ofAll = new Map(effects.map((row) => [key(row.metric, row.phenomenon, row.distance_from, belowOf(row)), row]));
    const distances = new Map(data.phenomena.map((name) => [name, new Set()]));
    for (const row of rows) if (belowOf(row) === null) distances.get(row.phenomenon).add(row.distance_from);
    return {
      ...data, measures, trends, findings,
      measure: (name) => measures.find((measure) => measure.name === name),
      row: (metric, phenomenon, system, start, below = null) => ofSystem.get(key(metric, phenomenon, system, start, below)),
      effect: (metric, phenomenon, start, below = null) => ofAll.get(key(metric, phenomenon, start, below)),
      distancesOf: (phenomenon) => [...distances.get(phenomenon)].sort((a, b) => a - b),
    };
  }

  /** The minimum distance at which a phenomenon is shown: the tested one without a `distance`, else the smallest from it
   * on; undefined if there is none. */
  function shownAt(data, phenomenon, distance) {
    const known = data.distancesOf(phenomenon);
    if (distance !== null) return known.find((d) => d >= distance);
    return known.find((d) => d >= data.findings.get(phenomenon).distance) ?? known[0];
  }

  /** The side of a difference (worse, better), or small (too few segments), or none (no segments or no controls). */
  function stateOf(row, measure, fewest) {
    if (!row || missing(row.difference)) return "none";
    if (measure.group === "words" ? missing(row.p_bh) : row.n < fewest) return "small";
    return row.difference < 0 === measure.higher_is_better ? "worse" : "better";
  }

  const significant = (row, alpha) => !missing(row.p_bh) && row.p_bh < alpha;
  const departs = (row, alpha) => !missing(row.departure_p_bh) && row.departure_p_bh < alpha;

  /** What is said of a difference; a chart has the same words in its legend. */
  function verdictOf(row, measure, { alpha, fewest }) {
    const state = stateOf(row, measure, fewest);
    if (missing(row.p_bh)) return { state: "small", said: "not tested" };
    if (!significant(row, alpha)) return { state: "unclear", said: "not significant" };
    return { state, said: `significantly ${state}` };
  }

  /** A measure's name, with a note where lower is better. */
  const labelOf = (measure) => measure.label + (measure.higher_is_better ? "" : " (lower is better)");

  /** What a difference of a measure is. */
  const differenceOf = (measure, data) =>
    measure.group === "words"
      ? measure.name === FOUND ? data.titles.found : `${measure.label} minus that of control words`
      : `${measure.label} minus ${data.controls}${measure.higher_is_better ? "" : " (lower is better)"}`;

  /** A number in brackets with the other end of its interval; empty without one. */
  function interval(low, high, decimals) {
    if (missing(low) || missing(high)) return "";
    return `[${number(low, decimals, { sign: true })}, ${number(high, decimals, { sign: true })}]`;
  }

  /** The share of hits that are right, and what says so. */
  function rightHits(row) {
    const by = { reading: ", read in news", treebanks: ", on treebanks" }[row.precision_of] ?? "";
    return `${Math.round(100 * row.precision)} % of hits are right${by}`;
  }

  const distanceText = (distance) => (distance ? `${distance} or more` : "any");

  Object.assign(ChallengeSets, {
    ALL, FOUND, ORDER, departs, differenceOf, distanceText, interval, labelOf, missing, number, pText, rightHits,
    shownAt, significant, stateOf, understand, verdictOf,
  });
})();
