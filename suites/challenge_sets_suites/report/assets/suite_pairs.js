"use strict";

/* Two systems of a suite, A and B: where one is right and the other wrong, over all items and by group. */
(() => {
  const ChallengeSets = (window.ChallengeSets = window.ChallengeSets || {});
  const { address, el, piece, refill, select, suite, table } = ChallengeSets;
  const { itemsOf, missing, named, pText, percent, range } = suite;

  const FEWEST = 0.05; // the smallest half of the plots' scale
  const HALF = 47; // of the width of a plot, in per cent: its ends are free

  /** The comparisons of two systems as rows of A minus B. */
  function rowsOf(data, a, b) {
    const [i, j] = [data.systems.indexOf(a), data.systems.indexOf(b)];
    return data.comparisons.filter((row) => (row.system_a === i && row.system_b === j) || (row.system_a === j && row.system_b === i)).map((row) => {
      const group = { group: data.groups[row.group], n: row.n, p: row.p, p_bh: row.p_bh };
      if (row.system_a === i) return { ...group, a: row.only_a, b: row.only_b, value: row.difference, low: row.difference_low, high: row.difference_high };
      const turned = (value) => (missing(value) ? null : -value);
      return { ...group, a: row.only_b, b: row.only_a, value: turned(row.difference), low: turned(row.difference_high), high: turned(row.difference_low) };
    });
  }

  /** Better, worse or unclear: A against B, by the p corrected after Benjamini and Hochberg. */
  function side(row, alpha) {
    if (missing(row.p_bh) || row.p_bh >= alpha) return "unclear";
    return row.value > 0 ? "better" : "worse";
  }

  function plot(row, half, alpha) {
    if (missing(row.value)) return "";
    const at = (value) => (HALF * value) / half;
    const low = Math.max(row.low, -half);
    const interval = missing(row.low) ? null : piece("interval", 50 + at(low), at(Math.min(row.high, half) - low));
    return el("span", { class: `pair-plot ${side(row, alpha)}`, "aria-hidden": "true" }, piece("zero", 50), interval, piece("point", 50 + at(row.value)));
  }

  function mount(data, root) {
    const judged = data.systems.filter((_, system) => data.comparisons.some((row) => row.system_a === system || row.system_b === system));
    if (judged.length < 2) {
      root.replaceChildren(el("p", { class: "note" }, "Fewer than two systems have a decided item."));
      return { restore() {} };
    }
    const first = { a: judged[0], b: judged[1], by: data.kinds[0] };
    const state = { ...first };
    const controls = el("div", { class: "controls" });
    const summary = el("p", { role: "status" });
    const place = el("div", { class: "pair-forest" });
    root.replaceChildren(controls, summary, place);

    function change(choices) {
      Object.assign(state, choices);
      render();
      address.replace("pairs", Object.entries(state).filter(([name, value]) => value !== first[name] || name !== "by"));
    }

    function fields() {
      // Choosing the system of the other field swaps the two.
      const system = (side, other) => select(`system ${side.toUpperCase()}`, judged.map((name) => [name, name]), state[side],
        (name) => change(name === state[other] ? { [side]: name, [other]: state[side] } : { [side]: name }));
      refill(controls, system("a", "b"), system("b", "a"),
        select("rows", data.kinds.map((kind) => [kind, kind === "category" ? "categories" : "phenomena"]), state.by, (by) => change({ by })));
    }

    function count(row, right, wrong) {
      const text = row[right === state.a ? "a" : "b"];
      const { category, phenomenon } = row.group;
      const href = itemsOf({ category, phenomenon, system: right, verdict: "right", other: wrong, other_verdict: "wrong" });
      return text ? el("a", { href }, text) : "0";
    }

    function said(all, rows) {
      const number = (name) => rows.filter((row) => side(row, data.alpha) === name).length;
      const of = rows.length;
      const what = state.by === "category" ? "categories" : "phenomena";
      const p = missing(all.p_bh) ? "" : ` p (BH) ${pText(all.p_bh)}.`;
      return [
        el("strong", {}, `${percent(all.value, { sign: true })} points`),
        ` separate A (${state.a}) from B (${state.b}) on ${suite.many(all.n, "item")} decided for both [${range(all.low, all.high, { sign: true })}]: A alone is right on `,
        count(all, state.a, state.b), ", B alone on ", count(all, state.b, state.a), `.${p} `,
        `A is significantly better on ${number("better")} of ${of} ${what}, worse on ${number("worse")}.`,
      ];
    }

    function render() {
      fields();
      const every = rowsOf(data, state.a, state.b);
      const all = every.find((row) => row.group.by === "all");
      const rows = every.filter((row) => row.group.by === state.by && row.n);
      rows.sort((x, y) => (x.p ?? 2) - (y.p ?? 2));
      summary.replaceChildren(...(all ? said(all, rows).map((part) => (part instanceof Node ? part : document.createTextNode(part))) : []));
      const half = Math.max(FEWEST, ...rows.flatMap((row) => [row.value, row.low, row.high]).filter((value) => !missing(value)).map(Math.abs));
      const p = (name, field, title) => ({ name, title, numeric: true, text: (row) => (missing(row[field]) ? "" : pText(row[field])), value: (row) => row[field] });
      place.replaceChildren(table({
        caption: `A minus B in points of accuracy, A: ${state.a}, B: ${state.b}; the surest differences first`,
        columns: [
          { name: state.by, text: (row) => named(row.group), value: (row) => named(row.group) },
          { name: "A \u2212 B", title: "difference of accuracies in percentage points", numeric: true, text: (row) => percent(row.value, { sign: true }), value: (row) => row.value },
          { name: "95 % interval", numeric: true, text: (row) => range(row.low, row.high, { sign: true }), value: (row) => row.low },
          { name: `\u2212${Math.round(100 * half)} to +${Math.round(100 * half)}`, title: "the difference with its interval", node: (row) => plot(row, half, data.alpha), value: (row) => row.value },
          { name: "n", title: data.ranked_on === "common" ? "items decided for every system" : "items decided for both", numeric: true, text: (row) => row.n.toLocaleString("en"), value: (row) => row.n },
          { name: "only A", title: "items that A alone has right", numeric: true, node: (row) => count(row, state.a, state.b), value: (row) => row.a },
          { name: "only B", title: "items that B alone has right", numeric: true, node: (row) => count(row, state.b, state.a), value: (row) => row.b },
          p("p", "p", "exact paired test, two-sided, by itself"), p("p (BH)", "p_bh", "after Benjamini and Hochberg's correction, which marks"),
        ],
        rows,
      }));
    }

    /** Show what an address names. */
    function restore(query) {
      const [a, b, by] = ["a", "b", "by"].map((name) => query.get(name));
      if (judged.includes(a) && judged.includes(b) && a !== b) Object.assign(state, { a, b });
      if (data.kinds.includes(by)) state.by = by;
      render();
    }

    render();
    return { restore };
  }

  suite.pairs = { mount };
})();
