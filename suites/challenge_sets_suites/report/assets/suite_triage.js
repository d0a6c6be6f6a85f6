"use strict";

/* What a person should judge first: undecided outputs, the most useful first. */
(() => {
  const ChallengeSets = (window.ChallengeSets = window.ChallengeSets || {});
  const { el, marks, suite, table } = ChallengeSets;

  function mount(data, root) {
    const text = (name, field, language) => ({
      name, node: (row) => marks.text(row[field], { language }), value: (row) => row[field],
    });
    const count = (name, field, title) => ({ name, title, numeric: true, text: (row) => row[field], value: (row) => row[field] });
    const shown = data.triage.length < data.triage_rows ? `The first ${data.triage.length} of ${data.triage_rows.toLocaleString("en")}; the file triage.csv has all` : `All ${suite.many(data.triage_rows, "output")}`;
    root.replaceChildren(el("div", { class: "examples-browser suite-triage" }, table({
      caption: `${shown}. A click on a head sorts`,
      columns: [
        { name: "item", node: (row) => el("a", { href: suite.itemsOf({ item: row.item }) }, row.item), value: (row) => row.item },
        { name: "phenomenon", text: (row) => suite.named({ ...row, label: row.phenomenon }), value: (row) => row.phenomenon },
        text("source", "source", data.source_language), text("output", "output", data.target_language),
        count("settles", "settles", "systems that gave this output: so many judgments one answer settles"),
        count("separates", "separates", "pairs of a system that gave it and one that gave another output"),
        text("reason", "reason"),
        { name: "systems", text: (row) => row.systems, value: (row) => row.systems },
      ],
      rows: data.triage,
    })));
  }

  suite.triage = { mount };
})();
