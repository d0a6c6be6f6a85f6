"use strict";

/* One example: a segment with its texts, what is marked in them for one of its hits, and its tree. */
(() => {
  const ChallengeSets = (window.ChallengeSets = window.ChallengeSets || {});
  const { el, joined, marks, trees } = ChallengeSets;

  const VERDICT = { 1: ["good", "✓ found"], 0: ["bad", "✗ not found"] };
  /** Outputs that are shown at once. */
  const OPEN = 3;
  let ids = 0;

  /** The words of a hit as quoted in a sentence. */
  function quoted(words) {
    return words.length ? joined(words.map((word) => marks.text(word))) : "–";
  }

  function name(hit, segment, payload) {
    const words = [1, 2].map((role) => quoted(marks.words(segment.source, hit.source, role)));
    const [head, dependent] = words;
    const both = hit.head === hit.dependent ? head : [head, " … ", dependent];
    return [payload.phenomena[hit.phenomenon].label, ": ", both, `, distance ${hit.distance}`];
  }

  /** The verdict on a system's output: whether the words of the hit are found, and those that it lacks. */
  function verdict(given, roles, payload) {
    const [right, reference, , head, dependent] = given;
    const [tone, said] = VERDICT[right] || ["muted", "not counted: nothing to look for"];
    const missed = [
      ...head.map((word) => [marks.text(word), ` (${roles[0]})`]),
      ...dependent.map((word) => [marks.text(word), ` (${roles[1]})`]),
    ];
    return el(
      "span",
      { class: "verdict" },
      el("strong", { class: tone }, said),
      missed.length ? el("span", { class: "missed" }, right ? ", but not " : ": ", joined(missed)) : null,
      reference >= 0 && payload.references.length > 1 ? ` (reference ${payload.references[reference]})` : "",
    );
  }

  /** The errors that people marked in the words of a hit; nothing where nobody looked at the output. */
  function marked(errors) {
    if (!errors) return null;
    const texts = [...new Set(errors.map(([text]) => text))];
    const said = texts.length ? joined(texts.map((text) => marks.text(text)), "; ") : "nothing";
    return el("span", { class: "verdict" }, "; people marked: ", said);
  }

  function output(segment, hit, system, payload) {
    const given = hit.verdicts && hit.verdicts[system];
    const errors = hit.marked && hit.marked[system];
    const runs = marks.withErrors(given ? given[2] : [], (errors || []).map(([, start, end]) => [start, end]));
    const { roles } = payload.phenomena[hit.phenomenon];
    return [
      el("dt", {}, el("bdi", {}, payload.systems[system]), " ", given ? verdict(given, roles, payload) : null, marked(errors)),
      el("dd", {}, marks.text(segment.outputs[system], { runs, roles, language: payload.target_language })),
    ];
  }

  /** The outputs that stand open: that of the system asked for, else two that lack words of the hit and one that has them. */
  function open(hit, system, payload) {
    if (system >= 0) return [system];
    const every = payload.systems.map((_, number) => number);
    const judged = (right) => every.filter((number) => hit.verdicts?.[number]?.[0] === right);
    return [...new Set([...judged(0).slice(0, OPEN - 1), ...judged(1).slice(0, 1), ...every])].slice(0, OPEN);
  }

  /** All outputs, made when they are first opened; nothing where all stand open. */
  function outputs(segment, hit, system, payload) {
    if (open(hit, system, payload).length === payload.systems.length) return null;
    const right = hit.counted - hit.missed;
    const left = payload.systems.length - hit.counted;
    const said = hit.verdicts ? `: ${right} found, ${hit.missed} not found${left ? `, ${left} not counted` : ""}` : "";
    const details = el("details", { class: "outputs" }, el("summary", {}, `All ${payload.systems.length} outputs`, said));
    details.addEventListener(
      "toggle",
      () => details.append(el("dl", { class: "texts" }, payload.systems.map((_, system) => output(segment, hit, system, payload)))),
      { once: true },
    );
    return details;
  }

  /** The button that shows and hides the tree, and the place for it. */
  function tree(segment, hit, payload) {
    const id = `tree-${(ids += 1)}`;
    const place = el("div", { id, hidden: true });
    const button = el("button", { type: "button", "aria-expanded": "false", "aria-controls": id }, "Dependency tree");
    button.addEventListener("click", () => {
      const open = place.hidden;
      if (open && !place.firstChild) {
        const { upos, deprels, source_language: language } = payload;
        const { head, dependent } = hit;
        const { roles } = payload.phenomena[hit.phenomenon];
        place.append(trees(segment.parse, { upos, deprels, head, dependent, names: roles }));
        place.setAttribute("lang", language);
      }
      place.hidden = !open;
      button.setAttribute("aria-expanded", String(open));
      // A drawing is wider than most windows: it begins where the hit is.
      const token = open && place.querySelector(".token[class*='role-']");
      if (token) {
        const box = token.closest(".tree-box");
        box.scrollLeft += token.getBoundingClientRect().left - box.getBoundingClientRect().left - box.clientWidth / 3;
      }
    });
    return [button, place];
  }

  /** The name of a document, which leads to its examples. */
  function documentLink(name) {
    return ["document ", el("a", { href: `#examples?document=${encodeURIComponent(name)}` }, el("bdi", {}, name))];
  }

  /** The line before or after the segment in its document; nothing where there is none. */
  function line(text, which, language) {
    if (text === null) return null;
    return [
      el("dt", { class: "beside" }, which),
      el("dd", { class: "beside" }, marks.text(text, { language })),
    ];
  }

  function facts(segment, hit, payload) {
    const word = (role, name) =>
      [`${name}: `, el("span", { class: `role-${role === 2 ? "dependent" : "head"}` }, quoted(marks.words(segment.source, hit.source, role)))];
    const { label, roles } = payload.phenomena[hit.phenomenon];
    const said = [
      el("strong", {}, label),
      ...(hit.head === hit.dependent ? [word(3, "word")] : [word(1, roles[0]), word(2, roles[1])]),
      `distance ${hit.distance}`,
      `line ${segment.id + 1} of the source`,
      segment.domain === null ? null : `domain ${segment.domain}`,
      segment.document === null ? null : documentLink(segment.document),
      hit.confidence === null ? null : `the parser's confidence ${hit.confidence.toFixed(2)}`,
    ].filter((fact) => fact !== null);
    return el("p", { class: "facts" }, joined(said, " · "));
  }

  /** Everything that depends on which hit is shown. */
  function body(segment, hit, system, payload) {
    const { source_language: from, target_language: into } = payload;
    const { roles } = payload.phenomena[hit.phenomenon];
    return [
      facts(segment, hit, payload),
      el(
        "dl",
        { class: "texts" },
        line(segment.before, "line before", from),
        el("dt", {}, "source"),
        el("dd", {}, marks.text(segment.source, { runs: hit.source, roles, language: from })),
        line(segment.after, "line after", from),
        segment.references.map((text, number) => [
          el("dt", {}, payload.references[number].startsWith("post-edit of ") ? "" : "reference ", el("bdi", {}, payload.references[number])),
          el("dd", {}, marks.text(text, { runs: hit.references[number], roles, language: into })),
        ]),
        open(hit, system, payload).map((number) => output(segment, hit, number, payload)),
      ),
      payload.systems.length ? outputs(segment, hit, system, payload) : null,
      el("div", { class: "tree-part" }, tree(segment, hit, payload)),
    ];
  }

  /**
   * An example.
   *
   * hits: those of the segment that were asked for, the first of which is shown.
   * system: the number of the system whose output is shown with the texts, -1 for none.
   */
  function example(segment, hits, { system, payload, alone }) {
    const heading = `segment-heading-${(ids += 1)}`;
    const place = el("div", { class: "hit" }, body(segment, hits[0], system, payload));
    const buttons = hits.map((hit, number) => {
      const button = el("button", { type: "button", "aria-pressed": String(number === 0) }, name(hit, segment, payload));
      button.addEventListener("click", () => {
        place.replaceChildren(...[body(segment, hit, system, payload)].flat(Infinity).filter(Boolean));
        buttons.forEach((other) => other.setAttribute("aria-pressed", String(other === button)));
      });
      return button;
    });
    const others = segment.hits.length - hits.length;
    return el(
      "article",
      { class: "example", "aria-labelledby": heading },
      el(
        "header",
        {},
        el("h3", { id: heading }, alone ? `Segment ${segment.id}` : el("a", { href: `#segment-${segment.id}` }, `Segment ${segment.id}`)),
        alone || !others ? null : el("span", { class: "line" }, `${others} more ${others === 1 ? "hit" : "hits"}`),
      ),
      hits.length > 1 ? el("div", { class: "hits", role: "group", "aria-label": "Hits of this segment" }, buttons) : null,
      place,
    );
  }

  ChallengeSets.example = example;
})();
