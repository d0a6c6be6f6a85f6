"use strict";

/* The heat map of systems by phenomena. extractors/report/heatmap.py makes the same table of the first metric. */
(() => {
  const ChallengeSets = (window.ChallengeSets = window.ChallengeSets || {});
  const { ORDER, compare, el, labelOf, number, pText, select, sorter, stateOf, STATES, widest } = ChallengeSets;

  const SHADES = 4;

  /** The state at first: measure, difference or score, minimum distance, whether small sets are shown, and the order. */
  const initial = (data) => ({
    measure: data.measures[0].name, shown: "difference", distance: 0, small: true, rows: null, columns: null,
  });

  function cellOf(row, measure, data) {
    const state = stateOf(row, measure, data.alpha);
    if (state === "none") return { state, text: "", title: STATES.none };
    const signed = (value) => number(value, measure.decimals, { sign: true });
    const label = measure.label;
    let title = `${row.system}, ${row.phenomenon}, distance \u2265 ${row.distance}: ${label} ${signed(row.difference)}`;
    if (row.difference_low !== null) title += ` [${signed(row.difference_low)}, ${signed(row.difference_high)}]`;
    title += ` beside controls, ${row.n} `;
    title += measure.group === "accuracy" ? "hits, " : "segments, ";
    if (state === "small") title += "too few to be tested";
    else title += `p = ${pText(row.p_bh)}, ${state === "unclear" ? "not significant" : state}`;
    return { state, title, difference: row.difference, value: row.value };
  }

  /** The cells by system and phenomenon, and the difference that has the strongest shade. */
  function view(data, state) {
    const measure = data.measure(state.measure);
    const distances = new Map();
    for (const name of data.phenomena) {
      const distance = widest(data, name, state.distance);
      const some = distance !== undefined &&
        data.systems.some((s) => stateOf(data.row(measure.name, name, s, distance), measure, data.alpha) !== "none");
      if (some) distances.set(name, distance);
    }
    const cells = new Map();
    let limit = 0;
    for (const system of data.systems) {
      for (const [name, distance] of distances) {
        const cell = cellOf(data.row(measure.name, name, system, distance), measure, data);
        if (cell.state === "worse" || cell.state === "better") limit = Math.max(limit, Math.abs(cell.difference));
        if (cell.state !== "none") {
          cell.shownValue = state.shown === "difference" ? cell.difference : cell.value;
          cell.text = number(cell.shownValue, measure.decimals, { sign: state.shown === "difference" });
        }
        cells.set(`${system}\u0000${name}`, cell);
      }
    }
    const cell = (system, name) => cells.get(`${system}\u0000${name}`);
    return { measure, distances, limit, cell, ...ordered(data, state, measure, [...distances.keys()], cell) };
  }

  /** Systems and phenomena in the order that is asked for; without any, the best system and the hardest first. */
  function ordered(data, state, measure, names, cell) {
    const sign = measure.higher_is_better ? 1 : -1;
    const whole = new Map(data.corpus.filter((row) => row.metric === measure.name).map((row) => [row.system, row.score]));
    const cellsOf = (name) => data.systems.map((system) => cell(system, name)).filter((c) => c.state !== "none");
    const small = (name) => cellsOf(name).every((c) => c.state === "small");
    const mean = (name) => {
      const cells = cellsOf(name);
      // Rounded as in heatmap.py, so that both give the same order.
      return Math.round((1e4 * sign * cells.reduce((sum, c) => sum + c.difference, 0)) / cells.length);
    };
    const order = new Map(names.map((name) => [name, [small(name) ? 1 : 0, mean(name)]]));
    const minor = (name) => (order.get(name)[0] ? " minor" : "");
    const phenomena = names.filter((name) => state.small || !order.get(name)[0]);
    phenomena.sort((a, b) => order.get(a)[0] - order.get(b)[0] || compare(order.get(a)[1], order.get(b)[1], 1));
    const byName = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
    const systems = [...data.systems].sort((a, b) => compare(whole.get(a), whole.get(b), -sign) || byName(a, b));
    if (state.rows) {
      const { by, direction } = state.rows;
      const value = (s) => (by === "name" ? s : by === "corpus" ? whole.get(s) : (cell(s, by.slice(2)) || {}).shownValue);
      systems.sort((a, b) => compare(value(a), value(b), direction) || byName(a, b));
    }
    if (state.columns) {
      const { by, direction } = state.columns;
      phenomena.sort((a, b) => compare(cell(by, a).shownValue, cell(by, b).shownValue, direction));
    }
    return { systems, phenomena, whole, minor };
  }

  function mount(data, { controls, table, legend, status }) {
    const state = initial(data);
    const distances = [...new Set(data.phenomena.flatMap(data.distancesOf))].sort((a, b) => a - b);

    function set(change, message) {
      Object.assign(state, change);
      render();
      if (message) status.textContent = message;
    }

    /** Worst first, then best first, then as at the beginning. */
    function next(axis, by, worst) {
      const now = state[axis];
      if (!now || now.by !== by) set({ [axis]: { by, direction: worst } }, `sorted by ${label(by)}`);
      else if (now.direction === worst) set({ [axis]: { by, direction: -worst } }, `sorted by ${label(by)}, reversed`);
      else set({ [axis]: null }, "in the first order again");
    }

    const label = (by) => (by === "name" ? "name" : by === "corpus" ? "score of the whole corpus" : by.replace(/^p:/, ""));

    const ariaSort = (axis, by) =>
      state[axis] && state[axis].by === by ? (state[axis].direction > 0 ? "ascending" : "descending") : null;

    function head(shown) {
      const worst = shown.measure.higher_is_better ? 1 : -1;
      const name = el("th", { scope: "col", class: "corner", "aria-sort": ariaSort("rows", "name") },
        sorter("system", () => next("rows", "name", 1), "sort systems by name"));
      const corpus = shown.whole.size
        ? el("th", { scope: "col", class: "whole", "aria-sort": ariaSort("rows", "corpus") },
          sorter("corpus", () => next("rows", "corpus", worst), "sort systems by the score of the whole corpus"))
        : null;
      return el("tr", {}, name, corpus, shown.phenomena.map((phenomenon) =>
        el("th", { scope: "col", class: `turned${shown.minor(phenomenon)}`, "aria-sort": ariaSort("rows", `p:${phenomenon}`) },
          el("span", { class: "turn" },
            sorter(phenomenon, () => next("rows", `p:${phenomenon}`, worst), `sort systems by ${phenomenon}`),
            el("a", { href: `#phenomenon-${phenomenon}`, title: `about ${phenomenon}`, "aria-label": `about ${phenomenon}` },
              "\u2193")))));
    }

    function line(shown, system) {
      const worst = shown.measure.higher_is_better ? 1 : -1;
      const whole = shown.whole.size
        ? el("td", { class: "whole" }, number(shown.whole.get(system), shown.measure.decimals)) : null;
      return el("tr", {},
        el("th", { scope: "row", "aria-sort": ariaSort("columns", system) },
          sorter(system, () => next("columns", system, worst), `sort phenomena by ${system}`)),
        whole,
        shown.phenomena.map((name) => {
          const cell = shown.cell(system, name);
          const strong = cell.state === "worse" || cell.state === "better";
          const shade = strong
            ? ` shade-${shown.limit ? Math.min(SHADES, Math.max(1, Math.ceil((SHADES * Math.abs(cell.difference)) / shown.limit))) : 1}`
            : "";
          return el("td", { class: cell.state + shade + shown.minor(name), title: cell.title, "data-phenomenon": name }, cell.text,
            SAID[cell.state] ? el("span", { class: "hidden" }, ` ${SAID[cell.state]}`) : null);
        }));
    }

    function foot(shown) {
      const counts = shown.phenomena.map((name) =>
        el("td", { class: shown.minor(name).trim() }, shown.systems.filter((system) => shown.cell(system, name).state === "worse").length));
      return el("tr", {}, el("th", { scope: "row" }, "systems worse"), shown.whole.size ? el("td", {}) : null, counts);
    }

    function render() {
      const shown = view(data, state);
      const focused = document.activeElement && table.contains(document.activeElement)
        ? document.activeElement.getAttribute("aria-label") : null;
      table.tHead.replaceChildren(head(shown));
      table.tBodies[0].replaceChildren(...shown.systems.map((system) => line(shown, system)));
      table.tFoot.replaceChildren(foot(shown));
      const label = labelOf(shown.measure);
      const what = state.shown === "difference" ? `${label}, set minus controls` : label;
      table.caption.textContent = `${what}; each phenomenon at distance ${state.distance} or more`;
      legend.textContent = shown.limit
        ? `strongest shade: a difference of ${number(shown.limit, shown.measure.decimals)}` : "no difference is significant";
      if (focused) table.querySelector(`[aria-label="${CSS.escape(focused)}"]`)?.focus();
    }

    const measures = data.measures.filter((m) => m.name !== ORDER).map((measure) => [measure.name, measure.label]);
    const hide = el("input", { type: "checkbox" });
    hide.addEventListener("change", () => set({ small: !hide.checked }));
    controls.replaceChildren(
      select("metric", measures, state.measure, (measure) => set({ measure, rows: null, columns: null })),
      select("show", [["difference", "difference to controls"], ["score", "score"]], "difference", (shown) => set({ shown })),
      select("distance", distances.map((d) => [d, d ? `${d} or more` : "any"]), 0, (d) => set({ distance: Number(d) })),
      el("label", { class: "field check" }, hide, el("span", {}, "hide sets too small to be tested")));
    table.addEventListener("click", (event) => {
      const cell = event.target.closest("td[data-phenomenon]");
      if (cell && !window.getSelection().toString()) ChallengeSets.go(`#phenomenon-${cell.dataset.phenomenon}`);
    });
    render();
    return state;
  }

  const SAID = { unclear: "not significant", small: "too few segments", none: "none" };

  Object.assign(ChallengeSets, { heatmap: { mount } });
})();
