"use strict";

/* The heat map of a suite: categories or phenomena by systems. */
(() => {
  const ChallengeSets = (window.ChallengeSets = window.ChallengeSets || {});
  const { cellButton, compare, el, number, popover, reachable, refill, select, sorter, suite } = ChallengeSets;
  const { MICRO, decided, itemsOf, missing, named, notWorse, pText, percent, range } = suite;

  const BELOW = [0.25, 0.5, 0.75, 0.9]; // accuracies below these have the shades 4 to 1

  function shade(row) {
    const below = BELOW.findIndex((limit) => row.accuracy < limit);
    return below < 0 ? "" : `worse shade-${4 - below}`;
  }

  /** What the box beside a cell says. */
  function told(data, group, system, row) {
    const fact = (name, value) => (value === "" ? null : el("div", {}, el("dt", {}, name), el("dd", {}, value)));
    const p = (test) => (row.is_best ? "the best" : missing(row[test]) ? "" : pText(row[test]));
    const name = data.systems[system];
    const asked = { category: group.category, phenomenon: group.phenomenon, system: name };
    return {
      title: `${name}, ${named(group)}`,
      nodes: [
        el("dl", {},
          fact("accuracy", `${percent(row.accuracy)} %`),
          fact("95 % interval", range(row.low, row.high)),
          fact("undecided all wrong, all right", row.undecided ? range(row.bound_low, row.bound_high) : ""),
          fact("right", row.right), fact("wrong", row.wrong), fact("undecided", row.undecided), fact("missing", row.missing),
          fact("p against the best, paired", p("p_worse")), fact("p (BH)", p("p_worse_bh")), fact("p against the best, Z-test", p("p_worse_z"))),
        el("p", { class: "links" },
          el("a", { href: itemsOf({ ...asked, verdict: "wrong" }) }, "wrong items"),
          row.undecided ? el("a", { href: itemsOf({ ...asked, verdict: "undecided" }) }, "undecided items") : null,
          el("a", { href: itemsOf(asked) }, "all items")),
      ],
    };
  }

  /** Put the map into its table; `state` has by, average, items, sort and down, which `change` sets. */
  function mount(data, { table, controls }, { state, change }) {
    const rowOf = (group, system) => data.row(group, system, group.by === "all" ? state.average : MICRO, state.items);

    function cell(group, system) {
      const row = rowOf(group, system);
      if (!row) return el("td", { class: "none" });
      const known = !missing(row.accuracy);
      const best = row.is_best && known;
      const marks = [best && "best-of-row", known && notWorse(row, "p_worse_z", data.alpha) && "bold", known && notWorse(row, "p_worse_bh", data.alpha) && "near"];
      const few = decided(row) < data.few;
      const bounds = row.undecided > 0 && `${number(100 * row.bound_low, 0)}\u2013${number(100 * row.bound_high, 0)}`;
      const under = [decided(row) < row.n && `n ${decided(row).toLocaleString("en")}`, bounds].filter(Boolean).join(" \u00b7 ");
      const said = [best && ", the best", marks[1] && !best && ", not significantly worse by the Z-test", marks[2] && !best && ", not significantly worse by the paired test"];
      return el("td", { class: [few ? "small" : known && shade(row), ...marks].filter(Boolean).join(" ") },
        cellButton({ group: group.place, system }, el("span", { class: "accuracy" }, percent(row.accuracy)),
          said.filter(Boolean).map((words) => el("span", { class: "hidden" }, words)),
          under && el("span", { class: "bounds" }, under)));
    }

    function head(order) {
      const sorted = (by) => (state.sort === by ? (state.down ? "descending" : "ascending") : null);
      const click = (by) => () => change("map", state.sort === by ? (state.down ? { sort: "", down: false } : { down: true }) : { sort: by, down: false });
      return el("tr", {},
        el("th", { scope: "col", class: "corner", "aria-sort": sorted("name") }, sorter(state.by, click("name"), `sort by ${state.by}`)),
        el("th", { scope: "col", class: "number", "aria-sort": sorted("n") }, sorter("items", click("n"), "sort by items")),
        order.map((system) => el("th", { scope: "col", class: "system", "aria-sort": sorted(data.systems[system]) },
          sorter(data.systems[system], click(data.systems[system]), `sort by the accuracy of ${data.systems[system]}`))));
    }

    function sort(groups) {
      if (!state.sort) return groups;
      const system = data.systems.indexOf(state.sort);
      const value = state.sort === "name" ? (group) => group.label : state.sort === "n" ? size
        : (group) => rowOf(group, system)?.accuracy;
      return [...groups].sort((a, b) => compare(value(a), value(b), state.down ? -1 : 1));
    }

    const size = (group) => Math.max(0, ...data.systems.map((_, system) => rowOf(group, system)?.n ?? 0));

    function line(group, order) {
      const whole = group.by === "all";
      const label = whole ? `all items, ${state.average}` : group.label;
      const under = group.by === "phenomenon" && group.category && state.sort ? el("span", { class: "under" }, group.category) : null;
      return el("tr", { class: whole && "all" }, el("th", { scope: "row" }, label, under),
        el("td", { class: "number" }, size(group).toLocaleString("en")), order.map((system) => cell(group, system)));
    }

    /** Phenomena below a line with their category, as long as they stand in the order of the suite. */
    function lines(groups, order) {
      let category = null;
      return groups.flatMap((group) => {
        const begins = state.by === "phenomenon" && !state.sort && group.category && group.category !== category;
        category = group.category;
        const heading = begins ? el("tr", { class: "heading" }, el("th", { scope: "rowgroup", colspan: 2 + order.length }, el("span", {}, group.category))) : null;
        return [heading, line(group, order)].filter(Boolean);
      });
    }

    function render() {
      const order = data.order(state.average, state.items);
      // A phenomenon of two categories has two rows; its category may stand in two places.
      const groups = data.of(state.by).filter((group) => data.systems.some((_, system) => rowOf(group, system)));
      const shown = sort(state.by === "phenomenon" ? together(groups) : groups);
      refill(table.tHead, head(order));
      for (const body of [...table.tBodies]) body.remove();
      table.append(el("tbody", { class: "together" }, line(data.all, order)), el("tbody", {}, lines(shown, order)));
      reachable(table);
      table.caption.textContent = `Accuracy in per cent of the decided items, by ${state.by}, ${state.items} items; best systems first`;
      fields();
    }

    function fields() {
      refill(controls,
        select("rows", data.kinds.map((kind) => [kind, kind === "category" ? "categories" : "phenomena"]), state.by, (by) => change("map", { by })),
        select("items", data.sets.map((name) => [name, suite.systems.SETS[name]]), state.items, (items) => change("map", { items })),
        select("average of the first row", data.averages.map((name) => [name, name === MICRO ? "micro, over items" : name]), state.average, (average) => change("map", { average })));
    }

    const box = popover(table, {
      id: "map-popover",
      content({ group: place, system }) {
        const group = data.groups[place];
        return told(data, group, Number(system), rowOf(group, Number(system)));
      },
    });

    return { hide: () => box.hide(), render };
  }

  /** Groups in the order of the suite, those of one category together. */
  function together(groups) {
    const categories = [...new Set(groups.map((group) => group.category))];
    return categories.flatMap((category) => groups.filter((group) => group.category === category));
  }

  suite.map = { mount };
})();
