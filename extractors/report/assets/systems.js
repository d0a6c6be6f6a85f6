"use strict";

/* Two systems, A and B: where they differ, where one loses more than the other, their ranks, examples, confounds. */
(() => {
  const ChallengeSets = (window.ChallengeSets = window.ChallengeSets || {});
  const { address, el, fail, many, nearing, number, pairExamples, pairFields, pairForest, refill, select, table, unpack } = ChallengeSets;

  const SECTION = "systems";
  const EVERY = "every";

  /* The address: #systems?a=NAME&b=NAME&metric=NAME&distance=NUMBER; keys that are not ours stay as they are. */

  const OURS = ["a", "b", "metric", "distance"];
  const initial = { metric: 0, distance: "0" };

  const distancesOf = (data) => [...new Set(data.sets.map((set) => set.distance))].filter((d) => d).sort((x, y) => x - y);

  /** Put the choices into the address; a metric and a distance that are as at first are left out. */
  function remember(state, data) {
    const { place, query } = address.parse(location.hash);
    const others = place === SECTION ? [...query].filter(([name]) => !OURS.includes(name)) : [];
    address.replace(SECTION, [
      ["a", state.a], ["b", state.b],
      ["metric", state.metric === initial.metric ? null : data.metrics[state.metric].name],
      ["distance", state.distance === initial.distance ? null : state.distance],
      ...others,
    ]);
  }

  /** The choices that the address names, null if it names none of ours; and what it names that this page does not know. */
  function named(data) {
    const { place, query } = address.parse(location.hash);
    if (place !== SECTION || !OURS.some((name) => query.has(name))) return { choices: null, problems: [] };
    const choices = { ...initial, ...best(data) };
    const problems = [];
    const take = (name, known, put) => address.take(query, name, problems, known, put, "section");
    const [a, b] = ["a", "b"].map((side) => query.get(side));
    for (const side of ["a", "b"]) take(side, (name) => data.systems.includes(name), () => {});
    if (a !== null && a === b) problems.push("A and B are the same system.");
    if (data.systems.includes(a) && data.systems.includes(b) && a !== b) Object.assign(choices, { a, b });
    const metric = (name) => data.metrics.findIndex((known) => known.name === name);
    take("metric", (name) => metric(name) >= 0, (name) => { choices.metric = metric(name); });
    const distances = ["0", EVERY, ...distancesOf(data).map(String)];
    take("distance", (value) => distances.includes(value), (value) => { choices.distance = value; });
    return { choices, problems };
  }

  /* The numbers of a pair, turned to A minus B. */

  /** The place of a pair in the lists: first with second system, first with third, ..., second with third, ... */
  const placeOf = (i, j, count) => i * count - (i * (i + 1)) / 2 + (j - i - 1);

  function estimate(set, name, p, a, b, data) {
    const [i, j] = [data.systems.indexOf(a), data.systems.indexOf(b)];
    const place = placeOf(Math.min(i, j), Math.max(i, j), data.systems.length);
    const [value, low, high] = ["", "_low", "_high"].map((end) => set.pairs[name + end][place]);
    const corrected = set.pairs[p][place];
    if (value === null) return null;
    if (i < j) return { value, low, high, p: corrected };
    return { value: -value, low: high === null ? null : -high, high: low === null ? null : -low, p: corrected };
  }

  function stateOf(found, metric, alpha) {
    if (found.p === null || !(found.p < alpha)) return "unclear";
    return found.value < 0 === metric.higher_is_better ? "worse" : "better";
  }

  const setName = (set, data) => data.phenomena[set.phenomenon] + (set.distance ? `, distance ≥ ${set.distance}` : "");

  /** The default: the two systems that are best by their mean rank under the first metric. */
  function best(data) {
    const sums = new Map(data.systems.map((name) => [name, [0, 0]]));
    for (const set of data.sets.filter(({ metric }) => metric === 0)) {
      for (const [system, , rank] of set.ranks) {
        const sum = sums.get(data.systems[system]);
        sum[0] += rank;
        sum[1] += 1;
      }
    }
    const mean = ([sum, count]) => (count ? sum / count : Infinity);
    const [a, b] = [...data.systems].sort((x, y) => (mean(sums.get(x)) - mean(sums.get(y)) || 0));
    return { a, b };
  }

  const known = (values) => values.filter((value) => value).map(([value]) => value);
  const mean = (values) => (values.length ? [values.reduce((sum, value) => sum + value, 0) / values.length] : null);

  /** Whose difference from the controls the table of confounds shows: [value, low, high], or [value]. */
  const WHOSE = {
    all: { said: "mean of all systems", value: (values) => mean(known(values)) },
    a: { said: "A", value: (values, a) => values[a] },
    b: { said: "B", value: (values, a, b) => values[b] },
    both: { said: "A minus B", value: (values, a, b) => (values[a] && values[b] ? [values[a][0] - values[b][0]] : null) },
  };

  class Systems {
    constructor(root, data) {
      Object.assign(this, { root, data });
      this.state = { ...best(data), ...initial, set: 0, whose: "both" };
      this.parts = Object.fromEntries(["controls", "problems", "summary", "losses", "differences", "ranks", "examples", "confounds"]
        .map((name) => [name, el("div", { class: `pair-${name}` })]));
      this.parts.summary.setAttribute("role", "status");
      this.parts.problems.setAttribute("role", "alert");
      root.replaceChildren(...Object.values(this.parts));
      this.showExamples = () => {};
      this.restore();
      this.show();
      nearing(this.parts.examples, () => this.loadExamples());
    }

    get metric() {
      return this.data.metrics[this.state.metric];
    }

    get names() {
      return `A: ${this.state.a}, B: ${this.state.b}`;
    }

    set(change) {
      Object.assign(this.state, change);
      remember(this.state, this.data);
      this.parts.problems.replaceChildren();
      this.show();
      this.showExamples();
    }

    /** Take the choices of the address, if it names some; whether it does. */
    restore() {
      const { choices, problems } = named(this.data);
      this.parts.problems.replaceChildren(...problems.map((problem) => el("p", { class: "failure" }, problem)));
      if (choices) Object.assign(this.state, choices, { set: 0 });
      return Boolean(choices);
    }

    /** The sets of the metric that are asked for: each phenomenon's widest at the distance, or all of them. */
    sets() {
      const ofMetric = this.data.sets.filter((set) => set.metric === this.state.metric);
      if (this.state.distance === EVERY) return ofMetric;
      const widest = new Map();
      for (const set of ofMetric) {
        const before = widest.get(set.phenomenon);
        if (set.distance >= Number(this.state.distance) && !(before && before.distance <= set.distance)) {
          widest.set(set.phenomenon, set);
        }
      }
      return [...widest.values()];
    }

    rows(name, p, words) {
      const { a, b } = this.state;
      const sign = this.metric.higher_is_better ? 1 : -1;
      return this.sets().map((set) => {
        const found = estimate(set, name, p, a, b, this.data);
        if (!found) return null;
        const state = stateOf(found, this.metric, this.data.alpha);
        const title = setName(set, this.data);
        const link = el("a", { href: `#phenomenon-${this.data.phenomena[set.phenomenon]}` }, title);
        return { ...found, original: set, set: title, link, n: set.n, state, finding: words[state] };
      }).filter((row) => row).sort((x, y) => sign * (x.value - y.value));
    }

    show() {
      this.showControls();
      const differences = this.rows("difference", "p_bh",
        { worse: "A is worse", better: "A is better", unclear: "not significant" });
      const losses = this.rows("interaction", "interaction_p_bh",
        { worse: "A loses more", better: "B loses more", unclear: "not significant" });
      this.showSummary(differences, losses);
      this.showLosses(losses);
      this.showDifferences(differences);
      this.showRanks();
      this.showConfounds();
    }

    showControls() {
      const { data, state } = this;
      refill(this.parts.controls, el("div", { class: "controls" },
        pairFields(data.systems, state, (pair) => this.set(pair)),
        select("metric", data.metrics.map((metric, place) => [place, metric.label]), state.metric,
          (metric) => this.set({ metric: Number(metric), set: 0 })),
        select("distance", [["0", "any"], ...distancesOf(data).map((d) => [d, `${d} or more`]),
          [EVERY, "every distance in a row of its own"]], state.distance, (distance) => this.set({ distance, set: 0 }))));
    }

    showSummary(differences, losses) {
      const { a, b } = this.state;
      const count = (rows, state) => rows.filter((row) => row.state === state).length;
      const sets = (number) => many(number, "set");
      const of = differences.length;
      const first = !of ? `No set of ${this.data.fewest} segments or more compares ${a} and ${b} by ${this.metric.label}.`
        : `By ${this.metric.label}, A (${a}) is significantly worse than B (${b}) on ${count(differences, "worse")} of ` +
          `${sets(of)} and better on ${count(differences, "better")}.`;
      const second = !losses.length ? ""
        : ` Measured against its controls, A loses significantly more than B on ${sets(count(losses, "worse"))}, ` +
          `and B more than A on ${sets(count(losses, "better"))}.`;
      const left = this.data.left_out
        ? `This page has no room for ${this.data.left_out} of the ${this.data.tested} comparisons (metrics and distances ` +
          "beside those shown); system_comparisons.parquet has all." : "";
      const small = this.data.small
        ? ` ${sets(this.data.small)} of fewer than ${this.data.fewest} segments ${this.data.small === 1 ? "is" : "are"} left out.` : "";
      this.parts.summary.replaceChildren(el("p", {}, first, second), el("p", { class: "note" }, left, small));
    }

    showLosses(rows) {
      const lower = this.metric.higher_is_better ? "Below" : "Above";
      this.parts.losses.replaceChildren(
        el("h3", {}, "Which phenomena cost one system more than the other"),
        rows.length
          ? el("p", { class: "note" }, `A's difference from its controls minus B's. ${lower} 0, A loses more than B does on the phenomenon.`)
          : el("p", {}, "These sets have no controls, so this cannot be told."),
        rows.length ? pairForest({
          caption: `Interaction by ${this.metric.label}: A's difference from its controls minus B's. ${this.names}`, rows,
          measure: this.metric, what: "interaction",
        }) : "");
    }

    showDifferences(rows) {
      const { data, metric, state } = this;
      const rank = (row, name) => row.original.ranks.find(([system]) => data.systems[system] === name);
      const column = (side, name) => [
        {
          name: side, title: `score of ${side} (${name})`, numeric: true, value: (row) => rank(row, name)?.[1],
          text: (row) => number(rank(row, name)?.[1], metric.decimals),
        },
        {
          name: `place of ${side}`, title: "rank, with the range of ranks that the tests leave open", numeric: true,
          value: (row) => rank(row, name)?.[2], text: (row) => place(rank(row, name)),
        },
      ];
      const place = (ranked) => (ranked ? `${ranked[2]} (${range(ranked)})` : "");
      this.parts.differences.replaceChildren(
        el("h3", {}, "A minus B on each set"),
        el("p", { class: "note" }, "p (BH) is corrected by Benjamini and Hochberg's method over the pairs of systems on a set, here and above; an interval is of one number alone. " +
          "A place is a rank, with its range in brackets."),
        rows.length ? pairForest({
          caption: `${metric.label}${metric.higher_is_better ? "" : " (lower is better)"} of A minus that of B. ${this.names}`, rows, measure: metric,
          what: "A minus B", more: [...column("A", state.a), ...column("B", state.b)],
        }) : el("p", {}, "No set has both."));
    }

    /** All systems on one set in rank order, a line between clusters, as the findings of WMT show them. */
    showRanks() {
      const { data, state } = this;
      const sets = this.sets().filter((set) => set.ranks.length);
      const heading = el("h3", {}, "Ranks and clusters of all systems");
      if (!sets.length) return this.parts.ranks.replaceChildren(heading, el("p", {}, "No set of this choice has ranks."));
      const set = sets[state.set] || sets[0];
      const chooser = select("set", sets.map((one, place) => [place, `${setName(one, data)} (n = ${one.n})`]), sets.indexOf(set),
        (place) => { state.set = Number(place); this.show(); });
      const clusters = new Map();
      for (const ranked of set.ranks) clusters.set(ranked[3], [...(clusters.get(ranked[3]) || []), ranked]);
      const sides = new Map([[state.a, "A"], [state.b, "B"]]);
      const line = (ranked) => {
        const name = data.systems[ranked[0]];
        const side = sides.get(name);
        return el("tr", { class: side && `pair-${side.toLowerCase()}` },
          el("td", { class: "number" }, range(ranked)),
          el("th", { scope: "row" }, name, side ? el("strong", { class: "pair-side" }, ` ${side}`) : null),
          el("td", { class: "number" }, number(ranked[1], this.metric.decimals)),
          el("td", { class: "number" }, String(ranked[3])));
      };
      const caption = `${setName(set, data)}, ${set.n} segments: systems by ${this.metric.label}`;
      return refill(this.parts.ranks,
        heading,
        el("p", { class: "note" }, "As in the findings of WMT: a line parts two clusters, where every system above differs significantly " +
          "from every one below. The range of ranks leaves out the systems that are significantly better or worse. These tests are " +
          "not corrected for their number."),
        el("div", { class: "controls" }, chooser),
        el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": caption },
          el("table", { class: "pair-ranking" }, el("caption", {}, caption),
            el("thead", {}, el("tr", {}, ["ranks", "system", this.metric.label, "cluster"].map((name) => el("th", { scope: "col" }, name)))),
            [...clusters.values()].map((members) => el("tbody", {}, members.map(line))))));
    }

    /** The differences from the controls: a row a set, a column for each choice of what controls are matched on. */
    showConfounds() {
      const { confounds } = this.data;
      if (!confounds) return;
      const { data, metric, state } = this;
      const whose = WHOSE[state.whose];
      const systems = [state.a, state.b].map((name) => data.systems.indexOf(name));
      const wanted = new Map(this.sets().map((set) => [`${set.phenomenon} ${set.distance}`, { set: setName(set, data), by: [] }]));
      for (const [m, phenomenon, distance, matched, n, unmatched, values] of confounds.rows) {
        const row = wanted.get(`${phenomenon} ${distance}`);
        if (m === state.metric && row) row.by[matched] = { n, unmatched, value: whose.value(values, ...systems) };
      }
      const rows = [...wanted.values()].filter((row) => row.by.length);
      const signed = (value) => number(value, metric.decimals, { sign: true });
      const text = (cell) => {
        if (!cell || !cell.value) return "";
        const [value, low, high] = cell.value;
        return signed(value) + (low === undefined ? "" : ` [${signed(low)}, ${signed(high)}]`) + (cell.unmatched ? ` (n = ${cell.n - cell.unmatched})` : "");
      };
      const columns = confounds.matched_on.map((matched, place) => ({
        name: matched === "none" ? "nothing" : matched.replaceAll("+", " + ").replaceAll("_", " "), numeric: true,
        value: (row) => row.by[place]?.value?.[0], text: (row) => text(row.by[place]),
      }));
      const chooser = select("difference of", Object.entries(WHOSE).map(([key, { said }]) => [key, said]), state.whose,
        (key) => { state.whose = key; this.show(); });
      refill(this.parts.confounds,
        el("h3", {}, "With other controls"),
        el("p", { class: "note" }, "Set minus controls, where the controls are matched on more than the length, or on nothing. Where the " +
          "difference shrinks, what they are matched on explains a part of it. Brackets: 95 % of the control samples; n: segments " +
          "with such a control, where some have none."),
        el("div", { class: "controls" }, chooser),
        rows.length ? table({
          caption: `${metric.label}, ${whose.said}: set minus controls, by what the controls are matched on. ${this.names}`, rows,
          columns: [{ name: "set", value: (row) => row.set, text: (row) => row.set }, ...columns],
        }) : el("p", {}, "No set of this choice was checked."));
    }

    async loadExamples() {
      const inside = el("div", { class: "examples-browser" }, el("p", { class: "note" }, "loading"));
      this.parts.examples.replaceChildren(
        el("h3", {}, "Where one has the words and the other has not"),
        el("p", { class: "note" }, "Words of a hit are found if the output has those of a reference. Other words are not found, however " +
          "good they are. In the two outputs, the words are marked that the other has not."),
        inside);
      const payload = await unpack("data-examples");
      const chosen = () => ({ a: this.state.a, b: this.state.b, metric: this.metric });
      this.showExamples = pairExamples.mount(inside, payload, this.data.metrics, chosen);
    }
  }

  const range = ([, , , , least, most]) => (least === most ? String(least) : `${least}–${most}`);

  async function start() {
    const root = document.getElementById("systems-root");
    const data = root && await unpack("data-systems");
    if (!data) return;
    const section = document.getElementById(SECTION);
    const systems = new Systems(root, data);
    const follow = () => {
      if (systems.restore()) {
        systems.show();
        systems.showExamples();
      }
      bring();
    };
    // The page has scrolled here while this part of it was empty.
    const bring = () => address.parse(location.hash).place === SECTION && location.hash !== `#${SECTION}` && section.scrollIntoView();
    window.addEventListener("hashchange", follow);
    bring();
    section.dataset.ready = "yes";
  }

  start().catch((error) => fail(document.getElementById("systems-root"), error));
})();
