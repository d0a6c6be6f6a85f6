"use strict";

/* Examples in which one of two systems has the words of a hit and the other does not, with the words that differ. */
(() => {
  const ChallengeSets = (window.ChallengeSets = window.ChallengeSets || {});
  const { el, joined, many, marks, matching, number, select, wordDiff } = ChallengeSets;

  const A_PAGE = 5;
  const [FOUND, NOT_FOUND] = [1, 0];

  /**
   * The segments with a hit whose words are found in the output of the system `has` and not in that of `lacks`, each
   * with the first such hit, the largest difference of their scores first.
   */
  function telling(segments, { has, lacks, phenomenon, metric, sign }) {
    const found = [];
    for (const segment of segments) {
      const hit = segment.hits.find((one) => (phenomenon < 0 || one.phenomenon === phenomenon) &&
        one.verdicts[has][0] === FOUND && one.verdicts[lacks][0] === NOT_FOUND);
      if (!hit) continue;
      const scores = segment.scores[metric];
      const known = scores && scores[has] !== null && scores[lacks] !== null;
      found.push({ segment, hit, gain: known ? sign * (scores[has] - scores[lacks]) : -Infinity });
    }
    return found.sort((x, y) => (y.gain === x.gain ? 0 : y.gain - x.gain) || x.segment.id - y.segment.id);
  }

  /** An output in which the words are marked that the other output has not. */
  function output(text, runs, language) {
    const shown = marks.text(text, { runs, language });
    for (const mark of shown.querySelectorAll("mark")) {
      mark.className = "differs";
      mark.dataset.role = "differs";
    }
    return shown;
  }

  /** The scores of a segment by every metric: A, B and their difference. */
  function scores(segment, a, b, payload, metrics) {
    const said = payload.metrics.map((name, place) => {
      const metric = metrics.find((known) => known.name === name);
      const [one, other] = [segment.scores[place][a], segment.scores[place][b]];
      if (!metric || one === null || other === null) return null;
      const digits = metric.decimals;
      return `${metric.label} ${number(one, digits)} and ${number(other, digits)} (${number(one - other, digits, { sign: true })})`;
    }).filter((text) => text !== null);
    return said.length ? el("p", { class: "note" }, `Scores of this segment, A and B: ${said.join("; ")}`) : null;
  }

  function missed([, , , head, dependent]) {
    const words = [...new Set([...head, ...dependent])];
    return words.length ? [" (reference: ", joined(words.map((word) => marks.text(word))), ")"] : "";
  }

  function example({ segment, hit }, { a, b, payload, metrics }) {
    const { source_language: from, target_language: into } = payload;
    const runs = wordDiff(segment.outputs[a], segment.outputs[b]);
    const words = [...new Set([1, 2].flatMap((role) => marks.words(segment.source, hit.source, role)))];
    const system = (name, place, number) => {
      const verdict = hit.verdicts[place];
      return [
        el("dt", {}, `${name}: `, el("bdi", {}, payload.systems[place]), " ",
          el("span", { class: "verdict" }, verdict[0] === FOUND ? "found" : ["not found", missed(verdict)])),
        el("dd", {}, output(segment.outputs[place], runs[number], into)),
      ];
    };
    return el("article", { class: "pair-example" },
      el("header", {},
        el("h4", {}, `Segment ${segment.id}: `, joined(words.map((word) => marks.text(word)), " … ")),
        el("span", { class: "note" }, `${payload.phenomena[hit.phenomenon].id}, distance ${hit.distance}`),
        el("a", { href: `#segment-${segment.id}` }, `all outputs of segment ${segment.id}`)),
      el("dl", { class: "texts" },
        el("dt", {}, "source"),
        el("dd", {}, marks.text(segment.source, { runs: hit.source, language: from })),
        segment.references.map((text, place) => [
          el("dt", {}, "reference ", el("bdi", {}, payload.references[place])),
          el("dd", {}, marks.text(text, { runs: hit.references[place], language: into })),
        ]),
        system("A", a, 0), system("B", b, 1)),
      scores(segment, a, b, payload, metrics));
  }

  /**
   * The browser of these examples. `chosen()` gives the names of the systems A and B and the metric to sort by;
   * the function that is returned shows them anew.
   */
  function mount(root, payload, metrics, chosen) {
    if (!payload.measured) {
      root.replaceChildren(el("p", {}, "Which words of hits the outputs have was not measured (accuracy)."));
      return () => {};
    }
    const segments = payload.segments.map((segment) => ({ ...segment, hits: segment.hits.map(matching.hitOf) }));
    const state = { phenomenon: "", side: "a", shown: A_PAGE };
    const list = el("div", { class: "pair-list" });
    const status = el("p", { role: "status" });
    const more = el("button", { type: "button", hidden: true }, "more examples");
    more.addEventListener("click", () => {
      const before = list.children.length;
      state.shown += A_PAGE;
      show();
      // The button may be gone, and the reader goes on with the first new example.
      const next = list.children[before];
      next?.setAttribute("tabindex", "-1");
      next?.focus();
    });
    const controls = el("div", { class: "controls" });

    function set(change) {
      Object.assign(state, change, { shown: A_PAGE });
      show();
    }

    function show() {
      const { a, b, metric } = chosen();
      const places = [a, b].map((name) => payload.systems.indexOf(name));
      const unknown = [a, b].filter((name) => !payload.systems.includes(name));
      if (unknown.length) {
        status.textContent = `The examples of this page have no outputs of ${unknown.join(" and ")}.`;
        list.replaceChildren();
        more.hidden = true;
        return;
      }
      const [has, lacks] = state.side === "a" ? places : [...places].reverse();
      const sign = metric.higher_is_better ? 1 : -1;
      const question = { has, lacks, sign, metric: payload.metrics.indexOf(metric.name) };
      const phenomena = payload.phenomena.map(({ id }, place) => [id, telling(segments, { ...question, phenomenon: place }).length]);
      controls.replaceChildren(
        select("show", [["a", "A found, B not found"], ["b", "B found, A not found"]], state.side, (side) => set({ side })),
        select("phenomenon", [["", "any"], ...phenomena.filter(([id, count]) => count || id === state.phenomenon)
          .map(([id, count]) => [id, `${id} (${count})`])], state.phenomenon, (phenomenon) => set({ phenomenon })));
      const phenomenon = payload.phenomena.findIndex(({ id }) => id === state.phenomenon);
      const found = telling(segments, { ...question, phenomenon });
      const [first, second] = state.side === "a" ? ["A", "B"] : ["B", "A"];
      status.textContent = `${many(found.length, "segment")} of this page's examples with words ` +
        `found in ${first} and not in ${second}` +
        (found.length > 1 ? `, the largest difference of ${metric.label} first` : "");
      const how = { a: places[0], b: places[1], payload, metrics };
      list.replaceChildren(...found.slice(0, state.shown).map((one) => example(one, how)));
      more.hidden = found.length <= state.shown;
    }

    root.replaceChildren(controls, status, list, more);
    show();
    return () => set({});
  }

  Object.assign(ChallengeSets, { pairExamples: { mount } });
})();
