"use strict";

/* The cells of a heat map, over which arrow keys go, and the box that a click on one shows beside it. */
(() => {
  const ChallengeSets = (window.ChallengeSets = window.ChallengeSets || {});
  const { el } = ChallengeSets;

  const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
  const GAP = 6; // pixels between a cell and its box

  /** The button of a cell; the attributes `place` tell it from all others. */
  function cellButton(place, ...content) {
    const button = el("button", { type: "button", class: "cell", tabindex: -1, "aria-haspopup": "dialog" }, content);
    Object.assign(button.dataset, place);
    return button;
  }

  /** The next cell with a button in a direction, over cells without one. */
  function nextCell(cell, [down, along]) {
    const { rows } = cell.closest("table");
    const { parentElement: line, cellIndex: column } = cell.closest("td");
    for (let r = line.rowIndex + down, c = column + along; rows[r] && c >= 0 && c < line.cells.length; r += down, c += along) {
      const button = rows[r].cells[c]?.querySelector("button.cell");
      if (button) return button;
    }
    return null;
  }

  /** Let the Tab key reach the first cell of a table that was drawn anew. */
  function reachable(table) {
    const first = table.querySelector("button.cell");
    if (first) first.tabIndex = 0;
  }

  function walk(event) {
    const cell = event.target.closest("button.cell");
    const next = cell && STEPS[event.key] && nextCell(cell, STEPS[event.key]);
    if (!next) return;
    event.preventDefault();
    cell.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }

  /** A box for the cells within `table`; `content(dataset of the cell)` gives its title and nodes, `id` names it. */
  function popover(table, { id, content }) {
    const box = el("div", { class: "popover", id, popover: "auto", role: "dialog", "aria-labelledby": `${id}-title` });
    table.closest(".scroll").after(box);

    function place(cell) {
      const at = cell.getBoundingClientRect();
      const left = Math.max(8, Math.min(at.left, document.documentElement.clientWidth - box.offsetWidth - 8));
      const below = at.bottom + GAP + box.offsetHeight <= innerHeight || at.top < box.offsetHeight + GAP;
      box.style.left = `${left + scrollX}px`;
      box.style.top = `${(below ? at.bottom + GAP : at.top - GAP - box.offsetHeight) + scrollY}px`;
    }

    const hide = () => box.matches(":popover-open") && box.hidePopover();
    table.addEventListener("keydown", walk);
    table.addEventListener("click", (event) => {
      const cell = event.target.closest("button.cell");
      if (!cell) return;
      const { title, nodes } = content(cell.dataset);
      box.replaceChildren(el("p", { class: "title", id: `${id}-title` }, title), ...nodes);
      hide();
      box.showPopover();
      place(cell);
      // A click without a pointer is Enter or Space; reading goes on in the box.
      if (event.detail === 0) box.querySelector("a")?.focus();
    });
    box.addEventListener("click", (event) => { if (event.target.closest("a")) hide(); });
    return { hide };
  }

  Object.assign(ChallengeSets, { cellButton, popover, reachable });
})();
