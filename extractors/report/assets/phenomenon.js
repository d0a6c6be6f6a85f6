"use strict";

/* The section of a phenomenon: charts and tables, made when it is opened. */
(() => {
  const ChallengeSets = (window.ChallengeSets = window.ChallengeSets || {});
  const {
    address, chart, distanceText, el, interval, many, missing, number, pText, refill, select, significant,
    table,
  } = ChallengeSets;

  const HEIGHT = 220; // of the plot by distance, in pixels
  const LABEL = 16; // pixels from one label to the next
  const INTERVALS = "95 % intervals, of one number each; that of a finding accounts for the selection.";
  const LETTER = 7; // pixels of a letter of a label, about
  const LONGEST = 16; // letters of a label
  const BESIDE = 32; // pixels from the middle of a distance to its label, about

  const rowsAt = (data, metric, name, distance) => data.systems.map((system) => data.row(metric, name, system, distance))
    .filter((row) => row && !missing(row.difference));
  const byName = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
  const ends = (row) => ({ difference: row.difference, low: row.difference_low, high: row.difference_high, n: row.n });

  /** Whether a set is drawn: the interval of a smaller one is so long that nothing else could be seen beside it. */
  const isDrawn = (data, row) => Boolean(row) && row.n >= data.shown_from;

  /** The rows of the forest plot: all systems together, then each, the worst first. */
  function forest(data, rows, together, measure, picked) {
    const sign = measure.higher_is_better ? 1 : -1;
    const sorted = (together && data.alone ? [] : [...rows]).sort((a, b) => sign * (a.difference - b.difference) || byName(a.system, b.system));
    return [...(together ? [together] : []), ...sorted].map((row, place) => ({
      system: row.system ?? data.nameOfAll, all: row.system === null, place, ...ends(row),
      state: row.verdict, picked: picked !== null && row.system === picked,
    }));
  }

  const spanText = ([start, below]) =>
    (below === null ? `\u2265 ${start}` : below === start + 1 ? String(start) : `${start} to ${below - 1}`);

  /** The mean over systems where no table has it: without an interval, and not tested. */
  function meanOf(rows) {
    if (!rows.length) return undefined;
    const difference = rows.reduce((sum, row) => sum + row.difference, 0) / rows.length;
    return { difference, difference_low: null, difference_high: null, p_bh: null, n: Math.max(...rows.map((row) => row.n)) };
  }

  /** The ranges of distance that have a value, each with the row of all systems and those of each. */
  function ranges(data, measure, name) {
    return data.spans[name].map((span) => {
      const rows = new Map(data.systems.map((system) => [system, data.row(measure.name, name, system, ...span)])
        .filter(([, row]) => row && !missing(row.difference)));
      const tested = data.row(measure.name, name, null, ...span);
      const all = tested ?? (measure.words ? meanOf([...rows.values()]) : undefined);
      return { span, rows, all, tested: Boolean(tested) };
    }).filter(({ all }) => all && !missing(all.difference));
  }

  /** The rows of the plot by distance: all systems together, the one picked out, and a faint line for each other. */
  function lines(data, shown, picked) {
    const points = (system) => shown.map(({ span, rows, all }, order) => ({ span, all, order, row: system === null ? all : rows.get(system) }))
      .filter(({ row }) => isDrawn(data, row))
      .map(({ span, all, order, row }) => ({
        set: `${spanText(span)}|n = ${all.n}`, order, ...ends(row), few: row.n < data.fewest, system: system ?? data.nameOfAll,
        line: system === null ? "all" : system === picked ? "first" : "other",
      }));
    const drawn = [null, ...data.each].flatMap((system) => {
      const own = points(system);
      const pieces = own.slice(1).flatMap((end, number) => [own[number], end].map((point) =>
        ({ ...point, part: "piece", piece: `${system} ${number}`, few: own[number].few || end.few })));
      const last = own.length ? [{ ...own[own.length - 1], part: "label", piece: null }] : [];
      return [...own.map((point) => ({ ...point, part: "point", piece: null })), ...pieces, ...last];
    });
    apart(drawn);
    return drawn;
  }

  /** Move labels that would lie on each other apart, and cut long ones. */
  function apart(rows) {
    const values = rows.flatMap((row) => [row.difference, row.low, row.high, 0]).filter((value) => !missing(value));
    const step = ((Math.max(...values) - Math.min(...values)) * LABEL) / HEIGHT;
    const labels = rows.filter((row) => row.part === "label" && row.line !== "other").sort((a, b) => a.difference - b.difference);
    labels.forEach((label, number) => {
      const letters = Array.from(label.system);
      if (letters.length > LONGEST) label.system = `${letters.slice(0, LONGEST - 1).join("")}\u2026`;
      if (number) label.difference = Math.max(label.difference, labels[number - 1].difference + step);
    });
  }

  function systemTable(data, measure, name, distance) {
    const digits = measure.decimals;
    const words = measure.words;
    const numeric = (title, field, options = {}) => ({
      name: title, numeric: true, value: (row) => row[field], text: (row) => number(row[field], digits, options), ...options,
    });
    const range = (low, high) => ({
      name: "95 % interval", title: "of this number alone; of a finding, it accounts for the selection", numeric: true, value: (row) => row[low], text: (row) => interval(row[low], row[high], digits),
    });
    const p = (field, title) => ({
      name: title, title: "after Benjamini and Hochberg's correction", numeric: true, value: (row) => row[field], text: (row) => pText(row[field]),
    });
    const columns = [
      {
        name: "system", value: (row) => row.system ?? "", node: (row) => (row.system
          ? el("a", { href: address.examplesOf(name, row.system), title: "its outputs among the examples" }, row.system) : data.nameOfAll),
      },
      { name: words ? "hits" : "segments", numeric: true, value: (row) => row.n, text: (row) => String(row.n) },
      numeric(measure.label, "value"),
      numeric(measure.control, "control"),
      numeric(`score minus ${measure.control}`, "difference", { sign: true }),
      range("difference_low", "difference_high"),
      p("p_bh", "p (BH)"),
      ...(words ? [] : [
        numeric("from the mean of systems", "departure", { sign: true }), range("departure_low", "departure_high"),
        p("departure_p_bh", "p (BH) of that"),
      ]),
      {
        name: "finding", value: (row) => row.verdict,
        node: (row) => el("span", { class: `said ${significant(row) ? row.state : "unclear"}` }, row.verdict, row.departs ? "; departs from the mean" : ""),
      },
    ];
    const together = data.row(measure.name, name, null, distance);
    const rows = [...(together ? [together] : []), ...(together && data.alone ? [] : rowsAt(data, measure.name, name, distance))];
    return table({ caption: `${name}, distance ${distanceText(distance)}: ${measure.title} of each system`, columns, rows });
  }

  function distanceTable(data, measure, name, shown) {
    const columns = [{ name: "system", value: (system) => system, text: (system) => system ?? data.nameOfAll }];
    for (const { span, rows, all } of shown) {
      const at = (system) => (system === null ? all : rows.get(system));
      columns.push({
        name: spanText(span), numeric: true, value: (system) => at(system)?.difference ?? null,
        text: (system) => (isDrawn(data, at(system)) ? number(at(system).difference, measure.decimals, { sign: true }) + (at(system).n < data.fewest ? "?" : "") : ""),
      });
    }
    return table({
      caption: `${name}: ${measure.difference}, by distance (?: under ${data.fewest}, too few to be tested; under ${data.shown_from} nothing is shown)`,
      columns, rows: [null, ...data.each],
    });
  }

  const folded = (title, ...content) => el("details", { class: "data" }, el("summary", {}, title), content);

  /** What all systems together show, in a sentence. */
  function sentence(data, measure, together) {
    if (together && !missing(together.difference)) {
      const digits = measure.decimals;
      const p = missing(together.p_bh) ? `not tested${together.status ? ` (${together.status})` : ""}` : `p (BH) ${pText(together.p_bh)}`;
      const ofAll = number(together.difference, digits, { sign: true });
      const beyond = missing(together.humans) || missing(together.beyond) ? "" : `; beyond human translations ${number(together.beyond, digits, { sign: true })} ${interval(together.low, together.high, digits)}`;
      const told = [ofAll, interval(together.difference_low, together.difference_high, digits)].filter(Boolean).join(" ");
      return `${data.alone ?? "All systems"}: ${told}${beyond}, ${p}, n = ${together.n}.`;
    }
    return "None of them was tested against its controls.";
  }

  /** What the comparison rests on: segments without controls, and what is sampled. */
  function footing(together, data) {
    if (!together || missing(together.p)) return null;
    const said = [];
    if (together.not_compared) said.push(`${together.not_compared} of ${together.size} segments have too few controls and are left out.`);
    if (together.units < together.n) said.push(`The segments are of ${together.units} ${data.unit}s, which are what is sampled.`);
    return said.length ? el("p", { class: "note" }, said.join(" ")) : null;
  }

  /** The content of a phenomenon's section under a measure, at a distance, with a system picked out, or null. */
  function content(data, name, measure, distance, picked) {
    const rows = rowsAt(data, measure.name, name, distance);
    const together = data.row(measure.name, name, null, distance);
    const where = `distance ${distanceText(distance)}`;
    if (!rows.length) {
      const sizes = data.measures.filter((m) => !m.words).flatMap((m) => data.systems.map((system) => data.row(m.name, name, system, distance)?.size ?? 0));
      const why = Math.max(...sizes)
        ? `No system has a value of ${measure.label} at ${where}.`
        : `No segment has it at ${where}.`;
      return { nodes: [el("p", {}, why)], charts: [] };
    }
    const titles = new Map([[data.titles.value, measure.difference], [data.titles.marked, data.significance]]);
    const who = data.alone ?? (together ? `all systems together and of ${many(rows.length, "system")}` : many(rows.length, "system"));
    const said = `${measure.difference}, of ${who}, at ${where}; ${INTERVALS} ${sentence(data, measure, together)}`;
    const large = rows.filter((row) => isDrawn(data, row));
    const charts = large.length ? [chart("systems", data.charts.systems, forest(data, large, together, measure, picked), said, { titles })] : [];
    const shown = ranges(data, measure, name).filter(({ all }) => isDrawn(data, all));
    const overlap = shown.filter(({ span }) => span[1] === null).length > 1;
    if (shown.length) {
      const drawn = lines(data, shown, picked);
      const longest = Math.max(...drawn.filter((row) => row.part === "label" && row.line !== "other").map((row) => row.system.length));
      const axis = overlap ? "distance, sets that hold each other (n: segments)" : `distance (n: ${measure.words ? "hits" : "segments"})`;
      const told = `${measure.difference}, by ${overlap ? "minimum distance" : "distance"}: ${data.nameOfAll}` +
        `${shown.every(({ tested }) => tested) ? "" : ` (${data.alone ? "" : "their mean, "}not tested)`}${picked ? `, ${picked}` : ""}${data.alone ? "" : ", and a faint line for each other"}. ` +
        `${INTERVALS} Hollow and dashed: under ${data.fewest}; under ${data.shown_from}, nothing is drawn.`;
      charts.push(chart("distances", data.charts.distances, drawn, told, {
        titles: new Map([...titles, [data.titles.place, axis]]), right: longest * LETTER + BESIDE,
      }));
    }
    const nodes = [
      large.length ? null : el("p", {}, `${said} Under ${data.shown_from}, nothing is drawn.`),
      el("div", { class: "charts" }, charts.map(({ figure }) => figure)),
      footing(together, data),
      folded("Numbers by system", systemTable(data, measure, name, distance)),
      shown.length ? folded("Numbers by distance", distanceTable(data, measure, name, shown)) : null,
    ];
    return { nodes: nodes.filter(Boolean), charts };
  }

  /** Fill the section `root` of a phenomenon; `first` has the choices to begin with: measure and distance. */
  function mount(data, name, root, first) {
    const distances = data.distancesOf(name);
    const known = data.measures;
    const start = data.at(null).at[name];
    const state = {
      measure: known.some((measure) => measure.name === first.measure) ? first.measure : known[0].name,
      distance: data.at(first.distance).at[name] ?? start,
      picked: null,
    };
    const place = el("div");
    const controls = el("div", { class: "controls" });
    const problems = el("p", { class: "failure", role: "alert", hidden: true });

    const set = (change) => {
      Object.assign(state, change);
      address.replace(`phenomenon-${name}`, [
        ["metric", state.measure], ["distance", state.distance === start ? null : state.distance], ["system", state.picked],
      ]);
      return render();
    };

    function fields() {
      refill(controls,
        select("metric", known.map((m) => [m.name, m.label]), state.measure, (measure) => set({ measure })),
        select("distance", distances.map((d) => [d, distanceText(d)]), state.distance, (d) => set({ distance: Number(d) })),
        select("pick out a system", [["", "none"], ...data.each.map((s) => [s, s])], state.picked ?? "", (s) => set({ picked: s || null })),
        el("a", { class: "button", href: address.examplesOf(name, state.picked) }, "examples"));
    }

    async function render() {
      fields();
      const shown = content(data, name, data.measure(state.measure), state.distance, state.picked);
      const open = [...place.querySelectorAll("details[open] > summary")].map((summary) => summary.textContent);
      place.replaceChildren(...shown.nodes);
      for (const summary of place.querySelectorAll("summary")) summary.parentElement.open = open.includes(summary.textContent);
      for (const drawing of shown.charts) await drawing.draw();
    }

    /** Show what an address names. */
    function restore(query) {
      const wrong = [];
      const measure = query.get("metric");
      if (measure !== null) known.some((m) => m.name === measure) ? (state.measure = measure) : wrong.push(`metric ${JSON.stringify(measure)}`);
      const distance = query.get("distance");
      if (distance === null) state.distance = start;
      else distances.includes(Number(distance)) ? (state.distance = Number(distance)) : wrong.push(`distance ${JSON.stringify(distance)}`);
      const system = query.get("system");
      state.picked = null;
      if (system !== null) data.systems.includes(system) ? (state.picked = system) : wrong.push(`system ${JSON.stringify(system)}`);
      problems.textContent = wrong.map((what) => `This phenomenon has no ${what}.`).join(" ");
      problems.hidden = !wrong.length;
      return render();
    }

    root.replaceChildren(controls, problems, place);
    return { restore, drawn: render() };
  }

  Object.assign(ChallengeSets, { phenomenon: { mount } });
})();
