"use strict";

/* The systems of a suite: accuracy by the average that a reader chooses, with interval and bounds, counts, tests, ranks. */
(() => {
  const ChallengeSets = (window.ChallengeSets = window.ChallengeSets || {});
  const { el, piece, refill, select, suite, table } = ChallengeSets;
  const { missing, notWorse, pText, percent, range } = suite;

  const STEP = 0.1; // the scale of the plots begins at a full tenth

  /** A line from the lower to the upper bound, the interval on it, and the accuracy as a point. */
  function plot(row, least) {
    const wide = (share) => (100 * share) / (1 - least);
    const stretch = (name, low, high) => piece(name, wide(low - least), wide(high - low));
    if (missing(row.accuracy)) return "";
    return el("span", { class: "pair-plot", "aria-hidden": "true" },
      stretch("bounds-of", row.own.bound_low, row.own.bound_high),
      missing(row.low) ? null : stretch("interval", row.low, row.high),
      piece("point", wide(row.accuracy - least)));
  }

  function columns(data, rows) {
    const ranks = new Map(data.ranks.map((rank) => [rank.system, rank]));
    const ends = rows.flatMap(({ low, own }) => [low, own.bound_low]).filter((value) => !missing(value));
    const least = Math.floor(Math.min(1, ...ends) / STEP) * STEP;
    const count = (name, title) => ({ name, title, numeric: true, text: (row) => row.own[name].toLocaleString("en"), value: (row) => row.own[name] });
    const mark = (row, test) => (row.is_best ? "best" : missing(row[test]) ? "" : pText(row[test]));
    const p = (name, title, field) => ({
      name, title, numeric: true, text: (row) => mark(row, field), value: (row) => (row.is_best ? 1.1 : row[field]),
    });
    const ranked = (field) => (row) => ranks.get(row.name)?.[field] || null;
    const rankText = (row) => {
      const rank = ranks.get(row.name);
      if (!rank?.rank) return "";
      return rank.best_rank === rank.worst_rank ? String(rank.rank) : `${rank.rank} (${rank.best_rank} to ${rank.worst_rank})`;
    };
    const tested = rows.some((row) => !missing(row.p_worse));
    return [
      { name: "system", text: (row) => row.name, value: (row) => row.name },
      { name: "rank", title: `by accuracy on ${data.ranked_on} items, with the ranks that tests leave open`, numeric: true, text: rankText, value: ranked("rank") },
      { name: "cluster", title: "a system is significantly better than all of later clusters (paired test, Benjamini and Hochberg)", numeric: true, text: (row) => ranked("cluster")(row) ?? "", value: ranked("cluster") },
      {
        name: "accuracy", title: "share of the right among the decided, in per cent", numeric: true,
        node: (row) => el(notWorse(row, "p_worse_z", data.alpha) ? "strong" : "span", {}, percent(row.accuracy)), value: (row) => row.accuracy,
      },
      { name: "95 % interval", title: "of this number alone", numeric: true, text: (row) => range(row.low, row.high), value: (row) => row.low },
      {
        name: `${percent(least).replace(".0", "")} to 100 %`, title: "point: accuracy; line: interval; band: bounds",
        node: (row) => plot(row, least), value: (row) => row.accuracy,
      },
      {
        name: "bounds", title: "the accuracy if all that is undecided were wrong, and if all were right; of all items", numeric: true,
        text: (row) => range(row.own.bound_low, row.own.bound_high), value: (row) => row.own.bound_low,
      },
      count("judged", "right, wrong or undecided"), count("right"), count("wrong"), count("undecided", "nothing decides on them"), count("missing", "items without an output that can be judged"),
      ...(tested ? [
        p("p, paired", "of not being worse than the best, one-tailed: exact paired test on shared items", "p_worse"),
        p("p (BH)", "the same after Benjamini and Hochberg's correction", "p_worse_bh"),
        p("p, Z-test", "by the literature's Z-test of unpaired proportions, uncorrected", "p_worse_z"),
      ] : []),
    ];
  }

  const SETS = { own: "own: all that a system has decided", common: "common: decided for every system" };

  /** Put the systems into a place; `state` has average and items, which `change` sets. */
  function mount(data, root, { state, change }) {
    const controls = el("div", { class: "controls" });
    const place = el("div", { class: "suite-systems" });
    root.replaceChildren(controls, place);

    function render() {
      refill(controls,
        select("average", data.averages.map((name) => [name, name === suite.MICRO ? "micro, over items" : name]), state.average, (average) => change("systems", { average })),
        select("items", data.sets.map((name) => [name, SETS[name]]), state.items, (items) => change("systems", { items })));
      const rows = data.order(state.average, state.items)
        .map((system) => ({ ...data.row(data.all, system, state.average, state.items), own: data.row(data.all, system, state.average), name: data.systems[system] }))
        .filter((row) => row.n);
      const caption = `Accuracy in per cent, ${state.average} average, ${state.items} items; ranks and clusters by the micro average over ${data.ranked_on} items; bounds and counts of all items`;
      place.replaceChildren(rows.length ? table({ caption, columns: columns(data, rows), rows })
        : el("p", { class: "note" }, "No item is decided for every system."));
    }
    return { render };
  }

  suite.systems = { SETS, mount };
})();
