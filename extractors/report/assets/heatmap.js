"use strict";

/* The heat map of systems by phenomena: it draws what extractors/report/heatmap.py has computed for a reader's choice. */
(() => {
  const ChallengeSets = (window.ChallengeSets = window.ChallengeSets || {});
  const {
    ALL, address, cellButton, cells, compare, distanceText, el, interval, missing, number, pText, popover, refill,
    select, significant, sorter,
  } = ChallengeSets;

  /** Signs of a value that stands on one line. */
  const SHORT = 25;
  const SHOWN = { difference: "difference", score: "score" };

  /** The choices at first; no key of them is ever missing. */
  const initial = (data) => ({
    measure: data.measures[0].name, shown: "difference", distance: null, small: false, rows: null, columns: null,
    system: null, cell: null,
  });

  /** The choices as they stand in the address; what is as at first is left out. */
  const choices = (state, data) => {
    const order = (sorted) => sorted && (sorted.direction < 0 ? "-" : "") + sorted.by;
    return [
      ["metric", state.measure === data.measures[0].name ? null : state.measure],
      ["show", state.shown === "difference" ? null : state.shown],
      ["distance", state.distance], ["small", state.small ? "1" : null],
      ["rows", order(state.rows)], ["columns", order(state.columns)], ["system", state.system], ["cell", state.cell],
    ];
  };

  /** The choices that an address names, and what it names that this page does not know. */
  function chosen(query, data) {
    const state = initial(data);
    const problems = [];
    const take = (name, known, put) => address.take(query, name, problems, known, put);
    const order = (known) => [
      (value) => known(value.replace(/^-/, "")),
      (value) => ({ by: value.replace(/^-/, ""), direction: value.startsWith("-") ? -1 : 1 }),
    ];
    const phenomenon = (value) => data.phenomena.includes(value);
    const system = (value) => data.systems.includes(value);
    take("metric", (value) => Object.hasOwn(data.map.systems, value), (value) => { state.measure = value; });
    take("show", (value) => value in SHOWN, (value) => { state.shown = value; });
    take("distance", (value) => data.distances.map(String).includes(value), (value) => { state.distance = Number(value); });
    take("small", (value) => value === "1", () => { state.small = true; });
    const [knownRows, asRows] = order((by) => ["name", "corpus"].includes(by) || (by.startsWith("p:") && phenomenon(by.slice(2))));
    take("rows", knownRows, (value) => { state.rows = asRows(value); });
    const [knownColumns, asColumns] = order(system);
    take("columns", knownColumns, (value) => { state.columns = asColumns(value); });
    take("system", system, (value) => { state.system = value; });
    take("cell", phenomenon, (value) => { state.cell = value; });
    return { state, problems };
  }

  /** The rows by system (ALL for all together) and phenomenon, those to show in their order, and the scale of shades. */
  function view(data, state) {
    const measure = data.measure(state.measure);
    const { at, views } = data.at(state.distance);
    const { phenomena, tested, limits } = views[measure.name];
    const all = state.small || !tested;
    const shown = {
      measure, at, whole: new Map(Object.entries(data.map.whole[measure.name])),
      of: (system, name) => data.row(measure.name, name, system === ALL ? null : system, at[name]),
      systems: [...data.map.systems[measure.name]], phenomena: all ? [...phenomena] : phenomena.slice(0, tested),
      hidden: all ? 0 : phenomena.length - tested, limit: limits[all ? 1 : 0],
      number: (row) => (state.shown === "difference" ? row?.difference : row?.value),
    };
    order(shown, state);
    return shown;
  }

  /** Put systems and phenomena in the order that a reader asks for. */
  function order({ of, phenomena, whole, systems, number: value }, state) {
    if (state.rows) {
      const { by, direction } = state.rows;
      const key = (s) => (by === "name" ? s : by === "corpus" ? whole.get(s) : value(of(s, by.slice(2))));
      systems.sort((a, b) => compare(key(a), key(b), direction) || compare(a, b, 1));
    }
    if (state.columns) {
      const { by, direction } = state.columns;
      phenomena.sort((a, b) => compare(value(of(by, a)), value(of(by, b)), direction));
    }
  }

  /** 0 to the number of shades, in equal steps up to the limit. */
  const shadeOf = (difference, limit, shades) =>
    (limit ? Math.min(shades, Math.floor((shades * Math.abs(difference)) / limit + 0.5)) : 0);

  /** What the box beside a cell says. */
  function told(data, measure, system, name, row) {
    const digits = measure.decimals;
    const signed = (value) => number(value, digits, { sign: true });
    const tested = !missing(row.p_bh);
    const fact = (term, value) => el("div", {}, el("dt", {}, term), el("dd", { class: (value.textContent ?? value).length < SHORT && "short" }, value));
    const facts = [fact(measure.difference, el("strong", {}, signed(row.difference)))];
    const range = interval(row.difference_low, row.difference_high, digits);
    const isFinding = significant(row);
    const verdict = isFinding ? "significant" : "not significant";
    if (range) facts.push(fact("95 % interval, of this number alone", range));
    if (tested) facts.push(fact(missing(row.beyond) ? "p (BH)" : "p (BH), beyond people", `${pText(row.p_bh)}, ${verdict}`));
    else if (row.status) facts.push(fact("not tested", row.status));
    facts.push(fact(measure.words ? "n (hits)" : "n", String(row.n)));
    facts.push(fact("distance", distanceText(row.distance_from)));
    if (!missing(row.value)) facts.push(fact(measure.label, number(row.value, digits)));
    if (!missing(row.departure)) {
      const p = missing(row.departure_p_bh) ? "" : `, p (BH) ${pText(row.departure_p_bh)}`;
      facts.push(fact("from the mean of systems", `${signed(row.departure)} ${interval(row.departure_low, row.departure_high, digits)}${p}`));
    }
    if (system === ALL) {
      facts.push(fact("systems below 0", `${row.below} of ${row.systems_n}`), ...(missing(row.departing) ? [] : [fact("systems that depart", String(row.departing))]));
      if (!missing(row.humans)) facts.push(fact("human translations", signed(row.humans)));
      if (!missing(row.beyond)) facts.push(fact("of it the systems'", `${signed(row.beyond)} ${interval(row.low, row.high, digits)}`));
      if (!missing(row.detectable)) facts.push(fact("would find, four times in five", number(row.detectable, digits)));
    }
    const one = system === ALL ? null : system;
    return {
      title: `${system}, ${data.labels[name]}`,
      nodes: [
        el("dl", {}, facts),
        el("p", { class: "links" },
          el("a", { href: address.examplesOf(name, one) }, one ? "examples of this system" : "examples"),
          el("a", { href: address.format(`phenomenon-${name}`, [["metric", measure.name], ["distance", row.distance_from], ["system", one]]) }, "charts")),
      ],
    };
  }

  function mount(data, { controls, table, legend, status, hidden, problems }) {
    const state = initial(data);
    const [sums, body] = table.tBodies;
    const keys = cells(table);
    let shown = null;

    function set(change, message) {
      Object.assign(state, change);
      box.hide();
      render();
      address.replace("overview", choices(state, data));
      if (message) status.textContent = message;
    }

    /** Worst first, then best first, then as at the beginning. */
    function next(axis, by, worst) {
      const now = state[axis];
      if (!now || now.by !== by) set({ [axis]: { by, direction: worst } }, `sorted by ${label(by)}`);
      else if (now.direction === worst) set({ [axis]: { by, direction: -worst } }, `sorted by ${label(by)}, reversed`);
      else set({ [axis]: null }, "in the first order again");
    }

    const label = (by) => (by === "name" ? "name" : by === "corpus" ? "score of the whole corpus" : data.labels[by.replace(/^p:/, "")] ?? by);

    const ariaSort = (axis, by) =>
      state[axis] && state[axis].by === by ? (state[axis].direction > 0 ? "ascending" : "descending") : null;

    function head() {
      const worst = shown.measure.higher_is_better ? 1 : -1;
      const name = el("th", { scope: "col", class: "corner", "aria-sort": ariaSort("rows", "name") },
        sorter("system", () => next("rows", "name", 1), "system: sort by name"));
      const corpus = shown.whole.size
        ? el("th", { scope: "col", class: "whole", "aria-sort": ariaSort("rows", "corpus") },
          sorter("corpus", () => next("rows", "corpus", worst), "sort systems by the score of the whole corpus"))
        : null;
      return el("tr", {}, name, corpus, shown.phenomena.map((phenomenon) =>
        el("th", { scope: "col", class: "turned", "aria-sort": ariaSort("rows", `p:${phenomenon}`) },
          el("span", { class: "turn" },
            sorter(data.labels[phenomenon], () => next("rows", `p:${phenomenon}`, worst), `sort systems by ${data.labels[phenomenon]}`),
            el("a", { class: "arrow", href: `#phenomenon-${phenomenon}`, title: `about ${data.labels[phenomenon]}`, "aria-label": `about ${data.labels[phenomenon]}` },
              "\u2193")))));
    }

    function cell(system, name) {
      const row = shown.of(system, name);
      if (!row || row.state === "none") return el("td", { class: "none" });
      const few = row.state === "small";
      const marked = [significant(row) && "significant", row.departs && "departs"];
      const shade = !few && `shade-${shadeOf(row.difference, shown.limit, data.map.shades)}`;
      const said = [marked[0] && ", significant", marked[1] && ", departs from the mean", few && ", too few segments"];
      const text = number(shown.number(row) ?? row.difference, shown.measure.decimals, { sign: state.shown === "difference" || system === ALL });
      return el("td", { class: [row.state, shade, ...marked].filter(Boolean).join(" ") },
        cellButton({ system, phenomenon: name }, text, said.filter(Boolean).map((words) => el("span", { class: "hidden" }, words))));
    }

    /** Human translations, scored as if they were systems, where they are known. */
    function ofPeople(name) {
      const humans = shown.of(ALL, name)?.humans;
      if (missing(humans)) return el("td", { class: "none" });
      const state = humans < 0 === shown.measure.higher_is_better ? "worse" : "better";
      return el("td", { class: `${state} shade-${shadeOf(humans, shown.limit, data.map.shades)}` },
        number(humans, shown.measure.decimals, { sign: true }));
    }

    const wholeCell = (content) => (shown.whole.size ? el("td", { class: "whole" }, content) : null);

    function sizes() {
      const n = (name) => Math.max(0, ...[ALL, ...data.systems].map((system) => shown.of(system, name)?.n ?? 0));
      const title = shown.measure.words ? "hits" : "segments";
      return el("tr", { class: "sizes" }, el("th", { scope: "row" }, title),
        wholeCell(title === "segments" ? data.segments : ""), shown.phenomena.map((name) => el("td", {}, n(name))));
    }

    const distanceRow = () => el("tr", { class: "sizes" }, el("th", { scope: "row" }, "distance"), wholeCell(""),
      shown.phenomena.map((name) => el("td", {}, `\u2265 ${shown.at[name]}`)));

    function line(system) {
      const worst = shown.measure.higher_is_better ? 1 : -1;
      const kept = system === state.system;
      return el("tr", { class: kept && "kept" },
        el("th", { scope: "row", "aria-sort": ariaSort("columns", system) },
          sorter(system, () => next("columns", system, worst), `sort phenomena by ${system}`)),
        wholeCell(number(shown.whole.get(system), shown.measure.decimals)),
        shown.phenomena.map((name) => cell(system, name)));
    }

    function render() {
      shown = view(data, state);
      keys.redraw(() => {
        table.tHead.replaceChildren(head());
        const together = el("tr", { class: "all" }, el("th", { scope: "row" }, ALL), wholeCell(""), shown.phenomena.map((name) => cell(ALL, name)));
        const people = el("tr", { class: "humans" }, el("th", { scope: "row" }, "human translations"), wholeCell(""), shown.phenomena.map(ofPeople));
        sums.replaceChildren(sizes(), distanceRow(), ...(shown.phenomena.some((name) => shown.of(ALL, name)) ? [together] : []),
          ...(shown.phenomena.some((name) => !missing(shown.of(ALL, name)?.humans)) ? [people] : []));
        body.replaceChildren(...shown.systems.map(line));
      });
      const { difference, label: score, decimals } = shown.measure;
      const what = state.shown === "difference" ? difference : `${score}, coloured by ${difference}`;
      table.caption.textContent = `${what}; each phenomenon at ${state.distance === null ? "its tested distance" : `its smallest distance from ${state.distance} on`}; framed: findings, ${data.significance.join(" ")}`;
      legend.textContent = `strongest shade: ${number(shown.limit, decimals)} or more`;
      hidden.textContent = shown.hidden ? `${shown.hidden} more phenomena are not tested.` : "";
      fields();
    }

    /** The fields as the choices say. */
    function fields() {
      const measures = data.measures.filter(({ name }) => Object.hasOwn(data.map.systems, name)).map((measure) => [measure.name, measure.label]);
      const small = el("input", { type: "checkbox" });
      small.checked = state.small;
      small.addEventListener("change", () => set({ small: small.checked }));
      const keep = state.system && el("button", { type: "button", class: "kept", "aria-label": `forget the system ${state.system}` }, `${state.system} \u00d7`);
      keep?.addEventListener("click", () => set({ system: null, cell: null }, "no system is kept"));
      refill(controls,
        select("metric", measures, state.measure, (measure) => set({ measure, rows: null, columns: null })),
        select("show", [["difference", `score minus ${data.controls}`], ["score", "score"]], state.shown, (value) => set({ shown: value })),
        select("distance", [["", "as tested"], ...data.distances.map((d) => [d, distanceText(d)])], state.distance ?? "",
          (d) => set({ distance: d === "" ? null : Number(d) })),
        el("label", { class: "field check" }, small, el("span", {}, "show what is not tested")),
        keep && el("span", { class: "field" }, el("span", {}, "system kept"), keep));
    }

    const box = popover(table, {
      id: "heatmap-popover",
      content: (at) => told(data, shown.measure, at.dataset.system, at.dataset.phenomenon, shown.of(at.dataset.system, at.dataset.phenomenon)),
      pinned(at) {
        const { system, phenomenon } = at.dataset;
        Object.assign(state, { cell: phenomenon, system: system === ALL ? null : system });
        keys.reach(at);
        render();
        address.replace("overview", choices(state, data));
        status.textContent = state.system ? `${system} is kept` : "no system is kept";
        return keys.at({ system, phenomenon });
      },
    });

    /** Show what an address names, and open the box of the cell that it names. */
    function restore(query) {
      const wanted = chosen(query, data);
      Object.assign(state, wanted.state);
      box.hide();
      render();
      problems.replaceChildren(...wanted.problems.map((problem) => el("span", {}, problem)));
      problems.hidden = !wanted.problems.length;
      const at = state.cell && keys.at({ system: state.system || ALL, phenomenon: state.cell });
      if (at) box.show(at, true);
    }

    render();
    return { state, restore };
  }

  Object.assign(ChallengeSets, { heatmap: { mount } });
})();
