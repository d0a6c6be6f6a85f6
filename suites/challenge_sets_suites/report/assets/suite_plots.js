"use strict";

/* Accuracies by distance and by frequency: a plot of each, and its numbers. */
(() => {
  const ChallengeSets = (window.ChallengeSets = window.ChallengeSets || {});
  const { address, chart, el, refill, select, suite, table } = ChallengeSets;
  const { missing, named, percent, range } = suite;

  const LINES = ["first", "second", "third", "fourth"]; // as the specification and the style sheets name them
  const TITLES = { distance: "distance in words", frequency: "frequency in the training data" };

  function mount(data, root) {
    const kinds = ["distance", "frequency"].filter((kind) => data.of(kind).length);
    const within = data.of("category and distance");
    const parts = [...new Map(within.map((group) => [named({ ...group, distance: null }), group])).entries()];
    const judged = data.order(suite.MICRO, suite.OWN).filter((system) => !missing(data.row(data.all, system)?.accuracy)).map((system) => data.systems[system]);
    const state = { items: data.ranked_on, part: "" };
    const best = judged.slice(0, LINES.length);
    const controls = el("div", { class: "controls" });
    const places = el("div", { class: "charts suite-charts" });
    root.replaceChildren(controls, places);

    function change(choices) {
      Object.assign(state, choices);
      render();
      address.replace("plots", [["part", state.part], ["items", state.items === data.ranked_on ? "" : state.items]]);
    }

    function fields() {
      const drawn = best.map((name, place) => el("span", { class: `drawn line-${LINES[place]}` }, name));
      refill(controls,
        parts.length > 1 && select("distances of", [["", "all items"], ...parts.map(([name]) => [name, name])], state.part, (part) => change({ part })),
        select("items", data.sets.map((name) => [name, name]), state.items, (items) => change({ items })), drawn);
    }

    /** The groups of a plot, in their order. */
    function groupsOf(kind) {
      if (kind !== "distance" || !state.part) return data.of(kind);
      const order = new Map(data.of("distance").map(({ distance }, place) => [distance, place]));
      return within.filter((group) => named({ ...group, distance: null }) === state.part)
        .sort((a, b) => order.get(a.distance) - order.get(b.distance));
    }

    function rowsOf(kind) {
      return judged.flatMap((name) => {
        const line = LINES[best.indexOf(name)] ?? "other";
        return groupsOf(kind).map((group, order) => ({ group, order, row: data.row(group, data.systems.indexOf(name), suite.MICRO, state.items) }))
          .filter(({ row }) => row && !missing(row.accuracy))
          .map(({ group, order, row }) => ({
            line, system: name, set: group[kind], order, n: row.right + row.wrong, undecided: row.undecided,
            accuracy: 100 * row.accuracy, low: 100 * row.low, high: 100 * row.high, row,
          }));
      });
    }

    function numbers(kind, rows, title) {
      const column = (name, value, text) => ({ name, numeric: true, value, text: text ?? ((row) => value(row)) });
      return el("details", { class: "data" }, el("summary", {}, "The numbers"), table({
        caption: title,
        columns: [
          { name: "system", text: (row) => row.system, value: (row) => row.system },
          column(kind, (row) => row.order, (row) => row.set), column("accuracy", (row) => row.accuracy, (row) => percent(row.row.accuracy)),
          column("95 % interval", (row) => row.low, (row) => range(row.row.low, row.row.high)), column("decided", (row) => row.n),
          column("undecided", (row) => row.undecided),
        ],
        rows,
      }));
    }

    function render() {
      fields();
      const drawn = kinds.map((kind) => {
        const rows = rowsOf(kind);
        const of = kind === "distance" && state.part ? state.part : "all items";
        const title = `Accuracy in per cent by ${kind}, ${of}, ${state.items} items; the best systems with their 95 % intervals: ${best.join(", ")}`;
        if (!rows.length) return { node: el("p", { class: "note" }, `No decided item has a ${kind}.`), draw() {} };
        const titles = new Map([[data.titles.value, "accuracy (%)"], [data.titles.place, TITLES[kind]]]);
        const { figure, draw } = chart(kind, data.chart, rows.map(({ row, ...shown }) => shown), title, { titles });
        return { node: el("div", { class: "plot" }, figure, numbers(kind, rows, title)), draw };
      });
      places.replaceChildren(...drawn.map(({ node }) => node));
      return Promise.all(drawn.map(({ draw }) => draw()));
    }

    /** Show what an address names. */
    function restore(query) {
      if (parts.some(([name]) => name === query.get("part"))) state.part = query.get("part");
      if (data.sets.includes(query.get("items"))) state.items = query.get("items");
      return render();
    }

    return { drawn: render(), restore };
  }

  suite.plots = { mount };
})();
