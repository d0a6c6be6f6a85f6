"use strict";

/* The cells of a heat map: buttons that arrow keys go over, with one stop for the Tab key. */
(() => {
  const ChallengeSets = (window.ChallengeSets = window.ChallengeSets || {});
  const { el } = ChallengeSets;

  const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0], Home: [0, -Infinity], End: [0, Infinity] };

  /** The button of a cell; the attributes `place` tell it from all others. */
  function cellButton(place, ...content) {
    const data = Object.entries(place).map(([name, value]) => [`data-${name}`, value]);
    const button = { type: "button", class: "cell", tabindex: -1, "aria-haspopup": "dialog", "aria-expanded": "false" };
    return el("button", { ...button, ...Object.fromEntries(data) }, content);
  }

  /** The next cell with a button in a direction, over cells without one; to the end if the step has none. */
  function nextCell(rows, row, column, [down, along]) {
    const button = (r, c) => rows[r]?.[c]?.querySelector("button.cell");
    if (!Number.isFinite(along)) {
      const buttons = rows[row].map((_, c) => button(row, c)).filter(Boolean);
      return along < 0 ? buttons[0] : buttons[buttons.length - 1];
    }
    for (let r = row + down, c = column + along; rows[r] && c >= 0 && c < rows[r].length; r += down, c += along) {
      if (button(r, c)) return button(r, c);
    }
    return null;
  }

  /** Let the keyboard go over the cells of a table, and keep its place when they are drawn anew. */
  function cells(table) {
    let reached = {}; // the place of the cell that the Tab key reaches

    const at = (place) => [...table.querySelectorAll("button.cell")]
      .find((cell) => Object.entries(place).every(([name, value]) => cell.dataset[name] === String(value)));

    function reach(cell) {
      for (const other of table.querySelectorAll('button.cell[tabindex="0"]')) other.tabIndex = -1;
      if (!cell) return;
      cell.tabIndex = 0;
      reached = { ...cell.dataset };
    }

    function redraw(draw) {
      const focused = table.contains(document.activeElement) ? document.activeElement : null;
      const label = focused?.getAttribute("aria-label");
      const place = { ...focused?.dataset };
      draw();
      // Without a place this is the first cell.
      reach(at(reached) || at({}));
      if (focused) (label ? table.querySelector(`[aria-label="${CSS.escape(label)}"]`) : at(place))?.focus();
    }

    table.addEventListener("focusin", (event) => {
      const cell = event.target.closest("button.cell");
      if (cell) reach(cell);
    });
    table.addEventListener("keydown", (event) => {
      const cell = event.target.closest("button.cell");
      const step = STEPS[event.key];
      if (!cell || !step || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      const rows = [...table.querySelectorAll("tr")].map((row) => [...row.querySelectorAll("td")])
        .filter((row) => row.some((td) => td.querySelector("button.cell")));
      const row = rows.findIndex((tds) => tds.includes(cell.parentElement));
      nextCell(rows, row, rows[row].indexOf(cell.parentElement), step)?.focus();
    });
    return { at, reach, redraw };
  }

  Object.assign(ChallengeSets, { cellButton, cells });
})();
