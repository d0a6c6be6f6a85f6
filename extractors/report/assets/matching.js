"use strict";

/* Which examples a question asks for, in which order, and how the question stands in the page's address. */
(() => {
  const ChallengeSets = (window.ChallengeSets = window.ChallengeSets || {});
  const { folded } = ChallengeSets;

  const SORTS = {
    disagreement: "disagreement of systems", missed: "not found by most systems", distance: "distance, far first",
    segment: "segment",
  };
  const OF_VERDICTS = ["disagreement", "missed"]; // orders that need to know which words outputs have
  const VERDICTS = { found: 1, "not found": 0 };

  /** How far systems disagree: 1 where half of those that are counted say yes, 0 where all say the same. */
  const divided = (yes, no) => (yes + no ? 2 * Math.min(yes, no) / (yes + no) : 0);

  /** A hit of the payload by the names of its parts. */
  function hitOf([phenomenon, distance, confidence, head, dependent, source, references, verdicts, marked]) {
    const counted = (verdicts || []).filter((verdict) => verdict[0] !== null);
    const missed = counted.filter((verdict) => verdict[0] === 0).length;
    return {
      phenomenon, distance, confidence, head, dependent, source, references, verdicts, marked, counted: counted.length, missed,
      disagreement: divided(counted.length - missed, missed),
    };
  }

  /** The names that the segments of a page have as `domain` or `document`, each once, in the order of the alphabet. */
  const names = (payload, what) => [...new Set(payload.segments.map((segment) => segment[what]))].filter((name) => name !== null).sort();
  const domains = (payload) => (payload.domains = payload.domains || names(payload, "domain"));
  const documents = (payload) => (payload.documents = payload.documents || names(payload, "document"));

  /** The orders that a page has, the first of which it begins with: the most telling examples, if it knows them. */
  const sorts = (payload) => Object.keys(SORTS).filter((name) => !OF_VERDICTS.includes(name) || payload.measured)
    .sort((a, b) => (a === "segment" && !payload.measured ? -1 : b === "segment" && !payload.measured ? 1 : 0));

  /**
   * A question with only what this page knows, and what was wrong with it.
   *
   * query: any of phenomenon, distance, domain, document, system, verdict, text, sort, page, segment; numbers may be
   * text.
   */
  function understood(query, payload) {
    const problems = [];
    const number = (name, least) => {
      const given = query[name];
      if (given === undefined || given === null || given === "") return null;
      const value = /^\d{1,9}$/.test(String(given)) ? Number(given) : NaN;
      if (value >= least) return value;
      problems.push(`The ${name} ${JSON.stringify(String(given))} is not a number from ${least} on.`);
      return null;
    };
    const choice = (name, known) => {
      const given = query[name];
      if (!given || known.includes(given)) return given || "";
      problems.push(`This page knows no ${name} ${JSON.stringify(String(given))}.`);
      return "";
    };
    const system = choice("system", payload.systems);
    let verdict = choice("verdict", Object.keys(VERDICTS));
    if (verdict && !(system && payload.measured)) {
      problems.push(
        payload.measured
          ? "Found or not found is a question about one system: choose one."
          : "Whether outputs have the words of hits was not measured (accuracy).",
      );
      verdict = "";
    }
    const sort = choice("sort", sorts(payload));
    const state = {
      segment: number("segment", 0),
      phenomenon: choice("phenomenon", payload.phenomena.map((phenomenon) => phenomenon.id)),
      distance: number("distance", 0) || 0,
      domain: choice("domain", domains(payload)),
      document: String(query.document || ""),
      system,
      verdict,
      text: String(query.text || ""),
      sort: sort || sorts(payload)[0],
      page: number("page", 1) || 1,
    };
    return { state, problems };
  }

  /** The segments that a question asks for, each with its hits that fit, the first of them the one to show. */
  function matches(segments, state, payload) {
    const system = payload.systems.indexOf(state.system);
    const phenomenon = payload.phenomena.findIndex(({ id }) => id === state.phenomenon);
    const text = folded(state.text);
    const document = folded(state.document);
    const inside = (segment) =>
      (!state.domain || segment.domain === state.domain) &&
      (!document || (segment.document !== null && folded(segment.document).includes(document)));
    const fits = (hit) =>
      (phenomenon < 0 || hit.phenomenon === phenomenon) &&
      hit.distance >= state.distance &&
      (!state.verdict || hit.verdicts[system][0] === VERDICTS[state.verdict]);
    const key = {
      segment: () => 0, distance: (hit) => hit.distance, missed: (hit) => hit.missed,
      // Of equal ones, hits that the parser is sure of, then far ones.
      disagreement: (hit) => hit.disagreement * 1e6 + Math.round(100 * (hit.confidence ?? 0)) * 1e3 + Math.min(hit.distance, 999),
    }[state.sort];
    const matching = [];
    for (const segment of segments) {
      if (!inside(segment)) continue;
      const hits = segment.hits.filter(fits);
      if (hits.length && (!text || searched(segment, system).includes(text))) {
        hits.sort((a, b) => key(b) - key(a));
        matching.push({ segment, hits });
      }
    }
    return matching.sort((a, b) => key(b.hits[0]) - key(a.hits[0]) || a.segment.id - b.segment.id);
  }

  /** The text to search: source, references and outputs; if a system is chosen, only its output of these. */
  function searched(segment, system) {
    const { source, references, outputs } = segment;
    if (system >= 0) return folded([source, ...references, outputs[system]].join("\n"));
    segment.searched = segment.searched || folded([source, ...references, ...outputs].join("\n"));
    return segment.searched;
  }

  /** The address of a question: #examples?phenomenon=...&page=2, or #segment-12. */
  function address(state, payload) {
    if (state.segment !== null) return `#segment-${state.segment}`;
    const query = new URLSearchParams();
    for (const name of ["phenomenon", "distance", "domain", "document", "system", "verdict", "text"]) if (state[name]) query.set(name, state[name]);
    if (state.sort !== sorts(payload)[0]) query.set("sort", state.sort);
    if (state.page > 1) query.set("page", state.page);
    const text = query.toString().replace(/\+/g, "%20");
    return text ? `#examples?${text}` : "#examples";
  }

  ChallengeSets.matching = { SORTS, VERDICTS, hitOf, domains, documents, sorts, understood, matches, address };
})();
