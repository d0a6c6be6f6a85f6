"use strict";

/* Differences of two systems as a table with a plot in it: a row a set, an interval around a point, one zero line. */
(() => {
  const ChallengeSets = (window.ChallengeSets = window.ChallengeSets || {});
  const { el, number, pText, piece, table } = ChallengeSets;

  const ROOM = 0.04; // of the axis, left free at both ends

  /** From a value to its place on the axis, in per cent; the axis has 0 and all intervals of the rows. */
  function scaleOf(rows) {
    const ends = rows.flatMap((row) => [row.low, row.high, row.value]).filter((value) => value !== null);
    const [low, high] = [Math.min(0, ...ends), Math.max(0, ...ends)];
    const width = high - low || 1;
    const place = (value) => 100 * (ROOM + ((1 - 2 * ROOM) * (value - low)) / width);
    return { place, low, high };
  }

  /** The plot of a row. Its numbers stand beside it, so it is nothing to a screen reader. */
  function plot(row, scale) {
    const { place } = scale;
    const interval = row.low === null ? null : piece("interval", place(row.low), place(row.high) - place(row.low));
    return el("div", { class: `pair-plot ${row.state}`, "aria-hidden": "true" }, piece("zero", place(0)), interval, piece("point", place(row.value)));
  }

  function axis(scale, decimals) {
    const ticks = [...new Set([scale.low, 0, scale.high])];
    return el("div", { class: "pair-axis", "aria-hidden": "true" }, ticks.map((value) =>
      el("span", { style: `left:${scale.place(value)}%` }, value ? number(value, decimals, { sign: true }) : "0")));
  }

  /**
   * A table of differences with their plot.
   * rows: {set, value, low, high, p, state, finding, n}, in the order to show; more: further columns, after these.
   * name, p, n: what the columns are called.
   */
  function forest({ caption, rows, measure, what, name = "set", p = "p (BH)", n = "n", more = [] }) {
    const scale = scaleOf(rows);
    const signed = (value) => number(value, measure.decimals, { sign: true });
    const columns = [
      { name, value: (row) => row.set, node: (row) => row.link || row.set },
      { name: "plot", title: `${what}, with its 95 % interval`, value: (row) => row.value, node: (row) => plot(row, scale) },
      { name: what, numeric: true, value: (row) => row.value, text: (row) => signed(row.value) },
      {
        name: "95 % interval", title: "of this number alone, uncorrected", value: (row) => row.low,
        text: (row) => (row.low === null ? "" : `${signed(row.low)} to ${signed(row.high)}`),
      },
      { name: p, title: "two-sided; BH: after Benjamini and Hochberg's correction", numeric: true, value: (row) => row.p, text: (row) => pText(row.p) },
      { name: "finding", value: (row) => row.finding, node: (row) => el("span", { class: `said ${row.state}` }, row.finding) },
      { name: n, numeric: true, value: (row) => row.n, text: (row) => String(row.n) },
      ...more,
    ];
    const made = table({ caption, columns, rows });
    const place = columns.findIndex((column) => column.name === "plot");
    made.querySelector("thead tr").children[place].append(axis(scale, measure.decimals));
    made.classList.add("pair-forest");
    return made;
  }

  Object.assign(ChallengeSets, { pairForest: forest });
})();
