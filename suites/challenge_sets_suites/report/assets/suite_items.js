"use strict";

/* The browser of a suite's items: filters, the list of what they leave, its pages, and an item alone. */
(() => {
  const ChallengeSets = (window.ChallengeSets = window.ChallengeSets || {});
  const { Listing, address, el, folded, joined, marks, number, suite, wordDiff } = ChallengeSets;
  const { VERDICTS, many, missing, named } = suite;

  const SIGNS = { right: ["good", "\u2713 right"], wrong: ["bad", "\u2717 wrong"], undecided: ["muted", "? undecided"], missing: ["muted", "\u2013 missing"] };
  const SORTS = { wrong: "most systems wrong first", apart: "systems most apart first", suite: "order of the suite" };
  const CHOICES = ["category", "phenomenon", "system", "verdict", "other", "other_verdict", "text", "sort", "page", "item"];
  const ABSENT = VERDICTS.indexOf("missing");
  const [RIGHT, WRONG] = [0, 1];
  const UPPER = 20; // systems whose names are written out beside an output

  const A_FEW = 4; // translations of a list that are shown at once

  /** What is left of a list, folded away. */
  const rest = (nodes) => (nodes.length ? el("details", {}, el("summary", {}, `${nodes.length} more`), nodes) : null);

  /** An item with the verdict of each system, as places in VERDICTS, and how many are wrong. */
  function understood(item, count) {
    const verdicts = new Array(count).fill(ABSENT);
    for (const [, verdict, , , systems] of item.judged) for (const system of systems) verdicts[system] = verdict;
    const of = (which) => verdicts.filter((verdict) => verdict === which).length;
    return { ...item, verdicts, wrong: of(WRONG), apart: Math.min(of(WRONG), of(RIGHT)) };
  }

  function searched(item, system) {
    const { source, reference, contrastive, word, id, question } = item;
    const outputs = item.judged.filter(([, , , , systems]) => system < 0 || systems.includes(system)).map(([output]) => output);
    return folded([id, source, reference, contrastive, word, question, ...outputs].filter(Boolean).join("\n"));
  }

  class Items extends Listing {
    constructor(root, payload, data) {
      super("items");
      Object.assign(this, { payload, data });
      this.items = payload.items.map((item) => understood(item, data.systems.length));
      this.mount(root, this.scope());
    }

    /** How many items there are and how many the page holds. */
    scope() {
      const { payload, items } = this;
      if (items.length === payload.total) return el("p", { class: "scope" }, `This page holds all ${many(payload.total, "item")}.`);
      const lowered = payload.limit < payload.asked ? ` The run asked for ${payload.asked}; the page has no room for more.` : "";
      return el("p", { class: "scope" },
        `This page holds ${items.length.toLocaleString("en")} of ${many(payload.total, "item")}: up to ${payload.limit} of a phenomenon. ` +
        `Those that a system has wrong come first, then undecided and missing ones; so it holds more failures than the suite has.${lowered} All judgments: `,
        el("code", {}, "judgments.parquet"), ".");
    }

    form() {
      const { payload, data } = this;
      const form = this.filters();
      const phenomena = new Map();
      for (const [, phenomenon, , shown] of payload.phenomena) phenomena.set(phenomenon, (phenomena.get(phenomenon) || 0) + shown);
      const categories = [...new Set(payload.phenomena.map(([category]) => category).filter(Boolean))];
      const systems = data.systems.map((name) => [name, name]);
      const verdicts = [["", "any"], ...VERDICTS.map((name) => [name, name])];
      if (categories.length) this.select(form, "category", "Category", [["", "any"], ...categories.map((name) => [name, name])]);
      this.select(form, "phenomenon", "Phenomenon", [["", "any"], ...[...phenomena].map(([name, shown]) => [name, `${name} (${shown.toLocaleString("en")})`])]);
      this.select(form, "system", "System", [["", "any"], ...systems]);
      this.select(form, "verdict", "is (or any system)", verdicts);
      if (systems.length > 1) {
        this.select(form, "other", "and another", [["", "any"], ...systems]);
        this.select(form, "other_verdict", "is", verdicts);
      }
      this.input(form, "text", "Text", { type: "search", placeholder: "in source, reference, output" });
      this.select(form, "sort", "Sort by", Object.entries(SORTS));
      form.append(el("button", { type: "reset" }, "Reset"));
      return form;
    }

    address() {
      return address.format("items", CHOICES.map((name) => [name, this.default(name) === this.state[name] ? "" : this.state[name]]));
    }

    default(name) {
      return name === "sort" ? "wrong" : name === "page" ? 1 : "";
    }

    /** Show what a question asks for: any of CHOICES, as texts. */
    ask(query) {
      const problems = [];
      this.state = Object.fromEntries(CHOICES.map((name) => [name, query[name] || this.default(name)]));
      const { state } = this;
      for (const [name, control] of Object.entries(this.controls)) {
        if (control.localName === "select" && state[name] && ![...control.options].some(({ value }) => value === state[name])) {
          problems.push(`This page knows no ${name.replace("_", " ")} ${JSON.stringify(state[name])}.`);
          state[name] = this.default(name);
        }
        if (control !== document.activeElement || control.localName === "select") control.value = state[name];
      }
      state.page = /^[1-9]\d{0,6}$/.test(String(state.page)) ? Number(state.page) : 1;
      if (state.item) this.one(problems);
      else this.matching();
      this.notice.replaceChildren(...problems.map((problem) => el("p", {}, problem)));
    }

    /** Whether an item fits the filters. */
    fits(item) {
      const { state, data, payload } = this;
      const [category, phenomenon] = payload.phenomena[item.phenomenon];
      if (state.category && category !== state.category) return false;
      if (state.phenomenon && phenomenon !== state.phenomenon) return false;
      for (const [which, verdict] of [[state.system, state.verdict], [state.other, state.other_verdict]]) {
        if (!verdict) continue;
        const wanted = VERDICTS.indexOf(verdict);
        if (which ? item.verdicts[data.systems.indexOf(which)] !== wanted : !item.verdicts.includes(wanted)) return false;
      }
      return !state.text || searched(item, data.systems.indexOf(state.system)).includes(folded(state.text));
    }

    matching() {
      const { state } = this;
      const matching = this.items.filter((item) => this.fits(item));
      if (state.sort !== "suite") matching.sort((a, b) => b[state.sort] - a[state.sort] || a.place - b.place);
      const which = this.some(matching, (item) => this.item(item));
      this.status.textContent = matching.length ? `${many(matching.length, "item matches", "items match")}${which}.` : "No item of this page matches.";
    }

    one(problems) {
      const item = this.items.find(({ id }) => id === this.state.item);
      if (!item) problems.push(`This page does not hold the item ${JSON.stringify(this.state.item)}: there is none, or there was no room for it.`);
      this.status.textContent = item ? "One item alone." : "";
      this.list.replaceChildren(...[el("p", {}, el("a", { href: "#items" }, "All items of this page")), item && this.item(item, true)].filter(Boolean));
      this.turn(1, 1);
    }

    /** An item with its texts, what it asks for, and the outputs of all systems. */
    item(item, alone = false) {
      const { data, payload } = this;
      const [category, phenomenon] = payload.phenomena[item.phenomenon];
      const { source_language: from, target_language: into } = data;
      const [changed, errors] = missing(item.contrastive) || missing(item.reference) ? [[], []] : wordDiff(item.reference, item.contrastive);
      const roles = ["differs", "differs"];
      const text = (name, value, options) => (missing(value) ? null : [el("dt", {}, name), el("dd", {}, marks.text(value, options))]);
      const lines = (values) => values.map((value) => el("div", {}, marks.text(value, { language: into })));
      const several = (name, values) => (values ? [el("dt", {}, name), el("dd", {}, lines(values.slice(0, A_FEW)), rest(lines(values.slice(A_FEW))))] : null);
      const code = (name, value) => (missing(value) ? null : [el("dt", {}, name), el("dd", {}, el("code", {}, marks.text(value)))]);
      const facts = [
        named({ category, phenomenon, label: phenomenon }),
        missing(item.distance) ? null : `distance ${item.distance}`,
        missing(item.frequency) ? null : `frequency ${item.frequency.toLocaleString("en")}`,
        item.origin ? ["from ", marks.text(item.origin)] : null,
      ].filter(Boolean);
      const heading = `item-${item.place}`;
      return el("article", { class: "example suite-item", "aria-labelledby": heading },
        el("header", {},
          el("h3", { id: heading }, "Item ", alone ? marks.text(item.id) : el("a", { href: suite.itemsOf({ item: item.id }) }, marks.text(item.id))),
          el("span", { class: "line" }, joined(facts, " \u00b7 "))),
        el("dl", { class: "texts" },
          text("source", item.source, { language: from }),
          text("question", item.question),
          text("ambiguous word", item.word, { language: from }),
          several("right words", item.right_words), several("wrong words", item.wrong_words),
          text("reference", item.reference, { language: into, runs: changed, roles }),
          text("contrastive", item.contrastive, { language: into, runs: errors, roles }),
          code("right if it matches", item.positive_regex), code("wrong if it matches", item.negative_regex),
          several("right if it is", item.positive_tokens), several("wrong if it is", item.negative_tokens)),
        el("dl", { class: "texts judged" }, item.judged.map((judged) => this.judged(judged))));
    }

    /** What several systems have in common: output, verdict and reason. */
    judged([output, verdict, reason, judge, systems, scores]) {
      const { data } = this;
      const [tone, sign] = SIGNS[VERDICTS[verdict]];
      const score = (place) => (scores && !missing(scores[place]) ? ` (${number(scores[place], 3)})` : "");
      const names = joined(systems.slice(0, UPPER).map((system, place) => [el("bdi", {}, data.systems[system]), score(place)]));
      const more = systems.length > UPPER ? ` and ${systems.length - UPPER} more` : "";
      return [
        el("dt", {}, el("strong", { class: tone }, sign), " ", el("span", { class: "who" }, names, more)),
        el("dd", {},
          missing(output) ? null : marks.text(output, { language: data.target_language }),
          el("span", { class: "reason" }, marks.text(reason), judge ? ` (judged by ${judge})` : "")),
      ];
    }
  }

  suite.items = { mount: (root, payload, data) => new Items(root, payload, data) };
})();
