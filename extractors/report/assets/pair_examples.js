"use strict";

/* Examples of two outputs side by side, the words that differ marked: hits that one has and the other has not. */
(() => {
  const ChallengeSets = (window.ChallengeSets = window.ChallengeSets || {});
  const { el, joined, many, marks, matching, number, wordDiff } = ChallengeSets;

  const FOUND = { 1: "found", 0: "not found" };

  /** An output in which the words are marked that the other output has not. */
  function output(text, runs, language) {
    const shown = marks.text(text, { runs, language });
    for (const mark of shown.querySelectorAll("mark")) {
      mark.className = "differs";
      mark.dataset.role = "differs";
    }
    return shown;
  }

  function missed([, , , head, dependent]) {
    const words = [...new Set([...head, ...dependent])];
    return words.length ? [" (reference: ", joined(words.map((word) => marks.text(word))), ")"] : "";
  }

  /** Whether an output has the words of a hit; nothing without a verdict. */
  function verdictOf(verdict) {
    if (!verdict || verdict[0] === null) return null;
    return el("span", {}, ": ", FOUND[verdict[0]], verdict[0] ? "" : missed(verdict));
  }

  /**
   * A segment with both outputs; `hit` is a hit of it as the payload has it, or null.
   * systems, references: names; from, into: languages or null.
   */
  function example(segment, hit, { systems, references, from = null, into = null, level = "h4" }) {
    const diff = wordDiff(segment.outputs[0], segment.outputs[1]);
    const known = hit && matching.hitOf(hit);
    const words = known ? [...new Set([1, 2].flatMap((role) => marks.words(segment.source, known.source, role)))] : [];
    const verdicts = known?.verdicts || [];
    const gain = segment.gain === undefined ? null : el("span", { class: "note" }, `chrF ${number(segment.gain, 1, { sign: true })}`);
    return el("article", { class: "pair-example" },
      el("header", {},
        el(level, {}, `Segment ${segment.id}`, words.length ? [": ", joined(words.map((word) => marks.text(word)), " … ")] : ""),
        known && el("span", { class: "note" }, `distance ${known.distance}`), gain),
      el("dl", { class: "texts" },
        segment.source && [el("dt", {}, "source"),
          el("dd", {}, marks.text(segment.source, { runs: known ? known.source : [], language: from }))],
        segment.references.map((text, place) => [
          el("dt", {}, "reference ", el("bdi", {}, references[place])),
          el("dd", {}, marks.text(text, { runs: known ? known.references[place] : [], language: into })),
        ])),
      el("div", { class: "pair-outputs" }, systems.map((name, place) =>
        el("div", {},
          el("p", { class: "pair-name" }, place ? "new: " : "old: ", el("bdi", {}, name),
            verdictOf(verdicts[place ? verdicts.length - 1 : 0])),
          el("p", {}, output(segment.outputs[place], diff[place], into))))));
  }

  const SIDES = {
    true: { lost: ["lost", "hit", "found in the old output and not in the new one"], won: ["won", "hit", "found in the new output and not in the old one"] },
    false: {
      lost: ["lower", "segment", "on which the new output scores lower by chrF"], won: ["higher", "segment", "on which the new output scores higher by chrF"],
    },
  };

  /** Fill a place with the phenomena of the payload of report/pair_hits.py, the failing ones open. */
  function mount(root, payload) {
    const how = {
      systems: payload.systems, references: payload.references, from: payload.source_language, into: payload.target_language, level: "h5",
    };
    root.replaceChildren(...payload.groups.map((group) => {
      const sides = SIDES[payload.measured];
      const count = (side) => many(group[`${side}_count`], sides[side][1]);
      const body = el("div", {});
      const details = el("details", { class: "pair-group", id: `hits-${group.phenomenon}`, open: Boolean(group.why) },
        el("summary", {}, el("h3", {}, group.phenomenon), " ",
          group.why ? el("strong", { class: "said worse" }, group.why)
            : `${group.lost_count} ${sides.lost[0]}, ${group.won_count} ${sides.won[0]}`),
        body);
      const fill = () => {
        if (body.hasChildNodes()) return;
        body.append(...["lost", "won"].map((side) => el("section", {},
          el("h4", {}, `${count(side)} ${sides[side][2]}`,
            group[side].length < group[`${side}_count`] ? `; here are ${group[side].length}, the largest change of chrF first` : ""),
          group[side].map(([segment, hit]) => example(payload.segments[segment], payload.segments[segment].hits[hit] || null, how)))));
      };
      details.addEventListener("toggle", () => details.open && fill());
      if (details.open) fill();
      return details;
    }));
  }

  Object.assign(ChallengeSets, { pairExamples: { example, mount } });
})();
