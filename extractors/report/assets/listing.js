"use strict";

/* A list with filters above it and pages: the examples of a corpus, the items of a suite. */
(() => {
  const ChallengeSets = (window.ChallengeSets = window.ChallengeSets || {});
  const { debounce, el } = ChallengeSets;

  const A_PAGE = 25;

  /**
   * The buttons of page `page` of `last`; none where there is one page. After `open(page)` has shown another page, the
   * button is gone, and reading goes on at the first heading of `list`, below `status`.
   */
  function pageButtons(page, last, { open, list, status }) {
    if (last < 2) return [];
    const go = (label, to) => {
      const button = el("button", { type: "button", disabled: to < 1 || to > last || to === page }, label);
      button.addEventListener("click", () => {
        open(to);
        status.scrollIntoView({ block: "start" });
        const heading = list.querySelector("h3");
        heading.setAttribute("tabindex", "-1");
        heading.focus({ preventScroll: true });
      });
      return button;
    };
    return [go("First", 1), go("Previous", page - 1), el("span", {}, `${page} / ${last}`), go("Next", page + 1), go("Last", last)];
  }

  /**
   * A list of examples or items that filters choose from, a page at a time. A subclass has `ask(query)`, which shows
   * what a question asks for and sets `state`, and `address()`, the address of that.
   */
  class Listing {
    constructor(what) {
      this.what = what;
      this.controls = {};
      this.notice = el("div", { class: "notice", role: "alert" });
      this.status = el("p", { class: "status", role: "status", "aria-live": "polite" });
      this.list = el("div", { class: "example-list" });
      this.pages = el("nav", { class: "pages", "aria-label": `Pages of ${what}` });
    }

    /** Put the parts into an element, after what is said of all. */
    mount(root, ...before) {
      root.replaceChildren(el("div", { class: "examples-browser" }, before, this.form(), this.notice, this.status, this.list, this.pages));
      this.ask({});
    }

    /** A form without filters yet. */
    filters() {
      const form = el("form", { class: "example-filters", "aria-label": `Filter the ${this.what}` });
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
      control.id = `${this.what}-${name}`;
      form.append(el("div", { class: "filter" }, el("label", { for: control.id }, label), control));
    }

    /** The question that the filters ask. */
    given() {
      return Object.fromEntries(Object.entries(this.controls).map(([name, control]) => [name, control.value]));
    }

    /** Another question by the reader: it goes into the address, as a step to go back from or in place of the last. */
    change(query, step) {
      this.ask(query);
      const wanted = this.address();
      if (wanted !== location.hash) history[step ? "pushState" : "replaceState"](null, "", wanted);
    }

    /** Show a page of what matches; returns which one, as it is said. */
    some(matching, draw) {
      const last = Math.max(1, Math.ceil(matching.length / A_PAGE));
      const page = Math.min(this.state.page, last);
      this.state.page = page;
      this.list.replaceChildren(...matching.slice((page - 1) * A_PAGE, page * A_PAGE).map(draw));
      this.turn(page, last);
      return last > 1 ? `, page ${page} of ${last}` : "";
    }

    /** The buttons that turn pages. */
    turn(page, last) {
      const open = (to) => this.change({ ...this.state, page: to }, true);
      this.pages.replaceChildren(...pageButtons(page, last, { open, list: this.list, status: this.status }));
    }
  }

  ChallengeSets.Listing = Listing;
})();
