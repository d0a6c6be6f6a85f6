"use strict";

/* The page of two systems: its three tables, the hits lost and won, and how the outputs differ. */
(() => {
  const ChallengeSets = window.ChallengeSets;
  const { el, fail, number, pairExamples, pairForest, table, theme, unpack } = ChallengeSets;
  const byId = (id) => document.getElementById(id);

  const CHANGE = { better: "better", worse: "worse" };

  /** How a row of a table with a plot looks. */
  const stateOf = (finding) => CHANGE[finding] || "unclear";
  const said = (finding) => finding || "none";

  function whole(data) {
    const { whole: row, label, decimals } = data;
    const scores = ["old", "new"].map((side) => ({
      name: side, numeric: true, value: () => row[side], text: () => number(row[side], decimals),
    }));
    return pairForest({
      caption: `${label} of the whole corpus`, measure: { decimals }, what: "new − old", name: "metric", p: "p", more: scores,
      rows: [{ set: label, value: row.difference, low: row.low, high: row.high, p: row.p, state: stateOf(row.finding), finding: said(row.finding), n: row.n }],
    });
  }

  const percent = (value) => number(100 * value, 0);

  function words(data) {
    if (data.words === null) return el("p", {}, "The words of hits are not known here: compare two systems of a run (--results).");
    if (!data.words.length) return el("p", {}, "No phenomenon of the family has hits enough.");
    const more = ["lost", "won"].map((side) => ({ name: side, numeric: true, value: (row) => row[side], text: (row) => String(row[side]) }));
    more.push(...["old", "new"].map((side) => ({
      name: `${side} %`, title: "share of the hits whose words of a reference are in the output", numeric: true,
      value: (row) => row[side], text: (row) => percent(row[side]),
    })), {
      name: "MDD", title: "the change that the test finds four times in five, in points", numeric: true,
      value: (row) => row.detectable, text: (row) => percent(row.detectable),
    });
    const rows = data.words.map((row) => ({
      set: row.phenomenon, link: el("a", { href: `#hits-${row.phenomenon}` }, row.phenomenon + (row.order ? " (order)" : "")), value: 100 * row.change,
      low: row.low === null ? null : 100 * row.low, high: row.high === null ? null : 100 * row.high, p: row.p,
      state: stateOf(row.finding), finding: said(row.finding), n: row.n, lost: row.lost, won: row.won, old: row.old, new: row.new,
      detectable: row.detectable,
    }));
    return pairForest({
      caption: "Change of the share of hits with a reference's words, or (order) its order, in points, beyond the change of control words",
      measure: { decimals: 0 }, what: "change", name: "phenomenon", n: "hits", more, rows,
    });
  }

  function sets(data) {
    if (!data.sets.length) return el("p", {}, "No set is tested.");
    const { decimals } = data;
    const more = ["old", "new"].map((side) => ({ name: side, numeric: true, value: (row) => row[side], text: (row) => number(row[side], decimals) }));
    if (data.sets.some((row) => row.elsewhere !== null)) {
      more.push({
        name: "elsewhere", title: "new − old beyond that of other sentences of the same length", numeric: true,
        value: (row) => row.elsewhere, text: (row) => number(row.elsewhere, decimals, { sign: true }),
      }, {
        name: "its p (BH)", numeric: true, value: (row) => row.elsewhere_p,
        text: (row) => ChallengeSets.pText(row.elsewhere_p),
      });
    }
    const rows = data.sets.map((row) => ({ ...row, set: row.distance === "0" ? row.phenomenon : `${row.phenomenon}, d ≥ ${row.distance}`, state: stateOf(row.finding), finding: said(row.finding) }));
    return pairForest({ caption: `Change of ${data.label} on the sentences with a phenomenon`, measure: { decimals }, what: "new − old", name: "set", more, rows });
  }

  /** A plain table of classes: how many, and both systems. */
  function classes(caption, name, rows, show) {
    const column = (key, title, text) => ({ name: title, numeric: true, value: (row) => row[key], text });
    return table({
      caption, rows, columns: [
        { name, value: (row) => rows.indexOf(row), text: (row) => row.class },
        column("n", "n", (row) => row.n.toLocaleString("en")),
        column("old", "old", (row) => show(row.old)), column("new", "new", (row) => show(row.new)),
        { name: "new − old", numeric: true, value: (row) => row.new - row.old, text: (row) => show(row.new - row.old, true) },
      ],
    });
  }

  function ngrams(caption, rows) {
    if (!rows.length) return el("p", { class: "note" }, `${caption}: none`);
    return table({
      caption, rows, columns: [
        { name: "words", value: (row) => row.ngram, node: (row) => el("bdi", {}, row.ngram) },
        { name: "old", numeric: true, value: (row) => row.old, text: (row) => String(row.old) },
        { name: "new", numeric: true, value: (row) => row.new, text: (row) => String(row.new) },
      ],
    });
  }

  function differences(root, data) {
    const { differences: found, hits, decimals } = data;
    const how = { systems: [data.old, data.new], references: hits.references, from: hits.source_language, into: hits.target_language };
    const { old, new: newer } = data;
    const share = (value, sign = false) => number(100 * value, 1, { sign });
    root.append(
      el("h3", {}, "Segments that differ most by chrF"),
      el("details", {}, el("summary", {}, `${found.segments.length} segments`),
        found.segments.map((segment) => pairExamples.example(segment, null, how))),
      el("h3", {}, "Words of references that one output has"),
      el("div", { class: "pair-tables" },
        ngrams(`Matched more often by ${newer} (new)`, found.matched.new), ngrams(`Matched more often by ${old} (old)`, found.matched.old)),
      el("h3", {}, "Words that one output has, whatever references have"),
      el("div", { class: "pair-tables" },
        ngrams(`More often in ${newer} (new)`, found.own.new), ngrams(`More often in ${old} (old)`, found.own.old)),
      el("h3", {}, "Rare words and long sources"),
      el("div", { class: "pair-tables" },
        classes("Share of the words of references that the output has, in %, by how often a reference has them", "occurrences", found.frequency, share),
        classes(`${data.label} by the number of words of the ${found.length_of}`, "words", found.length, (value, sign = false) => number(value, decimals, { sign }))));
  }

  /** Open the phenomenon that the address names. */
  function follow() {
    const target = byId(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    if (target.matches("details")) target.open = true;
    target.scrollIntoView();
  }

  async function start() {
    byId("unscripted").hidden = true;
    theme(byId("theme"));
    const data = await unpack("data-pair");
    byId("whole-root").append(whole(data));
    byId("words-root").append(words(data));
    byId("sets-root").append(sets(data));
    pairExamples.mount(byId("hits-root"), data.hits);
    differences(byId("differences-root"), data);
    window.addEventListener("hashchange", follow);
    follow();
    document.documentElement.dataset.ready = "yes";
  }

  start().catch((error) => fail(byId("failure"), error));
})();
