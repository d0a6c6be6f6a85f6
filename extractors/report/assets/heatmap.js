"use strict";

/* The heat map of systems by phenomena. extractors/report/heatmap.py makes the same table of the first metric. */
(() => {
  const ChallengeSets = (window.ChallengeSets = window.ChallengeSets || {});
  const {
    ALL, ORDER, address, compare, departs, differenceOf, distanceText, el, interval, missing, number, pText, popover,
    rightHits, select, shownAt, significant, sorter, stateOf,
  } = ChallengeSets;

  const SHADES = 4;
  const SHARE = 0.95; // of the tested cells: what is beyond the largest of them has the strongest shade too
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
    const take = (name, known, put) => {
      const value = query.get(name);
      if (value === null) return;
      if (known(value)) put(value);
      else problems.push(`This page knows no ${name} ${JSON.stringify(value)}.`);
    };
    const order = (known) => [
      (value) => known(value.replace(/^-/, "")),
      (value) => ({ by: value.replace(/^-/, ""), direction: value.startsWith("-") ? -1 : 1 }),
    ];
    const phenomenon = (value) => data.phenomena.includes(value);
    const system = (value) => data.systems.includes(value);
    take("metric", (value) => value !== ORDER && data.measure(value), (value) => { state.measure = value; });
    take("show", (value) => value in SHOWN, (value) => { state.shown = value; });
    take("distance", (value) => /^\d{1,6}$/.test(value), (value) => { state.distance = Number(value); });
    take("small", (value) => value === "1", () => { state.small = true; });
    const [knownRows, asRows] = order((by) => ["name", "corpus"].includes(by) || (by.startsWith("p:") && phenomenon(by.slice(2))));
    take("rows", knownRows, (value) => { state.rows = asRows(value); });
    const [knownColumns, asColumns] = order(system);
    take("columns", knownColumns, (value) => { state.columns = asColumns(value); });
    take("system", system, (value) => { state.system = value; });
    take("cell", phenomenon, (value) => { state.cell = value; });
    return { state, problems };
  }

  /** 0 to SHADES, in equal steps up to the limit. */
  const shadeOf = (difference, limit) =>
    (limit ? Math.min(SHADES, Math.floor((SHADES * Math.abs(difference)) / limit + 0.5)) : 0);

  /** The size that SHARE of the differences do not exceed. */
  function strongest(differences) {
    const sizes = differences.map(Math.abs).sort((a, b) => a - b);
    return sizes.length ? sizes[Math.ceil(SHARE * sizes.length) - 1] : 0;
  }

  /** The rows by system (ALL for all together) and phenomenon, those to show in their order, and the scale of shades. */
  function view(data, state) {
    const measure = data.measure(state.measure);
    const of = (system, name) => {
      const distance = shownAt(data, name, state.distance);
      if (distance === undefined) return undefined;
      return system === ALL ? data.effect(measure.name, name, distance) : data.row(measure.name, name, system, distance);
    };
    const some = data.phenomena.filter((name) => data.systems.some((s) => stateOf(of(s, name), measure, data.fewest) !== "none"));
    const isLarge = (row) => ["worse", "better"].includes(stateOf(row, measure, data.fewest));
    // Which phenomena are tested does not depend on the metric that is shown.
    const tested = (name) => (measure.group === "metric" && state.distance === null
      ? data.findings.get(name).status === "tested"
      : [of(ALL, name), ...data.systems.map((system) => of(system, name))].some(isLarge));
    const large = some.filter(tested);
    const all = state.small || !large.length;
    const phenomena = all ? [...some] : large;
    const differences = phenomena.flatMap((name) => data.systems.map((system) => of(system, name)))
      .filter(isLarge).map((row) => row.difference);
    const whole = new Map(data.corpus.filter((row) => row.metric === measure.name).map((row) => [row.system, row.score]));
    const shown = {
      measure, of, tested, phenomena, whole, systems: [...data.systems], hidden: all ? 0 : some.length - large.length,
      limit: strongest(differences), together: phenomena.some((name) => of(ALL, name)),
      number: (row) => (state.shown === "difference" ? row?.difference : row?.value),
    };
    order(shown, state);
    return shown;
  }

  /** Put systems and phenomena in the order that is asked for; without any, the best system and the hardest first. */
  function order({ measure, of, tested, phenomena, whole, systems, number: value }, state) {
    const sign = measure.higher_is_better ? 1 : -1;
    const effect = (name) => {
      const known = of(ALL, name)?.difference;
      const each = systems.map((system) => of(system, name)?.difference).filter((difference) => !missing(difference));
      // Rounded as in heatmap.py, so that both give the same order.
      return Math.round(1e4 * sign * (missing(known) ? each.reduce((sum, d) => sum + d, 0) / each.length : known));
    };
    const place = new Map(phenomena.map((name) => [name, [tested(name) ? 0 : 1, effect(name)]]));
    phenomena.sort((a, b) => place.get(a)[0] - place.get(b)[0] || place.get(a)[1] - place.get(b)[1]);
    const byName = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
    systems.sort((a, b) => compare(whole.get(a), whole.get(b), -sign) || byName(a, b));
    if (state.rows) {
      const { by, direction } = state.rows;
      const key = (s) => (by === "name" ? s : by === "corpus" ? whole.get(s) : value(of(s, by.slice(2))));
      systems.sort((a, b) => compare(key(a), key(b), direction) || byName(a, b));
    }
    if (state.columns) {
      const { by, direction } = state.columns;
      phenomena.sort((a, b) => compare(value(of(by, a)), value(of(by, b)), direction));
    }
  }

  /** What the box beside a cell says. */
  function told(data, measure, system, name, row) {
    const digits = measure.decimals;
    const signed = (value) => number(value, digits, { sign: true });
    const tested = !missing(row.p_bh);
    const fact = (term, value) => el("div", {}, el("dt", {}, term), el("dd", {}, value));
    const facts = [fact(differenceOf(measure, data), el("strong", {}, signed(row.difference)))];
    const range = interval(row.difference_low, row.difference_high, digits);
    const isFinding = significant(row, data.alpha);
    const verdict = isFinding ? "significant" : "not significant";
    if (range) facts.push(fact(`95 % interval, ${tested && isFinding ? "accounts for the selection" : "of this number alone"}`, range));
    if (tested) facts.push(fact("p (BH)", `${pText(row.p_bh)}, ${verdict}`));
    else if (row.status) facts.push(fact("not tested", row.status));
    facts.push(fact(measure.group === "words" ? "n (hits)" : "n", String(row.n)));
    facts.push(fact("distance", distanceText(row.distance_from)));
    if (!missing(row.value)) facts.push(fact(measure.label, number(row.value, digits)));
    if (!missing(row.departure)) {
      const p = missing(row.departure_p_bh) ? "" : `, p (BH) ${pText(row.departure_p_bh)}`;
      facts.push(fact("from the mean of systems", `${signed(row.departure)} ${interval(row.departure_low, row.departure_high, digits)}${p}`));
    }
    if (system === ALL) {
      facts.push(fact("systems below 0", `${row.below} of ${row.systems}`), ...(missing(row.departing) ? [] : [fact("systems that depart", String(row.departing))]));
      if (!missing(row.detectable)) facts.push(fact("would find, four times in five", number(row.detectable, digits)));
      if (!missing(row.clean_difference)) {
        facts.push(fact("estimate for right hits alone", `${signed(row.clean_difference)} ${interval(row.clean_low, row.clean_high, digits)} (${rightHits(row)})`));
      }
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
    const distances = [...new Set(data.phenomena.flatMap(data.distancesOf))].sort((a, b) => a - b);
    const [together, body] = table.tBodies;
    let shown = null;
    // The cell that the Tab key reaches; arrow keys go on from it.
    let reached = null;

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

    const label = (by) => (by === "name" ? "name" : by === "corpus" ? "score of the whole corpus" : by.replace(/^p:/, ""));

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
            sorter(phenomenon, () => next("rows", `p:${phenomenon}`, worst), `sort systems by ${phenomenon}`),
            el("a", { class: "arrow", href: `#phenomenon-${phenomenon}`, title: `about ${phenomenon}`, "aria-label": `about ${phenomenon}` },
              "\u2193")))));
    }

    function cell(system, name) {
      const row = shown.of(system, name);
      const what = stateOf(row, shown.measure, data.fewest);
      if (what === "none") return el("td", { class: "none" });
      const marked = [significant(row, data.alpha) && "significant", departs(row, data.alpha) && "departs"];
      const shade = what === "small" ? null : `shade-${shadeOf(row.difference, shown.limit)}`;
      const said = [marked[0] && ", significant", marked[1] && ", departs from the mean", what === "small" && ", too few segments"];
      const text = number(shown.number(row) ?? row.difference, shown.measure.decimals, { sign: state.shown === "difference" || system === ALL });
      return el("td", { class: [what, shade, ...marked].filter(Boolean).join(" ") },
        el("button", {
          type: "button", class: "cell", tabindex: -1, "aria-haspopup": "dialog", "aria-expanded": "false",
          "data-system": system, "data-phenomenon": name,
        }, text, said.filter(Boolean).map((words) => el("span", { class: "hidden" }, words))));
    }

    const wholeCell = (content) => (shown.whole.size ? el("td", { class: "whole" }, content) : null);

    function sizes() {
      const n = (name) => Math.max(0, ...[ALL, ...data.systems].map((system) => shown.of(system, name)?.n ?? 0));
      const title = shown.measure.group === "words" ? "hits" : "segments";
      return el("tr", { class: "sizes" }, el("th", { scope: "row" }, title),
        wholeCell(title === "segments" ? data.segments : ""), shown.phenomena.map((name) => el("td", {}, n(name))));
    }

    const distanceRow = () => el("tr", { class: "sizes" }, el("th", { scope: "row" }, "distance"), wholeCell(""),
      shown.phenomena.map((name) => el("td", {}, `\u2265 ${shownAt(data, name, state.distance)}`)));

    function line(system) {
      const worst = shown.measure.higher_is_better ? 1 : -1;
      const kept = system === state.system;
      return el("tr", { class: kept && "kept" },
        el("th", { scope: "row", "aria-sort": ariaSort("columns", system) },
          sorter(system, () => next("columns", system, worst), `sort phenomena by ${system}`)),
        wholeCell(number(shown.whole.get(system), shown.measure.decimals)),
        shown.phenomena.map((name) => cell(system, name)));
    }

    const cellAt = (system, name) =>
      table.querySelector(`button.cell[data-system="${CSS.escape(system)}"][data-phenomenon="${CSS.escape(name)}"]`);

    /** Make one cell the one that the Tab key reaches. */
    function reach(wanted) {
      for (const other of table.querySelectorAll('button.cell[tabindex="0"]')) other.tabIndex = -1;
      if (!wanted) return;
      wanted.tabIndex = 0;
      reached = { system: wanted.dataset.system, phenomenon: wanted.dataset.phenomenon };
    }

    function render() {
      shown = view(data, state);
      const active = document.activeElement;
      const focused = active && table.contains(active) ? [active.getAttribute("aria-label"), { ...active.dataset }] : null;
      table.tHead.replaceChildren(head());
      together.replaceChildren(sizes(), distanceRow(), ...(shown.together
        ? [el("tr", { class: "all" }, el("th", { scope: "row" }, ALL), wholeCell(""), shown.phenomena.map((name) => cell(ALL, name)))] : []));
      body.replaceChildren(...shown.systems.map(line));
      const what = state.shown === "difference" ? differenceOf(shown.measure, data) : `${shown.measure.label}, coloured by ${differenceOf(shown.measure, data)}`;
      table.caption.textContent = `${what}; each phenomenon at ${state.distance === null ? "its tested distance" : `its smallest distance from ${state.distance} on`}; framed: findings, ${data.significance.join(" ")}`;
      legend.textContent = `strongest shade: ${number(shown.limit, shown.measure.decimals)} or more`;
      hidden.textContent = shown.hidden ? `${shown.hidden} more phenomena are not tested.` : "";
      reach((reached && cellAt(reached.system, reached.phenomenon)) || table.querySelector("button.cell"));
      if (focused) {
        const again = focused[1].system ? cellAt(focused[1].system, focused[1].phenomenon)
          : table.querySelector(`[aria-label="${CSS.escape(focused[0])}"]`);
        again?.focus();
      }
      fields();
    }

    /** The fields as the choices say. */
    function fields() {
      const measures = data.measures.filter((m) => m.name !== ORDER).map((measure) => [measure.name, measure.label]);
      const small = el("input", { type: "checkbox" });
      small.checked = state.small;
      small.addEventListener("change", () => { set({ small: small.checked }); controls.querySelector("input").focus(); });
      const keep = state.system && el("button", { type: "button", class: "kept", "aria-label": `forget the system ${state.system}` }, `${state.system} \u00d7`);
      keep?.addEventListener("click", () => set({ system: null, cell: null }, "no system is kept"));
      const focused = [...controls.querySelectorAll("select")].indexOf(document.activeElement);
      controls.replaceChildren(
        select("metric", measures, state.measure, (measure) => set({ measure, rows: null, columns: null })),
        select("show", [["difference", `score minus ${data.controls}`], ["score", "score"]], state.shown, (value) => set({ shown: value })),
        select("distance", [["", "as tested"], ...distances.map((d) => [d, distanceText(d)])], state.distance ?? "",
          (d) => set({ distance: d === "" ? null : Number(d) })),
        el("label", { class: "field check" }, small, el("span", {}, "show what is not tested")),
        ...(keep ? [el("span", { class: "field" }, el("span", {}, "system kept"), keep)] : []));
      if (focused >= 0) controls.querySelectorAll("select")[focused].focus();
    }

    const box = popover(table, {
      id: "heatmap-popover",
      content: (at) => told(data, shown.measure, at.dataset.system, at.dataset.phenomenon, shown.of(at.dataset.system, at.dataset.phenomenon)),
      pinned(at) {
        const { system, phenomenon } = at.dataset;
        Object.assign(state, { cell: phenomenon, system: system === ALL ? null : system });
        reached = { system, phenomenon };
        render();
        address.replace("overview", choices(state, data));
        status.textContent = state.system ? `${system} is kept` : "no system is kept";
        return cellAt(system, phenomenon);
      },
    });

    table.addEventListener("focusin", (event) => {
      const at = event.target.closest("button.cell");
      if (at) reach(at);
    });
    table.addEventListener("keydown", (event) => {
      const at = event.target.closest("button.cell");
      const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0], Home: [0, -Infinity], End: [0, Infinity] };
      const step = steps[event.key];
      if (!at || !step || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      const rows = [...table.querySelectorAll("tr")].map((row) => [...row.querySelectorAll("td")])
        .filter((cells) => cells.some((td) => td.querySelector("button.cell")));
      const row = rows.findIndex((cells) => cells.includes(at.parentElement));
      const column = rows[row].indexOf(at.parentElement);
      const target = nextCell(rows, row, column, step);
      if (target) target.focus();
    });

    /** Show what an address names, and open the box of the cell that it names. */
    function restore(query) {
      const wanted = chosen(query, data);
      Object.assign(state, wanted.state);
      box.hide();
      render();
      problems.replaceChildren(...wanted.problems.map((problem) => el("span", {}, problem)));
      problems.hidden = !wanted.problems.length;
      const at = state.cell && cellAt(state.system || ALL, state.cell);
      if (at) box.show(at, true);
    }

    render();
    return { state, restore };
  }

  /** The next cell with a button in a direction, over cells without one; to the end if the step has none. */
  function nextCell(rows, row, column, [down, along]) {
    const button = (r, c) => rows[r]?.[c]?.querySelector("button.cell");
    if (!Number.isFinite(along)) {
      const buttons = rows[row].map((_, c) => button(row, c)).filter(Boolean);
      return along < 0 ? buttons[0] : buttons[buttons.length - 1];
    }
    for (let r = row + down, c = column + along; rows[r] && c >= 0 && c < rows[r].length; r += down, c += along) {
      if (button(r, c)) return button(r, c);
    }
    return null;
  }

  Object.assign(ChallengeSets, { heatmap: { mount } });
})();
