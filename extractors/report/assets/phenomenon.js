"use strict";

/* The section of a phenomenon: charts and tables, made when it is opened. */
(() => {
  const ChallengeSets = (window.ChallengeSets = window.ChallengeSets || {});
  const { ACCURACY, ORDER, chart, el, labelOf, number, pText, select, stateOf, STATES, table, widest } = ChallengeSets;

  const rowsAt = (data, metric, name, distance) =>
    data.systems.map((system) => data.row(metric, name, system, distance)).filter((row) => row && row.value !== null);

  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

  /** The rows of the chart of systems, the best first. */
  function systemRows(rows, measure, alpha) {
    const sign = measure.higher_is_better ? -1 : 1;
    const sorted = [...rows].sort((a, b) => sign * (a.value - b.value) || (a.system < b.system ? -1 : 1));
    return sorted.map((row, i) => ({
      system: row.system, place: i + 1, score: row.value, low: row.low, high: row.high, control: row.control,
      // Accuracy has one value for its controls, and no band.
      control_low: row.control_low ?? row.control, control_high: row.control_high ?? row.control, n: row.n,
      state: STATES[row.p_bh === null ? "small" : stateOf(row, measure, alpha)],
    }));
  }

  /** The rows of a chart by distance: each system's, then the means of systems and of controls. */
  function lines(data, measure, name, factor) {
    const sets = data.distancesOf(name).map((distance) => ({ distance, rows: rowsAt(data, measure.name, name, distance) }))
      .filter((set) => set.rows.length);
    for (const set of sets) {
      const n = Math.max(...set.rows.map((row) => row.n));
      const few = set.rows.every((row) => row.p_bh === null) ? "|too few" : "";
      set.place = { distance: set.distance, set: `\u2265 ${set.distance}|n = ${n}${few}`, n };
    }
    const lines = sets.flatMap((set) => set.rows.map((row) =>
      ({ line: "one system", system: row.system, ...set.place, n: row.n, value: row.value * factor })));
    for (const [line, field] of [["mean of systems", "value"], ["mean of controls", "control"]]) {
      for (const set of sets) {
        const values = set.rows.map((row) => row[field]).filter((value) => value !== null);
        if (values.length) lines.push({ line, system: null, ...set.place, value: mean(values) * factor });
      }
    }
    return lines;
  }

  const examplesOf = (phenomenon, more = {}) =>
    `#examples?${new URLSearchParams({ phenomenon, ...more }).toString().replace(/\+/g, "%20")}`;

  function systemTable(data, measure, name, distance) {
    const digits = measure.decimals;
    const range = (low, high) => (low === null || low === undefined ? "" : `${number(low, digits)} to ${number(high, digits)}`);
    const numeric = (title, field, options = {}) => ({
      name: title, numeric: true, value: (row) => row[field], text: (row) => number(row[field], digits, options), ...options,
    });
    const columns = [
      {
        name: "system", value: (row) => row.system, node: (row) =>
          el("a", { href: examplesOf(name, { system: row.system }), title: "its outputs among the examples" }, row.system),
      },
      { name: measure.group === "accuracy" ? "hits" : "segments", numeric: true, value: (row) => row.n, text: (row) => String(row.n) },
      numeric(measure.label, "value"),
      { name: "95 % interval", numeric: true, value: (row) => row.low, text: (row) => range(row.low, row.high) },
      numeric("controls", "control"),
      { name: "their band", numeric: true, value: (row) => row.control_low, text: (row) => range(row.control_low, row.control_high) },
      numeric("difference", "difference", { sign: true }),
      { name: "its interval", numeric: true, value: (row) => row.difference_low, text: (row) => range(row.difference_low, row.difference_high) },
      { name: "p", title: "after Benjamini and Hochberg's correction", numeric: true, value: (row) => row.p_bh, text: (row) => pText(row.p_bh) },
      { name: "finding", value: (row) => STATES[stateOf(row, measure, data.alpha)], node: (row) => finding(row, measure, data.alpha) },
    ].filter((column) => !(measure.group === "accuracy" && column.name === "their band"));
    const rows = rowsAt(data, measure.name, name, distance);
    return table({ caption: `${name}, distance ${distance} or more: ${measure.label} of each system`, columns, rows });
  }

  function finding(row, measure, alpha) {
    const state = stateOf(row, measure, alpha);
    return el("span", { class: `said ${state}` }, STATES[state]);
  }

  function distanceTable(data, measure, name) {
    const distances = data.distancesOf(name);
    const trend = new Map(data.trends.filter((row) => row.phenomenon === name && row.metric === measure.name)
      .map((row) => [row.system, row]));
    const columns = [{ name: "system", value: (system) => system, text: (system) => system }];
    for (const distance of distances) {
      const at = (system) => data.row(measure.name, name, system, distance);
      columns.push({
        name: `d \u2265 ${distance}`, numeric: true, value: (system) => at(system)?.value ?? null,
        text: (system) => number(at(system)?.value, measure.decimals) + (at(system)?.p_bh === null ? "?" : ""),
      });
    }
    if (trend.size) {
      const digits = measure.decimals + 1;
      const slope = (row, field) => number(row?.[field], digits, { sign: true }) + (row?.slope != null && row.p_bh === null ? "?" : "");
      columns.push(
        {
          name: "slope", title: "change of the score for one more word between the two", numeric: true,
          value: (s) => trend.get(s)?.slope, text: (s) => slope(trend.get(s), "slope"),
        },
        {
          name: "by length", title: "the slope that the lengths of the segments alone would give",
          numeric: true, value: (s) => trend.get(s)?.expected, text: (s) => slope(trend.get(s), "expected"),
        },
        { name: "p of slope", numeric: true, value: (s) => trend.get(s)?.p_bh, text: (s) => pText(trend.get(s)?.p_bh) });
    }
    return table({
      caption: `${name}: ${measure.label} by minimum distance (?: too few to be tested)`, columns, rows: data.systems,
    });
  }

  const count = (systems) => `${systems} ${systems === 1 ? "system" : "systems"}`;

  const folded = (title, ...content) => el("details", { class: "data" }, el("summary", {}, title), content);

  /** The content of a phenomenon's section under a measure and at a distance. */
  function content(data, name, measure, distance) {
    const rows = rowsAt(data, measure.name, name, distance);
    if (!rows.length) {
      const sizes = data.metrics.flatMap((m) => data.systems.map((system) => data.row(m.name, name, system, distance)?.n ?? 0));
      const why = Math.max(...sizes)
        ? `No system has a value of ${measure.label} at distance ${distance} or more.`
        : `No segment has it at distance ${distance} or more.`;
      return { nodes: [el("p", {}, why)], charts: [] };
    }
    const ofAccuracy = measure.group === "accuracy";
    const nodes = [];
    const tested = rows.filter((row) => row.p_bh !== null);
    const worse = tested.filter((row) => stateOf(row, measure, data.alpha) === "worse").length;
    const verdict = !tested.length ? "None of them was tested against its controls: too few segments."
      : `Of ${count(tested.length)} tested, ${worse} ${worse === 1 ? "is" : "are"} significantly worse than controls.`;
    const said = `${labelOf(measure)} of ${count(rows.length)} at distance ${distance} or more, with 95 % intervals; ` +
      `${ofAccuracy ? "ticks: the controls" : "bands: 95 % of the control samples, ticks: their mean"}. ` +
      verdict;
    const ofSystems = chart("systems", data.charts.systems, systemRows(rows, measure, data.alpha), said);
    const told = `${labelOf(measure)} by minimum distance: a faint line for each system, the mean of systems and that of controls.`;
    const kind = measure.name === ORDER ? "order" : "accuracy";
    const byDistance = ofAccuracy
      ? chart(kind, data.charts[kind], lines(data, measure, name, 0.01), told)
      : chart("distances", data.charts.distances, lines(data, measure, name, 1), told);
    const charts = [ofSystems, byDistance];
    nodes.push(el("div", { class: "charts" }, ofSystems.figure, byDistance.figure));
    const accuracy = data.measure(ACCURACY);
    if (accuracy && !ofAccuracy) {
      const drawn = lines(data, accuracy, name, 0.01);
      if (drawn.length) {
        const ofWords = chart("accuracy", data.charts.accuracy, drawn,
          "Accuracy at the phenomenon by minimum distance: a faint line for each system, the mean of systems and that of other words of the same class.");
        charts.push(ofWords);
        nodes[0].append(ofWords.figure);
      }
    }
    nodes.push(folded("Numbers by system", systemTable(data, measure, name, distance)));
    nodes.push(folded("Numbers by distance, trends", distanceTable(data, measure, name)));
    if (accuracy && !ofAccuracy) nodes.push(folded("Accuracy by distance", distanceTable(data, accuracy, name)));
    return { nodes, charts };
  }

  /** Fill the section `root` of a phenomenon; `first` is the measure and distance to begin with. */
  function mount(data, name, root, first) {
    const distances = data.distancesOf(name);
    const state = { measure: first.measure, distance: widest(data, name, first.distance) ?? distances[0] };
    const place = el("div");
    const known = data.measures.filter((m) => m.name !== ORDER || data.row(ORDER, name, data.systems[0], distances[0]));
    if (!known.some((measure) => measure.name === state.measure)) state.measure = known[0].name;

    async function render() {
      const shown = content(data, name, data.measure(state.measure), state.distance);
      place.replaceChildren(...shown.nodes);
      for (const drawing of shown.charts) await drawing.draw();
    }

    root.replaceChildren(
      el("div", { class: "controls" },
        select("metric", known.map((m) => [m.name, m.label]), state.measure, (measure) => { state.measure = measure; return render(); }),
        select("distance", distances.map((d) => [d, `${d} or more`]), state.distance, (d) => { state.distance = Number(d); return render(); }),
        el("a", { class: "button", href: examplesOf(name) }, "examples")),
      place);
    return render();
  }

  Object.assign(ChallengeSets, { phenomenon: { mount } });
})();
