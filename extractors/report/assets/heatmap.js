"use strict";

/* The heat map of phenomena by systems: it draws what extractors/report/heatmap.py has computed for a reader's choice. */
(() => {
  const ChallengeSets = (window.ChallengeSets = window.ChallengeSets || {});
  const {
    ALL, address, cellButton, compare, distanceText, el, interval, missing, number, pText, popover, reachable, refill,
    select, significant, sorter,
  } = ChallengeSets;

  /** Signs of a value that stands on one line. */
  const SHORT = 25;
  const SHOWN = { score: "score", difference: "difference" };

  /** The choices at first; no key of them is ever missing. */
  const initial = (data) => ({
    measure: data.map.first, shown: "score", distance: null, small: false, rows: null,
  });

  /** The choices as they stand in the address; what is as at first is left out. */
  const choices = (state, data) => {
    const { rows } = state;
    return [
      ["metric", state.measure === data.map.first ? null : state.measure],
      ["show", state.shown === "score" ? null : state.shown],
      ["distance", state.distance], ["small", state.small ? "1" : null],
      ["rows", rows && (rows.direction < 0 ? "-" : "") + rows.by],
    ];
  };

  /** The choices that an address names, and what it names that this page does not know. */
  function chosen(query, data) {
    const state = initial(data);
    const problems = [];
    const take = (name, known, put) => address.take(query, name, problems, known, put);
    const sorted = (value) => ({ by: value.replace(/^-/, ""), direction: value.startsWith("-") ? -1 : 1 });
    take("metric", (value) => Object.hasOwn(data.map.systems, value), (value) => { state.measure = value; });
    take("show", (value) => value in SHOWN, (value) => { state.shown = value; });
    take("distance", (value) => data.distances.map(String).includes(value), (value) => { state.distance = Number(value); });
    take("small", (value) => value === "1", () => { state.small = true; });
    take("rows", (value) => [ALL, ...data.systems].includes(sorted(value).by), (value) => { state.rows = sorted(value); });
    return { state, problems };
  }

  /** The rows by system (ALL for all together) and phenomenon, those to show in their order, and the scale of shades. */
  function view(data, state) {
    const measure = data.measure(state.measure);
    const { at, views } = data.at(state.distance);
    const { phenomena, first, limits } = views[measure.name];
    const all = state.small || !first;
    const shown = {
      measure, at, whole: new Map(Object.entries(data.map.whole[measure.name])),
      of: (system, name) => data.row(measure.name, name, system === ALL ? null : system, at[name])
        ?? (system === ALL && data.alone ? data.row(measure.name, name, data.alone, at[name]) : undefined),
      systems: data.alone ? [] : [...data.map.systems[measure.name]], phenomena: all ? [...phenomena] : phenomena.slice(0, first),
      hidden: all ? 0 : phenomena.length - first, limit: limits[all ? 1 : 0],
      number: (row) => (state.shown === "difference" ? row?.difference : row?.value),
    };
    if (state.rows) {
      const { by, direction } = state.rows;
      const value = (name) => shown.number(shown.of(by, name));
      shown.phenomena.sort((a, b) => compare(value(a), value(b), direction));
    }
    return shown;
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
    if (tested) facts.push(fact(missing(row.humans) ? "p (BH)" : "p (BH), beyond people", `${pText(row.p_bh)}, ${verdict}`));
    else if (row.status) facts.push(fact("not tested", row.status));
    facts.push(fact(measure.words ? "n (hits)" : "n", String(row.n)));
    facts.push(fact("distance", distanceText(row.distance_from)));
    if (!missing(row.value)) facts.push(fact(measure.label, number(row.value, digits)));
    if (!missing(row.control)) facts.push(fact(`by ${measure.control}`, number(row.control, digits)));
    if (!missing(row.departure)) {
      const p = missing(row.departure_p_bh) ? "" : `, p (BH) ${pText(row.departure_p_bh)}`;
      facts.push(fact("from the mean of systems", `${signed(row.departure)} ${interval(row.departure_low, row.departure_high, digits)}${p}`));
    }
    if (system === ALL) {
      facts.push(fact("systems below 0", `${row.below} of ${row.systems_n}`), ...(missing(row.departing) ? [] : [fact("systems that depart", String(row.departing))]));
      if (!missing(row.humans)) facts.push(fact("human translations, one reference at a time", signed(row.humans)));
      if (!missing(row.humans) && !missing(row.beyond)) facts.push(fact("systems beyond these", `${signed(row.beyond)} ${interval(row.low, row.high, digits)}`));
      if (!missing(row.detectable)) facts.push(fact("minimum detectable difference (80 % power)", number(row.detectable, digits)));
    }
    const one = system === ALL ? null : system;
    return {
      title: `${system === ALL ? data.nameOfAll : system}, ${data.labels[name]}`,
      nodes: [
        el("dl", {}, facts),
        el("p", { class: "links" },
          el("a", { href: address.examplesOf(name, one) }, one ? "examples of this system" : "examples"),
          el("a", { href: address.format(`phenomenon-${name}`, [["metric", measure.name], ["distance", row.distance_from], ["system", one]]) }, "charts")),
      ],
    };
  }

  function mount(data, { controls, table, control, legend, status, hidden, problems }) {
    const state = initial(data);
    const [sums, body] = table.tBodies;
    let shown = null;

    function set(change, message) {
      Object.assign(state, change);
      box.hide();
      render();
      address.replace("overview", choices(state, data));
      if (message) status.textContent = message;
    }

    /** Worst first, then best first, then as at the beginning. */
    function next(system) {
      const { by, direction } = state.rows ?? {};
      if (by !== system) set({ rows: { by: system, direction: worst() } }, `sorted by ${system}`);
      else if (direction === worst()) set({ rows: { by: system, direction: -worst() } }, `sorted by ${system}, reversed`);
      else set({ rows: null }, "in the first order again");
    }

    const ariaSort = (system) => (state.rows?.by === system ? (state.rows.direction > 0 ? "ascending" : "descending") : null);

    const worst = () => (shown.measure.higher_is_better ? 1 : -1);

    function head() {
      const column = (system) => el("th", { scope: "col", class: system === ALL && "all", "aria-sort": ariaSort(system) },
        sorter(system === ALL ? data.alone ?? "mean" : system, () => next(system), `sort phenomena by ${system === ALL ? data.nameOfAll : system}`));
      return el("tr", {},
        el("th", { scope: "col", class: "corner" }, "phenomenon"),
        el("th", { scope: "col" }, "d \u2265"), el("th", { scope: "col" }, shown.measure.words ? "hits" : "n"),
        shown.systems.map(column), column(ALL));
    }

    function cell(system, name) {
      const row = shown.of(system, name);
      if (!row || missing(shown.number(row)) || row.n < data.shown_from) return el("td", { class: "none" });
      const few = row.state === "small";
      const marked = [significant(row) && "significant", row.departs && "departs", system === ALL && "all"];
      const shade = !few && !missing(row.difference) && `shade-${shadeOf(row.difference, shown.limit, data.map.shades)}`;
      const said = [marked[0] && ", significant", marked[1] && ", departs from the mean"];
      const ofScores = state.shown === "score";
      const digits = shown.measure.decimals;
      const text = number(shown.number(row), digits, { sign: !ofScores });
      const beside = few && row.n < data.fewest ? `(n ${row.n})` : ofScores && !missing(row.control) && `(${number(row.control, digits)})`;
      return el("td", { class: [row.state, shade, ...marked].filter(Boolean).join(" ") },
        cellButton({ system, phenomenon: name }, text, beside && el("span", { class: "beside" }, ` ${beside}`),
          said.filter(Boolean).map((words) => el("span", { class: "hidden" }, words))));
    }

    const size = (name) => Math.max(0, ...[ALL, ...data.systems].map((system) => shown.of(system, name)?.n ?? 0));

    function whole() {
      const scores = data.map.systems[shown.measure.name].map((system) => shown.whole.get(system)).filter((score) => !missing(score));
      const digits = shown.measure.decimals;
      const mean = scores.length ? number(scores.reduce((sum, score) => sum + score, 0) / scores.length, digits) : "";
      return el("tr", { class: "whole" },
        el("th", { scope: "row" }, "whole corpus"),
        el("td"), el("td", {}, data.segments.toLocaleString("en")),
        shown.systems.map((system) => el("td", {}, number(shown.whole.get(system), digits))), el("td", { class: "all" }, mean));
    }

    function line(name) {
      return el("tr", {},
        el("th", { scope: "row" }, el("a", { href: `#phenomenon-${name}` }, data.labels[name])),
        el("td", {}, shown.at[name]), el("td", {}, size(name).toLocaleString("en")),
        [...shown.systems, ALL].map((system) => cell(system, name)));
    }

    function render() {
      shown = view(data, state);
      refill(table.tHead, head());
      refill(sums, shown.whole.size && whole());
      refill(body, ...shown.phenomena.map(line));
      reachable(table);
      const { difference, title, decimals } = shown.measure;
      const what = state.shown === "difference" ? difference : title;
      table.caption.textContent = `${what}; each phenomenon at ${state.distance === null ? "its tested distance" : `its smallest distance from ${state.distance} on`}`;
      control.textContent = shown.measure.control;
      legend.textContent = `strongest shade: ${number(shown.limit, decimals)} or more`;
      hidden.textContent = shown.hidden ? `${shown.hidden} more phenomena.` : "";
      fields();
    }

    /** The fields as the choices say. */
    function fields() {
      const measures = data.measures.filter(({ name }) => Object.hasOwn(data.map.systems, name)).map((measure) => [measure.name, measure.label]);
      const small = el("input", { type: "checkbox" });
      small.checked = state.small;
      small.addEventListener("change", () => set({ small: small.checked }));
      refill(controls,
        select("metric", measures, state.measure, (measure) => set({ measure, rows: null })),
        select("show", [["score", "score (controls)"], ["difference", "difference from controls"]], state.shown, (value) => set({ shown: value })),
        select("distance", [["", "as tested"], ...data.distances.map((d) => [d, distanceText(d)])], state.distance ?? "",
          (d) => set({ distance: d === "" ? null : Number(d) })),
        el("label", { class: "field check" }, small, el("span", {}, "all phenomena")));
    }

    const box = popover(table, {
      id: "heatmap-popover",
      content: ({ system, phenomenon }) => told(data, shown.measure, system, phenomenon, shown.of(system, phenomenon)),
    });

    /** Show what an address names. */
    function restore(query) {
      const wanted = chosen(query, data);
      Object.assign(state, wanted.state);
      box.hide();
      render();
      problems.replaceChildren(...wanted.problems.map((problem) => el("span", {}, problem)));
      problems.hidden = !wanted.problems.length;
    }

    render();
    return { state, restore };
  }

  Object.assign(ChallengeSets, { heatmap: { mount } });
})();
