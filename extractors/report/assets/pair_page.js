"use strict";

/* The page of two systems: its three tables, the hits lost and won, and the segments that differ most. */
(() => {
  const ChallengeSets = window.ChallengeSets;
  const { el, fail, number, pairExamples, pairForest, unpack } = ChallengeSets;
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

  function differences(root, { differences: segments, hits, old, new: newer }) {
    const how = { systems: [old, newer], references: hits.references, from: hits.source_language, into: hits.target_language };
    root.append(...segments.map((segment) => pairExamples.example(segment, null, how)));
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
