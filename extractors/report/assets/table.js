"use strict";

/* Tables that are sorted by a click on a header. */
(() => {
  const ChallengeSets = (window.ChallengeSets = window.ChallengeSets || {});
  const { el, missing } = ChallengeSets;

  /** A button that stands in a header and sorts; `label` is read out where the text does not say enough. */
  function sorter(text, action, label) {
    const button = el("button", { type: "button", class: "sorter", "aria-label": label, title: label }, text);
    button.addEventListener("click", action);
    return button;
  }

  /** Compare two values, missing ones last whatever the direction; texts by the alphabet. */
  function compare(a, b, direction) {
    const lacks = (value) => missing(value) || value === "";
    if (lacks(a) || lacks(b)) return lacks(a) - lacks(b);
    return direction * (typeof a === "string" ? a.localeCompare(b) : a - b);
  }

  /**
   * A table.
   * columns: {name, title, text(row), value(row), node(row), numeric}; `value` sorts, `node` or else `text` is shown.
   * The first column heads the rows.
   */
  function table({ caption, columns, rows }) {
    const body = el("tbody");
    const heads = columns.map((column) => el("th", { scope: "col", title: column.title, class: column.numeric && "number" }));
    let sorted = { place: -1, direction: 1 };

    function fill() {
      const order = [...rows];
      const by = columns[sorted.place];
      if (by) order.sort((a, b) => compare(by.value(a), by.value(b), sorted.direction));
      body.replaceChildren(...order.map(line));
      heads.forEach((head, place) => {
        if (place === sorted.place) head.setAttribute("aria-sort", sorted.direction > 0 ? "ascending" : "descending");
        else head.removeAttribute("aria-sort");
      });
    }

    function line(row) {
      return el("tr", {}, columns.map((column, place) => {
        const content = column.node ? column.node(row) : column.text(row);
        const attributes = { class: column.numeric && "number" };
        return place ? el("td", attributes, content) : el("th", { scope: "row" }, content);
      }));
    }

    columns.forEach((column, place) => {
      heads[place].append(sorter(column.name, () => {
        const first = column.numeric ? -1 : 1;
        sorted = { place, direction: sorted.place === place ? -sorted.direction : first };
        fill();
      }));
    });
    fill();
    return el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": caption },
      el("table", { class: "sortable" }, el("caption", {}, caption), el("thead", {}, el("tr", {}, heads)), body));
  }

  /** A select with a label before it; `options` are pairs of value and text. */
  function select(label, options, value, action) {
    const field = el("select", {}, options.map(([name, text]) =>
      el("option", { value: name, selected: String(name) === String(value) }, text)));
    field.addEventListener("change", () => action(field.value));
    return el("label", { class: "field" }, el("span", {}, label), field);
  }

  /** A piece of a plot in a cell; its place and width in per cent. */
  function piece(name, left, width) {
    const element = el("i", { class: name });
    element.style.left = `${left}%`;
    if (width !== undefined) element.style.width = `${width}%`;
    return element;
  }

  /** Put fields and other nodes into a place; the field or button that had the focus has it again. */
  function refill(place, ...nodes) {
    const all = () => [...place.querySelectorAll("select, input, button")];
    const focused = all().indexOf(document.activeElement);
    place.replaceChildren(...nodes.flat().filter(Boolean));
    if (focused >= 0) all()[focused]?.focus();
  }

  Object.assign(ChallengeSets, { compare, piece, refill, select, sorter, table });
})();
