"use strict";

/* The browser of examples: filters, the list of what they leave, its pages, and a segment alone. */
(() => {
  const ChallengeSets = (window.ChallengeSets = window.ChallengeSets || {});
  const { Listing, el, example, many, matching } = ChallengeSets;

  let browser = null;

  /** How the segments were chosen, as the page says it. */
  function howChosen({ chosen_by: by, random_every: every }) {
    if (!by.length) return "at random";
    const words = by.includes("words") ? ["where systems disagree most on the words"] : [];
    const scores = by.filter((name) => name !== "words").map((name) => `where their ${name} of the segment differs most`);
    return `${every - 1} in ${every} ${[...words, ...scores].join(", then ")}, 1 in ${every} at random`;
  }

  class Examples extends Listing {
    constructor(root, payload) {
      super("examples");
      this.payload = payload;
      this.segments = payload.segments.map((segment) => ({ ...segment, hits: segment.hits.map(matching.hitOf) }));
      this.mount(root, this.scope(), legend(payload));
    }

    /** How many hits there are and how many the page holds. */
    scope() {
      const { payload, segments } = this;
      const shown = segments.reduce((sum, segment) => sum + segment.hits.length, 0);
      const all = shown === payload.hits;
      const held = all
        ? `all ${many(payload.hits, "hit")}, in ${many(segments.length, "segment")}`
        : `${many(shown, "hit")} of ${payload.hits.toLocaleString("en")}, in ` +
          `${many(segments.length, "segment")} of ${payload.segments_with_hits.toLocaleString("en")}`;
      const chosen = payload.limit ?? payload.asked;
      const how = all ? "" : ` For each phenomenon, up to ${chosen} segments were chosen from all distances, ${howChosen(payload)}.`;
      const lowered = payload.limit === null ? "" : ` The run asked for ${payload.asked}; the page has no room for more.`;
      const place = all ? "" : [" All hits: ", el("code", {}, `results/${payload.corpus}/hits.parquet`), "."];
      return el("p", { class: "scope" }, `This page holds ${held}.`, how, lowered, place);
    }

    form() {
      const { payload } = this;
      const form = this.filters();
      const phenomena = payload.phenomena
        .filter((phenomenon) => phenomenon.shown_hits)
        .map(({ id, label, shown_segments: shown }) => [id, `${label} (${shown.toLocaleString("en")})`])
        .sort(([, a], [, b]) => (a < b ? -1 : 1));
      this.select(form, "phenomenon", "Phenomenon", [["", "any"], ...phenomena]);
      this.input(form, "distance", "Distance at least", { type: "number", min: 0, step: 1, inputmode: "numeric" });
      if (matching.domains(payload).length) {
        this.select(form, "domain", "Domain", [["", "any"], ...matching.domains(payload).map((name) => [name, name])]);
      }
      if (matching.documents(payload).length) {
        const known = el("datalist", { id: "examples-documents" }, matching.documents(payload).map((value) => el("option", { value })));
        this.input(form, "document", "Document", { type: "search", list: known.id, placeholder: "a part of its name" });
        form.append(known);
      }
      if (payload.systems.length) {
        this.select(form, "system", "System", [["", "any"], ...payload.systems.map((name) => [name, name])]);
      }
      if (payload.measured) {
        const choices = [["", "either"], ...Object.keys(matching.VERDICTS).map((name) => [name, name])];
        this.select(form, "verdict", "Its words are", choices, "Choose a system first.");
      }
      this.input(form, "text", "Text", { type: "search", placeholder: "in source, reference, output" });
      this.select(form, "sort", "Sort by", matching.sorts(payload).map((name) => [name, matching.SORTS[name]]));
      form.append(el("button", { type: "reset" }, "Reset"));
      return form;
    }

    /** The question that the filters ask. */
    given() {
      const query = super.given();
      // A verdict is of a system; without one there is nothing to be found.
      if (!query.system) query.verdict = "";
      return query;
    }

    address() {
      return matching.address(this.state, this.payload);
    }

    /** Shows what a question asks for. */
    ask(query) {
      const { state, problems } = matching.understood(query, this.payload);
      this.state = state;
      for (const [name, control] of Object.entries(this.controls)) {
        const value = String(state[name] || "");
        // Not while it is typed into: 03 would jump to 3.
        if (control !== document.activeElement || control.value.trim() === "" || value === "") control.value = value;
      }
      if (this.controls.verdict) this.controls.verdict.disabled = !state.system;
      if (state.segment === null) this.matching();
      else this.one(problems);
      this.notice.replaceChildren(...problems.map((problem) => el("p", {}, problem)));
    }

    matching() {
      const matches = matching.matches(this.segments, this.state, this.payload);
      const options = { system: this.payload.systems.indexOf(this.state.system), payload: this.payload, alone: false };
      const which = this.some(matches, ({ segment, hits }) => example(segment, hits, options));
      const hits = matches.reduce((sum, item) => sum + item.hits.length, 0);
      const said = `${many(matches.length, "segment matches", "segments match")}, with ${many(hits, "hit")}${which}.`;
      this.status.textContent = matches.length ? said : "No segment of this page matches.";
    }

    one(problems) {
      const { segment: wanted } = this.state;
      const segment = this.segments.find(({ id }) => id === wanted);
      const back = el("p", {}, el("a", { href: "#examples" }, "All examples of this page"));
      this.turn(1, 1);
      if (segment) {
        const system = this.payload.systems.indexOf(this.state.system);
        this.status.textContent = `Segment ${wanted} alone, with ${many(segment.hits.length, "hit")}.`;
        this.list.replaceChildren(back, example(segment, segment.hits, { system, payload: this.payload, alone: true }));
        return;
      }
      const { corpus, corpus_segments: all } = this.payload;
      const where = `Its texts are line ${wanted + 1} of the corpus. The folder results/${corpus}/sets has every challenge set as plain text, with the ids of its segments; results/${corpus}/hits.parquet has every hit.`;
      problems.push(
        wanted < all
          ? `Segment ${wanted} is not among the examples of this page: it has no hit, or there was no room for it. ${where}`
          : `There is no segment ${wanted}: the corpus has ${many(all, "segment")}, counted from 0.`,
      );
      this.status.textContent = "";
      this.list.replaceChildren(back);
    }

  }

  function legend(payload) {
    const said = (role, word) => el("mark", { class: `role-${role}` }, word);
    const inOutput = payload.measured ? "; in an output, those of these words that it has" : "";
    const proxy = " The words of a hit are found if the output has them. Other words are not found, however good they are.";
    return el(
      "p",
      { class: "marks-legend" },
      "Marked are the ",
      said("head", "first"),
      " and the ",
      said("dependent", "second"),
      ` word of a hit and the words that both are aligned to in the references${inOutput}.`,
      payload.measured ? proxy : null,
      payload.marked ? [" In an output, ", el("mark", { class: "error" }, "this"), " is what people marked as an error in these words."] : null,
    );
  }

  ChallengeSets.examples = {
    /** Puts the browser into an element. */
    mount(element, payload) {
      browser = new Examples(element, payload);
    },
    /** Shows what a question asks for, see matching.js; it is what the page's address says already. */
    show(query) {
      if (!browser) throw new Error("the examples are not in the page yet");
      browser.ask(query || {});
    },
  };
})();
