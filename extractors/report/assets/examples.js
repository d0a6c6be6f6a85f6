"use strict";

/* The browser of examples: filters, the list of what they leave, its pages, and a segment alone. */
(() => {
  const ChallengeSets = (window.ChallengeSets = window.ChallengeSets || {});
  const { el, debounce, matching, example, pageButtons } = ChallengeSets;

  const A_PAGE = 25;
  let browser = null;

  const count = (number, one, many) => `${number.toLocaleString("en")} ${number === 1 ? one : many}`;

  /** How the segments were chosen, as the page says it. */
  function howChosen({ chosen_by: by, random_every: every }) {
    if (!by.length) return "at random";
    const words = by.includes("words") ? ["where systems disagree most on the words"] : [];
    const scores = by.filter((name) => name !== "words").map((name) => `where their ${name} of the segment differs most`);
    return `${every - 1} in ${every} ${[...words, ...scores].join(", then ")}, 1 in ${every} at random`;
  }

  class Browser {
    constructor(root, payload) {
      this.payload = payload;
      this.segments = payload.segments.map((segment) => ({ ...segment, hits: segment.hits.map(matching.hitOf) }));
      this.controls = {};
      this.notice = el("div", { class: "notice", role: "alert" });
      this.status = el("p", { class: "status", role: "status", "aria-live": "polite" });
      this.list = el("div", { class: "example-list" });
      this.pages = el("nav", { class: "pages", "aria-label": "Pages of examples" });
      root.replaceChildren(
        el("div", { class: "examples-browser" }, this.scope(), legend(payload), this.form(), this.notice, this.status, this.list, this.pages),
      );
      this.ask({});
    }

    /** How many hits there are and how many the page holds. */
    scope() {
      const { payload, segments } = this;
      const shown = segments.reduce((sum, segment) => sum + segment.hits.length, 0);
      const all = shown === payload.hits;
      const held = all
        ? `all ${count(payload.hits, "hit", "hits")}, in ${count(segments.length, "segment", "segments")}`
        : `${count(shown, "hit", "hits")} of ${payload.hits.toLocaleString("en")}, in ` +
          `${count(segments.length, "segment", "segments")} of ${payload.segments_with_hits.toLocaleString("en")}`;
      const chosen = payload.limit ?? payload.asked;
      const how = all ? "" : ` For each phenomenon, up to ${chosen} segments were chosen from all distances, ${howChosen(payload)}.`;
      const lowered = payload.limit === null ? "" : ` The run asked for ${payload.asked}; the page has no room for more.`;
      const place = all ? "" : [" All hits: ", el("code", {}, `results/${payload.corpus}/hits.parquet`), "."];
      return el("p", { class: "scope" }, `This page holds ${held}.`, how, lowered, place);
    }

    form() {
      const { payload } = this;
      const form = el("form", { class: "example-filters", "aria-label": "Filter the examples" });
      const phenomena = payload.phenomena
        .filter((phenomenon) => phenomenon.shown_hits)
        .map(({ id, shown_segments: shown }) => [id, `${id} (${shown.toLocaleString("en")})`])
        .sort(([a], [b]) => (a < b ? -1 : 1));
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
      const reset = el("button", { type: "reset" }, "Reset");
      form.append(reset);
      form.addEventListener("reset", (event) => {
        event.preventDefault();
        this.change({}, true);
      });
      form.addEventListener("submit", (event) => event.preventDefault());
      return form;
    }

    select(form, name, label, choices, title = null) {
      const control = el("select", { name, title }, choices.map(([value, said]) => el("option", { value }, said)));
      control.addEventListener("change", () => this.change(this.given(), true));
      this.add(form, name, label, control);
    }

    input(form, name, label, attributes) {
      const control = el("input", { name, autocomplete: "off", ...attributes });
      control.addEventListener("input", debounce(() => this.change(this.given(), false), 200));
      this.add(form, name, label, control);
    }

    add(form, name, label, control) {
      this.controls[name] = control;
      control.id = `examples-${name}`;
      form.append(el("div", { class: "filter" }, el("label", { for: control.id }, label), control));
    }

    /** The question that the filters ask. */
    given() {
      const query = {};
      for (const [name, control] of Object.entries(this.controls)) query[name] = control.value;
      // A verdict is of a system; without one there is nothing to be found.
      if (!query.system) query.verdict = "";
      return query;
    }

    /** Another question by the reader: it goes into the address, as a step to go back from or in place of the last. */
    change(query, step) {
      this.ask(query);
      const address = matching.address(this.state, this.payload);
      if (address !== window.location.hash) window.history[step ? "pushState" : "replaceState"](null, "", address);
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
      if (state.segment === null) this.some();
      else this.one(problems);
      this.notice.replaceChildren(...problems.map((problem) => el("p", {}, problem)));
    }

    some() {
      const matches = matching.matches(this.segments, this.state, this.payload);
      const last = Math.max(1, Math.ceil(matches.length / A_PAGE));
      this.state.page = Math.min(this.state.page, last);
      const { page } = this.state;
      const first = (page - 1) * A_PAGE;
      const hits = matches.reduce((sum, item) => sum + item.hits.length, 0);
      const which = last > 1 ? `, page ${page} of ${last}` : "";
      const said = `${count(matches.length, "segment matches", "segments match")}, with ${count(hits, "hit", "hits")}${which}.`;
      this.status.textContent = matches.length ? said : "No segment of this page matches.";
      const options = { system: this.payload.systems.indexOf(this.state.system), payload: this.payload, alone: false };
      this.list.replaceChildren(
        ...matches.slice(first, first + A_PAGE).map(({ segment, hits: fitting }) => example(segment, fitting, options)),
      );
      this.turn(page, last);
    }

    one(problems) {
      const { segment: wanted } = this.state;
      const segment = this.segments.find(({ id }) => id === wanted);
      const back = el("p", {}, el("a", { href: "#examples" }, "All examples of this page"));
      this.turn(1, 1);
      if (segment) {
        const system = this.payload.systems.indexOf(this.state.system);
        this.status.textContent = `Segment ${wanted} alone, with ${count(segment.hits.length, "hit", "hits")}.`;
        this.list.replaceChildren(back, example(segment, segment.hits, { system, payload: this.payload, alone: true }));
        return;
      }
      const { corpus, corpus_segments: all } = this.payload;
      const where = `Its texts are line ${wanted + 1} of the corpus. The folder results/${corpus}/sets has every challenge set as plain text, with the ids of its segments; results/${corpus}/hits.parquet has every hit.`;
      problems.push(
        wanted < all
          ? `Segment ${wanted} is not among the examples of this page: it has no hit, or there was no room for it. ${where}`
          : `There is no segment ${wanted}: the corpus has ${count(all, "segment", "segments")}, counted from 0.`,
      );
      this.status.textContent = "";
      this.list.replaceChildren(back);
    }

    /** The buttons that turn pages. */
    turn(page, last) {
      const open = (to) => this.change({ ...this.state, page: to }, true);
      this.pages.replaceChildren(...pageButtons(page, last, { open, list: this.list, status: this.status }));
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
      browser = new Browser(element, payload);
    },
    /** Shows what a question asks for, see matching.js; it is what the page's address says already. */
    show(query) {
      if (!browser) throw new Error("the examples are not in the page yet");
      browser.ask(query || {});
    },
  };
})();
